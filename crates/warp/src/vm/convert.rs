//! Conversions between integers and floats, and between widths, for 32 lanes.
//!
//! A register goes in, a register comes out. The rule: the operation is looked at once an instruction, not once a lane;
//! what it does to a value is said in [`scalar`](super::scalar).

use super::lanes::Lanewise;
use super::scalar;
use super::scalar::spread;
use cuda_ir::op::{Cvt32, Cvt64, Narrow, Rounding, Widen};
use cuda_ir::{D, R};

/// 32 bits to 32 bits.
#[inline(always)]
pub fn cvt32<G: Lanewise>(g: &mut G, op: Cvt32, dst: R, a: R, m: G::Mask) {
    spread!(op, Cvt32: S8 U8 S16 U16 S32ToF32 U32ToF32;
        OP => g.map32(dst, a, m, |a| scalar::cvt32(OP, a));
        Cvt32::F32ToS32(Rounding::Zero) => g.map32(dst, a, m, |a| {
            scalar::cvt32(Cvt32::F32ToS32(Rounding::Zero), a)
        }),
        Cvt32::F32ToU32(Rounding::Zero) => g.map32(dst, a, m, |a| {
            scalar::cvt32(Cvt32::F32ToU32(Rounding::Zero), a)
        }),
        _ => g.map32(dst, a, m, |a| scalar::cvt32(op, a)),
    )
}

/// 32 bits to 64.
#[inline(always)]
pub fn widen<G: Lanewise>(g: &mut G, op: Widen, dst: D, a: R, m: G::Mask) {
    spread!(op, Widen: S32 U32 S32ToF64 U32ToF64 F32ToF64;
        OP => g.widen(dst, a, m, |a| scalar::widen(OP, a));
        _ => g.widen(dst, a, m, |a| scalar::widen(op, a)),
    )
}

/// 64 bits to 32.
#[inline(always)]
pub fn narrow<G: Lanewise>(g: &mut G, op: Narrow, dst: R, a: D, m: G::Mask) {
    spread!(op, Narrow: Lo Hi F64ToF32 S64ToF32 U64ToF32;
        OP => g.narrow(dst, a, m, |a| scalar::narrow(OP, a));
        _ => g.narrow(dst, a, m, |a| scalar::narrow(op, a)),
    )
}

/// 64 bits to 64.
#[inline(always)]
pub fn cvt64<G: Lanewise>(g: &mut G, op: Cvt64, dst: D, a: D, m: G::Mask) {
    spread!(op, Cvt64: S64ToF64 U64ToF64;
        OP => g.map64(dst, a, m, |a| scalar::cvt64(OP, a));
        _ => g.map64(dst, a, m, |a| scalar::cvt64(op, a)),
    )
}
