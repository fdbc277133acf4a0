//! The oracle of quantised sums: two values and how they are quantised in, the value of their sum out; in double precision.
//!
//! The rule: a comparison is exact only where every right kernel gives the same value, whatever way it computes (dividing,
//! multiplying by an inverse or by ratios of scales, fused or not). That holds for two kinds of scales. Powers of two: all
//! arithmetic is exact, and a half is a half for everybody. Others: no sum may come near a half, since single precision
//! decides such a one at random. With 0.031, 0.047 and 0.059 a sum is k / 59 for a whole k, so it is 1 / 118 or more away
//! from any half, for all values and zero-points; [`Quantisation::sum`] asserts it.

use lab::Seed;

/// How a, b and c are quantised: a value v stands for `(v - zero) * scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantisation {
    /// The scales of a, b and c.
    pub scales: [f32; 3],
    /// Their zero-points.
    pub zeros: [i32; 3],
}

/// Powers of two: a sum is a + b / 2, so every second one is a real half. The odd zero-point of c turns halves the other
/// way if it is added too early.
pub const HALVES: Quantisation = Quantisation {
    scales: [0.5, 0.25, 0.5],
    zeros: [3, -5, 7],
};

/// Scales as calibration gives them; a's zero-point is the one for numbers that are never negative.
pub const DECIMALS: Quantisation = Quantisation {
    scales: [0.031, 0.047, 0.059],
    zeros: [-128, 20, -17],
};

/// A sum is the mean of both values: it always fits, and only an addition in 8 bits overflows.
pub const MEANS: Quantisation = Quantisation {
    scales: [0.5, 0.5, 1.0],
    zeros: [11, 11, 11],
};

/// All of them.
pub const ALL: [Quantisation; 3] = [HALVES, DECIMALS, MEANS];

/// A sum this close to a half could be rounded either way by single precision, which is off by at most 2⁻¹³ here.
const DOUBTFUL: f64 = 1.0 / 128.0;

impl Quantisation {
    /// The same scales with zero-points of 0.
    pub fn without_zeros(self) -> Quantisation {
        let zeros = [0; 3];
        Quantisation { zeros, ..self }
    }

    /// The value of the sum: to the nearest, a half to the even one, then the zero-point, then clamped.
    pub fn sum(&self, a: i8, b: i8) -> i8 {
        let units = self.units(a, b);
        assert!(
            self.is_decided(units),
            "{units} of {self:?} is too close to a half"
        );
        let value = units.round_ties_even() as i32 + self.zeros[2];
        value.clamp(-128, 127) as i8
    }

    /// The real sum in units of c's scale.
    fn units(&self, a: i8, b: i8) -> f64 {
        let [sa, sb, sc] = self.scales.map(f64::from);
        let [za, zb, _] = self.zeros;
        (f64::from(i32::from(a) - za) * sa + f64::from(i32::from(b) - zb) * sb) / sc
    }

    /// Whether every right kernel rounds alike: all arithmetic is exact, or no half is near.
    fn is_decided(&self, units: f64) -> bool {
        self.is_exact() || from_half(units) > DOUBTFUL
    }

    /// Whether all scales are powers of two.
    fn is_exact(&self) -> bool {
        self.scales.iter().all(|scale| scale.to_bits() << 9 == 0)
    }
}

/// The distance to the nearest half.
fn from_half(units: f64) -> f64 {
    (units - units.floor() - 0.5).abs()
}

/// Halves of both kinds and both ends of the range, then seeded pairs.
pub fn some_pairs(seed: Seed, n: usize) -> Vec<(i8, i8)> {
    let telling = [
        (3, 2),
        (1, 1),
        (2, 1),
        (127, 127),
        (-128, -128),
        (-1, 0),
        (127, -128),
    ];
    let mut seeded = seed.numbers(n as u64);
    let mut drawn = || (seeded.bits() >> 56) as u8 as i8;
    let drawn = std::iter::repeat_with(move || (drawn(), drawn()));
    telling.into_iter().chain(drawn).take(n).collect()
}

/// All 65,536, b running fastest.
pub fn every_pair() -> Vec<(i8, i8)> {
    let values = i8::MIN..=i8::MAX;
    values
        .clone()
        .flat_map(|a| values.clone().map(move |b| (a, b)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Quantisation = Quantisation {
        zeros: [0; 3],
        ..HALVES
    };

    /// All quantisations that a case may have.
    fn used() -> Vec<Quantisation> {
        ALL.iter().flat_map(|q| [*q, q.without_zeros()]).collect()
    }

    #[test]
    fn sums_worked_out_by_hand() {
        // In units of 0.5: 2 / 0.5 = 4; 0.75 / 0.5 = 1.5; 1.25 / 0.5 = 2.5; 95.25 / 0.5 = 190.5; −96 / 0.5 = −192.
        let pairs = [(3, 2), (1, 1), (2, 1), (127, 127), (-128, -128), (-1, 1)];
        let sums = pairs.map(|(a, b)| PLAIN.sum(a, b));
        assert_eq!(sums, [4, 2, 2, 127, -128, 0]);
        // 0.031 · 10 + 0.047 · (−20) = −0.63, over 0.059: −10.68; 127 · 0.078 / 0.059 = 167.9.
        let plain = DECIMALS.without_zeros();
        assert_eq!([plain.sum(10, -20), plain.sum(127, 127)], [-11, 127]);
        assert_eq!([plain.sum(-100, 60), MEANS.sum(100, 100)], [-5, 100]);
    }

    #[test]
    fn zero_points_come_off_first_and_on_last() {
        // (3 − 3) and (−5 + 5) are 0, which stands at 7; one more of b is half a unit, and a half goes to 0, not to 1.
        assert_eq!([HALVES.sum(3, -5), HALVES.sum(3, -4)], [7, 7]);
        // (4 − 3) · 0.5 + (−4 + 5) · 0.25 = 0.75 is 1.5 units: 2 + 7.
        assert_eq!(HALVES.sum(4, -4), 9);
        // 124 · 0.5 + 132 · 0.25 = 95 is 190 units, and 197 does not fit; −131 · 0.5 − 123 · 0.25 is −192.5, −185 neither.
        assert_eq!([HALVES.sum(127, 127), HALVES.sum(-128, -128)], [127, -128]);
        // The zero-point is added before clamping: −120 − 3 + (−5 + 5) / 2 = −123 units, and −116 fits.
        assert_eq!(HALVES.sum(-120, -5), -116);
    }

    #[test]
    fn every_pair_is_exact_or_far_from_a_half() {
        for q in used() {
            let distance = |(a, b)| from_half(q.units(a, b));
            let nearest = every_pair().into_iter().map(distance).fold(1.0, f64::min);
            assert_eq!(q.is_exact(), nearest == 0.0, "{q:?}: {nearest}");
            if !q.is_exact() {
                assert!((nearest - 1.0 / 118.0).abs() < 1e-4, "{q:?}: {nearest}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "too close to a half")]
    fn free_scales_are_refused() {
        let free = Quantisation {
            scales: [0.05, 0.02, 0.1],
            zeros: [0; 3],
        };
        let sums: Vec<i8> = every_pair().iter().map(|&(a, b)| free.sum(a, b)).collect();
        assert_eq!(sums.len(), 65_536);
    }

    /// The sum in units of c's scale in single precision, in the ways that a kernel may take.
    fn in_single(q: &Quantisation, a: i8, b: i8) -> [f32; 6] {
        let [sa, sb, sc] = q.scales;
        let (a, b) = (i32::from(a) - q.zeros[0], i32::from(b) - q.zeros[1]);
        let (a, b) = (a as f32, b as f32);
        [
            (a * sa + b * sb) / sc,
            a.mul_add(sa, b * sb) / sc,
            (a * sa + b * sb) * (1.0 / sc),
            a.mul_add(sa, b * sb) * (1.0 / sc),
            a * (sa / sc) + b * (sb / sc),
            a.mul_add(sa / sc, b * (sb / sc)),
        ]
    }

    #[test]
    fn every_right_kernel_gives_the_same_value() {
        for q in used() {
            for (a, b) in every_pair() {
                let rounded = |units: f32| units.round_ties_even() as i32 + q.zeros[2];
                let values = in_single(&q, a, b).map(|units| rounded(units).clamp(-128, 127) as i8);
                assert_eq!(values, [q.sum(a, b); 6], "{a} and {b}, {q:?}");
            }
        }
    }

    /// Sums by a kernel with a known mistake.
    type Mistake = fn(&Quantisation, i8, i8) -> i8;

    fn seen(q: Quantisation, mistake: Mistake) -> usize {
        let differs = |&(a, b): &(i8, i8)| mistake(&q, a, b) != q.sum(a, b);
        every_pair().into_iter().filter(differs).count()
    }

    #[test]
    fn each_quantisation_shows_what_the_others_hide() {
        let away: Mistake = |q, a, b| {
            let value = q.units(a, b).round() as i32 + q.zeros[2];
            value.clamp(-128, 127) as i8
        };
        assert_eq!([PLAIN, DECIMALS].map(|q| seen(q, away)), [14_368, 0]);
        let zero_first: Mistake = |q, a, b| {
            let value = (q.units(a, b) + f64::from(q.zeros[2])).round_ties_even();
            value.clamp(-128.0, 127.0) as i8
        };
        assert_eq!([HALVES, DECIMALS].map(|q| seen(q, zero_first)), [28_572, 0]);
        let scales_of_the_example: Mistake = |q, a, b| {
            let scales = HALVES.scales;
            Quantisation { scales, ..*q }.sum(a, b)
        };
        assert_eq!(seen(PLAIN, scales_of_the_example), 0);
        assert_eq!(
            seen(DECIMALS.without_zeros(), scales_of_the_example),
            61_029
        );
        // In 8 bits a + b wraps in a quarter of all pairs, and that is all that is wrong with it here.
        let in_8_bits: Mistake = |q, a, b| q.sum(a.wrapping_add(b), 0);
        assert_eq!(seen(MEANS.without_zeros(), in_8_bits), 16_384);
        let unclamped: Mistake = |q, a, b| q.units(a, b).round_ties_even() as i32 as i8;
        assert_eq!(seen(MEANS.without_zeros(), unclamped), 0);
        assert_eq!(seen(PLAIN, unclamped), 8_192);
    }

    #[test]
    fn every_pair_is_there_once_and_the_telling_ones_come_first() {
        let pairs = every_pair();
        assert_eq!([pairs[0], pairs[1]], [(-128, -128), (-128, -127)]);
        let distinct: std::collections::BTreeSet<(i8, i8)> = pairs.into_iter().collect();
        assert_eq!(distinct.len(), 65_536);
        assert_eq!(some_pairs(Seed::default(), 3), [(3, 2), (1, 1), (2, 1)]);
        assert_eq!(some_pairs(Seed::default(), 33).len(), 33);
    }
}
