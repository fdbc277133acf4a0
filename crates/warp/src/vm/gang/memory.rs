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
use super::{Gang, words as rows_of};
use crate::probe::loads::Loads;
use crate::probe::scene::Scene;
use crate::probe::uninit::follow;
use crate::probe::{Access, Op, Probe, Seen, Values};
use crate::vm::Machine;
use crate::vm::access::{Elements, MOST_ELEMENTS, doubles, log_words, put_doubles, words};
use crate::vm::atomic::{self, Atom, LaneWord};
use crate::vm::fork::view::Touch;
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Shape, Space};
use crate::vm::smalls::{put_smalls, smalls};
use crate::vm::transfer::{Element, scatter_rows, scatter32};
use crate::vm::warp::Warp;
use cuda_ir::op::MemTy;
use cuda_ir::{D, Ins, Pc, R};

/// Which bytes an access asks for, before it is known where they are.
#[derive(Clone, Copy)]
pub struct Request {
    /// The lanes' addresses.
    pub addr: D,
    /// What is added to each.
    pub offset: i32,
    /// Bytes a lane.
    pub bytes: u32,
    /// Whether every warp is to have its share, though all ask for the same.
    pub each: bool,
}

/// What an access does, to so many bytes a lane.
#[derive(Clone, Copy)]
struct Asked {
    op: Op,
    bytes: u32,
    how: How,
}

/// One warp's share of a gang's access, as the probes are to see it.
struct Shown<'a> {
    file: &'a File,
    reach: &'a Reach,
    at: Pc,
    /// Which warp.
    w: usize,
    /// What it stores.
    values: Values<'a>,
    /// What was seen of the whole gang's access.
    seen: Seen,
}

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

impl Request {
    const fn of(addr: D, offset: i32, bytes: u32, each: bool) -> Request {
        Request {
            addr,
            offset,
            bytes,
            each,
        }
    }
}

impl Asked {
    fn of(op: Op, bytes: u32, volatile: bool) -> Asked {
        Asked {
            op,
            bytes,
            how: How::of(volatile),
        }
    }

    fn touch(self) -> Touch {
        Touch {
            op: self.op,
            bytes: self.bytes,
            volatile: self.how == How::Volatile,
        }
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
                let request = Request::of(addr, offset, bytes, false);
                if !self.reach(cx, warps, request) {
                    return false;
                }
                self.observe(cx, warps, Asked::of(Op::Load, bytes, volatile));
                if (ty, n) == (MemTy::B32, 1) {
                    self.load_words(cx, warps, dst);
                } else {
                    self.reach.spread(&self.file.active, warps);
                    self.load_elements(cx, warps, Elements { ty, n }, dst);
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
                let request = Request::of(addr, offset, bytes, false);
                if !self.reach(cx, warps, request) {
                    return false;
                }
                self.observe(cx, warps, Asked::of(Op::Load, bytes, volatile));
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
                let request = Request::of(addr, offset, bytes, !quick);
                if !self.reach(cx, warps, request) || self.may_not_store() {
                    return false;
                }
                if quick && self.store_at_once(cx, warps, src, volatile) {
                    return true;
                }
                self.reach.spread(&self.file.active, warps);
                self.store_words(cx, warps, Elements { ty, n }, src, volatile);
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
                let request = Request::of(addr, offset, bytes, !quick);
                if !self.reach(cx, warps, request) || self.may_not_store() {
                    return false;
                }
                if quick && self.store_doubles_at_once(cx, warps, src, volatile) {
                    return true;
                }
                self.reach.spread(&self.file.active, warps);
                self.store_doubles(cx, warps, n, src, volatile);
            }
            Ins::Atom { op, .. } if op.bytes() == 4 => {
                return Atom::of(ins).is_some_and(|atom| self.atomics(cx, warps, atom));
            }
            _ => return false,
        }
        true
    }

    /// 32-bit atomics, lane after lane and warp after warp; `false` if they must be looked at warp by warp.
    #[inline(never)]
    fn atomics<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        atom: Atom<R>,
    ) -> bool {
        let Atom {
            op,
            dst,
            addr,
            a,
            b,
        } = atom;
        if !self.reach(cx, warps, Request::of(addr, 0, 4, true)) || self.may_not_store() {
            return false;
        }
        self.reach.spread(&self.file.active, warps);
        let active = self.file.active;
        let asked = Asked {
            op: Op::Atomic,
            bytes: 4,
            how: match atom.is_blind() {
                true => How::Blind,
                false => How::Plain,
            },
        };
        let mut olds = [[0; LANES]; WARPS];
        for (w, old) in olds.iter_mut().enumerate() {
            if active.masks[w] == 0 {
                continue;
            }
            let shown = self.shown(w, Values::None);
            observe(cx, warps, asked, &shown);
            let (group, warp) = (&self.reach.groups[w], &mut warps[w]);
            let (x, y) = (self.file.row32(a, w), self.file.row32(b, w));
            if atomic::defer(cx, group, op, dst.is_some(), [x, y]) {
                continue;
            }
            written(cx, group, 4, warp);
            for i in group.mask.lanes() {
                let was = atomic::read(cx, warp, group, LaneWord::first(i));
                old[i] = was;
                let new = atomic::update32(op, was, x[i], y[i]);
                atomic::write(cx, warp, group, LaneWord::first(i), new);
            }
        }
        if let Some(dst) = dst {
            self.file.put32(dst, false, |_, w| olds[w]);
        }
        true
    }

    fn reach<P>(&mut self, cx: &Machine<'_, P>, warps: &[Warp], request: Request) -> bool {
        self.file.active.warps > 0 && (self.reach).fill(cx, &self.file, warps, self.level, request)
    }

    /// A warp's share of the access that is being executed, which nobody has seen.
    fn shown<'a>(&'a self, w: usize, values: Values<'a>) -> Shown<'a> {
        Shown {
            file: &self.file,
            reach: &self.reach,
            at: self.at,
            w,
            values,
            seen: Seen::Nothing,
        }
    }

    /// Whether stores there are to be looked at more closely.
    fn may_not_store(&self) -> bool {
        let region = self.reach.groups[self.file.active.from].region;
        matches!(region.space, Space::Symbol | Space::Host)
    }

    /// Shows the probes what every warp is about to load: all at once if they are content with that, else lowest first.
    #[inline(always)]
    fn observe<P: Probe>(&mut self, cx: &mut Machine<'_, P>, warps: &mut [Warp], asked: Asked) {
        self.touch(cx, asked);
        if !P::ON {
            return;
        }
        let mut seen = Seen::Nothing;
        if asked.how == How::Plain && self.is_written(cx, warps, asked.bytes) {
            seen = cx.probe.loads(&Loads {
                flat: self.at as usize,
                groups: &self.reach.groups,
                active: &self.file.active,
                shared: self.reach.shared,
                bytes: asked.bytes,
                first: warps[0].index,
            });
        }
        if seen != Seen::All {
            self.observe_each(cx, warps, asked, seen);
        }
    }

    /// Shows the probes what every warp is about to load, lowest first, as far as they have not seen it.
    #[inline(never)]
    fn observe_each<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        asked: Asked,
        seen: Seen,
    ) {
        let active = self.file.active;
        self.reach.give(&active);
        for w in active.from..active.to {
            if active.masks[w] != 0 {
                let shown = Shown {
                    seen,
                    ..self.shown(w, Values::None)
                };
                self.undefined |= observe(cx, warps, asked, &shown);
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
    fn touch<P>(&self, cx: &mut Machine<'_, P>, asked: Asked) {
        let Reach { groups, shared, .. } = &*self.reach;
        let active = &self.file.active;
        let touch = asked.touch();
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
        Elements { ty, n }: Elements,
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
        volatile: bool,
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
        self.touch(cx, Asked::of(Op::Store, 4, volatile));
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
        volatile: bool,
    ) -> bool {
        let region = self.reach.groups[self.file.active.from].region;
        let apart = self.reach.shared || self.reach.split;
        if region.space == Space::Local || apart || cx.mem.logs(region) {
            self.reach.give(&self.file.active);
            return false;
        }
        self.touch(cx, Asked::of(Op::Store, 8, volatile));
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
        Elements { ty, n }: Elements,
        src: R,
        volatile: bool,
    ) {
        let bytes = ty.bytes() * n as u32;
        let asked = Asked::of(Op::Store, bytes, volatile);
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
            let shown = self.shown(w, Values::Words(values));
            observe(cx, warps, asked, &shown);
            let (group, warp) = (&self.reach.groups[w], &mut warps[w]);
            for (k, v) in (0..).zip(values) {
                let element = Element { ty, k };
                if cx.mem.logs(group.region) {
                    log_words(cx, group, element, bytes, v);
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
                    _ => put_smalls(cx, warp, group, element, v),
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
        volatile: bool,
    ) {
        let bytes = 8 * n as u32;
        let asked = Asked::of(Op::Store, bytes, volatile);
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
            let shown = self.shown(w, Values::Doubles(values));
            observe(cx, warps, asked, &shown);
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
    warps: &mut [Warp],
    asked: Asked,
    shown: &Shown<'_>,
) -> bool {
    let Asked { op, bytes, how } = asked;
    let (file, at, w) = (shown.file, shown.at, shown.w);
    let group = &shown.reach.groups[w];
    if op != Op::Load {
        cx.mem.touch(group, &asked.touch());
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
        values: shown.values,
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
    if shown.seen == Seen::Counted {
        cx.probe.raced(&access, &scene, &mut cx.found);
        return false;
    }
    cx.probe.access(&access, &scene, &mut cx.found);
    if op == Op::Load
        && !unwritten.is_empty()
        && let Some(u) = cx.probe.uninit()
    {
        let load = follow::Load {
            mem: &cx.mem,
            env: cx.env,
            group,
            held: Some(&hand),
        };
        follow::loaded(u, load, warp);
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
