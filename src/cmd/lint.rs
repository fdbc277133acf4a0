//! `course lint`: faults of style and fact, with those that a build finds, all at once.
//! Nothing comes in but the course; what is found goes to a person or a program, and the exit status says whether there is any.

use serde_json::json;

use crate::cli::{Format, LintArgs};
use crate::config::Config;
use crate::course::{self, Problem, lint};
use crate::exit::{Exit, Failure};
use crate::tell;

/// Runs `course lint`.
///
/// # Errors
/// When addresses outside the site are to be asked for and cannot be; what is wrong with the course is its report.
pub fn run(config: &Config, args: LintArgs) -> Result<Exit, Failure> {
    let loaded = course::load_all(&config.root, None, true);
    let mut found = loaded.problems;
    // What loading has said already is not said again in other words.
    let said: Vec<_> = found
        .iter()
        .map(|p| (p.path.clone(), p.line, p.message.clone()))
        .collect();
    let written = crate::site::faults_of_pages(&config.root, &loaded.course);
    found.extend(
        lint::all(&loaded.course)
            .into_iter()
            .chain(written)
            .filter(|p| !said.contains(&(p.path.clone(), p.line, p.message.clone()))),
    );
    let labs = config
        .labs
        .all()
        .iter()
        .map(|lab| (lab.id, lab.title.as_str()));
    found.extend(lint::promises::lab_titles(&loaded.course, labs));
    found.extend(crate::site::wide::code(&config.root, &loaded.course));
    if args.external {
        let links = lint::external::links(&loaded.course);
        found.extend(super::external::dead(links).map_err(|why| {
            Failure::wrong_use(why).help("install curl, or leave `--external` out")
        })?);
    }
    found.sort();
    let errors = found.iter().filter(|problem| problem.is_error()).count();
    match args.report.format {
        Format::Json => tell::json(&json!({ "problems": Problem::list(&found) })),
        Format::Human => {
            super::build::problems(config, &found);
            let pages = loaded.course.pages.len();
            tell::out(&match found.len() {
                0 => format!("{pages} pages, nothing found\n"),
                1 => format!("{pages} pages, 1 fault\n"),
                many => format!("{pages} pages, {many} faults\n"),
            });
        }
    }
    Ok(match (errors, found.len()) {
        (0, 0) => Exit::Pass,
        (0, _) => Exit::ChecksFailed,
        _ => Exit::CourseBroken,
    })
}
