//! The calls that each check makes, and the right answers, worked by hand.

use lab::{Asking, Seeded, ask};

use super::{Exercise, NF4, Nf4Error};

const NAN: f32 = f32::NAN;
const INFINITE: f32 = f32::INFINITY;
const NOTHING: [f32; 0] = [];
const NO_CODES: [u8; 0] = [];

pub(crate) fn nearest(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.nearest(0.5)).is(12u8);
    ask!(ask, e.nearest(-0.5)).is(2u8);
    ask!(ask, e.nearest(0.25)).is(10u8);
    for (v, code) in [(-1.0, 0u8), (0.0, 7), (1.0, 15)] {
        ask!(ask, e.nearest(v)).is(code);
    }
    // On both sides of the middles 0.03979, −0.04553 and −0.8481.
    for (v, code) in [
        (0.04, 8u8),
        (0.039, 7),
        (-0.05, 6),
        (-0.045, 7),
        (-0.85, 0),
        (-0.84, 1),
    ] {
        ask!(ask, e.nearest(v)).is(code);
    }
    for (code, level) in NF4.iter().enumerate() {
        ask!(ask, e.nearest(*level)).is(code as u8);
    }
}

/// Half of a number is exact, and the middle between it and 0.
pub(crate) fn ties(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.nearest(NF4[8] / 2.0)).is(7u8);
    ask!(ask, e.nearest(NF4[6] / 2.0)).is(6u8);
}

pub(crate) fn values(e: &Exercise, ask: &mut Asking) {
    let codes = vec![15, 7, 2, 10];
    ask!(ask, e.quantize(&[2.0, 0.0, -1.0, 0.5], 4)).is(Ok((vec![2.0], codes)));
    let codes = vec![15, 7, 2, 10, 0, 12, 10, 7];
    ask!(
        ask,
        e.quantize(&[2.0, 0.0, -1.0, 0.5, -4.0, 2.0, 1.0, 0.0], 4)
    )
    .is(Ok((vec![2.0, 4.0], codes)));
    ask!(ask, e.quantize(&[-3.0, 5.0], 1)).is(Ok((vec![3.0, 5.0], vec![0, 15])));
}

pub(crate) fn short(e: &Exercise, ask: &mut Asking) {
    let codes = vec![15, 7, 2, 10, 15, 2, 4];
    ask!(ask, e.quantize(&[2.0, 0.0, -1.0, 0.5, 4.0, -2.0, -1.0], 4))
        .is(Ok((vec![2.0, 4.0], codes)));
    ask!(ask, e.quantize(&[2.0, -1.0], 64)).is(Ok((vec![2.0], vec![15, 2])));
    ask!(ask, e.quantize(&[2.0], usize::MAX)).is(Ok((vec![2.0], vec![15])));
}

pub(crate) fn zero(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.quantize(&[0.0, 0.0], 2)).is(Ok((vec![0.0], vec![7, 7])));
    ask!(ask, e.quantize(&[1.0, -1.0, 0.0, -0.0], 2)).is(Ok((vec![1.0, 0.0], vec![15, 0, 7, 7])));
}

/// The smallest number above 0, of which the inverse is infinite, and the largest.
pub(crate) fn tiny(e: &Exercise, ask: &mut Asking) {
    let least = f32::from_bits(1);
    ask!(ask, e.quantize(&[least, -least, 0.0], 3)).is(Ok((vec![least], vec![15, 0, 7])));
    let most = f32::MAX;
    ask!(ask, e.quantize(&[most, -most, 0.0], 3)).is(Ok((vec![most], vec![15, 0, 7])));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.quantize(&NOTHING, 64)).is(Err(Nf4Error::Empty));
    ask!(ask, e.quantize(&[1.0], 0)).is(Err(Nf4Error::Block));
    ask!(ask, e.quantize(&[1.0, 2.0, NAN], 2)).is(Err(Nf4Error::NotFinite));
    ask!(ask, e.quantize(&[1.0, -INFINITE], 2)).is(Err(Nf4Error::NotFinite));
}

/// The widest gap between two levels is from −1 to −0.6961928: half of it is 0.1519036. A division and a product in single
/// precision add some 2⁻²³ of the scale.
fn most(scale: f32) -> f64 {
    f64::from(scale) * (0.151_904 + (-20f64).exp2())
}

pub(crate) fn error_bound(e: &Exercise, ask: &mut Asking) {
    let x = Seeded::new(1).units(1024);
    ask!(ask, e.quantize(&x, 64)).satisfies("every number within 0.1519 of its scale", |answer| {
        let Ok((scales, codes)) = answer else {
            return false;
        };
        scales.len() == 16
            && codes.len() == x.len()
            && x.iter().zip(codes).enumerate().all(|(i, (x, code))| {
                let level = NF4.get(usize::from(*code)).copied().unwrap_or(NAN);
                let back = f64::from(scales[i / 64]) * f64::from(level);
                (f64::from(*x) - back).abs() <= most(scales[i / 64])
            })
    });
}

pub(crate) fn nibbles(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.pack(&[15, 7, 2, 10])).is(vec![0xf7, 0x2a]);
    ask!(ask, e.pack(&[15, 7, 2])).is(vec![0xf7, 0x27]);
    ask!(ask, e.pack(&NO_CODES)).is(Vec::<u8>::new());
    ask!(ask, e.unpack(&[0xf7, 0x27], 4)).is(vec![15, 7, 2, 7]);
    ask!(ask, e.unpack(&[0xf7, 0x27], 3)).is(vec![15, 7, 2]);
    ask!(ask, e.unpack(&[0x0d], 0)).is(Vec::<u8>::new());
    ask!(ask, e.unpack(&[0x0d], 9)).is(vec![0, 13]);
}

pub(crate) fn back(e: &Exercise, ask: &mut Asking) {
    // Powers of two times a level are exact.
    let first = [2.0, 0.0, -1.050_146_1, 0.492_224_6];
    ask!(ask, e.dequantize(&[2.0], &[15, 7, 2, 10], 4)).is(first.to_vec());
    let both = [&first[..], &[-4.0, 1.762_839_3, 0.984_449_2]].concat();
    ask!(
        ask,
        e.dequantize(&[2.0, 4.0], &[15, 7, 2, 10, 0, 12, 10], 4)
    )
    .is(both);
    ask!(ask, e.dequantize(&[0.0], &[7, 7], 64)).is(vec![0.0, 0.0]);
    ask!(ask, e.dequantize(&NOTHING, &NO_CODES, 64)).is(Vec::<f32>::new());
}

pub(crate) fn scales(e: &Exercise, ask: &mut Asking) {
    // The mean is 2.5, the step 1.5 / 127: 0.5 is 42.3 steps.
    let codes = vec![-127, -42, 42, 127];
    ask!(ask, e.double(&[1.0, 2.0, 3.0, 4.0], 4)).is(Ok((2.5, vec![1.5 / 127.0], codes)));
    ask!(ask, e.double(&[3.0, 3.0], 2)).is(Ok((3.0, vec![0.0], vec![0, 0])));
}

pub(crate) fn groups(e: &Exercise, ask: &mut Asking) {
    // The mean is 4, of all five; the second group has one number.
    let of_group = vec![2.0 / 127.0, 4.0 / 127.0];
    let codes = vec![-127, -127, 0, 0, 127];
    ask!(ask, e.double(&[2.0, 2.0, 4.0, 4.0, 8.0], 4)).is(Ok((4.0, of_group, codes)));
}

pub(crate) fn half_codes(e: &Exercise, ask: &mut Asking) {
    // The mean is 200 and the step 1: −127, −0.5, 0.5, 2.5, 4.5 and 120 are left.
    let codes = vec![-127, 0, 0, 2, 4, 120];
    ask!(
        ask,
        e.double(&[73.0, 199.5, 200.5, 202.5, 204.5, 320.0], 256)
    )
    .is(Ok((200.0, vec![1.0], codes)));
}

pub(crate) fn half_step(e: &Exercise, ask: &mut Asking) {
    let x: Vec<f32> = Seeded::new(2).units(512).iter().map(|v| v.abs()).collect();
    ask!(ask, e.double(&x, 256)).satisfies("every scale within half a step", |answer| {
        let Ok((mean, scales, codes)) = answer else {
            return false;
        };
        scales.len() == 2
            && codes.len() == x.len()
            && x.iter().zip(codes).enumerate().all(|(i, (x, code))| {
                let step = f64::from(scales[i / 256]);
                let back = f64::from(*mean) + step * f64::from(*code);
                // Half a step, and roundings: of the mean (2⁻²⁵ of 0.5, steps are 0.004), of the difference and of the quotient
                // (127 · 2⁻²⁴ of a step each).
                (f64::from(*x) - back).abs() <= step * (0.5 + (-12f64).exp2())
            })
    });
}

pub(crate) fn mean(e: &Exercise, ask: &mut Asking) {
    // 2²⁴ and 1,023 ones: in single precision 2²⁴ + 1 is 2²⁴.
    let mut many = vec![1.0f32; 1024];
    many[0] = 16_777_216.0;
    let right = (16_778_239.0f64 / 1024.0) as f32;
    ask!(ask, e.double(&many, 1024).map(|all| all.0)).is(Ok(right));
    let large = [f32::MAX, f32::MAX];
    ask!(ask, e.double(&large, 2)).is(Ok((f32::MAX, vec![0.0], vec![0, 0])));
}

pub(crate) fn no_scales(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.double(&NOTHING, 256)).is(Err(Nf4Error::Empty));
    ask!(ask, e.double(&[1.0], 0)).is(Err(Nf4Error::Block));
    ask!(ask, e.double(&[1.0, NAN], 256)).is(Err(Nf4Error::NotFinite));
    ask!(ask, e.double(&[INFINITE, 1.0], 1)).is(Err(Nf4Error::NotFinite));
}

pub(crate) fn bits(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.bits(64, None::<u32>)).near(4.5);
    ask!(ask, e.bits(64, Some(256))).near(4.126_953_125);
    ask!(ask, e.bits(32, Some(256))).near(4.253_906_25);
    ask!(ask, e.bits(128, None::<u32>)).near(4.25);
    // 2³² weights share a number of 32 bits: 32 / 2³² each.
    ask!(ask, e.bits(65_536, Some(65_536))).near(4.0 + 8.0 / 65_536.0 + (-27f64).exp2());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_seven_zero_and_eight_and_the_widest_gap_is_the_first() {
        assert!(NF4.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(NF4.iter().filter(|level| **level < 0.0).count(), 7);
        assert_eq!((NF4[0], NF4[7], NF4[15]), (-1.0, 0.0, 1.0));
        let gaps = NF4
            .windows(2)
            .map(|pair| f64::from(pair[1]) - f64::from(pair[0]));
        let widest = gaps.fold(0.0, f64::max);
        assert!((widest / 2.0 - 0.151_903_6).abs() < 1e-7 && widest / 2.0 < 0.151_904);
    }

    /// −0.85 is 0.15 from −1 and 0.154 from −0.696: the bound holds with little to spare, and the next code breaks it.
    #[test]
    fn the_bound_tells_a_right_code_from_its_neighbour() {
        let off = |code: usize| (-0.85f64 - f64::from(NF4[code])).abs();
        assert!(off(0) <= most(1.0));
        assert!(off(1) > most(1.0));
    }

    #[test]
    fn the_worked_numbers_hold() {
        assert_eq!(2.0 * NF4[2], -1.050_146_1);
        assert_eq!(4.0 * NF4[12], 1.762_839_3);
        assert_eq!((0.5f32 / (1.5 / 127.0)).round_ties_even(), 42.0);
        let left: f32 = [73.0, 199.5, 200.5, 202.5, 204.5, 320.0].iter().sum();
        assert_eq!(left / 6.0, 200.0);
        // Half-way between two numbers of single precision, and so the even one; a sum in single precision ends at 16,384.
        assert_eq!((16_778_239.0f64 / 1024.0) as f32, 16_385.0);
    }
}
