//! One of several machines' share of a class: learners in, whether each is this machine's out.
//!
//! The rule: a learner's share follows from the id alone, by a hash, so that it is the same on every machine and on every day, and one
//! learner is never in two.

use std::fmt;
use std::str::FromStr;

/// Share `number` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether this learner is in it.
    pub fn takes(self, learner: &str) -> bool {
        let mut first = [0; 8];
        first.copy_from_slice(&blake3::hash(learner.as_bytes()).as_bytes()[..8]);
        u64::from_le_bytes(first) % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wanted = || format!("`{text}` is no share: `3/50` is the third of fifty");
        let (number, of) = text.split_once('/').ok_or_else(wanted)?;
        let parsed = |text: &str| text.parse::<u64>().map_err(|_| wanted());
        let (number, of) = (parsed(number)?, parsed(of)?);
        match (1..=of).contains(&number) {
            true => Ok(Shard { number, of }),
            false => Err(wanted()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_learner_is_in_one_share_and_shares_are_alike() {
        let shards: Vec<Shard> = (1..=7).map(|n| format!("{n}/7").parse().unwrap()).collect();
        let mut counts = [0; 7];
        for learner in 0..7000 {
            let id = format!("student{learner}");
            let of: Vec<u64> = shards
                .iter()
                .filter(|s| s.takes(&id))
                .map(|s| s.number)
                .collect();
            assert_eq!(of.len(), 1, "{id}");
            counts[of[0] as usize - 1] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        assert!(Shard::WHOLE.takes("anybody"));
        for wrong in ["", "3", "0/2", "3/2", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
