//! The spine of a run: a request in, live results while it goes, one judged attempt out.
//!
//! Parts run two at a time, each in a process of its own; results are told in course order all the same. The kernel's text is
//! written beside the report, so what is judged is what is recorded, whatever is saved meanwhile.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant, SystemTime};

use exercise::Alive;
use lab::{Check, Kind, Lab, Uncompiled};

use super::beside::{self, Beside};
use super::cancel::Cancel;
use super::ending::{AFTER_STUCK, Settled, not_run, outcome, settle};
use super::judge::{self, Judge, NoJudge};
use super::process::{Ended, Executor, How, Job};
use super::report::{CheckResult, Report};
use super::select::{Chosen, Selection};
use crate::config::Config;
use crate::course::On;
use crate::exit::Failure;
use crate::store::{NewAttempt, Status, now};

/// How much longer than its parent a checker waits before it ends itself, in seconds.
const OWN_LIMIT: u64 = 5;
/// Output kept of a checker.
const KEPT: usize = 64 << 10;

/// What to judge.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The course.
    pub config: &'a Config,
    /// The lab.
    pub lab: &'static Lab,
    /// Which of its checks.
    pub selection: &'a Selection,
    /// The kernel's text.
    pub source: &'a str,
    /// What may end the run.
    pub cancel: &'a Cancel,
    /// What runs processes.
    pub executor: &'a dyn Executor,
    /// How the machine is to run the kernel.
    pub wishes: Wishes,
}

/// What a learner may ask of the machine; nothing of it changes what is right.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// How many threads run a kernel's blocks, if not one a core.
    pub threads: Option<usize>,
    /// In how many further orders of blocks and warps reordered cases run, if not in the usual ones.
    pub schedules: Option<u32>,
    /// What judges.
    pub on: On,
}

impl Wishes {
    /// What a checker reads of its environment.
    fn environment(self) -> impl Iterator<Item = (&'static str, String)> {
        let threads = self.threads.map(|n| ("COURSE_THREADS", n.to_string()));
        let schedules = self.schedules.map(|n| ("COURSE_SCHEDULES", n.to_string()));
        let device = (self.on == On::Gpu).then(|| (judge::DEVICE, judge::GPU.to_owned()));
        threads.into_iter().chain(schedules).chain(device)
    }
}

/// Something that happens during a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// The checker is being built.
    Building,
    /// A check has ended.
    Checked(&'a CheckResult),
}

/// A judged kernel.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The whole's ending.
    pub outcome: Status,
    /// Every chosen check, in course order.
    pub results: Vec<CheckResult>,
    /// What the GPU said beside the machine, where it was asked.
    pub beside: Option<Beside>,
    /// When the run began.
    pub started: String,
    /// How long it took, without building the checker.
    pub took: Duration,
}

impl Judged {
    /// What the store is given.
    pub fn attempt(&self, lab: &Lab, source: &str) -> NewAttempt {
        let of_machine = self.results.iter().find(|result| !result.device.is_empty());
        let of_machine = of_machine.map(|result| result.device.clone());
        let of_gpu = self.beside.as_ref().map(|beside| beside.device.clone());
        let mut devices: Vec<String> = of_machine.into_iter().chain(of_gpu).collect();
        devices.retain(|name| !name.is_empty());
        devices.dedup();
        NewAttempt {
            lab: lab.id.to_owned(),
            source: source.to_owned(),
            device: devices.join(", "),
            started: self.started.clone(),
            ms: i64::try_from(self.took.as_millis()).unwrap_or(i64::MAX),
            outcome: self.outcome,
            checks: self.results.iter().map(CheckResult::row).collect(),
        }
    }
}

/// Judges a kernel's text.
///
/// # Errors
/// When there is no program to judge it or the run's files cannot be written; what was written is never the cause.
pub fn judge(request: Request<'_>, tell: &mut dyn FnMut(Progress<'_>)) -> Result<Judged, Failure> {
    let Request { config, lab, .. } = request;
    let judge = match judge::of(request, &mut || tell(Progress::Building)) {
        Ok(judge) => judge,
        Err(NoJudge::Failed(failure)) => return Err(failure),
        Err(NoJudge::Cancelled) => return Ok(interrupted(request)),
        Err(NoJudge::Uncompiled(why)) => return Ok(uncompiled(request, &why, tell)),
    };
    let on = beside::meant(lab, request.wishes.on)?;
    let (started, began) = (now(), Instant::now());
    let mut scene = Scene::set(config, lab, request.source)?;
    let also = on == On::Auto;
    scene.wishes = request.wishes;
    // What the GPU is asked of is told when it has answered.
    let mut results = parts(request, &judge, &scene, &mut |progress| match progress {
        Progress::Checked(result) if also && beside::is_measured(lab, result) => {}
        Progress::Checked(result) if on == On::Gpu && beside::is_nobodys(result) => {}
        progress => tell(progress),
    });
    let outcome = outcome(&results, |result| compiles(lab, result));
    let selection = beside::asked(request.selection);
    let beside = (also && !selection.parts.is_empty()).then(|| {
        scene.wishes.on = On::Gpu;
        let request = Request {
            selection: &selection,
            ..request
        };
        let found = parts(request, &judge, &scene, &mut |_| {});
        Beside::of(lab, &mut results, found, tell)
    });
    if on == On::Gpu {
        beside::unavailable(&results)?;
    }
    Ok(Judged {
        outcome,
        results,
        beside,
        started,
        took: began.elapsed(),
    })
}

/// Whether this is a check that what was written compiles.
pub(super) fn compiles(lab: &Lab, result: &CheckResult) -> bool {
    lab.checks().any(|(part, check)| {
        part.id == result.part && check.id == result.check && matches!(check.kind, Kind::Compiles)
    })
}

/// What is judged of Rust that does not compile: the compiler's words, and that nothing else was looked at.
pub(super) fn uncompiled(
    request: Request<'_>,
    why: &Uncompiled,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Judged {
    let (started, began) = (now(), Instant::now());
    let mut results: Vec<CheckResult> = Vec::new();
    for chosen in &request.selection.parts {
        let select = lab::Select::Part(chosen.part.id);
        lab::uncompiled(request.lab, select, why, &mut |record| {
            if chosen.checks.iter().any(|check| check.id == record.check) {
                results.push(CheckResult::from(record));
            }
        });
    }
    results
        .iter()
        .for_each(|result| tell(Progress::Checked(result)));
    Judged {
        outcome: outcome(&results, |result| compiles(request.lab, result)),
        results,
        beside: None,
        started,
        took: began.elapsed(),
    }
}

/// A run that was ended before any check began.
fn interrupted(request: Request<'_>) -> Judged {
    let results = request.selection.parts.iter().flat_map(|chosen| {
        chosen.checks.iter().map(|check| {
            not_run(
                chosen.part.id,
                check.id,
                request.cancel.said(),
                "ended before it began",
            )
        })
    });
    let results: Vec<CheckResult> = results.collect();
    Judged {
        outcome: Status::Interrupted,
        results,
        beside: None,
        started: now(),
        took: Duration::ZERO,
    }
}

/// What workers send: a result of the part at this place, or that the part is over.
enum Word {
    Result(usize, Box<CheckResult>),
    Over(usize),
}

fn parts(
    request: Request<'_>,
    judge: &Judge,
    scene: &Scene,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Vec<CheckResult> {
    let chosen = &request.selection.parts;
    let queue: Mutex<VecDeque<usize>> = Mutex::new((0..chosen.len()).collect());
    let (say, hear) = mpsc::channel();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Two at once would be timed in each other's way.
    let at_once = if scene.wishes.on == On::Gpu { 1 } else { 2 };
    let workers = cores.min(at_once).min(chosen.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (say, queue) = (say.clone(), &queue);
            scope.spawn(move || {
                let next = || {
                    queue
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .pop_front()
                };
                while let Some(at) = next() {
                    for result in part(request, judge, scene, &chosen[at]) {
                        let _ = say.send(Word::Result(at, Box::new(result)));
                    }
                    let _ = say.send(Word::Over(at));
                }
            });
        }
        drop(say);
        in_order(chosen.len(), hear, tell)
    })
}

/// Tells results part by part, however they interleave; gives them all in that order.
fn in_order(
    parts: usize,
    hear: mpsc::Receiver<Word>,
    tell: &mut dyn FnMut(Progress<'_>),
) -> Vec<CheckResult> {
    let mut waiting: Vec<(VecDeque<CheckResult>, bool)> = Vec::new();
    waiting.resize_with(parts, Default::default);
    let mut current = 0;
    let mut results = Vec::new();
    for word in hear {
        match word {
            Word::Result(at, result) => waiting[at].0.push_back(*result),
            Word::Over(at) => waiting[at].1 = true,
        }
        while let Some((ready, over)) = waiting.get_mut(current) {
            while let Some(result) = ready.pop_front() {
                tell(Progress::Checked(&result));
                results.push(result);
            }
            if !*over {
                break;
            }
            current += 1;
        }
    }
    results
}

/// Runs one part: together first, then alone whatever shared a dead process. Nothing is told before a process has ended,
/// for only then is a pass a pass.
fn part(request: Request<'_>, judge: &Judge, scene: &Scene, chosen: &Chosen) -> Vec<CheckResult> {
    let id = chosen.part.id;
    if let Some(why) = request.cancel.said() {
        let never = |check: &&Check| not_run(id, check.id, Some(why), "ended before it began");
        return chosen.checks.iter().map(never).collect();
    }
    let (ended, finished) = process(request, judge, scene.job(chosen));
    let Settled { mut results, alone } = settle(chosen, finished, &ended);
    let mut stuck = false;
    for check in alone {
        let said = request.cancel.said();
        if said.is_some() || stuck {
            results.push(not_run(id, check.id, said, AFTER_STUCK));
            continue;
        }
        let single = Chosen {
            part: chosen.part,
            checks: vec![check],
            whole: false,
        };
        let (ended, finished) = process(request, judge, scene.job(&single));
        stuck = ended.how == How::TimedOut;
        results.extend(settle(&single, finished, &ended).results);
    }
    let place = |result: &CheckResult| {
        let mut checks = chosen.checks.iter();
        checks
            .position(|check| check.id == result.check)
            .unwrap_or(usize::MAX)
    };
    results.sort_by_key(place);
    results
}

fn process(request: Request<'_>, judge: &Judge, job: (Job, Report)) -> (Ended, Vec<CheckResult>) {
    let (mut job, mut report) = job;
    job.program.clone_from(&judge.program);
    job.args.splice(..0, judge.first.iter().cloned());
    let mut finished = Vec::new();
    let mut ended = request.executor.run(&job, request.cancel, &mut || {
        let fresh = report.finished();
        let any = !fresh.is_empty();
        finished.extend(fresh);
        any
    });
    // This program was stopped for so long that the checker ended itself.
    if ended.how == How::Exited(checker::FORGOTTEN) {
        ended.how = How::TimedOut;
    }
    (ended, finished)
}

/// The folder of one run: the kernel's text as judged, and a report a process.
pub(super) struct Scene {
    dir: PathBuf,
    kernel: PathBuf,
    workspace: PathBuf,
    nonce: String,
    reports: std::sync::atomic::AtomicUsize,
    pub(super) wishes: Wishes,
    /// Checkers end with this process, which holds it.
    alive: Option<Alive>,
}

impl Scene {
    pub(super) fn set(config: &Config, lab: &Lab, source: &str) -> Result<Scene, Failure> {
        let runs = config.cache().join("runs");
        sweep(&runs);
        let seed = format!("{:?} {} {}", SystemTime::now(), std::process::id(), lab.id);
        let nonce = blake3::hash(seed.as_bytes()).to_hex()[..24].to_owned();
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let dir = runs.join(&nonce);
        let kernel = dir.join(&lab.file);
        let cannot = |error: std::io::Error| {
            Failure::broken(format!(
                "`{}` cannot be written: {error}",
                config.shown(&dir)
            ))
        };
        std::fs::create_dir_all(&dir).map_err(cannot)?;
        std::fs::write(&kernel, source).map_err(cannot)?;
        let alive = Alive::hold(absolute(dir.join("alive"))).ok();
        let reports = std::sync::atomic::AtomicUsize::new(0);
        let workspace = config.workspace.clone();
        Ok(Scene {
            dir: absolute(dir),
            kernel: absolute(kernel),
            workspace,
            nonce,
            reports,
            wishes: Wishes::default(),
            alive,
        })
    }

    /// The process of these checks: a whole part by its name, else the checks by theirs.
    fn job(&self, chosen: &Chosen) -> (Job, Report) {
        let part = chosen.part.id;
        let named = |check: &&Check| format!("{part}/{}", check.id);
        let args: Vec<String> = if chosen.whole {
            vec!["--part".to_owned(), part.to_owned()]
        } else {
            let exact = std::iter::once("--exact".to_owned());
            exact.chain(chosen.checks.iter().map(named)).collect()
        };
        let limit_s = chosen.checks.iter().map(|check| check.limit_s).max();
        let limit = u64::from(limit_s.unwrap_or(lab::DEFAULT_LIMIT_S).max(1));
        self.started(args, limit)
    }

    /// A process with these arguments, which may be silent for so many seconds, and its report.
    pub(super) fn started(&self, args: Vec<String>, limit: u64) -> (Job, Report) {
        let number = self
            .reports
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = self.dir.join(format!("{number}.jsonl"));
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let alive = self
            .alive
            .as_ref()
            .map(|alive| (Alive::VARIABLE, text(alive.path())));
        let env = [
            ("COURSE_KERNEL", text(&self.kernel)),
            ("COURSE_REPORT", text(&file)),
            ("COURSE_NONCE", self.nonce.clone()),
            ("COURSE_LIMIT_S", (limit + OWN_LIMIT).to_string()),
            ("RUST_BACKTRACE", "0".to_owned()),
        ];
        let job = Job {
            program: PathBuf::new(),
            args,
            env: env
                .into_iter()
                .chain(alive)
                .chain(self.wishes.environment())
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            dir: self.workspace.clone(),
            limit: Duration::from_secs(limit),
            keep: KEPT,
        };
        (job, Report::new(&file, &self.nonce))
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        self.alive = None;
        // What stays behind is swept by a later run.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Removes what killed runs left behind more than an hour ago.
fn sweep(runs: &Path) {
    let Ok(entries) = std::fs::read_dir(runs) else {
        return;
    };
    for entry in entries.flatten() {
        let age = entry.metadata().and_then(|meta| meta.modified()).ok();
        let age = age.and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if age > Duration::from_secs(3600) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests;
