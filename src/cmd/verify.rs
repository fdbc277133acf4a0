//! `course verify`: the course proves itself. Starters fail, solutions pass, each known mistake fails its named check.
//!
//! Labs are proved side by side on the simulated machine; the content's own problems are listed with them. Everything wrong
//! is told at once, and anything wrong is exit status 3.

use std::time::Instant;

use lab::{Candidate, Lab, Language, Select};
use lab_sim::Simulated;
use rayon::prelude::*;
use serde_json::json;

use crate::cli::{Format, VerifyArgs};
use crate::cmd::verify_gpu;
use crate::config::Config;
use crate::course::{self, On, Severity};
use crate::exit::{Exit, Failure};
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// What was found about one lab.
struct Proof {
    lab: &'static Lab,
    problems: Vec<String>,
    ms: u128,
}

/// Runs `course verify`.
///
/// # Errors
/// When a lab is unknown.
pub fn run(config: &Config, args: VerifyArgs) -> Result<Exit, Failure> {
    let chosen: Vec<&'static Lab> = match args.labs.as_slice() {
        [] => config.labs.all().to_vec(),
        names => names
            .iter()
            .map(|name| config.labs.find(name))
            .collect::<Result<_, _>>()?,
    };
    let paint = Paint::stdout(config.colour);
    let human = args.report.format == Format::Human;
    if args.device == On::Gpu {
        return verify_gpu::run(config, &chosen, !args.labs.is_empty(), human);
    }
    let mut proofs: Vec<Proof> = Vec::new();
    let (say, hear) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let chosen = &chosen;
        scope.spawn(move || {
            chosen.par_iter().for_each_with(say, |say, lab| {
                let _ = say.send(prove(config, lab));
            });
        });
        for proof in hear {
            if human {
                tell::out(&told(paint, &proof));
            }
            proofs.push(proof);
        }
    });
    proofs.sort_by_key(|proof| {
        config
            .labs
            .all()
            .iter()
            .position(|lab| lab.id == proof.lab.id)
    });
    let content = if args.labs.is_empty() {
        content(config)
    } else {
        Vec::new()
    };
    if human {
        for problem in &content {
            tell::out(&format!("  {}  {problem}\n", paint.on(Role::Bad, "broken")));
        }
    } else {
        let labs: Vec<_> = proofs
            .iter()
            .map(|proof| json!({"lab": proof.lab.id, "problems": proof.problems}))
            .collect();
        tell::json(&json!({
            "format": "course-verify", "version": 1, "labs": labs, "content": content
        }));
    }
    let sound = content.is_empty() && proofs.iter().all(|proof| proof.problems.is_empty());
    Ok(if sound {
        Exit::Pass
    } else {
        Exit::CourseBroken
    })
}

fn prove(config: &Config, lab: &'static Lab) -> Proof {
    let began = Instant::now();
    let problems = match lab.language {
        Language::Cuda => of_kernels(lab),
        Language::Rust => of_functions(config, lab),
    };
    Proof {
        lab,
        problems,
        ms: began.elapsed().as_millis(),
    }
}

fn of_kernels(lab: &Lab) -> Vec<String> {
    let mut machine = Simulated::new();
    lab::verify(lab, &mut |candidate: Candidate<'_>, select: Select<'_>| {
        let mut records = Vec::new();
        let key = Some("verify");
        lab::judge_with_hidden(
            lab,
            lab::Judging { select, key },
            candidate.text,
            &mut machine,
            &mut |record| {
                records.push(record);
            },
        );
        records
    })
}

/// The same of a lab in Rust: one build holds its solution, starter and known mistakes.
fn of_functions(config: &Config, lab: &Lab) -> Vec<String> {
    let course = exercise::Course {
        root: std::path::absolute(&config.workspace).unwrap_or_default(),
        cache: std::path::absolute(config.cache()).unwrap_or_default(),
    };
    match exercise::proof(&course, lab) {
        Ok(proof) => lab::verify(lab, &mut |candidate, select| proof.judge(candidate, select)),
        Err(trouble) => vec![trouble.to_string()],
    }
}

fn told(paint: Paint, proof: &Proof) -> String {
    let Proof { lab, problems, ms } = proof;
    let time = paint.on(Role::Dim, &format!("({ms} ms)"));
    let checks = lab.checks().count();
    let mut out = match problems.len() {
        0 => format!(
            "  {}      {}: the starter fails, the solution passes its {checks} checks, {} known mistakes are caught {time}\n",
            paint.on(Role::Good, "ok"),
            lab.id,
            lab.wrong.len()
        ),
        many => format!(
            "  {}  {}: {many} problems {time}\n",
            paint.on(Role::Bad, "broken"),
            lab.id
        ),
    };
    for problem in problems {
        out.push_str(&format!("    {}\n", problem.replace('\n', "\n      ")));
    }
    out
}

/// The content's errors, with the labs and checks that it names held to those that exist.
fn content(config: &Config) -> Vec<String> {
    let known = course::known(config.labs.all());
    let loaded = course::load_with(&config.root, Some(&known));
    let errors = loaded
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error);
    errors.map(ToString::to_string).collect()
}
