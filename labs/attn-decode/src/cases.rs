//! The runs: caches of ragged sequences, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, f16_from_f32, f16_to_f32};

use super::oracle::{Looked, Result};

/// Counts are taken here.
pub const ROUND: &str = "round";

/// Numbers a head.
const D: usize = 64;
/// Query heads for each key/value head.
const GROUP: usize = 4;
const SCALE: f32 = 0.125;

/// A cache of one layer: `len.len()` sequences with room for `slots` tokens each.
struct Cache {
    len: Vec<usize>,
    slots: usize,
    heads: usize,
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    low: bool,
}

impl Cache {
    fn new(seed: Seed, len: &[usize], slots: usize, heads: usize) -> Cache {
        let tokens: usize = len.iter().sum();
        let mut seeded = seed.numbers((tokens * 1000 + slots * 10 + heads) as u64);
        let mut drawn = |n: usize| -> Vec<f32> {
            let units = seeded.units(n);
            units.iter().map(|v| f16_to_f32(f16_from_f32(*v))).collect()
        };
        let q = drawn(len.len() * heads * GROUP * D);
        let each = len.len() * slots * heads * D;
        let (k, v) = (drawn(each), drawn(each));
        let mut cache = Cache {
            len: len.to_vec(),
            slots,
            heads,
            q: q.iter().map(|v| 2.0 * v).collect(),
            k,
            v,
            low: false,
        };
        cache.spoil_what_is_not_there();
        cache
    }

    /// The same with all scores around -200, where exp(score) is 0: a largest score that starts at 0 leaves nothing. The first
    /// number of each query is 4, that of each key -400, and the scale an eighth.
    fn low(mut self) -> Cache {
        self.low = true;
        self.q.chunks_mut(D).for_each(|query| query[0] = 4.0);
        let keys = self.k.chunks_mut(D).filter(|key| !key[0].is_nan());
        keys.for_each(|key| key[0] = -400.0);
        self
    }

    fn spoil_what_is_not_there(&mut self) {
        for (b, len) in self.len.clone().into_iter().enumerate() {
            let behind = self.row(b, len, 0)..self.row(b, self.slots, 0);
            self.k[behind.clone()].fill(f32::NAN);
            self.v[behind].fill(f32::NAN);
        }
    }

    fn row(&self, b: usize, t: usize, g: usize) -> usize {
        ((b * self.slots + t) * self.heads + g) * D
    }

    /// What query head `h` of sequence `b` sees of the tokens of a piece.
    fn result(&self, (b, h): (usize, usize), tokens: std::ops::Range<usize>) -> Result {
        let doubles = |of: &[f32], at: usize| -> Vec<f64> {
            of[at..at + D].iter().map(|v| f64::from(*v)).collect()
        };
        let rows = |of: &[f32]| -> Vec<Vec<f64>> {
            let at = tokens.clone().map(|t| self.row(b, t, h / GROUP));
            at.map(|at| doubles(of, at)).collect()
        };
        let q = doubles(&self.q, (b * self.heads * GROUP + h) * D);
        Looked {
            q: &q,
            k: &rows(&self.k),
            v: &rows(&self.v),
            scale: f64::from(SCALE),
        }
        .result()
    }

    /// All query heads of all sequences, in the order of memory.
    fn queries(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let heads = self.heads * GROUP;
        (0..self.len.len() * heads).map(move |i| (i / heads, i % heads))
    }

    /// The results of whole sequences, and how far off each number may be.
    fn results(&self) -> (Vec<f64>, Vec<f64>) {
        let of = |(b, h)| self.result((b, h), 0..self.len[b]).divided();
        let (values, bounds): (Vec<_>, Vec<_>) = self.queries().map(of).unzip();
        (values.concat(), bounds.concat())
    }

    fn name(&self) -> String {
        let lengths: Vec<String> = self.len.iter().map(usize::to_string).collect();
        let low = if self.low { ", low scores" } else { "" };
        format!("lengths {}, KH = {}{low}", lengths.join(", "), self.heads)
    }

    fn inputs(&self, case: Case) -> Case {
        case.buffer("q", Data::f16(&self.q))
            .buffer("k", Data::f16(&self.k))
            .buffer("v", Data::f16(&self.v))
    }

    fn sizes(&self, case: Case) -> Case {
        let len: Vec<i32> = self.len.iter().map(|len| *len as i32).collect();
        case.buffer("len", Data::i32(&len))
            .int("QH", self.heads * GROUP)
            .int("KH", self.heads)
            .int("N", self.slots)
            .float("scale", SCALE)
            .size("tokens", self.len.iter().sum::<usize>() as u64)
    }

    fn expect(&self, case: Case) -> Case {
        let (values, bounds) = self.results();
        let axes = [
            ("sequence", self.len.len()),
            ("head", self.heads * GROUP),
            ("d", D),
        ];
        case.expect("o", Expected::bounded(Elem::F32, values, bounds), &axes)
    }
}

/// Sequences with room, full ones, one token, none, and one beside 32.
fn caches(seed: Seed) -> Vec<(Cache, &'static str)> {
    vec![
        (Cache::new(seed, &[3, 65, 64], 70, 2), ""),
        (Cache::new(seed, &[40, 1, 0], 40, 1), ""),
        (Cache::new(seed, &[5, 2], 5, 1).low(), ""),
        (Cache::new(seed, &[33, 33], 33, 2), "reordered"),
        (Cache::new(seed, &[64, 32], 64, 2), ROUND),
    ]
}

fn tagged(case: Case, tag: &'static str) -> Case {
    match tag {
        "" => case,
        "reordered" => case.reordered(),
        tag => case.tag(tag),
    }
}

/// The runs of a part that makes whole results: `warps` a block.
pub fn whole(seed: Seed, kernel: &'static str, warps: usize) -> Vec<Case> {
    let case = |(cache, tag): (Cache, _)| {
        let blocks = cache.heads * GROUP / warps;
        let grid = [blocks as u32, cache.len.len() as u32, 1];
        let case = Case::new(cache.name(), kernel).launch(grid, [32 * warps as u32, 1, 1]);
        let fresh = Data::fresh(Elem::F32, cache.q.len());
        let case = cache.sizes(cache.inputs(case).buffer("o", fresh));
        tagged(cache.expect(case), tag)
    };
    caches(seed).into_iter().map(case).collect()
}

/// Pieces of a sequence: fewer tokens than pieces as well.
const SPLITS: usize = 3;

/// The runs of part `split`.
pub fn split(seed: Seed) -> Vec<Case> {
    let case = |(cache, tag): (Cache, _)| {
        let pieces = Pieces::of(&cache);
        let grid = [cache.heads as u32, cache.len.len() as u32, SPLITS as u32];
        let case = Case::new(cache.name(), "attn_split").launch(grid, [128, 1, 1]);
        let fresh = |len| Data::fresh(Elem::F32, len);
        let case = cache
            .inputs(case)
            .buffer("part", fresh(pieces.part.0.len()))
            .buffer("m", fresh(pieces.m.0.len()))
            .buffer("l", fresh(pieces.l.0.len()));
        let case = cache.sizes(case);
        tagged(pieces.expect(case, &cache), tag)
    };
    caches(seed).into_iter().map(case).collect()
}

/// The runs of part `combine`, which begins with the pieces as the oracle has them.
pub fn combine(seed: Seed) -> Vec<Case> {
    let case = |(cache, tag): (Cache, _)| {
        let pieces = Pieces::of(&cache);
        let floats = |of: &[f64]| -> Data {
            let values: Vec<f32> = of.iter().map(|v| *v as f32).collect();
            Data::f32(&values)
        };
        let grid = [(cache.heads * GROUP) as u32, cache.len.len() as u32, 1];
        let case = Case::new(cache.name(), "attn_combine")
            .launch(grid, [32, 1, 1])
            .buffer("part", floats(&pieces.part.0))
            .buffer("m", floats(&pieces.m.0))
            .buffer("l", floats(&pieces.l.0))
            .buffer("o", Data::fresh(Elem::F32, cache.q.len()))
            .int("QH", cache.heads * GROUP)
            .int("splits", SPLITS);
        tagged(cache.expect(case), tag)
    };
    caches(seed).into_iter().map(case).collect()
}

/// What the pieces of all query heads leave: values, and how far off each may be.
struct Pieces {
    part: (Vec<f64>, Vec<f64>),
    m: (Vec<f64>, Vec<f64>),
    l: (Vec<f64>, Vec<f64>),
}

impl Pieces {
    fn of(cache: &Cache) -> Pieces {
        let pieces = cache
            .queries()
            .flat_map(|q| (0..SPLITS).map(move |s| (q, s)));
        let results: Vec<Result> = pieces
            .map(|((b, h), s)| {
                let len = cache.len[b];
                cache.result((b, h), s * len / SPLITS..(s + 1) * len / SPLITS)
            })
            .collect();
        Pieces {
            part: results
                .iter()
                .flat_map(|r| r.o.iter().copied().zip(r.off_o.iter().copied()))
                .unzip(),
            m: results.iter().map(|r| (r.m, r.off_m)).unzip(),
            l: results.iter().map(|r| (r.l, r.off_l)).unzip(),
        }
    }

    fn expect(self, case: Case, cache: &Cache) -> Case {
        let axes = [
            ("sequence", cache.len.len()),
            ("head", cache.heads * GROUP),
            ("piece", SPLITS),
            ("d", D),
        ];
        let right = |(values, bounds)| Expected::bounded(Elem::F32, values, bounds);
        case.expect("m", right(self.m), &axes[..3])
            .expect("l", right(self.l), &axes[..3])
            .expect("part", right(self.part), &axes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_join_to_the_whole() {
        let cache = Cache::new(Seed::default(), &[7, 2], 9, 1);
        let whole = cache.result((0, 1), 0..7);
        let pieces = [0..2, 2..4, 4..7].map(|piece| cache.result((0, 1), piece));
        let l: f64 = pieces.iter().map(|p| p.l * (p.m - whole.m).exp()).sum();
        let o: f64 = pieces.iter().map(|p| p.o[5] * (p.m - whole.m).exp()).sum();
        assert!((l - whole.l).abs() < 1e-12 && (o - whole.o[5]).abs() < 1e-12);
    }

    #[test]
    fn what_is_behind_the_end_is_no_number() {
        let cache = Cache::new(Seed::default(), &[3, 0], 5, 2);
        assert!(cache.k[cache.row(0, 3, 0)].is_nan() && !cache.k[cache.row(0, 2, 1)].is_nan());
        assert!(cache.v[cache.row(1, 0, 0)].is_nan());
        assert!(cache.results().0.iter().all(|v| v.is_finite()));
    }
}
