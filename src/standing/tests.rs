//! Standing over a made-up course and lab: what counts, what does not, and when a status word changes.
//! No store is opened here: marks and passes are made up.

use std::sync::LazyLock;

use lab::Kind;

use super::*;
use crate::course::{Bound, PageId, Project};
use crate::labs::toy;
use crate::store::{CheckRow, MarkSource, NewAttempt};

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

fn facts(marks: &[&str], attempts: &[&[(&str, &str)]]) -> Facts {
    let mut passed = Passed::default();
    for attempt in attempts {
        let row = |(part, check): &(&str, &str)| CheckRow {
            part: (*part).into(),
            check: (*check).into(),
            status: Status::Pass,
            value: None,
            unit: String::new(),
            bound: String::new(),
            message: String::new(),
            line: 0,
        };
        passed.add(&NewAttempt {
            lab: "toy".into(),
            source: String::new(),
            device: String::new(),
            started: String::new(),
            ms: 0,
            outcome: Status::Pass,
            checks: attempt.iter().map(row).collect(),
        });
    }
    let mark = |item: &&str| {
        let item = (*item).to_owned();
        let (id, at) = (String::new(), String::new());
        (
            item.clone(),
            Mark {
                id,
                item,
                on: true,
                source: MarkSource::Manual,
                at,
            },
        )
    };
    let tallies = match attempts.len() {
        0 => BTreeMap::new(),
        count => BTreeMap::from([("toy".to_owned(), (count, Status::Fail))]),
    };
    Facts {
        labs: &*LABS,
        passed,
        marks: marks.iter().map(mark).collect(),
        tallies,
        met: BTreeSet::new(),
        counts: Counts::new(),
    }
}

#[test]
fn a_count_decides_what_is_measured() {
    let criterion = |bound| {
        let check = "v0/b".to_owned();
        let lab = "toy".to_owned();
        item("m", Rule::Measured { lab, check, bound }, Vec::new())
    };
    let mut facts = facts(&["m"], &[]);
    assert!(!facts.is_on(&criterion(Bound::AtMost(100.0))), "never ran");
    let key = ("toy".to_owned(), "v0/b".to_owned());
    facts.counts.insert(key, (4.0, 6.0));
    let on = [4.0, 3.9].map(|bound| facts.is_on(&criterion(Bound::AtMost(bound))));
    assert_eq!(on, [true, false]);
    let on = [6.0, 6.1].map(|bound| facts.is_on(&criterion(Bound::AtLeast(bound))));
    assert_eq!(on, [true, false]);
}

#[test]
fn nothing_done_is_not_started() {
    let standing = facts(&[], &[]).standing(&course());
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
    let done = facts(
        &["c1a", "c1b"],
        &[&[("v0", "a"), ("v0", "b")], &[("v1", "a")]],
    );
    let standing = done.standing(&course());
    assert_eq!(standing.parts[0].row.state, State::Done);
    assert_eq!(standing.parts[0].row.cells(25), 25);
    assert_eq!(standing.projects.state, State::Done);
    assert_eq!(standing.labs[0].row.state, State::Done);
    assert!(standing.done.contains("c1") && standing.done.contains("p1"));
    assert_eq!(standing.next, None);
}

#[test]
fn checks_of_different_attempts_do_not_make_a_part() {
    let apart = facts(&[], &[&[("v0", "a")], &[("v0", "b")], &[("v1", "a")]]);
    let standing = apart.standing(&course());
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
    let standing = facts(&["c1a", "extra"], &[]).standing(&course());
    let module = &standing.parts[0].modules[0];
    assert_eq!(
        (module.state, module.done, module.total),
        (State::InProgress, 1, 3)
    );
    assert_eq!(standing.parts[0].row.state, State::InProgress);
    assert_eq!(module.cells(25), 8);
}
