//! Counters against values worked out by hand.

use crate::build::{Build, floats};
use simt::ir::Ins;
use simt::ir::op::{Bin32, Cmp32, MemTy, Special};
use simt::launch::{Arg, Elem, Init, Memory, RunOptions};
use simt::report::{Outcome, Report};

/// `c[i] = a[i] + b[i]` over `n` elements, with a guard.
fn vector_add() -> Build {
    let mut k = Build::new();
    let (a, b, c) = (k.pointer("a"), k.pointer("b"), k.pointer("c"));
    let n = k.scalar("n", Elem::I32);
    k.line(2);
    let i = k.global_index();
    k.line(3);
    let inside = k.cmp(Cmp32::LtS, i, n);
    k.when(inside, |k| {
        k.line(4);
        let (x, y) = (k.load(a, i), k.load(b, i));
        let sum = k.bin(Bin32::FAdd, x, y);
        k.store(c, i, sum);
    });
    k.line(5);
    k
}

fn three(n: usize, memory: &mut Memory) -> [simt::launch::Buffer; 3] {
    let a = memory.alloc(
        "a",
        Elem::F32,
        n,
        Init::Bytes(floats((0..n).map(|i| i as f32))),
    );
    let b = memory.alloc(
        "b",
        Elem::F32,
        n,
        Init::Bytes(floats((0..n).map(|i| 2.0 * i as f32))),
    );
    let c = memory.alloc("c", Elem::F32, n, Init::Uninit);
    [a, b, c]
}

fn finished(report: &Report) {
    assert_eq!(report.outcome, Outcome::Finished);
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
}

#[test]
fn vector_add_is_right_and_coalesced() {
    for seed in [0, 1, 7] {
        let mut memory = Memory::new();
        let [a, b, c] = three(1000, &mut memory);
        let args = [
            Arg::Buffer(a),
            Arg::Buffer(b),
            Arg::Buffer(c),
            Arg::I32(1000),
        ];
        let options = RunOptions {
            seed,
            ..RunOptions::default()
        };
        let report = vector_add().run_with(&mut memory, 4, 256, &args, &options);
        finished(&report);
        assert_eq!(
            memory.f32s(c),
            (0..1000).map(|i| 3.0 * i as f32).collect::<Vec<_>>()
        );
        assert_eq!(memory.never_written(c), 0);
        let counters = &report.counters;
        let loads = counters.buffer("a").expect("a was read").loads;
        // 31 full warps of 4 sectors; the last warp has 8 lanes, which is one sector.
        assert_eq!(
            (loads.requests, loads.sectors, loads.ideal_sectors),
            (32, 31 * 4 + 1, 125)
        );
        assert_eq!((loads.bytes_requested, loads.unique_bytes), (4000, 4000));
        assert_eq!(counters.buffer("c").expect("c was written").stores, loads);
        assert_eq!(counters.flops, 1000);
        assert_eq!(
            (counters.threads, counters.blocks, counters.barriers),
            (1024, 4, 0)
        );
        assert_eq!((counters.branches, counters.divergent_branches), (32, 1));
        assert_eq!(counters.compulsory_bytes(), 12000);
        let line = counters.lines[&4];
        // Two loads and a store with an address each, and the addition.
        assert_eq!(
            (line.warp_instructions, line.lane_instructions, line.flops),
            (7 * 32, 7 * 1000, 1000)
        );
        assert_eq!((line.loads.requests, line.stores.requests), (64, 32));
    }
}

#[test]
fn counting_changes_nothing() {
    let run = |checks| {
        let mut memory = Memory::new();
        let [a, b, c] = three(777, &mut memory);
        let args = [
            Arg::Buffer(a),
            Arg::Buffer(b),
            Arg::Buffer(c),
            Arg::I32(777),
        ];
        let options = RunOptions {
            checks,
            ..RunOptions::default()
        };
        finished(&vector_add().run_with(&mut memory, 4, 256, &args, &options));
        (memory.bytes(c).to_vec(), memory.never_written(c))
    };
    assert_eq!(run(true), run(false));
}

/// One warp loads `from[f(lane)]`; sectors and ideal sectors of that request.
fn sectors(lanes: u32, f: impl Fn(&mut Build, simt::ir::R) -> simt::ir::R) -> (u64, u64) {
    let mut k = Build::new();
    let (from, to) = (k.pointer("from"), k.pointer("to"));
    let t = k.special(Special::Tid(0));
    let i = f(&mut k, t);
    let x = k.load(from, i);
    k.store(to, t, x);
    let mut memory = Memory::new();
    let from = memory.alloc("from", Elem::F32, 4096, Init::Zeroed);
    let to = memory.alloc("to", Elem::F32, 32, Init::Uninit);
    let report = k.run(&mut memory, 1, lanes, &[Arg::Buffer(from), Arg::Buffer(to)]);
    finished(&report);
    let loads = report.counters.buffer("from").expect("read").loads;
    assert_eq!(loads.requests, 1);
    (loads.sectors, loads.ideal_sectors)
}

#[test]
fn sectors_by_pattern() {
    let scaled = |by: u32| {
        move |k: &mut Build, t| {
            let by = k.int(by);
            k.bin(Bin32::Mul, t, by)
        }
    };
    assert_eq!(sectors(32, |_, t| t), (4, 4), "side by side");
    assert_eq!(
        sectors(32, |k, t| {
            let one = k.int(1);
            k.bin(Bin32::Add, t, one)
        }),
        (5, 4),
        "one element off"
    );
    assert_eq!(sectors(32, scaled(2)), (8, 4), "every other");
    assert_eq!(sectors(32, scaled(8)), (32, 4), "a sector each");
    assert_eq!(sectors(32, scaled(100)), (32, 4), "far apart");
    assert_eq!(sectors(32, scaled(0)), (1, 1), "all the same");
    assert_eq!(sectors(7, |_, t| t), (1, 1), "seven lanes");
    assert_eq!(sectors(20, scaled(100)), (20, 3), "twenty lanes apart");
    let backwards = |k: &mut Build, t| {
        let last = k.int(31);
        k.bin(Bin32::Sub, last, t)
    };
    assert_eq!(sectors(32, backwards), (4, 4), "backwards");
}

#[test]
fn a_vector_load_is_sixteen_sectors() {
    let mut k = Build::new();
    let (from, to) = (k.pointer("from"), k.pointer("to"));
    let t = k.special(Special::Tid(0));
    let (x, _, _, _) = (k.r(), k.r(), k.r(), k.r());
    let (a, b) = (k.at(from, t, 16), k.at(to, t, 16));
    k.put(Ins::Ld {
        ty: MemTy::B32,
        n: 4,
        volatile: false,
        dst: x,
        addr: a,
        offset: 0,
    });
    k.put(Ins::St {
        ty: MemTy::B32,
        n: 4,
        volatile: false,
        src: x,
        addr: b,
        offset: 0,
    });
    let mut memory = Memory::new();
    let from = memory.alloc(
        "from",
        Elem::F32,
        128,
        Init::Bytes(floats((0..128).map(|i| i as f32))),
    );
    let to = memory.alloc("to", Elem::F32, 128, Init::Uninit);
    let report = k.run(&mut memory, 1, 32, &[Arg::Buffer(from), Arg::Buffer(to)]);
    finished(&report);
    assert_eq!(
        memory.f32s(to),
        (0..128).map(|i| i as f32).collect::<Vec<_>>()
    );
    for t in [report.counters.loads(), report.counters.stores()] {
        assert_eq!(
            (t.requests, t.sectors, t.ideal_sectors, t.bytes_requested),
            (1, 16, 16, 512)
        );
    }
}

/// One warp stores to and loads from `tile[f(lane)]`; wavefronts of the load and its ideal.
fn wavefronts(n: u8, f: impl Fn(&mut Build, simt::ir::R) -> simt::ir::R) -> (u64, u64) {
    let mut k = Build::new();
    let tile = k.shared("tile", Elem::F32, 33 * 32 * 4);
    let t = k.special(Special::Tid(0));
    let i = f(&mut k, t);
    let x = k.r();
    (1..n).for_each(|_| assert_ne!(k.r(), x));
    let addr = k.at(tile, i, 4 * n as u32);
    k.put(Ins::St {
        ty: MemTy::B32,
        n,
        volatile: false,
        src: x,
        addr,
        offset: 0,
    });
    let member = k.int(u32::MAX);
    k.put(Ins::SyncWarp { member });
    k.put(Ins::Ld {
        ty: MemTy::B32,
        n,
        volatile: false,
        dst: x,
        addr,
        offset: 0,
    });
    let report = k.run(&mut Memory::new(), 1, 32, &[]);
    finished(&report);
    let loads = report.counters.shared.loads;
    assert_eq!(loads.requests, 1);
    assert_eq!(loads, report.counters.shared.stores);
    (loads.wavefronts, loads.ideal_wavefronts)
}

#[test]
fn wavefronts_by_pattern() {
    let scaled = |by: u32| {
        move |k: &mut Build, t| {
            let by = k.int(by);
            k.bin(Bin32::Mul, t, by)
        }
    };
    assert_eq!(wavefronts(1, |_, t| t), (1, 1), "a bank each");
    assert_eq!(wavefronts(1, scaled(32)), (32, 1), "a column of 32");
    assert_eq!(wavefronts(1, scaled(33)), (1, 1), "a padded column");
    assert_eq!(wavefronts(1, scaled(2)), (2, 1), "every other word");
    assert_eq!(wavefronts(1, scaled(0)), (1, 1), "broadcast");
    assert_eq!(wavefronts(2, |_, t| t), (2, 2), "float2");
    assert_eq!(wavefronts(4, |_, t| t), (4, 4), "float4");
    assert_eq!(wavefronts(4, scaled(0)), (1, 1), "float4 broadcast");
    // A quarter warp of float4 at stride 8 vectors: every lane starts at bank 0.
    assert_eq!(wavefronts(4, scaled(8)), (32, 4), "float4 column");
    let halves = |k: &mut Build, t| {
        let one = k.int(1);
        k.bin(Bin32::ShrU, t, one)
    };
    assert_eq!(wavefronts(1, halves), (1, 1), "pairs share a word");
}

#[test]
fn lane_efficiency_of_a_divided_warp() {
    let mut k = Build::new();
    let to = k.pointer("to");
    let t = k.special(Special::Tid(0));
    let eight = k.int(8);
    let few = k.cmp(Cmp32::LtU, t, eight);
    k.line(2);
    k.when(few, |k| {
        k.line(3);
        k.store(to, t, t);
    });
    let mut memory = Memory::new();
    let to = memory.alloc("to", Elem::I32, 32, Init::Zeroed);
    let report = k.run(&mut memory, 1, 32, &[Arg::Buffer(to)]);
    finished(&report);
    assert_eq!(memory.i32s(to)[..10], [0, 1, 2, 3, 4, 5, 6, 7, 0, 0]);
    let (all, line) = (&report.counters, report.counters.lines[&3]);
    assert_eq!(
        (line.warp_instructions, line.lane_instructions),
        (2 + 1, 2 * 8 + 32),
        "two by 8 lanes, and the return"
    );
    assert_eq!(all.lane_instructions, all.warp_instructions * 32 - 2 * 24);
    assert_eq!((all.branches, all.divergent_branches), (1, 1));
}
