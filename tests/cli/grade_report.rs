//! What is made from records: every format by its command, a folder of exports, and Gradescope's archive, unpacked and run as there.

use std::path::Path;

use serde_json::Value;

use crate::fixture::{Course, Told};
use crate::grade::{hand_in, right};

fn ok(told: Told) -> Told {
    assert_eq!(told.status, 0, "{told:?}");
    told
}

/// A class of three that was graded: one is right, one wrong, one writes what does not compile.
fn graded() -> Course {
    let course = Course::new();
    let plan = "title: A course\ntagline: for tests\nparts: []\ngrading:\n  labs:\n    vector-add:\n      points: 10\n";
    std::fs::write(course.path("content/course.yaml"), plan).unwrap();
    hand_in(&course, "ada", &right(1));
    hand_in(
        &course,
        "bob",
        &right(2).replace("a[i] + b[i]", "a[i] - b[i]"),
    );
    hand_in(&course, "cyd", "int x");
    ok(course.run(&["grade", "class", "--lab", "vector-add", "--out", "out"]));
    course
}

#[test]
fn a_class_is_graded_once_and_told_in_every_format() {
    let course = graded();
    for name in [
        "class.csv",
        "class.json",
        "class.html",
        "canvas.csv",
        "junit.xml",
    ] {
        assert!(course.path("out").join(name).is_file(), "{name}");
    }
    let csv = ok(course.run(&["grade", "report", "class.records", "--format", "csv"])).out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 4, "{csv}");
    assert!(
        rows[1].starts_with("ada,ada,10,10,100.0,10,passed,0,1"),
        "{csv}"
    );
    assert!(
        rows[2].starts_with("bob,bob,") && rows[2].contains(",partly,"),
        "{csv}"
    );
    assert!(rows[3].starts_with("cyd,cyd,0,10,0.0,0,failed,"), "{csv}");
    assert_eq!(
        std::fs::read_to_string(course.path("out/class.csv")).unwrap(),
        csv
    );

    let report = |more: &[&str]| {
        let mut args = vec!["grade", "report", "class.records"];
        args.extend(more);
        course.run(&args)
    };
    let one = ok(report(&["--format", "gradescope", "--learner", "bob"])).out;
    let one: Value = serde_json::from_str(&one).unwrap();
    let tests = one["tests"].as_array().unwrap();
    let sum: f64 = tests
        .iter()
        .map(|test| test["max_score"].as_f64().unwrap())
        .sum();
    assert!((sum - 10.0).abs() < 1e-9, "{one}");
    let one = ok(report(&[
        "--format",
        "classroom50",
        "--learner",
        "ada",
        "--lab",
        "vector-add",
    ]))
    .out;
    let one: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(
        (&one["schema"], &one["owner"]),
        (&"classroom50/result/v1".into(), &"ada".into())
    );
    assert_eq!(one["score"], one["max-score"]);
    ok(report(&["--format", "gradescope", "--out", "results"]));
    assert_eq!(
        std::fs::read_dir(course.path("results")).unwrap().count(),
        3
    );
}

#[test]
fn what_cannot_be_reported_is_said() {
    let course = graded();
    let told = |args: &[&str]| {
        let told = course.run(args);
        assert_eq!(told.status, 2, "{told:?}");
        told.err
    };
    let records = "class.records";
    assert!(
        told(&["grade", "report", records, "--learner", "adda"]).contains("did you mean `ada`?")
    );
    let several = told(&["grade", "report", records, "--format", "gradescope"]);
    assert!(
        several.contains("3 results are not one file") && several.contains("--learner ID"),
        "{several}"
    );
    assert!(told(&["grade", "report", "content"]).contains("`content` holds no record"));
    std::fs::write(
        course.path("students.csv"),
        "Student,SIS Login ID\nAda,ada\n",
    )
    .unwrap();
    let canvas = ok(course.run(&[
        "grade",
        "report",
        records,
        "--format",
        "canvas",
        "--roster",
        "students.csv",
    ]));
    assert_eq!(canvas.out.lines().count(), 3, "{canvas:?}");
    assert!(
        canvas.err.contains("`bob` is not in the roster"),
        "{canvas:?}"
    );
    // A fault of the course is the course's.
    let plan = course.path("content/course.yaml");
    let text = std::fs::read_to_string(&plan)
        .unwrap()
        .replace("vector-add:", "vector-ad:");
    std::fs::write(&plan, text).unwrap();
    let broken = course.run(&["grade", "report", records]);
    assert_eq!(broken.status, 3, "{broken:?}");
    assert!(
        broken.err.contains("no lab is called `vector-ad`")
            && broken.err.contains("did you mean `vector-add`?")
    );
}

#[test]
fn an_extension_of_the_roster_counts_at_once_and_judges_nothing_again() {
    let course = Course::new();
    let plan = "title: A course\ntagline: for tests\nparts: []\ngrading:\n  zone: UTC\n  late: {per_day: 10, until: 3 days}\n  labs:\n    vector-add:\n      points: 10\n      deadline: 2026-12-01 18:00\n";
    std::fs::write(course.path("content/course.yaml"), plan).unwrap();
    hand_in(&course, "ada", &right(1));
    hand_in(&course, "bob", &right(2));
    let late = "2026-12-03 10:00:00Z";
    let roster = |extensions: &str| {
        let text = format!("id,name,submitted,{extensions}\n").replace("LATE", late);
        std::fs::write(course.path("class/roster.csv"), text).unwrap();
    };
    let points = || {
        let csv = ok(course.run(&["grade", "report", "class.records", "--format", "csv"])).out;
        let of = |row: &str| row.split(',').nth(2).unwrap().to_owned();
        csv.lines().skip(1).map(of).collect::<Vec<_>>()
    };
    roster("extension\nada,,LATE,\nbob,,LATE,");
    ok(course.run(&["grade", "class"]));
    assert_eq!(points(), ["8", "8"]);
    // An attempt of before counts by the same deadline.
    hand_in(
        &course,
        "ada",
        &right(3).replace("a[i] + b[i]", "a[i] - b[i]"),
    );
    roster("extension\nada,Ada,2026-12-04 10:00:00Z,2 days\nbob,,LATE,");
    let told = ok(course.run(&["grade", "class"]));
    assert!(told.out.contains("2 judged; 1 of them new"), "{told:?}");
    assert_eq!(points(), ["10", "8"]);
    let page = ok(course.run(&["grade", "report", "class.records"])).out;
    assert!(page.contains("\"2 days\""), "the page says it");
    // A lab's own extension goes before that of all, and one that is taken back is gone.
    roster(
        "extension,extension:vector-add\nada,Ada,2026-12-04 10:00:00Z,2 days,30 hours\nbob,,LATE,2 days,0",
    );
    let told = ok(course.run(&["grade", "class"]));
    assert!(told.out.contains("; 0 of them new"), "{told:?}");
    assert_eq!(points(), ["9", "8"]);
    roster("extension:vector-ad\nada,,,1 day");
    let told = course.run(&["grade", "class"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(
        told.err
            .contains("column `extension:vector-ad`: no lab is called")
            && told.err.contains("did you mean `vector-add`?"),
        "{told:?}"
    );
}

#[test]
fn what_comes_after_grading_is_said_as_it_is_typed() {
    let course = Course::new();
    hand_in(&course, "ada", &right(1));
    let told = ok(course.run(&["grade", "class", "--records", "week 3"]));
    let next = "`course grade report 'week 3' --out class.html`";
    assert!(told.out.contains(next), "{told:?}");
    ok(course.run(&["grade", "report", "week 3", "--out", "class.html"]));
    for more in [&["--shard", "1/2"][..], &["--out", "out"]] {
        let told = ok(course.run(&[&["grade", "class"][..], more].concat()));
        assert!(!told.out.contains("grade report"), "{told:?}");
    }
}

#[test]
fn a_folder_of_exports_is_a_page() {
    let course = Course::new();
    course.kernel(right(1).as_bytes());
    ok(course.run(&["check", "vector-add"]));
    std::fs::create_dir(course.path("exports")).unwrap();
    ok(course.run(&["progress", "export", "exports/ada.json"]));
    ok(course.run(&["progress", "export", "exports/ada-again.json"]));
    let told = ok(course.run(&["grade", "progress", "exports", "--out", "class.html"]));
    assert!(
        told.out.starts_with("1 learner in `class.html`"),
        "{told:?}"
    );
    assert!(
        told.err.contains("is an older export of the learner of"),
        "{told:?}"
    );
    let html = std::fs::read_to_string(course.path("class.html")).unwrap();
    assert!(html.contains("vector-add"));
    std::fs::write(course.path("exports/b.json"), "{").unwrap();
    let told = course.run(&["grade", "progress", "exports", "--out", "class.html"]);
    assert_eq!(told.status, 1, "{told:?}");
    assert!(
        told.err
            .contains("`b.json` was left out: this is not an export of progress"),
        "{told:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn gradescopes_archive_judges_a_submission() {
    let course = graded();
    let own = Path::new(env!("CARGO_BIN_EXE_course"));
    // This program is linked to libraries of this system, so it is refused, with the way out.
    let told = course.run(&["grade", "autograder", "--binary", own.to_str().unwrap()]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.err.contains("musl"), "{told:?}");
    // The head of a static program, for which this one is put into its place.
    let mut elf = vec![0u8; 120];
    elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
    (elf[18], elf[32], elf[54], elf[56], elf[64]) = (62, 64, 56, 1, 1);
    std::fs::write(course.path("static"), elf).unwrap();
    ok(course.run(&[
        "grade",
        "autograder",
        "--binary",
        "static",
        "--lab",
        "vector-add",
        "--out",
        "a.zip",
    ]));
    let file = std::fs::File::open(course.path("a.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let here = course.path("autograder");
    archive.extract(here.join("source")).unwrap();
    std::fs::copy(own, here.join("source/course")).unwrap();
    std::fs::create_dir_all(here.join("submission")).unwrap();
    std::fs::write(here.join("submission/vector-add.cu"), right(9)).unwrap();
    let ran = std::process::Command::new(here.join("source/run_autograder"))
        .env("AUTOGRADER", &here)
        .env_remove("COURSE_ROOT")
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let results = std::fs::read_to_string(here.join("results/results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let tests = results["tests"].as_array().unwrap();
    assert!(
        tests.len() > 3 && tests.iter().all(|test| test["status"] != "failed"),
        "{results}"
    );
}
