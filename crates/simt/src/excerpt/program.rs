//! What is said after a program's run: findings, launches that failed, an end that is not in order.
//!
//! A report goes in; remarks come out, each with its code and its lines, in the order to be shown. The rule: a launch is
//! named under what happened in it, so that each remark stands by itself.

use super::{Piece, Role, Stopped, render_finding, render_stopped};
use cuda_host::{Command, Denied, Ended, LaunchRecord, ProgramReport, Unseen, Untimed};
use cuda_ir::cuda_error;
use cuda_source::source::Source;
use warp::report::Place;

/// One thing that is said after a run.
#[derive(Clone, Debug)]
pub struct Remark {
    /// Its code, where it has one.
    pub code: Option<&'static str>,
    /// Its lines.
    pub pieces: Vec<Piece>,
}

/// Everything that a report has to say; nothing for a run in order.
pub fn after(source: &Source, report: &ProgramReport) -> Vec<Remark> {
    let mut out = Vec::new();
    for found in &report.findings {
        let mut pieces = render_finding(source, &found.finding);
        if let Some(launch) = found.launch.and_then(|at| report.launches.get(at)) {
            name(&mut pieces, launch, found.line);
        }
        let code = Some(found.finding.kind.code());
        out.push(Remark { code, pieces });
    }
    out.extend(
        report
            .launches
            .iter()
            .filter_map(|launch| failed(source, launch)),
    );
    out.extend(report.commands.iter().map(|c| not_run(source, c)));
    out.extend(report.denied.iter().map(|d| not_given(source, d)));
    out.extend(report.untimed.iter().map(|u| not_timed(source, u)));
    let ended = matches!(report.ended, Ended::Returned | Ended::Exit(_));
    let unseen = report.unseen.iter().filter(|_| ended);
    out.extend(unseen.map(|launch| not_seen(source, launch)));
    if let Some((message, place)) = report.ended.failure() {
        let stopped = Stopped {
            word: word(&report.ended),
            kind: report.ended.kind(),
            message,
            place,
            note: None,
            help: report.ended.help(),
        };
        out.push(Remark {
            code: stopped.kind.map(|kind| kind.code()),
            pieces: render_stopped(source, &stopped),
        });
    }
    out
}

/// A command that `system` did not run.
fn not_run(source: &Source, command: &Command) -> Remark {
    let times = match command.times {
        1 => String::new(),
        n => format!(" each of {n} times"),
    };
    let message = format!(
        "`system` runs no commands here: it gave -1 for `{}`{times}",
        command.text
    );
    let help = "a folder is made by `mkdir` of <sys/stat.h> or `std::filesystem::create_directories`; other commands need a shell";
    remark(source, ("command not run", &message), &command.place, help)
}

/// Memory that was not to be had.
fn not_given(source: &Source, denied: &Denied) -> Remark {
    let message = format!(
        "{} bytes were asked for, and the call gave `cudaErrorMemoryAllocation`: {}",
        denied.bytes, denied.why
    );
    let help = "ask for less: a smaller problem, or the array in parts";
    remark(source, ("memory not given", &message), &denied.place, help)
}

/// A time that was asked for before there was one.
fn not_timed(source: &Source, untimed: &Untimed) -> Remark {
    let (event, call) = match untimed.event.as_str() {
        "" => (
            "the event".to_string(),
            "cudaEventSynchronize(…)".to_string(),
        ),
        name => (format!("`{name}`"), format!("cudaEventSynchronize({name})")),
    };
    let message = format!(
        "nothing has waited for {event}, so the kernel before it may still run: `cudaEventElapsedTime` gave `cudaErrorNotReady` and stored nothing"
    );
    let help = format!("wait before you ask: `{call};`");
    remark(source, ("no time yet", &message), &untimed.place, &help)
}

/// Output of a kernel that nothing has waited for.
fn not_seen(source: &Source, launch: &Unseen) -> Remark {
    let message = format!(
        "what `{}` printed stays on the device, as on a GPU: the program ends and nothing has waited for it",
        launch.kernel
    );
    let help = "wait for the kernel before the program ends: `cudaDeviceSynchronize();`";
    remark(
        source,
        ("output not fetched", &message),
        &launch.place,
        help,
    )
}

/// What has no code: a word and a message, where, and what to do.
fn remark(source: &Source, (word, message): (&str, &str), place: &Place, help: &str) -> Remark {
    let stopped = Stopped {
        word,
        kind: None,
        message,
        place: Some(place),
        note: None,
        help: Some(help),
    };
    Remark {
        code: None,
        pieces: render_stopped(source, &stopped),
    }
}

fn failed(source: &Source, launch: &LaunchRecord) -> Option<Remark> {
    let failure = launch.failure.as_ref()?;
    let (name_of, number) = (cuda_error::name(failure.error), failure.error);
    let note = format!("the program gets CUDA error {number}, `{name_of}`");
    let stopped = Stopped {
        word: "launch failed",
        kind: failure.kind,
        message: &failure.message,
        place: Some(&failure.place),
        note: Some(&note),
        help: failure.help.as_deref(),
    };
    let mut pieces = render_stopped(source, &stopped);
    name(&mut pieces, launch, failure.line);
    Some(Remark {
        code: failure.kind.map(|kind| kind.code()),
        pieces,
    })
}

/// Says in which launch it was.
fn name(pieces: &mut Vec<Piece>, launch: &LaunchRecord, line: u32) {
    let (kernel, grid, block) = (&launch.kernel, launch.grid, launch.block);
    let shared = match launch.shared_bytes {
        0 => String::new(),
        bytes => format!(", {bytes}"),
    };
    let text = format!("  in `{kernel}<<<{grid}, {block}{shared}>>>`, launched on line {line}");
    pieces.push(Piece {
        role: Role::Place,
        text,
    });
    pieces.push(Piece {
        role: Role::Plain,
        text: "\n".to_string(),
    });
}

/// How it ended, in a word or two.
pub fn word(ended: &Ended) -> &'static str {
    match ended {
        Ended::Exit(_) | Ended::Returned => "ended",
        Ended::NotStarted { .. } => "not started",
        Ended::Aborted { .. } => "aborted",
        Ended::Faulted { .. } => "fault",
        Ended::Limit { .. } => "stopped",
    }
}
