//! A whole class, or a share of it: submissions and a roster in, records made on all cores, counts out.
//!
//! The rule: every learner of the share ends with records, or the run says why it stopped and is to be started again; it goes on where it
//! stopped. One run at a time writes a share's records, which a lock on a file beside them says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::judging::{Desk, Grading, Made};
use super::record::{self, GradeEnded, GradeRecord};
use super::shard::Shard;
use super::submission::{Submission, Submissions};
use crate::exit::Failure;
use crate::runner::Cancel;

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Learners of the share.
    pub learners: usize,
    /// Those whose records are made.
    pub done: usize,
    /// Records by how they ended.
    pub ended: BTreeMap<GradeEnded, usize>,
    /// Records that this run made.
    pub fresh: usize,
    /// Whether the run was ended from outside.
    pub interrupted: bool,
}

impl Tally {
    fn add(&mut self, made: &[Made]) {
        self.done += 1;
        for one in made {
            *self.ended.entry(one.ended).or_default() += 1;
            self.fresh += usize::from(!one.known);
        }
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.ended.values().sum()
    }
}

/// What is to be graded, and by how many at once.
pub struct Class<'a> {
    /// What was handed in.
    pub submissions: &'a Submissions,
    /// Which of it.
    pub shard: Shard,
    /// Judges at a time.
    pub jobs: usize,
}

/// Makes the records of a class; `tell` is called after each learner.
///
/// # Errors
/// When another run has the records, one of them cannot be written, or nothing can be judged here. What was made until then stands.
pub fn grade(
    grading: &Grading<'_>,
    class: &Class<'_>,
    cancel: &Cancel,
    tell: &mut dyn FnMut(&Tally),
) -> Result<Tally, Failure> {
    let folder = grading.records.as_path();
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::broken(format!(
            "the folder `{}` cannot be made: {error}",
            folder.display()
        ))
    })?;
    let _held = lock(folder, class.shard)?;
    sweep(folder);
    let before = before(folder)?;
    let learners = learners(grading, class);
    let desk = Desk::new(grading, cancel, before);
    let mut tally = Tally {
        learners: learners.len(),
        ..Tally::default()
    };
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (say, hear) = mpsc::channel();
    let mut failed = None;
    std::thread::scope(|scope| {
        for _ in 0..class.jobs.clamp(1, learners.len().max(1)) {
            let (say, desk, next, stop, learners) = (say.clone(), &desk, &next, &stop, &learners);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) && cancel.said().is_none() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((id, submission)) = learners.get(at) else {
                        break;
                    };
                    let made = desk.learner(id, *submission);
                    stop.fetch_or(made.is_err(), Ordering::Relaxed);
                    let _ = say.send(made);
                }
            });
        }
        drop(say);
        for made in hear {
            match made {
                Ok(Some(made)) => {
                    tally.add(&made);
                    tell(&tally);
                }
                Ok(None) => {}
                Err(failure) => failed = failed.take().or(Some(failure)),
            }
        }
    });
    if let Some(failure) = failed {
        let (done, of) = (tally.done, tally.learners);
        let stands = format!(
            "the records of {done} of {of} learners stand; start it again and it goes on from there"
        );
        let help = match &failure.help {
            Some(help) => format!("{help}; {stands}"),
            None => stands,
        };
        return Err(failure.help(help));
    }
    tally.interrupted = cancel.said().is_some();
    Ok(tally)
}

/// Who is in the share: whoever handed something in, and, where labs were due, whoever is on the roster.
fn learners<'a>(
    grading: &'a Grading<'_>,
    class: &Class<'a>,
) -> Vec<(&'a str, Option<&'a Submission>)> {
    let mut all: BTreeMap<&str, Option<&Submission>> = BTreeMap::new();
    if let Some(roster) = grading.roster.filter(|_| grading.due) {
        all.extend(roster.learners.keys().map(|id| (id.as_str(), None)));
    }
    let submitted = class.submissions.all.iter();
    all.extend(submitted.map(|one| (one.learner.as_str(), Some(one))));
    all.retain(|id, _| class.shard.takes(id));
    all.into_iter().collect()
}

/// Holds the records of a share as long as the file lives; the system lets go of it when this process ends, however it ends.
fn lock(folder: &Path, shard: Shard) -> Result<File, Failure> {
    let path = folder.join(format!(".lock-{}-of-{}", shard.number, shard.of));
    let cannot = |error: std::io::Error| {
        Failure::broken(format!("`{}` cannot be locked: {error}", path.display()))
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::broken(format!(
            "another run is writing records into `{}`",
            folder.display()
        ))
        .help("wait for it, or give this one another folder with `--records`")),
        // A file system without locks, as some clusters' are: renaming alone keeps records whole.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes halves of records that a killed run left more than an hour ago; another share's are younger while it writes.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let age = entry.metadata().and_then(|about| about.modified()).ok();
        let age = age.and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if name.starts_with('.') && name.contains(".json.new-") && age.as_secs() > 3600 {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Names of the records' files that are there.
fn before(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let files = record::files(folder)?;
    let name = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    Ok(files.iter().map(name).collect())
}

/// Brings the records of other folders into this one: of one that is in several, the latest; gives how many were brought.
///
/// # Errors
/// When one of them cannot be read or written.
pub fn merge(from: &[std::path::PathBuf], folder: &Path) -> Result<usize, Failure> {
    for other in from {
        if !other.is_dir() {
            return Err(Failure::wrong_use(format!(
                "`{}` is no folder of records",
                other.display()
            )));
        }
    }
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::broken(format!(
            "the folder `{}` cannot be made: {error}",
            folder.display()
        ))
    })?;
    let _held = lock(folder, Shard::WHOLE)?;
    let there = before(folder)?;
    let mut brought = 0;
    for record in record::read_all(from)? {
        let name = record.file_name();
        let known = match there.contains(&name) {
            true => Some(GradeRecord::read(&folder.join(&name))?),
            false => None,
        };
        if known.is_none_or(|known| known.ran.started < record.ran.started) {
            record.write(folder)?;
            brought += 1;
        }
    }
    Ok(brought)
}
