//! A function's code for one lane: flat operations with resolved jumps.
//!
//! A [`Code`] goes in, a [`Flat`] comes out, once a function. The rule: with one lane every construct is a plain jump, so
//! frames and masks are gone; all registers are slots of one array, `r` first, then `d`, then `p`; what only a kernel
//! can do is one operation that says so. `exec` runs it.

use crate::ir::intrinsic::Intrinsic;
use crate::ir::op::{
    Bin32, Bin64, Class, Cmp32, Count64, Cvt32, Cvt64, MathFn, MemTy, Narrow, PredOp, Un32, Un64,
    Widen,
};
use crate::ir::{CallSite, Code, D, Ins, P, ParamReg, Pc, R};

/// A register's place in a frame.
pub(super) type Slot = u16;

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Mov {
        d: Slot,
        a: Slot,
    },
    Const {
        d: Slot,
        value: u32,
    },
    // ---- the commonest operations, each by itself ----
    Add32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Sub32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mad {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    FAdd32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Fma32 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Add64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FAdd64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Fma64 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    IndexS {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    IndexU {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    Sext {
        d: Slot,
        a: Slot,
    },
    JumpUnlessLtS {
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    JumpUnless32 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    JumpUnless64 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    Ld32 {
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    St32 {
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Ld64 {
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    St64 {
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    /// `at = base + index * scale`, then a load of a word from there.
    LdAt {
        d: Slot,
        at: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    /// The same with a store.
    StAt {
        s: Slot,
        at: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    // ---- the rest by family ----
    Bin32 {
        op: Bin32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Bin64 {
        op: Bin64,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Un32 {
        op: Un32,
        d: Slot,
        a: Slot,
    },
    Un64 {
        op: Un64,
        d: Slot,
        a: Slot,
    },
    Math32 {
        f: MathFn,
        d: Slot,
        a: Slot,
    },
    Math64 {
        f: MathFn,
        d: Slot,
        a: Slot,
    },
    Count64 {
        op: Count64,
        d: Slot,
        a: Slot,
    },
    Cvt32 {
        op: Cvt32,
        d: Slot,
        a: Slot,
    },
    Widen {
        op: Widen,
        d: Slot,
        a: Slot,
    },
    Narrow {
        op: Narrow,
        d: Slot,
        a: Slot,
    },
    Cvt64 {
        op: Cvt64,
        d: Slot,
        a: Slot,
    },
    Intrinsic32 {
        op: Intrinsic,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Intrinsic64 {
        op: Intrinsic,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Pack {
        d: Slot,
        lo: Slot,
        hi: Slot,
    },
    Cmp32 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Cmp64 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Class32 {
        class: Class,
        d: Slot,
        a: Slot,
    },
    Class64 {
        class: Class,
        d: Slot,
        a: Slot,
    },
    Pred {
        op: PredOp,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Not {
        d: Slot,
        a: Slot,
    },
    Truth {
        d: Slot,
        a: Slot,
    },
    Select {
        d: Slot,
        cond: Slot,
        a: Slot,
        b: Slot,
    },
    Load {
        ty: MemTy,
        n: u8,
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    Store {
        ty: MemTy,
        n: u8,
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Load64 {
        n: u8,
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    Store64 {
        n: u8,
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Local {
        d: Slot,
        var: u16,
    },
    /// The address in [`Flat::wide`].
    Wide {
        d: Slot,
        index: u32,
    },
    Global {
        d: Slot,
        var: u32,
    },
    // ---- control ----
    Jump {
        to: Pc,
    },
    /// A loop goes back: looks at the fuel.
    Back {
        to: Pc,
    },
    JumpUnless {
        cond: Slot,
        to: Pc,
    },
    Call {
        site: u32,
    },
    CallPointer {
        site: u32,
        target: Slot,
    },
    Return,
    Sys {
        site: u32,
    },
    Print {
        site: u32,
    },
    Trap {
        message: u32,
    },
    /// What only a kernel can do.
    Kernel,
}

/// A function for one lane.
#[derive(Debug, Default)]
pub(super) struct Flat {
    pub ops: Vec<Op>,
    /// The instruction that each operation comes from.
    pub from: Vec<Pc>,
    /// What a frame's slots hold on entry.
    pub entry: Vec<u64>,
    /// Where `d` and `p` begin among the slots.
    pub base: [Slot; 3],
    /// 64-bit constants that operations name.
    pub wide: Vec<u64>,
    /// Calls, in order of [`Code::calls`].
    pub calls: Vec<FlatCall>,
    /// Bytes of local variables, each rounded up.
    pub local_bytes: usize,
}

/// A call: the callee's register by kind and number, and the caller's slot.
#[derive(Debug, Default)]
pub(super) struct FlatCall {
    pub func: Option<u32>,
    pub args: Vec<(u8, u16, Slot)>,
    pub results: Vec<(u8, u16, Slot)>,
}

impl Flat {
    /// The slot of a parameter, result or argument.
    pub fn slot(&self, reg: ParamReg) -> Slot {
        match reg {
            ParamReg::R(r) => r.0,
            ParamReg::D(d) => self.base[1] + d.0,
            ParamReg::P(p) => self.base[2] + p.0,
        }
    }
}

/// An open construct.
enum Frame {
    If,
    Block { end: Pc },
    Loop { head: Pc, step: Pc, end: Pc },
}

struct Decoder<'c> {
    code: &'c Code,
    out: Flat,
    frames: Vec<Frame>,
    /// For each instruction the first operation at or after it.
    places: Vec<Pc>,
}

/// Decodes a function.
pub(super) fn decode(code: &Code) -> Flat {
    let [r, d, p] = code.registers;
    let mut entry = vec![0; r as usize + d as usize + p as usize];
    for (reg, value) in &code.consts32 {
        if let Some(slot) = entry.get_mut(reg.0 as usize) {
            *slot = *value as u64;
        }
    }
    for (reg, value) in &code.consts64 {
        if let Some(slot) = entry.get_mut((r + reg.0) as usize) {
            *slot = *value;
        }
    }
    let mut decoder = Decoder {
        code,
        out: Flat {
            entry,
            base: [0, r, r + d],
            local_bytes: code.locals.iter().map(|v| room(v.bytes)).sum(),
            ..Flat::default()
        },
        frames: Vec::new(),
        places: Vec::with_capacity(code.ins.len() + 1),
    };
    decoder.out.calls = code.calls.iter().map(|site| decoder.call(site)).collect();
    decoder.body();
    decoder.out
}

/// What a variable takes on the stack.
pub(super) fn room(bytes: u64) -> usize {
    usize::try_from(bytes)
        .unwrap_or(usize::MAX / 2)
        .min(1 << 40)
        .next_multiple_of(16)
}

impl Decoder<'_> {
    fn r(&self, reg: R) -> Slot {
        reg.0
    }

    fn d(&self, reg: D) -> Slot {
        self.out.base[1] + reg.0
    }

    fn p(&self, reg: P) -> Slot {
        self.out.base[2] + reg.0
    }

    fn call(&self, site: &CallSite) -> FlatCall {
        let mut out = FlatCall {
            func: site.func.map(|f| f.0),
            ..FlatCall::default()
        };
        out.args.extend(
            site.args32
                .iter()
                .map(|(to, from)| (0, to.0, self.r(*from))),
        );
        out.args.extend(
            site.args64
                .iter()
                .map(|(to, from)| (1, to.0, self.d(*from))),
        );
        out.args.extend(
            site.args_p
                .iter()
                .map(|(to, from)| (2, to.0, self.p(*from))),
        );
        out.results.extend(
            site.results32
                .iter()
                .map(|(to, from)| (0, from.0, self.r(*to))),
        );
        out.results.extend(
            site.results64
                .iter()
                .map(|(to, from)| (1, from.0, self.d(*to))),
        );
        out.results.extend(
            site.results_p
                .iter()
                .map(|(to, from)| (2, from.0, self.p(*to))),
        );
        out
    }

    fn body(&mut self) {
        let mut pc = 0;
        while let Some(ins) = self.code.ins.get(pc) {
            self.places.push(self.out.ops.len() as Pc);
            let next = self.code.ins.get(pc + 1);
            if let Some(op) = next.and_then(|next| self.fused(ins, next)) {
                self.out.ops.push(op);
                self.out.from.push(pc as Pc);
                if matches!(next, Some(Ins::If { .. })) {
                    self.frames.push(Frame::If);
                }
                self.places.push(self.out.ops.len() as Pc);
                pc += 2;
                continue;
            }
            let op = match self.control(ins, pc as Pc) {
                Some(op) => op,
                None => Some(self.plain(ins)),
            };
            if let Some(op) = op {
                self.out.ops.push(op);
                self.out.from.push(pc as Pc);
            }
            pc += 1;
        }
        let end = self.out.ops.len() as Pc;
        let places = std::mem::take(&mut self.places);
        let resolve = |to: &mut Pc| *to = places.get(*to as usize).copied().unwrap_or(end);
        for op in &mut self.out.ops {
            match op {
                Op::Jump { to }
                | Op::Back { to }
                | Op::JumpUnless { to, .. }
                | Op::JumpUnlessLtS { to, .. }
                | Op::JumpUnless32 { to, .. }
                | Op::JumpUnless64 { to, .. } => resolve(to),
                _ => {}
            }
        }
        self.out.ops.push(Op::Return);
        self.out
            .from
            .push(self.code.ins.len().saturating_sub(1) as Pc);
    }

    /// Where the lane goes that an `If` or a `LoopTest` turns away.
    fn away(&self, ins: &Ins) -> Option<(P, Pc)> {
        match *ins {
            Ins::If { cond, other } => Some((cond, other + 1)),
            Ins::LoopTest { cond } => match self.frames.last() {
                Some(Frame::Loop { end, .. }) => Some((cond, end + 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Two instructions that are one operation: a comparison and the branch on it, an element's address and its access.
    fn fused(&self, ins: &Ins, next: &Ins) -> Option<Op> {
        if let Ins::Index {
            dst,
            base,
            index,
            scale,
            signed: true,
        } = *ins
        {
            return self.element(next, dst, (base, index, scale));
        }
        let (cond, to) = self.away(next)?;
        match *ins {
            Ins::Cmp32 { op, dst, a, b } if dst == cond => {
                let (d, a, b) = (self.p(dst), self.r(a), self.r(b));
                Some(match op {
                    Cmp32::LtS => Op::JumpUnlessLtS { d, a, b, to },
                    op => Op::JumpUnless32 { op, d, a, b, to },
                })
            }
            Ins::Cmp64 { op, dst, a, b } if dst == cond => {
                let (d, a, b) = (self.p(dst), self.d(a), self.d(b));
                Some(Op::JumpUnless64 { op, d, a, b, to })
            }
            _ => None,
        }
    }

    /// An access to the word at an address that was just computed.
    fn element(&self, access: &Ins, address: D, (base, index, scale): (D, R, u32)) -> Option<Op> {
        let (at, base, index) = (self.d(address), self.d(base), self.r(index));
        match *access {
            Ins::Ld {
                ty: MemTy::B32,
                n: 1,
                dst,
                addr,
                offset: 0,
                ..
            } if addr == address => Some(Op::LdAt {
                d: self.r(dst),
                at,
                base,
                index,
                scale,
            }),
            Ins::St {
                ty: MemTy::B32,
                n: 1,
                src,
                addr,
                offset: 0,
                ..
            } if addr == address => Some(Op::StAt {
                s: self.r(src),
                at,
                base,
                index,
                scale,
            }),
            _ => None,
        }
    }

    /// Control: `Some(None)` is nothing to do, `None` is no control.
    fn control(&mut self, ins: &Ins, pc: Pc) -> Option<Option<Op>> {
        Some(match *ins {
            Ins::If { .. } | Ins::LoopTest { .. } => {
                let (cond, to) = self.away(ins)?;
                if matches!(ins, Ins::If { .. }) {
                    self.frames.push(Frame::If);
                }
                let cond = self.p(cond);
                Some(Op::JumpUnless { cond, to })
            }
            Ins::Else { end } => Some(Op::Jump { to: end + 1 }),
            Ins::EndIf | Ins::EndBlock => {
                self.frames.pop();
                None
            }
            Ins::Block { end } => {
                self.frames.push(Frame::Block { end });
                None
            }
            Ins::Loop { step, end } => {
                let head = pc + 1;
                self.frames.push(Frame::Loop { head, step, end });
                None
            }
            Ins::LoopStep => None,
            Ins::EndLoop => match self.frames.pop() {
                Some(Frame::Loop { head, .. }) => Some(Op::Back { to: head }),
                _ => None,
            },
            Ins::Leave { levels } => match self.outward(levels) {
                Some(Frame::Block { end } | Frame::Loop { end, .. }) => {
                    Some(Op::Jump { to: end + 1 })
                }
                _ => None,
            },
            Ins::Continue { levels } => match self.outward(levels) {
                Some(Frame::Loop { step, .. }) => Some(Op::Jump { to: step + 1 }),
                _ => None,
            },
            Ins::Return => Some(Op::Return),
            Ins::Call { site } => Some(Op::Call { site }),
            Ins::CallPointer { site, target } => {
                let target = self.d(target);
                Some(Op::CallPointer { site, target })
            }
            Ins::Sys { site } => Some(Op::Sys { site }),
            Ins::Print { site } => Some(Op::Print { site }),
            Ins::Trap { message } => Some(Op::Trap { message }),
            Ins::SyncWarp { .. } | Ins::Fence => None,
            _ => return None,
        })
    }

    fn outward(&self, levels: u16) -> Option<&Frame> {
        self.frames.iter().rev().nth(levels as usize)
    }

    /// What is no control.
    fn plain(&mut self, ins: &Ins) -> Op {
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
            op => Op::Bin32 { op, d, a, b },
        }
    }

    fn bin64(&self, op: Bin64, d: Slot, a: Slot, b: Slot) -> Op {
        match op {
            Bin64::Add => Op::Add64 { d, a, b },
            Bin64::FAdd => Op::FAdd64 { d, a, b },
            Bin64::FMul => Op::FMul64 { d, a, b },
            op => Op::Bin64 { op, d, a, b },
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
            Ins::LocalAddr { dst, var } => Op::Local {
                d: self.d(dst),
                var: var.0,
            },
            Ins::GlobalAddr { dst, var } => Op::Global {
                d: self.d(dst),
                var: var.0,
            },
            Ins::FuncAddr { dst, func } => {
                self.out.wide.push(crate::vm::pointer::code_pointer(func));
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
