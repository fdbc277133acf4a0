//! Whole programs with their output inside: every `host/*.cu` is compiled, run from `main`, and compared.
//!
//! A comment `/* expect` … `*/` is the standard output, line for line. `//@ exit N` is the exit status (0 without it),
//! `//@ args A B` the arguments, `//@ stdin TEXT` a line of the standard input, `//@ memory N` how many MiB it may have, `//@ fuel N` how many warp instructions its kernels may take, `//@ ends WORDS` what the failure says, `//@ refused WORDS` what a launch that failed says, `//@ finding WORDS` words of a finding, each of
//! which must be there; a finding that no line announces fails the file. `//@ says WORDS` are words of what is said after the run. On several hands each gives the same. `//@ compile-error WORDS` expects no run at all.

#[path = "shared/cases.rs"]
mod cases;
#[path = "shared/hands.rs"]
mod hands;
#[path = "shared/judged.rs"]
mod judged;

use judged::judge_all;
use simt::host::{ProgramOptions, Quiet, run_main};
use simt::launch::Memory;
use simt::source::Source;

#[test]
fn every_program_prints_what_it_says() {
    judge_all("host", &|_, text| judge(text));
}

/// The values of `//@ key value` lines.
fn told<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("//@"));
    lines
        .filter_map(|line| line.trim().strip_prefix(key))
        .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        .map(str::trim)
        .collect()
}

/// The standard output; of a file that does not say, nothing.
fn expected(text: &str) -> &str {
    let after = text.split_once("/* expect\n");
    after
        .and_then(|(_, rest)| rest.split_once("*/"))
        .map_or("", |(want, _)| want)
}

/// The same, with blocks that run on several hands.
fn on_hands(options: ProgramOptions) -> ProgramOptions {
    let crew = Some(hands::crew(2));
    ProgramOptions { crew, ..options }
}

fn judge(text: &str) -> Vec<String> {
    let source = Source::new("program.cu", text);
    let module = match simt::compile(&source) {
        Ok(module) => module,
        Err(diags) => {
            let wanted = told(text, "compile-error");
            let said: Vec<String> = diags
                .iter()
                .map(|d| format!("line {}: {}", source.line(d.span.start), d.message))
                .collect();
            return if !wanted.is_empty()
                && wanted.iter().all(|w| said.iter().any(|s| s.contains(w)))
            {
                Vec::new()
            } else {
                vec![format!("does not compile: {}", said.join("; "))]
            };
        }
    };
    if !told(text, "compile-error").is_empty() {
        return vec!["compiles".to_string()];
    }
    let mut args = vec!["program".to_string()];
    for line in told(text, "args") {
        args.extend(line.split_whitespace().map(str::to_string));
    }
    let mut options = ProgramOptions {
        args,
        ..ProgramOptions::default()
    };
    if let Some(mebibytes) = told(text, "memory").first().and_then(|n| n.parse().ok()) {
        let mebibytes: u64 = mebibytes;
        options.memory_bytes = mebibytes << 20;
    }
    if let Some(fuel) = told(text, "fuel").first().and_then(|n| n.parse().ok()) {
        options.kernel_fuel = fuel;
    }
    let lines = told(text, "stdin");
    let surrounded = || Quiet {
        input: lines
            .iter()
            .flat_map(|line| format!("{line}\n").into_bytes())
            .collect(),
        ..Quiet::default()
    };
    let mut world = surrounded();
    let report = run_main(&module, &mut Memory::new(), &mut world, &options);
    let mut out = Vec::new();
    let mut again = surrounded();
    let same = run_main(&module, &mut Memory::new(), &mut again, &on_hands(options));
    if same != report || again.out != world.out || again.err != world.err {
        out.push("something else on several hands".to_string());
    }
    let failure = report
        .ended
        .failure()
        .map(|(message, place)| format!("{message} (line {})", place.map_or(0, |p| p.line)));
    let exit: i32 = told(text, "exit")
        .first()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    if report.ended.status() != exit {
        let status = report.ended.status();
        out.push(format!(
            "exit status {status}, not {exit}: {}",
            failure.clone().unwrap_or_default()
        ));
    }
    for wanted in told(text, "ends") {
        if !failure.as_ref().is_some_and(|f| f.contains(wanted)) {
            out.push(format!("the end is {failure:?}, without `{wanted}`"));
        }
    }
    let mut wanted = told(text, "finding");
    for found in &report.findings {
        let said = &found.finding.message;
        match wanted.iter().position(|w| said.contains(w)) {
            Some(i) => drop(wanted.remove(i)),
            None => out.push(format!("an unexpected finding: {said}")),
        }
    }
    out.extend(wanted.iter().map(|w| format!("no finding says `{w}`")));
    for wanted in told(text, "refused") {
        let mut failures = report.launches.iter().filter_map(|l| l.failure.as_ref());
        if !failures.any(|f| f.message.contains(wanted)) {
            out.push(format!("no launch failed with `{wanted}`"));
        }
    }
    let remarks = simt::excerpt::after(module.source(), &report);
    let pieces = remarks.iter().flat_map(|remark| &remark.pieces);
    let said: String = pieces.map(|piece| piece.text.as_str()).collect();
    let unsaid = told(text, "says");
    let unsaid = unsaid.iter().filter(|words| !said.contains(**words));
    out.extend(unsaid.map(|words| format!("nothing says `{words}`")));
    out.extend(differs(text, &world));
    out
}

/// Where what a program wrote is not what was expected.
fn differs(text: &str, world: &Quiet) -> Vec<String> {
    let mut out = Vec::new();
    let (want, have) = (expected(text), String::from_utf8_lossy(&world.out));
    if want != have {
        let line = want.lines().zip(have.lines()).position(|(a, b)| a != b);
        let at = line.unwrap_or(want.lines().count().min(have.lines().count()));
        let (w, h) = (want.lines().nth(at), have.lines().nth(at));
        out.push(format!("output line {}: {h:?}, not {w:?}", at + 1));
        if !world.err.is_empty() {
            out.push(format!("stderr: {}", String::from_utf8_lossy(&world.err)));
        }
    }
    out
}
