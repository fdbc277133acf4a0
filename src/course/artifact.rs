//! Whether a file of the learner's holds what a criterion asks of it: a section of that title, bullets and words in range,
//! the paths that it must refer to, nothing left to fill in.
//!
//! The file is read where the course lies and nowhere else. A section goes from its title (a heading, or a line that is bold) to
//! the next title of its rank or above. What is still to be filled in is a blank, as `template.rs` finds them.

use std::path::{Component, Path};

use super::item::{Count, Rule};
use super::template::blanks;

/// The most of a file that is read.
const LARGEST: u64 = 4 << 20;

/// What the file lacks, as a fragment; none when it holds all of it, or the rule is about no file.
pub fn lacks(root: &Path, rule: &Rule) -> Option<String> {
    let Rule::Artifact {
        path,
        section,
        bullets,
        words,
        names,
    } = rule
    else {
        return None;
    };
    let below = Path::new(path);
    let inside = below
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let file = root.join(below);
    let size = std::fs::metadata(&file).ok().filter(|meta| meta.is_file());
    if !inside || size.is_none_or(|meta| meta.len() > LARGEST) {
        return Some(format!("`{path}` is not there"));
    }
    let Ok(text) = std::fs::read_to_string(&file) else {
        return Some(format!("`{path}` is no text"));
    };
    let text = match section.as_str() {
        "" => text.as_str(),
        title => match of_section(&text, title) {
            Some(text) => text,
            None => return Some(format!("`{path}` has no section “{title}”")),
        },
    };
    if let Some(blank) = blanks(text).first() {
        return Some(format!("`[[{}]]` is still to be filled in", blank.text));
    }
    if let Some(absent) = names.iter().find(|name| !refers(text, name)) {
        return Some(format!("`{absent}` is not referred to"));
    }
    let counts = [
        (
            bullets,
            text.lines().filter(|line| is_bullet(line)).count(),
            "bullets",
        ),
        (words, words_in(text), "words"),
    ];
    counts.into_iter().find_map(|(asked, has, what)| {
        let asked = asked.as_ref().filter(|asked| !holds(asked, has))?;
        Some(match asked.max {
            Some(max) if max == asked.min => format!("{has} {what}, {max} are asked for"),
            Some(max) => format!("{has} {what}, {} to {max} are asked for", asked.min),
            None => format!("{has} {what}, at least {} are asked for", asked.min),
        })
    })
}

/// Whether a text has this path, and not only as the end or the beginning of another.
fn refers(text: &str, path: &str) -> bool {
    let is_path = |c: char| c.is_alphanumeric() || "-_/".contains(c);
    text.match_indices(path).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + path.len()..]);
        let before = before.strip_suffix("./").unwrap_or(before);
        !before.ends_with(is_path) && !after.starts_with(is_path)
    })
}

fn holds(asked: &Count, has: usize) -> bool {
    has >= asked.min as usize && asked.max.is_none_or(|max| has <= max as usize)
}

fn is_bullet(line: &str) -> bool {
    let line = line.trim_start();
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

fn words_in(text: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    text.split_whitespace().filter(is_word).count()
}

/// The rank and words of a title: 1 to 6 of a heading, 7 of a line that is bold.
fn title_of(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&level) && line[level..].starts_with(' ') {
        return Some((level, line[level..].trim().trim_end_matches('#').trim()));
    }
    let inner = line.strip_prefix("**")?;
    let inner = inner
        .strip_suffix("**")
        .or_else(|| inner.strip_suffix("**:"))?;
    (!inner.contains("**")).then(|| (7, inner.trim_end_matches(':').trim()))
}

/// The text below a title.
fn of_section<'t>(text: &'t str, title: &str) -> Option<&'t str> {
    let mut found: Option<(usize, usize)> = None;
    let mut at = 0;
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        in_code ^= line.trim_start().starts_with("```");
        let Some((rank, words)) = title_of(line).filter(|_| !in_code) else {
            continue;
        };
        match found {
            Some((own, from)) if rank <= own => return text.get(from..start),
            None if words.to_lowercase() == title.trim().to_lowercase() => found = Some((rank, at)),
            _ => {}
        }
    }
    text.get(found?.1..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(section: &str, bullets: Option<(u32, Option<u32>)>, words: Option<u32>) -> Rule {
        Rule::Artifact {
            path: "notes/a.md".to_owned(),
            section: section.to_owned(),
            bullets: bullets.map(|(min, max)| Count { min, max }),
            words: words.map(|min| Count { min, max: None }),
            names: Vec::new(),
        }
    }

    #[test]
    fn paths_are_referred_to_as_a_whole() {
        let text = "see `./data/a.csv`, (b.csv) and old-c.csv or d.csv/e.";
        let found = ["data/a.csv", "a.csv", "b.csv", "c.csv", "d.csv"].map(|p| refers(text, p));
        assert_eq!(found, [true, false, true, false, false]);
    }

    #[test]
    fn a_file_is_held_against_all_that_is_asked() {
        let root = tempfile::tempdir().unwrap();
        let lacks = |rule: &Rule| lacks(root.path(), rule).unwrap_or_default();
        assert_eq!(lacks(&rule("", None, None)), "`notes/a.md` is not there");
        std::fs::create_dir(root.path().join("notes")).unwrap();
        let text = "# Notes\n\n## The chip\n\n- one\n- two words\n\n### More\n\n- three\n\n## Rest\n\n**Paged cache**\n\n- four [[why]]\n";
        std::fs::write(root.path().join("notes/a.md"), text).unwrap();
        assert_eq!(lacks(&rule("the chip", Some((3, Some(3))), None)), "");
        assert_eq!(
            lacks(&rule("The chip", Some((5, Some(10))), None)),
            "3 bullets, 5 to 10 are asked for"
        );
        assert_eq!(
            lacks(&rule("The chip", None, Some(40))),
            "5 words, at least 40 are asked for"
        );
        assert_eq!(
            lacks(&rule("Other", None, None)),
            "`notes/a.md` has no section “Other”"
        );
        assert!(lacks(&rule("Paged cache", None, None)).contains("to be filled in"));
    }

    #[test]
    fn no_file_outside_the_course_is_read() {
        let root = tempfile::tempdir().unwrap();
        for path in ["../a.md", "/etc/hosts"] {
            let rule = Rule::Artifact {
                path: path.to_owned(),
                section: String::new(),
                bullets: None,
                words: None,
                names: Vec::new(),
            };
            assert!(lacks(root.path(), &rule).is_some(), "{path}");
        }
    }
}
