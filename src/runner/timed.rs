//! A lab's parts timed on this computer's GPU, each by a process of its own; where a counting program is to watch them, under it.
//!
//! In: a kernel's text and a part. Out: times, or the watching program's output. The rule: a kernel that hangs or ruins its context
//! ends with its process and the next part is timed; what could not be had is a sentence, never a panic. The process says one JSON
//! object a line on its standard output.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use lab::{Case, Folder, Kind, Lab, Launch, Times};
use serde::{Deserialize, Serialize};

use super::judge;
use super::process::{Ended, Executor, How, Job};
use super::{Cancel, write_whole};
use crate::config::Config;
use crate::exit::Failure;

/// The word that starts this program to time a part; it is in no help.
pub(super) const TIME: &str = "time-kernels";
/// The longest silence of a process, and of one that is watched: counting runs a kernel again and again.
const LIMIT: Duration = Duration::from_secs(30);
const WATCHED_LIMIT: Duration = Duration::from_secs(120);
/// Bytes of output that are kept: counts are data.
const KEPT: usize = 8 << 20;

/// What is to be timed.
#[derive(Clone, Copy)]
pub struct Timing<'a> {
    /// The course and where its cache lies.
    pub config: &'a Config,
    /// The lab.
    pub lab: &'a Lab,
    /// The part's id.
    pub part: &'a str,
    /// The kernel's text.
    pub text: &'a str,
}

/// What a part came to on the GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timed {
    /// The GPU's name; empty where none could be asked.
    pub device: String,
    /// Each launch of the profiled case.
    pub times: Vec<Times>,
    /// The GPU's clocks and temperature just after; empty where nobody knows them.
    pub conditions: String,
    /// What each measured check of the part came to, lines each.
    pub measured: Vec<String>,
    /// What went wrong, a sentence each.
    pub missing: Vec<String>,
}

/// A line of the process.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Device(String),
    Launch {
        median: f64,
        least: f64,
        most: f64,
        runs: usize,
    },
    Conditions(String),
    Measured(String),
    Missing(String),
}

/// The case of a part that a profile looks at: the one with most threads, and of these the one with most elements.
pub fn profiled(cases: &[Case]) -> Option<&Case> {
    let size = |case: &&Case| -> (u64, usize) {
        let elements = case.buffers.iter().map(|buffer| buffer.data.len());
        (case.launches().map(Launch::threads).sum(), elements.sum())
    };
    cases.iter().max_by_key(size)
}

impl Timing<'_> {
    /// Times the part.
    ///
    /// # Errors
    /// When the process cannot be prepared; what goes wrong on the GPU is in the answer.
    pub fn timed(self, executor: &dyn Executor, cancel: &Cancel) -> Result<Timed, Failure> {
        let kernel = Written::of(self)?;
        let program = judge::this_program()?;
        let job = self.job(program, self.own("timed"), (&kernel.0, LIMIT));
        let ended = executor.run(&job, cancel, &mut || false);
        let mut timed = Timed::default();
        let lines = ended.stdout.lines();
        for line in lines.filter_map(|line| serde_json::from_str(line).ok()) {
            timed.take(line);
        }
        if let Some(why) = untimely(&ended) {
            timed.missing.push(format!("part `{}`: {why}", self.part));
        }
        Ok(timed)
    }

    /// What `watcher` wrote while the part's case ran once; `before` are its arguments, and this program follows them.
    ///
    /// # Errors
    /// When the process cannot be prepared, or the watcher cannot be started or ended badly: a sentence of its own words.
    pub fn watched(
        self,
        (watcher, mut before): (&Path, Vec<String>),
        executor: &dyn Executor,
        cancel: &Cancel,
    ) -> Result<String, Failure> {
        let kernel = Written::of(self)?;
        before.push(judge::this_program()?.to_string_lossy().into_owned());
        before.extend(self.own("once"));
        let job = self.job(watcher.to_path_buf(), before, (&kernel.0, WATCHED_LIMIT));
        let ended = executor.run(&job, cancel, &mut || false);
        match untimely(&ended) {
            // What it wrote says why better than how it ended.
            Some(why) if ended.stdout.trim().is_empty() => Err(Failure::wrong_use(why)),
            _ => Ok(ended.stdout),
        }
    }

    fn own(&self, how: &str) -> Vec<String> {
        [TIME, self.lab.id, self.part, how]
            .map(str::to_owned)
            .into()
    }

    fn job(&self, program: PathBuf, args: Vec<String>, of: (&Path, Duration)) -> Job {
        let kernel = of.0.to_string_lossy().into_owned();
        Job {
            program,
            args,
            env: vec![
                ("COURSE_KERNEL".to_owned(), kernel),
                ("RUST_BACKTRACE".to_owned(), "0".to_owned()),
            ],
            dir: self.config.workspace.clone(),
            limit: of.1,
            keep: KEPT,
        }
    }
}

impl Timed {
    fn take(&mut self, line: Line) {
        match line {
            Line::Device(name) => self.device = name,
            Line::Launch {
                median,
                least,
                most,
                runs,
            } => self.times.push(Times {
                median,
                least,
                most,
                runs,
            }),
            Line::Conditions(said) => self.conditions = said,
            Line::Measured(said) => self.measured.push(said),
            Line::Missing(why) => self.missing.push(why),
        }
    }
}

/// How a process ended that did not end well.
fn untimely(ended: &Ended) -> Option<String> {
    let last = ended.stderr.lines().rfind(|line| !line.trim().is_empty());
    let last = last.map_or_else(String::new, |line| format!(": {}", line.trim()));
    match &ended.how {
        How::Exited(0) => None,
        How::Exited(status) => Some(format!("the process ended with status {status}{last}")),
        How::Signal(signal) => Some(format!("the process was ended by signal {signal}{last}")),
        How::TimedOut => Some("it took too long and was ended".to_owned()),
        How::Cancelled(_) => Some("it was ended".to_owned()),
        How::NotStarted(why) => Some(why.clone()),
    }
}

/// The kernel's text in a file, while it is needed.
struct Written(PathBuf);

impl Written {
    fn of(timing: Timing<'_>) -> Result<Written, Failure> {
        let name = format!("timed-{}-{}.cu", timing.lab.id, std::process::id());
        let path = timing.config.cache().join(name);
        let path = std::path::absolute(&path).unwrap_or(path);
        write_whole(&path, timing.text)?;
        Ok(Written(path))
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Times a part, when this program was started to: what follows [`TIME`] comes in, the status to end with comes out.
pub(super) fn asked(words: &[String], labs: &'static [Folder]) -> ExitCode {
    let found = |id: &String| labs.iter().find(|folder| folder.id == id);
    let Some((folder, part, how)) = (match words {
        [id, part, how] => found(id).map(|folder| (folder, part, how)),
        _ => None,
    }) else {
        eprintln!("there is no such lab to time");
        return ExitCode::from(2);
    };
    let file = std::env::var_os("COURSE_KERNEL").unwrap_or_default();
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("the kernel cannot be read: {error}");
            return ExitCode::from(2);
        }
    };
    one(&folder.lab(), part, &text, how == "timed");
    ExitCode::SUCCESS
}

fn say(line: &Line) {
    if let Ok(text) = serde_json::to_string(line) {
        println!("{text}");
    }
}

/// Runs the part's profiled case once; timed, as often as its median needs, and then what its measured checks ask for.
fn one(lab: &Lab, part: &str, text: &str, timed: bool) {
    let missing = |why: String| say(&Line::Missing(why));
    let mut gpu = match gpu::open() {
        Ok(gpu) => gpu,
        Err(trouble) => return missing(format!("{trouble}; {}", trouble.help())),
    };
    say(&Line::Device(gpu.facts().name.clone()));
    let seed = lab::Seed::of(text);
    let cases = lab.part(part).map(|part| part.cases(seed));
    let cases = cases.unwrap_or_default();
    let Some(case) = profiled(&cases) else {
        return missing(format!("part `{part}` has no cases"));
    };
    if let Err(complaints) = gpu.compile(&lab.file, text) {
        let first = complaints.first().map_or("", |one| one.message.as_str());
        return missing(format!("NVIDIA's compiler does not take it: {first}"));
    }
    if !timed {
        // Nothing but the case itself, for who counts.
        gpu.without_guards();
        let _ = gpu.run(case, 0);
        return;
    }
    match gpu.time(case) {
        Ok((times, conditions)) => {
            for times in times {
                let Times {
                    median,
                    least,
                    most,
                    runs,
                } = times;
                say(&Line::Launch {
                    median,
                    least,
                    most,
                    runs,
                });
            }
            say(&Line::Conditions(conditions));
        }
        Err(why) => return missing(format!("part `{part}`: {why}")),
    }
    for (_, check) in lab.checks().filter(|(of, _)| of.id == part) {
        let Kind::Measured(measured) = &check.kind else {
            continue;
        };
        match gpu.measure(measured) {
            Some(Ok(found)) => say(&Line::Measured(found.told(measured.against))),
            Some(Err(why)) => missing(format!("`{part}/{}`: {why}", check.id)),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were_said() {
        let mut timed = Timed::default();
        let lines = [
            Line::Device("a GPU".into()),
            Line::Launch {
                median: 2e-6,
                least: 1e-6,
                most: 3e-6,
                runs: 30,
            },
            Line::Measured("61 %".into()),
            Line::Missing("no clocks".into()),
        ];
        for line in lines {
            let text = serde_json::to_string(&line).expect("a line");
            timed.take(serde_json::from_str(&text).expect("the line"));
        }
        assert_eq!((timed.device.as_str(), timed.times.len()), ("a GPU", 1));
        assert_eq!(timed.times[0].median, 2e-6);
        assert_eq!((timed.measured, timed.missing).0, ["61 %"]);
    }

    #[test]
    fn how_a_process_ended_is_a_sentence() {
        let ended = |how, stderr: &str| Ended {
            how,
            stdout: String::new(),
            stderr: stderr.into(),
        };
        assert_eq!(untimely(&ended(How::Exited(0), "words")), None);
        assert_eq!(
            untimely(&ended(How::Exited(2), "no room\n\n")).as_deref(),
            Some("the process ended with status 2: no room")
        );
        let late = untimely(&ended(How::TimedOut, ""));
        assert!(late.is_some_and(|why| why.contains("too long")));
    }
}
