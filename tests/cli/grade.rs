//! `course grade`: a class's folders and archives become records, once each, whatever share or run made them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::fixture::{Course, Told};

/// What a right vector-add is; a number makes it one learner's.
pub fn right(number: usize) -> String {
    format!(
        "__global__ void fill_index(int* out, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}}
__global__ void vadd(const float* a, const float* b, float* c, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}}
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}}
// {number}
"
    )
}

/// Writes a learner's folder with vector-add in it.
pub fn hand_in(course: &Course, learner: &str, text: &str) {
    let folder = course.path("class").join(learner);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("vector-add.cu"), text).unwrap();
}

/// The records of a folder by learner and lab, and by content where there are several.
pub fn records(folder: &Path) -> Vec<Value> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.iter().map(read).collect()
}

/// The same without what depends on machine and day.
pub fn timeless(folder: &Path) -> Vec<Value> {
    let mut all = records(folder);
    for record in &mut all {
        record.as_object_mut().unwrap().remove("ran");
    }
    all
}

/// How each learner's only record ended, and why.
pub fn ended(folder: &Path) -> BTreeMap<String, (String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut out = BTreeMap::new();
    for record in records(folder) {
        let learner = text(&record["learner"]["id"]);
        let what = (text(&record["ended"]), text(&record["sentence"]));
        assert!(
            out.insert(learner.clone(), what).is_none(),
            "{learner} has two records"
        );
    }
    out
}

fn ok(told: Told) -> Told {
    assert_eq!(told.status, 0, "{told:?}");
    told
}

#[test]
fn each_submission_has_one_record_and_a_new_text_another() {
    let course = Course::new();
    hand_in(&course, "ada", &right(1));
    hand_in(
        &course,
        "bob",
        &right(2).replace("a[i] + b[i]", "a[i] - b[i]"),
    );
    hand_in(&course, "cyd", "int x");
    // Right up to the largest size that is shown.
    hand_in(
        &course,
        "dan",
        &right(4).replacen("if (i < n) c", "if (i < n && i < 1024) c", 1),
    );
    let roster = "id,name\nada,\"Lovelace, Ada\"\nbob,\ncyd,Cyd\ndan,Dan\n";
    std::fs::write(course.path("class/roster.csv"), roster).unwrap();
    let told = ok(course.run(&["grade", "class"]));
    assert!(
        told.out
            .starts_with("4 records of 4 learners: 4 judged; 4 of them new"),
        "{told:?}"
    );
    let all = records(&course.path("class.records"));
    let outcomes: Vec<&str> = all
        .iter()
        .map(|record| record["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(
        outcomes,
        ["pass", "fail", "did-not-compile", "fail"],
        "{all:?}"
    );
    let ada = &all[0];
    assert_eq!(ada["format"], "course-grade");
    assert_eq!(ada["learner"]["name"], "Lovelace, Ada");
    assert_eq!(
        (&ada["lab"], &ada["file"]),
        (&"vector-add".into(), &"ada/vector-add.cu".into())
    );
    assert_eq!(ada["text"], right(1));
    assert!(ada["submitted"].as_str().unwrap().ends_with('Z'));
    let hidden = |record: &Value| {
        let checks = record["checks"].as_array().unwrap();
        let hidden: Vec<Value> = checks
            .iter()
            .filter(|check| check["hidden"] == true)
            .cloned()
            .collect();
        assert_eq!(hidden.len(), 1, "{record}");
        (
            hidden[0]["part"].clone(),
            hidden[0]["check"].clone(),
            hidden[0]["status"].clone(),
        )
    };
    assert_eq!(hidden(ada), ("vadd".into(), "hidden".into(), "pass".into()));
    assert_eq!(hidden(&all[1]).2, "skipped");
    assert_eq!(hidden(&all[3]).2, "fail");
    let dan = all[3]["checks"].as_array().unwrap();
    let failed: Vec<&Value> = dan
        .iter()
        .filter(|check| check["status"] == "fail")
        .collect();
    assert_eq!(failed.len(), 1, "what is hidden alone says so: {failed:?}");

    let again = ok(course.run(&["grade", "class"]));
    assert!(
        again
            .out
            .contains("4 records of 4 learners: 4 judged; 0 of them new"),
        "{again:?}"
    );
    hand_in(&course, "bob", &right(2));
    let later = course.json(&["grade", "class"]);
    assert_eq!(
        (&later["new"], &later["records"]),
        (&1.into(), &4.into()),
        "{later}"
    );
    assert_eq!(
        records(&course.path("class.records")).len(),
        5,
        "the first attempt stays"
    );
    let key = course.path("key");
    std::fs::write(&key, "a secret of this term\n").unwrap();
    let keyed = course.json(&["grade", "class", "--key", key.to_str().unwrap()]);
    assert_eq!(keyed["new"], 4, "another key judges again: {keyed}");
}

#[test]
fn a_record_s_checks_are_those_of_course_check() {
    let course = Course::new();
    let text = right(0).replace("i += gridDim.x * blockDim.x", "i += 1");
    hand_in(&course, "ada", &text);
    course.kernel(text.as_bytes());
    ok(course.run(&["grade", "class"]));
    let record = records(&course.path("class.records")).remove(0);
    let mut graded = record["checks"].as_array().unwrap().clone();
    graded.retain(|check| check.get("hidden").is_none());
    let checked = course.json(&["check", "vector-add", "--device", "cpu"]);
    assert_eq!(Value::from(graded), checked["checks"]);
    assert_eq!(record["outcome"], checked["outcome"]);
}

#[test]
fn shares_come_together_as_the_whole_and_are_the_same_everywhere() {
    let course = Course::new();
    for number in 0..9 {
        hand_in(&course, &format!("learner{number}"), &right(number));
    }
    ok(course.run(&["grade", "class", "--records", "whole"]));
    let mut learners = 0;
    for share in ["1/3", "2/3", "3/3"] {
        let folder = format!("share{}", &share[..1]);
        let told = course.json(&["grade", "class", "--shard", share, "--records", &folder]);
        learners += told["learners"].as_u64().unwrap();
    }
    assert_eq!(learners, 9);
    ok(course.run(&[
        "grade",
        "--merge",
        "share1",
        "share2",
        "share3",
        "--records",
        "merged",
    ]));
    assert_eq!(
        timeless(&course.path("merged")),
        timeless(&course.path("whole"))
    );
    let after = course.json(&["grade", "class", "--records", "merged"]);
    assert_eq!(after["new"], 0, "{after}");
    let wrong = course.run(&["grade", "class", "--shard", "4/3"]);
    assert!(
        wrong.status == 2 && wrong.err.contains("`4/3` is no share"),
        "{wrong:?}"
    );
}

#[test]
fn archives_are_judged_as_folders_are() {
    let course = Course::new();
    std::fs::create_dir_all(course.path("class")).unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(course.path("class/ada.zip")).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("mine/labs/vector-add/vector-add.cu", options)
        .unwrap();
    zip.write_all(right(1).as_bytes()).unwrap();
    zip.finish().unwrap();
    ok(course.run(&["grade", "class"]));
    let zipped = timeless(&course.path("class.records"));
    assert_eq!(
        zipped[0]["file"],
        "ada.zip/mine/labs/vector-add/vector-add.cu"
    );
    std::fs::remove_file(course.path("class/ada.zip")).unwrap();
    hand_in(&course, "ada", &right(1));
    let again = course.json(&["grade", "class"]);
    assert_eq!(again["new"], 0, "the same content has its record: {again}");
}

#[test]
fn who_was_due_is_missing_until_it_is_there() {
    let course = Course::new();
    hand_in(&course, "ada", &right(1));
    std::fs::create_dir_all(course.path("class/bob")).unwrap();
    std::fs::write(course.path("class/roster.csv"), "id\nada\nbob\ncyd\n").unwrap();
    let told = ok(course.run(&["grade", "class", "--lab", "vector-add"]));
    assert!(told.out.contains("1 judged, 2 missing"), "{told:?}");
    let all = ended(&course.path("class.records"));
    assert_eq!(all["bob"].1, "`bob` has no `vector-add.cu`");
    assert_eq!(all["cyd"].1, "nothing was handed in");
    hand_in(&course, "bob", &right(2));
    ok(course.run(&["grade", "class", "--lab", "vector-add"]));
    assert_eq!(ended(&course.path("class.records"))["bob"].0, "judged");
}

#[test]
fn a_script_for_a_cluster_has_shares_of_the_size_that_is_asked_for() {
    let course = Course::new();
    for number in 0..5 {
        hand_in(&course, &format!("learner{number}"), "x");
    }
    let told = ok(course.run(&[
        "grade",
        "slurm",
        "class",
        "--per-task",
        "2",
        "--lab",
        "vector-add",
    ]));
    assert!(told.out.contains("--array=1-3 "), "{}", told.out);
    assert!(
        told.out
            .contains("--lab vector-add --shard \"$SLURM_ARRAY_TASK_ID/3\""),
        "{}",
        told.out
    );
    let hq = ok(course.run(&["grade", "slurm", "class", "--engine", "hq"]));
    assert!(
        hq.out.contains("hq submit") && hq.out.contains("$HQ_TASK_ID/1"),
        "{}",
        hq.out
    );
}

/// Writes a learner's folder with the lab in Rust in it: its solution, with something exchanged.
fn hand_in_rust(course: &Course, learner: &str, from: &str, to: &str) {
    let solution = Path::new(env!("CARGO_MANIFEST_DIR")).join("labs/napkin/solution.rs");
    let solution = lab::markers::solution(&std::fs::read_to_string(solution).unwrap());
    assert!(solution.contains(from), "{from}");
    let folder = course.path("class").join(learner).join("labs/napkin");
    std::fs::create_dir_all(&folder).unwrap();
    let text = solution.replacen(from, to, 1);
    std::fs::write(folder.join("exercise.rs"), text).unwrap();
}

#[test]
fn labs_in_rust_run_only_where_that_is_allowed() {
    let course = Course::new();
    let body = "tokens: u64) -> Step {";
    hand_in_rust(&course, "ada", "pub fn", "pub fn");
    hand_in_rust(
        &course,
        "bob",
        body,
        &format!("{body}\n    let tokens = tokens + 1;"),
    );
    hand_in_rust(&course, "cyd", "pub fn slip(", "pub fn slipped(");
    hand_in_rust(
        &course,
        "dan",
        body,
        &format!("{body}\n    loop {{ std::hint::spin_loop() }}"),
    );
    let told = ok(course.run(&["grade", "class"]));
    assert!(told.out.contains("4 refused"), "{told:?}");
    for (learner, (what, why)) in ended(&course.path("class.records")) {
        let says =
            why.contains("runs on this machine as it is") && why.contains("`--allow-native`");
        assert!(what == "refused" && says, "{learner}: {why}");
    }
    let told = ok(course.run(&["grade", "class", "--allow-native", "--seconds", "2"]));
    for words in [
        "compiled and runs on this machine as it is",
        "read and write what you may",
        "the network",
        "nothing of worth",
    ] {
        assert!(told.err.contains(words), "{words}: {told:?}");
    }
    let all = records(&course.path("class.records"));
    let of = |record: &Value| (record["ended"].clone(), record["outcome"].clone());
    let judged = |outcome: &str| (Value::from("judged"), Value::from(outcome));
    let ends: Vec<_> = all.iter().map(of).collect();
    assert_eq!(
        ends[..3],
        [judged("pass"), judged("fail"), judged("did-not-compile")]
    );
    assert_eq!(ends[3].0, "limit", "{ends:?}");
    let failed = |record: &Value| {
        let checks = record["checks"].as_array().unwrap().iter();
        let failed = checks.filter(|check| check["status"] == "fail");
        failed
            .map(|check| {
                format!(
                    "{}/{}",
                    check["part"].as_str().unwrap(),
                    check["check"].as_str().unwrap()
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(failed(&all[1]), ["prefill/floor"], "{}", all[1]);
    // Without the permission what was judged stands as it is.
    let again = course.json(&["grade", "class"]);
    assert_eq!(
        (&again["new"], &again["ended"]["judged"]),
        (&0.into(), &3.into()),
        "{again}"
    );
}

#[test]
fn a_folder_without_submissions_is_no_class() {
    let course = Course::new();
    std::fs::create_dir_all(course.path("class")).unwrap();
    std::fs::write(course.path("class/notes.txt"), "mine").unwrap();
    let told = course.run(&["grade", "class"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.err.contains("`class` holds no submission"), "{told:?}");
    assert!(!course.path("class.records").exists());
}
