//! What is told of a run, whoever started it: findings, launches with their counts, output that is bounded.
//!
//! What the machine reports comes in, lines of JSON go out. The rule: places are those of the main text, as JavaScript counts them; what is
//! left out is counted.

use lab::json_text;
use simt::launch::Dim3;
use simt::report::{AccessCounters, Counters, Finding, Op, Place};
use simt::source::Source;

use crate::json::{list, object, opt_text};
use crate::look::line_column;
use crate::trace::counts;

/// Findings that are told at most.
pub(crate) const MOST_FINDINGS: usize = 20;

/// Accesses of a launch that are told at most, from the first of the text on.
const MOST_ACCESSES: usize = 256;

/// A finding: its code, what it means, where.
///
/// ```json
/// {"finding":{"code":"F0101","title":"out of bounds","severity":"error","message":"…","help":"…"|null,"count":3,"excerpt":"…",
///  "places":[{"line":2,"column":5,"note":"…"}]}}
/// ```
/// `excerpt` is what a terminal shows; `places` are those in the main text.
pub(crate) fn finding(source: &Source, of: &Finding, excerpt: &str) -> String {
    let places = of.places.iter().filter(|place| place.span.is_main());
    let told = object(&[
        ("code", json_text(of.kind.code())),
        ("title", json_text(of.kind.title())),
        ("severity", json_text(of.kind.severity().word())),
        ("message", json_text(&of.message)),
        ("help", opt_text(of.help.as_deref())),
        ("count", of.count.to_string()),
        ("excerpt", json_text(excerpt)),
        ("places", list(places.map(|one| place(source, one)))),
    ]);
    object(&[("finding", told)])
}

fn place(source: &Source, of: &Place) -> String {
    let (line, column) = line_column(source, of.span.start);
    object(&[
        ("line", line.to_string()),
        ("column", column.to_string()),
        ("note", json_text(&lab_sim::note(of))),
    ])
}

/// The line of the main text that a place stands for; 0 for none.
pub(crate) fn line(of: Option<&Place>) -> u32 {
    let of = of.filter(|place| place.span.is_main());
    of.map_or(0, |place| place.line)
}

/// That there were so many more of something; nothing for none.
pub(crate) fn more(what: &str, count: u64) -> Option<String> {
    (count > 0).then(|| object(&[(what, count.to_string())]))
}

/// A launch, with what it counted.
pub(crate) struct Launched<'a> {
    pub(crate) kernel: &'a str,
    /// Grid and block.
    pub(crate) shape: [Dim3; 2],
    pub(crate) shared: u32,
    /// Of the launch in host code; 0 where there is none.
    pub(crate) line: u32,
    pub(crate) times: u64,
    /// Blocks that nobody watched, of a long run: they are in no count.
    pub(crate) left_out: u64,
    pub(crate) failure: Option<&'a str>,
    pub(crate) counters: &'a Counters,
}

impl Launched<'_> {
    /// As CUDA writes it, without the arguments.
    pub(crate) fn text(&self) -> String {
        let [grid, block] = self.shape.map(|of| [of.x, of.y, of.z]);
        lab::shape_text(self.kernel, grid, block, self.shared)
    }

    /// The line.
    ///
    /// ```json
    /// {"launch":{"kernel":"scale","line":12,"text":"scale<<<4, 256>>>","grid":[4,1,1],"block":[256,1,1],"shared":0,"times":1,"left_out":0,
    ///  "failure":null,"counts":{…},"accesses":[{"line":3,"column":5,"text":"x[2 * i]","space":"global","op":"load","requests":8,"sectors":64,
    ///  "ideal":32}]}}
    /// ```
    /// `counts` are those of [`run`](crate::run); an access to shared memory has `passes` for `sectors`.
    pub(crate) fn told(&self, source: &Source) -> String {
        let [grid, block] = self.shape.map(triple);
        let accesses = self.counters.accesses.iter().take(MOST_ACCESSES);
        let told = object(&[
            ("kernel", json_text(self.kernel)),
            ("line", self.line.to_string()),
            ("text", json_text(&self.text())),
            ("grid", grid),
            ("block", block),
            ("shared", self.shared.to_string()),
            ("times", self.times.to_string()),
            ("left_out", self.left_out.to_string()),
            ("failure", opt_text(self.failure)),
            ("counts", counts(self.counters)),
            ("accesses", list(accesses.map(|one| access(source, one)))),
        ]);
        object(&[("launch", told)])
    }
}

fn access(source: &Source, of: &AccessCounters) -> String {
    let (line, column) = line_column(source, of.span.start);
    let (space, cost) = match of.shared {
        true => ("shared", "passes"),
        false => ("global", "sectors"),
    };
    let op = match of.op {
        Op::Load => "load",
        Op::Store => "store",
        Op::Atomic => "atomic",
    };
    object(&[
        ("line", line.to_string()),
        ("column", column.to_string()),
        ("text", json_text(source.slice(of.span))),
        ("space", json_text(space)),
        ("op", json_text(op)),
        ("requests", of.requests.to_string()),
        (cost, of.cost.to_string()),
        ("ideal", of.ideal.to_string()),
    ])
}

/// Extents as a list.
pub(crate) fn triple(of: Dim3) -> String {
    list([of.x, of.y, of.z].map(|n| n.to_string()))
}

/// How a run ended.
pub(crate) struct End<'a> {
    /// Whether in order.
    pub(crate) ok: bool,
    /// The exit status, where there is one.
    pub(crate) status: Option<i32>,
    pub(crate) message: Option<&'a str>,
    pub(crate) help: Option<&'a str>,
    pub(crate) line: u32,
}

impl End<'_> {
    /// The line.
    ///
    /// ```json
    /// {"ended":{"ok":false,"status":124,"message":"still running after …","help":"…"|null,"line":4}}
    /// ```
    pub(crate) fn told(&self) -> String {
        let mut members = vec![("ok", self.ok.to_string())];
        members.extend(self.status.map(|status| ("status", status.to_string())));
        members.extend([
            ("message", opt_text(self.message)),
            ("help", opt_text(self.help)),
            ("line", self.line.to_string()),
        ]);
        object(&[("ended", object(&members))])
    }
}

/// Why nothing ran.
pub(crate) struct Failed {
    pub(crate) message: String,
    pub(crate) line: u32,
}

impl Failed {
    /// The line.
    pub(crate) fn told(&self) -> String {
        let message = json_text(&self.message);
        object(&[("failed", message), ("line", self.line.to_string())])
    }
}

impl From<String> for Failed {
    fn from(message: String) -> Failed {
        Failed { message, line: 0 }
    }
}
