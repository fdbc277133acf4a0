//! The operations of a loop that only adds up: which instructions they are, and what they do to a value.
//!
//! An instruction goes in, an operation and its operands come out. The rule: what an operation gives has the bits that its instruction gives.

use crate::ir::op::{Bin32, MathFn, Un32};
use crate::ir::{Ins, R};

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
            What::Fma | What::Mad => place == 2,
            What::FSub | What::Sub => place == 0,
            What::FAdd | What::FMul | What::FMin | What::FMax | What::Add | What::Mul => true,
            _ => false,
        }
    }
}

/// The operation, the result and the operands of an instruction, if it is one of these.
pub fn arithmetic(ins: &Ins) -> Option<(What, R, [Option<R>; 3])> {
    Some(match *ins {
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
        Ins::Math { f, dst, a } => {
            let what = match f {
                MathFn::Sqrt => What::Sqrt,
                MathFn::Rsqrt => What::Rsqrt,
                MathFn::Exp => What::Exp,
                MathFn::FastExp => What::FastExp,
                _ => return None,
            };
            (what, dst, [Some(a), None, None])
        }
        _ => return None,
    })
}

/// Does something with an operation's function of three values, once for each operation: so that the loop in it is built for each.
macro_rules! each_what {
    ($what:expr, $of:ident => $do:expr) => {{
        use crate::ir::op::{Bin32, Un32};
        use crate::vm::math::{exp32, fast_exp, rsqrt32};
        use crate::vm::scalar::{bin32, un32};
        macro_rules! with {
            ($f:expr) => {{
                let $of = $f;
                $do
            }};
        }
        let f = f32::from_bits;
        match $what {
            What::Fma => with!(|x: u32, y: u32, z: u32| canon32(f(x).mul_add(f(y), f(z)))),
            What::Mad => with!(|x: u32, y: u32, z: u32| x.wrapping_mul(y).wrapping_add(z)),
            What::FAdd => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FAdd, x, y)),
            What::FSub => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FSub, x, y)),
            What::FMul => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FMul, x, y)),
            What::FDiv => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FDiv, x, y)),
            What::FMin => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FMin, x, y)),
            What::FMax => with!(|x: u32, y: u32, _: u32| bin32(Bin32::FMax, x, y)),
            What::Add => with!(|x: u32, y: u32, _: u32| bin32(Bin32::Add, x, y)),
            What::Sub => with!(|x: u32, y: u32, _: u32| bin32(Bin32::Sub, x, y)),
            What::Mul => with!(|x: u32, y: u32, _: u32| bin32(Bin32::Mul, x, y)),
            What::Sqrt => with!(|x: u32, _: u32, _: u32| canon32(f(x).sqrt())),
            What::Rsqrt => with!(|x: u32, _: u32, _: u32| canon32(rsqrt32(f(x)))),
            What::Exp => with!(|x: u32, _: u32, _: u32| canon32(exp32(f(x)))),
            What::FastExp => with!(|x: u32, _: u32, _: u32| canon32(fast_exp(f(x)))),
            What::FNeg => with!(|x: u32, _: u32, _: u32| un32(Un32::FNeg, x)),
            What::FAbs => with!(|x: u32, _: u32, _: u32| un32(Un32::FAbs, x)),
        }
    }};
}

pub(super) use each_what;
