//! What a real GPU adds to a profile: how long each launch took, what the labs' measured checks came to, and who could not be asked.
//!
//! In: what `runner::timed` was told by the process that ran the kernels. Out: values beside the machine's counts. The rule: a time
//! is of the middle run from a cold cache, with the quickest and the slowest; what is missing is a sentence.

use lab::Times;
use serde_json::{Value, json};

use super::ncu::Counted;

/// What the GPU said of the whole.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Its name.
    pub device: String,
    /// What each part's measured check came to, a few lines each, with the part's id.
    pub measured: Vec<(String, String)>,
    /// What could not be had, a sentence each.
    pub missing: Vec<String>,
    /// Its clocks and temperature; empty where nobody knows them.
    pub conditions: String,
}

/// What the GPU made of one launch.
#[derive(Clone, Debug, Default)]
pub struct OnGpu {
    /// How long it took.
    pub times: Option<Times>,
    /// Nsight Compute's counts beside ours; empty where it was not there.
    pub counted: Vec<Counted>,
}

/// A time for programs: seconds, and how many times the least that the work can take.
pub fn json(of: &OnGpu, least: Option<f64>) -> Value {
    let times = of.times.map(|times| {
        json!({
            "median_seconds": times.median, "least_seconds": times.least, "most_seconds": times.most,
            "runs": times.runs, "over_least": least.map(|least| times.median / least),
        })
    });
    let counted = of.counted.iter();
    let counted: Vec<Value> = counted
        .map(|one| {
            json!({"name": one.name, "here": one.here, "ncu": one.there, "metric": one.metric})
        })
        .collect();
    json!({ "times": times, "ncu": counted })
}
