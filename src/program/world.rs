//! What surrounds a running program: its output, the standard input, clocks, the variables that it may see, and its files.
//!
//! Rule: a stranger's program is safe to run. What it may touch is said in `reach.rs`, and opened in `files.rs`; where it tries to reach
//! anything else, a line says so.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use simt::host::{Entry, FileMode, Stream, Whence, World};

use super::confine::Allowed;
use super::files::{Files, Wrote};
use super::reach::Reach;

/// Where a program's output goes.
#[derive(Debug)]
pub enum Output {
    /// To this process's own streams, as it comes.
    Through,
    /// Kept, to be told later: `stdout` and `stderr`.
    Kept(Vec<u8>, Vec<u8>),
}

/// The world of a program that this process runs.
#[derive(Debug)]
pub struct Surroundings {
    /// Where output goes.
    pub output: Output,
    started: Instant,
    /// What it can open; nothing for a program that never asks.
    reached: Option<Files>,
    env: Vec<String>,
    /// What is written waits as it does in a C library's `FILE`, until it is many bytes, or somebody may look.
    files: Vec<Option<BufWriter<File>>>,
}

/// How many bytes a program may have where nobody says: three quarters of the machine's memory, but never less than 4 GiB, so that what
/// fits a small machine runs on every one. Pages that are not touched take none.
pub fn room() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    most_of_total(&told).max(4 << 30)
}

/// Three quarters of the `MemTotal` of Linux's `/proc/meminfo`, in bytes; 0 without one.
fn most_of_total(told: &str) -> u64 {
    let total = told.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = total.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kib.map_or(0, |kib| kib.saturating_mul(768))
}

/// How many files may be open at once.
const MAX_FILES: usize = 64;
/// How many bytes of a file wait to be written.
const WAITING: usize = 1 << 16;

impl Surroundings {
    /// For a program that may touch so much; `asks` says whether it asks for files at all.
    pub fn new(output: Output, reach: &Reach, asks: bool) -> Surroundings {
        Surroundings {
            output,
            started: Instant::now(),
            reached: asks.then(|| Files::open(reach)),
            env: reach.env.clone(),
            files: Vec::new(),
        }
    }

    /// What the system is to let the program touch.
    pub fn allowed(&self, reach: &Reach) -> Allowed {
        let Some(files) = &self.reached else {
            return Allowed::default();
        };
        let read = std::iter::once(&reach.source).chain(&reach.others);
        Allowed {
            read: read.cloned().collect(),
            write: files.own().map(|own| own.to_owned()),
        }
    }

    /// What the program left behind, once it has ended.
    pub fn close_files(&mut self) -> Wrote {
        self.files.clear();
        let files = self.reached.as_mut();
        files.map(Files::close).unwrap_or_default()
    }

    /// Asks the files, and says what they have to say.
    fn ask<T>(&mut self, what: impl FnOnce(&mut Files) -> T) -> Option<T> {
        self.settle();
        let files = self.reached.as_mut()?;
        let answer = what(files);
        let lines = files.take_lines();
        if !lines.is_empty() {
            self.write(Stream::Err, lines.as_bytes());
        }
        Some(answer)
    }

    fn file(&mut self, number: u32) -> Option<&mut BufWriter<File>> {
        self.files.get_mut(number as usize)?.as_mut()
    }

    /// Writes what waits: what is opened or looked at next may be one of the open files.
    fn settle(&mut self) {
        for file in self.files.iter_mut().flatten() {
            // A full disk is told where the file is closed or moved in.
            let _ = file.flush();
        }
    }
}

impl World for Surroundings {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        // A reader that went away is no failure of the program's.
        let _ = match (&mut self.output, stream) {
            (Output::Through, Stream::Out) => {
                let mut out = std::io::stdout();
                out.write_all(bytes).and_then(|()| out.flush())
            }
            (Output::Through, Stream::Err) => {
                let flushed = std::io::stdout().flush();
                flushed.and_then(|()| std::io::stderr().write_all(bytes))
            }
            (Output::Kept(out, _), Stream::Out) => out.write_all(bytes),
            (Output::Kept(_, err), Stream::Err) => err.write_all(bytes),
        };
    }

    fn read_stdin(&mut self, into: &mut [u8]) -> usize {
        let _ = std::io::stdout().flush();
        std::io::stdin().read(into).unwrap_or(0)
    }

    fn env(&mut self, name: &str) -> Option<String> {
        let may = name != crate::pages::TUNABLES && self.env.iter().any(|known| known == name);
        may.then(|| std::env::var(name).ok())?
    }

    fn nanos(&mut self) -> Option<u64> {
        Some(self.started.elapsed().as_nanos() as u64)
    }

    fn wall(&mut self) -> Option<u64> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        Some(since.as_nanos() as u64)
    }

    fn entropy(&mut self) -> Option<u64> {
        use std::hash::{BuildHasher, Hasher, RandomState};
        Some(RandomState::new().build_hasher().finish())
    }

    fn open(&mut self, path: &str, mode: FileMode) -> Option<u32> {
        let at = self.files.iter().position(Option::is_none);
        let at = at.unwrap_or(self.files.len());
        if at >= MAX_FILES {
            return None;
        }
        let file = self.ask(|files| files.file(path, mode))??;
        if at == self.files.len() {
            self.files.push(None);
        }
        self.files[at] = Some(BufWriter::with_capacity(WAITING, file));
        u32::try_from(at).ok()
    }

    fn read(&mut self, file: u32, into: &mut [u8]) -> Option<usize> {
        let file = self.file(file)?;
        file.flush().ok()?;
        file.get_mut().read(into).ok()
    }

    fn write_file(&mut self, file: u32, bytes: &[u8]) -> Option<usize> {
        self.file(file)?.write(bytes).ok()
    }

    fn seek(&mut self, file: u32, offset: i64, whence: Whence) -> Option<u64> {
        let to = match whence {
            Whence::Start => SeekFrom::Start(offset.try_into().ok()?),
            Whence::Here => SeekFrom::Current(offset),
            Whence::End => SeekFrom::End(offset),
        };
        self.file(file)?.seek(to).ok()
    }

    fn close(&mut self, file: u32) {
        if let Some(open) = self.files.get_mut(file as usize) {
            *open = None;
        }
    }

    fn look(&mut self, path: &str) -> Option<Entry> {
        self.ask(|files| files.look(path))?
    }

    fn names(&mut self, path: &str) -> Option<Vec<String>> {
        self.ask(|files| files.names(path))?
    }

    fn make_folder(&mut self, path: &str) -> bool {
        self.ask(|files| files.make_folder(path)).unwrap_or(false)
    }

    fn remove(&mut self, path: &str) -> bool {
        self.ask(|files| files.remove(path)).unwrap_or(false)
    }
}

#[cfg(test)]
#[path = "world_tests.rs"]
mod tests;
