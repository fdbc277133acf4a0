//! One figure: shapes and texts go in, a file of SVG comes out, or what is wrong with it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::geometry::{Rect, num};
use super::look::{Hue, Look, pattern};
use super::text::Text;

/// The usual width of a drawing, in units.
pub const WIDTH: f64 = 480.0;
/// The greatest.
pub const WIDEST: f64 = 520.0;
/// The greatest of a drawing that has another for narrow screens: `x-wide.svg` and `x-narrow.svg`.
pub const WIDEST_OF_A_PAIR: f64 = 720.0;
/// What generated files begin with, so that one that nobody makes any more is found.
pub const MADE: &str = "<!-- Made by crates/figures: change the program, then run it. -->";
/// The one style of every figure's file: the variables for who reads the file by itself. The site has its own.
pub const THEME: &str = include_str!("theme.css");

/// A drawing.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The folder below `content`.
    pub folder: &'static str,
    /// The file's name without `.svg`: the lesson's file name, then what is drawn.
    pub stem: &'static str,
    title: &'static str,
    desc: &'static str,
    width: f64,
    height: f64,
    shapes: String,
    texts: Vec<Text>,
    hatches: BTreeSet<Hue>,
}

impl Figure {
    /// An empty drawing, 480 units wide. The title says what it is, the description what it argues (not its shapes).
    pub fn new(folder: &'static str, stem: &'static str, title: &'static str) -> Figure {
        Figure {
            folder,
            stem,
            title,
            desc: "",
            width: WIDTH,
            height: 0.0,
            shapes: String::new(),
            texts: Vec::new(),
            hatches: BTreeSet::new(),
        }
    }

    /// The argument, in a sentence or three.
    pub fn argues(mut self, desc: &'static str) -> Figure {
        self.desc = desc;
        self
    }

    /// Its height in units.
    pub fn high(mut self, height: f64) -> Figure {
        self.height = height;
        self
    }

    /// Another width than 480, up to 520.
    pub fn wide(mut self, width: f64) -> Figure {
        self.width = width;
        self
    }

    /// Sets a text.
    pub fn write(&mut self, text: Text) {
        let class = if text.mono { " class=\"mono\"" } else { "" };
        let anchor = match text.anchor {
            super::text::Anchor::Start => "",
            super::text::Anchor::Middle => " text-anchor=\"middle\"",
            super::text::Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if text.bold {
            " font-weight=\"600\""
        } else {
            ""
        };
        let _ = writeln!(
            self.shapes,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight}{class} fill=\"{}\">{}</text>",
            num(text.x),
            num(text.y),
            num(text.size),
            text.hue.value(),
            escape(&text.words)
        );
        self.texts.push(text);
    }

    /// Sets words from a point on, in ink.
    pub fn say(&mut self, words: impl Into<String>, x: f64, y: f64) {
        self.write(Text::new(words, x, y));
    }

    /// A box.
    pub fn rect(&mut self, rect: Rect, look: Look) {
        self.cornered(rect, 3.0, look);
    }

    /// A box with corners of its own.
    pub(crate) fn cornered(&mut self, rect: Rect, round: f64, look: Look) {
        let attributes = self.attributes(look);
        let _ = writeln!(
            self.shapes,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {attributes}/>",
            num(rect.x),
            num(rect.y),
            num(rect.w),
            num(rect.h),
            num(round.min(rect.w / 4.0))
        );
    }

    /// A box with a word in its middle.
    pub fn boxed(&mut self, words: impl Into<String>, rect: Rect, look: Look) {
        self.rect(rect, look);
        self.write(Text::inside(words, rect));
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, look: Look) {
        let attributes = self.attributes(look);
        let (x, y, radius) = (num(x), num(y), num(radius));
        let _ = writeln!(
            self.shapes,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>"
        );
    }

    /// Any path, by SVG's `d`.
    pub fn path(&mut self, d: &str, look: Look) {
        let attributes = self.attributes(look);
        let _ = writeln!(
            self.shapes,
            "<path d=\"{d}\" stroke-linejoin=\"round\" {attributes}/>"
        );
    }

    /// A straight line.
    pub fn rule(&mut self, (ax, ay): (f64, f64), (bx, by): (f64, f64), look: Look) {
        self.path(
            &format!("M{} {}L{} {}", num(ax), num(ay), num(bx), num(by)),
            look,
        );
    }

    fn attributes(&mut self, look: Look) -> String {
        let (attributes, hatch) = look.attributes(self.stem);
        self.hatches.extend(hatch);
        attributes
    }

    /// The file, or every fault.
    ///
    /// # Errors
    /// Texts that leave the drawing or their box, meet, are too small or too long; no title or argument; too wide.
    pub fn file(&self) -> Result<String, Vec<String>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let hatches: String = self
            .hatches
            .iter()
            .map(|hue| pattern(self.stem, *hue))
            .collect();
        let defs = if hatches.is_empty() {
            hatches
        } else {
            format!("<defs>\n{hatches}</defs>\n")
        };
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n{MADE}\n<title>{}</title>\n<desc>{}</desc>\n<style>{}</style>\n{defs}<g stroke-width=\"1.5\" stroke=\"none\">\n{}</g>\n</svg>\n",
            num(self.width),
            num(self.height),
            escape(self.title),
            escape(self.desc),
            THEME.trim(),
            self.shapes
        ))
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.title.is_empty() || self.desc.is_empty() {
            faults.push("it needs a title and what it argues".to_owned());
        }
        let most = widest(self.stem);
        if self.height <= 0.0 || self.width > most {
            faults.push(format!(
                "it is {} by {} units: it needs a height, and at most {most} of width",
                self.width, self.height
            ));
        }
        let whole = Rect::new(0.0, 0.0, self.width, self.height);
        for (at, text) in self.texts.iter().enumerate() {
            let told = text.faults().into_iter();
            faults.extend(told.map(|fault| format!("`{}`: {fault}", text.words)));
            if !whole.holds(&text.room()) {
                faults.push(format!("`{}` leaves the drawing", text.words));
            }
            let met = self.texts[..at]
                .iter()
                .filter(|other| other.room().meets(&text.room()));
            faults
                .extend(met.map(|other| format!("`{}` and `{}` overlap", other.words, text.words)));
        }
        faults
    }
}

/// How wide a drawing of this name may be.
pub(crate) fn widest(stem: &str) -> f64 {
    if stem.ends_with("-wide") {
        WIDEST_OF_A_PAIR
    } else {
        WIDEST
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
