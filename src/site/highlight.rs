//! Code in, lines of HTML out: text escaped, spans of a few classes, every span closed on its own line.
//!
//! CUDA, C and C++ are coloured by `simt`'s own lexer, the course's other languages by small lexers of its design
//! (`scan.rs`), what is left by syntect; all speak the same nine classes, so one palette in light and one in dark covers
//! everything. syntect takes a hundred times as long, so its results are kept by content hash, across runs too. Unknown
//! languages are shown plain, never refused.

mod bash;
mod data;
mod grammar;
mod python;
mod rust;
mod scan;
mod shade;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use simt::lex::{Class, classify};

use shade::{Pieces, Shade};

pub use crate::html::{escape, push_escaped};

/// Changes when the meaning of cached lines changes.
const VERSION: &str = "1";

/// Lines of HTML, without line ends.
pub type Lines = Arc<Vec<String>>;

/// Colours code and remembers what it coloured.
#[derive(Debug, Default)]
pub struct Highlighter {
    known: Mutex<HashMap<String, Lines>>,
    used: Mutex<HashSet<String>>,
    file: Option<PathBuf>,
}

impl Highlighter {
    /// One that forgets when it is dropped.
    pub fn new() -> Highlighter {
        Highlighter::default()
    }

    /// One that remembers in a file of this folder; a file that cannot be read counts as empty.
    pub fn cached_in(folder: &Path) -> Highlighter {
        let file = folder.join("cache").join("highlight.json");
        let known = std::fs::read(&file)
            .ok()
            .and_then(|bytes| serde_json::from_slice::<HashMap<String, Vec<String>>>(&bytes).ok())
            .unwrap_or_default();
        Highlighter {
            known: Mutex::new(known.into_iter().map(|(k, v)| (k, Arc::new(v))).collect()),
            used: Mutex::default(),
            file: Some(file),
        }
    }

    /// The lines of `text` as HTML.
    pub fn lines(&self, language: &str, text: &str) -> Lines {
        if language == "console" {
            return Arc::new(console(text));
        }
        if let Some(lexer) = lexer_of(language) {
            return Arc::new(shade::lines(text, lexer(text)));
        }
        let Some(syntax) = grammar::of(language) else {
            return Arc::new(plain(text));
        };
        let key = blake3::hash(format!("{VERSION}\0{language}\0{text}").as_bytes())
            .to_hex()
            .to_string();
        lock(&self.used).insert(key.clone());
        if let Some(lines) = lock(&self.known).get(&key) {
            return lines.clone();
        }
        let lines: Lines = Arc::new(grammar::lines(syntax, text));
        lock(&self.known).insert(key, lines.clone());
        lines
    }

    /// Writes what was used since the start to the file, when that differs from what is there.
    /// A cache that cannot be written costs time later and nothing else.
    pub fn keep(&self) {
        let Some(file) = &self.file else { return };
        let used = lock(&self.used);
        let known = lock(&self.known);
        let kept: BTreeMap<&String, &Vec<String>> = known
            .iter()
            .filter(|(key, _)| used.contains(*key))
            .map(|(key, lines)| (key, &**lines))
            .collect();
        let Ok(bytes) = serde_json::to_vec(&kept) else {
            return;
        };
        if std::fs::read(file).is_ok_and(|old| old == bytes) {
            return;
        }
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = super::write::replace(file, &bytes);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a language as readers know it; empty for plain text.
pub fn language_name(language: &str) -> &str {
    match language {
        "cuda" | "cu" | "cuh" => "CUDA C++",
        "cpp" | "c++" | "cc" => "C++",
        "c" => "C",
        "rust" | "rs" => "Rust",
        "python" | "py" => "Python",
        "bash" | "sh" | "shell" => "Shell",
        "console" => "Terminal",
        "json" => "JSON",
        "toml" => "TOML",
        "yaml" | "yml" => "YAML",
        "markdown" | "md" => "Markdown",
        "diff" => "Diff",
        "text" | "txt" | "" => "",
        other => other,
    }
}

/// The lines of a text by syntect's grammar alone, for comparing; none when it knows no such language.
pub fn by_grammar(language: &str, text: &str) -> Option<Vec<String>> {
    Some(grammar::lines(grammar::of(language)?, text))
}

/// Our lexer of a language, when there is one.
fn lexer_of(language: &str) -> Option<fn(&str) -> Pieces> {
    Some(match language {
        "cuda" | "cu" | "cuh" | "cpp" | "c++" | "cc" | "c" | "h" | "hpp" => cuda,
        "rust" | "rs" => rust::pieces,
        "python" | "py" => python::pieces,
        "bash" | "sh" | "shell" | "zsh" => bash::pieces,
        "json" => data::json,
        "yaml" | "yml" => data::yaml,
        "toml" => data::toml,
        _ => return None,
    })
}

fn plain(text: &str) -> Vec<String> {
    text.lines().map(escape).collect()
}

/// A terminal: a prompt is marked, what it printed is plain.
fn console(text: &str) -> Vec<String> {
    let line = |line: &str| match line.strip_prefix("$ ") {
        Some(typed) => format!("<span class=\"hl-p\">$</span> {}", escape(typed)),
        None => format!("<span class=\"hl-c\">{}</span>", escape(line)),
    };
    text.lines().map(line).collect()
}

/// CUDA and C++ by the lexer that compiles it.
fn cuda(text: &str) -> Pieces {
    let shaded = |(range, class)| Some((range, shade_of_class(class)?));
    classify(text).into_iter().filter_map(shaded).collect()
}

fn shade_of_class(class: Class) -> Option<Shade> {
    match class {
        Class::Comment => Some(Shade::Comment),
        Class::String => Some(Shade::Text),
        Class::Number => Some(Shade::Number),
        Class::Keyword => Some(Shade::Keyword),
        Class::Type => Some(Shade::Type),
        Class::Builtin => Some(Shade::Builtin),
        Class::Preprocessor => Some(Shade::Directive),
        Class::Operator => Some(Shade::Operator),
        Class::Name | Class::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_stands_alone_and_text_is_kept() {
        let text = "fn main() {\n    let s = \"a\n  <b>\"; // c & d\n}\n";
        let lines = Highlighter::new().lines("rust", text);
        assert_eq!(lines.len(), 4);
        for (line, source) in lines.iter().zip(text.lines()) {
            assert_eq!(
                line.matches("<span").count(),
                line.matches("</span>").count(),
                "{line}"
            );
            assert_eq!(strip(line), source);
        }
        assert!(lines[0].contains("hl-k"), "{}", lines[0]);
        assert!(lines[2].contains("hl-c"), "{}", lines[2]);
    }

    #[test]
    fn cuda_has_the_same_classes() {
        let text = "__global__ void k(float* x) {\n  x[0] = 1.0f; /* a\n  b */ }\n";
        let lines = Highlighter::new().lines("cuda", text);
        for (line, source) in lines.iter().zip(text.lines()) {
            assert_eq!(strip(line), source);
        }
        assert!(lines[1].contains("hl-n"), "{}", lines[1]);
        assert!(
            lines[1].contains("hl-c") && lines[2].contains("hl-c"),
            "{lines:?}"
        );
    }

    #[test]
    fn an_unknown_language_is_plain() {
        assert_eq!(
            *Highlighter::new().lines("nonsense", "<a>\n"),
            ["&lt;a&gt;"]
        );
    }

    #[test]
    fn a_second_run_finds_what_the_first_kept() {
        let folder = tempfile::tempdir().unwrap();
        let first = Highlighter::cached_in(folder.path());
        let lines = first.lines("lua", "local x = 1\n");
        first.keep();
        let second = Highlighter::cached_in(folder.path());
        assert_eq!(second.known.lock().unwrap().len(), 1);
        assert_eq!(second.lines("lua", "local x = 1\n"), lines);
    }

    fn strip(html: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        for c in html.chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                _ if !inside => out.push(c),
                _ => {}
            }
        }
        out.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    }
}
