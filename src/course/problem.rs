//! What is wrong with a course: one record a place, sorted, all told at once.
//!
//! A message is a lowercase fragment without a trailing period; what to do about it stands apart in `help`.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::disk::slashes;
use super::lines::Lines;

/// The longest line that is shown whole, in bytes.
const LONGEST: usize = 240;

/// The most problems of one file that are listed; a file with more is mended from the top.
const LISTED: usize = 200;

/// Whether a problem stops the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// The course must not be built.
    Error,
    /// Worth a look; the build goes on.
    Warning,
}

/// Something wrong at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Problem {
    /// The file, relative to the course's root.
    pub path: PathBuf,
    /// 1-based line; 0 when the file as a whole is meant.
    pub line: u32,
    /// 1-based column in characters; 0 when the line as a whole is meant.
    pub column: u32,
    /// Whether it stops the build.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do, when that can be said.
    pub help: Option<String>,
    /// The line it is about, for showing; empty when there is none.
    pub excerpt: String,
}

impl Problem {
    /// An error about a whole file.
    pub fn error(path: impl Into<PathBuf>, message: impl Into<String>) -> Problem {
        Problem {
            path: path.into(),
            line: 0,
            column: 0,
            severity: Severity::Error,
            message: message.into(),
            help: None,
            excerpt: String::new(),
        }
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(mut self) -> Problem {
        self.severity = Severity::Warning;
        self
    }

    /// The same at a place, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Problem {
        self.line = line;
        self.column = column;
        self
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// The same with the line it is about, cut from the file's text.
    #[must_use]
    pub fn excerpt(self, text: &str) -> Problem {
        let line = self.line.checked_sub(1);
        match line.and_then(|n| text.lines().nth(n as usize)) {
            Some(line) => self.shows(line),
            None => self,
        }
    }

    /// The same where the text's lines are known: many problems of one file cost no more than they say.
    #[must_use]
    pub(crate) fn line_of(self, lines: &Lines<'_>) -> Problem {
        match lines.get(self.line) {
            Some(line) => self.shows(line),
            None => self,
        }
    }

    /// The same with this line; of a long one, what stands around the place.
    fn shows(mut self, line: &str) -> Problem {
        let line = line.trim_end();
        self.excerpt = match line.len() <= LONGEST {
            true => line.to_owned(),
            false => {
                let from = (self.column as usize).saturating_sub(LONGEST / 2);
                let cut = line.chars().skip(from).take(LONGEST);
                format!("…{}…", cut.collect::<String>())
            }
        };
        self
    }

    /// Whether it stops the build.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Where it is, as far as that is known: `content/x.md:3:7`.
    pub fn place(&self) -> String {
        let numbers = [self.line, self.column].into_iter();
        let known = numbers.take_while(|number| *number > 0);
        known.fold(slashes(&self.path), |place, number| {
            format!("{place}:{number}")
        })
    }

    /// Problems as pages and programs read them, those of a file with very many cut short ([`listed`]).
    pub fn list(problems: &[Problem]) -> Vec<Value> {
        let one = |problem: &Problem| {
            json!({
                "path": slashes(&problem.path),
                "line": problem.line,
                "column": problem.column,
                "place": problem.place(),
                "severity": if problem.is_error() { "error" } else { "warning" },
                "message": problem.message,
                "help": problem.help,
                "excerpt": problem.excerpt.trim(),
            })
        };
        listed(problems).iter().map(one).collect()
    }
}

/// `path:line:column: error: message`, and the help on a second line; the excerpt is left to `tell`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_error() { "error" } else { "warning" };
        write!(f, "{}: {word}: {}", self.place(), self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// What is to be listed of problems sorted by file: of one with very many the first, and how many more there are.
pub fn listed(problems: &[Problem]) -> Vec<Problem> {
    let mut out: Vec<Problem> = Vec::new();
    for of_file in problems.chunk_by(|a, b| a.path == b.path) {
        let (first, more) = of_file.split_at(of_file.len().min(LISTED));
        out.extend(first.iter().cloned());
        if let Some(next) = more.first() {
            let message = format!("{} more problems from here on", more.len());
            let worst = more.iter().map(|problem| problem.severity).min();
            out.push(Problem {
                severity: worst.unwrap_or(Severity::Warning),
                ..Problem::error(&next.path, message).at(next.line, 0)
            });
        }
    }
    out
}

/// The candidate nearest to what was written, when one is near enough to be meant.
pub fn nearest<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(written, c), c))
        .filter(|(distance, c)| *distance <= (c.len().max(written.len()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// The help for an unknown name: the nearest known one, or the first twelve.
pub fn meant(written: &str, known: &[&str]) -> Option<String> {
    const SHOWN: usize = 12;
    if let Some(near) = nearest(written, known.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let mut list: Vec<String> = Vec::new();
    for name in known.iter().map(|name| format!("`{name}`")) {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    let more = list.len().saturating_sub(SHOWN);
    list.truncate(SHOWN);
    match (list.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(format!("known: {}", list.join(", "))),
        (false, more) => Some(format!("known: {} and {more} more", list.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_named_when_it_is_near() {
        assert_eq!(nearest("titel", ["title", "time"]), Some("title"));
        assert_eq!(nearest("roep", ["rope", "transpose"]), Some("rope"));
        assert_eq!(nearest("unheard-of", ["rope", "transpose"]), None);
        assert_eq!(nearest("", ["rope"]), None);
    }

    #[test]
    fn far_names_get_a_short_list() {
        assert_eq!(meant("x", &[]), None);
        assert_eq!(
            meant("unheard", &["rope", "rope", "gemm"]).as_deref(),
            Some("known: `rope`, `gemm`")
        );
        let many: Vec<String> = (0..20).map(|n| format!("check-{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(
            meant("unheard", &many).is_some_and(|help| help.ends_with("`check-11` and 8 more"))
        );
    }
}
