//! `course next`: the lab to go on with, what it asks, and the command for it.
//! The order is that of `Config::labs`, and what a lab requires comes before it.

use crate::cli::{Format, ReportArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::store::standing::{self, State};
use crate::tell::paint::{Paint, Role};
use crate::tell::{self, wrap};

/// Runs `course next`.
///
/// # Errors
/// When the store cannot be opened.
pub fn run(config: &Config, args: ReportArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let rows = standing::labs(config.labs, &store)?;
    let next = standing::next_lab(&rows);
    let part = next.and_then(|lab| lab.parts.iter().find(|part| part.state != State::Done));
    if args.format == Format::Json {
        tell::json(&serde_json::json!({
            "format": "course-next", "version": 1,
            "lab": next.map(|lab| &lab.row.id),
            "part": part.map(|part| &part.id),
        }));
        return Ok(Exit::Pass);
    }
    let Some(next) = next else {
        tell::out("every lab is done\n");
        return Ok(Exit::Pass);
    };
    let lab = config.labs.find(&next.row.id)?;
    let paint = Paint::stdout(config.colour);
    let mut text = format!("{}: {}\n", paint.on(Role::Strong, lab.id), lab.title);
    if !lab.goal.is_empty() {
        text.push_str(&format!("  {}\n", wrap(&lab.goal, 2)));
    }
    if let Some(part) = part.and_then(|part| lab.part(&part.id)) {
        let task = wrap(
            &format!("{} {}: {}", part.id, part.title, part.statement.text),
            2,
        );
        text.push_str(&format!("  {task}\n"));
    }
    let file = config.shown(&config.kernel(lab.id, &lab.file));
    let command = paint.on(Role::Note, &format!("course watch {}", lab.id));
    text.push_str(&format!("  edit {file}, then {command}\n"));
    tell::out(&text);
    Ok(Exit::Pass)
}
