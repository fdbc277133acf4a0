//! What happens: arrows, data that moves, time from left to right, and spans that are measured.

use super::figure::Figure;
use super::geometry::{Rect, num};
use super::look::{Hue, Look};
use super::text::Text;

/// The head of every arrow.
const HEAD: f64 = 8.0;

/// An axis of time (or of anything else that grows to the right).
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    left: f64,
    right: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Where a value lies.
    pub fn x(&self, value: f64) -> f64 {
        self.left + (value - self.from) / (self.to - self.from) * (self.right - self.left)
    }
}

/// How data that moves is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    /// The arrow's width; choose one scale a figure: `width = bytes / scale`.
    pub width: f64,
    /// Its colour.
    pub hue: Hue,
}

/// A stretch of an axis, in a row of its own.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The row's upper edge.
    pub y: f64,
    /// Its height.
    pub height: f64,
    /// Where it begins, as a value on the axis.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// An arrow's head.
struct Head {
    /// Its tip.
    to: (f64, f64),
    /// Where it points, one unit long.
    towards: (f64, f64),
    long: f64,
    /// Half its width.
    half: f64,
    hue: Hue,
}

impl Figure {
    /// An arrow: what leads to what. Its shaft is 1.5 units.
    pub fn arrow(&mut self, from: (f64, f64), to: (f64, f64), hue: Hue) {
        let (dx, dy) = direction(from, to);
        let neck = (to.0 - dx * HEAD, to.1 - dy * HEAD);
        self.rule(from, neck, Look::Outline(hue));
        self.head(Head {
            to,
            towards: (dx, dy),
            long: HEAD,
            half: HEAD * 0.5,
            hue,
        });
    }

    /// Data that moves: an arrow as wide as its bytes.
    pub fn flow(&mut self, from: (f64, f64), to: (f64, f64), flow: Flow) {
        let Flow { width, hue } = flow;
        let (dx, dy) = direction(from, to);
        let head = (width * 0.75).max(HEAD);
        let (nx, ny) = (-dy * width / 2.0, dx * width / 2.0);
        let neck = (to.0 - dx * head, to.1 - dy * head);
        let corners = [
            (from.0 + nx, from.1 + ny),
            (neck.0 + nx, neck.1 + ny),
            (neck.0 - nx, neck.1 - ny),
            (from.0 - nx, from.1 - ny),
        ];
        self.path(&polygon(&corners), Look::Full(hue));
        self.head(Head {
            to,
            towards: (dx, dy),
            long: head,
            half: width / 2.0 + 4.0,
            hue,
        });
    }

    fn head(&mut self, head: Head) {
        let Head {
            to,
            towards: (dx, dy),
            long,
            half,
            hue,
        } = head;
        let back = (to.0 - dx * long, to.1 - dy * long);
        let corners = [
            to,
            (back.0 - dy * half, back.1 + dx * half),
            (back.0 + dy * half, back.1 - dx * half),
        ];
        self.path(&polygon(&corners), Look::Full(hue));
    }

    /// An axis below a drawing, from `rect.x` to `rect.right()` at `rect.y`: ticks with their words (pairs of a value and
    /// what stands below it; empty words give a tick alone), and its name at the right, 36 units below. Gives where values lie.
    pub fn axis(
        &mut self,
        rect: Rect,
        (from, to): (f64, f64),
        ticks: &[(f64, &str)],
        name: &str,
    ) -> Axis {
        let axis = Axis {
            left: rect.x,
            right: rect.right(),
            from,
            to,
        };
        self.arrow((rect.x, rect.y), (rect.right() + 10.0, rect.y), Hue::Soft);
        for (value, words) in ticks {
            let x = axis.x(*value);
            self.rule((x, rect.y), (x, rect.y + 5.0), Look::Outline(Hue::Soft));
            if !words.is_empty() {
                self.write(Text::new(*words, x, rect.y + 19.0).middle().soft());
            }
        }
        if !name.is_empty() {
            let at = rect.right() + 10.0;
            self.write(Text::new(name, at, rect.y + 36.0).end().soft());
        }
        axis
    }

    /// A span of time on an axis; words that do not fit are a fault.
    pub fn span(
        &mut self,
        axis: Axis,
        Span {
            y,
            height,
            from,
            to,
        }: Span,
        words: &str,
        look: Look,
    ) -> Rect {
        let rect = Rect::new(axis.x(from), y, axis.x(to) - axis.x(from), height);
        if words.is_empty() {
            self.rect(rect, look);
        } else {
            self.boxed(words, rect, look);
        }
        rect
    }

    /// A span that is measured: a bracket below from one x to another, and what it is in the middle below.
    pub fn bracket(&mut self, (from, to): (f64, f64), y: f64, words: &str) {
        let d = format!("M{0} {1}v5H{2}v-5", num(from), num(y), num(to));
        self.path(&d, Look::Outline(Hue::Soft));
        if !words.is_empty() {
            self.write(Text::new(words, (from + to) / 2.0, y + 21.0).middle());
        }
    }
}

/// The step of length one from one place towards another.
fn direction(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(f64::MIN_POSITIVE);
    (dx / long, dy / long)
}

fn polygon(corners: &[(f64, f64)]) -> String {
    let points: Vec<String> = corners
        .iter()
        .map(|(x, y)| format!("{} {}", num(*x), num(*y)))
        .collect();
    format!("M{}Z", points.join("L"))
}
