//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

use super::oracle::{Looked, Result};

/// Counts are taken where blocks and tiles are full.
pub const ROUND: &str = "round";

/// Heads, tokens and numbers a head.
type Shape = (usize, usize, usize);

/// How scores run along the keys.
#[derive(Clone, Copy)]
enum Scores {
    /// Around 0: a key that is not there and counted as 0 would matter.
    Small,
    /// The last key has the largest: all that was summed before must shrink.
    Rising,
    /// Around -200, where exp(score) is 0: a largest score that starts at 0 leaves nothing.
    Low,
}

/// The runs of part `tile`: at most 32 tokens.
pub fn tile(seed: Seed) -> Vec<Case> {
    let case = |shape, scores| Inputs::new(seed, shape, scores).case("flash_tile", |n, _| n);
    vec![
        case((1, 17, 64), Scores::Small),
        case((2, 1, 80), Scores::Small),
        case((1, 31, 128), Scores::Rising),
        case((1, 7, 33), Scores::Rising),
        case((1, 9, 16), Scores::Low),
        case((2, 32, 16), Scores::Small).reordered(),
        case((1, 32, 64), Scores::Small).tag(ROUND),
    ]
}

/// The runs of part `online`.
pub fn online(seed: Seed) -> Vec<Case> {
    walked(seed, "flash_online", |n, _| n, 64)
}

/// The runs of part `causal`.
pub fn causal(seed: Seed) -> Vec<Case> {
    walked(seed, "flash_causal", |_, query| query + 1, 128)
}

/// Counts are taken at so many tokens.
fn walked(seed: Seed, kernel: &'static str, sees: Sees, counted: usize) -> Vec<Case> {
    let case = |shape, scores| Inputs::new(seed, shape, scores).case(kernel, sees);
    vec![
        case((1, 65, 64), Scores::Rising),
        case((2, 1, 80), Scores::Small),
        case((1, 33, 128), Scores::Small),
        case((1, 48, 40), Scores::Rising),
        case((1, 70, 17), Scores::Small),
        case((1, 34, 16), Scores::Low),
        case((1, 40, 16), Scores::Rising).reordered(),
        case((1, counted, 32), Scores::Small).tag(ROUND),
    ]
}

/// The runs of part `lengths`: some keys, none, all.
pub fn lengths(seed: Seed) -> Vec<Case> {
    let case = |shape, scores, len: &[usize]| Inputs::new(seed, shape, scores).ragged(len);
    vec![
        case((3, 40, 64), Scores::Rising, &[33, 0, 40]),
        case((2, 1, 80), Scores::Small, &[1, 0]),
        case((1, 65, 64), Scores::Small, &[50]),
        case((1, 34, 16), Scores::Low, &[33]),
        case((2, 20, 16), Scores::Rising, &[7, 20]).reordered(),
        case((1, 64, 32), Scores::Small, &[64]).tag(ROUND),
    ]
}

/// Of so many tokens, the keys that a query sees: the first ones.
type Sees = fn(usize, usize) -> usize;

struct Inputs {
    shape: Shape,
    scale: f32,
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    scores: Scores,
}

impl Inputs {
    fn new(seed: Seed, shape: Shape, scores: Scores) -> Inputs {
        let (heads, n, d) = shape;
        let mut seeded = seed.numbers((heads * 1_000_000 + n * 1000 + d) as u64);
        let len = heads * n * d;
        let scale = 1.0 / (d as f32).sqrt();
        let mut q = seeded.units(len);
        let mut k = seeded.units(len);
        // The first number of each query is 4, and that of key j decides the score: it grows with j, or makes 200 less of it.
        let first = |row: usize| match scores {
            Scores::Small => None,
            Scores::Rising => Some((row % n) as f32 / 4.0),
            Scores::Low => Some(-50.0 / scale),
        };
        for row in 0..heads * n {
            if let Some(first) = first(row) {
                (q[row * d], k[row * d]) = (4.0, first);
            }
        }
        Inputs {
            shape,
            scale,
            q,
            k,
            v: seeded.units(len),
            scores,
        }
    }

    fn case(&self, kernel: &'static str, sees: Sees) -> Case {
        let (heads, n, d) = self.shape;
        let results = self.results(|_, query| sees(n, query));
        let case = self.launched(kernel, "").int("N", n).int("D", d);
        let case = case.float("scale", self.scale).size("heads", heads as u64);
        self.expect(case, &results)
    }

    /// Head h sees the first `len[h]` keys, and the rest holds NaN.
    fn ragged(mut self, len: &[usize]) -> Case {
        let (heads, n, d) = self.shape;
        for (head, len) in len.iter().enumerate() {
            let behind = (head * n + len) * d..(head + 1) * n * d;
            self.k[behind.clone()].fill(f32::NAN);
            self.v[behind].fill(f32::NAN);
        }
        let results = self.results(|head, _| len[head]);
        let said: Vec<String> = len.iter().map(usize::to_string).collect();
        let kv_len: Vec<i32> = len.iter().map(|len| *len as i32).collect();
        let case = self
            .launched("flash_lengths", &format!(", keys {}", said.join(", ")))
            .buffer("lse", Data::fresh(Elem::F32, heads * n))
            .buffer("kv_len", Data::i32(&kv_len))
            .int("N", n)
            .int("D", d)
            .float("scale", self.scale)
            .size("heads", heads as u64);
        let lse = results.iter().map(|r| r.m + r.l.ln()).collect();
        let unit = 4.0 * (-24f64).exp2();
        let bounds = results.iter().map(|r| r.off_m + unit * (n + 8) as f64);
        let lse = Expected::bounded(Elem::F32, lse, bounds.collect());
        self.expect(case, &results)
            .expect("lse", lse, &[("head", heads), ("query", n)])
    }

    fn launched(&self, kernel: &'static str, more: &str) -> Case {
        let (heads, n, d) = self.shape;
        let scores = match self.scores {
            Scores::Small => "small",
            Scores::Rising => "rising",
            Scores::Low => "low",
        };
        let name = format!("heads = {heads}, N = {n}, D = {d}, {scores} scores{more}");
        Case::new(name, kernel)
            .launch([cover(n, 16), heads as u32, 1], [128, 1, 1])
            .dynamic_shared(4 * (16 * d + 32 * (d + 1) + 32 * d) as u32)
            .buffer("Q", Data::f32(&self.q))
            .buffer("K", Data::f32(&self.k))
            .buffer("V", Data::f32(&self.v))
            .buffer("O", Data::fresh(Elem::F32, heads * n * d))
    }

    fn expect(&self, case: Case, results: &[Result]) -> Case {
        let (heads, n, d) = self.shape;
        let (values, bounds): (Vec<_>, Vec<_>) = results.iter().map(Result::divided).unzip();
        case.expect(
            "O",
            Expected::bounded(Elem::F32, values.concat(), bounds.concat()),
            &[("head", heads), ("query", n), ("d", d)],
        )
    }

    /// One a query, head by head; `sees` says how many keys a head's query sees.
    fn results(&self, sees: impl Fn(usize, usize) -> usize) -> Vec<Result> {
        let (heads, n, d) = self.shape;
        let rows = |of: &[f32], head: usize| -> Vec<Vec<f64>> {
            let rows = of[head * n * d..(head + 1) * n * d].chunks_exact(d);
            rows.map(|row| row.iter().map(|v| f64::from(*v)).collect())
                .collect()
        };
        let of_head = |head: usize| {
            let (q, k, v) = (
                rows(&self.q, head),
                rows(&self.k, head),
                rows(&self.v, head),
            );
            let of_query = |i: usize| {
                let seen = sees(head, i);
                let looked = Looked {
                    q: &q[i],
                    k: &k[..seen],
                    v: &v[..seen],
                    scale: f64::from(self.scale),
                };
                looked.result()
            };
            (0..n).map(of_query).collect::<Vec<Result>>()
        };
        (0..heads).flat_map(of_head).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_causal_query_sees_itself_and_what_is_before() {
        let inputs = Inputs::new(Seed::default(), (1, 3, 2), Scores::Small);
        let results = inputs.results(|_, query| query + 1);
        // The first query sees one key, so its result is that key's value.
        let first = results[0].divided().0;
        assert!((first[1] - f64::from(inputs.v[1])).abs() < 1e-12);
        assert!((results[0].l - 1.0).abs() < 1e-12 && results[2].l > 1.0);
    }

    #[test]
    fn rising_scores_rise_and_no_keys_give_nothing() {
        let inputs = Inputs::new(Seed::default(), (1, 100, 40), Scores::Rising);
        let all = inputs.results(|_, _| 100);
        let half = inputs.results(|_, _| 50);
        assert!(all.iter().zip(&half).all(|(a, h)| a.m > h.m + 1.0));
        let none = inputs.results(|_, _| 0);
        assert_eq!(
            (none[3].m, none[3].divided().0[1]),
            (f64::NEG_INFINITY, 0.0)
        );
    }
}
