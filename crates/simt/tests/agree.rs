//! Random kernels without races: optimised code, plain code and every order of blocks and warps leave the same bytes.
//!
//! In: kernels drawn by `agree/kernels.rs` (expressions of every type, loops, branches, `switch`, local arrays and structs,
//! calls, shuffles, shared memory with barriers, atomics whose order cannot matter). The rule: they are race-free and
//! read nothing unwritten by construction, so that memory, outcome and findings are one answer.

#[path = "shared/hands.rs"]
mod hands;
#[path = "agree/kernels.rs"]
mod kernels;
#[path = "shared/whole.rs"]
mod whole;

use cuda_ir::verify;
use cuda_ir::verify::Verified;
use cudac::lower;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use simt::launch::{Arg, Buffer, Elem, Init, Launch, Memory, RunOptions};
use simt::report::Outcome;
use simt::source::Source;
use simt::{check, diag, excerpt, parse, vm};
use std::sync::Mutex;

/// Threads of a block and blocks of the grid; the last warp is partial.
const BLOCK: u32 = 48;
const GRID: u32 = 3;
const THREADS: usize = (BLOCK * GRID) as usize;

/// The code of a source, made plainly.
fn plainly(source: &Source) -> Verified {
    let (unit, said) = parse::parse(source);
    assert!(!said.iter().any(diag::Diag::is_error));
    let (tree, said) = check::check(&unit, &[]);
    assert!(!said.iter().any(diag::Diag::is_error));
    let module = lower::lower_plainly(&tree, source);
    let module = module.unwrap_or_else(|said| panic!("{}", excerpt::plain(source, &said[0])));
    verify::verify(module, source)
        .unwrap_or_else(|broken| panic!("plain code breaks rules: {broken}"))
}

/// What a run leaves: bytes of every buffer, how it ended, what was found.
#[derive(PartialEq, Debug)]
struct Left {
    bytes: Vec<Vec<u8>>,
    outcome: String,
    findings: Vec<String>,
}

/// The kernel's buffers as they begin.
fn buffers(memory: &mut Memory) -> [Buffer; 4] {
    let ints: Vec<u8> = (0..THREADS as u32)
        .flat_map(|i| (i.wrapping_mul(2_654_435_761) ^ (i << 3)).to_le_bytes())
        .collect();
    let floats: Vec<u8> = (0..THREADS)
        .flat_map(|i| (((i * 37) % 101) as f32 * 0.375 - 11.0).to_le_bytes())
        .collect();
    [
        memory.alloc("out", Elem::I32, THREADS * kernels::OUTS, Init::Zeroed),
        memory.alloc("sums", Elem::U32, 8, Init::Zeroed),
        memory.alloc("in", Elem::I32, THREADS, Init::Bytes(ints)),
        memory.alloc("fin", Elem::F32, THREADS, Init::Bytes(floats)),
    ]
}

fn launch(buffers: &[Buffer; 4]) -> Launch {
    Launch {
        kernel: "k".into(),
        grid: GRID.into(),
        block: BLOCK.into(),
        shared_bytes: 0,
        args: buffers
            .iter()
            .map(|b| Arg::Buffer(*b))
            .chain([Arg::I32(5)])
            .collect(),
    }
}

fn left(code: &Verified, seed: u64, checks: bool, hands: usize) -> Option<Left> {
    let mut memory = Memory::new();
    let buffers = buffers(&mut memory);
    let launch = launch(&buffers);
    let options = RunOptions {
        fuel: 3_000_000,
        seed,
        checks,
        crew: Some(hands::crew(hands)),
        ..RunOptions::default()
    };
    let report = vm::run(code, &mut memory, &launch, &options);
    if matches!(
        report.outcome,
        Outcome::OutOfFuel { .. } | Outcome::Endless { .. }
    ) {
        return None; // where fuel ends is not the same
    }
    Some(Left {
        bytes: buffers.iter().map(|b| memory.bytes(*b).to_vec()).collect(),
        outcome: format!("{:?}", report.outcome),
        findings: report.findings.iter().map(|f| f.message.clone()).collect(),
    })
}

fn agrees(text: &str) {
    let source = Source::new("random.cu", text);
    let module = match simt::compile(&source) {
        Ok(module) => module,
        Err(diags) => panic!("{}\n{text}", excerpt::plain(&source, diags.first())),
    };
    let Some(first) = left(module.code(), 0, true, 1) else {
        return;
    };
    assert_eq!(first.outcome, format!("{:?}", Outcome::Finished), "{text}");
    assert!(first.findings.is_empty(), "{:?}\n{text}", first.findings);
    write_whole(text, &first);
    let plain = plainly(&source);
    for (code, name, seed, checks, hands) in [
        (&plain, "plain code", 0, true, 1),
        (&plain, "plain code, shuffled", 9, false, 1),
        (module.code(), "optimised code, unwatched", 0, false, 1),
        (module.code(), "optimised code, reversed", 1, false, 1),
        (module.code(), "optimised code, shuffled", 7, true, 1),
        (module.code(), "optimised code on hands", 0, true, 2),
        (module.code(), "unwatched on hands", 0, false, 2),
    ] {
        if let Some(again) = left(code, seed, checks, hands) {
            assert!(
                first == again,
                "{name} differs{}\n{text}",
                differs(&first, &again)
            );
        }
    }
}

/// How many kernels one whole program holds.
const TOGETHER: usize = 40;

/// Those that wait for a program, and how many programs there are.
static WAITING: Mutex<(Vec<whole::Piece>, usize)> = Mutex::new((Vec::new(), 0));

/// As a part of a program for another device (`whole`).
fn write_whole(text: &str, left: &Left) {
    if whole::folder().is_none() {
        return;
    }
    let mut memory = Memory::new();
    let at = buffers(&mut memory);
    let named: Vec<_> = ["out", "sums", "in", "fin"].into_iter().zip(at).collect();
    let mut waiting = WAITING.lock().expect("no test panicked");
    waiting.0.push(whole::Piece {
        text: text.to_string(),
        buffers: whole::keep(&memory, &named, &left.bytes),
        launches: vec![launch(&at)],
    });
    if waiting.0.len() == TOGETHER {
        let pieces = std::mem::take(&mut waiting.0);
        whole::write(&format!("drawn-{}", waiting.1), &pieces);
        waiting.1 += 1;
    }
}

fn differs(a: &Left, b: &Left) -> String {
    let pairs = a.bytes.iter().zip(&b.bytes).enumerate();
    for (n, (a, b)) in pairs {
        for (k, (a, b)) in a.chunks(4).zip(b.chunks(4)).enumerate() {
            if a != b {
                return format!(" in buffer {n} at {k}: {a:02x?}, then {b:02x?}");
            }
        }
    }
    format!(": {:?} {:?}", b.outcome, b.findings)
}

/// How many kernels are tried: `PROPTEST_CASES`, else this.
const CASES: u32 = 120;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(CASES),
        max_shrink_iters: 400,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_way_to_run_a_kernel_leaves_the_same(text in kernels::kernel()) {
        agrees(&text);
    }
}
