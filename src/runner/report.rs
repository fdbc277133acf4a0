//! The report file of a run, line by line: JSON in, finished checks out.
//!
//! The checker appends one object a line; only lines with this run's nonce count, and a line cut short by a crash
//! counts as not written. What a record looks like is in `lab/src/record.rs`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::store::{CheckRow, Status};

/// One check's result in full, as the checker reports it or as the runner had to name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The part's id.
    pub part: String,
    /// The check's id.
    pub check: String,
    /// How it ended.
    pub status: Status,
    /// The measured or counted value.
    #[serde(default)]
    pub value: Option<f64>,
    /// Its unit.
    #[serde(default)]
    pub unit: Option<String>,
    /// The bound, in words.
    #[serde(default)]
    pub bound: Option<String>,
    /// Where it ran.
    #[serde(default)]
    pub device: String,
    /// What was asked and what came out, one line.
    #[serde(default)]
    pub message: String,
    /// More lines.
    #[serde(default)]
    pub detail: String,
    /// What helps.
    #[serde(default)]
    pub hint: Option<String>,
    /// Places in the kernel, the most telling first.
    #[serde(default)]
    pub places: Vec<Place>,
    /// What the part's kernels printed in one of its cases; with one check of each part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Printed>,
}

/// What the threads of a case printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// The case and its launches.
    pub case: String,
    /// The first texts.
    pub texts: Vec<Text>,
    /// How many there were besides.
    pub more: u64,
}

/// What one thread printed with one `printf`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its `blockIdx`.
    pub block: [u32; 3],
    /// Its `threadIdx`.
    pub thread: [u32; 3],
    /// The text, without the line's end.
    pub text: String,
}

impl From<lab::Prints> for Printed {
    fn from(prints: lab::Prints) -> Printed {
        let texts = prints.printed.first.into_iter().map(|text| Text {
            block: text.block,
            thread: text.thread,
            text: text.text,
        });
        Printed {
            case: prints.case,
            texts: texts.collect(),
            more: prints.printed.more,
        }
    }
}

/// A place in the learner's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// What happened there.
    #[serde(default)]
    pub note: String,
}

impl From<lab::CheckRecord> for CheckResult {
    fn from(record: lab::CheckRecord) -> CheckResult {
        let place = |place: lab::Place| Place {
            line: place.line,
            column: place.column,
            note: place.note,
        };
        CheckResult {
            status: match record.status {
                lab::Status::Pass => Status::Pass,
                lab::Status::Fail => Status::Fail,
                lab::Status::NotMeasured => Status::NotMeasured,
                lab::Status::Skipped => Status::Skipped,
            },
            part: record.part,
            check: record.check,
            value: record.value,
            unit: record.unit,
            bound: record.bound,
            device: record.device,
            message: record.message,
            detail: record.detail,
            hint: record.hint,
            places: record.places.into_iter().map(place).collect(),
            printed: record.prints.map(Printed::from),
        }
    }
}

impl CheckResult {
    /// A result that the runner names itself.
    pub fn named(part: &str, check: &str, status: Status, message: impl Into<String>) -> Self {
        CheckResult {
            part: part.to_owned(),
            check: check.to_owned(),
            status,
            value: None,
            unit: None,
            bound: None,
            device: String::new(),
            message: message.into(),
            detail: String::new(),
            hint: None,
            places: Vec::new(),
            printed: None,
        }
    }

    /// `part/check`.
    pub fn full_id(&self) -> String {
        format!("{}/{}", self.part, self.check)
    }

    /// What the store keeps of it.
    pub fn row(&self) -> CheckRow {
        CheckRow {
            part: self.part.clone(),
            check: self.check.clone(),
            status: self.status,
            value: self.value,
            unit: self.unit.clone().unwrap_or_default(),
            bound: self.bound.clone().unwrap_or_default(),
            message: self.message.clone(),
            line: self.places.first().map_or(0, |place| place.line),
        }
    }
}

#[derive(Deserialize)]
struct Line {
    nonce: String,
    event: String,
    #[serde(flatten)]
    rest: serde_json::Value,
}

/// Follows one report file while it grows.
#[derive(Debug)]
pub(super) struct Report {
    path: PathBuf,
    nonce: String,
    offset: u64,
    half: Vec<u8>,
}

impl Report {
    /// A report that may not exist yet.
    pub fn new(path: &Path, nonce: &str) -> Report {
        Report {
            path: path.to_path_buf(),
            nonce: nonce.to_owned(),
            offset: 0,
            half: Vec::new(),
        }
    }

    /// The checks that were finished since the last call.
    pub fn finished(&mut self) -> Vec<CheckResult> {
        let Ok(mut file) = File::open(&self.path) else {
            return Vec::new();
        };
        if file.metadata().is_ok_and(|meta| meta.len() == self.offset) {
            return Vec::new();
        }
        let mut fresh = Vec::new();
        if file.seek(SeekFrom::Start(self.offset)).is_err() || file.read_to_end(&mut fresh).is_err()
        {
            return Vec::new();
        }
        self.offset += fresh.len() as u64;
        self.half.extend(fresh);
        let Some(end) = self.half.iter().rposition(|&byte| byte == b'\n') else {
            return Vec::new();
        };
        let whole: Vec<u8> = self.half.drain(..=end).collect();
        whole
            .split(|&byte| byte == b'\n')
            .filter_map(|line| self.finish(line))
            .collect()
    }

    fn finish(&self, line: &[u8]) -> Option<CheckResult> {
        let line: Line = serde_json::from_slice(line).ok()?;
        if line.nonce != self.nonce || line.event != "finish" {
            return None;
        }
        serde_json::from_value(line.rest).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn only_whole_lines_of_this_run_count() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report");
        let mut report = Report::new(&path, "n1");
        assert!(report.finished().is_empty());
        let mut file = File::create(&path).unwrap();
        let line = |nonce: &str, event: &str, check: &str| {
            format!(
                "{{\"nonce\":\"{nonce}\",\"event\":\"{event}\",\"lab\":\"rope\",\"part\":\"v0\",\"check\":\"{check}\",\"status\":\"pass\"}}\n"
            )
        };
        write!(
            file,
            "{}{}",
            line("n1", "start", "a"),
            line("n1", "finish", "a")
        )
        .unwrap();
        writeln!(file, "{}not json", line("other", "finish", "b")).unwrap();
        let half = line("n1", "finish", "c");
        write!(file, "{}", &half[..20]).unwrap();
        let ids = |results: Vec<CheckResult>| {
            results
                .into_iter()
                .map(|result| result.check)
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(report.finished()), ["a"]);
        write!(file, "{}", &half[20..]).unwrap();
        assert_eq!(ids(report.finished()), ["c"]);
    }
}
