//! Who runs jobs at once: the machine names no thread, so whoever has some brings them.
//!
//! A number of jobs and what each is go in; all have been done when the call returns. The rule: which hand does which job, and
//! how many hands there are, changes nothing of what comes out.

/// Hands that do jobs at once.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    /// How many there are.
    pub hands: usize,
    /// Calls the job once with each number below `jobs`, up to `hands` at a time, and returns when all have returned.
    pub work: fn(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)),
    /// After how many warp instructions the rest of a launch's blocks is shared out: a small launch is not worth the trouble.
    pub after: u64,
}

impl Crew {
    /// What [`Crew::after`] is where there is no reason for another.
    pub const AFTER: u64 = 1 << 16;
}

/// That jobs may be done at once at all. WebAssembly has one thread: there no value says so, and the compiler leaves out what needs one.
#[derive(Clone, Copy, Debug)]
pub enum AtOnce {
    /// They may.
    #[cfg(not(target_arch = "wasm32"))]
    May,
}

impl AtOnce {
    /// Whether they may here.
    pub fn here() -> Option<AtOnce> {
        #[cfg(not(target_arch = "wasm32"))]
        let here = Some(AtOnce::May);
        #[cfg(target_arch = "wasm32")]
        let here = None;
        here
    }
}

impl PartialEq for Crew {
    fn eq(&self, other: &Self) -> bool {
        (self.hands, self.after) == (other.hands, other.after)
    }
}
