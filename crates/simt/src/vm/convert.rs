//! Conversions between integers and floats, and between widths, as the device does them.
//!
//! A register goes in, a register comes out. The rule, from PTX's `cvt`: a float out of an integer's range gives the
//! nearest end; a NaN gives 0 where the float is `float` and the integer 32 bits, and otherwise the integer's top
//! bit alone. Rust's `as` does the first; the second is added here.

use super::alu::{canon32, canon64};
use super::lanes::Registers;
use super::mask::LaneMask;
use crate::ir::op::{Cvt32, Cvt64, Narrow, Rounding, Widen};
use crate::ir::{D, R};

/// What a NaN becomes as a 64-bit integer, or as a 32-bit one from a `double`.
const NAN_INT64: u64 = 1 << 63;
const NAN_INT32: u32 = 1 << 31;

/// 32 bits to 32 bits.
#[inline]
pub fn cvt32(g: &mut Registers, op: Cvt32, dst: R, a: R, m: LaneMask) {
    match op {
        Cvt32::S8 => g.map32(dst, a, m, |a| a as i8 as i32 as u32),
        Cvt32::U8 => g.map32(dst, a, m, |a| a & 0xff),
        Cvt32::S16 => g.map32(dst, a, m, |a| a as i16 as i32 as u32),
        Cvt32::U16 => g.map32(dst, a, m, |a| a & 0xffff),
        Cvt32::S32ToF32 => g.map32(dst, a, m, |a| (a as i32 as f32).to_bits()),
        Cvt32::U32ToF32 => g.map32(dst, a, m, |a| (a as f32).to_bits()),
        Cvt32::F32ToS32(Rounding::Zero) => g.map32(dst, a, m, |a| f32::from_bits(a) as i32 as u32),
        Cvt32::F32ToS32(how) => g.map32(dst, a, m, |a| round32(a, how) as i32 as u32),
        Cvt32::F32ToU32(Rounding::Zero) => g.map32(dst, a, m, |a| f32::from_bits(a) as u32),
        Cvt32::F32ToU32(how) => g.map32(dst, a, m, |a| round32(a, how) as u32),
    }
}

/// 32 bits to 64.
#[inline]
pub fn widen(g: &mut Registers, op: Widen, dst: D, a: R, m: LaneMask) {
    match op {
        Widen::S32 => g.widen(dst, a, m, |a| a as i32 as i64 as u64),
        Widen::U32 => g.widen(dst, a, m, |a| a as u64),
        Widen::S32ToF64 => g.widen(dst, a, m, |a| (a as i32 as f64).to_bits()),
        Widen::U32ToF64 => g.widen(dst, a, m, |a| (a as f64).to_bits()),
        Widen::F32ToF64 => g.widen(dst, a, m, |a| canon64(f32::from_bits(a) as f64)),
        Widen::F32ToS64(how) => g.widen(dst, a, m, |a| to_s64(round32(a, how) as f64)),
        Widen::F32ToU64(how) => g.widen(dst, a, m, |a| to_u64(round32(a, how) as f64)),
    }
}

/// 64 bits to 32.
#[inline]
pub fn narrow(g: &mut Registers, op: Narrow, dst: R, a: D, m: LaneMask) {
    match op {
        Narrow::Lo => g.narrow(dst, a, m, |a| a as u32),
        Narrow::Hi => g.narrow(dst, a, m, |a| (a >> 32) as u32),
        Narrow::F64ToF32 => g.narrow(dst, a, m, |a| canon32(f64::from_bits(a) as f32)),
        Narrow::F64ToS32(how) => g.narrow(dst, a, m, |a| to_s32(round64(a, how))),
        Narrow::F64ToU32(how) => g.narrow(dst, a, m, |a| to_u32(round64(a, how))),
        Narrow::S64ToF32 => g.narrow(dst, a, m, |a| (a as i64 as f32).to_bits()),
        Narrow::U64ToF32 => g.narrow(dst, a, m, |a| (a as f32).to_bits()),
    }
}

/// 64 bits to 64.
#[inline]
pub fn cvt64(g: &mut Registers, op: Cvt64, dst: D, a: D, m: LaneMask) {
    match op {
        Cvt64::S64ToF64 => g.map64(dst, a, m, |a| (a as i64 as f64).to_bits()),
        Cvt64::U64ToF64 => g.map64(dst, a, m, |a| (a as f64).to_bits()),
        Cvt64::F64ToS64(how) => g.map64(dst, a, m, |a| to_s64(round64(a, how))),
        Cvt64::F64ToU64(how) => g.map64(dst, a, m, |a| to_u64(round64(a, how))),
    }
}

fn round32(a: u32, how: Rounding) -> f32 {
    let a = f32::from_bits(a);
    match how {
        Rounding::Zero => a.trunc(),
        Rounding::Near => a.round_ties_even(),
        Rounding::Down => a.floor(),
        Rounding::Up => a.ceil(),
    }
}

fn round64(a: u64, how: Rounding) -> f64 {
    let a = f64::from_bits(a);
    match how {
        Rounding::Zero => a.trunc(),
        Rounding::Near => a.round_ties_even(),
        Rounding::Down => a.floor(),
        Rounding::Up => a.ceil(),
    }
}

fn to_s32(a: f64) -> u32 {
    if a.is_nan() {
        NAN_INT32
    } else {
        a as i32 as u32
    }
}

fn to_u32(a: f64) -> u32 {
    if a.is_nan() { NAN_INT32 } else { a as u32 }
}

fn to_s64(a: f64) -> u64 {
    if a.is_nan() {
        NAN_INT64
    } else {
        a as i64 as u64
    }
}

fn to_u64(a: f64) -> u64 {
    if a.is_nan() { NAN_INT64 } else { a as u64 }
}
