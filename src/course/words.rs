//! A heading's words: icons dropped, a keyword and number split off, a bracket at the end taken apart.
//!
//! The source documents write `### ✅ Task 5.1: …`, `# Week 2 — …`, `#### Lesson 1: … (file.md)`; the icon varies and the
//! words decide.

use super::outline::squeeze;

/// The words without the icons before and after them.
pub(crate) fn clean(text: &str) -> String {
    let starts = |c: char| {
        c.is_alphanumeric() || (c.is_ascii() && !c.is_ascii_whitespace()) || "“‘«≤≥≈~".contains(c)
    };
    let ends = |c: char| starts(c) || "”’»…".contains(c);
    squeeze(
        text.trim_start_matches(|c| !starts(c))
            .trim_end_matches(|c| !ends(c)),
    )
}

/// Lower case, without a leading `3. `, a bracket at the end, and marks at the end: for looking names up.
pub(crate) fn normal(text: &str) -> String {
    let words = clean(text);
    let words = numbered(&words).map_or(words.as_str(), |(_, rest)| rest);
    let (words, _) = bracket(words);
    words
        .trim_end_matches(['!', ':', '.', '?'])
        .to_lowercase()
        .replace('’', "'")
}

/// `3. Title` split into 3 and the title.
pub(crate) fn numbered(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_once(". ")?;
    digits.parse().ok().map(|n| (n, rest.trim()))
}

/// `Keyword 1.2: Title`, `Keyword 1a — Title`, `Keyword: Title`: the number (may be empty) and the title.
pub(crate) fn keyword<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let rest = text
        .get(..word.len())
        .filter(|w| w.eq_ignore_ascii_case(word))
        .map(|w| &text[w.len()..])?;
    let (number, title) = match rest.strip_prefix(' ') {
        None => ("", rest),
        Some(rest) => {
            let len = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
                .unwrap_or(rest.len());
            (&rest[..len], &rest[len..])
        }
    };
    let title = title.trim_start();
    let title = title
        .strip_prefix([':', '–', '—'])
        .or_else(|| title.strip_prefix("- "))?
        .trim();
    // A number holds a digit or is roman, so that "Part of: …" is prose.
    let is_number = number.is_empty()
        || number.starts_with(|c: char| c.is_ascii_digit())
        || number.chars().all(|c| "IVXLC".contains(c));
    (is_number && !title.is_empty()).then_some((number, title))
}

/// `Title (inside)` taken apart; the inside is empty when there is no bracket at the end.
pub(crate) fn bracket(text: &str) -> (&str, &str) {
    let whole = (text.trim(), "");
    let Some(inner) = text.trim().strip_suffix(')') else {
        return whole;
    };
    match inner.rsplit_once('(') {
        Some((title, inside)) if !title.trim().is_empty() => (title.trim(), inside.trim()),
        _ => whole,
    }
}

/// Lists in a field: `` `[GPU/HW]` `[Kernels]` `` and `GPU, kernels` alike.
pub(crate) fn tags(value: &str) -> Vec<String> {
    let parts: Vec<&str> = if value.contains('[') {
        value.split(['[', ']']).collect()
    } else {
        value.split([',', '·']).collect()
    };
    parts
        .into_iter()
        .map(|p| p.trim().trim_matches('`').trim())
        .filter(|p| !p.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a word looks like the path of a file: a folder or `~/` in it, and an extension.
pub(crate) fn is_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let has_extension = name.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty()
            && (1..=5).contains(&ext.len())
            && ext.chars().all(|c| c.is_ascii_alphanumeric())
    });
    has_extension
        && word.contains('/')
        && !word.contains(char::is_whitespace)
        && !word.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_go_and_words_stay() {
        assert_eq!(clean("✅ Task 5.1: GPU – SMs"), "Task 5.1: GPU – SMs");
        assert_eq!(clean("🏋️ Hard Mode"), "Hard Mode");
        assert_eq!(clean("Content Quality ✅"), "Content Quality");
        assert_eq!(clean("“Quoted” at start"), "“Quoted” at start");
        assert_eq!(normal("🎉 Day 004 Complete!"), "day 004 complete");
        assert_eq!(
            normal("### 1. Documentation (6 Lessons)".trim_start_matches("### ")),
            "documentation"
        );
    }

    #[test]
    fn keywords_numbers_and_titles() {
        assert_eq!(keyword("Task 5.1: GPU", "Task"), Some(("5.1", "GPU")));
        assert_eq!(
            keyword("Week 2 — Hardware", "Week"),
            Some(("2", "Hardware"))
        );
        assert_eq!(keyword("Lab 1a — NCU (x)", "Lab"), Some(("1a", "NCU (x)")));
        assert_eq!(keyword("Part I: The Art", "Part"), Some(("I", "The Art")));
        assert_eq!(keyword("Task: Write", "Task"), Some(("", "Write")));
        assert_eq!(keyword("Day 004 Complete!", "Day"), None);
        assert_eq!(keyword("Lab Results", "Lab"), None);
        assert_eq!(keyword("Labs: some", "Lab"), None);
        assert_eq!(keyword("Tier 5 Tasks – NVIDIA", "Tier"), None);
        assert_eq!(keyword("Täsk: x", "Task"), None);
    }

    #[test]
    fn brackets_tags_and_paths() {
        assert_eq!(
            bracket("Deep Work (~1–3 hours)"),
            ("Deep Work", "~1–3 hours")
        );
        assert_eq!(bracket("(all)"), ("(all)", ""));
        assert_eq!(tags("[GPU/HW] [Triton/CUDA]"), ["GPU/HW", "Triton/CUDA"]);
        assert_eq!(tags("GPU, kernels"), ["GPU", "kernels"]);
        assert!(is_path("~/artifacts/day004_notes.md") && is_path("business/offers.md"));
        assert!(!is_path("warps/blocks") && !is_path("https://a.b/c.md") && !is_path("x.md"));
    }
}
