//! How a command ends: the exit statuses, and a failure that names its own.
//!
//! 0 pass, 1 checks failed, 2 wrong use, 3 something in the course is broken, 4 our bug, 130 interrupted;
//! of `course run` the program's own.
//! Every command returns `Result<Exit, Failure>`; only `main` turns it into a number.

use std::fmt;
use std::process::ExitCode;

/// The ending of a command, as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done; every judged check passed.
    Pass,
    /// The kernel was judged and a check did not pass.
    ChecksFailed,
    /// The command line asks for something that does not exist.
    WrongUse,
    /// The course, its files or the store stand in the way.
    CourseBroken,
    /// A state that cannot be; please report it.
    OurBug,
    /// Ctrl-C before the end.
    Interrupted,
    /// The status that a program ended with which `course run` ran.
    Program(u8),
}

impl Exit {
    /// The number the shell sees.
    pub fn status(self) -> u8 {
        match self {
            Exit::Pass => 0,
            Exit::ChecksFailed => 1,
            Exit::WrongUse => 2,
            Exit::CourseBroken => 3,
            Exit::OurBug => 4,
            Exit::Interrupted => 130,
            Exit::Program(status) => status,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}

/// Why a command stopped: one sentence, what to do about it, and the exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit status.
    pub exit: Exit,
    /// Lowercase, no trailing period, literals in backticks.
    pub message: String,
    /// What the person can do.
    pub help: Option<String>,
}

impl Failure {
    /// A failure with the given status.
    pub fn new(exit: Exit, message: impl Into<String>) -> Failure {
        Failure {
            exit,
            message: message.into(),
            help: None,
        }
    }

    /// The person asked for something that does not exist.
    pub fn wrong_use(message: impl Into<String>) -> Failure {
        Failure::new(Exit::WrongUse, message)
    }

    /// The course, its files or the store stand in the way.
    pub fn broken(message: impl Into<String>) -> Failure {
        Failure::new(Exit::CourseBroken, message)
    }

    /// A state that cannot be.
    pub fn bug(message: impl Into<String>) -> Failure {
        Failure::new(Exit::OurBug, message)
    }

    /// The same failure with advice.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_the_documented_ones() {
        let all = [
            Exit::Pass,
            Exit::ChecksFailed,
            Exit::WrongUse,
            Exit::CourseBroken,
            Exit::OurBug,
            Exit::Interrupted,
        ];
        assert_eq!(all.map(Exit::status), [0, 1, 2, 3, 4, 130]);
    }
}
