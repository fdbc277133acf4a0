//! Full text search without a server: an index cut so small that a first question costs a reader little.
//!
//! What can be found is a section: a page's text below one heading. In go [`Document`]s, whose passages the Markdown
//! writer gathered while it wrote; out come small text files below `search/`, which `static/search.js` asks for as it needs
//! them:
//!
//! - `index.json`: the folder of the others, how many sections each page has, and the first word of each shelf;
//! - `t0.txt`, `t1.txt` …, the shelves: words in order, each with the sections it stands in;
//! - `p0.json` …: titles, headings and first words of [`GROUP`] pages each, for showing results;
//! - `words.txt`: the most frequent words, for typing errors and for beginnings that many words share.
//!
//! The others lie in a folder named after their content: a section's number means nothing beside the head of another
//! edition, and while a course is saved or published a reader could otherwise get files of both.
//!
//! The same course gives the same bytes. How text becomes words is in `words.rs`, the files' form in `shelves.rs`.

pub mod shelves;
pub mod words;

use std::fmt;
use std::sync::{Arc, OnceLock};

use sorted::SortedMap;

use super::Bytes;
use super::code::Show;

/// Pages of one file of results.
pub const GROUP: usize = 4;
/// Characters of a section's text that a result shows.
const LEAD: usize = 110;

/// A page's text below one heading, as it was gathered while the page was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// The task it belongs to, by its place on a tier's page.
    pub task: Option<usize>,
    /// The heading's anchor; empty before the first heading.
    pub anchor: String,
    /// The heading's words.
    pub heading: String,
    /// Prose.
    pub text: String,
    /// Code of its own.
    pub code: String,
    /// Blocks of code shown here, by their index on the page.
    pub blocks: Vec<usize>,
    /// Listings shown here, by their index on the page.
    pub listings: Vec<usize>,
}

/// A page that can be found.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its address below the site's root, or one outside it.
    pub url: String,
    /// Its title.
    pub title: String,
    /// A name that it goes by beside its title, as a lab does; empty without one.
    pub name: String,
    /// What it is (`Lesson 3`), and where it belongs.
    pub place: String,
    /// Passages of its own, before those of the page.
    pub own: Vec<Passage>,
    /// The passages of the page it is written on.
    pub passages: Arc<Vec<Passage>>,
    /// The blocks of code of that page.
    pub blocks: Arc<Vec<(Show, String)>>,
    /// Which of them are its own: those of this task.
    pub task: Option<usize>,
    /// Code that its listings show, by their index.
    pub listings: Vec<Arc<str>>,
}

/// One section of a document: what is shown of it and what it is found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'a> {
    pub anchor: &'a str,
    pub heading: &'a str,
    pub texts: Vec<&'a str>,
}

impl Document {
    /// Its sections: the page itself, then one for each heading.
    pub(super) fn sections(&self) -> Vec<Section<'_>> {
        let mut sections = vec![Section {
            anchor: "",
            heading: "",
            texts: Vec::new(),
        }];
        let on_page = self.passages.iter();
        let on_page = on_page.filter(|passage| passage.task == self.task);
        let blocks = |at: &usize| Some(self.blocks.get(*at)?.1.as_str());
        for passage in self.own.iter().chain(on_page) {
            let listed = passage
                .listings
                .iter()
                .filter_map(|at| self.listings.get(*at));
            let texts = [&*passage.text, &*passage.code].into_iter();
            let texts = texts
                .chain(passage.blocks.iter().filter_map(blocks))
                .chain(listed.map(|text| &**text));
            if !passage.anchor.is_empty() {
                sections.push(Section {
                    anchor: &passage.anchor,
                    heading: &passage.heading,
                    texts: Vec::new(),
                });
            }
            if let Some(last) = sections.last_mut() {
                last.texts.extend(texts.filter(|text| !text.is_empty()));
            }
        }
        sections
    }
}

/// The first words of a section, cut between words.
pub(super) fn lead(section: &Section<'_>) -> String {
    let text = section.texts.first().copied().unwrap_or_default();
    let mut lead = String::new();
    for word in text.split_whitespace() {
        if lead.len() + word.len() > LEAD {
            lead.push('…');
            break;
        }
        if !lead.is_empty() {
            lead.push(' ');
        }
        lead.push_str(word);
    }
    lead
}

/// The index of a site, made when it is first asked for.
#[derive(Default)]
pub struct Search {
    documents: Option<Box<dyn Fn() -> Vec<Document> + Send + Sync>>,
    files: OnceLock<SortedMap<String, Bytes>>,
}

impl Search {
    /// A search over the pages that `documents` gives when someone searches.
    pub fn asked_later(documents: impl Fn() -> Vec<Document> + Send + Sync + 'static) -> Search {
        Search {
            documents: Some(Box::new(documents)),
            files: OnceLock::new(),
        }
    }

    /// A search over these pages.
    pub fn over(documents: Vec<Document>) -> Search {
        let files = OnceLock::from(shelves::files(&documents));
        Search {
            documents: None,
            files,
        }
    }

    /// Every file of the index, by its address.
    pub fn files(&self) -> &SortedMap<String, Bytes> {
        self.files.get_or_init(|| {
            let documents = self.documents.as_ref().map(|documents| documents());
            shelves::files(&documents.unwrap_or_default())
        })
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").finish_non_exhaustive()
    }
}
