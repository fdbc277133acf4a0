//! The operations of a loop that only adds up: which instructions they are.
//!
//! An instruction goes in, an operation and its operands come out. The rule: what an operation gives has the bits that its instruction gives
//! (`word.rs`).

use cuda_ir::Ins;
use cuda_ir::op::{Bin32, Bin64, MathFn, Un32, Un64};
use cuda_ir::register::Reg;

/// An operation on values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are those of the instructions")]
pub enum What {
    Fma,
    Mad,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FMin,
    FMax,
    Add,
    Sub,
    Mul,
    FNeg,
    FAbs,
    Sqrt,
    Rsqrt,
    Exp,
    FastExp,
}

impl What {
    /// Whether a sum may be its operand of that number: then nothing but the sum of the round before is waited for.
    pub fn sums_at(self, place: usize) -> bool {
        match self {
            What::FSub | What::Sub => place == 0,
            What::FAdd | What::FMul | What::FMin | What::FMax | What::Add | What::Mul => place < 2,
            What::Fma | What::Mad => true,
            _ => false,
        }
    }
}

/// An operation, its result and its operands, all of one width.
pub(super) type Arithmetic = (What, Reg, [Option<Reg>; 3]);

/// The operation that an instruction is, if it is one of these.
pub(super) fn arithmetic(ins: &Ins) -> Option<Arithmetic> {
    let (what, dst, [a, b, c]) = match *ins {
        Ins::Fma { dst, a, b, c } => (What::Fma, dst, [Some(a), Some(b), Some(c)]),
        Ins::Mad { dst, a, b, c } => (What::Mad, dst, [Some(a), Some(b), Some(c)]),
        Ins::Bin32 { op, dst, a, b } => {
            let what = match op {
                Bin32::FAdd => What::FAdd,
                Bin32::FSub => What::FSub,
                Bin32::FMul => What::FMul,
                Bin32::FDiv => What::FDiv,
                Bin32::FMin => What::FMin,
                Bin32::FMax => What::FMax,
                Bin32::Add => What::Add,
                Bin32::Sub => What::Sub,
                Bin32::Mul => What::Mul,
                _ => return None,
            };
            (what, dst, [Some(a), Some(b), None])
        }
        Ins::Un32 { op, dst, a } => {
            let what = match op {
                Un32::FNeg => What::FNeg,
                Un32::FAbs => What::FAbs,
                _ => return None,
            };
            (what, dst, [Some(a), None, None])
        }
        Ins::Math { f, dst, a } => (function(f)?, dst, [Some(a), None, None]),
        _ => return wide(ins),
    };
    Some((what, Reg::R(dst), [a, b, c].map(|reg| reg.map(Reg::R))))
}

/// The same of an instruction on 64 bits.
fn wide(ins: &Ins) -> Option<Arithmetic> {
    let (what, dst, of) = match *ins {
        Ins::Fma64 { dst, a, b, c } => (What::Fma, dst, [Some(a), Some(b), Some(c)]),
        Ins::Bin64 { op, dst, a, b } => {
            let what = match op {
                Bin64::FAdd => What::FAdd,
                Bin64::FSub => What::FSub,
                Bin64::FMul => What::FMul,
                Bin64::FDiv => What::FDiv,
                Bin64::FMin => What::FMin,
                Bin64::FMax => What::FMax,
                Bin64::Add => What::Add,
                Bin64::Sub => What::Sub,
                Bin64::Mul => What::Mul,
                _ => return None,
            };
            (what, dst, [Some(a), Some(b), None])
        }
        Ins::Un64 { op, dst, a } => {
            let what = match op {
                Un64::FNeg => What::FNeg,
                Un64::FAbs => What::FAbs,
                _ => return None,
            };
            (what, dst, [Some(a), None, None])
        }
        Ins::Math64 { f, dst, a } => (function(f)?, dst, [Some(a), None, None]),
        _ => return None,
    };
    Some((what, Reg::D(dst), of.map(|reg| reg.map(Reg::D))))
}

fn function(f: MathFn) -> Option<What> {
    Some(match f {
        MathFn::Sqrt => What::Sqrt,
        MathFn::Rsqrt => What::Rsqrt,
        MathFn::Exp => What::Exp,
        MathFn::FastExp => What::FastExp,
        _ => return None,
    })
}
