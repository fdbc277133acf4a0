//! The main of a program that was compiled with a learner's functions: those functions in, their checks judged and told.
//!
//! `COURSE_CANDIDATE` chooses among several in a proof. The rule: a panic is the learner's and belongs to the check that
//! called; it is told by its first line in `exercise.rs`, and nothing is printed for it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, Location, PanicHookInfo, catch_unwind, set_hook};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use lab::{Panic, PartSpec, Place};

use crate::session::Session;
use crate::{Home, complain};

/// What a candidate is called, and its functions: the lab's own type.
pub type Functions<'a> = (&'a str, &'a dyn Any);

/// Judges the functions of a lab in Rust as the arguments of this process ask.
pub fn exercise(
    home: Home,
    parts: fn() -> Vec<PartSpec>,
    candidates: &[Functions<'_>],
) -> ExitCode {
    let lab = match home.lab(parts) {
        Ok(lab) => lab,
        Err(message) => return complain(3, &message),
    };
    let session = match Session::open(lab, std::env::args().skip(1)) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let wanted = std::env::var("COURSE_CANDIDATE").unwrap_or_default();
    let Some((_, functions)) = candidates.iter().find(|(name, _)| *name == wanted) else {
        return complain(
            2,
            &format!("`COURSE_CANDIDATE` names no candidate: `{wanted}`"),
        );
    };
    set_hook(Box::new(note));
    session.run(&mut |select, sink| {
        lab::judge_calls(lab, select, *functions, &mut guard, sink);
    })
}

/// The first panic since a check began; later ones are mostly its consequences.
static FIRST: Mutex<Option<Panic>> = Mutex::new(None);

fn first() -> std::sync::MutexGuard<'static, Option<Panic>> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(info: &PanicHookInfo<'_>) {
    let panic = Panic {
        message: said(info.payload()),
        place: info.location().and_then(in_exercise),
    };
    first().get_or_insert(panic);
}

/// What a panic says.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a value that is no text").to_owned()
}

/// The place, if it is in the learner's file.
fn in_exercise(location: &Location<'_>) -> Option<Place> {
    let file = Path::new(location.file()).file_name()?;
    (file == "exercise.rs").then(|| Place {
        line: location.line(),
        column: location.column(),
        note: "it panicked here".into(),
    })
}

fn guard(body: &mut dyn FnMut()) -> Result<(), Panic> {
    *first() = None;
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        // A learner's code may have set a hook of its own.
        let unseen = || Panic {
            message: said(payload.as_ref()),
            place: None,
        };
        first().take().unwrap_or_else(unseen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_panic_is_told_also_one_of_another_thread() {
        set_hook(Box::new(note));
        let caught = guard(&mut || {
            let thread = std::thread::spawn(|| panic!("the cause"));
            thread.join().expect("a consequence");
        });
        assert_eq!(caught.map_err(|p| p.message), Err("the cause".into()));
        assert_eq!(guard(&mut || {}), Ok(()));
        set_hook(Box::new(|_| {}));
        let caught = guard(&mut || panic!("{}", "with another hook"));
        assert_eq!(
            caught.map_err(|p| p.message),
            Err("with another hook".into())
        );
        let _ = std::panic::take_hook();
    }

    #[test]
    fn only_places_in_the_learners_file_are_told() {
        let here = Location::caller();
        assert_eq!(
            in_exercise(here).is_some(),
            here.file().ends_with("exercise.rs")
        );
    }
}
