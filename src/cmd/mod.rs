//! One file a command: typed arguments come in, the work is done, an [`Exit`] comes out.
//!
//! Every file has the same shape: `run(&Config, args)`, and below it what only this command needs. A command returns
//! [`Failure`] for what a person can cause; it never exits the process itself. `judging.rs` is what `check` and `watch` share.

pub mod build;
pub mod check;
mod criteria;
pub mod diff;
pub mod doctor;
pub mod explain;
mod external;
pub mod grade;
mod grade_report;
pub mod hint;
pub mod history;
pub mod judging;
pub mod lint;
pub mod list;
pub mod log;
mod module;
pub mod new;
pub mod next;
pub mod profile;
mod profile_gpu;
pub mod progress;
pub mod report;
pub mod reset;
pub mod restore;
pub mod run;
pub mod serve;
pub mod show;
pub mod solution;
pub mod start;
pub mod status;
pub mod template;
pub mod verify;
mod verify_gpu;
pub mod watch;

use lab::Folder;

use crate::cli::{Cli, Command};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::store::{Store, StoreError};
use crate::tell;

/// Runs the typed command in the course that surrounds the current folder.
///
/// # Errors
/// What the command cannot do, with the exit status it means.
pub fn run(cli: Cli, folders: &[Folder]) -> Result<Exit, Failure> {
    let command = match cli.command {
        // Any folder will do: they need no course.
        Command::Run(args) => return run::run(args, cli.colour),
        Command::Profile(args) => return profile::run(args, cli.colour, folders),
        Command::Explain(args) => return explain::run(args, cli.colour, folders),
        Command::New(args) => return new::run(args, cli.colour),
        command => command,
    };
    let here = std::env::current_dir()
        .map_err(|error| Failure::broken(format!("the current folder cannot be read: {error}")))?;
    let config = Config::find(&here, cli.colour, folders)?;
    match command {
        Command::Start(args) => start::run(&config, args),
        Command::Check(args) => check::run(&config, args),
        Command::Run(args) => run::run(args, config.colour),
        Command::Profile(args) => profile::run(args, config.colour, folders),
        Command::Explain(args) => explain::run(args, config.colour, folders),
        Command::New(args) => new::run(args, config.colour),
        Command::Watch(args) => watch::run(&config, args),
        Command::List(args) => list::run(&config, args),
        Command::Next(args) => next::run(&config, args),
        Command::Show(args) => show::run(&config, args),
        Command::Hint(args) => hint::run(&config, args),
        Command::Reset(args) => reset::run(&config, args),
        Command::Solution(args) => solution::run(&config, args),
        Command::History(args) => history::run(&config, args),
        Command::Diff(args) => diff::run(&config, args),
        Command::Restore(args) => restore::run(&config, args),
        Command::Status(args) => status::run(&config, args),
        Command::Log(args) => log::run(&config, args),
        Command::Template(args) => template::run(&config, args),
        Command::Progress(args) => progress::run(&config, args),
        Command::Build(args) => build::run(&config, args),
        Command::Serve(args) => serve::run(&config, args),
        Command::Lint(args) => lint::run(&config, args),
        Command::Report(args) => report::run(&config, args),
        Command::Grade(args) => grade::run(&config, args),
        Command::Verify(args) => verify::run(&config, args),
        Command::Doctor(args) => doctor::run(&config, args),
    }
}

/// Opens the store and says what had to be done for it.
///
/// # Errors
/// When it cannot be opened.
pub fn open_store(config: &Config) -> Result<Store, Failure> {
    Ok(store(config)?)
}

/// The same for who goes on without it.
///
/// # Errors
/// Why it cannot be opened.
pub fn store(config: &Config) -> Result<Store, StoreError> {
    let store = Store::open(&config.progress_db())?;
    let colour = config.colour;
    store.tell_notes(move |note| tell::note(note, colour));
    Ok(store)
}
