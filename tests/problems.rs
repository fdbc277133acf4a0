//! Every kind of problem, listed as a person would see it: small broken courses with the expected listing beside them.
//!
//! `tests/fixtures/course/<name>/expected.txt` holds the whole listing. `BLESS=1` writes them anew.

use std::path::{Path, PathBuf};

use course::course::{
    Bound, Checks, Count, KnownLab, KnownLabs, Loaded, QuestionKind, Rule, SectionKind, load_with,
    lock,
};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/course")
        .join(name)
}

fn load(root: &Path) -> Loaded {
    let rope = KnownLab {
        checks: ["v0/right", "v0/bounds", "v1/right", "v1/loads"]
            .map(str::to_owned)
            .to_vec(),
        counted: vec!["v1/loads".to_owned()],
    };
    load_with(root, Some(&KnownLabs::from([("rope".to_owned(), rope)])))
}

fn listing(loaded: &Loaded) -> String {
    let mut out = String::new();
    for problem in &loaded.problems {
        out.push_str(&format!("{problem}\n"));
        if !problem.excerpt.is_empty() {
            out.push_str(&format!("  | {}\n", problem.excerpt));
        }
    }
    out
}

fn expect(name: &str) {
    let root = fixture(name);
    if name == "good" && std::env::var_os("BLESS").is_some() {
        lock::update(&root).expect("the good course has no errors");
    }
    let found = listing(&load(&root));
    let file = root.join("expected.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &found).expect("the listing can be written");
    }
    let expected = std::fs::read_to_string(&file)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    assert_eq!(
        found, expected,
        "{name}: run with BLESS=1 when the new listing is right"
    );
}

macro_rules! courses {
    ($($test:ident $name:literal)*) => { $(#[test] fn $test() { expect($name); })* };
}

courses! {
    a_good_course_has_no_problem "good"
    front_matter "front-matter"
    the_plan "plan"
    a_plan_that_is_not_yaml "plan-not-yaml"
    no_plan "no-plan"
    ids_and_addresses "ids"
    requirements "requires"
    rules "rules"
    structure "structure"
    the_lock "lock"
    facts "facts"
}

#[test]
fn a_page_that_is_not_utf8_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = folder.path().join("content/part/mod");
    std::fs::create_dir_all(&content).expect("folders");
    let plan = "title: T\nparts: [{id: p1, dir: part, title: P, modules: [mod]}]\n";
    std::fs::write(folder.path().join("content/course.yaml"), plan).expect("a file");
    std::fs::write(
        content.join("index.md"),
        b"---\nid: m\ntitle: M\n---\n\n\xc3\xbc\xff\n",
    )
    .expect("a file");
    let told = listing(&load(folder.path()));
    assert_eq!(
        told,
        "content/part/mod/index.md:6:2: error: not UTF-8\n  help: save the file as UTF-8\n"
    );
}

#[test]
fn a_good_course_holds_one_of_everything() {
    let course = load(&fixture("good")).course;
    let module = course.module("mod.mod").expect("the module");
    assert_eq!(module.number, "1.1");
    assert_eq!(
        course.module("mod.later").map(|m| m.number.as_str()),
        Some("1.4")
    );
    let lessons: Vec<_> = module
        .lessons
        .iter()
        .map(|l| (l.id.as_str(), l.number, l.time.to_string()))
        .collect();
    let expected = [
        ("lesson.start", 1, "20–30 min".to_owned()),
        ("lesson.middle", 2, "5 min".to_owned()),
        ("lesson.end", 3, "1 h".to_owned()),
        ("tutorial.one", 4, "0 min".to_owned()),
    ];
    assert_eq!(
        lessons, expected,
        "natural order of names: 1, 2, 10, then tutorials"
    );
    let addresses: Vec<&str> = course.pages.iter().map(|p| p.url.as_str()).collect();
    assert!(
        addresses.contains(&"") && addresses.contains(&"part/mod/the-middle/"),
        "{addresses:?}"
    );
    let start = course
        .pages
        .iter()
        .find(|p| p.id == "lesson.start")
        .expect("the page");
    let anchors: Vec<&str> = start.headings.iter().map(|h| h.slug.as_str()).collect();
    assert_eq!(anchors, ["one", "one-1", "objective"]);

    assert_eq!(module.concepts[0].text, "First: has an id of its own");
    assert_eq!(
        module.concepts[0].taught.as_deref(),
        Some("lesson-01-start.md#one")
    );
    assert_eq!(module.concepts[1].children[1].id, "mod.mod/c2b");
    let kinds: Vec<QuestionKind> = module.questions.iter().map(|q| q.kind).collect();
    use QuestionKind::{BeforeLab, Exercise, SelfStudy};
    assert_eq!(kinds, [Exercise, SelfStudy, BeforeLab, BeforeLab]);
    assert_eq!(
        module.questions[0].answer,
        "Because of this:\n\n- a list in an answer"
    );
    assert_eq!(module.questions[1].item.id, "q.read-on");
    let project = module.project.as_ref().expect("a project");
    assert_eq!(project.title, "Build it");
    let part = Rule::Lab {
        lab: "rope".into(),
        checks: Checks::Part("v1".into()),
    };
    assert_eq!(project.items[2].rule, part);
    assert_eq!(course.tracks[0].groups[0].time.to_string(), "2–3 h");
}

#[test]
fn a_good_tier_is_numbered_timed_and_ruled() {
    let course = load(&fixture("good")).course;
    let tier = &course.module("mod.mod").expect("the module").tiers[0];
    assert_eq!(
        (tier.number, tier.time.to_string()),
        (1, "70 min–2 h 30 min".to_owned())
    );
    let [task, stretch] = &tier.tasks[..] else {
        panic!("two tasks")
    };
    assert_eq!(
        (task.number.as_str(), task.id.as_str(), task.url.as_str()),
        ("1.1", "tier.one/t1", "part/mod/tier-1/t1/")
    );
    assert_eq!(
        (task.tags.join("|"), task.themes.join("|")),
        ("GPU/HW|Two words".into(), "one|two".into())
    );
    assert_eq!(
        (task.time.to_string(), task.time_note.as_str()),
        ("1–2 h".into(), "slowly")
    );
    let readings: Vec<_> = task
        .readings
        .iter()
        .map(|r| (r.text.as_str(), r.options.len()))
        .collect();
    assert_eq!(readings, [("One of", 2), ("A second thing", 0)]);
    let sections: Vec<SectionKind> = task.sections.iter().map(|s| s.kind).collect();
    use SectionKind::{Artifacts, Criteria, HardMode, Objective, Reading};
    assert_eq!(
        sections,
        [Objective, Reading, Criteria, Artifacts, HardMode]
    );
    let rules: Vec<&Rule> = task.criteria.iter().map(|c| &c.rule).collect();
    let artifact = Rule::Artifact {
        path: "notes/a_b.md".into(),
        section: "A *title*".into(),
        bullets: Some(Count {
            min: 5,
            max: Some(10),
        }),
        words: Some(Count {
            min: 0,
            max: Some(300),
        }),
        names: vec!["runs/a.csv".into()],
    };
    let expected = [
        &Rule::Lab {
            lab: "rope".into(),
            checks: Checks::All,
        },
        &artifact,
        &Rule::Answer {
            question: "q.read-on".into(),
        },
        &Rule::Measured {
            lab: "rope".into(),
            check: "v1/loads".into(),
            bound: Bound::AtMost(4.0),
        },
    ];
    assert_eq!(rules, expected);
    assert_eq!(task.artifacts, ["notes/a_b.md", "runs/a.csv"]);
    assert!(task.hard_mode[0].stretch && stretch.stretch && stretch.criteria[0].stretch);
    assert_eq!(
        lock::successor(&course, "tier.one/t9/x").as_deref(),
        Some(stretch.criteria[0].id.as_str())
    );
    assert_eq!(
        lock::successor(&course, "mod.old/c1").as_deref(),
        Some("mod.mod/c1")
    );
    assert_eq!(lock::successor(&course, "mod.old/nothing"), None);
}
