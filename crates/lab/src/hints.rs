//! `hints.md` in, the hints of a part out.
//!
//! The form: a heading `## Part <id>` (anything may follow the id), then a numbered list at the left margin; an item's
//! further lines are indented or blank. Hints go from a nudge to nearly the answer.

/// The hints of a part, in order, without their numbers.
pub fn of_part(text: &str, part: &str) -> Vec<String> {
    let mut here = false;
    let mut hints: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            here = heading_part(heading) == Some(part);
        } else if here {
            if let Some(first) = numbered(line) {
                hints.push(first.to_owned());
            } else if let Some(last) = hints.last_mut() {
                last.push('\n');
                last.push_str(line.strip_prefix("   ").unwrap_or(line));
            }
        }
    }
    hints.iter().map(|h| h.trim_end().to_owned()).collect()
}

/// The parts that the text has a heading for, in order.
pub fn parts(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|l| l.strip_prefix("## ").and_then(heading_part))
        .collect()
}

fn heading_part(heading: &str) -> Option<&str> {
    heading
        .trim()
        .strip_prefix("Part ")?
        .split([' ', ':', ','])
        .next()
}

/// The text after `1. `, when the line opens a numbered item.
fn numbered(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0)
        .then(|| line[digits..].strip_prefix(". "))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Hints\n\n## Part v0 — naive\n\n1. look\n   twice\n2. act\n\n   ```cuda\n   x;\n   ```\n\n## Part v1\n1. other\n";

    #[test]
    fn hints_are_cut_by_part_and_number() {
        assert_eq!(
            of_part(TEXT, "v0"),
            ["look\ntwice", "act\n\n```cuda\nx;\n```"]
        );
        assert_eq!(of_part(TEXT, "v1"), ["other"]);
        assert!(of_part(TEXT, "v2").is_empty());
        assert_eq!(parts(TEXT), ["v0", "v1"]);
    }
}
