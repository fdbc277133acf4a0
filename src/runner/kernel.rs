//! The learner's file: made from the starter when absent, read as text, replaced whole.
//! Nothing here ever loses a text: whoever replaces one has kept the old one in the store first.

use std::path::Path;

use lab::Lab;

use crate::config::Config;
use crate::exit::{Exit, Failure};

/// No kernel is longer; a file beyond this is not read at all.
const LONGEST: u64 = 64 << 20;

/// Writes the starter where the learner's file is absent; true when it did.
///
/// # Errors
/// When the file cannot be written.
pub fn starter_if_absent(config: &Config, lab: &Lab) -> Result<bool, Failure> {
    let path = config.kernel(lab.id, &lab.file);
    if path.exists() {
        return Ok(false);
    }
    write_whole(&path, &lab.starter())?;
    Ok(true)
}

/// The learner's text.
///
/// # Errors
/// When it cannot be read or is not text.
pub fn read(config: &Config, lab: &Lab) -> Result<String, Failure> {
    let path = config.kernel(lab.id, &lab.file);
    let shown = config.shown(&path);
    let cannot = |why: std::io::Error| Failure::broken(format!("`{shown}` cannot be read: {why}"));
    let len = std::fs::metadata(&path).map_err(cannot)?.len();
    if len > LONGEST {
        return Err(Failure::new(
            Exit::ChecksFailed,
            format!("`{shown}` is {} MiB long, which is no kernel", len >> 20),
        ));
    }
    let bytes = std::fs::read(&path).map_err(cannot)?;
    String::from_utf8(bytes).map_err(|error| {
        Failure::new(
            Exit::ChecksFailed,
            format!(
                "`{shown}` is not UTF-8 text (byte {})",
                error.utf8_error().valid_up_to() + 1
            ),
        )
        .help("save it as UTF-8 in your editor")
    })
}

/// Replaces a file whole: a reader sees the old text or the new one, never half of one.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| {
        Failure::broken(format!("`{}` cannot be written: {error}", path.display()))
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(cannot)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let fresh = path.with_file_name(name);
    std::fs::write(&fresh, text).map_err(cannot)?;
    std::fs::rename(&fresh, path).map_err(|error| {
        let _ = std::fs::remove_file(&fresh);
        cannot(error)
    })
}
