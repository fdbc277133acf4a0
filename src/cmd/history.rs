//! `course history`: every attempt at a lab, oldest first; `lab@N` prints the kernel of one.
//! Nothing is judged again; a text that a reset replaced before it was judged is listed too.

use serde_json::json;

use crate::cli::{Format, HistoryArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::store::{Moment, Status, Store};
use crate::tell;
use crate::tell::check::role;
use crate::tell::paint::{Paint, Role};

/// Runs `course history`.
///
/// # Errors
/// When the lab or the attempt is unknown, or the store cannot be opened.
pub fn run(config: &Config, args: HistoryArgs) -> Result<Exit, Failure> {
    if let Some((lab, number)) = args.lab.split_once('@') {
        let lab = config.labs.find(lab)?;
        let store = super::open_store(config)?;
        tell::exact(&text(&store, lab.id, number)?);
        return Ok(Exit::Pass);
    }
    let lab = config.labs.find(&args.lab)?;
    let store = super::open_store(config)?;
    let history = store.history(lab.id)?;
    if args.report.format == Format::Json {
        let entries: Vec<_> = history
            .iter()
            .map(|m| json!({"number": m.number, "at": m.at, "hash": m.hash, "attempt": m.attempt}))
            .collect();
        tell::json(&json!({
            "format": "course-history", "version": 1, "lab": lab.id, "history": entries
        }));
        return Ok(Exit::Pass);
    }
    if history.is_empty() {
        tell::out(&format!("no attempts at `{}` yet\n", lab.id));
    }
    let paint = Paint::stdout(config.colour);
    let lines: String = history
        .iter()
        .map(|moment| line(paint, lab.id, moment))
        .collect();
    tell::out(&lines);
    Ok(Exit::Pass)
}

/// The text of a moment of a lab's history.
///
/// # Errors
/// When there is no such moment.
pub fn text(store: &Store, lab: &str, number: &str) -> Result<String, Failure> {
    let history = store.history(lab)?;
    text_of(store, lab, moment(&history, lab, number)?)
}

/// The moment of a lab's history with this number.
///
/// # Errors
/// When there is none.
pub fn moment<'h>(history: &'h [Moment], lab: &str, number: &str) -> Result<&'h Moment, Failure> {
    let wanted = number.parse::<usize>().ok();
    let found = history.iter().find(|moment| Some(moment.number) == wanted);
    found.ok_or_else(|| {
        let failure = Failure::wrong_use(format!("`{lab}` has no attempt `{number}`"));
        match history.len() {
            0 => failure.help("there is none yet"),
            last => failure.help(format!(
                "they are numbered 1 to {last}; `course history {lab}` lists them"
            )),
        }
    })
}

/// The kernel's text at a moment.
///
/// # Errors
/// When the store does not have it.
pub fn text_of(store: &Store, lab: &str, moment: &Moment) -> Result<String, Failure> {
    store.kernel(&moment.hash)?.ok_or_else(|| {
        Failure::broken(format!("the store has no text for {lab}@{}", moment.number))
            .help("it may have come with an import that left kernels out")
    })
}

fn line(paint: Paint, lab: &str, moment: &Moment) -> String {
    let name = format!("{lab}@{}", moment.number);
    let when = tell::when(&moment.at);
    let Some(attempt) = &moment.attempt else {
        return format!(
            "  {name:<18} {when}  {}\n",
            paint.on(Role::Dim, "kept, not judged")
        );
    };
    let of = |status| {
        attempt
            .checks
            .iter()
            .filter(|check| check.status == status)
            .count()
    };
    let judged = attempt.checks.len() - of(Status::NotMeasured);
    let word = format!("{:<15}", attempt.outcome.words());
    let first = attempt.checks.iter().find(|check| !check.status.is_fine());
    let first = first.map_or(String::new(), |check| {
        format!("  {}/{}", check.part, check.check)
    });
    format!(
        "  {name:<18} {when}  {} {:>2}/{judged}{}\n",
        paint.on(role(attempt.outcome), &word),
        of(Status::Pass),
        paint.on(Role::Dim, &first)
    )
}
