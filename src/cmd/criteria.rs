//! `course check TASK`: which criteria of a task or a project are met, and what is lacking where a file or a lab decides.
//!
//! In: a name that is no lab's. Out: its criteria in order, each with who decides it. The rule: nothing is recorded, since files and
//! labs are looked at anew whenever progress is; a criterion that the learner ticks is told, and never fails the command.

use serde_json::json;

use crate::cli::Format;
use crate::config::Config;
use crate::course::{self, Course, Item, Located, PageId, Rule, artifact};
use crate::exit::{Exit, Failure};
use crate::standing;
use crate::tell::paint::{Paint, Role};
use crate::tell::typed::command;
use crate::tell::{self, wrap};

/// What a name stands for: a title, and which items are its.
struct Asked<'c> {
    title: &'c str,
    page: PageId,
    task: Option<&'c str>,
}

/// A criterion, and what is lacking.
struct Criterion<'c> {
    item: &'c Item,
    on: bool,
    /// Why it is not met, where something else than the learner decides.
    lacks: Option<String>,
}

/// Tells the criteria of the task or page of this name; `unknown` is the failure when there is none.
///
/// # Errors
/// When nothing has the name, or the store cannot be read.
pub fn run(config: &Config, name: &str, format: Format, unknown: Failure) -> Result<Exit, Failure> {
    let course = course::load(&config.root).course;
    let Some(asked) = asked(&course, name) else {
        return Err(unknown);
    };
    let store = super::open_store(config)?;
    let done = standing::standing(&course, config, &store)?.done;
    let items = course.items();
    let own = |located: &&Located<'_>| match asked.task {
        Some(task) => located.task.is_some_and(|of| of.id == task),
        None => located.item.page == asked.page,
    };
    let leaves = items.iter().filter(own).map(|located| located.item);
    let criteria: Vec<Criterion<'_>> = leaves
        .filter(|item| item.children.is_empty())
        .map(|item| {
            let on = done.contains(&item.id);
            let lacks = lacking(config, item).filter(|_| !on);
            Criterion { item, on, lacks }
        })
        .collect();
    let open = criteria.iter().any(|one| one.lacks.is_some());
    match format {
        Format::Json => tell::json(&as_json(&asked, &criteria)),
        Format::Human => {
            let file = config.shown(&config.root.join(&course.page(asked.page).path));
            let paint = Paint::stdout(config.colour);
            tell::out(&told(paint, (asked.title, &file), &criteria));
        }
    }
    Ok(if open { Exit::ChecksFailed } else { Exit::Pass })
}

/// The task of this number, slug or id; else the page of this id, with its kind or without, that has something to tick.
fn asked<'c>(course: &'c Course, name: &str) -> Option<Asked<'c>> {
    let tiers = course.modules().flat_map(|(_, module)| &module.tiers);
    let mut tasks = tiers.flat_map(|tier| &tier.tasks);
    let task = tasks.find(|task| {
        [&task.id, &task.number, &task.slug]
            .iter()
            .any(|id| *id == name)
    });
    if let Some(task) = task {
        return Some(Asked {
            title: &task.title,
            page: task.page,
            task: Some(&task.id),
        });
    }
    let mut pages = course.pages.iter().enumerate();
    let bare = |id: &str| id.split_once('.').map_or("", |(_, bare)| bare).to_owned();
    let (at, page) = pages.find(|(at, page)| {
        let is_it = page.id == name || bare(&page.id) == name;
        is_it && course.items().iter().any(|of| of.item.page == PageId(*at))
    })?;
    Some(Asked {
        title: &page.title,
        page: PageId(at),
        task: None,
    })
}

/// What an item lacks that the learner does not tick.
fn lacking(config: &Config, item: &Item) -> Option<String> {
    match &item.rule {
        Rule::Manual | Rule::Answer { .. } => None,
        Rule::Lab { lab, .. } => Some(format!("`{}` decides it", command(&format!("check {lab}")))),
        Rule::Measured { lab, check, bound } => Some(format!(
            "`{check}` {bound}: `{}` decides it",
            command(&format!("check {lab}"))
        )),
        Rule::Artifact { .. } => artifact::lacks(&config.root, &item.rule),
    }
}

fn by(item: &Item) -> &'static str {
    match item.rule {
        Rule::Manual | Rule::Answer { .. } => "you",
        Rule::Lab { .. } | Rule::Measured { .. } => "lab",
        Rule::Artifact { .. } => "file",
    }
}

fn told(paint: Paint, (title, file): (&str, &str), criteria: &[Criterion<'_>]) -> String {
    let mut out = format!(
        "{} {}\n",
        paint.on(Role::Strong, title),
        paint.on(Role::Dim, file)
    );
    for one in criteria {
        let (word, role) = match (one.on, by(one.item)) {
            (true, "you") => ("ticked", Role::Good),
            (true, _) => ("met", Role::Good),
            (false, "you") => ("yours", Role::Dim),
            (false, _) => ("open", Role::Bad),
        };
        let text = wrap(&one.item.text, 10);
        out.push_str(&format!(
            "  {}{text}\n",
            paint.on(role, &format!("{word:<8}"))
        ));
        if let Some(lacks) = &one.lacks {
            out.push_str(&format!(
                "          {}\n",
                paint.on(Role::Note, &wrap(lacks, 10))
            ));
        }
    }
    let decided = criteria.iter().filter(|one| by(one.item) != "you");
    let (met, of) = decided.fold((0, 0), |(met, of), one| (met + usize::from(one.on), of + 1));
    let ticked = criteria.iter().filter(|one| by(one.item) == "you");
    let (yours, ticks) = ticked.fold((0, 0), |(on, of), one| (on + usize::from(one.on), of + 1));
    out.push_str(&match (of, ticks) {
        (0, _) => format!("\n{yours} of {ticks} ticked; no file and no lab decides any of them\n"),
        (_, 0) => format!("\n{met} of {of} met\n"),
        _ => format!("\n{met} of {of} met; {yours} of {ticks} that you tick yourself\n"),
    });
    out
}

fn as_json(asked: &Asked<'_>, criteria: &[Criterion<'_>]) -> serde_json::Value {
    let all: Vec<_> = criteria
        .iter()
        .map(|one| {
            json!({
                "id": one.item.id, "text": one.item.text, "by": by(one.item),
                "met": one.on, "lacks": one.lacks,
            })
        })
        .collect();
    json!({"format": "course-criteria", "version": 1, "title": asked.title, "criteria": all})
}
