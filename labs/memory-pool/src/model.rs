//! A slow pool to compare with: the same requests in, the same answers out, from a list of all pieces of 256 bytes.
//! The rule: it shares no idea with the solution. Who may use a piece is written down as a list of streams, which grows with
//! each wait, where the solution compares counts.

use std::collections::BTreeSet;

use super::PoolError;

/// A pool, piece by piece.
pub(crate) struct Model {
    pieces: Vec<Piece>,
    /// Frees so far, over all streams: each has a number of its own.
    frees: u32,
    /// Frees that come before what a stream does next.
    known: Vec<BTreeSet<u32>>,
}

/// What a piece of 256 bytes is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Unused,
    /// In use by what begins at this piece.
    Live(usize),
    /// The number of its free.
    Freed(u32),
}

impl Model {
    /// So many pieces, and streams below `streams`.
    pub fn new(pieces: usize, streams: usize) -> Model {
        Model {
            pieces: vec![Piece::Unused; pieces],
            frees: 0,
            known: vec![BTreeSet::new(); streams],
        }
    }

    pub fn alloc(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError> {
        let known = &self.known[stream as usize];
        let usable = |piece: &Piece| match piece {
            Piece::Unused => true,
            Piece::Live(_) => false,
            Piece::Freed(number) => known.contains(number),
        };
        // How many usable pieces begin at each place.
        let mut runs = vec![0; self.pieces.len() + 1];
        for at in (0..self.pieces.len()).rev() {
            runs[at] = if usable(&self.pieces[at]) {
                runs[at + 1] + 1
            } else {
                0
            };
        }
        let wanted = bytes.div_ceil(256) as usize;
        let largest = runs.iter().copied().max().unwrap_or(0) as u64 * 256;
        let at = runs.iter().position(|run| *run >= wanted);
        let at = at.ok_or(PoolError::Full(largest))?;
        self.pieces[at..at + wanted].fill(Piece::Live(at));
        Ok(at as u64 * 256)
    }

    pub fn free(&mut self, offset: u64, stream: u32) {
        let gone = Piece::Live((offset / 256) as usize);
        self.frees += 1;
        for piece in self.pieces.iter_mut().filter(|piece| **piece == gone) {
            *piece = Piece::Freed(self.frees);
        }
        self.known[stream as usize].insert(self.frees);
    }

    pub fn wait(&mut self, waiter: u32, on: u32) {
        let more = self.known[on as usize].clone();
        self.known[waiter as usize].extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four pieces, by hand: 1 has 0 and 1, 2 has 2; 1 frees, and 2 sees two free pieces only after it has waited.
    #[test]
    fn a_life_worked_by_hand() {
        let mut model = Model::new(4, 3);
        assert_eq!(model.alloc(300, 1), Ok(0));
        assert_eq!(model.alloc(256, 2), Ok(512));
        model.free(0, 1);
        assert_eq!(model.alloc(512, 2), Err(PoolError::Full(256)));
        model.wait(2, 1);
        assert_eq!(model.alloc(512, 2), Ok(0));
        model.free(0, 2);
        assert_eq!(model.alloc(512, 1), Err(PoolError::Full(256)));
        assert_eq!(model.alloc(1, 1), Ok(768));
    }
}
