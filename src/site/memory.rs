//! A site in memory, for a server and for tests: pages by address, those that show progress with what they are rendered from.
//! The sink holds the last site; a run that rendered some pages gives that site with these in it.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use sorted::SortedMap;

use super::cache::Cache;
use super::pipeline::{ChangeSet, Input, pipeline};
use super::render::{DuePage, Rendered, RenderedPage};
use super::search::Search;
use super::sink::{NotTaken, Sink};
use super::templates::Templates;
use super::{Bytes, documents, pages};
use crate::config::Config;
use crate::course::keyed::Key;
use crate::course::{Course, Problem};

/// A site in memory. A copy shares all it holds.
#[derive(Clone, Debug, Default)]
pub struct MemorySite {
    /// The course it shows.
    pub course: Arc<Course>,
    /// Every file by its path below the site's root.
    pub files: SortedMap<String, Bytes>,
    /// Pages that show progress, by address.
    pub live: HashMap<String, LivePage>,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
    /// Addresses of the pages that were rendered now.
    pub rendered: Vec<String>,
    /// What each page says which version it is, by address.
    pub hashes: HashMap<String, String>,
    /// Pages in all.
    pub pages: usize,
    /// What can be found, and the files of its index.
    pub search: Arc<Search>,
    /// The progress of someone who did nothing.
    no_progress: Arc<Value>,
    templates: Arc<Templates>,
}

/// A page that a server fills with progress on request.
#[derive(Clone, Debug)]
pub struct LivePage {
    template: &'static str,
    context: Arc<Value>,
}

impl MemorySite {
    /// Renders a page that shows progress, with this progress.
    ///
    /// # Errors
    /// What is wrong with the template.
    pub fn render_live(&self, page: &LivePage, progress: &Value) -> Result<String, Problem> {
        let mut context = (*page.context).clone();
        context["progress"] = progress.clone();
        self.templates.render(page.template, &context)
    }

    /// The progress of someone who did nothing, for pages to start from.
    pub fn no_progress(&self) -> Value {
        (*self.no_progress).clone()
    }

    fn insert(&mut self, page: RenderedPage) {
        let RenderedPage { url, file, .. } = page;
        if page.fresh {
            self.rendered.push(url.clone());
        }
        if !page.context.is_null() {
            let live = LivePage {
                template: page.template,
                context: page.context,
            };
            self.live.insert(url.clone(), live);
        }
        self.hashes.insert(url, page.hash.short());
        self.files.insert(file, page.html);
    }
}

/// The sink of a site in memory.
#[derive(Default)]
struct Memory {
    site: MemorySite,
}

impl Sink for Memory {
    type Page = RenderedPage;
    type Output = MemorySite;

    fn open(&mut self) -> Result<(), Problem> {
        Ok(())
    }

    fn page(
        &self,
        page: &DuePage<'_>,
        before: Option<&(Key, RenderedPage)>,
    ) -> Result<RenderedPage, NotTaken> {
        match before {
            Some((key, before)) if *key == page.key => Ok(page.again(before)),
            before => Ok(page.render(before.map(|(_, before)| before))?),
        }
    }

    fn write(
        &mut self,
        input: &Input,
        rendered: Rendered<RenderedPage>,
    ) -> Result<MemorySite, Vec<Problem>> {
        let linked = &rendered.linked;
        let site = &mut self.site;
        if let Some(files) = rendered.files {
            *site = MemorySite {
                course: linked.site.course.clone(),
                files,
                warnings: linked.warnings.clone(),
                pages: rendered.pages.len(),
                no_progress: Arc::new(pages::nothing_done(&linked.site)),
                templates: rendered.look.templates.clone(),
                ..MemorySite::default()
            };
        }
        if !rendered.pages.is_empty() {
            let linked = linked.site.clone();
            let documents = move || documents::documents(&linked);
            site.search = Arc::new(Search::asked_later(documents));
        }
        site.rendered.clear();
        for (_, _, page) in rendered.pages {
            site.insert(page);
        }
        if !input.live {
            // A server makes them when they are asked for.
            site.files.extend(site.search.files().clone());
        }
        Ok(site.clone())
    }
}

/// Builds a course's site in memory as often as it changes, each time only what changed.
pub struct Builder {
    input: Input,
    cache: Cache<RenderedPage>,
    memory: Memory,
}

impl Builder {
    /// A builder for this course; `live` when a server stands behind the pages, which shows drafts, too.
    pub fn new(config: Config, live: bool) -> Builder {
        Builder {
            cache: Cache::lasting(&config),
            input: match live {
                true => Input::live(config),
                false => Input::of(config),
            },
            memory: Memory::default(),
        }
    }

    /// Builds the site as the course is now.
    ///
    /// # Errors
    /// Everything that is wrong, warnings included, sorted by file and place.
    pub fn build(&mut self) -> Result<MemorySite, Vec<Problem>> {
        self.update(&ChangeSet::Anything)
    }

    /// What the pages of the last site showed.
    #[cfg(test)]
    pub(super) fn worked(&self) -> Arc<super::worked::Worked> {
        self.cache.worked.clone()
    }

    /// Builds the site after these changes; what nobody names is as it was.
    ///
    /// # Errors
    /// As for [`Builder::build`].
    pub fn update(&mut self, changes: &ChangeSet) -> Result<MemorySite, Vec<Problem>> {
        pipeline(&self.input, changes, &mut self.cache, &mut self.memory)
    }
}
