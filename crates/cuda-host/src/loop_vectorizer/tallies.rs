//! Tallies of a strip: `h[x[i]] += v`, where several iterations may come to one element.
//!
//! The load of an element, what is computed of it, and the store of that in its place go in, and are made where the store stands. The rule:
//! lanes that each have an element of their own make all three as any; others change their elements one after the other, in their order.
//! Nothing else in the strip may touch those bytes, but tallies that add whole numbers, whose order cannot be told.

use super::address_pattern::{AddressPattern, LanePlaces};
use super::memory::{Touches, asked};
use super::plan::{Plan, key, touched};
use super::registers::param;
use super::run::Run;
use super::touched::{Deed, Touch};
use super::{Kind, Take};
use crate::exec::extend;
use crate::liveness::SlotSet;
use crate::view::View;
use cuda_ir::Ins;
use cuda_ir::op::{Bin32, Bin64, MemTy};
use cuda_ir::register::Reg;
use warp::vm::gang::file::{File, WARPS};
use warp::vm::lanes::Lanes32;
use warp::vm::mask::LANES;
use warp::vm::scalar::{bin32, bin64, divides32, divides64};

/// An element that is changed by what each iteration has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// Where it is loaded, and where its new value is computed.
    load: usize,
    computes: usize,
    take: Take,
    /// Whether the element is the second operand.
    second: bool,
}

impl Tally {
    /// Whether another order of iterations gives the same.
    fn commutes(&self) -> bool {
        matches!(
            self.take,
            Take::Narrow(Bin32::Add, _) | Take::Wide(Bin64::Add, _)
        )
    }
}

/// Elements of an allocation as they were before lanes changed them, in order.
pub(super) struct Changed {
    address: u64,
    bytes: usize,
    /// Where each is, and what it was.
    old: Vec<(usize, u64)>,
}

impl Changed {
    pub fn put_back(self, view: &mut View<'_>) {
        let Some((all, _)) = view.whole_mut(self.address) else {
            return;
        };
        for (at, old) in self.old.into_iter().rev() {
            if let Some(place) = all.get_mut(at..at + self.bytes) {
                place.copy_from_slice(&old.to_le_bytes()[..self.bytes]);
            }
        }
    }
}

/// The register that a load or a store moves, if it moves one.
fn moved(ins: &Ins) -> Option<Reg> {
    match *ins {
        Ins::Ld { n: 1, dst, .. } => Some(Reg::R(dst)),
        Ins::Ld64 { n: 1, dst, .. } => Some(Reg::D(dst)),
        Ins::St { n: 1, src, .. } => Some(Reg::R(src)),
        Ins::St64 { n: 1, src, .. } => Some(Reg::D(src)),
        _ => None,
    }
}

/// What an instruction computes of two registers, each with what is to be taken in if the other is what it is taken into.
fn takes(ins: &Ins) -> Option<[(Reg, Take); 2]> {
    match *ins {
        Ins::Bin32 { op, a, b, .. } if !divides32(op) => Some([
            (Reg::R(a), Take::Narrow(op, b)),
            (Reg::R(b), Take::Narrow(op, a)),
        ]),
        Ins::Bin64 { op, a, b, .. } if !divides64(op) => Some([
            (Reg::D(a), Take::Wide(op, b)),
            (Reg::D(b), Take::Wide(op, a)),
        ]),
        _ => None,
    }
}

impl Plan<'_> {
    /// Finds tallies; `after` is what is wanted after an iteration.
    pub(super) fn tallies(&mut self, after: &SlotSet) -> Vec<Tally> {
        let mut out = Vec::new();
        for at in 0..self.ins.len() {
            if let (Some(tally), Ok(number)) = (self.tally(at, after), u8::try_from(out.len())) {
                self.kinds[tally.load] = Kind::Nothing;
                self.kinds[tally.computes] = Kind::Nothing;
                self.kinds[at] = Kind::Tally(number);
                out.push(tally);
            }
        }
        out
    }

    /// A store as that of a tally, if it is one.
    fn tally(&self, store: usize, after: &SlotSet) -> Option<Tally> {
        let goes = asked(&self.ins[store]).filter(|goes| goes.store)?;
        let value = moved(&self.ins[store]).filter(|_| self.kinds[store] == Kind::Memory)?;
        let computes = self.only_write(value, store, after)?;
        let tally = takes(&self.ins[computes])?.into_iter().enumerate();
        let mut tally = tally.filter_map(|(n, (element, take))| {
            let load = self.only_write(element, computes, after)?;
            let comes = asked(&self.ins[load]).filter(|comes| !comes.store)?;
            let same = (comes.addr, comes.offset, comes.bytes);
            let fits = same == (goes.addr, goes.offset, goes.bytes)
                && moved(&self.ins[load]) == Some(element);
            let second = n == 1;
            fits.then_some(Tally {
                load,
                computes,
                take,
                second,
            })
        });
        let found = tally.next()?;
        let with = match found.take {
            Take::Narrow(_, r) => Reg::R(r),
            Take::Wide(_, d) => Reg::D(d),
        };
        // What stands between goes straight on, stores nothing, and leaves the address and what is taken in as they are.
        let straight = (found.load..store).all(|at| {
            let plain = matches!(
                self.kinds[at],
                Kind::Compute | Kind::Memory | Kind::Address | Kind::Nothing
            );
            let stores = asked(&self.ins[at]).is_some_and(|access| access.store);
            let changes = touched(&self.ins[at]).1;
            let moves = changes.contains(&Reg::D(goes.addr));
            let replaces = at >= found.computes && changes.contains(&with);
            plain && !stores && !moves && !replaces
        });
        straight.then_some(found)
    }

    /// Where a register is written that is read at one place alone, and wanted nowhere else.
    fn only_write(&self, reg: Reg, read: usize, after: &SlotSet) -> Option<usize> {
        let [write] = &self.writes.get(&key(reg))?[..] else {
            return None;
        };
        let once = self.reads.get(&key(reg)) == Some(&1);
        let wanted = after.has(self.flat.slot(param(reg)));
        (once && !wanted && write.at < read).then_some(write.at)
    }
}

impl Run<'_> {
    /// Makes a tally where its store stands.
    pub(super) fn tally(&mut self, number: u8, store: &Ins, view: &mut View<'_>) -> Option<()> {
        let tally = self.strip.tallies.get(number as usize)?;
        let ins = &self.strip.code.ins;
        let (load, computes) = (ins.get(tally.load)?, ins.get(tally.computes)?);
        let access = asked(store)?;
        let place = self.touches.find(self.file, view, &access)?;
        if matches!(place.pattern, AddressPattern::Steps(_, step) if step.unsigned_abs() >= access.bytes.into())
        {
            self.touches.access(self.file, view, load)?;
            self.level.compute(self.file, computes);
            return self.touches.access(self.file, view, store);
        }
        let ty = match *load {
            Ins::Ld { ty, .. } => Some(ty),
            _ => None,
        };
        self.touches.tally(self.file, view, place, tally, ty)
    }
}

impl Touches {
    /// Lanes change what is in their places, the first first; elements of 64 bits if there is no type.
    fn tally(
        &mut self,
        file: &File,
        view: &mut View<'_>,
        place: LanePlaces,
        tally: &Tally,
        ty: Option<MemTy>,
    ) -> Option<()> {
        let LanePlaces { address, pattern } = place;
        let bytes = ty.map_or(8, MemTy::bytes);
        let deed = Deed::Tally(tally.commutes());
        let touch = Touch::new(place, &self.at, &file.active, bytes, deed);
        self.touched.note(&touch)?;
        let (all, marks) = view.whole_mut(address)?;
        if !marks.is_empty() {
            return None;
        }
        let mut changed = Changed {
            address,
            bytes: bytes as usize,
            old: Vec::with_capacity(WARPS * LANES),
        };
        let lanes = Lanes {
            file,
            pattern,
            at: &self.at,
        };
        let done = match (tally.take, ty) {
            (Take::Narrow(Bin32::Add, r), Some(MemTy::B32)) => {
                let rows = |w| *file.row32(r, w);
                lanes.change(all, &mut changed.old, rows, |old, x| {
                    u32::from_le_bytes(old).wrapping_add(x).to_le_bytes()
                })
            }
            (_, Some(ty)) => match ty.bytes() {
                1 => lanes.take_in(all, &mut changed.old, (tally, ty), |old: [u8; 1]| {
                    old[0].into()
                }),
                2 => lanes.take_in(all, &mut changed.old, (tally, ty), |old| {
                    u16::from_le_bytes(old).into()
                }),
                _ => lanes.take_in(all, &mut changed.old, (tally, ty), u32::from_le_bytes),
            },
            (Take::Wide(op, d), None) => {
                let rows = |w| file.copy64(d, w);
                lanes.change(all, &mut changed.old, rows, |old, x| {
                    tally.wide(op, u64::from_le_bytes(old), x).to_le_bytes()
                })
            }
            (Take::Narrow(..), None) => None,
        };
        self.changed.push(changed);
        done
    }
}

/// The lanes that make a tally, and where they go.
struct Lanes<'l> {
    file: &'l File,
    pattern: AddressPattern,
    at: &'l [Lanes32; WARPS],
}

impl Lanes<'_> {
    /// Changes each lane's element, keeping what it was; `None` if one is not there.
    fn change<const N: usize, X: Copy>(
        &self,
        all: &mut [u8],
        kept: &mut Vec<(usize, u64)>,
        rows: impl Fn(usize) -> [X; LANES],
        new: impl Fn([u8; N], X) -> [u8; N],
    ) -> Option<()> {
        let active = &self.file.active;
        for w in active.from..active.to {
            let row = rows(w);
            for i in (0..LANES).filter(|i| active.masks[w] >> i & 1 != 0) {
                let at = self.pattern.place(self.at, (w, i));
                let place = all.get_mut(at..)?.first_chunk_mut::<N>()?;
                let mut old = [0; 8];
                old[..N].copy_from_slice(place);
                kept.push((at, u64::from_le_bytes(old)));
                *place = new(*place, row[i]);
            }
        }
        Some(())
    }

    /// The same of elements of at most 32 bits, whatever is computed.
    fn take_in<const N: usize>(
        &self,
        all: &mut [u8],
        kept: &mut Vec<(usize, u64)>,
        (tally, ty): (&Tally, MemTy),
        read: impl Fn([u8; N]) -> u32,
    ) -> Option<()> {
        let Take::Narrow(op, r) = tally.take else {
            return None;
        };
        let rows = |w| *self.file.row32(r, w);
        self.change(all, kept, rows, |old, x| {
            let old = extend(ty, read(old)) as u32;
            let new = tally.narrow(op, old, x).to_le_bytes();
            std::array::from_fn(|k| new[k])
        })
    }
}

impl Tally {
    fn narrow(&self, op: Bin32, old: u32, with: u32) -> u32 {
        match self.second {
            true => bin32(op, with, old),
            false => bin32(op, old, with),
        }
    }

    fn wide(&self, op: Bin64, old: u64, with: u64) -> u64 {
        match self.second {
            true => bin64(op, with, old),
            false => bin64(op, old, with),
        }
    }
}
