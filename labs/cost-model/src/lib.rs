//! Lab cost-model: what a million tokens and a request cost, what a saving is, and where an own card breaks even.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// Why there is no cost: an input that means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostError {
    /// A price below 0 or not finite; or 0 where something is divided by it.
    Price,
    /// A speed that is not above 0, or not finite.
    Speed,
    /// A utilisation that is not above 0, or above 1.
    Utilisation,
}

/// What the learner writes.
pub struct Exercise {
    /// Price of a million tokens.
    pub per_million: fn(price_h: f64, tok_s: f64, utilisation: f64) -> Result<f64, CostError>,
    /// Price of one request.
    pub per_request: fn(
        price_h: f64,
        prefill: f64,
        decode: f64,
        utilisation: f64,
        input: u32,
        output: u32,
    ) -> Result<f64, CostError>,
    /// How much cheaper, in per cent of the old price.
    pub savings_percent: fn(old: f64, new: f64) -> Result<f64, CostError>,
    /// The utilisation at which a million tokens cost what an API asks.
    pub break_even:
        fn(price_h: f64, api_per_million: f64, tok_s: f64) -> Result<Option<f64>, CostError>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("price", &[PER_MILLION])
            .asks("million", "a card that is always busy", checks::million)
            .asks(
                "utilisation",
                "a card that is busy for a part of the time",
                checks::busy_share,
            )
            .asks(
                "errors",
                "prices, speeds and shares that mean nothing are refused",
                checks::price_errors,
            ),
        functions("request", &[PER_REQUEST]).asks(
            "phases",
            "reading the prompt and writing the answer have speeds of their own",
            checks::phases,
        ),
        functions("savings", &[SAVINGS])
            .asks("sign", "a saving is a share of the old price", checks::sign)
            .asks("errors", "no share of nothing", checks::savings_errors),
        functions("break-even", &[BREAK_EVEN])
            .asks(
                "share",
                "the utilisation at which both cost the same",
                checks::share,
            )
            .asks("never", "a card that never pays", checks::never),
    ]
}

const PER_MILLION: &str =
    "pub fn per_million(price_h: f64, tok_s: f64, utilisation: f64) -> Result<f64, CostError>";
const PER_REQUEST: &str = "pub fn per_request(price_h: f64, prefill: f64, decode: f64, utilisation: f64, input: u32, output: u32) -> Result<f64, CostError>";
const SAVINGS: &str = "pub fn savings_percent(old: f64, new: f64) -> Result<f64, CostError>";
const BREAK_EVEN: &str = "pub fn break_even(price_h: f64, api_per_million: f64, tok_s: f64) -> Result<Option<f64>, CostError>";
