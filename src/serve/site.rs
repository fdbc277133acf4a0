//! The site in memory: built again on demand, compared with what was there, kept when the new one is broken.
//! Readers get a snapshot and never wait for a build.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::course::Problem;
use crate::site::{self, Builder, Bytes, ChangeSet, MemorySite};

/// What building the site again came to.
#[derive(Clone, Debug)]
pub enum Change {
    /// It was built.
    Built {
        /// Addresses of pages that differ from before.
        pages: Vec<String>,
        /// Whether a style sheet or another shared file differs.
        styles: bool,
        /// It was broken before.
        mended: bool,
        /// How long it took.
        took: Duration,
    },
    /// It is broken; the pages of before stay.
    Broken(Vec<Problem>),
}

/// The last site that could be built, and what is wrong now.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    pub built: Option<MemorySite>,
}

pub(super) struct Site {
    config: Config,
    builder: Mutex<Builder>,
    snapshot: RwLock<Arc<Snapshot>>,
    problems: RwLock<Vec<Problem>>,
}

impl Site {
    pub fn new(config: Config) -> Site {
        let site = Site {
            builder: Mutex::new(Builder::new(config.clone(), true)),
            config,
            snapshot: RwLock::default(),
            problems: RwLock::default(),
        };
        site.rebuild(&ChangeSet::Anything);
        site
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn problems(&self) -> Vec<Problem> {
        self.problems
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn pages(&self) -> usize {
        self.snapshot()
            .built
            .as_ref()
            .map_or(0, |built| built.pages)
    }

    /// The page that stands in when there is no site at all.
    pub fn broken_page(&self, root: &str, url: &str) -> String {
        site::broken_page(&self.config, root, url, &self.problems())
    }

    /// Builds it again after these changes.
    pub fn rebuild(&self, changes: &ChangeSet) -> Change {
        let start = Instant::now();
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        let result = builder.update(changes);
        let mut problems = self
            .problems
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let mended = problems.iter().any(Problem::is_error);
        match result {
            Ok(built) => {
                *problems = built.warnings.clone();
                drop(problems);
                let old = self.snapshot();
                let styles = old
                    .built
                    .as_ref()
                    .is_some_and(|old| shared_files_differ(old, &built));
                let pages = built.rendered.clone();
                let new = Arc::new(Snapshot { built: Some(built) });
                *self
                    .snapshot
                    .write()
                    .unwrap_or_else(PoisonError::into_inner) = new;
                Change::Built {
                    pages,
                    styles,
                    mended,
                    took: start.elapsed(),
                }
            }
            Err(found) => {
                problems.clone_from(&found);
                Change::Broken(found)
            }
        }
    }
}

fn shared_files_differ(old: &MemorySite, new: &MemorySite) -> bool {
    let is_shared =
        |(file, _): &(&String, &Bytes)| !file.ends_with(".html") && *file != "outline.json";
    let (old, new) = (old.files.iter(), new.files.iter());
    !old.filter(is_shared).eq(new.filter(is_shared))
}
