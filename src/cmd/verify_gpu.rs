//! `course verify --device gpu`: the course proves itself on this computer's GPU.
//!
//! The rule: what is right on the machine is right there. Every solution passes what a GPU can answer, every part's starter fails, and
//! a known mistake whose results are wrong has wrong results there, too. What is slow, unsynchronised or out of bounds may come out right on
//! one device; such mistakes are counted and blame nobody. Nothing is timed: `benches/gpu/all` does that. Each text of each part
//! has a process of its own, so that one that hangs is ended and the next is judged.

use std::time::Instant;

use lab::{Kind, Lab, Language, named_check};
use rayon::prelude::*;
use serde_json::json;

use crate::config::Config;
use crate::course::On;
use crate::exit::{Exit, Failure};
use crate::runner::{self, Cancel, CheckResult, Chosen, Processes, Request, Selection, Wishes};
use crate::store::Status;
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// Labs at once: a kernel that never ends is in the others' way.
const AT_ONCE: usize = 4;

/// What was found about one lab on the GPU.
struct Proof {
    lab: &'static Lab,
    device: String,
    problems: Vec<String>,
    /// Checks of the solution that the GPU answered.
    answered: usize,
    /// Known mistakes that failed there, of all.
    shown: usize,
    ms: u128,
}

/// Proves these labs on the GPU; those in Rust have no part in it and are passed over, unless they were named.
///
/// # Errors
/// When there is no GPU or it cannot be asked, or a lab in Rust was named.
pub(super) fn run(
    config: &Config,
    chosen: &[&'static Lab],
    named: bool,
    human: bool,
) -> Result<Exit, Failure> {
    if let Some(lab) = chosen
        .iter()
        .find(|lab| named && lab.language == Language::Rust)
    {
        return Err(Failure::wrong_use(format!(
            "`{}` is a lab in Rust; a GPU has no part in it",
            lab.id
        )));
    }
    let labs: Vec<&'static Lab> = chosen
        .iter()
        .copied()
        .filter(|lab| lab.language == Language::Cuda)
        .collect();
    let cancel = Cancel::on_signal();
    let hands = rayon::ThreadPoolBuilder::new().num_threads(AT_ONCE).build();
    let hands = hands.map_err(|error| Failure::broken(format!("no threads: {error}")))?;
    let paint = Paint::stdout(config.colour);
    let prove = |lab: &&'static Lab| {
        let proof = prove(config, lab, &cancel)?;
        if human {
            tell::out(&told(paint, &proof));
        }
        Ok(proof)
    };
    let proofs = hands.install(|| {
        labs.par_iter()
            .map(prove)
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    if !human {
        let device = proofs.first().map(|proof| proof.device.as_str());
        let labs: Vec<_> = proofs
            .iter()
            .map(|proof| {
                json!({
                    "lab": proof.lab.id, "problems": proof.problems, "answered": proof.answered,
                    "mistakes": proof.lab.wrong.len(), "shown": proof.shown,
                })
            })
            .collect();
        tell::json(&json!({
            "format": "course-verify", "version": 1, "device": device, "labs": labs, "content": []
        }));
    }
    Ok(match proofs.iter().all(|proof| proof.problems.is_empty()) {
        true => Exit::Pass,
        false => Exit::CourseBroken,
    })
}

fn prove(config: &Config, lab: &'static Lab, cancel: &Cancel) -> Result<Proof, Failure> {
    let began = Instant::now();
    let judge = |text: &str, part: Option<&str>| judged(config, lab, (text, part), cancel);
    let mut problems = Vec::new();
    let results = judge(&lab.solution(), None)?;
    let device = results.iter().find(|result| !result.device.is_empty());
    let device = device
        .map(|result| result.device.clone())
        .unwrap_or_default();
    let answered = results.iter().filter(|r| r.status == Status::Pass).count();
    let unfit = results.iter().filter(|result| !result.status.is_fine());
    problems.extend(unfit.map(|r| format!("the solution does not pass: {}", said(r))));
    let starter = judge(&lab.starter(), None)?;
    for part in &lab.parts {
        let mut own = starter.iter().filter(|result| result.part == part.id);
        if own.all(|result| !failed(result)) {
            problems.push(format!("the starter passes part `{}`", part.id));
        }
    }
    let mut shown = 0;
    for (name, text) in lab.wrong {
        let Some((part, check)) = named_check(text).and_then(|named| named.split_once('/')) else {
            continue;
        };
        let results = judge(text, Some(part))?;
        let fails = results.iter().any(failed);
        shown += usize::from(fails);
        if !fails && gives_wrong_results(lab, part, check) {
            problems.push(format!("the known mistake `{name}` passes part `{part}`"));
        }
    }
    Ok(Proof {
        lab,
        device,
        problems,
        answered,
        shown,
        ms: began.elapsed().as_millis(),
    })
}

/// Judges a text on the GPU, one part of it or all; what only times is left out.
fn judged(
    config: &Config,
    lab: &'static Lab,
    (text, only): (&str, Option<&str>),
    cancel: &Cancel,
) -> Result<Vec<CheckResult>, Failure> {
    let parts = lab
        .parts
        .iter()
        .filter(|part| only.is_none_or(|id| id == part.id));
    let selection = Selection {
        parts: parts
            .map(|part| Chosen {
                part,
                checks: part
                    .checks
                    .iter()
                    .filter(|check| !check.needs_gpu())
                    .collect(),
                whole: false,
            })
            .collect(),
    };
    let request = Request {
        config,
        lab,
        selection: &selection,
        source: text,
        cancel,
        executor: &Processes,
        wishes: Wishes {
            on: On::Gpu,
            ..Wishes::default()
        },
    };
    Ok(runner::judge(request, &mut |_| {})?.results)
}

/// Whether something of a text did not pass: that it failed, and also that it was stopped.
fn failed(result: &CheckResult) -> bool {
    !result.status.is_fine() && !matches!(result.status, Status::Skipped | Status::Interrupted)
}

/// Whether what this check asks is of the results themselves, which no device may have right.
fn gives_wrong_results(lab: &Lab, part: &str, check: &str) -> bool {
    let mut all = lab.checks();
    let found = all.find(|(of, known)| of.id == part && known.id == check);
    found.is_some_and(|(_, check)| matches!(check.kind, Kind::Correct | Kind::Compiles))
}

fn said(result: &CheckResult) -> String {
    match result.message.as_str() {
        "" => format!("{}: {}", result.full_id(), result.status.words()),
        message => format!("{}: {message}", result.full_id()),
    }
}

fn told(paint: Paint, proof: &Proof) -> String {
    let Proof { lab, problems, .. } = proof;
    let time = paint.on(Role::Dim, &format!("({} ms)", proof.ms));
    let mut out = match problems.len() {
        0 => format!(
            "  {}      {}: on the {} the starter fails, the solution passes the {} checks that it can answer, {} of {} known mistakes show {time}\n",
            paint.on(Role::Good, "ok"),
            lab.id,
            proof.device,
            proof.answered,
            proof.shown,
            lab.wrong.len()
        ),
        many => format!(
            "  {}  {}: {many} problems on the {} {time}\n",
            paint.on(Role::Bad, "broken"),
            lab.id,
            proof.device
        ),
    };
    for problem in problems {
        out.push_str(&format!("    {}\n", problem.replace('\n', "\n      ")));
    }
    out
}
