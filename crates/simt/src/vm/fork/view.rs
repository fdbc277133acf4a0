//! Memory as a job has it: everyone's, as it was when the jobs began, and what the job's own blocks have changed.
//!
//! Accesses are told before they are made ([`View::touch`]); loads then read the job's copy where there is one, stores go there or
//! into the [`Log`]. The rule: nothing that a job does is seen by another, and what it did is told so exactly that one can say afterwards
//! whether another should have seen it.

use super::log::Log;
use crate::launch::{Allocation, Memory, mark};
use crate::probe::Op;
use crate::report::Ways;
use crate::vm::mem::{Group, Halves, Region, Shape, Space};

/// Bytes that are copied at once.
const PAGE: usize = 512;

/// Words that are put down together at most.
const ROW: usize = 1024;

/// A job has read there, with plain loads.
pub const READ: u8 = 1;
/// A job has stored there.
pub const WROTE: u8 = 2;
/// A job has put down atomics there.
pub const ADDED: u8 = 4;

/// The same in words.
pub fn ways(did: u8) -> Ways {
    Ways {
        read: did & READ != 0,
        wrote: did & WROTE != 0,
        atomics: did & ADDED != 0,
    }
}

/// An access that is about to be made.
pub struct Touch {
    /// What it does.
    pub op: Op,
    /// Bytes a lane.
    pub bytes: u32,
    /// Whether the pointer is `volatile`.
    pub volatile: bool,
}

impl Touch {
    /// [`READ`], [`WROTE`] or [`ADDED`].
    #[inline(always)]
    pub fn way(&self) -> u8 {
        match self.op {
            Op::Load => READ,
            Op::Store => WROTE,
            Op::Atomic => ADDED,
        }
    }
}

/// How jobs keep what they store.
pub struct Plan {
    /// How many buffers there are; variables are numbered after them.
    pub buffers: usize,
    /// By allocation, whether in a copy, so that it can be read again.
    pub copies: Vec<bool>,
    /// Whether it is to be noted which bytes of copied allocations are read.
    pub reads: bool,
}

impl Plan {
    /// The number of an allocation among all.
    #[inline(always)]
    pub fn slot(&self, region: Region) -> usize {
        match region.space {
            Space::Symbol => self.buffers + region.id as usize,
            _ => region.id as usize,
        }
    }
}

/// A job's copies, by allocation.
pub type Copies = Vec<Option<Box<Copied>>>;

/// What a job has of its own.
#[derive(Default)]
pub struct Own {
    /// What is to be stored when its turn has come.
    pub log: Log,
    /// By allocation, what it did there.
    pub did: Vec<u8>,
    /// Its copies, by allocation.
    pub copies: Copies,
    /// Whether what it did depends on what others do at the same time, or cannot be told.
    pub spoiled: bool,
}

impl Own {
    /// Forgets what the job did, but not its memory.
    pub fn clear(&mut self) {
        self.log.clear();
        self.did.fill(0);
        self.spoiled = false;
        self.copies.iter_mut().flatten().for_each(|c| c.clear());
    }

    /// Puts down what was stored in copies.
    pub fn put_down(&mut self) {
        for (slot, copied) in self.copies.iter().enumerate() {
            if let Some(copied) = copied.as_ref().filter(|_| self.did[slot] & WROTE != 0) {
                copied.put_down(slot, &mut self.log);
            }
        }
    }
}

/// A job's view of memory.
pub struct View<'m> {
    /// Everyone's.
    pub base: &'m Memory,
    /// How what is stored is kept.
    pub plan: &'m Plan,
    /// What is the job's.
    pub own: Own,
}

/// Whether blocks of different jobs share a space.
#[inline(always)]
pub fn is_outer(space: Space) -> bool {
    matches!(space, Space::Global | Space::Symbol)
}

impl<'m> View<'m> {
    /// With what an earlier job left, cleared.
    pub fn new(base: &'m Memory, plan: &'m Plan, mut own: Own) -> Self {
        own.did.resize(plan.copies.len(), 0);
        own.copies.resize_with(plan.copies.len(), || None);
        View { base, plan, own }
    }

    /// Gives the job up.
    #[cold]
    pub fn spoil(&mut self) {
        self.own.spoiled = true;
    }

    /// Whether stores there go into the log.
    #[inline(always)]
    pub fn logs(&self, region: Region) -> bool {
        is_outer(region.space) && !self.keeps_copy(self.plan.slot(region))
    }

    #[inline(always)]
    fn keeps_copy(&self, slot: usize) -> bool {
        self.plan.copies.get(slot).copied().unwrap_or(true)
    }

    /// The log, and the allocation's number there.
    #[inline(always)]
    pub fn log(&mut self, region: Region) -> Option<(u32, &mut Log)> {
        if self.own.log.is_full() {
            self.spoil();
            self.own.log.clear();
        }
        Some((self.plan.slot(region) as u32, &mut self.own.log))
    }

    /// The job's copy, if it has one.
    #[inline(always)]
    pub fn copied(&self, region: Region) -> Option<(&[u8], &[u8])> {
        if !is_outer(region.space) {
            return None;
        }
        let copied = self.own.copies.get(self.plan.slot(region))?.as_ref()?;
        Some((&copied.bytes, &copied.written))
    }

    /// The same, to be changed; without one there is nothing to change, and the job is given up.
    pub fn copied_mut(&mut self, region: Region) -> (&mut [u8], &mut [u8]) {
        let slot = self.plan.slot(region);
        let copied = match is_outer(region.space) {
            true => self.own.copies.get_mut(slot).and_then(Option::as_mut),
            false => None,
        };
        match copied {
            Some(copied) => (&mut copied.bytes, &mut copied.written),
            None => {
                self.own.spoiled = true;
                (&mut [], &mut [])
            }
        }
    }

    /// An access is about to be made.
    #[inline]
    pub fn touch(&mut self, group: &Group, touch: &Touch) {
        let region = group.region;
        if !is_outer(region.space) {
            if region.space == Space::Host && (touch.op != Op::Load || touch.volatile) {
                self.spoil();
            }
            return;
        }
        if touch.volatile {
            self.spoil();
        }
        let slot = self.plan.slot(region);
        let did = touch.way();
        let Some(known) = self.own.did.get_mut(slot) else {
            return self.spoil();
        };
        *known |= did;
        if did == ADDED {
            return;
        }
        if !self.keeps_copy(slot) {
            // What it read may be what it had stored.
            if self.own.did[slot] & (READ | WROTE) == READ | WROTE {
                self.spoil();
            }
            return;
        }
        if did == READ && !self.plan.reads && self.own.copies[slot].is_none() {
            return;
        }
        self.copy(slot, group, touch);
    }

    /// Makes sure that what is accessed is in the copy, and notes it.
    fn copy(&mut self, slot: usize, group: &Group, touch: &Touch) {
        let base = match group.region.space {
            Space::Symbol => self.base.symbols.get(group.region.id as usize),
            _ => self.base.buffers.get(group.region.id as usize),
        };
        let Some(base) = base else {
            return self.spoil();
        };
        let reads = self.plan.reads;
        let copied = self.own.copies[slot].get_or_insert_with(|| Box::new(Copied::new(base)));
        let mut note = |at: u32, n: u32| {
            let (at, n) = (at as usize, n as usize);
            if touch.op == Op::Store {
                copied.open(at, n);
                mark(&mut copied.dirty, at, n);
                return;
            }
            copied.fill(base, at, n);
            if reads {
                mark(&mut copied.read, at, n);
            }
        };
        let (at, bytes) = (&group.at, touch.bytes);
        match group.shape {
            Shape::Run => note(at[0], 32 * bytes),
            Shape::Same => note(at[0], bytes),
            Shape::Any if group.halves == Halves::Runs && group.mask.is_full() => {
                note(at[0], 16 * bytes);
                note(at[16], 16 * bytes);
            }
            Shape::Any => group.mask.lanes().for_each(|lane| note(at[lane], bytes)),
        }
    }
}

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
    fn new(base: &Allocation) -> Self {
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
