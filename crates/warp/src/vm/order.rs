//! The order of blocks and warps: as numbered, reversed, or shuffled by a seed.
//!
//! How many there are and a seed go in; the i-th number comes out, without a table, so that a grid of two billion
//! blocks costs nothing. The shuffle is `i * step + start mod n` with a step that shares no factor with `n`.

/// An order of the numbers below `n`.
#[derive(Clone, Copy)]
pub struct Order {
    n: u64,
    step: u64,
    start: u64,
}

impl Order {
    /// Seed 0: as numbered. Seed 1: reversed. Any other: its own shuffle.
    pub fn new(n: u64, seed: u64) -> Self {
        let n = n.max(1);
        match seed {
            0 => Order {
                n,
                step: 1,
                start: 0,
            },
            1 => Order {
                n,
                step: n - 1,
                start: n - 1,
            },
            _ => {
                let (a, b) = (mix(seed), mix(seed ^ 0x9e37_79b9_7f4a_7c15));
                let mut step = a % n;
                while gcd(step, n) != 1 {
                    step = (step + 1) % n.max(2);
                }
                Order {
                    n,
                    step,
                    start: b % n,
                }
            }
        }
    }

    /// The i-th number.
    pub fn at(&self, i: u64) -> u64 {
        let small = i.checked_mul(self.step);
        match small.and_then(|x| x.checked_add(self.start)) {
            Some(x) => x % self.n,
            None => ((i as u128 * self.step as u128 + self.start as u128) % self.n as u128) as u64,
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A number scattered over all 64 bits (the finaliser of SplitMix64).
pub fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_every_number_once() {
        for n in [1, 2, 3, 7, 32, 100, 1024] {
            for seed in 0..20 {
                let order = Order::new(n, seed);
                let mut all: Vec<u64> = (0..n).map(|i| order.at(i)).collect();
                all.sort_unstable();
                assert_eq!(all, (0..n).collect::<Vec<_>>(), "n {n} seed {seed}");
            }
        }
        assert_eq!(Order::new(5, 1).at(0), 4);
    }
}
