//! A list of a YAML text with one more entry: the text and what is added come in, the new text comes out.
//!
//! The rule: not a letter of what an author wrote is changed, comments and layout stay; what is added stands at the list's end, in
//! the list's own form. A text whose form is none of those known gives nothing, and who asks says what to write by hand.

use super::yaml::{Node, Value, parse};

/// A new part of a course.
#[derive(Clone, Copy, Debug)]
pub struct NewPart<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its folder below `content/`.
    pub dir: &'a str,
    /// Its title, as YAML has it.
    pub title: &'a str,
}

/// The text of `course.yaml` with one more part.
pub fn with_part(text: &str, part: NewPart<'_>) -> Option<String> {
    let NewPart { id, dir, title } = part;
    let entry = format!(
        "- id: {id}\n  dir: {dir}\n  title: {title}\n  tagline: What the part is about, in one sentence\n  modules: []"
    );
    let root = parse(text).ok()?;
    let list = value(&root, "parts")?;
    let Value::List(parts) = &list.value else {
        return None;
    };
    let lines: Vec<&str> = text.lines().collect();
    if let Some(first) = parts.first() {
        return after_block(text, first, &entry);
    }
    let at = list.line as usize - 1;
    let line = lines.get(at)?;
    let (before, after) = line.split_once("[]")?;
    let indented = indented(&entry, 2);
    let rest = after.trim_end();
    let head = format!("{}{rest}", before.trim_end());
    Some(joined(&lines, at..at + 1, &format!("{head}\n{indented}")))
}

/// The text of `course.yaml` with one more module in the part of this folder.
pub fn with_module(text: &str, part: &str, module: &str) -> Option<String> {
    let root = parse(text).ok()?;
    let Value::List(parts) = &value(&root, "parts")?.value else {
        return None;
    };
    let is_it = |node: &&Node| value(node, "dir").is_some_and(|dir| is_text(dir, part));
    let part = parts.iter().find(is_it)?;
    with_entry(text, part, "modules", module)
}

/// The text of `course.yaml` with one more lab: in the last stage where there are stages, else at the list's end.
pub fn with_lab(text: &str, lab: &str) -> Option<String> {
    let root = parse(text).ok()?;
    if let Some(Value::List(labs)) = value(&root, "labs").map(|list| &list.value)
        && let Some(stage) = labs.last()
        && matches!(stage.value, Value::Map(_))
    {
        return with_entry(text, stage, "labs", lab);
    }
    with_entry(text, &root, "labs", lab)
}

/// A YAML text whose list of this key has one more entry; a key that is not there is added.
pub fn with_name(text: &str, key: &str, name: &str) -> Option<String> {
    with_entry(text, &parse(text).ok()?, key, name)
}

/// The text with one more name in the list that a map has by this key.
fn with_entry(text: &str, map: &Node, key: &str, name: &str) -> Option<String> {
    let Some(list) = value(map, key) else {
        return after_map(text, map, &format!("{key}: [{name}]"));
    };
    match &list.value {
        Value::List(names) => match at(text, list)? {
            start if text[start..].starts_with('[') => in_flow(text, start, name),
            _ => after_block(text, names.first()?, &format!("- {name}")),
        },
        Value::Text(only) => {
            let start = at(text, list)?;
            let plain = text[start..].starts_with(only.as_str());
            let end = start + only.len();
            plain.then(|| {
                format!(
                    "{}[{only}, {name}]{}",
                    &text[..start],
                    text.get(end..).unwrap_or_default()
                )
            })
        }
        _ => None,
    }
}

/// An entry before the bracket that closes the list which begins at this byte.
fn in_flow(text: &str, start: usize, name: &str) -> Option<String> {
    let mut depth = 0;
    let mut quote = None;
    let mut comment = false;
    for (at, c) in text[start..].char_indices() {
        match (c, quote) {
            ('\n', None) => comment = false,
            _ if comment => {}
            (c, Some(open)) => quote = (c != open).then_some(open),
            ('#', None) if text[..start + at].ends_with([' ', '\n']) => comment = true,
            ('\'' | '"', None) => quote = Some(c),
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => {
                depth -= 1;
                if depth == 0 {
                    let inside = &text[start..start + at];
                    let kept = inside.trim_end();
                    // What a comment ends in is no end of an entry.
                    let last = kept.lines().last().unwrap_or_default();
                    if last.contains(" #") {
                        return None;
                    }
                    let comma = match kept.chars().last()? {
                        '[' => "",
                        ',' => " ",
                        _ => ", ",
                    };
                    let end = start + kept.len();
                    return Some(format!("{}{comma}{name}{}", &text[..end], &text[end..]));
                }
            }
            _ => {}
        }
    }
    None
}

/// A block list's entry after its last one; `first` is its first, which stands behind a dash.
fn after_block(text: &str, first: &Node, entry: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let from = first.line as usize - 1;
    let depth = indent(lines.get(from)?);
    if !lines[from].trim_start().starts_with('-') {
        return None;
    }
    let mut last = from;
    for (at, line) in lines.iter().enumerate().skip(from) {
        let own = line.trim_start();
        let inside = indent(line) > depth || (indent(line) == depth && own.starts_with("- "));
        match own {
            "" => {}
            _ if own.starts_with('#') => {}
            _ if inside => last = at,
            _ => break,
        }
    }
    let entry = indented(entry, depth);
    Some(joined(
        &lines,
        last..last + 1,
        &format!("{}\n{entry}", lines[last]),
    ))
}

/// A key after the last one of a map.
fn after_map(text: &str, map: &Node, pair: &str) -> Option<String> {
    let Value::Map(pairs) = &map.value else {
        return None;
    };
    let lines: Vec<&str> = text.lines().collect();
    let (first, _) = pairs.first()?;
    let depth = first.column as usize - 1;
    let from = first.line as usize - 1;
    let mut last = from;
    for (at, line) in lines.iter().enumerate().skip(from + 1) {
        match line.trim_start() {
            own if own.is_empty() || own.starts_with('#') => {}
            _ if indent(line) >= depth => last = at,
            _ => break,
        }
    }
    let pair = indented(pair, depth);
    Some(joined(
        &lines,
        last..last + 1,
        &format!("{}\n{pair}", lines[last]),
    ))
}

fn value<'n>(map: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Map(pairs) = &map.value else {
        return None;
    };
    let (_, value) = pairs.iter().find(|(name, _)| is_text(name, key))?;
    Some(value)
}

fn is_text(node: &Node, text: &str) -> bool {
    matches!(&node.value, Value::Text(own) if own == text)
}

/// The byte at which a node begins.
fn at(text: &str, node: &Node) -> Option<usize> {
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 == node.line as usize {
            let column = node.column as usize - 1;
            return Some(start + line.char_indices().nth(column)?.0);
        }
        start += line.len();
    }
    None
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn indented(text: &str, depth: usize) -> String {
    let blank = " ".repeat(depth);
    let lines = text.lines().map(|line| format!("{blank}{line}"));
    lines.collect::<Vec<String>>().join("\n")
}

/// The lines with some of them replaced.
fn joined(lines: &[&str], replaced: std::ops::Range<usize>, by: &str) -> String {
    let before = lines[..replaced.start].iter().copied();
    let after = lines[replaced.end..].iter().copied();
    let all: Vec<&str> = before.chain([by]).chain(after).collect();
    all.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: NewPart<'_> = NewPart {
        id: "p2",
        dir: "second",
        title: "The second",
    };

    #[test]
    fn a_first_part_takes_the_place_of_the_empty_list() {
        let text = "title: T\n# parts\nparts: [] # none yet\n\nlabs: []\n";
        let new = with_part(text, PART).unwrap();
        assert!(
            new.starts_with("title: T\n# parts\nparts: # none yet\n  - id: p2\n    dir: second\n"),
            "{new}"
        );
        assert!(new.ends_with("    modules: []\n\nlabs: []\n"), "{new}");
        assert!(parse(&new).is_ok());
    }

    #[test]
    fn entries_come_last_and_nothing_else_changes() {
        let text = "parts:\n  - id: p1\n    dir: first\n    title: T # one\n    modules:\n      - a\n      # not yet\n      - dir: b\n        order: 3\n\n# labs\nlabs: [x]\n";
        let new = with_module(text, "first", "c").unwrap();
        assert_eq!(
            new,
            text.replace("order: 3\n", "order: 3\n      - c\n"),
            "{new}"
        );
        let part = with_part(text, PART).unwrap();
        assert!(
            part.contains("order: 3\n  - id: p2\n    dir: second\n"),
            "{part}"
        );
        let lab = with_lab(text, "y").unwrap();
        assert_eq!(lab, text.replace("[x]", "[x, y]"));
    }

    #[test]
    fn lists_in_brackets_grow_before_the_bracket() {
        for (text, new) in [
            ("labs: []\n", "labs: [y]\n"),
            ("labs: [a]\nb: 1\n", "labs: [a, y]\nb: 1\n"),
            (
                "labs: [\n  a,\n  'b]',\n]\n",
                "labs: [\n  a,\n  'b]', y\n]\n",
            ),
            ("labs: a\n", "labs: [a, y]\n"),
            ("id: x\ntags: [t]\n", "id: x\ntags: [t]\nlabs: [y]\n"),
            (
                "labs:\n  - title: S\n    labs: [a]\n  - title: R\n    labs: [b]\n",
                "labs:\n  - title: S\n    labs: [a]\n  - title: R\n    labs: [b, y]\n",
            ),
        ] {
            assert_eq!(with_lab(text, "y").as_deref(), Some(new));
        }
    }

    #[test]
    fn a_part_without_modules_gets_the_key() {
        let text = "parts:\n  - id: p1\n    dir: first\n    title: T\n  - id: p2\n    dir: second\n    title: S\n    modules: []\n";
        let new = with_module(text, "first", "c").unwrap();
        assert_eq!(
            new,
            text.replacen("title: T\n", "title: T\n    modules: [c]\n", 1)
        );
        let new = with_module(text, "second", "c").unwrap();
        assert_eq!(new, text.replace("modules: []", "modules: [c]"));
    }

    #[test]
    fn what_cannot_be_read_gives_nothing() {
        assert!(with_lab("labs: {a: 1}\n", "y").is_none());
        assert!(with_part("parts: [{id: a}]\n", PART).is_none());
        assert!(with_module("parts: []\n", "first", "c").is_none());
    }
}
