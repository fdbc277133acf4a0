//! A process's children end with it, however it ends: a folder comes in, a file that stays locked for as long comes out.
//!
//! The rule: the system lets go of the lock when the process is gone, also when it was killed, so a child that can take
//! it is alone. Children find the file by [`Alive::VARIABLE`]; `crates/checker` has their side.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A locked file.
#[derive(Debug)]
pub struct Alive {
    path: PathBuf,
    _held: File,
}

impl Alive {
    /// The variable that names the file to a child.
    pub const VARIABLE: &str = "COURSE_ALIVE";

    /// Makes a file at `path`, which is nobody else's, and locks it.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn hold(path: PathBuf) -> io::Result<Alive> {
        let held = File::create(&path)?;
        // A file system without locks leaves children to their limits.
        let _ = held.try_lock();
        Ok(Alive { path, _held: held })
    }

    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        // What stays behind is in a folder that is swept.
        let _ = std::fs::remove_file(&self.path);
    }
}
