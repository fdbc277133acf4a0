//! Damaged programs: every corpus program with lines and words removed, doubled or exchanged, compiled and run.
//!
//! The rule: whatever the text, compiling gives a module or diagnostics that can be shown, and running ends within its
//! fuel. A panic anywhere is the failure. Damage is drawn from a fixed seed.

use simt::host::{ProgramOptions, Quiet, run_main};
use simt::ir::ParamKind;
use simt::launch::{Arg, Elem, Init, Launch, Memory, RunOptions};
use simt::source::Source;
use std::path::Path;

/// A small generator: the corpus must not depend on a crate's.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut last = ' ';
    for (k, c) in text.char_indices() {
        let joined = c.is_alphanumeric() && last.is_alphanumeric();
        if !joined && k > start {
            out.push(&text[start..k]);
            start = k;
        }
        last = c;
    }
    out.push(&text[start..]);
    out
}

fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut parts = words(text);
    for _ in 0..=dice.below(3) {
        let (a, b) = (dice.below(parts.len()), dice.below(parts.len()));
        match dice.below(5) {
            0 => drop(parts.remove(a)),
            1 => parts.insert(a, parts[b]),
            2 => parts.swap(a, b),
            3 => {
                parts[a] = [
                    "0",
                    "-1",
                    "(",
                    "}",
                    "4294967296",
                    "int",
                    "*",
                    "[",
                    "threadIdx.x",
                    "float4",
                ][dice.below(10)]
            }
            _ => parts.truncate(parts.len() - parts.len().min(dice.below(20))),
        }
        if parts.is_empty() {
            return String::new();
        }
    }
    parts.concat()
}

fn exercise(text: &str) {
    let source = Source::new("damaged.cu", text);
    let module = match simt::compile_for(&source, &["k<4>", "k<8, float>"]) {
        Ok(module) => module,
        Err(diags) => {
            assert!(
                diags
                    .iter()
                    .all(|d| !simt::excerpt::plain(&source, d).is_empty())
            );
            let ours = diags.iter().find(|d| d.code == simt::diag::Code::Internal);
            assert!(
                ours.is_none(),
                "{}",
                ours.map_or(String::new(), |d| d.message.clone())
            );
            return;
        }
    };
    for kernel in module.kernels() {
        let mut memory = Memory::new();
        let args = kernel.params.iter().map(|p| match p.kind {
            ParamKind::Pointer(elem) => {
                Arg::Buffer(memory.alloc(&p.name, elem.unwrap_or(Elem::U8), 64, Init::Zeroed))
            }
            ParamKind::Scalar(Elem::Bool) => Arg::Bool(true),
            ParamKind::Scalar(Elem::F32) => Arg::F32(1.5),
            ParamKind::Scalar(Elem::F64) => Arg::F64(1.5),
            ParamKind::Scalar(Elem::I64) => Arg::I64(3),
            ParamKind::Scalar(Elem::U64) => Arg::U64(3),
            ParamKind::Scalar(Elem::U32 | Elem::U16 | Elem::U8) => Arg::U32(3),
            ParamKind::Scalar(_) => Arg::I32(3),
        });
        let args = args.collect();
        let launch = Launch {
            kernel: kernel.name.clone(),
            grid: 2.into(),
            block: (8, 5).into(),
            shared_bytes: 64,
            args,
        };
        let options = RunOptions {
            fuel: 5_000,
            ..RunOptions::default()
        };
        let report = simt::run(&module, &mut memory, &launch, &options);
        for finding in &report.findings {
            assert!(!simt::excerpt::plain_finding(module.source(), finding).is_empty());
        }
    }
}

/// Runs a program from `main` in a small world.
fn exercise_main(text: &str) {
    let source = Source::new("damaged.cu", text);
    let Ok(module) = simt::compile(&source) else {
        return;
    };
    let options = ProgramOptions {
        host_fuel: 200_000,
        kernel_fuel: 20_000,
        memory_bytes: 32 << 20,
        output_bytes: 1 << 16,
        ..ProgramOptions::default()
    };
    let report = run_main(&module, &mut Memory::new(), &mut Quiet::default(), &options);
    for found in &report.findings {
        assert!(!simt::excerpt::plain_finding(module.source(), &found.finding).is_empty());
    }
}

#[test]
fn no_damaged_program_makes_the_compiler_or_the_machine_panic() {
    damage_all("run", 12, exercise);
    damage_all("host", 3, exercise_main);
}

fn damage_all(folder: &str, rounds: usize, exercise: fn(&str)) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let rounds: usize = std::env::var("ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(rounds);
    let mut dice = Dice(2026);
    let mut failures = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(&dir)
        .expect("the folder is there")
        .filter_map(|e| e.ok())
        .map(|e| e.path())
        .collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
    {
        let text = std::fs::read_to_string(path).expect("a readable program");
        for _ in 0..rounds {
            let text = damaged(&text, &mut dice);
            if std::panic::catch_unwind(|| exercise(&text)).is_err() {
                failures.push(format!("{}:\n{text}", path.display()));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} panics; the first:\n{}",
        failures.len(),
        failures[0]
    );
}

/// Sources that ask for more than there is, each with a word that the refusal must have.
fn greedy() -> Vec<(String, &'static str)> {
    let doubling: String = (1..40)
        .map(|k| {
            let below = k - 1;
            format!("__device__ int f{k}(int x) {{ return f{below}(x) + f{below}(x + 1); }}\n")
        })
        .collect();
    let chain: String = (1..300)
        .map(|k| {
            let below = k - 1;
            format!("__device__ int f{k}(int x) {{ return f{below}(x) + 1; }}\n")
        })
        .collect();
    let first = "__device__ int f0(int x) { return 3 * x; }\n";
    let open = "(".repeat(5000);
    let close = ")".repeat(5000);
    vec![
        (
            format!("{first}{doubling}__global__ void k(int* o) {{ o[0] = f39(1); }}"),
            "instructions",
        ),
        (
            format!("{first}{chain}__global__ void k(int* o) {{ o[0] = f299(1); }}"),
            "deeply",
        ),
        (
            format!("__global__ void k(int* o) {{ o[0] = {open}1{close}; }}"),
            "deeply",
        ),
        (
            "__global__ void k(int* o) { __shared__ float s[1 << 30]; o[0] = s[0]; }".into(),
            "shared memory",
        ),
        (
            "__global__ void k(int* o) { int a[1000000000]; o[0] = a[o[1]]; }".into(),
            "bytes",
        ),
        ("int x;\n".repeat(1 << 18), "too large"),
        ("def f(x):\n    return x + 1\n".into(), "Python"),
    ]
}

#[test]
fn greedy_sources_are_refused_in_words() {
    for (text, word) in greedy() {
        let source = Source::new("greedy.cu", text);
        let said = match simt::compile(&source) {
            Ok(_) => String::from("compiled"),
            Err(diags) => diags
                .iter()
                .map(|d| d.message.clone())
                .collect::<Vec<_>>()
                .join("\n"),
        };
        assert!(said.contains(word), "{word:?} in {said:?}");
    }
}

#[test]
fn a_source_without_kernels_compiles_to_none() {
    for text in ["", "int main() { return 0; }", "// nothing\n"] {
        let module = simt::compile(&Source::new("empty.cu", text));
        assert_eq!(
            module.map(|m| m.kernels().count()).ok(),
            Some(0),
            "{text:?}"
        );
    }
}
