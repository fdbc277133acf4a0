//! Words of 32 and of 64 bits, and what the operations of a loop that only adds up do to them.
//!
//! An operation goes in, and something that is to be done with its function of three values: so that the loop in it is built for each
//! operation. The rule: a function gives the bits that the machine's own gives (`scalar`, `math`).

use super::what::What;
use crate::vm::math::{exp32, fast_exp, function64, rsqrt32};
use crate::vm::scalar::{bin32, bin64, canon32, canon64, un32, un64};
use cuda_ir::op::{Bin32, Bin64, MathFn, Un32, Un64};

/// Something to be done with an operation's function.
pub trait Operate<T> {
    /// Does it.
    fn with(&mut self, f: impl Fn(T, T, T) -> T);
}

/// A word of a register.
pub trait Word: Copy + Default + PartialEq {
    /// Its bytes in memory.
    type Bytes: Copy;

    /// How many these are.
    const BYTES: u32;

    /// Memory in words; what is left over at its end is left out.
    fn words(bytes: &[u8]) -> &[Self::Bytes];

    /// The word of such bytes.
    fn of(bytes: Self::Bytes) -> Self;

    /// Does something with an operation's function.
    fn each(what: What, operate: &mut impl Operate<Self>);
}

impl Word for u32 {
    type Bytes = [u8; 4];
    const BYTES: u32 = 4;

    #[inline(always)]
    fn words(bytes: &[u8]) -> &[[u8; 4]] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn of(bytes: [u8; 4]) -> u32 {
        u32::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn each(what: What, to: &mut impl Operate<u32>) {
        let f = f32::from_bits;
        match what {
            What::Fma => to.with(|x, y, z| canon32(f(x).mul_add(f(y), f(z)))),
            What::Mad => to.with(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
            What::FAdd => to.with(|x, y, _| bin32(Bin32::FAdd, x, y)),
            What::FSub => to.with(|x, y, _| bin32(Bin32::FSub, x, y)),
            What::FMul => to.with(|x, y, _| bin32(Bin32::FMul, x, y)),
            What::FDiv => to.with(|x, y, _| bin32(Bin32::FDiv, x, y)),
            What::FMin => to.with(|x, y, _| bin32(Bin32::FMin, x, y)),
            What::FMax => to.with(|x, y, _| bin32(Bin32::FMax, x, y)),
            What::Add => to.with(|x, y, _| bin32(Bin32::Add, x, y)),
            What::Sub => to.with(|x, y, _| bin32(Bin32::Sub, x, y)),
            What::Mul => to.with(|x, y, _| bin32(Bin32::Mul, x, y)),
            What::Sqrt => to.with(|x, _, _| canon32(f(x).sqrt())),
            What::Rsqrt => to.with(|x, _, _| canon32(rsqrt32(f(x)))),
            What::Exp => to.with(|x, _, _| canon32(exp32(f(x)))),
            What::FastExp => to.with(|x, _, _| canon32(fast_exp(f(x)))),
            What::FNeg => to.with(|x, _, _| un32(Un32::FNeg, x)),
            What::FAbs => to.with(|x, _, _| un32(Un32::FAbs, x)),
        }
    }
}

impl Word for u64 {
    type Bytes = [u8; 8];
    const BYTES: u32 = 8;

    #[inline(always)]
    fn words(bytes: &[u8]) -> &[[u8; 8]] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn of(bytes: [u8; 8]) -> u64 {
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn each(what: What, to: &mut impl Operate<u64>) {
        let f = f64::from_bits;
        let called = |name: MathFn| {
            let function = function64(name);
            move |x: u64, _: u64, _: u64| canon64(function(f64::from_bits(x)))
        };
        match what {
            What::Fma => to.with(|x, y, z| canon64(f(x).mul_add(f(y), f(z)))),
            What::Mad => to.with(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
            What::FAdd => to.with(|x, y, _| bin64(Bin64::FAdd, x, y)),
            What::FSub => to.with(|x, y, _| bin64(Bin64::FSub, x, y)),
            What::FMul => to.with(|x, y, _| bin64(Bin64::FMul, x, y)),
            What::FDiv => to.with(|x, y, _| bin64(Bin64::FDiv, x, y)),
            What::FMin => to.with(|x, y, _| bin64(Bin64::FMin, x, y)),
            What::FMax => to.with(|x, y, _| bin64(Bin64::FMax, x, y)),
            What::Add => to.with(|x, y, _| bin64(Bin64::Add, x, y)),
            What::Sub => to.with(|x, y, _| bin64(Bin64::Sub, x, y)),
            What::Mul => to.with(|x, y, _| bin64(Bin64::Mul, x, y)),
            What::Sqrt => to.with(|x, _, _| canon64(f(x).sqrt())),
            What::Rsqrt => to.with(called(MathFn::Rsqrt)),
            What::Exp => to.with(called(MathFn::Exp)),
            What::FastExp => to.with(called(MathFn::FastExp)),
            What::FNeg => to.with(|x, _, _| un64(Un64::FNeg, x)),
            What::FAbs => to.with(|x, _, _| un64(Un64::FAbs, x)),
        }
    }
}
