//! Requests in, what became of each out: the types that the learner's functions give and take. Times are microseconds.

/// Somebody asks. `prompt` and `output` are at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its name; no two are alike.
    pub id: u32,
    /// When it comes.
    pub arrival: u64,
    /// Tokens to read.
    pub prompt: u32,
    /// Tokens to write.
    pub output: u32,
}

/// What a step takes: `step`, and `token` for each of its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Whatever is in it.
    pub step: u64,
    /// For each token.
    pub token: u64,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Its name.
    pub id: u32,
    /// When its first token was there.
    pub first: u64,
    /// When its last token was there.
    pub end: u64,
}

/// What became of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// All requests, by id.
    pub done: Vec<Done>,
    /// The tokens of each step.
    pub steps: Vec<u32>,
    /// How often a request was sent back.
    pub preempted: u32,
}

/// Why nothing can be scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchedError {
    /// There is no slot, or the budget of a step has not one token for each.
    Budget,
    /// The cache of this request alone would have more blocks than there are.
    NeverFits(u32),
}
