//! How much of a program's launches is watched.
//!
//! A kernel's number goes in; how many warp instructions of its next launch the probes see comes out. The rule: watching is never a
//! great part of what a program takes, and what is left out is said. A kernel that is launched once is watched as long as the user asks
//! for; one of many launches less and less; and one of thousands now and then.

use sorted::SortedMap;
use warp::vm::grid;

/// What part of a kernel's share of watching it has however much of others was watched.
const OWN_SHARE: u64 = 8;

/// How often at most what is always watched of a launch halves: down to one instruction, which is one block.
const MOST_HALVINGS: u64 = 16;

/// After so many launches only one in so many is watched.
const OFTEN: u64 = 4096;
const ONE_IN: u64 = 16;

/// What was watched of a kernel.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    launches: u64,
    /// In warp instructions, with what watching them took beside.
    instructions: u64,
}

/// What was watched of each kernel, by number.
#[derive(Default, Debug)]
pub(super) struct Watching {
    kernels: SortedMap<u32, Seen>,
    /// Of all kernels.
    instructions: u64,
}

impl Watching {
    /// How much of a kernel's next launch is watched, of a share that the user gives each: what is left of its share, and that is the whole until as much was
    /// watched of all kernels together. So a program of many long kernels takes little more than one of one. What is always watched of a
    /// launch halves with each further eighth of the share, so that thousands of launches take little more than a few. None for nothing at all.
    pub fn next(&self, kernel: u32, share: u64) -> Option<u64> {
        let own = self.kernels.get(&kernel).copied().unwrap_or_default();
        if share < u64::MAX && own.launches >= OFTEN && !own.launches.is_multiple_of(ONE_IN) {
            return None;
        }
        let others = self.instructions - own.instructions;
        let share = (share / OWN_SHARE).max(share.saturating_sub(others));
        let own = own.instructions;
        let halvings = own.saturating_sub(share) / (share / OWN_SHARE).max(1);
        let always = grid::ALWAYS_WATCHED >> halvings.min(MOST_HALVINGS);
        Some(share.saturating_sub(own).max(always))
    }

    /// A launch of a kernel was watched for so many warp instructions.
    pub fn note(&mut self, kernel: u32, instructions: u64) {
        let seen = self.kernels.entry(kernel).or_default();
        seen.launches += 1;
        seen.instructions += instructions;
        self.instructions += instructions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_of_thousands_of_launches_is_watched_now_and_then() {
        let mut watching = Watching::default();
        let watched = |watching: &mut Watching, kernel, share| {
            let next = watching.next(kernel, share);
            watching.note(kernel, 1);
            next.is_some()
        };
        assert!((0..OFTEN).all(|_| watched(&mut watching, 1, 1 << 24)));
        let of = (0..1600).filter(|_| watched(&mut watching, 1, 1 << 24));
        assert_eq!(of.count(), 100);
        assert!((0..99).all(|_| watched(&mut watching, 1, u64::MAX)));
        assert!(watched(&mut watching, 2, 1 << 24));
    }
}
