//! The source documents, read with the course's own grammar and not a byte changed.
//!
//! Text comes in, a [`SeedDoc`] comes out: every entity found with its line, warnings about what the text says of itself
//! that is not so (a total that is not its parts' sum), and what could not be understood. `tests/seeds.rs` holds the
//! counts against the inventory. Nothing is dropped: a heading or a checkbox is an entity, prose, or unrecognised.

use std::io;
use std::path::Path;

use sorted::SortedMap;

use super::problem::Problem;

mod finder;
mod sums;

/// What a source document holds.
#[derive(Clone, Debug, Default)]
pub struct SeedDoc {
    /// Everything found, in order of its kind and place.
    pub found: Vec<Found>,
    /// Headings of level 1 to 6, outside fences.
    pub headings: [usize; 6],
    /// What the document says of itself that does not hold.
    pub warnings: Vec<Problem>,
    /// What the grammar does not understand.
    pub unrecognised: Vec<Problem>,
}

/// One thing found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub kind: SeedKind,
    /// Its title or text.
    pub title: String,
    /// Its line.
    pub line: u32,
}

/// What the documents are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The names are the inventory's.
pub enum SeedKind {
    Part,
    Module,
    Week,
    StudyWeek,
    Day,
    Tier,
    Task,
    Criterion,
    HardMode,
    Verbal,
    ReadingEntry,
    ReadingOption,
    MiniProject,
    MiniProjectPlan,
    Concept,
    NestedConcept,
    Exercise,
    SelfStudy,
    BeforeLab,
    Interview,
    StudyGroup,
    Capstone,
    Objective,
    Step,
    NestedStep,
    Lesson,
    ReadingSection,
    Example,
    Lab,
    LabPart,
    Tutorial,
    TutorialSection,
    Target,
    TargetFigure,
    Table,
    Fence,
    Paper,
    ToolGroup,
    Tool,
    LogTemplate,
    Template,
    TemplateHeading,
    TemplateTable,
    TemplateCheckbox,
    ArtifactPath,
    ArtifactSection,
    Link,
    DashboardRow,
}

/// Reads a source document.
///
/// # Errors
/// When the file cannot be read or is not UTF-8.
pub fn read(path: &Path) -> io::Result<SeedDoc> {
    Ok(parse(path, &std::fs::read_to_string(path)?))
}

/// The same for text; the path is only named in problems.
pub fn parse(path: &Path, text: &str) -> SeedDoc {
    finder::find(path, text)
}

impl SeedDoc {
    /// How many of a kind.
    pub fn count(&self, kind: SeedKind) -> usize {
        self.found.iter().filter(|f| f.kind == kind).count()
    }

    /// How many of each kind that occurs.
    pub fn counts(&self) -> SortedMap<SeedKind, usize> {
        let mut counts = SortedMap::new();
        for found in &self.found {
            *counts.entry(found.kind).or_default() += 1;
        }
        counts
    }
}
