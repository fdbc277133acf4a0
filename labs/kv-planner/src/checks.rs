//! The calls that each check makes, and the right answers, worked by hand.

use lab::{Asking, ask};

use super::{Exercise, Kv, PlanError};

pub(crate) fn models(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.per_token(32, 32, 128, Kv::F16)).is(Ok(524_288));
    ask!(ask, e.per_token(80, 8, 128, Kv::F16)).is(Ok(327_680));
    ask!(ask, e.per_token(36, 2, 128, Kv::F16)).is(Ok(36_864));
    ask!(ask, e.per_token(36, 2, 128, Kv::F8)).is(Ok(18_432));
}

pub(crate) fn blocks(e: &Exercise, ask: &mut Asking) {
    // 262,144 numbers in 8,192 blocks; 2,048 tokens of them are 544 and 288 MiB.
    ask!(ask, e.per_token(32, 32, 128, Kv::Q8_0)).is(Ok(8_192 * 34));
    ask!(ask, e.per_token(32, 32, 128, Kv::Q4_0)).is(Ok(8_192 * 18));
}

pub(crate) fn ragged(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.per_token(32, 32, 80, Kv::Q8_0)).is(Err(PlanError::Ragged));
    ask!(ask, e.per_token(32, 32, 80, Kv::Q4_0)).is(Err(PlanError::Ragged));
    ask!(ask, e.per_token(32, 32, 80, Kv::F16)).is(Ok(327_680));
}

/// 16 GB, a tenth of it kept free, pages of 16 tokens.
const CARD: u64 = 16_000_000_000;
const FREE: u64 = 1_600_000_000;

/// Weights in 16 bits: 3.09, 6.74 and 68.98 billion of them.
const THREE: u64 = 6_180_000_000;
const SEVEN: u64 = 13_480_000_000;
const SEVENTY: u64 = 137_960_000_000;
const LARGE_CARD: u64 = 80_000_000_000;

pub(crate) fn tokens(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.capacity(CARD, THREE, FREE, 36_864, 16)).is(Ok(222_976));
    ask!(ask, e.capacity(CARD, SEVEN, FREE, 524_288, 16)).is(Ok(1_744));
    ask!(ask, e.capacity(1_000, 200, 0, 10, 7)).is(Ok(77));
}

pub(crate) fn no_room(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.capacity(LARGE_CARD, SEVENTY, 0, 327_680, 16)).is(Err(PlanError::NoRoom));
    ask!(ask, e.capacity(1_000, 990, 0, 10, 16)).is(Err(PlanError::NoRoom));
    ask!(ask, e.capacity(1_000, 200, 900, 10, 1)).is(Err(PlanError::NoRoom));
}

pub(crate) fn no_token_or_page(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.capacity(1_000, 200, 0, 0, 16)).is(Err(PlanError::Zero));
    ask!(ask, e.capacity(1_000, 200, 0, 10, 0)).is(Err(PlanError::Zero));
}

pub(crate) fn pages(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.max_batch(222_976, 4_096, 16)).is(Ok(54));
    ask!(ask, e.max_batch(64, 17, 16)).is(Ok(2));
    ask!(ask, e.max_batch(16, 17, 16)).is(Ok(0));
}

pub(crate) fn no_context_or_page(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.max_batch(64, 0, 16)).is(Err(PlanError::Zero));
    ask!(ask, e.max_batch(64, 17, 0)).is(Err(PlanError::Zero));
}

pub(crate) fn point(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.crossover(THREE, 36_864)).is(Ok(167_644));
    ask!(ask, e.crossover(524_288, 524_288)).is(Ok(1));
}

pub(crate) fn no_cache(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.crossover(1_000, 0)).is(Err(PlanError::Zero));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_numbers_hold() {
        assert_eq!(2 * 32 * 32 * 128 * 2, 524_288);
        assert_eq!(524_288u64 * 2_048, 1 << 30);
        assert_eq!(8_192u64 * 34 * 2_048, 544 << 20);
        assert_eq!(8_192u64 * 18 * 2_048, 288 << 20);
        let left = CARD - THREE - FREE;
        assert_eq!(left / 36_864 / 16 * 16, 222_976);
        assert_eq!(222_976 / 4_096, 54);
        assert_eq!(THREE.div_ceil(36_864), 167_644);
    }
}
