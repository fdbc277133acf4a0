//! Damaged programs: every corpus program with tokens removed, doubled, exchanged, or taken from another, compiled and run.
//!
//! The rule: whatever the text, compiling gives a module or diagnostics that can be shown, and running, from a kernel or
//! from `main`, ends within its fuel, its memory and the time that both allow. A panic anywhere is a failure, and so are a
//! compile error of our own making and a wait. Damage is drawn from a fixed seed; `ROUNDS` and `SEED` ask for more.

#[path = "shared/cases.rs"]
mod cases;
#[path = "shared/draw.rs"]
mod draw;

use draw::Dice;
use simt::Compiled;
use simt::host::{ProgramOptions, Quiet, run_main};
use simt::ir::ParamKind;
use simt::launch::{Arg, Elem, Init, Launch, Memory, RunOptions};
use simt::lex;
use simt::source::Source;
use simt::token::Kind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A text's tokens with the blanks before each.
fn pieces(text: &str) -> Vec<&str> {
    let (mut out, mut start, mut end) = (Vec::new(), 0, 0);
    for token in lex::tokens(text) {
        end += token.len as usize;
        let blank = matches!(
            token.kind,
            Kind::Space | Kind::Newline | Kind::LineComment | Kind::BlockComment
        );
        if !blank {
            out.push(&text[start..end]);
            start = end;
        }
    }
    out.push(&text[start..]);
    out
}

/// What takes a token's place: numbers at the edges of their types, and words that begin something.
const WORDS: [&str; 32] = [
    " 0",
    " -1",
    "(",
    "}",
    " 4294967296",
    " int ",
    "*",
    "[",
    " threadIdx.x",
    " float4 ",
    " 2147483647",
    " 0x7fffffffffffffff",
    " 1e308",
    " 0.0f/0",
    " sizeof ",
    " auto ",
    " template <",
    " struct {",
    "...",
    " const ",
    " operator ",
    " return ",
    " for (;;) ",
    " new ",
    "::",
    "->",
    "&",
    " static ",
    " \"\"",
    " goto ",
    " __shared__ ",
    " double ",
];

fn damaged(text: &str, other: &str, dice: &mut Dice) -> String {
    let (mut parts, theirs) = (pieces(text), pieces(other));
    for _ in 0..=dice.below(4) {
        let (a, b) = (dice.below(parts.len()), dice.below(parts.len()));
        match dice.below(8) {
            0 => drop(parts.remove(a)),
            1 => parts.insert(a, parts[b]),
            2 => parts.swap(a, b),
            3 | 4 => parts[a] = WORDS[dice.below(WORDS.len())],
            5 => {
                let end = (a + dice.below(12)).min(parts.len());
                parts.drain(a..end);
            }
            6 => {
                let from = dice.below(theirs.len());
                let few = theirs[from..].iter().take(dice.below(40)).copied();
                parts.splice(a..a, few);
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
    exercise_kernels(&module);
    exercise_main(&module);
}

fn exercise_kernels(module: &Compiled) {
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
        let report = simt::run(module, &mut memory, &launch, &options);
        for finding in &report.findings {
            assert!(!simt::excerpt::plain_finding(module.source(), finding).is_empty());
        }
    }
}

/// Runs a program from `main` in a small world.
fn exercise_main(module: &Compiled) {
    let options = ProgramOptions {
        host_fuel: 200_000,
        kernel_fuel: 20_000,
        memory_bytes: 32 << 20,
        output_bytes: 1 << 16,
        ..ProgramOptions::default()
    };
    let report = run_main(module, &mut Memory::new(), &mut Quiet::default(), &options);
    for found in &report.findings {
        assert!(!simt::excerpt::plain_finding(module.source(), &found.finding).is_empty());
    }
}

/// The longest that one text may take, compiling and running together; a busy machine and unoptimised code included.
const PATIENCE: Duration = Duration::from_secs(120);

/// The folders of the corpus.
const FOLDERS: [&str; 6] = ["lex", "pp", "parse", "check", "run", "host"];

/// How often each file is damaged by default.
const ROUNDS: usize = 12;

/// Every damaged text, with the name of the file that it comes from: the same for a seed on any machine.
fn damaged_texts() -> Vec<(String, String)> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let texts: Vec<(String, String)> = FOLDERS.iter().flat_map(|f| folder(f)).collect();
    let mut dice = Dice(number("SEED").unwrap_or(2026));
    let mut out = Vec::new();
    for (name, text) in &texts {
        for _ in 0..number("ROUNDS").map_or(ROUNDS, |n| n as usize) {
            let other = &texts[dice.below(texts.len())].1;
            out.push((name.clone(), damaged(text, other, &mut dice)));
        }
    }
    out
}

/// What went wrong with a text, if anything did.
fn failure(name: &str, text: &str) -> Option<String> {
    let start = Instant::now();
    let panicked = std::panic::catch_unwind(|| exercise(text)).is_err();
    let (took, bad) = (start.elapsed(), panicked || start.elapsed() > PATIENCE);
    bad.then(|| format!("{name}: panicked {panicked}, {took:?}\n{text}"))
}

#[test]
fn no_damaged_program_makes_the_compiler_or_the_machine_panic_or_wait() {
    let texts = damaged_texts();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = Vec::new();
        while let Some((name, text)) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
            failures.extend(failure(name, text));
        }
        failures
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let failures: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().flat_map(|t| t.join().expect("caught"));
        done.collect()
    });
    let shown = failures.join("\n=====\n");
    assert!(failures.is_empty(), "{} failures:\n{shown}", failures.len());
    assert!(most_memory() < 3 << 20, "{} KiB were used", most_memory());
}

/// The sources of a folder: name, text.
fn folder(name: &str) -> Vec<(String, String)> {
    let named = |(path, text): (std::path::PathBuf, String)| (path.display().to_string(), text);
    cases::of(name).into_iter().map(named).collect()
}

/// The most memory that this process ever had, in KiB; 0 where the system does not say.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    number.unwrap_or(0)
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

/// Valid expressions that nest without end: a way in, the innermost, a way out, and what makes a statement of it.
const NESTS: [(&str, &str, &str, &str); 26] = [
    ("++", "v", "", "@;"),
    ("++(", "v", ")", "@;"),
    ("(", "v", " = 1)", "@ = 2;"),
    ("(", "v", " += 2)", "set(@);"),
    ("(", "s", " = s)", "@ = s;"),
    ("f(", "v", ")", "@;"),
    ("same(", "v", ")", "@;"),
    ("r(", "v", " = 1)", "@;"),
    ("S(", "v", ")", "@;"),
    ("S{", "v", "}", "@;"),
    ("W{", "1", "}", "W w = @;"),
    ("{", "v", "}", "S x = @;"),
    ("s + ", "s", "", "@;"),
    ("(s + ", "s", ")", "@;"),
    ("(", "s", " + s)", "S x = @;"),
    ("s[", "v", "]", "@;"),
    ("s(", "v", ")", "@;"),
    ("++", "s", "", "@;"),
    ("sizeof(", "v", ")", "v = @;"),
    ("(v ? ", "v", " : 1)", "v = @;"),
    ("(v ? ", "s", " : s)", "s = @;"),
    ("*&", "v", "", "@ = 1;"),
    ("(1, ", "v", ")", "@ = 1;"),
    ("a[", "0", "]", "v = @;"),
    ("std::max(", "1", ", 2)", "v = @;"),
    ("std::vector<int>{", "1", "}[0]", "v = @;"),
];

/// What is nested twice as deep may take twice as long, not the square of it: each of these is beyond waiting for if a
/// level doubles the work, and is then refused.
#[test]
fn no_level_of_nesting_doubles_the_work() {
    let head = "#include <algorithm>\n#include <vector>\n
        struct S {
            int a;
            S(int x) : a(x) {}
            S(const S &s) : a(s.a) {}
            S operator+(const S &o) const { return S(a + o.a); }
            S &operator=(const S &o) { a = o.a; return *this; }
            S &operator++() { ++a; return *this; }
            int operator[](int i) const { return a + i; }
            int operator()(int i) const { return a + i; }
        };
        struct W { int v; };
        template <typename T> T same(T x) { return x; }
        int f(int x) { return x; }
        int f(float x) { return 1; }
        int &r(int &x) { return x; }
        void set(int &x) { x = 1; }\n";
    for (open, core, close, whole) in NESTS {
        let nest = format!("{}{core}{}", open.repeat(26), close.repeat(26));
        let body = whole.replace('@', &nest);
        let text =
            format!("{head}int main() {{ int v = 0, a[1] = {{0}}; S s(1); {body} return 0; }}");
        let source = Source::new("nest.cu", text);
        if let Err(diags) = simt::compile(&source) {
            panic!("{}", simt::excerpt::plain(&source, diags.first()));
        }
    }
}

/// Where the work does double, it stops with a sentence.
#[test]
fn what_takes_too_long_to_check_is_refused() {
    let nest = format!("{}W{{1}}{}", "W{".repeat(40), ".v}".repeat(40));
    let source = Source::new(
        "nest.cu",
        format!("struct W {{ int v; }};\nint main() {{ {nest}; }}"),
    );
    let said = simt::compile(&source)
        .err()
        .map(|diags| diags.first().message.clone());
    assert_eq!(
        said.as_deref(),
        Some("checking this takes more steps than one program is given (65536)")
    );
}
