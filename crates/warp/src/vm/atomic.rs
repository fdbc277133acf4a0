//! Atomics: read, compute, write, one lane after the other, lowest first.
//!
//! Addresses and operands go in; memory and the old values come out. The rule: an atomic of one lane is whole before the
//! next lane's starts, and warps take turns between instructions, so no update is ever lost.

use super::Machine;
use super::access::{AtomicOperand, atomic};
use super::alu::{canon32, canon64};
use super::lanes::{Lanes32, blend};
use super::mask::LANES;
use super::mem::{Ground, Group, Space};
use super::small_float;
use super::transfer::{get, put};
use super::warp::Warp;
use crate::probe::{Probe, nonfinite};
use cuda_ir::op::AtomOp;
use cuda_ir::{D, Ins, R};

/// An atomic on operands in registers of a kind.
#[derive(Clone, Copy)]
pub struct Atom<T> {
    /// What it does.
    pub op: AtomOp,
    /// Where what was there goes, if it is asked for.
    pub dst: Option<T>,
    /// The lanes' addresses.
    pub addr: D,
    /// The first operand.
    pub a: T,
    /// The second one, of a compare-and-swap.
    pub b: T,
}

impl<T> Atom<T> {
    /// Whether nothing depends on what was there.
    pub fn is_blind(&self) -> bool {
        self.op == AtomOp::Exch && self.dst.is_none()
    }

    fn operand(&self, bytes: u32, blind: bool) -> AtomicOperand {
        AtomicOperand {
            addr: self.addr,
            bytes,
            blind,
        }
    }
}

impl Atom<R> {
    /// The atomic on 32 bits that an instruction is.
    pub fn of(ins: &Ins) -> Option<Atom<R>> {
        match *ins {
            Ins::Atom {
                op,
                dst,
                addr,
                a,
                b,
                ..
            } => Some(Atom {
                op,
                dst,
                addr,
                a,
                b,
            }),
            _ => None,
        }
    }
}

/// On 32 bits.
pub fn atom32<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, atom: Atom<R>) {
    let Atom { op, dst, a, b, .. } = atom;
    let (x, y) = (w.g.r[a.0 as usize], w.g.r[b.0 as usize]);
    let mut old = [0; LANES];
    if op.bytes() == 2 {
        return atom16(cx, w, atom);
    }
    let form = nonfinite::adds(op, 4);
    let operand = atom.operand(4, atom.is_blind());
    atomic(cx, w, operand, |cx, w, group| {
        if defer(cx, group, op, dst.is_some(), [&x, &y]) {
            return;
        }
        for i in group.mask.lanes() {
            let was = read(cx, w, group, LaneWord::first(i));
            old[i] = was;
            let new = update32(op, was, x[i], y[i]);
            look(cx, w, i, form, [was, x[i], new].map(u64::from));
            cx.livelock.stirred += u64::from(new != was);
            write(cx, w, group, LaneWord::first(i), new);
        }
    });
    if let Some(dst) = dst {
        blend(&mut w.g.r[dst.0 as usize], &old, w.active);
    }
}

/// Looks for the first NaN or infinity in what one lane's addition of numbers of this form found, added and put there, if somebody asked
/// for it.
#[inline(always)]
fn look<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &Warp,
    lane: usize,
    form: Option<nonfinite::Form>,
    values: [u64; 3],
) {
    if P::ON
        && cx.env.nonfinite
        && let Some(form) = form
    {
        nonfinite::added(cx, w, lane, form, values);
    }
}

/// Puts an atomic on memory of all blocks down, if they run in jobs; what was there is not known then.
#[inline]
pub fn defer<P>(
    cx: &mut Machine<'_, P>,
    group: &Group,
    op: AtomOp,
    result: bool,
    [a, b]: [&Lanes32; 2],
) -> bool {
    let Some((slot, log)) = cx.mem.log(group.region) else {
        return false;
    };
    log.atomic(slot, group, op, (a, b));
    asked(cx, result);
    true
}

/// Gives a job up that wants to know what an atomic found.
fn asked<P>(cx: &mut Machine<'_, P>, result: bool) {
    if let (true, Ground::Part(view)) = (result, &mut cx.mem.ground) {
        view.spoil();
    }
}

/// On 16 bits of memory.
fn atom16<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, atom: Atom<R>) {
    let Atom { op, dst, a, b, .. } = atom;
    let (x, y) = (w.g.r[a.0 as usize], w.g.r[b.0 as usize]);
    let (mut old, mut made) = ([0; LANES], [0; LANES]);
    let form = nonfinite::adds(op, 2);
    atomic(cx, w, atom.operand(2, false), |cx, w, group| {
        if defer(cx, group, op, dst.is_some(), [&x, &y]) {
            return;
        }
        for i in group.mask.lanes() {
            let at = group.at[i];
            let shift = 8 * (at & 2);
            let local = group.region.space == Space::Local;
            let row = w.local.rows.get_mut(at as usize / 4).filter(|_| local);
            let was = match &row {
                Some(row) => row[i] >> shift & 0xffff,
                None => u16::from_le_bytes(get(cx.mem.bytes(group.region).0, at)) as u32,
            };
            old[i] = was;
            let new = update32(op, was, x[i], y[i]) & 0xffff;
            cx.livelock.stirred += u64::from(new != was);
            made[i] = new;
            match row {
                Some(row) => row[i] = row[i] & !(0xffff << shift) | new << shift,
                None => put(
                    cx.mem.bytes_mut(group.region).0,
                    at,
                    (new as u16).to_le_bytes(),
                ),
            }
        }
        for i in group.mask.lanes() {
            look(cx, w, i, form, [old[i], x[i], made[i]].map(u64::from));
        }
    });
    if let Some(dst) = dst {
        blend(&mut w.g.r[dst.0 as usize], &old, w.active);
    }
}

/// On 64 bits.
pub fn atom64<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, atom: Atom<D>) {
    let Atom { op, dst, a, b, .. } = atom;
    let (x, y) = (w.g.d[a.0 as usize], w.g.d[b.0 as usize]);
    let mut old = [0; LANES];
    let form = nonfinite::adds(op, 8);
    let operand = atom.operand(8, atom.is_blind());
    atomic(cx, w, operand, |cx, w, group| {
        if let Some((slot, log)) = cx.mem.log(group.region) {
            log.atomic64(slot, group, op, (&x, &y));
            return asked(cx, dst.is_some());
        }
        for i in group.mask.lanes() {
            let was = read(cx, w, group, LaneWord::first(i)) as u64
                | (read(cx, w, group, LaneWord::second(i)) as u64) << 32;
            old[i] = was;
            let new = update64(op, was, x[i], y[i]);
            look(cx, w, i, form, [was, x[i], new]);
            cx.livelock.stirred += u64::from(new != was);
            write(cx, w, group, LaneWord::first(i), new as u32);
            write(cx, w, group, LaneWord::second(i), (new >> 32) as u32);
        }
    });
    if let Some(dst) = dst {
        blend(&mut w.g.d[dst.0 as usize], &old, w.active);
    }
}

/// A word of a lane's place: the first, or one so many bytes further.
#[derive(Clone, Copy)]
pub struct LaneWord {
    /// Whose.
    pub lane: usize,
    /// How far from the place's first byte.
    pub plus: u32,
}

impl LaneWord {
    /// A lane's first word.
    pub const fn first(lane: usize) -> LaneWord {
        LaneWord { lane, plus: 0 }
    }

    /// A lane's second word, the upper half of a double one.
    const fn second(lane: usize) -> LaneWord {
        LaneWord { lane, plus: 4 }
    }
}

/// A lane's word.
pub fn read<P>(cx: &Machine<'_, P>, w: &Warp, group: &Group, word: LaneWord) -> u32 {
    let LaneWord { lane, plus } = word;
    let at = group.at[lane] + plus;
    match group.region.space {
        Space::Local => w.local.rows.get(at as usize / 4).map_or(0, |row| row[lane]),
        _ => u32::from_le_bytes(get(cx.mem.bytes(group.region).0, at)),
    }
}

/// Sets a lane's word.
pub fn write<P>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    group: &Group,
    LaneWord { lane, plus }: LaneWord,
    value: u32,
) {
    let at = group.at[lane] + plus;
    if group.region.space == Space::Local {
        if let Some(row) = w.local.rows.get_mut(at as usize / 4) {
            row[lane] = value;
        }
    } else {
        put(cx.mem.bytes_mut(group.region).0, at, value.to_le_bytes());
    }
}

/// What a word becomes.
pub fn update32(op: AtomOp, old: u32, a: u32, b: u32) -> u32 {
    match op {
        AtomOp::Add => old.wrapping_add(a),
        AtomOp::FAdd => canon32(f32::from_bits(old) + f32::from_bits(a)),
        AtomOp::MinS => (old as i32).min(a as i32) as u32,
        AtomOp::MinU => old.min(a),
        AtomOp::MaxS => (old as i32).max(a as i32) as u32,
        AtomOp::MaxU => old.max(a),
        AtomOp::And => old & a,
        AtomOp::Or => old | a,
        AtomOp::Xor => old ^ a,
        AtomOp::Exch => a,
        AtomOp::HalfAdd => {
            let f = |h| f32::from_bits(small_float::half_to_float(h));
            small_float::half_near((f(old) + f(a)).to_bits())
        }
        AtomOp::BfloatAdd => {
            let f = |h| f32::from_bits(small_float::bfloat_to_float(h));
            small_float::bfloat_near((f(old) + f(a)).to_bits())
        }
        AtomOp::Cas16 if old == a & 0xffff => b,
        AtomOp::Cas16 => old,
        AtomOp::Cas => {
            if old == a {
                b
            } else {
                old
            }
        }
        AtomOp::Inc => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}

/// What a double word becomes.
pub fn update64(op: AtomOp, old: u64, a: u64, b: u64) -> u64 {
    match op {
        AtomOp::Add => old.wrapping_add(a),
        AtomOp::FAdd => canon64(f64::from_bits(old) + f64::from_bits(a)),
        AtomOp::MinS => (old as i64).min(a as i64) as u64,
        AtomOp::MinU => old.min(a),
        AtomOp::MaxS => (old as i64).max(a as i64) as u64,
        AtomOp::MaxU => old.max(a),
        AtomOp::And => old & a,
        AtomOp::Or => old | a,
        AtomOp::Xor => old ^ a,
        AtomOp::Exch => a,
        AtomOp::HalfAdd | AtomOp::BfloatAdd | AtomOp::Cas16 => old, // on 16 bits only
        AtomOp::Cas => {
            if old == a {
                b
            } else {
                old
            }
        }
        AtomOp::Inc => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
    }
}
