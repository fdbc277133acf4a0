//! `course next`: the lesson, lab or task to go on with, what it asks, and how to do it.
//! Which one that is, is `standing`'s to say; without a course's content the labs go in their own order.

use lab::Lab;
use serde_json::json;

use crate::cli::{Format, NextArgs};
use crate::config::Config;
use crate::course::{self, Course, walk};
use crate::exit::{Exit, Failure};
use crate::standing::{self, LabRow, Next, Standing, State};
use crate::store::MarkSource;
use crate::tell::dashboard::titled;
use crate::tell::paint::{Paint, Role};
use crate::tell::typed::command;
use crate::tell::{self, wrap};

/// Runs `course next`.
///
/// # Errors
/// When the store cannot be opened, or what comes next is nothing that is read.
pub fn run(config: &Config, args: NextArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let course = course::load(&config.root).course;
    let mut standing = standing::standing(&course, config, &store)?;
    if args.read {
        let lesson = read(standing.next.as_ref())?;
        store.mark(&lesson, true, MarkSource::Manual)?;
        standing = standing::standing(&course, config, &store)?;
    }
    if args.report.format == Format::Json {
        let lab = standing.next.as_ref().filter(|next| next.kind == "lab");
        tell::json(&json!({
            "format": "course-next", "version": 1,
            "kind": standing.next.as_ref().map(|next| next.kind),
            "id": standing.next.as_ref().map(|next| &next.id),
            "title": standing.next.as_ref().map(|next| &next.title),
            "lab": lab.map(|next| &next.id),
            "part": lab.and_then(|next| part(&standing, &next.id)),
        }));
        return Ok(Exit::Pass);
    }
    tell::out(&told(config, &course, &standing)?);
    Ok(Exit::Pass)
}

/// The id of the lesson that comes next.
fn read(next: Option<&Next>) -> Result<String, Failure> {
    match next {
        Some(next) if ["lesson", "page"].contains(&next.kind) => Ok(next.id.clone()),
        Some(next) => {
            let title = titled(&next.label, &next.title);
            Err(
                Failure::wrong_use(format!("what comes next is no lesson but {title}"))
                    .help("`course next` says what it asks"),
            )
        }
        None => Err(Failure::wrong_use("nothing is left to read")),
    }
}

/// The first part of a lab that is not done.
fn part<'s>(standing: &'s Standing, lab: &str) -> Option<&'s String> {
    let is_open = |part: &&standing::Row| part.state != State::Done;
    let parts = |row: &'s LabRow| row.parts.iter().find(is_open);
    standing.lab(lab).and_then(parts).map(|part| &part.id)
}

fn told(config: &Config, course: &Course, standing: &Standing) -> Result<String, Failure> {
    let Some(next) = &standing.next else {
        return Ok(all_done(config, course, standing));
    };
    let paint = Paint::stdout(config.colour);
    if next.kind == "lab" {
        let part = part(standing, &next.id);
        return Ok(of_lab(config, config.labs.find(&next.id)?, part, paint));
    }
    let title = paint.on(Role::Strong, &titled(&next.label, &next.title));
    let mut text = format!("{title}\n");
    let path = next.url.split('#').next().unwrap_or_default();
    let page = course.pages.iter().find(|page| page.url == path);
    let task = course.modules().flat_map(|(_, module)| &module.tiers);
    let task = task
        .flat_map(|tier| &tier.tasks)
        .find(|task| task.id == next.id);
    let says = task
        .map(|task| &task.win)
        .or(page.map(|page| &page.front.goal));
    if let Some(says) = says.filter(|says| !says.is_empty()) {
        text.push_str(&format!("  {}\n", wrap(says, 2)));
    }
    let file = page.or(task.map(|task| course.page(task.page)));
    if let Some(file) = file {
        let shown = config.shown(&config.root.join(&file.path));
        let start = paint.on(Role::Note, &command("start"));
        text.push_str(&format!("  {shown}, or in the browser with {start}\n"));
    }
    if ["lesson", "page"].contains(&next.kind) {
        let typed = paint.on(Role::Note, &command("next --read"));
        text.push_str(&format!("  once you have read it: {typed}\n"));
    }
    Ok(text)
}

/// When nothing is left: what that was, and the page that says what comes after, if the course has one.
fn all_done(config: &Config, course: &Course, standing: &Standing) -> String {
    let mut text = match standing.steps.is_empty() {
        true => "every lab is done\n".to_owned(),
        false => "everything is done: every lesson is read, every lab passed, every task met\n"
            .to_owned(),
    };
    if let Some(page) = course.pages.iter().find(|page| page.url == walk::FINISH) {
        let file = config.shown(&config.root.join(&page.path));
        text.push_str(&format!("  {}: {file}\n", page.title));
    }
    text
}

fn of_lab(config: &Config, lab: &Lab, part: Option<&String>, paint: Paint) -> String {
    let mut text = format!("{}: {}\n", paint.on(Role::Strong, lab.id), lab.title);
    if !lab.goal.is_empty() {
        text.push_str(&format!("  {}\n", wrap(&lab.goal, 2)));
    }
    if let Some(at) = part.and_then(|id| lab.parts.iter().position(|part| part.id == id)) {
        let part = &lab.parts[at];
        // All of it, with its tables and examples, is for `show`.
        let first = part.statement.text.split("\n\n").next().unwrap_or_default();
        let head = match at {
            0 => "first part".to_owned(),
            at => format!("next part ({} of {})", at + 1, lab.parts.len()),
        };
        let task = wrap(
            &format!(
                "{head}, {}, {}: {}",
                part.id,
                part.title,
                tell::unlinked(first)
            ),
            2,
        );
        text.push_str(&format!("  {task}\n"));
        let show = paint.on(
            Role::Note,
            &command(&format!("show {} {}", lab.id, part.id)),
        );
        text.push_str(&format!("  all that it asks: {show}\n"));
    }
    let file = config.shown(&config.kernel(lab.id, &lab.file));
    let typed = paint.on(Role::Note, &command(&format!("watch {}", lab.id)));
    text.push_str(&format!("  edit {file}, then {typed}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn at_the_end_the_course_s_last_page_is_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = dir.path().join("content").join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("written");
        };
        write("course.yaml", "title: A course\nparts: []\n");
        let config = Config::at(dir.path());
        let store = Store::open(&config.progress_db()).expect("a store");
        let said = || {
            let course = course::load(&config.root).course;
            let standing = standing::standing(&course, &config, &store).expect("a standing");
            told(&config, &course, &standing).expect("told")
        };
        assert_eq!(said(), "every lab is done\n");
        let page = "---\nid: page.finish\nkind: extra\ntitle: The end\n---\n\nText.\n";
        write("finish.md", page);
        assert_eq!(said(), "every lab is done\n  The end: content/finish.md\n");
    }
}
