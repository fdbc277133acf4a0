//! Where the sequences of cuRAND's XORWOW generator begin.
//!
//! A seed and a sequence go in, the five words of the generator come out. Sequence n begins n · 2^67 steps after the seed's own
//! state. A step is linear over the field of two elements, so the leap of each power of two is a matrix of 160 by 160 bits, kept
//! as what it makes of each byte. Neighbouring threads ask for neighbouring sequences: one leap from a state that is known
//! then does.
//! Source of the generator: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003); of the seed's state and the
//! order of sequences: cuRAND's own numbers.

use std::cell::RefCell;
use std::sync::OnceLock;

type State = [u32; 5];

/// x^(2^67) modulo the step's characteristic polynomial, the lowest coefficients first: the entry for one sequence in
/// `simt/xorwow.h`.
const LEAP: State = [
    0x2629_4934,
    0x77bb_c248,
    0x1a87_dad0,
    0x9300_52d4,
    0x947e_6dd2,
];

/// Leaps of 2^0, 2^1 … sequences, each worked out when it is first wanted.
static LEAPS: [OnceLock<Leap>; 62] = [const { OnceLock::new() }; 62];

/// States that are remembered, by the lowest bits of their sequences: a warp's, and those of the one before.
const KEPT: usize = 64;

thread_local! {
    static KNOWN: RefCell<[Known; KEPT]> = const { RefCell::new([Known::NONE; KEPT]) };
}

#[derive(Clone, Copy)]
struct Known {
    seed: u64,
    sequence: u64,
    state: State,
}

impl Known {
    /// No sequence has so large a number.
    const NONE: Known = Known {
        seed: 0,
        sequence: u64::MAX,
        state: [0; 5],
    };
}

/// Two words of the state that a sequence of a seed begins with. `which` is four times the sequence, which is taken modulo 2^62, and
/// 0 for words 0 and 1, 1 for words 2 and 3, 2 for word 4 alone; the lower word stands in the lower bits.
#[inline(never)]
pub fn words(seed: u64, which: u64) -> u64 {
    let state = begin(seed, which >> 2);
    let pair = |low: usize| u64::from(state[low]) | u64::from(state[low + 1]) << 32;
    match which & 3 {
        0 => pair(0),
        1 => pair(2),
        _ => state[4].into(),
    }
}

fn begin(seed: u64, sequence: u64) -> State {
    KNOWN.with_borrow_mut(|known| {
        let at = sequence as usize % KEPT;
        let here = known[at];
        if (here.seed, here.sequence) == (seed, sequence) {
            return here.state;
        }
        let before = known[at.wrapping_sub(1) % KEPT];
        let next = sequence > 0 && (before.seed, before.sequence) == (seed, sequence - 1);
        let state = if next {
            leap(0).of(before.state)
        } else {
            let powers = (0..LEAPS.len()).filter(|power| sequence >> power & 1 != 0);
            powers.fold(of_seed(seed), |state, power| leap(power).of(state))
        };
        known[at] = Known {
            seed,
            sequence,
            state,
        };
        state
    })
}

fn of_seed(seed: u64) -> State {
    let low = 1_099_087_573u32.wrapping_mul(seed as u32 ^ 0xaad2_6b49);
    let high = 2_591_861_531u32.wrapping_mul((seed >> 32) as u32 ^ 0xf7dc_efdd);
    [
        123_456_789u32.wrapping_add(low),
        362_436_069 ^ low,
        521_288_629u32.wrapping_add(high),
        88_675_123 ^ high,
        5_783_321u32.wrapping_add(low),
    ]
}

fn step([a, b, c, d, e]: State) -> State {
    let t = a ^ a >> 2;
    [b, c, d, e, e ^ e << 4 ^ t ^ t << 1]
}

fn sum(a: State, b: State) -> State {
    std::array::from_fn(|at| a[at] ^ b[at])
}

/// A linear map of states: what it makes of each value of each of their twenty bytes.
struct Leap(Vec<[State; 256]>);

impl Leap {
    /// From what it makes of each single bit.
    fn new(of_bit: impl Fn(usize) -> State) -> Leap {
        let byte = |at: usize| {
            let mut made = [[0; 5]; 256];
            for value in 1..256usize {
                let bit = value.trailing_zeros() as usize;
                made[value] = sum(made[value & (value - 1)], of_bit(8 * at + bit));
            }
            made
        };
        Leap((0..20).map(byte).collect())
    }

    fn of(&self, state: State) -> State {
        let bytes = state.iter().flat_map(|word| word.to_le_bytes());
        let parts = self.0.iter().zip(bytes);
        parts.fold([0; 5], |all, (made, byte)| sum(all, made[byte as usize]))
    }
}

fn bit(at: usize) -> State {
    std::array::from_fn(|word| if word == at / 32 { 1 << (at % 32) } else { 0 })
}

/// The leap of 2^power sequences.
fn leap(power: usize) -> &'static Leap {
    LEAPS[power].get_or_init(|| match power.checked_sub(1) {
        // By Horner's rule: the coefficients say which powers of the step add up.
        None => Leap::new(|at| {
            let coefficients = (0..160).rev().map(|n| LEAP[n / 32] >> (n % 32) & 1);
            coefficients.fold([0; 5], |state, taken| match taken {
                0 => step(state),
                _ => sum(step(state), bit(at)),
            })
        }),
        Some(half) => {
            let half = leap(half);
            Leap::new(|at| half.of(half.of(bit(at))))
        }
    })
}
