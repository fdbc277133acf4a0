//! What runs: threads, warps, blocks, an SM. Each draws itself and gives the rectangle that it takes.

use super::figure::Figure;
use super::geometry::Rect;
use super::look::{Hue, Look};
use super::text::Text;

/// The gap between the squares of a warp.
const GAP: f64 = 2.0;

impl Figure {
    /// A thread: a small square. `Look::Hollow` is an idle one.
    pub fn thread(&mut self, x: f64, y: f64, side: f64, look: Look) -> Rect {
        let rect = Rect::new(x, y, side, side);
        self.cornered(rect, 2.0, look);
        rect
    }

    /// A warp: 32 threads in a row. Squares of 11 units make it 414 wide.
    pub fn warp(&mut self, x: f64, y: f64, side: f64, lane: impl Fn(usize) -> Look) -> Rect {
        self.threads((x, y), side, 32, lane)
    }

    /// A warp drawn short: its first 8 threads and an ellipsis.
    pub fn short_warp(&mut self, x: f64, y: f64, side: f64, lane: impl Fn(usize) -> Look) -> Rect {
        let row = self.threads((x, y), side, 8, lane);
        let dots = row.right() + GAP;
        for k in 0..3 {
            let at = (dots + 3.0 + 5.0 * f64::from(k), row.cy());
            self.circle(at, 1.0, Look::Full(Hue::Soft));
        }
        Rect::new(row.x, row.y, row.w + 18.0, row.h)
    }

    /// `n` threads in a row.
    pub fn threads(
        &mut self,
        (x, y): (f64, f64),
        side: f64,
        n: usize,
        lane: impl Fn(usize) -> Look,
    ) -> Rect {
        for k in 0..n {
            self.thread(x + k as f64 * (side + GAP), y, side, lane(k));
        }
        Rect::new(x, y, n as f64 * (side + GAP) - GAP, side)
    }

    /// A block: a rounded box with its name at the top; gives the room for its warps.
    pub fn block(&mut self, rect: Rect, name: &str) -> Rect {
        self.cornered(rect, 8.0, Look::Outline(Hue::Line));
        self.write(named(name, rect));
        let head = if name.is_empty() { 8.0 } else { 26.0 };
        Rect::new(
            rect.x + 8.0,
            rect.y + head,
            rect.w - 16.0,
            rect.h - head - 8.0,
        )
    }

    /// An SM: a box with registers and shared memory at its foot. Gives the room above them for blocks, then the two.
    pub fn sm(&mut self, rect: Rect, name: &str) -> [Rect; 3] {
        self.rect(rect, Look::Outline(Hue::Ink));
        self.write(named(name, rect));
        let foot = Rect::new(rect.x + 8.0, rect.bottom() - 34.0, rect.w - 16.0, 26.0);
        let parts = foot.columns(2, 8.0);
        self.boxed("registers", parts[0], Look::Wash(Hue::A));
        self.boxed("shared", parts[1], Look::Wash(Hue::B));
        let room = Rect::new(
            rect.x + 8.0,
            rect.y + 26.0,
            rect.w - 16.0,
            rect.h - 26.0 - 42.0,
        );
        [room, parts[0], parts[1]]
    }

    /// A grid of cells, by column and row: a matrix, a tile, the threads of a block of two dimensions.
    pub fn cells(&mut self, lattice: Lattice, look: impl Fn(usize, usize) -> Look) -> Rect {
        let Lattice {
            x,
            y,
            side,
            columns,
            rows,
        } = lattice;
        for row in 0..rows {
            for column in 0..columns {
                let cell = Rect::new(
                    x + column as f64 * side,
                    y + row as f64 * side,
                    side - 1.5,
                    side - 1.5,
                );
                self.cornered(cell, 2.0, look(column, row));
            }
        }
        Rect::new(x, y, columns as f64 * side - 1.5, rows as f64 * side - 1.5)
    }
}

/// Squares in columns and rows.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// From a square to the next, in units.
    pub side: f64,
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
}

/// A name at the top left of a box.
fn named(name: &str, rect: Rect) -> Text {
    Text {
        within: Some(rect),
        ..Text::new(name, rect.x + 8.0, rect.y + 18.0).bold()
    }
}
