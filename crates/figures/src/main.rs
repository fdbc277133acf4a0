//! Writes every generated figure below `content/`, and gives each figure written by hand the one style.
//!
//! In: the functions of `modules/`. Out: files; exit 1 with every fault where there is one, and then no file of that figure.

use std::process::ExitCode;

fn main() -> ExitCode {
    let content = figures::content();
    let faults = figures::check::write(&content, &figures::modules::all());
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
