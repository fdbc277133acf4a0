//! The site in memory: made again on demand, compared with what was there, kept when the new one is broken.
//! Readers get a snapshot and never wait for a build.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use lab::Lab;

use crate::config::Config;
use crate::course::Problem;
use crate::site::{Bytes, Made, Maker};

/// What making the site again came to.
#[derive(Clone, Debug)]
pub enum Change {
    /// It was made.
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

/// The last site that could be made, and what is wrong now.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    pub made: Option<Made>,
}

pub(super) struct Site {
    maker: Mutex<Maker>,
    snapshot: RwLock<Arc<Snapshot>>,
    problems: RwLock<Vec<Problem>>,
}

impl Site {
    pub fn new(config: Config, labs: &'static [&'static Lab]) -> Site {
        let site = Site {
            maker: Mutex::new(Maker::new(config, labs, true)),
            snapshot: RwLock::default(),
            problems: RwLock::default(),
        };
        site.rebuild();
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
        self.snapshot().made.as_ref().map_or(0, |made| made.pages)
    }

    /// The page that stands in when there is no site at all.
    pub fn broken_page(&self, root: &str, url: &str) -> String {
        let maker = self.maker.lock().unwrap_or_else(PoisonError::into_inner);
        maker.broken_page(root, url, &self.problems())
    }

    pub fn rebuild(&self) -> Change {
        self.make(Maker::make)
    }

    /// Makes it again after these files changed, given below the course's root.
    pub fn rebuild_after(&self, changed: &BTreeSet<PathBuf>) -> Change {
        self.make(|maker| maker.make_after(changed))
    }

    fn make(&self, make: impl FnOnce(&mut Maker) -> Result<Made, Vec<Problem>>) -> Change {
        let start = Instant::now();
        let mut maker = self.maker.lock().unwrap_or_else(PoisonError::into_inner);
        let result = make(&mut maker);
        let mut problems = self
            .problems
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let mended = problems.iter().any(Problem::is_error);
        match result {
            Ok(made) => {
                *problems = made.warnings.clone();
                drop(problems);
                let old = self.snapshot();
                let styles = old
                    .made
                    .as_ref()
                    .is_some_and(|old| shared_files_differ(old, &made));
                let pages = made.rendered.clone();
                let new = Arc::new(Snapshot { made: Some(made) });
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

fn shared_files_differ(old: &Made, new: &Made) -> bool {
    let is_shared =
        |(file, _): &(&String, &Bytes)| !file.ends_with(".html") && *file != "outline.json";
    let (old, new) = (old.files.iter(), new.files.iter());
    !old.filter(is_shared).eq(new.filter(is_shared))
}
