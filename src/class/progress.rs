//! A class by its progress files: a folder of exports (`course progress export`) and the course come in, the same class comes out that
//! records make, and how far everybody is in the course's modules.
//!
//! A learner is a file, named after it: `ada.json`, or the folder of a file that is called `progress.json`. A store only ever grows, so a
//! file all of whose rows are in another one is an older export of the same learner: the newest counts, and it is told. What is no export
//! is told and left out. Nothing is written but the page.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use rayon::prelude::*;

use super::model::{Checked, Class, Ended, LabShape, Pupil, Submission};
use super::read::{add, cut, known, time};
use crate::config::Config;
use crate::course::grading::{POINT, Points};
use crate::course::walk;
use crate::course::{self, Course};
use crate::exit::Failure;
use crate::regular;
use crate::standing::{Numbering, Standing, State};
use crate::store::{Attempt, Export};

/// No progress file is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// Names of files that say nothing of whose they are.
const NAMELESS: [&str; 4] = ["progress", "course-progress", "export", "mine"];

/// How far everybody is in the modules.
#[derive(Clone, Debug, Default)]
pub struct Modules {
    /// The modules, in order.
    pub columns: Vec<ModuleColumn>,
    /// The learners, as the class has them.
    pub learners: Vec<Stand>,
    /// When anybody last did anything: from then on idle days are counted.
    pub newest: Option<Timestamp>,
}

/// A module.
#[derive(Clone, Debug)]
pub struct ModuleColumn {
    /// Shown: `1.5`.
    pub number: String,
    /// Its title.
    pub title: String,
    /// What there is to do.
    pub total: usize,
}

/// Where a learner is.
#[derive(Clone, Debug)]
pub struct Stand {
    /// How far in each module.
    pub cells: Vec<ModuleCell>,
    /// The step that comes next, as it is shown; empty when all is done.
    pub at: String,
    /// The module of that step.
    pub module: Option<usize>,
    /// When the learner last did anything.
    pub last: Option<Timestamp>,
}

/// How far a learner is in a module.
#[derive(Clone, Copy, Debug)]
pub struct ModuleCell {
    /// The word for it.
    pub state: State,
    /// What is done.
    pub done: usize,
    /// Of how much.
    pub total: usize,
}

impl Stand {
    /// What is done in all modules, and of how much, counted as points.
    pub fn whole(&self) -> (Points, Points) {
        let sum = |of: fn(&ModuleCell) -> usize| self.cells.iter().map(of).sum::<usize>() as Points;
        (
            sum(|cell| cell.done) * POINT,
            sum(|cell| cell.total) * POINT,
        )
    }
}

impl Modules {
    /// Days since a learner did anything, before the class last did.
    pub fn days_idle(&self, learner: &Stand) -> Option<f64> {
        let since: SignedDuration = self.newest?.duration_since(learner.last?);
        Some(since.as_secs_f64() / 86_400.0)
    }
}

/// A class read from a folder.
#[derive(Debug)]
pub struct Progress {
    /// The class, its attempts as submissions.
    pub class: Class,
    /// How far it is.
    pub modules: Modules,
    /// What was left out, a sentence each.
    pub refused: Vec<String>,
    /// Older exports that a newer one replaced, a sentence each.
    pub older: Vec<String>,
}

/// A file that is an export.
struct Exported {
    /// Relative to the folder.
    file: String,
    learner: String,
    export: Export,
    rows: HashSet<String>,
}

/// Reads a folder and all below it.
///
/// # Errors
/// When the folder cannot be read or holds no export at all.
pub fn read(config: &Config, folder: &Path) -> Result<Progress, Failure> {
    let files = files(folder)?;
    let read: Vec<Result<Exported, String>> =
        files.par_iter().map(|file| one(folder, file)).collect();
    let (mut exports, mut refused) = (Vec::new(), Vec::new());
    for one in read {
        match one {
            Ok(exported) => exports.push(exported),
            Err(sentence) => refused.push(sentence),
        }
    }
    if exports.is_empty() {
        let found = match refused.first() {
            Some(sentence) => format!("`{}` holds no progress file; {sentence}", folder.display()),
            None => format!("`{}` holds no `.json` file", folder.display()),
        };
        return Err(Failure::wrong_use(found)
            .help("put what learners export with `course progress export ada.json` into it, a file a learner"));
    }
    let (exports, older) = newest(exports);
    let loaded = course::load(&config.root);
    let (class, modules) = class(&loaded.course, config, &exports);
    Ok(Progress {
        class,
        modules,
        refused,
        older,
    })
}

/// The `.json` files below a folder, by name; links are not followed.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            Failure::wrong_use(format!("`{}` cannot be read: {error}", folder.display()))
        })?;
        let is_json = entry
            .path()
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("json"));
        if entry.file_type().is_file() && is_json {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// One file, or a sentence that says what is wrong with it.
fn one(folder: &Path, path: &Path) -> Result<Exported, String> {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    let file = relative.display().to_string();
    let bytes = regular::read(path, LONGEST).map_err(|why| format!("`{file}` {why}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("`{file}` is no text in UTF-8"))?;
    let export = Export::read(text.trim_start_matches('\u{feff}'))
        .map_err(|error| format!("`{file}` was left out: {error}"))?;
    let rows = ids(&export);
    Ok(Exported {
        learner: learner(relative),
        file,
        export,
        rows,
    })
}

/// Whose a file is.
fn learner(relative: &Path) -> String {
    let name = relative.with_extension("");
    let stem = name.file_name().unwrap_or_default().to_string_lossy();
    let parent = name
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let named = match parent {
        Some(parent) if NAMELESS.contains(&&*stem.to_lowercase()) => parent,
        _ => &name,
    };
    named.display().to_string().replace('\\', "/")
}

fn ids(export: &Export) -> HashSet<String> {
    let attempts = export.attempts.iter().map(|row| &row.id);
    let marks = export.marks.iter().map(|row| &row.id);
    let log = export.log.iter().map(|row| &row.id);
    let others = export.events.iter().map(|row| &row.id);
    let reviews = export.reviews.iter().map(|row| &row.id);
    let all = attempts
        .chain(marks)
        .chain(log)
        .chain(others)
        .chain(reviews);
    all.cloned().collect()
}

/// Of each learner the newest export; and a sentence for each that it replaced.
fn newest(mut exports: Vec<Exported>) -> (Vec<Exported>, Vec<String>) {
    // The most rows first, of as many the newest: whoever holds all of another's rows comes before it.
    exports.sort_by(|a, b| {
        let rows = b.rows.len().cmp(&a.rows.len());
        rows.then(b.export.exported.cmp(&a.export.exported))
            .then(a.file.cmp(&b.file))
    });
    let mut holders: HashMap<String, Vec<usize>> = HashMap::new();
    let (mut kept, mut older): (Vec<Exported>, Vec<String>) = (Vec::new(), Vec::new());
    for exported in exports {
        let any = exported.rows.iter().next();
        let candidates = any.and_then(|id| holders.get(id)).into_iter().flatten();
        let holder = candidates
            .copied()
            .find(|at| exported.rows.is_subset(&kept[*at].rows));
        match holder {
            Some(at) => older.push(format!(
                "`{}` is an older export of the learner of `{}`, or the same: the newest counts",
                exported.file, kept[at].file
            )),
            None => {
                for id in &exported.rows {
                    holders.entry(id.clone()).or_default().push(kept.len());
                }
                kept.push(exported);
            }
        }
    }
    kept.sort_by(|a, b| a.learner.cmp(&b.learner));
    older.sort();
    (kept, older)
}

fn class(course: &Course, config: &Config, exports: &[Exported]) -> (Class, Modules) {
    let attempted: BTreeSet<&str> = exports
        .iter()
        .flat_map(|one| &one.export.attempts)
        .map(|attempt| &*attempt.lab)
        .collect();
    let mut labs: Vec<LabShape> = Vec::new();
    for lab in config.labs.all() {
        labs.push(known(lab));
    }
    for id in attempted {
        if !labs.iter().any(|lab| lab.id == id) {
            labs.push(LabShape {
                id: id.to_owned(),
                title: id.to_owned(),
                ..LabShape::default()
            });
        }
    }
    let places: BTreeMap<String, usize> = labs
        .iter()
        .enumerate()
        .map(|(at, lab)| (lab.id.clone(), at))
        .collect();
    for attempt in exports.iter().flat_map(|one| &one.export.attempts) {
        for check in &attempt.checks {
            add(
                &mut labs[places[&attempt.lab]],
                &check.part,
                &check.check,
                false,
            );
        }
    }
    let pupil = |one: &Exported| {
        let attempts = one.export.attempts.iter();
        let mut submissions: Vec<Submission> = attempts
            .map(|attempt| submission(places[&attempt.lab], attempt, &one.export))
            .collect();
        submissions.sort_by(|a, b| (a.lab, a.at, &a.hash).cmp(&(b.lab, b.at, &b.hash)));
        Pupil {
            id: one.learner.clone(),
            name: one.learner.clone(),
            submissions,
            missing: Vec::new(),
        }
    };
    let class = Class {
        title: course.title.clone(),
        labs,
        learners: exports.iter().map(pupil).collect(),
        refused: Vec::new(),
    };
    (class, modules(course, config, exports))
}

fn submission(lab: usize, attempt: &Attempt, export: &Export) -> Submission {
    let check = |row: &crate::store::CheckRow| Checked {
        part: row.part.clone(),
        check: row.check.clone(),
        status: row.status,
        message: cut(&row.message),
        line: row.line,
    };
    Submission {
        lab,
        at: time(&attempt.started),
        ended: Ended::InPart,
        outcome: Some(attempt.outcome),
        checks: attempt.checks.iter().map(check).collect(),
        text: export.kernels.get(&attempt.source_hash).cloned(),
        hash: attempt.source_hash.clone(),
        seconds: attempt.ms as f64 / 1000.0,
        ..Submission::default()
    }
}

fn modules(course: &Course, config: &Config, exports: &[Exported]) -> Modules {
    let ids: Vec<&str> = course.modules().map(|(_, module)| &*module.id).collect();
    let place = |id: &str| ids.iter().position(|known| *known == id);
    let mut steps: HashMap<&str, Option<usize>> = HashMap::new();
    let walked = walk::steps(course);
    for step in &walked {
        steps
            .entry(step.id)
            .or_insert_with(|| place(&step.module.id));
    }
    // Once, before many threads count by it.
    let numbering = Numbering::of(course, config.labs.all());
    let stand = |one: &Exported| {
        let standing = numbering.exported(&one.export);
        let next = standing.next.as_ref();
        let at = next.map_or(String::new(), |next| {
            format!("{} {}", next.label, next.title)
        });
        Stand {
            cells: cells(&standing),
            at: at.trim().to_owned(),
            module: next.and_then(|next| steps.get(&*next.id).copied().flatten()),
            last: last(&one.export),
        }
    };
    let learners: Vec<Stand> = exports.par_iter().map(stand).collect();
    let totals = learners.first().map(|stand| &stand.cells);
    let column = |(at, (_, module)): (usize, (&course::Part, &course::Module))| ModuleColumn {
        number: module.number.clone(),
        title: module.title.clone(),
        total: totals.map_or(0, |cells| cells[at].total),
    };
    Modules {
        columns: course.modules().enumerate().map(column).collect(),
        newest: learners.iter().filter_map(|stand| stand.last).max(),
        learners,
    }
}

fn cells(standing: &Standing) -> Vec<ModuleCell> {
    let rows = standing.parts.iter().flat_map(|part| &part.modules);
    rows.map(|row| ModuleCell {
        state: row.state,
        done: row.done,
        total: row.total,
    })
    .collect()
}

/// When the learner last did anything.
fn last(export: &Export) -> Option<Timestamp> {
    let attempts = export.attempts.iter().map(|row| &row.started);
    let marks = export.marks.iter().map(|row| &row.at);
    let log = export.log.iter().map(|row| &row.at);
    let events = export.events.iter().map(|row| &row.at);
    let reviews = export.reviews.iter().map(|row| &row.at);
    let all = attempts
        .chain(marks)
        .chain(log)
        .chain(events)
        .chain(reviews);
    all.max().and_then(|at| time(at))
}
