//! HTML that stands in a page's Markdown: its links and pictures become holes as Markdown's own do, the rest stays as written.
//!
//! An author is trusted, so nothing is taken out (SECURITY.md, "Content"); what would be lost without a word is told: a comment,
//! an element or a tag that is never closed swallows what follows it; `<float>` of `vector<float>` is no element and shows
//! nothing; scripts and frames are what a page's policy does not let in. Tags are found by `raw/tokens.rs`.

mod tokens;

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use super::markdown::{MOST, Writer};
use super::parse::{Written, problem_at};
use tokens::{Attribute, Tag, Token, tokens, unescaped};

/// Elements without an end.
const VOID: &str = "area base br col embed hr img input link meta param source track wbr";
/// Elements whose end may be left out, where they stand in a block of HTML.
const OPTIONAL: &str =
    "p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp body head html";
/// All others of HTML, those of old pages among them.
const KNOWN: &str = "a abbr acronym address article aside audio b bdi bdo big blockquote button canvas center cite code \
    data datalist del details dfn dialog div dl em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup i \
    iframe ins kbd label legend main map mark math menu meter nav nobr noscript object ol output picture pre progress q ruby s \
    samp script search section select slot small span strike strong style sub summary sup svg table template textarea time \
    title tt u ul var video applet blink dir frameset marquee noembed noframes rb rtc";
/// What a page's policy (`policy.rs`) does not load.
const NOT_LOADED: &str = "audio embed frame iframe object video";
/// The most elements that are open at once; a page has ten.
const DEEPEST: usize = 200;
/// What ends a line whose warnings are no faults.
const LEFT_ALONE: &str = "<!-- lint: ok -->";

/// An element that is open.
pub(super) struct Open {
    name: String,
    at: usize,
    /// Whether its end may be left out.
    optional: bool,
}

/// A stretch of HTML: its text, and where each part of it stands in the page.
#[derive(Default)]
struct Stretch {
    html: String,
    /// Bytes in the text, and in the page.
    places: Vec<(usize, usize)>,
    /// Whether it is a block of its own.
    block: bool,
}

impl Stretch {
    fn push(&mut self, html: &str, at: usize) {
        self.places.push((self.html.len(), at));
        self.html.push_str(html);
    }

    /// The byte of the page at a byte of the text.
    fn place(&self, at: usize) -> usize {
        let before = self.places.partition_point(|(own, _)| *own <= at);
        let (own, page) = self.places[before.saturating_sub(1)];
        page + (at - own)
    }
}

fn is_one_of(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == name)
}

impl Writer<'_> {
    /// A tag in a line.
    pub(super) fn inline_html(&mut self, html: &str, range: &Range<usize>) {
        let mut stretch = Stretch::default();
        stretch.push(html, range.start);
        self.raw(&stretch);
    }

    /// A block of HTML, whose start was just read.
    pub(super) fn html_block(&mut self) {
        let mut stretch = Stretch {
            block: true,
            ..Stretch::default()
        };
        while let Some((event, range)) = self.events.get(self.at) {
            match event {
                Event::End(TagEnd::HtmlBlock) => break,
                Event::Html(html) => stretch.push(html, range.start),
                _ => {}
            }
            self.at += 1;
        }
        if !stretch.places.is_empty() {
            self.raw(&stretch);
        }
    }

    fn raw(&mut self, stretch: &Stretch) {
        let mut written = 0;
        for token in tokens(&stretch.html) {
            match token {
                Token::Tag(tag) => {
                    self.raw_tag(stretch, &tag);
                    self.raw_links(stretch, &tag, &mut written);
                }
                Token::Comment { at, inner } => {
                    if let Some(inner) = inner {
                        let message = "a comment begins inside of another";
                        let help = "end the one above it with `-->` first";
                        self.raw_warning(stretch.place(at + inner), message, help);
                    }
                }
                Token::Unclosed { at, what, end } => {
                    let message = format!("{what} is never closed: what follows is not shown");
                    self.raw_error(stretch.place(at), message, &format!("end it with `{end}`"));
                }
            }
        }
        self.html(&stretch.html[written..]);
    }

    /// Keeps count of what is open, and tells what a page cannot show.
    fn raw_tag(&mut self, stretch: &Stretch, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        let at = stretch.place(tag.at);
        let foreign = self
            .open
            .iter()
            .any(|open| open.name == "svg" || open.name == "math");
        if tag.closes {
            return self.raw_end(&name, at);
        }
        let known = [VOID, OPTIONAL, KNOWN, NOT_LOADED];
        // A name with a hyphen may be an element of the course's own scripts.
        if !(foreign || name.contains('-') || known.iter().any(|list| is_one_of(list, &name))) {
            let message = format!("`<{}>` is no HTML element: it is not shown", tag.name);
            let help = "write such words as code, in backticks, or with `\\<`";
            return self.raw_warning(at, message, help);
        }
        self.raw_policy(stretch, tag, &name);
        if !(is_one_of(VOID, &name) || foreign && tag.closed) {
            let optional = stretch.block && is_one_of(OPTIONAL, &name);
            match self.open.len() < DEEPEST {
                true => self.open.push(Open { name, at, optional }),
                false => {
                    let message = format!("{DEEPEST} elements are open here");
                    self.raw_error(at, message, "close each where it ends");
                }
            }
        }
    }

    fn raw_end(&mut self, name: &str, at: usize) {
        match self.open.iter().rposition(|open| open.name == name) {
            Some(opened) => {
                let within: Vec<Open> = self.open.drain(opened..).skip(1).collect();
                self.never_closed(within);
            }
            None if is_one_of(VOID, name) || !is_one_of(KNOWN, name) => {}
            None => {
                let message = format!("`</{name}>` closes nothing");
                self.raw_warning(at, message, "take it out, or open the element before it");
            }
        }
    }

    /// Everything that is open when a text ends.
    pub(super) fn end_raw(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.never_closed(open);
    }

    fn never_closed(&mut self, open: Vec<Open>) {
        let open = open.into_iter().filter(|open| !open.optional);
        for Open { name, at, .. } in open.take(MOST) {
            let help = format!(
                "write `</{name}>` where it ends; words like `T<{name}>` are code, in backticks"
            );
            self.raw_error(at, format!("`<{name}>` is never closed"), &help);
        }
    }

    /// What a browser will not run or load on this page.
    fn raw_policy(&mut self, stretch: &Stretch, tag: &Tag<'_>, name: &str) {
        let at = stretch.place(tag.at);
        let source = tag
            .attribute("src")
            .map(|attribute| attribute.text(&stretch.html));
        let elsewhere = source.is_some_and(|source| source.contains("//"));
        if name == "script" && (source.is_none() || elsewhere) {
            let message = "this script does not run: pages run scripts of their own site alone, and none in their text";
            self.raw_warning(
                at,
                message,
                "put it in a file beside the page, `<script src=\"x.js\">`, or in `static/`",
            );
        } else if name == "style" {
            let message = "this style has no effect: pages take styles of their own site alone, and none in their text";
            self.raw_warning(
                at,
                message,
                "write `style=\"…\"` on an element, or a style sheet in `static/`",
            );
        } else if is_one_of(NOT_LOADED, name) {
            let message = format!(
                "`<{name}>` stays empty: a page loads pictures, styles and scripts of its site, nothing else"
            );
            self.raw_warning(at, message, "link to it: `[words](https://…)`");
        }
        let acts = tag.attributes.iter().find(|attribute| {
            let name = attribute.name.to_ascii_lowercase();
            name.len() > 3 && name.starts_with("on") && attribute.value.is_some()
        });
        if let Some(act) = acts {
            let message = format!(
                "`{}` does not run: a page runs no script in its text",
                act.name
            );
            self.raw_warning(
                stretch.place(act.at),
                message,
                "take it out, or listen from a script in a file",
            );
        }
    }

    /// The links and pictures of a tag become holes; what stood before them is written.
    fn raw_links(&mut self, stretch: &Stretch, tag: &Tag<'_>, written: &mut usize) {
        if let Some(id) = tag.attribute("id").or(tag.attribute("name")) {
            self.out.ids.push(unescaped(id.text(&stretch.html)));
        }
        let foreign = self.open.iter().any(|open| open.name == "svg");
        let name = tag.name.to_ascii_lowercase();
        for attribute in tag.attributes.iter().filter(|_| !foreign) {
            let (Some(value), Some(leads)) = (&attribute.value, leads(&name, attribute)) else {
                continue;
            };
            let text = &stretch.html[value.clone()];
            self.html(&stretch.html[*written..value.start - usize::from(attribute.quoted)]);
            self.html("\"");
            let at = stretch.place(value.start);
            let hole = |to: &str| Written {
                to: unescaped(to.trim()),
                image: leads != Leads::Page,
                raw: true,
                alt: String::new(),
                range: at..at + text.len(),
            };
            match leads {
                Leads::Pictures => {
                    for (n, candidate) in text.split(", ").enumerate() {
                        let (to, size) = match candidate.trim().split_once(' ') {
                            Some((to, size)) => (to, format!(" {size}")),
                            None => (candidate, String::new()),
                        };
                        self.html(if n > 0 { ", " } else { "" });
                        self.hole(hole(to));
                        self.html(&size);
                    }
                }
                _ => self.hole(hole(text)),
            }
            self.html("\"");
            *written = value.end + usize::from(attribute.quoted);
        }
    }

    fn raw_error(&mut self, at: usize, message: String, help: &str) {
        let problem = problem_at(self.page, at, message).help(help);
        self.out.problems.push(problem);
    }

    pub(super) fn raw_warning(&mut self, at: usize, message: impl Into<String>, help: &str) {
        let line = self
            .page
            .source
            .get(at..)
            .unwrap_or_default()
            .lines()
            .next();
        let left_alone = line.is_some_and(|line| line.trim_end().ends_with(LEFT_ALONE));
        if !left_alone && self.out.problems.len() < 2 * MOST {
            let problem = problem_at(self.page, at, message).warning().help(help);
            self.out.problems.push(problem);
        }
    }
}

/// What an attribute leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    Page,
    Picture,
    /// Several, each with the size that it is for.
    Pictures,
}

fn leads(element: &str, attribute: &Attribute<'_>) -> Option<Leads> {
    match (element, attribute.name.to_ascii_lowercase().as_str()) {
        ("a" | "area" | "link", "href") | ("script", "src") => Some(Leads::Page),
        ("img" | "source" | "input", "src") | ("video", "poster") => Some(Leads::Picture),
        ("img" | "source", "srcset") => Some(Leads::Pictures),
        _ => None,
    }
}

impl Writer<'_> {
    /// A row of a table whose cells are more than its head has: those are lost.
    pub(super) fn row_fits(&mut self, range: &Range<usize>) {
        let row = self.page.source.get(range.clone()).unwrap_or_default();
        let (cells, columns) = (cells(row), self.columns());
        if columns > 0 && cells > columns {
            let message = format!(
                "{cells} cells in a table of {columns}: what is past the last column is lost"
            );
            let help = "write `\\|` for a bar that parts no cells, in code and formulas too";
            self.raw_warning(range.start, message, help);
        }
    }
}

/// How many cells a row of a table has: bars part them wherever they stand, unless a backslash is before them.
fn cells(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let (mut bars, mut escaped, mut last) = (0, false, false);
    for c in row.chars() {
        last = c == '|' && !escaped;
        bars += usize::from(last);
        escaped = c == '\\' && !escaped;
    }
    bars + usize::from(!last)
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn bars_part_cells_unless_escaped() {
        for (row, expected) in [
            ("| a | b |", 2),
            ("a | b", 2),
            ("| a \\| b | c |", 2),
            ("| `a | b` | bitwise or | one |", 4),
            ("| a | b | ", 2),
            ("| a |  |", 2),
        ] {
            assert_eq!(cells(row), expected, "{row}");
        }
    }
}
