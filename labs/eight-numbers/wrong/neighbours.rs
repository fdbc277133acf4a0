// must fail: weight/blocks — takes neighbours for the two halves of a byte
use eight_numbers::half;

pub fn weight(block: &[u8; 144], i: usize) -> f64 {
    let fp16 = |at: usize| half(u16::from_le_bytes([block[at], block[at + 1]]));
    let (s, group) = (&block[4..16], i / 32);
    let (scale, minimum) = if group < 4 {
        (s[group] & 63, s[group + 4] & 63)
    } else {
        let low = s[group + 4];
        ((low & 15) | (s[group - 4] >> 6) << 4, (low >> 4) | (s[group] >> 6) << 4)
    };
    let byte = block[16 + i / 2];
    let q = if i % 2 == 0 { byte & 15 } else { byte >> 4 };
    fp16(0) * f64::from(scale) * f64::from(q) - fp16(2) * f64::from(minimum)
}
