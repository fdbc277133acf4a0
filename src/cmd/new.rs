//! `course new`: a whole course, or one more of what a course is made of. What was typed comes in; what was written, and what an author
//! does next, is told.

use std::path::Path;

use ::lab::Language;

use crate::cli::{ColourWhen, NewArgs, NewPlaced, NewThing, NewUnplaced};
use crate::config::Config;
use crate::course::lock;
use crate::exit::{Exit, Failure};
use crate::new::page::Wanted;
use crate::new::whole::{self, NewCourse};
use crate::new::{Added, lab, page};
use crate::tell;

/// Runs `course new`, in a course or, for a whole one, anywhere.
///
/// # Errors
/// When a name is none or taken, a place is not there, or no course is around.
pub fn run(args: NewArgs, colour: ColourWhen) -> Result<Exit, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::broken(format!("the current folder cannot be read: {error}")))?;
    if let NewThing::Course(course) = &args.thing {
        let added = whole::write(NewCourse {
            dir: &course.dir,
            title: course.title.as_deref(),
            labs: !course.no_labs,
            from: course.from.as_deref(),
        })?;
        told(&added);
        return Ok(Exit::Pass);
    }
    let root = Config::root_above(&here)?;
    let added = add(&root, &here, &args.thing)?;
    told(&added);
    let config = Config {
        colour,
        ..Config::at(root)
    };
    if let Err(problems) = lock::update(&config.root) {
        super::build::problems(&config, &problems);
        return Err(Failure::broken(format!(
            "`{}` was not written: the course has faults",
            lock::LOCK
        ))
        .help("the new files are there; mend what is listed, then `course build --lock`"));
    }
    Ok(Exit::Pass)
}

fn add(root: &Path, here: &Path, thing: &NewThing) -> Result<Added, Failure> {
    let placed = |new: &'_ NewPlaced| {
        (
            new.new.name.clone(),
            new.new.title.clone(),
            new.into.clone(),
        )
    };
    let unplaced = |new: &NewUnplaced| (new.name.clone(), new.title.clone(), None);
    let (name, title, into) = match thing {
        NewThing::Part(new) | NewThing::Template(new) => unplaced(new),
        NewThing::Module(new)
        | NewThing::Lesson(new)
        | NewThing::Tier(new)
        | NewThing::Task(new) => placed(new),
        NewThing::Lab(new) => placed(&new.placed),
        NewThing::Words => return page::words(root),
        NewThing::Course(_) => return Err(Failure::bug("a course is no part of a course")),
    };
    let wanted = Wanted {
        root,
        here,
        name: &name,
        title: title.as_deref(),
        into: into.as_deref(),
    };
    match thing {
        NewThing::Part(_) | NewThing::Course(_) | NewThing::Words => page::part(wanted),
        NewThing::Module(_) => page::module(wanted),
        NewThing::Lesson(_) => page::lesson(wanted),
        NewThing::Tier(_) => page::tier(wanted),
        NewThing::Task(_) => page::task(wanted),
        NewThing::Template(_) => page::template(wanted),
        NewThing::Lab(new) => lab::lab(
            wanted,
            match new.rust {
                true => Language::Rust,
                false => Language::Cuda,
            },
        ),
    }
}

fn told(added: &Added) {
    for file in &added.files {
        tell::out(&format!("wrote {file}\n"));
    }
    for next in &added.next {
        tell::out(&format!("next: {next}\n"));
    }
}
