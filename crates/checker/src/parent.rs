//! A checker ends when nobody waits for it any more: what the environment says comes in, the end of the process comes out.
//!
//! `COURSE_ALIVE` names a file that whoever started this process holds locked as long as it lives (`exercise::Alive`);
//! `COURSE_LIMIT_S` how long no check may end before this process ends itself, whatever others do. The rule: looked at
//! five times a second by a thread of its own, so that no loop of a learner's can keep it from being seen.

use std::fs::{File, TryLockError};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The status of a checker that ended itself at its limit.
pub const FORGOTTEN: i32 = 124;

const PAUSE: Duration = Duration::from_millis(200);

/// When a check last ended.
static MOVED: Mutex<Option<Instant>> = Mutex::new(None);

/// Says that a check ended.
pub(crate) fn moved() {
    *MOVED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

/// Watches from now on, if the environment asks for it.
pub(crate) fn watch() {
    let file = std::env::var_os("COURSE_ALIVE").filter(|path| !path.is_empty());
    let file = file.and_then(|path| File::open(path).ok());
    let limit = std::env::var("COURSE_LIMIT_S").ok();
    let limit = limit
        .and_then(|seconds| seconds.parse().ok())
        .map(Duration::from_secs);
    if file.is_none() && limit.is_none() {
        return;
    }
    moved();
    // Without a thread, whoever started this process ends it.
    let _ = std::thread::Builder::new().spawn(move || {
        loop {
            std::thread::sleep(PAUSE);
            if file.as_ref().is_some_and(is_free) {
                end();
            }
            let moved = *MOVED.lock().unwrap_or_else(PoisonError::into_inner);
            let still = moved.map(|at| at.elapsed()).unwrap_or_default();
            if limit.is_some_and(|limit| still >= limit) {
                end();
            }
        }
    });
}

/// Whether nobody holds the file; one whose locks cannot be asked for is held.
fn is_free(file: &File) -> bool {
    match file.try_lock_shared() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

/// Ends this process, and with it what it started, where it leads a group of its own.
fn end() -> ! {
    if cfg!(unix) {
        let group = format!("-{}", std::process::id());
        let mut kill = Command::new("kill");
        let kill = kill.args(["-KILL", "--", &group]);
        let _ = kill
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
    std::process::exit(FORGOTTEN)
}
