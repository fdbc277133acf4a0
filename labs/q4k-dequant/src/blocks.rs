//! The block formats and their oracle: a block's bytes in, its weights in double precision out.

use lab::{Elem, Field, Record, f16_to_f32};

/// 32 weights in 18 bytes.
pub const Q4_0: Record = Record {
    name: "block_q4_0",
    bytes: 18,
    fields: &[field("d", 0, Elem::F16, 1), field("qs", 2, Elem::U8, 16)],
};

/// 256 weights in 144 bytes.
pub const Q4_K: Record = Record {
    name: "block_q4_K",
    bytes: 144,
    fields: &[
        field("d", 0, Elem::F16, 1),
        field("dmin", 2, Elem::F16, 1),
        field("scales", 4, Elem::U8, 12),
        field("qs", 16, Elem::U8, 128),
    ],
};

const fn field(name: &'static str, at: usize, elem: Elem, len: usize) -> Field {
    Field {
        name,
        at,
        elem,
        len,
    }
}

fn half_at(block: &[u8], at: usize) -> f64 {
    f64::from(f16_to_f32(u16::from_le_bytes([block[at], block[at + 1]])))
}

/// The 32 weights of a `block_q4_0`.
pub fn weights_q4_0(block: &[u8]) -> Vec<f64> {
    let d = half_at(block, 0);
    let low = block[2..18].iter().map(|byte| byte & 15);
    let high = block[2..18].iter().map(|byte| byte >> 4);
    low.chain(high).map(|q| d * (f64::from(q) - 8.0)).collect()
}

/// Scale and minimum of a group, 6 bits each.
pub fn scale_and_minimum(scales: &[u8], group: usize) -> (u8, u8) {
    match group {
        0..=3 => (scales[group] & 63, scales[group + 4] & 63),
        _ => (
            scales[group + 4] & 15 | (scales[group - 4] >> 6) << 4,
            scales[group + 4] >> 4 | (scales[group] >> 6) << 4,
        ),
    }
}

/// The 256 weights of a `block_q4_K`.
pub fn weights_q4_k(block: &[u8]) -> Vec<f64> {
    let (d, dmin) = (half_at(block, 0), half_at(block, 2));
    let of_group = |group: usize| {
        let (scale, minimum) = scale_and_minimum(&block[4..16], group);
        let bytes = &block[16 + group / 2 * 32..][..32];
        let q = move |byte: &u8| byte >> (group % 2 * 4) & 15;
        bytes
            .iter()
            .map(move |byte| d * f64::from(scale) * f64::from(q(byte)) - dmin * f64::from(minimum))
    };
    (0..8).flat_map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_32_by_hand() {
        // d = 0.5 (0x3800). Byte 0 is 0xf0: weight 0 is (0 - 8) / 2 = -4, weight 16 is (15 - 8) / 2 = 3.5.
        let mut block = vec![0u8; 18];
        (block[1], block[2]) = (0x38, 0xf0);
        let w = weights_q4_0(&block);
        assert_eq!((w.len(), w[0], w[16], w[1]), (32, -4.0, 3.5, -4.0));
    }

    #[test]
    fn six_bits_from_two_bytes() {
        // Group 5: scale = low half of byte 9, and the top two bits of byte 1; minimum = high half of byte 9, top of byte 5.
        let mut scales = [0u8; 12];
        (scales[1], scales[5], scales[9]) = (0b1000_0000, 0b0100_0000, 0b1010_0011);
        assert_eq!(scale_and_minimum(&scales, 5), (0b10_0011, 0b01_1010));
        assert_eq!(scale_and_minimum(&scales, 1), (0, 0));
        assert_eq!(scale_and_minimum(&[255; 12], 7), (63, 63));
    }

    #[test]
    fn a_block_of_256_by_hand() {
        // d = 1, dmin = 0.5; group 0: scale 2, minimum 3; its first weight, the low half of 0x5a, is 2 · 10 - 0.5 · 3 = 18.5.
        // Group 1: scale 1, minimum 0; its first weight is the high half, 5.
        let mut block = vec![0u8; 144];
        (block[1], block[3]) = (0x3c, 0x38);
        (block[4], block[8], block[5]) = (2, 3, 1);
        block[16] = 0x5a;
        let w = weights_q4_k(&block);
        assert_eq!((w.len(), w[0], w[1], w[32]), (256, 18.5, -1.5, 5.0));
    }

    #[test]
    fn every_pair_of_scale_and_minimum_can_be_packed() {
        for group in 0..8 {
            for (scale, minimum) in (0..64).flat_map(|s| (0..64).map(move |m| (s, m))) {
                let mut scales = [0u8; 12];
                if group < 4 {
                    (scales[group], scales[group + 4]) = (scale, minimum);
                } else {
                    scales[group + 4] = scale & 15 | minimum << 4;
                    (scales[group - 4], scales[group]) = (scale >> 4 << 6, minimum >> 4 << 6);
                }
                assert_eq!(scale_and_minimum(&scales, group), (scale, minimum));
            }
        }
    }
}
