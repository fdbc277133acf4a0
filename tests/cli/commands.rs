//! What each command says and records, and how it answers a wrong word.
//! A learner's path is walked from the first list to the log.

use crate::fixture::Course;

#[test]
fn a_wrong_word_gets_the_nearest() {
    let course = Course::new();
    let told = course.run(&["chek"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("'check'"), "{}", told.err);
    for args in [
        ["check", "vectoradd"],
        ["hint", "vector_add"],
        ["reset", "vector"],
    ] {
        let told = course.run(&args);
        assert_eq!(told.status, 2, "{told:?}");
        assert!(
            told.err.contains("did you mean `vector-add`?"),
            "{}",
            told.err
        );
    }
    let told = course.run(&["check", "vector-add", "vad"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("did you mean `vadd`?"), "{}", told.err);
}

#[test]
fn outside_a_course_it_says_so() {
    let elsewhere = tempfile::tempdir().unwrap();
    let course = Course::new();
    let output = course
        .command(&["list"])
        .current_dir(elsewhere.path())
        .env_remove("COURSE_ROOT")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no course here"));
}

#[test]
fn any_folder_below_the_root_will_do() {
    let course = Course::new();
    let deep = course.path("labs/x/y");
    std::fs::create_dir_all(&deep).unwrap();
    let output = course
        .command(&["list"])
        .current_dir(deep)
        .env_remove("COURSE_ROOT")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_names_groups_and_examples() {
    let course = Course::new();
    let told = course.run(&["--help"]);
    for word in ["Learn:", "Publish:", "Both:", "Exit status"] {
        assert!(told.out.contains(word), "{}", told.out);
    }
    assert!(
        course
            .run(&["check", "--help"])
            .out
            .contains("course check rope v1")
    );
}

#[test]
fn hints_come_one_at_a_time_and_stay_counted() {
    let course = Course::new();
    let first = course.run(&["hint", "vector-add"]).out;
    let second = course.run(&["hint", "vector-add"]).out;
    assert!(first.starts_with("hint 1 of"), "{first}");
    assert!(second.starts_with("hint 2 of"), "{second}");
    let all = course.run(&["hint", "vector-add", "--all"]).out;
    assert!(all.contains("hint 1 of") && all.contains("hint 2 of"));
    assert!(
        course
            .run(&["hint", "vector-add"])
            .out
            .contains("that was the last hint")
    );
}

#[test]
fn a_reset_text_comes_back() {
    let course = Course::new();
    assert!(
        course
            .run(&["reset", "vector-add"])
            .out
            .contains("is the starter")
    );
    course.kernel(b"// mine\n");
    let told = course.run(&["reset", "vector-add"]);
    assert!(told.out.contains("vector-add@1"), "{told:?}");
    let file = course.path("labs/vector-add/vector-add.cu");
    assert_ne!(std::fs::read(&file).unwrap(), b"// mine\n");
    assert_eq!(course.run(&["restore", "vector-add@1"]).status, 0);
    assert_eq!(std::fs::read(&file).unwrap(), b"// mine\n");
    assert_eq!(course.run(&["restore", "vector-add@2"]).status, 0);
    assert_eq!(course.run(&["history", "vector-add@1"]).out, "// mine\n");
    let wrong = course.run(&["restore", "vector-add@9"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("numbered 1 to 2"), "{}", wrong.err);
    assert_eq!(course.run(&["restore", "vector-add"]).status, 2);
}

#[test]
fn a_solution_wants_a_pass_or_a_word() {
    let course = Course::new();
    let told = course.run(&["solution", "vector-add"]);
    assert_eq!(told.status, 1);
    assert!(told.out.is_empty() && told.err.contains("--anyway"));
    let told = course.run(&["solution", "vector-add", "--anyway"]);
    assert_eq!(told.status, 0);
    assert!(told.out.contains("__global__") && !told.out.contains("//@"));
    assert!(
        course
            .run(&["log"])
            .out
            .contains("read the solution of vector-add")
    );
}

#[test]
fn the_log_keeps_and_changes_entries() {
    let course = Course::new();
    let told = course.run(&["log", "add"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert_eq!(
        course
            .run(&["log", "add", "--date", "soon", "--next", "x"])
            .status,
        2
    );
    let add = [
        "log",
        "add",
        "--module",
        "1.5",
        "--insight",
        "32 bytes",
        "--date",
        "2026-05-31",
    ];
    assert_eq!(course.run(&add).status, 0);
    assert_eq!(
        course
            .run(&["log", "edit", "1", "--challenge", "odd sizes"])
            .status,
        0
    );
    let shown = course.run(&["log", "show", "1"]).out;
    assert!(
        shown.contains("32 bytes") && shown.contains("odd sizes"),
        "{shown}"
    );
    assert_eq!(course.json(&["log"])["entries"][0]["revisions"], 2);
    assert_eq!(course.run(&["log", "show", "2"]).status, 2);
    assert_eq!(course.run(&["log", "export", "log.md"]).status, 0);
    let text = std::fs::read_to_string(course.path("log.md")).unwrap();
    assert!(
        text.starts_with("# Captain's log\n\n## 2026-05-31: 1.5\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn the_log_opens_an_editor() {
    let course = Course::new();
    let script = course.path("editor.sh");
    std::fs::write(
        &script,
        "sed -i.old 's/^<!-- what got done -->$/saw lanes/' \"$1\"\n",
    )
    .unwrap();
    let editor = format!("sh {}", script.display());
    let output = course
        .command(&["log", "add"])
        .env("EDITOR", editor)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(course.run(&["log"]).out.contains("saw lanes"));
}

#[test]
fn progress_goes_along_and_merges_once() {
    let (from, to) = (Course::new(), Course::new());
    from.run(&["hint", "vector-add"]);
    from.run(&["log", "add", "--progress", "began"]);
    assert_eq!(from.run(&["progress", "export", "mine.json"]).status, 0);
    let file = from.path("mine.json");
    let file = file.to_str().unwrap();
    assert!(
        to.run(&["progress", "import", file])
            .out
            .starts_with("2 rows added")
    );
    assert!(
        to.run(&["progress", "import", file])
            .out
            .starts_with("0 rows added")
    );
    assert!(to.run(&["log"]).out.contains("began"));
    let told = to.run(&["progress", "import", "content/course.yaml"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("not an export"), "{}", told.err);
}

#[test]
fn reports_are_json_when_asked() {
    let course = Course::new();
    for command in ["list", "next", "status", "log", "doctor"] {
        let value = course.json(&[command]);
        assert_eq!(value["version"], 1, "{command}");
        assert_eq!(value["format"], format!("course-{command}"));
    }
}

#[test]
fn colour_is_only_sent_when_asked() {
    let course = Course::new();
    assert!(!course.run(&["list"]).out.contains('\x1b'));
    assert!(
        course
            .run(&["list", "--color", "always"])
            .out
            .contains('\x1b')
    );
    let failed = course.run(&["check", "nothing", "--color=always"]).err;
    assert!(failed.starts_with("\x1b[1;31merror\x1b[0m"), "{failed:?}");
}
