//! What a program may touch: what was typed in, folders and variables by name out.
//!
//! Rule: it reads what lies below the folders of its sources and below those named with `--read`; it writes below one folder of its own
//! (`.course/files/` and its name, or `--files DIR`); it knows the variables named with `--env`. Names that begin with a dot, and the store's, are never
//! a program's. `files.rs` opens what these allow, and `confine.rs` tells the system of them.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use simt::Compiled;
use simt::ir::sys::SysFn;

use crate::cli::ReachArgs;
use crate::config::Config;
use crate::exit::Failure;

/// What one program may touch.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The folder of its source: what a relative path is relative to.
    pub source: PathBuf,
    /// What else it may read.
    pub others: Vec<PathBuf>,
    /// Where it may write.
    pub own: OwnPlace,
    /// The variables of the environment that it may see.
    pub env: Vec<String>,
    /// Where the person is, for paths that are shown.
    pub here: PathBuf,
}

/// Where a program may write.
#[derive(Clone, Debug)]
pub enum OwnPlace {
    /// These folders below one another, each made where it is missing, and none of them a link.
    Below(PathBuf, Vec<OsString>),
    /// The folder that the person named.
    Named(PathBuf),
}

impl Reach {
    /// Of the program in `file` and `more`, started in the folder `here`.
    ///
    /// # Errors
    /// Wrong use: a folder that was named is none.
    pub fn new(
        args: &ReachArgs,
        (file, more): (&Path, &[PathBuf]),
        here: &Path,
    ) -> Result<Reach, Failure> {
        let folder_of = |file: &Path| real(&here.join(file).with_file_name(""));
        let mut others: Vec<PathBuf> = more.iter().map(|file| folder_of(file)).collect();
        for named in &args.read {
            let folder = here.join(named);
            if !folder.is_dir() {
                let said = format!("`--read {}`: there is no such folder", named.display());
                return Err(Failure::wrong_use(said));
            }
            others.push(real(&folder));
        }
        let own = match &args.files {
            Some(named) if here.join(named).is_file() => {
                let said = format!("`--files {}`: that is a file, no folder", named.display());
                return Err(Failure::wrong_use(said));
            }
            Some(named) => OwnPlace::Named(here.join(named)),
            None => own_of(&real(&here.join(file)), here),
        };
        Ok(Reach {
            source: folder_of(file),
            others,
            own,
            env: args.env.clone(),
            here: real(here),
        })
    }

    /// A path as the person wants to read it.
    pub fn shown(&self, path: &Path) -> String {
        let inner = path.strip_prefix(&self.here);
        inner.unwrap_or(path).display().to_string()
    }
}

/// Where a program writes unless somebody says: in the course, or else in the folder that it is started in, below a folder named as the
/// program is; one from elsewhere gets a mark of where it lies.
fn own_of(file: &Path, here: &Path) -> OwnPlace {
    let base = real(&Config::root_above(here).unwrap_or_else(|_| here.to_owned()));
    let mut steps: Vec<OsString> = [".course", "files"].map(OsString::from).to_vec();
    match file.strip_prefix(&base) {
        Ok(inner) => steps.extend(inner.components().map(|c| c.as_os_str().to_owned())),
        Err(_) => {
            let mut name = file.file_name().unwrap_or_default().to_owned();
            let mark = blake3::hash(file.as_os_str().as_encoded_bytes());
            name.push(format!("-{}", &mark.to_hex()[..8]));
            steps.push(name);
        }
    }
    OwnPlace::Below(base, steps)
}

/// A path without links, where there is one.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// An absolute path without `.` and `..`, told without looking: a program's folders have no links that it made.
pub fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Whether no program gets at a file or folder of this name: one that begins with a dot (`.git`, `.cargo`, `.env`, `.course`), or one of the
/// store (`progress.db`, its journal and what SQLite keeps beside). Some systems take other letters for the same name.
pub fn is_kept_back(name: &str) -> bool {
    let unseen = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let seen: String = name.chars().filter(unseen).collect();
    let of_windows = cfg!(windows) && (seen.contains([':', '~']) || seen.ends_with([' ', '.']));
    seen.starts_with('.') || seen.to_lowercase().starts_with("progress.db") || of_windows
}

/// Whether any name on the way is one that no program gets at.
pub fn passes_kept_back(path: &Path) -> bool {
    let names = path.components().map(|part| part.as_os_str());
    names
        .into_iter()
        .any(|name| is_kept_back(&name.to_string_lossy()))
}

/// Whether a program's code can ask for a file or a folder at all. Most cannot, and need no folder of their own.
pub fn asks_for_files(module: &Compiled) -> bool {
    let asks = [
        SysFn::Open,
        SysFn::Remove,
        SysFn::Look,
        SysFn::Names,
        SysFn::MakeFolder,
    ];
    let functions = module.code().functions.iter();
    let mut sites = functions.flat_map(|function| &function.code.sys);
    sites.any(|site| asks.contains(&site.what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_no_program_gets_at() {
        for name in [
            ".git",
            ".",
            "..",
            ".env",
            "progress.db",
            "Progress.DB-wal",
            "progress.db.jsonl",
            "\u{200c}.git",
            "pro\u{200d}gress.db",
        ] {
            assert!(is_kept_back(name), "{name:?}");
        }
        for name in ["progress", "a.git", "db", "progress.txt", "x.progress.db"] {
            assert!(!is_kept_back(name), "{name:?}");
        }
        assert!(passes_kept_back(Path::new("a/.git/config")));
        assert!(!passes_kept_back(Path::new("a/b")));
    }

    #[test]
    fn a_path_is_told_without_looking() {
        assert_eq!(plain(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(plain(Path::new("/../../a")), Path::new("/a"));
    }

    #[test]
    fn each_program_has_a_folder_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let base = real(folder.path());
        let steps = |file: &str| match own_of(&base.join(file), &base.join("x")) {
            OwnPlace::Below(_, steps) => steps,
            OwnPlace::Named(_) => Vec::new(),
        };
        std::fs::create_dir_all(base.join("x")).expect("made");
        assert_eq!(steps("x/sub/a.cu"), [".course", "files", "sub", "a.cu"]);
        let outside = steps("y/a.cu");
        assert!(
            outside[2].to_string_lossy().starts_with("a.cu-"),
            "{outside:?}"
        );
        assert_ne!(outside, steps("z/a.cu"));
    }
}
