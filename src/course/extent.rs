//! How much a page holds, counted from its Markdown: words, code, listings, figures, tables, formulas, links.
//!
//! A page comes in, an [`Extent`] comes out; several add up. Nothing of it is ever typed.

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::events::events;
use super::page::Page;

/// Counts of one page or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Pages.
    pub pages: usize,
    /// Words of prose; code and formulas are not counted.
    pub words: usize,
    /// Headings.
    pub headings: usize,
    /// Blocks of code as they stand.
    pub code: usize,
    /// Lines of that code.
    pub code_lines: usize,
    /// Listings cut from tested files.
    pub listings: usize,
    /// Pictures.
    pub figures: usize,
    /// Tables.
    pub tables: usize,
    /// Formulas.
    pub formulas: usize,
    /// Links to places of the course.
    pub inside: usize,
    /// Links out of it.
    pub outside: usize,
}

impl Extent {
    /// What one page holds.
    pub fn of(page: &Page) -> Extent {
        let mut extent = Extent {
            pages: 1,
            ..Extent::default()
        };
        let mut in_code = false;
        for (event, _) in events(page.body()) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    in_code = true;
                    let is_listing =
                        matches!(&kind, CodeBlockKind::Fenced(info) if info.starts_with("listing"));
                    if is_listing {
                        extent.listings += 1;
                    } else {
                        extent.code += 1;
                    }
                }
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::Text(text) if in_code => extent.code_lines += text.lines().count(),
                Event::Text(text) => extent.words += words(&text),
                Event::Code(_) => extent.words += 1,
                Event::InlineMath(_) | Event::DisplayMath(_) => extent.formulas += 1,
                Event::Start(Tag::Heading { .. }) => extent.headings += 1,
                Event::Start(Tag::Image { .. }) => extent.figures += 1,
                Event::Start(Tag::Table(_)) => extent.tables += 1,
                Event::Start(Tag::Link { dest_url, .. }) if dest_url.contains("://") => {
                    extent.outside += 1;
                }
                Event::Start(Tag::Link { .. }) => extent.inside += 1,
                _ => {}
            }
        }
        extent
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Extent) -> Extent {
        Extent {
            pages: self.pages + other.pages,
            words: self.words + other.words,
            headings: self.headings + other.headings,
            code: self.code + other.code,
            code_lines: self.code_lines + other.code_lines,
            listings: self.listings + other.listings,
            figures: self.figures + other.figures,
            tables: self.tables + other.tables,
            formulas: self.formulas + other.formulas,
            inside: self.inside + other.inside,
            outside: self.outside + other.outside,
        }
    }
}

fn words(text: &str) -> usize {
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    text.split_whitespace().filter(is_word).count()
}
