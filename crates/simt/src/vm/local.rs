//! A warp's local memory.
//! In: the variables of a function that is called; out: rows of words for them, until it returns.
//! The rule: word `w` of all lanes is one row, so that lanes that access the same variable touch one row.
//! Next: mem.rs for the other spaces.

use super::lanes::Lanes32;
use super::mask::LANES;
use crate::ir::LocalVar;

/// A warp's local memory: rows of one word a lane.
#[derive(Default)]
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
