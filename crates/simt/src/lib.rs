//! CUDA C++ in; an exact, deterministic run of its warps and a report out.
//!
//! ```text
//! Source ─lex▶ tokens ─pp▶ tokens ─parse▶ ast::Unit ─check▶ tree::Unit ─lower▶ ir::Module ─verify▶ Verified   (cudac)
//! Verified + Launch + Memory ──vm──▶ Outcome          grid ▷ block ▷ warp ▷ one match                       (warp)
//!                              │ events of each warp instruction
//!                              ▼
//!                         probes ──▶ Report{outcome, findings, counters}
//! Verified + Memory + World ──host──▶ ProgramReport   one thread, system calls, launches                    (cuda-host)
//! ```
//!
//! # What is modelled
//!
//! **Lockstep.** A block's threads are cut into warps of 32 lanes by linear index (`x` fastest, then `y`, then `z`); a last warp
//! may be partial. One instruction is executed for all active lanes before the next is. Warps of a block go side by side, in short
//! turns where they part; blocks in an order drawn from the caller's seed, or together where a grid waits for itself. Nothing else
//! influences a run: the same module, memory, launch and options give the same report, bit for bit, on any number of threads.
//!
//! **Masks.** `If` splits the active lanes by a predicate and runs one side, then the other; `EndIf` unites what is left of both. A lane
//! that broke out, continued, returned or left an inlined function waits at the end of the construct that it left. So lanes meet at
//! the first edge of a structured construct that they can; a side that no lane takes is skipped.
//!
//! **Independent threads.** Where a program relies on every thread making progress, as devices since Volta have it, its warp
//! comes apart: at an exchange (`__syncwarp`, a shuffle, a vote) whose lanes are elsewhere and may come to one, and in a loop that
//! waits for memory while lanes wait at its end. Its parts take turns, and are one again where they are at one place.
//!
//! **Memory.** Global memory is the caller's named buffers and the device's heap (`malloc`, `new` in a kernel); shared memory is one set
//! of allocations a block, local memory one a thread; constant memory is written before the launch. A pointer knows its space, its
//! allocation and an offset, so arithmetic never reaches another allocation, and every byte knows whether it was written. A bad
//! read gives 0, a bad store is dropped, and the run goes on with a finding. Buffers begin at multiples of 256 bytes: from a
//! buffer's end to the next of them accesses are findings, too, but there is memory, as on a GPU.
//!
//! **Order.** Every store is seen by all at once. Which accesses CUDA's rules leave unordered is worked out beside the run (fences,
//! scopes, barriers, asynchronous copies, streams) and is a finding; it changes no result.
//!
//! **The language.** C++17 with parts of C++20, classes with virtual functions on both sides, calls by pointer, recursion, cooperative
//! groups, WMMA and `mma.sync`, `cp.async`, inline PTX that is known, `printf`, `assert`. `docs/language.md` has the table.
//!
//! **Arithmetic.** IEEE 754, round to nearest even; `a * b + c` is fused within one expression as nvcc does by default; conversions
//! from floating point saturate; integers wrap; shifts by the width or more give what PTX says.
//!
//! **Counts.** What an optimising compiler would ask memory for: a second load of one address with no store, barrier or meeting
//! of lanes in between is left out; a small local array whose every index is a constant once its loops are unrolled is in registers.
//!
//! **Host code** of the same file is the same instructions, run for one thread. What a program asks of what surrounds it
//! (output, a clock, files) is behind one trait. A thread of the host runs where it is made; a call of a stream is done when it
//! returns. What events measure is computed from counts.
//!
//! **Not modelled.** Time and caches inside a kernel (its clock counts instructions), warp scheduling by latency, values that reordered
//! memory would show, textures and surfaces, graphs, dynamic parallelism, clusters, TMA, exceptions in device code. What of it a
//! program names is refused by name (`E0806`).
//!
//! How it is fast is in `docs/machine.md`. Next: `cuda_ir`, the instructions with their meaning, then `warp::vm`.

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

pub mod excerpt;
#[cfg(feature = "host")]
pub mod explain;

#[cfg(feature = "host")]
pub use cuda_host as host;
pub use cuda_ir as ir;
pub use cuda_ir::compiled::Compiled;
pub use cuda_parse::{ast, headers};
pub use cuda_source::{diag, lex, source, token};
pub use cudac::{STACK_BYTES, check, compile, compile_for, parse};
pub use warp::{launch, report, vm};

use launch::{Launch, Memory, RunOptions};
use report::Report;

/// Runs a kernel of a compiled source; its name may be spelt with blanks or without. What the kernel does wrong is in
/// the report, and so is a launch that cannot be.
pub fn run(
    module: &Compiled,
    memory: &mut Memory,
    launch: &Launch,
    options: &RunOptions,
) -> Report {
    match module.kernel(&launch.kernel) {
        Some(known) if known.name != launch.kernel => {
            let launch = Launch {
                kernel: known.name.clone(),
                ..launch.clone()
            };
            vm::run(module.code(), memory, &launch, options)
        }
        _ => vm::run(module.code(), memory, launch, options),
    }
}
