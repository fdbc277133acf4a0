//! What a course is made of: plain data, no reading and no checking.
//!
//! Ids are stable, lower-case and never shown as numbers; the numbers shown (`1.5`, `5.2`) are computed while
//! loading. Everything a learner can tick is an [`Item`]. `build.rs` makes these; what counts towards done is said in `item.rs`.

use std::ops::Range;

use super::catalog::Catalog;
use super::interface::Interface;
use super::item::Item;
use super::page::{Page, PageId};
use super::problem::Problem;

/// What [`load`](super::load) returns: as much of the course as could be understood, and all that is wrong.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The course; usable for showing even when there are problems.
    pub course: Course,
    /// Every problem, sorted by file and place. Empty means the course is sound.
    pub problems: Vec<Problem>,
}

/// A whole course.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Its name.
    pub title: String,
    /// One sentence under the name.
    pub tagline: String,
    /// Where its site is published, with a slash at the end; empty when nothing says so.
    pub url: String,
    /// Its parts in order.
    pub parts: Vec<Part>,
    /// Other ways to walk the same things (days, weeks, a study plan).
    pub tracks: Vec<Track>,
    /// The stages of the labs' page, in order; a lab may be in none.
    pub stages: Vec<Stage>,
    /// The id of the track that is walked before the rest of the course, or empty.
    pub begin: String,
    /// Every page in reading order; a [`PageId`] is an index into it.
    pub pages: Vec<Page>,
    /// Facts kept once: devices, models, papers, tools, terms.
    pub catalog: Catalog,
    /// Where a page's source can be edited, with `{path}` for the page's path; empty for nowhere.
    pub edit: String,
    /// Whether pages say when git last saw them change.
    pub last_updated: bool,
    /// Whether what its author wrote into the captain's log is published with it.
    pub publish_log: bool,
    /// How its site presents itself.
    pub interface: Interface,
}

/// A part: some modules under one title.
#[derive(Clone, Debug)]
pub struct Part {
    /// `p1`.
    pub id: String,
    /// Shown: 1, 2, …
    pub number: u32,
    /// Its name, without the number.
    pub title: String,
    /// One sentence.
    pub tagline: String,
    /// Folder under `content/`.
    pub dir: String,
    /// Its own page (`index.md`), when there is one.
    pub page: Option<PageId>,
    /// Its modules in order.
    pub modules: Vec<Module>,
}

/// Labs that belong together on the labs' page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// What they are about.
    pub title: String,
    /// Their names, in order.
    pub labs: Vec<String>,
}

/// A module: lessons, concepts, questions, a project, tiers of tasks, labs.
#[derive(Clone, Debug)]
pub struct Module {
    /// `mod.1-5`.
    pub id: String,
    /// Shown: `1.5`.
    pub number: String,
    /// Its name, without the number.
    pub title: String,
    /// One sentence.
    pub tagline: String,
    /// Folder under `content/`, with the part's (`miniaturization/1-5`).
    pub dir: String,
    /// Its page (`index.md`).
    pub page: PageId,
    /// Ids that should be done first.
    pub requires: Vec<String>,
    /// Labs of this module in order.
    pub labs: Vec<String>,
    /// Lessons and tutorials in order.
    pub lessons: Vec<Lesson>,
    /// Tiers of tasks in order.
    pub tiers: Vec<Tier>,
    /// The checklist; an entry may have children.
    pub concepts: Vec<Item>,
    /// Exercises, self-study and other questions.
    pub questions: Vec<Question>,
    /// The capstone.
    pub project: Option<Project>,
    /// Whole programs shown on the module's page.
    pub examples: Vec<Example>,
}

/// A level of tasks inside a module.
#[derive(Clone, Debug)]
pub struct Tier {
    /// `mod.1-5/t5`.
    pub id: String,
    /// Shown: 5.
    pub number: u32,
    /// Its name.
    pub title: String,
    /// What it is for.
    pub goal: String,
    /// What the learner has afterwards.
    pub end_state: String,
    /// Sum of its tasks' times.
    pub time: Minutes,
    /// Ids that should be done first.
    pub requires: Vec<String>,
    /// Left out of what must be done.
    pub optional: bool,
    /// Its page.
    pub page: PageId,
    /// Its tasks in order.
    pub tasks: Vec<Task>,
}

/// A task: something to do, with criteria that say when it is done.
#[derive(Clone, Debug)]
pub struct Task {
    /// `mod.1-5/t5/gpu-architecture`.
    pub id: String,
    /// Shown: `5.1`.
    pub number: String,
    /// Its name.
    pub title: String,
    /// Last segment of its address, and its anchor on the tier's page.
    pub slug: String,
    /// The tier's address with the slug below it.
    pub url: String,
    /// The tier's page, which holds its text.
    pub page: PageId,
    /// Bytes of the task in the page's source, heading included.
    pub range: Range<usize>,
    /// Line of its heading.
    pub line: u32,
    /// Subjects.
    pub tags: Vec<String>,
    /// The course's themes that it serves.
    pub themes: Vec<String>,
    /// How long it takes.
    pub time: Minutes,
    /// What stands after the time (`intro pass`).
    pub time_note: String,
    /// What the learner can do afterwards.
    pub win: String,
    /// Beyond what must be done: its items do not count.
    pub stretch: bool,
    /// Its named sections in order.
    pub sections: Vec<Section>,
    /// When it is done.
    pub criteria: Vec<Item>,
    /// Harder variants, never required.
    pub hard_mode: Vec<Item>,
    /// What to read.
    pub readings: Vec<Reading>,
    /// Files that the learner makes.
    pub artifacts: Vec<String>,
}

/// A named section of a task.
#[derive(Clone, Debug)]
pub struct Section {
    /// What its words say it is.
    pub kind: SectionKind,
    /// The heading, without icons.
    pub title: String,
    /// Line of the heading.
    pub line: u32,
    /// Bytes of its text in the page's source, without the heading.
    pub range: Range<usize>,
}

/// The sections that the grammar knows by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// What the task is about.
    Objective,
    /// What to read or watch.
    Reading,
    /// What to make.
    Spec,
    /// Small things to try.
    MiniProjects,
    /// What to keep to and what to leave.
    Guidance,
    /// When it is done.
    Criteria,
    /// Files that come out.
    Artifacts,
    /// The explanation to write.
    Feynman,
    /// Harder variants.
    HardMode,
    /// A module's checklist.
    Concepts,
    /// A module's questions.
    KnowledgeChecks,
    /// A module's project.
    Capstone,
    /// Questions to answer before a lab.
    BeforeLab,
    /// Anything else: prose.
    Prose,
}

/// Something to read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The entry as plain text.
    pub text: String,
    /// Bytes of the entry in the page's source.
    pub range: Range<usize>,
    /// Its line.
    pub line: u32,
    /// Choices below it, as plain text ("pick one of").
    pub options: Vec<String>,
}

/// A page of prose.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// `mod.1-5/l1`.
    pub id: String,
    /// Shown: 1, 2, … in the module.
    pub number: u32,
    /// Its name.
    pub title: String,
    /// How long it takes, when the page says so.
    pub time: Minutes,
    /// Ids that should be done first.
    pub requires: Vec<String>,
    /// A tutorial: sections with times.
    pub tutorial: bool,
    /// Its page.
    pub page: PageId,
}

/// A question of any kind.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which kind.
    pub kind: QuestionKind,
    /// The prompt, as something that can be ticked.
    pub item: Item,
    /// Markdown below the prompt: the answer to show on demand. Empty when the page gives none.
    pub answer: String,
}

/// Kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionKind {
    /// `**Exercise N:**`
    Exercise,
    /// `**Self-Study N:**`
    SelfStudy,
    /// Asked before a lab.
    BeforeLab,
    /// "You can answer: …"
    Verbal,
    /// As asked in an interview.
    Interview,
    /// For a group to discuss.
    StudyGroup,
    /// To be answered before the text is read.
    Prediction,
    /// A wrong claim, whose fault is to be named.
    Fault,
}

/// A capstone.
#[derive(Clone, Debug)]
pub struct Project {
    /// `mod.1-5/p`.
    pub id: String,
    /// Its name, without "Capstone Project".
    pub title: String,
    /// The page that holds it.
    pub page: PageId,
    /// Line of its heading.
    pub line: u32,
    /// Bytes of its text in the page's source.
    pub range: Range<usize>,
    /// Objective, parts, steps, analysis; parts have children.
    pub items: Vec<Item>,
}

/// A whole program shown in a module.
#[derive(Clone, Debug)]
pub struct Example {
    /// `mod.1-5/e1`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The page that holds it.
    pub page: PageId,
    /// Line of its heading.
    pub line: u32,
}

/// A range of time in minutes; `0..0` where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minutes {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
}

/// Another way to walk the course.
#[derive(Clone, Debug)]
pub struct Track {
    /// `days`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its stops in order.
    pub groups: Vec<Group>,
}

/// One stop of a track: a day, a week.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub title: String,
    /// How long, when the course says so.
    pub time: Minutes,
    /// Ids of what is walked.
    pub items: Vec<String>,
}

/// An item and where it stands in the course.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// Its part.
    pub part: &'a Part,
    /// Its module.
    pub module: &'a Module,
    /// Its tier, for a criterion or hard mode.
    pub tier: Option<&'a Tier>,
    /// Its task, likewise.
    pub task: Option<&'a Task>,
    /// Its parent, for a nested item.
    pub parent: Option<&'a Item>,
    /// The item.
    pub item: &'a Item,
}

impl Course {
    /// Every item of the course in reading order, parents before their children.
    pub fn items(&self) -> Vec<Located<'_>> {
        let mut all = Vec::new();
        for part in &self.parts {
            for module in &part.modules {
                module.walk(part, &mut all);
            }
        }
        all
    }

    /// The item of this id.
    pub fn item(&self, id: &str) -> Option<Located<'_>> {
        self.items().into_iter().find(|l| l.item.id == id)
    }

    /// Every module in order, with its part.
    pub fn modules(&self) -> impl Iterator<Item = (&Part, &Module)> {
        self.parts
            .iter()
            .flat_map(|p| p.modules.iter().map(move |m| (p, m)))
    }

    /// The module of this id.
    pub fn module(&self, id: &str) -> Option<&Module> {
        self.modules().map(|(_, m)| m).find(|m| m.id == id)
    }

    /// The names of all labs that the course mentions, each once, in course order.
    pub fn labs(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, module) in self.modules() {
            for lab in &module.labs {
                if !names.contains(&lab.as_str()) {
                    names.push(lab);
                }
            }
        }
        names
    }

    /// The path of the published site's root on its host: `/`, or `/course/`.
    pub fn base(&self) -> &str {
        let host = self.url.find("://").map_or(0, |at| at + 3);
        self.url
            .get(host..)
            .and_then(|rest| rest.find('/'))
            .and_then(|at| self.url.get(host + at..))
            .unwrap_or("/")
    }

    /// A page by its place in [`Course::pages`].
    pub fn page(&self, id: PageId) -> &Page {
        &self.pages[id.0]
    }
}

impl Module {
    /// A module that has a page and nothing else yet.
    pub(crate) fn of_page(page: PageId) -> Module {
        Module {
            id: String::new(),
            number: String::new(),
            title: String::new(),
            tagline: String::new(),
            dir: String::new(),
            page,
            requires: Vec::new(),
            labs: Vec::new(),
            lessons: Vec::new(),
            tiers: Vec::new(),
            concepts: Vec::new(),
            questions: Vec::new(),
            project: None,
            examples: Vec::new(),
        }
    }

    fn walk<'a>(&'a self, part: &'a Part, all: &mut Vec<Located<'a>>) {
        let at = |tier, task, item| Located {
            part,
            module: self,
            tier,
            task,
            parent: None,
            item,
        };
        for item in &self.concepts {
            push(at(None, None, item), all);
        }
        for question in &self.questions {
            push(at(None, None, &question.item), all);
        }
        for item in self.project.iter().flat_map(|p| &p.items) {
            push(at(None, None, item), all);
        }
        for tier in &self.tiers {
            for task in &tier.tasks {
                for item in task.criteria.iter().chain(&task.hard_mode) {
                    push(at(Some(tier), Some(task), item), all);
                }
            }
        }
    }
}

fn push<'a>(located: Located<'a>, all: &mut Vec<Located<'a>>) {
    all.push(located);
    for child in &located.item.children {
        push(
            Located {
                parent: Some(located.item),
                item: child,
                ..located
            },
            all,
        );
    }
}

impl Minutes {
    /// Nothing is said about the time.
    pub fn is_unknown(self) -> bool {
        self.max == 0
    }

    /// One after the other.
    #[must_use]
    pub fn plus(self, other: Minutes) -> Minutes {
        Minutes {
            min: self.min + other.min,
            max: self.max + other.max,
        }
    }
}
