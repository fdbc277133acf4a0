//! What a stretch of code is, and how stretches become lines of HTML.

use std::ops::Range;

use super::push_escaped;

/// What a stretch of code is; the class in the page is `hl-` and a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shade {
    Comment,
    Text,
    Number,
    Keyword,
    Type,
    Builtin,
    Directive,
    Operator,
    Function,
}

impl Shade {
    fn class(self) -> &'static str {
        match self {
            Shade::Comment => "hl-c",
            Shade::Text => "hl-s",
            Shade::Number => "hl-n",
            Shade::Keyword => "hl-k",
            Shade::Type => "hl-t",
            Shade::Builtin => "hl-b",
            Shade::Directive => "hl-p",
            Shade::Operator => "hl-o",
            Shade::Function => "hl-f",
        }
    }
}

/// Coloured stretches of a text, in order and apart; what lies between them has no colour.
pub(super) type Pieces = Vec<(Range<usize>, Shade)>;

/// Joins neighbouring stretches of one shade into one span.
#[derive(Default)]
pub(super) struct Painter {
    html: String,
    open: Option<Shade>,
}

impl Painter {
    /// Adds text of a shade.
    pub fn push(&mut self, text: &str, shade: Option<Shade>) {
        if text.is_empty() {
            return;
        }
        // A blank needs no colour: it joins whatever is open.
        if shade != self.open && !text.trim().is_empty() {
            self.close();
            if let Some(shade) = shade {
                self.html.push_str("<span class=\"");
                self.html.push_str(shade.class());
                self.html.push_str("\">");
            }
            self.open = shade;
        }
        push_escaped(&mut self.html, text);
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.html.push_str("</span>");
        }
    }

    /// The line, every span closed.
    pub fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

/// The lines of a text as HTML; a stretch over several lines is coloured on each of them.
pub(super) fn lines(text: &str, pieces: Pieces) -> Vec<String> {
    let mut pieces = pieces.into_iter().peekable();
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut painter = Painter::default();
        painter.html.reserve(line.len() * 2);
        let mut at = start;
        while let Some((range, shade)) = pieces.peek() {
            if range.start >= end {
                break;
            }
            let from = range.start.max(start);
            painter.push(text.get(at..from).unwrap_or(""), None);
            painter.push(
                text.get(from..range.end.min(end)).unwrap_or(""),
                Some(*shade),
            );
            at = range.end.min(end).max(at);
            if range.end > end {
                break;
            }
            pieces.next();
        }
        painter.push(text.get(at..end).unwrap_or(""), None);
        lines.push(painter.finish());
        start += line.len();
    }
    lines
}
