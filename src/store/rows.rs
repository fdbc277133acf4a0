//! The rows of the store, as they lie in tables, in the journal and in an export: one shape for all three.
//!
//! Every row has an id made from its content, so the same row arriving twice is the same row. Times are
//! UTC with microseconds and a fixed width, so that they sort as text. Read `schema.rs` next.

use serde::{Deserialize, Serialize};

/// A learner's judgement of an answer: again, hard, good, easy.
pub const GRADES: std::ops::RangeInclusive<i64> = 1..=4;

/// How a check ended. A pass needs positive evidence; everything else has its own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The checker finished it and says so.
    Pass,
    /// The checker finished it and says no.
    Fail,
    /// It needs a device that is not here.
    NotMeasured,
    /// An earlier failure makes it pointless.
    Skipped,
    /// The kernel did not compile.
    DidNotCompile,
    /// The checker's process died.
    Crashed,
    /// It ran past its limit and was ended.
    TimedOut,
    /// The process ended well without saying that the check was finished.
    NoEvidence,
    /// The checker itself is broken or incomplete.
    CheckerProblem,
    /// Ctrl-C, or a newer save.
    Interrupted,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 10] = [
        Status::Pass,
        Status::Fail,
        Status::NotMeasured,
        Status::Skipped,
        Status::DidNotCompile,
        Status::Crashed,
        Status::TimedOut,
        Status::NoEvidence,
        Status::CheckerProblem,
        Status::Interrupted,
    ];

    /// The word in files and tables.
    pub fn slug(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::NotMeasured => "not-measured",
            Status::Skipped => "skipped",
            Status::DidNotCompile => "did-not-compile",
            Status::Crashed => "crashed",
            Status::TimedOut => "timed-out",
            Status::NoEvidence => "no-evidence",
            Status::CheckerProblem => "checker-problem",
            Status::Interrupted => "interrupted",
        }
    }

    /// The words for people.
    pub fn words(self) -> &'static str {
        match self {
            Status::NotMeasured => "not measured",
            Status::DidNotCompile => "did not compile",
            Status::TimedOut => "timed out",
            Status::NoEvidence => "no evidence",
            Status::CheckerProblem => "checker problem",
            other => other.slug(),
        }
    }

    /// The status a word means.
    pub fn from_slug(slug: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.slug() == slug)
    }

    /// Whether a lab can be done with this: passed, or nothing this machine could judge.
    pub fn is_fine(self) -> bool {
        matches!(self, Status::Pass | Status::NotMeasured)
    }
}

/// One judged check of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckRow {
    /// The lab's part.
    pub part: String,
    /// The check's id within the part.
    pub check: String,
    /// How it ended.
    pub status: Status,
    /// The measured value, if the check measures one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The bound it was held to, as the checker words it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bound: String,
    /// What was found, one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The first place in the kernel, one-based; 0 when there is none.
    #[serde(default)]
    pub line: u32,
}

/// One judged kernel. Never changed after it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Made from the content.
    #[serde(default)]
    pub id: String,
    /// The lab.
    pub lab: String,
    /// Names the kernel's text.
    pub source_hash: String,
    /// The version of the course that judged.
    #[serde(default)]
    pub course_version: String,
    /// What it ran on.
    #[serde(default)]
    pub device: String,
    /// When it began.
    pub started: String,
    /// How long it took, in milliseconds.
    #[serde(default)]
    pub ms: i64,
    /// The whole's ending: the worst of its checks.
    pub outcome: Status,
    /// Its checks, in course order.
    #[serde(default)]
    pub checks: Vec<CheckRow>,
}

/// A kernel's text, stored once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// blake3 of the text, in hex.
    pub hash: String,
    /// The text.
    pub text: String,
}

/// Who says that an item is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkSource {
    /// The learner ticked it.
    Manual,
    /// A lab's checks did.
    Lab,
    /// A file the course asked for did.
    Evidence,
}

/// A tick put on or taken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Made from the content.
    #[serde(default)]
    pub id: String,
    /// The item's stable id.
    pub item: String,
    /// On or off.
    pub on: bool,
    /// Who says so.
    pub source: MarkSource,
    /// When.
    pub at: String,
}

/// Who wrote a log entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogKind {
    /// The learner.
    #[default]
    Own,
    /// The runner, when an attempt changed something.
    Auto,
}

/// One revision of a log entry; the newest revision of an `entry` is what is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LogRow {
    /// Made from the content.
    pub id: String,
    /// The entry that this is a revision of.
    pub entry: String,
    /// When it was written.
    pub at: String,
    /// Who wrote it.
    pub kind: LogKind,
    /// The day it is about, as `2026-05-31`.
    pub date: String,
    /// The module or lab.
    pub module: String,
    /// What got done.
    pub progress: String,
    /// The key insight.
    pub insight: String,
    /// What was hard.
    pub challenge: String,
    /// The next steps.
    pub next: String,
}

/// What a learner asked for besides judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// A hint; the detail is its part and number, as `v0/1`.
    Hint,
    /// The solution; the detail is `passed` or `anyway`.
    Solution,
    /// The starter again; the detail is the hash of the text it replaced.
    Reset,
    /// An attempt's kernel again; the detail is the hash of the text it replaced.
    Restore,
}

impl EventKind {
    /// The word in the table.
    pub fn slug(self) -> &'static str {
        match self {
            EventKind::Hint => "hint",
            EventKind::Solution => "solution",
            EventKind::Reset => "reset",
            EventKind::Restore => "restore",
        }
    }

    /// The kind a word means.
    pub fn from_slug(slug: &str) -> Option<EventKind> {
        [
            EventKind::Hint,
            EventKind::Solution,
            EventKind::Reset,
            EventKind::Restore,
        ]
        .into_iter()
        .find(|kind| kind.slug() == slug)
    }
}

/// One thing asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Made from the content.
    #[serde(default)]
    pub id: String,
    /// When.
    pub at: String,
    /// The lab.
    pub lab: String,
    /// What.
    pub kind: EventKind,
    /// Which, as the kind says.
    #[serde(default)]
    pub detail: String,
}

/// One review of a question, for spaced repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Made from the content.
    #[serde(default)]
    pub id: String,
    /// When.
    pub at: String,
    /// The question's stable id.
    pub item: String,
    /// 1 again, 2 hard, 3 good, 4 easy.
    pub grade: i64,
    /// When it is due again.
    pub due: String,
}

/// Anything the store keeps; a line of the journal is one of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// A kernel's text.
    Kernel(Kernel),
    /// A judged kernel.
    Attempt(Attempt),
    /// A tick.
    Mark(Mark),
    /// A revision of a log entry.
    Log(LogRow),
    /// A hint, a solution, a reset.
    Event(Event),
    /// A review.
    Review(Review),
}

impl Row {
    /// The row with its id made from its content, if it has none yet.
    pub(crate) fn identified(mut self) -> Row {
        let content = match &mut self {
            Row::Kernel(kernel) if kernel.hash.is_empty() => {
                kernel.hash = hash(&kernel.text);
                return self;
            }
            Row::Kernel(_) => return self,
            row => {
                if !row.id().is_empty() {
                    return self;
                }
                serde_json::to_string(row).unwrap_or_default()
            }
        };
        let made = short_hash(&content);
        match &mut self {
            Row::Kernel(_) => {}
            Row::Attempt(row) => row.id = made,
            Row::Mark(row) => row.id = made,
            Row::Log(row) => {
                if row.entry.is_empty() {
                    row.entry = made.clone();
                }
                row.id = made;
            }
            Row::Event(row) => row.id = made,
            Row::Review(row) => row.id = made,
        }
        self
    }

    /// The same content with an id made from it, whatever id it had.
    pub(crate) fn anew(mut self) -> Row {
        match &mut self {
            Row::Kernel(row) => row.hash.clear(),
            Row::Attempt(row) => row.id.clear(),
            Row::Mark(row) => row.id.clear(),
            Row::Log(row) => {
                // A first revision is its entry.
                if row.entry == row.id {
                    row.entry.clear();
                }
                row.id.clear();
            }
            Row::Event(row) => row.id.clear(),
            Row::Review(row) => row.id.clear(),
        }
        self.identified()
    }

    /// Whether two rows say the same; a counted value may have lost its last digit on its way through text.
    pub(crate) fn says_as(&self, other: &Row) -> bool {
        let (Row::Attempt(one), Row::Attempt(other)) = (self, other) else {
            return self == other;
        };
        let uncounted = |attempt: &Attempt| {
            let mut attempt = attempt.clone();
            let counted = attempt.checks.iter_mut().map(|check| check.value.take());
            let counted: Vec<Option<f64>> = counted.collect();
            (attempt, counted)
        };
        let ((one, ours), (other, theirs)) = (uncounted(one), uncounted(other));
        let same = |pair: (&Option<f64>, &Option<f64>)| match pair {
            (Some(a), Some(b)) => a == b || (a - b).abs() <= 1e-12 * a.abs().max(b.abs()),
            (a, b) => a.is_none_or(|a| !a.is_finite()) && b.is_none_or(|b| !b.is_finite()),
        };
        one == other && ours.iter().zip(&theirs).all(same)
    }

    pub(crate) fn id(&self) -> &str {
        match self {
            Row::Kernel(row) => &row.hash,
            Row::Attempt(row) => &row.id,
            Row::Mark(row) => &row.id,
            Row::Log(row) => &row.id,
            Row::Event(row) => &row.id,
            Row::Review(row) => &row.id,
        }
    }
}

/// The name of a kernel's text.
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// A short name for any content: 32 hex digits.
pub(crate) fn short_hash(text: &str) -> String {
    hash(text)[..32].to_owned()
}

/// Now, as rows keep it.
pub fn now() -> String {
    format!("{:.6}", jiff::Timestamp::now())
}

/// A time as rows keep it, whatever precision it came in.
pub(crate) fn timestamp(text: &str) -> Option<String> {
    text.parse::<jiff::Timestamp>()
        .ok()
        .map(|time| format!("{time:.6}"))
}

/// Today in the learner's zone, as `2026-05-31`.
pub fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_one_word_in_every_form() {
        for status in Status::ALL {
            assert_eq!(Status::from_slug(status.slug()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.slug());
        }
    }

    #[test]
    fn times_sort_as_text() {
        let coarse = timestamp("2026-11-21T09:43:33Z").unwrap();
        assert_eq!(coarse, "2026-11-21T09:43:33.000000Z");
        assert!(coarse < timestamp("2026-11-21T09:43:33.5Z").unwrap());
    }

    #[test]
    fn the_same_content_has_the_same_id() {
        let mark = |at: &str| {
            Row::Mark(Mark {
                id: String::new(),
                item: "mod.1-5/c1".into(),
                on: true,
                source: MarkSource::Manual,
                at: at.into(),
            })
            .identified()
        };
        assert_eq!(mark("a"), mark("a"));
        assert_ne!(mark("a").id(), mark("b").id());
    }
}
