//! Code cut from files that are tested: `kernels/rope.cu#v0` comes in, the lines of that anchor come out.
//!
//! Anchors are `//@anchor NAME` … `//@endanchor NAME` (`#@` where the language comments with `#`); what is cut is
//! dedented and keeps the numbers of its lines in the file. `view: starter` shows what the learner is given.

use std::ops::Range;
use std::path::{Component, Path};
use std::sync::Arc;

use lab::markers::{self, View};

use super::code::{self, Show};
use super::predict::{self, Prediction};
use super::tried::Tried;
use crate::course::{Page, nearest};

/// What is wrong with what a page points at, and what to do about it.
pub(super) type Broken = (String, Option<String>);

/// What a `listing` fence asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The file, relative to the course's root.
    pub path: String,
    /// The anchor; the whole file when there is none.
    pub anchor: Option<String>,
    /// Which text of a kernel with markers.
    pub view: View,
    /// How to show it.
    pub show: Show,
    /// A second listing, to be shown as what it changes.
    pub after: Option<Box<Asked>>,
    /// Whether it may be run where it stands.
    pub run: bool,
    /// What is written behind the program's name when it is run.
    pub args: String,
    /// What is asked before it is run.
    pub predict: Vec<Prediction>,
    /// Bytes of the fence in the page's source.
    pub range: Range<usize>,
}

impl Asked {
    /// Where in the page's source the listing has these words, which stand below its fence.
    pub(super) fn place_of(&self, page: &Page, words: &str) -> usize {
        let fence = page.source.get(self.range.clone()).unwrap_or_default();
        self.range.start + fence.find(words).unwrap_or(0)
    }
}

/// What was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The lines.
    pub text: String,
    /// How to show them.
    pub show: Show,
    /// The lines of the second listing, when the difference is to be shown.
    pub after: Option<String>,
    /// What its page needs to run it, where it can be run.
    pub tried: Option<Arc<Tried>>,
}

/// The keys of a listing, below its place.
pub(super) const KEYS: [&str; 7] = ["view", "title", "lines", "diff", "run", "args", "predict"];

/// The longest command line of a listing.
const LONGEST_ARGS: usize = 400;

/// Reads the body of a `listing` fence.
///
/// # Errors
/// What cannot be understood, as a message.
pub fn ask(body: &str, range: Range<usize>) -> Result<Asked, String> {
    let mut rows = body.lines().map(str::trim).filter(|row| !row.is_empty());
    let Some(place) = rows.next() else {
        return Err("a listing names a file: `kernels/rope.cu#v0`".to_owned());
    };
    let (path, anchor) = match place.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (place, None),
    };
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside || path.is_empty() {
        return Err(format!("`{path}` is not a path inside the course"));
    }
    let mut asked = Asked {
        path: path.to_owned(),
        anchor,
        view: View::Solution,
        show: Show {
            language: language_of(path).to_owned(),
            title: place.to_owned(),
            numbers: true,
            first: 1,
            ..Show::default()
        },
        after: None,
        run: true,
        args: String::new(),
        predict: Vec::new(),
        range,
    };
    for row in rows {
        let (key, value) = row
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("`{row}` is not `key: value`"))?;
        match (key, value) {
            ("view", "starter") => asked.view = View::Starter,
            ("view", "solution") => asked.view = View::Solution,
            ("view", other) => {
                return Err(format!("unknown view `{other}`: `starter` or `solution`"));
            }
            ("title", title) => asked.show.title = title.trim_matches('"').to_owned(),
            ("lines", marked) => {
                asked.show.marked = code::lines(marked)
                    .ok_or_else(|| format!("`{marked}` is not a list of lines"))?;
            }
            ("diff", second) => {
                let after = ask(second, asked.range.clone())?;
                if asked.show.title == place {
                    asked.show.title = format!("{place} → {second}");
                }
                asked.after = Some(Box::new(after));
            }
            ("run", "yes") => asked.run = true,
            ("run", "no") => asked.run = false,
            ("run", other) => return Err(format!("`run` is `yes` or `no`, not `{other}`")),
            ("args", words) if words.len() <= LONGEST_ARGS => words.clone_into(&mut asked.args),
            ("args", _) => return Err(format!("`args` has more than {LONGEST_ARGS} letters")),
            ("predict", value) => asked.predict.push(predict::read(value)?),
            (other, _) => {
                return Err(match nearest(other, KEYS) {
                    Some(near) => format!("unknown key `{other}`, did you mean `{near}`?"),
                    None => format!("unknown key `{other}`: {}", KEYS.join(", ")),
                });
            }
        }
    }
    Ok(asked)
}

/// Cuts what was asked for out of the file's text.
///
/// # Errors
/// The message and the help: an anchor that is not there, an empty cut.
pub fn cut(asked: &Asked, text: &str) -> Result<Listing, Broken> {
    let mut show = asked.show.clone();
    let text = match &asked.anchor {
        None => {
            let whole = match asked.view {
                View::Starter => markers::starter(text),
                View::Solution => markers::solution(text),
            };
            show.numbers = whole == text;
            whole
        }
        Some(name) => {
            let slashed = slashed(text);
            let known = markers::anchors(&slashed);
            let Some(cut) = markers::anchor_in(&slashed, name, asked.view) else {
                let near = nearest(name, known.iter().map(String::as_str));
                let help = match near {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None if known.is_empty() => Some("the file has no `//@anchor`".to_owned()),
                    None => Some(format!("it has: `{}`", known.join("`, `"))),
                };
                return Err((format!("no anchor `{name}` in `{}`", asked.path), help));
            };
            show.first = first_line(&slashed, name);
            show.numbers = asked.view == View::Solution && contiguous(&slashed, name);
            cut
        }
    };
    if text.trim().is_empty() {
        return Err((format!("the listing from `{}` is empty", asked.path), None));
    }
    Ok(Listing {
        text,
        show,
        after: None,
        tried: None,
    })
}

/// `#@anchor` reads as `//@anchor`, for languages that comment with `#`.
fn slashed(text: &str) -> String {
    if !text.contains("#@") {
        return text.to_owned();
    }
    let line = |line: &str| match line.trim_start().strip_prefix("#@") {
        Some(rest) => format!("//@{rest}"),
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The number of the first line below the anchor.
fn first_line(text: &str, name: &str) -> u32 {
    text.lines()
        .position(|line| line.trim().strip_prefix("//@anchor ").map(str::trim) == Some(name))
        .map_or(1, |at| at as u32 + 2)
}

/// Whether the anchor's lines stand one below the other, so that counting from the first is right.
fn contiguous(text: &str, name: &str) -> bool {
    let marker =
        |line: &str, word: &str| line.trim().strip_prefix(word).map(str::trim) == Some(name);
    let mut inside = text
        .lines()
        .skip_while(|line| !marker(line, "//@anchor "))
        .skip(1)
        .take_while(|line| !marker(line, "//@endanchor "));
    !inside.any(|line| line.trim().starts_with("//@") || line.trim().starts_with("//|"))
}

fn language_of(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|e| e.to_str()) {
        Some("cu" | "cuh") => "cuda",
        Some("rs") => "rust",
        Some("py") => "python",
        Some("sh") => "bash",
        Some("cpp" | "cc" | "hpp" | "h") => "cpp",
        Some("c") => "c",
        Some("json") => "json",
        Some("md") => "markdown",
        Some("yaml" | "yml") => "yaml",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_its_line_numbers() {
        let text = "int a;\n//@anchor v\n    int b;\n    int c;\n//@endanchor v\n";
        let asked = ask("kernels/x.cu#v", 0..0).unwrap();
        let listing = cut(&asked, text).unwrap();
        assert_eq!(listing.text, "int b;\nint c;\n");
        assert_eq!((listing.show.first, listing.show.numbers), (3, true));
        assert_eq!(listing.show.language, "cuda");
    }

    #[test]
    fn views_differ_and_are_not_numbered() {
        let text =
            "//@anchor v\n//@solution\nint s;\n//@starter\n//| int t;\n//@end\n//@endanchor v\n";
        let asked = ask("kernels/x.cu#v\nview: starter\n", 0..0).unwrap();
        let listing = cut(&asked, text).unwrap();
        assert_eq!(listing.text, "int t;\n");
        assert!(!listing.show.numbers);
    }

    #[test]
    fn a_missing_anchor_names_the_nearest() {
        let asked = ask("x.cu#v2x", 0..0).unwrap();
        let (message, help) = cut(&asked, "//@anchor v2\nint a;\n//@endanchor v2\n").unwrap_err();
        assert_eq!(message, "no anchor `v2x` in `x.cu`");
        assert_eq!(help.as_deref(), Some("did you mean `v2`?"));
    }

    #[test]
    fn no_way_out_of_the_course() {
        assert!(ask("../../etc/passwd", 0..0).is_err());
        assert!(ask("/etc/passwd", 0..0).is_err());
        assert!(ask("", 0..0).is_err());
        assert!(
            ask("a.cu\nveiw: starter", 0..0)
                .unwrap_err()
                .contains("`view`")
        );
    }
}
