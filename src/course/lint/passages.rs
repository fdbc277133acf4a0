//! Prose as the rules read it: one [`Passage`] a paragraph, list entry or table cell, with the place of every character.
//! Code, formulas and links' addresses are no prose.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::course::events;
use crate::course::page::Page;

/// A stretch of prose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passage {
    /// Its words.
    pub text: String,
    /// For stretches of `text`, by their start: the byte of the page's source they are from.
    places: Vec<(usize, usize)>,
}

impl Passage {
    /// The byte of the page's source that a byte of the text is from.
    pub fn place(&self, at: usize) -> usize {
        let known = self.places.iter().rev().find(|(start, _)| *start <= at);
        known.map_or(0, |(start, place)| place + (at - start))
    }

    /// The sentences of the passage, each with the byte of the source where it starts.
    pub fn sentences(&self) -> Vec<(usize, &str)> {
        let mut all = Vec::new();
        let mut start = 0;
        for (at, _) in self.text.match_indices(['.', '?', '!', ';']) {
            let next = self.text[at + 1..].chars().next();
            if next.is_none_or(char::is_whitespace) {
                all.push((start, &self.text[start..=at]));
                start = at + 1;
            }
        }
        all.push((start, &self.text[start..]));
        all.retain(|(_, sentence)| !sentence.trim().is_empty());
        all.into_iter()
            .map(|(at, sentence)| {
                let blanks = sentence.len() - sentence.trim_start().len();
                (self.place(at + blanks), sentence.trim())
            })
            .collect()
    }

    pub(super) fn add(&mut self, text: &str, place: usize) {
        self.places.push((self.text.len(), place));
        self.text.push_str(text);
    }
}

/// What the front matter says in words.
fn front(page: &Page) -> Vec<Passage> {
    let front = &page.front;
    let values = [
        &front.title,
        &front.tagline,
        &front.goal,
        &front.end_state,
        &front.win,
    ];
    let head = page.source.get(..page.body_start).unwrap_or_default();
    let passage = |value: &&String| {
        let mut passage = Passage::default();
        // A value that YAML folds over lines is not found whole; its key's page is place enough.
        passage.add(value, head.find(value.as_str()).unwrap_or(0));
        passage
    };
    let said = values.iter().filter(|value| !value.is_empty());
    said.map(passage).collect()
}

/// The passages of a page in order.
pub(crate) fn of(page: &Page) -> Vec<Passage> {
    let mut all = front(page);
    let mut open = Passage::default();
    let mut in_code = false;
    for (event, range) in events(page.body()) {
        let place = page.body_start + range.start;
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if !in_code => open.add(&text, place),
            // What code says is not read, but a sentence goes on behind it.
            Event::Code(_) | Event::InlineMath(_) => open.add(" … ", place),
            Event::SoftBreak | Event::HardBreak => open.add(" ", place),
            Event::End(
                TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::Heading(_),
            )
            | Event::Start(Tag::List(_)) => {
                if !open.text.trim().is_empty() {
                    all.push(std::mem::take(&mut open));
                }
                open = Passage::default();
            }
            _ => {}
        }
    }
    all
}
