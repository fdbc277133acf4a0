//! A learner's walk through a lab: what each verdict says, the hint that it names, the part that comes next, two attempts compared.

use crate::fixture::{Course, Told};

/// vector-add as it is solved, with something replaced.
fn solved(course: &Course, from: &str, to: &str) -> String {
    let solution = course.run(&["solution", "vector-add", "--anyway"]).out;
    let changed = solution.replace(from, to);
    assert_ne!(changed, solution, "nothing was replaced");
    changed
}

/// Writes the learner's text of a lab.
fn write(course: &Course, lab: &str, text: &str) {
    let path = course.path(&format!("labs/{lab}/{lab}.cu"));
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
}

fn says(told: &Told, words: &[&str]) {
    for one in words {
        assert!(told.out.contains(one), "no {one:?} in {}", told.out);
    }
}

#[test]
fn a_failure_names_the_command_for_its_hints_and_the_command_gives_them() {
    let course = Course::new();
    let wrong = solved(&course, "c[i] = a[i] + b[i]", "c[i] = a[i] - b[i]");
    course.kernel(wrong.as_bytes());
    let told = course.run(&["check", "vector-add"]);
    says(
        &told,
        &[
            "help: `course hint vector-add vadd` shows 4 hints, one at a time",
            "is attempt vector-add@1; `course hint vector-add vadd` helps a step",
        ],
    );
    says(
        &course.run(&["hint", "vector-add"]),
        &["hint 1 of 4 for vadd"],
    );
    says(
        &course.run(&["hint", "vector-add", "fill"]),
        &["hint 1 of 4 for fill"],
    );
    says(
        &course.run(&["hint", "vector-add", "vadd"]),
        &["hint 2 of 4 for vadd"],
    );
    let all = course.run(&["hint", "vector-add", "stride", "--all"]);
    says(&all, &["hint 5 of 5 for stride"]);
    assert!(!all.out.contains("for vadd"), "{}", all.out);
    let unknown = course.run(&["hint", "vector-add", "strid"]);
    assert_eq!(unknown.status, 2, "{unknown:?}");
    assert!(
        unknown.err.contains("did you mean `stride`?"),
        "{unknown:?}"
    );
}

#[test]
fn after_a_part_comes_the_next_and_a_lab_that_is_done_says_so() {
    let course = Course::new();
    course.kernel(
        course
            .run(&["solution", "vector-add", "--anyway"])
            .out
            .as_bytes(),
    );
    let told = course.run(&["check", "vector-add", "fill"]);
    says(
        &told,
        &["the next part is vadd, The guard: `course show vector-add vadd` says"],
    );
    // `napkin` comes first where no plan orders the labs.
    let plan = "title: A course\nparts: []\nlabs: [vector-add, transpose]\n";
    std::fs::write(course.path("content/course.yaml"), plan).expect("written");
    let next = course.run(&["next"]);
    says(
        &next,
        &[
            "next part (2 of 3), vadd, The guard: Write `vadd`",
            "course show vector-add vadd",
        ],
    );
    says(
        &course.run(&["hint", "vector-add"]),
        &["hint 1 of 4 for vadd"],
    );
    let told = course.run(&["check", "vector-add"]);
    says(
        &told,
        &["the lab is done: `course next` says what comes after it"],
    );
    says(
        &course.run(&["next"]),
        &["transpose: ", "first part, naive, Straight across: "],
    );
    let hint = course.run(&["hint", "vector-add"]);
    assert_eq!(hint.status, 0, "{hint:?}");
    says(
        &hint,
        &["`vector-add` is done", "its parts are fill, vadd, stride"],
    );
    says(
        &course.run(&["hint", "vector-add", "fill"]),
        &["hint 1 of 4 for fill"],
    );
}

#[test]
fn what_a_kernel_prints_is_shown_with_block_and_thread() {
    let course = Course::new();
    let prints = "if (i < n && i > 30) printf(\"i = %d\\n\", i);\n        c[i] =";
    course.kernel(solved(&course, "c[i] =", prints).as_bytes());
    let told = course.run(&["check", "vector-add", "vadd"]);
    assert_eq!(told.status, 0, "{told:?}");
    says(
        &told,
        &[
            "printed in vadd (n = 33, 1 × 256 threads, vadd<<<1, 256>>>(a, b, c, 33)):\n",
            "  block 0, thread 31: i = 31\n  block 0, thread 32: i = 32\n",
        ],
    );
    let value = course.json(&["check", "vector-add", "vadd"]);
    let printed = &value["checks"][1]["printed"];
    assert_eq!(printed["texts"][0]["text"], "i = 31", "{value:#}");
    assert_eq!(printed["more"], 0);
    assert!(value["checks"][2].get("printed").is_none(), "{value:#}");
}

#[test]
fn a_check_is_named_with_its_part_in_two_words() {
    let course = Course::new();
    let checks = |names: &[&str]| -> Vec<String> {
        let value = course.json(&[&["check", "vector-add"], names].concat());
        let checks = value["checks"].as_array().expect("checks").clone();
        let id = |check: &serde_json::Value| {
            let word = |key: &str| check[key].as_str().expect("a word").to_owned();
            format!("{}/{}", word("part"), word("check"))
        };
        checks.iter().map(id).collect()
    };
    assert_eq!(checks(&["vadd", "bytes"]), ["vadd/bytes"]);
    assert_eq!(checks(&["bytes"]), ["vadd/bytes", "stride/bytes"]);
    let refused = course.run(&["check", "vector-add", "fill", "bytes"]);
    assert_eq!(refused.status, 2, "{refused:?}");
    let said = "part `fill` of `vector-add` has no check `bytes`";
    assert!(refused.err.contains(said), "{refused:?}");
}

#[test]
fn what_was_found_is_told_with_its_digits_and_its_place() {
    let course = Course::new();
    let solution = course.run(&["solution", "rope", "--anyway"]).out;
    write(&course, "rope", &solution);
    let told = course.run(&["check", "rope", "v1", "far"]);
    assert_eq!(told.status, 0, "{told:?}");
    says(&told, &["e-8 of the pair's length at token "]);
    let told = course.run(&["check", "rope", "v3", "loads"]);
    says(
        &told,
        &["loads of `x`: 4 sectors per 128 bytes asked for (16 a request), at most 4.1"],
    );
    let v1 = solution.replace("__sincosf(", "sincosf(");
    write(&course, "rope", &v1);
    let told = course.run(&["check", "rope", "v2"]);
    assert_eq!(told.status, 1, "{told:?}");
    says(
        &told,
        &["FAIL v2/fast: fast functions (`__sinf` and its kin): 0 evaluations, at least 4,096"],
    );
}

#[test]
fn where_soundness_stops_a_part_the_first_wrong_element_is_told_too() {
    let course = Course::new();
    let solution = course.run(&["solution", "transpose", "--anyway"]).out;
    let unswapped = solution
        .replace("out_col = blockIdx.y", "out_col = blockIdx.x")
        .replace("out_row = blockIdx.x", "out_row = blockIdx.y");
    assert_ne!(unswapped, solution);
    write(&course, "transpose", &unswapped);
    let value = course.json(&["check", "transpose", "tile", "correct"]);
    let message = value["checks"][0]["message"].as_str().expect("a message");
    assert_eq!(value["checks"][0]["status"], "skipped", "{value:#}");
    let begins =
        "the results mean nothing before `initialised` passes; the first that is wrong: `out[";
    assert!(message.starts_with(begins), "{message}");
    assert!(message.contains("expected"), "{message}");
    let told = course.run(&["check", "transpose", "tile"]);
    says(
        &told,
        &["FAIL tile/initialised", "the first that is wrong: `out["],
    );
}

#[test]
fn two_attempts_stand_side_by_side() {
    let course = Course::new();
    let one = course.run(&["diff", "vector-add"]);
    assert_eq!(one.status, 2, "{one:?}");
    assert!(one.err.contains("two are needed to compare"), "{one:?}");
    course.kernel(solved(&course, "i += stride", "i += blockDim.x").as_bytes());
    course.run(&["check", "vector-add"]);
    course.kernel(
        course
            .run(&["solution", "vector-add", "--anyway"])
            .out
            .as_bytes(),
    );
    course.run(&["check", "vector-add"]);
    course.run(&["check", "vector-add", "stride"]);
    let told = course.run(&["diff", "vector-add"]);
    assert_eq!(told.status, 0, "{told:?}");
    says(
        &told,
        &[
            "- vector-add@1",
            "+ vector-add@3",
            "i < n; i += blockDim.x) {\n+ ",
            "  stride/bytes",
            "fail 89,088           pass 24,576  bytes\n",
            "judged in vector-add@1 only",
        ],
    );
    let same = course.run(&["diff", "vector-add", "vector-add@2", "3"]);
    says(
        &same,
        &[
            "the text is the same",
            "9 checks ended and counted the same",
        ],
    );
    let value = course.json(&["diff", "vector-add", "1", "2"]);
    assert_eq!(value["text"].as_array().map(Vec::len), Some(2), "{value:#}");
    let checks = value["checks"].as_array().expect("checks");
    let differ = checks.iter().filter(|check| check["differs"] == true);
    assert_eq!(differ.count(), 1, "{value:#}");
    assert_eq!(course.run(&["diff", "vector-add", "9"]).status, 2);
}

#[test]
fn commands_are_said_as_cargo_s_where_cargo_started_the_program() {
    let course = Course::new();
    course.kernel(b"__global__ void other() {}\n");
    let said = |args: &[&str]| {
        let mut command = course.command(args);
        let output = command.env("CARGO", "cargo").output().expect("it runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let check = said(&["check", "vector-add"]);
    assert!(
        check.contains("`cargo course hint vector-add fill`"),
        "{check}"
    );
    assert!(!check.contains("`course "), "{check}");
    assert!(said(&["next"]).contains("cargo course watch "));
    assert!(said(&["hint", "vector"]).contains("`cargo course list` names them all"));
    let help = said(&["hint", "--help"]);
    assert!(help.contains("Usage: cargo course hint"), "{help}");
    assert!(help.contains("  cargo course hint rope v1\n"), "{help}");
}

/// A course with a tier, its tasks and their criteria.
fn with_tasks() -> Course {
    let course = Course::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/site/content");
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.expect("a fixture");
        let below = entry.path().strip_prefix(&from).expect("below");
        let to = course.path("content").join(below);
        match entry.file_type().is_dir() {
            true => std::fs::create_dir_all(to).expect("a folder"),
            false => _ = std::fs::copy(entry.path(), to).expect("copied"),
        }
    }
    course
}

#[test]
fn a_task_is_checked_by_its_criteria() {
    let course = with_tasks();
    let told = course.run(&["check", "t1"]);
    assert_eq!(told.status, 1, "{told:?}");
    let lines = [
        "open    3 to 5 bullets under What I read",
        "`notes/a.md` is not there",
        "yours   You can say why",
        "0 of 1 met; 0 of 1 that you tick yourself",
    ];
    says(&told, &lines);
    std::fs::create_dir(course.path("notes")).expect("a folder");
    let two = "# What I read\n\n- one\n- two\n";
    std::fs::write(course.path("notes/a.md"), two).expect("written");
    says(
        &course.run(&["check", "t1"]),
        &["2 bullets, 3 to 5 are asked for"],
    );
    std::fs::write(course.path("notes/a.md"), format!("{two}- three\n")).expect("written");
    let told = course.run(&["check", "t1"]);
    assert_eq!(told.status, 0, "{told:?}");
    says(&told, &["met     3 to 5 bullets", "1 of 1 met"]);
    let json = course.json(&["check", "t1"]);
    assert_eq!(json["format"], "course-criteria");
    assert_eq!(json["criteria"][0]["by"], "file");
    assert_eq!(json["criteria"][0]["met"], true);
    let none = course.run(&["check", "no-such-task"]);
    assert_eq!(none.status, 2);
    assert!(
        none.err.contains("no lab is called `no-such-task`"),
        "{none:?}"
    );
}
