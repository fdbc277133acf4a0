//! Inside a line: links, images, footnotes, and text without the bytes that are not shown.
//!
//! Links, images and drawings are holes for `link.rs`; footnotes are numbered where they are first named.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use super::markdown::Writer;
use super::parse::{Piece, Written};
use crate::course::slug;

/// How a link to a term begins.
pub(super) const TERM: &str = "id:term.";

impl Writer<'_> {
    pub(super) fn open_link(&mut self, to: &str, title: &str, range: Range<usize>) {
        self.html("<a ");
        if !title.is_empty() {
            self.html("title=\"");
            self.text(title);
            self.html("\" ");
        } else if to.starts_with(TERM) {
            self.piece(Piece::Meaning(self.out.links.len()));
        }
        self.html("href=\"");
        self.hole(Written {
            to: to.to_owned(),
            image: false,
            raw: false,
            alt: String::new(),
            range,
        });
        self.html("\">");
    }

    pub(super) fn image(&mut self, to: &str, title: &str, range: Range<usize>) {
        let mut alt = String::new();
        while let Some((event, _)) = self.events.get(self.at) {
            match event {
                Event::End(TagEnd::Image) => break,
                Event::Text(text) | Event::Code(text) => alt.push_str(text),
                _ => {}
            }
            self.at += 1;
        }
        self.index_words(&alt);
        let written = Written {
            to: to.to_owned(),
            image: true,
            raw: false,
            alt: alt.clone(),
            range,
        };
        if written.is_drawing() {
            self.piece(Piece::Drawing(self.out.links.len()));
            return self.out.links.push(written);
        }
        self.html("<img loading=\"lazy\" alt=\"");
        self.text(&alt);
        // A figure's title is its caption.
        if !title.is_empty() && self.caption.is_none() {
            self.html("\" title=\"");
            self.text(title);
        }
        self.html("\" src=\"");
        self.hole(written);
        self.html("\"");
        let index = self.out.links.len() - 1;
        self.piece(Piece::Size(index));
        self.html(">");
    }

    pub(super) fn hole(&mut self, written: Written) {
        let index = self.out.links.len();
        self.out.links.push(written);
        self.piece(Piece::Href(index));
    }

    pub(super) fn note_reference(&mut self, label: &str) {
        let next = self.note_numbers.len() + 1;
        let number = *self.note_numbers.entry(label.to_owned()).or_insert(next);
        let anchor = slug(label);
        self.html(&format!(
            "<sup class=\"note\"><a id=\"noted-{anchor}\" href=\"#note-{anchor}\" aria-label=\"Footnote {number}\">{number}</a></sup>"
        ));
    }

    pub(super) fn write_notes(&mut self) {
        let mut notes = std::mem::take(&mut self.notes);
        if notes.is_empty() {
            return;
        }
        notes.sort_by_key(|(label, _)| self.note_numbers.get(label).copied().unwrap_or(usize::MAX));
        self.html("<section class=\"footnotes\" aria-label=\"Footnotes\"><ol>\n");
        for (label, pieces) in notes {
            let anchor = slug(&label);
            self.html(&format!("<li id=\"note-{anchor}\">"));
            for piece in pieces {
                self.piece(piece);
            }
            self.html(&format!(
                "<a href=\"#noted-{anchor}\" aria-label=\"Back to the text\">↩</a></li>\n"
            ));
        }
        self.html("</ol></section>\n");
        self.note_numbers.clear();
    }

    /// Text without the bytes that are not shown.
    pub(super) fn shown_text(&mut self, text: &str, range: &Range<usize>) {
        let page = self.page;
        let shown = self.hidden.shown(range.clone());
        // An escaped sign, or one that is written by its name, is not what its bytes are.
        if shown.first() == Some(range) || shown.is_empty() {
            self.index_words(text);
            return self.text(text);
        }
        for part in shown {
            let part = page.source.get(part).unwrap_or_default();
            self.index_words(part);
            self.text(part);
        }
    }
}
