//! One process, held to its limits: a job in, how it ended and a bounded piece of its output out.
//!
//! The process leads a group of its own (a job object on Windows), reads nothing, and is ended with all its children when it
//! ends, runs past its limit, or the run is cancelled. When this program is killed, checkers end themselves (`run.rs`, `Scene`). Output is kept head and tail; the middle is counted, not stored.

use std::collections::VecDeque;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::cancel::{Cancel, Why};

/// What to run.
#[derive(Clone, Debug)]
pub struct Job {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Added to the environment.
    pub env: Vec<(String, String)>,
    /// Where it runs.
    pub dir: PathBuf,
    /// The longest silence: every sign of progress starts it anew.
    pub limit: Duration,
    /// Bytes of output kept.
    pub keep: usize,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// With a status of its own.
    Exited(i32),
    /// By a signal.
    Signal(i32),
    /// It was ended at its limit.
    TimedOut,
    /// It was ended because the run was.
    Cancelled(Why),
    /// It never began; what the system says.
    NotStarted(String),
}

/// A process that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub how: How,
    /// Its standard output, bounded.
    pub stdout: String,
    /// Its standard error, bounded.
    pub stderr: String,
}

/// What runs a job; a fake one serves tests.
pub trait Executor: Sync {
    /// Runs the job to its end. `progress` is called every few milliseconds and says whether something happened.
    fn run(&self, job: &Job, cancel: &Cancel, progress: &mut dyn FnMut() -> bool) -> Ended;
}

/// Real processes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Processes;

impl Executor for Processes {
    fn run(&self, job: &Job, cancel: &Cancel, progress: &mut dyn FnMut() -> bool) -> Ended {
        let mut child = match spawn(job) {
            Ok(child) => child,
            Err(error) => {
                return Ended {
                    how: How::NotStarted(format!("{}: {error}", job.program.display())),
                    stdout: String::new(),
                    stderr: String::new(),
                };
            }
        };
        let stdout = child.stdout().take().map(|pipe| drain(pipe, job.keep));
        let stderr = child.stderr().take().map(|pipe| drain(pipe, job.keep));
        let how = wait(child.as_mut(), job.limit, cancel, progress);
        // The group goes, whatever the leader did: nothing of a run outlives it.
        let _ = child.start_kill();
        if !matches!(how, How::Exited(_) | How::Signal(_)) {
            let _ = child.wait();
        }
        progress();
        let text = |pipe: Option<Drain>| pipe.map_or_else(String::new, Drain::text);
        Ended {
            how,
            stdout: text(stdout),
            stderr: text(stderr),
        }
    }
}

fn spawn(job: &Job) -> std::io::Result<Box<dyn ChildWrapper>> {
    let mut command = Command::new(&job.program);
    command
        .args(&job.args)
        .envs(job.env.iter().map(|(name, value)| (name, value)))
        .current_dir(&job.dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command.spawn()
}

fn wait(
    child: &mut dyn ChildWrapper,
    limit: Duration,
    cancel: &Cancel,
    progress: &mut dyn FnMut() -> bool,
) -> How {
    let mut since = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(status),
            Ok(None) => {}
            Err(error) => return How::NotStarted(error.to_string()),
        }
        if progress() {
            since = Instant::now();
        }
        if let Some(why) = cancel.said() {
            return How::Cancelled(why);
        }
        if since.elapsed() >= limit {
            return How::TimedOut;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(1));
    }
}

fn ended(status: ExitStatus) -> How {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return How::Signal(signal);
    }
    How::Exited(status.code().unwrap_or(-1))
}

/// A pipe being read to its end by a thread of its own, so that a full pipe never stops the process.
struct Drain {
    kept: Arc<Mutex<Bounded>>,
    thread: std::thread::JoinHandle<()>,
}

fn drain(mut pipe: impl Read + Send + 'static, keep: usize) -> Drain {
    let kept = Arc::new(Mutex::new(Bounded::new(keep)));
    let filled = Arc::clone(&kept);
    let thread = std::thread::spawn(move || {
        let mut chunk = [0; 8192];
        while let Ok(read @ 1..) = pipe.read(&mut chunk) {
            lock(&filled).push(&chunk[..read]);
        }
    });
    Drain { kept, thread }
}

impl Drain {
    /// What came. A process that left the group may hold the pipe open; it is not waited for.
    fn text(self) -> String {
        let patience = Instant::now() + Duration::from_millis(200);
        while !self.thread.is_finished() && Instant::now() < patience {
            std::thread::sleep(Duration::from_micros(300));
        }
        lock(&self.kept).text()
    }
}

fn lock(kept: &Mutex<Bounded>) -> MutexGuard<'_, Bounded> {
    kept.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The first and the last bytes of a stream.
struct Bounded {
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    dropped: u64,
}

impl Bounded {
    fn new(keep: usize) -> Bounded {
        Bounded {
            half: keep / 2,
            head: Vec::new(),
            tail: VecDeque::new(),
            dropped: 0,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = (self.half - self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(self.half);
        self.tail.drain(..over);
        self.dropped += over as u64;
    }

    fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.dropped > 0 {
            bytes.extend(format!("\n… {} bytes left out …\n", self.dropped).bytes());
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_flood_is_counted() {
        let mut bounded = Bounded::new(8);
        bounded.push(b"abcdefgh");
        assert_eq!(bounded.text(), "abcdefgh");
        bounded.push(b"ijkl");
        assert_eq!(bounded.text(), "abcd\n… 4 bytes left out …\nijkl");
    }

    #[cfg(unix)]
    fn sh(script: &str, limit_ms: u64, cancel: &Cancel) -> Ended {
        let job = Job {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            env: Vec::new(),
            dir: ".".into(),
            limit: Duration::from_millis(limit_ms),
            keep: 1024,
        };
        Processes.run(&job, cancel, &mut || false)
    }

    #[cfg(unix)]
    #[test]
    fn endings_have_names() {
        let cancel = Cancel::new();
        assert_eq!(sh("echo a; exit 3", 5000, &cancel).how, How::Exited(3));
        assert_eq!(sh("kill -SEGV $$", 5000, &cancel).how, How::Signal(11));
        assert_eq!(sh("sleep 20 & sleep 20", 50, &cancel).how, How::TimedOut);
        let none = Job {
            program: "/no/such/program".into(),
            args: Vec::new(),
            env: Vec::new(),
            dir: ".".into(),
            limit: Duration::from_secs(1),
            keep: 16,
        };
        assert!(matches!(
            Processes.run(&none, &cancel, &mut || false).how,
            How::NotStarted(_)
        ));
        cancel.say(Why::Interrupted);
        assert_eq!(
            sh("sleep 20", 5000, &cancel).how,
            How::Cancelled(Why::Interrupted)
        );
    }

    #[cfg(unix)]
    #[test]
    fn children_end_with_their_parent_and_a_flood_is_bounded() {
        let began = Instant::now();
        let ended = sh("sleep 20 & echo gone", 5000, &Cancel::new());
        assert_eq!(
            (ended.how, ended.stdout.as_str()),
            (How::Exited(0), "gone\n")
        );
        let flood = sh(
            "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done",
            5000,
            &Cancel::new(),
        );
        assert!(flood.stdout.len() < 1100 && flood.stdout.ends_with("line 2999\n"));
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}
