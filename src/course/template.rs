//! Templates: pages of `content/templates` that a learner fills in, and what is still to be filled in of any text.
//!
//! What stands between `[[` and `]]` outside of code is a blank, and its words say what belongs there. A template's front
//! matter says which `file` it becomes. The template `log-entry` is the form of the captain's log: the words of its blanks
//! are the prompts of the log's four fields.

use std::ops::Range;
use std::path::{Component, Path};

use super::model::Course;
use super::page::{Page, PageKind};

/// The folder of templates, relative to the course's root.
pub(crate) const FOLDER: &str = "content/templates";

/// The largest file that is looked at.
const LARGEST: u64 = 4 << 20;

/// Something still to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blank {
    /// Its line, from 1.
    pub line: u32,
    /// Its bytes, marks included.
    pub range: Range<usize>,
    /// What belongs there.
    pub text: String,
}

/// Every blank of a text, in order. Code, in fences or between backticks, has none: `[[` is an operator of many languages.
pub fn blanks(text: &str) -> Vec<Blank> {
    let mut found: Vec<Blank> = Vec::new();
    let (mut at, mut in_fence) = (0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            in_fence = !in_fence;
            continue;
        }
        if in_fence {
            continue;
        }
        let mut from = 0;
        while let Some((open, close)) = next(&line[from..]) {
            found.push(Blank {
                line: number,
                range: start + from + open..start + from + close,
                text: line[from + open + 2..from + close - 2].trim().to_owned(),
            });
            from += close;
        }
    }
    found
}

/// The first blank of a line, marks included; code between backticks is passed over.
fn next(line: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if rest.starts_with('`') {
            let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
            let close = rest[ticks..].find(&rest[..ticks]);
            at += close.map_or(ticks, |close| close + 2 * ticks);
        } else if rest.starts_with("[[") {
            return rest.find("]]").map(|close| (at, at + close + 2));
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

/// Whether a path leads to a place below the course's root.
pub fn is_inside(path: &str) -> bool {
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    !path.is_empty() && Path::new(path).components().all(inside)
}

/// How far a file of the learner's is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filled {
    /// It is not there, or no text.
    NotBegun,
    /// These are left; none when it is finished.
    Open(Vec<Blank>),
}

impl Filled {
    /// The same in words.
    pub fn words(&self) -> String {
        match self {
            Filled::NotBegun => "not begun".to_owned(),
            Filled::Open(open) if open.is_empty() => "nothing left to fill in".to_owned(),
            Filled::Open(open) => format!("{} left to fill in", open.len()),
        }
    }
}

/// How far the file at `path`, relative to the course's `root`, is.
pub fn filled(root: &Path, path: &str) -> Filled {
    let file = root.join(path);
    let small = std::fs::metadata(&file).is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST);
    if !is_inside(path) || !small {
        return Filled::NotBegun;
    }
    match std::fs::read_to_string(file) {
        Ok(text) => Filled::Open(blanks(&text)),
        Err(_) => Filled::NotBegun,
    }
}

impl Page {
    /// The name of a template: that of its file, `case-study`.
    pub fn name(&self) -> &str {
        self.path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
    }

    /// What a template is copied as: its text without the front matter and the blank lines after it.
    pub fn form(&self) -> &str {
        self.body().trim_start_matches(['\r', '\n'])
    }
}

impl Course {
    /// Every template, by name.
    pub fn templates(&self) -> impl Iterator<Item = &Page> {
        self.pages
            .iter()
            .filter(|page| page.kind == PageKind::Template)
    }

    /// The template that becomes this file of the learner's.
    pub fn template_of(&self, file: &str) -> Option<&Page> {
        self.templates().find(|page| page.front.file == file)
    }

    /// What the log's fields ask for.
    pub fn log_prompts(&self) -> LogPrompts {
        let form = self.templates().find(|page| page.name() == LOG_ENTRY);
        form.map_or_else(LogPrompts::default, |page| LogPrompts::of(page.form()))
    }
}

/// The name of the template that is the log's form.
pub(crate) const LOG_ENTRY: &str = "log-entry";

/// The log's fields, as their headings are written.
pub const LOG_FIELDS: [&str; 4] = ["Progress", "Key insight", "Challenge", "Next steps"];

/// For each of [`LOG_FIELDS`], what belongs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPrompts(pub [String; 4]);

impl Default for LogPrompts {
    fn default() -> LogPrompts {
        let usual = [
            "what got done",
            "what you understood",
            "what was hard",
            "what comes next",
        ];
        LogPrompts(usual.map(str::to_owned))
    }
}

impl LogPrompts {
    /// The first blank below each field's heading; the usual words where there is none.
    fn of(form: &str) -> LogPrompts {
        let mut prompts = LogPrompts::default();
        let blanks = blanks(form);
        for (at, field) in LOG_FIELDS.iter().enumerate() {
            let Some(below) = heading(form, field) else {
                continue;
            };
            let end = form[below..]
                .find("\n## ")
                .map_or(form.len(), |len| below + len);
            let asked = blanks
                .iter()
                .find(|blank| (below..end).contains(&blank.range.start));
            if let Some(blank) = asked {
                prompts.0[at].clone_from(&blank.text);
            }
        }
        prompts
    }
}

/// The byte after a heading of the second level.
fn heading(form: &str, words: &str) -> Option<usize> {
    let mut at = 0;
    for line in form.split_inclusive('\n') {
        at += line.len();
        if line
            .strip_prefix("## ")
            .is_some_and(|is| is.trim() == words)
        {
            return Some(at);
        }
    }
    None
}

/// The fields that a form of the log lacks.
pub(crate) fn lacking(form: &str) -> impl Iterator<Item = &'static str> {
    LOG_FIELDS
        .into_iter()
        .filter(move |field| heading(form, field).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_found_outside_of_code() {
        let text = "a [[first]] and `v[[1]]` and [[ second ]]\n\n```bash\n[[ -f x ]]\n```\n| [[é]] | ``a`[[b]]`` |\n[[open\n[[last]]\n";
        let found = blanks(text);
        let told: Vec<(u32, &str, &str)> = found
            .iter()
            .map(|blank| (blank.line, &text[blank.range.clone()], blank.text.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (1, "[[first]]", "first"),
                (1, "[[ second ]]", "second"),
                (6, "[[é]]", "é"),
                (8, "[[last]]", "last")
            ]
        );
        assert!(blanks("``` [[a]]").is_empty() && blanks("`` [[a]]").len() == 1);
    }

    #[test]
    fn prompts_come_from_the_form() {
        let form = "date: [[day]]\n\n## Progress\n\n[[what runs now]]\n\n## Challenge\n\nwords\n\n## Next steps\n[[one]] [[two]]\n";
        let usual = LogPrompts::default().0;
        let got = LogPrompts::of(form).0;
        assert_eq!(got, ["what runs now", &usual[1], &usual[2], "one"]);
        assert_eq!(lacking(form).collect::<Vec<_>>(), ["Key insight"]);
    }

    #[test]
    fn a_file_is_looked_at_below_the_root_only() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("a.md"), "# A\n[[why]]\n").unwrap();
        assert!(matches!(filled(root.path(), "a.md"), Filled::Open(open) if open[0].line == 2));
        let other = root.path().join("b");
        std::fs::create_dir(&other).unwrap();
        assert_eq!(filled(&other, "../a.md"), Filled::NotBegun);
        assert_eq!(filled(root.path(), "b"), Filled::NotBegun);
    }
}
