//! `course grade`: a class's submissions become records, told while it goes; `course grade slurm` writes the script that has a cluster do it.
//!
//! What was typed comes in, an exit status comes out: 0 when every submission has its record, whatever the record says. Progress goes to
//! a terminal alone, on one line of standard error.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lab::{Lab, Language};
use serde_json::json;

use super::grade_report;
use crate::cli::Format;
use crate::cli::grade::{Engine, GradeArgs, GradeEngine, GradeWhat};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::grade::cluster::{self, Shares};
use crate::grade::record::GradeEnded;
use crate::grade::roster::Roster;
use crate::grade::{self, Class, Grading, Shard, Submissions, Tally};
use crate::regular;
use crate::runner::Cancel;
use crate::tell;

/// A roster of this name in the folder of submissions is taken unless another is named.
const ROSTER: &str = "roster.csv";
/// No key is longer, in bytes.
const LONGEST_KEY: u64 = 4096;

/// Runs `course grade`.
///
/// # Errors
/// When there are no submissions, the roster is wrong, or records cannot be written.
pub fn run(config: &Config, args: GradeArgs) -> Result<Exit, Failure> {
    match args.engine {
        Some(GradeEngine::Slurm(args)) => {
            let script = script(config, &args.what, (args.engine, args.per_task))?;
            tell::exact(&script);
            return Ok(Exit::Pass);
        }
        Some(GradeEngine::Report(args)) => return grade_report::report(config, &args),
        Some(GradeEngine::Progress(args)) => return grade_report::progress(config, &args),
        Some(GradeEngine::Autograder(args)) => return grade_report::autograder(config, &args),
        None => {}
    }
    let shard = args.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
    let shard = shard.map_err(|why: String| Failure::wrong_use(why))?;
    let asked = Asked::of(config, &args.what, &args.merge)?;
    if !args.merge.is_empty() {
        let brought = grade::merge(&args.merge, &asked.records)?;
        let text = format!(
            "{brought} records brought into `{}`",
            config.shown(&asked.records)
        );
        tell::note(&text, config.colour);
        if asked.submissions.is_none() {
            return Ok(Exit::Pass);
        }
    }
    let Some(folder) = &asked.submissions else {
        return Err(
            Failure::wrong_use("the folder of submissions is missing").help(
                "`course grade SUBMISSIONS`, with a folder or an archive in it for each learner",
            ),
        );
    };
    let submissions = listed(config, folder)?;
    if submissions.all.is_empty() && asked.roster.is_none() {
        let text = format!("`{}` holds no submission", config.shown(folder));
        return Err(Failure::wrong_use(text).help(
            "it holds a folder or an archive (.zip, .tar.gz) for each learner; a roster.csv says who else is in the class",
        ));
    }
    let grading = asked.grading(config, &args.what);
    let class = Class {
        submissions: &submissions,
        shard,
        // While the record of one goes to the disk, another is judged.
        jobs: args.what.jobs.unwrap_or_else(|| 2 * cores()),
    };
    let cancel = Cancel::on_signal();
    let mut progress = Progress::new();
    let began = Instant::now();
    let tally = grade::grade(&grading, &class, &cancel, &mut |tally| progress.show(tally));
    progress.clear();
    let tally = tally?;
    match args.report.format {
        Format::Json => tell::json(&in_json(&tally, &asked.records, class.shard)),
        Format::Human => tell::out(&told(config, &tally, &asked.records, began.elapsed())),
    }
    if tally.interrupted {
        return Ok(Exit::Interrupted);
    }
    match &args.out {
        Some(out) => grade_report::write_all(config, &asked.records, out)?,
        // A share of a class has no page.
        None if class.shard == Shard::WHOLE && args.report.format == Format::Human => {
            tell::out(&next(&asked.records));
        }
        None => {}
    }
    Ok(Exit::Pass)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The submissions of a folder; what in it is none is said.
fn listed(config: &Config, folder: &Path) -> Result<Submissions, Failure> {
    let submissions = Submissions::list(folder)?;
    let strays = submissions.strays.iter();
    let strays: Vec<&str> = strays
        .map(String::as_str)
        .filter(|name| *name != ROSTER)
        .collect();
    if let Some(first) = strays.first() {
        let more = match strays.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        let text = format!(
            "`{first}`{more} in the folder of submissions: neither a folder nor an archive, and left alone"
        );
        tell::note(&text, config.colour);
    }
    Ok(submissions)
}

/// What was typed, resolved.
struct Asked {
    submissions: Option<PathBuf>,
    records: PathBuf,
    roster: Option<Roster>,
    labs: Vec<&'static Lab>,
    key: String,
}

impl Asked {
    fn of(config: &Config, what: &GradeWhat, merge: &[PathBuf]) -> Result<Asked, Failure> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let submissions = what.submissions.as_ref().map(absolute);
        if let Some(folder) = submissions.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(
                Failure::wrong_use(format!("`{}` is no folder", folder.display()))
                    .help("name the folder that holds a folder or an archive for each learner"),
            );
        }
        let records = match (&what.records, &submissions, merge) {
            (Some(records), _, _) => absolute(records),
            (None, Some(folder), _) => beside(folder),
            (None, None, _) => {
                return Err(Failure::wrong_use("no folder for records is named")
                    .help("`course grade SUBMISSIONS`, or `--records DIR` to merge into"));
            }
        };
        let own = submissions.as_ref().map(|folder| folder.join(ROSTER));
        let roster = what.roster.clone().or(own.filter(|path| path.is_file()));
        let labs = match what.labs.as_slice() {
            [] => config.labs.all().to_vec(),
            names => names
                .iter()
                .map(|name| config.labs.find(name))
                .collect::<Result<_, _>>()?,
        };
        Ok(Asked {
            submissions,
            records,
            roster: roster.map(|path| enrolled(config, &path)).transpose()?,
            labs,
            key: what.key.as_deref().map_or(Ok(String::new()), key)?,
        })
    }

    fn grading<'a>(&'a self, config: &'a Config, what: &GradeWhat) -> Grading<'a> {
        let rust = self.labs.iter().any(|lab| lab.language == Language::Rust);
        if what.allow_native && rust {
            let text = "`--allow-native`: what learners wrote in Rust is compiled and runs on this machine as it is. It may read and write what you \
                may, and use the network; use a machine or a container that holds nothing of worth";
            tell::note(text, config.colour);
        }
        Grading {
            config,
            labs: self.labs.clone(),
            due: !what.labs.is_empty(),
            roster: self.roster.as_ref(),
            records: self.records.clone(),
            seconds: what.seconds,
            memory_mib: what.memory,
            native: what.allow_native,
            key: self.key.clone(),
            again: what.again,
        }
    }
}

/// The roster; a lab that a column of it names has to be one.
fn enrolled(config: &Config, path: &Path) -> Result<Roster, Failure> {
    let roster = Roster::read(path)?;
    for lab in &roster.extended {
        if let Err(failure) = config.labs.find(lab) {
            let (shown, message) = (path.display(), failure.message);
            let text = format!("the roster `{shown}` has a column `extension:{lab}`: {message}");
            let text = Failure::wrong_use(text);
            return Err(match failure.help {
                Some(help) => text.help(help),
                None => text,
            });
        }
    }
    Ok(roster)
}

/// The folder of records beside that of submissions: `week-3.records`.
fn beside(submissions: &Path) -> PathBuf {
    let whole = submissions.canonicalize();
    let whole = whole.unwrap_or_else(|_| submissions.to_path_buf());
    let mut name = whole.file_name().unwrap_or_default().to_owned();
    name.push(".records");
    whole.with_file_name(name)
}

/// What a file with a key holds, without what surrounds it.
fn key(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let bytes = regular::read(path, LONGEST_KEY)
        .map_err(|why| Failure::wrong_use(format!("the key `{shown}` {why}")))?;
    let text = String::from_utf8_lossy(&bytes).trim().to_owned();
    match text.is_empty() || text.contains('\0') {
        true => Err(Failure::wrong_use(format!(
            "the key `{shown}` holds no line of text"
        ))),
        false => Ok(text),
    }
}

/// The script that has a cluster grade these submissions.
fn script(
    config: &Config,
    what: &GradeWhat,
    (engine, per_task): (Engine, u64),
) -> Result<String, Failure> {
    let asked = Asked::of(config, what, &[])?;
    let Some(folder) = &asked.submissions else {
        return Err(Failure::wrong_use("the folder of submissions is missing")
            .help("`course grade slurm SUBMISSIONS > grade.sh`"));
    };
    let submissions = listed(config, folder)?;
    let enrolled = asked
        .roster
        .as_ref()
        .map_or(0, |roster| roster.learners.len());
    let learners = submissions.all.len().max(enrolled) as u64;
    let program = std::env::current_exe().map_err(|error| {
        Failure::broken(format!("this program cannot find its own file: {error}"))
    })?;
    let cpus = what.jobs.unwrap_or(1);
    let shares = Shares {
        course: std::path::absolute(&config.root).unwrap_or_else(|_| config.root.clone()),
        program,
        args: again(what, folder, (&asked.records, cpus)),
        records: asked.records.clone(),
        of: learners.div_ceil(per_task).max(1),
        cpus,
        memory_mib: 512 + what.memory * cpus as u64,
    };
    Ok(shares.script(engine))
}

/// The command line that asks for the same again, wherever it is run.
fn again(what: &GradeWhat, folder: &Path, (records, jobs): (&Path, usize)) -> Vec<String> {
    let text = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        path.to_string_lossy().into_owned()
    };
    let mut args = vec![
        "grade".to_owned(),
        text(folder),
        "--records".to_owned(),
        text(records),
    ];
    let mut option = |name: &str, value: Option<String>| {
        args.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    option("--roster", what.roster.as_deref().map(text));
    option("--key", what.key.as_deref().map(text));
    option("--seconds", what.seconds.map(|n| n.to_string()));
    option("--memory", Some(what.memory.to_string()));
    option("--jobs", Some(jobs.to_string()));
    for lab in &what.labs {
        option("--lab", Some(lab.clone()));
    }
    args.extend(what.allow_native.then(|| "--allow-native".to_owned()));
    args
}

/// One line of a terminal that says how far a run is.
struct Progress {
    shown: bool,
    began: Instant,
    last: Option<Instant>,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            shown: std::io::stderr().is_terminal(),
            began: Instant::now(),
            last: None,
        }
    }

    fn show(&mut self, tally: &Tally) {
        let recent = self
            .last
            .is_some_and(|last| last.elapsed() < Duration::from_millis(200));
        if !self.shown || recent {
            return;
        }
        self.last = Some(Instant::now());
        let (done, of) = (tally.done, tally.learners);
        let spent = self.began.elapsed().as_secs_f64();
        let left = spent / done.max(1) as f64 * of.saturating_sub(done) as f64;
        eprint!("\r{done} of {of} learners, about {left:.0} s left   ");
    }

    fn clear(&self) {
        if self.last.is_some() {
            eprint!("\r{:60}\r", "");
        }
    }
}

/// The words for an ending, in the order of the tally.
fn words(ended: GradeEnded) -> &'static str {
    match ended {
        GradeEnded::Judged => "judged",
        GradeEnded::Refused => "refused",
        GradeEnded::Limit => "cut at a limit",
        GradeEnded::Crashed => "crashed",
        GradeEnded::Missing => "missing",
    }
}

fn told(config: &Config, tally: &Tally, records: &Path, took: Duration) -> String {
    let counts = tally.ended.iter();
    let counts: Vec<String> = counts
        .map(|(ended, n)| format!("{n} {}", words(*ended)))
        .collect();
    let counts = match counts.is_empty() {
        true => "none".to_owned(),
        false => counts.join(", "),
    };
    let more = match tally.interrupted {
        true => format!(
            "ended after {} of {} learners; start it again and it goes on from there\n",
            tally.done, tally.learners
        ),
        false => String::new(),
    };
    format!(
        "{} records of {} learners: {counts}; {} of them new ({:.1} s)\n{more}they are in {}\n",
        tally.records(),
        tally.done,
        tally.fresh,
        took.as_secs_f64(),
        config.shown(records),
    )
}

/// What an instructor does with records.
fn next(records: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let records = records.strip_prefix(here).unwrap_or(records);
    let records = cluster::quoted(&records.to_string_lossy());
    format!(
        "`course grade report {records} --out class.html` makes the class's page; `--format csv`, `canvas`, `gradescope` and others the marks\n"
    )
}

fn in_json(tally: &Tally, records: &Path, shard: Shard) -> serde_json::Value {
    let ended: BTreeMap<GradeEnded, usize> = tally.ended.clone();
    json!({
        "format": "course-grade-run", "version": 1, "shard": shard.to_string(),
        "learners": tally.learners, "done": tally.done, "records": tally.records(),
        "new": tally.fresh, "ended": ended, "interrupted": tally.interrupted,
        "folder": records.to_string_lossy(),
    })
}
