//! Points worked out by hand.

use super::*;
use crate::class::model::{CheckShape, Checked, Pupil};

/// A lab of two parts: two checks, and three of which the last needs a GPU.
fn lab() -> LabShape {
    let part = |id: &str, checks: &[(&str, bool)]| PartShape {
        id: id.to_owned(),
        checks: checks
            .iter()
            .map(|(id, needs_gpu)| CheckShape {
                id: (*id).to_owned(),
                needs_gpu: *needs_gpu,
                ..CheckShape::default()
            })
            .collect(),
    };
    LabShape {
        id: "toy".into(),
        title: "Toy".into(),
        parts: vec![
            part("v0", &[("right", false), ("bounds", false)]),
            part("v1", &[("right", false), ("loads", false), ("fast", true)]),
        ],
        starter: String::new(),
    }
}

/// A submission whose checks ended so, in the lab's order: `+` passed, `-` failed, `?` not measured.
fn submission(ends: &str, at: &str) -> Submission {
    let lab = lab();
    let names = lab
        .parts
        .iter()
        .flat_map(|part| part.checks.iter().map(move |check| (part, check)));
    let checks = names.zip(ends.chars()).map(|((part, check), end)| Checked {
        part: part.id.clone(),
        check: check.id.clone(),
        status: match end {
            '+' => Status::Pass,
            '-' => Status::Fail,
            _ => Status::NotMeasured,
        },
        message: String::new(),
        line: 0,
    });
    Submission {
        at: at.parse().ok(),
        checks: checks.collect(),
        ..Submission::default()
    }
}

fn graded(edit: impl Fn(&mut LabGrading)) -> Grading {
    let mut rules = LabGrading::default();
    edit(&mut rules);
    let mut grading = Grading::default();
    grading.labs.insert("toy".into(), rules);
    grading
}

fn mark(grading: &Grading, submissions: Vec<Submission>) -> LabMark {
    let class = Class {
        labs: vec![lab()],
        learners: vec![Pupil {
            id: "ada".into(),
            name: "Ada".into(),
            submissions,
            missing: Vec::new(),
        }],
        ..Class::default()
    };
    marks(&class, grading).remove(0).remove(0)
}

fn points(grading: &Grading, ends: &str) -> Option<String> {
    mark(grading, vec![submission(ends, "")])
        .points
        .map(written)
}

#[test]
fn a_check_is_a_point_and_what_nobody_measured_counts_for_nobody() {
    let plain = Grading::default();
    assert_eq!(worth(&lab(), &plain), 4 * POINT);
    assert_eq!(points(&plain, "++++?").as_deref(), Some("4"));
    assert_eq!(points(&plain, "+-+-?").as_deref(), Some("2"));
    // Where a GPU was, its check shares the part's two points: two of three, and three of three.
    assert_eq!(points(&plain, "++++-").as_deref(), Some("3.333"));
    assert_eq!(points(&plain, "+++++").as_deref(), Some("4"));
    // Nothing of it could be measured at all.
    assert_eq!(points(&plain, "?????"), None);
    assert_eq!(
        mark(&plain, vec![submission("?????", "")]).state,
        MarkState::NotJudged
    );
    // One part was measured, and counts for the whole lab.
    assert_eq!(points(&plain, "+-???").as_deref(), Some("2"));
}

#[test]
fn points_of_labs_and_parts_and_weights_of_checks_share_out_exactly() {
    let ten = graded(|rules| {
        rules.points = Some(10 * POINT);
        rules.parts.insert("v0".into(), POINT);
        rules.parts.insert("v1".into(), 2 * POINT);
        rules.checks.insert("v1/loads".into(), 3 * POINT);
    });
    // v0 is a third of ten, v1 two thirds, of which `loads` three quarters.
    assert_eq!(points(&ten, "+---?").as_deref(), Some("1.667"));
    assert_eq!(points(&ten, "---+?").as_deref(), Some("5"));
    assert_eq!(points(&ten, "++++?").as_deref(), Some("10"));
    let shares = shares(&lab(), &ten, &submission("++++?", "")).unwrap();
    let of: Vec<Points> = shares.iter().map(|share| share.of).collect();
    assert_eq!(of, [1667, 1666, 1667, 5000, 0]);
    let nothing = graded(|rules| rules.points = Some(0));
    assert_eq!(
        mark(&nothing, vec![submission("+++-?", "")]).points,
        Some(0)
    );
}

#[test]
fn whatever_the_weights_shares_add_up_to_the_lab() {
    for seed in 1u64..400 {
        let pick = |n: u64| {
            (seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .rotate_left(n as u32)
                % 9) as Points
                * 250
        };
        let grading = graded(|rules| {
            rules.points = Some(pick(1) + 1);
            rules.parts.insert("v0".into(), pick(2));
            for (n, check) in ["v0/right", "v0/bounds", "v1/right", "v1/loads", "v1/fast"]
                .iter()
                .enumerate()
            {
                rules.checks.insert((*check).to_owned(), pick(7 + n as u64));
            }
        });
        let total = worth(&lab(), &grading);
        if let Some(shares) = shares(&lab(), &grading, &submission("+++++", "")) {
            assert_eq!(
                shares.iter().map(|share| share.of).sum::<Points>(),
                total,
                "seed {seed}"
            );
            assert!(
                shares
                    .iter()
                    .all(|share| share.of >= 0 && share.points == share.of),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn lateness_goes_by_deadline_grace_days_and_cut_off() {
    let due: Timestamp = "2026-12-01T12:00:00Z".parse().unwrap();
    let late = Late {
        grace: SignedDuration::from_mins(15),
        per_day: 10,
        until: Some(SignedDuration::from_hours(48)),
    };
    let at = |time: &str| lateness(time.parse().ok(), Some(due), late);
    assert_eq!(at("2026-12-01T12:00:00Z"), Lateness::InTime);
    assert_eq!(at("2026-12-01T12:15:00Z"), Lateness::InTime);
    assert_eq!(at("2026-12-01T12:15:00.000001Z"), Lateness::Days(1));
    assert_eq!(at("2026-12-02T12:00:00Z"), Lateness::Days(1));
    assert_eq!(at("2026-12-02T12:00:01Z"), Lateness::Days(2));
    assert_eq!(at("2026-12-03T12:00:00Z"), Lateness::Days(2));
    assert_eq!(at("2026-12-03T12:00:01Z"), Lateness::TooLate);
    assert_eq!(at("no time"), Lateness::InTime);
    assert_eq!(lateness(Some(due), None, late), Lateness::InTime);
}

#[test]
fn what_counts_is_the_best_after_what_being_late_takes_or_the_last() {
    let rules = |keep: Keep| {
        let mut grading = graded(|rules| rules.deadline = "2026-12-01T12:00:00Z".parse().ok());
        grading.keep = keep;
        grading.late.per_day = 30;
        grading.late.until = Some(SignedDuration::from_hours(72));
        grading
    };
    let handed_in = || {
        vec![
            submission("+++-?", "2026-12-01T11:00:00Z"),
            // One day late: 4 less 1.2.
            submission("++++?", "2026-12-01T13:00:00Z"),
            submission("+---?", "2026-12-02T13:00:00Z"),
            submission("++++?", "2026-12-09T13:00:00Z"),
        ]
    };
    let best = mark(&rules(Keep::Best), handed_in());
    assert_eq!(
        (best.counted, best.points, best.deducted),
        (Some(0), Some(3000), 0)
    );
    let last = mark(&rules(Keep::Last), handed_in());
    assert_eq!((last.counted, last.days_late), (Some(2), 2));
    assert_eq!((last.points, last.deducted), (Some(400), 600));
    let only_late = mark(&rules(Keep::Best), handed_in().split_off(3));
    assert_eq!(
        (only_late.state, only_late.points),
        (MarkState::TooLate, Some(0))
    );
    let none = mark(&rules(Keep::Best), Vec::new());
    assert_eq!(
        (none.state, none.points, none.of),
        (MarkState::Missing, None, 4000)
    );
}

#[test]
fn a_day_never_takes_more_than_there_is_and_halves_are_the_learners() {
    let mut grading = graded(|rules| rules.deadline = "2026-12-01T12:00:00Z".parse().ok());
    grading.late.per_day = 60;
    let after = |ends: &str, at: &str| mark(&grading, vec![submission(ends, at)]).points;
    assert_eq!(after("++++?", "2026-12-30T12:00:00Z"), Some(0));
    grading.late.per_day = 50;
    let third = graded(|rules| rules.points = Some(5));
    let mut odd = third.clone();
    odd.labs.get_mut("toy").unwrap().deadline = "2026-12-01T12:00:00Z".parse().ok();
    odd.late.per_day = 50;
    assert_eq!(
        mark(&odd, vec![submission("++++?", "2026-12-01T13:00:00Z")]).points,
        Some(3)
    );
}

#[test]
fn who_is_not_at_fault_loses_nothing() {
    let plain = Grading::default();
    let crashed = Submission {
        ended: Ended::Crashed,
        ..submission("", "")
    };
    let mark = |submissions: Vec<Submission>| mark(&plain, submissions);
    let ours = mark(vec![crashed.clone()]);
    assert_eq!((ours.state, ours.points), (MarkState::NotJudged, None));
    assert_eq!(total(&[ours]), (0, 0));
    // Anything that was judged is better than what was not.
    assert_eq!(
        mark(vec![crashed, submission("----?", "")]).state,
        MarkState::Failed
    );
    let refused = Submission {
        ended: Ended::Refused,
        ..submission("", "")
    };
    assert_eq!(mark(vec![refused]).points, Some(0));
    // A check that this record was never asked counts for nobody; of an attempt at a part it did not pass.
    assert_eq!(mark(vec![submission("++", "")]).points, Some(4000));
    let in_part = Submission {
        ended: Ended::InPart,
        ..submission("++", "")
    };
    assert_eq!(mark(vec![in_part]).points, Some(2000));
    // Cut short: what did not come to an end did not pass.
    let limit = Submission {
        ended: Ended::Limit,
        ..submission("+", "")
    };
    let cut = mark(vec![limit]);
    assert_eq!((cut.state, cut.points), (MarkState::Partly, Some(1000)));
}

#[test]
fn points_are_written_as_people_do() {
    let all = [
        (0, "0"),
        (7000, "7"),
        (7500, "7.5"),
        (3333, "3.333"),
        (10, "0.01"),
        (-500, "-0.5"),
    ];
    for (points, text) in all {
        assert_eq!(written(points), text);
    }
}
