//! What stands in braces on a checkbox: `{#c3a}`, `{lab=rope check=all}`, `{artifact="x.md" section="A b" bullets=5..10}`.
//!
//! Braces may lead the entry's text, end it, or both. They become an explicit id, former ids and a [`Rule`];
//! what cannot be understood becomes complaints at its own byte, and the rule stays manual.

use std::ops::Range;

use super::item::{Bound, Checks, Count, Rule};
use super::problem::meant;

/// Everything that one entry's braces say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attributes {
    /// `#id`, without the hash.
    pub id: Option<String>,
    /// `alias=`: former ids.
    pub aliases: Vec<String>,
    /// Who decides.
    pub rule: Rule,
    /// Where each `key=value` of the rule starts, for later checks of names.
    pub places: Vec<(String, usize)>,
    /// What is wrong: byte, message, help.
    pub complaints: Vec<(usize, String, Option<String>)>,
}

/// `value<` and `value>` are what stands before the `=` of a bound.
pub(crate) const KEYS: [&str; 13] = [
    "lab", "check", "part", "artifact", "section", "bullets", "words", "names", "answer",
    "measured", "value<", "value>", "alias",
];

/// How far from the end of an entry's text the braces that end it may start.
const TAIL: usize = 2000;

/// The braces that lead or end the entry whose text is `source[text]`, in order.
pub(crate) fn find(source: &str, text: Range<usize>) -> Vec<Range<usize>> {
    let Some(slice) = source.get(text.clone()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut from = slice.len() - slice.trim_start().len();
    while opens(&slice[from..]) {
        let Some(len) = close(&slice[from..]) else {
            break;
        };
        found.push(text.start + from..text.start + from + len);
        let rest = &slice[from + len..];
        from += len + rest.len() - rest.trim_start_matches(' ').len();
    }
    let body = slice.trim_end();
    for (at, _) in body
        .char_indices()
        .filter(|(at, c)| *c == '{' && *at >= from.max(body.len().saturating_sub(TAIL)))
    {
        // The first brace whose group, and any group after it, reaches the end.
        if let Some(mut groups) = groups_to_end(body, at) {
            for group in &mut groups {
                *group = text.start + group.start..text.start + group.end;
            }
            found.append(&mut groups);
            break;
        }
    }
    found
}

fn groups_to_end(body: &str, mut at: usize) -> Option<Vec<Range<usize>>> {
    let mut groups = Vec::new();
    while at < body.len() {
        if !opens(&body[at..]) {
            return None;
        }
        let len = close(&body[at..])?;
        groups.push(at..at + len);
        let rest = &body[at + len..];
        at += len + rest.len() - rest.trim_start().len();
    }
    Some(groups)
}

/// Whether this text starts like our braces do, and not like LaTeX or code: `{#` or `{key=`.
fn opens(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('{') else {
        return false;
    };
    let rest = rest.trim_start();
    if rest.starts_with('#') {
        return true;
    }
    let key = rest
        .find(|c: char| !c.is_ascii_alphabetic() && c != '_' && c != '-')
        .unwrap_or(rest.len());
    key > 0 && rest[key..].starts_with('=')
}

/// The length up to and with the closing brace on the same line, quotes respected.
fn close(text: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '}' if !quoted => return Some(at + 1),
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Reads the groups that [`find`] found.
pub(crate) fn read(source: &str, groups: &[Range<usize>]) -> Attributes {
    let mut out = Attributes::default();
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for group in groups {
        let inner = group.start + 1..group.end - 1;
        for (at, word) in split(&source[inner.clone()]) {
            let at = inner.start + at;
            if let Some(id) = word.strip_prefix('#') {
                explicit_id(id, at, &mut out);
            } else if let Some((key, value)) = word.split_once('=') {
                let value = value
                    .strip_prefix('"')
                    .map_or(value, |v| v.strip_suffix('"').unwrap_or(v));
                pairs.push(Pair { key, value, at });
            } else {
                out.complaints.push((
                    at,
                    format!("`{word}` is neither `#id` nor `key=value`"),
                    None,
                ));
            }
        }
    }
    known_keys(&mut pairs, &mut out);
    out.places = pairs.iter().map(|p| (p.key.to_owned(), p.at)).collect();
    out.rule = rule(&pairs, &mut out.complaints);
    out
}

struct Pair<'s> {
    key: &'s str,
    value: &'s str,
    at: usize,
}

/// Words separated by spaces outside quotes, each with its place.
fn split(text: &str) -> Vec<(usize, &str)> {
    let (mut words, mut start, mut quoted) = (Vec::new(), None, false);
    for (at, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        if c.is_whitespace() && !quoted {
            if let Some(from) = start.take() {
                words.push((from, &text[from..at]));
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    if let Some(from) = start {
        words.push((from, &text[from..]));
    }
    words
}

fn explicit_id(id: &str, at: usize, out: &mut Attributes) {
    if !is_id(id) {
        out.complaints.push((
            at,
            format!("`#{id}` is not an id"),
            Some("ids are lower-case letters, digits, `.`, `-`, `_` and `/`".into()),
        ));
    } else if let Some(first) = &out.id {
        out.complaints.push((
            at,
            format!("a second id `#{id}`; the entry already is `#{first}`"),
            None,
        ));
    } else {
        out.id = Some(id.to_owned());
    }
}

/// Whether a word can be an id.
pub(crate) fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-_/".contains(c))
}

fn known_keys(pairs: &mut Vec<Pair<'_>>, out: &mut Attributes) {
    pairs.retain(|pair| {
        let known = KEYS.contains(&pair.key);
        if !known {
            out.complaints.push((
                pair.at,
                format!("unknown rule key `{}`", pair.key),
                meant(pair.key, &KEYS),
            ));
        }
        known && {
            if pair.key == "alias" {
                out.aliases
                    .extend(pair.value.split(',').map(|v| v.trim().to_owned()));
            }
            pair.key != "alias"
        }
    });
}

fn rule(pairs: &[Pair<'_>], complaints: &mut Vec<(usize, String, Option<String>)>) -> Rule {
    let get = |key: &str| pairs.iter().find(|p| p.key == key);
    let heads: Vec<&Pair<'_>> = pairs
        .iter()
        .filter(|p| matches!(p.key, "lab" | "artifact" | "answer" | "measured"))
        .collect();
    if let [first, second, ..] = heads[..] {
        let message = format!(
            "`{}` and `{}` on one entry; it can have one rule",
            first.key, second.key
        );
        complaints.push((second.at, message, None));
        return Rule::Manual;
    }
    let owner = |key: &str| match key {
        "check" | "part" => "lab",
        "section" | "bullets" | "words" | "names" => "artifact",
        "value<" | "value>" => "measured",
        _ => "",
    };
    for pair in pairs {
        let needs = owner(pair.key);
        if !needs.is_empty() && get(needs).is_none() {
            complaints.push((pair.at, format!("`{}` goes with `{needs}`", pair.key), None));
        }
        if pair.value.is_empty() {
            complaints.push((pair.at, format!("`{}` has no value", pair.key), None));
        }
    }
    let Some(head) = heads.first() else {
        return Rule::Manual;
    };
    let value = head.value.to_owned();
    match head.key {
        "lab" => Rule::Lab {
            lab: value,
            checks: checks(get("check"), get("part"), complaints),
        },
        "answer" => Rule::Answer { question: value },
        "measured" => measured(head, [get("value<"), get("value>")], complaints),
        _ => Rule::Artifact {
            path: value,
            section: get("section")
                .map(|p| p.value.to_owned())
                .unwrap_or_default(),
            bullets: get("bullets").and_then(|p| count(p, complaints)),
            words: get("words").and_then(|p| count(p, complaints)),
            names: get("names").map_or_else(Vec::new, |pair| {
                pair.value.split(',').map(|v| v.trim().to_owned()).collect()
            }),
        },
    }
}

/// `measured=LAB/PART/CHECK value<=N`.
fn measured(
    head: &Pair<'_>,
    bounds: [Option<&Pair<'_>>; 2],
    complaints: &mut Vec<(usize, String, Option<String>)>,
) -> Rule {
    let help = "write `measured=LAB/PART/CHECK value<=N`, or `value>=N`";
    let mut wrong = |at: usize, message: String| {
        complaints.push((at, message, Some(help.to_owned())));
        Rule::Manual
    };
    let named = head.value.split_once('/');
    let Some((lab, check)) = named.filter(|(_, check)| check.contains('/')) else {
        return wrong(head.at, format!("`{}` is no check of a lab", head.value));
    };
    let (pair, is_most) = match bounds {
        [Some(pair), None] => (pair, true),
        [None, Some(pair)] => (pair, false),
        _ => return wrong(head.at, "`measured` needs one bound".to_owned()),
    };
    let Some(bound) = pair
        .value
        .parse()
        .ok()
        .filter(|bound: &f64| bound.is_finite())
    else {
        return wrong(pair.at, format!("`{}` is no number", pair.value));
    };
    Rule::Measured {
        lab: lab.to_owned(),
        check: check.to_owned(),
        bound: match is_most {
            true => Bound::AtMost(bound),
            false => Bound::AtLeast(bound),
        },
    }
}

fn checks(
    check: Option<&Pair<'_>>,
    part: Option<&Pair<'_>>,
    complaints: &mut Vec<(usize, String, Option<String>)>,
) -> Checks {
    match (check, part) {
        (Some(_), Some(part)) => {
            complaints.push((
                part.at,
                "`check` and `part` on one entry; give one of them".into(),
                None,
            ));
            Checks::All
        }
        (None, Some(part)) => Checks::Part(part.value.to_owned()),
        (Some(check), None) if check.value != "all" => Checks::Named(
            check
                .value
                .split(',')
                .map(|c| c.trim().to_owned())
                .collect(),
        ),
        _ => Checks::All,
    }
}

fn count(pair: &Pair<'_>, complaints: &mut Vec<(usize, String, Option<String>)>) -> Option<Count> {
    let parsed = match pair.value.split_once("..") {
        None => pair.value.parse().ok().map(|n| Count {
            min: n,
            max: Some(n),
        }),
        Some((low, high)) => {
            let min = if low.is_empty() { Ok(0) } else { low.parse() };
            let max = if high.is_empty() {
                Ok(None)
            } else {
                high.parse().map(Some)
            };
            min.ok().zip(max.ok()).map(|(min, max)| Count { min, max })
        }
    };
    let parsed = parsed.filter(|c| c.max.is_none_or(|max| c.min <= max));
    if parsed.is_none() {
        let message = format!("`{}={}` is not a range", pair.key, pair.value);
        complaints.push((
            pair.at,
            message,
            Some("write `5..10`, `3..`, `..300` or `5`".into()),
        ));
    }
    parsed
}

#[cfg(test)]
mod tests;
