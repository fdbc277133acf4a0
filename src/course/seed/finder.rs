//! Finds everything in a source document: one pass over its headings, one over what counts wherever it stands.
//!
//! What is found, warned about or not understood is added to a [`SeedDoc`]; nothing is dropped. Which words mean what is
//! `grammar.rs`'s.

use std::path::{Path, PathBuf};

use sorted::SortedSet;

use super::super::grammar::{self, Kind, Name, Node};
use super::super::lines::Lines;
use super::super::minutes;
use super::super::model::Minutes;
use super::super::outline::{Block, BlockKind, Entry, Fence, Outline, Style, inlines};
use super::super::problem::Problem;
use super::super::words::{bracket, clean, is_path, keyword, numbered};
use super::{Found, SeedDoc, SeedKind};

/// Reads a document's text.
pub(super) fn find(path: &Path, text: &str) -> SeedDoc {
    let outline = Outline::read(text, 0);
    let nodes = grammar::nodes(&outline, text.len());
    let mut reader = Reader {
        path: path.to_owned(),
        text,
        lines: Lines::new(text),
        outline: &outline,
        nodes: &nodes,
        doc: SeedDoc::default(),
    };
    for heading in &outline.headings {
        reader.doc.headings[usize::from(heading.level) - 1] += 1;
    }
    for at in 0..nodes.len() {
        reader.node(at);
    }
    reader.loose();
    reader.checkboxes();
    reader.times();
    reader.leftovers();
    reader.doc
}

/// A document being read.
pub(super) struct Reader<'a> {
    pub path: PathBuf,
    pub text: &'a str,
    pub lines: Lines<'a>,
    pub outline: &'a Outline,
    pub nodes: &'a [Node],
    pub doc: SeedDoc,
}

impl<'a> Reader<'a> {
    fn add(&mut self, kind: SeedKind, title: impl Into<String>, at: usize) {
        self.doc.found.push(Found {
            kind,
            title: title.into(),
            line: self.lines.line(at),
        });
    }

    fn all<'e>(&mut self, kind: SeedKind, entries: impl Iterator<Item = &'e Entry>) {
        for entry in entries {
            self.add(kind, entry.lead.text(), entry.range.start);
        }
    }

    /// A warning at a byte of the text.
    pub fn problem(&self, at: usize, message: String) -> Problem {
        let (line, column) = self.lines.place(at);
        Problem::error(&self.path, message)
            .warning()
            .at(line, column)
            .excerpt(self.text)
    }

    fn node(&mut self, at: usize) {
        let (nodes, outline) = (self.nodes, self.outline);
        let node = &nodes[at];
        let start = node.range.start;
        let blocks = outline.under(Some(node.head));
        let of_week = node.parent.is_some_and(|p| nodes[p].kind == Kind::Week);
        if node.kind == Kind::Reading
            || (of_week && starts_with_number(&outline.headings[node.head].text))
        {
            self.add(SeedKind::ReadingSection, &node.title, start);
        }
        let simple = match node.kind {
            Kind::Day => SeedKind::Day,
            Kind::Week => SeedKind::Week,
            Kind::Part => SeedKind::Part,
            Kind::Module => SeedKind::Module,
            Kind::Tier => SeedKind::Tier,
            Kind::Task => SeedKind::Task,
            Kind::Lesson => SeedKind::Lesson,
            Kind::Example => SeedKind::Example,
            Kind::Lab => {
                self.timed_list(blocks, SeedKind::LabPart, "Structure");
                SeedKind::Lab
            }
            Kind::Tutorial => {
                self.timed_list(blocks, SeedKind::TutorialSection, "Content Progression");
                SeedKind::Tutorial
            }
            Kind::Named(name) => return self.named(name, node, blocks),
            Kind::TierSummary => return self.rows(blocks),
            Kind::Unknown => {
                let message = format!("heading `{}` is none that the grammar knows", node.title);
                let mut problem = self.problem(start, message);
                if let Some(near) = grammar::near_name(&node.title) {
                    problem = problem.help(format!("did you mean `{near}`?"));
                }
                return self.doc.unrecognised.push(problem);
            }
            Kind::TierTasks | Kind::Reading | Kind::Prose => return,
        };
        self.add(simple, &node.title, start);
        self.number(node);
    }

    /// A task numbered for another tier than it stands in.
    fn number(&mut self, node: &Node) {
        let tier = self
            .nodes
            .iter()
            .rfind(|n| n.kind == Kind::Tier && n.range.start < node.range.start);
        if let (Kind::Task, Some(tier), Some((of, _))) =
            (node.kind, tier, node.number.split_once('.'))
            && of != tier.number
        {
            let message = format!("task `{}` stands in tier {}", node.number, tier.number);
            self.doc
                .warnings
                .push(self.problem(node.range.start, message));
        }
    }

    fn timed_list(&mut self, blocks: &[Block], kind: SeedKind, label: &str) {
        for (found, _, entries) in grammar::labelled_lists(blocks) {
            if found == label {
                self.all(kind, entries.iter());
            }
        }
    }

    fn named(&mut self, name: Name, node: &Node, blocks: &'a [Block]) {
        let start = node.range.start;
        match name {
            Name::Criteria => self.criteria(blocks),
            Name::HardMode => self.all(SeedKind::HardMode, ticked(blocks)),
            Name::Concepts => self.two_levels(blocks, SeedKind::Concept, SeedKind::NestedConcept),
            Name::Checks => {
                for entry in ticked(blocks) {
                    let study = entry
                        .lead
                        .label()
                        .is_some_and(|l| l.starts_with("Self-Study"));
                    let kind = if study {
                        SeedKind::SelfStudy
                    } else {
                        SeedKind::Exercise
                    };
                    self.add(kind, entry.lead.text(), entry.range.start);
                }
            }
            Name::Capstone => {
                self.add(SeedKind::Capstone, &node.title, start);
                for entry in ticked(blocks) {
                    let objective = entry.lead.label().is_some_and(|l| l == "Objective");
                    let kind = if objective {
                        SeedKind::Objective
                    } else {
                        SeedKind::Step
                    };
                    self.add(kind, entry.lead.text(), entry.range.start);
                    self.all(SeedKind::NestedStep, grammar::nested(entry));
                }
            }
            Name::ReadingList => self.readings(blocks),
            Name::MiniProjects => {
                self.two_levels(blocks, SeedKind::MiniProject, SeedKind::MiniProjectPlan)
            }
            Name::BeforeLab => self.all(SeedKind::BeforeLab, grammar::entries(blocks)),
            Name::Interview => self.labelled(blocks, None, SeedKind::Interview),
            Name::Targets => self.labelled(blocks, Some(SeedKind::Target), SeedKind::TargetFigure),
            Name::StudyGroup => self.all(SeedKind::StudyGroup, grammar::entries(blocks)),
            Name::StudyPlan => self.study_plan(blocks),
            Name::Papers => self.all(SeedKind::Paper, grammar::entries(blocks)),
            Name::Tools => self.tools(blocks),
            Name::Dashboard => self.rows(blocks),
            Name::Log => {
                for block in blocks {
                    if matches!(block.kind, BlockKind::Fence(_)) {
                        self.add(SeedKind::LogTemplate, "log entry", block.range.start);
                    }
                }
            }
            _ => {}
        }
    }

    fn criteria(&mut self, blocks: &[Block]) {
        for entry in ticked(blocks) {
            let text = entry.lead.text();
            if grammar::is_verbal(&text) {
                self.add(SeedKind::Verbal, &text, entry.range.start);
            }
            for run in entry
                .lead
                .runs
                .iter()
                .filter(|r| r.style == Style::Strong && r.text.starts_with('“'))
            {
                self.add(
                    SeedKind::ArtifactSection,
                    run.text.trim_matches(['“', '”']),
                    run.range.start,
                );
            }
            self.add(SeedKind::Criterion, text, entry.range.start);
        }
    }

    fn two_levels(&mut self, blocks: &[Block], top: SeedKind, below: SeedKind) {
        for entry in grammar::entries(blocks) {
            self.add(top, entry.lead.text(), entry.range.start);
            self.all(below, grammar::nested(entry));
        }
    }

    /// Entries up to "Focus on:"; choices and notes below them are options.
    fn readings(&mut self, blocks: &[Block]) {
        let focus = |b: &Block| matches!(&b.kind, BlockKind::Paragraph(p) if p.text().starts_with("Focus on"));
        let end = blocks.iter().position(focus).unwrap_or(blocks.len());
        self.two_levels(
            &blocks[..end],
            SeedKind::ReadingEntry,
            SeedKind::ReadingOption,
        );
    }

    fn labelled(&mut self, blocks: &[Block], group: Option<SeedKind>, kind: SeedKind) {
        for (label, lead, entries) in grammar::labelled_lists(blocks) {
            if let Some(group) = group {
                self.add(group, label, lead.range.start);
            }
            self.all(kind, entries.iter());
        }
    }

    fn study_plan(&mut self, blocks: &[Block]) {
        let mut sum = Minutes::default();
        for (label, lead, _) in grammar::labelled_lists(blocks) {
            if let Some((_, title)) = keyword(&label, "Week") {
                let (title, time) = bracket(title);
                sum = sum.plus(minutes::parse(time).map(|(m, _)| m).unwrap_or_default());
                self.add(SeedKind::StudyWeek, title, lead.range.start);
            }
        }
        for block in blocks {
            if let BlockKind::Paragraph(inline) = &block.kind
                && let Some(stated) = inline
                    .label()
                    .and_then(|l| minutes::parse(l.strip_prefix("Total:")?.trim()))
            {
                self.sum(block.range.start, stated.0, sum);
            }
        }
    }

    fn tools(&mut self, blocks: &[Block]) {
        for (label, lead, entries) in grammar::labelled_lists(blocks) {
            self.add(SeedKind::ToolGroup, label, lead.range.start);
            for entry in entries {
                for tool in entry.lead.text().split(", ") {
                    self.add(SeedKind::Tool, tool, entry.range.start);
                }
            }
        }
    }

    fn rows(&mut self, blocks: &[Block]) {
        for block in blocks {
            if let BlockKind::Table(table) = &block.kind {
                for row in &table.rows {
                    self.add(
                        SeedKind::DashboardRow,
                        row.first().cloned().unwrap_or_default(),
                        block.range.start,
                    );
                }
            }
        }
    }

    /// What counts wherever it stands: tables, fences, templates, links, paths.
    fn loose(&mut self) {
        let outline = self.outline;
        let mut paths = SortedSet::new();
        outline.walk(&mut |block| match &block.kind {
            BlockKind::Table(table) => {
                self.add(SeedKind::Table, table.header.join(" | "), block.range.start)
            }
            BlockKind::Fence(fence) if fence.fenced => {
                self.add(SeedKind::Fence, &fence.info, block.range.start);
                if fence.info == "markdown" {
                    self.template(fence, block.range.start, &mut paths);
                }
            }
            _ => {}
        });
        inlines(&outline.blocks, &mut |inline| {
            for (words, _) in inline.links() {
                self.add(SeedKind::Link, words, inline.range.start);
            }
            paths.extend(
                inline
                    .runs
                    .iter()
                    .filter(|r| is_path(&r.text))
                    .map(|r| (r.text.clone(), r.range.start)),
            );
        });
        let mut seen = SortedSet::new();
        for (path, at) in paths {
            if seen.insert(path.clone()) {
                self.add(SeedKind::ArtifactPath, path, at);
            }
        }
    }

    fn template(&mut self, fence: &Fence, at: usize, paths: &mut SortedSet<(String, usize)>) {
        let inner = Outline::read(&fence.text, 0);
        self.add(
            SeedKind::Template,
            inner
                .headings
                .first()
                .map(|h| h.text.clone())
                .unwrap_or_default(),
            at,
        );
        for heading in &inner.headings {
            self.add(SeedKind::TemplateHeading, &heading.text, at);
        }
        inner.walk(&mut |block| match &block.kind {
            BlockKind::Table(_) => self.add(SeedKind::TemplateTable, "", at),
            BlockKind::List(list) => {
                let boxes = list.entries.iter().filter(|e| e.checkbox.is_some());
                boxes.for_each(|e| self.add(SeedKind::TemplateCheckbox, e.lead.text(), at));
            }
            _ => {}
        });
        inlines(&inner.blocks, &mut |inline| {
            paths.extend(
                inline
                    .runs
                    .iter()
                    .filter(|r| is_path(&r.text))
                    .map(|r| (r.text.clone(), at)),
            );
        });
    }

    /// Checkboxes in sections where they mean nothing.
    fn checkboxes(&mut self) {
        let outline = self.outline;
        let mut strays = Vec::new();
        outline.walk(&mut |block| {
            let BlockKind::List(list) = &block.kind else {
                return;
            };
            for entry in list.entries.iter().filter(|e| e.checkbox.is_some()) {
                let section = self
                    .nodes
                    .iter()
                    .rfind(|n| n.range.start <= entry.range.start);
                let known = section
                    .is_some_and(|n| matches!(n.kind, Kind::Named(name) if name.has_checkboxes()));
                if !known {
                    strays.push((entry.range.start, entry.lead.text()));
                }
            }
        });
        for (at, text) in strays {
            let message = format!("checkbox `{text}` is in no list that the grammar knows");
            self.doc.unrecognised.push(self.problem(at, message));
        }
    }

    /// Traces of scraping and of wrong decoding, and a text without any heading.
    fn leftovers(&mut self) {
        if self.outline.headings.is_empty() {
            let message = "no heading at all; read as one piece of prose".to_owned();
            self.doc.unrecognised.push(self.problem(0, message));
        }
        if let Some(at) = self.outline.too_deep {
            self.doc
                .unrecognised
                .push(self.problem(at, "nested too deeply to be read".into()));
        }
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            if line.starts_with("Section titled “") {
                self.doc
                    .unrecognised
                    .push(self.problem(at, "a leftover of scraping, `Section titled`".into()));
            }
            if let Some(inside) = ["â€", "Ã©", "ðŸ", "\u{FFFD}"]
                .iter()
                .find_map(|bad| line.find(bad))
            {
                self.doc
                    .warnings
                    .push(self.problem(at + inside, "wrongly decoded characters".into()));
            }
            at += line.len();
        }
    }
}

fn ticked(blocks: &[Block]) -> impl Iterator<Item = &Entry> {
    grammar::entries(blocks).filter(|e| e.checkbox.is_some())
}

fn starts_with_number(heading: &str) -> bool {
    numbered(&clean(heading)).is_some()
}
