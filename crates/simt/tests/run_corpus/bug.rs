//! One planted bug, and its report; or none, and no report.
//!
//! In: a file's path and text. Out: one line for each thing that differs. The report stands in a comment at the file's end.

use super::program;
use std::path::Path;

const OPEN: &str = "/*~\n";

/// Seeds in whose orders of blocks and warps the same is found.
const SEEDS: [u64; 3] = [1, 2, 7];

/// Everything about a planted bug that is not as its file says.
pub fn judge(path: &Path, text: &str) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    judged(path, &name, text).unwrap_or_else(|why| vec![why])
}

fn judged(path: &Path, name: &str, text: &str) -> Result<Vec<String>, String> {
    let mut wrong = program::judge(path, text);
    let (report, slugs) = program::told(name, text, None)?;
    if slugs.is_empty() {
        wrong.push("nothing was found".to_owned());
    }
    for seed in SEEDS {
        let (_, others) = program::told(name, text, Some(seed))?;
        if others != slugs {
            wrong.push(format!("{others:?} with seed {seed}, not {slugs:?}"));
        }
    }
    let (code, told) = text.split_once(OPEN).unwrap_or((text, ""));
    let told = told.trim_end().trim_end_matches("*/");
    if told == report {
        return Ok(wrong);
    }
    if std::env::var_os("BLESS").is_some() {
        let blessed = format!("{code}{OPEN}{report}*/\n");
        std::fs::write(path, blessed).map_err(|e| e.to_string())?;
    } else {
        wrong.push(format!("the report is\n{report}not\n{told}"));
    }
    Ok(wrong)
}

/// Everything that is found in a correct program, or wrong with its results.
pub fn judge_clean(path: &Path, text: &str) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut wrong = program::judge(path, text);
    for seed in SEEDS {
        match program::told(&name, text, Some(seed)) {
            Ok((report, _)) if report.is_empty() => {}
            Ok((report, _)) => wrong.push(format!("with seed {seed}:\n{report}")),
            Err(why) => wrong.push(why),
        }
    }
    wrong
}
