//! What of a site can be found: every page with its sections, each lab with its parts and checks, each code, and the
//! rows of the catalogue, which lead to where they are taught or, when nothing teaches them, out of the site.

use std::sync::Arc;

use lab::Lab;

use super::link::{LinkedPage, LinkedSite};
use super::map::{Shows, Stop};
use super::search::{Document, Passage};

/// Every page that can be found, in reading order, and after them the catalogue.
pub(super) fn documents(site: &LinkedSite) -> Vec<Document> {
    let pages = site.map.stops.iter().filter(|stop| {
        !matches!(
            stop.shows,
            Shows::NotFound | Shows::Log | Shows::Dashboard | Shows::Print
        )
    });
    let mut all: Vec<Document> = pages.map(|stop| page(site, stop)).collect();
    all.extend(terms(site));
    all.extend(papers(site));
    all.extend(tools(site));
    all
}

fn page(site: &LinkedSite, stop: &Stop) -> Document {
    let mut document = Document {
        url: stop.url.clone(),
        title: stop.title.clone(),
        place: place(site, stop),
        ..Document::default()
    };
    match stop.shows {
        Shows::Lab(at) => {
            document.name = site.labs[at].id.to_owned();
            document.own = lab(site, at);
        }
        Shows::Code(at) => document.own = code(site, at),
        Shows::Task(_, task) => document.task = Some(task),
        _ => {}
    }
    let written = stop.page.and_then(|page| site.pages.get(page.0));
    if let Some(written) = written {
        // A form is found by what it is called and is for: what its blanks ask for, it does not teach.
        if stop.shows != Shows::Template {
            document.passages = written.parsed.passages.clone();
            document.blocks = written.parsed.blocks.clone();
            document.listings = listings(written);
        }
        // What the head of a page says and its text does not.
        let front = stop.page.map(|page| &site.course.page(page).front);
        let goal = front
            .filter(|_| document.task.is_none())
            .map(|front| format!("{} {}", front.tagline, front.goal));
        if let Some(text) = goal.filter(|goal| !goal.trim().is_empty()) {
            document.own.push(Passage {
                text,
                ..Passage::default()
            });
        }
    }
    document
}

fn listings(page: &LinkedPage) -> Vec<Arc<str>> {
    page.listings
        .iter()
        .map(|listing| Arc::from(listing.text.as_str()))
        .collect()
}

/// `Lesson 3 · 1.5 CUDA kernels`.
fn place(site: &LinkedSite, stop: &Stop) -> String {
    let part = stop.part.and_then(|p| site.course.parts.get(p));
    let module = part.and_then(|part| part.modules.get(stop.module?));
    let home = match (stop.shows, part, module) {
        (Shows::Part, ..) => String::new(),
        (Shows::Module, Some(part), _) => part.title.clone(),
        (_, _, Some(module)) => format!("{} {}", module.number, module.title),
        (_, Some(part), None) => part.title.clone(),
        _ => String::new(),
    };
    let label = match stop.shows {
        Shows::Code(_) => "Message of the compiler",
        _ => &stop.label,
    };
    [label, &home]
        .iter()
        .filter(|text| !text.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// A lab by its name, its goal, and for each part its task, its kernels and its checks.
fn lab(site: &LinkedSite, at: usize) -> Vec<Passage> {
    let lab: &Lab = site.labs[at];
    let mut passages = vec![Passage {
        text: format!("{}: {}", lab.id, lab.goal),
        ..Passage::default()
    }];
    for (part, texts) in lab.parts.iter().zip(&site.lab_texts[at].parts) {
        let mut text: String = texts
            .statement
            .parsed
            .passages
            .iter()
            .map(|passage| passage.text.as_str())
            .collect();
        for check in &part.checks {
            text.push_str(&format!(" {}: {}.", check.id, check.title));
        }
        let code = part
            .declarations()
            .iter()
            .map(|declaration| format!("{declaration}\n"))
            .collect();
        passages.push(Passage {
            anchor: format!("part-{}", part.id),
            heading: part.title.to_owned(),
            text,
            code,
            ..Passage::default()
        });
    }
    passages
}

/// A code by its number, what is said, and its text.
fn code(site: &LinkedSite, at: usize) -> Vec<Passage> {
    let linked = &site.codes[at];
    let mut passage = Passage {
        text: format!(
            "{}: {}.",
            linked.entry.code,
            super::codes::plain(linked.entry.summary)
        ),
        ..Passage::default()
    };
    for part in &linked.parts {
        if let super::codes::LinkedPart::Prose(page) = part {
            for gathered in &*page.parsed.passages {
                passage.text.push(' ');
                passage.text.push_str(&gathered.text);
                for (_, block) in gathered
                    .blocks
                    .iter()
                    .filter_map(|at| page.parsed.blocks.get(*at))
                {
                    passage.code.push_str(block);
                }
            }
        }
    }
    vec![passage]
}

/// A row of the catalogue: on its own page when the site has one, else where `or` leads.
fn row(site: &LinkedSite, id: &str, or: &str, what: &str) -> Option<Document> {
    let inside = site.map.ids.get(id).or_else(|| site.map.ids.get(or));
    let url = match inside {
        Some(inside) => inside.anchor.as_ref().map_or_else(
            || inside.url.clone(),
            |anchor| format!("{}#{anchor}", inside.url),
        ),
        None if or.starts_with("https://") => or.to_owned(),
        None => return None,
    };
    Some(Document {
        url,
        place: what.to_owned(),
        ..Document::default()
    })
}

fn said(text: String) -> Vec<Passage> {
    vec![Passage {
        text,
        ..Passage::default()
    }]
}

fn terms(site: &LinkedSite) -> impl Iterator<Item = Document> {
    site.course.catalog.terms.iter().filter_map(|term| {
        let row = row(site, &term.id, &term.see, "Term")?;
        Some(Document {
            title: term.name.clone(),
            own: said(term.text.clone()),
            ..row
        })
    })
}

fn papers(site: &LinkedSite) -> impl Iterator<Item = Document> {
    site.course.catalog.papers.iter().filter_map(|paper| {
        let row = row(site, &paper.id, &paper.url, "Paper")?;
        let text = format!("{}, {}. {}", paper.authors, paper.year, paper.why);
        Some(Document {
            title: paper.title.clone(),
            own: said(text),
            ..row
        })
    })
}

fn tools(site: &LinkedSite) -> impl Iterator<Item = Document> {
    site.course.catalog.tools.iter().filter_map(|tool| {
        let row = row(site, &tool.id, &tool.url, "Tool")?;
        Some(Document {
            title: tool.name.clone(),
            own: said(format!("{} {}", tool.group, tool.note)),
            ..row
        })
    })
}
