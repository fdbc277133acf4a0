//! What is known of the program's texts besides their syntax.
//! In: the places that reading and preprocessing mark; out: the same, asked for by place.
//! The rule: it says how something is written, never what it means.
//! Next: text.rs for literals, op.rs for what is said of `double`.

use cuda_source::source::Span;
use sorted::SortedMap;

/// Texts and the places marked in them.
#[derive(Default)]
pub(super) struct Texts {
    /// Texts in C.
    pub in_c: Vec<Span>,
    /// The program's further texts.
    pub units: Vec<Span>,
    /// Where literals of type `double` stand, and whether they are written there or come out of a macro.
    pub double_literals: SortedMap<Span, bool>,
}
