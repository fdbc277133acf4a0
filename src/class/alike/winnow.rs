//! Winnowing: words come in, a few fingerprints that stand for them come out (Schleimer, Wilkerson and Aiken, "Winnowing: Local
//! Algorithms for Document Fingerprinting", SIGMOD 2003).
//!
//! Every run of [`K`] words is a number; of every [`W`] such numbers in a row the least is kept, of equals the rightmost. So whatever
//! two texts share that is at least [`GUARANTEED`] words long gives a fingerprint in both, and nothing shorter than [`K`] words ever
//! does. Runs that the starter has are never kept: who leaves it as it is has copied nothing.

use std::collections::HashSet;

use super::words::Word;

/// Words that a fingerprint stands for: what is shorter is never found.
pub const K: usize = 10;
/// Fingerprints of which at least one is kept.
pub const W: usize = 11;
/// Words from which on a match is always found.
pub const GUARANTEED: usize = K + W - 1;

/// A kept run of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Stands for the run.
    pub hash: u64,
    /// The run's first word, from 0.
    pub at: usize,
}

/// The number of each run of [`K`] words, in order.
pub fn runs(words: &[Word]) -> Vec<u64> {
    words.windows(K).map(run).collect()
}

/// A run's number: its words mixed one into the next, so that the least of several is any of them.
fn run(words: &[Word]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |mixed, word| {
        let mut x = (mixed ^ word.code).wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    })
}

/// What is kept of these runs; those of the starter are left out before anything is chosen, in every text alike, so that the
/// guarantee holds for what is the learner's own. A text of fewer than [`W`] runs is one window.
pub fn winnow(runs: &[u64], starter: &HashSet<u64>) -> Vec<Fingerprint> {
    let mut kept: Vec<Fingerprint> = Vec::new();
    let width = W.min(runs.len()).max(1);
    for (first, window) in runs.windows(width).enumerate() {
        let own = window.iter().enumerate();
        let own = own.filter(|(_, hash)| !starter.contains(hash));
        // Of equals the last: the rightmost.
        let Some((offset, &hash)) = own.min_by_key(|(offset, hash)| (**hash, W - offset)) else {
            continue;
        };
        let at = first + offset;
        if kept.last().is_none_or(|last| last.at != at) {
            kept.push(Fingerprint { hash, at });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(codes: &[u64]) -> Vec<Word> {
        let word = |code: &u64| Word {
            code: *code,
            place: 0..1,
        };
        codes.iter().map(word).collect()
    }

    fn hashes(codes: &[u64], starter: &[u64]) -> HashSet<u64> {
        let starter = runs(&of(starter)).into_iter().collect();
        let kept = winnow(&runs(&of(codes)), &starter);
        kept.iter().map(|kept| kept.hash).collect()
    }

    proptest! {
        // Whatever stands around it, and however often words come back: a match of the guaranteed length is found.
        #[test]
        fn a_match_of_the_guaranteed_length_is_found(
            shared in prop::collection::vec(2u64..9, GUARANTEED..60),
            around in prop::array::uniform4(prop::collection::vec(2u64..9, 0..60)),
        ) {
            let [a, b, c, d] = around;
            let one = [a, shared.clone(), b].concat();
            let two = [c, shared, d].concat();
            prop_assert!(!hashes(&one, &[]).is_disjoint(&hashes(&two, &[])));
        }

        // The same where both wrote their own into a starter: it is found if it holds no run of the starter.
        #[test]
        fn a_match_beside_the_starter_is_found(
            starter in prop::collection::vec(2u64..9, 0..60),
            shared in prop::collection::vec(20u64..29, GUARANTEED..40),
            cut in 0usize..60,
        ) {
            let at = cut.min(starter.len());
            let wrote = [&starter[..at], &shared, &starter[at..]].concat();
            let alone = [&[50, 51], &shared[..], &[52]].concat();
            let (one, two) = (hashes(&wrote, &starter), hashes(&alone, &starter));
            prop_assert!(!one.is_disjoint(&two));
            prop_assert!(hashes(&starter, &starter).is_empty());
        }

        // What has no run in common has no fingerprint in common.
        #[test]
        fn nothing_shorter_than_a_run_is_found(
            shared in prop::collection::vec(2u64..9, 0..K),
            a in prop::collection::vec(100u64..200, 0..40),
            b in prop::collection::vec(300u64..400, 0..40),
        ) {
            let one = [&a[..], &shared, &a].concat();
            let two = [&b[..], &shared, &b].concat();
            prop_assert!(hashes(&one, &[]).is_disjoint(&hashes(&two, &[])));
        }

        // No window is without a fingerprint, and few are kept.
        #[test]
        fn every_window_keeps_one(codes in prop::collection::vec(any::<u64>(), GUARANTEED..300)) {
            let all = runs(&of(&codes));
            let kept = winnow(&all, &HashSet::new());
            for first in 0..=all.len() - W {
                prop_assert!(kept.iter().any(|f| (first..first + W).contains(&f.at)));
            }
            prop_assert!(kept.len() <= all.len());
        }
    }
}
