//! Documents as tests: what the project's Markdown says of the tree is held against the tree.
//!
//! In: ARCHITECTURE.md, docs/, benches/ and the other texts for people who change the project. Out: every sentence of a kind that can be
//! looked up and is not true: a path, a folder left out, a test's name, a link, a command, a size. What prose claims beyond that stays a
//! reviewer's.

use super::{File, architecture, files, functions, named_in, none, root, rust};
use std::collections::BTreeSet;
use std::fs;

/// How many words ARCHITECTURE.md may have: ten minutes.
const MOST_WORDS: usize = 1800;

/// The texts for people who change the project.
fn documents() -> Vec<File> {
    let named = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ];
    let mut all = files(&["docs", "benches"], ".md");
    all.extend(named.map(|path| File {
        path: path.to_string(),
        text: fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}")),
    }));
    assert!(
        all.len() > 6,
        "only {} documents: a folder is missing",
        all.len()
    );
    all
}

fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// A text without what stands in fences.
fn without_fences(text: &str) -> String {
    // Fences of tildes hold pages with fences of their own.
    let outside: String = text.split("~~~").step_by(2).collect();
    let parts = outside.split("```").step_by(2);
    parts.collect::<Vec<&str>>().join("\n")
}

/// A text in pieces: what is prose, and what stands between backticks, in turn. A span ends where as many backticks stand as began it.
fn pieces(text: &str) -> (String, Vec<String>) {
    let (mut prose, mut spans) = (String::new(), Vec::new());
    let text = without_fences(text);
    let mut rest = text.as_str();
    while let Some(at) = rest.find('`') {
        let ticks = rest[at..].len() - rest[at..].trim_start_matches('`').len();
        let after = &rest[at + ticks..];
        let mark = "`".repeat(ticks);
        let Some(end) = after.find(&mark) else { break };
        prose.push_str(&rest[..at]);
        spans.push(after[..end].trim().to_string());
        rest = &after[end + ticks..];
    }
    prose.push_str(rest);
    (prose, spans)
}

/// Whether a span is a path of this project, from its root on.
fn is_path(span: &str) -> bool {
    let homes = [
        "src/",
        "crates/",
        "tests/",
        "benches/",
        "docs/",
        "labs/",
        "kernels/",
        "content/",
        "static/",
        "templates/",
        "examples/",
    ];
    let plain = !span.contains([' ', '<', '>', '…', '#', '{', '(', '$']);
    plain && homes.iter().any(|home| span.starts_with(home))
}

/// Whether something is there by this path, whose last name may have one `*`.
fn is_there(path: &str) -> bool {
    let Some((before, after)) = path.split_once('*') else {
        return exists(path);
    };
    let (folder, begins) = before.rsplit_once('/').unwrap_or(("", before));
    let entries = fs::read_dir(root().join(folder));
    entries.into_iter().flatten().flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(begins) && name.ends_with(after)
    })
}

#[test]
fn architecture_takes_ten_minutes() {
    let words = architecture().split_whitespace().count();
    assert!(
        words <= MOST_WORDS,
        "ARCHITECTURE.md has {words} words; {MOST_WORDS} are allowed: details belong to module heads and docs/"
    );
}

/// The rows of the code map: what a row is of, and what it names.
fn code_map() -> Vec<(Vec<String>, Vec<String>)> {
    let text = architecture();
    let map = text.split("## Code map").nth(1).unwrap_or_default();
    let map = map.split("\n## ").next().unwrap_or_default();
    let rows = map.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let (of, what) = row[1..].split_once('|').unwrap_or((row, ""));
        (pieces(of).1, pieces(what).1)
    })
    .collect()
}

/// Every path that the code map names, and what it names that is not there. In a row of `crates/x/` the name `pp/` is
/// `crates/x/src/pp/` or `crates/x/pp/`.
fn mapped() -> (BTreeSet<String>, Vec<String>) {
    let (mut there, mut gone) = (BTreeSet::new(), Vec::new());
    for (homes, names) in code_map() {
        for name in &names {
            let is_name = name.ends_with('/') || name.ends_with(".rs");
            let ways = |home: &String| [format!("{home}src/{name}"), format!("{home}{name}")];
            let found = homes.iter().flat_map(ways).find(|path| exists(path));
            match found {
                Some(path) => _ = there.insert(path),
                None if is_name => gone.push(format!("`{name}` in the row of {homes:?}")),
                None => {}
            }
        }
        for home in homes {
            match exists(&home) {
                true => _ = there.insert(home),
                false => gone.push(format!("`{home}`")),
            }
        }
    }
    (there, gone)
}

/// The folders directly below one, tests' own aside.
fn folders(below: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(below)).into_iter().flatten();
    let inside = entries.flatten().filter(|e| e.path().is_dir());
    let names = inside.map(|e| e.file_name().to_string_lossy().into_owned());
    let named = names.filter(|name| name != "tests");
    named.map(|name| format!("{below}{name}/")).collect()
}

#[test]
fn the_code_map_names_every_folder_and_nothing_that_is_gone() {
    let (there, gone) = mapped();
    none("what the code map names exists", gone);
    let crates = folders("crates/");
    let mut all = folders("src/");
    all.extend(crates.iter().flat_map(|c| folders(&format!("{c}src/"))));
    all.extend(crates);
    assert!(all.len() > 30, "only {} folders were seen", all.len());
    none(
        "the code map names every crate and every folder of src/ and crates/*/src/",
        all.into_iter().filter(|path| !there.contains(path)),
    );
}

#[test]
fn every_file_is_found_by_the_code_map() {
    let (there, _) = mapped();
    let below = |file: &File| {
        let homes = there.iter().filter(|home| home.ends_with('/'));
        let mut deep = homes.filter(|home| *home != "src/");
        deep.any(|home| file.path.starts_with(home.as_str())) || there.contains(&file.path)
    };
    // What begins a package needs no row.
    let begins = ["src/lib.rs", "src/main.rs"];
    let lost = rust()
        .into_iter()
        .filter(|f| !below(f) && !begins.contains(&f.path.as_str()));
    none(
        "a file lies below a folder of the code map, or is named there",
        lost.map(|f| f.path),
    );
}

#[test]
fn the_sizes_that_are_stated_are_those_of_the_tree() {
    let text = architecture();
    let stated = text.split("## Sizes").nth(1).unwrap_or_default();
    let numbers = stated.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<usize> = numbers.filter_map(|n| n.parse().ok()).take(4).collect();
    let [median, nine_in_ten, most, function] = numbers[..] else {
        panic!("Sizes states a median, nine in ten, the most, and a function's most: {numbers:?}");
    };
    let mut sizes: Vec<usize> = rust().iter().map(|f| f.text.lines().count()).collect();
    sizes.sort_unstable();
    let middle = sizes[sizes.len() / 2];
    assert!(
        median.abs_diff(middle) <= 15,
        "ARCHITECTURE.md says that a file's median is about {median} lines; it is {middle}"
    );
    let tenth = sizes[sizes.len() * 9 / 10];
    assert!(
        tenth <= nine_in_ten && sizes.last() <= Some(&most),
        "{tenth}"
    );
    let exempt = named_in("Exempt");
    let long: BTreeSet<String> = rust()
        .iter()
        .flat_map(functions)
        .filter(|(_, lines)| *lines > function)
        .filter_map(|(name, _)| Some(name.rsplit_once(": ")?.1.to_string()))
        .collect();
    none(
        "what is exempt is a function that needs it",
        exempt.into_iter().filter(|name| !long.contains(name)),
    );
}

/// The paths of a line that are not there, neither from the project's root on nor in a folder that the line names.
fn gone(line: &str) -> Vec<String> {
    let (_, spans) = pieces(line);
    let paths: Vec<String> = spans.into_iter().filter(|span| is_path(span)).collect();
    let inside = |path: &String| {
        let mut homes = paths.iter().filter(|home| root().join(home).is_dir());
        homes.any(|home| is_there(&format!("{home}/{path}")))
    };
    let missing = paths.iter().filter(|path| !is_there(path) && !inside(path));
    missing.cloned().collect()
}

#[test]
fn paths_in_documents_exist() {
    let (mut breaches, mut seen) = (Vec::new(), 0);
    for file in documents() {
        for line in without_fences(&file.text).lines() {
            seen += pieces(line).1.iter().filter(|span| is_path(span)).count();
            let named = gone(line).into_iter();
            breaches.extend(named.map(|path| format!("{}: `{path}`", file.path)));
        }
    }
    assert!(seen > 100, "only {seen} paths: their reader is broken");
    none("a path in a document exists", breaches);
}

/// A heading's name in a link, as Git hosts make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn links_in_documents_lead_somewhere() {
    let mut breaches = Vec::new();
    for file in documents() {
        let (prose, _) = pieces(&file.text);
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let targets = prose
            .split("](")
            .skip(1)
            .filter_map(|s| s.split(')').next());
        for target in targets.filter(|t| !t.contains("://")) {
            let (path, part) = target.split_once('#').unwrap_or((target, ""));
            let at = root().join(folder).join(path);
            let text = match path {
                "" => Ok(file.text.clone()),
                _ if at.is_dir() => Ok(String::new()),
                _ => fs::read(&at).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            };
            let leads = text.is_ok_and(|text| {
                let headings = text.lines().filter(|line| line.starts_with('#'));
                part.is_empty() || headings.map(anchor).any(|known| known == part)
            });
            if !leads {
                breaches.push(format!("{}: {target}", file.path));
            }
        }
    }
    none(
        "a link of a document leads to a file of the project",
        breaches,
    );
}

#[test]
fn commands_in_documents_name_what_there_is() {
    let manifests = files(&["crates", "benches", "examples"], "Cargo.toml");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default();
    let is_declared = |name: &str| {
        let line = format!("name = \"{name}\"");
        manifest.contains(&line) || manifests.iter().any(|f| f.text.contains(&line))
    };
    let is_file = |folder: &str, name: &str| {
        let homes = folders("crates/");
        let mut homes = homes.iter().map(String::as_str).chain([""]);
        homes.any(|home| {
            let path = format!("{home}{folder}/{name}");
            ["", ".rs"]
                .iter()
                .any(|end| exists(&format!("{path}{end}")))
        })
    };
    let kinds = [
        ("--bench", "benches"),
        ("--example", "examples"),
        ("--test", "tests"),
    ];
    let mut breaches = Vec::new();
    for file in documents() {
        for (flag, folder) in kinds {
            let flag = format!("{flag} ");
            let after = file.text.split(&flag).skip(1);
            let names =
                after.filter_map(|s| s.split(|c: char| c.is_whitespace() || c == '`').next());
            let unknown = names.filter(|name| !is_file(folder, name) && !is_declared(name));
            breaches.extend(unknown.map(|name| format!("{}: {flag}{name}", file.path)));
        }
    }
    none(
        "a command names a bench, an example or a test that exists",
        breaches,
    );
}

/// Whether a span is the name of a function, and of nothing else.
fn is_function_name(span: &str) -> bool {
    span.contains('_')
        && span
            .chars()
            .all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
}

/// The text of a line that begins so, with the lines that go on from it.
fn entry<'t>(section: &'t str, label: &str) -> &'t str {
    let after = section.split(&format!("\n- **{label}:**")).nth(1);
    let after = after.unwrap_or_default();
    after.split("\n- **").next().unwrap_or_default()
}

#[test]
fn each_mechanism_of_the_machine_says_where_it_is_and_what_holds_it() {
    let text = fs::read_to_string(root().join("docs/machine.md")).expect("docs/machine.md");
    let mut breaches = Vec::new();
    let sections: Vec<&str> = text.split("\n### ").skip(1).collect();
    assert!(sections.len() > 15, "only {} mechanisms", sections.len());
    for section in sections {
        let name = section.lines().next().unwrap_or_default();
        for label in ["What", "When", "Sound", "Where", "Held by"] {
            if entry(section, label).trim().is_empty() {
                breaches.push(format!("{name}: no {label}"));
            }
        }
        let (_, places) = pieces(entry(section, "Where"));
        let (_, held) = pieces(entry(section, "Held by"));
        for (label, spans) in [("Where", &places), ("Held by", &held)] {
            if !spans.iter().any(|span| is_path(span) && is_there(span)) {
                breaches.push(format!("{name}: {label} names no file that is there"));
            }
        }
        let read = |path: &&String| fs::read_to_string(root().join(path.as_str())).ok();
        let tests: Vec<String> = held
            .iter()
            .filter(|s| is_path(s))
            .filter_map(|p| read(&p))
            .collect();
        let is_test = |name: &str| {
            tests
                .iter()
                .any(|text| text.contains(&format!("fn {name}(")))
        };
        let unknown = held.iter().filter(|s| is_function_name(s) && !is_test(s));
        breaches.extend(unknown.map(|test| format!("{name}: no test `{test}` in the files named")));
    }
    none("docs/machine.md names files and tests that exist", breaches);
}

#[test]
fn what_is_measured_has_a_command_and_a_date() {
    let text = fs::read_to_string(root().join("benches/README.md")).expect("benches/README.md");
    let mut breaches = Vec::new();
    let sections: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert!(sections.len() > 4, "only {} sections", sections.len());
    for section in sections.into_iter().filter(|s| s.contains("\n|--")) {
        let name = section.lines().next().unwrap_or_default();
        let missing = ["```sh", "Measured 20"]
            .into_iter()
            .filter(|word| !section.contains(word));
        breaches.extend(missing.map(|word| format!("{name}: no `{word}`")));
    }
    none(
        "a table of measurements has its command and its date",
        breaches,
    );
}
