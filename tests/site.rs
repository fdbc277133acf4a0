//! A small course becomes a site: its pages, its problems, and what a change costs.
//!
//! Only `<main>` is compared, with a file for each page under `tests/fixtures/site/expected/`; `BLESS=1 cargo test --test site`
//! writes them anew. Below the goldens lie properties: no link leads nowhere, the same course gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use course::config::Config;
use course::course::Problem;
use course::site::{Builder, MemorySite, write};

#[path = "site/components.rs"]
mod components;
#[path = "site/drawings.rs"]
mod drawings;
#[path = "site/feed.rs"]
mod feed;
#[path = "site/field.rs"]
mod field;
#[path = "site/forms.rs"]
mod forms;
#[path = "site/generated.rs"]
mod generated;
#[path = "site/kernel_words.rs"]
mod kernel_words;
#[path = "site/lab_maps.rs"]
mod lab_maps;
#[path = "site/module.rs"]
mod module;
#[path = "site/questions.rs"]
mod questions;
#[path = "site/safe.rs"]
mod safe;
#[path = "site/tried.rs"]
mod tried;
#[path = "site/way.rs"]
mod way;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// A copy of a fixture, to be changed.
fn copy(name: &str) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(fixture(name)) {
        let entry = entry.unwrap();
        let target = to
            .path()
            .join(entry.path().strip_prefix(fixture(name)).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
    to
}

fn builder(root: &Path) -> Builder {
    Builder::new(Config::at(root), false)
}

fn shown(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect()
}

fn build(root: &Path) -> MemorySite {
    builder(root)
        .build()
        .unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

/// The small course as it stands, built once for all tests that only read its site.
fn site() -> &'static MemorySite {
    static SITE: OnceLock<MemorySite> = OnceLock::new();
    SITE.get_or_init(|| build(copy("site").path()))
}

/// The same of the course of reported faults.
fn field_site() -> &'static MemorySite {
    static SITE: OnceLock<MemorySite> = OnceLock::new();
    SITE.get_or_init(|| build(&fixture("field")))
}

/// The same of this course, with its labs.
fn shipped_site() -> &'static MemorySite {
    static SITE: OnceLock<MemorySite> = OnceLock::new();
    SITE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let config = Config {
            labs: course::labs::Labs::of(shelf::ALL, root),
            ..Config::at(root)
        };
        let made = Builder::new(config, false).build();
        made.unwrap_or_else(|problems| panic!("{}", shown(&problems)))
    })
}

fn html(made: &MemorySite) -> BTreeMap<&str, String> {
    made.files
        .iter()
        .filter(|(file, _)| file.ends_with(".html"))
        .map(|(file, bytes)| {
            (
                file.as_str(),
                String::from_utf8(bytes.as_ref().to_vec()).unwrap(),
            )
        })
        .collect()
}

fn compare(path: &Path, found: &str) -> Option<String> {
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, found).unwrap();
        return None;
    }
    let expected = std::fs::read_to_string(path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    (expected != found).then(|| format!("{} differs:\n{found}\n", path.display()))
}

#[test]
fn pages_are_as_blessed() {
    let made = site();
    let mut wrong = String::new();
    // The codes' pages are the compiler's, not this course's: `every_code_has_a_page` looks at them.
    let own = |file: &str| !file.starts_with("codes/");
    for (file, html) in html(made).into_iter().filter(|(file, _)| own(file)) {
        let main = html
            .split("<main")
            .nth(1)
            .and_then(|rest| rest.split("</main>").next())
            .unwrap();
        let name = file
            .trim_end_matches("index.html")
            .trim_end_matches('/')
            .replace('/', "_");
        let name = if name.is_empty() {
            "home".to_owned()
        } else {
            name
        };
        let path =
            fixture("site/expected").join(format!("{}.html", name.trim_end_matches(".html")));
        wrong.extend(compare(&path, &format!("<main{main}</main>\n")));
    }
    assert!(wrong.is_empty(), "{wrong}BLESS=1 takes this over");
}

#[test]
fn everything_wrong_is_listed_at_once() {
    let problems = builder(&fixture("site-broken")).build().unwrap_err();
    let wrong = compare(&fixture("site-broken/expected.txt"), &shown(&problems));
    assert_eq!(wrong, None, "BLESS=1 takes this over");
}

#[test]
fn a_broken_course_ends_with_status_3_and_writes_nothing() {
    let root = copy("site-broken");
    let output = Command::new(env!("CARGO_BIN_EXE_course"))
        .arg("build")
        .env("COURSE_ROOT", root.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("content/first/basics/lesson-01-links.md:9:"),
        "{told}"
    );
    assert!(!root.path().join("site").exists());
}

#[test]
fn a_change_renders_what_shows_it_and_nothing_else() {
    let root = copy("site");
    let mut builder = builder(root.path());
    let first = builder.build().unwrap();
    assert_eq!(first.rendered.len(), first.pages);
    assert_eq!(
        builder.build().unwrap().rendered,
        [""; 0],
        "nothing changed"
    );

    let lesson = root.path().join("content/first/basics/lesson-01-blocks.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, text.replace("Text with", "Prose with")).unwrap();
    let shows_it = ["first/basics/lesson-01-blocks/", "first/basics/print/"];
    assert_eq!(builder.build().unwrap().rendered, shows_it);

    // A listing is part of the pages that show it.
    let kernel = root.path().join("kernels/tiny.cu");
    let text = std::fs::read_to_string(&kernel).unwrap();
    std::fs::write(&kernel, text.replace("2.0f", "3.0f")).unwrap();
    let show_it = [
        "first/basics/lesson-01-blocks/",
        "first/basics/lesson-02-components/",
        "first/basics/print/",
    ];
    assert_eq!(builder.build().unwrap().rendered, show_it);

    // A title is in the navigation of its module, and nowhere else (the first lesson's is what comes next, on more pages).
    let lesson = root
        .path()
        .join("content/first/basics/lesson-02-components.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(
        &lesson,
        text.replace("title: Every component", "title: All components"),
    )
    .unwrap();
    let rendered = builder.build().unwrap().rendered;
    assert!(
        rendered.contains(&"first/basics/".to_owned()),
        "{rendered:?}"
    );
    assert!(!rendered.contains(&"dashboard/".to_owned()), "{rendered:?}");
}

#[test]
fn a_failed_build_leaves_the_builder_usable() {
    let root = copy("site");
    let mut builder = builder(root.path());
    builder.build().unwrap();
    let lesson = root.path().join("content/first/basics/lesson-01-blocks.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, format!("{text}\n[x](none.md)\n")).unwrap();
    assert!(builder.build().is_err());
    std::fs::write(&lesson, text).unwrap();
    assert_eq!(builder.build().unwrap().rendered, [""; 0]);
}

#[test]
fn the_same_course_gives_the_same_bytes_and_a_second_write_changes_nothing() {
    let root = copy("site");
    let made = site();
    let again = build(root.path());
    assert!(made.files == again.files);
    let out = root.path().join("out");
    let first = write::write(&out, &made.files).unwrap();
    assert_eq!(first.changed, made.files.len());
    let second = write::write(&out, &again.files).unwrap();
    assert_eq!((second.changed, second.removed), (0, 0));
}

#[test]
fn every_code_has_a_page_with_what_fails_what_is_said_and_what_works() {
    let made = site();
    let pages = html(made);
    let index = &pages["codes/index.html"];
    for entry in simt::explain::entries() {
        let code = entry.code;
        assert!(index.contains(&format!("codes/{code}/")), "{code}");
        let page = &pages[format!("codes/{code}/index.html").as_str()];
        assert!(page.contains(&format!("<h1>{code}</h1>")), "{code}");
        if entry.examples().is_empty() {
            continue;
        }
        for part in ["example fails", "example works", &format!("[{code}]")] {
            assert!(page.contains(part), "{code}: no {part:?}");
        }
    }
    assert!(pages["codes/W0910/index.html"].contains("href=\"../../codes/F0105/\""));
}

#[test]
fn no_link_of_a_page_leads_nowhere() {
    let sites = [site(), shipped_site()];
    let start = "prompt-to-token/lesson-01-one-token/\">Start reading";
    assert!(
        html(sites[1])["index.html"].contains(start),
        "the track to begin with is where reading starts"
    );
    for made in sites {
        let pages = html(made);
        let ids: BTreeMap<&str, BTreeSet<&str>> = pages
            .iter()
            .map(|(file, html)| (*file, values(html, " id=\"").collect()))
            .collect();
        let mut dead = Vec::new();
        for (file, html) in pages.iter().filter(|(file, _)| **file != "404.html") {
            for link in values(html, " href=\"").chain(values(html, " src=\"")) {
                if !leads_somewhere(made, &ids, file, link) {
                    dead.push(format!("{file}: {link}"));
                }
            }
        }
        assert!(dead.is_empty(), "{dead:#?}");
    }
}

fn values<'a>(html: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(attribute)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

fn leads_somewhere(
    made: &MemorySite,
    ids: &BTreeMap<&str, BTreeSet<&str>>,
    file: &str,
    link: &str,
) -> bool {
    if link.starts_with("http") || link.starts_with("mailto:") {
        return true;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut at: Vec<&str> = file.split('/').collect();
    at.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(at.pop()),
            "." | "" => {}
            name => at.push(name),
        }
    }
    let mut target = at.join("/");
    if path.is_empty() {
        target = file.to_owned();
    } else if path.ends_with('/') {
        target = if target.is_empty() {
            "index.html".to_owned()
        } else {
            format!("{target}/index.html")
        };
    }
    made.files.contains_key(&target)
        && (anchor.is_empty()
            || ids
                .get(target.as_str())
                .is_some_and(|ids| ids.contains(anchor)))
}

#[test]
fn ids_on_a_page_are_unique_and_pages_have_one_title() {
    let made = site();
    for (file, html) in html(made) {
        let mut seen = BTreeSet::new();
        for id in values(&html, " id=\"") {
            assert!(seen.insert(id.to_owned()), "{file}: `{id}` twice");
        }
        assert_eq!(html.matches("<h1").count(), 1, "{file}");
        assert!(
            !html.contains("<script>") && !html.contains(" onclick"),
            "{file}: inline script"
        );
    }
}

#[test]
fn a_page_does_not_grow_with_the_course() {
    let root = copy("site");
    let before = html(site())["first/basics/tier-1/t1/index.html"].len();
    let plan = root.path().join("content/course.yaml");
    let text = std::fs::read_to_string(&plan).unwrap();
    let mut more = text.clone();
    more.push_str("  - id: p2\n    dir: second\n    title: The second part\n    tagline: Many lessons\n    modules: [many]\n");
    std::fs::write(&plan, more).unwrap();
    let module = root.path().join("content/second/many");
    std::fs::create_dir_all(&module).unwrap();
    std::fs::write(
        module.join("index.md"),
        "---\nid: mod.many\nkind: module\ntitle: Many\n---\n\nText.\n",
    )
    .unwrap();
    for at in 10..60 {
        let text = format!(
            "---\nid: lesson.n{at}\nkind: lesson\ntitle: Lesson {at} of many\n---\n\nText.\n"
        );
        std::fs::write(module.join(format!("lesson-{at}-x.md")), text).unwrap();
    }
    let after = html(&build(root.path()))["first/basics/tier-1/t1/index.html"].len();
    assert!(after < before + 400, "{before} grew to {after}");
}
