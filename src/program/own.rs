//! The folder that a program may write in: made before it runs, gone again if nothing was written.
//!
//! Rule: everything in it is reached from one open handle, one name after the other, and never through a link: not one that leads out, not one that
//! dangles, not one that stays inside. A file that has a second name elsewhere (a hard link) is not written either. What is opened is a regular file.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use simt::host::FileMode;

use super::reach::OwnPlace;

/// The folder, open.
#[derive(Debug)]
pub struct Own {
    /// Where it is.
    pub path: PathBuf,
    dir: Dir,
    /// The folders that were made for it, innermost last.
    made: Vec<PathBuf>,
}

/// What stands under a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link, a pipe, a device: nothing that a program opens.
    Other,
}

impl Own {
    /// Opens it, and makes what is missing.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn open(place: &OwnPlace) -> Result<Own, String> {
        match place {
            OwnPlace::Named(path) => named(path).map_err(|error| error.to_string()),
            OwnPlace::Below(base, steps) => {
                let dir = Dir::open_ambient_dir(base, ambient_authority());
                let mut own = Own {
                    path: base.clone(),
                    dir: dir.map_err(|error| error.to_string())?,
                    made: Vec::new(),
                };
                let gone_into = steps.iter().try_for_each(|step| own.step(step));
                gone_into.inspect_err(|_| own.tidy())?;
                Ok(own)
            }
        }
    }

    /// Goes one folder further in.
    fn step(&mut self, name: &OsStr) -> Result<(), String> {
        let said = |why: &dyn std::fmt::Display| format!("`{}`: {why}", name.to_string_lossy());
        self.path.push(name);
        match self.dir.create_dir(name) {
            Ok(()) => self.made.push(self.path.clone()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(said(&error)),
        }
        let kind = kind_in(&self.dir, name);
        self.dir = match (self.dir.open_dir_nofollow(name), kind) {
            (Ok(dir), _) => dir,
            (Err(_), Some(Kind::Other)) => {
                return Err(said(&"it is a link, which is not followed"));
            }
            (Err(error), _) => return Err(said(&error)),
        };
        Ok(())
    }

    /// Takes the folders away again that were made for it and that nothing is in.
    pub fn tidy(&mut self) {
        while let Some(path) = self.made.pop() {
            if std::fs::remove_dir(path).is_err() {
                return;
            }
        }
    }

    /// What stands under a path, links not followed.
    pub fn kind(&self, path: &Path) -> Option<Kind> {
        if path.as_os_str().is_empty() {
            return Some(Kind::Folder);
        }
        let (folder, name) = walk(&self.dir, path).ok()?;
        kind_in(folder.as_ref().unwrap_or(&self.dir), name)
    }

    /// Opens a regular file.
    ///
    /// # Errors
    /// When there is none, or it may not be opened so.
    pub fn file(&self, path: &Path, mode: FileMode) -> io::Result<std::fs::File> {
        let file = regular(&self.dir, path, mode)?;
        if mode.write && has_other_names(&file)? {
            let why = "it is a file elsewhere, too (a hard link)";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        if mode.truncate {
            file.set_len(0)?;
        }
        Ok(file)
    }

    /// Makes a folder.
    ///
    /// # Errors
    /// When the one around it is missing, or the name is taken.
    pub fn make(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = walk(&self.dir, path)?;
        folder.as_ref().unwrap_or(&self.dir).create_dir(name)
    }

    /// Removes a regular file.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = walk(&self.dir, path)?;
        let folder = folder.as_ref().unwrap_or(&self.dir);
        match kind_in(folder, name) {
            Some(Kind::File) => folder.remove_file(name),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// The names in a folder.
    ///
    /// # Errors
    /// When it is none.
    pub fn names(&self, path: &Path) -> io::Result<Vec<String>> {
        names(&self.dir, path)
    }

    /// How long a file is, and when it was last written.
    pub fn about(&self, path: &Path) -> Option<(u64, std::time::SystemTime)> {
        let (folder, name) = walk(&self.dir, path).ok()?;
        let about = folder
            .as_ref()
            .unwrap_or(&self.dir)
            .symlink_metadata(name)
            .ok()?;
        about
            .is_file()
            .then(|| about.modified().ok().map(|at| (about.len(), at.into_std())))?
    }
}

/// The folder that a person named; links on the way are theirs.
fn named(path: &Path) -> io::Result<Own> {
    let missing = path.ancestors().take_while(|folder| !folder.exists());
    let mut made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    made.reverse();
    std::fs::create_dir_all(path)?;
    Ok(Own {
        path: path.canonicalize()?,
        dir: Dir::open_ambient_dir(path, ambient_authority())?,
        made,
    })
}

/// The folder that a path's last name is in, `None` for the one that it begins at, and that name.
fn walk<'a>(dir: &Dir, path: &'a Path) -> io::Result<(Option<Dir>, &'a OsStr)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut at = None;
    for step in path.parent().unwrap_or(Path::new("")).components() {
        at = Some(
            at.as_ref()
                .unwrap_or(dir)
                .open_dir_nofollow(step.as_os_str())?,
        );
    }
    Ok((at, name))
}

/// What stands under a name of a folder.
fn kind_in(dir: &Dir, name: impl AsRef<Path>) -> Option<Kind> {
    let about = dir.symlink_metadata(name).ok()?;
    Some(match () {
        () if about.is_file() => Kind::File,
        () if about.is_dir() => Kind::Folder,
        () => Kind::Other,
    })
}

/// Opens a regular file below an open folder, through no link; it is not made shorter yet.
///
/// # Errors
/// When it is anything else, or the system says no.
pub fn regular(dir: &Dir, path: &Path, mode: FileMode) -> io::Result<std::fs::File> {
    let (folder, name) = walk(dir, path)?;
    let mut options = OpenOptions::new();
    options
        .read(mode.read)
        .write(mode.write && !mode.append)
        .append(mode.append)
        .create(mode.create)
        .follow(FollowSymlinks::No);
    // A pipe is not waited for.
    #[cfg(unix)]
    cap_fs_ext::OpenOptionsSyncExt::nonblock(&mut options, true);
    let file = folder.as_ref().unwrap_or(dir).open_with(name, &options)?;
    let file = file.into_std();
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::ErrorKind::InvalidInput.into()),
    }
}

/// The names in a folder below an open one.
///
/// # Errors
/// When it is none.
pub fn names(dir: &Dir, path: &Path) -> io::Result<Vec<String>> {
    let inner = match path.as_os_str().is_empty() {
        true => None,
        false => {
            let (folder, name) = walk(dir, path)?;
            Some(folder.as_ref().unwrap_or(dir).open_dir_nofollow(name)?)
        }
    };
    let entries = inner.as_ref().unwrap_or(dir).entries()?;
    let name =
        |entry: io::Result<cap_std::fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    Ok(entries.filter_map(name).collect())
}

#[cfg(unix)]
fn has_other_names(file: &std::fs::File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &std::fs::File) -> io::Result<bool> {
    Ok(false)
}
