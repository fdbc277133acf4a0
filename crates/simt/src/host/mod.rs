//! The host machine: runs a program's host code on one thread, and its launches on the machine of warps.
//!
//! A module, memory, a world and options go in; the memory changed and a [`ProgramReport`] come out. The rule: everything
//! outside is asked of the [`World`], and fuel, memory, stack and output are bounded, so that a stranger's program can
//! neither hang nor exhaust nor escape. [`world`] is what it may ask for; [`program`] what is said before and after.

mod device;
mod program;
mod world;

pub use device::{DEVICES, Device};
pub use program::{
    Ended, EntryArg, EntryCall, LaunchRecord, Leak, ProgramFinding, ProgramOptions, ProgramReport,
};
pub use world::{FileMode, Quiet, Stream, Whence, World};

use crate::Module;
use crate::launch::Memory;

/// Runs a program from `main` to its end.
pub fn run_main(
    module: &Module,
    memory: &mut Memory,
    world: &mut dyn World,
    options: &ProgramOptions,
) -> ProgramReport {
    let _ = (module, memory, world, options);
    not_started("host code does not run yet")
}

/// Calls one host function, or launches one kernel.
pub fn call_entry(
    module: &Module,
    call: &EntryCall,
    memory: &mut Memory,
    world: &mut dyn World,
    options: &ProgramOptions,
) -> ProgramReport {
    let _ = (module, call, memory, world, options);
    not_started("host code does not run yet")
}

fn not_started(message: &str) -> ProgramReport {
    ProgramReport {
        ended: Ended::NotStarted {
            message: message.to_string(),
            help: None,
        },
        result: None,
        findings: Vec::new(),
        findings_dropped: 0,
        launches: Vec::new(),
        host_instructions: 0,
        warp_instructions: 0,
        leaks: Vec::new(),
        pending_error: None,
    }
}
