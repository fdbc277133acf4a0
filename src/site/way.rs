//! The way through the course, as pages show it: a module's lessons and labs in one list, what comes next, and all that the page's
//! own script needs to say the same without a server. The order is `course/walk.rs`'s, the states are `standing`'s.

use std::collections::BTreeMap;

use lab::{Kind, Lab};
use serde_json::{Map, Value, json};

use super::link::LinkedSite;
use super::map::{Shows, lab_url};
use super::pages::{lab_minutes, sentence, tasks_of, time};
use crate::course::walk::{self, Step, StepKind};
use crate::course::{Bound, Checks, Minutes, Module, Rule};
use crate::standing::timed::measured;
use crate::standing::{Next, State, needed};

/// What comes next, as pages name it.
pub fn next(next: &Next) -> Value {
    json!({ "title": titled(&next.label, &next.title), "url": next.url })
}

/// How far each step is, with the words for it.
pub fn steps(states: &BTreeMap<String, State>) -> Value {
    let one = |(id, state): (&String, &State)| (id.clone(), Value::from(state.slug()));
    Value::Object(states.iter().map(one).collect())
}

fn titled(label: &str, title: &str) -> String {
    match label {
        "" => title.to_owned(),
        label => format!("{label}: {title}"),
    }
}

/// The steps of the site's course: labs that it does not have are left out.
fn walked(site: &LinkedSite) -> Vec<Step<'_>> {
    let mut steps = walk::steps(&site.course);
    steps.retain(|step| step.kind != StepKind::Lab || lab(site, step.id).is_some());
    steps
}

fn lab(site: &LinkedSite, id: &str) -> Option<&'static Lab> {
    site.labs.iter().copied().find(|lab| lab.id == id)
}

fn title<'s>(site: &'s LinkedSite, step: &Step<'s>) -> &'s str {
    let own = (step.kind == StepKind::Lab).then(|| lab(site, step.id));
    own.flatten().map_or(step.title, |lab| lab.title.as_str())
}

/// What comes next for someone who did nothing, and the state of each step.
pub(super) fn nothing_done(site: &LinkedSite) -> (Value, Value) {
    let steps = walked(site);
    let first = steps
        .first()
        .map(|step| json!({ "title": titled(&step.label, title(site, step)), "url": step.url }));
    let open = |step: &Step<'_>| (step.id.to_owned(), Value::from(State::NotStarted.slug()));
    let states: Map<String, Value> = steps.iter().map(open).collect();
    (first.unwrap_or(Value::Null), Value::Object(states))
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

/// The ids of all steps in the order in which they are walked, for a page's own script.
pub(super) fn order(site: &LinkedSite) -> Vec<&str> {
    walked(site).iter().map(|step| step.id).collect()
}

/// The steps of a module, for a page's own script.
pub(super) fn of_module(site: &LinkedSite, module: &Module) -> Vec<Value> {
    let steps = walked(site).into_iter();
    let own = steps.filter(|step| step.module.id == module.id);
    own.map(|step| {
        let Minutes { min, max } = minutes(site, &step);
        json!({
            "id": step.id,
            "kind": step.kind.name(),
            "title": titled(&step.label, title(site, &step)),
            "url": step.url,
            "labs": step.labs,
            "items": step.items,
            "minutes": [min, max],
        })
    })
    .collect()
}

/// How long a step takes, where something says so.
fn minutes(site: &LinkedSite, step: &Step<'_>) -> Minutes {
    let page = || site.map.at(&step.url).and_then(|stop| stop.page);
    match step.kind {
        StepKind::Lab => lab(site, step.id).map(lab_minutes),
        StepKind::Lesson | StepKind::Page => page().map(|page| site.course.page(page).front.time),
        StepKind::Task => tasks_of(step.module)
            .find(|task| task.id == step.id)
            .map(|task| task.time),
        StepKind::Project => None,
    }
    .unwrap_or_default()
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

/// What passes a lab, part by part: the checks that need no GPU, and what each shows.
pub(super) fn labs(site: &LinkedSite) -> Vec<Value> {
    let one = |lab: &&Lab| {
        let shown = |part: &lab::Part| {
            let skills = part.checks.iter().filter_map(|check| skill(&check.kind));
            json!([part.id, needed(part), skills.collect::<Vec<_>>()])
        };
        let parts = lab.parts.iter().map(shown);
        json!({
            "id": lab.id,
            "title": titled("Lab", &lab.title),
            "url": lab_url(lab.id),
            "requires": lab.requires,
            "parts": parts.collect::<Vec<_>>(),
            "timed": measured(lab).collect::<Vec<_>>(),
        })
    };
    site.labs.iter().map(one).collect()
}

/// Items that a lab decides, by their id: which lab, and which of its checks.
pub(super) fn decided(site: &LinkedSite) -> Value {
    let items = site.course.items().into_iter();
    let rule = |rule: &Rule| match rule {
        Rule::Lab { lab, checks } => Some(match checks {
            Checks::All => json!({ "lab": lab }),
            Checks::Part(part) => json!({ "lab": lab, "part": part }),
            Checks::Named(names) => json!({ "lab": lab, "checks": whole_names(site, lab, names) }),
        }),
        Rule::Measured { lab, check, bound } => Some(match bound {
            Bound::AtMost(most) => json!({ "lab": lab, "measured": check, "most": most }),
            Bound::AtLeast(least) => json!({ "lab": lab, "measured": check, "least": least }),
        }),
        _ => None,
    };
    let leaf = items.filter(|located| located.item.children.is_empty());
    let found: Map<String, Value> = leaf
        .filter_map(|located| Some((located.item.id.clone(), rule(&located.item.rule)?)))
        .collect();
    Value::Object(found)
}

/// Names of checks as `part/check`: one without a part is that check of every part.
fn whole_names(site: &LinkedSite, lab: &str, names: &[String]) -> Vec<String> {
    let of = |name: &String| -> Vec<String> {
        let checks = self::lab(site, lab).into_iter().flat_map(Lab::checks);
        let named = checks.filter(|(_, check)| check.id == name);
        let found: Vec<String> = named
            .map(|(part, check)| format!("{}/{}", part.id, check.id))
            .collect();
        if found.is_empty() {
            vec![name.clone()]
        } else {
            found
        }
    };
    names.iter().flat_map(of).collect()
}
