//! Checkboxes of one page become [`Item`]s, each with a draft of its id.
//!
//! An explicit `{#a1}` is local to what it stands in (`tier.hardware/t1/a1`), unless it holds a `/` or starts with `q.`:
//! then it is the whole id. Without one the draft is a letter, the position and six digits of the text's hash; the lock
//! file decides whether an older id stays.

use std::collections::HashMap;
use std::ops::Range;

use sorted::SortedSet;

use super::braces;
use super::files::Source;
use super::item::{Item, ItemKind};
use super::lines::Lines;
use super::outline::{BlockKind, Entry};
use super::page::PageId;
use super::problem::Problem;

/// What settling an id needs to know of an item.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The id so far: final when explicit.
    pub id: String,
    pub explicit: bool,
    /// Former ids.
    pub aliases: Vec<String>,
    /// What the item stands in.
    pub container: String,
    /// The kind's letter in derived ids.
    pub letter: char,
    pub text: String,
    pub page: PageId,
    pub marker: usize,
    pub braces: Vec<Range<usize>>,
    /// Where each key of its rule stands.
    pub places: Vec<(String, usize)>,
}

/// Every item so far, in the order of the course.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    pub all: Vec<Draft>,
    /// How many there are of each container and letter.
    counts: HashMap<(String, char), usize>,
}

impl Drafts {
    fn push(&mut self, draft: Draft) {
        *self
            .counts
            .entry((draft.container.clone(), draft.letter))
            .or_default() += 1;
        self.all.push(draft);
    }

    /// The position that the next item of a container and letter has, from 1.
    fn position(&self, container: &str, letter: char) -> usize {
        self.counts
            .get(&(container.to_owned(), letter))
            .map_or(1, |count| count + 1)
    }
}

/// What items of one list share.
#[derive(Clone, Copy)]
pub(crate) struct InList<'c> {
    pub kind: ItemKind,
    pub container: &'c str,
    pub stretch: bool,
}

/// The items of one page.
pub(crate) struct Items<'a> {
    pub source: &'a Source,
    pub page: PageId,
    pub lines: Lines<'a>,
    pub problems: &'a mut Vec<Problem>,
    drafts: &'a mut Drafts,
    claimed: SortedSet<usize>,
}

impl<'a> Items<'a> {
    /// Starts on a page.
    pub fn new(
        source: &'a Source,
        page: PageId,
        drafts: &'a mut Drafts,
        problems: &'a mut Vec<Problem>,
    ) -> Items<'a> {
        Items {
            source,
            page,
            lines: source.lines(),
            problems,
            drafts,
            claimed: SortedSet::new(),
        }
    }

    /// Adds a problem at a byte of the page.
    pub fn problem(&mut self, at: usize, message: impl Into<String>, help: Option<String>) {
        let mut problem = self.source.problem(at, message);
        problem.help = help;
        self.problems.push(problem);
    }

    /// The same as a warning.
    pub fn warning(&mut self, at: usize, message: impl Into<String>, help: Option<String>) {
        let mut problem = self.source.problem(at, message).warning();
        problem.help = help;
        self.problems.push(problem);
    }

    /// An entry and the checkboxes nested below it.
    pub fn item(&mut self, entry: &Entry, list: InList<'_>) -> Item {
        let marker = entry.checkbox.map_or(entry.range.start, |(at, _)| at);
        self.claimed.insert(marker);
        if let Some((at, true)) = entry.checkbox {
            let help = "write `- [ ]`; what a learner has done is kept in progress.db";
            self.warning(at, "a ticked checkbox in the course", Some(help.into()));
        }
        let groups = self
            .source
            .outline
            .braces
            .get(&marker)
            .cloned()
            .unwrap_or_default();
        let attributes = braces::read(&self.source.text, &groups);
        for (at, message, help) in attributes.complaints {
            self.problem(at, message, help);
        }
        let (text, taught) = words(entry);
        if text.is_empty() {
            self.warning(marker, "a checkbox without words", None);
        }
        let id = self.draft_id(attributes.id.as_deref(), list, &text);
        self.drafts.push(Draft {
            id: id.clone(),
            explicit: attributes.id.is_some(),
            aliases: attributes.aliases.clone(),
            container: list.container.to_owned(),
            letter: letter(list.kind),
            text: text.clone(),
            page: self.page,
            marker,
            braces: groups.clone(),
            places: attributes.places,
        });
        let nested = entry.rest.iter().filter_map(|block| match &block.kind {
            BlockKind::List(list) => Some(&list.entries),
            _ => None,
        });
        let children = nested
            .flatten()
            .filter(|e| e.checkbox.is_some())
            .map(|e| self.item(e, list))
            .collect();
        Item {
            id,
            kind: list.kind,
            label: entry.lead.label().unwrap_or_default(),
            text,
            taught,
            rule: attributes.rule,
            stretch: list.stretch,
            page: self.page,
            line: self.lines.line(marker),
            marker,
            braces: groups,
            aliases: attributes.aliases,
            children,
        }
    }

    fn draft_id(&self, explicit: Option<&str>, list: InList<'_>, text: &str) -> String {
        match explicit {
            Some(id) if id.contains('/') || id.starts_with("q.") => id.to_owned(),
            Some(id) => format!("{}/{id}", list.container),
            None => {
                let letter = letter(list.kind);
                let position = self.drafts.position(list.container, letter);
                let hash = blake3::hash(text.as_bytes()).to_hex();
                format!("{}/{letter}{position}-{}", list.container, &hash[..6])
            }
        }
    }

    /// Warns of every checkbox that no list has claimed.
    pub fn strays(&mut self) {
        let mut strays = Vec::new();
        self.source.outline.walk(&mut |block| {
            if let BlockKind::List(list) = &block.kind {
                let markers = list
                    .entries
                    .iter()
                    .filter_map(|e| e.checkbox.map(|(at, _)| at));
                strays.extend(markers.filter(|at| !self.claimed.contains(at)));
            }
        });
        for at in strays {
            let help = "put it under `Acceptance criteria`, `Core concepts checklist`, `Knowledge checks` or `Capstone project: …`";
            self.warning(
                at,
                "a checkbox in no list that the grammar knows",
                Some(help.into()),
            );
        }
    }
}

/// An entry's words, and the target of `([where](…))`, which is not one of them.
fn words(entry: &Entry) -> (String, Option<String>) {
    let taught = entry
        .lead
        .links()
        .into_iter()
        .find(|(words, _)| words == "where")
        .map(|(_, target)| target);
    let text = entry.lead.text();
    match taught {
        Some(_) => (text.replace(" (where)", ""), taught),
        None => (text, None),
    }
}

fn letter(kind: ItemKind) -> char {
    match kind {
        ItemKind::Criterion => 'a',
        ItemKind::Concept => 'c',
        ItemKind::Question => 'k',
        ItemKind::Step => 'p',
        ItemKind::HardMode => 'h',
        ItemKind::Paper => 'r',
    }
}
