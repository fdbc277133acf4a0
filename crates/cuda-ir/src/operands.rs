//! Which registers an instruction reads and writes: one table, for renumbering and for the verifier.
//!
//! In: an instruction; out: its operands, each with how many registers in a row it names and whether it is written.
//! The rule: a new instruction gets its line here, or nothing checks it.

use crate::register::Reg;
use crate::{D, Ins, P, R};

/// One operand: its first register, how many in a row, and whether they are written.
#[allow(missing_docs, reason = "the type's text names the fields")]
pub enum Operand<'a> {
    /// Of 32 bits.
    R {
        reg: &'a mut R,
        count: u8,
        written: bool,
    },
    /// Of 64 bits.
    D {
        reg: &'a mut D,
        count: u8,
        written: bool,
    },
    /// A predicate; always one.
    P { reg: &'a mut P, written: bool },
}

impl Operand<'_> {
    /// The first register, how many, and whether they are written.
    pub fn parts(&self) -> (Reg, u8, bool) {
        match self {
            Operand::R {
                reg,
                count,
                written,
            } => (Reg::R(**reg), *count, *written),
            Operand::D {
                reg,
                count,
                written,
            } => (Reg::D(**reg), *count, *written),
            Operand::P { reg, written } => (Reg::P(**reg), 1, *written),
        }
    }
}

/// Calls `see` with every operand of `ins`.
pub fn operands(ins: &mut Ins, see: &mut dyn FnMut(Operand<'_>)) {
    macro_rules! walk {
        ($($way:ident $reg:expr),*) => {{ $( walk!(@ $way $reg); )* }};
        (@ wr $reg:expr) => { see(Operand::R { reg: $reg, count: 1, written: true }) };
        (@ wd $reg:expr) => { see(Operand::D { reg: $reg, count: 1, written: true }) };
        (@ wp $reg:expr) => { see(Operand::P { reg: $reg, written: true }) };
        (@ r $reg:expr) => { see(Operand::R { reg: $reg, count: 1, written: false }) };
        (@ d $reg:expr) => { see(Operand::D { reg: $reg, count: 1, written: false }) };
        (@ p $reg:expr) => { see(Operand::P { reg: $reg, written: false }) };
    }
    match ins {
        Ins::Mov { dst, a } => walk!(wr dst, r a),
        Ins::Mov64 { dst, a } => walk!(wd dst, d a),
        Ins::MovP { dst, a } => walk!(wp dst, p a),
        Ins::Special { dst, .. } | Ins::ActiveMask { dst } => walk!(wr dst),
        Ins::Bin32 { dst, a, b, .. } => walk!(wr dst, r a, r b),
        Ins::Bin64 { dst, a, b, .. } => walk!(wd dst, d a, d b),
        Ins::Un32 { dst, a, .. } | Ins::Math { dst, a, .. } | Ins::Cvt32 { dst, a, .. } => {
            walk!(wr dst, r a)
        }
        Ins::Intrinsic { dst, a, b, c, .. } => walk!(wr dst, r a, r b, r c),
        Ins::Intrinsic64 { dst, a, b, c, .. } => walk!(wd dst, d a, d b, d c),
        Ins::Un64 { dst, a, .. } | Ins::Math64 { dst, a, .. } | Ins::Cvt64 { dst, a, .. } => {
            walk!(wd dst, d a)
        }
        Ins::Fma { dst, a, b, c } | Ins::Mad { dst, a, b, c } => walk!(wr dst, r a, r b, r c),
        Ins::Fma64 { dst, a, b, c } => walk!(wd dst, d a, d b, d c),
        Ins::Count64 { dst, a, .. } | Ins::Narrow { dst, a, .. } => walk!(wr dst, d a),
        Ins::Index {
            dst, base, index, ..
        } => walk!(wd dst, d base, r index),
        Ins::Widen { dst, a, .. } => walk!(wd dst, r a),
        Ins::Pack { dst, lo, hi } => walk!(wd dst, r lo, r hi),
        Ins::Cmp32 { dst, a, b, .. } => walk!(wp dst, r a, r b),
        Ins::Cmp64 { dst, a, b, .. } => walk!(wp dst, d a, d b),
        Ins::Class { dst, a, .. } => walk!(wp dst, r a),
        Ins::Class64 { dst, a, .. } => walk!(wp dst, d a),
        Ins::Pred { dst, a, b, .. } => walk!(wp dst, p a, p b),
        Ins::PredNot { dst, a } => walk!(wp dst, p a),
        Ins::PredConst { dst, .. } => walk!(wp dst),
        Ins::FromPred { dst, a } => walk!(wr dst, p a),
        Ins::ToPred { dst, a } => walk!(wp dst, r a),
        Ins::Select { dst, cond, a, b } => walk!(wr dst, p cond, r a, r b),
        Ins::Select64 { dst, cond, a, b } => walk!(wd dst, p cond, d a, d b),
        Ins::If { cond, .. } | Ins::LoopTest { cond } => walk!(p cond),
        Ins::Else { .. }
        | Ins::EndIf
        | Ins::Block { .. }
        | Ins::EndBlock
        | Ins::Loop { .. }
        | Ins::LoopStep => {}
        Ins::EndLoop
        | Ins::Leave { .. }
        | Ins::Continue { .. }
        | Ins::Return
        | Ins::Call { .. }
        | Ins::Sys { .. }
        | Ins::Print { .. } => {}
        Ins::CallPointer { target, .. } => walk!(d target),
        Ins::FuncAddr { dst, .. } => walk!(wd dst),
        Ins::Trap { .. } | Ins::Bar | Ins::GridBar | Ins::Fence { .. } => {}
        Ins::ToShared { dst, addr } | Ins::FromShared { dst, addr } => walk!(wd dst, d addr),
        Ins::SharedAddr { dst, .. } | Ins::LocalAddr { dst, .. } | Ins::GlobalAddr { dst, .. } => {
            walk!(wd dst)
        }
        Ins::Ld { n, dst, addr, .. } => {
            see(Operand::R {
                reg: dst,
                count: *n,
                written: true,
            });
            walk!(d addr);
        }
        Ins::St { n, src, addr, .. } => {
            see(Operand::R {
                reg: src,
                count: *n,
                written: false,
            });
            walk!(d addr);
        }
        Ins::Ld64 { n, dst, addr, .. } => {
            see(Operand::D {
                reg: dst,
                count: *n,
                written: true,
            });
            walk!(d addr);
        }
        Ins::St64 { n, src, addr, .. } => {
            see(Operand::D {
                reg: src,
                count: *n,
                written: false,
            });
            walk!(d addr);
        }
        Ins::Atom {
            dst, addr, a, b, ..
        } => {
            if let Some(dst) = dst {
                walk!(wr dst);
            }
            walk!(d addr, r a, r b);
        }
        Ins::Atom64 {
            dst, addr, a, b, ..
        } => {
            if let Some(dst) = dst {
                walk!(wd dst);
            }
            walk!(d addr, d a, d b);
        }
        Ins::Shfl {
            dst,
            src,
            lane,
            width,
            member,
            ..
        } => walk!(wr dst, r src, r lane, r width, r member),
        Ins::Vote {
            dst, src, member, ..
        } => walk!(wp dst, p src, r member),
        Ins::Ballot { dst, src, member } => walk!(wr dst, p src, r member),
        Ins::MatchAny { dst, src, member }
        | Ins::Redux {
            dst, src, member, ..
        } => walk!(wr dst, r src, r member),
        Ins::Mma { kind, dst, a, b, c } => {
            let [na, nb, nc] = [kind.a(), kind.b(), kind.c()].map(|n| n as u8);
            for (reg, count, written) in [
                (dst, nc, true),
                (a, na, false),
                (b, nb, false),
                (c, nc, false),
            ] {
                see(Operand::R {
                    reg,
                    count,
                    written,
                });
            }
        }
        Ins::Mma64 { dst, a, b, c } => {
            for (reg, count, written) in
                [(dst, 2, true), (a, 1, false), (b, 1, false), (c, 2, false)]
            {
                see(Operand::D {
                    reg,
                    count,
                    written,
                });
            }
        }
        Ins::SyncWarp { member } => walk!(r member),
        Ins::Copies { left, .. } => walk!(r left),
        Ins::BarRed { dst, src, .. } => walk!(wr dst, p src),
        Ins::NamedBar { id, threads, .. } => walk!(r id, r threads),
    }
}
