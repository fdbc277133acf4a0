//! `course status`: the dashboard in the terminal, every figure computed from content and store.
//! What the rows mean is in `standing`; how they look is in `tell/dashboard.rs`.

use crate::cli::{Format, ReportArgs};
use crate::config::Config;
use crate::course;
use crate::exit::{Exit, Failure};
use crate::standing::{self, timed::timed};
use crate::tell::paint::Paint;
use crate::tell::{self, dashboard};

/// Runs `course status`.
///
/// # Errors
/// When the store cannot be opened.
pub fn run(config: &Config, args: ReportArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let loaded = course::load(&config.root);
    let standing = standing::standing(&loaded.course, config, &store)?;
    let attempts = store.all_attempts()?;
    let labs = config.labs.all().iter();
    let measured: Vec<_> = labs
        .map(|lab| (lab.id, timed(lab, &attempts)))
        .filter(|(_, timed)| !timed.is_empty())
        .collect();
    if args.format == Format::Json {
        let mut value = dashboard::json(&standing);
        value["measured"] = dashboard::measured_json(&measured);
        tell::json(&value);
        return Ok(Exit::Pass);
    }
    let title = match loaded.course.title.as_str() {
        "" => "Course",
        title => title,
    };
    tell::out(&dashboard::human(
        Paint::stdout(config.colour),
        title,
        (&standing, &measured),
    ));
    Ok(Exit::Pass)
}
