//! The one way to a site: load, parse, link, render, write. A build, a site served from memory and a saved page take it alike.
//!
//! In go what the site is built from ([`Input`]), what changed since the last run ([`ChangeSet`]), what that run left ([`Cache`])
//! and where the site is to lie ([`Sink`]). The rule: each stage does what its key in the cache does not know already, and a change
//! that nobody but its own page can tell goes through the same stages with that page alone. A stage that finds otherwise says so
//! ([`Stop::Wider`]), and all stages run over the whole course.

use std::path::PathBuf;

use sorted::SortedSet;

use super::cache::Cache;
use super::module::PageModule;
use super::sink::Sink;
use super::{load, parse, relink, render};
use crate::config::Config;
use crate::course::Problem;
use crate::store::LogEntry;

/// What a site is built from.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where the course is, with its labs.
    pub config: Config,
    /// Whether a server stands behind the pages.
    pub live: bool,
    /// What is published of the log, newest first; or why it cannot be read.
    pub log: Result<Vec<LogEntry>, Problem>,
    /// What judges kernels in the page, where it was made.
    pub module: Option<PageModule>,
    /// What runs whole programs in the page, where it was made.
    pub programs: Option<PageModule>,
}

impl Input {
    /// The course of this configuration, for a site that is published; no log is.
    pub fn of(config: Config) -> Input {
        Input {
            config,
            live: false,
            log: Ok(Vec::new()),
            module: None,
            programs: None,
        }
    }

    /// The same for a server, which shows drafts and has the log from the store.
    pub fn live(config: Config) -> Input {
        Input {
            live: true,
            ..Input::of(Config {
                drafts: true,
                ..config
            })
        }
    }

    /// Whether something would run what a reader writes: a module in the page, or a server behind it.
    pub(super) fn plays(&self) -> bool {
        self.live || self.module.is_some()
    }
}

/// What changed since the last run.
#[derive(Clone, Debug)]
pub enum ChangeSet {
    /// Anything may have.
    Anything,
    /// These files, given below the course's root; nothing else did.
    Files(SortedSet<PathBuf>),
}

/// Why a stage went no further.
#[derive(Debug)]
pub(super) enum Stop {
    /// The change is seen by other pages: the whole course has to be looked at.
    Wider,
    /// Something is wrong with the course.
    Broken(Vec<Problem>),
}

impl From<Vec<Problem>> for Stop {
    fn from(problems: Vec<Problem>) -> Stop {
        Stop::Broken(problems)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Stop {
        Stop::Broken(vec![problem])
    }
}

/// Brings the site in a sink up to date.
///
/// # Errors
/// Everything that is wrong with the course, sorted by file and place.
pub fn pipeline<S: Sink>(
    input: &Input,
    changes: &ChangeSet,
    cache: &mut Cache<S::Page>,
    sink: &mut S,
) -> Result<S::Output, Vec<Problem>> {
    let mut done = stages(input, changes, cache, sink);
    if let (Err(Stop::Wider), ChangeSet::Files(_)) = (&done, changes) {
        done = stages(input, &ChangeSet::Anything, cache, sink);
    }
    done.map_err(|stop| match stop {
        Stop::Broken(problems) => sorted(problems),
        // Nothing is wider than anything.
        Stop::Wider => Vec::new(),
    })
}

fn stages<S: Sink>(
    input: &Input,
    changes: &ChangeSet,
    cache: &mut Cache<S::Page>,
    sink: &mut S,
) -> Result<S::Output, Stop> {
    let source = load::load(input, changes, cache)?;
    let parsed = parse::parse_site(source, input.config.labs.all(), cache)?;
    let linked = relink::link_site(input, parsed, cache)?;
    let rendered = render::render(input, linked, cache, sink)?;
    sink.write(input, rendered).map_err(Stop::Broken)
}

/// By file and place, each said once.
pub(super) fn sorted(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup();
    problems
}
