//! CUDA C++ in; an exact, deterministic run of its warps and a report out.
//!
//! ```text
//! Source ─lex▶ tokens ─pp▶ tokens ─parse▶ ast::Unit ─check▶ tree::Unit ─lower▶ ir::Module ─verify▶ Verified
//! Verified + Launch + Memory ──vm──▶ Outcome          grid ▷ block ▷ warp ▷ one match
//!                              │ events, one a warp instruction
//!                              ▼
//!                         probes ──▶ Report{outcome, findings, counters}
//! Verified + Memory + World ──host──▶ ProgramReport   one thread, system calls, launches
//! ```
//!
//! # The machine
//!
//! **Lockstep.** A block's threads are cut into warps of 32 lanes by linear thread index (`x` fastest, then `y`, then
//! `z`); a last warp may be partial. A warp has one program counter: one instruction is executed for all active lanes
//! before the next is. Warps of a block go side by side, instruction by instruction where they can and in short turns where they
//! part, shortest after a barrier; blocks run one after the other in an order drawn from the caller's seed, or all together where a
//! grid waits for itself. Nothing else influences a run: the same module, memory, launch and options give the same report, bit for bit.
//!
//! **Masks and reconvergence.** A warp carries the set of its active lanes. `If` splits the set by a predicate and
//! runs one side, then the other; `EndIf` unites what is left of both. A loop runs as long as any lane stays in it;
//! a lane that broke out, continued, returned or left an inlined function waits at the end of the construct that it
//! left. So lanes part and meet only at the edges of structured constructs, and they always meet at the first edge
//! possible. A side that no lane takes is skipped. This is the stack-based model of GPUs before Volta.
//!
//! **Independent threads.** Where a program relies on what holds since Volta, that every thread makes progress, the warp comes apart
//! (`vm::apart`): at an exchange between lanes (`__syncwarp`, a shuffle, a vote) that waits for lanes which are elsewhere and may come to one,
//! in the other side of a branch for example; and in a loop that waits for memory, such as a lock, while lanes wait at its end. Its parts take turns, and are
//! one again where they are at one place. Nowhere else do lanes run ahead of each other.
//!
//! **Memory.** Global memory is the caller's named buffers; shared memory is one set of allocations a block; local
//! memory is one set a thread; constant memory is written before the launch. A pointer is 64 bits wide and knows its
//! space, its allocation and an offset into it, so that arithmetic never reaches another allocation: one element past
//! the end is out of bounds even where memory goes on. Every byte knows whether it was ever written. What a faulty
//! access does is defined: a bad read gives 0, a bad store is dropped, and the run goes on with a finding noted. Buffers
//! begin at multiples of 256 bytes, as a GPU's do: from a buffer's end to the next of them accesses are findings, too,
//! but there is memory, which begins as 0 and keeps what is stored; of a vector that reaches over the end the parts
//! inside are read and written.
//!
//! **Arithmetic.** IEEE 754, round to nearest even; `a * b + c` is fused within one expression as nvcc does by
//! default; conversions from floating point saturate; integers wrap; shifts by the width or more give what PTX says.
//!
//! **What is counted as a load.** What an optimising compiler would ask memory for: a second load of one address with
//! no store, barrier or meeting of lanes in between is left out; a small local array whose every index is a constant
//! once its loops are unrolled is in registers. A variable that may be read before it is written is in memory, where
//! the bytes know.
//!
//! **Not modelled.** Time, caches, occupancy, warp scheduling by latency, memory reordering (every store is seen by
//! all at once), independent thread scheduling, textures and surfaces, dynamic parallelism, clusters, virtual
//! functions, exceptions on the device, `new` and `malloc` on the device.
//!
//! # The host
//!
//! Host code of the same file is the same instructions, run for one thread by [`host`]; what a program asks of what
//! surrounds it (output, a clock, files) is behind one trait. Libraries are headers in our own CUDA C++, in `include/`.
//!
//! Each module's head says what goes in and out; [`ir`] is the place to read next, then `vm`.

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

pub mod ast;
pub mod check;
pub mod diag;
pub mod excerpt;
pub mod explain;
pub mod format;
pub mod host;
pub mod ir;
pub mod launch;
pub mod lex;
pub mod lower;
pub mod parse;
pub mod pp;
pub mod probe;
pub mod ptx;
pub mod report;
pub mod source;
pub mod token;
pub mod tree;
pub mod ty;
pub mod verify;
pub mod vm;

use diag::{Code, Diag, Diags};
use ir::Signature;
use launch::{Launch, Memory, RunOptions};
use report::Report;
use source::Source;
use verify::Verified;

/// The stack that the deepest program takes to be compiled, in bytes, with room to spare: who compiles what strangers wrote
/// does so on a thread with so much. Deeper ones are refused (`check/budget.rs`); where there is less, as in a page, a program
/// that nests hundreds of classes or templates in each other may not fit.
pub const STACK_BYTES: usize = 256 << 20;

/// A source that compiled: kernels that can be launched, and what the compiler had to remark.
#[derive(Clone, Debug)]
pub struct Module {
    source: Source,
    warnings: Vec<Diag>,
    code: Verified,
}

impl Module {
    /// Remarks that did not stop the program, sorted by place.
    pub fn warnings(&self) -> &[Diag] {
        &self.warnings
    }

    /// What can be launched, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = &Signature> {
        self.code.kernels.iter().map(|kernel| &kernel.signature)
    }

    /// The kernel of a name (`k`, or `k<256>` for an instance of a template).
    pub fn kernel(&self, name: &str) -> Option<&Signature> {
        let same = |a: &str, b: &str| {
            a.chars()
                .filter(|c| *c != ' ')
                .eq(b.chars().filter(|c| *c != ' '))
        };
        self.kernels().find(|signature| same(&signature.name, name))
    }

    /// The text that was compiled.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The code that the machine runs.
    pub fn code(&self) -> &Verified {
        &self.code
    }
}

/// Compiles every kernel that is not a template.
pub fn compile(source: &Source) -> Result<Module, Diags> {
    compile_for(source, &[])
}

/// The same with instances of kernel templates by name, `k<256>` or `tile<16, float>`; other names are ignored here
/// and are found missing at the launch.
pub fn compile_for(source: &Source, wanted: &[&str]) -> Result<Module, Diags> {
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
            source::Span::at(0),
            "lowering failed without a reason",
        )),
    })?;
    let code = verify::verify(lowered, source).map_err(|violation| {
        let said = format!("this compiler made code that breaks its own rules: {violation}");
        Diags::one(Diag::error(Code::Internal, source::Span::at(0), said))
    })?;
    Ok(Module {
        source: source.clone(),
        warnings,
        code,
    })
}

/// Text to tree, and everything that the stages said on the way.
fn front(source: &Source, wanted: &[String]) -> (tree::Unit, Vec<Diag>) {
    let (unit, mut said) = parse::parse(source);
    let (tree, more) = check::check(&unit, wanted);
    if !pp::lacks_header(&said) {
        said.extend(more);
    }
    // A fault of ours may only follow from one of the program's.
    let ours = |diag: &Diag| diag.code == Code::Internal;
    if said.iter().any(|diag| diag.is_error() && !ours(diag)) {
        said.retain(|diag| !ours(diag));
    }
    (tree, said)
}

/// Runs a kernel of a compiled source; its name may be spelt with blanks or without. What the kernel does wrong is in
/// the report, and so is a launch that cannot be.
pub fn run(module: &Module, memory: &mut Memory, launch: &Launch, options: &RunOptions) -> Report {
    match module.kernel(&launch.kernel) {
        Some(known) if known.name != launch.kernel => {
            let launch = Launch {
                kernel: known.name.clone(),
                ..launch.clone()
            };
            vm::run(&module.code, memory, &launch, options)
        }
        _ => vm::run(&module.code, memory, launch, options),
    }
}
