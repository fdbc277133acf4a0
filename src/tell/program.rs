//! A program's run, told: what the compiler said, a line a tensor, what was found with the lines it is about, how it ended.
//! Standard output is the program's and the tensors'; everything else is for standard error, or for the JSON object.

mod files;
mod json;

pub use files::files;
pub use json::{Run, counters, uncompiled};
use simt::Compiled;
use simt::diag::{Diag, Diags};
use simt::excerpt::{self, Piece};
use simt::host::{Ended, LaunchRecord, ProgramReport};
use simt::launch::Side;
use simt::source::{Source, Span};

use super::explain::pointer;
use super::paint::{Paint, Role};
use crate::program::call::Outcome;
use crate::program::compare::{Compared, Pair};
use crate::program::dtype::Number;
use crate::program::schedules::Schedules;

/// Pieces of an excerpt in the terminal's colours.
pub fn painted(paint: Paint, pieces: &[Piece]) -> String {
    use excerpt::Role as Of;
    let one = |piece: &Piece| {
        let role = match piece.role {
            Of::Error | Of::Primary => Role::Bad,
            Of::Warning => Role::Middling,
            Of::Message => Role::Strong,
            Of::Secondary | Of::Help => Role::Note,
            Of::Added => Role::Good,
            Of::Place | Of::Gutter => Role::Dim,
            Of::Code | Of::Plain => return piece.text.clone(),
        };
        paint.on(role, &piece.text)
    };
    pieces.iter().map(one).collect()
}

/// What the compiler said, each with its lines.
pub fn diags<'a>(
    paint: Paint,
    source: &Source,
    said: impl IntoIterator<Item = &'a Diag>,
) -> String {
    let one = |diag| {
        format!(
            "{}\n",
            painted(paint, &excerpt::render(source, diag)).trim_end()
        )
    };
    said.into_iter().map(one).collect()
}

/// Why a source does not compile, and where more is said about it.
pub fn refused(paint: Paint, source: &Source, said: &Diags) -> String {
    let mut out = diags(paint, source, said);
    match said.omitted() {
        0 => {}
        1 => out.push_str("one more is not shown\n"),
        n => out.push_str(&format!("{n} more are not shown\n")),
    }
    out + &pointer(paint, said.iter().map(|diag| diag.code.as_str()))
}

/// The line of one tensor.
pub fn tensor(paint: Paint, outcome: &Outcome) -> String {
    let (name, shown) = (&outcome.tensor.name, outcome.tensor.shown());
    let (role, word, rest) = match &outcome.compared {
        None => (Role::Dim, "made", "nothing was expected".to_owned()),
        Some(compared) if compared.wrong == 0 => {
            let largest = Number::Real(compared.largest);
            (Role::Good, "ok", format!("largest difference {largest}"))
        }
        Some(compared) => (Role::Bad, "WRONG", wrong(compared)),
    };
    let word = paint.on(role, &format!("{word:<5}"));
    format!("{word} {} {shown}: {rest}\n", paint.on(Role::Strong, name))
}

fn wrong(compared: &Compared) -> String {
    let (wrong, elements) = (compared.wrong, compared.elements);
    let first = compared.first.as_ref().map(|Pair { at, got, wanted }| {
        let at: Vec<String> = at.iter().map(ToString::to_string).collect();
        format!("; first at [{}]: {got}, expected {wanted}", at.join(", "))
    });
    format!(
        "{wrong} of {elements} elements differ{}",
        first.unwrap_or_default()
    )
}

/// What is said after a run: findings, how it ended if not in order, what was left over, where more is said about it and
/// about what the compiler remarked; with `--strict` also what fails the run by it. Empty where there is nothing.
pub fn after(paint: Paint, module: &Compiled, report: &ProgramReport, strict: bool) -> String {
    let mut out = String::new();
    let remarks = excerpt::after(module.source(), report);
    for remark in &remarks {
        out.push_str(painted(paint, &remark.pieces).trim_end());
        out.push('\n');
    }
    out.push_str(&counted(paint, report, strict));
    out.push_str(&unwatched(paint, report));
    out.push_str(&leaked(paint, module.source(), report));
    let remarked = module.warnings().iter().map(|diag| diag.code.as_str());
    let codes = remarks.iter().filter_map(|remark| remark.code);
    out + &pointer(paint, codes.chain(remarked))
}

/// What findings mean for a run that goes on as a device's would.
const MAY: &str = "results may depend on them, the exit status does not";

/// How many findings there are, and what follows from them and, with `--strict`, from what else fails the run.
fn counted(paint: Paint, report: &ProgramReport, strict: bool) -> String {
    let dropped = report.findings_dropped;
    let findings = match (report.findings.len() as u64 + dropped, dropped) {
        (0, _) => None,
        (1, _) => Some("1 finding".to_owned()),
        (n, 0) => Some(format!("{n} findings")),
        (n, dropped) => Some(format!("{n} findings, {dropped} of them not shown")),
    };
    let told = match (strict, findings) {
        (true, findings) => strictly(report, findings),
        (false, Some(one)) if one == "1 finding" => Some(format!(
            "{one}; results may depend on it, the exit status does not"
        )),
        (false, findings) => findings.map(|many| format!("{many}; {MAY}")),
    };
    told.map_or_else(String::new, |told| {
        format!("{}\n", paint.on(Role::Dim, &told))
    })
}

/// What fails a run that `--strict` was asked of.
fn strictly(report: &ProgramReport, findings: Option<String>) -> Option<String> {
    let failed = failed_launches(report);
    let launches = match failed {
        0 => None,
        1 => Some("1 failed launch".to_owned()),
        n => Some(format!("{n} failed launches")),
    };
    let leaks = leaves(report).then(|| "memory never freed".to_owned());
    let all: Vec<String> = [findings, launches, leaks].into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("{}: the run fails, as `--strict` asks", all.join(", ")))
}

/// The kernels that were too long to be watched to their end.
fn unwatched(paint: Paint, report: &ProgramReport) -> String {
    let mut kernels: Vec<(&str, u64, u64)> = Vec::new();
    for launch in &report.launches {
        let LaunchRecord { ran, left_out, .. } = *launch;
        match kernels.iter_mut().find(|(name, ..)| *name == launch.kernel) {
            Some((_, all, rest)) => (*all, *rest) = (*all + ran, *rest + left_out),
            None => kernels.push((&launch.kernel, ran, left_out)),
        }
    }
    let long = kernels.into_iter().filter(|(_, _, rest)| *rest > 0);
    let named: Vec<String> = long
        .map(|(name, all, rest)| match all - rest {
            0 => format!("the beginning of `{name}`"),
            whole => format!("{whole} of {all} blocks of `{name}`"),
        })
        .collect();
    if named.is_empty() {
        return String::new();
    }
    let told = format!(
        "watched, as the run is long: {}; `--watch all` watches every block",
        named.join(", ")
    );
    format!("{}\n", paint.on(Role::Dim, &told))
}

/// How many places that leak are named.
const LEAKS_NAMED: usize = 4;

/// The memory of the runtime that a program which came to its end has never freed, place by place, and the streams and events that it never
/// destroyed.
fn leaked(paint: Paint, source: &Source, report: &ProgramReport) -> String {
    if !came_to_its_end(report) {
        return String::new();
    }
    let memory = report.leaks.iter().map(|leak| {
        let pinned = if leak.side == Side::Pinned {
            "pinned "
        } else {
            ""
        };
        let place = line_of(source, leak.span, leak.line);
        (pinned, leak.name.as_str(), place, leak.bytes)
    });
    let handles = report.handles.iter().map(|handle| {
        let sort = if handle.event { "event " } else { "stream " };
        let place = line_of(source, handle.span, handle.line);
        (sort, handle.name.as_str(), place, 0)
    });
    let (memory, handles) = (by_place(memory), by_place(handles));
    let lists = [("never freed", memory), ("never destroyed", handles)];
    let told = lists.iter().filter(|(_, list)| !list.is_empty());
    let told =
        told.map(|(what, list)| paint.on(Role::Dim, &format!("{what}: {}", list.join("; "))));
    told.map(|line| format!("{line}\n")).collect()
}

/// Whether a program ended as it wanted to: only then it could have given back what it took.
fn came_to_its_end(report: &ProgramReport) -> bool {
    matches!(report.ended, Ended::Returned | Ended::Exit(_))
}

/// Whether a program that came to its end has left memory of the runtime unfreed, or a launch of it failed.
pub fn leaves_or_fails(report: &ProgramReport) -> bool {
    failed_launches(report) > 0 || leaves(report)
}

fn failed_launches(report: &ProgramReport) -> usize {
    let failed = report.launches.iter();
    failed.filter(|launch| launch.failure.is_some()).count()
}

fn leaves(report: &ProgramReport) -> bool {
    came_to_its_end(report) && !report.leaks.is_empty()
}

/// A line, with its file if that is not the program's first.
fn line_of(source: &Source, span: Span, line: u32) -> String {
    match source.file_of(span) {
        file if file.name() == source.name() => format!("line {line}"),
        file => format!("line {line} of {}", file.name()),
    }
}

/// What was made and never given back (its sort, name, line and bytes), in words, those of one place as one; some of it.
fn by_place<'a>(all: impl Iterator<Item = (&'a str, &'a str, String, u64)>) -> Vec<String> {
    let mut places: Vec<((&str, &str, String), u64, u64)> = Vec::new();
    for (sort, name, line, bytes) in all {
        let of = (sort, name, line);
        match places.iter_mut().find(|(known, ..)| *known == of) {
            Some((_, times, sum)) => (*times, *sum) = (*times + 1, *sum + bytes),
            None => places.push((of, 1, bytes)),
        }
    }
    let one = |((sort, name, line), times, bytes): &((&str, &str, String), u64, u64)| {
        let name = match *name {
            "" => String::new(),
            name => format!("`{name}` "),
        };
        let times = (*times > 1).then(|| format!(", {times} times"));
        let bytes = match bytes {
            0 => None,
            1 => Some(", 1 byte".to_string()),
            bytes => Some(format!(", {bytes} bytes")),
        };
        let (times, bytes) = (times.unwrap_or_default(), bytes.unwrap_or_default());
        format!("{sort}{name}made on {line}{times}{bytes}")
    };
    let mut named: Vec<String> = places.iter().take(LEAKS_NAMED).map(one).collect();
    if places.len() > LEAKS_NAMED {
        named.push(format!(
            "and from {} more places",
            places.len() - LEAKS_NAMED
        ));
    }
    named
}

/// What other orders of blocks and warps gave, with how to see it again.
pub fn schedules(paint: Paint, schedules: &Schedules, file: &str) -> String {
    let runs = schedules.runs;
    match &schedules.differs {
        None => {
            let said = format!("{runs} other orders of blocks and warps gave the same");
            format!("{}\n", paint.on(Role::Dim, &said))
        }
        Some((seed, what)) => format!(
            "{}: {what}, in another order of blocks and warps\n  {}: `course run {file} --seed {seed}` shows it again\n",
            paint.on(Role::Bad, "depends on the order"),
            paint.on(Role::Note, "help"),
        ),
    }
}
