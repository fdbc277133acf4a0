//! Runs a CUDA program: `cargo run -q -p simt --example program FILE.cu [args]`.
//!
//! With `SIMT_INCLUDE` set, headers come from that folder instead of the crate, so that work on them needs no build.
//!
//! A file with `main` goes in; its output, its findings and its exit status come out. The rule: this is the plainest world
//! there can be, for work on the machine itself; `course run` is the one for learners.

use simt::host::{Ended, FileMode, ProgramOptions, Stream, Whence, World, run_main};
use simt::launch::Memory;
use simt::source::Source;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The terminal, files beneath the folder it was started in, and a clock.
struct Terminal {
    files: Vec<Option<File>>,
    started: Instant,
}

impl World for Terminal {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let done = match stream {
            Stream::Out => std::io::stdout()
                .write_all(bytes)
                .and_then(|()| std::io::stdout().flush()),
            Stream::Err => std::io::stderr().write_all(bytes),
        };
        drop(done);
    }

    fn read_stdin(&mut self, into: &mut [u8]) -> usize {
        std::io::stdin().read(into).unwrap_or(0)
    }

    fn nanos(&mut self) -> Option<u64> {
        u64::try_from(self.started.elapsed().as_nanos()).ok()
    }

    fn open(&mut self, path: &str, mode: FileMode) -> Option<u32> {
        let beneath = !path.contains("..") && !Path::new(path).is_absolute();
        let mut options = File::options();
        options
            .read(mode.read)
            .write(mode.write)
            .truncate(mode.truncate)
            .append(mode.append)
            .create(mode.create);
        let file = beneath.then(|| options.open(path).ok()).flatten()?;
        self.files.push(Some(file));
        u32::try_from(self.files.len() - 1).ok()
    }

    fn read(&mut self, file: u32, into: &mut [u8]) -> Option<usize> {
        self.files.get_mut(file as usize)?.as_mut()?.read(into).ok()
    }

    fn write_file(&mut self, file: u32, bytes: &[u8]) -> Option<usize> {
        self.files
            .get_mut(file as usize)?
            .as_mut()?
            .write(bytes)
            .ok()
    }

    fn seek(&mut self, file: u32, offset: i64, whence: Whence) -> Option<u64> {
        let to = match whence {
            Whence::Start => SeekFrom::Start(u64::try_from(offset).ok()?),
            Whence::Here => SeekFrom::Current(offset),
            Whence::End => SeekFrom::End(offset),
        };
        self.files.get_mut(file as usize)?.as_mut()?.seek(to).ok()
    }

    fn close(&mut self, file: u32) {
        if let Some(slot) = self.files.get_mut(file as usize) {
            *slot = None;
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else {
        eprintln!("usage: program FILE.cu [args]");
        return ExitCode::from(2);
    };
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("{path}: cannot be read");
        return ExitCode::from(2);
    };
    let beside = Path::new(path)
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default();
    let ours = std::env::var("SIMT_INCLUDE").ok();
    let source = Source::new(path.as_str(), text).with_includes(move |name, _| {
        let header = ours
            .as_ref()
            .and_then(|dir| std::fs::read_to_string(Path::new(dir).join(name)).ok());
        if let Some(text) = header {
            return Some((format!("<{name}>"), text));
        }
        let text = std::fs::read_to_string(beside.join(name)).ok()?;
        Some((name.to_string(), text))
    });
    let module = match simt::compile(&source) {
        Ok(module) => module,
        Err(diags) => {
            for diag in &diags {
                let at = source.line_column(diag.span.start);
                let file = source.file_of(diag.span).name();
                eprintln!("{file}:{}:{}: {}", at.line, at.column, diag.message);
                if let Some(help) = &diag.help {
                    eprintln!("    {help}");
                }
            }
            return ExitCode::from(1);
        }
    };
    let options = ProgramOptions {
        args: args.clone(),
        ..ProgramOptions::default()
    };
    let mut world = Terminal {
        files: Vec::new(),
        started: Instant::now(),
    };
    let report = run_main(&module, &mut Memory::new(), &mut world, &options);
    for found in &report.findings {
        let f = &found.finding;
        let line = f.places.first().map_or(0, |p| p.line);
        let launch = found.launch.and_then(|i| report.launches.get(i));
        let kernel = launch.map_or(String::new(), |l| format!(" in `{}`", l.kernel));
        eprintln!(
            "finding: line {line}{kernel}: {} ({} times)",
            f.message, f.count
        );
    }
    for launch in report.launches.iter().filter(|l| l.failure.is_some()) {
        if let Some(why) = &launch.failure {
            eprintln!(
                "launch of `{}` on line {}: error {}: {}",
                launch.kernel, launch.line, why.error, why.message
            );
        }
    }
    if let Some((message, place)) = report.ended.failure() {
        eprintln!("line {}: {message}", place.map_or(0, |p| p.line));
    }
    if std::env::var_os("VERBOSE").is_some() {
        let took = world.started.elapsed();
        eprintln!(
            "{} host instructions, {} warp instructions, {took:?}",
            report.host_instructions, report.warp_instructions
        );
    }
    match report.ended {
        Ended::Returned => ExitCode::SUCCESS,
        ended => ExitCode::from(u8::try_from(ended.status()).unwrap_or(255)),
    }
}
