//! glibc's `rand`: an additive feedback generator over 31 words, so that programs print the numbers that they print there.
//!
//! A seed goes in, numbers below 2^31 come out. The rule: word `i` is the sum of words `i - 3` and `i - 31`, the state is
//! filled by the minimal standard generator, and the first 310 sums are thrown away.

/// The state.
#[derive(Clone)]
pub(super) struct Rand {
    words: [u32; 31],
    front: usize,
    rear: usize,
}

impl Default for Rand {
    fn default() -> Self {
        Rand::seeded(1)
    }
}

impl Rand {
    /// `srand(seed)`.
    pub fn seeded(seed: u32) -> Self {
        let mut words = [0u32; 31];
        let mut word = if seed == 0 { 1 } else { seed as i32 as i64 };
        for slot in &mut words {
            *slot = word as u32;
            // 16807 * word modulo 2^31 - 1, as Schrage's method gives it, also for negative seeds.
            let (high, low) = (word / 127_773, word % 127_773);
            word = 16_807 * low - 2_836 * high;
            if word < 0 {
                word += 2_147_483_647;
            }
        }
        let mut out = Rand {
            words,
            front: 3,
            rear: 0,
        };
        for _ in 0..310 {
            out.draw();
        }
        out
    }

    /// `rand()`.
    #[inline]
    pub fn draw(&mut self) -> u32 {
        let sum = self.words[self.front].wrapping_add(self.words[self.rear]);
        self.words[self.front] = sum;
        let next = |at: usize| if at < 30 { at + 1 } else { 0 };
        (self.front, self.rear) = (next(self.front), next(self.rear));
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::Rand;

    #[test]
    fn the_series_are_glibcs() {
        let mut one = Rand::default();
        let first: Vec<u32> = (0..5).map(|_| one.draw()).collect();
        assert_eq!(
            first,
            [1804289383, 846930886, 1681692777, 1714636915, 1957747793]
        );
        let mut other = Rand::seeded(42);
        let first: Vec<u32> = (0..3).map(|_| other.draw()).collect();
        assert_eq!(first, [71876166, 708592740, 1483128881]);
    }
}
