//! `course restore lab@N`: the kernel of an attempt again. The text it replaces stays in the lab's history.
//! Numbers are those of `course history`.

use crate::cli::RestoreArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::runner;
use crate::store::EventKind;
use crate::tell;

/// Runs `course restore`.
///
/// # Errors
/// When the lab or the attempt is unknown, or the present text could not be kept.
pub fn run(config: &Config, args: RestoreArgs) -> Result<Exit, Failure> {
    let (lab, number) = args.attempt.split_once('@').ok_or_else(|| {
        Failure::wrong_use(format!("`{}` does not say which attempt", args.attempt)).help(format!(
            "write `{}@3` for its third; `course history {0}` lists them",
            args.attempt
        ))
    })?;
    let lab = config.labs.find(lab)?;
    let store = super::open_store(config)?;
    let text = super::history::text(&store, lab.id, number)?;
    let path = config.kernel(lab.id, &lab.file);
    let file = config.shown(&path);
    let mut said = format!("`{file}` is {}@{number} again", lab.id);
    if path.exists() {
        let old = runner::read(config, lab)?;
        if old == text {
            tell::out(&format!("`{file}` is {}@{number} already\n", lab.id));
            return Ok(Exit::Pass);
        }
        let kept = super::reset::keep(&store, lab.id, EventKind::Restore, &old)?;
        said.push_str(&format!("; what it replaced is {}@{kept}", lab.id));
    }
    runner::write_whole(&path, &text)?;
    tell::out(&format!("{said}\n"));
    Ok(Exit::Pass)
}
