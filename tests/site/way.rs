//! The way through a course: where reading starts, what follows what, what a page's own script is told to say the same.

use super::{build, copy, html, site};
use course::course::{load, walk};
use serde_json::Value;

/// What stands in the pager behind a page: the address that `rel` leads to.
fn pager(page: &str, class: &str) -> Option<String> {
    let rest = page.split_once(&format!("<a class=\"{class}\""))?.1;
    let href = rest.split_once("href=\"")?.1;
    Some(href.split('"').next()?.trim_start_matches("../").to_owned())
}

#[test]
fn reading_starts_at_the_first_lesson_and_every_page_leads_on() {
    let made = site();
    let pages = html(made);
    let home = &pages["index.html"];
    assert!(home.contains(
        "<a class=\"button\" href=\"./first/basics/lesson-01-blocks/\">Start reading</a>"
    ));
    assert!(home.contains("<a class=\"button quiet\" href=\"./set-up/\">Set up</a>"));
    let mut way = vec![String::new()];
    let mut at = "index.html".to_owned();
    while let Some(next) = pager(&pages[at.as_str()], "pager-next") {
        let next = next.trim_start_matches("./").to_owned();
        at = format!("{next}index.html");
        way.push(next);
    }
    let expected = [
        "",
        "set-up/",
        "first/",
        "first/basics/",
        "first/basics/lesson-01-blocks/",
        "first/basics/lesson-02-components/",
        "first/basics/more/",
        "first/basics/tier-1/",
        "first/basics/tier-1/t1/",
        "first/basics/tier-1/t2/",
        "finish/",
    ];
    assert_eq!(way, expected);
}

#[test]
fn the_first_lesson_leads_to_the_set_up_and_each_can_be_marked_as_read() {
    let made = site();
    let pages = html(made);
    let lesson = |name: &str| &pages[format!("first/basics/{name}/index.html").as_str()];
    let set_up = "../../../set-up/\">Set up the course";
    assert!(lesson("lesson-01-blocks").contains(set_up));
    assert!(!lesson("lesson-02-components").contains(set_up));
    for (name, id) in [
        ("lesson-01-blocks", "lesson.blocks"),
        ("lesson-02-components", "lesson.components"),
        ("more", "page.more"),
    ] {
        let mark = format!("<input type=\"checkbox\" data-item=\"{id}\"> I have read this page");
        assert!(lesson(name).contains(&mark), "{name}");
    }
    assert!(!pages["finish/index.html"].contains("I have read"));
}

#[test]
fn labs_stand_behind_the_lesson_that_names_them() {
    let root = copy("site");
    let lesson = root.path().join("content/first/basics/lesson-01-blocks.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    let named = "goal: You have seen every block.\nlabs: [rope, vector-add]";
    let text = text.replace("goal: You have seen every block.", named);
    std::fs::write(&lesson, text).unwrap();
    let module = root.path().join("content/first/basics/index.md");
    let text = std::fs::read_to_string(&module).unwrap();
    let text = text.replace(
        "title: Basics",
        "title: Basics\nlabs: [vector-add, transpose]",
    );
    std::fs::write(&module, text).unwrap();
    let course = load(root.path()).course;
    let steps = walk::steps(&course);
    let ids: Vec<&str> = steps.iter().map(|step| step.id).collect();
    let expected = [
        "lesson.blocks",
        "rope",
        "vector-add",
        "lesson.components",
        "transpose",
        "page.more",
        "mod.basics/project",
    ];
    assert_eq!(ids[..7], expected);
    assert!(
        ids[7..].iter().all(|id| id.starts_with("tier.one/")),
        "{ids:?}"
    );
}

#[test]
fn a_page_that_asks_for_a_tier_comes_behind_the_tiers() {
    let root = copy("site");
    let page = root.path().join("content/first/basics/done.md");
    let text = "---\nid: page.done\nkind: extra\ntitle: The day is done\nrequires: [tier.one]\n---\n\nWhat you have.\n";
    std::fs::write(page, text).unwrap();
    let course = load(root.path()).course;
    let ids: Vec<&str> = walk::steps(&course).iter().map(|step| step.id).collect();
    assert_eq!(ids.last(), Some(&"page.done"), "{ids:?}");
    assert!(ids[ids.len() - 2].starts_with("tier.one/"), "{ids:?}");
    let made = build(root.path());
    let pages = html(&made);
    let behind = |at: &str| pager(&pages[at], "pager-next");
    let last_task = behind("first/basics/tier-1/t2/index.html");
    assert!(last_task.unwrap().ends_with("done/"));
    let done = behind("first/basics/done/index.html");
    assert!(done.unwrap().ends_with("finish/"));
}

#[test]
fn a_published_page_is_told_what_a_server_computes() {
    let root = copy("site");
    let made = site();
    let outline: Value = serde_json::from_slice(made.files["outline.json"].as_ref()).unwrap();
    let course = load(root.path()).course;
    let told: Vec<&str> = outline["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["id"].as_str().unwrap())
        .collect();
    let steps = walk::steps(&course);
    assert_eq!(told, steps.iter().map(|step| step.id).collect::<Vec<_>>());
    let progress = made.no_progress();
    assert_eq!(progress["next"]["url"], "first/basics/lesson-01-blocks/");
    assert_eq!(progress["steps"].as_object().unwrap().len(), told.len());
}

#[test]
fn a_link_to_a_term_says_what_it_means() {
    let root = copy("site");
    let terms = &load(root.path()).course.catalog.terms;
    let term = terms.first().expect("the fixture has a term");
    let lesson = root.path().join("content/first/basics/lesson-01-blocks.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(
        &lesson,
        format!("{text}\nA [word]({}).\n", format_args!("id:{}", term.id)),
    )
    .unwrap();
    let made = build(root.path());
    let page = &html(&made)["first/basics/lesson-01-blocks/index.html"];
    let link = page
        .split("<a class=\"term\" title=\"")
        .nth(1)
        .expect("a term's link");
    let (title, rest) = link.split_once('"').unwrap();
    assert!(
        title
            .to_lowercase()
            .starts_with(&term.text.to_lowercase()[..8]),
        "{title}"
    );
    assert!(rest.starts_with(" href=\"../../../terms/#"), "{rest:.60}");
}

#[test]
fn pages_beside_lessons_follow_by_name_and_those_of_one_name_by_number() {
    let root = copy("site");
    let module = root.path().join("content/first/basics");
    for (name, title) in [
        ("set-2-b", "Set b"),
        ("set-10-c", "Set c"),
        ("pair-2-y", "Pair y"),
        ("pair-1-x", "Pair x"),
        ("set-1-a", "Set a"),
    ] {
        let text = format!("---\nid: page.{name}\ntitle: {title}\n---\n\nWords.\n");
        std::fs::write(module.join(format!("{name}.md")), text).unwrap();
    }
    let course = load(root.path()).course;
    let steps = walk::steps(&course);
    let others = steps.iter().filter(|step| step.id.starts_with("page."));
    let ids: Vec<&str> = others.map(|step| step.id).collect();
    let expected = [
        "more", "pair-1-x", "pair-2-y", "set-1-a", "set-2-b", "set-10-c",
    ];
    assert_eq!(ids, expected.map(|name| format!("page.{name}")));
}
