//! `course list`: every lab in course order, and how far the learner is. No cargo call, no content read.
//! It reads the store and the linked labs only, so it answers at once.

use crate::cli::{Format, ReportArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::standing;
use crate::tell::paint::Paint;
use crate::tell::{self, dashboard};

/// Runs `course list`.
///
/// # Errors
/// When the store cannot be opened.
pub fn run(config: &Config, args: ReportArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let labs = standing::labs(config.labs, &store)?;
    if args.format == Format::Json {
        tell::json(&serde_json::json!({
            "format": "course-list", "version": 1, "labs": dashboard::labs_json(&labs)
        }));
    } else if labs.is_empty() {
        tell::out("this course has no labs\n");
    } else {
        tell::out(&dashboard::labs(Paint::stdout(config.colour), &labs));
    }
    Ok(Exit::Pass)
}
