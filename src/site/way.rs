//! The way through the course, as pages show it: a module's lessons and labs in one list, what comes next, and `outline.json`, the names
//! of all that a page's own script counts. The order is `course/walk.rs`'s, the states and the numbers are `standing`'s.

use std::collections::BTreeMap;

use ::standing::Numbers as _;
use lab::{Kind, Lab};
use serde_json::{Value, json};

use super::link::LinkedSite;
use super::map::{Shows, lab_url};
use super::pages::{lab_minutes, sentence, time};
use crate::course::walk::{self, Step, StepKind};
use crate::course::{Minutes, Module};
use crate::standing::timed::measured;
use crate::standing::{Next, Numbering, Row, Standing, State};

/// What comes next, as pages name it.
pub fn next(next: &Next) -> Value {
    json!({ "title": titled(&next.label, &next.title), "url": next.url })
}

/// How far each step is, with the words for it.
pub fn steps(states: &BTreeMap<String, State>) -> Value {
    let one = |(id, state): (&String, &State)| (id.clone(), Value::from(state.slug()));
    Value::Object(states.iter().map(one).collect())
}

/// Every row of a standing by its key.
pub fn standing_rows(standing: &Standing) -> Value {
    let parts = standing.parts.iter();
    let parts = parts.flat_map(|part| {
        let modules = part.modules.iter();
        let modules = modules.map(|module| (format!("module:{}", module.id), module));
        modules.chain([(format!("part:{}", part.row.id), &part.row)])
    });
    let labs = standing.labs.iter();
    let labs = labs.map(|lab| (format!("lab:{}", lab.row.id), &lab.row));
    let gathered = [
        ("course", &standing.course),
        ("projects", &standing.projects),
        ("papers", &standing.papers),
    ];
    let gathered = gathered.map(|(key, row)| (key.to_owned(), row));
    let all = parts.chain(labs).chain(gathered);
    let row = |row: &Row| json!({ "status": row.state.slug(), "words": row.state.words(), "done": row.done, "total": row.total });
    all.map(|(key, of)| (key, row(of))).collect()
}

fn titled(label: &str, title: &str) -> String {
    match label {
        "" => title.to_owned(),
        label => format!("{label}: {title}"),
    }
}

fn lab(site: &LinkedSite, id: &str) -> Option<&'static Lab> {
    site.labs.iter().copied().find(|lab| lab.id == id)
}

fn title<'s>(site: &'s LinkedSite, step: &Step<'s>) -> &'s str {
    let own = (step.kind == StepKind::Lab).then(|| lab(site, step.id));
    own.flatten().map_or(step.title, |lab| lab.title.as_str())
}

/// Where reading starts: the first lesson, else the first module.
pub(super) fn first(site: &LinkedSite) -> Option<&str> {
    let steps = walk::steps(&site.course);
    let lesson = steps.iter().find(|step| step.kind == StepKind::Lesson);
    let stop = lesson.and_then(|step| site.map.at(&step.url));
    let module = || site.map.stops.iter().find(|s| s.shows == Shows::Module);
    stop.or_else(module).map(|stop| stop.url.as_str())
}

/// A module's lessons, labs, other pages and capstone, in the order in which they are walked.
pub(super) fn rows(site: &LinkedSite, module: &Module) -> Vec<Value> {
    let steps = walk::of_module(&site.course, module);
    let listed = steps.iter().filter(|step| step.kind != StepKind::Task);
    let row = |step: &Step<'_>| {
        let page = site.map.at(&step.url).and_then(|stop| stop.page);
        let front = page.map(|page| &site.course.page(page).front);
        let lab = (step.kind == StepKind::Lab).then(|| lab(site, step.id));
        let lab = match lab {
            // One that is not there is told where the page names it.
            Some(None) => return None,
            found => found.flatten(),
        };
        let (text, minutes) = match (lab, front, step.kind) {
            (Some(lab), _, _) => (sentence(&lab.goal), lab_minutes(lab)),
            (_, Some(front), StepKind::Lesson | StepKind::Page) => (front.goal.clone(), front.time),
            _ => (String::new(), Minutes::default()),
        };
        Some(json!({
            "id": step.id,
            "kind": step.kind.name(),
            "word": word(step),
            "title": title(site, step),
            "url": step.url,
            "text": text,
            "time": time(minutes),
        }))
    };
    listed.filter_map(row).collect()
}

/// What stands before a row: a lesson's number, or what it is.
fn word(step: &Step<'_>) -> String {
    match step.kind {
        StepKind::Lesson => step.label.rsplit(' ').next().unwrap_or_default().to_owned(),
        StepKind::Lab => "lab".to_owned(),
        StepKind::Project => "★".to_owned(),
        StepKind::Page | StepKind::Task => String::new(),
    }
}

/// The kinds of check, for what a learner is good at: how pages name each, and how they call it.
pub(super) const SKILLS: [(&str, &str); 11] = [
    ("compiles", "It compiles as asked"),
    ("correct", "Right results"),
    ("bounds", "Inside every allocation"),
    ("initialised", "Nothing read unwritten"),
    ("races", "No races"),
    ("barriers", "Barriers met by all"),
    ("order", "Any order of blocks"),
    ("outputs", "Nothing else written"),
    ("budgets", "Counts within budget"),
    ("properties", "Properties of results"),
    ("calls", "Functions in Rust"),
];

/// Which of [`SKILLS`] a check shows; none for what only a GPU measures.
fn skill(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Compiles => "compiles",
        Kind::Correct => "correct",
        Kind::InBounds => "bounds",
        Kind::Initialised => "initialised",
        Kind::RaceFree => "races",
        Kind::Barriers => "barriers",
        Kind::OrderIndependent => "order",
        Kind::NoScratch => "outputs",
        Kind::Budget(_) => "budgets",
        Kind::Property(_) => "properties",
        Kind::Call(_) => "calls",
        Kind::Measured(_) => return None,
    })
}

/// What a page's own script counts by: the rule's numbers, and beside them the ids and names that they stand for, each at its number.
pub(super) fn outline(site: &LinkedSite) -> Value {
    let numbering = Numbering::of(&site.course, &site.labs);
    let step = |step: &Step<'_>| {
        json!({
            "id": step.id,
            "kind": step.kind.name(),
            "title": titled(&step.label, title(site, step)),
            "url": step.url,
        })
    };
    let parts = site.course.parts.iter();
    let modules = site.course.modules().map(|(_, module)| &module.id);
    json!({
        "items": numbering.ids,
        "labs": site.labs.iter().map(|lab| of_lab(lab)).collect::<Vec<_>>(),
        "parts": parts.map(|part| &part.id).collect::<Vec<_>>(),
        "modules": modules.collect::<Vec<_>>(),
        "steps": numbering.steps.iter().map(step).collect::<Vec<_>>(),
        "skills": SKILLS,
        "rule": numbering.outline.numbers().into_iter().map(number).collect::<Vec<_>>(),
    })
}

/// A lab with its checks, and what each shows.
fn of_lab(lab: &Lab) -> Value {
    let check = |(part, check): (&lab::Part, &lab::Check)| {
        json!([format!("{}/{}", part.id, check.id), skill(&check.kind)])
    };
    json!({
        "id": lab.id,
        "title": titled("Lab", &lab.title),
        "url": lab_url(lab.id),
        "checks": lab.checks().map(check).collect::<Vec<_>>(),
        "timed": measured(lab).collect::<Vec<_>>(),
    })
}

/// A number as JSON has it, without a point where it is whole.
fn number(number: f64) -> Value {
    match number as i64 {
        whole if whole as f64 == number => json!(whole),
        _ => json!(number),
    }
}
