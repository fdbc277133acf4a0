//! Where a site lies once it is written: a sink takes pages as they are rendered, and then everything else.
//!
//! In go pages that are due ([`DuePage`]), each rendered only if the sink asks; what the sink holds of it comes out and is kept under
//! the page's key. The rule: whatever the sink, a page has the same bytes. `folder.rs` and `memory.rs` are the two.

use super::pipeline::Input;
use super::render::{DuePage, Rendered};
use crate::course::Problem;
use crate::course::keyed::Key;

/// Where a site goes.
pub trait Sink: Sync {
    /// What it holds of a page, and knows the next time.
    type Page: Clone + Send + Sync;
    /// What a run comes to.
    type Output;

    /// Makes room: the site can be rendered, and pages will come.
    ///
    /// # Errors
    /// Why it cannot.
    fn open(&mut self) -> Result<(), Problem>;

    /// Takes a page, or leaves the one that it has; `before` is what it held of it last, and the key of that.
    ///
    /// # Errors
    /// What is wrong with the page's template, or why it cannot be written.
    fn page(
        &self,
        page: &DuePage<'_>,
        before: Option<&(Key, Self::Page)>,
    ) -> Result<Self::Page, NotTaken>;

    /// Takes what there is besides pages, and ends the run.
    ///
    /// # Errors
    /// Why that cannot be written.
    fn write(
        &mut self,
        input: &Input,
        rendered: Rendered<Self::Page>,
    ) -> Result<Self::Output, Vec<Problem>>;
}

/// Why a sink did not take a page.
#[derive(Debug)]
pub enum NotTaken {
    /// The page cannot be rendered; others may show what else is wrong.
    Unrendered(Problem),
    /// It cannot be written, and neither can the next.
    Unwritten(Problem),
}

impl From<Problem> for NotTaken {
    fn from(problem: Problem) -> NotTaken {
        NotTaken::Unrendered(problem)
    }
}
