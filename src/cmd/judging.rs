//! What `check` and `watch` share: an outcome's exit status, and what is said after the summary.

use lab::Lab;

use crate::config::Config;
use crate::exit::Exit;
use crate::runner::{Judged, Recorded};
use crate::store::Status;
use crate::tell::paint::{Paint, Role};

/// The exit status that an outcome means.
pub fn exit(outcome: Status) -> Exit {
    match outcome {
        Status::Pass | Status::NotMeasured => Exit::Pass,
        Status::CheckerProblem => Exit::CourseBroken,
        Status::Interrupted => Exit::Interrupted,
        _ => Exit::ChecksFailed,
    }
}

/// The part of the first check that failed.
fn failed(judged: &Judged) -> Option<&str> {
    let mut results = judged.results.iter();
    let failed =
        results.find(|result| !result.status.is_fine() && result.status != Status::Skipped);
    failed.map(|result| result.part.as_str())
}

/// What is said after the summary: what is new, and what to do next.
pub fn epilogue(
    config: &Config,
    paint: Paint,
    lab: &Lab,
    judged: &Judged,
    recorded: &Recorded,
) -> String {
    let mut out = String::new();
    for sentence in &recorded.news {
        out.push_str(&format!("{}: {sentence}\n", paint.on(Role::Good, "new")));
    }
    let advice = match (judged.outcome, recorded.open.and_then(|id| lab.part(id))) {
        (Status::Interrupted, _) => return out,
        (Status::CheckerProblem, _) => "`course doctor` looks closer".to_owned(),
        (Status::Pass | Status::NotMeasured, Some(part)) => format!(
            "the next part is {}, {}: `course show {} {0}` says what it asks",
            part.id, part.title, lab.id
        ),
        (Status::Pass | Status::NotMeasured, None) => {
            "the lab is done: `course next` says what comes after it".to_owned()
        }
        _ => match failed(judged) {
            Some(part) => format!("`course hint {} {part}` helps a step", lab.id),
            None => format!("`course hint {}` helps a step", lab.id),
        },
    };
    let file = config.shown(&config.kernel(lab.id, &lab.file));
    let text = format!("{file} is attempt {}@{}; {advice}", lab.id, recorded.number);
    out.push_str(&format!("{}\n", paint.on(Role::Dim, &text)));
    out
}
