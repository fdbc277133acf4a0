//! Everything a site is made of, read once: the course with its pages, and the labs it links.
//! Nothing is decided here; what the content model found wrong travels along and is told with the rest.

use lab::Lab;

use crate::config::Config;
use crate::course::{Course, Loader, Problem};

/// What was read.
#[derive(Debug)]
pub struct SourceSite {
    /// The course.
    pub course: Course,
    /// What the content model found.
    pub problems: Vec<Problem>,
}

/// Reads the course of this configuration.
pub fn load(config: &Config, labs: &[&'static Lab], loader: &mut Loader) -> SourceSite {
    let known = crate::course::known(labs);
    let loaded = loader.load(&config.root, Some(&known), config.drafts);
    SourceSite {
        course: loaded.course,
        problems: loaded.problems,
    }
}
