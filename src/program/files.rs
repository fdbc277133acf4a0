//! A program's files: paths and modes in, open files out.
//!
//! A program sees the folder of its source with a layer of its own over it. It reads there what it wrote, else what lies in the source's folder;
//! all that it writes, changes, makes or removes is in the layer, and the source's folder stays as it was: a file that is changed is copied first,
//! one that is removed is hidden for the rest of the run. Rule: every path is opened below an open folder (`own.rs`), and what is refused is said once.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use simt::host::{Entry, FileMode};
use sorted::SortedSet;

use super::own::{self, Kind, Own};
use super::reach::{Reach, passes_kept_back, plain};

/// How many files and folders a program may make.
const MOST_MADE: usize = 10_000;
/// How many bytes of a file are copied before it is changed.
const MOST_COPIED: u64 = 4 << 30;
/// Of how many paths something is said.
const MOST_SAID: usize = 8;

const READ: FileMode = FileMode {
    read: true,
    write: false,
    truncate: false,
    append: false,
    create: false,
};
const MAKE: FileMode = FileMode {
    read: false,
    write: true,
    truncate: true,
    append: false,
    create: true,
};

/// What a program can reach, open.
#[derive(Debug)]
pub struct Files {
    /// The source's folder, then the others.
    seen: Vec<Seen>,
    /// Where it writes, or why it cannot.
    own: Result<Own, String>,
    /// How the folder of its own is told.
    shown: String,
    /// Where the person is.
    here: PathBuf,
    /// Files of the source's folder that it has removed.
    hidden: SortedSet<PathBuf>,
    written: SortedSet<PathBuf>,
    made: usize,
    said: HashSet<String>,
    lines: String,
}

/// A folder that is only read.
#[derive(Debug)]
struct Seen {
    path: PathBuf,
    dir: Dir,
}

/// What a program left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrote {
    /// The folder that it wrote in.
    pub folder: String,
    /// The files that it wrote, and their bytes.
    pub files: Vec<(String, u64)>,
    /// Files of the source's folder that it removed: they are there.
    pub hidden: Vec<String>,
}

/// Why a path is not opened.
enum No {
    /// There is nothing, or it is not what was asked for.
    Absent,
    /// The program may not; what is said of it.
    Refused(String),
}

/// Where a path leads.
enum Spot {
    /// Below the source's folder, and so to a place in the layer over it.
    Layer(PathBuf),
    /// Below one of the other folders.
    Other(usize, PathBuf),
}

impl Files {
    /// Opens the folders.
    pub fn open(reach: &Reach) -> Files {
        let own = Own::open(&reach.own);
        let seen = std::iter::once(&reach.source).chain(&reach.others);
        let opened = |path: &PathBuf| {
            let dir = Dir::open_ambient_dir(path, ambient_authority()).ok()?;
            Some(Seen {
                path: path.clone(),
                dir,
            })
        };
        Files {
            seen: seen.filter_map(opened).collect(),
            shown: own
                .as_ref()
                .map_or(String::new(), |own| reach.shown(&own.path)),
            own,
            here: reach.here.clone(),
            hidden: SortedSet::new(),
            written: SortedSet::new(),
            made: 0,
            said: HashSet::new(),
            lines: String::new(),
        }
    }

    /// The folder that may be written, where there is one.
    pub fn own(&self) -> Option<&Path> {
        self.own.as_ref().ok().map(|own| own.path.as_path())
    }

    /// What is to be said to the person since this was asked last.
    pub fn take_lines(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }

    /// What was left behind; folders that nothing was written in are taken away.
    pub fn close(&mut self) -> Wrote {
        let Ok(own) = &mut self.own else {
            return Wrote::default();
        };
        let shown = |path: &Path| path.to_string_lossy().escape_debug().to_string();
        let files = self.written.iter();
        let files = files.filter_map(|path| Some((shown(path), own.about(path)?.0)));
        let files = files.collect();
        own.tidy();
        Wrote {
            folder: self.shown.clone(),
            files,
            hidden: self.hidden.iter().map(|path| shown(path)).collect(),
        }
    }

    /// Opens a file.
    pub fn file(&mut self, path: &str, mode: FileMode) -> Option<File> {
        let opened = match mode.write || mode.create {
            true => self.written_to(path, mode),
            false => self.read_only(path),
        };
        if matches!(opened, Err(No::Absent)) && !mode.write {
            self.say_if_here(path);
        }
        self.or_said(path, opened)
    }

    /// What a path means.
    pub fn look(&mut self, path: &str) -> Option<Entry> {
        let kind = self.spot(path).and_then(|spot| self.kind(&spot));
        match self.or_said(path, kind)? {
            Kind::File => Some(Entry::File),
            Kind::Folder => Some(Entry::Folder),
            Kind::Other => None,
        }
    }

    /// The names in a folder, sorted.
    pub fn names(&mut self, path: &str) -> Option<Vec<String>> {
        let names = self.spot(path).and_then(|spot| self.names_of(&spot));
        self.or_said(path, names)
    }

    /// Makes a folder; whether it did.
    pub fn make_folder(&mut self, path: &str) -> bool {
        let made = self.make(path);
        self.or_said(path, made).is_some()
    }

    /// Removes a file; whether it did.
    pub fn remove(&mut self, path: &str) -> bool {
        let removed = self.take_away(path);
        self.or_said(path, removed).is_some()
    }

    /// Says why something was refused, once a path and not too often.
    fn or_said<T>(&mut self, path: &str, result: Result<T, No>) -> Option<T> {
        match result {
            Ok(value) => return Some(value),
            Err(No::Absent) => {}
            Err(No::Refused(why)) => {
                let line = format!("`{}` was not opened: {why}", path.escape_debug());
                self.say(line);
            }
        }
        None
    }

    fn say(&mut self, line: String) {
        if self.said.len() < MOST_SAID && self.said.insert(line.clone()) {
            self.lines.push_str(&format!("course: {line}\n"));
        }
    }

    /// Where a path leads, by its text alone.
    fn spot(&self, path: &str) -> Result<Spot, No> {
        let source = &self.seen.first().ok_or(No::Absent)?.path;
        if path.is_empty() {
            return Err(No::Absent);
        }
        let whole = plain(&source.join(path));
        let own = self.own.as_ref().ok().map(|own| &own.path);
        let mut homes = own.into_iter().chain([source]);
        let spot = homes.find_map(|home| Some(Spot::Layer(whole.strip_prefix(home).ok()?.into())));
        let others = self.seen.iter().enumerate().skip(1);
        let mut others =
            others.filter_map(|(n, seen)| Some((n, whole.strip_prefix(&seen.path).ok()?)));
        let spot = spot.or_else(|| others.next().map(|(n, rest)| Spot::Other(n, rest.into())));
        match spot {
            Some(Spot::Layer(rest) | Spot::Other(_, rest)) if passes_kept_back(&rest) => {
                Err(kept_back())
            }
            Some(spot) => Ok(spot),
            None => Err(outside()),
        }
    }

    /// The layer, if the program may write.
    fn layer(&self) -> Result<&Own, No> {
        let said = |why: &String| {
            No::Refused(format!(
                "the program has no folder to write in ({why}); `--files DIR` names one"
            ))
        };
        self.own.as_ref().map_err(said)
    }

    /// What the layer has under a path.
    fn own_kind(&self, path: &Path) -> Option<Kind> {
        self.own.as_ref().ok()?.kind(path)
    }

    /// Finds what the folders that are only read have under a path: which folder, the path without links, and what it is.
    fn find(&self, path: &Path) -> Result<(usize, PathBuf, Kind), No> {
        if self.hidden.contains(path) {
            return Err(No::Absent);
        }
        let mut no = No::Absent;
        for number in 0..self.seen.len() {
            match self.find_in(number, path) {
                Ok((real, kind)) => return Ok((number, real, kind)),
                Err(No::Absent) => {}
                Err(refused) => no = refused,
            }
        }
        Err(no)
    }

    /// The same in one of them.
    fn find_in(&self, number: usize, path: &Path) -> Result<(PathBuf, Kind), No> {
        let seen = self.seen.get(number).ok_or(No::Absent)?;
        if path.as_os_str().is_empty() {
            return Ok((PathBuf::new(), Kind::Folder));
        }
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::PermissionDenied => outside(),
            _ => No::Absent,
        };
        // First without opening it: a pipe would be waited for.
        let about = seen.dir.metadata(path).map_err(failed)?;
        let kind = match () {
            () if about.is_file() => Kind::File,
            () if about.is_dir() => Kind::Folder,
            () => return Ok((path.to_owned(), Kind::Other)),
        };
        let real = plain(&seen.dir.canonicalize(path).map_err(failed)?);
        match passes_kept_back(&real) {
            true => Err(kept_back()),
            false => Ok((real, kind)),
        }
    }

    /// What a path means to the program.
    fn kind(&self, spot: &Spot) -> Result<Kind, No> {
        match spot {
            Spot::Layer(path) => match self.own_kind(path) {
                Some(kind) => Ok(kind),
                None => self.find(path).map(|found| found.2),
            },
            Spot::Other(number, path) => self.find_in(*number, path).map(|found| found.1),
        }
    }

    fn read_only(&mut self, path: &str) -> Result<File, No> {
        let (number, real, kind) = match self.spot(path)? {
            Spot::Layer(path) => {
                if let (Some(Kind::File), Ok(own)) = (self.own_kind(&path), &self.own) {
                    let file = own.file(&path, READ).map_err(|_| No::Absent)?;
                    self.say_if_old(&path);
                    return Ok(file);
                }
                self.find(&path)?
            }
            Spot::Other(number, path) => {
                let (real, kind) = self.find_in(number, &path)?;
                (number, real, kind)
            }
        };
        if kind != Kind::File {
            return Err(No::Absent);
        }
        let seen = self.seen.get(number).ok_or(No::Absent)?;
        own::regular(&seen.dir, &real, READ).map_err(|_| No::Absent)
    }

    /// Says that a file which the program does not find lies where the person is: there it would be, had the program been compiled and started there.
    fn say_if_here(&mut self, path: &str) {
        let here = &self.here;
        let knows = self.seen.iter().any(|seen| seen.path == *here);
        if !knows && Path::new(path).is_relative() && here.join(path).is_file() {
            let path = path.escape_debug();
            self.say(format!(
                "`{path}` is looked for in the folder of the program's source, and not in the one that you are in; `--read .` lets it read here, too"
            ));
        }
    }

    /// Says that a file of an earlier run hides a newer one beside the source.
    fn say_if_old(&mut self, path: &Path) {
        if self.written.contains(path) {
            return;
        }
        let newer = || {
            let (_, at) = self.own.as_ref().ok()?.about(path)?;
            let (number, real, _) = self.find(path).ok()?;
            let beside = self.seen[number].dir.symlink_metadata(real).ok()?;
            Some(beside.modified().ok()?.into_std() > at)
        };
        if newer() == Some(true) {
            let (path, folder) = (path.to_string_lossy(), &self.shown);
            self.say(format!(
                "`{}` is read from `{folder}`, where this program wrote it before; the one beside the program is newer",
                path.escape_debug()
            ));
        }
    }

    fn written_to(&mut self, path: &str, mode: FileMode) -> Result<File, No> {
        let Spot::Layer(path) = self.spot(path)? else {
            return Err(No::Refused(format!(
                "it is only read; {}",
                self.may_write()
            )));
        };
        let own = self.layer()?;
        match own.kind(&path) {
            Some(Kind::File) => {}
            Some(Kind::Folder) => return Err(No::Absent),
            Some(Kind::Other) => return Err(linked()),
            None => {
                let beside = self.find(&path).ok();
                match &beside {
                    Some((.., Kind::File)) => {}
                    Some(_) => return Err(No::Absent),
                    None if !mode.create => return Err(No::Absent),
                    None => {}
                }
                self.room_for(&path)?;
                if let Some((number, real, _)) = beside.filter(|_| !mode.truncate) {
                    self.copy((number, &real), &path)?;
                }
            }
        }
        let mode = FileMode {
            create: true,
            ..mode
        };
        let opened = self.layer()?.file(&path, mode);
        let file = opened.map_err(|error| No::Refused(error.to_string()))?;
        self.hidden.remove(&path);
        self.written.insert(path);
        Ok(file)
    }

    /// Makes the folders around a path in the layer that the program sees beside its source, and counts what is about to be made.
    fn room_for(&mut self, path: &Path) -> Result<(), No> {
        if self.made >= MOST_MADE {
            let said = format!(
                "the program has made {MOST_MADE} files and folders, which are the most that it may"
            );
            return Err(No::Refused(said));
        }
        self.made += 1;
        let mut around = PathBuf::new();
        for step in path.parent().unwrap_or(Path::new("")).components() {
            around.push(step);
            match self.kind(&Spot::Layer(around.clone()))? {
                Kind::Folder => {}
                Kind::File => return Err(No::Absent),
                Kind::Other => return Err(linked()),
            }
            if self.own_kind(&around).is_none() {
                self.layer()?.make(&around).map_err(|_| No::Absent)?;
            }
        }
        Ok(())
    }

    /// Copies a file of the source's folder into the layer: it is about to be changed.
    fn copy(&self, (number, real): (usize, &Path), to: &Path) -> Result<(), No> {
        let failed = |error: io::Error| No::Refused(error.to_string());
        let seen = self.seen.get(number).ok_or(No::Absent)?;
        let from = own::regular(&seen.dir, real, READ).map_err(failed)?;
        if from.metadata().map_err(failed)?.len() > MOST_COPIED {
            let said = format!("it has more than {MOST_COPIED} bytes, and would be copied first");
            return Err(No::Refused(said));
        }
        let mut into = self.layer()?.file(to, MAKE).map_err(failed)?;
        let mut from = io::Read::take(from, MOST_COPIED);
        io::copy(&mut from, &mut into).map_err(failed)?;
        Ok(())
    }

    fn names_of(&self, spot: &Spot) -> Result<Vec<String>, No> {
        let mut all = SortedSet::new();
        let mut any = false;
        let mut take = |names: io::Result<Vec<String>>| {
            any |= names.is_ok();
            all.extend(names.unwrap_or_default());
        };
        match spot {
            Spot::Layer(path) => {
                if let (Some(Kind::Folder), Ok(own)) = (self.own_kind(path), &self.own) {
                    take(own.names(path));
                }
                match self.find(path) {
                    Ok((number, real, Kind::Folder)) => {
                        let names = own::names(&self.seen[number].dir, &real);
                        let shows = |name: &String| !self.hidden.contains(&path.join(name));
                        take(names.map(|names| names.into_iter().filter(shows).collect()));
                    }
                    Err(refused @ No::Refused(_)) => return Err(refused),
                    _ => {}
                }
            }
            Spot::Other(number, path) => {
                let (real, _) = self.find_in(*number, path)?;
                take(own::names(&self.seen[*number].dir, &real));
            }
        }
        let names = all
            .into_iter()
            .filter(|name| !passes_kept_back(Path::new(name)));
        if any {
            Ok(names.collect())
        } else {
            Err(No::Absent)
        }
    }

    fn make(&mut self, path: &str) -> Result<(), No> {
        let Spot::Layer(path) = self.spot(path)? else {
            return Err(No::Refused(format!(
                "it is only read; {}",
                self.may_write()
            )));
        };
        self.layer()?;
        if self.own_kind(&path).is_some() || self.find(&path).is_ok() {
            return Err(No::Absent);
        }
        self.room_for(&path)?;
        self.layer()?.make(&path).map_err(|_| No::Absent)
    }

    fn take_away(&mut self, path: &str) -> Result<(), No> {
        let Spot::Layer(path) = self.spot(path)? else {
            return Err(No::Refused(format!(
                "it is only read; {}",
                self.may_write()
            )));
        };
        let beside = |files: &Files| matches!(files.find(&path), Ok((.., Kind::File)));
        match self.own_kind(&path) {
            Some(Kind::File) => self.layer()?.remove(&path).map_err(|_| No::Absent)?,
            Some(_) => return Err(No::Absent),
            None if beside(self) => {}
            None => return Err(No::Absent),
        }
        if beside(self) {
            self.hidden.insert(path);
        }
        Ok(())
    }

    fn may_write(&self) -> String {
        format!(
            "a program writes only into a folder of its own, `{}`, and `--files DIR` names another",
            self.shown
        )
    }
}

fn outside() -> No {
    No::Refused(
        "a program reaches only what lies in the folder of its source; `--read DIR` lets it read another folder, `--files DIR` write to one"
            .to_owned(),
    )
}

fn linked() -> No {
    No::Refused("what is there is a link, which is not followed, or no file".to_owned())
}

fn kept_back() -> No {
    No::Refused("names that begin with a dot, and `progress.db`, are never a program's".to_owned())
}
