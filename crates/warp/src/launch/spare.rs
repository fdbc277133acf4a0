//! Bytes of memory that was given back, kept for memory that is asked for next.
//!
//! Rows of bytes go in and come out cleared. The rule: a program that takes and frees large memory in every repetition then clears it, which is
//! several times faster than to ask the operating system for fresh pages each time.

/// Rows smaller than this are the allocator's own business.
const LEAST: usize = 1 << 20;

/// How many bytes are kept at most.
const MOST: usize = 256 << 20;

/// Rows that nobody has, the oldest first.
#[derive(Debug, Default)]
pub struct Spare {
    rows: Vec<Vec<u8>>,
}

/// Another memory starts with none.
impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::default()
    }
}

impl Spare {
    /// Keeps a row.
    pub fn keep(&mut self, row: Vec<u8>) {
        if !(LEAST..=MOST).contains(&row.capacity()) {
            return;
        }
        self.rows.push(row);
        while self.rows.iter().map(Vec::capacity).sum::<usize>() > MOST {
            self.rows.remove(0);
        }
    }

    /// So many bytes that all hold `fill`, if a row is kept that has room for them and not twice as much.
    pub fn take(&mut self, bytes: usize, fill: u8) -> Option<Vec<u8>> {
        let fits = |row: &Vec<u8>| (bytes..bytes.saturating_mul(2)).contains(&row.capacity());
        let at = self.rows.iter().rposition(fits)?;
        let mut row = self.rows.remove(at);
        row.clear();
        row.resize(bytes, fill);
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, MOST, Spare};

    #[test]
    fn a_row_comes_back_cleared_if_it_fits() {
        let mut spare = Spare::default();
        spare.keep(vec![7; 3 * LEAST]);
        assert_eq!(spare.take(LEAST, 0), None, "it has more than twice as much");
        assert_eq!(spare.take(4 * LEAST, 0), None, "it has less");
        let row = spare.take(2 * LEAST, 0xcd).expect("it fits");
        assert_eq!(row.len(), 2 * LEAST);
        assert!(row.iter().all(|byte| *byte == 0xcd));
        assert_eq!(spare.take(2 * LEAST, 0), None, "it is taken");
    }

    #[test]
    fn little_and_too_much_are_not_kept() {
        let mut spare = Spare::default();
        spare.keep(vec![7; LEAST / 2]);
        assert_eq!(spare.take(LEAST / 2, 0), None);
        let half = MOST / 2 + LEAST;
        spare.keep(Vec::with_capacity(half));
        spare.keep(Vec::with_capacity(half));
        assert_eq!(spare.rows.len(), 1, "the oldest goes");
    }
}
