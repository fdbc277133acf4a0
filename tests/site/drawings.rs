//! Drawings that become part of their pages: what a page holds of them, what is refused, and what a change costs.

use std::path::Path;

use super::{build, builder, copy, html, shown, site};

const PAGE: &str = "first/basics/lesson-02-components/index.html";
const PRINT: &str = "first/basics/print/index.html";

/// A copy of the fixture whose `dot.svg` is this text.
fn with_dot(text: &str) -> tempfile::TempDir {
    let root = copy("site");
    std::fs::write(root.path().join("content/first/basics/dot.svg"), text).unwrap();
    root
}

#[test]
fn a_drawing_is_part_of_its_page_and_says_what_it_argues() {
    let made = site();
    let pages = html(made);
    let figure = pages[PAGE]
        .split("<figure class=\"figure\">")
        .nth(1)
        .unwrap();
    let figure = figure.split("</figure>").next().unwrap();
    assert!(figure.starts_with("<svg class=\"drawing\""), "{figure}");
    assert!(figure.contains("role=\"img\""), "{figure}");
    assert!(figure.contains("<figcaption>One dot, drawn at its size</figcaption>"));
    for (id, tag) in [("aria-labelledby", "title"), ("aria-describedby", "desc")] {
        let id = figure.split(&format!("{id}=\"")).nth(1).unwrap();
        let id = id.split('"').next().unwrap();
        assert!(figure.contains(&format!("<{tag} id=\"{id}\">")), "{figure}");
    }
    // What it refers to is still there on the page of the whole module, where it stands twice.
    let print = &pages[PRINT];
    for used in print.split("url(#").skip(1) {
        let id = used.split(')').next().unwrap();
        assert_eq!(print.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(print.matches("url(#").count() >= 2);
    assert!(
        !pages[PAGE].contains("--fig-ink:"),
        "the page has the style already"
    );
}

#[test]
fn what_a_page_must_not_hold_is_refused_at_its_place() {
    for (line, told) in [
        (
            "<script>x()</script>",
            "dot.svg:2:1: error: `<script>` is nothing",
        ),
        (
            "<circle r=\"1\" onload=\"x()\"/>",
            "dot.svg:2:15: error: `onload` runs a script",
        ),
        ("<foreignObject/>", "dot.svg:2:1: error: `<foreignObject>`"),
        (
            "<use href=\"https://x.y/z#a\"/>",
            "dot.svg:2:6: error: `href=",
        ),
    ] {
        let root = with_dot(&format!("<svg viewBox=\"0 0 2 2\">\n{line}\n</svg>\n"));
        let problems = shown(&builder(root.path()).build().unwrap_err());
        assert!(problems.contains(told), "{told} in {problems}");
        assert!(problems.contains("  help: "), "{problems}");
    }
}

#[test]
fn a_pair_is_shown_by_width() {
    let root = copy("site");
    let folder = root.path().join("content/first/basics");
    let drawing = |height: u32| {
        format!("<svg viewBox=\"0 0 480 {height}\"><title>t</title><desc>d</desc></svg>")
    };
    std::fs::write(folder.join("way-wide.svg"), drawing(10)).unwrap();
    std::fs::write(folder.join("way-narrow.svg"), drawing(20)).unwrap();
    let lesson = folder.join("lesson-02-components.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, text.replace("(dot.svg ", "(way-wide.svg ")).unwrap();
    let page = html(&build(root.path())).remove(PAGE).unwrap();
    for word in ["wide", "narrow"] {
        let class = format!("class=\"drawing drawing-{word}\"");
        assert_eq!(page.matches(&class).count(), 1, "{word}");
    }
}

#[test]
fn a_changed_drawing_renders_the_pages_that_show_it() {
    let root = copy("site");
    let mut builder = builder(root.path());
    builder.build().unwrap();
    let file = root.path().join("content/first/basics/dot.svg");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("r=\"1\"", "r=\"2\"")).unwrap();
    let show_it = [
        "first/basics/lesson-01-blocks/",
        "first/basics/lesson-02-components/",
        "first/basics/print/",
    ];
    assert_eq!(builder.build().unwrap().rendered, show_it);
}

/// `--fig-…` of a text between two places, by name.
fn variables(text: &str) -> Vec<(String, String)> {
    let parts = text.split("--fig-").skip(1);
    let pairs = parts.filter_map(|part| part.split([';', '}']).next()?.split_once(':'));
    pairs
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect()
}

#[test]
fn a_file_by_itself_has_the_colours_of_the_site() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let theme = std::fs::read_to_string(root.join("crates/figures/src/theme.css")).unwrap();
    let style = course::site::built_in_file("static/style.css").unwrap();
    let style = String::from_utf8(style).unwrap();
    let (light, dark) = theme.split_once("@media").unwrap();
    let light: Vec<_> = variables(light.split("font:").next().unwrap());
    let dark: Vec<_> = variables(dark);
    assert_eq!((light.len(), dark.len()), (9, 9));
    let definitions = style
        .lines()
        .filter(|line| line.trim().starts_with("--fig-"))
        .flat_map(variables);
    let site: Vec<_> = definitions.collect();
    // Light, dark by the system, dark by choice, paper.
    let expected = [light.clone(), dark.clone(), dark, light].concat();
    assert_eq!(site, expected);
}
