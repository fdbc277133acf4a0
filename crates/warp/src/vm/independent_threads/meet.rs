//! Exchanges between lanes that are at different places of the code.
//!
//! Fragments that wait at exchanges go in; those whose lanes have all come have exchanged when they come out, and go on. The rule is PTX's: an
//! exchange is made when all lanes that its mask names, and that have not ended, wait at one of the same kind, with the same mask. But one
//! that its lanes come to themselves later, on the way that all take, is no partner: they would make it twice, the others once, and every exchange
//! after it would be with the wrong one. That is the program's mistake, and a finding as where lanes never come.

use super::reach::{Kinds, Open, goes_past};
use super::{Fragment, Progress, exchange_registers};
use crate::probe::Probe;
use crate::probe::uninit::follow;
use crate::vm::lanes::{Lanes32, Registers, blend, blend_bits};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::split::Frame;
use crate::vm::warp::{Warp, single};
use crate::vm::{Env, Machine, access, shuffle};
use cuda_ir::{Ins, R};

/// Whether the active lanes, at an exchange, must wait for others which are elsewhere and may come.
#[inline]
pub fn waits<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, member: R) -> bool {
    w.active != w.live && must_wait(cx, w, member)
}

/// The same of an instruction that may be none.
pub fn is_to_meet<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, ins: &Ins) -> bool {
    is_product(ins) && waits_for_all(w) || member(ins).is_some_and(|member| waits(cx, w, member))
}

/// Whether the active lanes of a warp that is apart, at a product of matrices, must wait for all others.
pub fn waits_for_all(w: &Warp) -> bool {
    let others = w.live.without(w.active);
    w.fragments.is_some() && !others.is_empty() && w.waiting().and(others).is_empty()
}

/// Whether an instruction is executed by all lanes together, with no mask.
fn is_product(ins: &Ins) -> bool {
    matches!(ins, Ins::Mma { .. } | Ins::Mma64 { .. })
}

/// The mask argument of an exchange.
pub fn member(ins: &Ins) -> Option<R> {
    match *ins {
        Ins::Shfl { member, .. }
        | Ins::Vote { member, .. }
        | Ins::Ballot { member, .. }
        | Ins::MatchAny { member, .. }
        | Ins::Redux { member, .. }
        | Ins::SyncWarp { member } => Some(member),
        _ => None,
    }
}

/// The lanes named by these lanes' masks; `None` if one leaves itself out, which is a mistake.
fn named(masks: &Lanes32, lanes: LaneMask) -> Option<LaneMask> {
    let all = lanes.lanes().fold(0, |all, lane| all | masks[lane]);
    let own = |lane: usize| masks[lane] >> lane & 1 != 0;
    lanes.lanes().all(own).then_some(LaneMask(all))
}

#[cold]
fn must_wait<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, member: R) -> bool {
    let Some(named) = named(&w.g.r[member.0 as usize], w.active) else {
        return false;
    };
    let absent = named.and(w.live).without(w.active);
    let here = w.waiting().and(absent);
    if absent.is_empty() || here.is_empty() {
        return !absent.is_empty() && w.fragments.is_some();
    }
    let open = Open {
        frames: &w.frames,
        code: w.code,
        pc: w.pc,
    };
    w.divides() && may_come(cx, &open, (w.at, here.0))
}

/// Whether some of these lanes, which wait in open constructs, may come to an exchange like the one at `at`.
pub fn may_come<P>(cx: &mut Machine<'_, P>, open: &Open<'_>, (at, lanes): (u32, u32)) -> bool {
    let env = cx.env;
    let Some(ins) = env.code(open.code).ins.get(at as usize) else {
        return false;
    };
    cx.livelock
        .reach
        .may_come(env, open, (lanes, Kinds::of(ins)))
}

/// Whether two exchanges are of one kind.
fn same_kind(a: &Ins, b: &Ins) -> bool {
    match (a, b) {
        (Ins::Shfl { op, .. }, Ins::Shfl { op: other, .. }) => op == other,
        (Ins::Vote { op, .. }, Ins::Vote { op: other, .. }) => op == other,
        (Ins::Redux { op, .. }, Ins::Redux { op: other, .. }) => op == other,
        _ => Kinds::of(a) == Kinds::of(b),
    }
}

impl Fragment {
    /// The instruction that it executes.
    fn ins<'e>(&self, env: &Env<'e>) -> Option<&'e Ins> {
        env.code(self.code).ins.get(self.at as usize)
    }

    /// Whether it waits at a product of matrices, for lanes that have all come.
    fn is_whole(&self, env: &Env<'_>, live: LaneMask) -> bool {
        let product = self.ins(env).is_some_and(is_product);
        self.place == Progress::Meeting && product && self.active == live
    }

    /// Its lanes' masks at the exchange where it waits.
    fn masks<'a>(&'a self, env: &Env<'_>, kernel: &'a Registers) -> Option<&'a Lanes32> {
        let member = member(self.ins(env)?)?;
        self.registers(kernel).r.get(member.0 as usize)
    }

    /// Whether its lanes come to where the other one is, on the way that all take.
    fn comes_to(&self, env: &Env<'_>, other: &Fragment) -> bool {
        let within = self.frames.len() >= other.frames.len();
        let mut both = self.frames.iter().zip(&other.frames);
        let more = self.frames.iter().skip(other.frames.len());
        let calls = more.filter_map(|frame| match frame {
            Frame::Call { saved, .. } => Some(saved.code),
            _ => None,
        });
        let code = calls.take(1).last().unwrap_or(self.code);
        if !within || code != other.code || !both.all(|(a, b)| a.is_like(b)) {
            return false;
        }
        let open = Open {
            frames: &self.frames,
            code: self.code,
            pc: self.pc,
        };
        self.frames.len() == other.frames.len() || !goes_past(env, &open, other.frames.len())
    }
}

/// A warp whose turn it is no fragment's: makes one exchange that is complete; `false` if none is.
pub fn exchange<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp) -> bool {
    let Some(mut apart) = w.fragments.take() else {
        return false;
    };
    if let Some(i) = apart.aside.iter().position(|f| f.is_whole(cx.env, w.live)) {
        w.fragments = Some(apart);
        go_on(cx, w, i, LaneMask::NONE);
        return true;
    }
    let complete = (0..apart.aside.len()).find_map(|i| complete(cx.env, w, &apart.aside, i));
    let done = match complete {
        Some(group) => {
            let mut fragments: Vec<&mut Fragment> = apart.aside.iter_mut().collect();
            fragments.retain(|f| group.contains(&f.standing.id));
            exchanged(cx, w, &mut fragments);
            true
        }
        None => false,
    };
    w.fragments = Some(apart);
    done
}

/// The fragments that exchange with one, by number, if all have come.
fn complete(env: &Env<'_>, w: &Warp, all: &[Fragment], i: usize) -> Option<Vec<u32>> {
    let first = all.get(i).filter(|f| f.place == Progress::Meeting)?;
    let ins = first.ins(env)?;
    let masks = first.masks(env, &w.g)?;
    let wanted =
        |masks: &Lanes32, f: &Fragment| Some(named(masks, f.active)?.and(w.live.or(f.awaited)));
    let mut all_wanted = wanted(masks, first)?;
    let (mut here, mut group) = (first.active, vec![first.standing.id]);
    let mut rows = *masks;
    while !all_wanted.without(here).is_empty() {
        let next = all.iter().find(|f| {
            let others = f.place == Progress::Meeting && !group.contains(&f.standing.id);
            others && !f.active.and(all_wanted).is_empty()
        })?;
        let theirs = next.masks(env, &w.g)?;
        let agree = |lane: usize| {
            let named = LaneMask(theirs[lane]).and(here);
            named.lanes().all(|mate| rows[mate] == theirs[lane])
        };
        let apart = !next.comes_to(env, first) && !first.comes_to(env, next);
        let known = here.lanes().all(|lane| {
            LaneMask(rows[lane])
                .and(next.active)
                .lanes()
                .all(|mate| theirs[mate] == rows[lane])
        });
        if !apart || !known || !same_kind(ins, next.ins(env)?) || !next.active.lanes().all(agree) {
            return None;
        }
        all_wanted = all_wanted.or(wanted(theirs, next)?);
        blend(&mut rows, theirs, next.active);
        here = here.or(next.active);
        group.push(next.standing.id);
    }
    Some(group)
}

/// Row by row, what the lanes of fragments hold in the registers that each names.
fn row(
    fragments: &[&mut Fragment],
    kernel: &Registers,
    of: impl Fn(&Fragment) -> Option<R>,
) -> Lanes32 {
    let mut out = [0; LANES];
    for f in fragments {
        if let Some(row) = of(f).and_then(|r| f.registers(kernel).r.get(r.0 as usize)) {
            blend(&mut out, row, f.active);
        }
    }
    out
}

/// The operands of an exchange in 32-bit registers, the mask first, and the predicate.
fn operands(ins: &Ins) -> ([Option<R>; 4], Option<cuda_ir::P>) {
    match *ins {
        Ins::Shfl {
            src,
            lane,
            width,
            member,
            ..
        } => ([Some(member), Some(src), Some(lane), Some(width)], None),
        Ins::Vote { src, member, .. } | Ins::Ballot { src, member, .. } => {
            ([Some(member), None, None, None], Some(src))
        }
        Ins::MatchAny { src, member, .. } | Ins::Redux { src, member, .. } => {
            ([Some(member), Some(src), None, None], None)
        }
        _ => ([member(ins), None, None, None], None),
    }
}

/// The same instruction on the registers that hold the operands of all: 0 to 3, predicate 0; the result is in 4, or in predicate 1.
fn gathered(ins: &Ins) -> Ins {
    use cuda_ir::P;
    let (member, src, dst) = (R(0), R(1), R(4));
    match *ins {
        Ins::Shfl { op, .. } => Ins::Shfl {
            op,
            dst,
            src,
            lane: R(2),
            width: R(3),
            member,
        },
        Ins::Vote { op, .. } => Ins::Vote {
            op,
            dst: P(1),
            src: P(0),
            member,
        },
        Ins::Ballot { .. } => Ins::Ballot {
            dst,
            src: P(0),
            member,
        },
        Ins::MatchAny { .. } => Ins::MatchAny { dst, src, member },
        Ins::Redux { op, .. } => Ins::Redux {
            op,
            dst,
            src,
            member,
        },
        _ => Ins::SyncWarp { member },
    }
}

/// Fragments exchange what they came for, and go on.
fn exchanged<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, fragments: &mut [&mut Fragment]) {
    let env = cx.env;
    let Some(ins) = fragments.first().and_then(|f| f.ins(env)) else {
        return;
    };
    let lanes = |f: &&mut Fragment| f.active;
    let here = fragments
        .iter()
        .map(lanes)
        .fold(LaneMask::NONE, LaneMask::or);
    let operand = |f: &Fragment, i: usize| f.ins(env).and_then(|ins| operands(ins).0[i]);
    let mut scratch = Registers {
        r: vec![[0; LANES]; 5],
        d: Vec::new(),
        p: vec![0; 2],
        undefined: None,
    };
    for i in 0..4 {
        scratch.r[i] = row(fragments, &w.g, |f| operand(f, i));
    }
    for f in fragments.iter() {
        if let Some(src) = f.ins(env).and_then(|ins| operands(ins).1) {
            let bits = f.registers(&w.g).p.get(src.0 as usize).copied();
            blend_bits(&mut scratch.p[0], bits.unwrap_or(0), f.active);
        }
    }
    if P::ON {
        undefined(cx, w, fragments, &mut scratch);
    }
    let own = std::mem::replace(&mut w.g, scratch);
    w.active = here;
    let joint = gathered(ins);
    if w.g.undefined.is_some() {
        follow::through(env, w, &joint);
    }
    let alone = shuffle::made(cx, w, &joint);
    let scratch = std::mem::replace(&mut w.g, own);
    w.active = LaneMask::NONE;
    for f in fragments.iter_mut() {
        give(env, f, &mut w.g, &scratch);
        f.place = Progress::Ready;
    }
    if let Some((lanes, from)) = alone {
        lonely(cx, w, fragments, (lanes, from));
    }
}

/// Gives a fragment's lanes their results.
fn give(env: &Env<'_>, f: &mut Fragment, kernel: &mut Registers, scratch: &Registers) {
    let (active, ins) = (f.active, f.ins(env));
    let g = f.registers_mut(kernel);
    match ins {
        Some(
            Ins::Shfl { dst, .. }
            | Ins::Ballot { dst, .. }
            | Ins::MatchAny { dst, .. }
            | Ins::Redux { dst, .. },
        ) => {
            blend(&mut g.r[dst.0 as usize], &scratch.r[4], active);
            let shuffles = matches!(ins, Some(Ins::Shfl { .. }));
            if shuffles && (g.undefined.is_some() || scratch.undefined.is_some()) {
                follow::given(g, *dst, (scratch, R(4)), active);
            }
        }
        Some(Ins::Vote { dst, .. }) => {
            blend_bits(&mut g.p[dst.0 as usize], scratch.p[1], active);
        }
        _ => {}
    }
}

/// Follows undefined values into an exchange: what is asked of them is a finding, and what is passed on keeps its marks.
fn undefined<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    fragments: &mut [&mut Fragment],
    scratch: &mut Registers,
) {
    for f in fragments.iter_mut() {
        let own = f.registers(&w.g);
        match f.ins(cx.env) {
            _ if own.undefined.is_none() => {}
            Some(Ins::Shfl { src, .. }) => {
                follow::given(scratch, R(1), (own, *src), f.active);
            }
            _ => as_own(w, f, |w| access::follow(cx, w)),
        }
    }
}

/// Notes the lanes that read from lanes which do not take part.
fn lonely<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    fragments: &mut [&mut Fragment],
    (lanes, from): (LaneMask, usize),
) {
    let env = cx.env;
    for f in fragments.iter_mut() {
        let own = lanes.and(f.active);
        if let Some(Ins::Shfl { dst, .. }) = f.ins(env).filter(|_| !own.is_empty())
            && let Some(u) = cx.probe.uninit()
        {
            let absent = follow::Absent { lanes: own, from };
            as_own(w, f, |w| follow::lonely(u, env, w, *dst, absent));
        }
    }
}

/// Does something with a warp that has a fragment's lanes and registers.
fn as_own(w: &mut Warp, f: &mut Fragment, act: impl FnOnce(&mut Warp)) {
    exchange_registers(&mut f.frames, &mut w.g);
    (w.active, w.code, w.at, w.base) = (f.active, f.code, f.at, f.base);
    act(w);
    w.active = LaneMask::NONE;
    exchange_registers(&mut f.frames, &mut w.g);
}

/// Lets one fragment of those that wait at exchanges go on without the lanes that do not come, which is a finding: the one that is deepest in constructs, since
/// the others may wait on its way.
pub fn release<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp) {
    let aside = w
        .fragments
        .iter()
        .flat_map(|apart| apart.aside.iter().enumerate());
    let meeting = aside.filter(|(_, f)| f.place == Progress::Meeting);
    let Some((i, awaited)) = meeting
        .min_by_key(|(_, f)| (usize::MAX - f.frames.len(), f.standing.id))
        .map(|(i, f)| (i, f.awaited))
    else {
        return;
    };
    go_on(cx, w, i, awaited);
}

/// Lets a fragment execute what it waits at, as if these lanes had not ended.
fn go_on<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, i: usize, awaited: LaneMask) {
    if w.take_up(i).is_none() {
        return;
    }
    if let Some(ins) = cx.env.code(w.code).ins.get(w.at as usize) {
        if P::ON && w.g.undefined.is_some() {
            access::follow(cx, w);
        }
        // Who was waited for and has ended since did not come either.
        let live = w.live;
        w.live = live.or(awaited);
        single(cx, w, ins, 0);
        w.live = live;
    }
    w.put_aside(cx.env, Progress::Ready);
}

/// The lanes waiting in a warp's own constructs for which it waits at an exchange, if it does.
pub fn awaited(env: &Env<'_>, w: &Warp) -> LaneMask {
    let ins = env.code(w.code).ins.get(w.at as usize);
    let masks = ins.and_then(member).and_then(|m| w.g.r.get(m.0 as usize));
    let named = masks.and_then(|masks| named(masks, w.active));
    named.map_or(LaneMask::NONE, |named| named.and(w.waiting()))
}
