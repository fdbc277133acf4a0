//! What came out against what is right: exact for integers and copies, within a derived bound for sums.
//!
//! In: the right contents of a buffer, typed, and its little-endian bytes. Out: how many elements differ, the first few
//! of them, and the largest error as a share of what is allowed. The rule: a bare `1e-5` is never used, for it is too
//! much for small sums and too little for large ones; [`sum_tolerance`] derives one. A NaN is wrong unless the lab says
//! that NaN stands where NaN is expected; infinities must be the same.

use crate::data::{Data, Elem, Layout, Record};

/// The right contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    right: Right,
    layout: Layout,
    nan: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Right {
    /// These bytes.
    Exact(Vec<u8>),
    /// Each within a distance of its own.
    Within { values: Vec<f64>, bounds: Vec<f64> },
}

impl Expected {
    /// Exactly these elements, bit for bit. Data that nobody wrote expects nothing.
    pub fn exact(data: Data) -> Expected {
        let bytes = data.bytes().map(<[u8]>::to_vec).unwrap_or_default();
        Expected {
            right: Right::Exact(bytes),
            layout: data.layout(),
            nan: false,
        }
    }

    /// Numbers, each within a bound of its own; both lists are equally long.
    pub fn bounded(elem: Elem, values: Vec<f64>, bounds: Vec<f64>) -> Expected {
        debug_assert_eq!(values.len(), bounds.len(), "a bound for each value");
        Expected {
            right: Right::Within { values, bounds },
            layout: Layout::Number(elem),
            nan: false,
        }
    }

    /// Numbers, each within one distance.
    pub fn absolute(elem: Elem, values: Vec<f64>, distance: f64) -> Expected {
        let bounds = vec![distance; values.len()];
        Expected::bounded(elem, values, bounds)
    }

    /// Numbers, each within a share of its size.
    pub fn relative(elem: Elem, values: Vec<f64>, share: f64) -> Expected {
        let bounds = values.iter().map(|v| v.abs() * share).collect();
        Expected::bounded(elem, values, bounds)
    }

    /// Numbers, each within so many units in its last place, of the element's type.
    pub fn ulps(elem: Elem, values: Vec<f64>, ulps: f64) -> Expected {
        let bounds = values.iter().map(|v| ulps * ulp(elem, *v)).collect();
        Expected::bounded(elem, values, bounds)
    }

    /// The same, and where a NaN is expected any NaN is right.
    pub fn nan_is_nan(self) -> Expected {
        Expected { nan: true, ..self }
    }

    /// Drops the right contents, once something was compared with them.
    pub(crate) fn forget(&mut self) {
        self.right = Right::Exact(Vec::new());
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        match &self.right {
            Right::Exact(bytes) => bytes.len() / self.layout.bytes().max(1),
            Right::Within { values, .. } => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> usize {
        self.layout.bytes()
    }

    /// How an element looks that nobody wrote: memory begins as bytes `0xcd`, so that nothing is right by luck. Nothing of a record.
    pub(crate) fn unwritten(&self) -> Option<String> {
        match self.layout {
            Layout::Number(elem) => Some(elem.text(&[0xcd; 8][..elem.bytes().min(8)])),
            Layout::Record(_) => None,
        }
    }
}

/// The distance from a number to the next larger one of its type, in size; 1 for integers.
fn ulp(elem: Elem, value: f64) -> f64 {
    if !elem.is_float() {
        return 1.0;
    }
    let exponent = if value == 0.0 || !value.is_finite() {
        elem.least_exponent()
    } else {
        (value.abs().log2().floor() as i32).max(elem.least_exponent())
    };
    f64::from(exponent - (elem.significand_bits() as i32 - 1)).exp2()
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Its index.
    pub index: usize,
    /// The place in the element, where it is a record: `.scales[3]`.
    pub field: String,
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
    match (&expected.right, expected.layout) {
        (Right::Exact(right), Layout::Number(elem)) => {
            exact_numbers(&mut out, (elem, expected.nan), right, bytes);
        }
        (Right::Exact(right), Layout::Record(record)) => {
            exact_records(&mut out, record, right, bytes);
        }
        (Right::Within { values, bounds }, layout) => {
            let elem = match layout {
                Layout::Number(elem) => elem,
                Layout::Record(_) => Elem::U8,
            };
            let pairs = values.iter().copied().zip(bounds.iter().copied());
            within(&mut out, (elem, expected.nan), pairs, bytes);
        }
    }
    out
}

fn exact_numbers(out: &mut Compared, (elem, nan): (Elem, bool), right: &[u8], bytes: &[u8]) {
    let size = elem.bytes();
    for (index, wanted) in right.chunks_exact(size).enumerate() {
        let found = piece(bytes, index, size);
        if found == wanted {
            continue;
        }
        let (want, have) = (elem.number(wanted), elem.number(found));
        let is_nan = |v: Option<f64>| v.is_some_and(f64::is_nan);
        if nan && is_nan(want) && is_nan(have) {
            continue;
        }
        let off = want.zip(have).filter(|_| elem.is_float());
        note(
            out,
            Wrong {
                index,
                field: String::new(),
                expected: elem.text(wanted),
                found: elem.text(found),
                off: off.map(|(want, have)| ((have - want).abs(), 0.0)),
            },
        );
    }
}

fn exact_records(out: &mut Compared, record: &Record, right: &[u8], bytes: &[u8]) {
    for (index, wanted) in right.chunks_exact(record.bytes).enumerate() {
        let found = piece(bytes, index, record.bytes);
        let differing = wanted.iter().zip(found).position(|(w, f)| w != f);
        let short = (found.len() < wanted.len()).then_some(found.len());
        let Some(byte) = differing.or(short) else {
            continue;
        };
        let (elem, at) = record.element(byte);
        let text = |of: &[u8]| elem.text(of.get(at..).unwrap_or_default());
        note(
            out,
            Wrong {
                index,
                field: format!(".{}", record.place(byte)),
                expected: text(wanted),
                found: text(found),
                off: None,
            },
        );
    }
}

fn within(
    out: &mut Compared,
    (elem, nan): (Elem, bool),
    right: impl Iterator<Item = (f64, f64)>,
    bytes: &[u8],
) {
    let size = elem.bytes();
    for (index, (want, allowed)) in right.enumerate() {
        let found = piece(bytes, index, size);
        let have = elem.number(found);
        let off = have.map_or(f64::INFINITY, |have| (have - want).abs());
        let same = have == Some(want) || nan && want.is_nan() && have.is_some_and(f64::is_nan);
        // Written so that a NaN is wrong.
        if same || want.is_finite() && off <= allowed {
            let share = if same || allowed == 0.0 {
                0.0
            } else {
                off / allowed
            };
            out.worst_share = out.worst_share.max(share);
            continue;
        }
        note(
            out,
            Wrong {
                index,
                field: String::new(),
                expected: nearest_text(elem, want),
                found: elem.text(found),
                off: have.map(|_| (off, allowed)),
            },
        );
    }
}

/// A right value in the digits that the type has; of what an integer may be off from, three decimals. Neither zero nor its
/// rounding has a sign here: where a distance is allowed, either is right.
fn nearest_text(elem: Elem, value: f64) -> String {
    match elem {
        Elem::F64 => format!("{:?}", value + 0.0),
        float if float.is_float() => format!("{:?}", value as f32 + 0.0),
        _ => format!("{}", (value * 1000.0).round() / 1000.0 + 0.0),
    }
}

fn piece(bytes: &[u8], index: usize, size: usize) -> &[u8] {
    let start = (index * size).min(bytes.len());
    &bytes[start..(start + size).min(bytes.len())]
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

/// The tolerance of a sum of `terms` rounded products whose magnitudes add up to `sum_abs`: `4 · terms · 2⁻²⁴ · sum_abs + 1e-30`.
///
/// That is the worst case of the rounding analysis (unit roundoff 2⁻²⁴, `terms` the longest chain of additions) with a
/// factor of 4 for a product's own rounding and for other orders of summing; see Higham, "Accuracy and Stability of
/// Numerical Algorithms", chapter 4. For long sums prefer [`chain_tolerance`], which still catches a dropped term.
pub fn sum_tolerance(terms: usize, sum_abs: f64) -> f64 {
    4.0 * terms as f64 * (-24f64).exp2() * sum_abs + 1e-30
}

/// The tolerance of a sum of `terms` that 32 lanes share: chains of ⌈terms / 32⌉ additions and five more to join them.
///
/// On seeded data it holds for sequential sums too (they use at most 4 % of it), and a sum that drops one of 4,097 terms or
/// is kept in 16 bits is outside.
pub fn chain_tolerance(terms: usize, sum_abs: f64) -> f64 {
    sum_tolerance(terms.div_ceil(32) + 5, sum_abs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Field;

    fn le(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn exact_means_bit_for_bit() {
        let expected = Expected::exact(Data::f32(&[0.0, 1.0, f32::NAN]));
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
    fn any_nan_is_right_only_where_the_lab_says_so() {
        let other_nan = f32::from_bits(f32::NAN.to_bits() | 5);
        let exact = Expected::exact(Data::f32(&[f32::NAN]));
        assert_eq!(compare(&exact, &le(&[other_nan])).wrong, 1);
        assert_eq!(compare(&exact.nan_is_nan(), &le(&[other_nan])).wrong, 0);
        let near = Expected::absolute(Elem::F32, vec![f64::NAN, 1.0], 1.0);
        assert_eq!(compare(&near, &le(&[f32::NAN, f32::NAN])).wrong, 2);
        assert_eq!(
            compare(&near.nan_is_nan(), &le(&[f32::NAN, f32::NAN])).wrong,
            1
        );
    }

    #[test]
    fn infinities_are_the_same_or_wrong() {
        let inf = f64::INFINITY;
        let near = Expected::relative(Elem::F32, vec![inf, inf, -inf], 1e-6);
        let found = le(&[f32::INFINITY, 1e30, f32::INFINITY]);
        assert_eq!(compare(&near, &found).wrong, 2);
    }

    #[test]
    fn near_takes_the_bound_of_each_and_never_a_nan() {
        let expected = Expected::bounded(Elem::F32, vec![1.0; 3], vec![0.1; 3]);
        let compared = compare(&expected, &le(&[1.05, 1.2, f32::NAN]));
        assert_eq!((compared.wrong, compared.first[0].index), (2, 1));
    }

    #[test]
    fn a_unit_in_the_last_place_has_the_size_of_the_type() {
        assert_eq!(ulp(Elem::F32, 1.0), (-23f64).exp2());
        assert_eq!(ulp(Elem::F16, -3.0), (-9f64).exp2());
        assert_eq!(ulp(Elem::Bf16, 0.0), (-133f64).exp2());
        let expected = Expected::ulps(Elem::F16, vec![1.0, 1.0], 1.0);
        let bytes = [0x3c01u16, 0x3c02].map(u16::to_le_bytes).concat();
        assert_eq!(compare(&expected, &bytes).wrong, 1);
    }

    #[test]
    fn a_right_value_within_a_distance_is_told_without_noise() {
        let told = |elem, value: f64, bytes: &[u8]| {
            let compared = compare(&Expected::absolute(elem, vec![value], 0.5), bytes);
            compared.first[0].expected.clone()
        };
        assert_eq!(told(Elem::I8, -100.574_266_511, &[0]), "-100.574");
        assert_eq!(told(Elem::I8, 7.0, &[0]), "7");
        assert_eq!(told(Elem::F32, -0.0, &le(&[2.0])), "0.0");
    }

    #[test]
    fn integers_of_every_width_are_compared_and_told() {
        let expected = Expected::exact(Data::i8(&[-128, 127]));
        let compared = compare(&expected, &[0x80, 0x80]);
        assert_eq!((compared.wrong, compared.first[0].index), (1, 1));
        assert_eq!(compared.first[0].found, "-128");
        let long = Expected::exact(Data::i64(&[i64::MAX]));
        assert_eq!(compare(&long, &i64::MAX.to_le_bytes()).wrong, 0);
    }

    #[test]
    fn a_record_is_told_by_its_field() {
        static BLOCK: Record = Record {
            name: "block",
            bytes: 6,
            fields: &[
                Field {
                    name: "d",
                    at: 0,
                    elem: Elem::F16,
                    len: 1,
                },
                Field {
                    name: "qs",
                    at: 2,
                    elem: Elem::U8,
                    len: 4,
                },
            ],
        };
        let right = Data::records(&BLOCK, vec![0, 60, 1, 2, 3, 4, 0, 60, 5, 6, 7, 8]);
        let found = [0, 60, 1, 2, 3, 4, 0, 60, 5, 6, 9, 8];
        let compared = compare(&Expected::exact(right), &found);
        let first = &compared.first[0];
        assert_eq!((compared.of, compared.wrong, first.index), (2, 1, 1));
        assert_eq!(
            (
                first.field.as_str(),
                first.expected.as_str(),
                first.found.as_str()
            ),
            (".qs[2]", "7", "9")
        );
    }

    #[test]
    fn a_short_buffer_is_wrong_where_it_ends() {
        let expected = Expected::exact(Data::i32(&[1, 2]));
        let compared = compare(&expected, &1i32.to_le_bytes());
        assert_eq!(
            (compared.first[0].index, compared.first[0].found.as_str()),
            (1, "nothing")
        );
    }

    #[test]
    fn the_tolerance_grows_with_the_chain() {
        assert_eq!(
            sum_tolerance(16, 2.0),
            4.0 * 16.0 * 2.0 / 16_777_216.0 + 1e-30
        );
        assert_eq!(chain_tolerance(4097, 1.0), sum_tolerance(134, 1.0));
    }
}
