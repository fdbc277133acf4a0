//! `course start`.
//! Arguments come in, the exit status comes out.

use crate::cli::StartArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};

/// Runs `course start`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(_config: &Config, _args: StartArgs) -> Result<Exit, Failure> {
    Err(Failure::bug("`course start` has no body yet"))
}
