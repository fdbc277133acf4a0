//! Figures of the module from a prompt to a token.

use super::Figure;

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![]
}
