//! A class: its labs with their checks, its learners with what they handed in. Where it comes from, records or progress files, is
//! forgotten here.

use jiff::{SignedDuration, Timestamp};

use crate::store::Status;

/// A course's class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// The course's title.
    pub title: String,
    /// The labs that count, in the course's order.
    pub labs: Vec<LabShape>,
    /// The learners, by id.
    pub learners: Vec<Pupil>,
    /// What was refused before anybody knew for which lab: whose, the file, and why.
    pub refused: Vec<(usize, String, String)>,
}

/// What a lab consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabShape {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its parts, in order.
    pub parts: Vec<PartShape>,
    /// What a learner begins with; empty where it is not known.
    pub starter: String,
}

/// A part of a lab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartShape {
    /// Its id.
    pub id: String,
    /// Its checks, in order.
    pub checks: Vec<CheckShape>,
}

/// A check of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckShape {
    /// Its id.
    pub id: String,
    /// What it asks; empty where it is not known.
    pub title: String,
    /// Whether only a GPU can answer it.
    pub needs_gpu: bool,
    /// Whether learners cannot run it themselves.
    pub hidden: bool,
}

/// Somebody of the class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pupil {
    /// What tells learners apart.
    pub id: String,
    /// The name that is shown; the id where there is none.
    pub name: String,
    /// What was handed in, by lab, then by time.
    pub submissions: Vec<Submission>,
    /// Labs that were due and are not there, each with the sentence that says what is.
    pub missing: Vec<(usize, String)>,
}

/// One thing handed in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Submission {
    /// The lab's place in the class.
    pub lab: usize,
    /// When.
    pub at: Option<Timestamp>,
    /// By how much this learner's deadline is later.
    pub extension: SignedDuration,
    /// How judging it ended.
    pub ended: Ended,
    /// The judged whole.
    pub outcome: Option<Status>,
    /// Why it was refused or cut short.
    pub sentence: String,
    /// What the checks said.
    pub checks: Vec<Checked>,
    /// The text, where it is known.
    pub text: Option<String>,
    /// The file, as the instructor has it.
    pub file: String,
    /// Stands for its content.
    pub hash: String,
    /// How long judging took, in seconds.
    pub seconds: f64,
}

/// How judging ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ended {
    /// Every check has its ending.
    #[default]
    Judged,
    /// Only some checks were asked for; what is not there did not pass.
    InPart,
    /// It cannot be judged: the learner's fault.
    Refused,
    /// It was cut short at a limit: the learner's fault.
    Limit,
    /// Judging died: not the learner's fault.
    Crashed,
}

/// What a check said.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The part's id.
    pub part: String,
    /// The check's id.
    pub check: String,
    /// How it ended.
    pub status: Status,
    /// What was found; a learner's words may be in it.
    pub message: String,
    /// The first place in the text, from 1; 0 when there is none.
    pub line: u32,
}

impl Checked {
    /// `part/check`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.part, self.check)
    }
}

impl Submission {
    /// How a check of a part ended; one that is not there did not pass.
    pub fn status(&self, part: &str, check: &str) -> Option<Status> {
        self.checked(part, check).map(|checked| checked.status)
    }

    /// What a check of a part said.
    pub fn checked(&self, part: &str, check: &str) -> Option<&Checked> {
        let mut checks = self.checks.iter();
        checks.find(|checked| checked.part == part && checked.check == check)
    }

    /// The first check that neither passed nor went unmeasured, in order.
    pub fn first_failure(&self) -> Option<&Checked> {
        let mut checks = self.checks.iter();
        checks.find(|checked| !checked.status.is_fine() && checked.status != Status::Skipped)
    }
}
