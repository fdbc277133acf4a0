//! The rule over made-up outlines: what counts, what does not, when a status word changes, what comes next.

use crate::{
    Bound, Counted, Item, Lab, LabRows, Module, Next, Outline, Part, Pass, Row, Rows, State, Step,
    Work, count, next_due,
};

/// One lab of two parts with three checks and one for a GPU (0 to 3), which decides item 5; a group (0) of two concepts (1, 2), an extra (3),
/// a paper (4), a lesson (6).
fn outline() -> Outline {
    let mut items = vec![Item::Marked; 7];
    items[0] = Item::Group(vec![1, 2]);
    items[5] = Item::Lab(0);
    let module = Module {
        items: vec![1, 2, 5],
        labs: vec![0],
    };
    let step = |work, minutes| Step {
        work,
        minutes: [minutes, 2.0 * minutes],
    };
    Outline {
        items,
        labs: vec![Lab {
            checks: 4,
            parts: vec![vec![0, 1], vec![2], vec![]],
            requires: vec![],
        }],
        parts: vec![Part {
            modules: vec![module],
        }],
        projects: vec![vec![5]],
        papers: vec![4],
        steps: vec![
            step(
                Work::Read {
                    item: 6,
                    labs: vec![0],
                },
                10.0,
            ),
            step(Work::Lab(0), 30.0),
            step(Work::Items(vec![1, 2]), 6.0),
        ],
    }
}

/// Attempts that passed these checks.
fn attempts(passed: &[&[usize]]) -> LabRows {
    let pass = |check: &usize| Pass {
        check: *check,
        value: None,
    };
    LabRows {
        attempts: passed.len(),
        passes: passed
            .iter()
            .map(|set| set.iter().map(pass).collect())
            .collect(),
    }
}

fn counted(marked: &[usize], passed: &[&[usize]]) -> Counted {
    let rows = Rows {
        marked: marked.into(),
        labs: vec![attempts(passed)],
        files: vec![],
    };
    count(&outline(), &rows)
}

fn row(done: usize, total: usize, state: State) -> Row {
    Row { done, total, state }
}

#[test]
fn nothing_done_is_not_started() {
    let none = count(&outline(), &Rows::default());
    assert_eq!(none, counted(&[], &[]));
    assert_eq!(none.course, row(0, 4, State::NotStarted));
    assert_eq!(none.modules, [none.course]);
    assert_eq!(none.projects, row(0, 1, State::NotStarted));
    assert_eq!(none.next, Some(Next::Step(0)));
    assert_eq!(none.left, [46.0, 92.0]);
}

#[test]
fn half_a_module_is_in_progress() {
    let half = counted(&[1, 3], &[]);
    assert_eq!(half.modules, [row(1, 4, State::InProgress)]);
    assert_eq!(half.parts, half.modules);
    let (state, open) = (State::InProgress, 0.5);
    assert_eq!((half.steps[2].state, half.steps[2].open), (state, open));
    assert_eq!(half.left, [43.0, 86.0]);
}

#[test]
fn a_group_is_on_when_all_that_it_is_made_of_are_and_a_mark_of_it_says_nothing() {
    assert!(!counted(&[0, 1], &[]).on[0]);
    assert!(counted(&[1, 2], &[]).on[0]);
    // Numbers of a page that is broken: a group of itself, of what stands before it, of nothing that there is.
    for items in [vec![1], vec![0], vec![9]] {
        let outline = Outline {
            items: vec![Item::Marked, Item::Group(items)],
            ..Outline::default()
        };
        let marked = vec![0, 1, 9];
        let rows = Rows {
            marked,
            ..Rows::default()
        };
        assert_eq!(count(&outline, &rows).on, [true, false]);
    }
}

#[test]
fn a_gpu_is_not_needed_for_everything() {
    let all = counted(&[1, 2], &[&[0, 1], &[2]]);
    assert_eq!(all.course, row(4, 4, State::Done));
    assert_eq!(all.labs[0].row, row(3, 3, State::Done));
    assert_eq!(all.labs[0].parts[2], row(0, 0, State::NotStarted));
    assert_eq!(all.projects.state, State::Done);
    assert_eq!(
        all.steps[0].state,
        State::Done,
        "the lab passed: its lesson need not be read"
    );
    assert_eq!((all.next, all.left), (None, [0.0; 2]));
}

#[test]
fn checks_of_different_attempts_do_not_make_a_part() {
    let apart = counted(&[5], &[&[0], &[1], &[2]]);
    let lab = &apart.labs[0];
    assert_eq!(lab.row, row(3, 3, State::InProgress));
    assert_eq!(lab.parts[0], row(2, 2, State::InProgress));
    assert_eq!(lab.parts[1], row(1, 1, State::Done));
    assert!(!apart.on[5], "a mark does not pass a lab");
    assert_eq!(apart.steps[1].open, 0.5);
}

#[test]
fn an_attempt_that_passes_nothing_begins_a_lab_and_its_module() {
    let begun = counted(&[], &[&[]]);
    assert_eq!(begun.labs[0].row, row(0, 3, State::InProgress));
    assert_eq!(begun.course, row(0, 4, State::InProgress));
}

#[test]
fn a_count_decides_what_is_measured() {
    let is_on = |bound, values: &[f64]| {
        let outline = Outline {
            items: vec![Item::Measured {
                lab: 0,
                check: 1,
                bound,
            }],
            labs: outline().labs,
            ..Outline::default()
        };
        let pass = |value: &f64| {
            vec![Pass {
                check: 1,
                value: Some(*value),
            }]
        };
        let lab = LabRows {
            attempts: values.len(),
            passes: values.iter().map(pass).collect(),
        };
        let rows = Rows {
            marked: vec![0],
            labs: vec![lab],
            files: vec![],
        };
        count(&outline, &rows).on[0]
    };
    assert!(!is_on(Bound::AtMost(100.0), &[]), "never ran");
    let on = [4.0, 3.9].map(|most| is_on(Bound::AtMost(most), &[4.0, 6.0]));
    assert_eq!(on, [true, false]);
    let on = [6.0, 6.1].map(|least| is_on(Bound::AtLeast(least), &[4.0, 6.0]));
    assert_eq!(on, [true, false]);
    assert!(
        is_on(Bound::AtMost(0.3), &[0.1 + 0.2]),
        "what checks forgive"
    );
}

#[test]
fn parts_and_checks_decide_items_and_what_is_not_there_decides_none() {
    let decided = [
        Item::Part { lab: 0, part: 1 },
        Item::Part { lab: 0, part: 0 },
        Item::Part { lab: 0, part: 3 },
        Item::Part { lab: 1, part: 0 },
        Item::Checks {
            lab: 0,
            checks: vec![0, 2],
        },
        Item::Checks {
            lab: 0,
            checks: vec![0, 1],
        },
        Item::Checks {
            lab: 0,
            checks: vec![0, 4],
        },
        Item::Checks {
            lab: 1,
            checks: vec![],
        },
        Item::Lab(1),
    ];
    let outline = Outline {
        items: decided.into(),
        ..outline()
    };
    let rows = Rows {
        marked: (0..9).collect(),
        labs: vec![attempts(&[&[0], &[2, 7]])],
        files: vec![],
    };
    let on: Vec<usize> = (0..9).filter(|at| count(&outline, &rows).on[*at]).collect();
    assert_eq!(on, [0, 4]);
}

#[test]
fn a_file_decides_where_it_was_looked_for() {
    let outline = Outline {
        items: vec![Item::File, Item::File, Item::File, Item::Marked],
        ..Outline::default()
    };
    let rows = Rows {
        marked: vec![0, 1],
        labs: vec![],
        files: vec![(1, false), (2, true), (3, true)],
    };
    assert_eq!(count(&outline, &rows).on, [true, false, true, false]);
}

#[test]
fn a_lab_that_waits_for_another_comes_after_what_waits_for_nothing() {
    let lab = |requires| Lab {
        checks: 1,
        parts: vec![vec![0]],
        requires,
    };
    let step = |work| Step {
        work,
        minutes: [1.0; 2],
    };
    // Lab 0 waits for lab 1; lab 5 is not there; lab 2, 3 and 4 are no steps, and the first of them waits for the second.
    let outline = Outline {
        items: vec![Item::Marked],
        labs: vec![
            lab(vec![1, 5]),
            lab(vec![]),
            lab(vec![3]),
            lab(vec![]),
            lab(vec![]),
        ],
        steps: vec![
            step(Work::Lab(0)),
            step(Work::Lab(1)),
            step(Work::Items(vec![0])),
        ],
        ..Outline::default()
    };
    let next = |marked: &[usize], passed: [bool; 5]| {
        let of = |passed: bool| match passed {
            true => attempts(&[&[0]]),
            false => attempts(&[]),
        };
        let rows = Rows {
            marked: marked.into(),
            labs: passed.map(of).into(),
            files: vec![],
        };
        let counted = count(&outline, &rows);
        (counted.next, counted.labs[0].waits_for.clone())
    };
    let (no, yes) = (false, true);
    assert_eq!(next(&[], [no; 5]), (Some(Next::Step(1)), vec![1]));
    assert_eq!(
        next(&[], [no, yes, no, no, no]),
        (Some(Next::Step(0)), vec![])
    );
    assert_eq!(next(&[0], [yes, yes, no, no, no]).0, Some(Next::Lab(3)));
    assert_eq!(next(&[0], [yes, yes, no, yes, no]).0, Some(Next::Lab(2)));
    assert_eq!(next(&[0], [yes; 5]).0, None);
    let only_waiting = Outline {
        labs: vec![lab(vec![1]), lab(vec![0])],
        ..Outline::default()
    };
    let counted = count(&only_waiting, &Rows::default());
    assert_eq!(counted.next, Some(Next::Lab(0)), "in a circle, the first");
}

#[test]
fn days_between_reviews_grow_with_good_answers_and_start_again_with_a_bad_one() {
    assert_eq!([1, 2, 3, 4].map(|grade| next_due(0, grade)), [1, 2, 3, 7]);
    assert_eq!([1, 2, 3, 4].map(|grade| next_due(6, grade)), [1, 6, 12, 18]);
    assert_eq!(next_due(365, 4), 365);
    assert_eq!(next_due(u32::MAX, 3), 365);
}
