//! Words of the field that a page uses and does not explain: neither linked to their term where they come first, nor defined there.
//!
//! The glossary and a page come in, one finding a word comes out. A name is found as a whole word, whatever its case (an abbreviation
//! as it is written), in its plural too, with a hyphen for a blank, and the longest name first. Headings, code, formulas and the
//! words of links are not read; nor is a checklist of concepts, where each entry says where it is taught. A page defines a term that
//! names it with `see`, and every term that its definition list has.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{Add, Passage};
use crate::course::catalog::Term;
use crate::course::events::events;
use crate::course::model::Course;
use crate::course::page::{Page, PageKind};
use crate::course::words::{bracket, normal};

/// The names of all terms, by their first word in small letters, the longest first.
#[derive(Default)]
pub(super) struct Names<'c> {
    by_word: HashMap<String, Vec<Name<'c>>>,
}

struct Name<'c> {
    /// As it is looked for: small letters, blanks for hyphens; an abbreviation as it is.
    text: String,
    /// Only these capitals are it.
    exact: bool,
    term: &'c Term,
}

impl<'c> Names<'c> {
    pub fn of(course: &'c Course) -> Names<'c> {
        let mut names = Names::default();
        for term in &course.catalog.terms {
            let (whole, inside) = bracket(&term.name);
            for name in [whole, inside].into_iter().filter(|name| name.len() > 1) {
                names.add(name, term);
            }
        }
        for list in names.by_word.values_mut() {
            list.sort_by_key(|name| std::cmp::Reverse(name.text.len()));
        }
        names
    }

    fn add(&mut self, name: &str, term: &'c Term) {
        let exact = !name.contains(|c: char| c.is_lowercase() || c.is_whitespace());
        let plain = plain(name);
        for text in [plural(&plain), plain] {
            let first = text.split(' ').next().unwrap_or_default().to_owned();
            self.by_word
                .entry(first.to_ascii_lowercase())
                .or_default()
                .push(Name {
                    text: if exact {
                        text
                    } else {
                        text.to_ascii_lowercase()
                    },
                    exact,
                    term,
                });
        }
    }

    /// The longest name that starts at a byte of a text, which is where a word starts; its length.
    fn at(&self, text: &str, at: usize) -> Option<(&'c Term, usize)> {
        let rest = &text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric());
        let first = rest[..end.unwrap_or(rest.len())].to_ascii_lowercase();
        let names = self.by_word.get(&first)?;
        let found = names.iter().find(|name| {
            let Some(here) = rest.get(..name.text.len()) else {
                return false;
            };
            let here = plain(here);
            let same = match name.exact {
                true => here == name.text,
                false => here.eq_ignore_ascii_case(&name.text),
            };
            same && ends_word(&rest[name.text.len()..])
        })?;
        Some((found.term, found.text.len()))
    }
}

/// Hyphens as blanks, byte for byte.
fn plain(text: &str) -> String {
    text.replace(['-', '\n'], " ")
}

/// The plural of a name's last word.
fn plural(name: &str) -> String {
    let (stem, ending) = match name {
        _ if name.ends_with("ay") || name.ends_with("ey") || name.ends_with("oy") => (name, "s"),
        _ if name.ends_with("trix") => (&name[..name.len() - 1], "ces"),
        _ if name.ends_with('y') => (&name[..name.len() - 1], "ies"),
        _ if name.ends_with(['s', 'x']) || name.ends_with("ch") || name.ends_with("sh") => {
            (name, "es")
        }
        _ => (name, "s"),
    };
    format!("{stem}{ending}")
}

/// Whether a word is over before this; a hyphen with a letter behind it makes another word of it.
fn ends_word(rest: &str) -> bool {
    let mut next = rest.chars();
    match next.next() {
        Some('-') => !next.next().is_some_and(char::is_alphanumeric),
        Some(c) => !c.is_alphanumeric() && c != '_',
        None => true,
    }
}

/// Whether a word may start here: no letter, digit or hyphen stands before it.
fn starts_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let starts = text[at..].chars().next().is_some_and(char::is_alphanumeric);
    // `{{dev.h100.bandwidth}}` names a figure, which readers see as a number.
    let named = text[..at]
        .rfind("{{")
        .is_some_and(|open| !text[open..at].contains("}}"));
    starts && !named && !before.is_some_and(|c| c.is_alphanumeric() || "-_".contains(c))
}

/// What is read of a page, in order.
enum Read {
    /// Words that stand in no link.
    Text(Passage),
    /// A link, by where it leads.
    Link(String),
    /// What the page defines.
    Defined(String),
}

/// Terms that a page uses before it links or defines them.
pub(super) fn unexplained(names: &Names<'_>, course: &Course, page: &Page, add: &mut Add<'_>) {
    if page.kind == PageKind::Template || names.by_word.is_empty() {
        return;
    }
    let taught = |term: &&Term| !term.see.is_empty() && term.see == page.id;
    let terms = &course.catalog.terms;
    let mut known: HashSet<&str> = terms.iter().filter(taught).map(|t| t.id.as_str()).collect();
    for read in read(page) {
        match read {
            Read::Link(to) => {
                let leads = |term: &&Term| {
                    to.strip_prefix("id:")
                        .is_some_and(|id| id == term.id || id == term.see)
                        || is_page(course, &to, &term.see)
                };
                known.extend(terms.iter().filter(leads).map(|term| term.id.as_str()));
            }
            Read::Defined(text) => {
                let here = names.at(&text, 0).map(|(term, _)| term.id.as_str());
                known.extend(here);
            }
            Read::Text(passage) => used(names, &passage, &mut known, add),
        }
    }
}

/// Whether a link by path leads to the page of this id.
fn is_page(course: &Course, to: &str, id: &str) -> bool {
    let path = to.split('#').next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let same = |page: &&Page| page.id == id;
    file.ends_with(".md")
        && file != "index.md"
        && course.pages.iter().find(same).is_some_and(|page| {
            let name = page.path.file_name();
            name.is_some_and(|name| name.to_string_lossy() == file)
        })
}

fn used<'c>(names: &Names<'c>, passage: &Passage, known: &mut HashSet<&'c str>, add: &mut Add<'_>) {
    let text = &passage.text;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let found = starts_word(text, at).then(|| names.at(text, at)).flatten();
        let Some((term, length)) = found else {
            at += c.len_utf8();
            continue;
        };
        if known.insert(&term.id) {
            let word = plain_line(&text[at..at + length]);
            let message = format!("“{word}” comes first here, and its term is not linked");
            let help = format!("write `[{word}](id:{})`", term.id);
            add(passage.place(at), message, &help);
        }
        at += length;
    }
}

fn plain_line(word: &str) -> String {
    word.replace('\n', " ")
}

/// What of a page is read. Text comes when its block is over or a link interrupts it.
fn read(page: &Page) -> Vec<Read> {
    let mut all = Vec::new();
    let mut open = Passage::default();
    let (mut silent, mut checklist, mut title) = (0usize, false, None::<String>);
    for (event, range) in events(page.body()) {
        let place = page.body_start + range.start;
        match event {
            Event::Start(Tag::Heading { .. }) => {
                let words = page.heading_at(place);
                checklist = words.is_some_and(|h| normal(&h.text).ends_with("concepts checklist"));
                silent += 1;
            }
            Event::Start(Tag::CodeBlock(_) | Tag::Image { .. } | Tag::HtmlBlock) => silent += 1,
            Event::End(
                TagEnd::CodeBlock | TagEnd::Image | TagEnd::HtmlBlock | TagEnd::Heading(_),
            ) => silent -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => {
                all.push(Read::Text(std::mem::take(&mut open)));
                all.push(Read::Link(dest_url.to_string()));
                open.add("\u{1}", place);
                silent += 1;
            }
            Event::End(TagEnd::Link) => silent -= 1,
            Event::Start(Tag::DefinitionListTitle) => title = Some(String::new()),
            Event::End(TagEnd::DefinitionListTitle) => {
                all.extend(title.take().map(Read::Defined));
            }
            Event::Text(text) => match &mut title {
                Some(title) => title.push_str(&text),
                None if silent == 0 && !checklist => open.add(&text, place),
                None => {}
            },
            Event::Code(_) | Event::InlineMath(_) => open.add("\u{1}", place),
            Event::SoftBreak | Event::HardBreak => open.add("\n", place),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {}
            _ => all.push(Read::Text(std::mem::take(&mut open))),
        }
    }
    all.push(Read::Text(open));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<'c>(terms: &'c [Term]) -> Names<'c> {
        let mut names = Names::default();
        for term in terms {
            names.add(&term.name, term);
        }
        for list in names.by_word.values_mut() {
            list.sort_by_key(|name| std::cmp::Reverse(name.text.len()));
        }
        names
    }

    fn terms(all: &[&str]) -> Vec<Term> {
        let term = |name: &&str| Term {
            id: format!("term.{name}"),
            name: (*name).to_owned(),
            ..Term::default()
        };
        all.iter().map(term).collect()
    }

    fn found(all: &[&str], text: &str) -> Vec<String> {
        let terms = terms(all);
        let mut passage = Passage::default();
        passage.add(text, 0);
        let mut told = Vec::new();
        let mut add = |at: usize, message: String, _: &str| told.push(format!("{at} {message}"));
        used(&names(&terms), &passage, &mut HashSet::new(), &mut add);
        let word = |told: &String| {
            let (at, rest) = told.split_once(" “").unwrap();
            format!("{at} {}", rest.split_once('”').unwrap().0)
        };
        told.iter().map(word).collect()
    }

    #[test]
    fn whole_words_in_any_case_and_number() {
        assert_eq!(
            found(&["warp", "matrix", "latency"], "Warps warp. Matrices"),
            ["0 Warps", "12 Matrices"]
        );
        assert_eq!(found(&["latency"], "two latencies"), ["4 latencies"]);
        assert_eq!(
            found(&["bandwidth"], "{{dev.h100.bandwidth}} of bandwidth"),
            ["26 bandwidth"]
        );
        assert_eq!(
            found(&["warp"], "warped warp_size a-warp warp-wide"),
            [""; 0]
        );
        assert_eq!(found(&["warp"], "the warp- and block-wide"), ["4 warp"]);
    }

    #[test]
    fn the_longest_name_first_and_hyphens_are_blanks() {
        assert_eq!(
            found(
                &["cache", "KV cache"],
                "the KV-cache,\nthe KV\ncache, a cache"
            ),
            ["4 KV-cache", "30 cache"]
        );
    }

    #[test]
    fn an_abbreviation_is_its_capitals() {
        assert_eq!(found(&["SM"], "sm SM SMs"), ["3 SM"]);
    }
}
