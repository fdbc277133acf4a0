//! What the machine finds, and what it does not.

use crate::build::{Build, words};
use simt::ir::Ins;
use simt::ir::op::{AtomOp, Bin32, Cmp32, MemTy, Scope, ShflOp, Special};
use simt::launch::{Arg, Elem, Init, Memory, RunOptions};
use simt::report::{FindingKind, Outcome, Report};

fn kinds(report: &Report) -> Vec<FindingKind> {
    report.findings.iter().map(|f| f.kind).collect()
}

fn buffer(n: usize) -> (Memory, Arg) {
    let mut memory = Memory::new();
    let b = memory.alloc("c", Elem::I32, n, Init::Bytes(words(0..n as u32)));
    (memory, Arg::Buffer(b))
}

#[test]
fn one_past_the_end_is_named() {
    let mut k = Build::new();
    let c = k.pointer("c");
    k.line(5);
    let i = k.global_index();
    k.store(c, i, i);
    let (mut memory, c) = buffer(1000);
    let report = k.run(&mut memory, 4, 256, &[c]);
    assert_eq!(report.outcome, Outcome::Finished);
    assert_eq!(kinds(&report), [FindingKind::OutOfBounds]);
    let found = &report.findings[0];
    assert_eq!(
        found.message,
        "out-of-bounds global write of 4 bytes: `c` has 1000 elements; index 1000 is 1 past the end"
    );
    assert_eq!(found.count, 24);
    let place = &found.places[0];
    assert_eq!(
        (place.line, place.thread, place.block),
        (5, [232, 0, 0], [3, 0, 0])
    );
}

#[test]
fn before_the_start_far_off_and_null() {
    let mut k = Build::new();
    let (c, nothing) = (k.pointer("c"), k.pointer("nothing"));
    let (minus, far) = (k.int(-2i32 as u32), k.int(1 << 30));
    for (line, base, index) in [(2, c, minus), (3, c, far), (4, nothing, minus)] {
        k.line(line);
        let x = k.load(base, index);
        k.store(c, x, x);
    }
    let (mut memory, c) = buffer(4);
    let report = k.run(&mut memory, 1, 1, &[c, Arg::Null]);
    let said: Vec<&str> = report.findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "out-of-bounds global read of 4 bytes: `c` has 4 elements; index -2 is 2 before the start",
            "out-of-bounds global read of 4 bytes: `c` has 4 elements; index 1073741824 is 1073741821 past the end",
            "read of 4 bytes through a null pointer, -8 bytes from it",
        ]
    );
    assert_eq!(kinds(&report)[2], FindingKind::NullPointer);
    assert_eq!(memory.i32s(simt_buffer(c))[0], 0, "a bad read gives 0");
}

fn simt_buffer(arg: Arg) -> simt::launch::Buffer {
    match arg {
        Arg::Buffer(b) => b,
        _ => panic!("a buffer"),
    }
}

#[test]
fn misaligned_vectors() {
    let mut k = Build::new();
    let c = k.pointer("c");
    let one = k.int(1);
    let (x, _) = (k.r(), k.r());
    let addr = k.at(c, one, 4);
    k.put(Ins::Ld {
        ty: MemTy::B32,
        n: 2,
        volatile: false,
        dst: x,
        addr,
        offset: 0,
    });
    let (mut memory, c) = buffer(8);
    let report = k.run(&mut memory, 1, 1, &[c]);
    assert_eq!(kinds(&report), [FindingKind::Misaligned]);
    assert_eq!(
        report.findings[0].message,
        "misaligned global read of 8 bytes: the address in `c` is 4 bytes past a multiple of 8"
    );
}

#[test]
fn uninitialised_reads_of_every_space() {
    let mut k = Build::new();
    let (from, to) = (k.pointer("from"), k.pointer("to"));
    let tile = k.shared("tile", Elem::F32, 64);
    let t = k.special(Special::Tid(0));
    k.line(2);
    let x = k.load(from, t);
    k.line(3);
    let y = k.load(tile, t);
    k.line(4);
    for value in [x, y] {
        let twice = k.bin(Bin32::Add, value, value);
        k.store(to, t, twice);
    }
    let mut memory = Memory::new();
    let from = memory.alloc("from", Elem::F32, 32, Init::Bytes(words(0..20)));
    let to = memory.alloc("to", Elem::F32, 32, Init::Uninit);
    let report = k.run(&mut memory, 1, 32, &[Arg::Buffer(from), Arg::Buffer(to)]);
    assert_eq!(kinds(&report), [FindingKind::Uninitialised; 2]);
    assert_eq!(
        report.findings[0].message,
        "what is stored depends on `from[20]`, which was never written"
    );
    assert_eq!(
        (report.findings[0].count, report.findings[1].count),
        (12, 32)
    );
}

/// Two warps exchange through `tile`: each writes its element and reads its neighbour's `shift` on.
fn exchange(barrier: bool, shift: u32) -> Build {
    let mut k = Build::new();
    let to = k.pointer("to");
    let tile = k.shared("tile", Elem::I32, 64);
    let t = k.special(Special::Tid(0));
    k.line(2);
    k.store(tile, t, t);
    if barrier {
        k.put(Ins::Bar);
    }
    let (shift, last) = (k.int(shift), k.int(63));
    let far = k.bin(Bin32::Add, t, shift);
    let i = k.bin(Bin32::And, far, last);
    k.line(4);
    let x = k.load(tile, i);
    k.line(5);
    k.store(to, t, x);
    k
}

#[test]
fn a_race_has_two_places_and_a_barrier_ends_it() {
    let (mut memory, to) = buffer(64);
    let report = exchange(true, 1).run(&mut memory, 2, 64, &[to]);
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
    assert_eq!(report.counters.barriers, 2);
    for seed in [0, 1, 2, 3] {
        let options = RunOptions {
            seed,
            ..RunOptions::default()
        };
        let report = exchange(false, 1).run_with(&mut memory, 1, 64, &[to], &options);
        assert_eq!(
            kinds(&report),
            [FindingKind::SharedRace],
            "what is read too early is not told twice"
        );
        let races: Vec<_> = report
            .findings
            .iter()
            .filter(|f| f.kind == FindingKind::SharedRace)
            .collect();
        assert_eq!(races.len(), 1, "{:#?}", report.findings);
        let mut lines: Vec<u32> = races[0].places.iter().map(|p| p.line).collect();
        lines.sort_unstable();
        assert_eq!(lines, [2, 4]);
        assert_ne!(
            races[0].places[0].thread[0] / 32,
            races[0].places[1].thread[0] / 32
        );
    }
    let report = exchange(false, 0).run(&mut memory, 2, 64, &[to]);
    assert!(report.findings.is_empty(), "own elements do not race");
}

#[test]
fn atomics_do_not_race_but_a_plain_read_beside_them_does() {
    let build = |read: bool| {
        let mut k = Build::new();
        let to = k.pointer("to");
        let tile = k.shared("bins", Elem::I32, 4);
        let t = k.special(Special::Tid(0));
        let (zero, one, three) = (k.int(0), k.int(1), k.int(3));
        let first = k.cmp(Cmp32::Eq, t, zero);
        k.when(first, |k| {
            for i in [zero, one, three] {
                k.store(tile, i, zero);
            }
            let two = k.int(2);
            k.store(tile, two, zero);
        });
        k.put(Ins::Bar);
        let bin = k.bin(Bin32::And, t, three);
        let addr = k.at(tile, bin, 4);
        k.line(3);
        k.put(Ins::Atom {
            op: AtomOp::Add,
            dst: None,
            addr,
            a: one,
            b: one,
            scope: Scope::Device,
        });
        if !read {
            k.put(Ins::Bar);
        }
        k.line(4);
        let x = k.load(tile, bin);
        k.store(to, t, x);
        k
    };
    let (mut memory, to) = buffer(64);
    let report = build(false).run(&mut memory, 1, 64, &[to]);
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
    assert_eq!(memory.i32s(simt_buffer(to)), [16; 64]);
    assert_eq!(report.counters.atomics, 64);
    let report = build(true).run(&mut memory, 1, 64, &[to]);
    assert_eq!(kinds(&report), [FindingKind::SharedRace]);
}

#[test]
fn writes_of_different_values_to_one_place() {
    let build = |same: bool| {
        let mut k = Build::new();
        let c = k.pointer("c");
        let t = k.special(Special::Tid(0));
        let zero = k.int(0);
        k.store(c, zero, if same { zero } else { t });
        k
    };
    let (mut memory, c) = buffer(4);
    assert!(
        build(true)
            .run(&mut memory, 1, 32, &[c])
            .findings
            .is_empty()
    );
    let report = build(false).run(&mut memory, 1, 32, &[c]);
    assert_eq!(kinds(&report), [FindingKind::WriteConflict]);
    assert_eq!(
        report.findings[0].message,
        "threads (0, 0, 0) and (1, 0, 0) write different values to `c[0]` in one instruction"
    );
}

#[test]
fn divergent_and_missed_barriers() {
    let build = |limit: u32, early: bool| {
        let mut k = Build::new();
        let t = k.special(Special::Tid(0));
        let limit = k.int(limit);
        let few = k.cmp(Cmp32::LtU, t, limit);
        k.line(3);
        if early {
            let others = k.p();
            k.put(Ins::PredNot {
                dst: others,
                a: few,
            });
            k.when(others, |k| {
                k.put(Ins::Return);
            });
            k.line(4);
            k.put(Ins::Bar);
        } else {
            k.when(few, |k| {
                k.line(4);
                k.put(Ins::Bar);
            });
        }
        k
    };
    let run = |k: Build| k.run(&mut Memory::new(), 1, 96, &[]);
    assert_eq!(kinds(&run(build(96, false))), []);
    let report = run(build(40, false));
    assert_eq!(kinds(&report), [FindingKind::BarrierDivergence]);
    assert_eq!(
        report.findings[0].message,
        "8 of the warp's 32 threads are at this barrier; the others took another way"
    );
    assert_eq!(
        report.findings[0]
            .places
            .iter()
            .map(|p| p.line)
            .collect::<Vec<_>>(),
        [4, 3]
    );
    assert_eq!(kinds(&run(build(64, false))), [FindingKind::BarrierMissed]);
    let report = run(build(40, true));
    assert_eq!(kinds(&report), [FindingKind::BarrierMissed]);
    assert_eq!(
        report.findings[0].message,
        "56 of the block's 96 threads ended without reaching this barrier"
    );
    assert_eq!(
        report.findings[0]
            .places
            .iter()
            .map(|p| p.line)
            .collect::<Vec<_>>(),
        [4, 3]
    );
}

#[test]
fn two_barriers_at_once() {
    let mut k = Build::new();
    let warp = k.special(Special::WarpId);
    let zero = k.int(0);
    let first = k.cmp(Cmp32::Eq, warp, zero);
    k.either(
        first,
        |k| {
            k.line(3);
            k.put(Ins::Bar);
        },
        |k| {
            k.line(5);
            k.put(Ins::Bar);
        },
    );
    let report = k.run(&mut Memory::new(), 1, 64, &[]);
    assert_eq!(kinds(&report), [FindingKind::BarrierDivergence]);
    assert_eq!(
        report.findings[0]
            .places
            .iter()
            .map(|p| p.line)
            .collect::<Vec<_>>(),
        [3, 5]
    );
}

/// A warp where lanes below `here` shuffle down by `by` with a full mask.
fn shuffle(here: u32, by: u32) -> Report {
    let mut k = Build::new();
    let t = k.special(Special::Tid(0));
    let (limit, by, width, member) = (k.int(here), k.int(by), k.int(32), k.int(u32::MAX));
    let few = k.cmp(Cmp32::LtU, t, limit);
    let body = |k: &mut Build| {
        let dst = k.r();
        k.put(Ins::Shfl {
            op: ShflOp::Down,
            dst,
            src: t,
            lane: by,
            width,
            member,
        });
    };
    k.when(few, body);
    k.run(&mut Memory::new(), 1, 32, &[])
}

#[test]
fn shuffles_with_lanes_that_are_elsewhere() {
    assert_eq!(kinds(&shuffle(32, 16)), []);
    let report = shuffle(16, 8);
    // One place, one kind: the mask names lanes that are elsewhere, and some read from them.
    assert_eq!(kinds(&report), [FindingKind::BadLane]);
    assert_eq!(
        report.findings[0].message,
        "the mask names lane 16, which does not reach this instruction with the others"
    );
}

#[test]
fn division_by_zero_goes_on() {
    let mut k = Build::new();
    let c = k.pointer("c");
    let t = k.special(Special::Tid(0));
    let ten = k.int(10);
    k.line(3);
    let q = k.bin(Bin32::DivS, ten, t);
    k.line(4);
    k.store(c, t, q);
    let (mut memory, c) = buffer(32);
    let report = k.run(&mut memory, 1, 32, &[c]);
    assert_eq!(kinds(&report), [FindingKind::DivisionByZero]);
    assert_eq!(report.findings[0].count, 1);
    assert_eq!(memory.i32s(simt_buffer(c))[..4], [-1, 10, 5, 3]);
}
