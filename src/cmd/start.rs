//! `course start`: serves the course and opens the dashboard in a browser.
//! Arguments come in, the exit status comes out. A browser that does not open is worth a sentence, not a failure.

use std::process::{Command, Stdio};

use crate::cli::StartArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::tell::note;

/// Runs `course start`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(config: &Config, args: StartArgs) -> Result<Exit, Failure> {
    super::serve::serve(config, "127.0.0.1", args.port, |url| {
        let dashboard = format!("{url}dashboard/");
        if args.no_open {
            note(&format!("the dashboard is at {dashboard}"), config.colour);
        } else {
            show(config, &dashboard);
        }
    })
}

/// Opens an address in a browser, or says where to go.
pub(super) fn show(config: &Config, url: &str) {
    if !open(url) {
        let words = format!("no browser could be opened; go to {url}");
        note(&words, config.colour);
    }
}

/// Opens an address the way this system does; whether a program for it was found.
fn open(url: &str) -> bool {
    let (program, args): (&str, Vec<&str>) = if cfg!(target_os = "macos") {
        ("open", vec![url])
    } else if cfg!(target_os = "windows") {
        // `start` takes its first quoted word for a title.
        ("cmd", vec!["/C", "start", "", url])
    } else {
        ("xdg-open", vec![url])
    };
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .is_ok()
}
