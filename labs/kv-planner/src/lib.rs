//! Lab kv-planner: what a token leaves in the cache, how many fit a card, and in how many requests.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// How the cache keeps its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kv {
    /// 2 bytes each.
    F16,
    /// 1 byte each.
    F8,
    /// Blocks of 32 numbers in 34 bytes.
    Q8_0,
    /// Blocks of 32 numbers in 18 bytes.
    Q4_0,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A head does not come in whole blocks.
    Ragged,
    /// The weights, and what is kept free, do not leave a single page.
    NoRoom,
    /// Something by which is divided is 0.
    Zero,
}

/// What the learner writes.
pub struct Exercise {
    /// Bytes that a token leaves behind.
    pub per_token: fn(layers: u64, kv_heads: u64, head_dim: u64, kv: Kv) -> Result<u64, PlanError>,
    /// Tokens that fit, in whole pages.
    pub capacity: fn(
        device: u64,
        weights: u64,
        reserve: u64,
        per_token: u64,
        page: u64,
    ) -> Result<u64, PlanError>,
    /// Requests of one context that fit.
    pub max_batch: fn(capacity: u64, context: u64, page: u64) -> Result<u64, PlanError>,
    /// Tokens whose cache is as large as the weights.
    pub crossover: fn(weights: u64, per_token: u64) -> Result<u64, PlanError>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("token", &[PER_TOKEN])
            .asks(
                "models",
                "a token of three models in 16 bits",
                checks::models,
            )
            .asks("blocks", "blocks carry a scale", checks::blocks)
            .asks(
                "ragged",
                "a head is whole blocks or nothing",
                checks::ragged,
            ),
        functions("device", &[CAPACITY])
            .asks("tokens", "what is left, in whole pages", checks::tokens)
            .asks("no-room", "weights that do not fit", checks::no_room)
            .asks("zero", "nothing is divided by 0", checks::no_token_or_page),
        functions("batch", &[MAX_BATCH])
            .asks("pages", "each request takes whole pages", checks::pages)
            .asks(
                "zero",
                "nothing is divided by 0",
                checks::no_context_or_page,
            ),
        functions("cross", &[CROSSOVER])
            .asks(
                "point",
                "the first token at which the cache outgrows the weights",
                checks::point,
            )
            .asks("zero", "nothing is divided by 0", checks::no_cache),
    ]
}

const PER_TOKEN: &str =
    "pub fn per_token(layers: u64, kv_heads: u64, head_dim: u64, kv: Kv) -> Result<u64, PlanError>";
const CAPACITY: &str = "pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError>";
const MAX_BATCH: &str =
    "pub fn max_batch(capacity: u64, context: u64, page: u64) -> Result<u64, PlanError>";
const CROSSOVER: &str = "pub fn crossover(weights: u64, per_token: u64) -> Result<u64, PlanError>";
