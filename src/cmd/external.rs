//! `course lint --external`: every address outside the site is asked for, and one that does not answer is a warning.
//!
//! This is the only place of the program that goes to the network, and only on request. The asking is `curl`'s, one address
//! once however often it is written; a page that refuses to be asked (403, 429) counts as there.

use std::process::{Command, Stdio};

use rayon::prelude::*;
use sorted::SortedMap;

use crate::course::Problem;

/// Seconds that an address has to answer.
const PATIENCE: &str = "20";
/// Addresses that are asked for at once.
const AT_ONCE: usize = 8;

/// The links that are dead; `links` has each address with a warning at its place, to which the answer is added.
///
/// # Errors
/// When there is nothing to ask with.
pub(super) fn dead(links: Vec<(String, Problem)>) -> Result<Vec<Problem>, String> {
    let can = Command::new("curl")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !can.is_ok_and(|status| status.success()) {
        return Err("`--external` asks with `curl`, which is not here".to_owned());
    }
    let mut by_address: SortedMap<String, Vec<Problem>> = SortedMap::new();
    for (address, place) in links {
        // What follows `#` is the browser's to find.
        let page = address.split('#').next().unwrap_or_default().to_owned();
        by_address.entry(page).or_default().push(place);
    }
    let all: Vec<(String, Vec<Problem>)> = by_address.into_iter().collect();
    let each = all.len().div_ceil(AT_ONCE).max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(AT_ONCE).build();
    let ask = || {
        all.par_chunks(each)
            .flat_map_iter(|some| {
                some.iter()
                    .flat_map(|(address, places)| told(address, places))
            })
            .collect()
    };
    Ok(match pool {
        Ok(pool) => pool.install(ask),
        Err(_) => ask(),
    })
}

fn told(address: &str, places: &[Problem]) -> Vec<Problem> {
    let Err(why) = ask(address) else {
        return Vec::new();
    };
    let say = |place: &Problem| Problem {
        message: format!("<{address}> {why}"),
        ..place.clone()
    };
    places.iter().map(say).collect()
}

fn ask(address: &str) -> Result<(), String> {
    let output = Command::new("curl")
        .args(["--silent", "--location", "--globoff", "--compressed"])
        .args(["--proto", "=http,https", "--proto-redir", "=http,https"])
        .args(["--max-time", PATIENCE, "--max-filesize", "50000000"])
        .args(["--user-agent", "course-lint", "--output"])
        .arg(if cfg!(windows) { "NUL" } else { "/dev/null" })
        .args(["--write-out", "%{http_code}", "--url", address])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cannot be asked for: {error}"))?;
    let status: u32 = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .unwrap_or(0);
    match status {
        0 => Err("does not answer".to_owned()),
        403 | 429 | 999 => Ok(()),
        404 | 410 => Err(format!("is not there ({status})")),
        400.. => Err(format!("answers with {status}")),
        _ => Ok(()),
    }
}
