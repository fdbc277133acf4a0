//! The programs that lessons ask a reader to run say what their lesson promises.
//!
//! In: the programs of `kernels/examples`, each with its own expectations at its end. `//$ run -- 1000` is a call of the
//! program's (`run` or `profile`, then options and arguments); each `//>` below it is the next line of its output, and each
//! `//~` stands in some line of what is told besides, spaces apart. Out: nothing else is printed, and nothing else is found.
//! A program that promises nothing runs to its end, and nothing is found in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn programs() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("kernels/examples")).expect("the examples");
    let mut found: Vec<PathBuf> = folder
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cu"))
        .filter(|path| read(path).contains("int main("))
        .collect();
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("an example is UTF-8")
}

/// One call of a program, and what it must say.
#[derive(Default)]
struct Call {
    /// `run -- 1000`.
    words: String,
    /// Lines printed.
    printed: Vec<String>,
    /// Parts of lines told.
    told: Vec<String>,
}

fn calls(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("//$ ") {
            calls.push(Call {
                words: words.to_owned(),
                ..Call::default()
            });
        } else if let (Some(printed), Some(call)) = (line.strip_prefix("//> "), calls.last_mut()) {
            call.printed.push(printed.to_owned());
        } else if let (Some(told), Some(call)) = (line.strip_prefix("//~ "), calls.last_mut()) {
            call.told.push(spaced(told));
        }
    }
    calls
}

/// The words of a line with one space between them.
fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `course VERB OPTIONS FILE -- ARGUMENTS`, from the course's root.
fn called(path: &Path, verb: &str, options: &[&str], arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_course"))
        .current_dir(root())
        .args([verb, "--color", "never"])
        .args(options)
        .arg(path.strip_prefix(root()).expect("below the root"))
        .arg("--")
        .args(arguments.split_whitespace())
        .output()
        .expect("the program runs")
}

fn hold(path: &Path, call: &Call) {
    let (options, arguments) = match call.words.split_once(" -- ") {
        Some((options, arguments)) => (options, arguments),
        None => (call.words.as_str(), ""),
    };
    let mut options = options.split_whitespace();
    let verb = options.next().expect("`run` or `profile`");
    let options: Vec<&str> = options.collect();
    let said = called(path, verb, &options, arguments);
    let (out, err) = (
        String::from_utf8_lossy(&said.stdout).into_owned(),
        String::from_utf8_lossy(&said.stderr).into_owned(),
    );
    let at = format!("{} ({})\n{out}{err}", path.display(), call.words);
    if verb == "run" {
        assert_eq!(out.lines().collect::<Vec<_>>(), call.printed, "{at}");
        let expected = call.told.iter().any(|told| told.contains("error[F"));
        assert_eq!(err.contains("error[F"), expected, "{at}");
    }
    let lines: Vec<String> = out.lines().chain(err.lines()).map(spaced).collect();
    for told in &call.told {
        assert!(
            lines.iter().any(|line| line.contains(told)),
            "no line says `{told}`: {at}"
        );
    }
}

/// All calls of a program; one that promises nothing is run.
fn says_what_it_promises(path: &Path) {
    let calls = calls(&read(path));
    if calls.is_empty() {
        let silent = called(path, "run", &[], "");
        let found = String::from_utf8_lossy(&silent.stderr).contains("error[F");
        assert!(
            silent.status.success() && !found,
            "{}: {silent:?}",
            path.display()
        );
    }
    for call in &calls {
        hold(path, call);
    }
}

#[test]
fn every_program_says_what_it_promises() {
    let found = programs();
    assert!(found.len() > 9, "only {} programs were seen", found.len());
    // Each call is a process, which waits for its start and its end more than the other cores do.
    found
        .par_iter()
        .for_each(|path| says_what_it_promises(path));
}
