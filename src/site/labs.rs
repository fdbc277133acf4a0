//! What a lab's page shows: goal, parts with their checks and hints, the starter, how to have it judged.

use lab::{Check, Kind, Lab, Language, Part};
use serde_json::{Value, json};

use super::code::{Show, figure};
use super::codes::code_url;
use super::fill::Filler;
use super::link::{LinkedPage, LinkedSite, lesson_of};
use super::map::lab_url;
use super::render::Whole;

/// The data of a lab's page.
pub(super) fn page(whole: &Whole<'_>, root: &str, at: usize) -> Value {
    let lab = whole.site.labs[at];
    let url = lab_url(lab.id);
    let starter = Show {
        language: language(lab).to_owned(),
        title: format!("labs/{}/{}", lab.id, lab.file),
        numbers: true,
        first: 1,
        ..Show::default()
    };
    let parts: Vec<Value> = lab
        .parts
        .iter()
        .enumerate()
        .map(|(p, _)| self::part(whole, (root, &url), (at, p)))
        .collect();
    json!({
        "id": lab.id,
        "key": format!("lab:{}", lab.id),
        "goal": super::pages::sentence(&lab.goal),
        "time": super::pages::time(crate::course::Minutes { min: lab.minutes, max: lab.minutes }),
        "file": format!("labs/{}/{}", lab.id, lab.file),
        "requires": lab.requires.iter().filter_map(|id| card(whole.site, id)).collect::<Vec<_>>(),
        "parts": parts,
        "checks": lab.checks().count(),
        "language": match lab.language {
            Language::Cuda => "CUDA C++",
            Language::Rust => "Rust",
        },
        "devices": devices(whole),
        "starter": figure(&whole.look.highlighter, &starter, &lab.starter()),
    })
}

/// What a roofline needs of the devices that run CUDA, as JSON: names, GB/s and TFLOPS.
pub(super) fn devices(whole: &Whole<'_>) -> String {
    let devices = whole.site.course.catalog.devices.iter();
    let told = devices
        .filter(|device| !device.cc.is_empty())
        .map(|device| {
            json!({
                "name": device.name,
                "bandwidth": device.bandwidth,
                "fp32": device.fp32,
                "fp16": device.half(),
                "fp64": device.fp64,
                "tensor": device.tensor16(),
            })
        });
    Value::Array(told.collect()).to_string()
}

/// What the highlighter calls the language that the learner writes.
fn language(lab: &Lab) -> &'static str {
    match lab.language {
        Language::Cuda => "cuda",
        Language::Rust => "rust",
    }
}

fn part(whole: &Whole<'_>, (root, url): (&str, &str), (at, p): (usize, usize)) -> Value {
    let lab = whole.site.labs[at];
    let part = &lab.parts[p];
    let texts = &whole.site.lab_texts[at].parts[p];
    let filled = |page: &LinkedPage| text(whole, (root, url), page);
    let language = language(lab);
    let kernels: Vec<String> = part
        .declarations()
        .iter()
        .map(|declaration| {
            whole
                .look
                .highlighter
                .lines(language, declaration)
                .join("\n")
        })
        .collect();
    let facts = whole.look.lab_facts.of(lab, part);
    let checks = part.checks.iter().zip(&facts.allowed);
    let lesson = lesson_of(&whole.site.course, &lab.lesson).map(|(page, anchor)| {
        let anchor = anchor
            .map(|anchor| format!("#{anchor}"))
            .unwrap_or_default();
        json!({ "title": page.title, "url": format!("{}{anchor}", page.url) })
    });
    json!({
        "id": part.id,
        "title": part.title,
        "task": filled(&texts.statement),
        "example": filled(&texts.example),
        "launch": filled(&texts.launch),
        "accesses": filled(&texts.accesses),
        "cases": facts.cases,
        "hidden": part.has_hidden(),
        "kernels": kernels,
        "lesson": lesson,
        "checks": checks.map(|(check, allowed)| self::check((lab, part), check, allowed)).collect::<Vec<_>>(),
        "hints": texts.hints.iter().map(filled).collect::<Vec<_>>(),
    })
}

/// A text of a lab on a page of the site.
fn text(whole: &Whole<'_>, (root, url): (&str, &str), page: &LinkedPage) -> String {
    let filler = Filler {
        whole,
        page,
        url,
        root,
    };
    filler.html(&page.parsed.main)
}

/// What a lab is for, and for each of its parts the title and what to write: as much as stands on paper.
pub(super) fn on_paper(
    whole: &Whole<'_>,
    root: &str,
    at: usize,
) -> (String, Vec<(&'static str, String)>) {
    let lab = whole.site.labs[at];
    let url = lab_url(lab.id);
    let parts = lab.parts.iter().zip(&whole.site.lab_texts[at].parts);
    let parts = parts.map(|(part, texts)| {
        let task = text(whole, (root, &url), &texts.statement);
        (part.title.as_str(), task)
    });
    (super::pages::sentence(&lab.goal), parts.collect())
}

fn check((lab, part): (&Lab, &Part), check: &Check, allowed: &[String]) -> Value {
    json!({
        "id": check.id,
        "full": format!("{}/{}/{}", lab.id, part.id, check.id),
        "title": check.title,
        "allowed": allowed,
        "gpu": check.needs_gpu(),
        "codes": codes_of(&check.kind).iter().map(|code| json!({ "code": code, "url": code_url(code) })).collect::<Vec<_>>(),
    })
}

/// What is said when a check of this kind fails, where it is always one of a few codes.
pub(super) fn codes_of(kind: &Kind) -> &'static [&'static str] {
    match kind {
        Kind::InBounds => &["F0101", "F0102", "F0103", "F0104"],
        Kind::Initialised => &["F0105"],
        Kind::RaceFree => &["F0201", "F0202", "F0203", "F0204", "F0401"],
        Kind::Barriers => &["F0301", "F0302"],
        _ => &[],
    }
}

/// A lab in a list; none when it does not exist.
fn card(site: &LinkedSite, id: &str) -> Option<Value> {
    let lab = site.labs.iter().find(|lab| lab.id == id)?;
    let home = site
        .map
        .lab_home
        .get(id)
        .and_then(|(p, m)| site.course.parts.get(*p)?.modules.get(*m));
    Some(json!({
        "id": lab.id,
        "key": format!("lab:{}", lab.id),
        "title": lab.title,
        "goal": super::pages::sentence(&lab.goal),
        "url": lab_url(lab.id),
        "parts": lab.parts.len(),
        "checks": lab.checks().count(),
        "time": super::pages::time(crate::course::Minutes { min: lab.minutes, max: lab.minutes }),
        "module": home.map(|module| format!("{} {}", module.number, module.title)),
    }))
}

/// Some labs, in the order given.
pub(super) fn cards_of(site: &LinkedSite, ids: &[String]) -> Vec<Value> {
    ids.iter().filter_map(|id| card(site, id)).collect()
}

/// Every lab.
pub(super) fn cards(site: &LinkedSite) -> Vec<Value> {
    site.labs
        .iter()
        .filter_map(|lab| card(site, lab.id))
        .collect()
}

/// Every lab, by the stages that `course.yaml` names; those of no stage come last, under no title.
pub(super) fn stages(site: &LinkedSite) -> Vec<Value> {
    let stages = &site.course.stages;
    let named = stages
        .iter()
        .map(|stage| json!({ "title": stage.title, "labs": cards_of(site, &stage.labs) }));
    let in_none = |id: &str| !stages.iter().any(|s| s.labs.iter().any(|lab| lab == id));
    let rest = site.labs.iter().filter(|lab| in_none(lab.id));
    let rest: Vec<Value> = rest.filter_map(|lab| card(site, lab.id)).collect();
    let others = (!rest.is_empty()).then(|| json!({ "title": "", "labs": rest }));
    named.chain(others).collect()
}

/// The contents of a lab's page.
pub(super) fn toc(site: &LinkedSite, at: usize) -> Vec<Value> {
    let word = |english: &'static str| site.course.interface.word(english);
    let mut toc = vec![json!({ "level": 2, "text": word("Run it"), "anchor": "run" })];
    for part in &site.labs[at].parts {
        toc.push(json!({ "level": 2, "text": part.title, "anchor": format!("part-{}", part.id) }));
    }
    toc.push(json!({ "level": 2, "text": word("What you start from"), "anchor": "starter" }));
    toc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_check_says_has_a_page() {
        let kinds = [
            Kind::InBounds,
            Kind::Initialised,
            Kind::RaceFree,
            Kind::Barriers,
        ];
        for code in kinds.iter().flat_map(codes_of) {
            assert!(simt::explain::find(code).is_some(), "{code}");
        }
    }
}
