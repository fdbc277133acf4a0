//! What every checker shares: the checks asked for in, each judged in its turn, test lines and report lines out.
//!
//! The rule: a check's `start` line is written before it is judged and its `finish` line after, so that of a process that
//! dies it is known which check it was in.

use std::io::Write;
use std::process::ExitCode;

use lab::{CheckRecord, Lab, Select, Status};

use crate::arguments::{self, Asked};
use crate::complain;
use crate::parent;
use crate::report::Report;

/// Sends the records of a selection, in check order.
pub(crate) type Judge<'a> = &'a mut dyn FnMut(Select<'_>, &mut dyn FnMut(CheckRecord));

/// A checker that was asked for something.
pub(crate) struct Session {
    lab: &'static Lab,
    asked: Asked,
    /// Whether parts with hidden cases have a record of those, too, after their others.
    hidden: bool,
}

impl Session {
    /// Reads the arguments after the program's name; an exit status when there is nothing to judge.
    pub(crate) fn open(
        lab: &'static Lab,
        arguments: impl Iterator<Item = String>,
    ) -> Result<Session, ExitCode> {
        let asked = arguments::parse(arguments, lab).map_err(|message| complain(2, &message))?;
        let hidden = false;
        let session = Session { lab, asked, hidden };
        if session.asked.list {
            return Err(session.list());
        }
        Ok(session)
    }

    /// The same with hidden cases.
    #[cfg(feature = "simulated")]
    pub(crate) fn with_hidden(self, hidden: bool) -> Session {
        Session { hidden, ..self }
    }

    /// Part and check of every record that is to come, in order.
    fn wanted(&self) -> Vec<(&'static str, &'static str)> {
        let visible = self.asked.checks(self.lab);
        let mut wanted = Vec::new();
        for part in &self.lab.parts {
            let before = wanted.len();
            wanted.extend(visible.iter().filter(|(of, _)| *of == part.id));
            // A part of which some checks alone are asked is not graded.
            let whole = wanted.len() == before + part.checks.len();
            if self.hidden && part.has_hidden() && whole {
                wanted.push((part.id, lab::HIDDEN));
            }
        }
        wanted
    }

    fn list(&self) -> ExitCode {
        let mut out = std::io::stdout().lock();
        for (part, check) in self.asked.checks(self.lab) {
            // A closed pipe is the reader's choice.
            let _ = writeln!(out, "{part}/{check}: test");
        }
        ExitCode::SUCCESS
    }

    /// Has everything judged that was asked for, and tells it.
    pub(crate) fn run(self, judge: Judge<'_>) -> ExitCode {
        parent::watch();
        match Report::from_environment() {
            Ok(report) => self.judged(report, judge),
            Err(message) => complain(3, &message),
        }
    }

    fn judged(self, mut report: Report, judge: Judge<'_>) -> ExitCode {
        let lab = self.lab;
        let wanted = self.wanted();
        let s = if wanted.len() == 1 { "" } else { "s" };
        println!("\nrunning {} test{s}", wanted.len());
        let mut tally = Tally::new(lab.checks().count().saturating_sub(wanted.len()));
        report.start(lab, wanted.first());
        for part in &lab.parts {
            let of_part = wanted.iter().filter(|(p, _)| *p == part.id);
            let of_part: Vec<&str> = of_part.map(|(_, c)| *c).collect();
            let full_id = of_part.first().map(|check| format!("{}/{check}", part.id));
            let select = match (of_part.len(), &full_id) {
                (0, _) | (_, None) => continue,
                (1, Some(id)) => Select::Check(id),
                _ => Select::Part(part.id),
            };
            judge(select, &mut |record| {
                if of_part.contains(&record.check.as_str()) {
                    report.finish(&record);
                    parent::moved();
                    tally.note(record);
                    report.start(lab, wanted.get(tally.done()));
                }
            });
        }
        report.end(&tally);
        tally.tell();
        match report.trouble() {
            Some(trouble) => complain(3, &trouble),
            None if tally.is_bad() || tally.done() != wanted.len() => ExitCode::from(101),
            None => ExitCode::SUCCESS,
        }
    }
}

/// The learner's text, from `COURSE_KERNEL` or from the lab's folder.
#[cfg(any(feature = "simulated", feature = "apart"))]
pub(crate) fn learners_text(lab: &Lab, folder: &std::path::Path) -> Result<String, String> {
    let given = std::env::var_os("COURSE_KERNEL").filter(|v| !v.is_empty());
    let path = given
        .as_ref()
        .map_or_else(|| folder.join(&lab.file), std::path::PathBuf::from);
    if given.is_none() && !path.exists() {
        std::fs::write(&path, lab.starter())
            .map_err(|e| format!("cannot write the starter to `{}`: {e}", path.display()))?;
    }
    let bytes = std::fs::read(&path)
        .map_err(|e| format!("cannot read what you wrote, `{}`: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What came of the checks, and the lines a test binary prints.
pub(crate) struct Tally {
    records: Vec<CheckRecord>,
    filtered: usize,
    began: std::time::Instant,
}

impl Tally {
    fn new(filtered: usize) -> Tally {
        Tally {
            records: Vec::new(),
            filtered,
            began: std::time::Instant::now(),
        }
    }

    fn note(&mut self, record: CheckRecord) {
        let word = match record.status {
            Status::Pass => "ok".into(),
            Status::Fail => "FAILED".into(),
            Status::NotMeasured | Status::Skipped => format!("ignored, {}", record.message),
        };
        println!("test {} ... {word}", record.full_id());
        self.records.push(record);
    }

    fn done(&self) -> usize {
        self.records.len()
    }

    fn count(&self, status: Status) -> usize {
        self.records.iter().filter(|r| r.status == status).count()
    }

    pub(crate) fn passed(&self) -> usize {
        self.count(Status::Pass)
    }

    pub(crate) fn failed(&self) -> usize {
        self.count(Status::Fail)
    }

    /// Whether a check failed, or was not judged because another one failed.
    fn is_bad(&self) -> bool {
        self.failed() + self.count(Status::Skipped) > 0
    }

    fn tell(&self) {
        let failed = self.records.iter().filter(|r| r.status == Status::Fail);
        for (i, record) in failed.enumerate() {
            if i == 0 {
                println!("\nfailures:");
            }
            println!("\n---- {} ----\n{}", record.full_id(), record.message);
            if !record.detail.is_empty() {
                println!("{}", record.detail);
            }
            if let Some(hint) = &record.hint {
                println!("hint: {hint}");
            }
        }
        for record in &self.records {
            let Some(prints) = &record.prints else {
                continue;
            };
            println!("\nprinted in {} ({}):", record.part, prints.case);
            for one in &prints.printed.first {
                println!(
                    "block {:?}, thread {:?}: {}",
                    one.block,
                    one.thread,
                    one.text.escape_debug()
                );
            }
            if prints.printed.more > 0 {
                println!("and {} more", prints.printed.more);
            }
        }
        let word = if self.is_bad() { "FAILED" } else { "ok" };
        println!(
            "\ntest result: {word}. {} passed; {} failed; {} ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
            self.passed(),
            self.failed(),
            self.count(Status::NotMeasured) + self.count(Status::Skipped),
            self.filtered,
            self.began.elapsed().as_secs_f64()
        );
    }
}
