//! The words of the Mersenne Twister, which `<random>` keeps: all 624 at once, for a program that fills an array draws them by the million.
//!
//! Where an engine's state is and where its next numbers go comes in; both are written. The rule: Matsumoto and Nishimura, "Mersenne Twister:
//! a 623-dimensionally equidistributed uniform pseudo-random number generator" (1998), MT19937 with its tempering.

use super::library::Answer;
use super::machine::Machine;

/// Words of a state, and how far apart those are that are mixed.
const WORDS: usize = 624;
const APART: usize = 397;

/// The next state.
fn twist(state: &mut [u32; WORDS]) {
    for i in 0..WORDS {
        let y = state[i] & 0x8000_0000 | state[(i + 1) % WORDS] & 0x7fff_ffff;
        let matrix = if y & 1 != 0 { 0x9908_b0df } else { 0 };
        state[i] = state[(i + APART) % WORDS] ^ y >> 1 ^ matrix;
    }
}

fn tempered(word: u32) -> u32 {
    let mut y = word;
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c_5680;
    y ^= y << 15 & 0xefc6_0000;
    y ^ y >> 18
}

impl Machine<'_> {
    /// `__simt_twist`: the state at `state` goes on, and its numbers go to `drawn`.
    pub(super) fn twist(&mut self, state: u64, drawn: u64) -> Answer {
        let bytes = 4 * WORDS as u64;
        let mut words = [0; WORDS];
        if let Some(from) = self.view().range(state, bytes) {
            for (word, from) in words.iter_mut().zip(from.as_chunks::<4>().0) {
                *word = u32::from_le_bytes(*from);
            }
        }
        twist(&mut words);
        for (at, temper) in [(state, false), (drawn, true)] {
            if let Some(to) = self.view().range_mut(at, bytes) {
                for (to, word) in to.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                    *to = if temper { tempered(word) } else { word }.to_le_bytes();
                }
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::{tempered, twist};

    /// The standard's own check (C++ [rand.predef]): the 10,000th number of an engine with the usual seed.
    #[test]
    fn the_ten_thousandth_number_is_the_standards() {
        let mut words = [5489u32; 624];
        for i in 1..624 {
            let before = words[i - 1];
            words[i] = 1_812_433_253u32
                .wrapping_mul(before ^ before >> 30)
                .wrapping_add(i as u32);
        }
        for _ in 0..=9_999 / 624 {
            twist(&mut words);
        }
        assert_eq!(tempered(words[9_999 % 624]), 4_123_659_995);
    }
}
