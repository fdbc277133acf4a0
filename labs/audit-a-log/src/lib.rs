//! Lab audit-a-log: numbers of a benchmark log that cannot all be true, told from numbers that are only rounded.
//! What is asked stands here; the calls and the right answers are in `checks.rs`, the logs in `logs.rs`.

mod checks;
mod logs;

use std::collections::BTreeMap;

use lab::{PartSpec, functions};

/// What two sets of numbers of a row must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// Operations, time, and a rate of operations.
    Flops,
    /// Bytes, time, and a rate of bytes.
    Rate,
    /// A rate of bytes, a bandwidth, and its share.
    ShareBw,
    /// A rate of operations, a peak, and its share.
    ShareFl,
    /// Operations, bytes, and operations for each byte.
    Intensity,
    /// Values, bits a value, and megabytes.
    Size,
    /// Two numbers, and how many times as much one is.
    Ratio,
    /// Two times, devices, and the efficiency of many.
    Efficiency,
    /// Places taken, places there are, and their share.
    Occupancy,
    /// Places of a unit, and those that the device has of it.
    Slots,
}

/// What becomes of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All relations that apply hold.
    Consistent,
    /// These do not, in the order of [`Relation`], each once.
    Wrong(Vec<Relation>),
    /// None is broken, but a rate is above its device's peak.
    AboveRoof,
    /// No relation applies.
    Unchecked,
}

/// Why a log cannot be read; each with its line, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogError {
    /// It does not begin with an id and a colon.
    NoId(usize),
    /// A word is no `key=value`.
    NotAPair(usize),
    /// A key is there twice.
    TwiceKey(usize),
    /// A known key has something else than a number.
    NotANumber(usize),
}

/// A row: its keys, and their values as they are written.
pub type Row = BTreeMap<String, String>;

/// Ids and verdicts, in the log's order.
pub type Verdicts = Vec<(String, Verdict)>;

/// What the learner writes.
pub struct Exercise {
    /// Between which numbers a printed one can lie.
    pub printed: fn(&str) -> Option<(f64, f64)>,
    /// What becomes of a row.
    pub verdict: fn(&Row) -> Verdict,
    /// What becomes of each row of a log.
    pub audit: fn(&str) -> Result<Verdicts, LogError>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("printed", &[PRINTED])
            .asks("half-digit", "half of the last digit", checks::half_digit)
            .asks("no-number", "what is no printed number", checks::no_number),
        functions("verdict", &[VERDICT])
            .asks("two-mnk", "operations of a product", checks::two_mnk)
            .asks("rounding", "rounded is not wrong", checks::rounding)
            .asks("units", "a megabyte is 10^6 bytes", checks::units)
            .asks("ratios", "ratios, shares, efficiency", checks::ratios)
            .asks("slots", "places of which unit", checks::slots)
            .asks(
                "every-relation",
                "all that is wrong",
                checks::every_relation,
            )
            .asks("unchecked", "nothing to compare", checks::unchecked)
            .asks("roof", "faster than the device", checks::roof),
        functions("audit", &[AUDIT])
            .asks("lines", "comments, blanks, unknown keys", checks::lines)
            .asks("errors", "which line cannot be read", checks::errors)
            .asks(
                "seed-log",
                "a log with mistakes found in print",
                checks::seed_log,
            )
            .asks("sweep", "twelve measured products", checks::sweep),
    ]
}

const PRINTED: &str = "pub fn printed(text: &str) -> Option<(f64, f64)>";
const VERDICT: &str = "pub fn verdict(row: &Row) -> Verdict";
const AUDIT: &str = "pub fn audit(log: &str) -> Result<Vec<(String, Verdict)>, LogError>";
