//! Arithmetic on registers, all lanes at a time, of one warp or of a gang of them ([`Lanewise`]).
//!
//! Registers go in, a register comes out. The rule: the operation is looked at once an instruction, and what it does to a
//! value is said in [`scalar`](super::scalar); it is computed for inactive lanes too, so none may fail. Integer division
//! by zero gives what the device gives; [`divided_by_zero`] says which lanes did it.

use super::lanes::{Lanewise, Registers, ScaledIndex, bits2, each};
use super::mask::{LANES, LaneMask};
use super::scalar::{self, spread};
pub use super::scalar::{NAN32, canon32, canon64};
use super::{convert, fused, intrinsic, math, small_float, straight};
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{Bin32, Bin64, Cmp32, Count64, FloatClass, MathFn, PredOp, Rounding, Un32, Un64};
use cuda_ir::{D, Ins, P, R};

/// `dst = hi << 32 | lo`.
#[inline(always)]
pub fn pack<G: Lanewise>(g: &mut G, dst: D, lo: R, hi: R, mask: G::Mask) {
    g.rows_up(dst, ([lo, hi], []), mask, |[x, y], []| {
        each(|i| (y[i] as u64) << 32 | x[i] as u64)
    });
}

/// The active lanes that an instruction makes divide an integer by zero.
#[inline(always)]
pub fn divided_by_zero(g: &Registers, ins: &Ins, m: LaneMask) -> LaneMask {
    let zeros = match *ins {
        Ins::Bin32 { op, b, .. } if scalar::divides32(op) => {
            bits2(&g.r[b.0 as usize], &g.r[b.0 as usize], |b, _| b == 0)
        }
        Ins::Bin64 { op, b, .. } if scalar::divides64(op) => {
            bits2(&g.d[b.0 as usize], &g.d[b.0 as usize], |b, _| b == 0)
        }
        _ => 0,
    };
    LaneMask(zeros).and(m)
}

/// `dst = a op b`.
#[inline(always)]
pub fn bin32<G: Lanewise>(g: &mut G, op: Bin32, dst: R, [a, b]: [R; 2], m: G::Mask) {
    if op == Bin32::FPow {
        return power(g, dst, [a, b], m);
    }
    spread!(op, Bin32: Add Sub Mul MulHiS MulHiU DivS DivU RemS RemU And Or Xor Shl ShrS ShrU MinS MinU MaxS MaxU FAdd
        FSub FMul FDiv FMin FMax FRem FPow FAtan2 FHypot FCopySign FDim FastDiv FastPow;
        OP => g.zip32(dst, a, b, m, |a, b| scalar::bin32(OP, a, b)));
}

/// `dst = powf(a, b)`, without branches where that will do.
#[inline(always)]
fn power<G: Lanewise>(g: &mut G, dst: R, from: [R; 2], m: G::Mask) {
    let f = |a, b| straight::pow(f32::from_bits(a), f32::from_bits(b));
    g.rows32(dst, from, m, |[x, y]| {
        let mut out = each(|i| canon32(f(x[i], y[i]).0));
        let odd = |i: &usize| !f(x[*i], y[*i]).1;
        if (0..LANES).fold(false, |odd_before, i| odd_before | odd(&i)) {
            for i in (0..LANES).filter(odd) {
                out[i] = scalar::bin32(Bin32::FPow, x[i], y[i]);
            }
        }
        out
    });
}

/// `dst = a op b`.
#[inline(always)]
pub fn bin64<G: Lanewise>(g: &mut G, op: Bin64, dst: D, [a, b]: [D; 2], m: G::Mask) {
    spread!(op, Bin64: Add Sub Mul MulHiS MulHiU Xorwow DivS DivU RemS RemU And Or Xor Shl ShrS ShrU MinS MinU MaxS MaxU FAdd
        FSub FMul FDiv FMin FMax FRem FPow FAtan2 FHypot FCopySign FDim;
        OP => g.zip64(dst, a, b, m, |a, b| scalar::bin64(OP, a, b)));
}

/// `dst = op a`.
#[inline(always)]
pub fn un32<G: Lanewise>(g: &mut G, op: Un32, dst: R, a: R, m: G::Mask) {
    spread!(op, Un32: Neg Not Abs Clz Ffs Popc Brev FNeg FAbs Floor Ceil Trunc Round Rint Saturate;
        OP => g.map32(dst, a, m, |a| scalar::un32(OP, a)));
}

/// `dst = op a`.
#[inline(always)]
pub fn un64<G: Lanewise>(g: &mut G, op: Un64, dst: D, a: D, m: G::Mask) {
    spread!(op, Un64: Neg Not Abs Brev FNeg FAbs Floor Ceil Trunc Round Rint;
        OP => g.map64(dst, a, m, |a| scalar::un64(OP, a)));
}

/// `dst = a * b + c`, rounded once; by the processor's own instruction where `FUSED` says that it has one.
#[inline(always)]
pub fn fma32<G: Lanewise, const FUSED: bool>(g: &mut G, dst: R, from: [R; 3], m: G::Mask) {
    g.rows32(dst, from, m, |[x, y, z]| {
        if FUSED {
            let f = f32::from_bits;
            each(|i| canon32(f(x[i]).mul_add(f(y[i]), f(z[i]))))
        } else {
            fused::fma(x, y, z)
        }
    });
}

/// `dst = a * b + c`, rounded once; likewise.
#[inline(always)]
pub fn fma64<G: Lanewise, const FUSED: bool>(g: &mut G, dst: D, from: [D; 3], m: G::Mask) {
    if FUSED {
        let f = f64::from_bits;
        g.rows64(dst, from, m, |[x, y, z]| {
            each(|i| canon64(f(x[i]).mul_add(f(y[i]), f(z[i]))))
        });
    } else {
        g.some64(dst, from, m, scalar::fma64);
    }
}

/// `dst = a * b + c` in integers.
#[inline(always)]
pub fn mad<G: Lanewise>(g: &mut G, dst: R, from: [R; 3], m: G::Mask) {
    g.rows32(dst, from, m, |[x, y, z]| {
        each(|i| x[i].wrapping_mul(y[i]).wrapping_add(z[i]))
    });
}

/// `dst = f(a)`; but for the commonest computed for the active lanes only, since these functions are long.
#[inline(always)]
pub fn math32<G: Lanewise>(g: &mut G, f: MathFn, dst: R, a: R, m: G::Mask) {
    let one = f32::from_bits;
    let slow = math::function32(f);
    match f {
        MathFn::Sqrt => g.map32(dst, a, m, |a| canon32(one(a).sqrt())),
        MathFn::Rsqrt => g.map32(dst, a, m, |a| canon32(math::rsqrt32(one(a)))),
        MathFn::Rcp => g.map32(dst, a, m, |a| canon32(1.0 / one(a))),
        MathFn::Exp => g.map32(dst, a, m, |a| canon32(math::exp32(one(a)))),
        MathFn::Exp2 => g.map32(dst, a, m, |a| canon32(math::exp2_32(one(a)))),
        MathFn::FastExp => g.map32(dst, a, m, |a| canon32(math::fast_exp(one(a)))),
        MathFn::FastSin => g.map32(dst, a, m, |a| canon32(math::turn_sin(one(a), 0.0))),
        MathFn::FastCos => g.map32(dst, a, m, |a| canon32(math::turn_sin(one(a), 0.25))),
        MathFn::Sin => mostly(g, dst, a, m, Both(straight::sin, slow)),
        MathFn::Cos => mostly(g, dst, a, m, Both(straight::cos, slow)),
        MathFn::Tan => mostly(g, dst, a, m, Both(straight::tan, slow)),
        MathFn::Log => mostly(g, dst, a, m, Both(straight::log, slow)),
        MathFn::Log2 => mostly(g, dst, a, m, Both(straight::log2, slow)),
        MathFn::Log10 => mostly(g, dst, a, m, Both(straight::log10, slow)),
        MathFn::Tanh => mostly(g, dst, a, m, Both(straight::tanh, slow)),
        MathFn::FastLog => mostly(g, dst, a, m, Both(math::straight_ln, slow)),
        MathFn::FastLog2 => mostly(g, dst, a, m, Both(math::straight_lg2, slow)),
        _ => g.some32(dst, [a, a, a], m, |a, _, _| canon32(slow(one(a)))),
    }
}

/// A function in two ways: without branches, which says where it has no answer, and for every value.
struct Both<F>(F, fn(f32) -> f32);

/// `dst = f(a)`, by a function without branches in all lanes, and by another in those that it does not answer for.
#[inline(always)]
fn mostly<G: Lanewise, F: Fn(f32) -> straight::Answer>(
    g: &mut G,
    dst: R,
    a: R,
    m: G::Mask,
    Both(f, slow): Both<F>,
) {
    g.rows32(dst, [a], m, |[x]| {
        let mut out = each(|i| canon32(f(f32::from_bits(x[i])).0));
        let odd = |i: &usize| !f(f32::from_bits(x[*i])).1;
        if (0..LANES).fold(false, |odd_before, i| odd_before | odd(&i)) {
            for i in (0..LANES).filter(odd) {
                out[i] = canon32(slow(f32::from_bits(x[i])));
            }
        }
        out
    });
}

/// `dst = f(a)` in double.
#[inline(always)]
pub fn math64<G: Lanewise>(g: &mut G, f: MathFn, dst: D, a: D, m: G::Mask) {
    let f = math::function64(f);
    g.some64(dst, [a, a, a], m, |a, _, _| canon64(f(f64::from_bits(a))));
}

/// `dst = op(a, b, c)`; computed for the active lanes only, but for conversions of small floats.
#[inline(always)]
pub fn intrinsic32<G: Lanewise>(g: &mut G, op: Intrinsic, dst: R, [a, b, c]: [R; 3], m: G::Mask) {
    match op {
        Intrinsic::FromHalf => g.map32(dst, a, m, small_float::half_to_float),
        Intrinsic::ToHalf(Rounding::Near) => g.map32(dst, a, m, small_float::half_near),
        Intrinsic::FromBfloat => g.map32(dst, a, m, small_float::bfloat_to_float),
        Intrinsic::ToBfloat(Rounding::Near) => g.map32(dst, a, m, small_float::bfloat_near),
        _ => g.some32(dst, [a, b, c], m, |x, y, z| {
            intrinsic::intrinsic32(op, x, y, z)
        }),
    }
}

/// The same on 64 bits.
#[inline(always)]
pub fn intrinsic64<G: Lanewise>(g: &mut G, op: Intrinsic, dst: D, from: [D; 3], m: G::Mask) {
    g.some64(dst, from, m, |x, y, z| intrinsic::intrinsic64(op, x, y, z));
}

/// `dst` = a count of `a`'s bits.
#[inline(always)]
pub fn count64<G: Lanewise>(g: &mut G, op: Count64, dst: R, a: D, m: G::Mask) {
    spread!(op, Count64: Clz Ffs Popc; OP => g.narrow(dst, a, m, |a| scalar::count64(OP, a)));
}

/// `dst = a op b`.
#[inline(always)]
pub fn cmp32<G: Lanewise>(g: &mut G, op: Cmp32, dst: P, [a, b]: [R; 2], m: G::Mask) {
    spread!(op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
        OP => g.test32(dst, a, b, m, |a, b| scalar::cmp32(OP, a, b)));
}

/// `dst = a op b`.
#[inline(always)]
pub fn cmp64<G: Lanewise>(g: &mut G, op: Cmp32, dst: P, [a, b]: [D; 2], m: G::Mask) {
    spread!(op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
        OP => g.test64(dst, a, b, m, |a, b| scalar::cmp64(OP, a, b)));
}

/// `dst` = whether the float is of the class.
#[inline(always)]
pub fn class32<G: Lanewise>(g: &mut G, class: FloatClass, dst: P, a: R, m: G::Mask) {
    spread!(class, FloatClass: Nan Inf Finite Sign;
        OP => g.test32(dst, a, a, m, |a, _| scalar::class32(OP, a)));
}

/// `dst` = whether the double is of the class.
#[inline(always)]
pub fn class64<G: Lanewise>(g: &mut G, class: FloatClass, dst: P, a: D, m: G::Mask) {
    spread!(class, FloatClass: Nan Inf Finite Sign;
        OP => g.test64(dst, a, a, m, |a, _| scalar::class64(OP, a)));
}

/// `a op b` on predicates.
#[inline(always)]
pub fn pred(op: PredOp, a: u32, b: u32) -> u32 {
    match op {
        PredOp::And => a & b,
        PredOp::Or => a | b,
        PredOp::Xor => a ^ b,
        PredOp::AndNot => a & !b,
    }
}

/// Executes an instruction that only computes; `false` if it is another.
#[inline(always)]
pub fn compute<G: Lanewise, const FUSED: bool>(g: &mut G, ins: &Ins, m: G::Mask) -> bool {
    match *ins {
        Ins::Mov { dst, a } => g.map32(dst, a, m, |a| a),
        Ins::Mov64 { dst, a } => g.map64(dst, a, m, |a| a),
        Ins::MovP { dst, a } => g.preds(dst, [a, a], m, |a, _| a),
        Ins::Bin32 { op, dst, a, b } => bin32(g, op, dst, [a, b], m),
        Ins::Bin64 { op, dst, a, b } => bin64(g, op, dst, [a, b], m),
        Ins::Un32 { op, dst, a } => un32(g, op, dst, a, m),
        Ins::Un64 { op, dst, a } => un64(g, op, dst, a, m),
        Ins::Fma { dst, a, b, c } => fma32::<G, FUSED>(g, dst, [a, b, c], m),
        Ins::Fma64 { dst, a, b, c } => fma64::<G, FUSED>(g, dst, [a, b, c], m),
        Ins::Mad { dst, a, b, c } => mad(g, dst, [a, b, c], m),
        Ins::Math { f, dst, a } => math32(g, f, dst, a, m),
        Ins::Math64 { f, dst, a } => math64(g, f, dst, a, m),
        Ins::Intrinsic { op, dst, a, b, c } => intrinsic32(g, op, dst, [a, b, c], m),
        Ins::Intrinsic64 { op, dst, a, b, c } => intrinsic64(g, op, dst, [a, b, c], m),
        Ins::Count64 { op, dst, a } => count64(g, op, dst, a, m),
        Ins::Index {
            dst,
            base,
            index,
            scale,
            signed,
        } => {
            let scaled = ScaledIndex {
                base,
                index,
                scale,
                signed,
            };
            g.index(dst, scaled, m);
        }
        Ins::Cvt32 { op, dst, a } => convert::cvt32(g, op, dst, a, m),
        Ins::Widen { op, dst, a } => convert::widen(g, op, dst, a, m),
        Ins::Narrow { op, dst, a } => convert::narrow(g, op, dst, a, m),
        Ins::Cvt64 { op, dst, a } => convert::cvt64(g, op, dst, a, m),
        Ins::Pack { dst, lo, hi } => pack(g, dst, lo, hi, m),
        Ins::Cmp32 { op, dst, a, b } => cmp32(g, op, dst, [a, b], m),
        Ins::Cmp64 { op, dst, a, b } => cmp64(g, op, dst, [a, b], m),
        Ins::Class { class, dst, a } => class32(g, class, dst, a, m),
        Ins::Class64 { class, dst, a } => class64(g, class, dst, a, m),
        Ins::Pred { op, dst, a, b } => g.preds(dst, [a, b], m, |a, b| pred(op, a, b)),
        Ins::PredNot { dst, a } => g.preds(dst, [a, a], m, |a, _| !a),
        Ins::PredConst { dst, value } => g.set_pred(dst, if value { u32::MAX } else { 0 }, m),
        Ins::FromPred { dst, a } => g.pred_to_reg(dst, a, m),
        Ins::ToPred { dst, a } => g.reg_to_pred(dst, a, m),
        Ins::Select { dst, cond, a, b } => g.select32(dst, cond, a, b, m),
        Ins::Select64 { dst, cond, a, b } => g.select64(dst, cond, a, b, m),
        _ => return false,
    }
    true
}
