//! docs/reference.md, held to the program: its tables are what the code reads by, and its examples are one course that builds.
//!
//! In: the page. Out: every key that is on one side alone, every key without an example, and whatever is wrong with the course that the
//! examples make. The words of the interface are held in the same way to the templates, scripts and sources that say them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use course::config::Config;
use course::course::interface;
use course::labs::Labs;
use course::site::{self, Builder};
use lab::{Asking, Case, Folder, Language, PartSpec, functions, part, stores};

#[path = "reference/scripts.rs"]
mod scripts;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The page's examples: a path and a text each.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("~~~"), &mut open) {
            (Some(""), Some(_)) => found.extend(open.take()),
            (Some(info), None) => {
                let (_, path) = info.split_once(' ').expect("an example names its file");
                open = Some((path.to_owned(), String::new()));
            }
            (_, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            _ => {}
        }
    }
    assert!(open.is_none(), "an example is not closed");
    found
}

/// The first cells of the tables below each heading.
fn tables(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = String::new();
    let mut fenced = false;
    for line in page.lines() {
        fenced ^= line.starts_with("~~~");
        if fenced {
            continue;
        }
        if let Some(title) = line.strip_prefix("## ").or(line.strip_prefix("### ")) {
            heading = title.to_owned();
        } else if let Some(rest) = line.strip_prefix("| `") {
            let (key, _) = rest.split_once('`').expect("a key ends");
            tables
                .entry(heading.clone())
                .or_default()
                .push(key.to_owned());
        }
    }
    tables
}

#[test]
fn the_tables_are_what_the_program_reads_by() {
    let page = read("docs/reference.md");
    let mut written = tables(&page);
    let examples: String = examples(&page).into_iter().map(|(_, text)| text).collect();
    let mut wrong = Vec::new();
    for (heading, keys) in site::reference::tables() {
        let known: BTreeSet<&str> = keys.into_iter().collect();
        let Some(rows) = written.remove(heading) else {
            wrong.push(format!("no table below “{heading}”"));
            continue;
        };
        let rows: BTreeSet<&str> = rows.iter().map(String::as_str).collect();
        let missing = known.difference(&rows);
        wrong.extend(missing.map(|key| format!("{heading}: `{key}` is not on the page")));
        let unknown = rows.difference(&known);
        wrong.extend(unknown.map(|key| format!("{heading}: the program knows no `{key}`")));
        for key in known {
            let ways = [
                format!("{key}:"),
                format!("{key}="),
                format!("[!{key}]"),
                format!("- {key}\n"),
                format!("kind: {key}\n"),
                format!(" {key}\n"),
            ];
            if !ways.iter().any(|way| examples.contains(way.as_str())) {
                wrong.push(format!("{heading}: `{key}` has no example"));
            }
        }
    }
    for (heading, of) in [
        ("Templates", "src/site/render.rs"),
        ("The site in a template", "src/site/chrome.rs"),
    ] {
        let rows: BTreeSet<String> = written
            .remove(heading)
            .unwrap_or_default()
            .into_iter()
            .collect();
        let given = given(of);
        let odd = rows.symmetric_difference(&given);
        wrong.extend(odd.map(|key| format!("{heading}: `{key}` is on the page or in {of} alone")));
    }
    let others = ["Sections and lists"];
    written.retain(|heading, _| !others.contains(&heading.as_str()));
    wrong.extend(
        written
            .keys()
            .map(|heading| format!("“{heading}” is a table of nothing")),
    );
    assert!(
        wrong.is_empty(),
        "docs/reference.md:\n  {}",
        wrong.join("\n  ")
    );
}

/// What a template is given: the keys of the one object that the file's function writes.
fn given(file: &str) -> BTreeSet<String> {
    let text = read(file);
    let from = match file.ends_with("render.rs") {
        true => "\nfn context(",
        false => "\npub(super) fn of_site(",
    };
    let body = text.split_once(from).expect("the function is there").1;
    let body = body.split_once("\n}\n").expect("it ends").0;
    let object = body.rsplit_once("json!({").expect("it ends in an object").1;
    let keys = object.lines().filter_map(|line| {
        let key = line.strip_prefix("        \"")?;
        Some(key.split_once("\":")?.0.to_owned())
    });
    keys.collect()
}

#[test]
fn keys_are_read_by_tables_that_have_a_name() {
    let mut wrong = Vec::new();
    for entry in walkdir::WalkDir::new(root().join("src/course"))
        .into_iter()
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("it can be read");
        for (at, line) in text.lines().enumerate() {
            let arguments = line.split_once("yaml.map(").map(|(_, rest)| rest);
            let keys = arguments.and_then(|rest| rest.split_once(", "));
            if keys.is_some_and(|(_, keys)| keys.starts_with("&[\"")) {
                wrong.push(format!("{}:{}", path.display(), at + 1));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "a list of keys that src/course/authoring.rs cannot name: {wrong:?}"
    );
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// The labs of the examples: the words of one are on the page, the other is there to be counted by.
fn labs(examples: &[(String, String)]) -> [Folder; 2] {
    let text = |path: &str| {
        let found = examples.iter().find(|(known, _)| known == path);
        leaked(&found.expect("the example is there").1)
    };
    let words = "---\nid: scale\ntitle: Scale\ngoal: scale a list\nminutes: 5\n---\n\n## Part scale: Scale\n\nWrite `scale`.\n\n### Hints\n\n1. Which element?\n2. `y[i] = factor * x[i];`\n";
    [
        Folder {
            id: "mean",
            language: Language::Rust,
            text: Some(text("labs/mean/lab.md")),
            reference: Some("pub fn mean() {\n    //@solution\n    //@starter\n    //@end\n}\n"),
            wrong: &[("a.rs", MEAN); 4],
            parts: mean,
        },
        Folder {
            id: "scale",
            language: Language::Cuda,
            text: Some(words),
            reference: Some(text("kernels/scale.cu")),
            wrong: &[("a.cu", SCALE); 4],
            parts: scale,
        },
    ]
}

/// A known mistake of each, as far as a page looks at one.
const MEAN: &str = "// must fail: mean/one — a mistake\n";
const SCALE: &str = "// must fail: scale/once — a mistake\n";

fn mean() -> Vec<PartSpec> {
    fn nothing((): &(), _: &mut Asking) {}
    vec![
        functions("mean", &["pub fn mean(values: &[f64]) -> Option<f64>"]).asks(
            "one",
            "one value",
            nothing,
        ),
    ]
}

fn scale() -> Vec<PartSpec> {
    let once = stores()
        .of("y")
        .elements()
        .on("round")
        .exactly(|_: &Case| 1);
    vec![
        part(
            "scale",
            "__global__ void scale(const float* x, float* y, float factor, int n)",
        )
        .correct("every element")
        .budget("once", "one store an element", once)
        .cases(|_| Vec::new()),
    ]
}

#[test]
fn the_examples_are_a_course_that_builds() {
    let page = read("docs/reference.md");
    let examples = examples(&page);
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in &examples {
        let path: PathBuf = dir.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }
    let mut config = Config::at(dir.path());
    config.labs = Labs::of(&labs(&examples), dir.path());
    let built = Builder::new(config, false).build();
    let made = built.unwrap_or_else(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    });
    let text = |file: &str| String::from_utf8_lossy(made.files[file].as_ref()).into_owned();
    let lesson = text("basics/means/lesson-01-mean/index.html");
    for shown in [
        "<html lang=\"de\"",
        "Lektion 1",
        "Übungen",
        "Hinweis",
        "Antwort zeigen",
        "static/logo.svg",
        "https://example.org/forum",
        "Text under CC BY 4.0.",
        "https://example.org/source/edit/main/content/basics/means/lesson-01-mean.md",
    ] {
        assert!(lesson.contains(shown), "{shown}");
    }
    assert!(!lesson.contains("MIT licence"));
    // The menu names the playground, which a site without its modules does not have.
    assert!(!lesson.contains("playground/"));
    assert!(text("labs/mean/index.html").contains("averages check mean"));
    assert!(text("static/style.css").contains("--accent:#7a2048;"));
    assert!(text("static/words.js").contains("Übersicht"));
}

/// Every word between these marks in the files of a folder.
fn marked(folder: &str, ending: &str, begin: &str, end: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if !path.to_string_lossy().ends_with(ending) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it can be read");
        for piece in text.split(begin).skip(1) {
            let (word, _) = piece.split_once(end).expect("it is closed");
            found.insert(word.to_owned());
        }
    }
    found
}

#[test]
fn the_words_of_the_interface_are_those_that_it_says() {
    let known: BTreeSet<String> = interface::known_words().map(str::to_owned).collect();
    let mut said = marked("templates", ".html", "{=", "=}");
    assert!(said.len() > 100, "{}", said.len());
    let texts = scripts::texts(root());
    said.extend(
        texts
            .into_iter()
            .filter(|one| one.worded)
            .map(|one| one.text),
    );
    let unknown: Vec<_> = said.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "not in src/course/interface/words.txt: {unknown:?}"
    );
    // What a script or the program says otherwise stands in its text, with what is put in between.
    let mut sources = String::new();
    for folder in ["static", "src", "crates/lab/src"] {
        for entry in walkdir::WalkDir::new(root().join(folder))
            .into_iter()
            .flatten()
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            if [".js", ".rs"].iter().any(|end| name.ends_with(end)) {
                let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
                sources.push_str(&text.replace("\\`", "`"));
            }
        }
    }
    let silent = known.difference(&said).filter(|word| {
        let mut pieces = word
            .split("{}")
            .map(str::trim)
            .filter(|piece| !piece.is_empty());
        let slug = word.replace(' ', "-");
        !pieces.all(|piece| sources.contains(piece)) && !sources.contains(&slug)
    });
    let silent: Vec<_> = silent.collect();
    assert!(silent.is_empty(), "nothing says these words: {silent:?}");
}

/// Texts of scripts that no reader sees as words of the interface: selectors, conditions of style sheets, types of C, names of keys.
const NO_WORDS: [&str; 22] = [
    "use strict",
    "Escape",
    "Enter",
    "Tab",
    "Home",
    "End",
    "Shift",
    "Control",
    "Alt",
    "Meta",
    "Ctrl",
    "Esc",
    "Ctrl Enter",
    "see-word on {}",
    "width: 0; padding: 0; letter-spacing: 0",
    "unsigned char",
    "unsigned short",
    "unsigned int",
    "long long",
    "unsigned long long",
    "not a page of the course",
    "input, select, textarea",
];

#[test]
fn everything_that_a_script_shows_is_a_word_that_can_be_given() {
    let known: BTreeSet<&str> = interface::known_words().collect();
    let classes = scripts::classes(root());
    let is_selector = |text: &str| text.contains(['[', '#']) || text.starts_with(['(', '.']);
    // What the judge says is English, and the search leaves out words that are no words of the interface.
    let is_other = |place: &str| {
        place.starts_with("static/lab/attempt.js") || place.starts_with("static/search.js:1")
    };
    let bare: Vec<String> = scripts::texts(root())
        .into_iter()
        .filter(|one| !one.worded && scripts::is_read(&one.text, &classes))
        .filter(|one| !known.contains(one.text.as_str()) && !NO_WORDS.contains(&one.text.as_str()))
        .filter(|one| !is_selector(&one.text) && !is_other(&one.place))
        .map(|one| format!("{}: {}", one.place, one.text))
        .collect();
    assert!(bare.is_empty(), "not in `word(…)`: {bare:#?}");
}

#[test]
fn everything_that_a_template_shows_is_a_word_that_can_be_given() {
    let mut bare = Vec::new();
    for (name, text) in templates() {
        let text = without(&text, "{#", "#}");
        let text = without(&text, "{=", "=}");
        let text = without(&without(&text, "{%", "%}"), "{{", "}}");
        let mut code = 0;
        for piece in text.split('<').skip(1) {
            let (tag, words) = piece.split_once('>').unwrap_or((piece, ""));
            let element = tag.split_whitespace().next().unwrap_or_default();
            match element {
                "code" | "kbd" | "pre" => code += 1,
                "/code" | "/kbd" | "/pre" => code -= 1,
                _ => {}
            }
            let letters = words.chars().filter(|c| c.is_alphabetic()).count();
            if code == 0 && letters > 1 && element != "/script" {
                bare.push(format!("{name}: {}", words.trim()));
            }
        }
    }
    assert!(bare.is_empty(), "not between `{{=` and `=}}`: {bare:#?}");
}

fn templates() -> Vec<(String, String)> {
    let names = site::template_names();
    let text = |name: &'static str| site::built_in_template(name).map(str::to_owned);
    names
        .filter_map(|name| Some((name.to_owned(), text(name)?)))
        .collect()
}

/// A text without what stands between these marks.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut pieces = text.split(begin);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(piece.split_once(end).map_or("", |(_, rest)| rest));
    }
    out
}
