//! Hostile programs: kernels and hosts put together from everything that a stranger might try against the machine.
//!
//! The rule is that of `hardiness.rs`: no panic, no compile error of our own making, no wait, memory bounded. There the
//! text is broken; here it is right, and means harm: endless loops and locks that nobody opens, pointers made of numbers,
//! barriers that some threads miss, masks of lanes that are not there, allocation without end, output without end, grids
//! of 2^31 blocks. Drawn from a fixed seed; `KERNELS` (500) and `SEED` ask for more, and `ONLY` shows and runs one.

#[path = "shared/draw.rs"]
mod draw;

use draw::Dice;
use simt::Compiled;
use simt::host::{Ended, ProgramOptions, Quiet, run_main};
use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::Outcome;
use simt::source::Source;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// One of a list.
fn one<T: Copy>(dice: &mut Dice, from: &[T]) -> T {
    from[dice.below(from.len())]
}

/// Numbers and values of `int` type that are somebody's edge.
const INTS: [&str; 20] = [
    "0",
    "-1",
    "1",
    "31",
    "32",
    "33",
    "1024",
    "2147483647",
    "(-2147483647 - 1)",
    "0x55555555",
    "(int)threadIdx.x",
    "(int)(blockIdx.x * blockDim.x + threadIdx.x)",
    "n",
    "a",
    "b",
    "p[threadIdx.x]",
    "s[threadIdx.x & 31]",
    "(int)f",
    "(int)clock64()",
    "deep(n)",
];

/// Values of `float` type that are somebody's edge.
const FLOATS: [&str; 10] = [
    "f",
    "0.0f",
    "-0.0f",
    "1e38f * 1e38f",
    "(0.0f / 0.0f)",
    "q[threadIdx.x]",
    "expf(1e30f)",
    "sqrtf(-1.0f)",
    "__int_as_float(a)",
    "powf(f, 1e9f)",
];

const MASKS: [&str; 6] = [
    "0xffffffffu",
    "0u",
    "1u",
    "0x80000000u",
    "(unsigned)a",
    "__activemask()",
];

fn int(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(3) == 0 {
        return one(dice, &INTS).to_owned();
    }
    let (x, y) = (int(dice, depth - 1), int(dice, depth - 1));
    let (m, p) = (one(dice, &MASKS), place(dice, depth - 1));
    match dice.below(16) {
        0 => format!("({x} + {y})"),
        1 => format!("({x} * {y})"),
        2 => format!("({x} / {y})"),
        3 => format!("({x} % {y})"),
        4 => format!("({x} << {y})"),
        5 => format!("({x} >> {y})"),
        6 => format!("({x} < {y} ? {x} : {y})"),
        7 => format!("__shfl_sync({m}, {x}, {y})"),
        8 => format!("__shfl_xor_sync({m}, {x}, {y}, 3)"),
        9 => format!("(int)__ballot_sync({m}, {x})"),
        10 => format!("atomicAdd(&{p}, {x})"),
        11 => format!("atomicCAS(&{p}, {x}, {y})"),
        12 => format!("(int)__reduce_add_sync({m}, {x})"),
        13 => format!("__float2int_rn({})", one(dice, &FLOATS)),
        14 => format!("(int)(long long)({p} * 1ll * {x})"),
        _ => p,
    }
}

/// An object of type `int`, or something that pretends to be one.
fn place(dice: &mut Dice, depth: usize) -> String {
    let x = if depth == 0 {
        "a".to_owned()
    } else {
        int(dice, depth - 1)
    };
    match dice.below(12) {
        0 | 1 => format!("p[{x}]"),
        2 | 3 => format!("s[{x}]"),
        4 => format!("local[{x}]"),
        5 => format!("dynamic[{x}]"),
        6 => format!("((int*)q)[{x}]"),
        7 => format!("*(int*)(unsigned long long)({x})"),
        8 => format!("*(int*)((char*)p + {x})"),
        9 => format!("((int4*)p)[{x}].w"),
        10 => format!("table[{x}]"),
        _ => "total".to_owned(),
    }
}

/// One statement that is up to no good.
fn statement(dice: &mut Dice, depth: usize) -> String {
    let (x, y, p) = (int(dice, 2), int(dice, 2), place(dice, 2));
    let body = |dice: &mut Dice| {
        if depth == 0 {
            "a++;".to_owned()
        } else {
            statement(dice, depth - 1)
        }
    };
    let m = one(dice, &MASKS);
    match dice.below(30) {
        0 => format!("while (1) {{ {} }}", body(dice)),
        1 => format!("for (int i = {x}; i != {y}; i += 3) {{ {} }}", body(dice)),
        2 => format!(
            "do {{ {} }} while (atomicCAS(&{p}, 0, 1) != 0);",
            body(dice)
        ),
        3 => format!("while (((volatile int*)p)[0] == {x}) {{ }}"),
        4 => format!("if ({x}) {{ __syncthreads(); }}"),
        5 => format!(
            "if (threadIdx.x & 1) {{ __syncwarp({m}); {} }} else {{ __syncthreads(); }}",
            body(dice)
        ),
        6 => "__syncthreads();".to_owned(),
        7 => format!("if ({x} > {y}) return;"),
        8 => format!(
            "switch ({x}) {{ case 0: {} break; case -1: return; default: a = {y}; }}",
            body(dice)
        ),
        9 => format!("for (;;) {{ if ({x} == {y}) break; {} }}", body(dice)),
        10 => format!("printf(\"%d %s %f %n\\n\", {x});"),
        11 => format!("printf(\"%*d %s\", {x}, (char*)p);"),
        12 => "for (;;) printf(\"flood %d\\n\", a);".to_owned(),
        13 => format!("assert({x} == {y});"),
        14 => format!("if ({x} == {y}) __trap();"),
        15 => format!("int* m = (int*)malloc((size_t)({x})); m[{y}] = 1; free(m); free(m);"),
        16 => "for (;;) { int* m = new int[1 << 20]; m[threadIdx.x] = a; }".to_owned(),
        17 => format!("free((void*)(unsigned long long)({x}));"),
        18 => format!("memcpy(&local[0], (char*)p + {x}, (size_t)({y}));"),
        19 => format!("memset((void*)(s + {x}), {y}, 1ull << 40);"),
        20 => format!("f = {} / {};", one(dice, &FLOATS), one(dice, &FLOATS)),
        21 => format!("a = (int)f; b = (int)({});", one(dice, &FLOATS)),
        22 => format!("b = __match_any_sync({m}, {x}); __syncwarp(b);"),
        23 => format!("p = p + {x};"),
        24 => format!("f = atomicAdd(&q[{x}], {});", one(dice, &FLOATS)),
        25 => format!("__threadfence(); total += {x};"),
        26 => format!("auto twice = [&](int v) {{ return v * {x}; }}; a = twice({y});"),
        27 => format!("{{ {} {} }}", body(dice), body(dice)),
        28 => format!("a = endless({x});"),
        _ => format!("{p} = {y};"),
    }
}

/// What stands before every kernel.
const HEAD: &str = "#include <cstdio>\n#include <cassert>\n__device__ int total;\n__constant__ int table[4] = {1, 2, 3, 4};\n\
__device__ int deep(int n) { return n <= 0 || n > 5000 ? 0 : 1 + deep(n - 1); }\n\
__device__ int endless(int n) { return endless(n + 1) + 1; }\n";

fn kernel(dice: &mut Dice) -> String {
    let mut text = String::from(
        "__global__ void k(int* p, float* q, int n, float f) {\n  __shared__ int s[32];\n  extern __shared__ int dynamic[];\n  \
         int local[8];\n  int a = n, b = (int)threadIdx.x;\n",
    );
    for _ in 0..=dice.below(6) {
        let depth = dice.below(4);
        let _ = writeln!(text, "  {{ {} }}", statement(dice, depth));
    }
    text.push_str("  p[threadIdx.x] = a + b + local[b & 7];\n}\n");
    text
}

/// One line of a host that is up to no good.
fn host_line(dice: &mut Dice) -> String {
    let n = one(dice, &["0", "1", "33", "-1", "1ull << 40", "~0ull", "4096"]);
    let m = one(dice, &["0", "1", "1025", "65536", "2147483647", "32"]);
    let way = one(
        dice,
        &[
            "cudaMemcpyHostToDevice",
            "cudaMemcpyDeviceToHost",
            "(cudaMemcpyKind)77",
        ],
    );
    match dice.below(18) {
        0 => format!("cudaMalloc(&p, {n});"),
        1 => "for (;;) cudaMalloc(&p, 1 << 20);".to_owned(),
        2 => format!("k<<<{m}, {m}>>>(p, q, {m}, 1.5f);"),
        3 => format!("k<<<dim3({m}, {m}, {m}), {m}, {n}>>>(p, q, 3, 1.5f);"),
        4 => format!("cudaMemcpy(p, host, {n}, {way});"),
        5 => format!("cudaMemset(p + {m}, 1, {n});"),
        6 => "cudaFree(p); cudaFree(p);".to_owned(),
        7 => format!("std::vector<int> v; v.resize({n}); v[{m}] = 1;"),
        8 => "std::string t = \"ab\"; for (;;) t += t;".to_owned(),
        9 => "for (;;) std::printf(\"flood\\n\");".to_owned(),
        10 => format!("host[{m}] = 1;"),
        11 => format!("int* h = (int*)malloc({n}); h[{m}] = 1; free(h); free(h);"),
        12 => "for (;;) { k<<<1, 32>>>(p, q, 1, 1.0f); cudaDeviceSynchronize(); }".to_owned(),
        13 => format!("std::sort(host, host + {m});"),
        14 => "std::vector<int> v; for (;;) v.push_back(1);".to_owned(),
        15 => format!("p = (int*)({n}); p[0] = 1;"),
        16 => "down(1);".to_owned(),
        _ => format!(
            "std::map<int, std::string> all; for (int i = 0; i < {m}; i++) all[i * 7].append(100, 'x');"
        ),
    }
}

fn program(dice: &mut Dice) -> String {
    let mut text = String::from(HEAD);
    text.push_str("#include <vector>\n#include <string>\n#include <map>\n#include <algorithm>\n");
    text.push_str(&kernel(dice));
    text.push_str(
        "int down(int n) { int room[64]; room[n & 63] = n; return down(n + 1) + room[n & 63]; }\n",
    );
    text.push_str("int main() {\n  static int host[64];\n  int* p = nullptr; float* q = nullptr;\n  cudaMalloc(&q, 4096);\n  cudaMalloc(&p, 4096);\n");
    for _ in 0..=dice.below(5) {
        let _ = writeln!(text, "  {{ {} }}", host_line(dice));
    }
    text.push_str("  return 0;\n}\n");
    text
}

fn compiled(text: &str) -> Option<Compiled> {
    let source = Source::new("hostile.cu", text);
    match simt::compile(&source) {
        Ok(module) => Some(module),
        Err(diags) => {
            for diag in &diags {
                assert!(diag.code != simt::diag::Code::Internal, "{}", diag.message);
                assert!(!simt::excerpt::plain(&source, diag).is_empty());
            }
            None
        }
    }
}

fn shape(dice: &mut Dice) -> (Dim3, Dim3) {
    let grids: [Dim3; 8] = [
        2.into(),
        5.into(),
        (1, 2, 2).into(),
        1.into(),
        3.into(),
        (2, 2).into(),
        ((1 << 31) - 1).into(),
        0.into(),
    ];
    let blocks: [Dim3; 8] = [
        64.into(),
        (16, 16).into(),
        32.into(),
        1.into(),
        (8, 5).into(),
        1024.into(),
        1025.into(),
        (1, 1, 64).into(),
    ];
    (one(dice, &grids), one(dice, &blocks))
}

/// Runs a kernel twice, watched and not, and says how it ended.
fn launched(module: &Compiled, dice: &mut Dice) -> Vec<&'static str> {
    let (grid, block) = shape(dice);
    [true, false]
        .map(|checks| {
            let mut memory = Memory::new();
            let p = memory.alloc("p", Elem::I32, 256, Init::Uninit);
            let q = memory.alloc("q", Elem::F32, 256, Init::Zeroed);
            let launch = Launch {
                kernel: "k".into(),
                grid,
                block,
                shared_bytes: 128,
                args: vec![Arg::Buffer(p), Arg::Buffer(q), Arg::I32(7), Arg::F32(1.5)],
            };
            let options = RunOptions {
                fuel: 20_000,
                checks,
                ..RunOptions::default()
            };
            let report = simt::run(module, &mut memory, &launch, &options);
            for finding in &report.findings {
                assert!(!simt::excerpt::plain_finding(module.source(), finding).is_empty());
            }
            match report.outcome {
                Outcome::Finished if report.findings.is_empty() => "finished",
                Outcome::Finished => "finished, with findings",
                Outcome::OutOfFuel { .. } => "out of fuel",
                Outcome::Endless { .. } => "endless",
                Outcome::BadLaunch { .. } => "not launched",
                Outcome::Trapped { .. } => "trapped",
                Outcome::StackOverflow { .. } => "too deep",
            }
        })
        .to_vec()
}

/// Runs a program in a small world and says how it ended.
fn run(module: &Compiled) -> &'static str {
    let options = ProgramOptions {
        host_fuel: 300_000,
        kernel_fuel: 20_000,
        memory_bytes: 16 << 20,
        output_bytes: 1 << 14,
        ..ProgramOptions::default()
    };
    let report = run_main(module, &mut Memory::new(), &mut Quiet::default(), &options);
    for found in &report.findings {
        assert!(!simt::excerpt::plain_finding(module.source(), &found.finding).is_empty());
    }
    match report.ended {
        Ended::Exit(_) | Ended::Returned => "program: exit",
        Ended::NotStarted { .. } => "program: not started",
        Ended::Aborted { .. } => "program: aborted",
        _ => "program: stopped",
    }
}

/// The longest that one program may take; a busy machine and unoptimised code included.
const PATIENCE: Duration = Duration::from_secs(120);

/// How the programs of one thread ended, and what went wrong.
#[derive(Default)]
struct Tally {
    ends: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

fn number_of(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// Every program whose number leaves `rest` when divided by `of`.
fn judge(seed: u64, count: usize, (rest, of): (usize, usize)) -> Tally {
    let mut tally = Tally::default();
    let only = number_of("ONLY");
    let asked = |number: &usize| only.is_none_or(|only| only == *number);
    for number in (rest..count).step_by(of).filter(asked) {
        let mut dice = Dice(
            seed.wrapping_add(number as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let whole = number % 4 == 0;
        let text = if whole {
            program(&mut dice)
        } else {
            format!("{HEAD}{}", kernel(&mut dice))
        };
        if only.is_some() {
            println!("{text}");
        }
        let start = Instant::now();
        let ends = std::panic::catch_unwind(move || {
            let Some(module) = compiled(&text) else {
                return vec!["refused"];
            };
            let mut ends = launched(&module, &mut dice);
            if whole {
                ends.push(run(&module));
            }
            ends
        });
        let took = start.elapsed();
        if ends.is_err() || took > PATIENCE {
            tally.failures.push(format!(
                "program {number} of seed {seed}: {took:?}, panicked {}",
                ends.is_err()
            ));
        }
        for end in ends.unwrap_or_default() {
            *tally.ends.entry(end).or_default() += 1;
        }
    }
    tally
}

#[test]
fn no_hostile_program_makes_the_machine_panic_or_wait() {
    let (count, seed) = (
        number_of("KERNELS").unwrap_or(500),
        number_of("SEED").unwrap_or(2026) as u64,
    );
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores)
            .map(|rest| scope.spawn(move || judge(seed, count, (rest, cores))))
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("caught"))
            .collect()
    });
    let mut ends = BTreeMap::new();
    for (end, times) in tallies.iter().flat_map(|tally| &tally.ends) {
        *ends.entry(*end).or_insert(0) += times;
    }
    println!("{ends:?}");
    let failures: Vec<&String> = tallies.iter().flat_map(|tally| &tally.failures).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    if number_of("ONLY").is_some() {
        return;
    }
    // A generator whose programs are refused, or all end alike, would show nothing.
    assert!(
        ends.get("refused")
            .is_none_or(|refused| refused * 4 < count),
        "{ends:?}"
    );
    for end in [
        "finished, with findings",
        "out of fuel",
        "not launched",
        "trapped",
        "too deep",
        "program: exit",
        "program: stopped",
    ] {
        assert!(ends.contains_key(end), "none ended with {end:?}: {ends:?}");
    }
}
