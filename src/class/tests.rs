//! A small class with everybody in it: who passes, who is late, who was refused, who means harm. Each format is held to a golden file
//! (`BLESS=1` writes them) and to the rules of whoever reads it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::*;
use crate::grade::record::{FORMAT, VERSION};

/// What spreadsheets, terminals, XML and pages would obey.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\n&amp; \u{1b}[31m\u{0}\u{2028}'\"";

fn record(learner: &str, name: Option<&str>, more: Value) -> GradeRecord {
    let mut record = json!({
        "format": FORMAT, "version": VERSION, "learner": {"id": learner, "name": name}, "lab": "toy", "file": format!("{learner}/toy.cu"),
        "sha256": "3f2c1a0b".repeat(8), "submitted": "2026-12-01T10:00:00Z", "ended": "judged", "outcome": "pass", "sentence": "", "checks": [],
        "device": "simulated", "text": null, "judge": "j", "tool": "0", "ran": {"started": "2026-12-02T00:00:00Z", "seconds": 0.25},
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        record[key] = value.clone();
    }
    serde_json::from_value(record).expect("a record")
}

fn checks(ends: &[(&str, &str, &str, &str)]) -> Value {
    let check = |(part, check, status, message): &(&str, &str, &str, &str)| json!({"part": part, "check": check, "status": status, "message": message, "places": [{"line": 7, "column": 1}]});
    ends.iter().map(check).collect()
}

fn records() -> Vec<GradeRecord> {
    let all = |right: &str, loads: &str, said: &str| {
        checks(&[
            ("v0", "right", right, said),
            ("v0", "bounds", "pass", ""),
            ("v1", "loads", loads, "16 loads, at most 4"),
            ("v1", "fast", "not-measured", "needs a GPU"),
        ])
    };
    let hidden = json!([{"part": "v0", "check": "hidden", "status": "fail", "message": "wrong at n = 7", "hidden": true}]);
    let long = format!("={}", "x".repeat(4096));
    vec![
        record(
            "ada",
            Some("Lovelace, Ada"),
            json!({"checks": all("pass", "pass", "")}),
        ),
        record(
            "bob",
            Some("Bob"),
            json!({"sha256": "1".repeat(64), "checks": all("fail", "skipped", "element 3 is 2, not 5"), "outcome": "fail"}),
        ),
        record(
            "bob",
            Some("Bob"),
            json!({"sha256": "2".repeat(64), "submitted": "2026-12-02T10:00:00Z", "checks": all("pass", "fail", ""), "outcome": "fail"}),
        ),
        record(
            "cyd",
            Some("=1+1"),
            json!({"checks": all("crashed", "skipped", HOSTILE), "outcome": "crashed"}),
        ),
        record(
            "dee",
            Some(HOSTILE),
            json!({"lab": "", "sha256": null, "ended": "refused", "sentence": format!("`{HOSTILE}` leads out"), "file": HOSTILE}),
        ),
        record(
            "eve",
            None,
            json!({"sha256": null, "submitted": null, "ended": "missing", "outcome": null, "sentence": "nothing was handed in", "file": ""}),
        ),
        record(
            "fay",
            None,
            json!({"ended": "crashed", "outcome": "crashed", "sentence": "the judge died: signal 11"}),
        ),
        record(
            "gus",
            None,
            json!({"submitted": "2026-12-31T10:00:00Z", "checks": all("pass", "pass", "")}),
        ),
        record(
            "hal",
            Some(&long),
            json!({"ended": "limit", "outcome": "timed-out", "sentence": "judging took longer than 20 s", "checks": checks(&[("v0", "right", "timed-out", "ran past 10 s")])}),
        ),
        record(
            "ivy\n@x",
            None,
            json!({"checks": hidden, "outcome": "fail"}),
        ),
        record(
            "ada",
            None,
            json!({"lab": "other", "checks": checks(&[("a", "b", "pass", "")])}),
        ),
    ]
}

/// A course that says what labs are worth, in a folder of its own.
fn course() -> (tempfile::TempDir, Config) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("content")).unwrap();
    let plan = "title: Kernels & <b>more</b>\nparts: []\ngrading:\n  zone: UTC\n  late:\n    grace: 15 min\n    per_day: 10\n    until: 7 days\n  \
                labs:\n    toy:\n      points: 10\n      deadline: 2026-12-01 18:00\n      checks:\n        v1/loads: 2\n";
    std::fs::write(dir.path().join("content/course.yaml"), plan).unwrap();
    let config = Config::at(dir.path());
    (dir, config)
}

fn marked(records: Vec<GradeRecord>) -> Marked {
    let (_dir, config) = course();
    Marked::of(&config, records).expect("marks")
}

fn golden(name: &str, text: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/class")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name} is not as it was; BLESS=1 writes it");
}

/// Every document, by name.
fn documents(marked: &Marked) -> Vec<(&'static str, String)> {
    let Marked {
        class,
        grading,
        marks,
    } = marked;
    let roster = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",11,S1,ada@example.org,A\nBob,12,S2,bob,A\n";
    let students = canvas::Students::read(roster).unwrap();
    let lines = |values: Vec<Value>| {
        values
            .iter()
            .map(|value| format!("{value:#}\n"))
            .collect::<String>()
    };
    let rows = || class.learners.iter().zip(marks);
    let gradescope =
        rows().map(|(learner, marks)| gradescope::results(class, grading, learner, marks));
    let workflow = classroom50::Workflow::default();
    let classroom50 = rows().filter_map(|(learner, marks)| {
        let toy = class.labs.iter().position(|lab| lab.id == "toy")?;
        let of = classroom50::Reported {
            learner,
            marks,
            lab: toy,
        };
        classroom50::result(class, grading, of, &workflow)
    });
    vec![
        ("class.csv", table::csv(class, marks)),
        (
            "class.json",
            format!("{:#}\n", document::json(class, grading, marks)),
        ),
        ("canvas.csv", canvas::csv(class, marks, None).0),
        (
            "canvas-roster.csv",
            canvas::csv(class, marks, Some(&students)).0,
        ),
        ("junit.xml", junit::xml(class, marks)),
        ("gradescope.json", lines(gradescope.collect())),
        ("classroom50.json", lines(classroom50.collect())),
    ]
}

#[test]
fn every_format_is_as_it_was() {
    for (name, text) in documents(&marked(records())) {
        golden(name, &text);
    }
}

#[test]
fn the_order_of_records_changes_nothing() {
    let mut turned = records();
    turned.reverse();
    let (one, two) = (marked(records()), marked(turned));
    assert_eq!(documents(&one), documents(&two));
    assert_eq!(one.html().unwrap(), two.html().unwrap());
}

#[test]
fn no_cell_computes() {
    for (name, text) in documents(&marked(records()))
        .into_iter()
        .filter(|(name, _)| name.ends_with(".csv"))
    {
        let rows = csv::read(&text);
        let width = rows[0].len();
        for row in &rows {
            assert_eq!(row.len(), width, "{name}: {row:?}");
            for cell in row {
                let first = cell.trim_start().chars().next().unwrap_or('0');
                let number = cell.parse::<f64>().is_ok();
                assert!(number || !"=+-@\t\r".contains(first), "{name}: {cell:?}");
            }
        }
    }
}

#[test]
fn junit_is_xml_with_these_sums() {
    let xml = documents(&marked(records()))
        .into_iter()
        .find(|(name, _)| *name == "junit.xml")
        .unwrap()
        .1;
    let tree = roxmltree::Document::parse(&xml).expect("XML");
    let all = |name: &str| {
        tree.descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    let said = |name: &str| {
        tree.root_element()
            .attribute(name)
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(said("tests"), all("testcase"));
    assert_eq!(
        (said("failures"), said("errors"), said("skipped")),
        (all("failure"), all("error"), all("skipped"))
    );
    assert!(all("failure") > 3 && all("error") == 1 && all("skipped") > 3);
}

#[test]
fn gradescope_gets_points_that_add_up_and_only_plain_text() {
    let Marked {
        class,
        grading,
        marks,
    } = marked(records());
    for (learner, marks) in class.learners.iter().zip(&marks) {
        let results = gradescope::results(&class, &grading, learner, marks);
        let tests = results["tests"].as_array().unwrap();
        let sum = |key: &str| {
            tests
                .iter()
                .map(|test| test[key].as_f64().unwrap())
                .sum::<f64>()
        };
        assert!(results.get("score").is_some() || !tests.is_empty());
        assert_eq!(results["test_output_format"], "text");
        for mark in marks.iter().filter(|_| marks.len() == 1) {
            assert!(
                (sum("max_score") - mark.of as f64 / 1000.0).abs() < 1e-9,
                "{}",
                learner.id
            );
        }
        for test in tests
            .iter()
            .filter(|test| test["name"].as_str().unwrap().contains("hidden"))
        {
            assert!(learner.id != "ivy\n@x" || test["visibility"] == "after_published");
        }
    }
}

/// What Classroom 50's own `validate_result` asks of a result.
fn classroom50_fault(data: &Value) -> Option<String> {
    let text = |key: &str| data[key].as_str().is_some_and(|text| !text.is_empty());
    for key in [
        "classroom",
        "assignment",
        "owner",
        "commit",
        "release",
        "review",
        "datetime",
    ] {
        if !text(key) {
            return Some(format!("{key} is empty"));
        }
    }
    if data["schema"] != "classroom50/result/v1" || data["assignment_type"] != "individual" {
        return Some("schema or type".into());
    }
    if !data["submission"]
        .as_str()
        .is_some_and(|tag| tag.starts_with("submit/"))
    {
        return Some("submission".into());
    }
    let (score, max) = (data["score"].as_u64()?, data["max-score"].as_u64()?);
    let mut sums = (0, 0);
    for test in data["tests"].as_array()? {
        let (s, m) = (test["score"].as_u64()?, test["max-score"].as_u64()?);
        if s > m
            || !test["passed"].is_boolean()
            || test["test-name"].as_str().is_none_or(str::is_empty)
        {
            return Some(format!("{test}"));
        }
        sums = (sums.0 + s, sums.1 + m);
    }
    let fits = score <= max && (data["tests"].as_array()?.is_empty() || sums == (score, max));
    (!fits).then(|| format!("{sums:?} are not {score} of {max}"))
}

#[test]
fn classroom50_takes_every_result() {
    let Marked {
        class,
        grading,
        marks,
    } = marked(records());
    let mut seen = 0;
    for (learner, marks) in class.learners.iter().zip(&marks) {
        for lab in 0..class.labs.len() {
            let workflow = classroom50::Workflow::default();
            if let Some(result) = classroom50::result(
                &class,
                &grading,
                classroom50::Reported {
                    learner,
                    marks,
                    lab,
                },
                &workflow,
            ) {
                seen += 1;
                assert!(
                    result["score"].is_u64() && result["tests"].is_array(),
                    "{result}"
                );
                assert_eq!(classroom50_fault(&result), None, "{result}");
            }
        }
    }
    assert_eq!(seen, 8);
    let asked = |name: &str| (name == "SUBMISSION_TAG").then(|| "submit/x".to_owned());
    let workflow = classroom50::Workflow::from(asked);
    let result = classroom50::result(
        &class,
        &grading,
        classroom50::Reported {
            learner: &class.learners[0],
            marks: &marks[0],
            lab: 1,
        },
        &workflow,
    );
    assert_eq!(result.unwrap()["submission"], "submit/x");
}

#[test]
fn the_page_runs_nothing_of_learners_and_asks_for_nothing() {
    let html = marked(records()).html().unwrap();
    assert_eq!(
        html.matches("</script").count(),
        2,
        "two scripts end: the data, and the page's own"
    );
    assert!(
        !html.contains("<img") && !html.contains("onerror=alert(1)>"),
        "a learner's words became a tag"
    );
    assert!(!html.contains("http://") && !html.contains("https://") && !html.contains(" src=x>"));
    let data = html
        .split("id=\"data\">")
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    let data: Value = serde_json::from_str(data).expect("JSON");
    let dee = data["learners"]
        .as_array()
        .unwrap()
        .iter()
        .find(|learner| learner[0] == "dee")
        .unwrap();
    assert_eq!(dee[1], HOSTILE, "words come back as they were");
}

#[test]
fn rules_that_cannot_be_have_a_place() {
    let (dir, config) = course();
    let plan = dir.path().join("content/course.yaml");
    std::fs::write(&plan, "title: T\nparts: []\ngrading:\n  keep: most\n").unwrap();
    let told = rules(&config).unwrap_err();
    assert!(
        told.message.starts_with("content/course.yaml:4: "),
        "{told:?}"
    );
    assert!(told.help.unwrap().contains("`best` or `last`"));
}

mod of_progress {
    use super::*;
    use crate::class::progress;

    fn export(marks: &[(&str, &str)], exported: &str) -> String {
        let marks = marks.iter();
        let marks: Vec<Value> = marks
            .map(|(item, at)| json!({"item": item, "on": true, "source": "manual", "at": at}))
            .collect();
        json!({"format": "course-progress", "version": 1, "exported": exported, "marks": marks})
            .to_string()
    }

    fn good() -> Config {
        Config::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/course/good"))
    }

    #[test]
    fn older_exports_are_told_and_garbage_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let file = dir.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        let (first, second) = (("a", "2026-01-01T10:00:00Z"), ("b", "2026-01-03T10:00:00Z"));
        put(
            "ada.json",
            &export(&[first, second], "2026-01-04T00:00:00Z"),
        );
        put("week 1/ada.json", &export(&[first], "2026-01-02T00:00:00Z"));
        put(
            "bob/progress.json",
            &export(&[("a", "2026-01-01T10:00:01Z")], "2026-01-04T00:00:00Z"),
        );
        put("new.json", &export(&[], "2026-01-04T00:00:00Z"));
        put("broken.json", "{\"format\": \"course-prog");
        put("other.json", "{\"format\": \"else\"}");
        put("time.json", &export(&[("a", "yesterday")], ""));
        put("notes.txt", "not ours");
        let read = progress::read(&good(), dir.path()).unwrap();
        let learners: Vec<&str> = read
            .class
            .learners
            .iter()
            .map(|learner| &*learner.id)
            .collect();
        assert_eq!(learners, ["ada", "bob", "new"]);
        assert_eq!(read.older.len(), 1);
        assert!(
            read.older[0]
                .starts_with("`week 1/ada.json` is an older export of the learner of `ada.json`"),
            "{:?}",
            read.older
        );
        assert_eq!(read.refused.len(), 3, "{:?}", read.refused);
        for (sentence, file) in read
            .refused
            .iter()
            .zip(["broken.json", "other.json", "time.json"])
        {
            assert!(
                sentence.starts_with(&format!("`{file}` was left out: ")),
                "{sentence}"
            );
        }
        assert_eq!(
            read.modules
                .days_idle(&read.modules.learners[1])
                .map(f64::round),
            Some(2.0)
        );
    }

    #[test]
    fn a_folder_without_exports_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let told = |dir: &Path| progress::read(&good(), dir).unwrap_err().message;
        assert!(told(dir.path()).contains("holds no `.json` file"));
        std::fs::write(dir.path().join("a.json"), "[]").unwrap();
        assert!(
            told(dir.path()).contains("holds no progress file; `a.json`"),
            "{}",
            told(dir.path())
        );
        assert!(told(&dir.path().join("none")).contains("cannot be read"));
    }

    #[test]
    fn the_page_says_who_is_where() {
        let course = crate::course::load(&good().root).course;
        let items: Vec<String> = course
            .items()
            .iter()
            .map(|one| one.item.id.clone())
            .collect();
        let dir = tempfile::tempdir().unwrap();
        let all: Vec<(&str, &str)> = items
            .iter()
            .map(|id| (&**id, "2026-01-01T10:00:00Z"))
            .collect();
        std::fs::write(dir.path().join("ada.json"), export(&all, "")).unwrap();
        std::fs::write(dir.path().join("bob.json"), export(&[], "")).unwrap();
        let read = progress::read(&good(), dir.path()).unwrap();
        let [ada, bob] = &read.modules.learners[..] else {
            panic!("two learners");
        };
        assert!(ada.whole().0 > 0 && bob.whole().0 == 0);
        assert!(bob.module.is_some() && !bob.at.is_empty(), "{bob:?}");
        let marks = marks::marks(&read.class, &Grading::default());
        let shown = page::Shown {
            class: &read.class,
            grading: &Grading::default(),
            marks: &marks,
            modules: Some(&read.modules),
        };
        let html = page::html(&shown).unwrap();
        assert!(html.contains("here now") && html.contains("How far the class is"));
    }
}
