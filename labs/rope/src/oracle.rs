//! The oracle of rotary embedding: pairs turned in double precision, what each may be off, and what is said of errors.
//!
//! The rule: it starts from the frequencies in single precision, as the kernel does, so that only the kernel's own
//! rounding is judged. An angle is exact in single precision where the frequency is 1 and the position is below 2²⁴.

use lab::budget::number;
use lab::{Bound, Case, Elem, Property, Ran, numbers};

/// How far off a pair may be, as a share of its length: `per_angle · angle + floor`.
#[derive(Clone, Copy, Debug)]
pub struct Accuracy {
    per_angle: f64,
    floor: f64,
}

/// 2⁻²³ of the angle, which single precision rounds, and 2⁻²⁰ for sine, cosine and the arithmetic.
pub const EXACT: Accuracy = Accuracy {
    per_angle: 1.0 / 8_388_608.0,
    floor: 1.0 / 1_048_576.0,
};

/// Fast maths: its documented bound (about 2⁻²¹) holds for angles within ±π; beyond, the error grows with the angle,
/// by 4e-8 of it as measured, which together with the rounding of the angle itself stays under 2⁻²¹ of it.
pub const FAST: Accuracy = Accuracy {
    per_angle: 1.0 / 2_097_152.0,
    floor: 1.0 / 524_288.0,
};

/// Which two numbers of a head are a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// `x[2j]` and `x[2j + 1]`.
    Neighbours,
    /// `x[j]` and `x[j + dim / 2]`.
    Halves,
}

impl Pairing {
    /// The two elements of pair `j` in a head.
    fn elements(self, j: usize, dim: usize) -> (usize, usize) {
        match self {
            Pairing::Neighbours => (2 * j, 2 * j + 1),
            Pairing::Halves => (j, j + dim / 2),
        }
    }
}

/// Frequencies as a host makes them: `10000^(-2j / dim)`, rounded once to single precision.
pub fn inv_freq(dim: usize) -> Vec<f32> {
    (0..dim / 2)
        .map(|j| 10_000f64.powf(-2.0 * j as f64 / dim as f64) as f32)
        .collect()
}

/// What is to be turned.
pub struct Rope<'a> {
    /// `[tokens][heads][dim]`.
    pub x: &'a [f32],
    /// Position of each token.
    pub pos: &'a [i32],
    /// Frequency of each pair of a head.
    pub inv_freq: &'a [f32],
    /// Heads a token.
    pub heads: usize,
    /// Numbers a head.
    pub dim: usize,
    /// Which two are a pair.
    pub pairing: Pairing,
    /// How far off the kernel may be.
    pub accuracy: Accuracy,
}

/// All pairs turned.
pub struct Turned {
    /// The values.
    pub values: Vec<f64>,
    /// How far off each may be.
    pub tolerances: Vec<f64>,
}

impl Rope<'_> {
    /// Turns every pair.
    pub fn turn(&self) -> Turned {
        let mut out = Turned {
            values: vec![0.0; self.x.len()],
            tolerances: vec![0.0; self.x.len()],
        };
        for (head, base) in (0..self.x.len()).step_by(self.dim.max(1)).enumerate() {
            let pos = f64::from(self.pos[head / self.heads]);
            for j in 0..self.dim / 2 {
                let (e, f) = self.pairing.elements(j, self.dim);
                let (a, b) = (f64::from(self.x[base + e]), f64::from(self.x[base + f]));
                let angle = pos * f64::from(self.inv_freq[j]);
                let tolerance =
                    a.hypot(b) * (angle.abs() * self.accuracy.per_angle + self.accuracy.floor);
                out.values[base + e] = a * angle.cos() - b * angle.sin();
                out.values[base + f] = a * angle.sin() + b * angle.cos();
                out.tolerances[base + e] = tolerance;
                out.tolerances[base + f] = tolerance;
            }
        }
        out
    }
}

/// One pair of a case: before, after, and where it is.
struct Pair {
    before: (f64, f64),
    after: (f64, f64),
    angle: f64,
    token: usize,
    head: usize,
    j: usize,
}

impl Pair {
    fn length(&self) -> f64 {
        self.before.0.hypot(self.before.1)
    }

    /// Distance from the rightly turned pair, as a share of its length.
    fn error(&self) -> f64 {
        let ((a, b), (sin, cos)) = (self.before, self.angle.sin_cos());
        let (da, db) = (
            self.after.0 - (a * cos - b * sin),
            self.after.1 - (a * sin + b * cos),
        );
        da.hypot(db) / self.length()
    }

    fn at(&self) -> String {
        format!(
            "token {}, head {}, pair {} (angle {})",
            self.token,
            self.head,
            self.j,
            number(self.angle)
        )
    }
}

fn pairs(case: &Case, ran: &Ran) -> Option<Vec<Pair>> {
    let x = case.numbers_of("x");
    let (pos, inv_freq) = (case.numbers_of("pos"), case.numbers_of("inv_freq"));
    let after = numbers(Elem::F32, ran.bytes("x"));
    let (heads, dim) = (case["heads"] as usize, case["dim"] as usize);
    let pairing = match case.launches().next()?.kernel {
        "rope_half" => Pairing::Halves,
        _ => Pairing::Neighbours,
    };
    if after.len() != x.len() || heads == 0 || dim == 0 {
        return None;
    }
    let pair = |i: usize| {
        let (row, j) = (i / (dim / 2), i % (dim / 2));
        let (e, f) = pairing.elements(j, dim);
        let of = |v: &[f64]| (v[row * dim + e], v[row * dim + f]);
        let (token, head) = (row / heads, row % heads);
        let angle = pos[token] * inv_freq[j];
        Pair {
            before: of(&x),
            after: of(&after),
            angle,
            token,
            head,
            j,
        }
    };
    Some((0..x.len() / 2).map(pair).collect())
}

/// The pair with the largest error, its error held against `limit`.
fn largest_error<'a>(pairs: impl Iterator<Item = &'a Pair>, limit: f64) -> Option<Property> {
    let worst = pairs.max_by(|p, q| p.error().total_cmp(&q.error()))?;
    Some(share("error", worst.error(), limit, worst))
}

/// A share of a pair's length, held against `limit`.
fn share(subject: &'static str, value: f64, limit: f64, pair: &Pair) -> Property {
    let bound = Bound::at_most(0.0, limit);
    Property {
        holds: value <= limit,
        subject,
        value,
        bound,
        unit: "of the pair's length",
        at: pair.at(),
    }
}

/// The error of the pairs whose angle is exact: those of frequency 1. At most 2⁻²⁰ of the pair, at any position.
pub fn error_where_exact(case: &Case, ran: &Ran) -> Option<Property> {
    largest_error(pairs(case, ran)?.iter().filter(|p| p.j == 0), EXACT.floor)
}

/// The error of fast maths, as measured, within what the largest angle of the case allows.
pub fn error_of_fast_maths(case: &Case, ran: &Ran) -> Option<Property> {
    let pairs = pairs(case, ran)?;
    let largest = pairs.iter().map(|p| p.angle).fold(0.0, f64::max);
    largest_error(pairs.iter(), largest * FAST.per_angle + FAST.floor)
}

/// By how much a pair's length changed. At most 2⁻¹⁸ of it: sine and cosine may be off along the circle, not from it.
pub fn norm_change(case: &Case, ran: &Ran) -> Option<Property> {
    let pairs = pairs(case, ran)?;
    let change = |p: &Pair| (p.after.0.hypot(p.after.1) / p.length() - 1.0).abs();
    let worst = pairs
        .iter()
        .max_by(|p, q| change(p).total_cmp(&change(q)))?;
    Some(share(
        "change of length",
        change(worst),
        1.0 / 262_144.0,
        worst,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rope<'a>(x: &'a [f32], pos: &'a [i32], inv_freq: &'a [f32], pairing: Pairing) -> Rope<'a> {
        Rope {
            x,
            pos,
            inv_freq,
            heads: 1,
            dim: x.len() / pos.len(),
            pairing,
            accuracy: EXACT,
        }
    }

    #[test]
    fn position_0_turns_nothing() {
        let x = [1.0, 2.0, 3.0, 4.0];
        let turned = rope(&x, &[0], &[1.0, 0.01], Pairing::Neighbours).turn();
        assert_eq!(turned.values, [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(turned.tolerances[0], 5f64.sqrt() / 1_048_576.0);
    }

    #[test]
    fn a_quarter_turn_swaps_and_negates() {
        let quarter = [std::f32::consts::FRAC_PI_2];
        let turned = rope(&[3.0, 5.0], &[1], &quarter, Pairing::Neighbours).turn();
        assert!((turned.values[0] + 5.0).abs() < 1e-6 && (turned.values[1] - 3.0).abs() < 1e-6);
    }

    #[test]
    fn the_two_pairings_turn_other_numbers_together() {
        let (x, quarter) = ([1.0, 2.0, 3.0, 4.0], [std::f32::consts::FRAC_PI_2, 0.0]);
        let neighbours = rope(&x, &[1], &quarter, Pairing::Neighbours).turn().values;
        let halves = rope(&x, &[1], &quarter, Pairing::Halves).turn().values;
        let round = |v: Vec<f64>| v.iter().map(|x| x.round()).collect::<Vec<f64>>();
        assert_eq!(round(neighbours), [-2.0, 1.0, 3.0, 4.0]);
        assert_eq!(round(halves), [-3.0, 2.0, 1.0, 4.0]);
    }

    #[test]
    fn the_bound_grows_with_the_angle() {
        let turned = rope(&[1.0, 0.0], &[131_071], &[1.0], Pairing::Neighbours).turn();
        assert!(
            (turned.tolerances[0] - (131_071.0 / 8_388_608.0 + 1.0 / 1_048_576.0)).abs() < 1e-12
        );
    }

    #[test]
    fn the_first_frequency_is_1() {
        assert_eq!(inv_freq(4), [1.0, 0.01]);
    }
}
