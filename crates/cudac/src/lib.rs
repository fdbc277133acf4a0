//! CUDA C++ to the machine's instructions.
//!
//! ```text
//! Source ─lex▶ tokens ─pp▶ tokens ─parse▶ ast::Unit ─check▶ tree::Unit ─lower▶ ir::Module ─verify▶ Compiled
//! ```
//!
//! In: a text. Out: its code, or everything that is wrong with it; never neither. The rule: broken input is a value, so every stage gives a
//! result *and* diagnostics, and what is made of a text is counted, never timed (`check/budget.rs`).

// Nothing that a source says may end the process: what cannot be is a value.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

mod builtin;
pub mod check;
pub mod lower;
pub mod parse;
pub mod tree;
mod ty;

use cuda_ir::compiled::Compiled;
use cuda_ir::verify;
use cuda_source::diag::{Code, Diag, Diags};
use cuda_source::source::{Source, Span};

/// The stack that the deepest program takes to be compiled, in bytes, with room to spare: who compiles what strangers wrote
/// does so on a thread with so much. Deeper ones are refused (`check/budget.rs`); where there is less, as in a page, a program
/// that nests hundreds of classes or templates in each other may not fit.
pub const STACK_BYTES: usize = 256 << 20;

/// Compiles every kernel that is not a template.
pub fn compile(source: &Source) -> Result<Compiled, Diags> {
    compile_for(source, &[])
}

/// The same with instances of kernel templates by name, `k<256>` or `tile<16, float>`; other names are ignored here
/// and are found missing at the launch.
pub fn compile_for(source: &Source, wanted: &[&str]) -> Result<Compiled, Diags> {
    let instances: Vec<String> = wanted
        .iter()
        .filter(|name| name.contains('<'))
        .map(|name| name.to_string())
        .collect();
    let (unit, said) = front(source, &instances);
    let warnings = Diags::settle(said)?;
    let lowered = lower::lower(&unit, source).map_err(|refused| match Diags::settle(refused) {
        Err(diags) => diags,
        Ok(_) => Diags::one(Diag::error(
            Code::Internal,
            Span::at(0),
            "lowering failed without a reason",
        )),
    })?;
    let code = verify::verify(lowered, source).map_err(|violation| {
        let said = format!("this compiler made code that breaks its own rules: {violation}");
        Diags::one(Diag::error(Code::Internal, Span::at(0), said))
    })?;
    Ok(Compiled::new(source.clone(), warnings, code))
}

/// Text to tree, and everything that the stages said on the way.
fn front(source: &Source, wanted: &[String]) -> (tree::Unit, Vec<Diag>) {
    let (unit, mut said) = parse::parse(source);
    let (tree, more) = check::check(&unit, wanted);
    if !cuda_parse::pp::lacks_header(&said) {
        said.extend(more);
    }
    // A fault of ours may only follow from one of the program's.
    let ours = |diag: &Diag| diag.code == Code::Internal;
    if said.iter().any(|diag| diag.is_error() && !ours(diag)) {
        said.retain(|diag| !ours(diag));
    }
    (tree, said)
}
