//! `course solution`: a lab's solution, after a pass; before it with `--anyway`, and the log says so.
//! Either way the asking is recorded.

use crate::cli::SolutionArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::runner;
use crate::standing::lab_done;
use crate::store::EventKind;
use crate::tell;

/// Runs `course solution`.
///
/// # Errors
/// When the lab is unknown, or not passed and `--anyway` was not given.
pub fn run(config: &Config, args: SolutionArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let store = super::open_store(config)?;
    let passed = lab_done(&store.passed()?, lab);
    if !passed && !args.anyway {
        return Err(Failure::new(Exit::ChecksFailed, format!("`{}` is not passed yet", lab.id))
            .help(format!(
                "`course hint {0}` goes a step further; `course solution {0} --anyway` shows it all the same, and your log says so",
                lab.id
            )));
    }
    tell::exact(&lab.solution());
    let detail = if passed { "passed" } else { "anyway" };
    store.note(lab.id, EventKind::Solution, detail)?;
    if !passed {
        let progress = format!("read the solution of {} before passing it", lab.id);
        store.log(runner::entry(lab.id, "solution", progress))?;
    }
    Ok(Exit::Pass)
}
