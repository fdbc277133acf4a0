//! Text of a figure: where it stands, and how much room it takes.
//!
//! Widths are estimated from the widest of the site's sans faces, so that text that fits here fits in a browser.

use super::geometry::Rect;
use super::look::Hue;

/// The smallest text: a phone shows a figure at three quarters of its size.
pub const SMALLEST: f64 = 14.0;
/// The most characters of a label. What needs more belongs in the caption.
pub const LONGEST: usize = 24;

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A line of text. `y` is its baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub words: String,
    /// Its point, across.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// Which point `x` is.
    pub anchor: Anchor,
    /// Its size, 14 or more.
    pub size: f64,
    /// Its colour.
    pub hue: Hue,
    /// Code, in the mono face.
    pub mono: bool,
    /// Heavier than the rest.
    pub bold: bool,
    /// The box that it may not leave.
    pub within: Option<Rect>,
}

impl Text {
    /// Text that begins at a point.
    pub fn new(words: impl Into<String>, x: f64, y: f64) -> Text {
        Text {
            words: words.into(),
            x,
            y,
            anchor: Anchor::Start,
            size: SMALLEST,
            hue: Hue::Ink,
            mono: false,
            bold: false,
            within: None,
        }
    }

    /// Text in the middle of a box, which it may not leave.
    pub fn inside(words: impl Into<String>, rect: Rect) -> Text {
        let middle = rect.cy() + SMALLEST * 0.35;
        let text = Text::new(words, rect.cx(), middle).middle();
        Text {
            within: Some(rect),
            ..text.sized(SMALLEST)
        }
    }

    /// The point is its middle.
    pub fn middle(self) -> Text {
        Text {
            anchor: Anchor::Middle,
            ..self
        }
    }

    /// The point is its right end.
    pub fn end(self) -> Text {
        Text {
            anchor: Anchor::End,
            ..self
        }
    }

    /// In another colour.
    pub fn hue(self, hue: Hue) -> Text {
        Text { hue, ..self }
    }

    /// What explains: in the soft colour.
    pub fn soft(self) -> Text {
        self.hue(Hue::Soft)
    }

    /// Code.
    pub fn mono(self) -> Text {
        Text { mono: true, ..self }
    }

    /// Heavier.
    pub fn bold(self) -> Text {
        Text { bold: true, ..self }
    }

    /// In another size; text in the middle of a box stays there.
    pub fn sized(self, size: f64) -> Text {
        let y = self.within.map_or(self.y, |rect| rect.cy() + size * 0.36);
        Text { size, y, ..self }
    }

    /// The room that it takes.
    pub fn room(&self) -> Rect {
        let w = width(&self.words, self.size, self.mono) * if self.bold { 1.06 } else { 1.0 };
        let x = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - w / 2.0,
            Anchor::End => self.x - w,
        };
        Rect::new(x, self.y - self.size * 0.76, w, self.size)
    }

    /// What is wrong with it, by itself.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.size < SMALLEST {
            faults.push(format!("its size is {} and must be 14 or more", self.size));
        }
        let long = self.words.chars().count();
        if long > LONGEST {
            faults.push(format!(
                "it has {long} characters and may have 24; cut it, or set it in two lines"
            ));
        }
        if let Some(rect) = self.within.filter(|rect| !rect.holds(&self.room())) {
            let (need, have) = (self.room(), rect);
            faults.push(format!(
                "it needs {:.0} by {:.0} units and its box has {:.0} by {:.0}",
                need.w, need.h, have.w, have.h
            ));
        }
        faults
    }
}

/// How wide words are, in units.
pub fn width(words: &str, size: f64, mono: bool) -> f64 {
    let em = |c: char| match c {
        _ if mono => 0.61,
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | 'I' => 0.3,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | '\u{a0}' => 0.4,
        'm' | 'w' | 'M' | 'W' | '…' | '→' | '←' | '×' | '%' | '@' => 0.9,
        '0'..='9' | '+' | '=' | '<' | '>' | '−' | '–' => 0.64,
        _ if c.is_uppercase() => 0.73,
        _ => 0.58,
    };
    words.chars().map(em).sum::<f64>() * size
}
