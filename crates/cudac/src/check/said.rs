//! What a check has said so far.
//! In: diagnostics, as they are found; out: those that count, each once.
//! The rule: what is said on trial is forgotten where the trial fails, and may then be said again.
//! Next: mod.rs for how a diagnostic is worded and placed before it comes here.

use cuda_source::diag::Diag;
use cuda_source::source::Span;
use sorted::SortedSet;

/// Beyond so many remarks nothing more is kept (twenty are shown); half of the room is for errors alone.
const MOST: usize = 400;

/// Diagnostics, and how many trials are open.
#[derive(Default)]
pub(super) struct Said {
    /// What was said, in order.
    pub diags: Vec<Diag>,
    /// The same by place and text, so that nothing is said twice.
    once: SortedSet<(Span, String)>,
    /// What was said of the file's own items while a trial was open: it counts whatever becomes of the trial.
    pub settled: Vec<Diag>,
    /// How many trials are open, whose remarks may not count.
    pub trials: u32,
    /// The last place of the learner's own text that was looked at.
    pub learner: Span,
}

impl Said {
    /// Keeps a diagnostic, unless it was said before or there is no more room.
    pub(super) fn keep(&mut self, diag: Diag) {
        let room = match diag.is_error() {
            true => MOST,
            false => MOST / 2,
        };
        if self.diags.len() < room && self.once.insert((diag.span, diag.message.clone())) {
            self.diags.push(diag);
        }
    }

    /// Forgets all but the first `before` diagnostics.
    pub(super) fn forget_since(&mut self, before: usize) {
        for diag in self.diags.drain(before..) {
            self.once.remove(&(diag.span, diag.message));
        }
    }
}
