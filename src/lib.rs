//! The `course` package: everything of the platform that touches the world.
//!
//! Arguments come in ([`cli`]), are resolved once ([`config`]), a command does the work ([`cmd`]) and
//! says what happened ([`tell`], [`exit`]). The judge itself is pure and lives in `lab`;
//! nothing here decides whether a kernel is right. [`main`] is all of it, given a course's labs. Read `cmd/mod.rs` next.

pub mod class;
pub mod cli;
pub mod cmd;
pub mod config;
pub mod course;
pub mod exit;
pub mod grade;
pub mod hands;
pub mod html;
pub mod labs;
pub mod new;
pub mod pages;
pub mod profile;
pub mod program;
pub mod regular;
pub mod runner;
pub mod serve;
pub mod site;
pub mod standing;
pub mod store;
pub mod tell;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use cli::{Cli, Command};
use exit::Failure;

/// What was typed; where it is wrong, the program ends here, and what is said of it commands no terminal.
fn typed() -> Cli {
    let words: Vec<std::ffi::OsString> = std::env::args_os().collect();
    parsed(words.clone()).unwrap_or_else(|error| {
        let tame = |word: &std::ffi::OsString| {
            std::ffi::OsString::from(tell::shown::shown(&word.to_string_lossy()).into_owned())
        };
        match parsed(words.iter().map(tame).collect()) {
            Err(shown) => shown.exit(),
            Ok(_) => error.exit(),
        }
    })
}

/// The command line, with examples in its help as the reader types them.
fn parsed(words: Vec<std::ffi::OsString>) -> Result<Cli, clap::Error> {
    let matches = tell::typed::help(Cli::command()).try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches)
}

/// The whole program of a course with these labs: what was typed comes in, an exit status comes out.
///
/// Somebody else's course is a workspace of its own, with three lines of `main`: this call with its own labs.
pub fn main(labs: &'static [lab::Folder]) -> ExitCode {
    if let Some(judged) = runner::asked(&mut std::env::args_os().skip(1), labs) {
        return judged;
    }
    let cli = typed();
    let colour = cli.colour;
    if matches!(cli.command, Command::Run(_) | Command::Profile(_)) {
        pages::large();
    }
    // A panic has said where it was; what is left is to say that it is our fault, with our status.
    let done = catch_unwind(AssertUnwindSafe(|| cmd::run(cli, labs)));
    let done = done.unwrap_or_else(|_| {
        Err(Failure::bug("this should not have happened")
            .help("please report it with the lines above"))
    });
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            tell::failure(&failure, colour);
            failure.exit.into()
        }
    }
}
