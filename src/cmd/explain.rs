//! `course explain`: what a code means, with a program that shows it and the same program repaired; without a code, all of
//! them by group. It needs no course.

use simt::explain;

use crate::cli::{ColourWhen, ExplainArgs, Format};
use crate::exit::{Exit, Failure};
use crate::tell::{self, explain as told, paint::Paint};

/// Runs `course explain`.
///
/// # Errors
/// When nothing has that code or name.
pub fn run(args: ExplainArgs, colour: ColourWhen) -> Result<Exit, Failure> {
    let paint = Paint::stdout(colour);
    let Some(name) = &args.code else {
        match args.report.format {
            Format::Human => tell::out(&told::all(paint)),
            Format::Json => tell::json(&told::all_json()),
        }
        return Ok(Exit::Pass);
    };
    let entry = explain::find(name).ok_or_else(|| unknown(name))?;
    match args.report.format {
        Format::Human => tell::out(&told::entry(paint, &entry)),
        Format::Json => tell::json(&told::entry_json(&entry)),
    }
    Ok(Exit::Pass)
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::wrong_use(format!("nothing is called `{name}`"));
    failure.help(match explain::near(name) {
        Some(near) => {
            format!("did you mean `course explain {near}`? `course explain` lists every code")
        }
        None => "`course explain` lists every code".to_owned(),
    })
}
