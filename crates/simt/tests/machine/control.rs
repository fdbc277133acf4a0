//! Control against a plain run of each thread by itself: masks must never change what a thread computes.

use crate::build::{Build, run_module, shape};
use proptest::prelude::*;
use simt::ir::op::{AtomOp, BarOp, Bin32, Cmp32, Scope, Special};
use simt::ir::{CallSite, FuncId, Function, Ins, R};
use simt::launch::{Arg, Elem, Init, Memory, RunOptions};
use simt::report::{FindingKind, Outcome};

/// A statement of a small language over one number a thread.
#[derive(Clone, Debug)]
enum Do {
    /// `x = x * 3 + n`
    Mix(u32),
    /// `if (x % 8 < n) … else …`
    If(u32, Vec<Do>, Vec<Do>),
    /// `for (i = 0; i < x % n; i++) …`
    For(u32, Vec<Do>),
    /// `if (x % 4 == n) break;` in a loop, else `return;`
    Break(u32),
    /// `if (x % 4 == n) continue;` in a loop, else nothing
    Continue(u32),
}

/// How a thread goes on.
#[derive(PartialEq)]
enum On {
    Next,
    Break,
    Continue,
    Return,
}

fn alone(x: &mut u32, body: &[Do], looping: bool) -> On {
    for one in body {
        let on = match one {
            Do::Mix(n) => {
                *x = x.wrapping_mul(3).wrapping_add(*n);
                On::Next
            }
            Do::If(n, yes, no) => alone(x, if *x % 8 < *n { yes } else { no }, looping),
            Do::For(n, body) => repeat(x, *x % n, body),
            Do::Break(n) if *x % 4 == *n => {
                if looping {
                    On::Break
                } else {
                    On::Return
                }
            }
            Do::Continue(n) if *x % 4 == *n && looping => On::Continue,
            Do::Break(_) | Do::Continue(_) => On::Next,
        };
        if on != On::Next {
            return on;
        }
    }
    On::Next
}

fn repeat(x: &mut u32, times: u32, body: &[Do]) -> On {
    for _ in 0..times {
        match alone(x, body, true) {
            On::Break => break,
            On::Return => return On::Return,
            On::Next | On::Continue => {}
        }
    }
    On::Next
}

/// What the code is inside of: how many `If`s, and whether a loop is outside these.
#[derive(Clone, Copy)]
struct Inside {
    ifs: u16,
    looping: bool,
    /// Where the result goes: the array and the index.
    out: (simt::ir::D, R),
}

fn build(k: &mut Build, x: R, body: &[Do], inside: Inside) {
    for one in body {
        match one {
            Do::Mix(n) => {
                let (three, n) = (k.int(3), k.int(*n));
                k.put(Ins::Mad {
                    dst: x,
                    a: x,
                    b: three,
                    c: n,
                });
            }
            Do::If(n, yes, no) => {
                let (eight, n) = (k.int(8), k.int(*n));
                let low = k.bin(Bin32::RemU, x, eight);
                let cond = k.cmp(Cmp32::LtU, low, n);
                let deeper = Inside {
                    ifs: inside.ifs + 1,
                    ..inside
                };
                k.either(
                    cond,
                    |k| build(k, x, yes, deeper),
                    |k| build(k, x, no, deeper),
                );
            }
            Do::For(n, body) => {
                let (n, one, zero, i) = (k.int(*n), k.int(1), k.int(0), k.r());
                let times = k.bin(Bin32::RemU, x, n);
                k.put(Ins::Mov { dst: i, a: zero });
                let within = Inside {
                    ifs: 0,
                    looping: true,
                    ..inside
                };
                k.repeat(
                    |k| k.cmp(Cmp32::LtU, i, times),
                    |k| build(k, x, body, within),
                    |k| {
                        k.put(Ins::Bin32 {
                            op: Bin32::Add,
                            dst: i,
                            a: i,
                            b: one,
                        });
                    },
                );
            }
            Do::Break(n) | Do::Continue(n) => {
                let (four, n) = (k.int(4), k.int(*n));
                let low = k.bin(Bin32::RemU, x, four);
                let cond = k.cmp(Cmp32::Eq, low, n);
                let levels = inside.ifs + 1;
                let go_on = matches!(one, Do::Continue(_));
                k.when(cond, |k| match (inside.looping, go_on) {
                    (true, true) => drop(k.put(Ins::Continue { levels })),
                    (true, false) => drop(k.put(Ins::Leave { levels })),
                    (false, true) => {}
                    (false, false) => {
                        k.store(inside.out.0, inside.out.1, x);
                        k.put(Ins::Return);
                    }
                });
            }
        }
    }
}

fn program() -> impl Strategy<Value = Vec<Do>> {
    let leaf = prop_oneof![
        3 => (0u32..100).prop_map(Do::Mix),
        1 => (0u32..4).prop_map(Do::Break),
        1 => (0u32..4).prop_map(Do::Continue),
    ];
    let one = leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner, 0..4);
        prop_oneof![
            (1u32..8, list.clone(), list.clone()).prop_map(|(n, a, b)| Do::If(n, a, b)),
            (1u32..6, list).prop_map(|(n, body)| Do::For(n, body)),
        ]
    });
    prop::collection::vec(one, 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_warp_computes_what_each_thread_would_alone(body in program(), threads in 1u32..80, seed in 0u64..4) {
        let mut k = Build::new();
        let to = k.pointer("to");
        let t = k.special(Special::Tid(0));
        let x = k.r();
        k.put(Ins::Mov { dst: x, a: t });
        build(&mut k, x, &body, Inside { ifs: 0, looping: false, out: (to, t) });
        k.store(to, t, x);
        let mut memory = Memory::new();
        let out = memory.alloc("to", Elem::U32, threads as usize, Init::Uninit);
        let options = RunOptions { seed, fuel: 1 << 24, ..RunOptions::default() };
        let module = k.module();
        let mut again = memory.clone();
        let report = run_module(module.clone(), &mut memory, shape(1, threads), &[Arg::Buffer(out)], &options);
        prop_assert_eq!(&run_module(module, &mut again, shape(1, threads), &[Arg::Buffer(out)], &options), &report);
        prop_assert_eq!(again.bytes(out), memory.bytes(out));
        prop_assert_eq!(&report.outcome, &Outcome::Finished);
        prop_assert!(report.findings.is_empty());
        let want: Vec<u32> = (0..threads).map(|t| { let mut x = t; alone(&mut x, &body, false); x }).collect();
        prop_assert_eq!(memory.u32s(out), want);
    }

    #[test]
    fn addresses_of_any_shape_move_the_same_bytes(index in prop::collection::vec(0u32..64, 32), lanes in 1u32..33) {
        let mut k = Build::new();
        let (order, from, to) = (k.pointer("order"), k.pointer("from"), k.pointer("to"));
        let t = k.special(Special::Tid(0));
        let i = k.load(order, t);
        let x = k.load(from, i);
        k.store(to, t, x);
        let mut memory = Memory::new();
        let from: Vec<u32> = (0..64).map(|i| i * i).collect();
        let bytes = |v: &[u32]| Init::Bytes(crate::build::words(v.iter().copied()));
        let order = memory.alloc("order", Elem::U32, 32, bytes(&index));
        let source = memory.alloc("from", Elem::U32, 64, bytes(&from));
        let to = memory.alloc("to", Elem::U32, 32, Init::Zeroed);
        let report = k.run(&mut memory, 1, lanes, &[Arg::Buffer(order), Arg::Buffer(source), Arg::Buffer(to)]);
        prop_assert!(report.findings.is_empty());
        let used = &index[..lanes as usize];
        let want: Vec<u32> = used.iter().map(|i| from[*i as usize]).collect();
        prop_assert_eq!(&memory.u32s(to)[..lanes as usize], &want[..]);
        let distinct = |f: fn(u32) -> u32| used.iter().map(|i| f(*i)).collect::<std::collections::BTreeSet<_>>().len() as u64;
        let loads = report.counters.buffer("from").expect("read").loads;
        prop_assert_eq!(loads.sectors, distinct(|i| i / 8));
        prop_assert_eq!(loads.unique_bytes, 4 * distinct(|i| i));
        prop_assert_eq!(loads.ideal_sectors, (4 * distinct(|i| i)).div_ceil(32));
    }
}

/// `f(n) = n == 0 ? 1 : n * f(n - 1)`, called by each thread with its own `n`.
fn factorial(stop: bool) -> (Build, Function) {
    let mut f = Build::new();
    let (n, result, sub) = (f.r(), f.r(), f.r());
    let (zero, one) = (f.int(0), f.int(1));
    let done = if stop {
        f.cmp(Cmp32::Eq, n, zero)
    } else {
        f.p()
    };
    f.when(done, |f| {
        f.put(Ins::Mov {
            dst: result,
            a: one,
        });
        f.put(Ins::Return);
    });
    f.put(Ins::Bin32 {
        op: Bin32::Sub,
        dst: sub,
        a: n,
        b: one,
    });
    f.code.calls.push(CallSite {
        func: Some(FuncId(0)),
        args32: vec![(n, sub)],
        results32: vec![(result, result)],
        ..CallSite::default()
    });
    f.line(6);
    f.put(Ins::Call { site: 0 });
    f.put(Ins::Bin32 {
        op: Bin32::Mul,
        dst: result,
        a: result,
        b: n,
    });
    f.put(Ins::Return);
    let function = Function {
        host: false,
        results: Vec::new(),
        name: "f".into(),
        code: std::mem::take(&mut f.code),
    };
    let mut k = Build::new();
    let to = k.pointer("to");
    let t = k.special(Special::Tid(0));
    let x = k.r();
    k.code.calls.push(CallSite {
        func: Some(FuncId(0)),
        args32: vec![(n, t)],
        results32: vec![(x, result)],
        ..CallSite::default()
    });
    k.put(Ins::Call { site: 0 });
    k.store(to, t, x);
    (k, function)
}

#[test]
fn recursion_with_a_depth_of_its_own_in_each_lane() {
    for stop in [true, false] {
        let (k, function) = factorial(stop);
        let mut module = k.module();
        module.functions.push(function);
        let mut memory = Memory::new();
        let to = memory.alloc("to", Elem::U32, 13, Init::Uninit);
        let report = run_module(
            module,
            &mut memory,
            shape(1, 13),
            &[Arg::Buffer(to)],
            &RunOptions::default(),
        );
        if stop {
            assert_eq!(report.outcome, Outcome::Finished);
            let want: Vec<u32> = (0..13).map(|n| (1..=n).product()).collect();
            assert_eq!(memory.u32s(to), want);
        } else {
            let Outcome::StackOverflow { depth, place } = report.outcome else {
                panic!("{:?}", report.outcome)
            };
            assert_eq!((depth, place.line), (256, 6));
        }
    }
}

#[test]
fn barrier_reductions_and_atomics_over_blocks() {
    let mut k = Build::new();
    let to = k.pointer("to");
    let t = k.special(Special::Tid(0));
    let (limit, zero, one) = (k.int(70), k.int(0), k.int(1));
    let few = k.cmp(Cmp32::LtU, t, limit);
    let count = k.r();
    k.put(Ins::BarRed {
        op: BarOp::Count,
        dst: count,
        src: few,
    });
    let first = k.cmp(Cmp32::Eq, t, zero);
    k.when(first, |k| {
        let addr = k.at(to, zero, 4);
        k.put(Ins::Atom {
            op: AtomOp::Add,
            dst: None,
            addr,
            a: count,
            b: count,
            scope: Scope::Device,
        });
        let addr = k.at(to, one, 4);
        k.put(Ins::Atom {
            op: AtomOp::Inc,
            dst: None,
            addr,
            a: limit,
            b: limit,
            scope: Scope::Device,
        });
    });
    let mut memory = Memory::new();
    let out = memory.alloc("to", Elem::U32, 2, Init::Zeroed);
    let report = k.run(&mut memory, 5, 96, &[Arg::Buffer(out)]);
    assert!(report.findings.is_empty());
    assert_eq!(memory.u32s(out), [350, 5]);
    assert_eq!((report.counters.barriers, report.counters.atomics), (5, 10));
}

#[test]
fn without_probes_faults_are_still_found() {
    let mut k = Build::new();
    let to = k.pointer("to");
    let t = k.global_index();
    k.store(to, t, t);
    let mut memory = Memory::new();
    let out = memory.alloc("to", Elem::U32, 40, Init::Uninit);
    let options = RunOptions {
        checks: false,
        ..RunOptions::default()
    };
    let report = k.run_with(&mut memory, 2, 32, &[Arg::Buffer(out)], &options);
    assert_eq!(report.findings[0].kind, FindingKind::OutOfBounds);
    assert_eq!(
        (report.findings[0].count, memory.never_written(out)),
        (24, 0)
    );
}

#[test]
fn the_text_form_is_indented_by_what_is_open() {
    let mut k = Build::new();
    let to = k.pointer("to");
    let t = k.special(Special::Tid(0));
    let zero = k.int(0);
    let first = k.cmp(Cmp32::Eq, t, zero);
    k.when(first, |k| k.store(to, zero, t));
    let text = simt::ir::print::module(&k.module());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "kernel k(float* to in D(d0))");
    assert_eq!(lines[1].trim(), "r1 = 0x0");
    assert_eq!(lines[4], "    2    1  If { cond: p0, other: 5 }");
    assert_eq!(
        lines[5],
        "    3    1    Index { dst: d1, base: d0, index: r1, scale: 4, signed: true }"
    );
    assert_eq!(lines[7], "    5    1  EndIf");
}
