//! Loads and stores of a gang: all warps' at once where they are sound and alike, each warp's alone where they are not.
//!
//! A memory instruction goes in; registers or memory come out changed. The rule: probes see the same events as if the warps had executed it
//! one after the other, lowest first, and bytes move in that order too.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over lanes is what the compiler vectorises"
)]

use super::file::{Active, File, Hand, WARPS};
use super::place::Reach;
use super::{Gang, place, words as rows_of};
use crate::probe::loads::Loads;
use crate::probe::scene::Scene;
use crate::probe::uninit::follow;
use crate::probe::{Access, Op, Probe, Seen, Values};
use crate::vm::access::{MOST_ELEMENTS, doubles, log_words, put_doubles, words};
use crate::vm::fork::view::Touch;
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Shape, Space};
use crate::vm::smalls::{put_smalls, smalls};
use crate::vm::transfer::{scatter_rows, scatter32};
use crate::vm::warp::Warp;
use crate::vm::{Machine, atomic};
use cuda_ir::op::{AtomOp, MemTy};
use cuda_ir::{D, Ins, Pc, R};

/// What is particular about an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Plain,
    Volatile,
    /// An atomic of which nothing depends on what was there.
    Blind,
}

impl How {
    fn of(volatile: bool) -> How {
        if volatile { How::Volatile } else { How::Plain }
    }
}

impl Gang {
    /// Executes a load or a store; `false` if it must be looked at warp by warp.
    #[inline(always)]
    pub fn move_memory<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        ins: &Ins,
    ) -> bool {
        match *ins {
            Ins::Ld {
                ty,
                n,
                volatile,
                dst,
                addr,
                offset,
            } => {
                let bytes = ty.bytes() * n as u32;
                if !self.reach(cx, warps, (addr, offset), (bytes, false)) {
                    return false;
                }
                self.observe(cx, warps, (Op::Load, bytes, How::of(volatile)));
                if (ty, n) == (MemTy::B32, 1) {
                    self.load_words(cx, warps, dst);
                } else {
                    self.reach.spread(&self.file.active, warps);
                    self.load_elements(cx, warps, (ty, n), dst);
                }
            }
            Ins::Ld64 {
                n,
                volatile,
                dst,
                addr,
                offset,
            } => {
                let bytes = 8 * n as u32;
                if !self.reach(cx, warps, (addr, offset), (bytes, false)) {
                    return false;
                }
                self.observe(cx, warps, (Op::Load, bytes, How::of(volatile)));
                self.reach.spread(&self.file.active, warps);
                self.load_doubles(cx, warps, n, dst);
            }
            Ins::St {
                ty,
                n,
                volatile,
                src,
                addr,
                offset,
            } => {
                let bytes = ty.bytes() * n as u32;
                let quick = !P::ON && (ty, n) == (MemTy::B32, 1);
                if !self.reach(cx, warps, (addr, offset), (bytes, !quick)) || self.may_not_store() {
                    return false;
                }
                if quick && self.store_at_once(cx, warps, src, How::of(volatile)) {
                    return true;
                }
                self.reach.spread(&self.file.active, warps);
                self.store_words(cx, warps, (ty, n), src, (bytes, volatile));
            }
            Ins::St64 {
                n,
                volatile,
                src,
                addr,
                offset,
            } => {
                let bytes = 8 * n as u32;
                let quick = !P::ON && n == 1;
                if !self.reach(cx, warps, (addr, offset), (bytes, !quick)) || self.may_not_store() {
                    return false;
                }
                if quick && self.store_doubles_at_once(cx, warps, src, How::of(volatile)) {
                    return true;
                }
                self.reach.spread(&self.file.active, warps);
                self.store_doubles(cx, warps, n, src, (bytes, volatile));
            }
            Ins::Atom {
                op,
                dst,
                addr,
                a,
                b,
                ..
            } if op.bytes() == 4 => {
                if !self.reach(cx, warps, (addr, 0), (4, true)) || self.may_not_store() {
                    return false;
                }
                self.reach.spread(&self.file.active, warps);
                self.atomics(cx, warps, (op, dst), (a, b));
            }
            _ => return false,
        }
        true
    }

    /// 32-bit atomics, lane after lane and warp after warp.
    #[inline(never)]
    fn atomics<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (op, dst): (AtomOp, Option<R>),
        (a, b): (R, R),
    ) {
        let active = self.file.active;
        let how = match (op, dst) {
            (AtomOp::Exch, None) => How::Blind,
            _ => How::Plain,
        };
        let mut olds = [[0; LANES]; WARPS];
        for (w, old) in olds.iter_mut().enumerate() {
            if active.masks[w] == 0 {
                continue;
            }
            let sees = (&self.file, &*self.reach, self.at);
            observe(
                cx,
                (sees, warps),
                (Op::Atomic, 4, how),
                (w, Values::None, Seen::Nothing),
            );
            let (group, warp) = (&self.reach.groups[w], &mut warps[w]);
            let operands = (self.file.row32(a, w), self.file.row32(b, w));
            if atomic::defer(cx, group, (op, dst.is_some()), operands) {
                continue;
            }
            written(cx, group, 4, warp);
            let (x, y) = operands;
            for i in group.mask.lanes() {
                let was = atomic::read(cx, warp, group, i, 0);
                old[i] = was;
                let new = atomic::update32(op, was, x[i], y[i]);
                atomic::write(cx, warp, group, i, 0, new);
            }
        }
        if let Some(dst) = dst {
            self.file.put32(dst, false, |_, w| olds[w]);
        }
    }

    fn reach<P>(
        &mut self,
        cx: &Machine<'_, P>,
        warps: &[Warp],
        at: (D, i32),
        (bytes, each): (u32, bool),
    ) -> bool {
        self.file.active.warps > 0
            && place::reach(
                cx,
                (&self.file, warps),
                at,
                bytes,
                (self.level, each, &mut self.reach),
            )
    }

    /// Whether stores there are to be looked at more closely.
    fn may_not_store(&self) -> bool {
        let region = self.reach.groups[self.file.active.from].region;
        matches!(region.space, Space::Symbol | Space::Host)
    }

    /// Shows the probes what every warp is about to load: all at once if they are content with that, else lowest first.
    #[inline(always)]
    fn observe<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        what: (Op, u32, How),
    ) {
        self.touch(cx, what);
        if !P::ON {
            return;
        }
        let mut seen = Seen::Nothing;
        if what.2 == How::Plain && self.is_written(cx, warps, what.1) {
            seen = cx.probe.loads(&Loads {
                flat: self.at as usize,
                groups: &self.reach.groups,
                active: &self.file.active,
                shared: self.reach.shared,
                bytes: what.1,
                first: warps[0].index,
            });
        }
        if seen != Seen::All {
            self.observe_each(cx, warps, what, seen);
        }
    }

    /// Shows the probes what every warp is about to load, lowest first, as far as they have not seen it.
    #[inline(never)]
    fn observe_each<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        what: (Op, u32, How),
        seen: Seen,
    ) {
        let active = self.file.active;
        self.reach.give(&active);
        for w in active.from..active.to {
            if active.masks[w] != 0 {
                let sees = (&self.file, &*self.reach, self.at);
                self.undefined |= observe(cx, (sees, warps), what, (w, Values::None, seen));
            }
        }
    }

    /// Whether all that the warps are about to load was written, as far as it can be said for all at once.
    #[inline]
    fn is_written<P>(&self, cx: &Machine<'_, P>, warps: &[Warp], bytes: u32) -> bool {
        let Reach { groups, shared, .. } = &*self.reach;
        let active = &self.file.active;
        let region = groups[active.from].region;
        if cx.mem.is_all_written(region) {
            return true;
        }
        let to = match *shared && region.space != Space::Local {
            true => active.from + 1,
            false => active.to,
        };
        let mut each = (active.from..to).filter(|w| active.masks[*w] != 0);
        each.all(|w| {
            let group = &groups[if *shared { active.from } else { w }];
            cx.mem.unwritten(group, bytes, &warps[w].local).is_empty()
        })
    }

    /// Notes what is about to be loaded.
    #[inline]
    fn touch<P>(&self, cx: &mut Machine<'_, P>, (op, bytes, how): (Op, u32, How)) {
        let Reach { groups, shared, .. } = &*self.reach;
        let active = &self.file.active;
        let touch = Touch {
            op,
            bytes,
            volatile: how == How::Volatile,
        };
        if *shared || !cx.mem.keeps_copy(groups[active.from].region) {
            return cx.mem.touch(&groups[active.from], &touch);
        }
        cx.mem.touch_all(shares(groups, active), &touch);
    }

    /// One 32-bit element a lane: the commonest load.
    #[inline(always)]
    fn load_words<P: Probe>(&mut self, cx: &Machine<'_, P>, warps: &[Warp], dst: R) {
        let region = self.reach.groups[self.file.active.from].region;
        if region.space == Space::Local {
            let (file, level) = (&mut self.file, self.level);
            return level.load_local(file, &self.reach, dst, warps);
        }
        let words = cx.mem.bytes(region).0.as_chunks::<4>().0;
        let mut starts = [0; WARPS];
        if self.reach.split {
            let first = warps[self.file.active.from].shared_from;
            for (start, warp) in starts.iter_mut().zip(warps) {
                *start = warp.shared_from.wrapping_sub(first) / 4;
            }
        }
        let (file, level) = (&mut self.file, self.level);
        level.load_words(file, &self.reach, dst, (words, &starts));
    }

    #[inline(never)]
    fn load_elements<P: Probe>(
        &mut self,
        cx: &Machine<'_, P>,
        warps: &[Warp],
        (ty, n): (MemTy, u8),
        dst: R,
    ) {
        let Gang { file, reach, .. } = self;
        let from = file.active.from;
        let bytes = ty.bytes() * n as u32;
        let shared = reach.shared;
        for k in 0..n as u16 {
            file.put32(R(dst.0 + k), shared, |_, w| {
                let w = if shared { from } else { w };
                let (warp, group) = (&warps[w.min(warps.len() - 1)], &reach.groups[w]);
                if ty == MemTy::B32 {
                    words(cx, warp, group, k as u32, bytes)
                } else {
                    smalls(cx, warp, group, ty, k as u32)
                }
            });
        }
    }

    #[inline(never)]
    fn load_doubles<P: Probe>(&mut self, cx: &Machine<'_, P>, warps: &[Warp], n: u8, dst: D) {
        let Gang {
            file, reach, level, ..
        } = self;
        let (shared, from) = (reach.shared, file.active.from);
        let region = reach.groups[from].region;
        for k in 0..n as u16 {
            let to = D(dst.0 + k);
            if region.space != Space::Local {
                let bytes = cx.mem.bytes(region).0;
                level.load_doubles(file, reach, (to, u32::from(k)), bytes);
                continue;
            }
            file.put64(to, shared, |_, w| {
                let w = if shared { from } else { w };
                let warp = &warps[w.min(warps.len() - 1)];
                doubles(cx, warp, &reach.groups[w], k as u32)
            });
        }
    }

    /// Stores a word a lane with nobody watching, the rows of all warps in one go; `false` if it must be warp by warp: then each has its share.
    #[inline(always)]
    fn store_at_once<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        src: R,
        how: How,
    ) -> bool {
        let Gang {
            file, reach, level, ..
        } = self;
        let first = &reach.groups[file.active.from];
        let region = first.region;
        if region.space == Space::Local {
            let alike = reach.shared && first.shape == Shape::Same;
            match alike {
                true => level.store_local(file, first.at[0] as usize / 4, src, warps),
                false => reach.give(&file.active),
            }
            return alike;
        }
        let logs = cx.mem.logs(region);
        let apart = reach.shared || reach.split;
        if apart || logs && !rows_of::all_run(reach, &file.active) {
            reach.give(&file.active);
            return false;
        }
        self.touch(cx, (Op::Store, 4, how));
        let Gang {
            file, reach, level, ..
        } = self;
        if logs {
            if let Some((slot, log)) = cx.mem.log(region) {
                rows_of::log_rows(file, reach, src, (slot, log));
            }
            return true;
        }
        let words = cx.mem.bytes_mut(region).0.as_chunks_mut::<4>().0;
        level.store_rows(file, reach, src, words);
        self.note_written(cx, warps, 4);
        true
    }

    /// The same of 64 bits a lane.
    #[inline(always)]
    fn store_doubles_at_once<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        src: D,
        how: How,
    ) -> bool {
        let region = self.reach.groups[self.file.active.from].region;
        let apart = self.reach.shared || self.reach.split;
        if region.space == Space::Local || apart || cx.mem.logs(region) {
            self.reach.give(&self.file.active);
            return false;
        }
        self.touch(cx, (Op::Store, 8, how));
        self.file.whole(src);
        let bytes = cx.mem.bytes_mut(region).0;
        (self.level).store_doubles(&self.file, &self.reach, src, bytes);
        self.note_written(cx, warps, 8);
        true
    }

    /// Notes what all warps have stored in global memory, if not all of it is written anyway.
    #[inline(always)]
    fn note_written<P: Probe>(&self, cx: &mut Machine<'_, P>, warps: &mut [Warp], bytes: u32) {
        let active = &self.file.active;
        let region = self.reach.groups[active.from].region;
        if region.space != Space::Global || cx.mem.is_all_written(region) {
            return;
        }
        let here = warps.iter_mut().enumerate().take(active.to);
        for (w, warp) in here.skip(active.from) {
            if active.masks[w] != 0 {
                let group = &self.reach.groups[w];
                cx.mem.note_written(group, bytes, &mut warp.local);
            }
        }
    }

    #[inline(always)]
    fn store_words<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (ty, n): (MemTy, u8),
        src: R,
        (bytes, volatile): (u32, bool),
    ) {
        let active = self.file.active;
        for w in active.from..active.to {
            if active.masks[w] == 0 {
                continue;
            }
            let mut few: [Lanes32; 4];
            let mut many: [Lanes32; MOST_ELEMENTS as usize];
            let values: &[Lanes32] = match n {
                ..=1 => std::slice::from_ref(self.file.row32(src, w)),
                2..=4 => {
                    few = [[0; LANES]; 4];
                    self.rows(src, w, &mut few[..n as usize])
                }
                _ => {
                    many = [[0; LANES]; MOST_ELEMENTS as usize];
                    self.rows(src, w, &mut many[..n.min(MOST_ELEMENTS) as usize])
                }
            };
            let how = How::of(volatile);
            let sees = (&self.file, &*self.reach, self.at);
            observe(
                cx,
                (sees, warps),
                (Op::Store, bytes, how),
                (w, Values::Words(values), Seen::Nothing),
            );
            let (group, warp) = (&self.reach.groups[w], &mut warps[w]);
            for (k, v) in (0..).zip(values) {
                if cx.mem.logs(group.region) {
                    log_words(cx, group, (ty, k, bytes), v);
                    continue;
                }
                match (ty, group.region.space) {
                    (MemTy::B32, Space::Local) => scatter_rows(&mut warp.local.rows, group, k, v),
                    (MemTy::B32, _) if n == 1 => {
                        let words = cx.mem.bytes_mut(group.region).0.as_chunks_mut::<4>().0;
                        self.level.store_words(group, v, words);
                    }
                    (MemTy::B32, _) => {
                        scatter32(cx.mem.bytes_mut(group.region).0, group, k, bytes, v)
                    }
                    _ => put_smalls(cx, warp, group, (ty, k), v),
                }
            }
            written(cx, group, bytes, warp);
        }
    }

    /// What a row of registers holds for a warp.
    #[inline(always)]
    fn rows<'r>(&self, first: R, w: usize, out: &'r mut [Lanes32]) -> &'r [Lanes32] {
        for (k, row) in out.iter_mut().enumerate() {
            *row = *self.file.row32(R(first.0 + k as u16), w);
        }
        out
    }

    #[inline(never)]
    fn store_doubles<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        n: u8,
        src: D,
        (bytes, volatile): (u32, bool),
    ) {
        let active = self.file.active;
        for w in active.from..active.to {
            if active.masks[w] == 0 {
                continue;
            }
            let mut values: [Lanes64; 2] = [[0; LANES]; 2];
            let n = n.clamp(1, 2) as usize;
            for (k, row) in values[..n].iter_mut().enumerate() {
                *row = self.file.copy64(D(src.0 + k as u16), w);
            }
            let values = &values[..n];
            let sees = (&self.file, &*self.reach, self.at);
            observe(
                cx,
                (sees, warps),
                (Op::Store, bytes, How::of(volatile)),
                (w, Values::Doubles(values), Seen::Nothing),
            );
            let (group, warp) = (&self.reach.groups[w], &mut warps[w]);
            for (k, v) in (0..).zip(values) {
                put_doubles(cx, warp, group, k, v);
            }
            written(cx, group, bytes, warp);
        }
    }
}

/// What each warp with a lane here asks for.
#[inline(always)]
fn shares<'g>(
    groups: &'g [Group; WARPS],
    active: &'g Active,
) -> impl Iterator<Item = &'g Group> + Clone {
    let warps = (active.from..active.to).filter(|w| active.masks[*w] != 0);
    warps.map(|w| &groups[w])
}

/// Shows the probes what one warp of a gang is about to do; whether it loads what nobody wrote.
#[inline(always)]
fn observe<P: Probe>(
    cx: &mut Machine<'_, P>,
    ((file, reach, at), warps): ((&File, &Reach, Pc), &mut [Warp]),
    (op, bytes, how): (Op, u32, How),
    (w, values, seen): (usize, Values<'_>, Seen),
) -> bool {
    let group = &reach.groups[w];
    if op != Op::Load {
        let volatile = how == How::Volatile;
        cx.mem.touch(
            group,
            &Touch {
                op,
                bytes,
                volatile,
            },
        );
    }
    if !P::ON {
        return false;
    }
    let warp = &mut warps[w];
    (warp.at, warp.active) = (at, LaneMask(file.active.masks[w]));
    let unwritten = if op == Op::Store || how == How::Blind {
        LaneMask::NONE
    } else {
        cx.mem.unwritten(group, bytes, &warp.local)
    };
    cx.mem.unknown(group, unwritten);
    let access = Access {
        op,
        group,
        bytes,
        volatile: how == How::Volatile,
        unwritten,
        values,
        content: match group.region.space {
            Space::Local => &[],
            _ => cx.mem.bytes(group.region).0,
        },
        constant: group.region.space == Space::Symbol && cx.mem.is_constant(group.region),
    };
    let hand = Hand { file, warp: w };
    let scene = Scene {
        env: cx.env,
        warp,
        pc: at,
        held: Some(&hand),
    };
    if seen == Seen::Counted {
        cx.probe.raced(&access, &scene, &mut cx.found);
        return false;
    }
    cx.probe.access(&access, &scene, &mut cx.found);
    if op == Op::Load
        && !unwritten.is_empty()
        && let Some(u) = cx.probe.uninit()
    {
        follow::loaded(u, (&cx.mem, cx.env), warp, (group, Some(&hand)));
        return true;
    }
    false
}

/// Notes what a store wrote.
#[inline(always)]
fn written<P: Probe>(cx: &mut Machine<'_, P>, group: &Group, bytes: u32, warp: &mut Warp) {
    if P::ON || matches!(group.region.space, Space::Global | Space::Symbol) {
        cx.mem.note_written(group, bytes, &mut warp.local);
    }
}
