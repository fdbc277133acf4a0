//! What is meant to exhaust the compiler: chains, doubling, endless recursion, enormous variables.
//!
//! Each text is compiled by a process of its own, on a stack of [`simt::STACK_BYTES`], and must come out right or be refused by
//! the limit's name, with a line, at least that much under the bars: [`MOST_MEMORY`] at its peak and [`PATIENCE`].
//! `ONLY=name` does one, `FILE=x.cu` a file, each with what it took.

#[path = "bounds/texts.rs"]
mod texts;

use simt::source::Source;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The bar for the peak of memory, in KiB.
const MOST_MEMORY: u64 = 1 << 20;

/// The bar for the time on an idle machine is 10 s; this one may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most memory that this process ever had, in KiB; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    number.unwrap_or(0)
}

/// What compiling a text came to: `compiled`, or the errors with their codes and lines, the first few.
fn outcome(text: String) -> String {
    let source = Source::new("bounds.cu", text);
    match simt::compile(&source) {
        Ok(_) => "compiled".into(),
        Err(diags) => {
            let errors = diags.iter().filter(|d| d.is_error()).take(3);
            let said = errors.map(|error| {
                let line = source.line(error.span.start);
                assert!(!simt::excerpt::plain(&source, error).is_empty());
                format!("{} line {line}: {}", error.code, error.message)
            });
            said.collect::<Vec<_>>().join("; ")
        }
    }
}

/// The text that this process is to compile, if any: a file, or what the other test hands in.
fn handed() -> Option<String> {
    if let Some(path) = std::env::var_os("FILE") {
        return std::fs::read_to_string(path).ok();
    }
    std::env::var_os("TEXT")?;
    std::io::read_to_string(std::io::stdin()).ok()
}

/// Does nothing of its own: it is what the other test starts once a text, with the text as its input.
#[test]
fn one_text() {
    let Some(text) = handed() else {
        return;
    };
    let worker = std::thread::Builder::new()
        .stack_size(simt::STACK_BYTES)
        .spawn(move || {
            let start = Instant::now();
            let said = outcome(text);
            println!(
                "\nOUTCOME {} {} {said}",
                peak(),
                start.elapsed().as_millis()
            );
        })
        .expect("a thread");
    worker.join().expect("no panic");
}

/// Compiles a text in a process of its own: its peak in KiB, its time, and what came out.
fn apart(text: &str) -> Result<(u64, Duration, String), String> {
    let this = std::env::current_exe().expect("this program");
    let mut child = Command::new(this)
        .args(["--exact", "one_text", "--nocapture"])
        .env("TEXT", "stdin")
        .env_remove("FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("an input");
    let _ = input.write_all(text.as_bytes()); // of one that ends before it has read all, what it came to tells
    drop(input);
    let out = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&out.stdout).into_owned();
    let line = told.lines().find_map(|line| line.strip_prefix("OUTCOME "));
    let Some((peak, rest)) = line.and_then(|line| line.split_once(' ')) else {
        return Err(format!(
            "{}\n{told}{}",
            out.status,
            String::from_utf8_lossy(&out.stderr)
        ));
    };
    let (millis, said) = rest.split_once(' ').unwrap_or(("0", ""));
    let millis = Duration::from_millis(millis.parse().unwrap_or(u64::MAX));
    Ok((peak.parse().unwrap_or(u64::MAX), millis, said.into()))
}

#[test]
fn hostile_texts_are_right_or_refused_by_the_name_of_a_limit() {
    let only = std::env::var("ONLY").ok();
    let mut wrong = Vec::new();
    for one in texts::all() {
        if only.as_ref().is_some_and(|only| *only != one.name) {
            continue;
        }
        match apart(&one.text) {
            Ok((peak, time, said)) => {
                println!(
                    "{}\t{} MiB\t{} ms\t{said}",
                    one.name,
                    peak >> 10,
                    time.as_millis()
                );
                let limit = said == "compiled" || said.chars().any(|c| c.is_ascii_digit());
                if !said.contains(one.said) || !limit || peak > MOST_MEMORY || time > PATIENCE {
                    wrong.push(format!(
                        "{}: {} MiB, {time:?}, {said}; wanted {}",
                        one.name,
                        peak >> 10,
                        one.said
                    ));
                }
            }
            Err(told) => wrong.push(format!("{}: {told}", one.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
