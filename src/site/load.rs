//! Everything a site is made of, read: the whole course, or the pages that were edited where nobody else can tell.
//! Nothing is decided here; what the content model found wrong travels along and is told with the rest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sorted::SortedSet;

use super::cache::{Cache, Previous};
use super::pipeline::{ChangeSet, Input, Stop};
use crate::config::Config;
use crate::course::{Course, Page, PageId, PageKind, Problem};

/// What was read.
#[derive(Debug)]
pub struct SourceSite {
    /// The course.
    pub course: Arc<Course>,
    /// The pages to go on with, in the place of those that the course has; none where all of the course was read.
    pub edited: Option<Vec<(PageId, Page)>>,
    /// What the content model found.
    pub problems: Vec<Problem>,
}

impl SourceSite {
    /// The pages to go on with.
    pub fn pages(&self) -> Vec<(PageId, &Page)> {
        match &self.edited {
            Some(edited) => edited.iter().map(|(id, page)| (*id, page)).collect(),
            None => {
                let pages = self.course.pages.iter().enumerate();
                pages.map(|(at, page)| (PageId(at), page)).collect()
            }
        }
    }
}

/// Reads what changed of the course.
///
/// # Errors
/// That others see the change of a page, so that it is not enough to read that one.
pub(super) fn load<P: Clone>(
    input: &Input,
    changes: &ChangeSet,
    cache: &mut Cache<P>,
) -> Result<SourceSite, Stop> {
    if let ChangeSet::Files(files) = changes {
        return edited(&input.config, files, cache).ok_or(Stop::Wider);
    }
    // What was built last is no longer what the next change is to.
    cache.previous = None;
    let config = &input.config;
    let known = crate::course::known(config.labs.all());
    let loaded = cache.loader.load(&config.root, Some(&known), config.drafts);
    cache.loaded();
    Ok(SourceSite {
        course: Arc::new(loaded.course),
        edited: None,
        problems: loaded.problems,
    })
}

/// Reads these files alone; none when one of them is more than a page whose side towards others stayed the same.
fn edited<P>(
    config: &Config,
    files: &SortedSet<PathBuf>,
    cache: &mut Cache<P>,
) -> Option<SourceSite> {
    let previous = cache.previous.as_ref()?;
    let course = &previous.site.course;
    let mut pages = Vec::new();
    for path in files
        .iter()
        .filter(|path| !is_unused(config, previous, path))
    {
        if previous
            .warnings
            .iter()
            .any(|problem| problem.path == *path)
        {
            return None;
        }
        let (id, page) = cache.loader.reload(&config.root, course, path)?;
        // What is copied of a template lies beside its page.
        if page.kind == PageKind::Template {
            return None;
        }
        pages.push((id, page));
    }
    Some(SourceSite {
        course: course.clone(),
        edited: Some(pages),
        problems: Vec::new(),
    })
}

/// A file beside the pages that no page shows.
fn is_unused(config: &Config, previous: &Previous, path: &Path) -> bool {
    let beside = [config.kernels(), config.labs_dir()];
    let full = config.root.join(path);
    beside.iter().any(|folder| full.starts_with(folder)) && !previous.shows(path)
}
