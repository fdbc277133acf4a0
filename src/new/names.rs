//! Names and titles of what is new: what was typed comes in, what is written comes out, or the sentence that says why not.
//!
//! The rule: a name becomes a folder, an address, an id and, of a lab, a crate, so it is a word that all four can be.

use crate::exit::Failure;

/// The longest name, in letters; it is part of paths.
const LONGEST_NAME: usize = 60;
/// The longest title, in letters.
const LONGEST_TITLE: usize = 120;

/// Crates that a lab's own cannot be called: those of Rust, those that a lab is built with, and words of Rust.
const TAKEN: [&str; 49] = [
    "core",
    "std",
    "alloc",
    "test",
    "proc-macro",
    "lab",
    "lab-build",
    "checker",
    "course",
    "own-course",
    "page",
    "view",
    "web",
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "unsafe",
    "use",
];

/// A name as a folder, an address and an id have it.
///
/// # Errors
/// When it is none: it says what a name is.
pub fn name(typed: &str) -> Result<&str, Failure> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let word = typed.chars().all(plain)
        && typed.starts_with(|c: char| c.is_ascii_lowercase())
        && !typed.ends_with('-')
        && !typed.contains("--");
    if !word {
        let shown = typed.escape_debug();
        return Err(Failure::wrong_use(format!("`{shown}` is no name"))
            .help("a name is lower-case letters, digits and single `-`, and begins with a letter: `first-steps`; `--title` takes any words"));
    }
    if typed.len() > LONGEST_NAME {
        let message = format!("a name has at most {LONGEST_NAME} letters");
        return Err(Failure::wrong_use(message).help("`--title` may be longer"));
    }
    if let Some(fault) = crate::course::name_fault(typed) {
        return Err(Failure::wrong_use(fault).help("choose another name"));
    }
    Ok(typed)
}

/// A lab's name, which is a crate's, too.
///
/// # Errors
/// When it is no name, or one that Rust has taken.
pub fn lab(typed: &str) -> Result<&str, Failure> {
    let name = name(typed)?;
    match TAKEN.contains(&name) {
        true => Err(Failure::wrong_use(format!(
            "a lab cannot be called `{name}`: its crate has its name, and that one is taken"
        ))
        .help(format!("`{name}-lab` is free"))),
        false => Ok(name),
    }
}

/// The title: the one that was typed, or the name as words.
///
/// # Errors
/// When it is none that a heading, a menu and front matter can hold.
pub fn title(typed: Option<&str>, name: &str) -> Result<String, Failure> {
    let Some(typed) = typed else {
        let words = name.replace('-', " ");
        let mut letters = words.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        return Ok(first.chain(letters).collect());
    };
    let title = typed.trim();
    let odd = title
        .chars()
        .find(|c| c.is_control() || "{}<>`[]|\\*_#".contains(*c));
    let wrong = match odd {
        _ if title.is_empty() => Some("a title has words".to_owned()),
        _ if title.chars().count() > LONGEST_TITLE => {
            Some(format!("a title has at most {LONGEST_TITLE} letters"))
        }
        Some(c) => Some(format!(
            "a title is plain words, without `{}`",
            c.escape_debug()
        )),
        None => None,
    };
    match wrong {
        Some(wrong) => {
            Err(Failure::wrong_use(wrong).help("as `--title \"Threads, blocks and the guard\"`"))
        }
        None => Ok(title.to_owned()),
    }
}

/// A title as YAML has it: in quotes where it would be read as something else.
pub fn quoted(title: &str) -> String {
    let plain = title.starts_with(|c: char| c.is_alphabetic())
        && !title.contains([':', '#', '"', '\'', ',', '&', '%', '@', '!', '?'])
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&title.to_lowercase().as_str());
    match plain {
        true => title.to_owned(),
        false => format!("\"{}\"", title.replace('"', "\\\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_a_folder_an_address_and_a_crate_can_be() {
        for good in ["a", "first-steps", "week-2", "gemm"] {
            assert_eq!(name(good), Ok(good));
        }
        for bad in [
            "", "A", "a b", "2nd", "-a", "a-", "a--b", "ä", "a/b", "..", "a.b", "con",
        ] {
            assert!(name(bad).is_err(), "{bad}");
        }
        assert!(name(&"a".repeat(61)).is_err());
        assert!(lab("match").is_err() && lab("checker").is_err());
        assert_eq!(lab("scale"), Ok("scale"));
    }

    #[test]
    fn titles_are_words() {
        assert_eq!(title(None, "first-steps"), Ok("First steps".to_owned()));
        assert_eq!(title(Some(" Why? "), "x"), Ok("Why?".to_owned()));
        for bad in ["", " ", "a\nb", "a {#b}", "<b>", &"x".repeat(121)] {
            assert!(title(Some(bad), "x").is_err(), "{bad}");
        }
    }

    #[test]
    fn a_title_in_yaml_is_read_as_it_was_written() {
        for title in [
            "Plain words",
            "Why: a question",
            "no",
            "3 things",
            "it's \"so\"",
        ] {
            let text = format!("title: {}\nparts: []\n", quoted(title));
            let dir = tempfile::tempdir().unwrap();
            std::fs::create_dir(dir.path().join("content")).unwrap();
            std::fs::write(dir.path().join("content/course.yaml"), text).unwrap();
            let loaded = crate::course::load(dir.path());
            assert_eq!(loaded.course.title, title, "{:?}", loaded.problems);
        }
    }
}
