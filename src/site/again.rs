//! A saved page under `serve`: what nobody else can see of it costs this page and no other.
//!
//! [`Maker::make_after`] is told which files changed. A page whose side towards others stayed the same
//! (`course/again.rs`) is parsed, linked and rendered alone, with the pages that show its text; files that no page shows
//! change nothing. Whatever is more than that is [`Maker::make`]'s, which looks at everything.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lab_texts::LabTexts;
use super::link::{LinkedPage, LinkedSite, Target};
use super::map::Shows;
use super::parse::{self, Facts};
use super::paths::normal;
use super::render::{self, Look, RenderedPage};
use super::{Made, Maker, catalogues, link, search_of};
use crate::course::{PageId, PageKind, Problem};

/// What was made last, for doing the next change to it.
pub(super) struct Last {
    site: Arc<LinkedSite>,
    look: Look,
    made: Made,
    facts: Facts,
    /// Files that pages show or copy, besides the pages themselves.
    shown: HashSet<PathBuf>,
}

impl Last {
    pub fn of(site: Arc<LinkedSite>, look: Look, made: &Made) -> Last {
        let listed = site.pages.iter().flat_map(|page| listed(page));
        let mapped = site.lab_texts.iter().flat_map(LabTexts::files);
        let listed = listed.chain(mapped.map(PathBuf::from));
        Last {
            shown: listed.chain(site.files.values().cloned()).collect(),
            facts: Facts::of(&site.course),
            look,
            made: made.clone(),
            site,
        }
    }
}

impl Maker {
    /// Makes the site after these files changed, given below the course's root; what nobody names is as it was.
    ///
    /// # Errors
    /// As for [`Maker::make`].
    pub fn make_after(&mut self, changed: &BTreeSet<PathBuf>) -> Result<Made, Vec<Problem>> {
        match self.last.take() {
            Some(last) => match self.after(&last, changed) {
                Some(again) => {
                    let made = again.made.clone();
                    self.last = Some(again);
                    Ok(made)
                }
                None => self.make(),
            },
            None => self.make(),
        }
    }

    fn after(&mut self, last: &Last, changed: &BTreeSet<PathBuf>) -> Option<Last> {
        let mut site = (*last.site).clone();
        let mut pages = Vec::new();
        let mut shown = last.shown.clone();
        for path in changed {
            if self.is_idle(last, path) {
                continue;
            }
            let (id, linked) = self.page_after(last, path)?;
            shown.extend(listed(&linked));
            site.pages[id.0] = Arc::new(linked);
            pages.push(id);
        }
        let site = Arc::new(site);
        let stops = stops_of(&site, &pages);
        let rendered = render::render_some(&site, &last.look, &self.rendered, &stops).ok()?;
        let mut made = last.made.clone();
        made.rendered = Vec::new();
        for page in rendered {
            self.take_over(&mut made, page);
        }
        if !pages.is_empty() {
            made.search = Arc::new(search_of(&site));
        }
        Some(Last {
            site,
            look: last.look.clone(),
            made,
            facts: Facts {
                questions: last.facts.questions.clone(),
                predictions: last.facts.predictions.clone(),
                tasks: last.facts.tasks.clone(),
            },
            shown,
        })
    }

    /// A file beside the pages that no page shows.
    fn is_idle(&self, last: &Last, path: &Path) -> bool {
        let beside = [self.config.kernels(), self.config.labs_dir()];
        let full = self.config.root.join(path);
        beside.iter().any(|folder| full.starts_with(folder)) && !last.shown.contains(path)
    }

    fn page_after(&mut self, last: &Last, path: &Path) -> Option<(PageId, LinkedPage)> {
        if last
            .made
            .warnings
            .iter()
            .any(|problem| problem.path == path)
        {
            return None;
        }
        let course = &last.site.course;
        let (id, page) = self.loader.again(&self.config.root, course, path)?;
        let parsed = Arc::new(parse::parse(&page, last.facts.tasks_of(id), &last.facts));
        if !parsed.problems.is_empty() {
            return None;
        }
        self.parsed.insert(path.to_path_buf(), parsed.clone());
        let linked = link::again(&self.config, &last.site, &page, parsed)?;
        // Who names what is shown on the pages of the catalogues; a file that nothing leads to leaves the site.
        let before = last.site.pages.get(id.0)?;
        // What is copied of a template lies beside its page.
        if page.kind == PageKind::Template {
            return None;
        }
        let same = catalogues::named_by(&linked) == catalogues::named_by(before)
            && files_of(&linked) == files_of(before);
        same.then_some((id, linked))
    }

    fn take_over(&mut self, made: &mut Made, page: RenderedPage) {
        made.files.insert(page.file.clone(), page.html.clone());
        let version = render::short(&page.hash);
        made.hashes.insert(page.url.clone(), version);
        if let Some(live) = super::live_of(&page) {
            made.live.insert(page.url.clone(), live);
        }
        if page.fresh {
            made.rendered.push(page.url.clone());
        }
        self.rendered.insert(page.url.clone(), page);
    }
}

/// The files that a page leads to.
fn files_of(page: &LinkedPage) -> BTreeSet<&String> {
    let targets = page.targets.iter();
    let files = targets.filter_map(|target| match target {
        Target::File(address) => Some(address),
        _ => None,
    });
    files.collect()
}

/// The files that a page's listings are cut from, and its maps made of.
fn listed(page: &LinkedPage) -> impl Iterator<Item = PathBuf> {
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
    let homes: BTreeSet<_> = (0..site.map.stops.len())
        .filter(own)
        .map(|at| (site.map.stops[at].part, site.map.stops[at].module))
        .collect();
    let shows = stops.filter(|(at, stop)| {
        own(at) || (stop.shows == Shows::Print && homes.contains(&(stop.part, stop.module)))
    });
    shows.map(|(at, _)| at).collect()
}
