//! A tensor against what was expected: two arrays and the tolerances in, how many elements differ and where out.
//!
//! Rule: `|a − b| ≤ atol + rtol · |b|`, where `b` is what was expected; a NaN equals a NaN, an infinity only itself.
//! Integers are compared exactly before they are made real.

use super::dtype::{Dtype, Number};
use super::npy::Array;

/// How far apart two numbers may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The absolute part.
    pub atol: f64,
    /// The part relative to what was expected.
    pub rtol: f64,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance {
            atol: 1e-5,
            rtol: 1e-5,
        }
    }
}

/// One element of both arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its place, one index a dimension.
    pub at: Vec<usize>,
    /// What the program made.
    pub got: Number,
    /// What was expected.
    pub wanted: Number,
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// How many elements there are.
    pub elements: usize,
    /// How many of them are not close.
    pub wrong: usize,
    /// The first that is not close.
    pub first: Option<Pair>,
    /// The largest difference among those that are numbers.
    pub largest: f64,
}

/// Compares a tensor's bytes with what was expected; both have the shape of `wanted`.
pub fn compare(dtype: Dtype, got: &[u8], wanted: &Array, tolerance: Tolerance) -> Compared {
    // What is expected of a bfloat16 tensor travels as uint16: the bits, not a number.
    let carried = dtype == Dtype::Bfloat16 && wanted.dtype == Dtype::Uint16;
    let other = if carried { dtype } else { wanted.dtype };
    let elements = wanted.data.chunks_exact(other.bytes());
    let mut found = Compared {
        elements: elements.len(),
        ..Compared::default()
    };
    for (at, (a, b)) in got.chunks_exact(dtype.bytes()).zip(elements).enumerate() {
        let (a, b) = (dtype.number(a), other.number(b));
        let apart = apart(a, b);
        if apart.is_finite() {
            found.largest = found.largest.max(apart);
        }
        let within = tolerance.atol + tolerance.rtol * b.real().abs();
        if apart == 0.0 || (apart.is_finite() && apart <= within) {
            continue;
        }
        found.wrong += 1;
        found.first.get_or_insert_with(|| Pair {
            at: place(at, &wanted.shape),
            got: a,
            wanted: b,
        });
    }
    found
}

/// The distance of two numbers; infinite where there is none.
fn apart(a: Number, b: Number) -> f64 {
    if let (Number::Whole(a), Number::Whole(b)) = (a, b) {
        return (a - b).unsigned_abs() as f64;
    }
    let (a, b) = (a.real(), b.real());
    match (a.is_nan(), b.is_nan()) {
        _ if a == b => 0.0,
        (true, true) => 0.0,
        (false, false) => (a - b).abs(),
        _ => f64::INFINITY,
    }
}

/// The indices of an element by its number.
fn place(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut indices = vec![0; shape.len()];
    for (index, extent) in indices.iter_mut().zip(shape).rev() {
        *index = at % extent.max(&1);
        at /= extent.max(&1);
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    fn wanted(values: &[f32], shape: &[usize]) -> Array {
        Array {
            dtype: Dtype::Float32,
            shape: shape.to_vec(),
            data: floats(values),
        }
    }

    fn within(got: &[f32], want: &[f32], atol: f64, rtol: f64) -> Compared {
        let shape = [want.len()];
        let tolerance = Tolerance { atol, rtol };
        compare(
            Dtype::Float32,
            &floats(got),
            &wanted(want, &shape),
            tolerance,
        )
    }

    #[test]
    fn the_relative_part_is_of_what_was_expected() {
        assert_eq!(within(&[110.0], &[100.0], 0.0, 0.1).wrong, 0);
        assert_eq!(within(&[100.0], &[110.0], 0.0, 0.09).wrong, 1);
        assert_eq!(within(&[1.5], &[1.0], 0.5, 0.0).wrong, 0);
    }

    #[test]
    fn what_is_no_number_equals_only_its_like() {
        let (nan, inf) = (f32::NAN, f32::INFINITY);
        let same = within(&[nan, inf, -inf], &[nan, inf, -inf], 0.0, 0.0);
        assert_eq!((same.wrong, same.largest), (0, 0.0));
        let other = within(&[0.0, inf, nan, 1.0], &[nan, -inf, 0.0, inf], 1e9, 1e9);
        assert_eq!(other.wrong, 4);
    }

    #[test]
    fn the_first_wrong_element_has_its_place() {
        let want = wanted(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
        let got = floats(&[1.0, 2.0, 3.0, 4.0, 0.0, 0.0]);
        let found = compare(Dtype::Float32, &got, &want, Tolerance::default());
        assert_eq!((found.elements, found.wrong, found.largest), (6, 2, 6.0));
        assert_eq!(found.first.map(|pair| pair.at), Some(vec![1, 1]));
    }

    #[test]
    fn large_integers_are_compared_exactly() {
        let array = |value: u64| Array {
            dtype: Dtype::Uint64,
            shape: vec![1],
            data: value.to_le_bytes().to_vec(),
        };
        let exact = Tolerance {
            atol: 0.0,
            rtol: 0.0,
        };
        let one_off = compare(
            Dtype::Uint64,
            &u64::MAX.to_le_bytes(),
            &array(u64::MAX - 1),
            exact,
        );
        assert_eq!(one_off.wrong, 1);
    }

    #[test]
    fn bfloat16_travels_as_uint16() {
        let want = Array {
            dtype: Dtype::Uint16,
            shape: vec![1],
            data: vec![0x80, 0x3f],
        };
        let close = Tolerance {
            atol: 0.01,
            rtol: 0.0,
        };
        let found = compare(Dtype::Bfloat16, &[0x81, 0x3f], &want, close);
        assert_eq!((found.wrong, found.largest), (0, 0.0078125));
    }
}
