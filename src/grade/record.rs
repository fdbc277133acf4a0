//! The record of one submission: what was handed in, how judging it ended, what each check said; one JSON file, in and out.
//!
//! The rule: a record stands for one learner, one lab and one content (`sha256`), and is written whole or not at all. Whatever depends on
//! the machine or the day is in `ran`; the rest is equal wherever the same content is judged. A record without `sha256` (nothing
//! was handed in, or nothing that could be read) says how things stand, and goes when that learner's next run says otherwise.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::exit::Failure;
use crate::regular;
use crate::runner::CheckResult;
use crate::store::Status;

/// What a record's `format` says.
pub const FORMAT: &str = "course-grade";
/// What its `version` says.
pub const VERSION: u32 = 1;
/// No record is longer, in bytes.
const LONGEST: u64 = 64 << 20;

/// One submission of one lab, as it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeRecord {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Who handed it in.
    pub learner: Learner,
    /// The lab's id; empty where a submission was refused before it was known which labs are in it.
    pub lab: String,
    /// The file that was judged, from the folder of submissions: `ada/vector-add.cu`, `bob.zip/labs/rope/rope.cu`; what was refused
    /// as a whole by its own name; empty where nothing was handed in.
    pub file: String,
    /// SHA-256 of the file's bytes, 64 hex digits; null where nothing was handed in or nothing of it could be read.
    pub sha256: Option<String>,
    /// When it was handed in, RFC 3339 in UTC: the roster's `submitted`, else the time of the file or archive; null if unknown.
    pub submitted: Option<String>,
    /// Seconds by which this learner's deadline of the lab is later, as the roster says; absent where it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<i64>,
    /// How the submission came to its end.
    pub ended: GradeEnded,
    /// The judged whole, as `course check` says it (`pass`, `fail`, `did-not-compile`, …); null where nothing was judged.
    pub outcome: Option<Status>,
    /// Why it was refused, cut short or is missing, one sentence; empty where it was judged to its end.
    pub sentence: String,
    /// Every check of the lab in course order, as `course check --format json` writes them; empty where nothing was judged.
    pub checks: Vec<GradedCheck>,
    /// What judged: `simulated`, or a GPU's name; empty where nothing was judged.
    pub device: String,
    /// The text that was judged; null where it was not text or nothing was judged.
    pub text: Option<String>,
    /// What judged, as a hash: this program's version, the lab's checks, the key of hidden cases. Another one judges again.
    pub judge: String,
    /// The version of this program.
    pub tool: String,
    /// Of this machine and day; of no weight when records are compared.
    pub ran: GradeRun,
}

/// Who handed a submission in.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Learner {
    /// The folder's or archive's name, and the roster's `id`.
    pub id: String,
    /// The roster's `name`; null without a roster or without that column.
    pub name: Option<String>,
}

/// How a submission came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradeEnded {
    /// Every check has an ending of its own.
    Judged,
    /// It was not judged: what was handed in is not what can be.
    Refused,
    /// Judging it was cut short at a limit of time, memory or output.
    Limit,
    /// The process that judged it died. Our bug, or that machine's; its sentence says what is known.
    Crashed,
    /// The learner is on the roster and handed nothing in for a lab that was due.
    Missing,
}

/// What a check said, and whether the learner could have run it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradedCheck {
    /// As `course check` says it.
    #[serde(flatten)]
    pub result: CheckResult,
    /// Only `grade` has this check: it runs the part's hidden cases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// When and for how long a submission was judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GradeRun {
    /// When judging began, RFC 3339 in UTC.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
}

/// What two records are the same by.
type Identity = (String, String, Option<String>);

impl GradeRecord {
    /// Learner, lab and content.
    pub fn identity(&self) -> (String, String, Option<String>) {
        let (learner, lab) = (self.learner.id.clone(), self.lab.clone());
        (learner, lab, self.sha256.clone())
    }

    /// Whether two records say the same, whenever and wherever they were made.
    pub fn same(&self, other: &GradeRecord) -> bool {
        let timeless = |record: &GradeRecord| GradeRecord {
            ran: GradeRun::default(),
            ..record.clone()
        };
        timeless(self) == timeless(other)
    }

    /// The name of its file: `vector-add.ada.3f2c….json`, the digits made from learner, lab and content.
    pub fn file_name(&self) -> String {
        file_name(&self.learner.id, &self.lab, self.sha256.as_deref())
    }

    /// Writes it into a folder: whole under another name, on the disk, then renamed.
    ///
    /// # Errors
    /// When the folder or the file cannot be written, as on a full disk; then what was there before is there still.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let name = self.file_name();
        let fresh = folder.join(format!(".{name}.new-{}", std::process::id()));
        let written = self.bytes().and_then(|bytes| {
            let mut file = File::create(&fresh)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            std::fs::rename(&fresh, folder.join(&name))
        });
        written.map_err(|error| {
            let _ = std::fs::remove_file(&fresh);
            Failure::broken(format!(
                "the record `{}` cannot be written: {error}",
                folder.join(&name).display()
            ))
        })
    }

    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads one.
    ///
    /// # Errors
    /// When it cannot be read or is no record that this program knows.
    pub fn read(path: &Path) -> Result<GradeRecord, Failure> {
        let shown = path.display();
        let bytes = regular::read(path, LONGEST)
            .map_err(|why| Failure::broken(format!("`{shown}` {why}")))?;
        let broken = |why: String| {
            Failure::broken(format!("`{shown}` is no record of `course grade`: {why}"))
                .help("move it away; the next run makes it again")
        };
        let record: GradeRecord =
            serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
        if record.format != FORMAT || record.version != VERSION {
            let (format, version) = (&record.format, record.version);
            return Err(broken(format!("it is `{format}` of version {version}")));
        }
        Ok(record)
    }
}

/// The name of the file of a record of this learner, lab and content.
pub fn file_name(learner: &str, lab: &str, sha256: Option<&str>) -> String {
    let whole = format!("{learner}\0{lab}\0{}", sha256.unwrap_or_default());
    let digits = &blake3::hash(whole.as_bytes()).to_hex()[..16];
    format!("{}{digits}.json", file_start(learner, lab))
}

/// What the names of all files of this learner and lab begin with; those of another learner may, too.
pub fn file_start(learner: &str, lab: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => c,
        _ => '_',
    };
    let who: String = learner.chars().take(40).map(plain).collect();
    let lab = if lab.is_empty() { "submission" } else { lab };
    format!("{lab}.{who}.")
}

/// The files of records in a folder, by name; none where it is not there.
///
/// # Errors
/// When it cannot be listed.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::broken(format!("`{}` cannot be read: {error}", folder.display()))
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot(error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".json") && !name.starts_with('.') {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The records of these folders, sorted by learner, lab and time of submission: of one identity the latest alone, and none that says
/// "missing" beside one that is there.
///
/// # Errors
/// When a folder cannot be listed or one of its records cannot be read.
pub fn read_all(folders: &[PathBuf]) -> Result<Vec<GradeRecord>, Failure> {
    let mut by_identity: BTreeMap<Identity, GradeRecord> = BTreeMap::new();
    for folder in folders {
        for file in files(folder)? {
            let record = GradeRecord::read(&file)?;
            let known = by_identity.get(&record.identity());
            if known.is_none_or(|known| known.ran.started < record.ran.started) {
                by_identity.insert(record.identity(), record);
            }
        }
    }
    let mut records: Vec<GradeRecord> = Vec::new();
    for record in by_identity.into_values() {
        let of_same =
            |known: &GradeRecord| known.learner.id == record.learner.id && known.lab == record.lab;
        // Records without a hash come first of their learner and lab.
        if let Some(last) = records.last()
            && last.ended == GradeEnded::Missing
            && of_same(last)
        {
            records.pop();
        }
        records.push(record);
    }
    let key = |record: &GradeRecord| {
        let (learner, lab, sha256) = record.identity();
        (learner, lab, record.submitted.clone(), sha256)
    };
    records.sort_by_cached_key(key);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(learner: &str, lab: &str, sha256: Option<&str>) -> GradeRecord {
        GradeRecord {
            format: FORMAT.to_owned(),
            version: VERSION,
            learner: Learner {
                id: learner.to_owned(),
                name: None,
            },
            lab: lab.to_owned(),
            file: format!("{learner}/{lab}.cu"),
            sha256: sha256.map(str::to_owned),
            submitted: None,
            extension: None,
            ended: match sha256 {
                Some(_) => GradeEnded::Judged,
                None => GradeEnded::Missing,
            },
            outcome: Some(Status::Pass),
            sentence: String::new(),
            checks: vec![GradedCheck {
                result: CheckResult::named("v0", "right", Status::Pass, ""),
                hidden: true,
            }],
            device: "simulated".to_owned(),
            text: None,
            judge: "j".to_owned(),
            tool: "0".to_owned(),
            ran: GradeRun {
                started: "2026-01-01T00:00:00Z".to_owned(),
                seconds: 0.5,
            },
        }
    }

    #[test]
    fn a_record_comes_back_as_it_was_written_and_leaves_no_other_file() {
        let dir = tempfile::tempdir().unwrap();
        let one = record("ada\n../x", "rope", Some("00"));
        one.write(dir.path()).unwrap();
        one.write(dir.path()).unwrap();
        let files = files(dir.path()).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        assert_eq!(GradeRecord::read(&files[0]).unwrap(), one);
        let text = std::fs::read_to_string(&files[0]).unwrap();
        let cut = &text[..text.len() / 2];
        std::fs::write(&files[0], cut).unwrap();
        let told = GradeRecord::read(&files[0]).unwrap_err().message;
        assert!(told.contains("is no record"), "{told}");
    }

    #[test]
    fn of_one_identity_the_latest_stays_and_what_is_there_is_not_missing() {
        let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        record("ada", "rope", None).write(a.path()).unwrap();
        record("bob", "rope", None).write(a.path()).unwrap();
        let mut later = record("ada", "rope", Some("11"));
        later.write(a.path()).unwrap();
        later.ran.started = "2026-01-02T00:00:00Z".to_owned();
        later.write(b.path()).unwrap();
        let all = read_all(&[a.path().to_owned(), b.path().to_owned()]).unwrap();
        let ids: Vec<_> = all.iter().map(|r| (&*r.learner.id, r.ended)).collect();
        assert_eq!(
            ids,
            [("ada", GradeEnded::Judged), ("bob", GradeEnded::Missing)]
        );
        assert_eq!(all[0].ran.started, "2026-01-02T00:00:00Z");
        assert!(all[0].same(&record("ada", "rope", Some("11"))));
    }

    #[test]
    fn names_of_files_tell_learners_apart_that_look_alike() {
        let names = ["a b", "a_b", "a\nb"].map(|id| file_name(id, "rope", Some("00")));
        assert!(names.iter().all(|name| name.starts_with("rope.a_b.")));
        assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2]);
    }
}
