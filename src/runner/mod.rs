//! A saved kernel becomes an attempt: text in, one judged attempt out.
//!
//! The spine is [`judge`]: build the checker when Rust sources changed (`build.rs`), run one process a part
//! (`process.rs`), read what it reported (`report.rs`), name every check's ending (`ending.rs`). A pass needs a finish
//! record with this run's nonce and a matching exit status; everything else has another name. What stops a run is
//! a [`Cancel`]; what executes one is an [`Executor`], so tests need no process. `kernel.rs` has the learner's file.

mod build;
mod cancel;
mod ending;
mod kernel;
mod process;
mod report;
mod run;
mod select;

pub use build::checker;
pub use cancel::{Cancel, Why};
pub use kernel::{read, starter_if_absent, write_whole};
pub use process::{Ended, Executor, How, Job, Processes};
pub use report::{CheckResult, Place};
pub use run::{Judged, Progress, Request, Wishes, judge};
pub use select::{Chosen, Selection};
