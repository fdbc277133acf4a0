//! The runs: blocks of any bits, and what must come out.

use lab::{Case, Data, Elem, Expected, Record, Seed, cover};

use super::blocks::{Q4_0, Q4_K, weights_q4_0, weights_q4_k};

/// Counts are taken where warps are full, over as many blocks that straddle sectors as not.
pub const ROUND: &str = "round";

/// How many blocks; eight are a block of threads.
const SIZES: [usize; 5] = [3, 1, 2, 7, 9];

/// The runs of part `q4_0`: a thread a weight.
pub fn q4_0(seed: Seed) -> Vec<Case> {
    let format = Format {
        record: &Q4_0,
        halves: &[0],
        weights: weights_q4_0,
    };
    runs(|blocks| format.case(seed, "dequant_q4_0", blocks, cover(32 * blocks, 256)))
}

/// The runs of a part of larger blocks: a warp a block.
pub fn q4_k(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let format = Format {
        record: &Q4_K,
        halves: &[0, 2],
        weights: weights_q4_k,
    };
    runs(|blocks| format.case(seed, kernel, blocks, cover(blocks, 8)))
}

fn runs(case: impl Fn(usize) -> Case) -> Vec<Case> {
    let mut cases: Vec<Case> = SIZES.iter().map(|&blocks| case(blocks)).collect();
    cases.push(case(10).reordered());
    cases.push(case(16).tag(ROUND));
    cases
}

struct Format {
    record: &'static Record,
    /// Where factors of 16 bits lie.
    halves: &'static [usize],
    weights: fn(&[u8]) -> Vec<f64>,
}

impl Format {
    fn case(&self, seed: Seed, kernel: &'static str, blocks: usize, grid: u32) -> Case {
        let bytes = self.bytes(seed, blocks);
        let each = bytes.chunks_exact(self.record.bytes);
        let values: Vec<f64> = each.flat_map(self.weights).collect();
        let right: Vec<f64> = values.iter().map(|w| f64::from(*w as f32)).collect();
        let a_block = right.len() / blocks.max(1);
        Case::new(format!("nblocks = {blocks}"), kernel)
            .launch([grid, 1, 1], [256, 1, 1])
            .buffer("x", Data::records(self.record, bytes))
            .buffer("y", Data::fresh(Elem::F32, right.len()))
            .int("nblocks", blocks)
            .expect(
                "y",
                // A zero may have either sign.
                Expected::absolute(Elem::F32, right, 0.0),
                &[("block", blocks), ("weight", a_block)],
            )
    }

    /// Any bits, but for factors that are no numbers; block 1 has the largest of everything, block 2 a factor below the normal ones.
    fn bytes(&self, seed: Seed, blocks: usize) -> Vec<u8> {
        let mut seeded = seed.numbers((self.record.bytes * 1000 + blocks) as u64);
        let drawn = std::iter::repeat_with(|| seeded.bits() as u8);
        let mut bytes: Vec<u8> = drawn.take(blocks * self.record.bytes).collect();
        for (b, block) in bytes.chunks_exact_mut(self.record.bytes).enumerate() {
            if b == 1 {
                block.fill(255);
            }
            for &at in self.halves {
                // Exponents from 2⁻¹⁵ (below the normal numbers) to 2⁰, or the largest there is, 65,504.
                block[at + 1] = match b {
                    1 => 0x7b,
                    2 => block[at + 1] & 0x83,
                    _ => block[at + 1] & 0xbf,
                };
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_extremes_and_finite_factors() {
        let case = &q4_k(Seed::default(), "dequant_q4_K")[4];
        let bytes = case.data_of("x").and_then(Data::bytes).unwrap_or_default();
        assert_eq!(bytes.len(), 9 * 144);
        let largest = weights_q4_k(&bytes[144..288]);
        assert_eq!(largest[0], 65_504.0 * 63.0 * 15.0 - 65_504.0 * 63.0);
        let smallest = bytes[2 * 144 + 1] & 0x7c;
        assert_eq!(smallest, 0);
        let weights = bytes.chunks_exact(144).flat_map(weights_q4_k);
        assert!(weights.into_iter().all(f64::is_finite));
    }
}
