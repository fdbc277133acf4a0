//! `course build`: the course becomes a folder of static pages, or every problem is listed and nothing is written.
//! Arguments come in, the exit status comes out.

use std::path::{Component, Path, PathBuf};

use super::module;
use crate::cli::{BuildArgs, Format};
use crate::config::Config;
use crate::course::{self, Problem, lock};
use crate::exit::{Exit, Failure};
use crate::site::{self, BuildReport, Input};
use crate::store::{LogEntry, LogKind, Store};
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// Runs `course build`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(config: &Config, args: BuildArgs) -> Result<Exit, Failure> {
    let out = args.out.clone().unwrap_or_else(|| config.out());
    spares_sources(config, &out)?;
    if args.lock {
        match lock::update(&config.root) {
            Ok(items) => tell::err(&format!("{}: {items} items\n", lock::LOCK)),
            Err(found) => {
                problems(config, &found);
                return Err(Failure::broken(format!("`{}` was not written", lock::LOCK)));
            }
        }
    }
    let with_drafts = Config {
        drafts: args.drafts,
        ..config.clone()
    };
    let modules = module::modules(config, &args)?;
    let input = Input {
        module: modules.page,
        programs: modules.programs,
        ..input(with_drafts)
    };
    let built = site::build(&input, &out);
    match args.report.format {
        Format::Human => human(config, built),
        Format::Json => {
            tell::json(&json(config, &built));
            Ok(if built.is_ok() {
                Exit::Pass
            } else {
                Exit::CourseBroken
            })
        }
    }
}

/// What the site of a course is built from: its files, and its log where it says that it is published.
pub fn input(config: Config) -> Input {
    let log = match course::publishes_log(&config.root) {
        true => own_log(&config),
        false => Ok(Vec::new()),
    };
    Input {
        log,
        ..Input::of(config)
    }
}

/// The entries that were written by hand, newest first.
fn own_log(config: &Config) -> Result<Vec<LogEntry>, Problem> {
    let path = config.progress_db();
    if !path.exists() {
        return Ok(Vec::new());
    }
    let read = Store::open(&path).and_then(|store| store.log_entries());
    let mut entries = read.map_err(|error| {
        Problem::error(
            config.shown(&path),
            format!("the log cannot be read: {error}"),
        )
        .help("leave `publish_log` out of `content/course.yaml` to build without it")
    })?;
    entries.retain(|entry| entry.row.kind == LogKind::Own);
    entries.sort_by(|a, b| (&b.row.date, &b.first).cmp(&(&a.row.date, &a.first)));
    Ok(entries)
}

/// A site is never written over what it is made of: not into such a folder, not into one that holds it.
fn spares_sources(config: &Config, out: &Path) -> Result<(), Failure> {
    let real = real(out);
    let sources = [
        config.content(),
        config.templates(),
        config.static_dir(),
        config.kernels(),
        config.labs_dir(),
    ];
    for source in sources.iter().filter(|source| source.is_dir()) {
        let its = self::real(source);
        let holds = match (real.starts_with(&its), its.starts_with(&real)) {
            (false, false) => continue,
            (true, true) => "is",
            (true, false) => "lies in",
            (false, true) => "holds",
        };
        let (out, source) = (out.display(), config.shown(source));
        let message = format!(
            "`{out}` {holds} `{source}`, which the site is made of: it would be written over"
        );
        return Err(
            Failure::wrong_use(message).help("give `--out` a folder of its own, as `--out public`")
        );
    }
    Ok(())
}

/// A path with its links followed as far as it is there.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut real = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(real.pop()),
            part => real.push(part),
        }
        if let Ok(followed) = real.canonicalize() {
            real = followed;
        }
    }
    real
}

fn human(config: &Config, built: Result<BuildReport, Vec<Problem>>) -> Result<Exit, Failure> {
    match built {
        Ok(built) => {
            problems(config, &built.warnings);
            let milliseconds = built.took.as_millis();
            tell::out(&format!(
                "{} pages in {}: {} files, {} changed, {} removed, {milliseconds} ms\n",
                built.pages,
                config.shown(&built.out),
                built.wrote.files,
                built.wrote.changed,
                built.wrote.removed,
            ));
            Ok(Exit::Pass)
        }
        Err(found) => {
            problems(config, &found);
            let errors = found.iter().filter(|problem| problem.is_error()).count();
            let word = if errors == 1 { "problem" } else { "problems" };
            Err(Failure::broken(format!(
                "the site was not built: {errors} {word}"
            )))
        }
    }
}

/// Lists problems on standard error, each with its place, its line and what to do.
pub fn problems(config: &Config, problems: &[Problem]) {
    let paint = Paint::stderr(config.colour);
    for problem in &course::listed(problems) {
        let (word, role) = if problem.is_error() {
            ("error", Role::Bad)
        } else {
            ("warning", Role::Middling)
        };
        let mut told = format!(
            "{}: {}: {}\n",
            problem.place(),
            paint.on(role, word),
            problem.message
        );
        if !problem.excerpt.is_empty() {
            let excerpt = paint.on(Role::Dim, problem.excerpt.trim());
            told.push_str(&format!("  {excerpt}\n"));
        }
        if let Some(help) = &problem.help {
            told.push_str(&format!("  {}: {help}\n", paint.on(Role::Note, "help")));
        }
        tell::err(&told);
    }
}

fn json(config: &Config, built: &Result<BuildReport, Vec<Problem>>) -> serde_json::Value {
    match built {
        Ok(built) => serde_json::json!({
            "built": true,
            "out": config.shown(&built.out),
            "pages": built.pages,
            "files": built.wrote.files,
            "changed": built.wrote.changed,
            "removed": built.wrote.removed,
            "milliseconds": built.took.as_millis() as u64,
            "problems": Problem::list(&built.warnings),
        }),
        Err(found) => serde_json::json!({ "built": false, "problems": Problem::list(found) }),
    }
}
