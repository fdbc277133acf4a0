//! Races are found where there are races, and nowhere else: random kernels beside the definition itself.
//!
//! A kernel is drawn, its accesses are listed thread by thread, and every pair is held against the definition: two threads, one location,
//! one of them writes, not both are atomics, and no barrier of their block between. The probe, which keeps a few accesses a location and puts reads off, must
//! report a variable exactly if such a pair exists, whatever the order of warps. Every write writes another value, so none is excused by that.
//! `KERNELS` (400) and `SEED` ask for more, `ONLY` shows and runs one.

#[path = "shared/draw.rs"]
mod draw;

use draw::Dice;
use simt::launch::{Arg, Elem, Init, Launch, Memory, RunOptions};
use simt::source::Source;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const BLOCKS: usize = 3;
const THREADS: usize = 96;
const SHARED: usize = 192;
const GLOBAL: usize = 512;

/// Which threads of a block take part.
#[derive(Clone, Copy)]
enum Who {
    All,
    /// Of one warp.
    Warp(usize),
    /// Those whose number modulo the first is the second.
    Every(usize, usize),
}

/// `(slope * t + shift * j + start) % length`, `t` the thread's number in its block (shared) or in the grid (global), `j` the round of a loop.
#[derive(Clone, Copy)]
struct Index {
    /// `t` is divided by this first, so that neighbours meet.
    over: usize,
    slope: usize,
    shift: usize,
    start: usize,
}

#[derive(Clone, Copy)]
enum Step {
    Barrier,
    Touch {
        /// By an atomic, which also writes.
        atomic: bool,
        writes: bool,
        shared: bool,
        who: Who,
        rounds: usize,
        index: Index,
        /// Elements that one access has.
        wide: usize,
        /// The bytes of one that a read has, so that locations are smaller: from, and how many.
        part: (usize, usize),
    },
}

fn drawn(dice: &mut Dice) -> Vec<Step> {
    let mut steps = Vec::new();
    // In half of the kernels all accesses are of one size.
    let sizes = if dice.below(2) == 0 { 1 } else { 4 };
    let atomics = dice.below(2) == 0;
    for _ in 0..2 + dice.below(9) {
        if dice.below(3) == 0 {
            steps.push(Step::Barrier);
            continue;
        }
        let who = match dice.below(6) {
            0 => Who::Warp(dice.below(3)),
            1 => {
                let n = 2 + dice.below(4);
                Who::Every(n, dice.below(n))
            }
            _ => Who::All,
        };
        let rounds = [1, 1, 1, 4, 16][dice.below(5)];
        let atomic = atomics && dice.below(3) == 0;
        let writes = atomic || dice.below(5) < 2;
        let wide = [1, 1, 2, 4][dice.below(if atomic { 1 } else { sizes })];
        let parts = if wide > 1 || writes { 1 } else { sizes };
        steps.push(Step::Touch {
            atomic,
            wide,
            part: [(0, 4), (0, 4), (2, 1), (2, 2)][dice.below(parts)],
            writes,
            shared: dice.below(3) > 0,
            who,
            rounds,
            index: Index {
                over: [1, 1, 1, 16, 32][dice.below(5)],
                slope: [1, 1, 1, 1, 2, 3, 16, 0][dice.below(8)],
                shift: [0, 1, 16, 96][dice.below(4)],
                start: [0, 0, 0, 1, 32, 96][dice.below(6)],
            },
        });
    }
    steps
}

fn text(steps: &[Step]) -> String {
    let mut out = format!(
        "__global__ void k(int *g, int *out) {{\n    __shared__ int s[{SHARED}];\n    int t = threadIdx.x, i = blockIdx.x * {THREADS} + t, v = 0;\n    \
         s[t] = t;\n    s[t + {THREADS}] = t;\n    __syncthreads();\n"
    );
    for (n, step) in steps.iter().enumerate() {
        let Step::Touch {
            atomic,
            writes,
            shared,
            who,
            rounds,
            index,
            wide,
            part,
        } = step
        else {
            out.push_str("    __syncthreads();\n");
            continue;
        };
        let test = match who {
            Who::All => String::new(),
            Who::Warp(w) => format!("if (t / 32 == {w}) "),
            Who::Every(n, which) => format!("if (t % {n} == {which}) "),
        };
        let (name, number, length) = match shared {
            true => ("s", "t", SHARED),
            false => ("g", "i", GLOBAL),
        };
        let Index {
            over,
            slope,
            shift,
            start,
        } = index;
        let place = format!("({slope} * ({number} / {over}) + {shift} * j + {start}) % {length}");
        let vector = format!("((int{wide} *){name})[({place}) / {wide}]");
        let value = format!("(i * 64 + j) * 64 + {n} + 1000");
        let what = match (writes, wide, part) {
            (true, ..) if *atomic => format!("atomicAdd(&{name}[{place}], {value})"),
            (true, 1, _) => format!("{name}[{place}] = {value}"),
            (true, 2, _) => format!("{vector} = make_int2({value}, {value} + 10000000)"),
            (true, ..) => {
                let more = |n: usize| format!("{value} + {n}0000000");
                let rest = [more(1), more(2), more(3)].join(", ");
                format!("{vector} = make_int4({value}, {rest})")
            }
            (false, 1, (0, 4)) => format!("v += {name}[{place}]"),
            (false, 1, (from, 1)) => format!("v += ((char *)&{name}[{place}])[{from}]"),
            (false, 1, (from, _)) => format!("v += ((short *)&{name}[{place}])[{from} / 2]"),
            (false, ..) => format!("v += {vector}.x + {vector}.y"),
        };
        let _ = writeln!(out, "    {test}for (int j = 0; j < {rounds}; j++) {what};");
    }
    out + "    out[i] = v;\n}\n"
}

/// One access: who, after how many barriers, whether it writes, and whether it is an atomic.
type Access = ((usize, usize), usize, bool, bool);

/// Whether a pair of accesses to the shared, and to the global variable, races.
fn races(steps: &[Step]) -> [bool; 2] {
    let mut touched: BTreeMap<(bool, usize, usize), Vec<Access>> = BTreeMap::new();
    for block in 0..BLOCKS {
        for t in 0..THREADS {
            let mut barriers = 0;
            for step in steps {
                let Step::Touch {
                    atomic,
                    writes,
                    shared,
                    who,
                    rounds,
                    index,
                    wide,
                    part: _,
                } = *step
                else {
                    barriers += 1;
                    continue;
                };
                let takes_part = match who {
                    Who::All => true,
                    Who::Warp(w) => t / 32 == w,
                    Who::Every(n, which) => t % n == which,
                };
                if !takes_part {
                    continue;
                }
                for j in 0..rounds {
                    let (number, length, of) = match shared {
                        true => (t, SHARED, block),
                        false => (block * THREADS + t, GLOBAL, 0),
                    };
                    let at = index.slope * (number / index.over) + index.shift * j + index.start;
                    let first = at % length / wide * wide;
                    for at in first..first + wide {
                        let list = touched.entry((shared, of, at)).or_default();
                        list.push(((block, t), barriers, writes, atomic));
                    }
                }
            }
        }
    }
    let meets = |list: &Vec<Access>| {
        list.iter()
            .enumerate()
            .any(|(n, (a, when, writes, atomic))| {
                list[n + 1..].iter().any(|(b, then, stores, too)| {
                    let conflict = (*writes || *stores) && !(*atomic && *too);
                    a != b && conflict && (a.0 != b.0 || when == then)
                })
            })
    };
    [true, false].map(|space| {
        let mut lists = touched.iter().filter(|((shared, ..), _)| *shared == space);
        lists.any(|(_, list)| meets(list))
    })
}

/// Whether anything was found on the shared, and on the global variable.
fn found(text: &str, (seed, room): (u64, usize)) -> [bool; 2] {
    let module = match simt::compile(&Source::new("races.cu", text)) {
        Ok(module) => module,
        Err(diags) => panic!("{}\n{text}", diags.first().message),
    };
    let mut memory = Memory::new();
    let g = memory.alloc("g", Elem::I32, room, Init::Zeroed);
    let out = memory.alloc("out", Elem::I32, BLOCKS * THREADS, Init::Zeroed);
    let launch = Launch {
        kernel: "k".to_string(),
        grid: (BLOCKS as u32).into(),
        block: (THREADS as u32).into(),
        shared_bytes: 0,
        args: vec![Arg::Buffer(g), Arg::Buffer(out)],
    };
    let options = RunOptions {
        seed,
        max_findings: 1000,
        ..RunOptions::default()
    };
    let report = simt::run(&module, &mut memory, &launch, &options);
    ["`s[", "`g["].map(|name| report.findings.iter().any(|f| f.message.contains(name)))
}

#[test]
fn races_are_found_exactly_where_they_are() {
    let number = |name: &str, default: usize| {
        let said = std::env::var(name).ok();
        said.and_then(|n| n.parse().ok()).unwrap_or(default)
    };
    let (kernels, seed) = (number("KERNELS", 400), number("SEED", 1));
    let only = std::env::var("ONLY").is_ok().then(|| number("ONLY", 0));
    let mut counts = [0; 4];
    for n in 0..kernels {
        let mut dice = Dice((seed as u64) << 32 ^ n as u64);
        dice.below(2);
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let steps = drawn(&mut dice);
        let (text, is) = (text(&steps), races(&steps));
        if only.is_some() {
            println!("{text}");
        }
        counts[usize::from(is[0]) + 2 * usize::from(is[1])] += 1;
        for order in [0, 1, 7] {
            // What a large allocation's locations remember may be packed.
            let room = if n % 2 == 0 { GLOBAL } else { 100 * GLOBAL };
            assert_eq!(
                found(&text, (order, room)),
                is,
                "kernel {n}: found, and is, on [shared, global] in order {order}\n{text}"
            );
        }
    }
    // All four cases are worth something only if they come.
    assert!(
        only.is_some() || kernels < 400 || counts.iter().all(|n| *n > 20),
        "{counts:?}"
    );
}

/// What the shadow takes for each byte of `bytes`, which a kernel touches all of.
fn shadow(body: &str, (threads, bytes): (u32, usize)) -> f64 {
    let text = format!(
        "__global__ void k(unsigned char *g, float *f, const int *to, int n) {{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) {{ {body} }}\n}}\n"
    );
    let module = match simt::compile(&Source::new("shadow.cu", text)) {
        Ok(module) => module,
        Err(diags) => panic!("{}", diags.first().message),
    };
    let mut memory = Memory::new();
    let g = memory.alloc("g", Elem::U8, bytes, Init::Zeroed);
    let f = memory.alloc("f", Elem::F32, threads as usize, Init::Zeroed);
    // A permutation: an odd factor, and a power of two.
    let to = (0..threads).flat_map(|i| (i.wrapping_mul(40_503) % threads).to_le_bytes());
    let to = memory.alloc("to", Elem::I32, threads as usize, Init::Bytes(to.collect()));
    let launch = Launch {
        kernel: "k".to_string(),
        grid: (threads / 256).into(),
        block: 256.into(),
        shared_bytes: 0,
        args: vec![
            Arg::Buffer(g),
            Arg::Buffer(f),
            Arg::Buffer(to),
            Arg::I32(threads as i32),
        ],
    };
    let report = simt::run(&module, &mut memory, &launch, &RunOptions::default());
    assert_eq!(report.findings, Vec::new());
    report.shadow_bytes as f64 / bytes as f64
}

#[test]
fn the_shadow_is_at_most_four_times_what_a_kernel_touches() {
    const N: u32 = 1 << 18;
    let n = N as usize;
    for (body, bytes) in [
        ("g[i] = i;", n),
        ("g[i] += 1;", n),
        (
            "g[3 * i] += 1; g[3 * i + 1] = 2; g[3 * i + 2] = g[3 * i];",
            3 * n,
        ),
        ("g[to[i]] = i;", n),
        ("g[to[i]] += 1;", n),
        ("((short *)g)[2 * i + 1] = ((short *)g)[2 * i];", 4 * n),
        ("((float *)g)[i] = ((char *)to)[i] + f[i];", 4 * n),
        (
            "((float4 *)g)[i] = make_float4(f[i], 0, ((char *)f)[4 * i], 1); f[i] = 0;",
            20 * n,
        ),
        ("g[i] = 1; g[i ^ 1] = 1;", n),
    ] {
        let ratio = shadow(body, (N, bytes));
        assert!(ratio <= 4.0, "{body}: {ratio:.2} times");
    }
}
