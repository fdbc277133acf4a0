//! Catalogues: papers, tools, terms, devices and models, each on one page, every row with the pages that name it.
//!
//! Rows come from `content/data`; who names a row is computed by [`mentions`] from links, reading cards and figures.

use serde_json::{Value, json};
use sorted::SortedMap;

use super::link::{LinkedPage, LinkedSite, Target};
use super::map::Shows;
use super::named::Found;
use super::pages::sentence;
use super::render::Whole;
use crate::course::{Catalog, Device, Figure};

/// One catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catalogue {
    /// What to read.
    Papers,
    /// What to work with.
    Tools,
    /// Words of the field.
    Terms,
    /// GPUs and their figures.
    Devices,
    /// Language models and their shapes.
    Models,
}

/// A row as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its catalogue.
    pub kind: Catalogue,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who made it, or what it belongs to.
    pub by: String,
    /// Where it is in the world; empty when it is nowhere else.
    pub url: String,
    /// What it is for, or what it means.
    pub text: String,
    /// Set when it is no longer developed.
    pub status: String,
    /// Id of the page that teaches it; empty for none.
    pub see: String,
}

impl Catalogue {
    /// Every catalogue, in the order in which pages list them.
    pub const ALL: [Catalogue; 5] = [
        Catalogue::Terms,
        Catalogue::Papers,
        Catalogue::Tools,
        Catalogue::Devices,
        Catalogue::Models,
    ];

    /// The address of its page.
    pub fn url(self) -> &'static str {
        match self {
            Catalogue::Papers => "papers/",
            Catalogue::Tools => "tools/",
            Catalogue::Terms => "terms/",
            Catalogue::Devices => "devices/",
            Catalogue::Models => "models/",
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Catalogue::Papers => "Papers",
            Catalogue::Tools => "Tools",
            Catalogue::Terms => "Terms",
            Catalogue::Devices => "Devices",
            Catalogue::Models => "Models",
        }
    }

    /// One of it.
    pub fn one(self) -> &'static str {
        match self {
            Catalogue::Papers => "Paper",
            Catalogue::Tools => "Tool",
            Catalogue::Terms => "Term",
            Catalogue::Devices => "Device",
            Catalogue::Models => "Model",
        }
    }

    fn lead(self) -> &'static str {
        match self {
            Catalogue::Papers => {
                "What the course builds on, oldest first, and what to read each for."
            }
            Catalogue::Tools => "What the course works with, by what it is for.",
            Catalogue::Terms => {
                "Words of the field, each in one sentence, with the page that teaches it."
            }
            Catalogue::Devices => {
                "The figures of each device, kept once: every page, estimate and check reads them from here. Peaks are dense."
            }
            Catalogue::Models => {
                "The shapes of models, kept once. What follows from a shape is computed."
            }
        }
    }

    /// The address of a row.
    pub fn place(self, id: &str) -> String {
        format!("{}#{}", self.url(), anchor(id))
    }

    /// Its rows.
    pub fn rows(self, catalog: &Catalog) -> Vec<Row> {
        let row = |id: &str, name: &str| Row {
            kind: self,
            id: id.to_owned(),
            name: name.to_owned(),
            by: String::new(),
            url: String::new(),
            text: String::new(),
            status: String::new(),
            see: String::new(),
        };
        match self {
            Catalogue::Papers => catalog
                .papers
                .iter()
                .map(|paper| Row {
                    by: format!("{}, {}", paper.authors, paper.year),
                    url: paper.url.clone(),
                    text: paper.why.clone(),
                    ..row(&paper.id, &paper.title)
                })
                .collect(),
            Catalogue::Tools => catalog
                .tools
                .iter()
                .map(|tool| Row {
                    by: tool.group.clone(),
                    url: tool.url.clone(),
                    text: tool.note.clone(),
                    status: tool.status.clone(),
                    ..row(&tool.id, &tool.name)
                })
                .collect(),
            Catalogue::Terms => catalog
                .terms
                .iter()
                .map(|term| Row {
                    text: term.text.clone(),
                    see: term.see.clone(),
                    ..row(&term.id, &term.name)
                })
                .collect(),
            Catalogue::Devices => catalog
                .devices
                .iter()
                .map(|device| Row {
                    by: if device.runs_cuda() {
                        format!("compute capability {}, {}", device.cc, device.memory_kind)
                    } else {
                        format!("no CUDA, {}", device.memory_kind)
                    },
                    text: device.source.clone(),
                    ..row(&device.id, &device.name)
                })
                .collect(),
            Catalogue::Models => catalog
                .models
                .iter()
                .map(|model| Row {
                    text: model.source.clone(),
                    ..row(&model.id, &model.name)
                })
                .collect(),
        }
    }

    fn figures(self, catalog: &Catalog) -> Vec<Vec<Figure>> {
        match self {
            Catalogue::Devices => catalog.devices.iter().map(|row| row.figures()).collect(),
            Catalogue::Models => catalog.models.iter().map(|row| row.figures()).collect(),
            _ => Vec::new(),
        }
    }
}

/// The anchor of a row on its page.
pub fn anchor(id: &str) -> String {
    id.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

/// For each row of a catalogue and each code, by its address, the pages that name it, as places in the list of stops.
pub type Mentions = SortedMap<String, Vec<usize>>;

/// Who names what.
pub(super) fn mentions(site: &LinkedSite) -> Mentions {
    let mut found = Mentions::new();
    for (at, stop) in site.map.stops.iter().enumerate() {
        let Some(page) = stop.page else { continue };
        let Some(linked) = site.pages.get(page.0) else {
            continue;
        };
        let tasks = super::pages::tasks_on(site, stop);
        let here = |offset: usize| {
            let within = tasks.iter().position(|task| task.range.contains(&offset));
            match stop.shows {
                Shows::Task(_, k) => within == Some(k),
                _ => within.is_none(),
            }
        };
        let codes = codes_on(linked, &here);
        for address in named_on(linked, &here).into_iter().chain(codes) {
            let pages = found.entry(address).or_default();
            if pages.last() != Some(&at) {
                pages.push(at);
            }
        }
    }
    found
}

/// Addresses of codes that a page links at a place that counts.
fn codes_on(page: &LinkedPage, here: &dyn Fn(usize) -> bool) -> Vec<String> {
    let links = page.parsed.links.iter().zip(&page.targets);
    let code = |target: &Target| match target {
        Target::Inside(inside) if inside.url.starts_with("codes/") => Some(inside.url.clone()),
        _ => None,
    };
    links
        .filter(|(written, _)| here(written.range.start))
        .filter_map(|(_, target)| code(target))
        .collect()
}

/// Addresses of rows that a page names anywhere.
pub(super) fn named_by(page: &LinkedPage) -> Vec<String> {
    named_on(page, &|_| true)
}

/// Addresses of rows that a page names at a place that counts.
fn named_on(page: &LinkedPage, here: &dyn Fn(usize) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    let is_row = |url: &str| Catalogue::ALL.iter().any(|kind| kind.url() == url);
    for (written, target) in page.parsed.links.iter().zip(&page.targets) {
        if let Target::Inside(inside) = target
            && is_row(&inside.url)
            && let Some(anchor) = &inside.anchor
            && here(written.range.start)
        {
            all.push(format!("{}#{anchor}", inside.url));
        }
    }
    for (named, found) in page.parsed.named.iter().zip(&page.named) {
        if !here(named.range.start) {
            continue;
        }
        match found {
            Found::Fact { page, .. } => all.push(page.clone()),
            Found::Calc(_) | Found::Plot(_) | Found::Access(_) => {}
            Found::Cards(cards) => {
                all.extend(cards.iter().map(|(_, row)| row.kind.place(&row.id)));
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The data of a catalogue's page.
pub(super) fn page(whole: &Whole<'_>, kind: Catalogue) -> Value {
    let catalog = &whole.site.course.catalog;
    let rows = kind.rows(catalog);
    let mut groups: Vec<(String, Vec<Value>)> = Vec::new();
    for row in &rows {
        let title = if kind == Catalogue::Tools {
            row.by.clone()
        } else {
            String::new()
        };
        let shown = self::row(whole, row);
        match groups.iter_mut().find(|(known, _)| *known == title) {
            Some((_, rows)) => rows.push(shown),
            None => groups.push((title, vec![shown])),
        }
    }
    let groups: Vec<Value> = groups
        .into_iter()
        .map(|(title, rows)| {
            json!({ "title": sentence(&title).trim_end_matches('.'), "anchor": crate::course::slug(&title), "rows": rows })
        })
        .collect();
    json!({
        "catalogue": kind.title(),
        "lead": whole.site.course.interface.word(kind.lead()),
        "groups": groups,
        "names": rows.iter().map(|row| json!({ "name": row.name, "anchor": anchor(&row.id) })).collect::<Vec<_>>(),
        "figures": table(kind, catalog),
    })
}

fn row(whole: &Whole<'_>, row: &Row) -> Value {
    let site = whole.site;
    let stop = |at: usize| {
        let stop = &site.map.stops[at];
        json!({ "title": stop.title, "label": stop.label, "url": stop.url })
    };
    let used = whole.mentions().get(&row.kind.place(&row.id));
    let taught = site.map.ids.get(&row.see).and_then(|inside| {
        site.map
            .stops
            .iter()
            .position(|stop| stop.url == inside.url)
    });
    let unverified = site.course.catalog.device(&row.id).map(unverified);
    json!({
        "anchor": anchor(&row.id),
        "id": row.id,
        "name": row.name,
        "by": row.by,
        "url": row.url,
        "text": sentence(&row.text),
        "status": row.status,
        "taught": taught.map(stop),
        "used": used.map(|all| all.iter().map(|at| stop(*at)).collect::<Vec<_>>()),
        "unverified": unverified,
        "figures": figures_of(row, &site.course.catalog),
        "read": (row.kind == Catalogue::Papers).then(|| super::named::read(row)),
    })
}

/// The figures of one device or model, for who came for that one, and for paper.
fn figures_of(row: &Row, catalog: &Catalog) -> Vec<Value> {
    let at = row.kind.rows(catalog).iter().position(|r| r.id == row.id);
    let figures = at.and_then(|at| row.kind.figures(catalog).into_iter().nth(at));
    let figures = figures.into_iter().flatten();
    figures
        .map(|figure| json!({ "words": figure.words, "unit": figure.unit, "number": figure.number() }))
        .collect()
}

/// In words, the figures of a device that were not checked against a page.
fn unverified(device: &Device) -> String {
    let figures = device.figures();
    let words = |key: &String| {
        let figure = figures.iter().find(|figure| figure.key == key);
        figure.map_or_else(|| key.replace('_', " "), |figure| figure.words.to_owned())
    };
    device
        .unverified
        .iter()
        .map(words)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Figures as a table: a row for each figure, a column for each device or model.
fn table(kind: Catalogue, catalog: &Catalog) -> Vec<Value> {
    let columns = kind.figures(catalog);
    // The one with most figures gives the order; the others add what it lacks.
    let fullest = columns.iter().max_by_key(|figures| figures.len());
    let mut keys: Vec<Figure> = fullest.cloned().unwrap_or_default();
    for figure in columns.iter().flatten() {
        if !keys.iter().any(|known| known.key == figure.key) {
            keys.push(*figure);
        }
    }
    keys.iter()
        .map(|key| {
            let cell = |all: &Vec<Figure>| {
                let figure = all.iter().find(|figure| figure.key == key.key);
                figure.map_or_else(|| "–".to_owned(), Figure::number)
            };
            json!({
                "words": key.words,
                "unit": key.unit,
                "key": key.key,
                "cells": columns.iter().map(cell).collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// The contents of a catalogue's page.
pub(super) fn toc(site: &LinkedSite, kind: Catalogue) -> Vec<Value> {
    let entry = |text: &str, anchor: String| json!({ "level": 2, "text": text, "anchor": anchor });
    let rows = kind.rows(&site.course.catalog);
    if matches!(kind, Catalogue::Devices | Catalogue::Models) {
        // The heads of their table lead to each; the room is the table's.
        return Vec::new();
    }
    if kind != Catalogue::Tools {
        return rows
            .iter()
            .map(|row| entry(&row.name, anchor(&row.id)))
            .collect();
    }
    let mut groups: Vec<&str> = Vec::new();
    for row in &rows {
        if !groups.contains(&row.by.as_str()) {
            groups.push(&row.by);
        }
    }
    groups
        .into_iter()
        .map(|group| {
            entry(
                sentence(group).trim_end_matches('.'),
                crate::course::slug(group),
            )
        })
        .collect()
}
