//! Places in a drawing: rectangles that are cut into rows and columns, and numbers as SVG has them.

/// A rectangle: its corner at the top left, its width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left.
    pub x: f64,
    /// Its top.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Rect {
    /// A rectangle by corner and size.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Its lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// The middle, across.
    pub fn cx(&self) -> f64 {
        self.x + self.w / 2.0
    }

    /// The middle, down.
    pub fn cy(&self) -> f64 {
        self.y + self.h / 2.0
    }

    /// What is left inside a margin.
    pub fn inset(&self, by: f64) -> Rect {
        Rect::new(
            self.x + by,
            self.y + by,
            self.w - 2.0 * by,
            self.h - 2.0 * by,
        )
    }

    /// The same, elsewhere.
    pub fn moved(&self, dx: f64, dy: f64) -> Rect {
        Rect::new(self.x + dx, self.y + dy, self.w, self.h)
    }

    /// `n` equal parts side by side, with a gap between.
    pub fn columns(&self, n: usize, gap: f64) -> Vec<Rect> {
        let w = (self.w - gap * (n.max(1) - 1) as f64) / n.max(1) as f64;
        (0..n)
            .map(|k| Rect::new(self.x + k as f64 * (w + gap), self.y, w, self.h))
            .collect()
    }

    /// `n` equal parts one below the other, with a gap between.
    pub fn rows(&self, n: usize, gap: f64) -> Vec<Rect> {
        let h = (self.h - gap * (n.max(1) - 1) as f64) / n.max(1) as f64;
        (0..n)
            .map(|k| Rect::new(self.x, self.y + k as f64 * (h + gap), self.w, h))
            .collect()
    }

    /// Whether the other lies in it, give or take a thousandth.
    pub fn holds(&self, other: &Rect) -> bool {
        let near = 0.001;
        other.x >= self.x - near
            && other.y >= self.y - near
            && other.right() <= self.right() + near
            && other.bottom() <= self.bottom() + near
    }

    /// Whether the two share area.
    pub fn meets(&self, other: &Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// A number with at most two decimals: `12`, `0.5`.
pub fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}
