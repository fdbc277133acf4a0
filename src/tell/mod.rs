//! What happened, told to a person or a program: the only place with colour.
//! Nothing is told by colour alone.

pub mod paint;

use crate::cli::ColourWhen;
use crate::exit::{Exit, Failure};
use paint::{Paint, Role};

/// Says on standard error why a command stopped, and what to do.
pub fn failure(failure: &Failure, colour: ColourWhen) {
    let paint = Paint::stderr(colour);
    let word = if failure.exit == Exit::OurBug {
        "bug"
    } else {
        "error"
    };
    eprintln!("{}: {}", paint.on(Role::Bad, word), failure.message);
    if let Some(help) = &failure.help {
        eprintln!("{}: {help}", paint.on(Role::Note, "help"));
    }
}
