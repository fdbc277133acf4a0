//! What scripts say to a reader, found in their sources.
//!
//! In: the scripts of `static/`, read as far as their texts. Out: each text in quotes or backticks, with what stands before it, `{}` where
//! something is put in. The rule: a text that a reader sees goes through `word(…)`, so that a course can give its own; what is left is a
//! selector, a class, a name.

use std::collections::BTreeSet;
use std::path::Path;

/// A text of a script.
pub struct Text {
    /// Where it stands, as `static/lab/see.js:12`.
    pub place: String,
    pub text: String,
    /// Whether it is what `word` gets first.
    pub worded: bool,
}

/// Every text of every script below `static/`.
pub fn texts(root: &Path) -> Vec<Text> {
    let mut all = Vec::new();
    for entry in walkdir::WalkDir::new(root.join("static")).sort_by_file_name() {
        let path = entry.expect("an entry").into_path();
        if path.extension().is_none_or(|end| end != "js") {
            continue;
        }
        let name = path
            .strip_prefix(root)
            .expect("it lies below")
            .display()
            .to_string();
        let source = std::fs::read_to_string(&path).expect("it can be read");
        let mut script = Script {
            name: name.replace('\\', "/"),
            source: source.chars().collect(),
            at: 0,
            found: Vec::new(),
        };
        script.code(false);
        all.append(&mut script.found);
    }
    all
}

struct Script {
    name: String,
    source: Vec<char>,
    at: usize,
    found: Vec<Text>,
}

impl Script {
    fn is(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(at, c)| self.source.get(self.at + at) == Some(&c))
    }

    /// Past the next place where this stands.
    fn past(&mut self, text: &str) {
        while self.at < self.source.len() && !self.is(text) {
            self.at += 1;
        }
        self.at += text.len();
    }

    /// What stands before here, without blanks at its end.
    fn before(&self) -> String {
        let from = self.at.saturating_sub(40);
        let text: String = self.source[from..self.at].iter().collect();
        text.trim_end().to_owned()
    }

    /// Code, to its end; `inner` is what stands in `${…}`.
    fn code(&mut self, inner: bool) {
        let mut open = 0;
        while self.at < self.source.len() {
            match self.source[self.at] {
                '/' if self.is("//") => self.past("\n"),
                '/' if self.is("/*") => self.past("*/"),
                '/' if self.begins_expression() => self.expression(),
                quote @ ('"' | '\'') => self.text(quote),
                '`' => self.text('`'),
                '{' => {
                    open += 1;
                    self.at += 1;
                }
                '}' if inner && open == 0 => {
                    self.at += 1;
                    return;
                }
                '}' => {
                    open -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Whether a `/` here begins a regular expression: after a value it divides.
    fn begins_expression(&self) -> bool {
        let before = self.before();
        before.ends_with([
            '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '+',
        ]) || before.ends_with("return")
    }

    fn expression(&mut self) {
        let mut class = false;
        self.at += 1;
        while self.at < self.source.len() {
            match self.source[self.at] {
                '\\' => self.at += 1,
                '[' => class = true,
                ']' => class = false,
                '/' if !class => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
    }

    fn text(&mut self, quote: char) {
        let before = self.before();
        let line = 1 + self.source[..self.at]
            .iter()
            .filter(|c| **c == '\n')
            .count();
        let mut text = String::new();
        self.at += 1;
        while self.at < self.source.len() && self.source[self.at] != quote {
            if quote == '`' && self.is("${") {
                self.at += 2;
                self.code(true);
                text.push_str("{}");
                continue;
            }
            if self.source[self.at] == '\\' {
                self.at += 1;
            }
            text.push(self.source[self.at]);
            self.at += 1;
        }
        self.at += 1;
        let calls = ["word(", "Word(", "Words("];
        self.found.push(Text {
            place: format!("{}:{line}", self.name),
            text,
            worded: calls.iter().any(|call| before.ends_with(call)),
        });
    }
}

/// Whether a text is one that people read: words, or one with a capital.
pub fn is_read(text: &str, classes: &BTreeSet<String>) -> bool {
    let pieces: Vec<&str> = text.split_whitespace().collect();
    if let [one] = pieces[..] {
        let mut letters = one.trim_end_matches(['.', ':', '…']).chars();
        return letters.next().is_some_and(char::is_uppercase)
            && one.len() > 2
            && letters.all(char::is_lowercase);
    }
    let is_word = |piece: &&&str| {
        let piece = piece.trim_matches(['“', '”', '(', ')', '.', ',', ':', ';', '!', '?']);
        piece.len() > 1
            && piece
                .chars()
                .all(|c| c.is_ascii_alphabetic() || "’'-".contains(c))
    };
    pieces.iter().filter(is_word).count() > 1
        && !pieces.iter().all(|piece| classes.contains(*piece))
}

/// The classes that style sheets know.
pub fn classes(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in walkdir::WalkDir::new(root.join("static"))
        .into_iter()
        .flatten()
    {
        if entry.path().extension().is_none_or(|end| end != "css") {
            continue;
        }
        let sheet = std::fs::read_to_string(entry.path()).expect("it can be read");
        for piece in sheet.split('.').skip(1) {
            let end = piece.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
            found.insert(piece[..end.unwrap_or(piece.len())].to_owned());
        }
    }
    found
}
