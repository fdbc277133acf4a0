//! The workloads, to be timed by who calls.

#[path = "../peers/workloads.rs"]
mod workloads;

use simt::Compiled;
use simt::launch::RunOptions;
use simt::report::Outcome;
use std::cell::RefCell;
use workloads::{Data, MAKERS, Ready, Workload, check, module, ready};

struct Bench {
    module: Compiled,
    work: Workload,
    ready: Ready,
    finished: bool,
}

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// Makes a workload with inputs of its own; 0 when there is none of this number.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(number: u32) -> u32 {
    let Some(make) = MAKERS.get(number as usize) else {
        return 0;
    };
    let work = make(&Data::new(None));
    let bench = Bench {
        module: module(),
        ready: ready(&work),
        work,
        finished: true,
    };
    BENCH.set(Some(bench));
    1
}

/// A letter of the workload's name; 0 after the last.
#[unsafe(no_mangle)]
pub extern "C" fn letter(at: u32) -> u32 {
    let letter = |bench: &Bench| bench.work.name.as_bytes().get(at as usize).copied();
    BENCH.with_borrow(|bench| bench.as_ref().and_then(letter).map_or(0, u32::from))
}

/// Clears the result.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    BENCH.with_borrow_mut(|bench| {
        if let Some(Bench { ready, .. }) = bench {
            ready.memory.write(ready.result, &ready.zeros);
        }
    });
}

/// Launches once, with all probes where `checks` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn launch(checks: u32) {
    let options = RunOptions {
        fuel: u64::MAX,
        checks: checks != 0,
        ..RunOptions::default()
    };
    BENCH.with_borrow_mut(|bench| {
        if let Some(bench) = bench {
            let Ready { memory, launch, .. } = &mut bench.ready;
            let report = simt::run(&bench.module, memory, launch, &options);
            bench.finished &= report.outcome == Outcome::Finished && report.findings.is_empty();
        }
    });
}

/// A number made of all of the result's bits.
#[unsafe(no_mangle)]
pub extern "C" fn digest() -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let all = |bench: &Bench| {
        bench
            .ready
            .memory
            .bytes(bench.ready.result)
            .iter()
            .fold(1, step)
    };
    BENCH.with_borrow(|bench| bench.as_ref().map_or(0, all))
}

/// Whether every launch finished without a finding, and the result is that of the reference.
#[unsafe(no_mangle)]
pub extern "C" fn sound() -> u32 {
    let sound =
        |bench: &Bench| bench.finished && check(&bench.work, &bench.ready).starts_with("ok");
    BENCH.with_borrow(|bench| bench.as_ref().is_some_and(sound) as u32)
}
