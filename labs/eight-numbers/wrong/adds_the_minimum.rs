// must fail: weight/blocks — the report that this course takes apart: 8 off, and the minimum added
use eight_numbers::half;

pub fn weight(block: &[u8; 144], i: usize) -> f64 {
    let fp16 = |at: usize| half(u16::from_le_bytes([block[at], block[at + 1]]));
    let (s, group) = (&block[4..16], i / 32);
    let scale = if group < 4 { s[group] & 63 } else { (s[group + 4] & 15) | (s[group - 4] >> 6) << 4 };
    let byte = block[16 + 32 * (group / 2) + i % 32];
    let q = if group % 2 == 0 { byte & 15 } else { byte >> 4 };
    fp16(0) * f64::from(scale) * (f64::from(q) - 8.0) + fp16(2) * f64::from(scale)
}
