//! `course check`: a lab's kernel is judged, told live, recorded. A name that is no lab's may be a task's or a project's (`criteria.rs`).
//!
//! A store that cannot be opened or written does not keep the verdict from being told, nor from being kept beside it; it is
//! told last, and the exit status says so.

use crate::cli::{CheckArgs, Format};
use crate::cmd::judging;
use crate::config::Config;
use crate::course;
use crate::exit::{Exit, Failure};
use crate::runner::{self, Cancel, Processes, Progress, Recorded, Request, Selection, Wishes};
use crate::store::Store;
use crate::tell::paint::{Paint, Role};
use crate::tell::{self, check as told};

/// Runs `course check`.
///
/// # Errors
/// When the lab is unknown, its file cannot be read, or its checker does not build.
pub fn run(config: &Config, args: CheckArgs) -> Result<Exit, Failure> {
    let lab = match config.labs.find(&args.lab) {
        Ok(lab) => lab,
        Err(unknown) if args.checks.is_empty() => {
            return super::criteria::run(config, &args.lab, args.report.format, unknown);
        }
        Err(unknown) => return Err(unknown),
    };
    let selection = Selection::named(lab, &args.checks)?;
    let human = args.report.format == Format::Human;
    let paint = Paint::stdout(config.colour);
    let file = config.shown(&config.kernel(lab.id, &lab.file));
    if runner::starter_if_absent(config, lab)? {
        tell::note(
            &format!("`{file}` was written from the starter; it is yours"),
            config.colour,
        );
    }
    let store = super::store(config);
    let source = runner::read(config, lab)?;
    let cancel = Cancel::on_signal();
    let request = Request {
        config,
        lab,
        selection: &selection,
        source: &source,
        cancel: &cancel,
        executor: &Processes,
        wishes: Wishes {
            threads: args.threads,
            schedules: args.schedules,
            on: args.device.unwrap_or_else(|| course::device(&config.root)),
        },
    };
    if human {
        tell::out(&format!(
            "{} {}\n",
            paint.on(Role::Strong, &lab.title),
            paint.on(Role::Dim, &file)
        ));
    }
    let mut lines = told::Lines::default();
    let judged = runner::judge(request, &mut |progress| match progress {
        Progress::Building => {
            tell::note(
                &format!("building the checker of `{}` …", lab.id),
                config.colour,
            );
        }
        Progress::Checked(result) if human => {
            tell::out(&lines.next(paint, lab, result));
        }
        Progress::Checked(_) => {}
    })?;
    let recorded = match store {
        Ok(store) => runner::record(&store, lab, &source, &judged),
        Err(cause) => {
            let attempt = judged.attempt(lab, &source);
            Err(Store::keep_attempt(&config.progress_db(), &attempt, cause).into())
        }
    };
    let known = recorded.as_ref().ok();
    if human {
        tell::out(&lines.end(paint));
        tell::out(&told::printed(paint, &judged.results));
        tell::out(&told::failures(paint, &judged.results, &file, &source));
        tell::out(&format!("{}\n", told::summary(paint, lab, &judged)));
        tell::out(&told::beside(paint, &judged));
        if let Some(recorded) = known {
            tell::out(&judging::epilogue(config, paint, lab, &judged, recorded));
        }
    } else {
        let id = known.map(|recorded: &Recorded| recorded.id.as_str());
        tell::json(&told::json(lab, &file, &judged, id));
    }
    recorded.map(|_| judging::exit(judged.outcome))
}
