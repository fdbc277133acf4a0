//! Code in colours: a sample of each language of ours beside its blessed lines, and what holds for any text.
//!
//! `BLESS=1 cargo test --test highlight` writes `tests/fixtures/highlight/*.html` anew. syntect, which knows the languages'
//! grammars, is the oracle for comments and strings.

use std::path::Path;

use course::site::highlight::{Highlighter, by_grammar};
use proptest::prelude::*;

const LANGUAGES: [&str; 7] = ["cuda", "rust", "python", "bash", "json", "yaml", "toml"];

fn sample(language: &str) -> (std::path::PathBuf, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/highlight");
    let entries = std::fs::read_dir(&folder).unwrap();
    let path = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            path.file_stem().is_some_and(|stem| stem == language)
                && path.extension().is_none_or(|e| e != "html")
        })
        .unwrap();
    let text = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\r\n", "\n");
    (folder.join(format!("{language}.html")), text)
}

#[test]
fn samples_are_coloured_as_blessed() {
    let mut wrong = String::new();
    for language in LANGUAGES {
        let (path, text) = sample(language);
        let lines = Highlighter::new().lines(language, &text).join("\n") + "\n";
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &lines).unwrap();
        }
        let expected = std::fs::read_to_string(&path)
            .unwrap_or_default()
            .replace("\r\n", "\n");
        if expected != lines {
            wrong.push_str(&format!("{} differs:\n{lines}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}BLESS=1 takes this over");
}

/// The text of a line of HTML, and its text that has one of these classes.
fn read(html: &str, classes: &[&str]) -> (String, String) {
    let (mut all, mut chosen) = (String::new(), String::new());
    let mut inside = false;
    for part in html.split_inclusive('>') {
        let (text, tag) = part.rsplit_once('<').unwrap_or((part, ""));
        all.push_str(text);
        if inside {
            chosen.push_str(text);
        }
        inside = classes
            .iter()
            .any(|class| tag.contains(&format!("\"{class}\"")));
    }
    let plain = |text: String| {
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    };
    (plain(all), plain(chosen))
}

#[test]
fn comments_and_strings_are_where_the_grammar_has_them() {
    // What the grammars see otherwise is in none of these samples: f-strings and expansions are theirs to cut up.
    for language in ["rust", "json", "python"] {
        let (_, text) = sample(language);
        let text: String = text
            .lines()
            .filter(|line| !line.contains("f\"") && !line.contains("'open") && !line.contains("{}"))
            .map(|line| format!("{line}\n"))
            .collect();
        let ours = Highlighter::new().lines(language, &text);
        let theirs = by_grammar(language, &text).unwrap();
        for ((our, their), source) in ours.iter().zip(&theirs).zip(text.lines()) {
            let comments = |html: &str| read(html, &["hl-c"]).1.replace(' ', "");
            // A documenting string is a comment to some; JSON's keys are strings to others.
            if language == "python" && source.contains("\"\"\"") || source.starts_with("over two") {
                continue;
            }
            assert_eq!(comments(our), comments(their), "{language}: {source}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_kept_and_every_line_stands_alone(
        words in prop::collection::vec(prop::sample::select(vec![
            "\"", "'", "\"\"\"", "'''", "#", "//", "/*", "*/", "\n", "\\", "$", "${", "}", "{", "<<EOF", "EOF", "é", "日", "r#", "b'", "def ", "x1", ": ", "- ", "|\n", "  ", "0x", "1e", ".", "@a", "#[", "[", "]", "=", "'a", "<", "&",
        ]), 0..40),
    ) {
        let text = words.concat();
        for language in LANGUAGES {
            let lines = Highlighter::new().lines(language, &text);
            prop_assert_eq!(lines.len(), text.lines().count());
            for (line, source) in lines.iter().zip(text.lines()) {
                prop_assert_eq!(line.matches("<span").count(), line.matches("</span>").count());
                prop_assert_eq!(read(line, &[]).0, source.trim_end_matches('\r'), "{}", language);
            }
        }
    }
}
