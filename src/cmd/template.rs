//! `course template`: the course's forms to be filled in, and what is still open in the learner's copies.
//!
//! Without a name it lists the forms and how far each copy is; with one it writes the copy, and never over a file that is there.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{Format, TemplateArgs};
use crate::config::Config;
use crate::course::template::{Blank, Filled, blanks, filled, is_inside};
use crate::course::{self, Course, Page};
use crate::exit::{Exit, Failure};
use crate::runner::write_whole;
use crate::tell;

/// Runs `course template`.
///
/// # Errors
/// When there is no such template, its file is there already, or it cannot be written.
pub fn run(config: &Config, args: TemplateArgs) -> Result<Exit, Failure> {
    let course = course::load(&config.root).course;
    match &args.name {
        None => list(config, &course, args.report.format),
        Some(name) => write(config, find(&course, name)?, args.file.as_deref()),
    }
    .map(|()| Exit::Pass)
}

fn list(config: &Config, course: &Course, format: Format) -> Result<(), Failure> {
    let rows: Vec<(&Page, Filled)> = course
        .templates()
        .map(|page| (page, filled(&config.root, &page.front.file)))
        .collect();
    if format == Format::Json {
        let all: Vec<Value> = rows.iter().map(|(page, state)| row(page, state)).collect();
        tell::json(&json!({"format": "course-templates", "version": 1, "templates": all}));
        return Ok(());
    }
    if rows.is_empty() {
        tell::out("this course has no templates\n");
    }
    for (page, state) in rows {
        let name = page.name();
        let file = &page.front.file;
        let state = match &state {
            _ if file.is_empty() => String::new(),
            Filled::NotBegun => {
                format!(
                    "{file}: {}; `course template {name}` writes it",
                    state.words()
                )
            }
            Filled::Open(open) => {
                let lines: Vec<String> = open.iter().map(|one| told(file, one)).collect();
                format!("{file}: {}\n{}", state.words(), lines.concat())
            }
        };
        tell::out(&format!("{name:<14}{}\n", page.title));
        for line in state.lines() {
            tell::out(&format!("{:<14}{line}\n", ""));
        }
    }
    Ok(())
}

/// A blank of a file, as a line of a list.
pub fn told(file: &str, blank: &Blank) -> String {
    format!("{file}:{}: [[{}]]\n", blank.line, blank.text)
}

fn row(page: &Page, state: &Filled) -> Value {
    let open = match state {
        Filled::NotBegun => Value::Null,
        Filled::Open(open) => open
            .iter()
            .map(|blank| json!({"line": blank.line, "text": blank.text}))
            .collect(),
    };
    json!({
        "name": page.name(),
        "title": page.title,
        "file": page.front.file,
        "blanks": blanks(page.form()).len(),
        "open": open,
    })
}

fn find<'c>(course: &'c Course, name: &str) -> Result<&'c Page, Failure> {
    let found = course
        .templates()
        .find(|page| page.name() == name || page.id == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = course.templates().map(Page::name).collect();
        let failure = Failure::wrong_use(format!("no template `{name}` in the course"));
        match course::meant(name, &known) {
            Some(help) => failure.help(help),
            None => failure,
        }
    })
}

fn write(config: &Config, page: &Page, file: Option<&Path>) -> Result<(), Failure> {
    let name = page.name();
    let path = match file {
        Some(file) => std::env::current_dir().map_or(file.to_path_buf(), |here| here.join(file)),
        None if is_inside(&page.front.file) => config.root.join(&page.front.file),
        None => {
            return Err(
                Failure::wrong_use(format!("the template `{name}` names no file"))
                    .help(format!("name one: `course template {name} FILE`")),
            );
        }
    };
    let shown = config.shown(&path);
    if path.exists() {
        return Err(Failure::wrong_use(format!("`{shown}` is there already"))
            .help("nothing was written; `course template` says what is still open in it"));
    }
    write_whole(&path, page.form())?;
    let count = blanks(page.form()).len();
    tell::out(&format!(
        "`{shown}` has {count} blanks to fill in; each stands between `[[` and `]]`\n"
    ));
    Ok(())
}
