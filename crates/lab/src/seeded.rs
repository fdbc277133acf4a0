//! A deterministic source of numbers: a learner's text in, the same numbers on every machine and at every call.
//!
//! The rule: what a case holds follows from the text that is judged, by a hash that nobody can turn round, so that a
//! kernel cannot compute its inputs from their sizes and leave memory alone. Change a blank, and all of them are others.

use crate::sha256::sha256;

/// What the contents of all cases are drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The seed of a text, each byte of which matters. Where no text is judged (pages, lists) the default stands for one.
    pub fn of(text: &str) -> Seed {
        let hash = sha256(text.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        Seed(u64::from_le_bytes(first))
    }

    /// The seed of a text's hidden cases under an instructor's key.
    pub fn hidden(text: &str, key: &str) -> Seed {
        Seed::of(&format!("hidden\0{}\0{key}{text}", key.len()))
    }

    /// The numbers of one case, told from the others of the lab by any number of its own.
    pub fn numbers(self, case: u64) -> Seeded {
        // The case's number goes through the generator first: seeds that lie close together would share numbers.
        Seeded(self.0 ^ Seeded(case).bits())
    }
}

/// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A source that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, each as likely as the others but for 2⁻⁶⁴; 0 for an `end` of 0.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }

    /// A multiple of 2⁻²³ in [−1, 1), never 0, so that a forgotten store cannot look right.
    pub fn unit(&mut self) -> f32 {
        let steps = (self.bits() >> 40) as i32 - (1 << 23);
        (if steps == 0 { 1 } else { steps }) as f32 / (1 << 23) as f32
    }

    /// `len` numbers as [`Seeded::unit`] gives them.
    pub fn units(&mut self, len: usize) -> Vec<f32> {
        (0..len).map(|_| self.unit()).collect()
    }

    /// `len` multiples of 1 / `steps` in [−1, 1], never 0. Sums of up to 2²⁴ / `steps` of them are exact in single precision in
    /// any order, so that a kernel that adds them must give the very bits.
    pub fn exact_units(&mut self, len: usize, steps: u32) -> Vec<f32> {
        let one = |s: &mut Seeded| {
            let k = s.below(2 * u64::from(steps)) as i64 - i64::from(steps);
            (if k >= 0 { k + 1 } else { k }) as f32 / steps as f32
        };
        (0..len).map(|_| one(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_from_the_text_and_the_case() {
        let drawn = |text: &str, case| Seed::of(text).numbers(case).units(100);
        assert_eq!(drawn("int x;", 7), drawn("int x;", 7));
        assert_ne!(drawn("int x;", 7), drawn("int x; ", 7));
        assert_ne!(drawn("int x;", 7), drawn("int x;", 8));
        // On any machine: the first eight bytes of SHA-256 of nothing.
        assert_eq!(
            Seed::of(""),
            Seed(u64::from_le_bytes([
                0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14
            ]))
        );
    }

    #[test]
    fn seeded_numbers_repeat_and_stay_in_range() {
        let numbers = Seeded::new(7).units(1000);
        assert_eq!(numbers, Seeded::new(7).units(1000));
        assert_ne!(numbers, Seeded::new(8).units(1000));
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x) && *x != 0.0));
    }

    #[test]
    fn exact_units_are_multiples_with_exact_sums() {
        let x = Seeded::new(3).exact_units(4095, 4096);
        assert!(
            x.iter()
                .all(|v| v.abs() <= 1.0 && *v != 0.0 && (v * 4096.0).fract() == 0.0)
        );
        let forwards: f32 = x.iter().sum();
        let backwards: f32 = x.iter().rev().sum();
        assert_eq!(forwards.to_bits(), backwards.to_bits());
    }

    #[test]
    fn numbers_below_reach_both_ends() {
        let mut seeded = Seeded::new(1);
        let drawn: Vec<u64> = (0..200).map(|_| seeded.below(7)).collect();
        assert!((0..7).all(|k| drawn.contains(&k)) && drawn.iter().all(|k| *k < 7));
    }
}
