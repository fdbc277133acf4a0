//! A program's run, told: what the compiler said, a line a tensor, what was found with the lines it is about, how it ended.
//! Standard output is the program's and the tensors'; everything else is for standard error, or for the JSON object.

use serde_json::{Value, json};
use simt::Module;
use simt::diag::{Diag, Diags};
use simt::excerpt::{self, Piece};
use simt::host::{Ended, LaunchRecord, ProgramFinding, ProgramReport};
use simt::ir::class::Class;
use simt::launch::Side;
use simt::report::{Counters, EndingKind, Place};
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
/// about what the compiler remarked. Empty where there is nothing.
pub fn after(paint: Paint, module: &Module, report: &ProgramReport) -> String {
    let mut out = String::new();
    let remarks = excerpt::after(module.source(), report);
    for remark in &remarks {
        out.push_str(painted(paint, &remark.pieces).trim_end());
        out.push('\n');
    }
    out.push_str(&counted(paint, report));
    out.push_str(&unwatched(paint, report));
    out.push_str(&leaked(paint, module.source(), report));
    let remarked = module.warnings().iter().map(|diag| diag.code.as_str());
    let codes = remarks.iter().filter_map(|remark| remark.code);
    out + &pointer(paint, codes.chain(remarked))
}

/// What findings mean for a run that goes on as a device's would.
const MAY: &str = "results may depend on them, the exit status does not";

fn counted(paint: Paint, report: &ProgramReport) -> String {
    let dropped = report.findings_dropped;
    let counted = match (report.findings.len() as u64 + dropped, dropped) {
        (0, _) => return String::new(),
        (1, _) => "1 finding; results may depend on it, the exit status does not".to_owned(),
        (n, 0) => format!("{n} findings; {MAY}"),
        (n, dropped) => format!("{n} findings, {dropped} of them not shown; {MAY}"),
    };
    format!("{}\n", paint.on(Role::Dim, &counted))
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
        .map(|(name, all, rest)| format!("{} of {all} blocks of `{name}`", all - rest))
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
    let failed = report
        .launches
        .iter()
        .any(|launch| launch.failure.is_some());
    failed || came_to_its_end(report) && !report.leaks.is_empty()
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

/// A failed compilation as a JSON object.
pub fn uncompiled<'a>(
    file: &str,
    source: &Source,
    said: impl IntoIterator<Item = &'a Diag>,
) -> Value {
    let diagnostics: Vec<Value> = said
        .into_iter()
        .map(|diag| diagnostic(source, diag))
        .collect();
    json!({
        "version": 1,
        "file": file,
        "verdict": "does not compile",
        "diagnostics": diagnostics,
    })
}

fn diagnostic(source: &Source, diag: &Diag) -> Value {
    let at = source.line_column(diag.span.start);
    json!({
        "severity": diag.severity.word(),
        "code": diag.code.to_string(),
        "message": diag.message,
        "file": source.file_of(diag.span).name(),
        "line": at.line,
        "column": at.column,
        "help": diag.help,
    })
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

/// What a run is told from, as a JSON object.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The program's file.
    pub file: &'a str,
    /// The function that was called; none for `main`.
    pub entry: Option<&'a str>,
    /// `pass` or `fail`.
    pub verdict: &'a str,
    /// The exit status.
    pub status: u8,
    /// What ran.
    pub module: &'a Module,
    /// What came of it.
    pub report: &'a ProgramReport,
    /// What each tensor holds.
    pub outcomes: &'a [Outcome],
    /// What other orders of blocks and warps gave, if they were asked for.
    pub schedules: Option<&'a Schedules>,
    /// What it wrote: `stdout` and `stderr`.
    pub output: (&'a [u8], &'a [u8]),
}

impl Run<'_> {
    /// The object.
    pub fn json(&self) -> Value {
        let (report, source) = (self.report, self.module.source());
        let warnings = self.module.warnings().iter();
        json!({
            "version": 1,
            "file": self.file,
            "entry": self.entry,
            "verdict": self.verdict,
            "exit_status": self.status,
            "ended": {
                "how": excerpt::word(&report.ended),
                "code": report.ended.kind().map(EndingKind::code),
                "help": report.ended.help(),
                "message": report.ended.failure().map(|(message, _)| message),
                "place": report.ended.failure().and_then(|(_, at)| at).map(|at| place(source, at)),
            },
            "tensors": self.outcomes.iter().map(tensor_json).collect::<Vec<_>>(),
            "findings": report.findings.iter().map(|found| finding(source, found)).collect::<Vec<_>>(),
            "findings_dropped": report.findings_dropped,
            "launches": report.launches.iter().map(launch).collect::<Vec<_>>(),
            "counters": {
                "host_instructions": report.host_instructions,
                "warp_instructions": report.warp_instructions,
            },
            "leaks": report.leaks.iter().map(|leak| {
                json!({"name": leak.name, "bytes": leak.bytes, "line": leak.line, "memory": memory(leak.side)})
            }).collect::<Vec<_>>(),
            "never_destroyed": report.handles.iter().map(|handle| {
                let what = if handle.event { "event" } else { "stream" };
                json!({"name": handle.name, "line": handle.line, "what": what})
            }).collect::<Vec<_>>(),
            "pending_error": report.pending_error,
            "schedules": self.schedules.map(|s| json!({
                "runs": s.runs,
                "differs": s.differs.as_ref().map(|(seed, what)| json!({"seed": seed, "what": what})),
            })),
            "stdout": String::from_utf8_lossy(self.output.0),
            "stderr": String::from_utf8_lossy(self.output.1),
            "warnings": warnings.map(|diag| diagnostic(source, diag)).collect::<Vec<_>>(),
        })
    }
}

/// Whose memory it is, for machines.
fn memory(side: Side) -> &'static str {
    match side {
        Side::Device => "device",
        Side::Managed => "managed",
        Side::Pinned => "pinned",
    }
}

fn tensor_json(outcome: &Outcome) -> Value {
    let compared = outcome.compared.as_ref();
    let first = compared.and_then(|compared| compared.first.as_ref());
    json!({
        "name": outcome.tensor.name,
        "dtype": outcome.tensor.dtype.name(),
        "shape": outcome.tensor.shape,
        "ok": compared.map(|compared| compared.wrong == 0),
        "elements": outcome.tensor.elements(),
        "wrong": compared.map(|compared| compared.wrong),
        "largest_difference": compared.map(|compared| compared.largest),
        "first_wrong": first.map(|pair| json!({
            "at": pair.at,
            "got": number(pair.got),
            "expected": number(pair.wanted),
        })),
    })
}

/// A number; what JSON has no word for is a string.
fn number(number: Number) -> Value {
    match number {
        Number::Real(real) if real.is_finite() => json!(real),
        Number::Whole(whole) if i64::try_from(whole).is_ok() => json!(whole as i64),
        Number::Whole(whole) if u64::try_from(whole).is_ok() => json!(whole as u64),
        other => json!(other.to_string()),
    }
}

fn finding(source: &Source, found: &ProgramFinding) -> Value {
    let finding = &found.finding;
    json!({
        "kind": finding.kind.slug(),
        "code": finding.kind.code(),
        "severity": finding.kind.severity().word(),
        "message": finding.message,
        "count": finding.count,
        "help": finding.help,
        "launch": found.launch,
        "launch_line": found.launch.map(|_| found.line),
        "places": finding.places.iter().map(|at| place(source, at)).collect::<Vec<_>>(),
    })
}

fn place(source: &Source, place: &Place) -> Value {
    let values: serde_json::Map<String, Value> = place
        .values
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    json!({
        "file": source.file_of(place.span).name(),
        "line": place.line,
        "column": place.column,
        "note": place.note,
        "thread": (!place.host).then_some(place.thread),
        "block": (!place.host).then_some(place.block),
        "values": values,
        "called": place.called.iter().map(|call| json!({
            "function": call.by,
            "file": source.file_of(call.span).name(),
            "line": call.line,
            "column": call.column,
        })).collect::<Vec<_>>(),
    })
}

fn launch(launch: &LaunchRecord) -> Value {
    let extents = |of: simt::launch::Dim3| [of.x, of.y, of.z];
    json!({
        "kernel": launch.kernel,
        "grid": extents(launch.grid),
        "block": extents(launch.block),
        "shared_bytes": launch.shared_bytes,
        "line": launch.line,
        "times": launch.times,
        "failure": launch.failure.as_ref().map(|failure| json!({
            "error": failure.error,
            "code": failure.kind.map(EndingKind::code),
            "message": failure.message,
            "line": failure.line,
            "help": failure.help,
        })),
        "counters": counters(&launch.counters),
    })
}

/// The counters of one launch; their definitions are in `simt::report`.
pub fn counters(counters: &Counters) -> Value {
    let (loads, stores) = (counters.loads(), counters.stores());
    json!({
        "warp_instructions": counters.warp_instructions,
        "lane_instructions": counters.lane_instructions,
        "lane_efficiency": counters.lane_efficiency(),
        "flops": counters.flops,
        "flops_by": {
            "half": counters.flops_by.half,
            "single": counters.flops_by.single,
            "double": counters.flops_by.double,
            "tensor": counters.flops_by.tensor,
            "tensor_half": counters.flops_by.tensor_half,
            "tensor_tf32": counters.flops_by.tensor_tf32,
            "tensor_fp8": counters.flops_by.tensor_fp8,
            "tensor_double": counters.flops_by.tensor_double,
            "tensor_int8": counters.flops_by.tensor_int8,
        },
        "special": counters.special,
        "special_issued": counters.special_issued,
        "classes": Class::ALL.into_iter().zip(counters.classes).map(|(class, n)| (class.words().to_owned(), json!(n))).collect::<serde_json::Map<_, _>>(),
        "int_ops": counters.int_ops,
        "barriers": counters.barriers,
        "shuffles": counters.shuffles,
        "votes": counters.votes,
        "atomics": counters.atomics,
        "atomic_requests": counters.contention.requests,
        "atomic_turns": counters.contention.turns,
        "branches": counters.branches,
        "divergent_branches": counters.divergent_branches,
        "threads": counters.threads,
        "blocks": counters.blocks,
        "shared_bytes": counters.shared_bytes,
        "global_loads": {
            "requests": loads.requests,
            "sectors": loads.sectors,
            "sectors_per_request": loads.sectors_per_request(),
            "bytes_moved": loads.bytes_moved(),
        },
        "global_stores": {
            "requests": stores.requests,
            "sectors": stores.sectors,
            "sectors_per_request": stores.sectors_per_request(),
            "bytes_moved": stores.bytes_moved(),
        },
        "compulsory_bytes": counters.compulsory_bytes(),
    })
}
