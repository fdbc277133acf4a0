//! The `course` command: what was typed comes in, an exit status comes out.
//! Everything else is in the library; read `cmd/mod.rs` next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;
use course::cli::{Cli, Command};
use course::{cmd, exit::Failure, pages, tell};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let colour = cli.colour;
    if matches!(cli.command, Command::Run(_) | Command::Profile(_)) {
        pages::large();
    }
    // A panic has said where it was; what is left is to say that it is our fault, with our status.
    let done = catch_unwind(AssertUnwindSafe(|| cmd::run(cli)));
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
