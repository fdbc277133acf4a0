//! `course verify`: the course proves itself. Starters fail, solutions pass, each known mistake fails its named check.

use crate::cli::VerifyArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};

/// Runs `course verify`.
///
/// # Errors
/// When a lab is unknown.
pub fn run(_config: &Config, _args: VerifyArgs) -> Result<Exit, Failure> {
    Err(Failure::bug("`course verify` has no body yet"))
}
