//! `course report`: what a module holds, every number computed from its pages.
//! A module's id, number or folder comes in; counts, times and what is still missing come out.

use serde_json::{Value, json};
use sorted::SortedSet;

use crate::cli::{Format, ReportModuleArgs};
use crate::config::Config;
use crate::course::extent::Extent;
use crate::course::template::{Filled, filled};
use crate::course::{self, Course, Item, Minutes, Module};
use crate::exit::{Exit, Failure};
use crate::tell;

/// Runs `course report`.
///
/// # Errors
/// When there is no such module.
pub fn run(config: &Config, args: ReportModuleArgs) -> Result<Exit, Failure> {
    let loaded = course::load(&config.root);
    let course = &loaded.course;
    let modules: Vec<&Module> = match &args.module {
        Some(name) => vec![find(course, name)?],
        None => course.modules().map(|(_, module)| module).collect(),
    };
    let reports: Vec<Report> = modules
        .into_iter()
        .map(|module| report(config, course, module))
        .collect();
    match args.format {
        Format::Json => tell::json(&Value::Array(reports.iter().map(Report::json).collect())),
        Format::Human => {
            let texts: Vec<String> = reports.iter().map(Report::human).collect();
            tell::out(&texts.join("\n"));
        }
    }
    Ok(Exit::Pass)
}

fn find<'c>(course: &'c Course, name: &str) -> Result<&'c Module, Failure> {
    let all = || course.modules().map(|(_, module)| module);
    let folder =
        |module: &Module| module.dir.rsplit('/').next() == Some(name) || module.dir == name;
    let found = all().find(|module| module.id == name || module.number == name || folder(module));
    found.ok_or_else(|| {
        let known: Vec<&str> = all().map(|module| module.id.as_str()).collect();
        let failure = Failure::wrong_use(format!("no module `{name}` in the course"));
        match course::meant(name, &known) {
            Some(help) => failure.help(help),
            None => failure,
        }
    })
}

/// What one module holds.
struct Report {
    module: String,
    title: String,
    counts: Vec<(&'static str, usize)>,
    times: Vec<(&'static str, Minutes)>,
    missing: Vec<String>,
    /// What is left to fill in of the files that its tasks ask for.
    open: Vec<String>,
}

fn report(config: &Config, course: &Course, module: &Module) -> Report {
    let pages: Vec<_> = course
        .pages
        .iter()
        .filter(|page| page.module.as_deref() == Some(&module.id))
        .collect();
    let extent = pages
        .iter()
        .fold(Extent::default(), |sum, page| sum.plus(Extent::of(page)));
    let tasks: Vec<_> = module.tiers.iter().flat_map(|tier| &tier.tasks).collect();
    let answered = module
        .questions
        .iter()
        .filter(|q| !q.answer.is_empty())
        .count();
    let labs = config
        .labs
        .all()
        .iter()
        .filter(|lab| module.labs.iter().any(|name| name == lab.id));
    let checks: usize = labs.clone().map(|lab| lab.checks().count()).sum();
    let lab_time: u32 = labs.map(|lab| lab.minutes).sum();
    let sum =
        |times: &mut dyn Iterator<Item = Minutes>| times.fold(Minutes::default(), Minutes::plus);
    let lessons = sum(&mut module.lessons.iter().map(|lesson| lesson.time));
    let tiers = sum(&mut tasks.iter().map(|task| task.time));
    let labs_time = Minutes {
        min: lab_time,
        max: lab_time,
    };
    Report {
        module: module.id.clone(),
        title: format!("{} {}", module.number, module.title),
        counts: vec![
            ("pages", extent.pages),
            ("lessons", module.lessons.len()),
            ("labs", module.labs.len()),
            ("checks", checks),
            ("tiers", module.tiers.len()),
            ("tasks", tasks.len()),
            (
                "criteria",
                tasks.iter().map(|task| leaves(&task.criteria)).sum(),
            ),
            ("concepts", leaves(&module.concepts)),
            ("questions", module.questions.len()),
            ("answers", answered),
            (
                "project steps",
                module.project.iter().map(|p| leaves(&p.items)).sum(),
            ),
            ("words", extent.words),
            ("code blocks", extent.code),
            ("code lines", extent.code_lines),
            ("listings", extent.listings),
            ("figures", extent.figures),
            ("tables", extent.tables),
            ("formulas", extent.formulas),
            ("links inside", extent.inside),
            ("links outside", extent.outside),
        ],
        times: vec![
            ("lessons", lessons),
            ("labs", labs_time),
            ("tiers", tiers),
            ("all", lessons.plus(labs_time).plus(tiers)),
        ],
        missing: missing(module, answered),
        open: open(config, module),
    }
}

/// What is left to fill in of the learner's files that the module's tasks ask for.
fn open(config: &Config, module: &Module) -> Vec<String> {
    let tasks = module.tiers.iter().flat_map(|tier| &tier.tasks);
    let files: SortedSet<&String> = tasks.flat_map(|task| &task.artifacts).collect();
    let mut lines = Vec::new();
    for file in files {
        if let Filled::Open(blanks) = filled(&config.root, file) {
            let told = blanks
                .iter()
                .map(|blank| super::template::told(file, blank));
            lines.extend(told.map(|line| line.trim_end().to_owned()));
        }
    }
    lines
}

fn leaves(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| {
            if item.children.is_empty() {
                1
            } else {
                leaves(&item.children)
            }
        })
        .sum()
}

/// What a complete module has and this one has not.
fn missing(module: &Module, answered: usize) -> Vec<String> {
    let mut all = Vec::new();
    let untaught = untaught(&module.concepts);
    if untaught > 0 {
        all.push(format!(
            "{untaught} concepts say no place where they are taught"
        ));
    }
    if answered < module.questions.len() {
        all.push(format!(
            "{} questions have no answer",
            module.questions.len() - answered
        ));
    }
    let timeless = module
        .lessons
        .iter()
        .filter(|lesson| lesson.time.is_unknown());
    all.extend(timeless.map(|lesson| format!("`{}` says no time", lesson.title)));
    let tasks = module.tiers.iter().flat_map(|tier| &tier.tasks);
    for task in tasks {
        if task.time.is_unknown() {
            all.push(format!("task {} says no time", task.number));
        }
        if task.win.is_empty() {
            all.push(format!(
                "task {} says nothing of what it is good for",
                task.number
            ));
        }
    }
    if module.project.is_none() {
        all.push("no project".to_owned());
    }
    all
}

fn untaught(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item.children.is_empty() {
            true => usize::from(item.taught.is_none()),
            false => untaught(&item.children),
        })
        .sum()
}

impl Report {
    fn human(&self) -> String {
        let mut out = format!("{}\n", self.title);
        for (what, count) in self.counts.iter().filter(|(_, count)| *count > 0) {
            out.push_str(&format!("  {what:<14} {count:>7}\n"));
        }
        for (what, time) in self.times.iter().filter(|(_, time)| !time.is_unknown()) {
            out.push_str(&format!("  time, {what:<8} {:>7}\n", time.to_string()));
        }
        for line in &self.missing {
            out.push_str(&format!("  missing: {line}\n"));
        }
        for line in &self.open {
            out.push_str(&format!("  to fill in: {line}\n"));
        }
        out
    }

    fn json(&self) -> Value {
        let counts: serde_json::Map<String, Value> = self
            .counts
            .iter()
            .map(|(what, count)| (what.replace(' ', "_"), json!(count)))
            .collect();
        let times: serde_json::Map<String, Value> = self
            .times
            .iter()
            .map(|(what, time)| ((*what).to_owned(), json!([time.min, time.max])))
            .collect();
        json!({ "module": self.module, "title": self.title, "counts": counts, "minutes": times, "missing": self.missing, "open": self.open })
    }
}
