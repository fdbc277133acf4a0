//! 32 values in as few words as tell them.
//!
//! Values and the lanes that count go in; a [`TracedRow`] comes out, and words in the list where one number or two do not tell it.

use crate::report::trace::TracedRow;

/// Values of 32 bits.
pub fn words(row: &[u32; 32], lanes: u32, list: &mut Vec<u32>) -> TracedRow {
    let counts = |lane: &usize| lanes >> lane & 1 == 1;
    let mut some = (0..32).filter(counts);
    let Some(first) = some.next() else {
        return TracedRow::Same(0);
    };
    let Some(second) = some.next() else {
        return TracedRow::Same(u64::from(row[first]));
    };
    let between = row[second].wrapping_sub(row[first]);
    let apart = (second - first) as u32;
    let step = ((between as i32) / apart as i32) as u32;
    let start = row[first].wrapping_sub(step.wrapping_mul(first as u32));
    let holds = |lane: usize| row[lane] == start.wrapping_add(step.wrapping_mul(lane as u32));
    if (0..32).filter(counts).all(holds) {
        return match step {
            0 => TracedRow::Same(u64::from(start)),
            _ => TracedRow::Run(start, step),
        };
    }
    let at = list.len() as u32;
    list.extend_from_slice(row);
    TracedRow::Words(at)
}

/// Values of 64 bits.
pub fn doubles(row: &[u64; 32], lanes: u32, list: &mut Vec<u32>) -> TracedRow {
    let mut some = (0..32).filter(|lane| lanes >> lane & 1 == 1);
    let first = some.next().map_or(0, |lane| row[lane]);
    if some.all(|lane| row[lane] == first) {
        return TracedRow::Same(first);
    }
    let at = list.len() as u32;
    list.extend(
        row.iter()
            .flat_map(|bits| [*bits as u32, (bits >> 32) as u32]),
    );
    TracedRow::Doubles(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_take_words_only_where_two_numbers_do_not_tell_them() {
        let mut list = Vec::new();
        let run: [u32; 32] = std::array::from_fn(|lane| 100 - 4 * (lane as u32 % 16));
        let straight: [u32; 32] = std::array::from_fn(|lane| (7 - 3 * lane as i32) as u32);
        assert_eq!(words(&[5; 32], !0, &mut list), TracedRow::Same(5));
        let told = words(&straight, 0xf0, &mut list);
        assert_eq!(told, TracedRow::Run(7, -3i32 as u32));
        assert_eq!(words(&run, 0x10, &mut list), TracedRow::Same(84));
        assert!(list.is_empty());
        let mut bent = straight;
        bent[9] = 0;
        assert_eq!(words(&bent, !0, &mut list), TracedRow::Words(0));
        assert_eq!(list, bent);
        // The odd lane does not count.
        let told = words(&bent, !(1 << 9), &mut list);
        assert_eq!(told, TracedRow::Run(7, -3i32 as u32));
        let wide: [u64; 32] = std::array::from_fn(|lane| lane as u64 + (1 << 40));
        assert_eq!(doubles(&wide, 1, &mut list), TracedRow::Same(1 << 40));
        assert_eq!(doubles(&wide, !0, &mut list), TracedRow::Doubles(32));
        assert_eq!(list[34..36], [1, 1 << 8]);
    }
}
