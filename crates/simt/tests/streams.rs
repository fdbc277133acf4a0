//! Races between streams and with the host: whole programs, each with its report or without any.
//!
//! `streams/bugs/*.cu` have one planted bug each and end in a comment with the whole report, which `BLESS=1` writes; in
//! `streams/clean/*.cu`, most of them tricky, nothing is found. The same is said on several hands and with blocks in another order; without
//! the probes nothing is, and the output is the same.

#[path = "shared/cases.rs"]
mod cases;
#[path = "shared/hands.rs"]
mod hands;
#[path = "shared/judged.rs"]
mod judged;

use judged::judge_all;
use simt::excerpt;
use simt::host::{ProgramOptions, Quiet, run_main};
use simt::launch::Memory;
use simt::source::Source;
use std::path::Path;

/// What a program writes, and what is said of it.
fn told(name: &str, text: &str, options: &ProgramOptions) -> Result<(String, String), String> {
    let source = Source::new(name, text);
    let module = simt::compile(&source).map_err(|diags| {
        let said = diags
            .iter()
            .map(|d| format!("line {}: {}", source.line(d.span.start), d.message));
        said.collect::<Vec<_>>().join("; ")
    })?;
    let mut world = Quiet::default();
    let report = run_main(&module, &mut Memory::new(), &mut world, options);
    let remarks = excerpt::after(module.source(), &report);
    let said = remarks
        .iter()
        .map(|remark| excerpt::text(&remark.pieces))
        .collect();
    Ok((String::from_utf8_lossy(&world.out).into_owned(), said))
}

/// What is not the same in every way of running it; the report.
fn everywhere(name: &str, text: &str) -> Result<(String, Vec<String>), String> {
    let plain = ProgramOptions::default();
    let (out, said) = told(name, text, &plain)?;
    let crew = Some(hands::crew(2));
    let mut wrong = Vec::new();
    let ways = [
        (
            "on several hands",
            ProgramOptions {
                crew,
                ..plain.clone()
            },
        ),
        (
            "in another order",
            ProgramOptions {
                seed: 7,
                ..plain.clone()
            },
        ),
    ];
    for (way, options) in ways {
        if told(name, text, &options)? != (out.clone(), said.clone()) {
            wrong.push(format!("something else {way}"));
        }
    }
    let unwatched = ProgramOptions {
        checks: false,
        ..plain
    };
    if told(name, text, &unwatched)? != (out, String::new()) {
        wrong.push("something else without the probes".to_string());
    }
    Ok((said, wrong))
}

fn judge(path: &Path, text: &str, planted: bool) -> Vec<String> {
    compared(path, text, planted).unwrap_or_else(|why| vec![why])
}

fn compared(path: &Path, text: &str, planted: bool) -> Result<Vec<String>, String> {
    const OPEN: &str = "/*~\n";
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (said, mut wrong) = everywhere(&name, text)?;
    let (code, want) = text.split_once(OPEN).unwrap_or((text, ""));
    let want = want.trim_end().trim_end_matches("*/");
    if planted && said.is_empty() {
        wrong.push("nothing was found".to_string());
    } else if planted && said != want && std::env::var_os("BLESS").is_some() {
        let blessed = format!("{code}{OPEN}{said}*/\n");
        std::fs::write(path, blessed).map_err(|why| why.to_string())?;
    } else if said != want {
        wrong.push(format!("the report is\n{said}not\n{want}"));
    }
    Ok(wrong)
}

#[test]
fn every_planted_race_is_reported_as_its_file_says() {
    judge_all("streams/bugs", &|path, text| judge(path, text, true));
}

#[test]
fn nothing_is_found_in_programs_that_wait() {
    judge_all("streams/clean", &|path, text| judge(path, text, false));
}
