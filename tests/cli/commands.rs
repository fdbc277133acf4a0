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

/// Answers 200 for `/there` and 404 for all else, until the test is over.
fn host() -> std::net::SocketAddr {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().filter_map(Result::ok) {
            let mut request = [0; 4096];
            let read = stream.read(&mut request).unwrap_or(0);
            let there = request[..read].starts_with(b"GET /there ");
            let status = if there { "200 OK" } else { "404 Not Found" };
            let answer =
                format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi");
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn lint_asks_for_addresses_outside_only_when_told_to() {
    let root = tempfile::tempdir().unwrap();
    let module = root.path().join("content/part/mod");
    std::fs::create_dir_all(&module).unwrap();
    let course =
        "title: A\nparts:\n  - id: p1\n    title: Part\n    dir: part\n    modules: [mod]\n";
    std::fs::write(root.path().join("content/course.yaml"), course).unwrap();
    let at = host();
    let page = format!(
        "---\nid: mod.a\ntitle: Module\n---\n\nSee [one](http://{at}/there) and\n[another](http://{at}/gone#x).\n"
    );
    std::fs::write(module.join("index.md"), page).unwrap();
    let lint = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_course"))
            .arg("lint")
            .args(arguments)
            .env("COURSE_ROOT", root.path())
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    };
    let said = lint(&[]);
    assert!(said.contains("nothing found"), "{said}");
    let curl = std::process::Command::new("curl").arg("--version").output();
    if curl.is_err() {
        assert!(lint(&["--external"]).contains("`curl`"));
        return;
    }
    let said = lint(&["--external"]);
    assert!(
        said.contains("content/part/mod/index.md:7:1"),
        "the place of the dead link: {said}"
    );
    assert!(
        said.contains(&format!("<http://{at}/gone> is not there (404)")),
        "{said}"
    );
    assert!(
        !said.contains("/there>") && said.contains("1 fault"),
        "{said}"
    );
}

#[test]
fn a_template_is_written_once_and_its_blanks_are_known() {
    let course = Course::new();
    let folder = course.path("content/templates");
    std::fs::create_dir_all(&folder).unwrap();
    let form = |file: &str, body: &str| {
        format!("---\nid: tpl.{file}\ntitle: A form\nfile: notes/{file}.md\n---\n\n{body}")
    };
    std::fs::write(
        folder.join("one.md"),
        form("one", "# [[name]]\n\n[[why]]\n"),
    )
    .unwrap();
    assert!(
        course
            .run(&["template"])
            .out
            .contains("notes/one.md: not begun")
    );
    let told = course.run(&["template", "one"]);
    assert!(told.out.contains("`notes/one.md` has 2 blanks"), "{told:?}");
    let mine = course.path("notes/one.md");
    assert_eq!(
        std::fs::read_to_string(&mine).unwrap(),
        "# [[name]]\n\n[[why]]\n"
    );
    std::fs::write(&mine, "# Mine\n\n[[why]]\n").unwrap();
    let told = course.run(&["template", "one"]);
    assert_eq!(
        (told.status, told.err.contains("is there already")),
        (2, true),
        "{told:?}"
    );
    assert_eq!(
        std::fs::read_to_string(&mine).unwrap(),
        "# Mine\n\n[[why]]\n"
    );
    let told = course.run(&["template"]);
    assert!(told.out.contains("notes/one.md:3: [[why]]"), "{told:?}");
    let told = course.run(&["template", "on"]);
    assert!(told.err.contains("did you mean `one`?"), "{told:?}");
}

#[test]
fn next_is_the_first_open_lesson_or_lab() {
    let course = Course::new();
    let write = |path: &str, text: &str| {
        let path = course.path(&format!("content/{path}"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let part = "  - id: p1\n    dir: part\n    title: Part\n    modules: [mod]\n";
    write("course.yaml", &format!("title: A course\nparts:\n{part}"));
    write(
        "part/mod/index.md",
        "---\nid: mod.m\ntitle: Module\n---\n\nText.\n",
    );
    let lesson = |id: &str, more: &str| {
        format!("---\nid: lesson.{id}\ntitle: About {id}\n{more}---\n\nText.\n")
    };
    write(
        "part/mod/lesson-01-one.md",
        &lesson("one", "labs: [vector-add]\n"),
    );
    write("part/mod/lesson-02-two.md", &lesson("two", ""));
    let next = || {
        let told = course.json(&["next"]);
        (
            told["kind"].clone(),
            told["id"].clone(),
            told["lab"].clone(),
        )
    };
    assert_eq!(
        next(),
        (
            "lesson".into(),
            "lesson.one".into(),
            serde_json::Value::Null
        )
    );
    let told = course.run(&["next"]).out;
    assert!(
        told.contains("Lesson 1: About one") && told.contains("course next --read"),
        "{told}"
    );
    assert!(
        course
            .run(&["status"])
            .out
            .contains("next: Lesson 1: About one")
    );
    let told = course.run(&["next", "--read"]);
    assert!(told.out.starts_with("vector-add: "), "{told:?}");
    assert_eq!(
        next(),
        ("lab".into(), "vector-add".into(), "vector-add".into())
    );
    let refused = course.run(&["next", "--read"]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.err.contains("is no lesson but Lab"), "{refused:?}");
}
