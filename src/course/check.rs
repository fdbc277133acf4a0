//! What holds over the whole course: ids and addresses are unique, everything named exists, prerequisites have an order.
//!
//! Links and listings are checked where they are resolved, by the site; this is about ids, labs and the graph.

use std::collections::{BTreeMap, BTreeSet};

use super::build::Built;
use super::item::{Checks, Rule};
use super::load::KnownLabs;
use super::model::Course;
use super::page::PageKind;
use super::plan::Plan;
use super::problem::{Problem, meant};
use super::template;

/// Adds every problem of the course as a whole.
pub(crate) fn all(
    built: &Built,
    plan: &Plan,
    labs: Option<&KnownLabs>,
    problems: &mut Vec<Problem>,
) {
    let ids = unique_ids(built, plan, problems);
    addresses(built, problems);
    requirements(built, &ids, problems);
    let known: Vec<&str> = ids.keys().map(String::as_str).collect();
    let in_course = built.course.labs();
    let is_lab = |id: &str| {
        id.strip_prefix("lab.")
            .is_some_and(|lab| in_course.contains(&lab))
    };
    for (id, line, column) in plan
        .references
        .iter()
        .filter(|(id, _, _)| !ids.contains_key(id) && !is_lab(id))
    {
        let mut problem = plan.problem((*line, *column), format!("no `{id}` in the course"));
        problem.help = super::problem::nearest(id, known.iter().copied())
            .map(|n| format!("did you mean `{n}`?"));
        problems.push(problem);
    }
    for place in built
        .course
        .catalog
        .references
        .iter()
        .filter(|place| !ids.contains_key(&place.id))
    {
        let message = format!("no `{}` in the course", place.id);
        let mut problem = Problem::error(place.path, message).at(place.at.0, place.at.1);
        let near = super::problem::nearest(&place.id, known.iter().copied());
        problem.help = near.map(|near| format!("did you mean `{near}`?"));
        problems.push(problem);
    }
    rules(built, labs, problems);
    templates(built, problems);
    if let Some(labs) = labs {
        front_labs(built, labs, problems);
    }
}

/// Where an id was first used.
type Ids = BTreeMap<String, Claim>;

/// A thing that carries an id: what a problem about it needs, worked out only when there is one.
#[derive(Clone, Copy)]
enum Claim {
    /// A part, by its place in the plan.
    Part(usize),
    /// A page.
    Page(usize),
    /// A byte of a page.
    At(usize, usize),
    /// A row of the catalogue.
    Row(usize),
}

impl Claim {
    fn problem(self, built: &Built, plan: &Plan, message: String) -> Problem {
        match self {
            Claim::Part(at) => plan.problem(plan.parts[at].place, message),
            Claim::Page(at) => {
                let source = &built.sources[at];
                source.problem_at(source.place("id", 0), message)
            }
            Claim::At(page, at) => built.sources[page].problem(at, message),
            Claim::Row(at) => {
                let place = &built.course.catalog.ids[at];
                Problem::error(place.path, message).at(place.at.0, place.at.1)
            }
        }
    }
}

fn unique_ids(built: &Built, plan: &Plan, problems: &mut Vec<Problem>) -> Ids {
    let mut ids = Ids::new();
    let mut claim = |id: &str, claim: Claim| {
        if id.is_empty() {
            return;
        }
        match ids.get(id) {
            Some(first) => {
                let first = first.problem(built, plan, String::new());
                let path = first.path.display().to_string().replace('\\', "/");
                let message = format!("the id `{id}` is taken by {path}:{}", first.line);
                problems.push(claim.problem(built, plan, message));
            }
            None => drop(ids.insert(id.to_owned(), claim)),
        }
    };
    for (at, part) in plan.parts.iter().enumerate() {
        claim(&part.id, Claim::Part(at));
    }
    for (at, source) in built.sources.iter().enumerate() {
        // A part's page may carry its part's id: they are one thing.
        let is_part = source
            .part
            .is_some_and(|p| source.module.is_none() && plan.parts[p].id == source.front.id);
        if !is_part {
            claim(&source.front.id, Claim::Page(at));
        }
    }
    for (_, module) in built.course.modules() {
        for task in module.tiers.iter().flat_map(|t| &t.tasks) {
            claim(&task.id, Claim::At(task.page.0, task.range.start));
        }
    }
    for (at, place) in built.course.catalog.ids.iter().enumerate() {
        claim(&place.id, Claim::Row(at));
    }
    for draft in &built.drafts {
        claim(&draft.id, Claim::At(draft.page.0, draft.marker));
    }
    ids
}

fn addresses(built: &Built, problems: &mut Vec<Problem>) {
    let mut taken: BTreeMap<String, &std::path::Path> = BTreeMap::new();
    for source in &built.sources {
        // Lower case, since many file systems hold only one of two names that differ in case.
        match taken.get(&source.url.to_lowercase()) {
            Some(first) => {
                let first = first.display().to_string().replace('\\', "/");
                let message = format!("the address `/{}` is that of {first}", source.url);
                let help = "rename the file, or give it a `slug`";
                problems.push(
                    source
                        .problem_at(source.place("slug", 0), message)
                        .help(help),
                );
            }
            None => {
                taken.insert(source.url.to_lowercase(), &source.path);
            }
        }
    }
}

/// Everything required exists, and nothing requires itself, however long the way round.
fn requirements(built: &Built, ids: &Ids, problems: &mut Vec<Problem>) {
    let labs: BTreeSet<&str> = built.course.labs().into_iter().collect();
    let mut graph: BTreeMap<&str, Vec<(&str, usize, usize)>> = BTreeMap::new();
    for (at, source) in built.sources.iter().enumerate() {
        for (n, id) in source.front.requires.iter().enumerate() {
            let is_lab = id
                .strip_prefix("lab:")
                .is_some_and(|lab| labs.contains(lab));
            if ids.contains_key(id) {
                graph.entry(&source.front.id).or_default().push((id, at, n));
            } else if !is_lab {
                let mut problem = source.problem_at(
                    source.place("requires", n),
                    format!("no `{id}` in the course"),
                );
                let known = ids.keys().map(String::as_str);
                problem.help = super::problem::nearest(id, known)
                    .map(|near| format!("did you mean `{near}`?"));
                problems.push(problem);
            }
        }
    }
    let mut done = BTreeSet::new();
    for &start in graph.keys() {
        for way in cycles(&graph, start, &mut done) {
            let (_, at, n) = graph[way[0]]
                .iter()
                .find(|(id, _, _)| *id == way[1])
                .copied()
                .unwrap_or(("", 0, 0));
            let source = &built.sources[at];
            let shown: Vec<String> = way.iter().map(|id| format!("`{id}`")).collect();
            let message = format!("requirements go in a circle: {}", shown.join(" → "));
            problems.push(source.problem_at(source.place("requires", n), message));
        }
    }
}

/// Circles met from `start` over ids not yet done, each as the way round with its first id again at the end.
fn cycles<'g>(
    graph: &BTreeMap<&'g str, Vec<(&'g str, usize, usize)>>,
    start: &'g str,
    done: &mut BTreeSet<&'g str>,
) -> Vec<Vec<&'g str>> {
    // Depth first with a stack of our own: the id, and how many of its requirements were looked at.
    let mut way: Vec<(&str, usize)> = vec![(start, 0)];
    let mut found = Vec::new();
    while let Some((id, next)) = way.last().copied() {
        let step = if done.contains(id) {
            None
        } else {
            graph.get(id).and_then(|to| to.get(next))
        };
        let Some((to, _, _)) = step else {
            done.insert(id);
            way.pop();
            continue;
        };
        if let Some(top) = way.last_mut() {
            top.1 += 1;
        }
        match way.iter().position(|(on, _)| on == to) {
            Some(at) => {
                let mut round: Vec<&str> = way[at..].iter().map(|(id, _)| *id).collect();
                round.push(to);
                found.push(round);
            }
            None => way.push((to, 0)),
        }
    }
    found
}

/// Templates can be copied and filled in, and only they say where to.
fn templates(built: &Built, problems: &mut Vec<Problem>) {
    for (source, page) in built.sources.iter().zip(&built.course.pages) {
        let file = &page.front.file;
        let mut wrong = |at: (u32, u32), message: String, help: &str| {
            problems.push(source.problem_at(at, message).help(help));
        };
        let place = source.place("file", 0);
        if page.kind != PageKind::Template {
            if !file.is_empty() {
                let help = "leave it out; a page of `content/templates` says what it becomes";
                wrong(
                    place,
                    "`file` on a page that is no template".to_owned(),
                    help,
                );
            }
            continue;
        }
        if !file.is_empty() && !template::is_inside(file) {
            let message = format!("`{file}` is no file below the course's root");
            wrong(place, message, "write it as `notes/report.md`");
        }
        if template::blanks(page.form()).is_empty() {
            let message = "a template without anything to fill in".to_owned();
            wrong(
                (1, 1),
                message,
                "write `[[what belongs here]]`, outside of code",
            );
        }
        if page.name() == template::LOG_ENTRY {
            for field in template::lacking(page.form()) {
                let message = format!("the form of the log has no field `{field}`");
                wrong(
                    (1, 1),
                    message,
                    &format!("write `## {field}`, and below it `[[what belongs here]]`"),
                );
            }
        }
    }
}

/// Rules name labs, checks and questions that exist.
fn rules(built: &Built, labs: Option<&KnownLabs>, problems: &mut Vec<Problem>) {
    let course: &Course = &built.course;
    let questions: BTreeSet<&str> = course
        .modules()
        .flat_map(|(_, m)| &m.questions)
        .map(|q| q.item.id.as_str())
        .collect();
    let places: BTreeMap<_, _> = built
        .drafts
        .iter()
        .map(|d| ((d.page, d.marker), &d.places))
        .collect();
    for located in course.items() {
        let item = located.item;
        let source = &built.sources[item.page.0];
        let at = |key: &str| {
            let keys = places.get(&(item.page, item.marker));
            keys.and_then(|k| k.iter().find(|(name, _)| name == key))
                .map_or(item.marker, |(_, at)| *at)
        };
        match &item.rule {
            Rule::Lab { lab, checks } => {
                let Some(labs) = labs else { continue };
                if let Some(mut problem) =
                    unknown_lab(lab, labs, |message| source.problem(at("lab"), message))
                {
                    problem.excerpt = source.problem(at("lab"), "").excerpt;
                    problems.push(problem);
                    continue;
                }
                for (key, message, help) in unknown_checks(lab, checks, &labs[lab].checks) {
                    let mut problem = source.problem(at(key), message);
                    problem.help = help;
                    problems.push(problem);
                }
            }
            Rule::Measured { lab, check, .. } => {
                let Some(labs) = labs else { continue };
                let problem = |message| source.problem(at("measured"), message);
                problems.extend(unknown_count(lab, check, labs, problem));
            }
            Rule::Answer { question } if !questions.contains(question.as_str()) => {
                let mut problem = source.problem(
                    at("answer"),
                    format!("no question `{question}` in the course"),
                );
                let near = super::problem::nearest(question, questions.iter().copied());
                problem.help = near.map(|near| format!("did you mean `{near}`?"));
                problems.push(problem);
            }
            _ => {}
        }
    }
}

fn unknown_lab(
    lab: &str,
    labs: &KnownLabs,
    problem: impl Fn(String) -> Problem,
) -> Option<Problem> {
    if labs.contains_key(lab) {
        return None;
    }
    let known: Vec<&str> = labs.keys().map(String::as_str).collect();
    let mut problem = problem(format!("no lab `{lab}`"));
    problem.help = meant(lab, &known);
    Some(problem)
}

/// A measurement that no attempt on just any machine could ever give.
fn unknown_count(
    lab: &str,
    check: &str,
    labs: &KnownLabs,
    problem: impl Fn(String) -> Problem,
) -> Option<Problem> {
    let Some(known) = labs.get(lab) else {
        return unknown_lab(lab, labs, problem);
    };
    if known.counted.iter().any(|name| name == check) {
        return None;
    }
    let counted: Vec<&str> = known.counted.iter().map(String::as_str).collect();
    let mut problem = problem(match known.checks.iter().any(|name| name == check) {
        true => format!("the check `{check}` of lab `{lab}` counts nothing"),
        false => format!("lab `{lab}` has no check `{check}`"),
    });
    problem.help = meant(check, &counted);
    Some(problem)
}

/// Parts and checks that a lab does not have: the key, the message, the help.
fn unknown_checks(
    lab: &str,
    asked: &Checks,
    has: &[String],
) -> Vec<(&'static str, String, Option<String>)> {
    let split = |id: &'_ str| {
        id.split_once('/')
            .map(|(part, check)| (part.to_owned(), check.to_owned()))
    };
    match asked {
        Checks::All => Vec::new(),
        Checks::Part(part) => {
            let parts: BTreeSet<String> = has
                .iter()
                .filter_map(|id| split(id))
                .map(|(part, _)| part)
                .collect();
            let known: Vec<&str> = parts.iter().map(String::as_str).collect();
            match parts.contains(part) {
                true => Vec::new(),
                false => vec![(
                    "part",
                    format!("lab `{lab}` has no part `{part}`"),
                    meant(part, &known),
                )],
            }
        }
        Checks::Named(names) => {
            let bare = has
                .iter()
                .filter_map(|id| id.split_once('/').map(|(_, check)| check));
            let mut known: Vec<&str> = has.iter().map(String::as_str).chain(bare).collect();
            known.dedup();
            let is_known = |name: &str| {
                has.iter()
                    .any(|id| id == name || split(id).is_some_and(|(_, check)| check == name))
            };
            let unknown = names.iter().filter(|name| !is_known(name));
            unknown
                .map(|name| {
                    (
                        "check",
                        format!("lab `{lab}` has no check `{name}`"),
                        meant(name, &known),
                    )
                })
                .collect()
        }
    }
}

fn front_labs(built: &Built, labs: &KnownLabs, problems: &mut Vec<Problem>) {
    for source in &built.sources {
        for (n, lab) in source.front.labs.iter().enumerate() {
            problems.extend(unknown_lab(lab, labs, |message| {
                source.problem_at(source.place("labs", n), message)
            }));
        }
    }
}
