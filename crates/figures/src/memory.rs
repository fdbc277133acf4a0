//! What holds data: sectors of 8 words, lines of 4 sectors, banks as columns. An idle word is hollow.

use super::figure::Figure;
use super::geometry::Rect;
use super::look::{Hue, Look};
use super::machine::Lattice;

/// Words of a sector (32 bytes).
pub const WORDS: usize = 8;
/// Sectors of a line (128 bytes).
pub const SECTORS: usize = 4;
/// Banks of shared memory.
pub const BANKS: usize = 32;

impl Figure {
    /// A sector: 8 words in one frame. Words of 13 units make it 104 wide.
    pub fn sector(&mut self, x: f64, y: f64, side: f64, word: impl Fn(usize) -> Look) -> Rect {
        let frame = Rect::new(x, y, side * WORDS as f64, side);
        for k in 0..WORDS {
            let cell = Rect::new(x + k as f64 * side, y, side, side).inset(1.5);
            let look = word(k);
            // An idle word needs no frame of its own in the sector's.
            if look != Look::Hollow {
                self.cornered(cell, 1.0, look);
            }
        }
        for k in 1..WORDS {
            let x = x + k as f64 * side;
            self.rule((x, y), (x, y + side), Look::Outline(Hue::Line));
        }
        self.rect(frame, Look::Outline(Hue::Soft));
        frame
    }

    /// A line: 4 sectors side by side. Words of 13 units make it 434 wide. `word` gets the sector and the word in it.
    pub fn line(&mut self, x: f64, y: f64, side: f64, word: impl Fn(usize, usize) -> Look) -> Rect {
        let step = side * WORDS as f64 + 6.0;
        for sector in 0..SECTORS {
            self.sector(x + step * sector as f64, y, side, |k| word(sector, k));
        }
        Rect::new(x, y, step * SECTORS as f64 - 6.0, side)
    }

    /// Banks: a column each (32, or fewer where the rest are the same), as many words deep as there are rows.
    pub fn banks(&mut self, lattice: Lattice, word: impl Fn(usize, usize) -> Look) -> Rect {
        let Lattice {
            x,
            y,
            side,
            columns: n,
            rows,
        } = lattice;
        let step = side + 2.0;
        for bank in 0..n {
            let column = Rect::new(x + bank as f64 * step, y, side, side * rows as f64);
            for row in 0..rows {
                let cell = Rect::new(column.x, y + row as f64 * side, side, side).inset(1.5);
                let look = word(bank, row);
                if look != Look::Hollow {
                    self.cornered(cell, 1.0, look);
                }
            }
            self.cornered(column, 2.0, Look::Outline(Hue::Soft));
        }
        Rect::new(x, y, n as f64 * step - 2.0, side * rows as f64)
    }
}
