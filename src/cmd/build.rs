//! `course build`.
//! Arguments come in, the exit status comes out.

use crate::cli::BuildArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};

/// Runs `course build`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(_config: &Config, _args: BuildArgs) -> Result<Exit, Failure> {
    Err(Failure::bug("`course build` has no body yet"))
}
