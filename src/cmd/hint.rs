//! `course hint`: one more hint each time, for the part that was named, else the part that failed last, else the first that
//! is open; each is recorded. After a part's last one it says so and shows that one again; of a lab that is done it says that.

use lab::{Lab, Part, Passage};

use crate::cli::HintArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::labs::part_named;
use crate::standing::part_done;
use crate::store::{EventKind, Status, Store};
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// Runs `course hint`.
///
/// # Errors
/// When the lab or the part is unknown, has no hints, or the store cannot be opened.
pub fn run(config: &Config, args: HintArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let named = args.part.as_deref().map(|id| part_named(lab, id));
    let named = named.transpose()?;
    let store = super::open_store(config)?;
    let paint = Paint::stdout(config.colour);
    if args.all {
        let parts = named.map_or_else(|| lab.parts.iter().collect(), |part| vec![part]);
        return all(lab, &parts, &store, paint);
    }
    let part = match named {
        Some(part) => Some(part),
        None => current(lab, &store)?,
    };
    let Some(part) = part else {
        tell::out(&done(lab));
        return Ok(Exit::Pass);
    };
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

fn all(lab: &Lab, parts: &[&Part], store: &Store, paint: Paint) -> Result<Exit, Failure> {
    for part in parts {
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

/// The first part that the newest attempt failed; else the first that is not done; nothing when all are.
fn current<'l>(lab: &'l Lab, store: &Store) -> Result<Option<&'l Part>, Failure> {
    let attempts = store.attempts(lab.id)?;
    let checks = attempts.last().into_iter().flat_map(|a| &a.attempt.checks);
    let mut failed = checks.filter(|check| !check.status.is_fine());
    // What was ended before it was judged says nothing of the text.
    let failed = failed.find(|check| check.status != Status::Interrupted);
    if let Some(part) = failed.and_then(|check| lab.part(&check.part)) {
        return Ok(Some(part));
    }
    let passed = store.passed()?;
    Ok(lab.parts.iter().find(|part| !part_done(&passed, lab, part)))
}

fn done(lab: &Lab) -> String {
    let ids: Vec<&str> = lab.parts.iter().map(|part| part.id).collect();
    format!(
        "`{0}` is done: every part passes. `course hint {0} PART` shows a part's hints all the same; its parts are {1}\n",
        lab.id,
        ids.join(", ")
    )
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
        tell::unlinked(&hints[number - 1].text)
    )
}
