//! A small lab in Rust, judged: right and wrong answers, panics, and functions that do not compile.

use super::*;
use crate::{Folder, Language, functions};

struct Exercise {
    area: fn(f64, f64) -> f64,
    ends: fn(&[i32]) -> (i32, i32),
}

fn parts() -> Vec<crate::PartSpec> {
    let declared = [
        "pub fn area(w: f64, h: f64) -> f64",
        "pub fn ends(x: &[i32]) -> (i32, i32)",
    ];
    vec![
        functions("one", &declared)
            .asks::<Exercise>("area", "the area of a rectangle", |e, ask| {
                let sides = [(2.0, 3.0), (0.5, 4.0)];
                for (w, h) in sides {
                    ask!(ask, e.area(w, h)).near(w * h);
                }
                ask!(ask, e.area(1e3, 2.0)).within(1.0, 2000.5);
            })
            .asks::<Exercise>("ends", "the first and the last", |e, ask| {
                let x = vec![3, 4, 5];
                ask!(ask, e.ends(&x)).is((3, 5));
                ask!(ask, e.ends(&[7]).1).is(7);
                ask!(ask, e.ends(&x).0).satisfies("an odd number", |n| n % 2 == 1);
            })
            .asks::<Exercise>("nothing", "a check that forgets to ask", |_, _| {}),
    ]
}

fn lab() -> Lab {
    let folder = Folder {
        id: "tiny",
        language: Language::Rust,
        text: None,
        reference: None,
        wrong: &[],
        parts,
    };
    folder.lab()
}

fn judged(exercise: &Exercise) -> Vec<(Status, String, String)> {
    let mut out = Vec::new();
    let mut guard = |body: &mut dyn FnMut()| {
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
        caught.map_err(|_| Panic {
            message: "not yet implemented".into(),
            place: Some(Place {
                line: 3,
                column: 5,
                note: String::new(),
            }),
        })
    };
    judge_calls(&lab(), Select::All, exercise, &mut guard, &mut |r| {
        out.push((r.status, r.message, r.detail));
    });
    out
}

const RIGHT: Exercise = Exercise {
    area: |w, h| w * h,
    ends: |x| (x[0], x[x.len() - 1]),
};

#[test]
fn right_answers_pass_and_are_counted_and_a_check_that_asks_nothing_fails() {
    let records = judged(&RIGHT);
    let told: Vec<(&str, &str)> = records
        .iter()
        .map(|(s, m, _)| (s.slug(), m.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("pass", "compiles, and has the 2 functions asked for"),
            ("pass", "all 3 answers are right"),
            ("pass", "all 3 answers are right"),
            ("fail", "the check asked nothing: a fault of the lab"),
        ]
    );
}

#[test]
fn the_first_wrong_answer_is_told_as_the_call_with_its_values() {
    let wrong = Exercise {
        area: |w, h| w + h,
        ends: |x| (x[0], x[0]),
    };
    let records = judged(&wrong);
    assert_eq!(records[1].1, "`area(2.0, 3.0)` gave 5.0, expected 6.0");
    assert_eq!(records[1].2, "wrong: 3 of 3 answers");
    assert_eq!(
        records[2].1,
        "`ends(&[3, 4, 5])` gave (3, 3), expected (3, 5)"
    );
    assert_eq!(records[2].2, "wrong: 1 of 3 answers");
}

#[test]
fn a_panic_fails_its_check_alone_and_names_line_and_call() {
    let lazy = Exercise {
        ends: |_| panic!("not yet implemented"),
        ..RIGHT
    };
    let records = judged(&lazy);
    assert_eq!(records[1].0, Status::Pass);
    assert_eq!(
        records[2],
        (
            Status::Fail,
            "line 3: nothing is written here yet: `todo!()`".into(),
            "in the call `ends(&[3, 4, 5])`".into()
        )
    );
}

#[test]
fn a_nan_is_near_nothing_and_infinity_is_itself() {
    let mut asking = Asking::default();
    asking.answered(f64::NAN).near(f64::NAN);
    asking.answered(f64::INFINITY).near(f64::INFINITY);
    asking.answered(1.0 + 1e-12).near(1.0);
    assert_eq!((asking.asked, asking.wrong), (3, 1));
}

#[test]
fn literals_are_told_as_written_and_other_arguments_by_value() {
    let d = [1.5];
    assert_eq!(argument("6.74e9", &6.74e9), "6.74e9");
    assert_eq!(argument("-1", &-1), "-1");
    assert_eq!(argument("2048 * n", &4096), "4096");
    assert_eq!(argument("&d", &&d), "&[1.5]");
    assert_eq!(argument("\"a b\"", &"a b"), "\"a b\"");
    assert_eq!(argument("w", &[6.18e9, 2e9, 0.5]), "[6.18e9, 2e9, 0.5]");
    assert_eq!(shown(&Some(6_255_497_472.0)), "Some(6255497472.0)");
    assert_eq!(shown(&"x200000.0"), "\"x200000.0\"");
    let long = vec![0u8; 200];
    assert!(argument("&long", &long).ends_with('…'));
}

#[test]
fn a_method_is_asked_with_on() {
    let mut asking = Asking::default();
    let mut stack = vec![1, 2];
    {
        let ask = &mut asking;
        ask!(ask, on stack.pop()).is(Some(2));
        ask!(ask, on stack.len() + 1).is(3usize);
    }
    assert_eq!(
        asking.first.as_deref(),
        Some("`stack.len()+1` gave 2, expected 3")
    );
}

#[test]
fn what_does_not_compile_fails_one_check_and_skips_the_others() {
    let why = Uncompiled {
        message: "line 1: expected `;`".into(),
        ..Uncompiled::default()
    };
    let mut out = Vec::new();
    let verdict = uncompiled(&lab(), Select::Part("one"), &why, &mut |r| {
        out.push((r.status, r.message));
    });
    assert_eq!(verdict, Verdict::DoesNotCompile);
    assert_eq!(out[0], (Status::Fail, "line 1: expected `;`".into()));
    assert!(
        out[1..]
            .iter()
            .all(|(status, _)| *status == Status::Skipped)
    );
}
