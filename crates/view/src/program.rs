//! A whole program of any text: what it writes as it writes it, then what was found, what its launches counted, and how it ended.
//!
//! A request and who runs comes in, lines of JSON go out. The rule: the program has its output and its arguments and nothing else: no file, no
//! input, no environment, a clock that counts its steps; so it is answered the same everywhere, and what it takes is bounded.

mod outlet;
mod words;

use lab::json_text;
use simt::host::{Ended, LaunchRecord, ProgramOptions, ProgramReport, run_main};
use simt::launch::Memory;
use simt::source::Source;

use crate::json::{object, opt_text};
use crate::outline::has_main;
use crate::play::Means;
use crate::told::{End, Failed, Launched, MOST_FINDINGS, finding, line, more};
use crate::uncompiled;
use outlet::Outlet;
use words::Words;

/// Instructions of host code at most: some seconds in a page, and twenty times what any example takes.
const HOST_FUEL: u64 = 1 << 30;
/// Warp instructions of all launches at most: some ten seconds in a page.
const KERNEL_FUEL: u64 = 1 << 27;
/// Of these, how many of each kernel are watched: what comes after them is not counted.
const WATCHED: u64 = 1 << 24;
/// Bytes that the program may have, the host's and the device's together.
const MEMORY: u64 = 512 << 20;
/// Bytes that it may write; fewer are told.
const OUTPUT: u64 = 16 << 20;
/// Launches that are told.
const MOST_LAUNCHES: usize = 64;

/// Tells a run of `main`. `request` is a file's name and the words of the command line, a line each, and then the text; words `-D NAME` or
/// `-D NAME=VALUE` before the others define macros. `false` if it is no such request.
///
/// ```json
/// {"out":"…"} {"err":"…"}  as they are written  {"out_more":9} {"err_more":9}
/// {"finding":{…}}  {"findings_more":2}
/// {"note":{"code":"S0102"|null,"excerpt":"…"}}
/// {"launch":{…}}  {"launches_more":3}
/// {"ended":{"ok":true,"status":0,"message":null,"help":null,"line":0}}
/// ```
/// or one line `{"failed":"…","line":0}` with a sentence why nothing ran. A note is what a terminal shows of a launch that failed, of what the
/// program asked for in vain, or of its end; `ok` is that it ended by itself, with the status 0.
pub fn program(request: &str, means: &Means, tell: &mut dyn FnMut(&str)) -> bool {
    let mut lines = request.splitn(3, '\n');
    let (Some(file), Some(words), Some(text)) = (lines.next(), lines.next(), lines.next()) else {
        return false;
    };
    let file = if file.is_empty() { "program.cu" } else { file };
    let told = Words::read(words)
        .map_err(Failed::from)
        .and_then(|words| told(file, words, text, (means, tell)));
    if let Err(failed) = told {
        tell(&failed.told());
    }
    true
}

fn told(
    file: &str,
    words: Words,
    text: &str,
    (means, tell): (&Means, &mut dyn FnMut(&str)),
) -> Result<(), Failed> {
    let source = Source::new(file, text).with_macros(words.macros);
    let module = simt::compile(&source).map_err(|diags| uncompiled::first(&source, &diags))?;
    if !has_main(&module) {
        let message = "The text has no `main`: a kernel alone is started by a launch.";
        return Err(message.to_owned().into());
    }
    let mut args = vec![file.to_owned()];
    args.extend(words.args);
    let options = ProgramOptions {
        host_fuel: HOST_FUEL,
        kernel_fuel: KERNEL_FUEL,
        memory_bytes: MEMORY,
        output_bytes: OUTPUT,
        watched: WATCHED,
        max_findings: MOST_FINDINGS,
        args,
        crew: means.crew,
        halt: means.halt,
        ..ProgramOptions::default()
    };
    let mut outlet = Outlet::new(tell);
    let report = run_main(&module, &mut Memory::new(), &mut outlet, &options);
    outlet.close();
    after(&source, &report, tell);
    Ok(())
}

/// Everything that is told when the program has ended.
fn after(source: &Source, report: &ProgramReport, tell: &mut dyn FnMut(&str)) {
    let remarks = simt::excerpt::after(source, report);
    let excerpts = remarks
        .iter()
        .map(|remark| simt::excerpt::text(&remark.pieces));
    let excerpts: Vec<String> = excerpts.collect();
    let findings = report.findings.iter().zip(&excerpts);
    for (found, excerpt) in findings.take(MOST_FINDINGS) {
        tell(&finding(source, &found.finding, excerpt));
    }
    let left = report.findings.len().saturating_sub(MOST_FINDINGS) as u64;
    let left = more("findings_more", left + report.findings_dropped);
    left.iter().for_each(|line| tell(line));
    let notes = remarks.iter().zip(&excerpts).skip(report.findings.len());
    for (remark, excerpt) in notes.take(MOST_FINDINGS) {
        let told = object(&[
            ("code", opt_text(remark.code)),
            ("excerpt", json_text(excerpt)),
        ]);
        tell(&object(&[("note", told)]));
    }
    for record in report.launches.iter().take(MOST_LAUNCHES) {
        tell(&launch(source, record));
    }
    let left = report.launches.len().saturating_sub(MOST_LAUNCHES) as u64;
    more("launches_more", left)
        .iter()
        .for_each(|line| tell(line));
    tell(&ended(&report.ended));
}

fn launch(source: &Source, of: &LaunchRecord) -> String {
    let launched = Launched {
        kernel: &of.kernel,
        shape: [of.grid, of.block],
        shared: of.shared_bytes,
        line: of.line,
        times: of.times,
        left_out: of.left_out,
        failure: of.failure.as_ref().map(|failure| failure.message.as_str()),
        counters: &of.counters,
    };
    launched.told(source)
}

fn ended(of: &Ended) -> String {
    let status = of.status();
    let failure = of.failure();
    let end = End {
        ok: failure.is_none() && status == 0,
        status: Some(status),
        message: failure.map(|(message, _)| message),
        help: of.help(),
        line: line(failure.and_then(|(_, place)| place)),
    };
    end.told()
}

#[cfg(test)]
mod tests;
