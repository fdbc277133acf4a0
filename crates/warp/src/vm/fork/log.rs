//! What a job's blocks store and add to, logged in order, to be made when the job's turn has come.
//!
//! Stores and atomics go in, lane by lane; at the end they are made on memory itself. The rule: made in the order in which they were put
//! down, they leave what the same blocks would have left there one after the other; nothing reads in between.

use super::before::{PAGE, Page, PagesBefore};
use super::view::Own;
use crate::launch::{Crew, Memory, mark};
use crate::vm::atomic::{update32, update64};
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::LANES;
use crate::vm::mem::{Group, Halves, Shape};
use crate::vm::transfer::{get, put};
use cuda_ir::op::AtomOp;
use std::sync::{Mutex, PoisonError};

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Neighbouring words: values.
    Row,
    /// Elements of so many bytes, up to 4: places and values.
    Small(u32),
    /// Places, lower and upper halves.
    Double,
    /// An atomic: places and two operands.
    Atomic(AtomOp),
    /// The same on 64 bits.
    Atomic64(AtomOp),
}

/// An entry: what, where, how many lanes; and where its words begin.
struct Entry {
    kind: Kind,
    /// The number of the allocation, buffers first.
    slot: u32,
    lanes: u32,
    from: u32,
    /// Of a row, its place: told here, so that it is passed over without a look at its words.
    at: u32,
}

/// Stores and atomics, the oldest first.
#[derive(Default)]
pub struct Log {
    entries: Vec<Entry>,
    words: Vec<u32>,
    /// By allocation, all that is logged for it is among these bytes; none where the first is not below the second.
    among: Vec<(u32, u32)>,
}

/// A part of an allocation, to make stores in.
pub struct Chunk<'m> {
    /// Of which allocation.
    pub slot: u32,
    /// Where it begins, a multiple of a page.
    pub from: usize,
    /// Its bytes.
    pub bytes: &'m mut [u8],
    /// A bit for each, unless the allocation has none.
    pub written: &'m mut [u8],
    /// Its pages before the first store; none where nothing will be taken back.
    pub before: &'m mut [Page],
}

impl Chunk<'_> {
    /// The place of `n` bytes, if they begin here.
    #[inline(always)]
    fn place(&self, at: u32) -> Option<u32> {
        let at = (at as usize).checked_sub(self.from)?;
        (at < self.bytes.len()).then_some(at as u32)
    }

    /// Keeps what is there before it is stored over.
    #[inline(always)]
    pub(super) fn keep(&mut self, at: usize, n: usize) {
        for number in at / PAGE..(at + n).div_ceil(PAGE) {
            let Some(page) = self.before.get_mut(number) else {
                return;
            };
            let (from, end) = (number * PAGE, ((number + 1) * PAGE).min(self.bytes.len()));
            let written = self
                .written
                .get(from / 8..end.div_ceil(8).min(self.written.len()));
            page.keep(&self.bytes[from..end], written.unwrap_or(&[]));
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, at: u32, value: [u8; N]) {
        if let Some(at) = self.place(at) {
            self.keep(at as usize, N);
            put(self.bytes, at, value);
            mark(self.written, at as usize, N);
        }
    }
}

/// Beyond so many words a job is given up: its memory is bounded.
const MOST: usize = 1 << 22;

impl Log {
    /// Whether it takes no more.
    pub fn is_full(&self) -> bool {
        self.words.len() > MOST
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether nothing is logged.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.words.clear();
        self.among.clear();
    }

    /// The bytes that it has room for.
    pub fn room(&self) -> usize {
        size_of::<u32>() * self.words.capacity() + size_of::<Entry>() * self.entries.capacity()
    }

    /// The bytes of an allocation that all it has logged there is among.
    pub fn among(&self, slot: usize) -> Option<(usize, usize)> {
        let (from, to) = *self.among.get(slot)?;
        (from < to).then_some((from as usize, to as usize))
    }

    #[inline(always)]
    fn reach(&mut self, slot: u32, from: u32, bytes: u32) {
        let slot = slot as usize;
        if self.among.len() <= slot {
            self.among.resize(slot + 1, (u32::MAX, 0));
        }
        let among = &mut self.among[slot];
        *among = (among.0.min(from), among.1.max(from + bytes));
    }

    /// The same for all lanes of a group.
    #[inline(always)]
    fn reach_all(&mut self, slot: u32, group: &Group, bytes: u32) {
        let (least, most) = (group.at.iter().min(), group.at.iter().max());
        if let (Some(least), Some(most)) = (least, most) {
            self.reach(slot, *least, most - least + bytes);
        }
    }

    #[inline(always)]
    fn open(&mut self, kind: Kind, slot: u32, lanes: u32) {
        self.entries.push(Entry {
            kind,
            slot,
            lanes,
            from: self.words.len() as u32,
            at: 0,
        });
    }

    /// Words, `k` past each lane's start.
    #[inline]
    pub fn words(&mut self, slot: u32, group: &Group, (k, stride): (u32, u32), values: &Lanes32) {
        if group.shape == Shape::Run && stride == 4 {
            self.row(slot, group.at[0], values);
        } else if group.mask.is_full() && group.halves == Halves::Runs && stride == 4 {
            self.row(slot, group.at[0], &values[..16]);
            self.row(slot, group.at[16], &values[16..]);
        } else {
            self.smalls(slot, group, (4, 4 * k), values);
        }
    }

    /// Neighbouring words.
    #[inline]
    pub fn row(&mut self, slot: u32, at: u32, values: &[u32]) {
        let lanes = values.len() as u32;
        match self.entries.last_mut() {
            Some(last) if last.goes_on(slot, at) => last.lanes += lanes,
            _ => self.entries.push(Entry {
                kind: Kind::Row,
                slot,
                lanes,
                from: self.words.len() as u32,
                at,
            }),
        }
        self.reach(slot, at, 4 * lanes);
        self.words.extend_from_slice(values);
    }

    /// Elements of so many bytes, up to 4, so far past each lane's start.
    #[inline]
    pub fn smalls(&mut self, slot: u32, group: &Group, (size, plus): (u32, u32), values: &Lanes32) {
        self.open(Kind::Small(size), slot, group.mask.count());
        self.reach_all(slot, group, plus + size);
        for lane in group.mask.lanes() {
            self.words.extend([group.at[lane] + plus, values[lane]]);
        }
    }

    /// Doubles, `k` past each lane's start.
    pub fn doubles(&mut self, slot: u32, group: &Group, k: u32, values: &Lanes64) {
        if group.runs_of(8) && k == 0 {
            for half in [0, LANES / 2] {
                let mut words = [0; LANES];
                for (words, value) in words.as_chunks_mut::<2>().0.iter_mut().zip(&values[half..]) {
                    *words = [*value as u32, (value >> 32) as u32];
                }
                self.row(slot, group.at[half], &words);
            }
            return;
        }
        self.open(Kind::Double, slot, group.mask.count());
        self.reach_all(slot, group, 8 * k + 8);
        for lane in group.mask.lanes() {
            let value = values[lane];
            let words = [group.at[lane] + 8 * k, value as u32, (value >> 32) as u32];
            self.words.extend(words);
        }
    }

    /// An atomic of which nobody asks what was there.
    pub fn atomic(&mut self, slot: u32, group: &Group, op: AtomOp, (a, b): (&Lanes32, &Lanes32)) {
        self.open(Kind::Atomic(op), slot, group.mask.count());
        self.reach_all(slot, group, 4);
        for lane in group.mask.lanes() {
            self.words.extend([group.at[lane], a[lane], b[lane]]);
        }
    }

    /// The same on 64 bits.
    pub fn atomic64(&mut self, slot: u32, group: &Group, op: AtomOp, (a, b): (&Lanes64, &Lanes64)) {
        self.open(Kind::Atomic64(op), slot, group.mask.count());
        self.reach_all(slot, group, 8);
        for lane in group.mask.lanes() {
            let halves = |x: u64| [x as u32, (x >> 32) as u32];
            self.words.push(group.at[lane]);
            self.words.extend(halves(a[lane]));
            self.words.extend(halves(b[lane]));
        }
    }

    /// Makes those that belong into a piece of memory.
    pub fn make(&self, piece: &mut Chunk<'_>) {
        let (slot, end) = (piece.slot, piece.from + piece.bytes.len());
        let among = self.among(slot as usize);
        if !among.is_some_and(|(from, to)| from < end && to > piece.from) {
            return;
        }
        for entry in self.entries.iter().filter(|e| e.slot == slot) {
            let words = self.words.get(entry.from as usize..).unwrap_or(&[]);
            match entry.kind {
                Kind::Row => {
                    let (at, lanes) = (entry.at as usize, entry.lanes as usize);
                    if at < end && at + 4 * lanes > piece.from {
                        row(piece, at, &words[..lanes]);
                    }
                }
                _ => entry.make(words, piece),
            }
        }
    }
}

/// Words that are copied in one go.
const ABREAST: usize = 16;

/// Makes a row of words, as far as it is in the piece.
#[inline]
fn row(piece: &mut Chunk<'_>, at: usize, mut values: &[u32]) {
    let mut from = at;
    if at < piece.from {
        let before = ((piece.from - at) / 4).min(values.len());
        (from, values) = (piece.from, &values[before..]);
    }
    let at = from - piece.from;
    piece.keep(at, 4 * values.len());
    let all = piece.bytes.as_chunks_mut::<4>().0;
    let places = all.get_mut(at / 4..).unwrap_or(&mut []);
    let n = places.len().min(values.len());
    let (many, few) = places[..n].as_chunks_mut::<ABREAST>();
    let (values, last) = values[..n].as_chunks::<ABREAST>();
    for (places, values) in many.iter_mut().zip(values) {
        *places = values.map(u32::to_le_bytes);
    }
    for (place, value) in few.iter_mut().zip(last) {
        *place = value.to_le_bytes();
    }
    mark(piece.written, at, 4 * n);
}

impl Entry {
    /// Whether a row there would be the rest of this one.
    #[inline(always)]
    fn goes_on(&self, slot: u32, at: u32) -> bool {
        self.kind == Kind::Row && self.slot == slot && self.at + 4 * self.lanes == at
    }

    #[inline]
    fn make(&self, words: &[u32], to: &mut Chunk<'_>) {
        let lanes = self.lanes as usize;
        match self.kind {
            Kind::Row => {}
            Kind::Small(size) => {
                for [at, value] in &words.as_chunks::<2>().0[..lanes] {
                    match size {
                        1 => to.put(*at, [*value as u8]),
                        2 => to.put(*at, (*value as u16).to_le_bytes()),
                        _ => to.put(*at, value.to_le_bytes()),
                    }
                }
            }
            Kind::Double => {
                for [at, low, high] in &words.as_chunks::<3>().0[..lanes] {
                    let value = u64::from(*low) | u64::from(*high) << 32;
                    to.put(*at, value.to_le_bytes());
                }
            }
            Kind::Atomic(op) => {
                for [at, a, b] in &words.as_chunks::<3>().0[..lanes] {
                    let Some(here) = to.place(*at) else { continue };
                    if op.bytes() == 2 {
                        let old = u16::from_le_bytes(get(to.bytes, here));
                        let new = update32(op, u32::from(old), *a, *b) as u16;
                        to.put(*at, new.to_le_bytes());
                    } else {
                        let old = u32::from_le_bytes(get(to.bytes, here));
                        to.put(*at, update32(op, old, *a, *b).to_le_bytes());
                    }
                }
            }
            Kind::Atomic64(op) => {
                for [at, words @ ..] in &words.as_chunks::<5>().0[..lanes] {
                    let Some(here) = to.place(*at) else { continue };
                    let double = |i: usize| u64::from(words[i]) | u64::from(words[i + 1]) << 32;
                    let old = u64::from_le_bytes(get(to.bytes, here));
                    let new = update64(op, old, double(0), double(2));
                    to.put(*at, new.to_le_bytes());
                }
            }
        }
    }
}

/// Words that are worth being made by all hands.
const MANY: usize = 1 << 14;

/// Makes what jobs have stored, the first one's first in each place; keeps what was there before, if that may be asked for.
pub fn make(crew: &Crew, jobs: &[&Own], memory: &mut Memory, before: &mut PagesBefore) {
    let words: usize = jobs.iter().map(|own| own.words()).sum();
    let parts = if words < MANY { 1 } else { 2 * crew.hands };
    let slots = memory.buffers.iter_mut().chain(&mut memory.symbols);
    let mut pieces = Vec::new();
    for ((slot, to), pages) in slots.enumerate().zip(before.slots()) {
        let among = jobs.iter().filter_map(|own| own.among(slot));
        let all = among.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((from, end)) = all else { continue };
        let from = from / PAGE * PAGE;
        let part = (end - from).div_ceil(parts).next_multiple_of(PAGE);
        let mut before = pages
            .open(to.bytes.len())
            .get_mut(from / PAGE..)
            .unwrap_or(&mut [])
            .chunks_mut(part / PAGE);
        let bytes = to.bytes.get_mut(from..).unwrap_or(&mut []);
        let mut written = to
            .written
            .get_mut(from / 8..)
            .unwrap_or(&mut [])
            .chunks_mut(part / 8);
        for (i, bytes) in bytes.chunks_mut(part).enumerate().take(parts) {
            pieces.push(Mutex::new(Chunk {
                slot: slot as u32,
                from: from + i * part,
                bytes,
                written: written.next().unwrap_or(&mut []),
                before: before.next().unwrap_or(&mut []),
            }));
        }
    }
    let job = |i: usize| {
        if let Some(piece) = pieces.get(i) {
            let mut piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.iter().for_each(|own| own.make(&mut piece));
        }
    };
    match parts {
        1 => (0..pieces.len()).for_each(job),
        _ => (crew.work)(crew.hands, pieces.len(), &job),
    }
}
