//! A page of content: one Markdown file with its front matter, its address, and the places in it.
//!
//! Offsets count bytes of [`Page::source`], the whole file; [`Page::body`] starts after the front matter.
//! The site parses the body again with the same [`options`] and finds items by [`Page::item_at`].

use std::ops::Range;
use std::path::PathBuf;

use pulldown_cmark::Options;

use super::model::Minutes;

/// A page's place in [`Course::pages`](super::Course::pages).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub usize);

/// What a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    /// `content/index.md`.
    Course,
    /// A part's `index.md`.
    Part,
    /// A module's `index.md`.
    Module,
    /// `tier-*.md`.
    Tier,
    /// `lesson-*.md`.
    Lesson,
    /// `tutorial-*.md`.
    Tutorial,
    /// A page of `content/templates`, to be filled in.
    Template,
    /// Any other page: an appendix.
    Extra,
}

impl PageKind {
    /// What front matter calls each kind.
    pub const NAMES: [(&'static str, PageKind); 8] = [
        ("course", PageKind::Course),
        ("part", PageKind::Part),
        ("module", PageKind::Module),
        ("tier", PageKind::Tier),
        ("lesson", PageKind::Lesson),
        ("tutorial", PageKind::Tutorial),
        ("template", PageKind::Template),
        ("extra", PageKind::Extra),
    ];

    /// What front matter calls it.
    pub fn name(self) -> &'static str {
        PageKind::NAMES
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }
}

/// One Markdown file.
#[derive(Clone, Debug)]
pub struct Page {
    /// The front matter's `id`.
    pub id: String,
    /// What it is.
    pub kind: PageKind,
    /// The file, relative to the course's root (`content/…`).
    pub path: PathBuf,
    /// Its address below the site's root, with a slash at the end (`miniaturization/1-5/lesson-01/`); empty for the course.
    pub url: String,
    /// Its name.
    pub title: String,
    /// The rest of the front matter.
    pub front: Front,
    /// The whole file.
    pub source: String,
    /// Byte at which the body starts in `source`.
    pub body_start: usize,
    /// Every heading in order.
    pub headings: Vec<Heading>,
    /// Where the page's items are, sorted by `marker`.
    pub items: Vec<ItemPlace>,
    /// The part it belongs to.
    pub part: Option<String>,
    /// The module it belongs to.
    pub module: Option<String>,
}

/// A page's front matter; absent keys are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// `id`: unique in the course.
    pub id: String,
    /// `title`.
    pub title: String,
    /// `tagline`.
    pub tagline: String,
    /// `requires`: ids that should be done first.
    pub requires: Vec<String>,
    /// `goal` of a tier.
    pub goal: String,
    /// `end_state` of a tier.
    pub end_state: String,
    /// `win` of a lesson.
    pub win: String,
    /// `tags`.
    pub tags: Vec<String>,
    /// `themes`.
    pub themes: Vec<String>,
    /// `labs` of a module.
    pub labs: Vec<String>,
    /// `time`, as a range.
    pub time: Minutes,
    /// `optional`.
    pub optional: bool,
    /// `aliases`: former ids of the page or of items on it.
    pub aliases: Vec<String>,
    /// `slug`: last segment of the address, instead of the file's name.
    pub slug: String,
    /// `file` of a template: what it becomes when a learner fills it in, relative to the course's root.
    pub file: String,
    /// `draft`: shown by `serve` and `build --drafts`, left out of what is published.
    pub draft: bool,
}

/// A heading on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Plain words, icons and attributes left out.
    pub text: String,
    /// Its anchor: the explicit id, or made from the words, unique on the page.
    pub slug: String,
    /// 1-based line in the file.
    pub line: u32,
    /// Its bytes in the source.
    pub range: Range<usize>,
}

/// Where an item's checkbox stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemPlace {
    /// Byte offset of `[` in the source.
    pub marker: usize,
    /// The item's id.
    pub id: String,
    /// Bytes of every `{…}` to leave out when shown.
    pub braces: Vec<Range<usize>>,
}

impl Page {
    /// The Markdown after the front matter.
    pub fn body(&self) -> &str {
        self.source.get(self.body_start..).unwrap_or_default()
    }

    /// The 1-based line of the file at a byte of the source.
    pub fn line_at(&self, offset: usize) -> u32 {
        let end = offset.min(self.source.len());
        self.source.as_bytes()[..end]
            .iter()
            .filter(|b| **b == b'\n')
            .count() as u32
            + 1
    }

    /// The item whose checkbox starts at this byte of the source.
    pub fn item_at(&self, marker: usize) -> Option<&ItemPlace> {
        let found = self
            .items
            .binary_search_by_key(&marker, |p| p.marker)
            .ok()?;
        self.items.get(found)
    }

    /// The heading that starts at this byte of the source.
    pub fn heading_at(&self, start: usize) -> Option<&Heading> {
        let found = self
            .headings
            .binary_search_by_key(&start, |heading| heading.range.start)
            .ok()?;
        self.headings.get(found)
    }

    /// Whether this byte of the source is one of a heading.
    pub fn in_heading(&self, place: usize) -> bool {
        let after = self
            .headings
            .partition_point(|heading| heading.range.start <= place);
        let before = after.checked_sub(1).and_then(|at| self.headings.get(at));
        before.is_some_and(|heading| heading.range.contains(&place))
    }

    /// Whether the page has a heading with this anchor.
    pub fn has_anchor(&self, slug: &str) -> bool {
        self.headings.iter().any(|h| h.slug == slug)
    }
}

/// The Markdown extensions of the course; whoever parses a page must use these, or places will differ.
pub fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
        | Options::ENABLE_DEFINITION_LIST
}

/// An anchor from words: lower case, letters and digits kept, everything else one hyphen.
pub fn slug(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') && c != '\'' && c != '’' {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}
