//! `course serve`.
//! Arguments come in, the exit status comes out.

use crate::cli::ServeArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};

/// Runs `course serve`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(_config: &Config, _args: ServeArgs) -> Result<Exit, Failure> {
    Err(Failure::bug("`course serve` has no body yet"))
}
