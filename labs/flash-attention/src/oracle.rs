//! The oracle: attention of one query over some keys in double precision, with what it may be off.

/// The keys and values of one head, and the query that looks at them.
pub struct Looked<'a> {
    /// The query's numbers.
    pub q: &'a [f64],
    /// A row a key.
    pub k: &'a [Vec<f64>],
    /// A row a value.
    pub v: &'a [Vec<f64>],
    /// Factor of the scores.
    pub scale: f64,
}

/// What comes out for one query.
pub struct Result {
    /// The largest score; −∞ of no keys.
    pub m: f64,
    /// Σ exp(score − m).
    pub l: f64,
    /// Σ exp(score − m) · v.
    pub o: Vec<f64>,
    /// How far off m may be.
    pub off_m: f64,
    /// How far off each number of o may be.
    pub off_o: Vec<f64>,
}

impl Looked<'_> {
    /// All keys, not divided by the sum of shares.
    pub fn result(&self) -> Result {
        let terms =
            |k: &Vec<f64>| -> Vec<f64> { self.q.iter().zip(k).map(|(q, k)| q * k).collect() };
        let scores: Vec<f64> = self
            .k
            .iter()
            .map(|k| terms(k).iter().sum::<f64>() * self.scale)
            .collect();
        let sizes = self
            .k
            .iter()
            .map(|k| terms(k).iter().map(|t| t.abs()).sum::<f64>());
        let largest_size = sizes.fold(0.0, f64::max) * self.scale;
        let m = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = scores.iter().map(|s| (s - m).exp()).collect();
        let weighed = |e: usize, of: fn(f64) -> f64| -> f64 {
            shares.iter().zip(self.v).map(|(p, v)| p * of(v[e])).sum()
        };
        let unit = (-24f64).exp2();
        let d = self.q.len() as f64;
        let share = 4.0 * unit * (2.0 * d * largest_size + 2.0 * self.k.len() as f64 + 8.0);
        let l: f64 = shares.iter().sum();
        Result {
            m,
            l,
            o: (0..self.q.len()).map(|e| weighed(e, |v| v)).collect(),
            off_m: 4.0 * unit * d * largest_size,
            off_o: (0..self.q.len())
                .map(|e| share * weighed(e, f64::abs))
                .collect(),
        }
    }
}

impl Result {
    /// Divided by the sum of shares: the results and how far off each may be; zeros of no keys.
    pub fn divided(&self) -> (Vec<f64>, Vec<f64>) {
        let over = if self.l > 0.0 { 1.0 / self.l } else { 0.0 };
        let by = |of: &[f64]| of.iter().map(|v| v * over).collect();
        (by(&self.o), by(&self.off_o))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_keys_by_hand() {
        // Scores 0 and ln 3: shares 1/4 and 3/4 of the values 4 and 8, together 7.
        let looked = Looked {
            q: &[1.0],
            k: &[vec![0.0], vec![3f64.ln()]],
            v: &[vec![4.0], vec![8.0]],
            scale: 1.0,
        };
        let result = looked.result();
        assert!((result.l - 4.0 / 3.0).abs() < 1e-12 && (result.m - 3f64.ln()).abs() < 1e-12);
        assert!((result.divided().0[0] - 7.0).abs() < 1e-12);
        let none = Looked {
            k: &[],
            v: &[],
            ..looked
        }
        .result();
        assert_eq!(
            (none.m, none.l, none.divided().0[0]),
            (f64::NEG_INFINITY, 0.0, 0.0)
        );
    }
}
