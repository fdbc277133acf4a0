//! What can stand between a learner and the store, each with a sentence of its own.
//! No variant loses anything: the old file stays, and what could not be written is kept beside.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::exit::Failure;

/// Why the store could not be opened, read or written.
#[derive(Debug)]
pub enum StoreError {
    /// The file's contents are not a sound database.
    Broken {
        /// The database.
        path: PathBuf,
        /// What SQLite or the header says.
        why: String,
    },
    /// Written by a later version of `course`.
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The version this program knows.
        known: i64,
    },
    /// Something else lies where a file belongs.
    NoFile {
        /// Where.
        path: PathBuf,
        /// What lies there.
        what: &'static str,
    },
    /// Another program held the lock for the whole waiting time.
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// The file may be read, not written.
    ReadOnly {
        /// The database.
        path: PathBuf,
    },
    /// No room on the disk.
    DiskFull {
        /// The database.
        path: PathBuf,
    },
    /// Anything else the system says.
    Other {
        /// The database.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Not written to the database, but kept in a file that joins it later.
    Kept {
        /// Why it was not written.
        cause: Box<StoreError>,
        /// Where it is kept.
        file: PathBuf,
    },
    /// An imported file that is not an export.
    NotAnExport {
        /// What is wrong with it.
        why: String,
    },
    /// A row that came from outside and that nothing here would have written.
    NotARow {
        /// What is wrong with it.
        why: String,
    },
}

impl StoreError {
    /// Whether what was to be written is safe beside the database.
    pub fn is_kept(&self) -> bool {
        matches!(self, StoreError::Kept { .. })
    }

    /// Sorts what SQLite says into the cases a person can act on.
    pub(crate) fn from_sql(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_path_buf();
        let why = error.to_string();
        if illegible(error) {
            let why = format!("a row of it cannot be read: {why}");
            return StoreError::Broken { path, why };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Broken { path, why }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreError::Locked { path }
            }
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                StoreError::ReadOnly { path }
            }
            // The file is there, and the log beside it cannot be made; or the folder takes no file at all.
            Some(ErrorCode::CannotOpen) if File::open(&path).is_ok() || !path.exists() => {
                StoreError::ReadOnly { path }
            }
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { path },
            _ => StoreError::Other { path, why },
        }
    }

    /// A row of an import that breaks a limit.
    pub(crate) fn not_a_row(why: String) -> StoreError {
        StoreError::NotARow { why }
    }

    /// Sorts what the file system says.
    pub(crate) fn from_io(path: &Path, error: &std::io::Error) -> StoreError {
        let path = path.to_path_buf();
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                StoreError::DiskFull { path }
            }
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { path }
            }
            _ => StoreError::Other {
                path,
                why: error.to_string(),
            },
        }
    }

    fn help(&self) -> Option<String> {
        match self {
            StoreError::Broken { .. } => None,
            StoreError::NoFile { .. } => {
                Some("move it away; the course makes its own file there".to_owned())
            }
            StoreError::Newer { .. } => {
                Some("update the course (`git pull`); the file was not touched".to_owned())
            }
            StoreError::Locked { .. } => Some(
                "close the program that holds it (a database browser?) and try again".to_owned(),
            ),
            StoreError::ReadOnly { path } => {
                Some(format!("make `{}` and its folder writable", path.display()))
            }
            StoreError::DiskFull { .. } => Some("free some space and try again".to_owned()),
            StoreError::Kept { cause, .. } => cause.help(),
            StoreError::Other { .. } => Some("`course doctor` looks closer".to_owned()),
            StoreError::NotAnExport { .. } | StoreError::NotARow { .. } => {
                Some("`course progress export` writes the right kind of file".to_owned())
            }
        }
    }
}

/// Whether a value came that no row of ours has: text that is no text, a word where a number belongs.
fn illegible(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::Utf8Error(..)
            | Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
    )
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Broken { path, why } => {
                write!(f, "`{}` is damaged ({why})", path.display())
            }
            StoreError::NoFile { path, what } => {
                write!(f, "`{}`: {what} is in its place", path.display())
            }
            StoreError::Newer { path, found, known } => write!(
                f,
                "`{}` was written by a newer course (version {found}, this one knows {known})",
                path.display()
            ),
            StoreError::Locked { path } => {
                write!(f, "`{}` is in use by another program", path.display())
            }
            StoreError::ReadOnly { path } if !path.exists() => {
                write!(
                    f,
                    "`{}` cannot be made: its folder takes no file",
                    path.display()
                )
            }
            StoreError::ReadOnly { path } => {
                write!(f, "`{}` may be read but not written", path.display())
            }
            StoreError::DiskFull { path } => {
                write!(f, "no room on the disk for `{}`", path.display())
            }
            StoreError::Other { path, why } => write!(f, "`{}`: {why}", path.display()),
            StoreError::Kept { cause, file } => write!(
                f,
                "{cause}; the result is kept in `{}` and joins the store as soon as it can be written",
                file.display()
            ),
            StoreError::NotAnExport { why } => {
                write!(f, "this is not an export of progress: {why}")
            }
            StoreError::NotARow { why } => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let failure = match error {
            StoreError::NotAnExport { .. } | StoreError::NotARow { .. } => {
                Failure::wrong_use(error.to_string())
            }
            _ => Failure::broken(error.to_string()),
        };
        match error.help() {
            Some(help) => failure.help(help),
            None => failure,
        }
    }
}
