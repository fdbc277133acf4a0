//! The pages of the codes: the texts of `simt::explain` with their programs in colour and what is really said about them.
//!
//! Texts are parsed and programs run once for a [`Cache`](super::cache::Cache): they are part of the compiler, not of the course.
//! Prose is treated like a lab's: its links are found or are problems. `code:E0301` links to a page from anywhere.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use simt::diag::Severity;
use simt::excerpt::{Piece, Role};
use simt::explain::{Entry, Example, GROUPS, Part, entries};
use sorted::SortedSet;

use super::code::{Show, figure};
use super::fill::Filler;
use super::highlight::{Highlighter, escape};
use super::link::{LinkedPage, LinkedSite};
use super::parse::{Facts, ParsedPage, parse};
use super::render::Whole;
use crate::course::{Front, Page, PageKind, Problem};

/// A code's text, parsed.
#[derive(Debug)]
pub struct ParsedCode {
    /// Whose.
    pub entry: Entry,
    /// In order.
    pub parts: Vec<ParsedPart>,
}

/// A stretch of a text, parsed.
#[derive(Debug)]
pub enum ParsedPart {
    /// A heading of the second level.
    Heading(String),
    /// Paragraphs: the page that they stand for, and what parsing made of it.
    Prose(Box<Page>, Arc<ParsedPage>),
    /// A program, with what is said about it.
    Html(String),
}

/// A code's text, linked.
#[derive(Debug)]
pub struct LinkedCode {
    /// Whose.
    pub entry: Entry,
    /// In order.
    pub parts: Vec<LinkedPart>,
}

/// A stretch of a text, linked.
#[derive(Debug)]
pub enum LinkedPart {
    /// A heading of the second level.
    Heading(String),
    /// Paragraphs.
    Prose(LinkedPage),
    /// A program, with what is said about it.
    Html(String),
}

/// The address of a code's page.
pub fn code_url(code: &str) -> String {
    format!("codes/{code}/")
}

/// Parses every text and runs every program that is to fail.
pub fn parsed(highlighter: &Highlighter) -> Vec<ParsedCode> {
    use rayon::prelude::*;
    entries()
        .into_par_iter()
        .map(|entry| ParsedCode {
            entry,
            parts: parts(&entry, highlighter),
        })
        .collect()
}

fn parts(entry: &Entry, highlighter: &Highlighter) -> Vec<ParsedPart> {
    let facts = Facts::default();
    let mut out = Vec::new();
    for part in entry.parts() {
        match part {
            Part::Example(example) => out.push(ParsedPart::Html(shown(highlighter, &example))),
            Part::Prose(text) => {
                for paragraph in text.split("\n\n") {
                    if let Some(heading) = paragraph.trim().strip_prefix("## ") {
                        out.push(ParsedPart::Heading(heading.to_owned()));
                        continue;
                    }
                    let page = page(entry, paragraph);
                    let parsed = Arc::new(parse(&page, &[], &facts));
                    out.push(ParsedPart::Prose(Box::new(page), parsed));
                }
            }
        }
    }
    out
}

/// What is wrong with the texts. Lines are those of the paragraph, not of the file, so they are left out.
pub fn problems(codes: &[ParsedCode]) -> Vec<Problem> {
    let parts = codes.iter().flat_map(|code| &code.parts);
    parts
        .filter_map(|part| match part {
            ParsedPart::Prose(_, parsed) => Some(parsed.problems.clone()),
            _ => None,
        })
        .flatten()
        .map(|problem| problem.at(0, 0))
        .collect()
}

/// The file of a code's text, relative to the repository: the compiler's codes and the machine's lie with their crates.
fn file_of(code: &str) -> PathBuf {
    let home = match code.starts_with(['E', 'W']) {
        true => "crates/cuda-source/codes",
        false => "crates/warp/codes",
    };
    PathBuf::from(home).join(format!("{code}.md"))
}

fn page(entry: &Entry, text: &str) -> Page {
    Page {
        id: String::new(),
        kind: PageKind::Extra,
        path: file_of(entry.code),
        url: code_url(entry.code),
        title: entry.summary.to_owned(),
        front: Front::default(),
        source: text.to_owned(),
        body_start: 0,
        headings: Vec::new(),
        items: Vec::new(),
        part: None,
        module: None,
    }
}

/// A program in colour and, where it fails, what is said about it.
fn shown(highlighter: &Highlighter, example: &Example) -> String {
    let (class, title) = match example.fails {
        true => ("fails", "Fails"),
        false => ("works", "Works"),
    };
    let show = Show {
        language: "cuda".to_owned(),
        title: title.to_owned(),
        numbers: example.fails,
        first: 1,
        ..Show::default()
    };
    let mut html = format!("<div class=\"example {class}\">\n");
    html.push_str(&figure(highlighter, &show, example.program.trim_end()));
    if example.fails {
        html.push_str("<figure class=\"code said\">\n<figcaption><span class=\"code-title\">What is said</span><span class=\"code-lang\">Terminal</span></figcaption>\n<pre tabindex=\"0\"><code>");
        html.push_str(SAID.get(example.program).map_or("", String::as_str));
        html.push_str("</code></pre>\n</figure>\n");
    }
    html.push_str("</div>\n");
    html
}

/// What is said about each program that is to fail, as HTML: the same for every site, so it is found out once.
static SAID: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    use rayon::prelude::*;
    let examples = entries()
        .into_par_iter()
        .flat_map_iter(|entry| entry.examples());
    examples
        .filter(|example| example.fails)
        .map(|example| {
            let said = example.said();
            let pieces = said.iter().flat_map(|remark| &remark.pieces);
            (example.program, pieces.map(painted).collect())
        })
        .collect()
});

fn painted(piece: &Piece) -> String {
    let class = match piece.role {
        Role::Error | Role::Primary => "said-bad",
        Role::Warning => "said-middling",
        Role::Message => "said-strong",
        Role::Secondary | Role::Help => "said-note",
        Role::Added => "said-good",
        Role::Place | Role::Gutter => "said-dim",
        Role::Code | Role::Plain => return escape(&piece.text),
    };
    format!("<span class=\"{class}\">{}</span>", escape(&piece.text))
}

/// The word for what a code is of.
fn sort(entry: &Entry) -> &'static str {
    match (entry.code.as_bytes().first(), entry.severity) {
        (Some(b'S'), _) => "Ending",
        (Some(b'F'), Severity::Error) => "Finding",
        (Some(b'F'), Severity::Warning) => "Finding, a warning",
        (_, Severity::Error) => "Error",
        (_, Severity::Warning) => "Warning",
    }
}

/// What the page is called.
pub fn title(entry: &Entry) -> String {
    format!("{}: {}", entry.code, plain(entry.summary))
}

/// A summary without the marks of code, for where no markup can be.
pub fn plain(summary: &str) -> String {
    summary.replace('`', "")
}

/// A summary as HTML: what stands between backticks is code.
fn summary(entry: &Entry) -> String {
    let pieces = entry.summary.split('`').enumerate();
    let one = |(at, text): (usize, &str)| match at % 2 {
        0 => escape(text),
        _ => format!("<code>{}</code>", escape(text)),
    };
    pieces.map(one).collect()
}

fn card(entry: &Entry) -> Value {
    json!({
        "code": entry.code,
        "name": entry.slug,
        "summary": summary(entry),
        "url": code_url(entry.code),
    })
}

/// The data of the list of codes.
pub(super) fn index(codes: &[LinkedCode]) -> Value {
    let groups = GROUPS.iter().filter_map(|(prefix, title)| {
        let members: Vec<Value> = codes
            .iter()
            .filter(|code| code.entry.code.starts_with(prefix))
            .map(|code| card(&code.entry))
            .collect();
        (!members.is_empty()).then(|| json!({ "title": title, "anchor": prefix, "codes": members }))
    });
    json!({ "groups": groups.collect::<Vec<_>>() })
}

/// The data of one code's page.
pub(super) fn of(whole: &Whole<'_>, root: &str, at: usize) -> Value {
    let code = &whole.site.codes[at];
    let entry = &code.entry;
    let url = code_url(entry.code);
    let html = |part: &LinkedPart| match part {
        LinkedPart::Html(html) => html.clone(),
        LinkedPart::Heading(text) => {
            let (anchor, text) = (anchor(text), escape(text));
            format!(
                "<h2 id=\"{anchor}\">{text}<a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to this section\"></a></h2>\n"
            )
        }
        LinkedPart::Prose(page) => {
            let filler = Filler {
                whole,
                page,
                url: &url,
                root,
            };
            filler.html(&page.parsed.main)
        }
    };
    let beside = |other: &&LinkedCode| {
        other.entry.group() == entry.group() && other.entry.code != entry.code
    };
    let taught = taught_in(whole, std::iter::once(entry));
    let near = match taught.is_empty() {
        true => {
            let group = whole.site.codes.iter().filter(beside);
            taught_in(whole, group.map(|code| &code.entry))
        }
        false => Vec::new(),
    };
    json!({
        "code": entry.code,
        "name": entry.slug,
        "sort": sort(entry),
        "group": entry.group(),
        "summary": summary(entry),
        "taught": taught,
        "near": near,
        "labs": asked_in(whole.site, entry.code),
        "html": code.parts.iter().map(html).collect::<String>(),
        "others": whole.site.codes.iter().filter(beside).map(|one| card(&one.entry)).collect::<Vec<_>>(),
    })
}

/// The pages of content that link to one of these codes, each once, in reading order.
fn taught_in<'e>(whole: &Whole<'_>, entries: impl Iterator<Item = &'e Entry>) -> Vec<Value> {
    let mentions = whole.mentions();
    let found = entries.filter_map(|entry| mentions.get(&code_url(entry.code)));
    let places: SortedSet<usize> = found.flatten().copied().collect();
    let stops = places.into_iter().map(|at| &whole.site.map.stops[at]);
    stops
        .map(|stop| json!({ "title": stop.title, "label": stop.label, "url": stop.url }))
        .collect()
}

/// The labs with a check that says this code when it fails.
fn asked_in(site: &LinkedSite, code: &str) -> Vec<Value> {
    let asks = |lab: &&&lab::Lab| {
        let mut checks = lab.checks();
        checks.any(|(_, check)| super::labs::codes_of(&check.kind).contains(&code))
    };
    let labs = site.labs.iter().filter(asks);
    labs.map(|lab| json!({ "title": lab.title, "url": super::map::lab_url(lab.id) }))
        .collect()
}

fn anchor(heading: &str) -> String {
    let plain = heading
        .to_lowercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    plain.trim_matches('-').to_owned()
}

/// The contents of a code's page, or of the list.
pub(super) fn toc(codes: &[LinkedCode], at: Option<usize>) -> Vec<Value> {
    let entry = |text: &str, anchor: String| json!({ "level": 2, "text": text, "anchor": anchor });
    let Some(code) = at.and_then(|at| codes.get(at)) else {
        let groups = GROUPS
            .iter()
            .filter(|(prefix, _)| codes.iter().any(|code| code.entry.code.starts_with(prefix)));
        return groups
            .map(|(prefix, title)| entry(title, (*prefix).to_owned()))
            .collect();
    };
    code.parts
        .iter()
        .filter_map(|part| match part {
            LinkedPart::Heading(text) => Some(entry(text, anchor(text))),
            _ => None,
        })
        .collect()
}
