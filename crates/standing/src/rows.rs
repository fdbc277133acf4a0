//! What somebody did, as far as it counts, by the numbers of an outline.

/// What was kept of somebody. What it does not name was not done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The items whose newest mark is on.
    pub marked: Vec<usize>,
    /// Of each lab, in the order of the outline, its attempts.
    pub labs: Vec<LabRows>,
    /// Items that a file decides, where it was looked for, and whether it holds what it must.
    pub files: Vec<(usize, bool)>,
}

/// The attempts at a lab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabRows {
    /// How many there are.
    pub attempts: usize,
    /// Sets of checks that passed together, in one attempt.
    pub passes: Vec<Vec<Pass>>,
}

/// A check that passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The check.
    pub check: usize,
    /// What it counted, where it counted.
    pub value: Option<f64>,
}
