//! What there is in a course, each thing by its number: its place in the list that holds it.

/// A course as it is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// Everything that can be on: criteria, concepts, questions, papers, pages that are read. A group stands before what it is made of.
    pub items: Vec<Item>,
    /// The labs, in the order of the course.
    pub labs: Vec<Lab>,
    /// The parts of the course; their modules are numbered through.
    pub parts: Vec<Part>,
    /// Of each project, the items that make it.
    pub projects: Vec<Vec<usize>>,
    /// The items that are papers.
    pub papers: Vec<usize>,
    /// The steps, in the order in which they are walked.
    pub steps: Vec<Step>,
}

/// What decides whether an item is on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Item {
    /// Its mark.
    #[default]
    Marked,
    /// A whole lab.
    Lab(usize),
    /// A part of a lab.
    Part {
        /// The lab.
        lab: usize,
        /// The part of it.
        part: usize,
    },
    /// Checks of a lab, each of which has passed at some time.
    Checks {
        /// The lab.
        lab: usize,
        /// The checks of it.
        checks: Vec<usize>,
    },
    /// What a check of a lab counted when it passed.
    Measured {
        /// The lab.
        lab: usize,
        /// The check of it.
        check: usize,
        /// How good the best count must be.
        bound: Bound,
    },
    /// A file; where nobody looked for it, its mark.
    File,
    /// All of these, which come after it.
    Group(Vec<usize>),
}

/// A bound on a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

impl Default for Bound {
    fn default() -> Bound {
        Bound::AtMost(0.0)
    }
}

/// A lab. Its checks are numbered within it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lab {
    /// How many checks it has, those among them that need a GPU.
    pub checks: usize,
    /// Of each part the checks that pass it: those that need no GPU.
    pub parts: Vec<Vec<usize>>,
    /// The labs that should be done before it.
    pub requires: Vec<usize>,
}

/// A part of the course.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Its modules.
    pub modules: Vec<Module>,
}

/// A module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// The items that count: no groups and no extras.
    pub items: Vec<usize>,
    /// Its labs, each of which counts as one.
    pub labs: Vec<usize>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What has to be done.
    pub work: Work,
    /// How many minutes it takes, at least and at most.
    pub minutes: [f64; 2],
}

/// What a step asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// To be read: it is when its item is on, or when all the labs that it leads to are done.
    Read {
        /// The item that says that it was read.
        item: usize,
        /// The labs; without any, only the item decides.
        labs: Vec<usize>,
    },
    /// A lab.
    Lab(usize),
    /// Items, all of them: a task or a project.
    Items(Vec<usize>),
}

impl Default for Work {
    fn default() -> Work {
        Work::Items(Vec::new())
    }
}
