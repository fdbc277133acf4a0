//! `course progress`: everything recorded as one JSON file, and such a file merged in; twice is the same as once.
//! The form of the file is in `store/exchange.rs`.

use std::path::Path;

use crate::cli::{ProgressAction, ProgressArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::runner::write_whole;
use crate::store::Store;
use crate::tell;

/// Runs `course progress`.
///
/// # Errors
/// When a file cannot be read or written, or is no export.
pub fn run(config: &Config, args: ProgressArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    match args.action {
        ProgressAction::Export { file } => export(&store, file.as_deref()),
        ProgressAction::Import { file } => import(&store, &file),
    }
}

fn export(store: &Store, file: Option<&Path>) -> Result<Exit, Failure> {
    let export = store.export()?;
    let text = serde_json::to_string_pretty(&export)
        .map_err(|error| Failure::bug(format!("an export is no JSON: {error}")))?;
    match file {
        None => tell::exact(&format!("{text}\n")),
        Some(file) => {
            write_whole(file, &format!("{text}\n"))?;
            tell::out(&format!(
                "`{}` holds {} attempts, {} marks and {} log entries\n",
                file.display(),
                export.attempts.len(),
                export.marks.len(),
                export.log.len()
            ));
        }
    }
    Ok(Exit::Pass)
}

fn import(store: &Store, file: &Path) -> Result<Exit, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::wrong_use(format!("`{}` cannot be read: {error}", file.display()))
    })?;
    let imported = store.import(&text)?;
    let known = imported.rows - imported.added;
    tell::out(&format!(
        "{} rows added, {known} were there already\n",
        imported.added
    ));
    Ok(Exit::Pass)
}
