//! `cargo test -p <lab>` for a lab in Rust: what the learner wrote is compiled apart, and that program judges it.

use std::process::{Command, ExitCode};

use exercise::{Alive, Course, Trouble};
use lab::Lab;

use crate::session::{Session, learners_text};
use crate::{Home, complain};

pub(crate) fn test(home: &Home, lab: &'static Lab) -> ExitCode {
    let session = match Session::open(lab, std::env::args().skip(1)) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let text = match learners_text(lab, &home.folder()) {
        Ok(text) => text,
        Err(message) => return complain(3, &message),
    };
    let program = match Course::at(home.root()).build(lab, &text) {
        Ok(program) => program,
        Err(Trouble::Learner(why)) => {
            return session.run(&mut |select, sink| {
                lab::uncompiled(lab, select, &why, sink);
            });
        }
        Err(trouble) => return complain(3, &trouble.to_string()),
    };
    let mut command = Command::new(&program);
    command.args(std::env::args().skip(1));
    // It is judged all the same where the file cannot be made.
    let alive = Alive::hold(program.with_file_name(format!("{}.alive", std::process::id())));
    if let Ok(alive) = &alive {
        command.env(Alive::VARIABLE, alive.path());
    }
    match command.status() {
        Ok(status) => ExitCode::from(
            status
                .code()
                .and_then(|c| u8::try_from(c).ok())
                .unwrap_or(101),
        ),
        Err(e) => complain(3, &format!("cannot start `{}`: {e}", program.display())),
    }
}
