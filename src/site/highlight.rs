//! Code in, lines of HTML out: text escaped, spans of a few classes, every span closed on its own line.
//!
//! CUDA is coloured by `simt`'s own lexer, other languages by syntect; both speak the same nine classes, so one
//! palette in light and one in dark covers everything. syntect is slow, so its results are kept by content hash,
//! across runs too. Unknown languages are shown plain, never refused.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use simt::lex::{Class, classify};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

/// Changes when the meaning of cached lines changes.
const VERSION: &str = "1";

/// Lines of HTML, without line ends.
pub type Lines = Arc<Vec<String>>;

/// What a stretch of code is; the class in the page is `hl-` and this letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shade {
    Comment,
    Text,
    Number,
    Keyword,
    Type,
    Builtin,
    Directive,
    Operator,
    Function,
}

impl Shade {
    fn class(self) -> &'static str {
        match self {
            Shade::Comment => "hl-c",
            Shade::Text => "hl-s",
            Shade::Number => "hl-n",
            Shade::Keyword => "hl-k",
            Shade::Type => "hl-t",
            Shade::Builtin => "hl-b",
            Shade::Directive => "hl-p",
            Shade::Operator => "hl-o",
            Shade::Function => "hl-f",
        }
    }
}

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
        match language {
            "cuda" | "cu" | "cuh" => return Arc::new(cuda(text)),
            "console" => return Arc::new(console(text)),
            _ => {}
        }
        let Some(syntax) = syntax_of(language) else {
            return Arc::new(plain(text));
        };
        let key = blake3::hash(format!("{VERSION}\0{language}\0{text}").as_bytes())
            .to_hex()
            .to_string();
        lock(&self.used).insert(key.clone());
        if let Some(lines) = lock(&self.known).get(&key) {
            return lines.clone();
        }
        let lines: Lines = Arc::new(by_grammar(syntax, text));
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

/// Text with `&`, `<`, `>` and quotes written as HTML needs them.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_escaped(&mut out, text);
    out
}

/// The same, appended.
pub fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
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

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

fn syntax_of(language: &str) -> Option<&'static SyntaxReference> {
    let token = match language {
        "" | "text" | "txt" | "plain" => return None,
        "shell" => "sh",
        "c++" => "cpp",
        other => other,
    };
    SYNTAXES.find_syntax_by_token(token)
}

fn by_grammar(syntax: &SyntaxReference, text: &str) -> Vec<String> {
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let with_end = format!("{line}\n");
        let Ok(ops) = state.parse_line(&with_end, &SYNTAXES) else {
            lines.push(escape(line));
            continue;
        };
        let mut painter = Painter::default();
        let mut from = 0;
        for (at, op) in ops {
            painter.push(
                line.get(from..at.min(line.len())).unwrap_or(""),
                shade_of(&stack),
            );
            from = at.min(line.len());
            if stack.apply(&op).is_err() {
                break;
            }
        }
        painter.push(line.get(from..).unwrap_or(""), shade_of(&stack));
        lines.push(painter.finish());
    }
    lines
}

static RULES: LazyLock<Vec<(Scope, Option<Shade>)>> = LazyLock::new(|| {
    let table: [(&str, Option<Shade>); 23] = [
        ("comment", Some(Shade::Comment)),
        ("string", Some(Shade::Text)),
        ("constant.character", Some(Shade::Text)),
        ("constant.numeric", Some(Shade::Number)),
        ("constant.language", Some(Shade::Number)),
        ("constant.other", Some(Shade::Number)),
        ("keyword.operator.word", Some(Shade::Keyword)),
        ("keyword.operator", Some(Shade::Operator)),
        ("keyword.control.import", Some(Shade::Directive)),
        ("keyword", Some(Shade::Keyword)),
        ("storage.type.numeric", Some(Shade::Type)),
        ("storage", Some(Shade::Keyword)),
        ("entity.name.function", Some(Shade::Function)),
        ("entity.name.tag", Some(Shade::Keyword)),
        ("entity.name", Some(Shade::Type)),
        ("entity.other.attribute-name", Some(Shade::Function)),
        ("support.function", Some(Shade::Builtin)),
        ("support.macro", Some(Shade::Builtin)),
        ("support.type", Some(Shade::Type)),
        ("variable.function", Some(Shade::Function)),
        ("variable.annotation", Some(Shade::Directive)),
        ("markup.inserted", Some(Shade::Text)),
        ("markup.deleted", Some(Shade::Keyword)),
    ];
    table
        .into_iter()
        .filter_map(|(name, shade)| Some((Scope::new(name).ok()?, shade)))
        .collect()
});

/// The innermost scope that has a rule decides.
fn shade_of(stack: &ScopeStack) -> Option<Shade> {
    stack.as_slice().iter().rev().find_map(|scope| {
        RULES
            .iter()
            .find(|(prefix, _)| prefix.is_prefix_of(*scope))
            .and_then(|(_, shade)| *shade)
    })
}

/// Joins neighbouring stretches of one shade into one span.
#[derive(Default)]
struct Painter {
    html: String,
    open: Option<Shade>,
}

impl Painter {
    fn push(&mut self, text: &str, shade: Option<Shade>) {
        if text.is_empty() {
            return;
        }
        // A blank needs no colour: it joins whatever is open.
        if shade != self.open && !text.trim().is_empty() {
            self.close();
            if let Some(shade) = shade {
                self.html.push_str("<span class=\"");
                self.html.push_str(shade.class());
                self.html.push_str("\">");
            }
            self.open = shade;
        }
        push_escaped(&mut self.html, text);
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.html.push_str("</span>");
        }
    }

    fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

/// CUDA by the lexer that compiles it.
fn cuda(text: &str) -> Vec<String> {
    let classes = classify(text);
    let mut pieces = classes.iter().peekable();
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut painter = Painter::default();
        let mut at = start;
        while let Some((range, class)) = pieces.peek() {
            if range.start >= end {
                break;
            }
            let from = range.start.max(start);
            painter.push(text.get(at..from).unwrap_or(""), None);
            painter.push(
                text.get(from..range.end.min(end)).unwrap_or(""),
                shade_of_class(*class),
            );
            at = range.end.min(end).max(at);
            // A comment may go on below; it is coloured there again.
            if range.end > end {
                break;
            }
            pieces.next();
        }
        painter.push(text.get(at..end).unwrap_or(""), None);
        lines.push(painter.finish());
        start += line.len();
    }
    lines
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
        let lines = first.lines("python", "def f(): pass\n");
        first.keep();
        let second = Highlighter::cached_in(folder.path());
        assert_eq!(second.known.lock().unwrap().len(), 1);
        assert_eq!(second.lines("python", "def f(): pass\n"), lines);
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
