//! The rules that an `ir::Module` must keep, and the witness that it keeps them: only a [`Verified`] can run.
//!
//! In: a module and its source; out: the witness, or the first [`Violation`], which is a fault of this crate and never
//! of the program. The machine leans on every rule below without checking it again:
//!
//! 1. Code ends with `Return`, has one place in the source an instruction, and the places lie inside the text.
//! 2. Every register exists: its number is below the code's count of its kind, rows of registers included.
//! 3. No instruction writes a register that holds a constant.
//! 4. Frames nest: each `If`, `Block` and `Loop` has its end, and its targets name its own `Else`, `LoopStep` and end.
//! 5. A `LoopTest` and the one `LoopStep` stand directly inside their loop; jumps lead to frames that take them, and
//!    no `Continue` comes after the `LoopStep` that it would lead to.
//! 6. Vectors have 1, 2 or 4 elements (64-bit ones 1 or 2).
//! 7. Messages, calls, shared, local and global variables that instructions name exist; calls fit their callee.
//! 8. Parameters arrive in registers of their kind, as many as the signature has.
//! 9. Initial bytes are as long as their variable, alignments are powers of two.
//! 10. What is told about variables names registers, memory and code that exist.

use crate::Elem;
use crate::operands::{Operand, operands};
use crate::{CallSite, Code, CodeRef, Ins, Kernel, Module, ParamKind, ParamReg, VarPlace};
use cuda_source::source::Source;
use std::collections::HashSet;

/// A module that keeps the rules. Made by [`verify`] alone.
#[derive(Clone, Debug)]
pub struct Verified(Module);

impl std::ops::Deref for Verified {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.0
    }
}

/// A rule that a module breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The kernel or function, or what else.
    pub part: String,
    /// The instruction, where it is one.
    pub pc: Option<usize>,
    /// What is wrong with it.
    pub rule: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.pc {
            Some(pc) => write!(f, "`{}` at {pc}: {}", self.part, self.rule),
            None => write!(f, "`{}`: {}", self.part, self.rule),
        }
    }
}

/// Checks every rule.
pub fn verify(module: Module, source: &Source) -> Result<Verified, Violation> {
    for kernel in &module.kernels {
        let part = Part {
            module: &module,
            name: &kernel.signature.name,
            shared: kernel.shared.len(),
            host: false,
            source,
        };
        part.code(&kernel.code)?;
        part.parameters(kernel)?;
        for shared in &kernel.shared {
            part.need(
                shared.align.is_power_of_two(),
                "a shared variable's alignment is no power of two",
            )?;
        }
    }
    for function in &module.functions {
        let part = Part {
            module: &module,
            name: &function.name,
            shared: 0,
            host: function.host,
            source,
        };
        part.code(&function.code)?;
    }
    for global in &module.globals {
        let part = Part {
            module: &module,
            name: &global.name,
            shared: 0,
            host: false,
            source,
        };
        let fits = global
            .init
            .as_ref()
            .is_none_or(|bytes| bytes.len() as u64 == global.bytes);
        part.need(fits, "initial bytes of another length than the variable")?;
        let inside = global.addresses.iter().all(|(at, to, _)| {
            at.checked_add(8).is_some_and(|end| end <= global.bytes)
                && (to.0 as usize) < module.globals.len()
        });
        part.need(inside, "an address outside its variable, or of none")?;
    }
    entries(&module, source)?;
    Ok(Verified(module))
}

/// Entries name host functions that exist, and registers of theirs.
fn entries(module: &Module, source: &Source) -> Checked {
    for entry in &module.entries {
        let part = Part {
            module,
            name: &entry.signature.name,
            shared: 0,
            host: true,
            source,
        };
        let Some(function) = module.functions.get(entry.func.0 as usize) else {
            return part.fail(None, "an entry that is no function");
        };
        let regs = entry
            .params
            .iter()
            .chain(entry.result.as_ref().map(|(reg, _)| reg));
        part.need(
            entry.params.len() == entry.signature.params.len(),
            "an entry whose parameters and registers differ in number",
        )?;
        for reg in regs {
            part.need(
                exists(&function.code, reg),
                "an entry's register that does not exist",
            )?;
        }
    }
    Ok(())
}

type Checked = Result<(), Violation>;

/// The numbers of the registers that hold constants, 32 and 64 bits.
type Held = [HashSet<u16>; 2];

/// A kernel or function under examination.
struct Part<'m> {
    module: &'m Module,
    name: &'m str,
    shared: usize,
    /// Whether it is host code.
    host: bool,
    source: &'m Source,
}

/// Whether a register exists.
fn exists(code: &Code, reg: &ParamReg) -> bool {
    let [r, d, p] = code.registers;
    match reg {
        ParamReg::R(reg) => reg.0 < r,
        ParamReg::D(reg) => reg.0 < d,
        ParamReg::P(reg) => reg.0 < p,
    }
}

/// Whether the caller's side of a call names registers that exist.
fn passes(code: &Code, site: &CallSite) -> bool {
    let [r, d, p] = code.registers;
    site.args32.iter().all(|(_, from)| from.0 < r)
        && site.args64.iter().all(|(_, from)| from.0 < d)
        && site.args_p.iter().all(|(_, from)| from.0 < p)
        && site.results32.iter().all(|(to, _)| to.0 < r)
        && site.results64.iter().all(|(to, _)| to.0 < d)
        && site.results_p.iter().all(|(to, _)| to.0 < p)
}

/// An open construct.
enum Frame {
    If {
        other: usize,
        end: Option<usize>,
    },
    Block {
        end: usize,
    },
    Loop {
        step: usize,
        end: usize,
        stepped: bool,
    },
}

impl Part<'_> {
    fn fail(&self, pc: Option<usize>, rule: impl Into<String>) -> Checked {
        Err(Violation {
            part: self.name.to_string(),
            pc,
            rule: rule.into(),
        })
    }

    fn need(&self, holds: bool, rule: &str) -> Checked {
        if holds { Ok(()) } else { self.fail(None, rule) }
    }

    fn at(&self, holds: bool, pc: usize, rule: &str) -> Checked {
        if holds {
            Ok(())
        } else {
            self.fail(Some(pc), rule)
        }
    }

    fn code(&self, code: &Code) -> Checked {
        self.need(
            matches!(code.ins.last(), Some(Ins::Return)),
            "the code does not end with `Return`",
        )?;
        self.need(
            code.ins.len() == code.at.len(),
            "places and instructions differ in number",
        )?;
        let most = crate::MAX_REGISTERS;
        self.need(
            code.registers.iter().all(|n| *n <= most),
            "more registers than the machine has",
        )?;
        for (pc, at) in code.at.iter().enumerate() {
            let inside = self.source.covers(at.span) && at.line >= 1;
            self.at(inside, pc, "the place is outside the source")?;
        }
        self.constants(code)?;
        let held: Held = [
            code.consts32.iter().map(|(reg, _)| reg.0).collect(),
            code.consts64.iter().map(|(reg, _)| reg.0).collect(),
        ];
        for (pc, ins) in code.ins.iter().enumerate() {
            self.registers(code, &held, pc, ins)?;
            self.names(code, pc, ins)?;
        }
        self.frames(code)?;
        for local in &code.locals {
            let fits = local.align.is_power_of_two() && local.align <= 16;
            self.need(
                fits,
                "a local variable's alignment is no power of two up to 16",
            )?;
        }
        self.variables(code)
    }

    fn constants(&self, code: &Code) -> Checked {
        let [r, d, _] = code.registers;
        self.need(
            code.consts32.iter().all(|(reg, _)| reg.0 < r),
            "a 32-bit constant without a register",
        )?;
        self.need(
            code.consts64.iter().all(|(reg, _)| reg.0 < d),
            "a 64-bit constant without a register",
        )
    }

    fn registers(&self, code: &Code, held: &Held, pc: usize, ins: &Ins) -> Checked {
        let mut wrong = None;
        let mut copy = *ins;
        operands(&mut copy, &mut |operand| {
            let (kind, first, count, written) = match operand {
                Operand::R {
                    reg,
                    count,
                    written,
                } => (0, reg.0, count, written),
                Operand::D {
                    reg,
                    count,
                    written,
                } => (1, reg.0, count, written),
                Operand::P { reg, written } => (2, reg.0, 1, written),
            };
            let row = u32::from(first)..u32::from(first) + u32::from(count);
            if row.end > u32::from(code.registers[kind]) {
                wrong = Some("a register that does not exist");
            } else if written
                && kind < 2
                && row.into_iter().any(|n| held[kind].contains(&(n as u16)))
            {
                wrong = Some("a constant's register is written");
            }
        });
        match wrong {
            Some(rule) => self.fail(Some(pc), format!("{rule} in {ins:?}")),
            None => Ok(()),
        }
    }

    fn names(&self, code: &Code, pc: usize, ins: &Ins) -> Checked {
        match ins {
            Ins::Ld { ty, n, .. } | Ins::St { ty, n, .. } => self.at(
                n.is_power_of_two() && u32::from(*n) * ty.bytes() <= 16,
                pc,
                "a vector of a wrong length",
            ),
            Ins::Ld64 { n, .. } | Ins::St64 { n, .. } => {
                self.at(matches!(n, 1 | 2), pc, "a vector of a wrong length")
            }
            Ins::SharedAddr { var, .. } => self.at(
                usize::from(var.0) < self.shared,
                pc,
                "no such shared variable",
            ),
            Ins::LocalAddr { var, .. } => self.at(
                usize::from(var.0) < code.locals.len(),
                pc,
                "no such local variable",
            ),
            Ins::GlobalAddr { var, .. } => self.at(
                (var.0 as usize) < self.module.globals.len(),
                pc,
                "no such global variable",
            ),
            Ins::Trap { message } => self.at(
                (*message as usize) < code.messages.len(),
                pc,
                "no such message",
            ),
            Ins::CallPointer { site, .. } => match code.calls.get(*site as usize) {
                Some(site) => self.at(
                    passes(code, site),
                    pc,
                    "a call passes registers that do not exist",
                ),
                None => self.fail(Some(pc), "no such call"),
            },
            Ins::Sys { site } => match code.sys.get(*site as usize) {
                Some(site) if !self.host && !site.what.serves_device() => {
                    self.fail(Some(pc), "a system call in device code")
                }
                Some(site) => {
                    let args = site.args.iter().map(|(reg, _)| reg);
                    self.at(
                        args.chain(&site.results).all(|reg| exists(code, reg)),
                        pc,
                        "a system call passes registers that do not exist",
                    )
                }
                None => self.fail(Some(pc), "no such system call"),
            },
            Ins::Print { site } => match code.prints.get(*site as usize) {
                Some(site) => {
                    let format = ParamReg::D(site.format);
                    let dst = ParamReg::R(site.dst);
                    let args = site.args.iter().map(|(reg, _)| reg);
                    self.at(
                        args.chain([&format, &dst]).all(|reg| exists(code, reg)),
                        pc,
                        "a print passes registers that do not exist",
                    )
                }
                None => self.fail(Some(pc), "no such print"),
            },
            Ins::FuncAddr { func, .. } => {
                let there = match func {
                    CodeRef::Function(f) => (f.0 as usize) < self.module.functions.len(),
                    CodeRef::Kernel(k) => (*k as usize) < self.module.kernels.len(),
                };
                self.at(there, pc, "the address of no function")
            }
            Ins::Call { site } => match code.calls.get(*site as usize) {
                Some(site) => self.call(code, pc, site),
                None => self.fail(Some(pc), "no such call"),
            },
            Ins::Special { what, .. } => {
                use crate::op::Special::{Ctaid, Nctaid, Ntid, Tid};
                let axis = match what {
                    Tid(axis) | Ctaid(axis) | Ntid(axis) | Nctaid(axis) => *axis,
                    _ => 0,
                };
                self.at(axis < 3, pc, "no such axis")
            }
            _ => Ok(()),
        }
    }

    fn call(&self, code: &Code, pc: usize, site: &CallSite) -> Checked {
        let callee = site
            .func
            .and_then(|f| self.module.functions.get(f.0 as usize));
        let Some(callee) = callee else {
            return self.fail(Some(pc), "a call of no function");
        };
        self.at(self.host || !callee.host, pc, "device code calls host code")?;
        let (ours, theirs) = (code.registers, callee.code.registers);
        let constant32 = |r| code.consts32.iter().any(|(c, _)| *c == r);
        let constant64 = |d| code.consts64.iter().any(|(c, _)| *c == d);
        let fits = site
            .args32
            .iter()
            .all(|(to, from)| to.0 < theirs[0] && from.0 < ours[0])
            && site
                .args64
                .iter()
                .all(|(to, from)| to.0 < theirs[1] && from.0 < ours[1])
            && site
                .args_p
                .iter()
                .all(|(to, from)| to.0 < theirs[2] && from.0 < ours[2])
            && site
                .results32
                .iter()
                .all(|(to, from)| to.0 < ours[0] && from.0 < theirs[0] && !constant32(*to))
            && site
                .results64
                .iter()
                .all(|(to, from)| to.0 < ours[1] && from.0 < theirs[1] && !constant64(*to))
            && site
                .results_p
                .iter()
                .all(|(to, from)| to.0 < ours[2] && from.0 < theirs[2]);
        self.at(fits, pc, "a call passes registers that do not exist")
    }

    fn frames(&self, code: &Code) -> Checked {
        let mut open: Vec<Frame> = Vec::new();
        for (pc, ins) in code.ins.iter().enumerate() {
            match ins {
                Ins::If { other, .. } => open.push(Frame::If {
                    other: *other as usize,
                    end: None,
                }),
                Ins::Block { end } => open.push(Frame::Block { end: *end as usize }),
                Ins::Loop { step, end } => {
                    open.push(Frame::Loop {
                        step: *step as usize,
                        end: *end as usize,
                        stepped: false,
                    });
                }
                Ins::Else { end: target } => match open.last_mut() {
                    Some(Frame::If {
                        other,
                        end: end @ None,
                    }) if *other == pc => *end = Some(*target as usize),
                    _ => return self.fail(Some(pc), "`Else` without its `If`"),
                },
                Ins::EndIf => match open.pop() {
                    Some(Frame::If { other, end }) if end.unwrap_or(other) == pc => {}
                    _ => return self.fail(Some(pc), "`EndIf` without its `If`"),
                },
                Ins::EndBlock => match open.pop() {
                    Some(Frame::Block { end }) if end == pc => {}
                    _ => return self.fail(Some(pc), "`EndBlock` without its `Block`"),
                },
                Ins::LoopStep => match open.last_mut() {
                    Some(Frame::Loop {
                        step,
                        stepped: stepped @ false,
                        ..
                    }) if *step == pc => *stepped = true,
                    _ => return self.fail(Some(pc), "`LoopStep` not directly inside its loop"),
                },
                Ins::EndLoop => match open.pop() {
                    Some(Frame::Loop {
                        end, stepped: true, ..
                    }) if end == pc => {}
                    _ => return self.fail(Some(pc), "`EndLoop` without its `Loop`"),
                },
                Ins::LoopTest { .. } => {
                    let inside = matches!(open.last(), Some(Frame::Loop { .. }));
                    self.at(inside, pc, "`LoopTest` not directly inside a loop")?;
                }
                Ins::Leave { levels } => {
                    let to = open.iter().rev().nth(usize::from(*levels));
                    let takes = matches!(to, Some(Frame::Loop { .. } | Frame::Block { .. }));
                    self.at(takes, pc, "`Leave` of no loop or block")?;
                }
                Ins::Continue { levels } => {
                    let to = open.iter().rev().nth(usize::from(*levels));
                    let takes = matches!(to, Some(Frame::Loop { stepped: false, .. }));
                    self.at(takes, pc, "`Continue` of no loop")?;
                }
                _ => {}
            }
        }
        self.need(open.is_empty(), "a construct has no end")
    }

    fn variables(&self, code: &Code) -> Checked {
        let [r, d, p] = code.registers;
        for variable in &code.variables {
            let exists = match variable.place {
                VarPlace::R(reg) => reg.0 < r,
                VarPlace::D(reg) => reg.0 < d,
                VarPlace::P(reg) => reg.0 < p,
                VarPlace::Local(id) => usize::from(id.0) < code.locals.len(),
            };
            let inside = variable.from <= variable.to && variable.to as usize <= code.ins.len();
            self.need(exists && inside, "a variable that is nowhere")?;
        }
        let known = code.variables.len();
        let named = code.mentions.iter().all(|(_, k)| (*k as usize) < known);
        self.need(
            named && code.mentions.is_sorted(),
            "a line mentions no variable",
        )
    }

    fn parameters(&self, kernel: &Kernel) -> Checked {
        let [r, d, p] = kernel.code.registers;
        self.need(
            kernel.params.len() == kernel.signature.params.len(),
            "parameters differ in number",
        )?;
        for (reg, param) in kernel.params.iter().zip(&kernel.signature.params) {
            let bytes = match param.kind {
                ParamKind::Scalar(elem) => elem.bytes(),
                ParamKind::Pointer(_) => 8,
            };
            let fits = match reg {
                ParamReg::R(reg) => reg.0 < r && bytes <= 4,
                ParamReg::D(reg) => reg.0 < d && bytes == 8,
                ParamReg::P(reg) => reg.0 < p && param.kind == ParamKind::Scalar(Elem::Bool),
            };
            self.need(fits, "a parameter arrives in a register of another kind")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::{Bin32, MemTy};
    use crate::{At, D, P, R, Signature};
    use cuda_source::source::Span;

    fn kernel(ins: Vec<Ins>) -> Module {
        let at = At {
            library: false,
            padding: 0,
            part: false,
            upper: false,
            caller: 0,
            span: Span::new(0, 1),
            line: 1,
            column: 1,
        };
        let code = Code {
            at: vec![at; ins.len()],
            ins,
            registers: [4, 2, 1],
            consts32: vec![(R(3), 7)],
            ..Code::default()
        };
        let signature = Signature {
            name: "k".into(),
            params: Vec::new(),
            span: Span::default(),
        };
        let kernel = Kernel {
            signature,
            params: Vec::new(),
            code,
            shared: Vec::new(),
            max_threads: None,
        };
        Module {
            kernels: vec![kernel],
            ..Module::default()
        }
    }

    fn broken(ins: Vec<Ins>) -> String {
        let source = Source::new("k.cu", "text");
        verify(kernel(ins), &source).map_or_else(|v| v.rule, |_| String::new())
    }

    #[test]
    fn what_keeps_the_rules_is_let_through() {
        let cond = P(0);
        let ins = vec![
            Ins::Block { end: 10 },
            Ins::Loop { step: 7, end: 9 },
            Ins::LoopTest { cond },
            Ins::If { cond, other: 5 },
            Ins::Leave { levels: 2 },
            Ins::Else { end: 6 },
            Ins::EndIf,
            Ins::LoopStep,
            Ins::Bin32 {
                op: Bin32::Add,
                dst: R(0),
                a: R(0),
                b: R(3),
            },
            Ins::EndLoop,
            Ins::EndBlock,
            Ins::Return,
        ];
        assert_eq!(broken(ins), "");
    }

    #[test]
    fn each_broken_rule_is_named() {
        let cond = P(0);
        let (d, r) = (D(0), R(0));
        let ld = |n, dst| Ins::Ld {
            ty: MemTy::B32,
            n,
            volatile: false,
            dst,
            addr: d,
            offset: 0,
        };
        for (ins, rule) in [
            (vec![Ins::Bar], "does not end"),
            (
                vec![Ins::Mov { dst: R(4), a: r }, Ins::Return],
                "does not exist",
            ),
            (vec![ld(4, R(1)), Ins::Return], "does not exist"),
            (vec![ld(3, r), Ins::Return], "wrong length"),
            (
                vec![Ins::Mov { dst: R(3), a: r }, Ins::Return],
                "constant's register",
            ),
            (
                vec![Ins::If { cond, other: 2 }, Ins::EndIf, Ins::Return],
                "`EndIf` without",
            ),
            (vec![Ins::If { cond, other: 1 }, Ins::Return], "no end"),
            (
                vec![
                    Ins::Loop { step: 1, end: 2 },
                    Ins::Bar,
                    Ins::EndLoop,
                    Ins::Return,
                ],
                "`EndLoop` without",
            ),
            (vec![Ins::LoopTest { cond }, Ins::Return], "inside a loop"),
            (vec![Ins::Leave { levels: 0 }, Ins::Return], "`Leave` of no"),
            (
                vec![
                    Ins::Block { end: 2 },
                    Ins::Continue { levels: 0 },
                    Ins::EndBlock,
                    Ins::Return,
                ],
                "`Continue` of no",
            ),
            (
                vec![Ins::Trap { message: 0 }, Ins::Return],
                "no such message",
            ),
            (vec![Ins::Call { site: 0 }, Ins::Return], "no such call"),
            (
                vec![
                    Ins::SharedAddr {
                        dst: d,
                        var: crate::SharedId(0),
                    },
                    Ins::Return,
                ],
                "no such shared",
            ),
        ] {
            let said = broken(ins);
            assert!(said.contains(rule), "{rule:?} in {said:?}");
        }
    }
}
