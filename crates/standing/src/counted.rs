//! How somebody stands, by the numbers of an outline.

/// A status with one meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing done.
    #[default]
    NotStarted,
    /// Something done, or tried.
    InProgress,
    /// Everything done.
    Done,
}

/// How much of something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How much.
    pub done: usize,
    /// Of how much.
    pub total: usize,
    /// The word for it.
    pub state: State,
}

impl Row {
    /// So much of so much; `begun` where something was tried, although nothing may be done.
    pub(crate) fn of(done: usize, total: usize, begun: bool) -> Row {
        let state = if total > 0 && done == total {
            State::Done
        } else if done > 0 || begun {
            State::InProgress
        } else {
            State::NotStarted
        };
        Row { done, total, state }
    }

    /// What these rows count, together.
    pub(crate) fn sum(rows: &[Row]) -> Row {
        let (mut done, mut total, mut begun) = (0, 0, false);
        for row in rows {
            done += row.done;
            total += row.total;
            begun |= row.state != State::NotStarted;
        }
        Row::of(done, total, begun)
    }

    /// The same, and not done where what is counted was not done as a whole.
    pub(crate) fn unless(mut self, whole: bool) -> Row {
        if self.state == State::Done && !whole {
            self.state = State::InProgress;
        }
        self
    }
}

/// How far a lab is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabCount {
    /// Counts the checks that need no GPU.
    pub row: Row,
    /// Each part counts its own.
    pub parts: Vec<Row>,
    /// Labs that should be done before it and are not.
    pub waits_for: Vec<usize>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepCount {
    /// The word for it.
    pub state: State,
    /// How much of it is open, from 0 to 1.
    pub open: f64,
}

/// What to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step.
    Step(usize),
    /// A lab that is no step.
    Lab(usize),
}

/// How somebody stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// Counts what all modules count.
    pub course: Row,
    /// Counts the projects that are done.
    pub projects: Row,
    /// Counts the papers that were read.
    pub papers: Row,
    /// The parts, which count what their modules count.
    pub parts: Vec<Row>,
    /// The modules, numbered through: each counts its items and labs.
    pub modules: Vec<Row>,
    /// The labs.
    pub labs: Vec<LabCount>,
    /// The steps.
    pub steps: Vec<StepCount>,
    /// What to go on with; nothing when all is done.
    pub next: Option<Next>,
    /// Of each item, whether it is on.
    pub on: Vec<bool>,
    /// How many minutes are left, at least and at most.
    pub left: [f64; 2],
}
