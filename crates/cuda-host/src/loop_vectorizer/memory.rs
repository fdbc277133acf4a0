//! The loads and stores of a strip: where its lanes go, whether one iteration meets another there, and the way back.
//!
//! A memory instruction and a gang's registers go in; registers or memory come out changed. The rule: where a strip stores in an
//! allocation, each iteration keeps to bytes of its own there, at the same distance from the next one's; then no order of
//! iterations can be told from another. What was there before is kept until the strip is over.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::address_pattern::{Access, AddressPattern, LanePlaces};
use super::tallies::Changed;
use super::touched::{Touched, ends};
use crate::exec::{Elements, extend};
use crate::view::View;
use cuda_ir::op::MemTy;
use cuda_ir::pointer::OFFSET_BITS;
use cuda_ir::{D, Ins, R};
use warp::launch::mark;
use warp::vm::gang::file::{Active, File, WARPS};
use warp::vm::lanes::Lanes32;
use warp::vm::mask::LANES;

/// What a load or a store asks for; `None` if it is neither.
pub(super) fn asked(ins: &Ins) -> Option<Access> {
    let (addr, offset, bytes, store) = match *ins {
        Ins::Ld {
            ty,
            n,
            addr,
            offset,
            ..
        } => (addr, offset, ty.bytes() * u32::from(n), false),
        Ins::St {
            ty,
            n,
            addr,
            offset,
            ..
        } => (addr, offset, ty.bytes() * u32::from(n), true),
        Ins::Ld64 {
            n, addr, offset, ..
        } => (addr, offset, 8 * u32::from(n), false),
        Ins::St64 {
            n, addr, offset, ..
        } => (addr, offset, 8 * u32::from(n), true),
        _ => return None,
    };
    Some(Access {
        addr,
        offset,
        bytes,
        store,
    })
}

/// What was in a place before.
struct Kept {
    address: u64,
    pattern: (i64, i64),
    bytes: usize,
    /// From where on in [`Touches::old`], by lane.
    old: std::ops::Range<usize>,
    /// The same bytes' marks: from where on, and what they were.
    marks: (usize, Vec<u8>),
}

/// What a strip has touched.
#[derive(Default)]
pub struct Touches {
    pub(super) touched: Touched,
    kept: Vec<Kept>,
    /// What was in all of them.
    old: Vec<u8>,
    /// Elements that lanes have changed one after the other, as each was before.
    pub(super) changed: Vec<Changed>,
    /// Where lanes go that follow no rule.
    pub at: Box<[Lanes32; WARPS]>,
    /// Where the last access went: its first lane's address, and how the lanes lie.
    pub last: (u64, AddressPattern),
}

impl Touches {
    /// The strip went well.
    pub fn keep(&mut self) {
        self.touched.clear();
        self.kept.clear();
        self.old.clear();
        self.changed.clear();
    }

    /// Puts back what was there before the strip.
    pub fn undo(&mut self, view: &mut View<'_>) {
        while let Some(changed) = self.changed.pop() {
            changed.put_back(view);
        }
        while let Some(kept) = self.kept.pop() {
            let Some((bytes, marks)) = view.whole_mut(kept.address) else {
                continue;
            };
            let (first, step) = kept.pattern;
            let old = self.old.get(kept.old).unwrap_or_default();
            for (lane, old) in old.chunks_exact(kept.bytes).enumerate() {
                let at = (first + step * lane as i64) as usize;
                if let Some(to) = bytes.get_mut(at..at + kept.bytes) {
                    to.copy_from_slice(old);
                }
            }
            let (from, old) = kept.marks;
            if let Some(to) = marks.get_mut(from..from + old.len()) {
                to.copy_from_slice(&old);
            }
        }
        self.keep();
    }

    /// Executes a load or a store; `None` if it must not be.
    pub fn access(&mut self, file: &mut File, view: &mut View<'_>, ins: &Ins) -> Option<()> {
        let access = asked(ins)?;
        let bytes = access.bytes as usize;
        let lanes = self.place(file, view, access)?;
        self.last = (lanes.address, lanes.pattern);
        match *ins {
            Ins::Ld { ty, n, dst, .. } => self.load(file, view, lanes, Elements { ty, n }, dst),
            Ins::Ld64 { n, dst, .. } => self.load_doubles(file, view, lanes, n, dst),
            Ins::St { ty, n, src, .. } => {
                self.save(view, &file.active, lanes, bytes)?;
                store(file, view, lanes, Elements { ty, n }, src)
            }
            Ins::St64 { n, src, .. } => {
                self.save(view, &file.active, lanes, bytes)?;
                store_doubles(file, view, lanes, n, src)
            }
            _ => None,
        }
    }

    /// Keeps what is in the place of a store, from the first of the lanes that make it to the last.
    fn save(
        &mut self,
        view: &mut View<'_>,
        active: &Active,
        lanes: LanePlaces,
        bytes: usize,
    ) -> Option<()> {
        let LanePlaces { address, pattern } = lanes;
        let AddressPattern::Steps(first, step) = pattern else {
            return None;
        };
        let ends = ends(&active.masks);
        let lanes = ends.1 + 1 - ends.0;
        let first = first + step * ends.0 as i64;
        let same = |kept: &Kept| {
            (kept.address ^ address) >> OFFSET_BITS == 0
                && kept.pattern == (first, step)
                && kept.bytes >= bytes
                && kept.old.len() >= lanes * kept.bytes
        };
        if self.kept.iter().any(same) {
            return Some(());
        }
        let (all, marks) = view.whole_mut(address)?;
        let from = self.old.len();
        let last = first + step * (lanes as i64 - 1);
        let (low, high) = (first.min(last) as usize, first.max(last) as usize + bytes);
        if step == bytes as i64 {
            self.old.extend_from_slice(all.get(low..high)?);
        } else {
            for lane in 0..lanes as i64 {
                let at = (first + step * lane) as usize;
                self.old.extend_from_slice(all.get(at..at + bytes)?);
            }
        }
        let marks = match marks.get(low / 8..high.div_ceil(8)) {
            Some(marks) if !marks.is_empty() => (low / 8, marks.to_vec()),
            _ => (0, Vec::new()),
        };
        self.kept.push(Kept {
            address,
            pattern: (first, step),
            bytes,
            old: from..self.old.len(),
            marks,
        });
        Some(())
    }

    fn load(
        &self,
        file: &mut File,
        view: &View<'_>,
        lanes: LanePlaces,
        Elements { ty, n }: Elements,
        dst: R,
    ) -> Option<()> {
        let LanePlaces {
            address,
            pattern: lie,
        } = lanes;
        let (all, _) = view.open(address)?;
        let size = ty.bytes() as usize;
        let word = |at: usize| match (ty, all.get(at..)) {
            (MemTy::B32, Some(rest)) => rest.first_chunk().map_or(0, |b| u32::from_le_bytes(*b)),
            (MemTy::S16 | MemTy::U16, Some(rest)) => {
                let raw = rest.first_chunk().map_or(0, |b| u16::from_le_bytes(*b));
                extend(ty, u32::from(raw)) as u32
            }
            (_, Some(rest)) => extend(ty, rest.first().map_or(0, |b| u32::from(*b))) as u32,
            (_, None) => 0,
        };
        for k in 0..u16::from(n) {
            let (to, further) = (R(dst.0 + k), k as usize * size);
            if let AddressPattern::One(at) = lie {
                let value = word(at as usize + further);
                file.put32(to, true, |_, _| [value; LANES]);
                continue;
            }
            let at = &self.at;
            let place = |w: usize, i: usize| lie.place(at, (w, i));
            let whole =
                n == 1 && matches!(lie, AddressPattern::Steps(_, step) if step == size as i64);
            file.fill32(to, false, |w, row| {
                let from = place(w, 0);
                match all.get(from..from.wrapping_add(size * LANES)) {
                    Some(elements) if whole => take_row(ty, elements, row),
                    _ => {
                        for i in 0..LANES {
                            row[i] = word(place(w, i).wrapping_add(further));
                        }
                    }
                }
            });
        }
        Some(())
    }

    fn load_doubles(
        &self,
        file: &mut File,
        view: &View<'_>,
        lanes: LanePlaces,
        n: u8,
        dst: D,
    ) -> Option<()> {
        let LanePlaces {
            address,
            pattern: lie,
        } = lanes;
        let (all, _) = view.open(address)?;
        let double = |at: usize| {
            let bytes = all.get(at..).and_then(|rest| rest.first_chunk());
            bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        for k in 0..u16::from(n) {
            let (to, further) = (D(dst.0 + k), 8 * k as usize);
            if let AddressPattern::One(at) = lie {
                file.put_address(to, double(at as usize + further));
                continue;
            }
            let at = &self.at;
            file.fill64(to, false, |w, row| match lie {
                AddressPattern::Steps(first, 8) if n == 1 => {
                    let from = (first + (8 * w * LANES) as i64) as usize;
                    let words = all.get(from..from.wrapping_add(8 * LANES));
                    match words.and_then(|words| words.as_chunks::<8>().0.first_chunk()) {
                        Some(words) => {
                            let words: &[_; LANES] = words;
                            for i in 0..LANES {
                                row[i] = u64::from_le_bytes(words[i]);
                            }
                        }
                        None => {
                            for i in 0..LANES {
                                row[i] = double(from.wrapping_add(8 * i));
                            }
                        }
                    }
                }
                AddressPattern::Steps(first, step) => {
                    for i in 0..LANES {
                        let at = first + step * (w * LANES + i) as i64;
                        row[i] = double((at as usize).wrapping_add(further));
                    }
                }
                _ => {
                    for i in 0..LANES {
                        row[i] = double(at[w][i] as usize + further);
                    }
                }
            });
        }
        Some(())
    }
}

/// Takes a row's elements one after the other.
#[inline]
fn take_row(ty: MemTy, elements: &[u8], row: &mut Lanes32) {
    fn take<const N: usize>(elements: &[u8], row: &mut Lanes32, word: impl Fn([u8; N]) -> u32) {
        for (x, element) in row.iter_mut().zip(elements.as_chunks::<N>().0) {
            *x = word(*element);
        }
    }
    match ty {
        MemTy::B32 => take(elements, row, u32::from_le_bytes),
        MemTy::U16 => take(elements, row, |b| u32::from(u16::from_le_bytes(b))),
        MemTy::S16 => take(elements, row, |b| i16::from_le_bytes(b) as u32),
        MemTy::S8 => take(elements, row, |[b]| b as i8 as u32),
        MemTy::U8 => take(elements, row, |[b]| u32::from(b)),
    }
}

/// Stores small elements; stores follow a rule.
fn store(
    file: &File,
    view: &mut View<'_>,
    lanes: LanePlaces,
    Elements { ty, n }: Elements,
    src: R,
) -> Option<()> {
    let AddressPattern::Steps(first, step) = lanes.pattern else {
        return None;
    };
    let (all, marks) = view.whole_mut(lanes.address)?;
    let size = ty.bytes() as usize;
    let active = &file.active;
    for w in active.from..active.to {
        let mask = active.masks[w];
        for k in 0..n {
            let row = file.row32(R(src.0 + u16::from(k)), w);
            let place = |i: usize| (first + step * (w * LANES + i) as i64) as usize;
            if mask == u32::MAX && step == size as i64 && n == 1 {
                let from = place(0);
                let to = all.get_mut(from..from + size * LANES)?;
                match size {
                    4 => put_row(to, row, u32::to_le_bytes),
                    2 => put_row(to, row, |x| (x as u16).to_le_bytes()),
                    _ => put_row(to, row, |x| [x as u8]),
                }
                mark(marks, from, size * LANES);
                continue;
            }
            for i in (0..LANES).filter(|i| mask >> i & 1 != 0) {
                let at = place(i) + k as usize * size;
                let value = row[i].to_le_bytes();
                all.get_mut(at..at + size)?
                    .copy_from_slice(value.get(..size)?);
                mark(marks, at, size);
            }
        }
    }
    Some(())
}

/// Puts a row's elements one after the other.
#[inline(always)]
fn put_row<const N: usize>(to: &mut [u8], row: &Lanes32, bytes: impl Fn(u32) -> [u8; N]) {
    for (element, x) in to.as_chunks_mut::<N>().0.iter_mut().zip(row) {
        *element = bytes(*x);
    }
}

/// Stores elements of 64 bits.
fn store_doubles(file: &File, view: &mut View<'_>, lanes: LanePlaces, n: u8, src: D) -> Option<()> {
    let AddressPattern::Steps(first, step) = lanes.pattern else {
        return None;
    };
    let (all, marks) = view.whole_mut(lanes.address)?;
    let active = &file.active;
    for w in active.from..active.to {
        let mask = active.masks[w];
        for k in 0..n {
            let row = file.copy64(D(src.0 + u16::from(k)), w);
            if mask == u32::MAX && step == 8 && n == 1 {
                let from = (first + step * (w * LANES) as i64) as usize;
                let words = all.get_mut(from..from + 8 * LANES)?;
                for (word, x) in words.as_chunks_mut::<8>().0.iter_mut().zip(row) {
                    *word = x.to_le_bytes();
                }
                mark(marks, from, 8 * LANES);
                continue;
            }
            for i in (0..LANES).filter(|i| mask >> i & 1 != 0) {
                let at = (first + step * (w * LANES + i) as i64) as usize + k as usize * 8;
                all.get_mut(at..at + 8)?
                    .copy_from_slice(&row[i].to_le_bytes());
                mark(marks, at, 8);
            }
        }
    }
    Some(())
}
