//! What the source says around an access: its index, the conditions that it stands behind, where the index comes from.
//!
//! The text and an access's place go in; pieces of the text come out, to be quoted. The rule: words are looked at, not meanings, from the
//! beginning of the function on; what is not found is not spoken of.

use cuda_source::lex;
use cuda_source::source::{Source, Span};
use cuda_source::token::Kind;

/// A condition that an access stands behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// As written, between its parentheses.
    pub text: String,
    /// Whether the function is left, or the round, where it holds.
    pub leaves: bool,
    /// Whether it speaks of what the index is made of.
    pub own: bool,
}

/// What is known of an access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// What stands between its brackets, where there is one pair.
    pub index: Option<String>,
    /// The nearest guard that speaks of the index; else the nearest.
    pub guard: Option<Guard>,
    /// The line on which the variable that is the index was last given a value.
    pub made: Option<u32>,
}

/// A word of the text, and where it begins.
type Word<'t> = (&'t str, usize);

/// How many definitions deep names are followed.
const DEPTH: usize = 3;
/// The longest piece that is quoted.
const LONGEST: usize = 60;

/// What the source says around an access.
pub fn around(source: &Source, access: Span) -> Around {
    let file = source.file_of(access);
    let (at, end) = (
        access.start.saturating_sub(file.base()) as usize,
        access.end.saturating_sub(file.base()) as usize,
    );
    let (Some(before), Some(own)) = (file.text().get(..at), file.text().get(at..end)) else {
        return Around::default();
    };
    let from = ["__global__", "__device__"].map(|word| before.rfind(word).unwrap_or(0));
    let from = from[0].max(from[1]);
    let words = words(&before[from..]);
    let brackets = brackets(own);
    let index = match brackets[..] {
        [one] => Some(dense(one)).filter(|text| text.len() <= LONGEST),
        _ => None,
    };
    let mut names: Vec<String> = brackets.iter().flat_map(|b| names_in(b)).collect();
    for _ in 0..DEPTH {
        let more: Vec<String> = names
            .iter()
            .filter_map(|name| definition(&words, name))
            .flat_map(|(_, text)| names_in(&text))
            .filter(|name| !names.contains(name))
            .collect();
        names.extend(more);
    }
    let all = guards(&words, &before[from..], &names);
    let chosen = all.iter().rev().find(|guard| guard.own).or(all.last());
    let made = index
        .as_deref()
        .and_then(|name| definition(&words, name))
        .map(|(at, _)| file.line(file.base() + (from + at) as u32));
    Around {
        index,
        guard: chosen.cloned(),
        made,
    }
}

/// The words of a text, without blanks and comments.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut at = 0;
    let mut out = Vec::new();
    for token in lex::tokens(text) {
        let len = token.len as usize;
        let blank = matches!(
            token.kind,
            Kind::Space | Kind::Newline | Kind::Splice | Kind::LineComment | Kind::BlockComment
        );
        if !blank {
            out.push((&text[at..at + len], at));
        }
        at += len;
    }
    out
}

/// What stands between the outermost square brackets of a text, pair by pair.
fn brackets(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (word, at) in words(text) {
        match word {
            "[" => {
                if depth == 0 {
                    from = at + 1;
                }
                depth += 1;
            }
            "]" => {
                depth -= 1;
                if depth == 0 {
                    out.push(&text[from..at]);
                }
            }
            _ => {}
        }
    }
    out
}

/// Blanks and line ends as one blank.
fn dense(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The variables that a text names: no members, no functions, nothing of the language's.
fn names_in(text: &str) -> Vec<String> {
    const NOT: [&str; 12] = [
        "int",
        "unsigned",
        "long",
        "short",
        "size_t",
        "const",
        "auto",
        "blockIdx",
        "blockDim",
        "threadIdx",
        "gridDim",
        "sizeof",
    ];
    let words = words(text);
    let is_name = |(i, (word, _)): &(usize, &Word<'_>)| {
        let member = i
            .checked_sub(1)
            .is_some_and(|b| matches!(words[b].0, "." | "->" | "::"));
        let called = words.get(i + 1).is_some_and(|after| after.0 == "(");
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !member
            && !called
            && !NOT.contains(word)
    };
    let names = words.iter().enumerate().filter(is_name);
    names.map(|(_, (word, _))| (*word).to_string()).collect()
}

/// Where a variable was last given a value, and what.
fn definition(words: &[Word<'_>], name: &str) -> Option<(usize, String)> {
    let gives = |pair: &[Word<'_>]| pair[0].0 == name && pair[1].0 == "=";
    let at = words.windows(2).rposition(gives)?;
    let mut depth = 0;
    let value = words[at + 2..].iter().take_while(|(word, _)| {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        depth >= 0 && !(depth == 0 && matches!(*word, ";" | ","))
    });
    let value: Vec<&str> = value.map(|(word, _)| *word).collect();
    Some((words[at].1, value.join(" ")))
}

/// The guards before the end of a text, the outermost first, those that leave where they stand.
fn guards(words: &[Word<'_>], text: &str, names: &[String]) -> Vec<Guard> {
    let mut out = Vec::new();
    let mut add = |text: &str, leaves: bool| {
        let text = dense(text.trim().trim_end_matches("&&").trim_end_matches("||"));
        let compares = text.contains(['<', '>']) && text.len() <= LONGEST;
        if compares {
            let own = names_in(&text).iter().any(|name| names.contains(name));
            out.push(Guard { text, leaves, own });
        }
    };
    for (i, (word, _)) in words.iter().enumerate() {
        let heads =
            matches!(*word, "if" | "while" | "for") && words.get(i + 1).is_some_and(|w| w.0 == "(");
        if !heads || closes_around(words, i) {
            continue;
        }
        let open = words[i + 1].1 + 1;
        let Some(close) = partner(words, i + 1) else {
            // The access is in the condition itself.
            let so_far = &text[open..];
            if so_far.contains("&&") && *word != "for" {
                add(so_far, false);
            }
            continue;
        };
        let inner = &text[open..words[close].1];
        let condition = match *word {
            "for" => inner.split(';').nth(1).unwrap_or_default(),
            _ => inner,
        };
        match ends(words, close + 1) {
            None => add(condition, false),
            Some(first) if *word == "if" && matches!(first, "return" | "continue" | "break") => {
                add(condition, true);
            }
            Some(_) => {}
        }
    }
    if let Some(condition) = chosen_by(words, text) {
        add(condition, false);
    }
    out
}

/// Whether a block that began before a word has ended after it, so that what it says does not hold at the end.
fn closes_around(words: &[Word<'_>], from: usize) -> bool {
    let mut depth = 0;
    words[from..].iter().any(|(word, _)| {
        match *word {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}

/// The closing partner of a bracket, if it is there.
fn partner(words: &[Word<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    let closes = |(word, _): &Word<'_>| {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    Some(open + words[open..].iter().position(closes)?)
}

/// If the statement that begins with a word is over before the end, its first word, or the first in its braces.
fn ends<'t>(words: &[Word<'t>], from: usize) -> Option<&'t str> {
    let (first, _) = *words.get(from)?;
    if first == "{" {
        partner(words, from)?;
        return words.get(from + 1).map(|word| word.0);
    }
    let mut depth = 0;
    let over = words[from..].iter().any(|(word, _)| {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && *word == ";"
    });
    over.then_some(first)
}

/// The condition of `c ? … : …` in which a text ends.
fn chosen_by<'t>(words: &[Word<'_>], text: &'t str) -> Option<&'t str> {
    let mut depth = 0;
    let mut end = None;
    for (word, at) in words.iter().rev() {
        match *word {
            ")" | "]" => depth += 1,
            "(" | "[" if depth > 0 => depth -= 1,
            "?" if depth == 0 && end.is_none() => end = Some(*at),
            ";" | "{" | "}" | "=" | "+=" | "return" | "," | "(" | "[" if depth == 0 => {
                return Some(&text[at + word.len()..end?]);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said around `$x[…]$`, the access between the two signs.
    fn of(text: &str) -> Around {
        let (before, rest) = text.split_once('$').expect("an access begins");
        let (access, after) = rest.split_once('$').expect("an access ends");
        let source = Source::new("a.cu", format!("{before}{access}{after}"));
        let start = before.len() as u32;
        around(&source, Span::new(start, start + access.len() as u32))
    }

    fn guard(text: &str) -> Option<(String, bool, bool)> {
        of(text).guard.map(|g| (g.text, g.leaves, g.own))
    }

    #[test]
    fn the_guard_that_speaks_of_the_index_is_found() {
        let said = |text: &str, leaves, own| Some((text.to_string(), leaves, own));
        for (body, want) in [
            ("if (i <= n) o[i] = $x[i]$;", said("i <= n", false, true)),
            ("if (i <= n) { o[i] = 1; } $x[i]$;", None),
            ("if (i > n) return; $x[i]$;", said("i > n", true, true)),
            ("if (i > n) { return; } $x[i]$;", said("i > n", true, true)),
            (
                "if (j < n) { if (m > 3) $x[j]$; }",
                said("j < n", false, true),
            ),
            (
                "int t = i * 4; if (i < n) $x[t + 1]$;",
                said("i < n", false, true),
            ),
            ("if (j < n) $x[t]$;", said("j < n", false, false)),
            (
                "for (int k = 0; k <= n; ++k) s += $x[k]$;",
                said("k <= n", false, true),
            ),
            (
                "if (i < n && $x[i]$ > 0) return;",
                said("i < n", false, true),
            ),
            ("float v = i < n ? $x[i]$ : 0;", said("i < n", false, true)),
            ("$x[i]$;", None),
            ("{ if (i < n) return; } $x[i]$;", None),
        ] {
            let text = format!("__global__ void k(float *x, int n) {{ {body} }}");
            assert_eq!(guard(&text), want, "{body}");
        }
    }

    #[test]
    fn the_index_and_where_it_is_made() {
        let text =
            "__global__ void k(float *x) {\n    // t = 1\n    int t = 5;\n    $x[t]$ = 0;\n}";
        let known = of(text);
        assert_eq!((known.index.as_deref(), known.made), (Some("t"), Some(3)));
        assert_eq!(of("$a[i][j]$").index, None);
        assert_eq!(of("$*p$").index, None);
    }
}
