//! A saved kernel becomes an attempt: text in, one judged attempt out.
//!
//! The spine is [`judge()`]: find the program that judges (`judge.rs`), run one process a part
//! (`process.rs`), read what it reported (`report.rs`), name every check's ending (`ending.rs`). A pass needs a finish
//! record with this run's nonce and a matching exit status; everything else has another name. What stops a run is
//! a [`Cancel`]; what executes one is an [`Executor`], so tests need no process. `kernel.rs` has the learner's file.
//! `whole.rs` is the same for a class: one process a lab, within the limits of `bounds.rs`.

mod beside;
mod bounds;
mod cancel;
mod ending;
mod judge;
mod kernel;
mod process;
mod record;
mod report;
mod run;
mod select;
mod timed;
mod whole;

pub use beside::{Beside, Difference};
pub use bounds::Bounds;
pub use cancel::{Cancel, Why};
pub use judge::asked;
pub use kernel::{read, starter_if_absent, write_whole};
pub use process::{Ended, Executor, How, Job, Processes};
pub use record::{Recorded, entry, record};
pub use report::{CheckResult, Place, Printed, Text};
pub use run::{Judged, Progress, Request, Wishes, judge};
pub use select::{Chosen, Selection};
pub use timed::{Timed, Timing, profiled};
pub use whole::{Cut, Whole, has_hidden, judge_whole, outcome_of};
