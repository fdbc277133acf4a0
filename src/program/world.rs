//! What surrounds a running program: its output, the standard input, clocks, the environment, and files below a few folders.
//!
//! Rule: a stranger's program is safe to run. It may read files of its own folder, of the repository that this is in, and of the one it is
//! started in, write only in the latter, and reach nothing else through `..` or a link; where it tries to, a line says so.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use simt::host::{Entry, FileMode, Stream, Whence, World};

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
    /// The folder that may be written, then those that may only be read.
    folders: Vec<PathBuf>,
    /// What is written waits as it does in a C library's `FILE`, until it is many bytes, or somebody may look.
    files: Vec<Option<BufWriter<File>>>,
    /// Paths of which it is said that they are out of reach.
    refused: HashSet<PathBuf>,
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
/// Of how many paths it is said that they are out of reach.
const MOST_REFUSED: usize = 8;

impl Surroundings {
    /// For the program in `file`, started in the folder `here`.
    pub fn new(output: Output, file: &Path, here: &Path) -> Surroundings {
        let own = file.parent().map(|folder| here.join(folder));
        let real = [Some(here.to_owned()), own].into_iter().flatten();
        let mut real: Vec<PathBuf> = real.filter_map(|path| path.canonicalize().ok()).collect();
        let repository = real.last().and_then(|own| {
            let whole = own.ancestors().find(|folder| folder.join(".git").exists());
            whole.map(Path::to_owned)
        });
        real.extend(repository);
        Surroundings {
            output,
            started: Instant::now(),
            folders: real,
            files: Vec::new(),
            refused: HashSet::new(),
        }
    }

    /// The file that a path means, if the program may use it so.
    fn allowed(&mut self, path: &str, write: bool) -> Option<PathBuf> {
        self.within(path, write).filter(|real| !real.is_dir())
    }

    /// The place that a path means, if the program may use it so; says so if it may not.
    fn within(&mut self, path: &str, write: bool) -> Option<PathBuf> {
        let whole = self.folders.first()?.join(path);
        let real = match whole.canonicalize() {
            Ok(real) => real,
            Err(_) if write => whole
                .parent()?
                .canonicalize()
                .ok()?
                .join(whole.file_name()?),
            Err(_) => return None,
        };
        let within = if write { 1 } else { self.folders.len() };
        let inside = self
            .folders
            .iter()
            .take(within)
            .any(|folder| real.starts_with(folder));
        if !inside && self.refused.len() < MOST_REFUSED && self.refused.insert(real.clone()) {
            let may = match write {
                true => "a program writes only below the folder that it is started in",
                false => {
                    "a program reads only below its own folder, its repository and the folder that it is started in"
                }
            };
            let told = format!("course: `{path}` is out of reach and was not opened: {may}\n");
            self.write(Stream::Err, told.as_bytes());
        }
        inside.then_some(real)
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
        (name != crate::pages::TUNABLES).then(|| std::env::var(name).ok())?
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
        self.settle();
        let real = self.allowed(path, mode.write || mode.create)?;
        let file = OpenOptions::new()
            .read(mode.read)
            .write(mode.write && !mode.append)
            .append(mode.append)
            .truncate(mode.truncate)
            .create(mode.create)
            .open(real)
            .ok()?;
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
        self.settle();
        let real = self.within(path, false)?;
        Some(if real.is_dir() {
            Entry::Folder
        } else {
            Entry::File
        })
    }

    fn names(&mut self, path: &str) -> Option<Vec<String>> {
        let real = self.within(path, false)?;
        let name =
            |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
        let mut names: Vec<String> = std::fs::read_dir(real).ok()?.filter_map(name).collect();
        names.sort();
        Some(names)
    }

    fn make_folder(&mut self, path: &str) -> bool {
        let real = self.within(path, true);
        real.is_some_and(|path| std::fs::create_dir(path).is_ok())
    }

    fn remove(&mut self, path: &str) -> bool {
        let real = self.allowed(path, true);
        real.is_some_and(|path| std::fs::remove_file(path).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: FileMode = FileMode {
        read: true,
        write: false,
        truncate: false,
        append: false,
        create: false,
    };
    const WRITE: FileMode = FileMode {
        read: false,
        write: true,
        truncate: true,
        append: false,
        create: true,
    };

    #[test]
    fn files_are_reached_in_the_programs_folders_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for inner in ["here", "own"] {
            std::fs::create_dir(at(inner)).expect("made");
        }
        std::fs::write(at("own/data"), "own").expect("written");
        std::fs::write(at("secret"), "secret").expect("written");
        let kept = Output::Kept(Vec::new(), Vec::new());
        let mut world = Surroundings::new(kept, &at("own/a.cu"), &at("here"));
        let own = at("own/data").display().to_string();
        assert_eq!(world.open(&own, READ), Some(0));
        assert_eq!(world.open(&own, WRITE), None);
        for path in ["../secret", "../own/new", "/etc/hostname", "."] {
            assert_eq!((path, world.open(path, READ)), (path, None));
            assert_eq!((path, world.open(path, WRITE)), (path, None));
        }
        assert_eq!(world.open("new", WRITE), Some(1));
        assert_eq!(world.write_file(1, b"text"), Some(4));
        world.close(1);
        assert_eq!(world.open("new", READ), Some(1));
        let mut bytes = [0; 8];
        assert_eq!(world.seek(1, 2, Whence::Start), Some(2));
        assert_eq!(world.read(1, &mut bytes), Some(2));
        assert_eq!(&bytes[..2], b"xt");
        assert!(world.remove("new") && !world.remove("../secret"));
        assert!(world.make_folder("made") && !world.make_folder("made"));
        assert!(!world.make_folder("../made") && !world.make_folder("a/b"));
        assert_eq!(world.open("made/text", WRITE), Some(2));
        assert_eq!(world.look("made"), Some(Entry::Folder));
        assert_eq!(world.look("made/text"), Some(Entry::File));
        assert_eq!(world.look("../secret"), None);
        assert_eq!(world.names("made"), Some(vec!["text".to_string()]));
        assert_eq!(world.names("made/text"), None);
        assert_eq!(world.names(".."), None);
        let Output::Kept(_, told) = &world.output else {
            panic!("kept");
        };
        let told = String::from_utf8_lossy(told);
        assert_eq!(
            told.matches("`../secret` is out of reach").count(),
            1,
            "{told}"
        );
    }

    #[test]
    fn files_of_the_programs_repository_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for inner in ["data", "part", ".git"] {
            std::fs::create_dir(at(inner)).expect("made");
        }
        std::fs::write(at("data/graph"), "1 2").expect("written");
        let kept = Output::Kept(Vec::new(), Vec::new());
        let mut world = Surroundings::new(kept, Path::new("a.cu"), &at("part"));
        assert_eq!(world.open("../data/graph", READ), Some(0));
        assert_eq!(world.open("../data/new", WRITE), None);
    }

    #[test]
    fn three_quarters_of_the_machines_memory() {
        let told = "MemFree:  1 kB\nMemTotal:       24000000 kB\n";
        assert_eq!(most_of_total(told), 18_000_000 << 10);
        assert_eq!(most_of_total("MemTotal: lots"), 0);
        assert!(room() >= 4 << 30);
    }
}
