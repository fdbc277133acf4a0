//! Lab scaling-fit: what a table of runs on several GPUs says, what shrinks with their number, what stays, and what grows.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// One line of a scaling table: the same work on so many GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// GPUs that shared the work.
    pub gpus: u32,
    /// Milliseconds that it took.
    pub ms: f64,
}

/// What a run is worth beside the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// How many times faster than the baseline.
    pub speedup: f64,
    /// Efficiency: this speed-up, in per cent of the ideal one.
    pub percent: f64,
}

/// A model of the time on N GPUs: `serial + parallel / N`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Milliseconds that stay, however many GPUs there are.
    pub serial: f64,
    /// Milliseconds that the GPUs share.
    pub parallel: f64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleError {
    /// The run at this index means nothing: no GPU, or a time that is not above 0, or not finite.
    Run(usize),
    /// Too few runs, or too few different numbers of GPUs.
    TooFew,
}

/// What the learner writes.
pub struct Exercise {
    /// Speed-up and efficiency of each run.
    pub table: fn(&[Run]) -> Result<Vec<Row>, ScaleError>,
    /// The model on which two runs lie.
    pub through: fn(a: Run, b: Run) -> Result<Fit, ScaleError>,
    /// The model's milliseconds.
    pub predict: fn(&Fit, gpus: u32) -> f64,
    /// The speed-up over one GPU that no number of them reaches.
    pub limit: fn(&Fit) -> Option<f64>,
    /// The model nearest to all runs.
    pub least_squares: fn(&[Run]) -> Result<Fit, ScaleError>,
    /// What was measured above the model.
    pub excess: fn(&Fit, &[Run]) -> Vec<f64>,
    /// Milliseconds that each further GPU adds.
    pub per_gpu: fn(&Fit, &[Run]) -> Result<f64, ScaleError>,
    /// The number of GPUs with the shortest time.
    pub fastest: fn(&Fit, per_gpu: f64, most: u32) -> u32,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("table", &[TABLE])
            .asks("speed-up", "how many times faster", checks::speed_up)
            .asks(
                "efficiency",
                "the ideal depends on the GPUs of the baseline",
                checks::efficiency,
            )
            .asks("baseline", "the fewest GPUs, anywhere", checks::baseline)
            .asks(
                "errors",
                "runs that mean nothing are refused",
                checks::table_errors,
            ),
        functions("fit", &[THROUGH, PREDICT, LIMIT])
            .asks("two-runs", "a line through two runs", checks::two_runs)
            .asks("predict", "what the line says elsewhere", checks::predict)
            .asks("limit", "what no number of GPUs reaches", checks::limit)
            .asks("errors", "no line through one point", checks::fit_errors),
        functions("line", &[LEAST_SQUARES])
            .asks("runs", "the line nearest to all runs", checks::runs)
            .asks("repeats", "every run counts", checks::repeats)
            .asks("errors", "no line through one point", checks::line_errors),
        functions("excess", &[EXCESS, PER_GPU])
            .asks("excess", "what the line does not explain", checks::excess)
            .asks("per-gpu", "and how it grows", checks::per_gpu)
            .asks("errors", "one GPU talks to nobody", checks::excess_errors),
        functions("fastest", &[FASTEST])
            .asks("count", "where one more GPU costs time", checks::count)
            .asks("ties", "of equal times the fewer GPUs", checks::ties)
            .asks("edges", "nothing to share, nothing to say", checks::edges),
    ]
}

const TABLE: &str = "pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError>";
const THROUGH: &str = "pub fn through(a: Run, b: Run) -> Result<Fit, ScaleError>";
const PREDICT: &str = "pub fn predict(fit: &Fit, gpus: u32) -> f64";
const LIMIT: &str = "pub fn limit(fit: &Fit) -> Option<f64>";
const LEAST_SQUARES: &str = "pub fn least_squares(runs: &[Run]) -> Result<Fit, ScaleError>";
const EXCESS: &str = "pub fn excess(fit: &Fit, runs: &[Run]) -> Vec<f64>";
const PER_GPU: &str = "pub fn per_gpu(fit: &Fit, runs: &[Run]) -> Result<f64, ScaleError>";
const FASTEST: &str = "pub fn fastest(fit: &Fit, per_gpu: f64, most: u32) -> u32";
