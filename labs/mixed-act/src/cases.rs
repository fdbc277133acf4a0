//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where kinds alternate.
pub const ROUND: &str = "round";

/// The runs of a part.
pub fn of(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let drawn = |n: usize| -> Vec<u8> {
        let mut seeded = seed.numbers(n as u64);
        (0..n).map(|_| seeded.below(2) as u8).collect()
    };
    let alternating: Vec<u8> = (0..1024).map(|i| (i % 2) as u8).collect();
    let mut cases: Vec<Case> = [33, 0, 1, 31, 255, 257, 1000]
        .iter()
        .map(|&n| case(seed, kernel, &drawn(n)))
        .collect();
    cases.push(case(seed, kernel, &[0; 40]));
    cases.push(case(seed, kernel, &[1; 40]));
    cases.push(case(seed, kernel, &drawn(300)).reordered());
    cases.push(case(seed, kernel, &alternating).tag(ROUND));
    cases
}

/// Values at which a formula breaks; each comes with both kinds.
const TELLING: [f32; 10] = [
    100.0,
    -100.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    0.0,
    88.7,
    -88.7,
    20.0,
    -20.0,
];

fn case(seed: Seed, kernel: &'static str, kinds: &[u8]) -> Case {
    let n = kinds.len();
    let drawn = seed.numbers(7 * n as u64).units(n);
    let telling = |i: usize| (i >= 3).then(|| TELLING.get((i - 3) / 2)).flatten();
    let x: Vec<f32> = (0..n)
        .map(|i| telling(i).copied().unwrap_or(8.0 * drawn[i]))
        .collect();
    let (values, bounds) = activated(&x, kinds);
    let silus = kinds.iter().filter(|kind| **kind == 1).count();
    let ones = if silus == n {
        "all of kind 1"
    } else {
        "both kinds"
    };
    let kinds_said = if silus == 0 { "all of kind 0" } else { ones };
    let case = Case::new(format!("n = {n}, {kinds_said}"), kernel)
        .launch([cover(n, 256), 1, 1], [256, 1, 1])
        .buffer("x", Data::f32(&x))
        .buffer("kind", Data::u8(kinds));
    let case = match kernel {
        "act_grouped" => case.buffer("order", Data::i32(&order(kinds))),
        _ => case,
    };
    case.buffer("y", Data::fresh(Elem::F32, n))
        .int("n", n)
        .size("silus", silus as u64)
        .expect(
            "y",
            Expected::bounded(Elem::F32, values, bounds).nan_is_nan(),
            &[],
        )
}

/// All indices, those of kind 0 first.
fn order(kinds: &[u8]) -> Vec<i32> {
    let of = |wanted: u8| {
        let indices = kinds.iter().enumerate();
        indices.filter(move |(_, kind)| **kind == wanted)
    };
    of(0).chain(of(1)).map(|(i, _)| i as i32).collect()
}

/// The oracle in double precision: values, and how far off each may be.
fn activated(x: &[f32], kinds: &[u8]) -> (Vec<f64>, Vec<f64>) {
    let one = |(v, kind): (&f32, &u8)| {
        let v = f64::from(*v);
        let e = match kind {
            0 => v.max(0.0),
            _ => v / (1.0 + (-v).exp()),
        };
        // Below 2⁻¹²⁶ a result may become 0: exp(−v) overflows single precision there.
        let allowed = 8.0 * (-24f64).exp2() * e.abs() * (1.0 + v.abs()) + 1e-36;
        (e, if e.is_finite() { allowed } else { 0.0 })
    };
    x.iter().zip(kinds).map(one).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_worked_out_by_hand() {
        // SiLU(1) = 1 / (1 + 0.36788) = 0.73106; SiLU(-2) = -2 / (1 + 7.38906) = -0.23841.
        let x = [1.0, -2.0, 1.0, -2.0, f32::NAN, f32::NEG_INFINITY];
        let (values, _) = activated(&x, &[0, 0, 1, 1, 0, 0]);
        assert_eq!(values[..2], [1.0, 0.0]);
        assert!((values[2] - 0.73106).abs() < 1e-5 && (values[3] + 0.23841).abs() < 1e-5);
        assert_eq!(values[4..], [0.0, 0.0]);
        assert!(activated(&[f32::NEG_INFINITY], &[1]).0[0].is_nan());
    }

    #[test]
    fn the_order_groups_kinds_and_keeps_every_index() {
        assert_eq!(order(&[1, 0, 0, 1, 0]), [1, 2, 4, 0, 3]);
    }

    #[test]
    fn telling_values_come_with_both_kinds() {
        let alternating: Vec<u8> = (0..64).map(|i| (i % 2) as u8).collect();
        let case = case(Seed::default(), "act_branch", &alternating);
        let x = case.numbers_of("x");
        let large: Vec<usize> = (0..64).filter(|i| x[*i] == 100.0).collect();
        assert_eq!(large, [3, 4]);
    }
}
