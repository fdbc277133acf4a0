//! Rows of numbers, sorted at once: what `std::sort` and `thrust::sort` spend their time on where elements are numbers in their own order.
//!
//! Where a row is and what its elements are goes in; it comes out sorted, with the order that it had if that is asked for. The rule: only where the
//! result is one and the same however it is sorted; else nothing is done, and the header sorts as it always did, step for step.

use super::library::Answer;
use super::machine::Machine;
use std::cmp::Ordering;

/// What a kind is made of: the logarithm of the size in two bits, and these.
const SIGNED: i32 = 4;
const FLOAT: i32 = 8;
const DOWN: i32 = 16;
/// Elements that are equal and yet differ (0 and -0) stay in their order.
const STABLE: i32 = 32;

/// How two elements of a kind compare; `None` for a NaN.
type Compare<T> = fn(&T, &T) -> Option<Ordering>;

/// From an element's bytes, and to them.
type Bytes<T, const N: usize> = (fn([u8; N]) -> T, fn(T) -> [u8; N]);

/// How a row is to be sorted.
#[derive(Clone, Copy)]
struct Wanted {
    /// The greatest first.
    down: bool,
    /// The places that the elements had are asked for.
    order: bool,
}

/// Sorts a row in place; the places that its elements had, if they are asked for. `None` if that is not to be done.
fn sorted<T: Copy, const N: usize>(
    row: &mut [u8],
    (of, to): Bytes<T, N>,
    compare: Compare<T>,
    Wanted { down, order }: Wanted,
) -> Option<Vec<u32>> {
    let (words, _) = row.as_chunks_mut::<N>();
    let values: Vec<T> = words.iter().map(|bytes| of(*bytes)).collect();
    if values.iter().any(|x| compare(x, x).is_none()) {
        return None;
    }
    let ordered = |a: &T, b: &T| {
        let up = compare(a, b).unwrap_or(Ordering::Equal);
        if down { up.reverse() } else { up }
    };
    let mut places = Vec::new();
    let values = if order {
        places = (0..u32::try_from(values.len()).ok()?).collect();
        places.sort_by(|a, b| ordered(&values[*a as usize], &values[*b as usize]));
        places.iter().map(|place| values[*place as usize]).collect()
    } else {
        let mut values = values;
        values.sort_by(ordered);
        values
    };
    for (bytes, value) in words.iter_mut().zip(values) {
        *bytes = to(value);
    }
    Some(places)
}

macro_rules! sorted {
    ($ty:ty, $row:expr, $how:expr) => {
        sorted(
            $row,
            (<$ty>::from_le_bytes, <$ty>::to_le_bytes),
            |a: &$ty, b: &$ty| a.partial_cmp(b),
            $how,
        )
    };
}

/// Whether a row of floats has a negative zero.
fn has_negative_zero(row: &[u8], size: usize) -> bool {
    let zero = |bytes: &[u8]| {
        let (last, rest) = bytes.split_last().unwrap_or((&0, &[]));
        *last == 0x80 && rest.iter().all(|byte| *byte == 0)
    };
    row.chunks(size).any(zero)
}

fn sort(row: &mut [u8], kind: i32, order: bool) -> Option<Vec<u32>> {
    let how = Wanted {
        down: kind & DOWN != 0,
        order,
    };
    let size = 1 << (kind & 3);
    if kind & FLOAT != 0 && kind & STABLE == 0 && !order && has_negative_zero(row, size) {
        return None;
    }
    match (kind & FLOAT != 0, kind & SIGNED != 0, size) {
        (true, _, 4) => sorted!(f32, row, how),
        (true, _, 8) => sorted!(f64, row, how),
        (false, false, 1) => sorted!(u8, row, how),
        (false, true, 1) => sorted!(i8, row, how),
        (false, false, 2) => sorted!(u16, row, how),
        (false, true, 2) => sorted!(i16, row, how),
        (false, false, 4) => sorted!(u32, row, how),
        (false, true, 4) => sorted!(i32, row, how),
        (false, false, 8) => sorted!(u64, row, how),
        (false, true, 8) => sorted!(i64, row, how),
        _ => None,
    }
}

impl Machine<'_> {
    /// `__simt_sort`: 1 if the row is sorted now; `order` is null or has room for the place that each element had.
    pub(super) fn sort(&mut self, row: u64, n: u64, (kind, order): (i32, u64)) -> Answer {
        let bytes = n.checked_mul(1 << (kind & 3));
        let room = order == 0 || self.view().range(order, n.saturating_mul(4)).is_some();
        let Some(place) = bytes.filter(|_| room) else {
            return Ok(0);
        };
        let mut view = self.view();
        let places = match view.range_mut(row, place) {
            Some(row) => sort(row, kind, order != 0),
            None => None,
        };
        let Some(places) = places else {
            return Ok(0);
        };
        if let Some(to) = self.view().range_mut(order, 4 * places.len() as u64) {
            for (to, place) in to.as_chunks_mut::<4>().0.iter_mut().zip(&places) {
                *to = place.to_le_bytes();
            }
        }
        self.steps += n.saturating_mul(u64::from(n.checked_ilog2().unwrap_or(0))) / 8;
        Ok(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{DOWN, FLOAT, SIGNED, STABLE, sort};

    fn bytes<const N: usize>(row: &[[u8; N]]) -> Vec<u8> {
        row.concat()
    }

    #[test]
    fn numbers_of_all_kinds() {
        let mut row = bytes(&[3i16, -2, 7, -2].map(i16::to_le_bytes));
        assert_eq!(sort(&mut row, 1 | SIGNED, true), Some(vec![1, 3, 0, 2]));
        assert_eq!(row, bytes(&[-2i16, -2, 3, 7].map(i16::to_le_bytes)));
        assert_eq!(
            sort(&mut row, 1 | SIGNED | DOWN, true),
            Some(vec![3, 2, 0, 1])
        );
        let mut row = bytes(&[1.5f64, -0.0, 0.0, -3.0].map(f64::to_le_bytes));
        assert_eq!(sort(&mut row, 3 | FLOAT, false), None, "zeros that differ");
        assert!(sort(&mut row, 3 | FLOAT | STABLE, false).is_some());
        assert_eq!(row, bytes(&[-3.0f64, -0.0, 0.0, 1.5].map(f64::to_le_bytes)));
        let mut row = bytes(&[1.0f32, f32::NAN].map(f32::to_le_bytes));
        assert_eq!(sort(&mut row, 2 | FLOAT | STABLE, true), None, "NaN");
        assert_eq!(sort(&mut [1], 7, false), Some(Vec::new()), "none whole");
    }
}
