//! The text form of the instructions, for tests and for the curious.
//!
//! A [`Code`] goes in, one line an instruction comes out: its number, its source line, and itself, indented by the
//! constructs that are open. Registers are `r3`, `d3`, `p3`. Nothing reads this form back.

use super::{Code, D, Ins, Kernel, Module, P, R};
use std::fmt::{self, Debug, Formatter, Write};

impl Debug for R {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl Debug for D {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

impl Debug for P {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// A whole module.
pub fn module(module: &Module) -> String {
    let kernels = module.kernels.iter().map(kernel);
    let functions = module
        .functions
        .iter()
        .map(|f| format!("function {}\n{}", f.name, code(&f.code)));
    kernels.chain(functions).collect()
}

/// A kernel with its parameters.
pub fn kernel(kernel: &Kernel) -> String {
    let params = kernel.signature.params.iter().zip(&kernel.params);
    let params: Vec<String> = params
        .map(|(p, reg)| format!("{} {} in {reg:?}", p.ty, p.name))
        .collect();
    let head = format!("kernel {}({})\n", kernel.signature.name, params.join(", "));
    head + &code(&kernel.code)
}

/// A body: constants, then instructions.
pub fn code(code: &Code) -> String {
    let mut out = String::new();
    for (r, v) in &code.consts32 {
        let _ = writeln!(out, "           {r:?} = {v:#x}");
    }
    for (d, v) in &code.consts64 {
        let _ = writeln!(out, "           {d:?} = {v:#x}");
    }
    let mut depth = 0usize;
    for (pc, ins) in code.ins.iter().enumerate() {
        let closes = matches!(
            ins,
            Ins::Else { .. } | Ins::EndIf | Ins::EndBlock | Ins::LoopStep | Ins::EndLoop
        );
        let opens = matches!(
            ins,
            Ins::If { .. }
                | Ins::Else { .. }
                | Ins::Block { .. }
                | Ins::Loop { .. }
                | Ins::LoopStep
        );
        depth = depth.saturating_sub(closes as usize);
        let line = code.at.get(pc).map_or(0, |at| at.line);
        let _ = writeln!(
            out,
            "{pc:5} {line:4}  {:indent$}{ins:?}",
            "",
            indent = 2 * depth
        );
        depth += opens as usize;
    }
    out
}
