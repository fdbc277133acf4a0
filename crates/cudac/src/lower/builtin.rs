//! The functions of the language: one instruction where the machine has it, a short sequence where it has not.
//!
//! In: a [`Builtin`] with its arguments; out: the registers of the result. The rule: what `check::builtin` says an
//! entry means is what comes out here, exactly; float functions are in `float`, this file has the rest.

use super::Lowering;
use super::effects::{Node, changes};
use super::value::{Leaf, Reg, RegisterKind, Value};
use crate::builtin::AtomicOp;
use crate::tree::{Builtin, Conversion, Expr, ExprKind, Scalar, Type};
use cuda_ir::op::{
    AtomOp, BarOp, Bin32, Bin64, Count64, FloatClass, Narrow, PredOp, ReduxOp, Scope, ShflOp, Un32,
    Un64, VoteOp, Widen,
};
use cuda_ir::{Ins, P, R};

impl Lowering<'_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Expr], ty: &Type) -> Value {
        use Builtin::*;
        match builtin {
            Any | All => vec![self.vote(builtin, args)],
            Ballot => {
                let member = self.argument(args, 0).r();
                let src = self.asked(&args[1]);
                let dst = self.out.r();
                self.out.emit(Ins::Ballot { dst, src, member });
                vec![Reg::R(dst)]
            }
            ActiveMask => {
                let dst = self.out.r();
                self.out.emit(Ins::ActiveMask { dst });
                vec![Reg::R(dst)]
            }
            SyncThreads => {
                self.out.emit(Ins::Bar);
                Vec::new()
            }
            SyncThreadsCount | SyncThreadsAnd | SyncThreadsOr => {
                let op = match builtin {
                    SyncThreadsCount => BarOp::Count,
                    SyncThreadsAnd => BarOp::And,
                    _ => BarOp::Or,
                };
                let src = self.asked(&args[0]);
                let dst = self.out.r();
                self.out.emit(Ins::BarRed { op, dst, src });
                vec![Reg::R(dst)]
            }
            NamedBarrier { waits } => {
                let (id, threads) = (self.argument(args, 0).r(), self.argument(args, 1).r());
                self.out.emit(Ins::NamedBar { id, threads, waits });
                Vec::new()
            }
            SyncWarp => {
                let member = self.argument(args, 0).r();
                self.out.emit(Ins::SyncWarp { member });
                Vec::new()
            }
            Fence | FenceBlock => {
                let block_only = builtin == FenceBlock;
                self.out.emit(Ins::Fence { block_only });
                Vec::new()
            }
            Trap => {
                self.trap("`__trap()` was called".into());
                Vec::new()
            }
            Atomic(op, scope) => self
                .atomic((op, scope), args, ty, true)
                .into_iter()
                .collect(),
            Sincos | Sincospi | FastSincos => {
                self.sine_and_cosine(builtin, args);
                Vec::new()
            }
            Lane(what) => {
                let dst = self.out.r();
                self.out.emit(Ins::Special { dst, what });
                vec![Reg::R(dst)]
            }
            ToShared | FromShared => vec![self.shared_number(builtin == ToShared, args)],
            Mma(kind) => self.mma(kind, args),
            LdMatrix { count, trans } => self.load_matrix(count, trans, args),
            StMatrix { trans } => {
                self.store_matrix(trans, args);
                Vec::new()
            }
            CopyAsync => {
                self.copy_async(args);
                Vec::new()
            }
            Copies(step) => {
                let left = match args.is_empty() {
                    true => self.out.const32(0),
                    false => self.argument(args, 0).r(),
                };
                self.out.emit(Ins::Copies { step, left });
                Vec::new()
            }
            GridSync => {
                self.out.emit(Ins::GridBar);
                Vec::new()
            }
            MatchAll => vec![self.match_all(args)],
            AtomicSmall(bfloat) => vec![self.atomic_small(bfloat, args)],
            Clock => vec![self.clock()],
            Both(..) | Modf => vec![self.two_results(builtin, args)],
            Moded(what) => vec![self.moded(what, args)],
            Nanosleep | Nothing => {
                args.iter().for_each(|a| self.effect(a));
                Vec::new()
            }
            _ => vec![self.of_its_arguments(builtin, args, ty)],
        }
    }

    /// A function that is computed from its arguments and nothing else.
    fn of_its_arguments(&mut self, builtin: Builtin, args: &[Expr], ty: &Type) -> Reg {
        let given: Vec<Reg> = (0..args.len()).map(|k| self.argument(args, k)).collect();
        let first = args.first().map(|a| self.leaf(&a.ty));
        let scalar = match first.unwrap_or(Leaf::Scalar(Scalar::Int)) {
            Leaf::Scalar(s) => s,
            Leaf::Pointer => Scalar::ULong,
        };
        self.computed(builtin, scalar, &given, ty)
    }

    /// Argument `k`, safe from what later arguments change.
    pub(super) fn argument(&mut self, args: &[Expr], k: usize) -> Reg {
        let later = args[k + 1..].iter().any(|a| changes(Node::Expr(a)));
        let value = self.one(&args[k]);
        self.steady(value, later)
    }

    /// A condition given as `int`.
    fn asked(&mut self, e: &Expr) -> P {
        if let ExprKind::Convert(Conversion::Integer, inner) = &e.kind
            && self.types.stored(&inner.ty) == Some(Scalar::Bool)
        {
            return self.truth(inner);
        }
        let leaf = self.leaf(&e.ty);
        let value = self.one(e);
        self.convert(Conversion::ToBool, leaf, Leaf::Scalar(Scalar::Bool), value)
            .p()
    }

    fn vote(&mut self, builtin: Builtin, args: &[Expr]) -> Reg {
        let member = self.argument(args, 0).r();
        let src = self.asked(&args[1]);
        let op = if builtin == Builtin::Any {
            VoteOp::Any
        } else {
            VoteOp::All
        };
        let dst = self.out.p();
        self.out.emit(Ins::Vote {
            op,
            dst,
            src,
            member,
        });
        Reg::R(self.as_int(Reg::P(dst)))
    }

    /// Built-ins that take values and give one.
    fn computed(&mut self, builtin: Builtin, s: Scalar, v: &[Reg], ty: &Type) -> Reg {
        use Builtin::*;
        let wide = s.size() == 8;
        match builtin {
            Math1(f) => self.math1(f, s, v[0]),
            Math2(f) => self.math2(f, s, v[0], v[1]),
            Fma => self.fma(s, v[0], v[1], v[2]),
            Ldexp => self.scaled(s, v[0], v[1].r()),
            IsNan => self.class(FloatClass::Nan, v[0]),
            IsInf => self.class(FloatClass::Inf, v[0]),
            IsFinite => self.class(FloatClass::Finite, v[0]),
            Signbit => self.class(FloatClass::Sign, v[0]),
            Min | Max => self.least_or_most(builtin == Min, s, v[0], v[1]),
            Abs => self.absolute(s, v[0]),
            FloatToInt(how) => {
                let to = self.types.stored(ty).unwrap_or(Scalar::Int);
                self.float_to_int(s, to, v[0], super::float::rounding(how))
            }
            IntToFloat(how) => self.rounded_int(s, v[0], ty, how),
            DoubleToFloat(how) => Reg::R(self.rounded_double(v[0].d(), how)),
            Bits => v[0],
            HighInt => Reg::R(self.narrow(Narrow::Hi, v[0].d())),
            LowInt => Reg::R(self.narrow(Narrow::Lo, v[0].d())),
            HighLow => Reg::D(self.pack(v[1].r(), v[0].r())),
            Popc if wide => self.count64(Count64::Popc, v[0]),
            Popc => Reg::R(self.un32(Un32::Popc, v[0].r())),
            Clz if wide => self.count64(Count64::Clz, v[0]),
            Clz => Reg::R(self.un32(Un32::Clz, v[0].r())),
            Ffs if wide => self.count64(Count64::Ffs, v[0]),
            Ffs => Reg::R(self.un32(Un32::Ffs, v[0].r())),
            Brev if wide => Reg::D(self.un64(Un64::Brev, v[0].d())),
            Brev => Reg::R(self.un32(Un32::Brev, v[0].r())),
            XorwowStart => Reg::D(self.bin64(Bin64::Xorwow, v[0].d(), v[1].d())),
            MulHigh if wide => {
                let op = if s.is_signed() {
                    Bin64::MulHiS
                } else {
                    Bin64::MulHiU
                };
                Reg::D(self.bin64(op, v[0].d(), v[1].d()))
            }
            MulHigh => {
                let op = if s.is_signed() {
                    Bin32::MulHiS
                } else {
                    Bin32::MulHiU
                };
                Reg::R(self.bin32(op, v[0].r(), v[1].r()))
            }
            Mul24 => {
                let (a, b) = (
                    self.field(v[0].r(), 8, 8, s.is_signed()),
                    self.field(v[1].r(), 8, 8, s.is_signed()),
                );
                Reg::R(self.bin32(Bin32::Mul, a, b))
            }
            FunnelLeft | FunnelRight => self.funnel(builtin == FunnelLeft, v),
            Sad => {
                let high = self.least_or_most(false, s, v[0], v[1]).r();
                let low = self.least_or_most(true, s, v[0], v[1]).r();
                let apart = self.bin32(Bin32::Sub, high, low);
                Reg::R(self.bin32(Bin32::Add, apart, v[2].r()))
            }
            Shfl => self.shuffle(ShflOp::Idx, v),
            ShflUp => self.shuffle(ShflOp::Up, v),
            ShflDown => self.shuffle(ShflOp::Down, v),
            ShflXor => self.shuffle(ShflOp::Xor, v),
            Reduce(op) => self.reduce(op, v, ty),
            Intrinsic(op) => self.intrinsic(op, v, ty),
            RoundToInt => {
                let to = self.types.stored(ty).unwrap_or(Scalar::Int);
                let whole = self.math1(crate::builtin::Math1::Round, s, v[0]);
                self.float_to_int(s, to, whole, cuda_ir::op::Rounding::Zero)
            }
            MatchAny => self.match_any(v[0].r(), v[1]),
            _ => {
                self.refuse(self.out.span, "this function is not modelled here");
                let leaf = self.leaf(ty);
                self.bits(leaf, 0)
            }
        }
    }

    pub(super) fn class(&mut self, class: FloatClass, a: Reg) -> Reg {
        let dst = self.out.p();
        match a {
            Reg::D(a) => self.out.emit(Ins::Class64 { class, dst, a }),
            other => self.out.emit(Ins::Class {
                class,
                dst,
                a: other.r(),
            }),
        }
        Reg::P(dst)
    }

    fn count64(&mut self, op: Count64, a: Reg) -> Reg {
        let dst = self.out.r();
        self.out.emit(Ins::Count64 { op, dst, a: a.d() });
        Reg::R(dst)
    }

    pub(super) fn pack(&mut self, lo: R, hi: R) -> cuda_ir::D {
        let dst = self.out.d();
        self.out.emit(Ins::Pack { dst, lo, hi });
        dst
    }

    fn least_or_most(&mut self, least: bool, s: Scalar, a: Reg, b: Reg) -> Reg {
        if s.size() == 8 {
            let op = match (least, s.is_signed()) {
                (true, true) => Bin64::MinS,
                (true, false) => Bin64::MinU,
                (false, true) => Bin64::MaxS,
                (false, false) => Bin64::MaxU,
            };
            return Reg::D(self.bin64(op, a.d(), b.d()));
        }
        let op = match (least, s.is_signed()) {
            (true, true) => Bin32::MinS,
            (true, false) => Bin32::MinU,
            (false, true) => Bin32::MaxS,
            (false, false) => Bin32::MaxU,
        };
        Reg::R(self.bin32(op, a.r(), b.r()))
    }

    /// The bits of `a` that are left after `up` are pushed out at the top and `down` at the bottom.
    fn field(&mut self, a: R, up: u32, down: u32, signed: bool) -> R {
        let mut a = a;
        if up > 0 {
            let up = self.out.const32(up);
            a = self.bin32(Bin32::Shl, a, up);
        }
        let down = self.out.const32(down);
        self.bin32(if signed { Bin32::ShrS } else { Bin32::ShrU }, a, down)
    }

    fn funnel(&mut self, left: bool, v: &[Reg]) -> Reg {
        let both = self.pack(v[0].r(), v[1].r());
        let most = self.out.const32(31);
        let by = self.bin32(Bin32::And, v[2].r(), most);
        let by = self.widen(Widen::U32, by);
        let moved = self.bin64(if left { Bin64::Shl } else { Bin64::ShrU }, both, by);
        Reg::R(self.narrow(if left { Narrow::Hi } else { Narrow::Lo }, moved))
    }

    fn shuffle(&mut self, op: ShflOp, v: &[Reg]) -> Reg {
        let (member, lane, width) = (v[0].r(), v[2].r(), v[3].r());
        let one = |this: &mut Self, src: R| {
            let dst = this.out.r();
            this.out.emit(Ins::Shfl {
                op,
                dst,
                src,
                lane,
                width,
                member,
            });
            dst
        };
        match v[1] {
            Reg::D(d) => {
                let (lo, hi) = (self.narrow(Narrow::Lo, d), self.narrow(Narrow::Hi, d));
                let (lo, hi) = (one(self, lo), one(self, hi));
                Reg::D(self.pack(lo, hi))
            }
            other => {
                let src = self.as_int(other);
                Reg::R(one(self, src))
            }
        }
    }

    fn reduce(&mut self, op: AtomicOp, v: &[Reg], ty: &Type) -> Reg {
        let signed = self.types.stored(ty).is_some_and(Scalar::is_signed);
        let op = match (op, signed) {
            (AtomicOp::Min, true) => ReduxOp::MinS,
            (AtomicOp::Min, false) => ReduxOp::MinU,
            (AtomicOp::Max, true) => ReduxOp::MaxS,
            (AtomicOp::Max, false) => ReduxOp::MaxU,
            (AtomicOp::And, _) => ReduxOp::And,
            (AtomicOp::Or, _) => ReduxOp::Or,
            (AtomicOp::Xor, _) => ReduxOp::Xor,
            _ => ReduxOp::Add,
        };
        let dst = self.out.r();
        self.out.emit(Ins::Redux {
            op,
            dst,
            src: v[1].r(),
            member: v[0].r(),
        });
        Reg::R(dst)
    }

    /// `wanted` says whether the old value is used.
    pub(super) fn atomic(
        &mut self,
        (op, scope): (AtomicOp, Scope),
        args: &[Expr],
        ty: &Type,
        wanted: bool,
    ) -> Option<Reg> {
        let s = self.types.stored(ty).unwrap_or(Scalar::Int);
        let later = args[1..].iter().any(|a| changes(Node::Expr(a)));
        let spot = self.address(&args[0]);
        let addr = self.pointer_to(&spot);
        let addr = self.steady(Reg::D(addr), later).d();
        let mut a = self.argument(args, 1);
        let b = if args.len() > 2 {
            self.argument(args, 2)
        } else {
            a
        };
        if op == AtomicOp::Sub {
            a = self.unary(crate::tree::UnaryOp::Neg, s, a);
        }
        let b = if op == AtomicOp::Sub { a } else { b };
        let code = match s.size() {
            2 => AtomOp::Cas16,
            _ => atom(op, s),
        };
        if s.size() == 8 {
            let dst = wanted.then(|| self.out.d());
            self.out.emit(Ins::Atom64 {
                op: code,
                dst,
                addr,
                a: a.d(),
                b: b.d(),
                scope,
            });
            return dst.map(Reg::D);
        }
        let dst = wanted.then(|| self.out.r());
        self.out.emit(Ins::Atom {
            op: code,
            dst,
            addr,
            a: a.r(),
            b: b.r(),
            scope,
        });
        dst.map(Reg::R)
    }

    /// `cond ? -a : a` for floats of either width.
    pub(super) fn negated_if(&mut self, cond: P, s: Scalar, a: Reg) -> Reg {
        let minus = self.unary(crate::tree::UnaryOp::Neg, s, a);
        self.select_one(cond, minus, a)
    }

    /// Both predicates.
    pub(super) fn also(&mut self, a: P, b: P) -> P {
        let dst = self.out.fresh(RegisterKind::P).p();
        self.out.emit(Ins::Pred {
            op: PredOp::And,
            dst,
            a,
            b,
        });
        dst
    }
}

fn atom(op: AtomicOp, s: Scalar) -> AtomOp {
    let signed = s.is_signed();
    match op {
        AtomicOp::Add | AtomicOp::Sub if s.is_float() => AtomOp::FAdd,
        AtomicOp::Add | AtomicOp::Sub => AtomOp::Add,
        AtomicOp::Min if signed => AtomOp::MinS,
        AtomicOp::Min => AtomOp::MinU,
        AtomicOp::Max if signed => AtomOp::MaxS,
        AtomicOp::Max => AtomOp::MaxU,
        AtomicOp::And => AtomOp::And,
        AtomicOp::Or => AtomOp::Or,
        AtomicOp::Xor => AtomOp::Xor,
        AtomicOp::Exch => AtomOp::Exch,
        AtomicOp::Cas => AtomOp::Cas,
        AtomicOp::Inc => AtomOp::Inc,
        AtomicOp::Dec => AtomOp::Dec,
    }
}
