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
        self.hear(&alt);
        let written = Written {
            to: to.to_owned(),
            image: true,
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

    fn hole(&mut self, written: Written) {
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

    /// Whether all of it lies in bytes that are not shown.
    pub(super) fn is_hidden(&self, range: &Range<usize>) -> bool {
        self.hidden
            .iter()
            .any(|h| h.start <= range.start && range.end <= h.end && !range.is_empty())
    }

    /// Text without the bytes that are not shown.
    pub(super) fn shown_text(&mut self, text: &str, range: &Range<usize>) {
        let mut cuts: Vec<Range<usize>> = self
            .hidden
            .iter()
            .filter(|h| h.start < range.end && range.start < h.end)
            .cloned()
            .collect();
        if cuts.is_empty() {
            self.hear(text);
            return self.text(text);
        }
        cuts.sort_by_key(|cut| cut.start);
        let page = self.page;
        let mut from = range.start;
        for cut in cuts {
            let shown = page.source.get(from..cut.start.max(from));
            self.hear(shown.unwrap_or_default());
            self.text(shown.unwrap_or_default());
            from = from.max(cut.end);
        }
        let shown = page.source.get(from..range.end.max(from));
        self.hear(shown.unwrap_or_default());
        self.text(shown.unwrap_or_default());
    }
}
