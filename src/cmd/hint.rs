//! `course hint`: one more hint each time, for the first part that is not done; each is recorded.
//! After the last one it says so and shows that one again.

use lab::{Lab, Part, Passage};

use crate::cli::HintArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::store::standing::part_done;
use crate::store::{EventKind, Store};
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// Runs `course hint`.
///
/// # Errors
/// When the lab is unknown, has no hints, or the store cannot be opened.
pub fn run(config: &Config, args: HintArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let store = super::open_store(config)?;
    let paint = Paint::stdout(config.colour);
    if args.all {
        return all(lab, &store, paint);
    }
    let part = current(lab, &store)?;
    let hints = &part.hints;
    if hints.is_empty() {
        return Err(Failure::broken(format!(
            "`{}` has no hints for {}",
            lab.id, part.id
        )));
    }
    let shown = store.hints_shown(lab.id, part.id)?;
    let number = (shown + 1).min(hints.len());
    tell::out(&one(paint, part, number, hints));
    if shown >= hints.len() {
        let text = format!(
            "that was the last hint for {}; `course solution {} --anyway` shows the solution",
            part.id, lab.id
        );
        tell::out(&format!("\n{}\n", paint.on(Role::Dim, &text)));
    } else {
        store.note(lab.id, EventKind::Hint, &format!("{}/{number}", part.id))?;
    }
    Ok(Exit::Pass)
}

fn all(lab: &Lab, store: &Store, paint: Paint) -> Result<Exit, Failure> {
    for part in &lab.parts {
        let hints = &part.hints;
        for number in 1..=hints.len() {
            tell::out(&format!("{}\n", one(paint, part, number, hints)));
        }
        if store.hints_shown(lab.id, part.id)? < hints.len() {
            store.note(
                lab.id,
                EventKind::Hint,
                &format!("{}/{}", part.id, hints.len()),
            )?;
        }
    }
    Ok(Exit::Pass)
}

/// The first part that is not done; the last one when all are.
fn current<'l>(lab: &'l Lab, store: &Store) -> Result<&'l Part, Failure> {
    let passed = store.passed()?;
    let open = lab.parts.iter().find(|part| !part_done(&passed, lab, part));
    open.or(lab.parts.last())
        .ok_or_else(|| Failure::bug(format!("`{}` has no parts", lab.id)))
}

fn one(paint: Paint, part: &Part, number: usize, hints: &[Passage]) -> String {
    let head = format!(
        "hint {number} of {} for {} ({})",
        hints.len(),
        part.id,
        part.title
    );
    format!(
        "{}\n{}\n",
        paint.on(Role::Strong, &head),
        hints[number - 1].text
    )
}
