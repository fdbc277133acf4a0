//! What pages are made of beyond plain Markdown, and the pages that gather what stands elsewhere.

use std::path::Path;
use std::process::Command;

use course::config::Config;
use course::course::{lint, load, lock};
use course::site::Builder;

use super::{build, compare, copy, fixture, html, shown, site};

const PAGE: &str = "first/basics/lesson-02-components/index.html";

#[test]
fn figures_are_named_and_lead_to_their_row() {
    let root = copy("site");
    let page = &html(site())[PAGE];
    let link = "<a class=\"fact\" href=\"../../../devices/#dev-small\" title=\"Small card: memory bandwidth\">320\u{a0}GB/s</a>";
    assert!(page.contains(link), "{page}");
    assert!(page.contains(">32\u{a0}KiB</a>"), "the KV cache of a token");
    // A change of the data is a change of the page.
    let data = root.path().join("content/data/devices.yaml");
    let text = std::fs::read_to_string(&data).unwrap();
    std::fs::write(&data, text.replace("bandwidth: 320", "bandwidth: 448")).unwrap();
    assert!(html(&build(root.path()))[PAGE].contains(">448\u{a0}GB/s</a>"));
}

#[test]
fn catalogues_say_who_names_a_row() {
    let made = site();
    let pages = html(made);
    let of = |page: &str, row: &str| {
        let after = pages[page].split(&format!("id=\"{row}\"")).nth(1).unwrap();
        after.split("</li>").next().unwrap().to_owned()
    };
    let names = "<a href=\"../first/basics/lesson-02-components/\">Every component</a>";
    for (page, row) in [
        ("papers/index.html", "paper-one"),
        ("tools/index.html", "tool-one"),
        ("terms/index.html", "term-warp"),
        ("devices/index.html", "dev-small"),
        ("models/index.html", "model-tiny"),
    ] {
        assert!(of(page, row).contains(names), "{page}: {}", of(page, row));
    }
    assert!(!of("papers/index.html", "paper-two").contains("Used in"));
}

#[test]
fn a_difference_shows_both_and_loses_no_line() {
    let page = html(site()).remove(PAGE).unwrap();
    let figure = page.split("class=\"code difference\"").nth(1).unwrap();
    let figure = figure.split("</figure>").next().unwrap();
    assert_eq!(figure.matches("<del class=\"line\">").count(), 1);
    assert_eq!(figure.matches("<ins class=\"line\">").count(), 2);
    assert_eq!(figure.matches("<span class=\"line\">").count(), 1);
}

#[test]
fn a_calculator_shows_its_example() {
    let page = html(site()).remove(PAGE).unwrap();
    let form = page.split("<form class=\"calc\"").nth(1).unwrap();
    let form = form.split("</form>").next().unwrap();
    assert!(form.contains("name=\"kib\" value=\"32\""), "{form}");
    assert!(form.contains(">32</output> <span>MiB</span>"), "{form}");
    assert!(form.contains(">4</output>"), "{form}");
}

#[test]
fn a_map_is_of_a_run_and_follows_its_kernel() {
    let root = copy("site");
    let access = |page: &str| {
        let after = page.split("<div class=\"access\">").nth(1).unwrap();
        after.split("</details>").next().unwrap().to_owned()
    };
    let drawn = access(&html(site())[PAGE]);
    assert!(drawn.contains("20 lanes of a warp want 80 bytes; 3 sectors of 32 bytes move."));
    assert!(drawn.contains("<title>Lanes of a warp on sectors: x[i]</title><desc>"));
    assert_eq!(drawn.matches("<tr><td>").count(), 20, "a row for each lane");
    assert_eq!(
        drawn.matches("fill=\"none\"").count(),
        4 + 1,
        "idle words, and the legend's"
    );
    // Another kernel is another run, and the page's count is held against it.
    let kernel = root.path().join("kernels/tiny.cu");
    let text = std::fs::read_to_string(&kernel).unwrap();
    std::fs::write(&kernel, text.replace("i >= n", "i >= n - 4")).unwrap();
    let problems = shown(&super::builder(root.path()).build().unwrap_err());
    assert!(problems.contains("lesson-02-components.md:"), "{problems}");
    assert!(problems.contains("comes to 2 sectors"), "{problems}");
}

#[test]
fn pictures_keep_their_room() {
    let root = copy("site");
    let folder = root.path().join("content/first/basics");
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\x01\0";
    std::fs::write(folder.join("dot.png"), picture).unwrap();
    let lesson = folder.join("lesson-02-components.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, text.replace("dot.svg", "dot.png")).unwrap();
    let page = html(&build(root.path())).remove(PAGE).unwrap();
    let image = page.split("<img").nth(1).unwrap();
    let image = image.split('>').next().unwrap();
    assert!(image.contains(" width=\"16\" height=\"256\""), "{image}");
}

#[test]
fn drafts_are_shown_only_when_asked_for() {
    let root = copy("site");
    let draft = "first/basics/lesson-03-later/index.html";
    assert!(!html(site()).contains_key(draft));
    let config = Config {
        drafts: true,
        ..Config::at(root.path())
    };
    let made = Builder::new(config, false).build().unwrap();
    assert!(html(&made)[draft].contains("A draft"));
    // Their items stay in the lock while they are away.
    let page = root.path().join("content/first/basics/lesson-03-later.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let list = "\n## Core concepts checklist\n\n- [ ] Something new\n";
    std::fs::write(&page, format!("{text}{list}")).unwrap();
    lock::update(root.path()).unwrap();
    assert_eq!(shown(&load(root.path()).problems), "");
}

#[test]
fn a_page_says_where_to_edit_it_and_when_it_changed() {
    let root = copy("site");
    let page = html(site()).remove(PAGE).unwrap();
    let edit = "href=\"https://example.org/edit/content/first/basics/lesson-02-components.md\"";
    assert!(page.contains(edit));
    assert!(!page.contains("last changed"), "there is no repository yet");
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .args([
                "-C",
                root.path().to_str().unwrap(),
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
            ])
            .args(args)
            .env("GIT_COMMITTER_DATE", "2026-05-31T12:00:00Z")
            .output()
            .expect("git is here");
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "content"]);
    git(&["commit", "-q", "-m", "All"]);
    let page = html(&build(root.path())).remove(PAGE).unwrap();
    assert!(page.contains("last changed <time datetime=\"2026-05-31\">2026-05-31</time>"));
}

#[test]
fn a_day_sums_up_what_it_holds() {
    let made = site();
    let pages = html(made);
    let day = &pages["paths/days/1/index.html"];
    // 20 minutes of the lesson, 10 to 20 and 2 to 4 hours of the tasks.
    assert!(day.contains("2.5–4.7 h"), "{day}");
    assert!(
        day.contains("<p>Name figures, never type them.</p>"),
        "the takeaway"
    );
    assert!(
        day.contains("href=\"../../../themes/memory/\""),
        "the theme"
    );
    assert!(day.contains("<code>notes/a.md</code>"), "the artifact");
    let theme = &pages["themes/memory/index.html"];
    assert!(theme.contains("first/basics/tier-1/t1/") && theme.contains("lesson-02-components/"));
}

#[test]
fn a_module_is_there_on_one_page() {
    let made = site();
    let pages = html(made);
    let print = &pages["first/basics/print/index.html"];
    for title in [
        "Every block",
        "Every component",
        "The first tier",
        "Read",
        "Write",
    ] {
        assert!(
            print.contains(&format!("{title}\n</h2>")) || print.contains(&format!("{title}</h2>")),
            "{title}"
        );
    }
    assert!(print.contains("You can say why"), "a task's criteria");
}

#[test]
fn lint_finds_faults_of_style_and_fact() {
    let loaded = load(&fixture("lint"));
    let found = shown(&lint::all(&loaded.course));
    let wrong = compare(&fixture("lint/expected.txt"), &found);
    assert_eq!(wrong, None, "BLESS=1 takes this over");
}

#[test]
fn the_shipped_course_has_no_such_fault() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(shown(&lint::all(&loaded.course)), "");
}

#[test]
fn a_report_counts_what_a_module_holds() {
    let root = copy("site");
    let course = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_course"))
            .args(args)
            .env("COURSE_ROOT", root.path())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let (status, told) = course(&["report", "1.1", "--format", "json"]);
    assert_eq!(status, Some(0));
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let counts = &report[0]["counts"];
    for (what, count) in [
        ("lessons", 2),
        ("tiers", 1),
        ("tasks", 2),
        ("criteria", 3),
        ("concepts", 2),
        ("questions", 5),
        ("listings", 3),
        ("figures", 2),
        ("tables", 2),
        ("formulas", 2),
    ] {
        assert_eq!(counts[what], count, "{what}: {told}");
    }
    assert_eq!(report[0]["minutes"]["all"], serde_json::json!([160, 290]));
    assert_eq!(
        course(&["report", "mod.basic"]).0,
        Some(2),
        "no such module"
    );
}
