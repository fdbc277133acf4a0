//! How fast the machine runs the eight workloads that other systems are timed on.
//!
//! In: a folder with inputs, sizes and references (`--data DIR`; without it the bench makes its own, of the same sizes). Out: rows of
//! workload, peer, threads, milliseconds (the median of 5 after a warm-up), note; the note says how far the result is from the
//! reference. Peers are `simt-off` (no probes) and `simt-on` (all of them). `--only NAME` runs one workload, `--peer NAME` one peer;
//! `--seed N` draws the order of warps, which makes each go alone.
//! The kernels are in `benches/peers/kernels.cu`, the workloads in `benches/peers/workloads.rs`. Run it alone on a quiet machine: `cargo bench --bench peers`.

#[path = "peers/workloads.rs"]
mod workloads;

use simt::launch::RunOptions;
use simt::report::Outcome;
use std::path::PathBuf;
use std::time::Instant;
use workloads::{Data, MAKERS, Workload, check, ready};

const ROUNDS: usize = 5;

/// What was asked on the command line.
#[derive(Default)]
struct Wishes {
    data: Option<PathBuf>,
    only: Option<String>,
    peer: Option<String>,
    seed: u64,
}

fn wishes() -> Wishes {
    let mut out = Wishes::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--data" => out.data = words.next().map(PathBuf::from),
            "--only" => out.only = words.next(),
            "--peer" => out.peer = words.next(),
            "--seed" => out.seed = words.next().and_then(|n| n.parse().ok()).unwrap_or(0),
            "--bench" => {} // what cargo adds
            other => panic!("`{other}` is no option of this bench"),
        }
    }
    out
}

/// Runs a workload as one peer; prints its row. `false` if a result is wrong.
fn measure(module: &simt::Module, work: &Workload, peer: &str, seed: u64) -> bool {
    let mut ready = ready(work);
    let options = RunOptions {
        fuel: u64::MAX,
        checks: peer == "simt-on",
        seed,
        ..RunOptions::default()
    };
    let mut times = Vec::new();
    let mut notes = String::new();
    for _ in 0..=ROUNDS {
        ready.memory.write(ready.result, &ready.zeros);
        let start = Instant::now();
        let report = simt::run(module, &mut ready.memory, &ready.launch, &options);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if report.outcome != Outcome::Finished {
            notes = format!(" {:?}", report.outcome);
        } else if let Some(finding) = report.findings.first() {
            notes = format!(" {}", finding.message);
        }
    }
    let times = &mut times[1..];
    times.sort_by(f64::total_cmp);
    let note = check(work, &ready);
    println!(
        "{}\t{peer}\t1\t{:.3}\t{note} min={:.3}{notes}",
        work.name,
        times[ROUNDS / 2],
        times[0]
    );
    note.starts_with("ok") && notes.is_empty()
}

fn main() {
    let wishes = wishes();
    let module = workloads::module();
    let data = Data::new(wishes.data);
    println!("workload\tpeer\tthreads\tms\tnote");
    let mut sound = true;
    for make in MAKERS {
        let work = make(&data);
        let asked = |wish: &Option<String>, name: &str| wish.as_ref().is_none_or(|w| w == name);
        if !asked(&wishes.only, work.name) {
            continue;
        }
        for peer in ["simt-off", "simt-on"] {
            if asked(&wishes.peer, peer) {
                sound &= measure(&module, &work, peer, wishes.seed);
            }
        }
    }
    if !sound {
        std::process::exit(1);
    }
}
