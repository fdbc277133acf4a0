//! Everything outside a program that it may ask for: output, clocks, files, variables of the environment.
//!
//! A caller gives a [`World`]; the machine asks it and nothing else. The rule: this crate touches no file, clock or
//! process, so what a stranger's program can reach is what the caller's world lets it.

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stream {
    /// `stdout`.
    Out,
    /// `stderr`.
    Err,
}

/// How a file is opened: the C library's mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FileMode {
    /// `r`, or any with `+`.
    pub read: bool,
    /// `w`, `a`, or any with `+`.
    pub write: bool,
    /// `w`: what was there is gone.
    pub truncate: bool,
    /// `a`: every write goes to the end.
    pub append: bool,
    /// `w`, `a`: a file that is not there is made.
    pub create: bool,
}

/// From where a position in a file is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whence {
    /// `SEEK_SET`.
    Start,
    /// `SEEK_CUR`.
    Here,
    /// `SEEK_END`.
    End,
}

/// What stands under a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// What surrounds a running program. Only [`World::write`] must be given; the rest refuses, or is a clock that stands.
pub trait World {
    /// Takes output as it comes.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// Fills `into` from the standard input; how many bytes, 0 at its end.
    fn read_stdin(&mut self, into: &mut [u8]) -> usize {
        let _ = into;
        0
    }

    /// Nanoseconds on a clock that only goes forward; `None` lets the machine count instructions instead.
    fn nanos(&mut self) -> Option<u64> {
        None
    }

    /// Nanoseconds since 1970; `None` is a fixed day.
    fn wall(&mut self) -> Option<u64> {
        None
    }

    /// A number nobody can foresee; `None` lets the machine take the next of a fixed series.
    fn entropy(&mut self) -> Option<u64> {
        None
    }

    /// A variable of the environment.
    fn env(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Opens a file and gives it a number for the calls below; `None` refuses.
    fn open(&mut self, path: &str, mode: FileMode) -> Option<u32> {
        let _ = (path, mode);
        None
    }

    /// Reads from an open file; how many bytes, 0 at its end, `None` for a failure.
    fn read(&mut self, file: u32, into: &mut [u8]) -> Option<usize> {
        let _ = (file, into);
        None
    }

    /// Writes to an open file; how many bytes.
    fn write_file(&mut self, file: u32, bytes: &[u8]) -> Option<usize> {
        let _ = (file, bytes);
        None
    }

    /// Moves in an open file; where it is then, from the start.
    fn seek(&mut self, file: u32, offset: i64, whence: Whence) -> Option<u64> {
        let _ = (file, offset, whence);
        None
    }

    /// Closes an open file.
    fn close(&mut self, file: u32) {
        let _ = file;
    }

    /// What a path means; `None` for nothing that the program may know of.
    fn look(&mut self, path: &str) -> Option<Entry> {
        let _ = path;
        None
    }

    /// The names of what is in a folder, sorted; `None` for no folder that the program may know of.
    fn names(&mut self, path: &str) -> Option<Vec<String>> {
        let _ = path;
        None
    }

    /// Makes a folder in one that is there; whether it did.
    fn make_folder(&mut self, path: &str) -> bool {
        let _ = path;
        false
    }

    /// Removes a file; whether it did.
    fn remove(&mut self, path: &str) -> bool {
        let _ = path;
        false
    }
}

/// A world that keeps the output and has nothing else: for tests and for pages.
#[derive(Clone, Debug, Default)]
pub struct Quiet {
    /// What went to `stdout`.
    pub out: Vec<u8>,
    /// What went to `stderr`.
    pub err: Vec<u8>,
    /// What is left of the standard input.
    pub input: Vec<u8>,
}

impl World for Quiet {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => self.out.extend_from_slice(bytes),
            Stream::Err => self.err.extend_from_slice(bytes),
        }
    }

    fn read_stdin(&mut self, into: &mut [u8]) -> usize {
        let n = into.len().min(self.input.len());
        for (to, from) in into.iter_mut().zip(self.input.drain(..n)) {
            *to = from;
        }
        n
    }
}
