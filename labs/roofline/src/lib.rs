//! Lab roofline: from a table of measurements to points under a roof, and to a picture of them.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;
mod drawn;

use lab::{PartSpec, functions};

/// What keeps a measured point from being faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It lies left of the ridge: memory's bandwidth.
    Memory,
    /// At the ridge or right of it: arithmetic.
    Math,
    /// It is faster than the roof says, so the roof is not its own.
    Above,
}

/// A measured product of an m × k with a k × n matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Rows of the result.
    pub m: u64,
    /// Columns of the result.
    pub n: u64,
    /// Terms of each of its sums.
    pub k: u64,
    /// Microseconds.
    pub us: f64,
}

/// Why a table is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvError {
    /// Its first line that is not blank is not `m,n,k,us`.
    Header,
    /// This line, counted from 1, is no measurement.
    Row(usize),
}

/// A logarithmic axis: the value `low` is drawn at `start`, `high` at `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// A value above 0.
    pub low: f64,
    /// A larger one.
    pub high: f64,
    /// Where `low` is drawn.
    pub start: f64,
    /// Where `high` is drawn; may be less than `start`.
    pub end: f64,
}

/// What the learner writes.
pub struct Exercise {
    /// FLOP a byte at which the roof bends.
    pub ridge: fn(tflops: f64, gbs: f64) -> f64,
    /// FLOP a byte of a product whose numbers have so many bytes.
    pub gemm_intensity: fn(m: u64, n: u64, k: u64, bytes: u64) -> f64,
    /// TFLOPS at the most.
    pub attainable: fn(intensity: f64, tflops: f64, gbs: f64) -> f64,
    /// Where a measured point lies.
    pub classify: fn(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place,
    /// The measurements of a table.
    pub parse: fn(&str) -> Result<Vec<Point>, CsvError>,
    /// Where a value is drawn.
    pub place: fn(&Axis, v: f64) -> f64,
    /// A roof and points (FLOP a byte, TFLOPS) as a picture.
    pub svg: fn(&[(f64, f64)], tflops: f64, gbs: f64) -> String,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("roof", &[RIDGE, INTENSITY, ATTAINABLE])
            .asks("ridge", "where the roof bends", checks::ridge)
            .asks(
                "intensity",
                "FLOP and bytes of a product",
                checks::intensity,
            )
            .asks("attainable", "the lower of two bounds", checks::attainable),
        functions("points", &[CLASSIFY])
            .asks("sweep", "twelve measured products", checks::sweep)
            .asks("at-the-ridge", "points on the lines", checks::at_the_ridge),
        functions("csv", &[PARSE])
            .asks("rows", "rows, blanks and spaces", checks::rows)
            .asks("errors", "which line is wrong", checks::errors),
        functions("svg", &[PLACE, SVG])
            .asks("axis", "equal ratios, equal distances", checks::axis)
            .asks("places", "roof and points at their places", checks::places)
            .asks("strays", "points without a place", checks::strays),
    ]
}

const RIDGE: &str = "pub fn ridge(tflops: f64, gbs: f64) -> f64";
const INTENSITY: &str = "pub fn gemm_intensity(m: u64, n: u64, k: u64, bytes: u64) -> f64";
const ATTAINABLE: &str = "pub fn attainable(intensity: f64, tflops: f64, gbs: f64) -> f64";
const CLASSIFY: &str =
    "pub fn classify(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place";
const PARSE: &str = "pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError>";
const PLACE: &str = "pub fn place(axis: &Axis, v: f64) -> f64";
const SVG: &str = "pub fn svg(points: &[(f64, f64)], tflops: f64, gbs: f64) -> String";
