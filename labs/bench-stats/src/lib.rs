//! Lab bench-stats: what a list of measured times says, what it does not, and whether two of them differ.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// Why a list of times says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsError {
    /// Too few times for what is asked.
    TooFew,
    /// The time at this index is not above 0, or not finite.
    Time(usize),
    /// No such percentile.
    Percent,
}

/// Between which times the true percentile lies, nineteen times of twenty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The smaller one.
    pub low: f64,
    /// The larger one.
    pub high: f64,
}

/// What two versions are beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The new one takes less time.
    Faster,
    /// The new one takes more time.
    Slower,
    /// They differ by no more than each differs from itself.
    CannotSay,
}

/// A change of the median time, and whether it is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// In per cent of the old median; below 0 if the new one is smaller.
    pub percent: f64,
    /// What may be said of it.
    pub verdict: Verdict,
}

/// What the learner writes.
pub struct Exercise {
    /// The time that so many per cent do not exceed.
    pub percentile: fn(times: &[f64], p: u32) -> Result<f64, StatsError>,
    /// How many times at the beginning are warm-up.
    pub warm_up: fn(times: &[f64], slack: f64) -> Result<usize, StatsError>,
    /// Where the times are that lie far from the others.
    pub outliers: fn(times: &[f64]) -> Result<Vec<usize>, StatsError>,
    /// Between which times the true percentile lies, nineteen times of twenty.
    pub band: fn(times: &[f64], p: u32) -> Result<Band, StatsError>,
    /// A change in per cent of the old value.
    pub change: fn(before: f64, after: f64) -> Result<f64, StatsError>,
    /// Whether two versions differ.
    pub compare: fn(before: &[f64], after: &[f64]) -> Result<Change, StatsError>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("percentile", &[PERCENTILE])
            .asks("place", "the place in the sorted list", checks::place)
            .asks("unsorted", "times as they were taken", checks::unsorted)
            .asks(
                "errors",
                "what has no percentile",
                checks::percentile_errors,
            ),
        functions("warm-up", &[WARM_UP])
            .asks("leading", "slow times at the beginning", checks::leading)
            .asks("later", "slow times afterwards stay", checks::later)
            .asks(
                "reference",
                "what the end of the list is like",
                checks::reference,
            )
            .asks("limit", "on the limit is warm", checks::limit)
            .asks("errors", "lists that say nothing", checks::warm_up_errors),
        functions("outliers", &[OUTLIERS])
            .asks("fences", "times beyond the upper fence", checks::fences)
            .asks("below", "times beyond the lower fence", checks::below)
            .asks("masked", "outliers that hide each other", checks::masked)
            .asks(
                "on-the-fence",
                "on the fence is inside",
                checks::on_the_fence,
            )
            .asks("errors", "lists that say nothing", checks::outlier_errors),
        functions("band", &[BAND])
            .asks("places", "where the band begins and ends", checks::places)
            .asks("too-few", "a band that leaves the list", checks::too_few)
            .asks("errors", "what has no band", checks::band_errors),
        functions("compare", &[CHANGE, COMPARE])
            .asks("sign", "less time is less than 0", checks::sign)
            .asks("verdict", "versions that differ", checks::verdict)
            .asks("spread", "versions that may not", checks::spread)
            .asks("rounds", "fewer than five rounds", checks::rounds)
            .asks("errors", "times that mean nothing", checks::compare_errors),
    ]
}

const PERCENTILE: &str = "pub fn percentile(times: &[f64], p: u32) -> Result<f64, StatsError>";
const WARM_UP: &str = "pub fn warm_up(times: &[f64], slack: f64) -> Result<usize, StatsError>";
const OUTLIERS: &str = "pub fn outliers(times: &[f64]) -> Result<Vec<usize>, StatsError>";
const BAND: &str = "pub fn band(times: &[f64], p: u32) -> Result<Band, StatsError>";
const CHANGE: &str = "pub fn change(before: f64, after: f64) -> Result<f64, StatsError>";
const COMPARE: &str = "pub fn compare(before: &[f64], after: &[f64]) -> Result<Change, StatsError>";
