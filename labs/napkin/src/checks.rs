//! The calls that each check makes, and the right answers: worked by hand, or a quotient of two numbers that are given.

use lab::{Asking, ask};

use super::{Bound, Device, Exercise, Slip};

const fn device(bandwidth: f64, peak: f64) -> Device {
    Device { bandwidth, peak }
}

const A100: Device = device(2039e9, 312e12);
const H100: Device = device(3350e9, 989e12);
const RTX_5080: Device = device(960e9, 112.6e12);
const RTX_2000_ADA: Device = device(224e9, 48e12);
/// Much memory, not much arithmetic: a desktop whose processor and graphics share it.
const SHARED: Device = device(819e9, 28e12);

/// 7B in BF16, and in 4 bits with scale and zero a group of 128.
const SEVEN: f64 = 6.74e9;
const SEVEN_BF16: f64 = 13.48e9;
const SEVEN_INT4: f64 = 3_501_640_625.0;

pub(crate) fn weights(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.weight_bytes(6.74e9, 0.0, 4.15625)).near(SEVEN_INT4);
    ask!(ask, e.weight_bytes(6.74e9, 0.0, 16.0)).near(SEVEN_BF16);
}

pub(crate) fn kept(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.weight_bytes(6.74e9, 262144000.0, 4.15625)).near(3_889_736_625.0);
}

pub(crate) fn cache(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.cache_per_token(36, 2, 128)).is(36_864u64);
    ask!(ask, e.cache_per_token(80, 8, 128)).is(327_680u64);
}

/// Device, parameters, bytes of the weights.
const FLOORS: [(Device, f64, f64); 5] = [
    (RTX_5080, 3.09e9, 6.18e9),
    (H100, 3.09e9, 6.18e9),
    (RTX_2000_ADA, SEVEN, SEVEN_BF16),
    (RTX_2000_ADA, SEVEN, SEVEN_INT4),
    (SHARED, 68.98e9, 137.96e9),
];

pub(crate) fn decode_floor(e: &Exercise, ask: &mut Asking) {
    for (d, params, weights) in FLOORS {
        ask!(ask, e.decode(&d, params, weights, 0, 1, 0).seconds).near(weights / d.bandwidth);
    }
}

pub(crate) fn decode_batch(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.decode(&RTX_5080, 3.09e9, 6.18e9, 0, 64, 0).bytes).near(6.18e9);
}

pub(crate) fn decode_cache(e: &Exercise, ask: &mut Asking) {
    ask!(
        ask,
        e.decode(&RTX_5080, 3.09e9, 6.18e9, 36864, 1, 2048).bytes
    )
    .near(6_255_497_472.0);
}

pub(crate) fn decode_bound(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.decode(&RTX_5080, 3.09e9, 6.18e9, 0, 64, 0).flops).near(395.52e9);
    for (weights, first) in [(SEVEN_BF16, 215), (SEVEN_INT4, 56)] {
        let d = RTX_2000_ADA;
        ask!(ask, e.decode(&d, SEVEN, weights, 0, first - 1, 0).bound).is(Bound::Memory);
        ask!(ask, e.decode(&d, SEVEN, weights, 0, first, 0).bound).is(Bound::Math);
    }
}

pub(crate) fn decode_tie(e: &Exercise, ask: &mut Asking) {
    let even = device(2e9, 2e9);
    ask!(ask, e.decode(&even, 1e9, 2e9, 0, 1, 0).bound).is(Bound::Memory);
}

pub(crate) fn prefill_floor(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.prefill(&A100, SEVEN, SEVEN_BF16, 512).seconds).near(6.901_76e12 / 312e12);
    ask!(ask, e.prefill(&A100, SEVEN, SEVEN_BF16, 512).bytes).near(SEVEN_BF16);
    ask!(ask, e.prefill(&A100, SEVEN, SEVEN_BF16, 512).bound).is(Bound::Math);
    ask!(ask, e.prefill(&A100, SEVEN, SEVEN_BF16, 1).bound).is(Bound::Memory);
}

pub(crate) fn slip_seeds(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.slip(38.0, 41.4)).is(Slip::Gibi);
    ask!(ask, e.slip(64.0, 67.108864)).is(Slip::Mebi);
    ask!(ask, e.slip(1979.0, 989.0)).is(Slip::Doubled);
    ask!(ask, e.slip(145.0, 137.96)).is(Slip::Unknown);
    ask!(ask, e.slip(6.4, 6.4375)).is(Slip::Right);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand, in milliseconds.
    #[test]
    fn the_floors_are_those_of_the_worked_numbers() {
        let ms = FLOORS.map(|(d, _, weights)| weights / d.bandwidth * 1e3);
        let by_hand = [6.4375, 1.84478, 60.17857, 15.63232, 168.449];
        for (ms, by_hand) in ms.into_iter().zip(by_hand) {
            assert!((ms - by_hand).abs() < 1e-3, "{ms} and {by_hand}");
        }
        let prompt = 2.0 * SEVEN * 512.0 / A100.peak * 1e3;
        assert!((prompt - 22.12103).abs() < 1e-5, "{prompt}");
    }

    /// No floor is arithmetic's, so adding the two times is seen in each.
    #[test]
    fn memory_is_slower_in_every_floor() {
        for (d, params, weights) in FLOORS {
            assert!(weights / d.bandwidth > 2.0 * params / d.peak);
        }
    }
}
