//! What a heading means, by its words: the grammar that our pages and the source documents share.
//!
//! `## Tier N: …`, `### Task: …` and named sections (`Objective`, `Acceptance criteria`, `Core concepts checklist`, …) become
//! a tree of [`Node`]s. The words decide, not the level and not the icon; the level only says what stands inside what.
//! A heading that is none of these is prose where prose is expected and not understood elsewhere; `seed.rs` and `build.rs`
//! turn the latter into warnings. The table [`NAMES`] is the whole vocabulary.

use std::ops::Range;

use super::model::SectionKind;
use super::outline::{Block, BlockKind, Entry, Outline};
use super::problem::nearest;
use super::words::{bracket, clean, keyword, normal, numbered};

/// A heading, what it means, and what belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// What it means.
    pub kind: Kind,
    /// Its title: keyword, number, icons and bracket left out.
    pub title: String,
    /// What stood in brackets at the end: a file, a time, a note.
    pub aside: String,
    /// The number as written, for comparing with the computed one.
    pub number: String,
    /// Its heading in the outline.
    pub head: usize,
    /// The node it stands in.
    pub parent: Option<usize>,
    /// From its heading to the next one of the same or a higher level.
    pub range: Range<usize>,
}

/// What headings mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Day,
    Week,
    Part,
    Module,
    Tier,
    TierTasks,
    TierSummary,
    Task,
    Lesson,
    Tutorial,
    Example,
    Lab,
    /// `## N. Title` of a week: reading before a lab.
    Reading,
    /// A section known by its name.
    Named(Name),
    /// Free text where free text belongs.
    Prose,
    /// A heading that the grammar does not know, where it should.
    Unknown,
}

/// Sections known by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Name {
    Objective,
    ReadingList,
    Spec,
    MiniProjects,
    Guidance,
    Criteria,
    Artifacts,
    Feynman,
    HardMode,
    Concepts,
    Checks,
    /// A question to answer before its text is read.
    Predict,
    /// A claim that is wrong; the reader names the fault.
    Find,
    /// A lesson's own questions.
    Yourself,
    Capstone,
    TableOf,
    Dashboard,
    Tools,
    Papers,
    Log,
    BeforeLab,
    Interview,
    Targets,
    StudyPlan,
    StudyGroup,
    Links,
    /// Known by name, read as prose; what is below it may be anything.
    Told,
}

/// Every name that the grammar knows, normalised as `words::normal` does.
const NAMES: [(&str, Name); 67] = [
    ("objective", Name::Objective),
    ("reading", Name::ReadingList),
    ("viewing / reading", Name::ReadingList),
    ("spec", Name::Spec),
    ("mini-projects", Name::MiniProjects),
    ("suggested mini-projects", Name::MiniProjects),
    ("guidance", Name::Guidance),
    ("acceptance criteria", Name::Criteria),
    ("artifacts", Name::Artifacts),
    ("feynman deliverable", Name::Feynman),
    ("hard mode", Name::HardMode),
    ("core concepts checklist", Name::Concepts),
    ("concepts checklist", Name::Concepts),
    ("knowledge checks", Name::Checks),
    ("predict first", Name::Predict),
    ("find what is wrong", Name::Find),
    ("check yourself", Name::Yourself),
    ("capstone project", Name::Capstone),
    ("progress dashboard", Name::Dashboard),
    ("the arsenal", Name::Tools),
    ("the pantheon", Name::Papers),
    ("captain's log", Name::Log),
    ("what to do with this before the lab", Name::BeforeLab),
    ("before the lab", Name::BeforeLab),
    ("sample interview questions", Name::Interview),
    ("interview questions", Name::Interview),
    ("kernel performance targets", Name::Targets),
    ("performance targets", Name::Targets),
    ("recommended study order", Name::StudyPlan),
    ("study groups", Name::StudyGroup),
    ("research papers", Name::Papers),
    ("external documentation", Name::Links),
    ("source code references", Name::Links),
    ("lab preview", Name::Told),
    ("lab results", Name::Told),
    ("headline findings", Name::Told),
    ("cross-references between labs", Name::Told),
    ("what this calibrates going forward", Name::Told),
    ("executive summary", Name::Told),
    ("content breakdown", Name::Told),
    ("documentation", Name::Told),
    ("code examples", Name::Told),
    ("labs", Name::Told),
    ("tutorials", Name::Told),
    ("technical deep dives", Name::Told),
    ("interview preparation", Name::Told),
    ("performance metrics", Name::Told),
    ("code quality metrics", Name::Told),
    ("learning pathway", Name::Told),
    ("resources and references", Name::Told),
    ("file manifest", Name::Told),
    ("success metrics", Name::Told),
    ("recommendations for learners", Name::Told),
    ("prerequisites check", Name::Told),
    ("time allocation", Name::Told),
    ("hands-on priority", Name::Told),
    ("future enhancements", Name::Told),
    ("potential additions", Name::Told),
    ("conclusion", Name::Told),
    ("final artifacts", Name::Told),
    ("business / positioning nudge", Name::Told),
    ("what you achieved", Name::Told),
    ("key takeaways", Name::Told),
    ("connection to learning goals", Name::Told),
    ("next steps", Name::Told),
    ("key concepts covered", Name::Told),
    ("optional reading & business tie-in", Name::Told),
];

/// The tree of an outline's headings, in order; a parent stands before its children.
pub(crate) fn nodes(outline: &Outline, end: usize) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(outline.headings.len());
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (head, heading) in outline.headings.iter().enumerate() {
        while let Some((_, closed)) = open.pop_if(|(level, _)| *level >= heading.level) {
            nodes[closed].range.end = heading.range.start;
        }
        let parent = open.last().map(|(_, node)| *node);
        let mut node = classify(&heading.text);
        node.head = head;
        node.parent = parent;
        node.range = heading.range.start..end;
        node.kind = in_context(node.kind, &heading.text, parent, &nodes);
        open.push((heading.level, nodes.len()));
        nodes.push(node);
    }
    nodes
}

/// The nodes directly in this one; no more of them are looked at than stand in it.
pub(crate) fn children(nodes: &[Node], at: usize) -> impl Iterator<Item = &Node> {
    let end = nodes[at].range.end;
    let inside = nodes[at + 1..]
        .iter()
        .take_while(move |node| node.range.start < end);
    inside.filter(move |node| node.parent == Some(at))
}

/// Kinds that depend on where the heading stands.
fn in_context(kind: Kind, text: &str, parent: Option<usize>, nodes: &[Node]) -> Kind {
    if kind != Kind::Unknown {
        return kind;
    }
    let mut up = parent;
    while let Some(at) = up {
        match nodes[at].kind {
            Kind::Week if up == parent && numbered(&clean(text)).is_some() => return Kind::Reading,
            Kind::Lesson | Kind::Tutorial | Kind::Example | Kind::Lab | Kind::Reading => {
                return Kind::Prose;
            }
            Kind::Named(Name::Told) => return Kind::Prose,
            // A task's sections have names; a section's own text may have headings of its own.
            Kind::Named(_) => return Kind::Prose,
            Kind::Task => return Kind::Unknown,
            _ => up = nodes[at].parent,
        }
    }
    Kind::Unknown
}

/// What a heading means by its words alone.
fn classify(text: &str) -> Node {
    let words = clean(text);
    let keywords = [
        ("Task", Kind::Task),
        ("Tier", Kind::Tier),
        ("Module", Kind::Module),
        ("Part", Kind::Part),
        ("Week", Kind::Week),
        ("Day", Kind::Day),
        ("Lesson", Kind::Lesson),
        ("Tutorial", Kind::Tutorial),
        ("Example", Kind::Example),
        ("Lab", Kind::Lab),
    ];
    for (word, kind) in keywords {
        if let Some((number, title)) = keyword(&words, word) {
            let (title, aside) = bracket(title);
            return bare(kind, title, aside, number);
        }
    }
    let (title, aside) = bracket(&words);
    let tier_part = |end: &str| {
        let rest = words
            .strip_prefix("Tier ")?
            .trim_start_matches(|c: char| c.is_ascii_digit());
        rest.strip_prefix(end)
    };
    if tier_part(" Tasks").is_some() {
        return bare(Kind::TierTasks, title, aside, "");
    }
    if tier_part(" Summary").is_some() {
        return bare(Kind::TierSummary, title, aside, "");
    }
    let after_colon = words.split_once(": ").map_or("", |(_, t)| t);
    match name(&words) {
        Some(Name::Capstone) => bare(Kind::Named(Name::Capstone), after_colon, "", ""),
        Some(name) => bare(Kind::Named(name), title, aside, ""),
        None => bare(Kind::Unknown, title, aside, ""),
    }
}

fn bare(kind: Kind, title: &str, aside: &str, number: &str) -> Node {
    Node {
        kind,
        title: title.to_owned(),
        aside: aside.to_owned(),
        number: number.to_owned(),
        head: 0,
        parent: None,
        range: 0..0,
    }
}

fn name(words: &str) -> Option<Name> {
    let exact = |words: &str| {
        NAMES
            .iter()
            .find(|(known, _)| *known == words)
            .map(|(_, name)| *name)
    };
    let normal = normal(words);
    exact(&normal)
        .or_else(|| {
            normal
                .split_once(": ")
                .and_then(|(before, _)| exact(before))
        })
        .or_else(|| {
            (normal.ends_with(" table") || normal.ends_with(" overview")).then_some(Name::TableOf)
        })
        .or_else(|| {
            (normal.starts_with("day ") && normal.ends_with(" complete")).then_some(Name::Told)
        })
}

/// The name that was probably meant by a heading that is none.
pub(crate) fn near_name(text: &str) -> Option<&'static str> {
    let normal = normal(text);
    nearest(
        &normal,
        NAMES
            .iter()
            .filter(|(_, n)| *n != Name::Told)
            .map(|(known, _)| *known),
    )
    .filter(|near| *near != normal && near.len() >= 5)
}

impl Name {
    /// The section kind that pages see.
    pub fn section(self) -> SectionKind {
        match self {
            Name::Objective => SectionKind::Objective,
            Name::ReadingList => SectionKind::Reading,
            Name::Spec => SectionKind::Spec,
            Name::MiniProjects => SectionKind::MiniProjects,
            Name::Guidance => SectionKind::Guidance,
            Name::Criteria => SectionKind::Criteria,
            Name::Artifacts => SectionKind::Artifacts,
            Name::Feynman => SectionKind::Feynman,
            Name::HardMode => SectionKind::HardMode,
            Name::Concepts => SectionKind::Concepts,
            Name::Checks | Name::Predict | Name::Find | Name::Yourself => {
                SectionKind::KnowledgeChecks
            }
            Name::Capstone => SectionKind::Capstone,
            Name::BeforeLab => SectionKind::BeforeLab,
            _ => SectionKind::Prose,
        }
    }

    /// Whether checkboxes in such a section mean something.
    pub fn has_checkboxes(self) -> bool {
        matches!(
            self,
            Name::Criteria
                | Name::HardMode
                | Name::Concepts
                | Name::Checks
                | Name::Predict
                | Name::Find
                | Name::Yourself
                | Name::Capstone
                | Name::Papers
                | Name::BeforeLab
        )
    }
}

/// The entries of every list directly among these blocks.
pub(crate) fn entries(blocks: &[Block]) -> impl Iterator<Item = &Entry> {
    blocks.iter().flat_map(|block| match &block.kind {
        BlockKind::List(list) => list.entries.as_slice(),
        _ => &[],
    })
}

/// The entries nested directly below an entry.
pub(crate) fn nested(entry: &Entry) -> impl Iterator<Item = &Entry> {
    entries(&entry.rest)
}

/// Paragraphs of one bold phrase, each with the list after it: `**Conceptual:**` and five questions.
pub(crate) fn labelled_lists(blocks: &[Block]) -> Vec<(String, &Block, &[Entry])> {
    let mut found = Vec::new();
    for pair in blocks.windows(2) {
        if let (BlockKind::Paragraph(lead), BlockKind::List(list)) = (&pair[0].kind, &pair[1].kind)
            && let Some(label) = lead.only_label()
        {
            found.push((label, &pair[0], list.entries.as_slice()));
        }
    }
    found
}

/// Whether a criterion asks for an answer in words: "You can (verbally) answer: …".
pub(crate) fn is_verbal(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "you can verbally ",
        "you can answer",
        "you can articulate",
        "you can finish the sentence",
    ]
    .iter()
    .any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, String)> {
        let outline = Outline::read(text, 0);
        nodes(&outline, text.len())
            .into_iter()
            .map(|n| (n.kind, n.title))
            .collect()
    }

    #[test]
    fn words_decide_and_levels_nest() {
        let text = "# Day 004 – Q\n## Tier 5: Deep (~1 h)\n## Tier 5 Tasks – X\n### ✅ Task 5.1: A (Stretch Goal)\n#### 🎯 Objective\n\
                    #### Acceptence Criteria\n## Odd one\n";
        let expected = [
            (Kind::Day, "Q"),
            (Kind::Tier, "Deep"),
            (Kind::TierTasks, "Tier 5 Tasks – X"),
            (Kind::Task, "A"),
            (Kind::Named(Name::Objective), "Objective"),
            (Kind::Unknown, "Acceptence Criteria"),
            (Kind::Unknown, "Odd one"),
        ];
        assert_eq!(kinds(text), expected.map(|(k, t)| (k, t.to_owned())));
        assert_eq!(
            near_name("Acceptence Criteria"),
            Some("acceptance criteria")
        );
        assert_eq!(near_name("Something else entirely"), None);
    }

    #[test]
    fn a_week_numbers_its_reading() {
        let text = "# Week 2 — H\n## 1. Memory\n### Any\n## Lab Results\n### Lab 1a — N (`x.py`)\n";
        let expected = [
            (Kind::Week, "H"),
            (Kind::Reading, "1. Memory"),
            (Kind::Prose, "Any"),
            (Kind::Named(Name::Told), "Lab Results"),
            (Kind::Lab, "N"),
        ];
        assert_eq!(kinds(text), expected.map(|(k, t)| (k, t.to_owned())));
    }

    #[test]
    fn every_name_is_written_as_it_is_looked_up() {
        for (known, _) in NAMES {
            assert_eq!(normal(known), known);
        }
    }
}
