//! The judge over a fake device: what gates what, what is told, and that each case runs once.

use std::sync::LazyLock;

use lab::{
    Against, BufferCounts, Case, CheckRecord, Compiled, Complaint, Counts, Data, Device, Elem,
    Ending, Expected, Fault, FaultKind, Folder, KernelFound, Lab, Language, Measured, Measurement,
    OTHER_ORDERS, Place, Ran, Select, Status, Times, Traffic, Verdict, judge, part, stores,
    unavailable,
};

const TEXT: &str = "---
id: tiny
title: Tiny
goal: be judged
minutes: 1
---

## Part a: A
Write `k`.

### Hints
1. look
2. think
";

static LAB: LazyLock<Lab> = LazyLock::new(|| {
    Folder {
        id: "tiny",
        language: Language::Cuda,
        text: Some(TEXT),
        reference: None,
        wrong: &[],
        parts: || {
            let a = part("a", "__global__ void k(float* out, int n)")
                .correct("right")
                .bounds()
                .check("race-free", "", lab::Kind::RaceFree)
                .check("order", "", lab::Kind::OrderIndependent)
                .budget(
                    "stores",
                    "whole sectors",
                    stores().sectors().on("round").at_most(4.0, 4.5),
                )
                .measured(
                    "time",
                    "fast",
                    Measured {
                        case: |room| case(room / 4),
                        against: Against::Copy(|case| 8 * case["n"]),
                        at_least: 0.8,
                    },
                )
                .cases(|_| vec![case(2), case(3).reordered().tag("round")]);
            vec![a]
        },
    }
    .lab()
});

fn case(n: usize) -> Case {
    Case::new(format!("n = {n}"), "k")
        .buffer("out", Data::fresh(Elem::F32, n))
        .int("n", n)
        .expect("out", Expected::exact(Data::f32(&vec![1.0; n])), &[])
}

/// A device that does as it is told.
struct Fake {
    compiles: Result<Compiled, Vec<Complaint>>,
    value: fn(u64) -> f32,
    ending: Ending,
    faults: Vec<Fault>,
    sectors: u64,
    runs: usize,
    orders: u32,
    /// Seconds that a timed case takes, on a device that has time and watches nothing.
    timed: Option<Result<f64, String>>,
    /// How many texts a run prints.
    printed: u64,
}

impl Fake {
    fn right() -> Fake {
        let params = vec![("float*".into(), "out".into()), ("int".into(), "n".into())];
        Fake {
            compiles: Ok(Compiled {
                kernels: vec![KernelFound {
                    name: "k".into(),
                    params,
                    place: Place::default(),
                }],
                remarks: vec![],
            }),
            value: |_| 1.0,
            ending: Ending::Finished,
            faults: vec![],
            sectors: 4,
            runs: 0,
            orders: OTHER_ORDERS,
            timed: None,
            printed: 0,
        }
    }

    fn judge(&mut self, select: Select<'_>) -> (Verdict, Vec<CheckRecord>) {
        let mut records = Vec::new();
        let verdict = judge(&LAB, select, "text", self, &mut |r| records.push(r));
        (verdict, records)
    }
}

impl Device for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn compile(&mut self, _file: &str, _text: &str) -> Result<Compiled, Vec<Complaint>> {
        self.compiles.clone()
    }

    fn orders(&self) -> u32 {
        self.orders
    }

    fn unwatched(&self) -> Option<&str> {
        self.timed.as_ref().map(|_| "nobody looked")
    }

    fn measure(&mut self, measured: &Measured) -> Option<Result<Measurement, String>> {
        let case = (measured.case)(4000);
        let timed = self.timed.clone()?;
        Some(timed.map(|seconds| Measurement {
            case: case.launch_text(),
            work: measured.against.work(&case),
            times: Times::of(vec![seconds; 3]).expect("three"),
            ceiling: 1e9,
            reached_by: "by copies".into(),
            conditions: String::new(),
        }))
    }

    fn run(&mut self, case: &Case, seed: u64) -> Ran {
        self.runs += 1;
        let n = case["n"] as usize;
        let bytes = (0..n)
            .flat_map(|_| (self.value)(seed).to_le_bytes())
            .collect();
        let stores = Traffic {
            requests: 1,
            sectors: self.sectors,
            bytes: 128,
            unique_bytes: 128,
        };
        let out = BufferCounts {
            name: "out".into(),
            loads: Traffic::default(),
            stores,
        };
        Ran {
            ending: self.ending.clone(),
            buffers: vec![("out", bytes)],
            never_written: vec![("out", 0)],
            faults: self.faults.clone(),
            launches: 1,
            counts: vec![Counts {
                buffers: vec![out],
                ..Counts::default()
            }],
            printed: lab::Printed {
                first: (self.printed > 0)
                    .then(|| lab::Text {
                        thread: [3, 0, 0],
                        ..lab::Text::default()
                    })
                    .into_iter()
                    .collect(),
                more: self.printed.saturating_sub(1),
            },
        }
    }
}

fn statuses(records: &[CheckRecord]) -> Vec<(&str, &str)> {
    records
        .iter()
        .map(|r| (r.check.as_str(), r.status.slug()))
        .collect()
}

fn fault(kind: FaultKind) -> Fault {
    Fault {
        kind,
        message: "found".into(),
        places: vec![],
        count: 3,
        excerpt: String::new(),
        launch: 0,
    }
}

#[test]
fn a_right_kernel_passes_and_each_case_runs_once() {
    let mut device = Fake::right();
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Passed);
    let (time, judged) = records.split_last().expect("there are records");
    assert!(
        judged.iter().all(|r| r.status == Status::Pass),
        "{:?}",
        statuses(&records)
    );
    assert_eq!(time.status, Status::NotMeasured);
    assert_eq!(
        device.runs,
        2 + 2,
        "two cases once, and one of them in two more orders"
    );
    let stores = &records[5];
    assert_eq!(
        stores.message,
        "stores: 4 sectors per 128 bytes asked for, at most 4.5 (ideal 4)"
    );
    assert_eq!(
        (stores.value, stores.unit.as_deref()),
        (Some(4.0), Some("sectors per 128 bytes asked for"))
    );
}

#[test]
fn a_text_that_does_not_compile_says_so_once() {
    let complaint = Complaint {
        place: Place {
            line: 3,
            column: 5,
            note: String::new(),
        },
        message: "missing `;`".into(),
        excerpt: "the excerpt\n".into(),
    };
    let mut device = Fake {
        compiles: Err(vec![complaint.clone(), complaint]),
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::DoesNotCompile);
    assert_eq!(records[0].message, "line 3: missing `;` (and 1 more)");
    assert_eq!(records[0].places[0].line, 3);
    assert!(records[1..6].iter().all(|r| r.status == Status::Skipped));
    assert_eq!(device.runs, 0);
}

#[test]
fn an_empty_text_has_no_kernel_yet() {
    let mut records = Vec::new();
    judge(
        &LAB,
        Select::Part("a"),
        " \n\t",
        &mut Fake::right(),
        &mut |r| records.push(r),
    );
    assert_eq!(records[0].message, "there is no kernel here yet");
}

#[test]
fn a_wrong_value_is_told_with_its_place_and_gates_the_rest() {
    let mut device = Fake {
        value: |_| 2.0,
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Wrong);
    assert_eq!(records[1].message, "`out[0]` is 2.0, expected 1.0 (n = 2)");
    assert!(
        records[1].detail.contains("wrong: 2 of 2 elements"),
        "{}",
        records[1].detail
    );
    assert_eq!(
        records[1].hint.as_deref(),
        Some("`course hint tiny a` shows 2 hints, one at a time")
    );
    assert!(
        records[2..6].iter().all(|r| r.status == Status::Skipped),
        "{:?}",
        statuses(&records)
    );
}

#[test]
fn undefined_behaviour_is_the_cause_of_a_wrong_value() {
    let mut device = Fake {
        value: |_| 2.0,
        faults: vec![fault(FaultKind::Race)],
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Unsound);
    let told = statuses(&records);
    assert_eq!(
        told[1..4],
        [
            ("correct", "skipped"),
            ("bounds", "pass"),
            ("race-free", "fail")
        ]
    );
    assert_eq!(
        records[1].message,
        "the results mean nothing before `race-free` passes; the first that is wrong: `out[0]` is 2.0, expected 1.0 (n = 2)"
    );
    assert!(
        records[1].detail.contains("wrong: 2 of 2 elements"),
        "{}",
        records[1].detail
    );
}

#[test]
fn of_several_faults_the_first_check_in_order_is_named() {
    let mut device = Fake {
        value: |_| 2.0,
        faults: vec![fault(FaultKind::Race), fault(FaultKind::Bounds)],
        ..Fake::right()
    };
    let (_, records) = device.judge(Select::All);
    let said = &records[1].message;
    assert!(said.contains("before `bounds` passes"), "{said}");
    assert_eq!(records[3].message, "not judged before `bounds` passes");
}

#[test]
fn what_was_printed_is_told_once_a_part_and_of_a_case_that_is_wrong() {
    let mut device = Fake {
        printed: 14,
        ..Fake::right()
    };
    let told = |records: &[CheckRecord]| -> Vec<(String, u64)> {
        let with = records.iter().filter_map(|r| Some((r, r.prints.as_ref()?)));
        with.map(|(r, prints)| {
            assert_eq!(prints.printed.first[0].thread, [3, 0, 0]);
            (format!("{} {}", r.check, prints.case), prints.printed.more)
        })
        .collect()
    };
    let (_, records) = device.judge(Select::All);
    assert_eq!(
        told(&records),
        [("correct n = 2, k<<<1, 1>>>(out, 2)".into(), 13)]
    );
    device.value = |_| 1.0;
    let (_, records) = device.judge(Select::Check("a/compiles"));
    assert_eq!(told(&records).len(), 1);
}

#[test]
fn a_fault_without_a_check_of_its_own_fails_the_comparison() {
    let mut device = Fake {
        faults: vec![fault(FaultKind::Uninitialised)],
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!((verdict, records[1].status), (Verdict::Wrong, Status::Fail));
}

#[test]
fn an_endless_loop_is_a_verdict() {
    let place = Place {
        line: 7,
        column: 1,
        note: "i = 0".into(),
    };
    let mut device = Fake {
        ending: Ending::Endless(Some(place)),
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Wrong);
    assert_eq!(records[1].message, "this never ends (n = 2)");
    assert_eq!(records[1].places[0].line, 7);
    assert_eq!(device.runs, 1, "nothing more is run after that");
}

#[test]
fn a_result_that_depends_on_the_order_is_unsound() {
    let mut device = Fake {
        value: |seed| if seed == 2 { 1.5 } else { 1.0 },
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Unsound);
    assert_eq!(statuses(&records)[4], ("order", "fail"));
}

#[test]
fn as_many_orders_are_tried_as_were_asked_for_and_the_first_that_differs_is_named() {
    let mut device = Fake {
        value: |seed| if seed >= 5 { 1.5 } else { 1.0 },
        orders: 4,
        ..Fake::right()
    };
    assert_eq!(device.judge(Select::All).0, Verdict::Passed);
    assert_eq!(device.runs, 2 + 4);
    device.orders = 9;
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::Unsound);
    assert!(
        records[4].detail.contains("seed 5"),
        "{}",
        records[4].detail
    );
}

#[test]
fn over_budget_shows_count_limit_and_ideal() {
    let mut device = Fake {
        sectors: 31,
        ..Fake::right()
    };
    let (verdict, records) = device.judge(Select::All);
    assert_eq!(verdict, Verdict::OverBudget);
    assert_eq!(
        records[5].message,
        "stores: 31 sectors per 128 bytes asked for, at most 4.5 (ideal 4)"
    );
}

fn of<'a>(records: &'a [CheckRecord], check: &str) -> &'a CheckRecord {
    let found = records.iter().find(|r| r.check == check);
    found.expect("a record of every check")
}

#[test]
fn a_device_that_only_has_time_proves_no_soundness_and_measures_a_fraction() {
    // 8,000 bytes at 1 GB/s take 8 µs: in 9 µs 88.9 % of the ceiling are reached, in 16 µs half.
    for (seconds, status, value) in [(9e-6, Status::Pass, 88.9), (16e-6, Status::Fail, 50.0)] {
        let mut gpu = Fake {
            timed: Some(Ok(seconds)),
            ..Fake::right()
        };
        let (verdict, records) = gpu.judge(Select::All);
        for unseen in ["bounds", "race-free"] {
            assert_eq!(of(&records, unseen).status, Status::NotMeasured);
            assert_eq!(of(&records, unseen).message, "nobody looked");
        }
        let order = of(&records, "order");
        assert_eq!(order.status, Status::NotMeasured);
        assert!(
            order
                .message
                .starts_with("2 further runs gave the same bits")
        );
        let time = of(&records, "time");
        assert_eq!((time.status, time.value), (status, Some(value)));
        assert_eq!(time.bound.as_deref(), Some("at least 80"));
        assert!(time.detail.contains("the ceiling here, by copies: 1 GB/s"));
        let wanted = match status {
            Status::Pass => Verdict::Passed,
            _ => Verdict::OverBudget,
        };
        assert_eq!(verdict, wanted);
    }
}

#[test]
fn what_cannot_be_timed_or_run_is_not_measured_and_what_is_wrong_is_not_timed() {
    let mut gpu = Fake {
        timed: Some(Err("no clock".into())),
        ..Fake::right()
    };
    let (_, records) = gpu.judge(Select::All);
    assert_eq!(of(&records, "time").message, "no clock");
    let mut full = Fake {
        timed: Some(Ok(1.0)),
        ending: Ending::Unavailable {
            message: "no room".into(),
            help: "end something".into(),
        },
        ..Fake::right()
    };
    let (_, records) = full.judge(Select::All);
    assert_eq!(of(&records, "correct").status, Status::NotMeasured);
    assert_eq!(of(&records, "correct").detail, "help: end something");
    assert_eq!(of(&records, "time").status, Status::NotMeasured);
    let mut wrong = Fake {
        timed: Some(Ok(1.0)),
        value: |_| 2.0,
        ..Fake::right()
    };
    let (_, records) = wrong.judge(Select::All);
    assert_eq!(of(&records, "time").status, Status::Skipped);
}

#[test]
fn without_a_device_every_record_says_why() {
    let mut records = Vec::new();
    let why = ("no driver", "get one");
    let verdict = unavailable(&LAB, Select::All, why, &mut |r| records.push(r));
    assert_eq!(verdict, Verdict::NotMeasured);
    assert_eq!(records.len(), LAB.checks().count());
    let says = |r: &CheckRecord| r.message == "no driver" && r.device.is_empty();
    assert!(records.iter().all(says), "{records:?}");
}

#[test]
fn a_selection_sends_only_what_it_names() {
    let (_, records) = Fake::right().judge(Select::Check("a/bounds"));
    assert_eq!(statuses(&records), [("bounds", "pass")]);
    let (verdict, records) = Fake::right().judge(Select::Part("none"));
    assert_eq!((verdict, records.len()), (Verdict::NotMeasured, 0));
}
