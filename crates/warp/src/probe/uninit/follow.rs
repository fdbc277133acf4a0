//! Which registers hold undefined values, instruction by instruction.
//!
//! An instruction about to be executed goes in, with the marks of its operands; the marks of what it writes come out. The rule:
//! a register's marks are by lane and bit ([`bits`]), and say besides which lanes hold a value *made* from an undefined one rather
//! than the value itself; a warp without marks is never looked at.

use super::bits::{self, PartlySet};
use super::{EFFORT, Uninit, Use};
use crate::probe::found::Findings;
use crate::probe::scene::{Held, Scene};
use crate::vm::lanes::Registers;
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Space, Spaces};
use crate::vm::shuffle;
use crate::vm::{Env, Warp};
use cuda_ir::op::MemTy;
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{CallSite, D, Ins, P, ParamReg, R};

/// The marks of one register.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Marks {
    /// Lanes whose value is undefined.
    lanes: u32,
    /// Of these, lanes whose value was made from an undefined one.
    made: u32,
    /// Where the value was read; of several, one.
    origin: u32,
    /// By lane, which of the value's bits nobody set; never none of a marked lane, none of another.
    bits: [u64; LANES],
}

impl Marks {
    /// These lanes alone.
    fn only(mut self, lanes: u32) -> Marks {
        self.lanes &= lanes;
        self.made &= self.lanes;
        (0..LANES)
            .filter(|lane| self.lanes >> lane & 1 == 0)
            .for_each(|lane| self.bits[lane] = 0);
        self
    }
}

/// The marks of a warp's registers; those beyond the end have none.
#[derive(Clone, Default, Debug)]
pub struct Undefined {
    r: Vec<Marks>,
    d: Vec<Marks>,
    p: Vec<Marks>,
}

impl Undefined {
    /// Whether no register has any.
    pub fn are_none(&self) -> bool {
        let all = self.r.iter().chain(&self.d).chain(&self.p);
        all.into_iter().all(|marks| marks.lanes == 0)
    }

    /// Takes these lanes' marks from registers of the same code.
    pub fn take_in(&mut self, from: &Undefined, lanes: LaneMask) {
        let most = |a: &[Marks], b: &[Marks]| a.len().max(b.len()) as u16;
        let (r, d, p) = (
            most(&self.r, &from.r),
            most(&self.d, &from.d),
            most(&self.p, &from.p),
        );
        (0..r).for_each(|i| self.set(Reg::R(R(i)), from.get(Reg::R(R(i))), lanes));
        (0..d).for_each(|i| self.set(Reg::D(D(i)), from.get(Reg::D(D(i))), lanes));
        (0..p).for_each(|i| self.set(Reg::P(P(i)), from.get(Reg::P(P(i))), lanes));
    }

    fn peek(&self, reg: Reg) -> Option<&Marks> {
        match reg {
            Reg::R(R(i)) => self.r.get(i as usize),
            Reg::D(D(i)) => self.d.get(i as usize),
            Reg::P(P(i)) => self.p.get(i as usize),
        }
    }

    fn get(&self, reg: Reg) -> Marks {
        self.peek(reg).copied().unwrap_or_default()
    }

    /// Sets the marks of some lanes.
    fn set(&mut self, reg: Reg, marks: Marks, lanes: LaneMask) {
        let (list, i) = match reg {
            Reg::R(R(i)) => (&mut self.r, i as usize),
            Reg::D(D(i)) => (&mut self.d, i as usize),
            Reg::P(P(i)) => (&mut self.p, i as usize),
        };
        let new = marks.lanes & lanes.0;
        if list.len() <= i {
            if new == 0 {
                return;
            }
            list.resize(i + 1, Marks::default());
        }
        let old = list[i];
        if new | old.lanes & lanes.0 == 0 {
            return;
        }
        list[i] = Marks {
            lanes: old.lanes & !lanes.0 | new,
            made: old.made & !lanes.0 | marks.made & new,
            origin: if new != 0 { marks.origin } else { old.origin },
            bits: std::array::from_fn(|lane| match (new >> lane & 1, lanes.0 >> lane & 1) {
                (0, 0) => old.bits[lane],
                (0, _) => 0,
                _ => marks.bits[lane],
            }),
        };
    }
}

fn next(reg: Reg, k: u8) -> Reg {
    match reg {
        Reg::R(R(i)) => Reg::R(R(i + k as u16)),
        Reg::D(D(i)) => Reg::D(D(i + k as u16)),
        Reg::P(P(i)) => Reg::P(P(i + k as u16)),
    }
}

/// The marks of two operands together.
fn both(a: Marks, b: Marks) -> Marks {
    Marks {
        lanes: a.lanes | b.lanes,
        made: a.made | b.made,
        origin: if a.lanes != 0 { a.origin } else { b.origin },
        bits: std::array::from_fn(|lane| a.bits[lane] | b.bits[lane]),
    }
}

/// The registers that a load or store moves, and the size of an element.
fn moved(ins: &Ins) -> Option<(Reg, u8, u32)> {
    match *ins {
        Ins::Ld { ty, n, dst, .. } => Some((Reg::R(dst), n, MemTy::bytes(ty))),
        Ins::Ld64 { n, dst, .. } => Some((Reg::D(dst), n, 8)),
        Ins::St { ty, n, src, .. } => Some((Reg::R(src), n, MemTy::bytes(ty))),
        Ins::St64 { n, src, .. } => Some((Reg::D(src), n, 8)),
        _ => None,
    }
}

/// The group of an access's `k`-th element.
fn element(group: &Group, k: u8, size: u32) -> Group {
    Group {
        region: group.region,
        mask: group.mask,
        at: group.at.map(|at| at + k as u32 * size),
        shape: crate::vm::mem::Shape::Any,
        halves: crate::vm::mem::Halves::Any,
    }
}

/// A load about to be made.
pub struct Load<'a> {
    /// All memory.
    pub mem: &'a Spaces<'a>,
    /// The launch.
    pub env: &'a Env<'a>,
    /// Where the lanes read.
    pub group: &'a Group,
    /// What the registers hold where they are not the warp's own.
    pub held: Option<&'a dyn Held>,
}

/// Who follows undefined values through a launch, and where what is found goes.
pub struct Watched<'a> {
    /// What is known of undefined values.
    pub uninit: &'a mut Uninit,
    /// The launch.
    pub env: &'a Env<'a>,
    /// The findings.
    pub found: &'a mut Findings,
}

/// Lanes whose shuffle reads a lane that takes no part.
#[derive(Clone, Copy)]
pub struct Absent {
    /// Who reads.
    pub lanes: LaneMask,
    /// The lane that the first of them reads.
    pub from: usize,
}

/// A load of which some lanes read what nobody wrote: their registers are marked.
#[cold]
pub fn loaded(u: &mut Uninit, load: Load<'_>, w: &mut Warp) {
    let Load {
        mem,
        env,
        group,
        held,
    } = load;
    let Some((dst, n, size)) = env.code(w.code).ins.get(w.at as usize).and_then(moved) else {
        return;
    };
    let written = match group.region.space {
        Space::Local => &[][..],
        _ => mem.bytes(group.region).1,
    };
    let unset = mem.is_unset(group.region);
    u.effort += EFFORT * u64::from(n);
    for k in 0..n {
        let part = element(group, k, size);
        let lanes = mem.unwritten(&part, size, &w.local);
        if lanes.is_empty() {
            continue;
        }
        let scene = Scene {
            env,
            warp: w,
            pc: w.at,
            held,
        };
        let (origin, made) = u.origin((&part, lanes), (written, unset), &scene);
        let bytes = mem.unwritten_bytes(&part, lanes, size, &w.local);
        let marks = Marks {
            lanes: lanes.0,
            made: if made { lanes.0 } else { 0 },
            origin,
            bits: bytes.map(|bytes| loaded_bits(bytes, env.code(w.code).ins[w.at as usize])),
        };
        let undefined = w.g.undefined.get_or_insert_default();
        undefined.set(next(dst, k), marks, lanes);
    }
}

/// The unset bits of a loaded value, by those bytes of it that nobody wrote.
fn loaded_bits(bytes: u8, ins: Ins) -> u64 {
    let bits = (0..8)
        .filter(|b| bytes >> b & 1 != 0)
        .fold(0, |all, b| all | 0xff << (8 * b));
    match ins {
        Ins::Ld { ty: MemTy::S8, .. } => bits | ((bits >> 7 & 1) * 0xffff_ff00),
        Ins::Ld { ty: MemTy::S16, .. } => bits | ((bits >> 15 & 1) * 0xffff_0000),
        _ => bits,
    }
}

/// A store whose value may be undefined: memory is unwritten then, and in global memory that may matter.
#[cold]
pub fn stored(watched: Watched<'_>, mem: &mut Spaces<'_>, w: &mut Warp, group: &Group) {
    let Watched {
        uninit: u,
        env,
        found,
    } = watched;
    let ins = env.code(w.code).ins.get(w.at as usize);
    let (Some((src, n, size)), Some(undefined)) = (ins.and_then(moved), w.g.undefined.take())
    else {
        return;
    };
    let global = !matches!(group.region.space, Space::Shared | Space::Local);
    u.effort += EFFORT * u64::from(n);
    for k in 0..n {
        let marks = undefined.get(next(src, k));
        let lanes = LaneMask(marks.lanes).and(group.mask);
        if lanes.is_empty() {
            continue;
        }
        let part = element(group, k, size);
        let unset = marks.bits.map(|bits| bits & u64::MAX >> (64 - 8 * size));
        let whole = unset.map(|bits| bytes_of(bits, |byte| byte == 0xff));
        mem.forget_written(&part, (lanes, &whole), size, &mut w.local);
        let (region, made) = (group.region, marks.made);
        for lane in lanes.lanes() {
            let key = (region.space, region.id, part.at[lane]);
            u.stored(key, (marks.origin, made >> lane & 1 != 0));
        }
        let at = env.code(w.code).at.get(w.at as usize);
        let padding = at.map_or(0, |at| at.padding.unbounded_shr(u32::from(k) * size));
        // A function of a header of ours moves what it is given, padding too: what is unwritten stays so, and that is all.
        let moves = at.is_some_and(|at| at.library);
        let told = |lane: &usize| match made >> lane & 1 {
            0 if moves || !u.counts(marks.origin) => false,
            0 => u16::from(bytes_of(unset[*lane], |byte| byte != 0)) & !padding != 0,
            _ => unset[*lane] != 0,
        };
        let telling = lanes
            .lanes()
            .filter(told)
            .fold(0, |set, lane| set | 1 << lane);
        if global && telling != 0 {
            let scene = Scene::of(env, w);
            u.used((Use::Store, LaneMask(telling), marks.origin), &scene, found);
        }
    }
    w.g.undefined = Some(undefined);
}

/// The bytes of a value's bits that are so: a bit a byte.
fn bytes_of(bits: u64, so: impl Fn(u8) -> bool) -> u8 {
    let bytes = bits.to_le_bytes();
    (0..8)
        .filter(|b| so(bytes[*b]))
        .fold(0, |set, b| set | 1 << b)
}

/// An instruction about to be executed by a warp that has marks.
#[cold]
pub fn step(u: &mut Uninit, env: &Env<'_>, w: &mut Warp, found: &mut Findings) {
    let Some(ins) = env.code(w.code).ins.get(w.at as usize) else {
        return;
    };
    let Some(mut undefined) = w.g.undefined.take() else {
        return;
    };
    u.effort += EFFORT;
    let active = w.active;
    let scene = Scene::of(env, w);
    for (how, reg) in uses(ins, env, w) {
        let marks = undefined.get(reg);
        let lanes = LaneMask(marks.lanes).and(active);
        if !lanes.is_empty() {
            u.used((how, lanes, marks.origin), &scene, found);
            // One finding: what follows from it is no other.
            undefined.set(reg, Marks::default(), lanes);
        }
    }
    spread(&mut undefined, ins, env, w);
    w.g.undefined = Some(undefined);
}

/// The operands of an instruction that decide something.
fn uses(ins: &Ins, env: &Env<'_>, w: &Warp) -> Vec<(Use, Reg)> {
    match *ins {
        Ins::If { cond, .. } | Ins::LoopTest { cond } => vec![(Use::Branch, Reg::P(cond))],
        Ins::Ld { addr, .. }
        | Ins::St { addr, .. }
        | Ins::Ld64 { addr, .. }
        | Ins::St64 { addr, .. } => {
            vec![(Use::Address, Reg::D(addr))]
        }
        Ins::Atom { addr, a, b, .. } => vec![
            (Use::Address, Reg::D(addr)),
            (Use::Atomic, Reg::R(a)),
            (Use::Atomic, Reg::R(b)),
        ],
        Ins::Atom64 { addr, a, b, .. } => vec![
            (Use::Address, Reg::D(addr)),
            (Use::Atomic, Reg::D(a)),
            (Use::Atomic, Reg::D(b)),
        ],
        Ins::Vote { src, .. } | Ins::Ballot { src, .. } | Ins::BarRed { src, .. } => {
            vec![(Use::Vote, Reg::P(src))]
        }
        Ins::Print { site } => {
            let site = env.code(w.code).prints.get(site as usize);
            let args = site.iter().flat_map(|s| &s.args);
            args.map(|(reg, _)| (Use::Print, param(*reg))).collect()
        }
        _ => Vec::new(),
    }
}

fn param(reg: ParamReg) -> Reg {
    match reg {
        ParamReg::R(r) => Reg::R(r),
        ParamReg::D(d) => Reg::D(d),
        ParamReg::P(p) => Reg::P(p),
    }
}

/// The marks of what an instruction writes.
fn spread(undefined: &mut Undefined, ins: &Ins, env: &Env<'_>, w: &Warp) {
    let active = w.active;
    match *ins {
        Ins::Select { dst, cond, a, b } => {
            chosen(undefined, (Reg::R(dst), cond), [Reg::R(a), Reg::R(b)], w);
        }
        Ins::Select64 { dst, cond, a, b } => {
            chosen(undefined, (Reg::D(dst), cond), [Reg::D(a), Reg::D(b)], w);
        }
        Ins::Shfl {
            op,
            dst,
            src,
            lane,
            width,
            ..
        } => {
            let from = undefined.get(Reg::R(src));
            let reg = |r: R| &w.g.r[r.0 as usize];
            let mut marks = Marks {
                origin: from.origin,
                ..Marks::default()
            };
            for i in active.lanes() {
                let j = shuffle::source(op, i, reg(lane)[i], reg(width)[i]);
                marks.lanes |= (from.lanes >> j & 1) << i;
                marks.made |= (from.made >> j & 1) << i;
                marks.bits[i] = from.bits[j];
            }
            undefined.set(Reg::R(dst), marks, active);
        }
        Ins::Sys { site } => {
            let sites = &env.code(w.code).sys;
            let results = sites.get(site as usize).map(|site| &site.results);
            results
                .into_iter()
                .flatten()
                .for_each(|reg| undefined.set(param(*reg), Marks::default(), active));
        }
        _ => plain(undefined, ins, w),
    }
}

/// What is written is made from what is read, bit by bit where that is known.
fn plain(undefined: &mut Undefined, ins: &Ins, w: &Warp) {
    let (mut from, mut first) = (Sources::default(), None);
    let loads = matches!(
        ins,
        Ins::Ld { .. } | Ins::Ld64 { .. } | Ins::Atom { .. } | Ins::Atom64 { .. }
    );
    let mut ins = *ins;
    operands(&mut ins.clone(), &mut |operand| {
        let (reg, count, written) = operand.parts();
        if written {
            first.get_or_insert(reg);
        } else if !loads {
            (0..count).for_each(|k| from.take_in(undefined.peek(next(reg, k))));
        }
    });
    let Some(first) = first else {
        return;
    };
    let marks = match from.lanes & w.active.0 {
        0 => Marks::default(),
        _ => made(undefined, &ins, (from, ones(first)), w),
    };
    operands(&mut ins, &mut |operand| {
        let (reg, count, written) = operand.parts();
        if written {
            (0..count).for_each(|k| undefined.set(next(reg, k), marks, w.active));
        }
    });
}

/// What the operands of an instruction have together.
#[derive(Clone, Copy, Default)]
struct Sources {
    lanes: u32,
    made: u32,
    origin: u32,
}

impl Sources {
    fn take_in(&mut self, marks: Option<&Marks>) {
        if let Some(marks) = marks.filter(|marks| marks.lanes != 0) {
            if self.lanes == 0 {
                self.origin = marks.origin;
            }
            self.lanes |= marks.lanes;
            self.made |= marks.made;
        }
    }
}

/// The marks of a result of which all bits are these, if some operand of an active lane has any.
fn made(undefined: &Undefined, ins: &Ins, (from, all): (Sources, u64), w: &Warp) -> Marks {
    let bits = match together(ins) {
        // What the lanes of a warp compute together.
        true => [all; LANES],
        false => std::array::from_fn(|lane| match from.lanes >> lane & 1 {
            0 => 0,
            _ => bits::unset(ins, &|reg| held(undefined, w, (reg, lane))).unwrap_or(all),
        }),
    };
    let lanes = (0..LANES)
        .filter(|lane| bits[*lane] != 0)
        .fold(0, |set, lane| set | 1 << lane);
    Marks {
        lanes,
        made: if is_same(ins) {
            from.made & lanes
        } else {
            lanes
        },
        origin: from.origin,
        bits,
    }
}

/// All bits of a register.
const fn ones(reg: Reg) -> u64 {
    match reg {
        Reg::R(_) => u32::MAX as u64,
        Reg::D(_) => u64::MAX,
        Reg::P(_) => 1,
    }
}

/// Whether the result is the operand itself, in another form.
const fn is_same(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Mov { .. }
            | Ins::Mov64 { .. }
            | Ins::MovP { .. }
            | Ins::Pack { .. }
            | Ins::Narrow { .. }
            | Ins::Widen { .. }
            | Ins::Cvt32 { .. }
    )
}

/// Whether a result is of all lanes' operands.
const fn together(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::MatchAny { .. } | Ins::Redux { .. } | Ins::Mma { .. } | Ins::Mma64 { .. }
    )
}

/// What a lane holds in a register.
fn held(undefined: &Undefined, w: &Warp, (reg, lane): (Reg, usize)) -> PartlySet {
    PartlySet {
        value: match reg {
            Reg::R(R(i)) => w.g.r[i as usize][lane].into(),
            Reg::D(D(i)) => w.g.d[i as usize][lane],
            Reg::P(P(i)) => (w.g.p[i as usize] >> lane & 1).into(),
        },
        unset: undefined.peek(reg).map_or(0, |marks| marks.bits[lane]),
    }
}

/// A shuffle gave these lanes what no lane that takes part holds: what one makes of it is undefined.
#[cold]
pub fn lonely(u: &mut Uninit, env: &Env<'_>, w: &mut Warp, dst: R, absent: Absent) {
    let Absent { lanes, from } = absent;
    let origin = u.absent((lanes, from), &Scene::of(env, w));
    let marks = Marks {
        lanes: lanes.0,
        made: 0,
        origin,
        bits: [ones(Reg::R(dst)); LANES],
    };
    let undefined = w.g.undefined.get_or_insert_default();
    undefined.set(Reg::R(dst), marks.only(lanes.0), lanes);
}

/// A register's marks of some lanes become another's, in registers of another code.
#[cold]
pub fn given(to: &mut Registers, dst: R, (from, src): (&Registers, R), lanes: LaneMask) {
    let marks = from.undefined.as_ref().map(|u| u.get(Reg::R(src)));
    let undefined = to.undefined.get_or_insert_default();
    undefined.set(Reg::R(dst), marks.unwrap_or_default(), lanes);
}

/// An instruction about to be executed on marks that decide nothing in it.
#[cold]
pub fn through(env: &Env<'_>, w: &mut Warp, ins: &Ins) {
    if let Some(mut undefined) = w.g.undefined.take() {
        spread(&mut undefined, ins, env, w);
        w.g.undefined = Some(undefined);
    }
}

/// One of two values: as undefined as that one is, and undefined where the condition is.
fn chosen(undefined: &mut Undefined, (dst, cond): (Reg, P), [a, b]: [Reg; 2], w: &Warp) {
    let taken = w.g.p[cond.0 as usize];
    let [a, b, c] = [
        undefined.get(a),
        undefined.get(b),
        undefined.get(Reg::P(cond)),
    ];
    let cond = Marks {
        made: c.lanes,
        bits: c.bits.map(|bit| bit * ones(dst)),
        ..c
    };
    let marks = both(both(a.only(taken), b.only(!taken)), cond);
    undefined.set(dst, marks, w.active);
}

/// The marks of a call's arguments, for the callee.
#[cold]
pub fn called(site: &CallSite, from: &Registers) -> Option<Box<Undefined>> {
    let caller = from.undefined.as_ref()?;
    let mut out = Undefined::default();
    let all = LaneMask::FULL;
    site.args32
        .iter()
        .for_each(|(a, b)| out.set(Reg::R(*a), caller.get(Reg::R(*b)), all));
    site.args64
        .iter()
        .for_each(|(a, b)| out.set(Reg::D(*a), caller.get(Reg::D(*b)), all));
    site.args_p
        .iter()
        .for_each(|(a, b)| out.set(Reg::P(*a), caller.get(Reg::P(*b)), all));
    Some(Box::new(out))
}

/// The marks of a call's results, for the caller.
#[cold]
pub fn returned(site: &CallSite, to: &mut Registers, from: &Registers, lanes: LaneMask) {
    if to.undefined.is_none() && from.undefined.is_none() {
        return;
    }
    let none = Box::default();
    let callee = from.undefined.as_ref().unwrap_or(&none);
    let caller = to.undefined.get_or_insert_default();
    site.results32
        .iter()
        .for_each(|(a, b)| caller.set(Reg::R(*a), callee.get(Reg::R(*b)), lanes));
    site.results64
        .iter()
        .for_each(|(a, b)| caller.set(Reg::D(*a), callee.get(Reg::D(*b)), lanes));
    site.results_p
        .iter()
        .for_each(|(a, b)| caller.set(Reg::P(*a), callee.get(Reg::P(*b)), lanes));
}
