//! Tensor cores, matrices by rows, asynchronous copies, shared addresses as numbers.
//!
//! In: arguments; out: the registers of the result. The rule: `ldmatrix` and `stmatrix` are what the book says they are, a
//! shuffle of addresses and plain accesses, which count as the one instruction that they are parts of; an asynchronous copy is
//! made at once, and is one instruction, too.

use super::Lowering;
use super::value::{Reg, Value};
use crate::tree::{Const, Expr, ExprKind};
use cuda_ir::mma::{MmaKind, MmaType};
use cuda_ir::op::{Bin32, Bin64, CopyStep, MemTy, Narrow, ShflOp, Special, Widen};
use cuda_ir::{D, Ins, R};

impl Lowering<'_> {
    /// A product of fragments; its operands are copied into rows.
    pub(super) fn mma(&mut self, kind: MmaKind, args: &[Expr]) -> Value {
        let given: Vec<Reg> = (0..args.len()).map(|k| self.argument(args, k)).collect();
        let (a, b) = (kind.a(), kind.b());
        if kind.from == MmaType::F64 {
            let row: Vec<D> = given.iter().map(|_| self.out.d()).collect();
            for (to, from) in row.iter().zip(&given) {
                self.out.copy(Reg::D(*to), *from);
            }
            let result = [self.out.d(), self.out.d()];
            self.out.emit(Ins::Mma64 {
                dst: result[0],
                a: row[0],
                b: row[a],
                c: row[a + b],
            });
            return result.into_iter().map(Reg::D).collect();
        }
        let given: Vec<R> = given.into_iter().map(|reg| self.as_int(reg)).collect();
        let row: Vec<R> = given.iter().map(|_| self.out.r()).collect();
        self.out.part = true;
        for (to, from) in row.iter().zip(&given) {
            self.out.copy(Reg::R(*to), Reg::R(*from));
        }
        self.out.part = false;
        let result: Vec<R> = (0..kind.c()).map(|_| self.out.r()).collect();
        self.out.emit(Ins::Mma {
            kind,
            dst: result[0],
            a: row[0],
            b: row[a],
            c: row[a + b],
        });
        result.into_iter().map(Reg::R).collect()
    }

    fn lane(&mut self) -> R {
        let dst = self.out.r();
        self.out.emit(Ins::Special {
            dst,
            what: Special::LaneId,
        });
        dst
    }

    /// The address that another lane has.
    fn address_of_lane(&mut self, address: D, lane: R) -> D {
        let (lo, hi) = (
            self.narrow(Narrow::Lo, address),
            self.narrow(Narrow::Hi, address),
        );
        let (width, member) = (self.out.const32(32), self.out.const32(u32::MAX));
        let [lo, hi] = [lo, hi].map(|src| {
            let dst = self.out.r();
            self.out.emit(Ins::Shfl {
                op: ShflOp::Idx,
                dst,
                src,
                lane,
                width,
                member,
            });
            dst
        });
        self.pack(lo, hi)
    }

    /// `base` plus a number of lanes' own.
    fn moved(&mut self, base: D, by: R) -> D {
        let by = self.widen(Widen::U32, by);
        self.bin64(Bin64::Add, base, by)
    }

    /// The addresses of what a lane holds of matrix `j`: of one word, or, transposed, of its two halves.
    fn element_addresses(&mut self, address: D, lane: R, j: u32, trans: bool) -> Vec<D> {
        let [two, three, first] = [2, 3, 8 * j].map(|n| self.out.const32(n));
        let one = self.out.const32(1);
        let group = self.bin32(Bin32::ShrU, lane, two);
        let four = self.bin32(Bin32::And, lane, three);
        if !trans {
            let from = self.bin32(Bin32::Add, group, first);
            let row = self.address_of_lane(address, from);
            let by = self.bin32(Bin32::Shl, four, two);
            return vec![self.moved(row, by)];
        }
        let from = self.bin32(Bin32::Shl, four, one);
        let from = self.bin32(Bin32::Add, from, first);
        let next = self.bin32(Bin32::Add, from, one);
        let by = self.bin32(Bin32::Shl, group, one);
        [from, next]
            .map(|from| {
                let row = self.address_of_lane(address, from);
                self.moved(row, by)
            })
            .to_vec()
    }

    /// `ldmatrix`.
    pub(super) fn load_matrix(&mut self, count: u8, trans: bool, args: &[Expr]) -> Value {
        let address = self.argument(args, 0).d();
        self.out.part = true;
        let lane = self.lane();
        let result: Vec<R> = (0..count).map(|_| self.out.r()).collect();
        for (j, dst) in result.iter().enumerate() {
            let at = self.element_addresses(address, lane, j as u32, trans);
            self.out.part = j > 0;
            if let [at] = at.as_slice() {
                self.load_one(MemTy::B32, *dst, *at);
                self.out.part = true;
                continue;
            }
            let halves: Vec<R> = at
                .iter()
                .map(|at| {
                    let half = self.out.r();
                    self.load_one(MemTy::U16, half, *at);
                    self.out.part = true;
                    half
                })
                .collect();
            let sixteen = self.out.const32(16);
            let high = self.bin32(Bin32::Shl, halves[1], sixteen);
            let both = self.bin32(Bin32::Or, halves[0], high);
            self.out.copy(Reg::R(*dst), Reg::R(both));
        }
        self.out.part = false;
        result.into_iter().map(Reg::R).collect()
    }

    fn load_one(&mut self, ty: MemTy, dst: R, addr: D) {
        self.out.emit(Ins::Ld {
            ty,
            n: 1,
            volatile: false,
            dst,
            addr,
            offset: 0,
        });
    }

    /// `stmatrix`.
    pub(super) fn store_matrix(&mut self, trans: bool, args: &[Expr]) {
        let given: Vec<Reg> = (0..args.len()).map(|k| self.argument(args, k)).collect();
        self.out.part = true;
        let lane = self.lane();
        for (j, word) in given[1..].iter().enumerate() {
            let word = self.as_int(*word);
            let at = self.element_addresses(given[0].d(), lane, j as u32, trans);
            let ty = if trans { MemTy::U16 } else { MemTy::B32 };
            for (k, addr) in at.into_iter().enumerate() {
                let by = self.out.const32(16 * k as u32);
                let src = if k == 0 {
                    word
                } else {
                    self.bin32(Bin32::ShrU, word, by)
                };
                self.out.part = (j, k) != (0, 0);
                self.out.emit(Ins::St {
                    ty,
                    n: 1,
                    volatile: false,
                    src,
                    addr,
                    offset: 0,
                });
                self.out.part = true;
            }
        }
        self.out.part = false;
    }

    /// A copy of 4, 8 or 16 bytes; any other multiple of 4 in pieces.
    pub(super) fn copy_async(&mut self, args: &[Expr]) {
        let (to, from) = (self.argument(args, 0).d(), self.argument(args, 1).d());
        let ExprKind::Const(Const::Int(bytes)) = args[2].kind else {
            self.refuse(
                args[2].span,
                "an asynchronous copy of a size that is no constant is not modelled",
            );
            return;
        };
        let left = self.out.const32(0);
        let step = CopyStep::Begin;
        self.out.emit(Ins::Copies { step, left });
        let mut offset = 0;
        while offset + 4 <= bytes.min(64) {
            let n = match (bytes - offset) / 4 {
                4.. => 4u8,
                2.. => 2,
                _ => 1,
            };
            let row: Vec<R> = (0..n).map(|_| self.out.r()).collect();
            self.out.emit(Ins::Ld {
                ty: MemTy::B32,
                n,
                volatile: false,
                dst: row[0],
                addr: from,
                offset: offset as i32,
            });
            self.out.emit(Ins::St {
                ty: MemTy::B32,
                n,
                volatile: false,
                src: row[0],
                addr: to,
                offset: offset as i32,
            });
            offset += 4 * i64::from(n);
        }
        let step = CopyStep::End;
        self.out.emit(Ins::Copies { step, left });
    }

    /// A shared address as an offset, or back.
    pub(super) fn shared_number(&mut self, to: bool, args: &[Expr]) -> Reg {
        let given = self.argument(args, 0);
        let addr = match given {
            Reg::D(d) => d,
            other => {
                let word = self.as_int(other);
                self.widen(Widen::U32, word)
            }
        };
        let dst = self.out.d();
        self.out.emit(match to {
            true => Ins::ToShared { dst, addr },
            false => Ins::FromShared { dst, addr },
        });
        Reg::D(dst)
    }
}
