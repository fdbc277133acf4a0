//! `course grade report`, `progress` and `autograder`: records, learners' exports or a program in; tables, files for other systems and the
//! page out. Nothing here judges; what each format holds is in `class`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::class::classroom50::Workflow;
use crate::class::{
    self, Marked, autograder, canvas, classroom50, document, gradescope, junit, marks, page,
    progress, table,
};
use crate::cli::grade_report::{
    GradeAutograderArgs, GradeProgressArgs, GradeReportArgs, ReportFormat,
};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::grade::record::{GradeRecord, file_name, files, read_all};
use crate::labs::nearest;
use crate::regular;
use crate::runner::write_whole;
use crate::tell;

/// No roster is longer, in bytes.
const LONGEST_ROSTER: u64 = 64 << 20;

/// Runs `course grade report`.
///
/// # Errors
/// When there are no records, the course's rules cannot be, or a file cannot be written.
pub fn report(config: &Config, args: &GradeReportArgs) -> Result<Exit, Failure> {
    let records = chosen(read(&args.records)?, args)?;
    let marked = Marked::of(config, records)?;
    let Marked {
        class,
        grading,
        marks,
    } = &marked;
    let out = args.out.as_deref();
    match args.format {
        ReportFormat::Html => write(out, &marked.html()?)?,
        ReportFormat::Csv => write(out, &table::csv(class, marks))?,
        ReportFormat::Json => write(out, &format!("{}\n", document::json(class, grading, marks)))?,
        ReportFormat::Junit => write(out, &junit::xml(class, marks))?,
        ReportFormat::Canvas => {
            let roster = args.roster.as_deref().map(students).transpose()?;
            let (text, unknown) = canvas::csv(class, marks, roster.as_ref());
            write(out, &text)?;
            for id in unknown {
                tell::note(
                    &format!("`{id}` is not in the roster and was left out"),
                    config.colour,
                );
            }
        }
        ReportFormat::Gradescope => several(out, gradescope_files(&marked), "--learner ID")?,
        ReportFormat::Classroom50 => {
            let workflow = Workflow::from(|name| std::env::var(name).ok());
            several(
                out,
                classroom50_files(&marked, &workflow),
                "--learner ID --lab LAB",
            )?;
        }
    }
    Ok(Exit::Pass)
}

/// The records of these folders, or of the folder `records` in them.
fn read(folders: &[PathBuf]) -> Result<Vec<GradeRecord>, Failure> {
    let mut all = Vec::new();
    for folder in folders {
        let inner = folder.join("records");
        let folder = if inner.is_dir() {
            inner
        } else {
            folder.clone()
        };
        if files(&folder)?.is_empty() {
            return Err(
                Failure::wrong_use(format!("`{}` holds no record", folder.display())).help(
                    "`course grade SUBMISSIONS` writes records; give the folder that it names",
                ),
            );
        }
        all.push(folder);
    }
    read_all(&all)
}

/// Those of one learner or lab, where one was asked for.
fn chosen(records: Vec<GradeRecord>, args: &GradeReportArgs) -> Result<Vec<GradeRecord>, Failure> {
    let is_asked =
        |asked: &Option<String>, name: &str| asked.as_ref().is_none_or(|asked| asked == name);
    let none = |what: &str, asked: &Option<String>, of: fn(&GradeRecord) -> &str| {
        let asked = asked.as_ref()?;
        if records.iter().any(|record| of(record) == asked) {
            return None;
        }
        let failure = Failure::wrong_use(format!("no record is of the {what} `{asked}`"));
        let near = nearest(asked, records.iter().map(of));
        Some(match near {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure,
        })
    };
    if let Some(failure) = none("learner", &args.learner, |record| &record.learner.id) {
        return Err(failure);
    }
    if let Some(failure) = none("lab", &args.lab, |record| &record.lab) {
        return Err(failure);
    }
    let asked = |record: &GradeRecord| {
        let lab = is_asked(&args.lab, &record.lab) || record.lab.is_empty();
        is_asked(&args.learner, &record.learner.id) && lab
    };
    Ok(records.into_iter().filter(asked).collect())
}

fn students(file: &Path) -> Result<canvas::Students, Failure> {
    let wrong = |why: String| Failure::wrong_use(format!("`{}` {why}", file.display()));
    let bytes = regular::read(file, LONGEST_ROSTER).map_err(|why| wrong(why.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("is no text in UTF-8".to_owned()))?;
    canvas::Students::read(&text)
}

fn write(out: Option<&Path>, text: &str) -> Result<(), Failure> {
    match out {
        Some(file) => write_whole(file, text),
        None => {
            tell::exact(text);
            Ok(())
        }
    }
}

/// Everything of a class that is one file, from its records into a folder.
///
/// # Errors
/// When the course's rules cannot be, or a file cannot be written.
pub fn write_all(config: &Config, records: &Path, out: &Path) -> Result<(), Failure> {
    let names = class::write_all(config, read_all(&[records.to_path_buf()])?, out)?;
    let text = format!("`{}` has {}", out.display(), names.join(", "));
    tell::note(&text, config.colour);
    Ok(())
}

/// Files with what is in them: one alone goes where it is asked for, several into a folder.
fn several(out: Option<&Path>, files: Vec<(String, Value)>, one: &str) -> Result<(), Failure> {
    let text = |value: &Value| format!("{value:#}\n");
    match (files.as_slice(), out) {
        ([], _) => Err(Failure::wrong_use(
            "nothing was handed in that could be reported",
        )),
        ([(_, value)], out) => write(out, &text(value)),
        (_, None) => Err(
            Failure::wrong_use(format!("{} results are not one file", files.len()))
                .help(format!("choose one with `{one}`, or give `--out FOLDER`")),
        ),
        (files, Some(folder)) => {
            for (name, value) in files {
                write_whole(&folder.join(name), &text(value))?;
            }
            tell::out(&format!(
                "{} files in `{}`\n",
                files.len(),
                folder.display()
            ));
            Ok(())
        }
    }
}

fn gradescope_files(marked: &Marked) -> Vec<(String, Value)> {
    let Marked {
        class,
        grading,
        marks,
    } = marked;
    let learners = class.learners.iter().zip(marks);
    let file = |(learner, marks): (&class::model::Pupil, &Vec<marks::LabMark>)| {
        let results = gradescope::results(class, grading, learner, marks);
        (file_name(&learner.id, "results", None), results)
    };
    learners.map(file).collect()
}

fn classroom50_files(marked: &Marked, workflow: &Workflow) -> Vec<(String, Value)> {
    let Marked {
        class,
        grading,
        marks,
    } = marked;
    let mut files = Vec::new();
    for (learner, marks) in class.learners.iter().zip(marks) {
        for (at, lab) in class.labs.iter().enumerate() {
            let result = classroom50::result(
                class,
                grading,
                classroom50::Reported {
                    learner,
                    marks,
                    lab: at,
                },
                workflow,
            );
            files.extend(result.map(|result| (file_name(&learner.id, &lab.id, None), result)));
        }
    }
    files
}

/// Runs `course grade progress`: 1 where something was left out.
///
/// # Errors
/// When the folder holds no export, or the page cannot be written.
pub fn progress(config: &Config, args: &GradeProgressArgs) -> Result<Exit, Failure> {
    let read = progress::read(config, &args.folder)?;
    let (_, grading) = class::rules(config)?;
    let marks = marks::marks(&read.class, &grading);
    let html = page::html(&page::Shown {
        class: &read.class,
        grading: &grading,
        marks: &marks,
        modules: Some(&read.modules),
    })?;
    write_whole(&args.out, &html)?;
    for sentence in read.older.iter().chain(&read.refused) {
        tell::note(sentence, config.colour);
    }
    let learners = match read.class.learners.len() {
        1 => "1 learner".to_owned(),
        many => format!("{many} learners"),
    };
    tell::out(&format!("{learners} in `{}`\n", args.out.display()));
    Ok(match read.refused.is_empty() {
        true => Exit::Pass,
        false => Exit::ChecksFailed,
    })
}

/// Runs `course grade autograder`.
///
/// # Errors
/// When there is no static program, a lab does not exist, or the archive cannot be written.
pub fn autograder(config: &Config, args: &GradeAutograderArgs) -> Result<Exit, Failure> {
    class::rules(config)?;
    for lab in &args.lab {
        config.labs.find(lab)?;
    }
    let built = config
        .workspace
        .join("target")
        .join(autograder::TARGET)
        .join("release")
        .join(autograder::own_name());
    let own = std::env::current_exe()
        .map_err(|error| Failure::broken(format!("this program cannot be found: {error}")))?;
    let program = match &args.binary {
        Some(file) => file.clone(),
        None if built.is_file() => built,
        None => own,
    };
    let plan = config.content().join("course.yaml");
    let bytes = autograder::pack(&program, &plan, &args.lab)?;
    let cannot = |error: std::io::Error| {
        Failure::broken(format!(
            "`{}` cannot be written: {error}",
            args.out.display()
        ))
    };
    std::fs::write(&args.out, &bytes).map_err(cannot)?;
    let megabytes = bytes.len() as f64 / 1e6;
    tell::out(&format!(
        "`{}`, {megabytes:.1} MB: upload it as it is\n",
        args.out.display()
    ));
    Ok(Exit::Pass)
}
