//! What came out against what is right: exact for integers and copies, within a derived tolerance for sums.
//!
//! The tolerance of a sum of K products in single precision, each rounded: `4 · K · 2⁻²⁴ · Σ|aᵢ·bᵢ| + 1e-30`, the
//! worst case of the rounding analysis (unit roundoff 2⁻²⁴, K the longest chain of additions) with c = 4 for a
//! product's own rounding and for other orders of summing. A bare `1e-5` is never used: it is too much for small
//! sums and too little for large ones.

/// The right contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Exactly these integers.
    I32(Vec<i32>),
    /// Exactly these floats, bit for bit (any NaN equals any NaN).
    Exact(Vec<f32>),
    /// Floats within an absolute distance each.
    Near {
        /// The oracle's values, in double precision.
        values: Vec<f64>,
        /// How far off each may be.
        tolerances: Vec<f64>,
    },
}

impl Expected {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Expected::I32(v) => v.len(),
            Expected::Exact(v) => v.len(),
            Expected::Near { values, .. } => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Its index.
    pub index: usize,
    /// The right value, as text.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// How far off it is and may be, where that means something.
    pub off: Option<(f64, f64)>,
}

/// The comparison of one buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Elements compared.
    pub of: usize,
    /// How many differ.
    pub wrong: usize,
    /// The first few that differ, in order.
    pub first: Vec<Wrong>,
    /// The largest error as a share of what is allowed; 0 for exact comparisons that hold.
    pub worst_share: f64,
}

/// How many wrong elements are kept in full.
const KEPT: usize = 5;

/// Compares little-endian contents with the expectation.
pub fn compare(expected: &Expected, bytes: &[u8]) -> Compared {
    let mut out = Compared {
        of: expected.len(),
        wrong: 0,
        first: Vec::new(),
        worst_share: 0.0,
    };
    for index in 0..expected.len() {
        let Some(word) = word(bytes, index) else {
            note(
                &mut out,
                Wrong {
                    index,
                    expected: "an element".into(),
                    found: "nothing".into(),
                    off: None,
                },
            );
            continue;
        };
        match expected {
            Expected::I32(values) => {
                let found = i32::from_le_bytes(word);
                if found != values[index] {
                    let text = (values[index].to_string(), found.to_string());
                    note(
                        &mut out,
                        Wrong {
                            index,
                            expected: text.0,
                            found: text.1,
                            off: None,
                        },
                    );
                }
            }
            Expected::Exact(values) => {
                let found = f32::from_le_bytes(word);
                let same = found.to_bits() == values[index].to_bits()
                    || (found.is_nan() && values[index].is_nan());
                if !same {
                    let off = f64::from(found) - f64::from(values[index]);
                    let text = (format!("{:?}", values[index]), format!("{found:?}"));
                    note(
                        &mut out,
                        Wrong {
                            index,
                            expected: text.0,
                            found: text.1,
                            off: Some((off.abs(), 0.0)),
                        },
                    );
                }
            }
            Expected::Near { values, tolerances } => {
                let found = f32::from_le_bytes(word);
                let allowed = tolerances.get(index).copied().unwrap_or(0.0);
                let off = (f64::from(found) - values[index]).abs();
                // Written so that a NaN is wrong.
                let close = off <= allowed;
                if close {
                    out.worst_share =
                        out.worst_share
                            .max(if allowed > 0.0 { off / allowed } else { 0.0 });
                } else {
                    let text = (format!("{:?}", values[index] as f32), format!("{found:?}"));
                    note(
                        &mut out,
                        Wrong {
                            index,
                            expected: text.0,
                            found: text.1,
                            off: Some((off, allowed)),
                        },
                    );
                }
            }
        }
    }
    out
}

fn note(out: &mut Compared, wrong: Wrong) {
    out.wrong += 1;
    if let Some((off, allowed)) = wrong.off {
        let share = if allowed > 0.0 {
            off / allowed
        } else {
            f64::INFINITY
        };
        out.worst_share = out.worst_share.max(share);
    }
    if out.first.len() < KEPT {
        out.first.push(wrong);
    }
}

fn word(bytes: &[u8], index: usize) -> Option<[u8; 4]> {
    bytes
        .get(index * 4..index * 4 + 4)
        .and_then(|b| b.try_into().ok())
}

/// Contents as floats.
pub fn f32s(bytes: &[u8]) -> Vec<f32> {
    bytes
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// The tolerance of a sum of `terms` rounded products whose magnitudes add up to `sum_abs`; see the module's head.
pub fn sum_tolerance(terms: usize, sum_abs: f64) -> f64 {
    4.0 * terms as f64 * (-24f64).exp2() * sum_abs + 1e-30
}

#[cfg(test)]
mod tests {
    use super::*;

    fn le(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn exact_means_bit_for_bit() {
        let expected = Expected::Exact(vec![0.0, 1.0, f32::NAN]);
        assert_eq!(compare(&expected, &le(&[0.0, 1.0, f32::NAN])).wrong, 0);
        let compared = compare(&expected, &le(&[-0.0, 1.0, 2.0]));
        assert_eq!(
            (
                compared.wrong,
                compared.first[0].index,
                compared.first[1].index
            ),
            (2, 0, 2)
        );
    }

    #[test]
    fn near_takes_the_tolerance_of_each_and_never_a_nan() {
        let expected = Expected::Near {
            values: vec![1.0, 1.0, 1.0],
            tolerances: vec![0.1, 0.1, 0.1],
        };
        let compared = compare(&expected, &le(&[1.05, 1.2, f32::NAN]));
        assert_eq!((compared.wrong, compared.first[0].index), (2, 1));
    }

    #[test]
    fn a_short_buffer_is_wrong_where_it_ends() {
        assert_eq!(
            compare(&Expected::I32(vec![1, 2]), &1i32.to_le_bytes()).first[0].index,
            1
        );
    }

    #[test]
    fn the_tolerance_grows_with_the_chain() {
        assert_eq!(
            sum_tolerance(16, 2.0),
            4.0 * 16.0 * 2.0 / 16_777_216.0 + 1e-30
        );
    }
}
