//! A page's Markdown becomes HTML with holes: whatever needs the rest of the course is left open and named.
//!
//! Holes are links, images, listings and tickable items; [`super::link`] finds what belongs into them, and only then
//! can a page be rendered. A tier's page is cut here into its own text and one text for each task. What is wrong with
//! the page itself (a formula, a fence, a callout) is a problem with its place. Read `markdown.rs` next.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use lab::Lab;
use rayon::prelude::*;

use super::cache::Cache;
use super::code::Show;
use super::codes;
use super::lab_texts::ParsedLab;
use super::listing::Asked;
use super::load::SourceSite;
use super::map::has_codes;
use super::markdown::Writer;
use super::named::{Named, What};
use super::pipeline::Stop;
use super::search::Passage;
use crate::course::keyed::Key;
use crate::course::{Course, Interface, ItemKind, Page, PageId, PageKind, Problem, QuestionKind};

/// A stretch of HTML, or a hole in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it is.
    Html(String),
    /// The address of the link of this index.
    Href(usize),
    /// What the term means that the link of this index leads to.
    Meaning(usize),
    /// The block of code of this index.
    Code(usize),
    /// The listing of this index.
    Listing(usize),
    /// What is named from elsewhere, by its index.
    Named(usize),
    /// The drawing of this index, where it becomes part of the page.
    Drawing(usize),
    /// Width and height of the image of this index, where they are known.
    Size(usize),
    /// The control of the item of this id; its text follows.
    Tick(String),
    /// Where the text of the item ends.
    TickEnd(String),
}

/// A link or an image as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it points to, as written.
    pub to: String,
    /// Whether it is an image.
    pub image: bool,
    /// Whether it is written as HTML, which stays as it is.
    pub raw: bool,
    /// The words in an image's place.
    pub alt: String,
    /// Its bytes in the page's source.
    pub range: Range<usize>,
}

impl Written {
    /// Whether it is an image that becomes part of the page: an SVG file of the course.
    pub fn is_drawing(&self) -> bool {
        self.image && !self.raw && self.to.ends_with(".svg") && !self.to.contains(':')
    }
}

/// A page, parsed on its own.
#[derive(Clone, Debug, Default)]
pub struct ParsedPage {
    /// The text; of a tier, what stands before its tasks.
    pub main: Vec<Piece>,
    /// What stands after a tier's tasks.
    pub tail: Vec<Piece>,
    /// The text of each task.
    pub tasks: Vec<Vec<Piece>>,
    /// Every link and image.
    pub links: Vec<Written>,
    /// Names that HTML in the text gives to places of the page.
    pub ids: Vec<String>,
    /// Every block of code: how it is shown, and its text.
    pub blocks: Arc<Vec<(Show, String)>>,
    /// Every listing asked for.
    pub listings: Vec<Asked>,
    /// What the search finds it by.
    pub passages: Arc<Vec<Passage>>,
    /// Everything named from elsewhere.
    pub named: Vec<Named>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// Of everything that it was parsed from; of nothing, when nobody said.
    pub key: Key,
}

impl ParsedPage {
    /// The files of the course that its listings and maps are made of.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let listings = self.listings.iter();
        let both = listings.flat_map(|asked| std::iter::once(asked).chain(asked.after.as_deref()));
        let maps = self.named.iter().filter_map(|named| match &named.what {
            What::Access(asked) => Some(&asked.of),
            _ => None,
        });
        both.chain(maps).map(|asked| asked.path.as_str())
    }
}

/// What parsing a page needs to know of the course.
#[derive(Debug, Default)]
pub struct Facts {
    /// Ids of items that are questions: what stands below them is an answer, shown on demand.
    pub questions: HashSet<String>,
    /// Those to be answered before their answer opens.
    pub predictions: HashSet<String>,
    /// For each page, where its tasks are.
    pub tasks: Vec<Vec<Range<usize>>>,
    /// Words of the interface that stand in a page's text.
    pub interface: Interface,
}

impl Facts {
    /// Gathers them from the course.
    pub fn of(course: &Course) -> Facts {
        let questions = course
            .items()
            .iter()
            .filter(|located| located.item.kind == ItemKind::Question)
            .map(|located| located.item.id.clone())
            .collect();
        let mut tasks = vec![Vec::new(); course.pages.len()];
        let mut predictions = HashSet::new();
        for (_, module) in course.modules() {
            let asked = module.questions.iter();
            let foretold = asked.filter(|question| question.kind == QuestionKind::Prediction);
            predictions.extend(foretold.map(|question| question.item.id.clone()));
            for task in module.tiers.iter().flat_map(|tier| &tier.tasks) {
                if let Some(ranges) = tasks.get_mut(task.page.0) {
                    ranges.push(task.range.clone());
                }
            }
        }
        Facts {
            questions,
            predictions,
            tasks,
            interface: course.interface.clone(),
        }
    }

    /// Where the tasks of a page are, in order.
    pub fn tasks_of(&self, page: PageId) -> &[Range<usize>] {
        self.tasks.get(page.0).map_or(&[], Vec::as_slice)
    }
}

/// Everything that is written, parsed.
#[derive(Debug)]
pub struct ParsedSite {
    /// The course.
    pub course: Arc<Course>,
    /// What parsing had to know of it.
    pub facts: Arc<Facts>,
    /// The pages that were edited; none where `pages` are all that the course has.
    pub edited: Option<Vec<(PageId, Page)>>,
    /// One for each page to go on with.
    pub pages: Vec<Arc<ParsedPage>>,
    /// The texts of labs; of none where pages were edited.
    pub labs: Vec<ParsedLab>,
    /// What is wrong so far.
    pub problems: Vec<Problem>,
}

/// Parses the pages that were read, those with a new key, and the texts of labs.
///
/// # Errors
/// That something is wrong with an edited page, so that the whole course has to be looked at.
pub(super) fn parse_site<P: Clone>(
    source: SourceSite,
    labs: &[&'static Lab],
    cache: &mut Cache<P>,
) -> Result<ParsedSite, Stop> {
    let facts = match (&source.edited, &cache.previous) {
        (Some(_), Some(previous)) => previous.facts.clone(),
        _ => Arc::new(Facts::of(&source.course)),
    };
    let known = &cache.parsed;
    let pages = source.pages();
    let parsed: Vec<Arc<ParsedPage>> = pages
        .par_iter()
        .map(|(id, page)| {
            let tasks = facts.tasks_of(*id);
            let key = key_of(page, tasks, &facts);
            let known = known.get(&page.path, key).cloned();
            known.unwrap_or_else(|| Arc::new(parse(page, tasks, &facts)))
        })
        .collect();
    let paths = pages.iter().map(|(_, page)| page.path.as_path());
    cache.keep_parsed(paths.zip(parsed.iter().cloned()), source.edited.is_none());
    let mut problems = source.problems;
    problems.extend(parsed.iter().flat_map(|page| page.problems.clone()));
    let mut texts = Vec::new();
    match source.edited {
        Some(_) if !problems.is_empty() => return Err(Stop::Wider),
        Some(_) => {}
        None => {
            texts.extend(labs.iter().map(|lab| ParsedLab::of(lab, &facts)));
            problems.extend(texts.iter().flat_map(ParsedLab::problems));
            if has_codes(&source.course, labs) {
                problems.extend(codes::problems(cache.codes()));
            }
        }
    }
    Ok(ParsedSite {
        course: source.course,
        facts,
        edited: source.edited,
        pages: parsed,
        labs: texts,
        problems,
    })
}

/// What is wrong with the text of each page on its own: formulas, fences, HTML that is never closed; and with what its listings ask of
/// their files, which are below `root`.
pub fn faults_of_pages(root: &Path, course: &Course) -> Vec<Problem> {
    let facts = Facts::of(course);
    let pages = course.pages.par_iter().enumerate();
    let faults = pages.flat_map_iter(|(at, page)| {
        let parsed = parse(page, facts.tasks_of(PageId(at)), &facts);
        let asked = super::tried::faults(root, page, &parsed.listings);
        parsed.problems.into_iter().chain(asked)
    });
    faults.collect()
}

/// Parses one page.
pub fn parse(page: &Page, tasks: &[Range<usize>], facts: &Facts) -> ParsedPage {
    let mut parsed = Writer::new(page, tasks, facts).run();
    parsed.key = key_of(page, tasks, facts);
    parsed
}

/// The key of everything that parsing a page depends on.
fn key_of(page: &Page, tasks: &[Range<usize>], facts: &Facts) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(page.source.as_bytes());
    hasher.update(page.kind.name().as_bytes());
    for heading in &page.headings {
        hasher.update(heading.slug.as_bytes()).update(&[0]);
    }
    for item in &page.items {
        let question = facts.questions.contains(&item.id);
        let prediction = facts.predictions.contains(&item.id);
        hasher
            .update(item.id.as_bytes())
            .update(&[u8::from(question), u8::from(prediction)]);
        hasher.update(&item.marker.to_le_bytes());
    }
    for (english, word) in &facts.interface.words {
        hasher.update(english.as_bytes()).update(&[0]);
        hasher.update(word.as_bytes()).update(&[0]);
    }
    for task in tasks {
        hasher.update(&task.start.to_le_bytes());
        hasher.update(&task.end.to_le_bytes());
    }
    Key::from(&hasher)
}

/// A problem at a byte of a page's source.
pub fn problem_at(page: &Page, offset: usize, message: impl Into<String>) -> Problem {
    let offset = offset.min(page.source.len());
    let before = page.source.get(..offset).unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Problem::error(page.path.clone(), message)
        .at(page.line_at(offset), column as u32)
        .excerpt(&page.source)
}

/// Whether a heading repeats what the page's head already says.
pub(super) fn repeats_title(page: &Page, level: u8, text: &str) -> bool {
    (level == 1 && page.kind != PageKind::Template)
        || (page.kind == PageKind::Tier && level == 2 && text.starts_with("Tier"))
}
