//! The proof of a lab in Rust: solution, starter and all known mistakes as one program, called once a candidate.
//!
//! The rule: a known mistake holds what it gets wrong, and everything else is the solution's. One compile serves all of
//! them, kept by content like every other program. A candidate that dies or never ends fails the check it was in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lab::{Candidate, CheckRecord, DEFAULT_LIMIT_S, Lab, Place, Select, Status};

use crate::build::finish;
use crate::generated::{Module, completed};
use crate::json::Json;
use crate::{Alive, Course, Trouble};

/// The candidates of a lab, compiled.
pub struct Proof<'a> {
    lab: &'a Lab,
    program: PathBuf,
    reports: PathBuf,
    alive: Alive,
}

/// Compiles solution, starter and known mistakes, unless nothing of them changed.
///
/// # Errors
/// When one of them does not compile: each is the course's own, so the words are those of a fault of the lab.
pub fn proof<'a>(course: &Course, lab: &'a Lab) -> Result<Proof<'a>, Trouble> {
    let folder = format!("{}-proof", lab.id);
    let modules = modules(lab);
    let program = match finish(course.begin_modules(lab, &folder, &modules)?) {
        Err(Trouble::Learner(why)) => {
            let words = format!("{}\n{}", why.message, why.detail);
            Err(Trouble::Lab(named(&words, &modules)))
        }
        other => other,
    }?;
    let reports = crate::absolute(course.cache.join("rust").join(folder).join("reports"));
    let failed = |e: std::io::Error| Trouble::Files(format!("`{}`: {e}", reports.display()));
    fs::create_dir_all(&reports).map_err(failed)?;
    let number = REPORTS.fetch_add(1, Ordering::Relaxed);
    let alive = Alive::hold(reports.join(format!("{}-{number}.alive", std::process::id())));
    let alive = alive.map_err(failed)?;
    Ok(Proof {
        lab,
        program,
        reports,
        alive,
    })
}

fn modules(lab: &Lab) -> Vec<Module> {
    let module = |folder: String, name: &str, text: String| Module {
        folder,
        name: name.to_owned(),
        text,
    };
    let mut all = vec![
        module("solution".into(), "solution", lab.solution()),
        module("starter".into(), "starter", lab.starter()),
    ];
    for (n, (name, text)) in lab.wrong.iter().enumerate() {
        all.push(module(format!("wrong_{n}"), name, completed(text)));
    }
    all
}

/// The compiler's words, with the candidates' own names for the files they were put into.
fn named(words: &str, modules: &[Module]) -> String {
    let files = modules.iter().map(|m| {
        let name = match m.name.as_str() {
            "solution" | "starter" => format!("solution.rs ({})", m.name),
            name => format!("wrong/{name}"),
        };
        (format!("{}/exercise.rs", m.folder), name)
    });
    files.fold(words.to_owned(), |words, (file, name)| {
        words.replace(&file, &name)
    })
}

/// Numbers of reports: one of its own for each process.
static REPORTS: AtomicUsize = AtomicUsize::new(0);

impl Proof<'_> {
    /// Judges a candidate; what [`lab::verify`] asks for.
    pub fn judge(&self, candidate: Candidate<'_>, select: Select<'_>) -> Vec<CheckRecord> {
        let number = REPORTS.fetch_add(1, Ordering::Relaxed);
        let nonce = format!("{}-{number}", std::process::id());
        let report = self.reports.join(format!("{nonce}.jsonl"));
        let mut command = Command::new(&self.program);
        match select {
            Select::All => {}
            Select::Part(part) => drop(command.args(["--part", part])),
            Select::Check(check) => drop(command.args(["--exact", check])),
        }
        let child = command
            .env("COURSE_CANDIDATE", candidate.name)
            .env("COURSE_REPORT", &report)
            .env("COURSE_NONCE", &nonce)
            .env(Alive::VARIABLE, self.alive.path())
            .env(
                "COURSE_LIMIT_S",
                (self.limit(select).as_secs() + 5).to_string(),
            )
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let ended = match child {
            Ok(child) => wait(child, self.limit(select)),
            Err(e) => format!("it could not be started: {e}"),
        };
        let finished = records(&report, &nonce);
        let _ = fs::remove_file(&report);
        self.complete(select, finished, &ended)
    }

    fn limit(&self, select: Select<'_>) -> Duration {
        let checks = self.lab.checks();
        let wanted = checks.filter(|(part, check)| select.takes(part.id, check.id));
        let longest = wanted.map(|(_, check)| check.limit_s).max();
        Duration::from_secs(u64::from(longest.unwrap_or(DEFAULT_LIMIT_S)))
    }

    /// A record for every check: the first without one is the check that the process ended in.
    fn complete(
        &self,
        select: Select<'_>,
        mut finished: Vec<CheckRecord>,
        ended: &str,
    ) -> Vec<CheckRecord> {
        let mut blamed = false;
        for (part, check) in self.lab.checks() {
            let known = |r: &CheckRecord| r.part == part.id && r.check == check.id;
            if !select.takes(part.id, check.id) || finished.iter().any(known) {
                continue;
            }
            let (status, message) = match blamed {
                false => (Status::Fail, ended.to_owned()),
                true => (
                    Status::Skipped,
                    "not run: an earlier check did not end".to_owned(),
                ),
            };
            blamed = true;
            finished.push(CheckRecord {
                status,
                message,
                part: part.id.into(),
                check: check.id.into(),
                ..empty(self.lab.id)
            });
        }
        finished
    }
}

fn empty(lab: &str) -> CheckRecord {
    CheckRecord {
        lab: lab.to_owned(),
        part: String::new(),
        check: String::new(),
        status: Status::Skipped,
        value: None,
        unit: None,
        bound: None,
        device: "native".into(),
        message: String::new(),
        detail: String::new(),
        hint: None,
        places: Vec::new(),
        prints: None,
    }
}

/// Waits for a process, no longer than it may take; says how it ended.
fn wait(mut child: Child, limit: Duration) -> String {
    let began = Instant::now();
    let mut pause = Duration::from_micros(300);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return format!("it ended before the check did ({status})"),
            Err(e) => return format!("it was lost: {e}"),
            Ok(None) if began.elapsed() < limit => {}
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return format!("not finished after {} s; ended", limit.as_secs());
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// The finished checks of a report, as far as this run wrote it.
fn records(report: &Path, nonce: &str) -> Vec<CheckRecord> {
    let text = fs::read_to_string(report).unwrap_or_default();
    let lines = text.lines().filter_map(Json::read);
    let mine =
        lines.filter(|l| l.get("nonce").text() == nonce && l.get("event").text() == "finish");
    mine.filter_map(|line| record(&line)).collect()
}

fn record(line: &Json) -> Option<CheckRecord> {
    let text = |key: &str| line.get(key).text().to_owned();
    let optional = |key: &str| Some(text(key)).filter(|t| !t.is_empty());
    let places = line.get("places").list().iter().map(|p| Place {
        line: p.get("line").count(),
        column: p.get("column").count(),
        note: p.get("note").text().to_owned(),
    });
    Some(CheckRecord {
        lab: text("lab"),
        part: text("part"),
        check: text("check"),
        status: Status::from_slug(line.get("status").text())?,
        value: line.get("value").number(),
        unit: optional("unit"),
        bound: optional("bound"),
        device: text("device"),
        message: text("message"),
        detail: text("detail"),
        hint: optional("hint"),
        places: places.collect(),
        prints: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_as_it_was_written() {
        let written = CheckRecord {
            part: "a".into(),
            check: "b".into(),
            status: Status::Fail,
            value: Some(2.0),
            message: "`f(\"x\")` gave 1,\nexpected 2".into(),
            places: vec![Place {
                line: 3,
                column: 9,
                note: "here".into(),
            }],
            ..empty("tiny")
        };
        let line = format!(
            "{{\"nonce\":\"n\",\"event\":\"finish\",{}}}",
            written.json_members()
        );
        assert_eq!(record(&Json::read(&line).unwrap()), Some(written));
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_ended_and_what_ended_early_is_told() {
        let sh = |script: &str| {
            Command::new("/bin/sh")
                .args(["-c", script])
                .spawn()
                .unwrap()
        };
        let began = Instant::now();
        let stuck = wait(sh("exec sleep 20"), Duration::from_millis(50));
        assert_eq!(stuck, "not finished after 0 s; ended");
        let early = wait(sh("exit 3"), Duration::from_secs(10));
        assert_eq!(early, "it ended before the check did (exit status: 3)");
        assert!(began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn files_are_called_what_their_author_calls_them() {
        let modules = [Module {
            folder: "wrong_0".into(),
            name: "adds.rs".into(),
            text: String::new(),
        }];
        assert_eq!(
            named(" --> wrong_0/exercise.rs:3:5", &modules),
            " --> wrong/adds.rs:3:5"
        );
    }
}
