//! What cargo said of a build that failed: its messages in, the learner's compile error out, or the words of somebody
//! else's fault.
//!
//! The rule: an error in the learner's file is the learner's; only where there is none, one in `bind.rs`, which names the
//! functions asked for, says which of them is not there or has another signature. Everything else is the lab's fault.

use std::path::Path;

use lab::{Place, Uncompiled};

use crate::json::Json;
use crate::{CargoEnded, Trouble};

/// What was asked of the learner.
pub(crate) struct Asked<'a> {
    /// The functions, as Rust declares them.
    pub declared: &'a [&'static str],
    /// The learner's text.
    pub text: &'a str,
}

/// Errors told in full; rustc's later ones are mostly consequences.
const TOLD: usize = 8;

/// One error of the compiler's.
struct Error<'a> {
    message: &'a str,
    rendered: &'a str,
    span: Option<Span<'a>>,
}

/// A piece of a file.
struct Span<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    /// The piece itself, on its first line.
    text: String,
}

/// The learner's error, or the words of a fault that is not the learner's.
pub(crate) fn read(ended: &CargoEnded, asked: &Asked<'_>) -> Result<Trouble, String> {
    let messages: Vec<Json> = ended.stdout.lines().filter_map(Json::read).collect();
    let errors: Vec<Error<'_>> = messages.iter().filter_map(error).collect();
    let mine = |name: &str| {
        let named = |s: &Span<'_>| Path::new(s.file).file_name().is_some_and(|f| f == name);
        let errors = errors
            .iter()
            .filter(move |e| e.span.as_ref().is_some_and(named));
        errors.collect::<Vec<_>>()
    };
    let (written, bound) = (mine("exercise.rs"), mine("bind.rs"));
    match (written.as_slice(), bound.as_slice()) {
        ([], []) => Err(words(&errors, ended)),
        ([], [first, ..]) => {
            let found = asked.absent(first).ok_or_else(|| words(&errors, ended))?;
            Ok(Trouble::Learner(Uncompiled {
                detail: format!("{}\n\n{}", found.detail, rendered(&bound)),
                ..found
            }))
        }
        (written, _) => Ok(Trouble::Learner(told(written))),
    }
}

fn error(message: &Json) -> Option<Error<'_>> {
    let message = message.get("message");
    if message.get("level").text() != "error" {
        return None;
    }
    let primary = |span: &&Json| *span.get("is_primary") == Json::Bool(true);
    let spans = message.get("spans").list();
    let span = spans.iter().find(primary).or(spans.first());
    Some(Error {
        message: message.get("message").text(),
        rendered: message.get("rendered").text(),
        span: span.map(place),
    })
}

/// Where a span is; of what a macro of another crate made, where the macro is called.
fn place(span: &Json) -> Span<'_> {
    let mut at = span;
    while let outer @ Json::Object(_) = at.get("expansion").get("span") {
        at = outer;
    }
    let first = at.get("text").list().first().unwrap_or(&Json::Null);
    let (from, to) = (
        first.get("highlight_start").count(),
        first.get("highlight_end").count(),
    );
    let piece = first.get("text").text().chars();
    let from = from.saturating_sub(1) as usize;
    let piece = piece
        .skip(from)
        .take((to as usize).saturating_sub(from + 1));
    Span {
        file: at.get("file_name").text(),
        line: at.get("line_start").count(),
        column: at.get("column_start").count(),
        text: piece.collect(),
    }
}

fn told(errors: &[&Error<'_>]) -> Uncompiled {
    let place = |e: &&Error<'_>| {
        e.span.as_ref().map(|span| Place {
            line: span.line,
            column: span.column,
            note: e.message.to_owned(),
        })
    };
    let places: Vec<Place> = errors.iter().take(TOLD).filter_map(place).collect();
    let first = errors.first().map_or("it does not compile", |e| e.message);
    let more = match errors.len() {
        0 | 1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    let line = places.first().map_or(0, |p| p.line);
    Uncompiled {
        message: format!("line {line}: {first}{more}"),
        detail: rendered(errors),
        places,
    }
}

fn rendered(errors: &[&Error<'_>]) -> String {
    let words = errors.iter().take(TOLD).map(|e| e.rendered.trim_end());
    words.collect::<Vec<_>>().join("\n\n")
}

/// The words of a fault that is not the learner's.
fn words(errors: &[Error<'_>], ended: &CargoEnded) -> String {
    let said = rendered(&errors.iter().collect::<Vec<_>>());
    match said.trim() {
        "" => ended.stderr.trim().to_owned(),
        said => said.to_owned(),
    }
}

impl Asked<'_> {
    /// The function that an error in `bind.rs` speaks of, as a complaint about the learner's file.
    fn absent(&self, error: &Error<'_>) -> Option<Uncompiled> {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let span = error.span.as_ref()?;
        let mut names = span.text.split(|c| !word(c)).filter(|w| !w.is_empty());
        let (name, declared) = names.find_map(|name| Some((name, self.declared(name)?)))?;
        let found = defined(self.text, name);
        let message = match &found {
            None => format!("`exercise.rs` has no function `{name}`"),
            Some((_, false)) => {
                format!(
                    "`{name}` is not public: write `pub` before it, so that the checks can call it"
                )
            }
            Some((place, true)) => {
                format!(
                    "line {}: `{name}` has not the signature asked for",
                    place.line
                )
            }
        };
        Some(Uncompiled {
            message,
            detail: format!("asked for: {declared}"),
            places: found.map(|(place, _)| place).into_iter().collect(),
        })
    }

    fn declared(&self, name: &str) -> Option<&'static str> {
        let of_name = |d: &&&'static str| defined(d, name).is_some();
        self.declared.iter().find(of_name).copied()
    }
}

/// Where a text defines a function, and whether it is public.
fn defined(text: &str, name: &str) -> Option<(Place, bool)> {
    text.lines().enumerate().find_map(|(at, line)| {
        let code = line.split("//").next().unwrap_or_default();
        let (before, after) = code.split_once("fn ")?;
        let rest = after.trim_start().strip_prefix(name)?;
        let ends = rest.trim_start().starts_with(['(', '<']) || rest.trim().is_empty();
        let bare = before.is_empty() || before.ends_with(char::is_whitespace);
        let place = Place {
            line: at as u32 + 1,
            column: before.chars().count() as u32 + 1,
            note: "declared here".into(),
        };
        let public = before.split_whitespace().any(|w| w.starts_with("pub"));
        (ends && bare).then_some((place, public))
    })
}

#[cfg(test)]
#[path = "complaints/tests.rs"]
mod tests;
