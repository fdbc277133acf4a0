//! A class as its instructor sees it: records of `grade`, or learners' progress files, come in; marks, tables, files for other systems
//! and one page come out.
//!
//! Records are read into one [`model`] ([`read`]), `grading:` of the course turns it into [`marks`], and each format is a function of
//! both: a table ([`table`]), Canvas' gradebook ([`canvas`]), JUnit ([`junit`]), Gradescope ([`gradescope`]), Classroom 50
//! ([`classroom50`]), JSON ([`document`]), and the page ([`page`]), which also shows who is too [`alike`] and, from progress files
//! ([`progress`]), who is where. The rules: nothing here judges; the same records give the same bytes; and learners' words are
//! never anything but words, in a cell, in XML, in a page.

pub mod alike;
pub mod autograder;
pub mod canvas;
pub mod classroom50;
pub mod csv;
pub mod document;
pub mod gradescope;
pub mod junit;
pub mod marks;
pub mod model;
pub mod page;
pub mod progress;
pub mod read;
pub mod table;

use std::path::Path;

use crate::config::Config;
use crate::course::Problem;
use crate::course::grading::Grading;
use crate::exit::Failure;
use crate::grade::record::GradeRecord;
use crate::labs::nearest;
use crate::runner::write_whole;

/// A class with its rules and its marks.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The class.
    pub class: model::Class,
    /// What `grading:` says.
    pub grading: Grading,
    /// Learners by labs, as the class has them.
    pub marks: Vec<Vec<marks::LabMark>>,
}

impl Marked {
    /// The marks of these records by the course's rules.
    ///
    /// # Errors
    /// When `content/course.yaml` says something of marks that cannot be.
    pub fn of(config: &Config, records: Vec<GradeRecord>) -> Result<Marked, Failure> {
        let (title, grading) = rules(config)?;
        let class = read::class(&title, config.labs, &grading, records);
        let marks = marks::marks(&class, &grading);
        Ok(Marked {
            class,
            grading,
            marks,
        })
    }

    /// The page.
    ///
    /// # Errors
    /// When the template does not fit, which is our bug.
    pub fn html(&self) -> Result<String, Failure> {
        page::html(&page::Shown {
            class: &self.class,
            grading: &self.grading,
            marks: &self.marks,
            modules: None,
        })
    }
}

/// Everything that is one file, into a folder: `class.csv`, `class.json`, `class.html`, `canvas.csv`, `junit.xml`. Their names come back.
///
/// # Errors
/// When the course's rules cannot be, or a file cannot be written.
pub fn write_all(
    config: &Config,
    records: Vec<GradeRecord>,
    out: &Path,
) -> Result<Vec<&'static str>, Failure> {
    let marked = Marked::of(config, records)?;
    let Marked {
        class,
        grading,
        marks,
    } = &marked;
    let document = format!("{}\n", document::json(class, grading, marks));
    let files = [
        ("class.csv", table::csv(class, marks)),
        ("class.json", document),
        ("class.html", marked.html()?),
        ("canvas.csv", canvas::csv(class, marks, None).0),
        ("junit.xml", junit::xml(class, marks)),
    ];
    for (name, text) in &files {
        write_whole(&out.join(name), text)?;
    }
    Ok(files.map(|(name, _)| name).to_vec())
}

/// The course's title and what it says of marks; a lab that it names and that does not exist is a mistake.
///
/// # Errors
/// When the plan has faults: the first, and how many there are.
pub fn rules(config: &Config) -> Result<(String, Grading), Failure> {
    let (title, grading) =
        crate::course::grading(&config.root).map_err(|problems| faults(&problems))?;
    let labs = config.labs.all();
    for (id, rules) in &grading.labs {
        let Some(lab) = labs.iter().find(|lab| lab.id == id) else {
            // A course whose labs are not linked here: records tell what there is.
            if labs.is_empty() {
                continue;
            }
            let names = labs.iter().map(|lab| lab.id);
            return Err(unknown(
                rules.place,
                &format!("no lab is called `{id}`"),
                nearest(id, names),
            ));
        };
        let parts: Vec<&str> = lab.parts.iter().map(|part| part.id).collect();
        let known = |part: &&String| parts.contains(&part.as_str());
        if let Some(part) = rules.parts.keys().find(|part| !known(part)) {
            let near = nearest(part, parts.iter().copied());
            return Err(unknown(
                rules.place,
                &format!("`{id}` has no part `{part}`"),
                near,
            ));
        }
        let checks: Vec<String> = lab
            .checks()
            .map(|(part, check)| format!("{}/{}", part.id, check.id))
            .collect();
        // A part may have hidden cases, which are a check of `grade` alone.
        let hidden = |name: &str| {
            name.strip_suffix("/hidden")
                .is_some_and(|part| parts.contains(&part))
        };
        let known = |check: &String| checks.contains(check) || hidden(check);
        if let Some(check) = rules.checks.keys().find(|check| !known(check)) {
            let near = nearest(check, checks.iter().map(String::as_str));
            return Err(unknown(
                rules.place,
                &format!("`{id}` has no check `{check}`"),
                near,
            ));
        }
    }
    Ok((title, grading))
}

fn faults(problems: &[Problem]) -> Failure {
    let Some(first) = problems.first() else {
        return Failure::bug("a plan without faults was refused");
    };
    let (path, more) = (first.path.display(), problems.len() - 1);
    let more = match more {
        0 => String::new(),
        more => format!(" ({more} more: `course lint` lists them)"),
    };
    let failure = Failure::broken(format!("{path}:{}: {}{more}", first.line, first.message));
    match &first.help {
        Some(help) => failure.help(help.clone()),
        None => failure,
    }
}

fn unknown((line, _): (u32, u32), what: &str, near: Option<&str>) -> Failure {
    let failure = Failure::broken(format!("content/course.yaml:{line}: `grading`: {what}"));
    match near {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure,
    }
}

#[cfg(test)]
mod tests;
