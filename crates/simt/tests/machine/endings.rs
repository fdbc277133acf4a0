//! How runs end other than by finishing: out of fuel, stopped by a trap, never launched.

use crate::build::Build;
use simt::ir::op::{Cmp32, Special};
use simt::ir::{Ins, P, R};
use simt::launch::{Arg, Elem, Memory, RunOptions};
use simt::report::Outcome;

#[test]
fn an_endless_loop_ends_with_its_line() {
    let mut k = Build::new();
    let yes: P = k.p();
    k.put(Ins::PredConst {
        dst: yes,
        value: true,
    });
    k.line(7);
    k.repeat(|_| yes, |_| {}, |_| {});
    let options = RunOptions {
        fuel: 10_000,
        ..RunOptions::default()
    };
    let report = k.run_with(&mut Memory::new(), 1, 64, &[], &options);
    let Outcome::OutOfFuel { fuel, place } = &report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!((*fuel, place.line), (10_000, 7));
}

#[test]
fn fuel_also_bounds_a_grid_without_loops_and_a_loop_over_barriers() {
    let options = RunOptions {
        fuel: 1000,
        ..RunOptions::default()
    };
    let mut k = Build::new();
    k.line(3);
    k.int(1);
    let report = k.run_with(&mut Memory::new(), 1 << 30, 64, &[], &options);
    assert!(matches!(report.outcome, Outcome::OutOfFuel { .. }));
    assert!(report.counters.blocks < 2000);
    let mut k = Build::new();
    let yes = k.p();
    k.put(Ins::PredConst {
        dst: yes,
        value: true,
    });
    k.line(7);
    let body = |k: &mut Build| {
        k.put(Ins::Bar);
    };
    k.repeat(|_| yes, body, |_| {});
    let report = k.run_with(&mut Memory::new(), 1, 64, &[], &options);
    let place = report.outcome.place().expect("a place");
    assert_eq!((place.line, place.note.as_str()), (7, "still going round"));
    assert!(report.findings.is_empty());
}

#[test]
fn launches_that_cannot_run() {
    let said = |grid: u32, block: u32, args: &[Arg], shared: u64| {
        let mut k = Build::new();
        let _: R = k.scalar("n", Elem::I32);
        if shared > 0 {
            k.shared("tile", Elem::F32, shared);
        }
        match k.run(&mut Memory::new(), grid, block, args).outcome {
            Outcome::BadLaunch { message, .. } => message,
            other => format!("{other:?}"),
        }
    };
    let ok = [Arg::I32(1)];
    assert_eq!(
        said(1, 2048, &ok, 0),
        "block extent x is 2048, over the device's limit of 1024"
    );
    assert_eq!(
        said(0, 32, &ok, 0),
        "the grid has no blocks: grid is (0, 1, 1)"
    );
    assert_eq!(
        said(1, 32, &[], 0),
        "`k` takes 1 argument, but the launch gives 0"
    );
    assert_eq!(
        said(1, 32, &[Arg::F32(1.5)], 0),
        "argument 1 of `k`, `n`, is `int`, but the launch gives the number 1.5"
    );
    assert_eq!(
        said(1, 32, &[Arg::I64(1 << 40)], 0),
        "argument 1 of `k`, `n`, is `int`, but the launch gives the number 1099511627776"
    );
    let huge = said(1, 32, &ok, 1 << 30);
    assert!(
        huge.starts_with("a block needs 4294967296 bytes of shared memory"),
        "{huge}"
    );
    assert!(said(1, 32, &ok, u64::MAX / 8).starts_with("a block needs"));
}

#[test]
fn a_trap_stops_the_run_and_says_where() {
    let mut k = Build::new();
    let t = k.special(Special::Tid(0));
    let five = k.int(5);
    k.code.messages.push("assertion `i != 5` failed".into());
    let bad = k.cmp(Cmp32::Eq, t, five);
    k.line(4);
    k.when(bad, |k| {
        k.put(Ins::Trap { message: 0 });
    });
    let report = k.run(&mut Memory::new(), 1, 32, &[]);
    let Outcome::Trapped { message, place } = &report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert_eq!(message, "assertion `i != 5` failed");
    assert_eq!((place.line, place.thread), (4, [5, 0, 0]));
}
