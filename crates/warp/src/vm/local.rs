//! A warp's local memory.
//! In: the variables of a function that is called; out: rows of words for them, until it returns.
//! The rule: word `w` of all lanes is one row, so that lanes that access the same variable touch one row.
//! Next: mem.rs for the other spaces.

use super::lanes::{Lanes32, blend};
use super::mask::{LANES, LaneMask};
use super::mem::{Group, Shape, ones};
use cuda_ir::LocalVar;

/// A warp's local memory: rows of one word a lane.
#[derive(Clone, Default)]
pub struct LocalMemory {
    /// Row `w` is word `w` of each lane.
    pub rows: Vec<Lanes32>,
    /// Four bits a lane: which bytes of the word are written.
    pub written: Vec<[u8; LANES]>,
    /// (base, length) in bytes of each variable of each open call.
    pub vars: Vec<(u32, u32)>,
    /// What words are that nobody wrote.
    pub fill: u32,
}

impl LocalMemory {
    /// Adds a function's variables; the number of the first is returned.
    pub fn open(&mut self, locals: &[LocalVar]) -> u32 {
        let first = self.vars.len() as u32;
        for v in locals {
            let base = self.rows.len() as u32 * 4;
            self.vars.push((base, v.bytes as u32));
            let words = (v.bytes as usize).div_ceil(16) * 4;
            self.rows
                .resize(self.rows.len() + words, [self.fill; LANES]);
            self.written.resize(self.rows.len(), [0; LANES]);
        }
        first
    }

    /// The lanes of a group that would read a byte nobody wrote, of so many each.
    pub fn unwritten(&self, group: &Group, bytes: u32) -> LaneMask {
        let mut out = 0;
        for k in 0..bytes.div_ceil(4) {
            if group.shape == Shape::Same {
                let (row, ones) = place(group.at[0], k, bytes);
                if let Some(row) = self.written.get(row) {
                    for (lane, written) in row.iter().enumerate() {
                        out |= u32::from(written & ones != ones) << lane;
                    }
                }
                continue;
            }
            for lane in group.mask.lanes() {
                let (row, ones) = place(group.at[lane], k, bytes);
                let written = self.written.get(row).map_or(0, |row| row[lane]);
                out |= u32::from(written & ones != ones) << lane;
            }
        }
        LaneMask(out & group.mask.0)
    }

    /// Notes that the bytes of a group, so many a lane, are written now.
    pub fn note_written(&mut self, group: &Group, bytes: u32) {
        let same = group.shape == Shape::Same && group.mask.is_full();
        for k in 0..bytes.div_ceil(4) {
            if same {
                let (row, ones) = place(group.at[0], k, bytes);
                if let Some(row) = self.written.get_mut(row) {
                    row.iter_mut().for_each(|written| *written |= ones);
                }
                continue;
            }
            for lane in group.mask.lanes() {
                let (row, ones) = place(group.at[lane], k, bytes);
                if let Some(row) = self.written.get_mut(row) {
                    row[lane] |= ones;
                }
            }
        }
    }

    /// Takes all variables from this one on away, to be put back by [`LocalMemory::append`].
    pub fn cut(&mut self, first: usize) -> LocalMemory {
        let Some((base, _)) = self.vars.get(first) else {
            return LocalMemory::default();
        };
        let row = *base as usize / 4;
        LocalMemory {
            rows: self.rows.split_off(row.min(self.rows.len())),
            written: self.written.split_off(row.min(self.written.len())),
            vars: self.vars.split_off(first),
            fill: self.fill,
        }
    }

    /// Puts variables back.
    pub fn append(&mut self, mut more: LocalMemory) {
        self.rows.append(&mut more.rows);
        self.written.append(&mut more.written);
        self.vars.append(&mut more.vars);
    }

    /// Takes these lanes' values of the same variables.
    pub fn take_in(&mut self, from: &LocalMemory, lanes: LaneMask) {
        let rows = self.rows.iter_mut().zip(&from.rows);
        rows.for_each(|(to, from)| blend(to, from, lanes));
        let written = self.written.iter_mut().zip(&from.written);
        written.for_each(|(to, from)| blend(to, from, lanes));
    }

    /// Drops all variables from this one on.
    pub fn close(&mut self, first: u32) {
        if let Some((base, _)) = self.vars.get(first as usize) {
            let row = *base as usize / 4;
            self.rows.truncate(row);
            self.written.truncate(row);
        }
        self.vars.truncate(first as usize);
    }
}

/// Of an aligned access of so many bytes, the row of its `k`th word, and which bytes of that it touches.
#[inline(always)]
fn place(at: u32, k: u32, bytes: u32) -> (usize, u8) {
    ((at / 4 + k) as usize, ones(bytes.min(4)) << (at % 4))
}
