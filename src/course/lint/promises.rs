//! What a course says of itself: numbers that are computed and typed all the same, one title for two pages, things named that are not
//! there, readings that nobody can open, questions without an answer.
//!
//! A course comes in, findings come out. What cannot be decided from the course's own data (a subject that a text merely mentions)
//! is left to readers.

use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};
use sorted::SortedMap;

use super::{Add, Passage, problem};
use crate::course::events::events;
use crate::course::model::{Course, Module, QuestionKind};
use crate::course::page::{Page, PageKind};
use crate::course::problem::Problem;
use crate::course::words::keyword;

/// Numbers of tasks, lessons and modules that are typed: they are computed, and change when another comes before.
pub(super) fn typed_numbers(course: &Course, page: &Page, passages: &[Passage], add: &mut Add<'_>) {
    if page.kind == PageKind::Template {
        return;
    }
    for heading in &page.headings {
        for word in ["Task", "Lesson", "Module"] {
            if let Some((number, title)) = keyword(&heading.text, word)
                && !number.is_empty()
            {
                let message = format!("the number {number} is typed in a heading; it is computed");
                add(
                    heading.range.start,
                    message,
                    &format!("write `{word}: {title}`"),
                );
            }
        }
    }
    for passage in passages {
        for (at, word, number) in numbered(&passage.text) {
            let place = passage.place(at);
            // A heading's number has been told.
            if page.in_heading(place) {
                continue;
            }
            let text = &passage.text[at..at + word.len() + 1 + number.len()];
            let (message, help) = match word.to_lowercase().as_str() {
                "lesson" => match lesson(course, page, place + text.len(), number) {
                    Some(message) => (message, "name it by its title, in a link to it"),
                    None => continue,
                },
                "module" if !course.modules().any(|(_, module)| module.number == number) => (
                    format!("there is no module {number} in this course"),
                    "name what is there, or leave the promise out",
                ),
                _ => (
                    format!("“{text}” is typed; its number is computed, and changes"),
                    "name it by its title, in a link to it",
                ),
            };
            add(place, message, help);
        }
    }
}

/// What is wrong with `lesson 3`, which ends at a byte of the page: it leads to another lesson, or there is none of that number.
fn lesson(course: &Course, page: &Page, end: usize, number: &str) -> Option<String> {
    let rest = page.source.get(end..).unwrap_or_default();
    let to = rest
        .strip_prefix("](")
        .and_then(|rest| rest.split([')', '#', ' ']).next());
    let lessons = || course.modules().flat_map(|(_, module)| &module.lessons);
    match to {
        Some(to) => {
            let file = normal(&page.path.parent()?.join(to))?;
            let found = lessons().find(|lesson| {
                let target = course.page(lesson.page);
                target.path == file || to.strip_prefix("id:") == Some(&target.id)
            })?;
            let wrong = found.number.to_string() != number;
            wrong.then(|| format!("“lesson {number}” leads to lesson {}", found.number))
        }
        None => {
            let module = course.modules().map(|(_, module)| module);
            let own = module.filter(|module| page.module.as_ref() == Some(&module.id));
            let there = own.flat_map(|module| &module.lessons);
            let known = there.map(|lesson| lesson.number.to_string());
            let mut known = known.peekable();
            known.peek()?;
            (!known.any(|known| known == number))
                .then(|| format!("this module has no lesson {number}"))
        }
    }
}

/// A path without `..`; none when it leaves the course.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => whole.pop().then_some(())?,
            _ => {}
        }
    }
    Some(whole)
}

/// `task 5.4`, `Lesson 3`, `module 1.2` in a text: where, the word, the number.
fn numbered(text: &str) -> Vec<(usize, &str, &str)> {
    let mut found = Vec::new();
    for word in ["task", "lesson", "module"] {
        let lower = text.to_ascii_lowercase();
        for (at, _) in lower.match_indices(word) {
            let before = text[..at].chars().next_back();
            let rest = &text[at + word.len()..];
            let Some(rest) = rest.strip_prefix([' ', '\u{a0}']) else {
                continue;
            };
            if before.is_some_and(char::is_alphanumeric) {
                continue;
            }
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            let number = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
            let dotted = number.contains('.');
            // A lesson is `3`, a task and a module are `5.4`.
            if !number.is_empty() && dotted == (word != "lesson") {
                found.push((at, &text[at..at + word.len()], number));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Two pages with one title: nobody can tell them apart in a list, a search or a tab.
pub(super) fn titles(course: &Course) -> Vec<Problem> {
    let mut by_title: SortedMap<String, (&Page, String)> = SortedMap::new();
    let mut found = Vec::new();
    let pages = course.pages.iter();
    // What stands in part and module lists under its own title.
    for page in pages.filter(|page| !matches!(page.kind, PageKind::Course | PageKind::Template)) {
        let path = shown(page);
        let mut claim = |title: &str, at: usize, what: String| {
            match by_title.get(&title.to_lowercase()) {
                Some((_, first)) => {
                    let message = format!("the title “{title}” is that of {first}, too");
                    let help = "give one of them another; lists and tabs show nothing else";
                    found.push(problem(page, at, message, help));
                }
                None => drop(by_title.insert(title.to_lowercase(), (page, what))),
            };
        };
        let head = page.source.get(..page.body_start).unwrap_or_default();
        let at = head.find("title:").unwrap_or(0);
        claim(&page.title, at, format!("`{path}`"));
        let tasks = course.modules().flat_map(|(_, module)| &module.tiers);
        for task in tasks.flat_map(|tier| &tier.tasks) {
            if std::ptr::eq(course.page(task.page), page) {
                let what = format!("a task of `{path}`");
                claim(&task.title, task.range.start, what);
            }
        }
    }
    found
}

fn shown(page: &Page) -> String {
    page.path.to_string_lossy().replace('\\', "/")
}

/// Labs that have the title of a page.
pub fn lab_titles<'l>(
    course: &Course,
    labs: impl Iterator<Item = (&'l str, &'l str)>,
) -> Vec<Problem> {
    let mut found = Vec::new();
    for (id, title) in labs {
        let same = |page: &&Page| page.title.eq_ignore_ascii_case(title);
        if let Some(page) = course.pages.iter().find(same) {
            let head = page.source.get(..page.body_start).unwrap_or_default();
            let message = format!("the title “{title}” is that of the lab `{id}`, too");
            let help = "give the page or the lab another";
            found.push(problem(
                page,
                head.find("title:").unwrap_or(0),
                message,
                help,
            ));
        }
    }
    found
}

/// Rows of a table of lessons, labs or modules that lead nowhere: announced, and not there.
pub(super) fn absent(page: &Page, add: &mut Add<'_>) {
    let gathers = [PageKind::Course, PageKind::Part, PageKind::Module];
    if !gathers.contains(&page.kind) {
        return;
    }
    let (mut in_head, mut cell) = (false, 0usize);
    let mut kinds: Vec<Option<&str>> = Vec::new();
    let mut text: Option<(usize, String, bool)> = None;
    for (event, range) in events(page.body()) {
        match event {
            Event::Start(Tag::TableHead) => (in_head, kinds, cell) = (true, Vec::new(), 0),
            Event::End(TagEnd::TableHead) => in_head = false,
            Event::Start(Tag::TableRow) => cell = 0,
            Event::Start(Tag::TableCell) => {
                text = Some((page.body_start + range.start, String::new(), false));
            }
            Event::Start(Tag::Link { .. }) => {
                if let Some((_, _, linked)) = &mut text {
                    *linked = true;
                }
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, said, _)) = &mut text {
                    said.push_str(&words);
                }
            }
            Event::End(TagEnd::TableCell) => {
                let Some((at, said, linked)) = text.take() else {
                    continue;
                };
                let said = said.trim();
                if in_head {
                    let named = ["lesson", "lab", "module", "part", "tier", "task"];
                    let name = said.to_lowercase();
                    kinds.push(named.into_iter().find(|kind| *kind == name));
                } else if let Some(Some(kind)) = kinds.get(cell)
                    && !linked
                    && said.chars().any(char::is_alphabetic)
                {
                    let message = format!("the {kind} “{said}” leads nowhere");
                    add(at, message, "link it, or leave it out until it is there");
                }
                cell += 1;
            }
            _ => {}
        }
    }
}

/// Numbers up to twelve in words.
const WORDS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// `Four labs` on a module's or a part's page that has five.
pub(super) fn counts(course: &Course, page: &Page, passages: &[Passage], add: &mut Add<'_>) {
    let has: Vec<(&str, usize)> = match page.kind {
        PageKind::Module => {
            let module = |module: &&Module| course.page(module.page).id == page.id;
            let Some(module) = course.modules().map(|(_, m)| m).find(module) else {
                return;
            };
            vec![
                ("lessons", module.lessons.len()),
                ("labs", module.labs.len()),
            ]
        }
        PageKind::Part => {
            let part = course
                .parts
                .iter()
                .find(|p| page.part.as_ref() == Some(&p.id));
            vec![("modules", part.map_or(0, |part| part.modules.len()))]
        }
        PageKind::Course => vec![
            ("parts", course.parts.len()),
            ("modules", course.modules().count()),
        ],
        _ => return,
    };
    for passage in passages {
        for (what, count) in &has {
            for (at, said, number) in counted(&passage.text, what) {
                if number > *count {
                    let message = format!("“{said}”, and there are {count}");
                    let help = "say what is there, or leave the number out";
                    add(passage.place(at), message, help);
                }
            }
        }
    }
}

/// `four labs` in a text: where, the words, the number.
fn counted<'t>(text: &'t str, what: &str) -> Vec<(usize, &'t str, usize)> {
    let lower = text.to_ascii_lowercase();
    let found = lower.match_indices(what).filter_map(|(at, _)| {
        let after = text[at + what.len()..].chars().next();
        let before = text[..at].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric());
        let start = start.map_or(0, |at| at + 1);
        let word = before.get(start..)?.to_ascii_lowercase();
        let named = WORDS.iter().position(|name| *name == word);
        let number = named.or_else(|| word.parse().ok())?;
        let whole = before.len() < at && !after.is_some_and(char::is_alphanumeric);
        whole.then(|| (start, &text[start..at + what.len()], number))
    });
    found.collect()
}

/// Readings that nobody can open: entries of a task's list without a link, rows of a catalogue without an address.
pub(super) fn readings(course: &Course, page: &Page, add: &mut Add<'_>) {
    let tiers = course.modules().flat_map(|(_, module)| &module.tiers);
    for task in tiers.flat_map(|tier| &tier.tasks) {
        if !std::ptr::eq(course.page(task.page), page) {
            continue;
        }
        for reading in &task.readings {
            let source = page.source.get(reading.range.clone()).unwrap_or_default();
            if !source.contains("](") && !source.contains("://") {
                let message = format!("the reading “{}” has no address", short(&reading.text));
                let help = "link it, or name its row of papers or tools in a `reading` fence";
                add(reading.range.start, message, help);
            }
        }
    }
    for (event, range) in events(page.body()) {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = event else {
            continue;
        };
        if &*info != "reading" {
            continue;
        }
        let at = page.body_start + range.start;
        let text = page.body().get(range).unwrap_or_default();
        for id in text.lines().map(str::trim) {
            let paper = course.catalog.papers.iter().find(|paper| paper.id == id);
            let tool = course.catalog.tools.iter().find(|tool| tool.id == id);
            let url = paper.map(|p| &p.url).or_else(|| tool.map(|t| &t.url));
            if url.is_some_and(String::is_empty) {
                let message = format!("the reading `{id}` has no address");
                add(at, message, "write its `url` in the catalogue");
            }
        }
    }
}

/// The first words of a text.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.len() {
        ..=8 => words.join(" "),
        _ => format!("{} …", words[..8].join(" ")),
    }
}

/// Predictions and faults to find that give no answer: they could not be graded, and would never come back.
pub(super) fn answers(course: &Course, page: &Page, add: &mut Add<'_>) {
    let asked = course.modules().flat_map(|(_, module)| &module.questions);
    for question in asked {
        let own = [QuestionKind::Prediction, QuestionKind::Fault].contains(&question.kind)
            || question.item.id.starts_with("lesson.");
        let here = course.page(question.item.page).path == page.path;
        if here && own && question.answer.is_empty() {
            let message = format!("“{}” has no answer", short(&question.item.text));
            let help = "indent the answer below the question";
            add(question.item.marker, message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tasks_lessons_and_modules() {
        let text = "See task 5.4, Lesson 3. Module 1.2 and lesson 1 apart; tasks 5, subtask 5.4";
        let found: Vec<&str> = numbered(text).iter().map(|(_, _, n)| *n).collect();
        assert_eq!(found, ["5.4", "3", "1.2", "1"]);
    }

    #[test]
    fn counts_are_words_or_digits() {
        let all = |text| counted(text, "labs").iter().map(|(_, _, n)| *n).collect();
        let found: Vec<usize> = all("Four labs, 12 labs; the labs, slabs, forty labs, five labs.");
        assert_eq!(found, [4, 12, 5]);
    }
}
