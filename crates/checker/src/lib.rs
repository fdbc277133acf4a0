//! The checker of a lab: arguments and environment in; test lines, a report file and an exit status out.
//!
//! Protocol: `COURSE_KERNEL` names the learner's file (else the one in the lab's folder, written from the starter when it
//! is not there), `COURSE_REPORT` a file that gets one JSON object a line, `COURSE_NONCE` this run's mark in each of them.
//! A check is over when its `finish` line is there; exit statuses alone prove nothing.
//! `COURSE_ALIVE` and `COURSE_LIMIT_S` say when nobody waits for it any more (`parent.rs`).
//! Exit 0 when every check asked for passed or needs a GPU, 101 when one did not, 2 for wrong arguments, 3 when a file
//! cannot be read or written.
//!
//! The same protocol judges a kernel ([`kernel`], on the simulated machine), functions in Rust that this very program
//! was compiled with ([`exercise`]), and either from `cargo test -p <lab>` ([`lab!`]).
//! Read next: `session.rs` for what all of them share, `arguments.rs`, `report.rs`.

#[cfg(feature = "apart")]
mod apart;
mod arguments;
mod exercise;
mod home;
#[cfg(feature = "simulated")]
mod kernel;
mod parent;
mod report;
mod session;

pub use exercise::{Functions, exercise};
pub use home::Home;
#[cfg(feature = "simulated")]
pub use kernel::{kernel, kernel_on, kernel_on_none};
pub use parent::FORGOTTEN;

use std::process::ExitCode;

/// The whole of a lab's `tests/check.rs`: `checker::lab!(rope);` makes the test that judges what the learner wrote.
#[macro_export]
macro_rules! lab {
    ($lab:ident) => {
        fn main() -> std::process::ExitCode {
            let home = $crate::Home {
                id: env!("CARGO_PKG_NAME"),
                folder: env!("CARGO_MANIFEST_DIR"),
            };
            $crate::test(home, $lab::parts)
        }
    };
}

/// Judges what the learner wrote for the lab that lives here; see [`lab!`].
pub fn test(home: Home, parts: fn() -> Vec<lab::PartSpec>) -> ExitCode {
    let lab = match home.lab(parts) {
        Ok(lab) => lab,
        Err(message) => return complain(3, &message),
    };
    match lab.language {
        #[cfg(feature = "simulated")]
        lab::Language::Cuda => kernel::kernel(lab, std::env::args().skip(1)),
        #[cfg(feature = "apart")]
        lab::Language::Rust => apart::test(&home, lab),
        #[cfg(not(all(feature = "simulated", feature = "apart")))]
        _ => complain(
            3,
            "this checker was built without what judges such a lab: see the features of `checker`",
        ),
    }
}

fn complain(status: u8, message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(status)
}
