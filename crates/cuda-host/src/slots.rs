//! Which slots an operation reads and writes, where it leads, and what kind it is of.
//!
//! An operation goes in; its slots come out one by one. The rule: every operation is in exactly one arm; what a call reads
//! and writes is with its site, which `wanted` knows.

use super::op::{Op, Slot};
use cuda_ir::Pc;

/// How an operation touches a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touch {
    Read,
    /// Reads so many from this one on.
    Reads(u8),
    Write,
    Writes(u8),
}

impl Op {
    /// Where it may go on besides at the next operation.
    pub fn target(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { to }
            | Op::Back { to }
            | Op::JumpUnless { to, .. }
            | Op::JumpUnlessLtS { to, .. }
            | Op::JumpUnless32 { to, .. }
            | Op::JumpUnless64 { to, .. }
            | Op::Next { to, .. }
            | Op::Again32 { to, .. }
            | Op::Again64 { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Every slot that the operation itself names, reads before writes; a call's are with its site.
    pub fn slots(&mut self, f: &mut impl FnMut(&mut Slot, Touch)) {
        use Touch::{Read, Reads, Write, Writes};
        match self {
            Op::Const { d, .. }
            | Op::Local { d, .. }
            | Op::Wide { d, .. }
            | Op::Global { d, .. }
            | Op::Rand { d } => f(d, Write),
            Op::Mov { d, a }
            | Op::Sext { d, a }
            | Op::Un32 { d, a, .. }
            | Op::Un64 { d, a, .. }
            | Op::Math32 { d, a, .. }
            | Op::Math64 { d, a, .. }
            | Op::Count64 { d, a, .. }
            | Op::Cvt32 { d, a, .. }
            | Op::Widen { d, a, .. }
            | Op::Narrow { d, a, .. }
            | Op::Cvt64 { d, a, .. }
            | Op::Class32 { d, a, .. }
            | Op::Class64 { d, a, .. }
            | Op::Not { d, a }
            | Op::Truth { d, a } => {
                f(a, Read);
                f(d, Write);
            }
            Op::Load { n, d, addr, .. } | Op::Load64 { n, d, addr, .. } => {
                f(addr, Read);
                f(d, Writes(*n));
            }
            Op::Store { n, s, addr, .. } | Op::Store64 { n, s, addr, .. } => {
                f(addr, Read);
                f(s, Reads(*n));
            }
            Op::Ld32 { d, addr, .. } | Op::Ld64 { d, addr, .. } => {
                f(addr, Read);
                f(d, Write);
            }
            Op::St32 { s, addr, .. } | Op::St64 { s, addr, .. } => {
                f(addr, Read);
                f(s, Read);
            }
            Op::Next {
                i, step, bound, d, ..
            } => {
                [&mut *i, step, bound]
                    .into_iter()
                    .for_each(|slot| f(slot, Read));
                f(i, Write);
                f(d, Write);
            }
            Op::JumpUnless { cond, .. } => f(cond, Read),
            Op::CallPointer { target, .. } => f(target, Read),
            Op::Jump { .. }
            | Op::Back { .. }
            | Op::Call { .. }
            | Op::Return
            | Op::Sys { .. }
            | Op::Print { .. }
            | Op::Trap { .. }
            | Op::Strip { .. }
            | Op::Kernel => {}
            _ => self.more_slots(f),
        }
    }

    /// The slots of operations with two operands and more.
    fn more_slots(&mut self, f: &mut impl FnMut(&mut Slot, Touch)) {
        use Touch::{Read, Write};
        match self {
            Op::Add32 { d, a, b }
            | Op::Sub32 { d, a, b }
            | Op::Mul32 { d, a, b }
            | Op::FAdd32 { d, a, b }
            | Op::FSub32 { d, a, b }
            | Op::FMul32 { d, a, b }
            | Op::FDiv32 { d, a, b }
            | Op::Add64 { d, a, b }
            | Op::Sub64 { d, a, b }
            | Op::Mul64 { d, a, b }
            | Op::FAdd64 { d, a, b }
            | Op::FSub64 { d, a, b }
            | Op::FMul64 { d, a, b }
            | Op::FDiv64 { d, a, b }
            | Op::Bin32 { d, a, b, .. }
            | Op::Bin64 { d, a, b, .. }
            | Op::Cmp32 { d, a, b, .. }
            | Op::Cmp64 { d, a, b, .. }
            | Op::Pred { d, a, b, .. }
            | Op::Pack { d, lo: a, hi: b }
            | Op::JumpUnlessLtS { d, a, b, .. }
            | Op::JumpUnless32 { d, a, b, .. }
            | Op::JumpUnless64 { d, a, b, .. }
            | Op::Again32 { d, a, b, .. }
            | Op::Again64 { d, a, b, .. }
            | Op::IndexS {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::IndexU {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::IndexL {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::LdAt {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::LdVia {
                d,
                holder: a,
                index: b,
                ..
            } => {
                f(a, Read);
                f(b, Read);
                f(d, Write);
            }
            Op::Mad { d, a, b, c }
            | Op::Fma32 { d, a, b, c }
            | Op::Fma64 { d, a, b, c }
            | Op::MulAdd32 { d, a, b, c }
            | Op::MulAdd64 { d, a, b, c }
            | Op::Intrinsic32 { d, a, b, c, .. }
            | Op::Intrinsic64 { d, a, b, c, .. }
            | Op::Select { d, cond: c, a, b } => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
                f(d, Write);
            }
            Op::StAt { s, base, index, .. }
            | Op::StVia {
                s,
                holder: base,
                index,
                ..
            } => [s, base, index].into_iter().for_each(|slot| f(slot, Read)),
            Op::Atom { d, addr, a, b, .. } => {
                [addr, a, b].into_iter().for_each(|slot| f(slot, Read));
                d.iter_mut().for_each(|slot| f(slot, Write));
            }
            Op::LdMad { d, base, a, b, c } => {
                [base, a, b, c].into_iter().for_each(|slot| f(slot, Read));
                f(d, Write);
            }
            Op::StMad { s, base, a, b, c } => {
                [s, base, a, b, c]
                    .into_iter()
                    .for_each(|slot| f(slot, Read));
            }
            _ => {}
        }
    }

    /// Whether it only computes: it can be left out if nobody reads its result, and done again later if its operands are still there.
    pub fn is_pure(&self) -> bool {
        match self {
            Op::Bin32 { op, .. } => !warp::vm::scalar::divides32(*op),
            Op::Bin64 { op, .. } => !warp::vm::scalar::divides64(*op),
            Op::Mov { .. }
            | Op::Const { .. }
            | Op::Local { .. }
            | Op::Wide { .. }
            | Op::Global { .. }
            | Op::Add32 { .. }
            | Op::Sub32 { .. }
            | Op::Mul32 { .. }
            | Op::Mad { .. }
            | Op::FAdd32 { .. }
            | Op::FSub32 { .. }
            | Op::FMul32 { .. }
            | Op::FDiv32 { .. }
            | Op::Fma32 { .. }
            | Op::Add64 { .. }
            | Op::Sub64 { .. }
            | Op::Mul64 { .. }
            | Op::FAdd64 { .. }
            | Op::FSub64 { .. }
            | Op::FMul64 { .. }
            | Op::FDiv64 { .. }
            | Op::Fma64 { .. }
            | Op::MulAdd32 { .. }
            | Op::MulAdd64 { .. }
            | Op::IndexS { .. }
            | Op::IndexU { .. }
            | Op::IndexL { .. }
            | Op::Sext { .. }
            | Op::Un32 { .. }
            | Op::Un64 { .. }
            | Op::Math32 { .. }
            | Op::Math64 { .. }
            | Op::Count64 { .. }
            | Op::Cvt32 { .. }
            | Op::Widen { .. }
            | Op::Narrow { .. }
            | Op::Cvt64 { .. }
            | Op::Intrinsic32 { .. }
            | Op::Intrinsic64 { .. }
            | Op::Pack { .. }
            | Op::Cmp32 { .. }
            | Op::Cmp64 { .. }
            | Op::Class32 { .. }
            | Op::Class64 { .. }
            | Op::Pred { .. }
            | Op::Not { .. }
            | Op::Truth { .. }
            | Op::Select { .. } => true,
            _ => false,
        }
    }

    /// Whether there can be no finding about it.
    pub fn is_quiet(&self) -> bool {
        let control = matches!(
            self,
            Op::JumpUnless { .. }
                | Op::JumpUnlessLtS { .. }
                | Op::JumpUnless32 { .. }
                | Op::JumpUnless64 { .. }
                | Op::Jump { .. }
                | Op::Back { .. }
                | Op::Next { .. }
                | Op::Again32 { .. }
                | Op::Again64 { .. }
                | Op::Rand { .. }
                | Op::Strip { .. }
                | Op::Return
        );
        control || self.is_pure()
    }

    /// Whether it may change memory, or hand over to what may.
    pub fn has_effects(&self) -> bool {
        matches!(
            self,
            Op::Store { .. }
                | Op::Store64 { .. }
                | Op::St32 { .. }
                | Op::St64 { .. }
                | Op::StAt { .. }
                | Op::StVia { .. }
                | Op::StMad { .. }
                | Op::Atom { .. }
                | Op::Strip { .. }
        ) || self.hands_over()
    }

    /// Whether it gives control to something else, which may throw.
    pub fn hands_over(&self) -> bool {
        matches!(
            self,
            Op::Call { .. }
                | Op::CallPointer { .. }
                | Op::Sys { .. }
                | Op::Print { .. }
                | Op::Trap { .. }
                | Op::Kernel
        )
    }
}
