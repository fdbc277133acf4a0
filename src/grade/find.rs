//! The labs' files in one submission: a folder or an archive in, the text of each lab that is in it out.
//!
//! The rule: a file is a lab's by its name, anywhere below; where labs share a name (`exercise.rs`), by the folder it lies in, too. Of
//! a lab there is one file. Only these files are read, none further than [`LONGEST`] bytes, and nothing is ever unpacked to the disk, so
//! that what else is there, however large or deep, costs a look at its name.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use lab::Lab;
use sorted::SortedMap;

use super::submission::{HandedIn, Submission};
use crate::regular;

/// No lab's file is longer, in bytes.
pub const LONGEST: u64 = 1 << 20;
/// No archive is longer, in bytes.
const LONGEST_ARCHIVE: u64 = 16 << 20;
/// No `.tar.gz` unpacks to more, in bytes; it has to be unpacked to be looked through.
const LONGEST_UNPACKED: u64 = 64 << 20;
/// So many entries are looked at, and so many folders deep.
const MOST_ENTRIES: usize = 20_000;
const DEEPEST: usize = 12;

/// A lab's file in a submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its lab.
    pub lab: &'static str,
    /// The file as a person names it: `ada/vector-add.cu`, `bob.zip/labs/rope/rope.cu`.
    pub file: String,
    /// Its bytes, or a sentence that says why there are none.
    pub bytes: Result<Vec<u8>, String>,
    /// When it was handed in: the time of the file, or of the archive.
    pub time: Option<SystemTime>,
}

/// The files of these labs in a submission, one a lab, in the labs' order.
///
/// # Errors
/// A sentence why the submission is refused as a whole.
pub fn find(submission: &Submission, labs: &[&'static Lab]) -> Result<Vec<Found>, String> {
    let sought = Sought { submission, labs };
    let all = match &submission.place {
        HandedIn::Refused(why) => return Err(why.clone()),
        HandedIn::Folder(path) => sought.in_folder(path)?,
        HandedIn::Zip(path) => sought.in_zip(path)?,
        HandedIn::TarGz(path) => sought.in_tar(path)?,
    };
    let mut by_lab: SortedMap<usize, Vec<Found>> = SortedMap::new();
    for found in all {
        let place = labs.iter().position(|lab| lab.id == found.lab);
        by_lab.entry(place.unwrap_or(0)).or_default().push(found);
    }
    Ok(by_lab.into_values().map(only).collect())
}

/// The one file of a lab; of several none is judged.
fn only(mut of_lab: Vec<Found>) -> Found {
    of_lab.sort_by(|a, b| a.file.cmp(&b.file));
    let names: Vec<String> = of_lab
        .iter()
        .map(|found| format!("`{}`", found.file))
        .collect();
    let mut first = of_lab.swap_remove(0);
    if !of_lab.is_empty() {
        let lab = first.lab;
        let shown = names
            .iter()
            .take(3)
            .cloned()
            .collect::<Vec<_>>()
            .join(" and ");
        first.bytes = Err(format!(
            "there are {} files for `{lab}`: {shown}; leave one of them",
            names.len()
        ));
    }
    first
}

/// What is looked for, and in what.
struct Sought<'a> {
    submission: &'a Submission,
    labs: &'a [&'static Lab],
}

impl Sought<'_> {
    /// The lab whose file this is, by a path with `/`.
    fn lab_of(&self, path: &str) -> Option<&'static Lab> {
        let mut up = path.rsplit('/');
        let (name, folder) = (up.next()?, up.next());
        let mut named = self.labs.iter().filter(|lab| lab.file == name);
        let first = named.next()?;
        // A name that is one lab's alone says enough.
        let shared = named.next().is_some() || name == "exercise.rs";
        match shared {
            false => Some(first),
            true => {
                let mut all = self.labs.iter().filter(|lab| lab.file == name);
                all.find(|lab| Some(lab.id) == folder).copied()
            }
        }
    }

    fn found(
        &self,
        lab: &Lab,
        path: &str,
        (bytes, time): (Result<Vec<u8>, String>, Option<SystemTime>),
    ) -> Found {
        Found {
            lab: lab.id,
            file: format!("{}/{path}", self.submission.name),
            bytes,
            time,
        }
    }

    fn in_folder(&self, folder: &Path) -> Result<Vec<Found>, String> {
        let hidden = |name: &std::ffi::OsStr| {
            let name = name.to_string_lossy();
            name.starts_with('.') || name == "target" || name == "node_modules"
        };
        let walk = walkdir::WalkDir::new(folder)
            .max_depth(DEEPEST)
            .min_depth(1);
        let walk = walk
            .into_iter()
            .filter_entry(|entry| !hidden(entry.file_name()));
        let mut all = Vec::new();
        for (count, entry) in walk.enumerate() {
            if count >= MOST_ENTRIES {
                return Err(format!(
                    "it has more than {MOST_ENTRIES} files; leave out what is built or fetched"
                ));
            }
            // A folder that cannot be read holds nothing that can be judged.
            let Ok(entry) = entry else { continue };
            let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let inside = inside.to_string_lossy().replace('\\', "/");
            let Some(lab) = self.lab_of(&inside).filter(|_| !entry.file_type().is_dir()) else {
                continue;
            };
            let time = entry
                .metadata()
                .ok()
                .and_then(|about| about.modified().ok());
            let bytes = match entry.file_type().is_symlink() {
                true => Err(is_link(lab)),
                false => regular::read(entry.path(), LONGEST)
                    .map_err(|why| format!("`{}` {why}", lab.file)),
            };
            all.push(self.found(lab, &inside, (bytes, time)));
        }
        Ok(all)
    }

    /// The archive's file, if it is none too long.
    fn archive(&self, path: &Path) -> Result<(File, Option<SystemTime>), String> {
        let cannot = |error: std::io::Error| format!("it cannot be read: {error}");
        let file = File::open(path).map_err(cannot)?;
        let about = file.metadata().map_err(cannot)?;
        if about.len() > LONGEST_ARCHIVE {
            return Err(format!(
                "it has {} bytes, and an archive has at most {LONGEST_ARCHIVE}; leave out what is built or fetched",
                about.len()
            ));
        }
        Ok((file, about.modified().ok()))
    }

    fn in_zip(&self, path: &Path) -> Result<Vec<Found>, String> {
        let (file, time) = self.archive(path)?;
        let broken = |error: zip::result::ZipError| {
            format!("it is no zip archive that can be read: {error}")
        };
        let mut archive = zip::ZipArchive::new(file).map_err(broken)?;
        if archive.len() > MOST_ENTRIES {
            let entries = archive.len();
            return Err(format!(
                "it has {entries} files, and {MOST_ENTRIES} are the most"
            ));
        }
        let mut all = Vec::new();
        for at in 0..archive.len() {
            // One that cannot be unpacked matters only where it is a lab's.
            let name = match archive.name_for_index(at) {
                Some(Ok(name)) => name.replace('\\', "/"),
                _ => continue,
            };
            let Some(lab) = self.lab_of(&name).filter(|_| !leads_out(&name)) else {
                continue;
            };
            let bytes = match archive.by_index(at) {
                Err(error) => Err(format!("`{}` cannot be unpacked: {error}", lab.file)),
                Ok(entry) if entry.is_symlink() => Err(is_link(lab)),
                Ok(entry) => bounded(entry, lab),
            };
            all.push(self.found(lab, &name, (bytes, time)));
        }
        Ok(all)
    }

    fn in_tar(&self, path: &Path) -> Result<Vec<Found>, String> {
        let (file, time) = self.archive(path)?;
        // One byte more than allowed, so that an archive of just that length is none too long.
        let mut unpacked = flate2::read::MultiGzDecoder::new(file).take(LONGEST_UNPACKED + 1);
        let mut all = Vec::new();
        let walked = self.through(&mut unpacked, time, &mut all);
        if unpacked.limit() == 0 {
            return Err(format!(
                "it unpacks to more than {LONGEST_UNPACKED} bytes; leave out what is built or fetched"
            ));
        }
        walked?;
        Ok(all)
    }

    fn through(
        &self,
        unpacked: &mut dyn Read,
        time: Option<SystemTime>,
        all: &mut Vec<Found>,
    ) -> Result<(), String> {
        let broken =
            |error: std::io::Error| format!("it is no tar.gz archive that can be read: {error}");
        let mut archive = tar::Archive::new(unpacked);
        for (count, entry) in archive.entries().map_err(broken)?.enumerate() {
            if count >= MOST_ENTRIES {
                return Err(format!("it has more than {MOST_ENTRIES} files"));
            }
            let entry = entry.map_err(broken)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let name = name.trim_start_matches("./");
            let Some(lab) = self.lab_of(name).filter(|_| !leads_out(name)) else {
                continue;
            };
            let kind = entry.header().entry_type();
            let bytes = match () {
                () if kind.is_dir() => continue,
                () if kind.is_symlink() || kind.is_hard_link() => Err(is_link(lab)),
                () => bounded(entry, lab),
            };
            all.push(self.found(lab, name, (bytes, time)));
        }
        Ok(())
    }
}

fn is_link(lab: &Lab) -> String {
    format!(
        "`{}` is a link, and links are not followed; hand in the file itself",
        lab.file
    )
}

/// Whether a name in an archive is one that no file below a folder has.
fn leads_out(name: &str) -> bool {
    name.starts_with('/')
        || name.split('/').any(|part| part == "..")
        || name.starts_with("__MACOSX/")
}

/// The bytes of an entry, whatever length it claims.
fn bounded(entry: impl Read, lab: &Lab) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    entry
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("`{}` cannot be unpacked: {error}", lab.file))?;
    match bytes.len() as u64 > LONGEST {
        true => Err(format!(
            "`{}` unpacks to more than {LONGEST} bytes, the most that is read",
            lab.file
        )),
        false => Ok(bytes),
    }
}

#[cfg(all(test, unix))]
mod tests;
