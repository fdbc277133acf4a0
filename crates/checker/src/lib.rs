//! The native test main of every lab: arguments and environment in; test lines, a report file and an exit status out.
//!
//! Protocol: `COURSE_KERNEL` names the kernel file (else `<lab folder>/<lab>.cu`, written from the starter when it is
//! not there), `COURSE_REPORT` a file that gets one JSON object a line, `COURSE_NONCE` this run's mark in each of them.
//! `COURSE_THREADS` says how many threads run a kernel's blocks, `COURSE_SCHEDULES` in how many further orders of blocks
//! and warps the cases that a lab reorders run.
//! A check is over when its `finish` line is there; exit statuses alone prove nothing.
//! Exit 0 when every check asked for passed or needs a GPU, 101 when one did not, 2 for wrong arguments, 3 when a file
//! cannot be read or written. Read next: `arguments.rs`, `report.rs`.

mod arguments;
mod report;

use arguments::Asked;
use lab::{CheckRecord, Lab, Select, Status};
use report::Report;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the checks of a lab as a test binary does.
pub fn main(lab: &'static Lab) -> ExitCode {
    let asked = match arguments::parse(std::env::args().skip(1), lab) {
        Ok(asked) => asked,
        Err(message) => return complain(2, &message),
    };
    if asked.list {
        return list(lab, &asked);
    }
    match kernel_text(lab).and_then(|text| Ok((text, Report::from_environment()?))) {
        Ok((text, report)) => run(lab, &asked, &text, report),
        Err(message) => complain(3, &message),
    }
}

fn complain(status: u8, message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(status)
}

fn list(lab: &'static Lab, asked: &Asked) -> ExitCode {
    let mut out = std::io::stdout().lock();
    for (part, check) in asked.checks(lab) {
        // A closed pipe is the reader's choice.
        let _ = writeln!(out, "{part}/{check}: test");
    }
    ExitCode::SUCCESS
}

/// The learner's text, from `COURSE_KERNEL` or from the lab's folder.
fn kernel_text(lab: &Lab) -> Result<String, String> {
    let given = std::env::var_os("COURSE_KERNEL")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from);
    let path = given
        .clone()
        .unwrap_or_else(|| lab_folder(lab).join(lab.file));
    if given.is_none() && !path.exists() {
        std::fs::write(&path, lab.starter())
            .map_err(|e| format!("cannot write the starter to `{}`: {e}", path.display()))?;
    }
    let bytes = std::fs::read(&path)
        .map_err(|e| format!("cannot read the kernel `{}`: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Where cargo says the lab's package is, or where it was when this was built.
fn lab_folder(lab: &Lab) -> PathBuf {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(dir) if PathBuf::from(&dir).ends_with(lab.id) => PathBuf::from(dir),
        _ => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../labs")).join(lab.id),
    }
}

/// The machine as the environment wants it: unless said, a thread for each core runs blocks, in the usual orders.
fn machine() -> lab::Simulated {
    let threads = number("COURSE_THREADS");
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let orders = number("COURSE_SCHEDULES").unwrap_or(lab::OTHER_ORDERS);
    lab::Simulated::on_hands(threads, work).in_orders(orders)
}

fn number<N: std::str::FromStr>(variable: &str) -> Option<N> {
    std::env::var(variable).ok()?.parse().ok()
}

fn work(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs);
    let all = || std::iter::from_fn(take).for_each(job);
    std::thread::scope(|scope| {
        for _ in 1..hands.min(jobs) {
            scope.spawn(all);
        }
        all();
    });
}

fn run(lab: &'static Lab, asked: &Asked, text: &str, mut report: Report) -> ExitCode {
    let wanted = asked.checks(lab);
    println!(
        "\nrunning {} test{}",
        wanted.len(),
        if wanted.len() == 1 { "" } else { "s" }
    );
    let mut tally = Tally::new(lab.checks().count() - wanted.len());
    report.start(lab, wanted.first());
    let mut device = machine();
    for part in lab.parts {
        let of_part: Vec<&str> = wanted
            .iter()
            .filter(|(p, _)| *p == part.id)
            .map(|(_, c)| *c)
            .collect();
        let full_id = of_part.first().map(|check| format!("{}/{check}", part.id));
        let select = match (of_part.len(), &full_id) {
            (0, _) | (_, None) => continue,
            (1, Some(id)) => Select::Check(id),
            _ => Select::Part(part.id),
        };
        lab::judge(lab, select, text, &mut device, &mut |record| {
            if of_part.contains(&record.check.as_str()) {
                report.finish(&record);
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
