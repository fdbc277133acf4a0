//! A stranger's course: what it may not reach, what it may not cost, and what its pages may load.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{build, builder, copy, field_site, html, shown};

const LESSON: &str = "content/first/basics/lesson-01-tilde.md";

fn append(root: &Path, file: &str, more: &str) {
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    std::fs::write(root.join(file), text + more).unwrap();
}

fn told(root: &Path) -> String {
    match builder(root).build() {
        Ok(made) => shown(&made.warnings),
        Err(problems) => shown(&problems),
    }
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The course, with a folder beside it that is none of its business.
    fn beside() -> (tempfile::TempDir, tempfile::TempDir) {
        let elsewhere = tempfile::tempdir().unwrap();
        std::fs::write(elsewhere.path().join("secret.txt"), "secret").unwrap();
        std::fs::write(elsewhere.path().join("index.md"), "secret").unwrap();
        (copy("field"), elsewhere)
    }

    #[test]
    fn what_leads_out_of_the_course_is_refused_where_it_is_named() {
        let (root, elsewhere) = beside();
        let root = root.path();
        let link =
            |to: &str, from: &str| symlink(elsewhere.path().join(to), root.join(from)).unwrap();
        std::fs::create_dir_all(root.join("kernels")).unwrap();
        std::fs::create_dir_all(root.join("static")).unwrap();
        std::fs::create_dir_all(root.join("templates")).unwrap();
        link("secret.txt", "content/first/basics/p.svg");
        link("secret.txt", "content/first/basics/p.png");
        link("", "content/first/basics/folder");
        link("secret.txt", "content/first/basics/lesson-20-out.md");
        link("secret.txt", "kernels/k.cu");
        let pages =
            "\n![p](p.svg) ![p](p.png) ![p](folder/secret.txt)\n\n```listing\nkernels/k.cu\n```\n";
        append(root, LESSON, pages);
        let said = told(root);
        for place in [
            "lesson-01-tilde.md:11:1: error: `p.svg` leads",
            "lesson-01-tilde.md:11:13: error: `p.png` leads",
            "lesson-01-tilde.md:11:25: error: `folder/secret.txt` leads",
            "lesson-01-tilde.md:14:1: error: `kernels/k.cu` leads",
            "lesson-20-out.md: error: leads",
        ] {
            let line = format!("content/first/basics/{place} out of the course by a link\n");
            assert!(said.contains(&line), "no {line} in {said}");
        }
        assert!(!said.contains("secret\n"), "{said}");
        std::fs::remove_file(root.join("content/first/basics/lesson-20-out.md")).unwrap();
        std::fs::copy(
            super::super::fixture("field").join(LESSON),
            root.join(LESSON),
        )
        .unwrap();
        link("secret.txt", "static/theme.js");
        assert_eq!(
            told(root).lines().next().unwrap(),
            "static/theme.js: error: leads out of the course by a link"
        );
        std::fs::remove_file(root.join("static/theme.js")).unwrap();
        link("secret.txt", "templates/base.html");
        assert_eq!(
            told(root).lines().next().unwrap(),
            "templates/base.html: error: leads out of the course by a link"
        );
    }

    #[test]
    fn links_inside_the_course_are_followed() {
        let root = copy("field");
        let root = root.path();
        std::fs::create_dir_all(root.join("notes")).unwrap();
        std::fs::rename(root.join(LESSON), root.join("notes/tilde.md")).unwrap();
        symlink("../../../notes/tilde.md", root.join(LESSON)).unwrap();
        let made = build(root);
        assert!(html(&made)["first/basics/lesson-01-tilde/index.html"].contains("Only ~20 rows"));
    }

    #[test]
    fn a_pipe_is_not_read() {
        let root = copy("field");
        let mkfifo = |path: &str| {
            let _ = std::fs::remove_file(root.path().join(path));
            let made = std::process::Command::new("mkfifo")
                .arg(root.path().join(path))
                .status();
            assert!(made.unwrap().success());
        };
        for path in [LESSON, "content/items.lock", "content/data/devices.yaml"] {
            mkfifo(path);
        }
        let said = told(root.path());
        for path in [LESSON, "content/items.lock", "content/data/devices.yaml"] {
            assert!(
                said.contains(&format!("{path}: error: is no plain file\n")),
                "{said}"
            );
        }
    }

    #[test]
    fn a_site_is_written_and_removed_behind_no_link() {
        let (root, elsewhere) = beside();
        let out = root.path().join("out");
        std::fs::create_dir(&out).unwrap();
        symlink(elsewhere.path(), out.join("a")).unwrap();
        symlink(elsewhere.path().join("new.html"), out.join("b.html")).unwrap();
        let files = |list: &[&str]| {
            list.iter()
                .map(|name| ((*name).to_owned(), b"x".to_vec()))
                .collect()
        };
        let (path, error) = course::site::write::write(&out, &files(&["a/x.html"])).unwrap_err();
        assert!(
            path.ends_with("a/x.html") && error.to_string().contains("is a link"),
            "{error}"
        );
        std::fs::write(out.join(".course-files"), "a/secret.txt\n").unwrap();
        course::site::write::write(&out, &files(&["b.html"])).unwrap();
        assert!(
            !elsewhere.path().join("new.html").exists()
                && !elsewhere.path().join("x.html").exists()
        );
        assert!(elsewhere.path().join("secret.txt").exists());
    }
}

#[test]
fn names_that_windows_does_not_hold_are_told() {
    let root = copy("field");
    for name in ["con.md", "aux.svg"] {
        let path = root.path().join("content/first/basics").join(name);
        let lesson = "---\nid: extra.con\nkind: extra\ntitle: Con\nslug: nul\n---\n\nText.\n";
        std::fs::write(path, lesson).unwrap();
    }
    let said = told(root.path());
    for line in [
        "content/first/basics/aux.svg: warning: `aux.svg` is the name of a device on Windows, where no file can have it\n  help: rename it\n",
        "content/first/basics/con.md: warning: `con.md` is the name of a device on Windows, where no file can have it\n  help: rename it\n",
        "content/first/basics/con.md:5:7: warning: `nul` is the name of a device on Windows, where no file can have it\n  help: give the page another `slug`\n",
    ] {
        assert!(said.contains(line), "no {line} in {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_differ_in_capitals_are_told() {
    let root = copy("field");
    std::fs::write(root.path().join("content/first/basics/My Shot.svg"), "").unwrap();
    let line = "content/first/basics/my shot.svg: warning: differs from `content/first/basics/My Shot.svg` in small and capital letters alone";
    assert!(told(root.path()).contains(line), "{}", told(root.path()));
}

/// What is wrong with the lesson.
fn errors(root: &Path) -> Vec<course::course::Problem> {
    let mut problems = builder(root).build().unwrap_err();
    problems.retain(|problem| problem.is_error() && problem.path == Path::new(LESSON));
    problems
}

/// The work of each of these grew with the square of their number: minutes, or more memory than there is.
#[test]
fn many_faults_cost_no_more_than_they_are() {
    let start = Instant::now();
    let root = copy("field");
    append(root.path(), LESSON, &"[x](none.md) ".repeat(20_000));
    let problems = errors(root.path());
    assert_eq!(
        problems.len(),
        101,
        "the first hundred, and that there are more"
    );
    assert!(
        problems.iter().all(|problem| problem.excerpt.len() < 2_000),
        "a long line is not shown whole"
    );
    let more = problems.last().unwrap();
    assert_eq!(more.message, "the links from here on were not looked at");

    let root = copy("field");
    let keys: String = (0..20_000).map(|n| format!("key{n}: 1\n")).collect();
    let front = format!("---\nid: lesson.tilde\ntitle: T\n{keys}---\n\nText.\n");
    std::fs::write(root.path().join(LESSON), front).unwrap();
    let problems = errors(root.path());
    assert_eq!(problems.len(), 101);
    assert!(
        problems
            .iter()
            .any(|problem| problem.message == "19900 more unknown keys")
    );

    let root = copy("field");
    append(root.path(), LESSON, &"\n$\\nosuch$\n".repeat(5_000));
    assert_eq!(errors(root.path()).len(), 101);

    let root = copy("field");
    append(root.path(), LESSON, &"\nA vec<half>.\n".repeat(5_000));
    assert_eq!(
        build(root.path()).warnings.len(),
        200 + field_site().warnings.len()
    );

    let root = copy("field");
    append(root.path(), LESSON, &"\n### Same\n".repeat(20_000));
    let last = "href=\"#same-19999\"";
    assert!(html(&build(root.path()))["first/basics/lesson-01-tilde/index.html"].contains(last));
    // Linear, all of it takes seconds without optimisation; squared, the headings alone took half a minute with it.
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn many_problems_of_a_file_are_listed_from_the_top() {
    let one = |n: u32| course::course::Problem::error("a.md", format!("fault {n}")).at(n, 1);
    let mut problems: Vec<_> = (1..=1_000).map(one).collect();
    problems.push(course::course::Problem::error("b.md", "another"));
    let listed = course::course::listed(&problems);
    assert_eq!(listed.len(), 202);
    assert_eq!(
        listed[200].to_string(),
        "a.md:201: error: 800 more problems from here on"
    );
    assert_eq!(listed[201], problems[1_000]);
}

#[test]
fn published_pages_load_and_run_what_is_their_own() {
    let policy = course::site::policy::POLICY.replace('\'', "&#39;");
    let pages = html(field_site());
    assert!(pages.len() > 10);
    for (file, html) in pages {
        let states = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
        let at = html
            .find(&states)
            .unwrap_or_else(|| panic!("{file}: {html:.900}"));
        assert!(
            at < html.find("<script").unwrap(),
            "{file}: before anything is loaded"
        );
    }
}

#[test]
fn a_site_is_not_written_over_what_it_is_made_of() {
    let root = copy("field");
    let build = |out: &Path| {
        std::process::Command::new(env!("CARGO_BIN_EXE_course"))
            .args(["build", "--out"])
            .arg(out)
            .current_dir(root.path())
            .output()
            .unwrap()
    };
    let before = |path: &str| std::fs::read(root.path().join(path)).unwrap();
    let plan = before("content/course.yaml");
    std::fs::create_dir(root.path().join("templates")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("content", root.path().join("by-link")).unwrap();
    let mut refused = vec![
        ("content", "`content` is `content`"),
        ("content/templates", "`content/templates` lies in `content`"),
        ("templates/../content/new", "lies in `content`"),
        ("templates/site", "`templates/site` lies in `templates`"),
        (".", "`.` holds `content`"),
        ("..", "`..` holds `content`"),
    ];
    if cfg!(unix) {
        refused.push(("by-link/x", "`by-link/x` lies in `content`"));
    }
    for (out, words) in refused {
        let output = build(Path::new(out));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{out}: {said}");
        assert!(
            said.contains(words) && said.contains("--out public"),
            "{out}: {said}"
        );
    }
    assert_eq!(before("content/course.yaml"), plan);
    let names = std::fs::read_dir(root.path().join("templates"))
        .unwrap()
        .count();
    assert_eq!(names, 0);
    // The binary links its own labs, so this course cannot be built by it; but the folder is not what it minds.
    let output = build(Path::new("public"));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("written over"));
}

#[test]
fn a_template_that_writes_without_an_end_is_stopped() {
    let root = copy("field");
    let template = "{% for a in range(end=10000) %}{% for b in range(end=100000) %}xxxxxxxxxxxxxxxx{% endfor %}{% endfor %}";
    std::fs::create_dir(root.path().join("templates")).unwrap();
    std::fs::write(root.path().join("templates/404.html"), template).unwrap();
    let said = told(root.path());
    assert!(
        said.starts_with("templates/404.html: error: a page of more than 64 MB\n  help: a loop"),
        "{said}"
    );
}
