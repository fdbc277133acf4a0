//! What a program writes, and the files that it has open.
//!
//! Bytes go in; they come out at the world in the order they were written, a few thousand at a time. The rule: the total is
//! bounded, and what is pending is written before anything else that the world sees; also when the program asks for it, or has worked long since.

use super::machine::{End, Machine};
use super::program::Ended;
use super::world::{FileMode, Stream, Whence};
use warp::report::EndingKind;

/// How much is kept back at most.
const PENDING: usize = 8 << 10;

/// For how many operations of the program anything is kept back: some hundredths of a second.
const SOON: u64 = 1 << 23;

/// How many files may be open at a time; the first three numbers are the standard ones.
const FILES: usize = 60;

/// The one file of the machine's own that programs read: how fast the processor's counter is.
const PROCESSOR: &str = "/proc/cpuinfo";
/// What it says; its number among the world's files is none that the world gives.
const PROCESSOR_TEXT: &[u8] =
    b"processor\t: 0\nvendor_id\t: course\nmodel name\t: course\ncpu MHz\t\t: 1000.000\n\
    cpu cores\t: 1\nflags\t\t: fpu tsc\n\n";
const PROCESSOR_FILE: u32 = u32::MAX;

/// Output on its way.
pub(super) struct Output {
    pending: Vec<u8>,
    /// How many operations the program had made when it was last written.
    written_at: u64,
    left: u64,
    /// The world's numbers of open files, by number minus 3.
    files: Vec<Option<u32>>,
    /// The files that a program reads and writes as 0, 1 and 2, by what `freopen` said.
    instead: [Option<u32>; 3],
    /// How much was read of what is said of the processor.
    told: usize,
}

impl Output {
    pub fn new(limit: u64) -> Self {
        Output {
            pending: Vec::new(),
            written_at: 0,
            left: limit,
            files: Vec::new(),
            instead: [None; 3],
            told: 0,
        }
    }

    fn file(&self, number: i64) -> Option<u32> {
        *self.slot(number)?
    }

    fn slot(&self, number: i64) -> Option<&Option<u32>> {
        let at = usize::try_from(number).ok()?;
        match at.checked_sub(3) {
            Some(at) => self.files.get(at),
            None => self.instead.get(at),
        }
    }

    fn slot_mut(&mut self, number: i64) -> Option<&mut Option<u32>> {
        let at = usize::try_from(number).ok()?;
        match at.checked_sub(3) {
            Some(at) => self.files.get_mut(at),
            None => self.instead.get_mut(at),
        }
    }
}

impl Machine<'_> {
    /// Writes to `stdout` (1), `stderr` (2) or a file; how many bytes, -1 for no such file. To write nothing to `stdout` is to flush it.
    pub fn write(&mut self, number: i64, bytes: &[u8]) -> Result<i64, End> {
        let n = bytes.len() as u64;
        if n > self.output.left {
            let place = self.place("written here");
            let kind = EndingKind::Limit;
            let message = format!(
                "the program writes more than {} bytes",
                self.options.output_bytes
            );
            return Err(Box::new(Ended::Limit {
                kind,
                message,
                place,
                help: Some(
                    "print less: the first and the last elements usually say enough".to_string(),
                ),
            }));
        }
        self.output.left -= n;
        match number {
            1 if self.output.file(1).is_none() => {
                self.output.pending.extend_from_slice(bytes);
                let late = self.steps.saturating_sub(self.output.written_at) > SOON;
                if n == 0 || late || self.output.pending.len() >= PENDING {
                    self.flush();
                }
            }
            2 if self.output.file(2).is_none() => {
                self.flush();
                self.world.write(Stream::Err, bytes);
            }
            _ => {
                let Some(file) = self.output.file(number) else {
                    return Ok(-1);
                };
                let done = self.world.write_file(file, bytes);
                return Ok(done.map_or(-1, |n| n as i64));
            }
        }
        Ok(n as i64)
    }

    /// Gives what is pending to the world.
    pub fn flush(&mut self) {
        self.output.written_at = self.steps;
        if !self.output.pending.is_empty() {
            self.world.write(Stream::Out, &self.output.pending);
            self.output.pending.clear();
        }
    }

    /// Opens a file under the number of another, which is closed.
    pub fn reopen_file(&mut self, number: i64, path: &[u8], mode: &[u8]) -> i64 {
        let opened = self.open_file(path, mode);
        let file = self.output.slot_mut(opened).and_then(Option::take);
        self.close_file(number);
        match (file, self.output.slot_mut(number)) {
            (Some(file), Some(slot)) => {
                *slot = Some(file);
                number
            }
            _ => -1,
        }
    }

    pub fn open_file(&mut self, path: &[u8], mode: &[u8]) -> i64 {
        let has = |b: u8| mode.contains(&b);
        let plus = has(b'+');
        let mode = FileMode {
            read: has(b'r') || plus,
            write: has(b'w') || has(b'a') || plus,
            truncate: has(b'w'),
            append: has(b'a'),
            create: has(b'w') || has(b'a'),
        };
        let free = self.output.files.iter().position(Option::is_none);
        let at = free.unwrap_or(self.output.files.len());
        if at + 3 >= FILES {
            return -1;
        }
        self.flush();
        let file = if path == PROCESSOR.as_bytes() && !mode.write {
            self.output.told = 0;
            PROCESSOR_FILE
        } else if let Some(file) = self.world.open(&String::from_utf8_lossy(path), mode) {
            file
        } else {
            return -1;
        };
        if at == self.output.files.len() {
            self.output.files.push(None);
        }
        if let Some(slot) = self.output.files.get_mut(at) {
            *slot = Some(file);
        }
        at as i64 + 3
    }

    pub fn close_file(&mut self, number: i64) -> i64 {
        let Some(file) = self.output.file(number) else {
            return if (0..3).contains(&number) { 0 } else { -1 };
        };
        self.world.close(file);
        if let Some(slot) = self.output.slot_mut(number) {
            *slot = None;
        }
        0
    }

    /// Reads into the program's memory.
    pub fn read_file(&mut self, number: i64, to: u64, bytes: u64) -> Result<i64, End> {
        // One request at a time stays small, however much the program asks for.
        let bytes = bytes.min(1 << 26);
        if self.view().range(to, bytes).is_none() {
            self.bad_range(to, bytes, true)?;
            return Ok(-1);
        }
        let mut into = vec![0; bytes as usize];
        self.flush();
        let got = if number == 0 && self.output.file(0).is_none() {
            Some(self.world.read_stdin(&mut into))
        } else {
            self.output
                .file(number)
                .and_then(|file| self.read_open(file, &mut into))
        };
        let Some(got) = got else {
            return Ok(-1);
        };
        let got = got.min(into.len());
        if let Some(place) = self.view().range_mut(to, got as u64) {
            place.copy_from_slice(&into[..got]);
        }
        Ok(got as i64)
    }

    /// Reads from an open file.
    fn read_open(&mut self, file: u32, into: &mut [u8]) -> Option<usize> {
        if file != PROCESSOR_FILE {
            return self.world.read(file, into);
        }
        let rest = PROCESSOR_TEXT.get(self.output.told..)?;
        let n = rest.len().min(into.len());
        into[..n].copy_from_slice(&rest[..n]);
        self.output.told += n;
        Some(n)
    }

    pub fn seek_file(&mut self, number: i64, offset: i64, whence: i64) -> i64 {
        let whence = match whence {
            0 => Whence::Start,
            1 => Whence::Here,
            _ => Whence::End,
        };
        let at = self.output.file(number);
        at.and_then(|file| self.world.seek(file, offset, whence))
            .map_or(-1, |at| at as i64)
    }

    /// Closes what is open and writes what is pending: the end of the program.
    pub fn close_all(&mut self) {
        self.flush();
        let files = std::mem::take(&mut self.output.files);
        let instead = std::mem::take(&mut self.output.instead);
        for file in files.into_iter().chain(instead).flatten() {
            self.world.close(file);
        }
    }
}
