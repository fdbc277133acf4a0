//! What happened, told to a person or a program: the only place with colour.
//!
//! `check.rs` tells a run, `dashboard.rs` the standing; commands print what these return. Nothing is told by colour alone, and
//! nothing goes to standard output but what was asked for: notes and failures go to standard error. What is written goes through
//! `shown.rs`, which lets no text command the terminal.

pub mod check;
pub mod dashboard;
pub mod diff;
pub mod explain;
pub mod paint;
pub mod profile;
pub mod program;
pub mod shown;
pub mod timed;
pub mod typed;

use std::io::{IsTerminal, Write};

use crate::cli::ColourWhen;
use crate::exit::{Exit, Failure};
use paint::{Paint, Role};
use typed::typed;

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

/// A time of the store in the learner's zone, to the minute.
pub fn when(at: &str) -> String {
    match at.parse::<jiff::Timestamp>() {
        Ok(time) => {
            let local = time.to_zoned(jiff::tz::TimeZone::system());
            local.strftime("%Y-%m-%d %H:%M").to_string()
        }
        Err(_) => at.to_owned(),
    }
}

/// Writes our own words to standard output, with commands as the reader types them.
pub fn out(text: &str) {
    written(std::io::stdout().lock(), &shown::shown(&typed(text)));
}

/// Writes a line with a learner's words in it to standard output: they command no terminal, and are left as they are.
pub fn theirs(text: &str) {
    written(std::io::stdout().lock(), &shown::shown(text));
}

/// Writes our own words to standard error, with commands as the reader types them. A terminal that was closed is no failure.
pub fn err(text: &str) {
    written(std::io::stderr().lock(), &shown::shown(&typed(text)));
}

/// Writes to standard output what is not ours to change, a learner's text or a file: byte by byte into a file or another
/// program, shown on a terminal. A reader that went away (`| head`) is no failure.
pub fn exact(text: &str) {
    match std::io::stdout().is_terminal() {
        true => written(std::io::stdout().lock(), &shown::shown(text)),
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

/// A text of a lab as a terminal shows it: of a link its words. Links are `[words](id:…)`, `(lab:…)`, `(code:…)`, an address or a page.
pub fn unlinked(text: &str) -> String {
    let is_target = |target: &str| {
        let starts = ["id:", "lab:", "code:", "https://", "http://"];
        starts.iter().any(|start| target.starts_with(start)) || target.contains(".md")
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        let link = before.rfind('[').zip(after.find(')'));
        let link = link.filter(|(_, end)| after.get(2..*end).is_some_and(is_target));
        match link {
            Some((open, end)) => {
                out.push_str(&before[..open]);
                out.push_str(&before[open + 1..]);
                rest = &after[end + 1..];
            }
            None => {
                out.push_str(before);
                out.push_str("](");
                rest = &after[2..];
            }
        }
    }
    out + rest
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_link_a_terminal_shows_the_words() {
        assert_eq!(
            unlinked(
                "in [sectors](id:term.sector) of `f[i](x)`, [more](a/b.md#c) [or](https://x.y) ["
            ),
            "in sectors of `f[i](x)`, more or ["
        );
        assert_eq!(unlinked("a[i](b"), "a[i](b");
    }
}
