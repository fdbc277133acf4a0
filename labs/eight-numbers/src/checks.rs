//! The calls that each check makes, and the right answers: worked by hand, and for whole blocks by an unpacking that goes
//! group by group, as the format is described, where the learner's goes weight by weight.

use lab::{Asking, ask};

use super::{Exercise, Format, half};

pub(crate) fn codes(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.code(0.423, 1.27, 8)).is(42);
    ask!(ask, e.code(-1.27, 1.27, 8)).is(-127);
    ask!(ask, e.code(0.9, 1.27, 8)).is(90);
    ask!(ask, e.code(-0.3, 0.7, 4)).is(-3);
}

pub(crate) fn ties(e: &Exercise, ask: &mut Asking) {
    // Steps of 1, so that nothing but the tie is rounded.
    ask!(ask, e.code(2.5, 127.0, 8)).is(2);
    ask!(ask, e.code(-5.5, 127.0, 8)).is(-6);
}

pub(crate) fn zeros(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.code(0.0, 0.0, 8)).is(0);
}

pub(crate) fn ranges(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.zero_point(-0.8, 2.4)).is(-64);
    ask!(ask, e.zero_point(-1.0, 1.55)).is(-28);
    ask!(ask, e.zero_point(1.0, 3.0)).is(-128);
    ask!(ask, e.zero_point(-3.0, -1.0)).is(127);
}

pub(crate) fn formats(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.bits_a_weight(4.0, 20.0, 64.0)).near(4.3125);
    ask!(ask, e.bits_a_weight(4.0, 128.0, 256.0)).near(4.5);
    ask!(ask, e.bits_a_weight(8.0, 16.0, 32.0)).near(8.5);
    ask!(ask, e.bits_a_weight(3.0, 20.0, 128.0)).near(3.15625);
}

pub(crate) fn cards(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.method(8.03e9, 13.9e9)).is(Some(Format::Q8_0));
    ask!(ask, e.method(8.03e9, 5.9e9)).is(Some(Format::Q4KM));
    ask!(ask, e.method(8.03e9, 22.0e9)).is(Some(Format::Bf16));
    ask!(ask, e.method(8.03e9, 4.8e9)).is(None);
    ask!(ask, e.method(8.0e9, 16.0e9)).is(Some(Format::Bf16));
}

pub(crate) fn sparse(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.two_of_four(8.0, 16.0)).near(9.0);
    ask!(ask, e.two_of_four(45_088_768.0, 16.0)).near(50_724_864.0);
    ask!(ask, e.two_of_four(1024.0, 8.0)).near(640.0);
    ask!(ask, e.two_of_four(1024.0, 4.0)).near(384.0);
}

pub(crate) fn adapters(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.adapter(2048, 8192, 16)).is(163_840u64);
    ask!(ask, e.adapter(4096, 11_008, 8)).is(120_832u64);
    ask!(ask, e.adapter(3, 5, 1)).is(8u64);
}

pub(crate) fn multiples(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.data_start(4001, 32)).is(Some(4032u64));
    ask!(ask, e.data_start(4032, 32)).is(Some(4032u64));
    ask!(ask, e.data_start(4033, 32)).is(Some(4064u64));
    ask!(ask, e.data_start(7001, 64)).is(Some(7040u64));
    ask!(ask, e.data_start(90, 8)).is(Some(96u64));
}

pub(crate) fn overflow(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.data_start(u64::MAX, 32)).is(None);
    ask!(ask, e.data_start(u64::MAX - 40, 32)).is(Some(u64::MAX - 31));
}

/// The block of the lesson: what its two weights depend on, and zeros.
fn lesson() -> [u8; 144] {
    let mut block = [0; 144];
    for (byte, value) in [
        (1, 0x1c),
        (3, 0x20),
        (4 + 1, 0x87),
        (4 + 5, 0x4a),
        (4 + 9, 0x3d),
        (16 + 71, 0xb6),
        (16 + 8, 0x2f),
    ] {
        block[byte] = value;
    }
    block
}

pub(crate) fn blocks(e: &Exercise, ask: &mut Asking) {
    let block = lesson();
    ask!(ask, e.weight(&block, 167)).near(1.785_156_25);
    ask!(ask, e.weight(&block, 40)).near(-0.023_437_5);
    for seed in 1..=3 {
        let block = any(seed);
        for (i, right) in unpacked(&block).into_iter().enumerate() {
            // Sums of two exact products: only their difference is rounded.
            ask!(ask, e.weight(&block, i)).within(1e-12, right);
        }
    }
}

/// A block of any bits, its two FP16 numbers small and positive.
fn any(seed: u64) -> [u8; 144] {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut block = [0; 144];
    for byte in &mut block {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *byte = (state >> 56) as u8;
    }
    (block[1], block[3]) = (0x1c, 0x20);
    block
}

/// All 256 weights, group by group.
fn unpacked(block: &[u8; 144]) -> Vec<f64> {
    let fp16 = |at: usize| half(u16::from_le_bytes([block[at], block[at + 1]]));
    let (d, dmin) = (fp16(0), fp16(2));
    // The twelve bytes as three words, from which all eight scales, then all eight minimums, come by masks.
    let word =
        |at: usize| u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
    let (a, b, c) = (word(4), word(8), word(12));
    let scales = [a & 0x3f3f_3f3f, (c & 0x0f0f_0f0f) | (a >> 2 & 0x3030_3030)];
    let minimums = [
        b & 0x3f3f_3f3f,
        (c >> 4 & 0x0f0f_0f0f) | (b >> 2 & 0x3030_3030),
    ];
    let of = |words: [u32; 2], group: usize| f64::from(words[group / 4].to_le_bytes()[group % 4]);
    (0..8)
        .flat_map(|group| {
            let chunk = &block[16 + 32 * (group / 2)..][..32];
            let shift = 4 * (group % 2) as u32;
            let (scale, minimum) = (d * of(scales, group), dmin * of(minimums, group));
            chunk
                .iter()
                .map(move |byte| scale * f64::from(byte >> shift & 15) - minimum)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{lesson, unpacked};

    #[test]
    fn the_oracle_agrees_with_the_lesson() {
        let weights = unpacked(&lesson());
        assert_eq!(weights[167], 1.785_156_25);
        assert_eq!(weights[40], -0.023_437_5);
    }
}
