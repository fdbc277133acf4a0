//! A job's copy of an allocation: what it has stored there, and what was there where it reads.
//!
//! Places that are about to be read or stored go in, before they are; bytes stored come out, as entries of a log, or as bits, to be held
//! against what others have read. The rule: a page is taken from everyone's memory when something in it is read, and then keeps what was stored.

use super::log::Log;
use crate::launch::{Allocation, mark};

/// Bytes that are copied at once.
const PAGE: usize = 512;

/// Words that are put down together at most.
const ROW: usize = 1024;

/// What a copy has of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Here {
    Nothing,
    /// What the job has stored.
    Stored,
    All,
}

/// A job's copy of an allocation, made page by page as it is touched.
pub struct Copied {
    bytes: Vec<u8>,
    /// As [`Allocation::written`].
    written: Vec<u8>,
    /// What of a page is here.
    here: Vec<Here>,
    /// Those of which something is.
    pages: Vec<u32>,
    /// A bit for each byte that was stored.
    dirty: Vec<u8>,
    /// A bit for each byte that was read.
    read: Vec<u8>,
}

impl Copied {
    /// Nothing of it yet.
    pub(super) fn new(base: &Allocation) -> Self {
        let bits = base.bytes.len().div_ceil(8);
        Copied {
            bytes: vec![0; base.bytes.len()],
            written: vec![0; base.written.len()],
            here: vec![Here::Nothing; base.bytes.len().div_ceil(PAGE)],
            pages: Vec::new(),
            dirty: vec![0; bits],
            read: vec![0; bits],
        }
    }

    /// Its bytes, and those of its marks of what was written.
    #[inline(always)]
    pub fn held(&self) -> (&[u8], &[u8]) {
        (&self.bytes, &self.written)
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn held_mut(&mut self) -> (&mut [u8], &mut [u8]) {
        (&mut self.bytes, &mut self.written)
    }

    /// So many bytes are about to be stored.
    #[inline(always)]
    pub fn note_stored(&mut self, at: usize, n: usize) {
        self.open(at, n);
        mark(&mut self.dirty, at, n);
    }

    /// So many bytes are about to be read; whether that is to be remembered.
    #[inline(always)]
    pub(super) fn note_read(&mut self, base: &Allocation, (at, n): (usize, usize), noted: bool) {
        self.fill(base, at, n);
        if noted {
            mark(&mut self.read, at, n);
        }
    }

    /// What is about to be stored there is here soon.
    #[inline(always)]
    fn open(&mut self, at: usize, n: usize) {
        for page in at / PAGE..=(at + n - 1) / PAGE {
            if self.here.get(page) == Some(&Here::Nothing) {
                self.here[page] = Here::Stored;
                self.pages.push(page as u32);
            }
        }
    }

    /// What is about to be read there is here now.
    #[inline(always)]
    fn fill(&mut self, base: &Allocation, at: usize, n: usize) {
        for page in at / PAGE..=(at + n - 1) / PAGE {
            if self.here.get(page).is_some_and(|here| *here != Here::All) {
                self.take(base, page);
            }
        }
    }

    #[cold]
    fn take(&mut self, base: &Allocation, page: usize) {
        let before = std::mem::replace(&mut self.here[page], Here::All);
        if before == Here::Nothing {
            self.pages.push(page as u32);
            copy(&mut self.bytes, &base.bytes, page * PAGE, PAGE);
            copy(&mut self.written, &base.written, page * PAGE / 8, PAGE / 8);
            return;
        }
        let end = self.dirty.len().min((page + 1) * PAGE / 8);
        for i in page * PAGE / 8..end {
            let dirty = self.dirty[i];
            for bit in (0..8).filter(|bit| dirty >> bit & 1 == 0) {
                copy(&mut self.bytes, &base.bytes, 8 * i + bit, 1);
            }
            if let (Some(to), Some(from)) = (self.written.get_mut(i), base.written.get(i)) {
                *to = from | dirty;
            }
        }
    }

    /// Forgets all, but not its memory.
    pub fn clear(&mut self) {
        for page in self.pages.drain(..) {
            let page = page as usize;
            self.here[page] = Here::Nothing;
            for bits in [&mut self.dirty, &mut self.read] {
                let end = bits.len().min((page + 1) * PAGE / 8);
                bits[page * PAGE / 8..end].fill(0);
            }
        }
    }

    /// The bits of its pages: the first one's place, those stored and those read.
    fn rows(&self) -> impl Iterator<Item = (usize, &[u8], &[u8])> {
        self.pages.iter().map(|page| {
            let from = *page as usize * PAGE / 8;
            let to = self.dirty.len().min(from + PAGE / 8);
            (from, &self.dirty[from..to], &self.read[from..to])
        })
    }

    /// Whether it has read a byte of those, a bit each.
    pub fn reads_of(&self, bits: &[u8]) -> bool {
        self.rows().any(|(from, _, read)| {
            let theirs = bits.get(from..).unwrap_or(&[]);
            read.iter().zip(theirs).any(|(a, b)| a & b != 0)
        })
    }

    /// Adds the bytes that it has stored, a bit each.
    pub fn add_stored(&self, bits: &mut Vec<u8>) {
        if bits.is_empty() {
            bits.resize(self.dirty.len(), 0);
        }
        for (from, dirty, _) in self.rows() {
            for (to, dirty) in bits[from..].iter_mut().zip(dirty) {
                *to |= dirty;
            }
        }
    }

    /// Puts down what was stored here.
    pub fn put_down(&self, slot: usize, log: &mut Log) {
        log.reserve(
            self.rows()
                .map(|(_, dirty, _)| stored(dirty))
                .sum::<usize>()
                / 4,
        );
        let mut row = Row {
            slot: slot as u32,
            at: 0,
            words: Vec::with_capacity(ROW),
        };
        for (from, dirty, _) in self.rows() {
            let (many, few) = dirty.as_chunks::<8>();
            for (i, bits) in many.iter().enumerate() {
                let at = 8 * (from + 8 * i);
                match u64::from_le_bytes(*bits) {
                    0 => {}
                    u64::MAX => row.extend(at, self.bytes.get(at..at + 64).unwrap_or(&[]), log),
                    _ => self.put_down_some(at, bits, &mut row, log),
                }
            }
            self.put_down_some(8 * (from + 8 * many.len()), few, &mut row, log);
        }
        row.end(log);
    }

    /// The same for some bytes from a place on, a bit each.
    fn put_down_some(&self, from: usize, dirty: &[u8], row: &mut Row, log: &mut Log) {
        for (k, bits) in dirty.iter().enumerate() {
            for (at, bits) in [(from + 8 * k, bits & 0xf), (from + 8 * k + 4, bits >> 4)] {
                if bits == 0xf {
                    row.extend(at, self.bytes.get(at..at + 4).unwrap_or(&[]), log);
                    continue;
                }
                for byte in (at..at + 4).filter(|byte| bits >> (byte - at) & 1 != 0) {
                    let value = self.bytes.get(byte).copied().unwrap_or(0);
                    log.byte(row.slot, byte as u32, value);
                }
            }
        }
    }
}

/// Neighbouring words that are being gathered, to be put down together.
struct Row {
    slot: u32,
    at: usize,
    words: Vec<u32>,
}

impl Row {
    #[inline]
    fn extend(&mut self, at: usize, bytes: &[u8], log: &mut Log) {
        if at != self.at + 4 * self.words.len() || self.words.len() >= ROW {
            self.end(log);
            self.at = at;
        }
        let words = bytes.as_chunks::<4>().0.iter();
        self.words
            .extend(words.map(|word| u32::from_le_bytes(*word)));
    }

    fn end(&mut self, log: &mut Log) {
        if !self.words.is_empty() {
            log.row(self.slot, self.at as u32, &self.words);
            self.words.clear();
        }
    }
}

/// How many bytes are stored.
fn stored(dirty: &[u8]) -> usize {
    dirty.iter().map(|bits| bits.count_ones() as usize).sum()
}

/// Copies up to `n` bytes at `at`: as many as there are.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8], at: usize, n: usize) {
    let end = (at + n).min(to.len()).min(from.len());
    if at < end {
        to[at..end].copy_from_slice(&from[at..end]);
    }
}
