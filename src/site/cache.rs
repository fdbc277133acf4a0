//! What a run of the pipeline leaves for the next one: everything is known by its key, and what has the same key is not made again.
//!
//! Pages as read (in the [`Loader`]) and as parsed lie here, and what the sink holds of each rendered page. A cache that lasts, as
//! `serve` has it, also holds the last linked site, so that an edited page can be put into it. One for a single build holds what the
//! sink does, and nothing that only a further run would use.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::codes::{self, ParsedCode};
use super::highlight::Highlighter;
use super::lab_facts::LabFacts;
use super::lab_texts::LabTexts;
use super::link::LinkedSite;
use super::parse::{Facts, ParsedPage};
use super::relink::{self, Linked};
use super::render::{Look, Rendered};
use super::updated::Updated;
use super::worked::Worked;
use crate::config::Config;
use crate::course::keyed::Keyed;
use crate::course::{Loader, Problem};

/// What is known of a course's site; `P` is what its sink holds of a page.
pub struct Cache<P> {
    pub(super) highlighter: Arc<Highlighter>,
    pub(super) lab_facts: Arc<LabFacts>,
    /// The texts of codes: part of the program, not of the course.
    codes: OnceLock<Vec<ParsedCode>>,
    pub(super) updated: Updated,
    pub(super) loader: Loader,
    pub(super) parsed: Keyed<PathBuf, Arc<ParsedPage>>,
    /// By address.
    pub(super) pages: Keyed<String, P>,
    pub(super) previous: Option<Previous>,
    /// What the pages of the last site showed.
    pub(super) worked: Arc<Worked>,
    lasts: bool,
}

/// The last site that was built, for putting edited pages into it.
pub(super) struct Previous {
    pub site: Arc<LinkedSite>,
    pub look: Look,
    pub facts: Arc<Facts>,
    pub warnings: Vec<Problem>,
    /// Files that pages show or copy, besides the pages themselves.
    shown: HashSet<PathBuf>,
}

impl<P> Cache<P> {
    /// The texts of the codes, parsed when a site first needs them.
    pub(super) fn codes(&self) -> &[ParsedCode] {
        self.codes.get_or_init(|| codes::parsed(&self.highlighter))
    }
}

impl<P: Clone> Cache<P> {
    /// An empty cache for many runs.
    pub fn lasting(config: &Config) -> Cache<P> {
        Cache::new(config, Keyed::default(), true)
    }

    /// A cache for one run, with what the sink holds of pages already.
    pub fn for_one_run(config: &Config, pages: Keyed<String, P>) -> Cache<P> {
        Cache::new(config, pages, false)
    }

    fn new(config: &Config, pages: Keyed<String, P>, lasts: bool) -> Cache<P> {
        let highlighter = Arc::new(Highlighter::cached_in(&config.cache()));
        Cache {
            codes: OnceLock::new(),
            highlighter,
            lab_facts: Arc::default(),
            updated: Updated::default(),
            loader: Loader::default(),
            parsed: Keyed::default(),
            pages,
            previous: None,
            worked: Arc::default(),
            lasts,
        }
    }

    /// Pages were read.
    pub(super) fn loaded(&mut self) {
        if !self.lasts {
            self.loader = Loader::default();
        }
    }

    /// These pages were parsed: all that there are, or those that were edited.
    pub(super) fn keep_parsed<'p>(
        &mut self,
        pages: impl Iterator<Item = (&'p Path, Arc<ParsedPage>)>,
        all: bool,
    ) {
        if !self.lasts {
            return;
        }
        if all {
            self.parsed = Keyed::default();
        }
        for (path, parsed) in pages {
            self.parsed.insert(path.to_path_buf(), parsed.key, parsed);
        }
    }

    /// A site was rendered: all of it, or the pages that show what was edited.
    pub(super) fn keep_rendered(&mut self, rendered: &Rendered<P>, live: bool) {
        let linked = &rendered.linked;
        let pages = rendered.pages.iter().cloned();
        match linked.edited {
            Some(_) => pages.for_each(|(url, key, page)| self.pages.insert(url, key, page)),
            None => {
                self.pages = pages.collect();
                self.highlighter.keep();
            }
        }
        if self.lasts {
            self.worked = linked.site.worked.clone();
        }
        if self.lasts && live {
            let shown = self.previous.take().map(|previous| previous.shown);
            let shown = shown.unwrap_or_default();
            self.previous = Some(Previous::of(linked, &rendered.look, shown));
        }
    }
}

impl Previous {
    /// The site that was linked now; what pages showed before it counts on where only some were edited.
    fn of(linked: &Linked, look: &Look, mut shown: HashSet<PathBuf>) -> Previous {
        let site = &linked.site;
        match &linked.edited {
            Some(edited) => {
                let pages = edited.iter().filter_map(|page| site.pages.get(page.0));
                shown.extend(pages.flat_map(|page| relink::listed(page)));
            }
            None => {
                let listed = site.pages.iter().flat_map(|page| relink::listed(page));
                let mapped = site.lab_texts.iter().flat_map(LabTexts::files);
                let listed = listed.chain(mapped.map(PathBuf::from));
                shown = listed.chain(site.files.values().cloned()).collect();
            }
        }
        Previous {
            shown,
            site: site.clone(),
            look: look.clone(),
            facts: linked.facts.clone(),
            warnings: linked.warnings.clone(),
        }
    }

    /// Whether a page shows or copies this file.
    pub fn shows(&self, path: &Path) -> bool {
        self.shown.contains(path)
    }
}
