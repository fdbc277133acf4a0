//! The `course` command: what was typed comes in, an exit status comes out.
//! Everything else is in the library; read `cmd/mod.rs` next.

use std::process::ExitCode;

use clap::Parser;
use course::{cli::Cli, cmd, tell};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let colour = cli.colour;
    match cmd::run(cli) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            tell::failure(&failure, colour);
            failure.exit.into()
        }
    }
}
