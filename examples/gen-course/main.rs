//! `cargo run --release --example gen-course -- N DIR` writes a course of N lessons into DIR, for measuring how the site scales.
//!
//! What a lesson holds is in `corpus.rs`. The same N gives the same bytes. The course has its lock, as a real one does, and no labs: the program of
//! this repository looks for the lessons of its own labs and refuses it, `cargo bench --bench site -- N` builds and serves it without.

mod corpus;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let lessons = arguments.next().and_then(|n| n.parse::<usize>().ok());
    let (Some(lessons @ 1..=100_000), Some(folder)) = (lessons, arguments.next()) else {
        eprintln!(
            "usage: gen-course N DIR   (N lessons, 1 to 100,000; DIR is made or must be empty)"
        );
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    if std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
        eprintln!("`{}` is not empty", folder.display());
        return ExitCode::from(2);
    }
    match corpus::write(&folder, lessons) {
        Ok(bytes) => {
            println!(
                "{lessons} lessons, {} KB a lesson, in {}",
                bytes / lessons / 1000,
                folder.display()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("`{}` cannot be written: {error}", folder.display());
            ExitCode::from(3)
        }
    }
}
