//! The system's own confinement of a program that runs, beside the checks of `files.rs`: so that theirs are not the only ones.
//!
//! On Linux with Landlock, the thread that executes a program, and every thread that it starts, can read below the program's folders and write below
//! the one of its own; it opens no connection and starts nothing. Rule: best effort by what the kernel has, and `course doctor` says what that is. It
//! confines a thread, not the process: what the compiler reads, and what is told after the run, is outside of it.

use std::io;
use std::path::PathBuf;

/// What a confined thread may touch.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// Folders that it may read.
    pub read: Vec<PathBuf>,
    /// The folder that it may write.
    pub write: Option<PathBuf>,
}

/// How far the system confines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confined {
    /// In all that this asks for.
    Whole,
    /// An older kernel: in files, and not in all that this asks for.
    Partly,
    /// Not at all; why.
    Not(String),
}

/// Does the work in a confined thread with a stack of so many bytes, as far as the system confines.
///
/// # Errors
/// When no thread can be started.
pub fn apart<T: Send>(
    allowed: &Allowed,
    stack: usize,
    work: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("program".to_owned())
            .stack_size(stack);
        let thread = thread.spawn_scoped(scope, || {
            confine(allowed);
            work()
        })?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// How far this system confines a program.
pub fn system() -> Confined {
    let tried = std::thread::spawn(|| confine(&Allowed::default())).join();
    tried.unwrap_or_else(|_| Confined::Not("it could not be tried".to_owned()))
}

/// Confines this thread.
#[cfg(target_os = "linux")]
fn confine(allowed: &Allowed) -> Confined {
    match landlock(allowed) {
        Ok(status) => match status.ruleset {
            landlock::RulesetStatus::FullyEnforced => Confined::Whole,
            landlock::RulesetStatus::PartiallyEnforced => Confined::Partly,
            landlock::RulesetStatus::NotEnforced => {
                Confined::Not("this kernel is without Landlock".to_owned())
            }
        },
        Err(error) => Confined::Not(format!("Landlock failed: {error}")),
    }
}

#[cfg(target_os = "linux")]
fn landlock(allowed: &Allowed) -> Result<landlock::RestrictionStatus, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
        make_bitflags,
    };
    // What newer kernels have is left out by older ones.
    const KNOWN: ABI = ABI::V6;
    let read = make_bitflags!(AccessFs::{ReadFile | ReadDir});
    let write = make_bitflags!(AccessFs::{WriteFile | Truncate | MakeReg | MakeDir | RemoveFile | RemoveDir});
    let below = |path: &PathBuf, access| {
        // A folder that is gone allows nothing.
        let folder = landlock::PathFd::new(path).ok()?;
        Some(Ok(landlock::PathBeneath::new(folder, access)))
    };
    let readable = allowed.read.iter().filter_map(|path| below(path, read));
    let written = allowed
        .write
        .iter()
        .filter_map(|path| below(path, read | write));
    let rules: Vec<Result<_, landlock::RulesetError>> = readable.chain(written).collect();
    Ruleset::default()
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(rules)?
        .restrict_self()
}

/// Confines this thread.
#[cfg(not(target_os = "linux"))]
fn confine(_: &Allowed) -> Confined {
    Confined::Not("only Linux is asked to, so far".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confined_thread_reads_and_writes_in_its_folders_only() {
        if let Confined::Not(why) = system() {
            eprintln!("left out: {why}");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for inner in ["read", "own", "else"] {
            std::fs::create_dir(at(inner)).expect("made");
            std::fs::write(at(inner).join("a"), "text").expect("written");
        }
        let allowed = Allowed {
            read: vec![at("read")],
            write: Some(at("own")),
        };
        let may = apart(&allowed, 1 << 20, || {
            let read =
                ["read", "own", "else"].map(|name| std::fs::read(at(name).join("a")).is_ok());
            let new =
                ["read", "own", "else"].map(|name| std::fs::write(at(name).join("b"), "").is_ok());
            let old = ["read", "own", "else"]
                .map(|name| std::fs::remove_file(at(name).join("a")).is_ok());
            let runs = std::process::Command::new("true").status().is_ok();
            // Threads that it starts are confined as it is.
            let inner = std::thread::spawn(|| std::fs::read("/etc/passwd").is_ok());
            (read, new, old, (runs, inner.join().expect("joined")))
        });
        let (own, both) = ([false, true, false], [true, true, false]);
        assert_eq!(may.expect("a thread"), (both, own, own, (false, false)));
        assert!(std::fs::read(at("else/a")).is_ok(), "this thread is free");
    }
}
