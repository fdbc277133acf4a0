//! A program's run as a JSON object, for other programs.
//!
//! In: the report, and what its tensors hold; out: the object. What JSON has no word for is a string, what is not known is null.

use serde_json::{Value, json};
use simt::Compiled;
use simt::diag::Diag;
use simt::excerpt;
use simt::host::{LaunchRecord, ProgramFinding, ProgramReport};
use simt::ir::class::InsClass;
use simt::launch::Side;
use simt::report::{Counters, EndingKind, Place};
use simt::source::Source;

use crate::program::call::Outcome;
use crate::program::dtype::Number;
use crate::program::files::Wrote;
use crate::program::schedules::Schedules;

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
    pub module: &'a Compiled,
    /// What came of it.
    pub report: &'a ProgramReport,
    /// What each tensor holds.
    pub outcomes: &'a [Outcome],
    /// What other orders of blocks and warps gave, if they were asked for.
    pub schedules: Option<&'a Schedules>,
    /// What it wrote: `stdout` and `stderr`.
    pub output: (&'a [u8], &'a [u8]),
    /// What it left in files.
    pub wrote: &'a Wrote,
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
            "commands_not_run": report.commands.iter().map(|command| {
                json!({"command": command.text, "place": place(source, &command.place), "times": command.times})
            }).collect::<Vec<_>>(),
            "memory_not_given": report.denied.iter().map(|denied| {
                json!({"bytes": denied.bytes, "why": denied.why, "place": place(source, &denied.place)})
            }).collect::<Vec<_>>(),
            "output_not_fetched": report.unseen.as_ref().map(|launch| {
                json!({"kernel": launch.kernel, "place": place(source, &launch.place)})
            }),
            "no_time_yet": report.untimed.as_ref().map(|untimed| {
                json!({"event": untimed.event, "place": place(source, &untimed.place)})
            }),
            "pending_error": report.pending_error,
            "schedules": self.schedules.map(|s| json!({
                "runs": s.runs,
                "differs": s.differs.as_ref().map(|(seed, what)| json!({"seed": seed, "what": what})),
            })),
            "stdout": String::from_utf8_lossy(self.output.0),
            "stderr": String::from_utf8_lossy(self.output.1),
            "files": {
                "folder": self.wrote.folder,
                "written": self.wrote.files.iter().map(|(name, bytes)| json!({"name": name, "bytes": bytes})).collect::<Vec<_>>(),
                "removed_for_the_run": self.wrote.hidden,
            },
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
        "special_fast": counters.special_fast,
        "doubles": counters.doubles,
        "classes": InsClass::ALL.into_iter().zip(counters.classes).map(|(class, n)| (class.words().to_owned(), json!(n))).collect::<serde_json::Map<_, _>>(),
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
