//! How fast the machine runs the eight workloads that other systems are timed on.
//!
//! In: a folder with inputs, sizes and references (`--data DIR`; without it the bench makes its own, of the same sizes). Out: rows of
//! workload, peer, threads, milliseconds (the median of 5 after a warm-up), note; the note says how far the result is from the
//! reference. Peers are `simt-off` (no probes) and `simt-on` (all of them). `--only NAME` runs one workload, `--peer NAME` one peer,
//! `--threads LIST` other numbers of threads than 1 and 2;
//! `--seed N` draws the order of warps, which makes each go alone.
//! The kernels are in `benches/peers/kernels.cu`, the workloads in `benches/peers/workloads.rs`. Run it alone on a quiet machine: `cargo bench --bench peers`.

#[path = "peers/workloads.rs"]
mod workloads;

use simt::launch::{Crew, RunOptions};
use simt::report::Outcome;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use workloads::{Data, MAKERS, Workload, check, ready};

const ROUNDS: usize = 5;

/// What was asked on the command line.
#[derive(Default)]
struct Wishes {
    data: Option<PathBuf>,
    only: Option<String>,
    peer: Option<String>,
    threads: Vec<usize>,
    seed: u64,
}

fn wishes() -> Wishes {
    let mut out = Wishes {
        threads: vec![1, 2],
        ..Wishes::default()
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--data" => out.data = words.next().map(PathBuf::from),
            "--only" => out.only = words.next(),
            "--peer" => out.peer = words.next(),
            "--threads" => {
                let list = words.next().unwrap_or_default();
                out.threads = list.split(',').filter_map(|n| n.parse().ok()).collect();
            }
            "--seed" => out.seed = words.next().and_then(|n| n.parse().ok()).unwrap_or(0),
            "--bench" => {} // what cargo adds
            other => panic!("`{other}` is no option of this bench"),
        }
    }
    out
}

/// Jobs on threads.
fn at_once(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs) {
            job(i);
        }
    };
    rayon::in_place_scope(|scope| {
        (1..hands.min(jobs)).for_each(|_| scope.spawn(|_| work()));
        work();
    });
}

/// Who runs a workload.
struct Peer {
    name: &'static str,
    threads: usize,
    seed: u64,
}

/// Runs a workload as one peer; prints its row. `false` if a result is wrong.
fn measure(module: &simt::Compiled, work: &Workload, peer: &Peer) -> bool {
    let mut ready = ready(work);
    let crew = Crew {
        hands: peer.threads,
        work: at_once,
        after: Crew::AFTER,
    };
    let options = RunOptions {
        fuel: u64::MAX,
        checks: peer.name == "simt-on",
        seed: peer.seed,
        crew: Some(crew).filter(|crew| crew.hands > 1),
        ..RunOptions::default()
    };
    let mut times = Vec::new();
    let (mut notes, mut shared_out) = (String::new(), 0);
    for _ in 0..=ROUNDS {
        ready.memory.write(ready.result, &ready.zeros);
        let start = Instant::now();
        let report = simt::run(module, &mut ready.memory, &ready.launch, &options);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        shared_out = report.shared_out;
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
        "{}\t{}\t{}\t{:.3}\t{note} min={:.3} blocks={}, at once {shared_out}{notes}",
        work.name,
        peer.name,
        peer.threads,
        times[ROUNDS / 2],
        times[0],
        work.grid.count(),
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
        for name in ["simt-off", "simt-on"] {
            for threads in &wishes.threads {
                let peer = Peer {
                    name,
                    threads: *threads,
                    seed: wishes.seed,
                };
                if asked(&wishes.peer, name) {
                    sound &= measure(&module, &work, &peer);
                }
            }
        }
    }
    if !sound {
        std::process::exit(1);
    }
}
