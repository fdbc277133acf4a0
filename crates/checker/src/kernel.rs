//! A kernel judged on the simulated machine: a lab and arguments in, its checks judged and told, an exit status out.
//!
//! `COURSE_THREADS` says how many threads run a kernel's blocks, `COURSE_SCHEDULES` in how many further orders of blocks
//! and warps the cases that a lab reorders run. `COURSE_HIDDEN` is the key of hidden cases; where it is set, they run, too.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use lab::{Device, Lab};
use lab_sim::Simulated;

use crate::complain;
use crate::session::{Session, learners_text};

/// Judges the learner's kernel as these arguments ask (those after the program's name), on a stack for the deepest text.
pub fn kernel(lab: &'static Lab, arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments: Vec<String> = arguments.collect();
    let judge = move || kernel_on(lab, arguments.into_iter(), &mut machine());
    let thread = std::thread::Builder::new().stack_size(lab_sim::STACK_BYTES);
    match thread.spawn(judge) {
        Ok(thread) => match thread.join() {
            Ok(status) => status,
            Err(panic) => std::panic::resume_unwind(panic),
        },
        Err(error) => complain(3, &format!("no thread could be started: {error}")),
    }
}

/// The same on another device.
pub fn kernel_on(
    lab: &'static Lab,
    arguments: impl Iterator<Item = String>,
    device: &mut dyn Device,
) -> ExitCode {
    let session = match Session::open(lab, arguments) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let text = match learners_text(lab, &folder(lab)) {
        Ok(text) => text,
        Err(message) => return complain(3, &message),
    };
    let key = std::env::var("COURSE_HIDDEN").ok();
    let session = session.with_hidden(key.is_some());
    session.run(&mut |select, sink| {
        let key = key.as_deref();
        let asked = lab::Judging { select, key };
        let _ = lab::judge_with_hidden(lab, asked, &text, device, sink);
    })
}

/// The same where the device that was asked for is not to be had: nothing is measured, and every record says why and what helps.
pub fn kernel_on_none(
    lab: &'static Lab,
    arguments: impl Iterator<Item = String>,
    why: (&str, &str),
) -> ExitCode {
    match Session::open(lab, arguments) {
        Ok(session) => session.run(&mut |select, sink| {
            lab::unavailable(lab, select, why, sink);
        }),
        Err(status) => status,
    }
}

/// Where cargo says the lab's package is, or where it was when this was built.
fn folder(lab: &Lab) -> PathBuf {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(dir) if PathBuf::from(&dir).ends_with(lab.id) => PathBuf::from(dir),
        _ => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../labs")).join(lab.id),
    }
}

/// The machine as the environment wants it: unless said, a thread for each core runs blocks, in the usual orders.
fn machine() -> Simulated {
    let threads = number("COURSE_THREADS");
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let orders = number("COURSE_SCHEDULES").unwrap_or(lab::OTHER_ORDERS);
    Simulated::on_hands(threads, work).in_orders(orders)
}

fn number<N: std::str::FromStr>(variable: &str) -> Option<N> {
    std::env::var(variable).ok()?.parse().ok()
}

fn work(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs);
    let all = || std::iter::from_fn(take).for_each(job);
    std::thread::scope(|scope| {
        for _ in 1..hands.min(jobs) {
            scope.spawn(all);
        }
        all();
    });
}
