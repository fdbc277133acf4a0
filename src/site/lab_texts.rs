//! The prose of labs, what `lab.md` says, treated like any page: parsed, linked, its problems placed in its file.
//! A passage has no front matter and no headings; links in it are relative to the lab's folder.
//!
//! A map on a lab's page names its file as the lab sees it: `solution`, with an anchor, or `wrong/chunks.cu`. The rule: such a
//! map shows lanes and addresses and never the code that makes them, for it may be the solution's.

use std::path::PathBuf;

use lab::{Lab, Passage};

use super::link::LinkedPage;
use super::named::{Found, What};
use super::parse::{Facts, ParsedPage, parse};
use crate::course::{Front, Page, PageKind, Problem};

/// One text: the page it stands for, and what parsing made of it.
#[derive(Debug)]
pub struct ParsedText {
    /// A page with nothing but this text.
    pub page: Page,
    /// The text with holes.
    pub parsed: ParsedPage,
    /// The line of `lab.md` on which it begins.
    pub line: u32,
}

/// The texts of a part.
#[derive(Debug)]
pub struct ParsedPart {
    /// What to write.
    pub statement: ParsedText,
    /// A small input and its output, worked.
    pub example: ParsedText,
    /// Blocks, threads and sizes that come.
    pub launch: ParsedText,
    /// Pictures of what lanes ask for.
    pub accesses: ParsedText,
    /// Hints in order.
    pub hints: Vec<ParsedText>,
}

/// The texts of a lab.
#[derive(Debug)]
pub struct ParsedLab {
    /// One for each part.
    pub parts: Vec<ParsedPart>,
}

/// The linked texts of a part.
#[derive(Debug)]
pub struct PartTexts {
    /// What to write.
    pub statement: LinkedPage,
    /// A small input and its output, worked.
    pub example: LinkedPage,
    /// Blocks, threads and sizes that come.
    pub launch: LinkedPage,
    /// Pictures of what lanes ask for.
    pub accesses: LinkedPage,
    /// Hints in order.
    pub hints: Vec<LinkedPage>,
}

/// The linked texts of a lab.
#[derive(Debug)]
pub struct LabTexts {
    /// One for each part.
    pub parts: Vec<PartTexts>,
}

impl ParsedLab {
    /// Parses a lab's texts.
    pub fn of(lab: &Lab, facts: &Facts) -> ParsedLab {
        let text = |passage: &Passage| {
            let page = page(lab, passage.text.clone());
            let mut parsed = parse(&page, &[], facts);
            own_files(lab, &mut parsed);
            ParsedText {
                page,
                parsed,
                line: passage.line,
            }
        };
        let parts = lab
            .parts
            .iter()
            .map(|part| ParsedPart {
                statement: text(&part.statement),
                example: text(&part.example),
                launch: text(&part.launch),
                accesses: text(&part.accesses),
                hints: part.hints.iter().map(text).collect(),
            })
            .collect();
        ParsedLab { parts }
    }

    /// What is wrong with them, placed in `lab.md`.
    pub fn problems(&self) -> Vec<Problem> {
        self.parts
            .iter()
            .flat_map(|part| {
                [&part.statement, &part.example, &part.launch, &part.accesses]
                    .into_iter()
                    .chain(&part.hints)
            })
            .flat_map(|text| {
                let problems = text.parsed.problems.iter().cloned();
                problems.map(|problem| text.placed(problem))
            })
            .collect()
    }
}

/// The files of the lab itself, by their places in the course.
fn own_files(lab: &Lab, parsed: &mut ParsedPage) {
    for named in &mut parsed.named {
        if let What::Access(asked) = &mut named.what {
            let path = &mut asked.of.path;
            if path == "solution" {
                *path = format!("kernels/{}.cu", lab.id);
            } else if path.starts_with("wrong/") {
                *path = format!("labs/{}/{path}", lab.id);
            }
        }
    }
}

/// A map says what its lanes do in place of the code that makes them do it.
pub fn without_code(found: &mut Found) {
    if let Found::Access(mapped) = found {
        mapped.code = None;
    }
}

impl LabTexts {
    /// The files of the course that its maps are made of.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let texts = self.parts.iter().map(|part| &part.accesses);
        texts.flat_map(|text| text.parsed.files())
    }
}

impl ParsedText {
    /// A problem of the text as one of its file.
    pub fn placed(&self, problem: Problem) -> Problem {
        let line = self.line + problem.line.max(1) - 1;
        let column = problem.column;
        problem.at(line, column)
    }
}

fn page(lab: &Lab, source: String) -> Page {
    Page {
        id: String::new(),
        kind: PageKind::Extra,
        path: PathBuf::from("labs").join(lab.id).join("lab.md"),
        url: super::map::lab_url(lab.id),
        title: lab.title.clone(),
        front: Front::default(),
        source,
        body_start: 0,
        headings: Vec::new(),
        items: Vec::new(),
        part: None,
        module: None,
    }
}
