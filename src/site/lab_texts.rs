//! The prose of labs, tasks and hints, treated like any page: parsed, linked, its problems placed in its file.
//! A text has no front matter and no headings; links in it are relative to the lab's folder.

use std::path::PathBuf;

use lab::Lab;

use super::link::LinkedPage;
use super::parse::{Facts, ParsedPage, parse};
use crate::course::{Front, Page, PageKind, Problem};

/// One text: the page it stands for, and what parsing made of it.
#[derive(Debug)]
pub struct ParsedText {
    /// A page with nothing but this text.
    pub page: Page,
    /// The text with holes.
    pub parsed: ParsedPage,
}

/// The texts of a part.
#[derive(Debug)]
pub struct ParsedPart {
    /// What to write.
    pub task: ParsedText,
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
    pub task: LinkedPage,
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
        let text = |file: &str, source: String| {
            let page = page(lab, file, source);
            let parsed = parse(&page, &[], facts);
            ParsedText { page, parsed }
        };
        let parts = lab
            .parts
            .iter()
            .map(|part| ParsedPart {
                task: text("src/lib.rs", part.task.to_owned()),
                hints: lab
                    .hints_of(part.id)
                    .into_iter()
                    .map(|hint| text("hints.md", hint))
                    .collect(),
            })
            .collect();
        ParsedLab { parts }
    }

    /// What is wrong with them. Lines are those of the text, not of the file, so they are left out.
    pub fn problems(&self) -> Vec<Problem> {
        self.parts
            .iter()
            .flat_map(|part| std::iter::once(&part.task).chain(&part.hints))
            .flat_map(|text| text.parsed.problems.clone())
            .map(|problem| problem.at(0, 0))
            .collect()
    }
}

fn page(lab: &Lab, file: &str, source: String) -> Page {
    Page {
        id: String::new(),
        kind: PageKind::Extra,
        path: PathBuf::from("labs").join(lab.id).join(file),
        url: super::map::lab_url(lab.id),
        title: lab.title.to_owned(),
        front: Front::default(),
        source,
        body_start: 0,
        headings: Vec::new(),
        items: Vec::new(),
        part: None,
        module: None,
    }
}
