//! A text becomes a program: files written where they changed, cargo called when they did, the program kept.
//!
//! The rule: one build of a lab at a time, held by a lock file; a program is named by a hash of everything it is made
//! of and never written again, so a save during a run changes nothing about it. Who has processes of its own to run
//! (with limits, and ended when a learner saves again) takes [`Course::begin`]; [`Course::build`] waits for cargo itself.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use lab::{Lab, Uncompiled};

use crate::generated::{self, Module};
use crate::{Course, complaints};

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The learner's text does not compile, or has not the functions asked for.
    Learner(Uncompiled),
    /// The lab itself does not build, or cargo refuses; its words.
    Lab(String),
    /// Cargo cannot be started; what the system says.
    NoCargo(String),
    /// Files cannot be written.
    Files(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Learner(why) if why.detail.is_empty() => f.write_str(&why.message),
            Trouble::Learner(why) => write!(f, "{}\n{}", why.message, why.detail),
            Trouble::Lab(words) | Trouble::Files(words) => f.write_str(words),
            Trouble::NoCargo(why) => write!(
                f,
                "cargo could not be started ({why}): a lab in Rust is compiled with it, so install Rust from https://rustup.rs"
            ),
        }
    }
}

/// A call of cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CargoCall {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where it runs.
    pub dir: PathBuf,
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoEnded {
    /// With status 0.
    pub success: bool,
    /// What it said as data; never cut.
    pub stdout: String,
    /// What it said to people.
    pub stderr: String,
}

/// A build that has begun.
#[derive(Debug)]
pub enum Begun {
    /// Nothing changed since this program was built.
    Built(PathBuf),
    /// Cargo has to be called.
    Needed(Pending),
}

/// A build that waits for cargo; nobody else builds this lab until it is dropped.
#[derive(Debug)]
pub struct Pending {
    call: CargoCall,
    target: PathBuf,
    kept: PathBuf,
    lab: String,
    declared: Vec<&'static str>,
    text: String,
    _locks: [File; 2],
}

/// Programs of a lab that are kept.
const KEPT: usize = 4;

impl Course {
    /// Compiles what a learner wrote and waits for it.
    ///
    /// # Errors
    /// The compiler's words, or why it could not be asked.
    pub fn build(&self, lab: &Lab, text: &str) -> Result<PathBuf, Trouble> {
        finish(self.begin(lab, text)?)
    }

    /// Writes what is to be compiled and says whether cargo has to be called.
    ///
    /// # Errors
    /// [`Trouble::Files`]; and [`Trouble::Learner`] for a text in which there is nothing.
    pub fn begin(&self, lab: &Lab, text: &str) -> Result<Begun, Trouble> {
        if text.trim().is_empty() {
            return Err(Trouble::Learner(Uncompiled {
                message: format!("there is nothing in `{}` yet", lab.file),
                ..Uncompiled::default()
            }));
        }
        let module = Module {
            folder: String::new(),
            name: String::new(),
            text: text.to_owned(),
        };
        self.begin_modules(lab, lab.id, &[module])
    }

    pub(crate) fn begin_modules(
        &self,
        lab: &Lab,
        folder: &str,
        modules: &[Module],
    ) -> Result<Begun, Trouble> {
        if !self.lab(lab.id).join("bind.rs").is_file() {
            return Err(Trouble::Lab(format!(
                "labs/{}/bind.rs: is missing: it hands the learner's functions to the checks as `EXERCISE`",
                lab.id
            )));
        }
        let dir = crate::absolute(self.cache.join("rust").join(folder));
        let failed = |e: io::Error| Trouble::Files(format!("`{}`: {e}", dir.display()));
        fs::create_dir_all(&dir).map_err(failed)?;
        let lock = File::create(dir.join("build.lock")).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let files = generated::files(self, lab, &dir, modules);
        let kept = dir.join("programs").join(self.name(lab, &files));
        if kept.is_file() {
            return Ok(Begun::Built(kept));
        }
        for (name, text) in &files {
            write_changed(&dir.join(name), text).map_err(failed)?;
        }
        let target = crate::absolute(self.root.join("target").join("exercises"));
        // Another course of this workspace may build the same lab into the same place.
        fs::create_dir_all(&target).map_err(failed)?;
        let shared = File::create(target.join(format!("{}.lock", lab.id))).map_err(failed)?;
        shared.lock().map_err(failed)?;
        let functions = lab.parts.iter().flat_map(|p| p.functions.iter().copied());
        Ok(Begun::Needed(Pending {
            call: CargoCall {
                program: std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from),
                args: arguments(&target),
                dir,
            },
            target,
            kept,
            lab: lab.id.to_owned(),
            declared: functions.collect(),
            text: modules[0].text.clone(),
            _locks: [lock, shared],
        }))
    }

    /// A name for everything that a program is made of: texts by content, the rest by size and time.
    fn name(&self, lab: &Lab, files: &[(String, String)]) -> String {
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let folder = self.lab(lab.id);
        let mut seen = Vec::new();
        for name in ["Cargo.toml", "bind.rs", "src"] {
            note(&folder.join(name), &mut seen);
        }
        for name in ["lab", "checker"] {
            note(&self.platform(name), &mut seen);
        }
        seen.sort();
        seen.hash(&mut hasher);
        format!("{:016x}{}", hasher.finish(), std::env::consts::EXE_SUFFIX)
    }
}

fn arguments(target: &Path) -> Vec<String> {
    let target = target.to_string_lossy().into_owned();
    let fixed = [
        "build",
        "--quiet",
        "--offline",
        "--message-format=json",
        "--target-dir",
    ];
    let fixed = fixed.map(str::to_owned).into_iter();
    fixed.chain([target]).collect()
}

impl Pending {
    /// What to run.
    pub fn call(&self) -> &CargoCall {
        &self.call
    }

    /// What came of it.
    ///
    /// # Errors
    /// The compiler's words, or cargo's.
    pub fn end(self, ended: &CargoEnded) -> Result<PathBuf, Trouble> {
        if !ended.success {
            let asked = complaints::Asked {
                declared: &self.declared,
                text: &self.text,
            };
            return Err(complaints::read(ended, &asked).unwrap_or_else(|words| {
                Trouble::Lab(format!("the lab `{}` does not build\n{words}", self.lab))
            }));
        }
        let program = generated::program(&self.lab, &self.call.dir);
        let built = self.target.join("debug").join(program);
        let built = built.with_extension(std::env::consts::EXE_EXTENSION);
        let failed = |e: io::Error| Trouble::Files(format!("`{}`: {e}", built.display()));
        keep(&built, &self.kept).map_err(failed)?;
        Ok(self.kept)
    }
}

/// Waits for cargo where it is needed.
pub(crate) fn finish(begun: Begun) -> Result<PathBuf, Trouble> {
    let pending = match begun {
        Begun::Built(program) => return Ok(program),
        Begun::Needed(pending) => pending,
    };
    let call = pending.call();
    let output = Command::new(&call.program)
        .args(&call.args)
        .current_dir(&call.dir)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| Trouble::NoCargo(format!("{}: {e}", call.program.display())))?;
    pending.end(&CargoEnded {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Writes a file unless it says this already: cargo goes by times.
fn write_changed(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Copies a program under its name, whole or not at all, and lets go of the oldest ones.
fn keep(built: &Path, kept: &Path) -> io::Result<()> {
    let folder = kept.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let part = kept.with_extension("part");
    fs::copy(built, &part)?;
    fs::rename(&part, kept)?;
    let mut all: Vec<_> = fs::read_dir(folder)?
        .flatten()
        .filter(|entry| entry.path() != kept)
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    all.sort();
    for (_, old) in all.iter().rev().skip(KEPT - 1) {
        // One that is in use elsewhere goes another time.
        let _ = fs::remove_file(old);
    }
    Ok(())
}

/// Notes the path, size and time of every file below.
fn note(path: &Path, seen: &mut Vec<(PathBuf, u64, u128)>) {
    let Ok(meta) = fs::metadata(path) else { return };
    if meta.is_file() {
        let changed = meta.modified().ok();
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanos = changed.unwrap_or_default().as_nanos();
        seen.push((path.to_owned(), meta.len(), nanos));
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        note(&entry.path(), seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_says_the_same_is_not_written_again() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a/exercise.rs");
        write_changed(&file, "one").unwrap();
        let old = std::time::SystemTime::UNIX_EPOCH;
        let open = || File::options().write(true).open(&file).unwrap();
        open().set_modified(old).unwrap();
        write_changed(&file, "one").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), old);
        write_changed(&file, "two").unwrap();
        assert_ne!(fs::metadata(&file).unwrap().modified().unwrap(), old);
    }

    #[test]
    fn a_few_programs_are_kept_the_newest_among_them() {
        let dir = tempfile::tempdir().unwrap();
        let built = dir.path().join("built");
        let kept = |n: usize| dir.path().join("programs").join(n.to_string());
        for n in 0..KEPT + 2 {
            fs::write(&built, n.to_string()).unwrap();
            keep(&built, &kept(n)).unwrap();
            let written = File::options().write(true).open(kept(n)).unwrap();
            let long_ago = std::time::Duration::from_secs(1000 + n as u64);
            written.set_modified(UNIX_EPOCH + long_ago).unwrap();
        }
        assert_eq!(
            fs::read_to_string(kept(KEPT + 1)).unwrap(),
            (KEPT + 1).to_string()
        );
        let there: Vec<usize> = (0..KEPT + 2).filter(|n| kept(*n).exists()).collect();
        assert_eq!(there, (2..KEPT + 2).collect::<Vec<usize>>());
    }

    #[test]
    fn a_missing_cargo_is_told_with_what_to_do() {
        let told = Trouble::NoCargo("cargo: not found".into()).to_string();
        assert!(told.contains("(cargo: not found)") && told.contains("https://rustup.rs"));
    }
}
