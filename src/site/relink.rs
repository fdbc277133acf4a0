//! The link stage: all pages of a course, or edited ones put into the site that was linked last.
//!
//! An edited page stands alone as long as nobody else shows what it points at: a row of a catalogue says who names it, and a file
//! that nothing leads to leaves the site. Where that changes, the whole course is linked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sorted::SortedSet;

use super::cache::{Cache, Previous};
use super::link::{LinkedPage, LinkedSite, Target, Texts};
use super::map::{Shows, has_codes};
use super::parse::{Facts, ParsedPage, ParsedSite};
use super::paths::normal;
use super::pipeline::{Input, Stop, sorted};
use super::{catalogues, link};
use crate::config::Config;
use crate::course::{Page, PageId, Problem};

/// A site that can be rendered, and which of its pages are to be.
pub struct Linked {
    /// The site.
    pub site: Arc<LinkedSite>,
    /// What parsing had to know of the course.
    pub facts: Arc<Facts>,
    /// The pages to render, by their places on the map.
    pub stops: Vec<usize>,
    /// The pages of the course that were edited, where `stops` shows these alone.
    pub edited: Option<Vec<PageId>>,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
}

/// Finds what pages point at.
///
/// # Errors
/// Everything that is wrong with the course so far; of edited pages, that others see the change.
pub(super) fn link_site<P>(
    input: &Input,
    parsed: ParsedSite,
    cache: &Cache<P>,
) -> Result<Linked, Stop> {
    let config = &input.config;
    if let (Some(edited), Some(previous)) = (&parsed.edited, &cache.previous) {
        let pages = edited.iter().zip(&parsed.pages);
        return put_in(config, previous, pages).ok_or(Stop::Wider);
    }
    let mut problems = parsed.problems;
    let codes = match has_codes(&parsed.course, config.labs.all()) {
        true => cache.codes(),
        false => &[],
    };
    let texts = Texts {
        pages: parsed.pages,
        labs: parsed.labs,
        codes,
        plays: input.plays(),
        worked: &cache.worked,
    };
    match link::link(config, parsed.course, config.labs.all(), texts) {
        Ok(site) if !problems.iter().any(Problem::is_error) => Ok(Linked {
            stops: (0..site.map.stops.len()).collect(),
            site: Arc::new(site),
            facts: parsed.facts,
            edited: None,
            warnings: sorted(problems),
        }),
        Ok(_) => Err(Stop::Broken(problems)),
        Err(broken) => {
            problems.extend(broken);
            Err(Stop::Broken(problems))
        }
    }
}

/// The last site with these pages in the place of what they were.
fn put_in<'p>(
    config: &Config,
    previous: &Previous,
    pages: impl Iterator<Item = (&'p (PageId, Page), &'p Arc<ParsedPage>)>,
) -> Option<Linked> {
    let mut site = (*previous.site).clone();
    let mut ids = Vec::new();
    for ((id, page), parsed) in pages {
        let linked = link::relink(config, &previous.site, page, parsed.clone())?;
        let before = previous.site.pages.get(id.0)?;
        let alone = catalogues::named_by(&linked) == catalogues::named_by(before)
            && files_of(&linked) == files_of(before)
            && programs_of(&linked) == programs_of(before);
        if !alone {
            return None;
        }
        site.pages[id.0] = Arc::new(linked);
        ids.push(*id);
    }
    Some(Linked {
        stops: stops_of(&site, &ids),
        site: Arc::new(site),
        facts: previous.facts.clone(),
        edited: Some(ids),
        warnings: previous.warnings.clone(),
    })
}

/// The files that a page leads to.
fn files_of(page: &LinkedPage) -> SortedSet<&String> {
    let targets = page.targets.iter();
    let files = targets.filter_map(|target| match target {
        Target::File(address) => Some(address),
        _ => None,
    });
    files.collect()
}

/// The programs that a page lets its reader run: the playground lists them with their pages.
fn programs_of(page: &LinkedPage) -> SortedSet<&str> {
    let tried = page.listings.iter().filter_map(|l| l.tried.as_deref());
    tried.map(|tried| tried.path.as_str()).collect()
}

/// The files that a page's listings are cut from, and its maps made of.
pub(super) fn listed(page: &LinkedPage) -> impl Iterator<Item = PathBuf> {
    let files = page.parsed.files();
    files.filter_map(|path| normal(Path::new(path)))
}

/// The pages of the site that show the text of these pages.
fn stops_of(site: &LinkedSite, pages: &[PageId]) -> Vec<usize> {
    let stops = site.map.stops.iter().enumerate();
    let own = |at: &usize| {
        let page = site.map.stops[*at].page;
        page.is_some_and(|page| pages.contains(&page))
    };
    let homes: SortedSet<_> = (0..site.map.stops.len())
        .filter(own)
        .map(|at| (site.map.stops[at].part, site.map.stops[at].module))
        .collect();
    let shows = stops.filter(|(at, stop)| {
        own(at) || (stop.shows == Shows::Print && homes.contains(&(stop.part, stop.module)))
    });
    shows.map(|(at, _)| at).collect()
}
