//! `course reset`: the starter again. The text it replaces stays in the lab's history.
//! The rule: first the old text is kept, then the file is replaced; `restore` uses the same `keep`.

use crate::cli::LabArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::runner;
use crate::store::{EventKind, Store};
use crate::tell;

/// Runs `course reset`.
///
/// # Errors
/// When the lab is unknown, or the old text could not be kept: then nothing is replaced.
pub fn run(config: &Config, args: LabArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let store = super::open_store(config)?;
    let path = config.kernel(lab.id, &lab.file);
    let file = config.shown(&path);
    if runner::starter_if_absent(config, lab)? {
        tell::out(&format!("`{file}` is the starter\n"));
        return Ok(Exit::Pass);
    }
    let (old, starter) = (runner::read(config, lab)?, lab.starter());
    if old == starter {
        tell::out(&format!("`{file}` is the starter already\n"));
        return Ok(Exit::Pass);
    }
    let number = keep(&store, lab.id, EventKind::Reset, &old)?;
    runner::write_whole(&path, &starter)?;
    tell::out(&format!(
        "`{file}` is the starter again; `course restore {}@{number}` brings your text back\n",
        lab.id
    ));
    Ok(Exit::Pass)
}

/// Keeps a text that is about to be replaced; gives its number in the history.
///
/// # Errors
/// When it could not be kept.
pub fn keep(store: &Store, lab: &str, kind: EventKind, text: &str) -> Result<usize, Failure> {
    let hash = store.keep_kernel(text)?;
    store.note(lab, kind, &hash)?;
    let history = store.history(lab)?;
    let kept = history.iter().rfind(|moment| moment.hash == hash);
    kept.map(|moment| moment.number)
        .ok_or_else(|| Failure::bug("a text that was just kept is not in the history"))
}
