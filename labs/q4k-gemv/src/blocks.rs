//! The two block formats, and blocks to fill them with: what a case of the lab is given.
//!
//! The rule: nothing in them depends on how a right kernel rounds on its way. No number of x lies near the middle between
//! two steps, and no scale near the middle between two numbers of 16 bits, so that x / scale, x · (1 / scale) and x · 127 /
//! largest give the same blocks.

use std::ops::Range;

use lab::{Elem, Field, Record, Seeded, f16_from_f32, f16_to_f32};

/// 256 weights in 144 bytes.
pub const Q4_K: Record = Record {
    name: "block_q4_K",
    bytes: 144,
    fields: &[
        field("d", 0, Elem::F16, 1),
        field("dmin", 2, Elem::F16, 1),
        field("scales", 4, Elem::U8, 12),
        field("qs", 16, Elem::U8, 128),
    ],
};

/// 32 numbers in 36 bytes.
pub const Q8_1: Record = Record {
    name: "block_q8_1",
    bytes: 36,
    fields: &[
        field("d", 0, Elem::F16, 1),
        field("s", 2, Elem::F16, 1),
        field("qs", 4, Elem::I8, 32),
    ],
};

const fn field(name: &'static str, at: usize, elem: Elem, len: usize) -> Field {
    Field {
        name,
        at,
        elem,
        len,
    }
}

/// Blocks of weights: any scales, minima and weights, with factors from 2⁻⁹ to 2⁻⁵.
pub fn weights(seeded: &mut Seeded, blocks: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..blocks * Q4_K.bytes)
        .map(|_| seeded.bits() as u8)
        .collect();
    for block in bytes.chunks_exact_mut(Q4_K.bytes) {
        for high in [1, 3] {
            // Sign 0, and an exponent of 15 − 9 to 15 − 6.
            let exponent = 6 + (block[high] >> 2 & 3);
            block[high] = exponent << 2 | block[high] & 3;
        }
    }
    bytes
}

/// Numbers for blocks of 32, of sizes from 0.0078 to 2,000. Block 1 is zeros, block 2 the smallest there are, block 3 the
/// largest and all positive; in every block with an even number the largest one is negative, and the last.
pub fn numbers(seeded: &mut Seeded, blocks: usize) -> Vec<f32> {
    let one = |b| match b {
        1 => vec![0.0; 32],
        2 => block(seeded, 0.0079, (true, 31)),
        3 => {
            let largest = block(seeded, 2000.0, (false, 9));
            largest.into_iter().map(f32::abs).collect()
        }
        b => drawn(seeded, b, -6..10),
    };
    (0..blocks).flat_map(one).collect()
}

/// Numbers for blocks of 32 whose sizes are alike, from 1 to 8, so that what one block brings to a sum is seen. Block 1 is zeros.
pub fn alike(seeded: &mut Seeded, blocks: usize) -> Vec<f32> {
    let one = |b| match b {
        1 => vec![0.0; 32],
        b => drawn(seeded, b, 0..3),
    };
    (0..blocks).flat_map(one).collect()
}

fn drawn(seeded: &mut Seeded, b: usize, exponents: Range<i16>) -> Vec<f32> {
    let place = if b.is_multiple_of(2) {
        31
    } else {
        seeded.below(32)
    };
    let size = size(seeded, exponents);
    block(seeded, size, (b.is_multiple_of(2), place as usize))
}

/// A size from 2 to the least exponent on, whose 127th part is not near the middle between two numbers of 16 bits.
fn size(seeded: &mut Seeded, exponents: Range<i16>) -> f32 {
    loop {
        let exponent = exponents.start + seeded.below(exponents.len() as u64) as i16;
        let size = (1.0 + seeded.unit().abs()) * f32::from(exponent).exp2();
        let near = |off: f32| f16_from_f32(size / 127.0 * (1.0 + off));
        if near(-1e-6) == near(1e-6) {
            return size;
        }
    }
}

/// 32 numbers of which the one at `place` has the size asked for, and its sign; the others are smaller.
fn block(seeded: &mut Seeded, size: f32, (negative, place): (bool, usize)) -> Vec<f32> {
    let mut block: Vec<f32> = (0..32).map(|_| sixteenths(seeded) * size / 127.0).collect();
    block[place] = if negative { -size } else { size };
    block
}

/// A multiple of 1/16 of either sign, of a size below 126, more than 1/16 from the middle between two whole numbers.
fn sixteenths(seeded: &mut Seeded) -> f32 {
    loop {
        let units = seeded.below(2 * 126 * 16) as i16 - 126 * 16;
        if !(7..=9).contains(&units.rem_euclid(16)) {
            return f32::from(units) / 16.0;
        }
    }
}

/// The block that 32 numbers become: the oracle of part `quantize`.
pub fn quantised(numbers: &[f32]) -> Vec<u8> {
    let largest = numbers.iter().fold(0.0f32, |m, v| m.max(v.abs()));
    let scale = largest / 127.0;
    let value = |v: &f32| match scale {
        0.0 => 0,
        scale => (f64::from(*v) / f64::from(scale)).round_ties_even() as i8,
    };
    let values: Vec<i8> = numbers.iter().map(value).collect();
    let d = f16_from_f32(scale);
    let sum: i32 = values.iter().map(|v| i32::from(*v)).sum();
    // A product of 11 and 12 bits: exact in single precision, so rounded once.
    let s = f16_from_f32(f16_to_f32(d) * sum as f32);
    let mut bytes = [d.to_le_bytes(), s.to_le_bytes()].concat();
    bytes.extend(values.iter().map(|v| *v as u8));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_worked_out_by_hand() {
        // largest 254: the scale is 2; 254, -3.2, 0.9 are 127, -2 (1.6 steps) and 0 (0.45 steps); s = 2 · 125 = 250.
        let mut x = [0.0f32; 32];
        (x[0], x[1], x[2]) = (254.0, -3.2, 0.9);
        let block = quantised(&x);
        assert_eq!(block.len(), 36);
        assert_eq!(block[..4], [0x00, 0x40, 0xd0, 0x5b]); // 2.0 is 0x4000, 250 is 0x5bd0
        assert_eq!(block[4..8], [127, 254, 0, 0]);
        assert_eq!(quantised(&[0.0; 32]), [0; 36]);
    }

    #[test]
    fn no_block_hangs_on_how_a_quotient_is_rounded() {
        let x = numbers(&mut Seeded::new(5), 2000);
        for block in x.chunks_exact(32) {
            let largest = block.iter().fold(0.0f32, |m, v| m.max(v.abs()));
            let bytes = quantised(block);
            let stored = f16_to_f32(u16::from_le_bytes([bytes[0], bytes[1]]));
            let scale = largest / 127.0;
            if scale == 0.0 {
                continue;
            }
            assert_eq!(f16_from_f32(largest * (1.0 / 127.0)), f16_from_f32(scale));
            for (v, q) in block.iter().zip(&bytes[4..]) {
                let ways = [
                    v / scale,
                    v * (1.0 / scale),
                    v * (127.0 / largest),
                    v / stored,
                ];
                let same = |w: &f32| w.round_ties_even() as i32 == i32::from(*q as i8);
                assert!(ways.iter().all(same), "{v} of {largest}: {ways:?}");
            }
        }
    }

    #[test]
    fn blocks_have_what_mistakes_miss() {
        let x = numbers(&mut Seeded::new(5), 9);
        assert!(x[32..64].iter().all(|v| *v == 0.0));
        assert_eq!(x[2 * 32 + 31], -0.0079);
        assert!(x[3 * 32..4 * 32].iter().all(|v| *v >= 0.0));
        for block in x.chunks_exact(32) {
            let bytes = quantised(block);
            let [d, s] =
                [0, 2].map(|at| f16_to_f32(u16::from_le_bytes([bytes[at], bytes[at + 1]])));
            assert!(d == 0.0 || d >= 6.104e-5, "{d} is a normal number");
            assert!(s.is_finite());
        }
    }
}
