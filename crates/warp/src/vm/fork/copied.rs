//! A job's copy of an allocation: what it has stored there, and what was there where it reads.
//!
//! Places that are about to be read or stored go in, before they are; bytes stored are made in memory when the job's turn has come, or come out
//! as bits, to be held against what others have read. The rule: pages on which the job has stored nothing are read in everyone's memory; a page is taken from there
//! when something is read on one that has stores, and then keeps what was stored.

use super::log::Chunk;
use crate::launch::{Allocation, mark};
use crate::vm::mem::Group;

/// Bytes that are copied at once.
const PAGE: usize = 512;

/// Lanes that lie among so many bytes have their pages looked at together.
const NEAR: usize = 4 * PAGE;

/// What a copy has of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Here {
    Nothing,
    /// Marks of what the job has read in everyone's memory.
    Read,
    /// What the job has stored.
    Stored,
    All,
}

/// How bytes are read.
#[derive(Clone, Copy)]
pub(super) struct Reads {
    /// Whether in the copy, rather than in everyone's memory.
    pub here: bool,
    /// Whether that is to be remembered.
    pub noted: bool,
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
    /// The pages of which there was something in some job, this one's aside: these take memory, the others are nothing but room.
    ever: Vec<bool>,
    /// How many these are.
    resident: usize,
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
            ever: vec![false; base.bytes.len().div_ceil(PAGE)],
            resident: 0,
        }
    }

    /// Whether it could be a copy of this one: so many bytes, and marks of as many.
    pub(super) fn fits(&self, base: &Allocation) -> bool {
        (self.bytes.len(), self.written.len()) == (base.bytes.len(), base.written.len())
    }

    /// The bytes that it takes, as far as that is known before it is at rest.
    pub(super) fn resident(&self) -> usize {
        self.resident.max(self.pages.len()) * (PAGE + 3 * PAGE / 8)
            + self.here.len()
            + self.ever.len()
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
        self.open(at, n, Here::Stored);
        mark(&mut self.dirty, at, n);
    }

    /// So many bytes are about to be read, here or in everyone's memory; whether that is to be remembered.
    #[inline(always)]
    pub(super) fn note_read(
        &mut self,
        base: &Allocation,
        (at, n): (usize, usize),
        Reads { here, noted }: Reads,
    ) {
        match here {
            true => self.fill(base, at, n),
            false if noted => self.open(at, n, Here::Read),
            false => return,
        }
        if noted {
            mark(&mut self.read, at, n);
        }
    }

    /// Whether all bytes there are those of everyone's memory, as far as that is known by pages.
    #[inline(always)]
    pub(super) fn is_unchanged(&self, at: usize, n: usize) -> bool {
        let pages = self.here.get(at / PAGE..=(at + n - 1) / PAGE);
        pages.is_some_and(|pages| {
            pages
                .iter()
                .all(|here| matches!(here, Here::Nothing | Here::Read))
        })
    }

    /// The same for all lanes of a group, which lie in any way.
    pub(super) fn is_unchanged_for(&self, group: &Group, bytes: usize) -> bool {
        let (from, n) = around(group, bytes);
        let mut lanes = group.mask.lanes();
        match n > NEAR {
            true => lanes.all(|lane| self.is_unchanged(group.at[lane] as usize, bytes)),
            false => self.is_unchanged(from, n),
        }
    }

    /// The lanes of a group, which lie in any way, are about to store so many bytes each, or to read them, here or in everyone's memory.
    pub(super) fn note_lanes(
        &mut self,
        base: &Allocation,
        (group, bytes): (&Group, usize),
        stored: bool,
        reads: Reads,
    ) {
        let Reads { here, noted } = reads;
        let (from, n) = around(group, bytes);
        if n > NEAR {
            for lane in group.mask.lanes() {
                let place = (group.at[lane] as usize, bytes);
                match stored {
                    true => self.note_stored(place.0, bytes),
                    false => self.note_read(base, place, reads),
                }
            }
            return;
        }
        match (stored, here) {
            (true, _) => self.open(from, n, Here::Stored),
            (false, true) => self.fill(base, from, n),
            (false, false) if noted => self.open(from, n, Here::Read),
            (false, false) => return,
        }
        let bits = match stored {
            true => &mut self.dirty,
            false if noted => &mut self.read,
            false => return,
        };
        // Aligned, as all accesses are that are made.
        let word = match bytes {
            1 | 2 | 4 => (1u8 << bytes) - 1,
            _ => {
                return group
                    .mask
                    .lanes()
                    .for_each(|lane| mark(bits, group.at[lane] as usize, bytes));
            }
        };
        // Lanes that are not meant have the place of one that is.
        for at in group.at {
            if let Some(bits) = bits.get_mut(at as usize / 8) {
                *bits |= word << (at % 8);
            }
        }
    }

    /// What is about to be stored there is here soon, or marks of what is read there.
    #[inline(always)]
    fn open(&mut self, at: usize, n: usize, what: Here) {
        for page in at / PAGE..=(at + n - 1) / PAGE {
            match self.here.get_mut(page) {
                Some(here @ Here::Nothing) => {
                    *here = what;
                    self.pages.push(page as u32);
                }
                Some(here @ Here::Read) => *here = what,
                _ => {}
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
        }
        if before != Here::Stored {
            copy(&mut self.bytes, &base.bytes, page * PAGE, PAGE);
            copy(&mut self.written, &base.written, page * PAGE / 8, PAGE / 8);
            return;
        }
        let end = self.dirty.len().min((page + 1) * PAGE / 8);
        if all_of(&self.dirty[page * PAGE / 8..end]).1 == 0xff {
            let marks = self.written.len();
            self.written[marks.min(page * PAGE / 8)..marks.min(end)].fill(0xff);
            return;
        }
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
            self.resident += usize::from(!std::mem::replace(&mut self.ever[page], true));
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

    /// Whether it has read a byte of those.
    pub fn reads_of(&self, stored: &Stored) -> bool {
        self.rows().any(|(from, _, read)| {
            let theirs = stored.bits.get(from..).unwrap_or(&[]);
            read.iter().zip(theirs).any(|(a, b)| a & b != 0)
        })
    }

    /// The bytes that all it has stored is among, and about how many there are; none where nothing was stored.
    pub fn among(&self) -> Option<(usize, usize)> {
        let (first, last) = (self.pages.iter().min()?, self.pages.iter().max()?);
        let end = (*last as usize + 1) * PAGE;
        Some((*first as usize * PAGE, end.min(self.bytes.len())))
    }

    /// How many words it has at most.
    pub fn words(&self) -> usize {
        self.pages.len() * PAGE / 4
    }

    /// How many bytes are on pages that the job has stored to, or taken.
    pub(super) fn changed(&self) -> u64 {
        let changed = |page: &&u32| self.here[**page as usize] != Here::Read;
        (self.pages.iter().filter(changed).count() * PAGE) as u64
    }

    /// Makes what was stored here in a piece of memory.
    pub fn make(&self, piece: &mut Chunk<'_>) {
        let inside = piece.from..piece.from + piece.bytes.len();
        for (from, dirty, _) in self.rows() {
            if inside.contains(&(8 * from)) && all_of(dirty).0 != 0 {
                self.make_page(8 * from, dirty, piece);
            }
        }
    }

    fn make_page(&self, at: usize, dirty: &[u8], piece: &mut Chunk<'_>) {
        let end = self.bytes.len().min(at + PAGE);
        let (from, held) = (at - piece.from, &self.bytes[at..end]);
        piece.keep(from, held.len());
        let Some(to) = piece.bytes.get_mut(from..from + held.len()) else {
            return;
        };
        match all_of(dirty).1 == 0xff {
            true => to.copy_from_slice(held),
            false => merge(to, held, dirty),
        }
        let marks = piece.written.get_mut(from / 8..).unwrap_or(&mut []);
        for (mark, dirty) in marks.iter_mut().zip(dirty) {
            *mark |= dirty;
        }
    }
}

/// The bytes of an allocation that several jobs have stored. One serves for one allocation after the other: to have as many bits made
/// anew for each would cost more than the jobs.
#[derive(Default)]
pub struct Stored {
    /// A bit for each byte.
    bits: Vec<u8>,
    /// From where on bits may be set: rows of a page.
    rows: Vec<u32>,
}

impl Stored {
    /// Adds what a job has stored in its copy.
    pub fn add(&mut self, copied: &Copied) {
        if self.bits.len() < copied.dirty.len() {
            let mut longer = vec![0; copied.dirty.len()];
            for from in self.rows.iter().map(|from| *from as usize) {
                let to = self.bits.len().min(from + PAGE / 8);
                longer[from..to].copy_from_slice(&self.bits[from..to]);
            }
            self.bits = longer;
        }
        for (from, dirty, _) in copied.rows() {
            self.rows.push(from as u32);
            for (to, dirty) in self.bits[from..].iter_mut().zip(dirty) {
                *to |= dirty;
            }
        }
    }

    /// Forgets all, but not its memory.
    pub fn clear(&mut self) {
        for from in self.rows.drain(..).map(|from| from as usize) {
            let to = self.bits.len().min(from + PAGE / 8);
            self.bits[from..to].fill(0);
        }
    }
}

/// The bytes that all lanes of an access are among: from where on, and how many.
#[inline(always)]
fn around(group: &Group, bytes: usize) -> (usize, usize) {
    let (least, most) = group.at.iter().fold((u32::MAX, 0), |(least, most), at| {
        (least.min(*at), most.max(*at))
    });
    (least as usize, (most - least) as usize + bytes)
}

/// All bits that are set in some byte, and those set in each.
fn all_of(bits: &[u8]) -> (u8, u8) {
    bits.iter()
        .fold((0, 0xff), |(any, each), bits| (any | bits, each & bits))
}

/// Takes the bytes whose bits are set.
fn merge(to: &mut [u8], from: &[u8], bits: &[u8]) {
    for ((to, from), bits) in to.chunks_mut(8).zip(from.chunks(8)).zip(bits) {
        if let (Some(to), Some(from)) = (to.first_chunk_mut::<8>(), from.first_chunk::<8>()) {
            let (old, new) = (u64::from_le_bytes(*to), u64::from_le_bytes(*from));
            let mask = spread(*bits);
            *to = (old & !mask | new & mask).to_le_bytes();
            continue;
        }
        for (i, (to, from)) in to.iter_mut().zip(from).enumerate() {
            *to = if bits >> i & 1 != 0 { *from } else { *to };
        }
    }
}

/// A byte of ones for each bit.
#[inline(always)]
fn spread(bits: u8) -> u64 {
    let apart = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let ones = apart.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
    (ones >> 7) * 0xff
}

/// Copies up to `n` bytes at `at`: as many as there are.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8], at: usize, n: usize) {
    let end = (at + n).min(to.len()).min(from.len());
    if at < end {
        to[at..end].copy_from_slice(&from[at..end]);
    }
}
