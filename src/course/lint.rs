//! Rules of style and fact that a build does not insist on: what reads wrong, looks broken, or contradicts its own data.
//!
//! A loaded course comes in, warnings with place and advice come out. Each rule is one function over one [`Passage`]s' page; the
//! rules about numbers are in `lint/numbers.rs`, those about words of the field in `lint/terms.rs`, those about what a course says of
//! itself in `lint/promises.rs`. A line that ends in `<!-- lint: ok -->` is left alone.

pub mod external;
mod numbers;
mod passages;
pub mod promises;
mod terms;

use std::collections::HashMap;
use std::path::Path;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::events::events;
use super::lines::Lines;
use super::minutes;
use super::model::{Course, Minutes, Module};
use super::page::Page;
use super::problem::Problem;

pub(crate) use passages::Passage;

/// What ends a line that is right as it is.
const LEFT_ALONE: &str = "<!-- lint: ok -->";

/// Everything that the rules find, sorted by file and place.
pub fn all(course: &Course) -> Vec<Problem> {
    let mut found = Vec::new();
    let names = terms::Names::of(course);
    for page in &course.pages {
        let mut add = |at: usize, message: String, help: &str| {
            found.push(problem(page, at, message, help));
        };
        letters(page, &mut add);
        pictures(page, &mut add);
        headings(page, &mut add);
        link_words(page, &mut add);
        let passages = passages::of(page);
        numbers::figures(course, &passages, page.body_start, &mut add);
        numbers::sums(&passages, &mut add);
        long_sentences(&passages, &mut add);
        tutorial_time(page, &mut add);
        terms::unexplained(&names, course, page, &mut add);
        promises::typed_numbers(course, page, &passages, &mut add);
        promises::absent(page, &mut add);
        promises::counts(course, page, &passages, &mut add);
        promises::readings(course, page, &mut add);
        promises::answers(course, page, &mut add);
    }
    found.extend(promises::titles(course));
    found.extend(track_times(course));
    let pages = course.pages.iter();
    let pages = pages.map(|page| (page.path.as_path(), Lines::new(&page.source)));
    let lines: HashMap<&Path, Lines<'_>> = pages.collect();
    found.retain(|problem| {
        let line = lines.get(problem.path.as_path());
        let line = line.and_then(|lines| lines.get(problem.line));
        !line.is_some_and(|line| line.ends_with(LEFT_ALONE))
    });
    super::load::sort(&mut found);
    found
}

/// Adds a finding at a byte of the page, with what to do.
type Add<'a> = dyn FnMut(usize, String, &str) + 'a;

fn problem(page: &Page, at: usize, message: String, help: &str) -> Problem {
    let (line, column) = Lines::new(&page.source).place(at);
    Problem::error(page.path.clone(), message)
        .warning()
        .at(line, column)
        .help(help)
        .excerpt(&page.source)
}

/// UTF-8 that was read as something else and written again, and characters that stand for nothing.
fn letters(page: &Page, add: &mut Add<'_>) {
    const WRONG: [(&str, &str); 14] = [
        ("â€™", "’"),
        ("â€œ", "“"),
        ("â€\u{9d}", "”"),
        ("â€“", "–"),
        ("â€”", "—"),
        ("â€¦", "…"),
        ("Ã©", "é"),
        ("Ã¨", "è"),
        ("Ã¤", "ä"),
        ("Ã¶", "ö"),
        ("Ã¼", "ü"),
        ("Ã—", "×"),
        ("Â\u{a0}", "a blank"),
        ("Â·", "·"),
    ];
    for (wrong, right) in WRONG {
        for (at, _) in page.source.match_indices(wrong) {
            let help = format!("write {right}, and save the file as UTF-8");
            add(
                at,
                format!("`{wrong}` is {right} read in the wrong encoding"),
                &help,
            );
        }
    }
    for (at, c) in page.source.char_indices() {
        if c == '\u{fffd}' || (c.is_control() && !"\n\r\t".contains(c)) {
            let message = format!(
                "a character that stands for nothing (U+{:04X})",
                u32::from(c)
            );
            add(at, message, "put the character here that was lost");
        }
    }
}

/// Pictures without words for those who do not see them.
fn pictures(page: &Page, add: &mut Add<'_>) {
    let mut open: Option<(usize, String)> = None;
    for (event, range) in events(page.body()) {
        match event {
            Event::Start(Tag::Image { .. }) => open = Some((range.start, String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, alt)) = &mut open {
                    alt.push_str(&text);
                }
            }
            Event::End(TagEnd::Image) => {
                if let Some((at, alt)) = open.take()
                    && alt.trim().is_empty()
                {
                    let help =
                        "write what it shows between the brackets: `![32 lanes, 4 sectors](…)`";
                    add(
                        page.body_start + at,
                        "a picture without words".to_owned(),
                        help,
                    );
                }
            }
            _ => {}
        }
    }
}

/// Headings that jump a level, that are empty, that carry an icon, or end like a sentence.
fn headings(page: &Page, add: &mut Add<'_>) {
    let mut last = 1;
    for heading in &page.headings {
        let at = heading.range.start;
        if heading.level > last + 1 {
            let message = format!(
                "a heading of level {} under one of level {last}",
                heading.level
            );
            let help = format!("write `{}`", "#".repeat(usize::from(last) + 1));
            add(at, message, &help);
        }
        last = heading.level;
        let source = page.source.get(heading.range.clone()).unwrap_or_default();
        if heading.text.is_empty() {
            add(
                at,
                "a heading without words".to_owned(),
                "give it words, or take it out",
            );
        }
        if source
            .chars()
            .any(|c| ('\u{1f300}'..='\u{1faff}').contains(&c) || c == '✅')
        {
            add(
                at,
                "an icon in a heading".to_owned(),
                "leave it out; the words say it",
            );
        }
        if heading.text.ends_with('.') && !heading.text.ends_with("..") {
            add(
                at,
                "a heading that ends in a full stop".to_owned(),
                "leave the stop out",
            );
        }
    }
}

/// Links whose words say nothing of where they lead.
fn link_words(page: &Page, add: &mut Add<'_>) {
    const EMPTY: [&str; 6] = ["here", "click here", "this", "link", "this link", "more"];
    let mut open: Option<(usize, String)> = None;
    for (event, range) in events(page.body()) {
        match event {
            Event::Start(Tag::Link { .. }) => open = Some((range.start, String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, words)) = &mut open {
                    words.push_str(&text);
                }
            }
            Event::End(TagEnd::Link) => {
                if let Some((at, words)) = open.take()
                    && EMPTY.contains(&words.trim().to_lowercase().as_str())
                {
                    let message = format!("a link that says only “{}”", words.trim());
                    add(page.body_start + at, message, "name what it leads to");
                }
            }
            _ => {}
        }
    }
}

/// The longest sentence in words that is not worth a look.
const LONGEST: usize = 60;

fn long_sentences(passages: &[Passage], add: &mut Add<'_>) {
    for passage in passages {
        for (at, sentence) in passage.sentences() {
            let words = sentence.split_whitespace().count();
            if words > LONGEST {
                add(at, format!("a sentence of {words} words"), "make two of it");
            }
        }
    }
}

/// A tutorial's time against the times of its sections (`## Build it (~20 min)`).
fn tutorial_time(page: &Page, add: &mut Add<'_>) {
    let sections = page.headings.iter().filter(|heading| heading.level == 2);
    let mut sum = Minutes::default();
    let mut first = None;
    for heading in sections {
        if let Some((time, _)) = minutes::parse(super::words::bracket(&heading.text).1) {
            sum = sum.plus(time);
            first = first.or(Some(heading.range.start));
        }
    }
    if let Some(at) = first
        && !page.front.time.is_unknown()
        && page.front.time != sum
    {
        let message = format!(
            "the page says {}, its sections come to {sum}",
            page.front.time
        );
        add(
            at,
            message,
            "correct the page's `minutes`, or the time of a section",
        );
    }
}

/// What a stop of a track says it takes, against what it holds.
fn track_times(course: &Course) -> Vec<Problem> {
    let mut found = Vec::new();
    for track in &course.tracks {
        for group in track.groups.iter().filter(|group| !group.time.is_unknown()) {
            let known: Vec<Minutes> = group
                .items
                .iter()
                .filter_map(|id| time_of(course, id))
                .collect();
            // What names a lab has a time that the content model does not know.
            if known.len() < group.items.len() {
                continue;
            }
            let sum = known.into_iter().fold(Minutes::default(), Minutes::plus);
            if sum != group.time {
                let message = format!(
                    "“{}” of the track `{}` says {}, what it holds comes to {sum}",
                    group.title, track.id, group.time
                );
                let help = "leave `time` out; it is computed";
                found.push(
                    Problem::error(super::plan::PLAN, message)
                        .warning()
                        .help(help),
                );
            }
        }
    }
    found
}

fn time_of(course: &Course, id: &str) -> Option<Minutes> {
    let in_module = |module: &Module| {
        let lesson = module.lessons.iter().find(|lesson| lesson.id == id);
        let tier = || module.tiers.iter().find(|tier| tier.id == id);
        let task = || {
            let mut tasks = module.tiers.iter().flat_map(|tier| &tier.tasks);
            tasks.find(|task| task.id == id)
        };
        let found = lesson.map(|lesson| lesson.time);
        found
            .or_else(|| tier().map(|tier| tier.time))
            .or_else(|| task().map(|task| task.time))
    };
    course.modules().find_map(|(_, module)| in_module(module))
}
