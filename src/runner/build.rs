//! A lab's checker, built when its Rust changed: a lab in, the path of a program out.
//!
//! The paths, sizes and times of everything the checker is made of are hashed; while the hash stays, cargo is not called. The
//! cache is a file a lab under `.course/checkers`, and deleting it costs one cargo call.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use lab::Lab;
use serde::{Deserialize, Serialize};

use super::cancel::{Cancel, Why};
use super::kernel::write_whole;
use super::process::{Executor, How, Job};
use crate::config::Config;
use crate::exit::Failure;

/// The longest silence of cargo: its first build fetches and compiles everything.
const LIMIT: Duration = Duration::from_secs(600);

/// Why there is no checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoChecker {
    /// The run was ended.
    Cancelled(Why),
    /// It does not build, or cargo is missing.
    Failed(Failure),
}

#[derive(Serialize, Deserialize)]
struct Cached {
    fingerprint: String,
    program: PathBuf,
}

/// The path of a lab's checker, built if need be; `building` is called before cargo is.
///
/// # Errors
/// When it does not build, or cargo is missing.
pub fn checker(
    config: &Config,
    lab: &Lab,
    executor: &dyn Executor,
    building: &mut dyn FnMut(),
) -> Result<PathBuf, Failure> {
    match cached_or_built(config, lab, executor, &Cancel::new(), building) {
        Ok(program) => Ok(program),
        Err(NoChecker::Failed(failure)) => Err(failure),
        Err(NoChecker::Cancelled(_)) => Err(Failure::bug("a build was cancelled by nobody")),
    }
}

pub(super) fn cached_or_built(
    config: &Config,
    lab: &Lab,
    executor: &dyn Executor,
    cancel: &Cancel,
    building: &mut dyn FnMut(),
) -> Result<PathBuf, NoChecker> {
    let fingerprint = fingerprint(&config.workspace, lab.id);
    let cache = config
        .cache()
        .join("checkers")
        .join(format!("{}.json", lab.id));
    let cached = std::fs::read(&cache).ok();
    let cached = cached.and_then(|bytes| serde_json::from_slice::<Cached>(&bytes).ok());
    if let Some(cached) = cached
        && cached.fingerprint == fingerprint
        && cached.program.is_file()
    {
        return Ok(cached.program);
    }
    building();
    let program = build(&config.workspace, lab.id, executor, cancel)?;
    let text = serde_json::to_string(&Cached {
        fingerprint,
        program: program.clone(),
    });
    // Without the cache the next run calls cargo again, and nothing else happens.
    let _ = write_whole(&cache, &text.unwrap_or_default());
    Ok(program)
}

fn build(
    workspace: &Path,
    lab: &str,
    executor: &dyn Executor,
    cancel: &Cancel,
) -> Result<PathBuf, NoChecker> {
    let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let args = [
        "test",
        "--no-run",
        "--package",
        lab,
        "--test",
        "check",
        "--message-format=json",
    ];
    let job = Job {
        program: cargo,
        args: args.map(str::to_owned).to_vec(),
        env: Vec::new(),
        dir: workspace.to_path_buf(),
        limit: LIMIT,
        keep: 32 << 20,
    };
    let ended = executor.run(&job, cancel, &mut || false);
    match ended.how {
        How::Cancelled(why) => Err(NoChecker::Cancelled(why)),
        How::NotStarted(why) => Err(NoChecker::Failed(
            Failure::broken(format!("cargo could not be started ({why})"))
                .help("a lab's checker is built with cargo: install Rust from https://rustup.rs"),
        )),
        How::TimedOut => Err(NoChecker::Failed(Failure::broken(format!(
            "building `{lab}` took longer than {} minutes",
            LIMIT.as_secs() / 60
        )))),
        How::Exited(0) => program_of(&ended.stdout).ok_or_else(|| {
            NoChecker::Failed(Failure::broken(format!(
                "cargo built no test called `check` for `{lab}`"
            )))
        }),
        How::Exited(_) | How::Signal(_) => {
            let said = rendered(&ended.stdout);
            let said = if said.is_empty() { ended.stderr } else { said };
            Err(NoChecker::Failed(Failure::broken(format!(
                "the checker of `{lab}` does not build\n{}",
                said.trim_end()
            ))))
        }
    }
}

fn messages(stdout: &str) -> impl Iterator<Item = serde_json::Value> + '_ {
    stdout
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
}

fn program_of(stdout: &str) -> Option<PathBuf> {
    messages(stdout)
        .filter(|message| {
            message["reason"] == "compiler-artifact" && message["target"]["name"] == "check"
        })
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

fn rendered(stdout: &str) -> String {
    messages(stdout)
        .filter(|message| message["message"]["level"] == "error")
        .filter_map(|message| message["message"]["rendered"].as_str().map(str::to_owned))
        .collect()
}

/// A hash over everything a checker is made of: Rust sources and the texts they include.
fn fingerprint(workspace: &Path, lab: &str) -> String {
    let folder = workspace.join("labs").join(lab);
    let learners = folder.join(format!("{lab}.cu"));
    let mut lines = Vec::new();
    for name in ["Cargo.toml", "Cargo.lock"] {
        note(&workspace.join(name), &mut lines);
    }
    note(
        &workspace.join("kernels").join(format!("{lab}.cu")),
        &mut lines,
    );
    let crates = ["simt", "lab", "checker"].map(|name| workspace.join("crates").join(name));
    for root in crates.iter().chain([&folder]) {
        let inside = walkdir::WalkDir::new(root)
            .into_iter()
            .filter_entry(|entry| {
                entry.depth() == 0 || !matches!(entry.file_name().to_str(), Some("target" | ".git"))
            });
        for entry in inside.flatten().filter(|entry| entry.file_type().is_file()) {
            if entry.path() != learners {
                note(entry.path(), &mut lines);
            }
        }
    }
    lines.sort();
    blake3::hash(lines.concat().as_bytes()).to_hex().to_string()
}

fn note(path: &Path, lines: &mut Vec<String>) {
    if let Ok(meta) = std::fs::metadata(path) {
        let changed = meta
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanos = changed.unwrap_or_default().as_nanos();
        lines.push(format!("{}\0{}\0{nanos}\n", path.display(), meta.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_changes_nothing_and_a_rust_file_does() {
        let dir = tempfile::tempdir().unwrap();
        let src = dir.path().join("labs/rope/src");
        std::fs::create_dir_all(&src).unwrap();
        std::fs::write(src.join("lib.rs"), "a").unwrap();
        let before = fingerprint(dir.path(), "rope");
        std::fs::write(dir.path().join("labs/rope/rope.cu"), "kernel").unwrap();
        assert_eq!(fingerprint(dir.path(), "rope"), before);
        std::fs::write(src.join("lib.rs"), "ab").unwrap();
        assert_ne!(fingerprint(dir.path(), "rope"), before);
    }

    #[test]
    fn the_program_is_found_among_cargos_messages() {
        let stdout = "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"rope\"},\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"check\"},\"executable\":\"/t/check-1\"}\n";
        assert_eq!(program_of(stdout), Some(PathBuf::from("/t/check-1")));
    }
}
