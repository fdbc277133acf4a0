//! The five source documents parse unchanged and yield the counts of the inventory.
//!
//! The folder is named by `COURSE_SEEDS`; without it nothing is checked, and the test says so. Every kind that a document
//! holds is listed, so that a new find fails as loudly as a lost one. Where a figure differs from the inventory's, the
//! reason stands beside it.

use std::path::{Path, PathBuf};

use course::course::seed::{self, SeedDoc, SeedKind, SeedKind::*};
use sorted::SortedMap;

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("COURSE_SEEDS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("LEFT OUT: `COURSE_SEEDS` is not set, so the source documents were not read");
    }
    folder
}

fn read(folder: &Path, name: &str) -> SeedDoc {
    seed::read(&folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn holds(doc: &SeedDoc, headings: [usize; 4], expected: &[(SeedKind, usize)]) {
    let expected: SortedMap<_, _> = expected.iter().copied().collect();
    assert_eq!(doc.counts(), expected);
    assert_eq!(doc.headings[..4], headings, "headings of level 1 to 4");
    assert_eq!(doc.headings[4..], [0, 0]);
}

fn told(problems: &[course::course::Problem]) -> Vec<String> {
    problems
        .iter()
        .map(|p| format!("{}:{} {}", p.line, p.column, p.message))
        .collect()
}

#[test]
fn tier_5_of_day_4() {
    let Some(folder) = folder() else { return };
    let doc = read(&folder, "seed-000-day004-tier5.md");
    let expected = [
        (Day, 1),
        (Tier, 1),
        (Task, 8),
        (Criterion, 15),
        (Verbal, 3),
        (ReadingEntry, 12),
        (ReadingOption, 4), // the whitepapers, of which one is to be picked
        (MiniProject, 3),
        (MiniProjectPlan, 2),
        (ArtifactPath, 1),
        (ArtifactSection, 5),
    ];
    holds(&doc, [1, 2, 8, 24], &expected);
    assert_eq!(
        told(&doc.warnings),
        ["7:5 the stated time 3–6 h is not the sum of its parts, 7 h 55 min–12 h 45 min"]
    );
    assert_eq!(told(&doc.unrecognised), [""; 0]);
}

#[test]
fn report_of_module_4() {
    let Some(folder) = folder() else { return };
    let doc = read(&folder, "seed-001-module4-report.md");
    let expected = [
        (Module, 1),
        (StudyWeek, 4),
        (Lesson, 6),
        (Example, 3),
        (Lab, 1),
        (LabPart, 5),
        (Tutorial, 1),
        (TutorialSection, 6),
        (Interview, 10),
        (StudyGroup, 4),
        (Target, 4),
        (TargetFigure, 13),
        (Paper, 4),
        (Fence, 22),
        (Link, 13),
    ];
    holds(&doc, [1, 13, 22, 14], &expected);
    // The tutorial's three hours and the study plan's 32–40 are the sums of their parts, and are not warned about.
    assert_eq!(
        told(&doc.warnings),
        ["372:3 the stated time 2 h is not the sum of its parts, 2 h 30 min"]
    );
    assert_eq!(told(&doc.unrecognised), [""; 0]);
}

#[test]
fn hardware_week() {
    let Some(folder) = folder() else { return };
    let doc = read(&folder, "seed-002-week2-hardware-tidy.md");
    let expected = [
        (Week, 1),
        (ReadingSection, 9),
        (BeforeLab, 4),
        (Lab, 4),
        (Table, 12),
    ];
    holds(&doc, [1, 10, 10, 0], &expected);
    assert_eq!(told(&doc.warnings), [""; 0]);
    assert_eq!(told(&doc.unrecognised), [""; 0]);
}

#[test]
fn hardware_week_as_it_was_scraped() {
    let Some(folder) = folder() else { return };
    // Its headings lost their marks and its tables are glued to them: nothing can be recognised, and that is said.
    let doc = read(&folder, "seed-002-week2-hardware.md");
    holds(&doc, [0, 0, 0, 0], &[]);
    let told = told(&doc.unrecognised);
    assert_eq!(told[0], "1:1 no heading at all; read as one piece of prose");
    assert_eq!(
        told.len(),
        1 + 20,
        "one line for each of the 20 headings of level 2 and 3"
    );
    assert!(
        told[1..]
            .iter()
            .all(|t| t.ends_with("a leftover of scraping, `Section titled`")),
        "{told:#?}"
    );
}

#[test]
fn curriculum() {
    let Some(folder) = folder() else { return };
    let doc = read(&folder, "seed-003-curriculum.md");
    let expected = [
        (Part, 2),
        (Module, 8),
        (Concept, 31),
        (NestedConcept, 59),
        (Exercise, 36),
        (SelfStudy, 3),
        (Capstone, 7), // the dashboard claims 8
        (Objective, 7),
        (Step, 36),
        (NestedStep, 7),
        (Table, 4),
        (Fence, 1),
        (Paper, 6),
        (ToolGroup, 4),
        (Tool, 16),
        (LogTemplate, 1),
        (DashboardRow, 3),
    ];
    holds(&doc, [0, 6, 8, 26], &expected);
    assert_eq!(told(&doc.warnings), [""; 0]);
    assert_eq!(told(&doc.unrecognised), [""; 0]);
}

#[test]
fn tiers_3_and_4_of_day_4() {
    let Some(folder) = folder() else { return };
    let doc = read(&folder, "seed-004-day004-tier3.md");
    let expected = [
        (Day, 1),
        (Tier, 2),
        (Task, 1),
        (Criterion, 4),
        (HardMode, 3),
        (ReadingEntry, 3),
        (ReadingOption, 6), // what to look for, and the question to tie it to
        (Table, 2),
        (Fence, 3),
        (Template, 2), // the report and the offer
        (TemplateHeading, 24),
        (TemplateTable, 8),
        (TemplateCheckbox, 4),
        (ArtifactPath, 10),
        (Link, 2),
        (DashboardRow, 1),
    ];
    holds(&doc, [1, 6, 7, 6], &expected);
    assert_eq!(
        told(&doc.warnings),
        ["7:5 the stated time 1–3 h is not the sum of its parts, 1–2 h"]
    );
    assert_eq!(told(&doc.unrecognised), [""; 0]);
}

#[test]
fn totals_over_all_documents() {
    let Some(folder) = folder() else { return };
    let names = [
        "seed-000-day004-tier5.md",
        "seed-001-module4-report.md",
        "seed-002-week2-hardware-tidy.md",
        "seed-003-curriculum.md",
        "seed-004-day004-tier3.md",
    ];
    let docs: Vec<SeedDoc> = names.iter().map(|name| read(&folder, name)).collect();
    let total = |kinds: &[SeedKind]| -> usize {
        docs.iter()
            .flat_map(|d| kinds.iter().map(|k| d.count(*k)))
            .sum()
    };
    assert_eq!(total(&[Task]), 9);
    assert_eq!(total(&[Criterion]), 19);
    assert_eq!(total(&[Concept, NestedConcept]), 90);
    assert_eq!(total(&[Exercise, SelfStudy]), 39);
    assert_eq!(total(&[Objective, Step, NestedStep]), 50);
    assert_eq!(total(&[Tier]), 3);
    assert_eq!(total(&[Module]), 9);
    assert_eq!(total(&[Lab]), 5);
    assert_eq!(total(&[Table]), 18);
    assert_eq!(total(&[Fence]), 26);
    assert_eq!(total(&[Link]), 15);
    let headings = |level: usize| -> usize { docs.iter().map(|d| d.headings[level - 1]).sum() };
    assert_eq!([1, 2, 3, 4].map(headings), [4, 37, 55, 70]);
    let unrecognised: Vec<_> = docs.iter().flat_map(|d| told(&d.unrecognised)).collect();
    assert_eq!(unrecognised, [""; 0]);
}
