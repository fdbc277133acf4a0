//! One file a command: typed arguments come in, the work is done, an [`Exit`] comes out.
//!
//! A command returns [`Failure`] for what a person can cause; it never exits the process itself.

pub mod build;
pub mod serve;
pub mod start;

use crate::cli::{Cli, Command};
use crate::config::Config;
use crate::exit::{Exit, Failure};

/// Runs the typed command in the course that surrounds the current folder.
///
/// # Errors
/// What the command cannot do, with the exit status it means.
pub fn run(cli: Cli) -> Result<Exit, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::broken(format!("the current folder cannot be read: {error}")))?;
    let config = Config::find(&here, cli.colour)?;
    match cli.command {
        Command::Start(args) => start::run(&config, args),
        Command::Build(args) => build::run(&config, args),
        Command::Serve(args) => serve::run(&config, args),
        _ => Err(Failure::bug("this command has no body yet")),
    }
}
