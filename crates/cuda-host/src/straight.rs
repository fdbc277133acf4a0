//! Instructions that are one operation: arithmetic, conversions, addresses, loads and stores.
//!
//! An instruction goes in, an operation comes out. The rule: one arm an instruction, in the order of their list.

use super::decode::Decoder;
use super::op::{Op, Slot};
use cuda_ir::Ins;
use cuda_ir::op::{Bin32, Bin64, MemTy, Widen};

impl Decoder<'_> {
    /// What is no control.
    pub fn plain(&mut self, ins: &Ins) -> Op {
        match *ins {
            Ins::Mov { dst, a } => Op::Mov {
                d: self.r(dst),
                a: self.r(a),
            },
            Ins::Mov64 { dst, a } => Op::Mov {
                d: self.d(dst),
                a: self.d(a),
            },
            Ins::MovP { dst, a } => Op::Mov {
                d: self.p(dst),
                a: self.p(a),
            },
            Ins::FromPred { dst, a } => Op::Mov {
                d: self.r(dst),
                a: self.p(a),
            },
            Ins::PredConst { dst, value } => Op::Const {
                d: self.p(dst),
                value: value as u32,
            },
            Ins::Special { dst, .. } => Op::Const {
                d: self.r(dst),
                value: 0,
            },
            Ins::Bin32 { op, dst, a, b } => self.bin32(op, self.r(dst), self.r(a), self.r(b)),
            Ins::Bin64 { op, dst, a, b } => self.bin64(op, self.d(dst), self.d(a), self.d(b)),
            Ins::Un32 { op, dst, a } => Op::Un32 {
                op,
                d: self.r(dst),
                a: self.r(a),
            },
            Ins::Un64 { op, dst, a } => Op::Un64 {
                op,
                d: self.d(dst),
                a: self.d(a),
            },
            _ => self.computed(ins),
        }
    }

    /// Arithmetic of more than two values, functions, addresses of elements.
    fn computed(&mut self, ins: &Ins) -> Op {
        match *ins {
            Ins::Fma { dst, a, b, c } => Op::Fma32 {
                d: self.r(dst),
                a: self.r(a),
                b: self.r(b),
                c: self.r(c),
            },
            Ins::Fma64 { dst, a, b, c } => Op::Fma64 {
                d: self.d(dst),
                a: self.d(a),
                b: self.d(b),
                c: self.d(c),
            },
            Ins::Mad { dst, a, b, c } => Op::Mad {
                d: self.r(dst),
                a: self.r(a),
                b: self.r(b),
                c: self.r(c),
            },
            Ins::Math { f, dst, a } => Op::Math32 {
                f,
                d: self.r(dst),
                a: self.r(a),
            },
            Ins::Math64 { f, dst, a } => Op::Math64 {
                f,
                d: self.d(dst),
                a: self.d(a),
            },
            Ins::Intrinsic { op, dst, a, b, c } => Op::Intrinsic32 {
                op,
                d: self.r(dst),
                a: self.r(a),
                b: self.r(b),
                c: self.r(c),
            },
            Ins::Intrinsic64 { op, dst, a, b, c } => Op::Intrinsic64 {
                op,
                d: self.d(dst),
                a: self.d(a),
                b: self.d(b),
                c: self.d(c),
            },
            Ins::Count64 { op, dst, a } => Op::Count64 {
                op,
                d: self.r(dst),
                a: self.d(a),
            },
            Ins::Index {
                dst,
                base,
                index,
                scale,
                signed,
            } => {
                let (d, base, index) = (self.d(dst), self.d(base), self.r(index));
                match signed {
                    true => Op::IndexS {
                        d,
                        base,
                        index,
                        scale,
                    },
                    false => Op::IndexU {
                        d,
                        base,
                        index,
                        scale,
                    },
                }
            }
            _ => self.converted(ins),
        }
    }

    /// Conversions, comparisons and choices.
    fn converted(&mut self, ins: &Ins) -> Op {
        match *ins {
            Ins::Cvt32 { op, dst, a } => Op::Cvt32 {
                op,
                d: self.r(dst),
                a: self.r(a),
            },
            Ins::Widen {
                op: Widen::S32,
                dst,
                a,
            } => Op::Sext {
                d: self.d(dst),
                a: self.r(a),
            },
            Ins::Widen {
                op: Widen::U32,
                dst,
                a,
            } => Op::Mov {
                d: self.d(dst),
                a: self.r(a),
            },
            Ins::Widen { op, dst, a } => Op::Widen {
                op,
                d: self.d(dst),
                a: self.r(a),
            },
            Ins::Narrow { op, dst, a } => Op::Narrow {
                op,
                d: self.r(dst),
                a: self.d(a),
            },
            Ins::Cvt64 { op, dst, a } => Op::Cvt64 {
                op,
                d: self.d(dst),
                a: self.d(a),
            },
            Ins::Pack { dst, lo, hi } => Op::Pack {
                d: self.d(dst),
                lo: self.r(lo),
                hi: self.r(hi),
            },
            Ins::Cmp32 { op, dst, a, b } => Op::Cmp32 {
                op,
                d: self.p(dst),
                a: self.r(a),
                b: self.r(b),
            },
            Ins::Cmp64 { op, dst, a, b } => Op::Cmp64 {
                op,
                d: self.p(dst),
                a: self.d(a),
                b: self.d(b),
            },
            Ins::Class { class, dst, a } => Op::Class32 {
                class,
                d: self.p(dst),
                a: self.r(a),
            },
            Ins::Class64 { class, dst, a } => Op::Class64 {
                class,
                d: self.p(dst),
                a: self.d(a),
            },
            Ins::Pred { op, dst, a, b } => Op::Pred {
                op,
                d: self.p(dst),
                a: self.p(a),
                b: self.p(b),
            },
            Ins::PredNot { dst, a } => Op::Not {
                d: self.p(dst),
                a: self.p(a),
            },
            Ins::ToPred { dst, a } => Op::Truth {
                d: self.p(dst),
                a: self.r(a),
            },
            Ins::Select { dst, cond, a, b } => Op::Select {
                d: self.r(dst),
                cond: self.p(cond),
                a: self.r(a),
                b: self.r(b),
            },
            Ins::Select64 { dst, cond, a, b } => Op::Select {
                d: self.d(dst),
                cond: self.p(cond),
                a: self.d(a),
                b: self.d(b),
            },
            _ => self.memory(ins),
        }
    }

    fn bin32(&self, op: Bin32, d: Slot, a: Slot, b: Slot) -> Op {
        match op {
            Bin32::Add => Op::Add32 { d, a, b },
            Bin32::Sub => Op::Sub32 { d, a, b },
            Bin32::Mul => Op::Mul32 { d, a, b },
            Bin32::FAdd => Op::FAdd32 { d, a, b },
            Bin32::FMul => Op::FMul32 { d, a, b },
            Bin32::FSub => Op::FSub32 { d, a, b },
            Bin32::FDiv => Op::FDiv32 { d, a, b },
            op => Op::Bin32 { op, d, a, b },
        }
    }

    fn bin64(&self, op: Bin64, d: Slot, a: Slot, b: Slot) -> Op {
        match op {
            Bin64::Add => Op::Add64 { d, a, b },
            Bin64::FAdd => Op::FAdd64 { d, a, b },
            Bin64::FMul => Op::FMul64 { d, a, b },
            Bin64::Sub => Op::Sub64 { d, a, b },
            Bin64::Mul => Op::Mul64 { d, a, b },
            Bin64::FSub => Op::FSub64 { d, a, b },
            Bin64::FDiv => Op::FDiv64 { d, a, b },
            op => Op::Bin64 { op, d, a, b },
        }
    }

    /// Atomics.
    fn atom(&self, ins: &Ins) -> Op {
        match *ins {
            Ins::Atom {
                op,
                dst,
                addr,
                a,
                b,
                ..
            } => Op::Atom {
                op,
                double: false,
                d: dst.map(|r| self.r(r)),
                addr: self.d(addr),
                a: self.r(a),
                b: self.r(b),
            },
            Ins::Atom64 {
                op,
                dst,
                addr,
                a,
                b,
                ..
            } => Op::Atom {
                op,
                double: true,
                d: dst.map(|d| self.d(d)),
                addr: self.d(addr),
                a: self.d(a),
                b: self.d(b),
            },
            _ => Op::Kernel,
        }
    }

    /// Addresses, loads and stores.
    fn memory(&mut self, ins: &Ins) -> Op {
        match *ins {
            Ins::Ld {
                ty,
                n,
                dst,
                addr,
                offset,
                ..
            } => {
                let (d, addr) = (self.r(dst), self.d(addr));
                match (ty, n) {
                    (MemTy::B32, 1) => Op::Ld32 { d, addr, offset },
                    _ => Op::Load {
                        ty,
                        n,
                        d,
                        addr,
                        offset,
                    },
                }
            }
            Ins::St {
                ty,
                n,
                src,
                addr,
                offset,
                ..
            } => {
                let (s, addr) = (self.r(src), self.d(addr));
                match (ty, n) {
                    (MemTy::B32, 1) => Op::St32 { s, addr, offset },
                    _ => Op::Store {
                        ty,
                        n,
                        s,
                        addr,
                        offset,
                    },
                }
            }
            Ins::Ld64 {
                n,
                dst,
                addr,
                offset,
                ..
            } => {
                let (d, addr) = (self.d(dst), self.d(addr));
                match n {
                    1 => Op::Ld64 { d, addr, offset },
                    _ => Op::Load64 { n, d, addr, offset },
                }
            }
            Ins::St64 {
                n,
                src,
                addr,
                offset,
                ..
            } => {
                let (s, addr) = (self.d(src), self.d(addr));
                match n {
                    1 => Op::St64 { s, addr, offset },
                    _ => Op::Store64 { n, s, addr, offset },
                }
            }
            Ins::Atom { .. } | Ins::Atom64 { .. } => self.atom(ins),
            Ins::LocalAddr { dst, var } => Op::Local {
                d: self.d(dst),
                var: var.0,
            },
            Ins::GlobalAddr { dst, var } => Op::Global {
                d: self.d(dst),
                var: var.0,
            },
            Ins::FuncAddr { dst, func } => {
                self.out.wide.push(cuda_ir::pointer::code_pointer(func));
                let index = self.out.wide.len() as u32 - 1;
                Op::Wide {
                    d: self.d(dst),
                    index,
                }
            }
            _ => Op::Kernel,
        }
    }
}
