//! A row of weights times blocks of x: what comes out, and how far off it may be. In double precision, from the same bytes.

use lab::f16_to_f32;

use super::blocks::{Q4_K, Q8_1};

/// A sum with the sizes of its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// What comes out.
    pub value: f64,
    /// The sizes of all products of a weight's first term and a number, and of all minima.
    pub size: f64,
    /// The sizes of the minima.
    pub minima: f64,
}

impl Sum {
    /// How far off a row of `blocks` blocks may be; derived in `lib.rs`.
    pub fn tolerance(&self, blocks: usize) -> f64 {
        4.0 * (-24f64).exp2() * (blocks + 12) as f64 * self.size + (-11f64).exp2() * self.minima
    }
}

fn half_at(block: &[u8], at: usize) -> f64 {
    f64::from(f16_to_f32(u16::from_le_bytes([block[at], block[at + 1]])))
}

/// Scale and minimum of a group, 6 bits each.
fn scale_and_minimum(scales: &[u8], group: usize) -> (u8, u8) {
    match group {
        0..=3 => (scales[group] & 63, scales[group + 4] & 63),
        _ => (
            scales[group + 4] & 15 | (scales[group - 4] >> 6) << 4,
            scales[group + 4] >> 4 | (scales[group] >> 6) << 4,
        ),
    }
}

/// A row's blocks times the blocks of x, eight of these for each of those.
pub fn product(row: &[u8], x: &[u8]) -> Sum {
    let blocks = row.chunks_exact(Q4_K.bytes);
    let vectors = x.chunks_exact(8 * Q8_1.bytes);
    let groups = blocks.zip(vectors).flat_map(|(w, x)| {
        let of_x = x.chunks_exact(Q8_1.bytes);
        of_x.enumerate().map(move |(g, x)| group(w, g, x))
    });
    groups.fold(Sum::default(), |sum, one| Sum {
        value: sum.value + one.value,
        size: sum.size + one.size,
        minima: sum.minima + one.minima,
    })
}

/// One group of weights times its 32 numbers.
fn group(block: &[u8], group: usize, x: &[u8]) -> Sum {
    let (scale, minimum) = scale_and_minimum(&block[4..16], group);
    let bytes = &block[16 + group / 2 * 32..][..32];
    let q = bytes.iter().map(|b| i64::from(b >> (group % 2 * 4) & 15));
    let products = q.zip(&x[4..]).map(|(q, v)| q * i64::from(*v as i8));
    let (dot, sizes) = products.fold((0, 0), |(dot, sizes), p| (dot + p, sizes + p.abs()));
    let factor = half_at(block, 0) * f64::from(scale) * half_at(x, 0);
    let minimum = half_at(block, 2) * f64::from(minimum) * half_at(x, 2);
    Sum {
        value: factor * dot as f64 - minimum,
        size: factor * sizes as f64 + minimum.abs(),
        minima: minimum.abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::{alike, quantised, weights};
    use super::*;
    use lab::Seeded;

    /// d = 1, dmin = 0.5; group 0 has scale 2, minimum 3 and 32 weights of 10, group 1 scale 1, minimum 0 and weights of 5.
    fn by_hand() -> (Vec<u8>, Vec<u8>) {
        let mut w = vec![0u8; 144];
        (w[1], w[3]) = (0x3c, 0x38);
        (w[4], w[8], w[5]) = (2, 3, 1);
        w[16..48].fill(0x5a);
        // Group 0 meets 32 numbers of 0.5 · 1 (s = 16), group 1 32 numbers of 0.25 · −2 (s = −16).
        let mut x = vec![0u8; 8 * 36];
        (x[1], x[3]) = (0x38, 0x4c);
        x[4..36].fill(1);
        (x[37], x[39]) = (0x34, 0xcc);
        x[40..72].fill(254);
        (w, x)
    }

    #[test]
    fn two_groups_by_hand() {
        // A weight of group 0 is 2 · 10 − 0.5 · 3 = 18.5: 32 · 18.5 · 0.5 = 296. Group 1: 32 · 5 · −0.5 = −80.
        let (w, x) = by_hand();
        let sum = product(&w, &x);
        assert_eq!(sum.value, 296.0 - 80.0);
        // 1 · 2 · 0.5 · 320 = 320 and the minimum's 0.5 · 3 · 16 = 24; 1 · 1 · 0.25 · 320 = 80.
        assert_eq!((sum.size, sum.minima), (320.0 + 24.0 + 80.0, 24.0));
    }

    /// Each weight alone, unpacked as the format says, times each number, with the sum of a block of x added up anew.
    fn one_by_one(row: &[u8], x: &[u8], with_minima: bool) -> f64 {
        let mut sum = 0.0;
        for i in 0..row.len() / 144 * 256 {
            let (block, at) = (&row[i / 256 * 144..], i % 256);
            let byte = block[16 + at / 64 * 32 + at % 32];
            let q = if at / 32 % 2 == 0 {
                byte & 15
            } else {
                byte >> 4
            };
            let (scale, minimum) = scale_and_minimum(&block[4..16], at / 32);
            let minimum = if with_minima { f64::from(minimum) } else { 0.0 };
            let w =
                half_at(block, 0) * f64::from(scale) * f64::from(q) - half_at(block, 2) * minimum;
            let of_x = &x[i / 32 * 36..];
            sum += w * half_at(of_x, 0) * f64::from(of_x[4 + i % 32] as i8);
        }
        sum
    }

    #[test]
    fn a_sum_added_up_anew_is_within_the_tolerance_and_one_without_minima_is_far_outside() {
        for seed in 0..20 {
            let mut seeded = Seeded::new(seed);
            let (w, x) = (weights(&mut seeded, 3), alike(&mut seeded, 24));
            let x: Vec<u8> = x.chunks_exact(32).flat_map(quantised).collect();
            let sum = product(&w, &x);
            let off = |value: f64| (value - sum.value).abs() / sum.tolerance(3);
            assert!(off(one_by_one(&w, &x, true)) < 1.0, "seed {seed}");
            assert!(off(one_by_one(&w, &x, false)) > 20.0, "seed {seed}");
        }
    }
}
