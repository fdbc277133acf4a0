//! A function's code for one lane: flat operations with resolved jumps.
//!
//! A [`Code`] goes in, a [`Flat`] comes out, once a function. The rule: with one lane every construct is a plain jump, so
//! frames and masks are gone; all registers are slots of one array, `r` first, then `d`, then `p`; what only a kernel
//! can do is one operation that says so. `exec` runs it.

use super::loop_vectorizer::plan;
use super::op::{Flat, FlatCall, Op, Slot};
use super::shorten::shorten;
use cuda_ir::op::Cmp32;
use cuda_ir::sys::SysFn;
use cuda_ir::{CallSite, Code, D, Function, Ins, P, Pc, R};

/// An open construct.
enum Frame {
    If,
    Block { end: Pc },
    Loop { head: Pc, step: Pc, end: Pc },
}

pub(super) struct Decoder<'c> {
    code: &'c Code,
    pub out: Flat,
    frames: Vec<Frame>,
    /// For each instruction the first operation at or after it.
    places: Vec<Pc>,
}

/// Decodes a function.
pub(super) fn decode(function: &Function) -> Flat {
    let code = &function.code;
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
            has_locals: !code.locals.is_empty(),
            local_bytes: code.locals.iter().map(|v| room(v.bytes)).sum(),
            ..Flat::default()
        },
        frames: Vec::new(),
        places: Vec::with_capacity(code.ins.len() + 1),
    };
    decoder.out.calls = code.calls.iter().map(|site| decoder.call(site)).collect();
    decoder.body();
    let mut flat = decoder.out;
    plan(&mut flat, function);
    shorten(&mut flat, function);
    flat
}

/// What a variable takes on the stack.
pub(super) fn room(bytes: u64) -> usize {
    usize::try_from(bytes)
        .unwrap_or(usize::MAX / 2)
        .min(1 << 30)
        .next_multiple_of(16)
}

impl Decoder<'_> {
    pub fn r(&self, reg: R) -> Slot {
        reg.0
    }

    pub fn d(&self, reg: D) -> Slot {
        self.out.base[1] + reg.0
    }

    pub fn p(&self, reg: P) -> Slot {
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
            op.target().into_iter().for_each(resolve);
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

    /// Two instructions that are one operation: a comparison and the branch on it.
    fn fused(&self, ins: &Ins, next: &Ins) -> Option<Op> {
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
                Some(Op::Strip { strip: u32::MAX })
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
            Ins::Sys { site } => Some(self.system(site)),
            Ins::Print { site } => Some(Op::Print { site }),
            Ins::Trap { message } => Some(Op::Trap { message }),
            Ins::SyncWarp { .. } | Ins::Fence { .. } => None,
            _ => return None,
        })
    }

    fn system(&self, site: u32) -> Op {
        match self.code.sys.get(site as usize) {
            Some(sys) if sys.what == SysFn::Rand && sys.results.len() == 1 => Op::Rand {
                d: self.out.slot(sys.results[0]),
            },
            _ => Op::Sys { site },
        }
    }

    fn outward(&self, levels: u16) -> Option<&Frame> {
        self.frames.iter().rev().nth(levels as usize)
    }
}
