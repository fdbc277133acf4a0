//! Standing over a made-up course and lab: what counts, what does not, and when a status word changes.
//! No store is opened here: marks and attempts are made up. The rule has tests of its own, in `crates/standing`.

use std::sync::LazyLock;

use lab::Kind;
use serde_json::json;

use super::*;
use crate::course::{Bound, Checks, Item, ItemKind, Module, PageId, Project, Rule};
use crate::labs::toy;
use crate::store::Export;

static TOY: LazyLock<Lab> = LazyLock::new(|| {
    toy::lab(|| {
        vec![
            toy::part_of("v0", &[("a", Kind::Correct), ("b", Kind::Correct)]),
            toy::part_of("v1", &[("a", Kind::Correct), ("fast", toy::measured())]),
        ]
    })
});

static LABS: LazyLock<[&'static Lab; 1]> = LazyLock::new(|| [&*TOY]);

fn item(id: &str, rule: Rule, children: Vec<Item>) -> Item {
    Item {
        id: id.into(),
        kind: ItemKind::Concept,
        label: String::new(),
        text: id.into(),
        rule,
        stretch: false,
        page: PageId(0),
        line: 1,
        marker: 0,
        braces: Vec::new(),
        taught: None,
        aliases: Vec::new(),
        children,
    }
}

fn ticked(id: &str) -> Item {
    item(id, Rule::Manual, Vec::new())
}

fn course() -> Course {
    let all = Rule::Lab {
        lab: "toy".into(),
        checks: Checks::All,
    };
    let mut module = Module {
        id: "m".into(),
        number: "1.1".into(),
        title: "M".into(),
        tagline: String::new(),
        dir: String::new(),
        page: PageId(0),
        requires: Vec::new(),
        labs: Vec::new(),
        lessons: Vec::new(),
        tiers: Vec::new(),
        concepts: vec![item("c1", Rule::Manual, vec![ticked("c1a"), ticked("c1b")])],
        questions: Vec::new(),
        project: Some(Project {
            id: "p".into(),
            title: "P".into(),
            page: PageId(0),
            line: 1,
            range: 0..0,
            items: vec![item("p1", all, Vec::new())],
        }),
        examples: Vec::new(),
    };
    module.concepts.push(Item {
        stretch: true,
        ..ticked("extra")
    });
    Course {
        parts: vec![crate::course::Part {
            id: "p1".into(),
            number: 1,
            title: "One".into(),
            tagline: String::new(),
            dir: String::new(),
            page: None,
            modules: vec![module],
        }],
        ..Course::default()
    }
}

/// The standing of whoever marked these items and made these attempts, each of which passed these checks.
fn standing_of(marks: &[&str], attempts: &[&[(&str, &str)]]) -> Standing {
    let course = course();
    let numbering = Numbering::of(&course, &*LABS);
    let mark = |item: &&str| json!({ "item": item, "on": true, "source": "manual", "at": "2026-01-01T10:00:00Z" });
    let check =
        |(part, check): &(&str, &str)| json!({ "part": part, "check": check, "status": "pass" });
    let attempt = |checks: &&[(&str, &str)]| json!({ "lab": "toy", "source_hash": "0".repeat(64), "started": "2026-01-01T11:00:00Z", "outcome": "fail", "checks": checks.iter().map(check).collect::<Vec<_>>() });
    let export = json!({
        "format": "course-progress",
        "version": 1,
        "marks": marks.iter().map(mark).collect::<Vec<_>>(),
        "attempts": attempts.iter().map(attempt).collect::<Vec<_>>(),
    });
    numbering.exported(&Export::read(&export.to_string()).unwrap())
}

#[test]
fn nothing_done_is_not_started() {
    let standing = standing_of(&[], &[]);
    let module = &standing.parts[0].modules[0];
    assert_eq!(
        (module.state, module.done, module.total),
        (State::NotStarted, 0, 3)
    );
    assert_eq!(standing.parts[0].row.state, State::NotStarted);
    assert_eq!((standing.projects.done, standing.projects.total), (0, 1));
    let next = standing.next.unwrap();
    assert_eq!(
        (next.kind, next.id.as_str()),
        ("project", "p"),
        "labs that no module names come last"
    );
}

#[test]
fn a_gpu_is_not_needed_for_everything() {
    let standing = standing_of(
        &["c1a", "c1b"],
        &[&[("v0", "a"), ("v0", "b")], &[("v1", "a")]],
    );
    assert_eq!(standing.parts[0].row.state, State::Done);
    assert_eq!(standing.parts[0].row.cells(25), 25);
    assert_eq!(standing.projects.state, State::Done);
    assert_eq!(standing.labs[0].row.state, State::Done);
    assert!(standing.done.contains("c1") && standing.done.contains("p1"));
    assert_eq!(standing.next, None);
}

#[test]
fn checks_of_different_attempts_do_not_make_a_part() {
    let standing = standing_of(&[], &[&[("v0", "a")], &[("v0", "b")], &[("v1", "a")]]);
    let lab = &standing.labs[0];
    assert_eq!(
        (lab.row.state, lab.row.done, lab.row.total),
        (State::InProgress, 3, 3)
    );
    assert_eq!(lab.parts[0].state, State::InProgress);
    assert_eq!(lab.parts[1].state, State::Done);
    assert!(!standing.done.contains("p1"));
}

#[test]
fn half_a_module_is_in_progress() {
    let standing = standing_of(&["c1a", "extra"], &[]);
    let module = &standing.parts[0].modules[0];
    assert_eq!(
        (module.state, module.done, module.total),
        (State::InProgress, 1, 3)
    );
    assert_eq!(standing.parts[0].row.state, State::InProgress);
    assert_eq!(module.cells(25), 8);
}

#[test]
fn a_course_is_numbered_as_it_names_what_decides() {
    let lab = |name: &str| name.to_owned();
    let named = |names: &[&str]| Rule::Lab {
        lab: lab("toy"),
        checks: Checks::Named(names.iter().map(|name| (*name).to_owned()).collect()),
    };
    let part = |id: &str| Rule::Lab {
        lab: lab("toy"),
        checks: Checks::Part(id.to_owned()),
    };
    let measured = |name: &str, check: &str, bound| Rule::Measured {
        lab: lab(name),
        check: check.to_owned(),
        bound,
    };
    let rules = [
        part("v1"),
        part("gone"),
        named(&["v0/b", "v1/fast"]),
        named(&["a"]),
        named(&["gone"]),
        measured("toy", "v1/fast", Bound::AtLeast(90.0)),
        measured("none", "v1/fast", Bound::AtMost(4.5)),
    ];
    let mut course = course();
    let items = rules.into_iter().enumerate();
    course.parts[0].modules[0].concepts = items
        .map(|(at, rule)| item(&format!("c{at}"), rule, Vec::new()))
        .collect();
    let numbering = Numbering::of(&course, &*LABS);
    let checks = |checks: &[usize]| rule::Item::Checks {
        lab: 0,
        checks: checks.to_vec(),
    };
    let measured = |lab, check, bound| rule::Item::Measured { lab, check, bound };
    let expected = [
        rule::Item::Part { lab: 0, part: 1 },
        rule::Item::Part { lab: 0, part: 2 },
        checks(&[1, 3]),
        checks(&[0, 2]),
        checks(&[4]),
        measured(0, 3, rule::Bound::AtLeast(90.0)),
        measured(1, 0, rule::Bound::AtMost(4.5)),
        rule::Item::Lab(0),
    ];
    assert_eq!(numbering.outline.items, expected);
    assert_eq!(numbering.outline.labs[0].parts, [vec![0, 1], vec![2]]);
    assert_eq!(numbering.ids.last(), Some(&"p1"));
}
