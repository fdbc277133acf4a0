//! What happened, told to a person or a program: the only place with colour.
//!
//! `check.rs` tells a run, `dashboard.rs` the standing; commands print what these return. Nothing is told by colour alone, and
//! nothing goes to standard output but what was asked for: notes and failures go to standard error. What is written goes through
//! `shown.rs`, which lets no text command the terminal.

pub mod check;
pub mod dashboard;
pub mod explain;
pub mod paint;
pub mod profile;
pub mod program;
pub mod shown;

use std::io::{IsTerminal, Write};

use crate::cli::ColourWhen;
use crate::exit::{Exit, Failure};
use paint::{Paint, Role};

/// Says on standard error why a command stopped, and what to do.
pub fn failure(failure: &Failure, colour: ColourWhen) {
    let paint = Paint::stderr(colour);
    let word = if failure.exit == Exit::OurBug {
        "bug"
    } else {
        "error"
    };
    err(&format!(
        "{}: {}\n",
        paint.on(Role::Bad, word),
        failure.message
    ));
    if let Some(help) = &failure.help {
        err(&format!("{}: {help}\n", paint.on(Role::Note, "help")));
    }
}

/// Says on standard error what a person should know and need not act on.
pub fn note(text: &str, colour: ColourWhen) {
    err(&format!(
        "{}: {text}\n",
        Paint::stderr(colour).on(Role::Note, "note")
    ));
}

/// Writes to standard output. A reader that went away (`| head`) is no failure.
pub fn out(text: &str) {
    written(std::io::stdout().lock(), &shown::shown(text));
}

/// Writes to standard error. A terminal that was closed is no failure.
pub fn err(text: &str) {
    written(std::io::stderr().lock(), &shown::shown(text));
}

/// Writes a file's text to standard output: byte by byte into a file or another program, shown on a terminal.
pub fn exact(text: &str) {
    match std::io::stdout().is_terminal() {
        true => out(text),
        false => written(std::io::stdout().lock(), text),
    }
}

/// One JSON value, as a line for programs that a person can still read.
pub fn json(value: &serde_json::Value) {
    let text = format!("{value:#}\n");
    written(std::io::stdout().lock(), &shown::json(&text));
}

fn written(mut to: impl Write, text: &str) {
    let _ = to.write_all(text.as_bytes()).and_then(|()| to.flush());
}

/// Text wrapped at 96 columns, further lines indented by `indent`.
pub fn wrap(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut width = indent;
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if width + len > 96 && width > indent {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            width = indent;
        } else if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        width += len + 1;
    }
    out
}
