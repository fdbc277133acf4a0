//! One learner's submission becomes records: what was handed in goes in, what each lab's file came to is written.
//!
//! The rule: a record that exists for the same learner, lab, content and judge is not made again. Records without a content are of the
//! moment: those that this run finds anew replace those that it does not. What the roster says of a learner is as this run's says it, in
//! every record that is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use lab::{Lab, Language};

use super::find::{self, Found};
use super::record::{
    FORMAT, GradeEnded, GradeRecord, GradeRun, GradedCheck, Learner, VERSION, file_name, file_start,
};
use super::roster::{Enrolled, Roster};
use super::submission::Submission;
use crate::config::Config;
use crate::exit::Failure;
use crate::runner::{self, Bounds, Cancel, Cut, Processes, Request, Selection, Wishes};
use crate::store::now;

/// The least and the most seconds of processor time for a submission where nobody says, and how many times the solution's.
const LEAST_S: u64 = 2;
const MOST_S: u64 = 120;
const TIMES: f64 = 20.0;
/// Seconds for a lab in Rust, whose checks bound themselves.
const NATIVE_S: u64 = 60;

/// How a class is graded.
#[derive(Clone)]
pub struct Grading<'a> {
    /// The course.
    pub config: &'a Config,
    /// The labs whose files are looked for.
    pub labs: Vec<&'static Lab>,
    /// Whether each of them was due: a learner of the roster without it is recorded as missing.
    pub due: bool,
    /// Who is in the class; without one, whoever handed something in.
    pub roster: Option<&'a Roster>,
    /// Where records are.
    pub records: PathBuf,
    /// Seconds of processor time a submission of a lab, if not by its solution's.
    pub seconds: Option<u64>,
    /// MiB of memory a judge.
    pub memory_mib: u64,
    /// Whether labs in Rust are judged, which runs what learners wrote on this machine as it is.
    pub native: bool,
    /// The key of hidden cases.
    pub key: String,
    /// Whether what was judged before is judged again.
    pub again: bool,
}

/// What was made of one lab's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// How it ended.
    pub ended: GradeEnded,
    /// Whether the record was there before.
    pub known: bool,
}

/// What workers share.
pub struct Desk<'a> {
    grading: &'a Grading<'a>,
    cancel: &'a Cancel,
    /// Names of the records' files that were there when the run began.
    before: BTreeSet<String>,
    /// How long a submission of a lab may take, once it is known.
    limits: Mutex<BTreeMap<&'static str, u64>>,
}

impl<'a> Desk<'a> {
    /// A desk for a run that finds these files of records.
    pub fn new(grading: &'a Grading<'a>, cancel: &'a Cancel, before: BTreeSet<String>) -> Desk<'a> {
        Desk {
            grading,
            cancel,
            before,
            limits: Mutex::new(BTreeMap::new()),
        }
    }

    /// Makes the records of a learner; without a submission, of one who is on the roster alone. None where the run was ended.
    ///
    /// # Errors
    /// When a record cannot be written or nothing can be judged here; what was handed in is never the cause.
    pub fn learner(
        &self,
        id: &str,
        submission: Option<&Submission>,
    ) -> Result<Option<Vec<Made>>, Failure> {
        let enrolled = self.grading.roster.map(|roster| roster.learners.get(id));
        let one = One {
            desk: self,
            learner: Learner {
                id: id.to_owned(),
                name: enrolled.flatten().and_then(|e| e.name.clone()),
            },
            enrolled: enrolled.flatten(),
        };
        let found = match submission {
            None => Ok(Vec::new()),
            Some(_) if enrolled == Some(None) => Err(
                "this learner is not on the roster; add a line for the id, or take the submission away".to_owned(),
            ),
            Some(submission) => find::find(submission, &self.grading.labs),
        };
        let name = submission.map_or("", |submission| &submission.name);
        one.all(found, name)
    }

    /// Seconds of processor time for a submission of this lab: many times what its own solution takes on this machine.
    fn seconds(&self, lab: &'static Lab) -> Result<u64, Failure> {
        if let Some(seconds) = self.grading.seconds {
            return Ok(seconds);
        }
        if lab.language == Language::Rust {
            return Ok(NATIVE_S);
        }
        // Held while the solution is judged: who else needs the number waits for it.
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seconds) = limits.get(lab.id) {
            return Ok(*seconds);
        }
        let began = Instant::now();
        let bounds = Bounds {
            seconds: MOST_S,
            memory_mib: self.grading.memory_mib,
        };
        self.judge(lab, &lab.solution(), bounds)?;
        let seconds = (began.elapsed().as_secs_f64() * TIMES).ceil() as u64;
        let seconds = seconds.clamp(LEAST_S, MOST_S);
        limits.insert(lab.id, seconds);
        Ok(seconds)
    }

    fn judge(
        &self,
        lab: &'static Lab,
        source: &str,
        bounds: Bounds,
    ) -> Result<runner::Whole, Failure> {
        let request = Request {
            config: self.grading.config,
            lab,
            selection: &Selection::all(lab),
            source,
            cancel: self.cancel,
            executor: &Processes,
            // The class keeps all cores busy; each kernel has one.
            wishes: Wishes {
                threads: Some(1),
                schedules: None,
                on: crate::course::On::Cpu,
            },
        };
        runner::judge_whole(request, bounds, Some(&self.grading.key))
    }

    /// What judges a lab, as a hash: with another program, other checks or another key, a record is of another judge.
    fn judge_of(&self, lab: &Lab) -> String {
        let checks: Vec<String> = lab
            .checks()
            .map(|(part, check)| format!("{}/{} {}", part.id, check.id, check.title))
            .collect();
        let key = match runner::has_hidden(lab) {
            true => self.grading.key.as_str(),
            false => "",
        };
        let whole = format!("{TOOL}\0{}\0{}\0{key}", lab.id, checks.join("\n"));
        blake3::hash(whole.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// The version of this program.
const TOOL: &str = env!("CARGO_PKG_VERSION");

/// One learner of a run.
struct One<'a> {
    desk: &'a Desk<'a>,
    learner: Learner,
    enrolled: Option<&'a Enrolled>,
}

impl One<'_> {
    fn all(
        &self,
        found: Result<Vec<Found>, String>,
        name: &str,
    ) -> Result<Option<Vec<Made>>, Failure> {
        let grading = self.desk.grading;
        let mut made = Vec::new();
        // Records of the moment that stand after this run.
        let mut standing: BTreeSet<&str> = BTreeSet::new();
        match &found {
            Err(why) => {
                let record = self.refused("", name, why);
                standing.insert("");
                made.push(self.keep(record)?);
            }
            Ok(found) => {
                for one in found {
                    let Some(one_made) = self.lab(one)? else {
                        return Ok(None);
                    };
                    if one.bytes.is_err() {
                        standing.insert(one.lab);
                    }
                    made.push(one_made);
                }
                let due = grading.labs.iter().filter(|_| grading.due);
                for lab in due.filter(|lab| !found.iter().any(|one| one.lab == lab.id)) {
                    standing.insert(lab.id);
                    made.push(self.keep(self.missing(lab, name))?);
                }
                if found.is_empty() && !grading.due && !name.is_empty() {
                    standing.insert("");
                    made.push(self.keep(self.refused("", name, &self.no_file()))?);
                }
            }
        }
        self.clear(&standing)?;
        self.enrol()?;
        Ok(Some(made))
    }

    /// Has the learner's records, earlier ones too, say what the roster says now: the name and by how much deadlines are later.
    fn enrol(&self) -> Result<(), Failure> {
        let (desk, records) = (self.desk, &self.desk.grading.records);
        if self.enrolled.is_none() {
            return Ok(());
        }
        for lab in &desk.grading.labs {
            let start = file_start(&self.learner.id, lab.id);
            let names = desk.before.range(start.clone()..);
            for name in names.take_while(|name| name.starts_with(&start)) {
                let Ok(record) = GradeRecord::read(&records.join(name)) else {
                    continue;
                };
                let said = GradeRecord {
                    learner: self.learner.clone(),
                    extension: self.extension(lab.id),
                    ..record.clone()
                };
                if record.learner.id == self.learner.id && said != record {
                    said.write(records)?;
                }
            }
        }
        Ok(())
    }

    /// Seconds by which the learner's deadline of a lab is later.
    fn extension(&self, lab: &str) -> Option<i64> {
        let length = self.enrolled?.extension(lab)?;
        Some(length.as_secs())
    }

    fn no_file(&self) -> String {
        let labs = &self.desk.grading.labs;
        match labs.as_slice() {
            [lab] => format!("there is no `{}` in it", lab.file),
            _ => "no lab's file is in it: they are called as `course list` names the labs, `vector-add.cu` for one".into(),
        }
    }

    /// Removes records without a content that do not stand any more.
    fn clear(&self, standing: &BTreeSet<&str>) -> Result<(), Failure> {
        let grading = self.desk.grading;
        let labs = grading.labs.iter().map(|lab| lab.id).chain([""]);
        for lab in labs.filter(|lab| !standing.contains(lab)) {
            let name = file_name(&self.learner.id, lab, None);
            if self.desk.before.contains(&name) {
                let path = grading.records.join(name);
                std::fs::remove_file(&path).map_err(|error| {
                    let path = path.display();
                    Failure::broken(format!(
                        "`{path}`, which stands no more, cannot be removed: {error}"
                    ))
                })?;
            }
        }
        Ok(())
    }

    /// Writes a record of the moment, unless it says what the one that is there says.
    fn keep(&self, record: GradeRecord) -> Result<Made, Failure> {
        let known = self.known(&record.file_name());
        let known = known.is_some_and(|known| known.same(&record));
        if !known {
            record.write(&self.desk.grading.records)?;
        }
        Ok(Made {
            ended: record.ended,
            known,
        })
    }

    /// The record of this name that was there before, if it can be read.
    fn known(&self, name: &str) -> Option<GradeRecord> {
        let there = self.desk.before.contains(name);
        let path = there.then(|| self.desk.grading.records.join(name))?;
        GradeRecord::read(&path).ok()
    }

    /// A record without a judgement.
    fn record(&self, lab: &str, file: &str, ended: GradeEnded) -> GradeRecord {
        let submitted = self.enrolled.and_then(|e| e.submitted.clone());
        GradeRecord {
            format: FORMAT.to_owned(),
            version: VERSION,
            learner: self.learner.clone(),
            lab: lab.to_owned(),
            file: file.to_owned(),
            sha256: None,
            submitted,
            extension: self.extension(lab),
            ended,
            outcome: None,
            sentence: String::new(),
            checks: Vec::new(),
            device: String::new(),
            text: None,
            judge: String::new(),
            tool: TOOL.to_owned(),
            ran: GradeRun {
                started: now(),
                seconds: 0.0,
            },
        }
    }

    fn refused(&self, lab: &str, file: &str, why: &str) -> GradeRecord {
        GradeRecord {
            sentence: why.to_owned(),
            ..self.record(lab, file, GradeEnded::Refused)
        }
    }

    fn missing(&self, lab: &Lab, name: &str) -> GradeRecord {
        let sentence = match name {
            "" => "nothing was handed in".to_owned(),
            name => format!("`{name}` has no `{}`", lab.file),
        };
        GradeRecord {
            sentence,
            submitted: None,
            ..self.record(lab.id, "", GradeEnded::Missing)
        }
    }

    /// The record of one lab's file; none where the run was ended.
    fn lab(&self, found: &Found) -> Result<Option<Made>, Failure> {
        let desk = self.desk;
        let labs = desk.grading.labs.iter();
        let Some(lab) = labs.copied().find(|lab| lab.id == found.lab) else {
            return Err(Failure::bug(format!(
                "`{}` is no lab of this run",
                found.lab
            )));
        };
        let mut record = self.record(lab.id, &found.file, GradeEnded::Refused);
        if record.submitted.is_none() {
            record.submitted = found.time.and_then(told);
        }
        let bytes = match &found.bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                record.sentence.clone_from(why);
                return self.keep(record).map(Some);
            }
        };
        record.sha256 = Some(hex(&lab::sha256(bytes)));
        record.judge = desk.judge_of(lab);
        let known = self.known(&record.file_name());
        let same = |known: &GradeRecord| {
            // What was refused only for what this run allows or not is looked at anew.
            known.judge == record.judge && known.ended != GradeEnded::Refused
        };
        if let Some(known) = known.filter(|known| same(known) && !desk.grading.again) {
            let ended = known.ended;
            let of_roster = self.enrolled.and_then(|e| e.submitted.as_ref());
            if of_roster.is_some() && known.submitted != record.submitted {
                let submitted = record.submitted;
                let put_right = GradeRecord { submitted, ..known };
                put_right.write(&desk.grading.records)?;
            }
            return Ok(Some(Made { ended, known: true }));
        }
        match self.refusal(lab, bytes) {
            Err(why) => {
                record.sentence = why;
                return self.keep(record).map(Some);
            }
            Ok(text) => record.text = Some(text),
        }
        self.judged(lab, record)
    }

    /// The text that can be judged, or why there is none.
    fn refusal(&self, lab: &Lab, bytes: &[u8]) -> Result<String, String> {
        if lab.language == Language::Rust && !self.desk.grading.native {
            return Err(format!(
                "`{}` is a lab in Rust, which runs on this machine as it is; `--allow-native` judges it",
                lab.id
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let byte = error.valid_up_to() + 1;
            format!("`{}` is not UTF-8 text (byte {byte})", lab.file)
        })?;
        Ok(text.to_owned())
    }

    fn judged(&self, lab: &'static Lab, mut record: GradeRecord) -> Result<Option<Made>, Failure> {
        let desk = self.desk;
        let bounds = Bounds {
            seconds: desk.seconds(lab)?,
            memory_mib: desk.grading.memory_mib,
        };
        record.ran.started = now();
        let began = Instant::now();
        let text = record.text.clone().unwrap_or_default();
        let whole = desk.judge(lab, &text, bounds)?;
        record.ran.seconds = began.elapsed().as_secs_f64();
        (record.ended, record.sentence) = match whole.cut {
            None => (GradeEnded::Judged, String::new()),
            Some(Cut::Limit(why)) => (GradeEnded::Limit, why),
            Some(Cut::Died(why)) => (GradeEnded::Crashed, why),
            Some(Cut::Interrupted) => return Ok(None),
        };
        record.outcome = Some(runner::outcome_of(lab, &whole.results));
        let device = whole
            .results
            .iter()
            .find(|result| !result.device.is_empty());
        record.device = device.map_or_else(String::new, |result| result.device.clone());
        let graded = |result: runner::CheckResult| GradedCheck {
            hidden: result.check == lab::HIDDEN,
            result,
        };
        record.checks = whole.results.into_iter().map(graded).collect();
        record.write(&desk.grading.records)?;
        let (ended, known) = (record.ended, false);
        Ok(Some(Made { ended, known }))
    }
}

/// A time of the file system, to the second.
fn told(time: SystemTime) -> Option<String> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    let time = jiff::Timestamp::from_second(time.as_second()).ok()?;
    Some(time.to_string())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
