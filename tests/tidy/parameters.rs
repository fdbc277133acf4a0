//! What a function takes, and what a public type is called.
//!
//! In: the sources of src, crates and labs, read as text: comments and literals are blanked, then
//! each `fn` signature is taken apart. Out: two rules. A function takes at most five values, where
//! a tuple (or a tuple pattern) counts its members, since `(a, b): (u32, u32)` asks the caller for
//! two things as `a: u32, b: u32` does; a struct counts as one, because its fields have names at
//! the call. And among the crates of the machine no public type name stands for three things; a construct in
//! `cudac`'s syntax tree and in its checked tree is one.

use std::collections::BTreeMap;

/// The most values that a function may ask for, `self` aside.
const MOST: usize = 5;

/// The crates of the machine: who reads one reads the others beside it.
const MACHINE: [&str; 7] = [
    "crates/cuda-source/src/",
    "crates/cuda-ir/src/",
    "crates/cuda-headers/src/",
    "crates/cudac/src/",
    "crates/warp/src/",
    "crates/cuda-host/src/",
    "crates/simt/src/",
];

/// The text with comments, strings and characters blanked; every line stays where it is.
fn code(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let end = literal_end(&chars, at);
        for c in &mut chars[at..end.max(at)] {
            if *c != '\n' {
                *c = ' ';
            }
        }
        at = end.max(at + 1);
    }
    chars
}

/// Where the comment or literal that begins at `at` ends; `at` itself if none begins there.
fn literal_end(chars: &[char], at: usize) -> usize {
    let next = |n: usize| chars.get(at + n).copied().unwrap_or('\0');
    match chars[at] {
        '/' if next(1) == '/' => end_of(chars, at, |c| c == '\n'),
        '/' if next(1) == '*' => comment_end(chars, at),
        '"' => string_end(chars, at + 1),
        'r' if !after_word(chars, at) && matches!(next(1), '"' | '#') => raw_end(chars, at),
        'r' if at > 0 && chars[at - 1] == 'b' && matches!(next(1), '"' | '#') => raw_end(chars, at),
        '\'' if next(1) == '\\' => 1 + end_of(chars, at + 3, |c| c == '\''),
        '\'' if next(2) == '\'' => at + 3,
        _ => at,
    }
}

fn end_of(chars: &[char], from: usize, is_end: impl Fn(char) -> bool) -> usize {
    let rest = chars.get(from..).unwrap_or_default();
    from + rest.iter().position(|c| is_end(*c)).unwrap_or(rest.len())
}

fn comment_end(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => (depth, at) = (depth + 1, at + 1),
            ('*', '/') => (depth, at) = (depth - 1, at + 1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn string_end(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() && chars[at] != '"' {
        at += 1 + usize::from(chars[at] == '\\');
    }
    (at + 1).min(chars.len())
}

/// The end of `r"…"` or `r#"…"#`; a raw name as `r#type` ends where it begins.
fn raw_end(chars: &[char], at: usize) -> usize {
    let quote = end_of(chars, at + 1, |c| c != '#');
    if chars.get(quote) != Some(&'"') {
        return at;
    }
    let hashes = quote - at - 1;
    let closes = |from: &usize| {
        let tail = chars.get(from + 1..from + 1 + hashes);
        chars[*from] == '"' && tail.is_some_and(|t| t.iter().all(|c| *c == '#'))
    };
    let close = (quote + 1..chars.len()).find(closes);
    close.map_or(chars.len(), |close| close + 1 + hashes)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn after_word(chars: &[char], at: usize) -> bool {
    at > 0 && is_word(chars[at - 1])
}

/// Where the bracket that opens at `from` closes: the place behind it.
fn close(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    for at in from..chars.len() {
        match chars[at] {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if matches!(chars[at - 1], '-' | '=') => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    chars.len()
}

/// The parts between commas that stand in no bracket; an empty last part is dropped.
fn parts(chars: &[char]) -> Vec<&[char]> {
    let mut found = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < chars.len() {
        match chars[at] {
            '(' | '[' | '{' | '<' => at = close(chars, at),
            ',' => {
                found.push(&chars[from..at]);
                (from, at) = (at + 1, at + 1);
            }
            _ => at += 1,
        }
    }
    let last = &chars[from.min(chars.len())..];
    if last.iter().any(|c| !c.is_whitespace()) {
        found.push(last);
    }
    found
}

fn trimmed(chars: &[char]) -> &[char] {
    let blank = chars.iter().take_while(|c| c.is_whitespace()).count();
    &chars[blank..]
}

/// The text behind `&`, a lifetime and `mut`, which change nothing of what a type holds.
fn bare(chars: &[char]) -> &[char] {
    let rest = trimmed(chars);
    let skip = match rest {
        ['&', ..] => 1,
        ['\'', name @ ..] => 1 + name.iter().take_while(|c| is_word(**c)).count(),
        ['m', 'u', 't', ' ', ..] => 4,
        _ => return rest,
    };
    bare(&rest[skip..])
}

/// How many values a pattern or a type stands for: a tuple's members, or one.
fn values(chars: &[char], named: &Tuples) -> usize {
    let rest = bare(chars);
    if rest.first() != Some(&'(') {
        let name: String = rest.iter().take_while(|c| is_word(**c)).collect();
        return named.get(&name).copied().unwrap_or(1);
    }
    let members = parts(&rest[1..close(rest, 0) - 1]);
    let members = members.into_iter().map(|member| values(member, named));
    members.sum::<usize>().max(1)
}

/// Tuple types that a file gives a name to, and how many values each has.
type Tuples = BTreeMap<String, usize>;

fn tuples(chars: &[char]) -> Tuples {
    let mut found = Tuples::new();
    for at in 0..chars.len() {
        if !chars[at..].starts_with(&['t', 'y', 'p', 'e', ' ']) || after_word(chars, at) {
            continue;
        }
        let name_end = end_of(chars, at + 5, |c| !is_word(c));
        let equals = end_of(chars, name_end, |c| c == '=' || c == ';');
        let end = end_of(chars, equals, |c| c == ';');
        // `type Item = …` of a trait's implementation is named by its path, never alone.
        if chars.get(equals) == Some(&'=') {
            let name = chars[at + 5..name_end].iter().collect();
            found.insert(name, values(&chars[equals + 1..end], &Tuples::new()));
        }
    }
    found
}

/// What one parameter asks for: its pattern's or its type's values, whichever shows more.
fn asked(parameter: &[char], named: &Tuples) -> usize {
    let mut rest = trimmed(parameter);
    while let ['#', '[', ..] = rest {
        rest = trimmed(&rest[close(rest, 1)..]);
    }
    let is_type = |at: &usize| rest[*at] == ':' && rest.get(at + 1) != Some(&':');
    let colon = (0..rest.len()).find(|at| is_type(at) && (*at == 0 || rest[at - 1] != ':'));
    let (pattern, kind) = rest.split_at(colon.unwrap_or(rest.len()));
    let receiver: String = bare(pattern).iter().collect();
    match kind.get(1..) {
        _ if receiver.trim() == "self" => 0,
        Some(kind) => values(pattern, &Tuples::new()).max(values(kind, named)),
        None => 0,
    }
}

/// The signatures in a text: line, name, and how many values each asks for.
fn signatures(text: &str) -> Vec<(usize, String, usize)> {
    let chars = code(text);
    let named = tuples(&chars);
    let mut found = Vec::new();
    let mut line = 1;
    for at in 0..chars.len() {
        line += usize::from(chars[at] == '\n');
        let is_fn = chars[at..].starts_with(&['f', 'n', ' ']) && !after_word(&chars, at);
        if !is_fn {
            continue;
        }
        let name_end = end_of(&chars, at + 3, |c| !is_word(c) && c != '$');
        let name: String = chars[at + 3..name_end].iter().collect();
        let open = match chars.get(name_end) {
            Some('<') => close(&chars, name_end),
            _ => name_end,
        };
        if !name.is_empty() && chars.get(open) == Some(&'(') {
            let inside = &chars[open + 1..close(&chars, open) - 1];
            let count = parts(inside).into_iter().map(|one| asked(one, &named));
            let count = count.sum();
            found.push((line, name, count));
        }
    }
    found
}

/// The sources of the program, its crates and the labs; what a solution takes is said by its exercise.
fn sources() -> Vec<super::File> {
    let all = super::rust().into_iter();
    let rooms = ["src/", "crates/", "labs/"];
    all.filter(|f| rooms.iter().any(|room| f.path.starts_with(room)))
        .filter(|f| !(f.path.starts_with("labs/") && f.path.ends_with("/solution.rs")))
        .collect()
}

#[test]
fn a_function_takes_at_most_five_values() {
    let mut breaches = Vec::new();
    let mut seen = 0;
    for file in sources() {
        for (line, name, count) in signatures(&file.text) {
            seen += 1;
            if count > MOST {
                breaches.push(format!("{}:{line}: `{name}` takes {count}", file.path));
            }
        }
    }
    assert!(seen > 5000, "only {seen} signatures were read");
    super::none(
        "a function takes at most five values, a tuple counting its members; more is a struct",
        breaches,
    );
}

#[test]
fn the_reader_of_signatures_counts_what_a_caller_must_bring() {
    let cases = [
        ("fn a(&mut self, x: u8, (y, z): (u8, u8))", 3),
        (
            "fn b<'a, F: Fn(u8, u8) -> u8>(f: F, g: &dyn Fn(u8, u8) -> (u8, u8))",
            2,
        ),
        (
            "fn c(at: &'a mut (u8, (u8, [u8; 4])), list: &[(u8, u8)])",
            4,
        ),
        (
            "fn d(\n    // a, b: (c, d)\n    #[allow(unused)] (a, b): Pair,\n    _: (u8),\n)",
            3,
        ),
        (
            "fn e(self: Box<Self>, map: Map<u8, (u8, u8)>, Point { x, y }: Point, q: a::B)",
            3,
        ),
        (
            "const X: fn(u8, u8) = r#\"fn no(a: u8)\"#; fn f(_: '(') {}",
            1,
        ),
        ("fn g() -> (u8, u8)", 0),
        ("type At = (u8, (u8, u8)); fn h(at: &mut At, to: b::At)", 4),
    ];
    for (text, count) in cases {
        let found = signatures(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].2, count, "{text}");
    }
}

/// The public types that a text declares: line and name.
fn public_types(text: &str) -> Vec<(usize, String)> {
    let blanked: String = code(text).into_iter().collect();
    let mut found = Vec::new();
    for (at, line) in blanked.lines().enumerate() {
        let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub union "];
        let rest = kinds.iter().find_map(|k| line.trim_start().strip_prefix(k));
        if let Some(rest) = rest {
            let name = rest.split(|c| !is_word(c)).next().unwrap_or_default();
            found.push((at + 1, name.to_string()));
        }
    }
    found
}

#[test]
fn a_public_type_name_means_one_thing() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources() {
        if MACHINE.iter().any(|room| file.path.starts_with(room)) {
            for (line, name) in public_types(&file.text) {
                let place = format!("{}:{line}", file.path);
                places.entry(name).or_default().push(place);
            }
        }
    }
    assert!(places.len() > 200, "only {} types were read", places.len());
    // A construct of the language is one thing, before it is checked and after.
    let things = |at: &[String]| {
        let trees = |place: &&String| {
            let room = ["crates/cuda-parse/src/ast", "crates/cudac/src/tree.rs"];
            room.iter().any(|r| place.starts_with(r))
        };
        at.len() - at.iter().filter(trees).count().saturating_sub(1)
    };
    let worn = places.into_iter().filter(|(_, at)| things(at) > 2);
    super::none(
        "no public type name stands for three things among the machine's crates",
        worn.map(|(name, at)| format!("`{name}`: {}", at.join(", "))),
    );
}
