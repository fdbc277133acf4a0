//! Submissions that are too alike: the texts of one lab come in, pairs come out, the most alike first.
//!
//! Texts become [`words`], words become fingerprints ([`winnow`]), and an inverted index counts what any two texts have in common, so
//! the work grows with what is shared and not with the number of pairs. What many wrote by themselves tells nothing and is left
//! out: fingerprints of the starter, and those that more than [`IDIOM`] of all texts have. How alike two texts are is the
//! share of the shorter one's fingerprints that the other has too. A pair is a reason to look, never a verdict: [`excerpts`] shows
//! both sides.

pub mod excerpts;
pub mod winnow;
pub mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use self::winnow::{Fingerprint, winnow};
use self::words::Word;

/// How alike two texts are from which on they are shown.
pub const THRESHOLD: f64 = 0.6;
/// Fingerprints that a text has at least to be compared: what is shorter has too few ways to be written.
pub const LEAST: usize = 8;
/// Who has a fingerprint in common at most, as a share of all texts, for it to tell anything; [`FEW`] may in any class.
pub const IDIOM: f64 = 0.1;
/// Texts that may always share a fingerprint.
pub const FEW: usize = 8;
/// Texts that share a fingerprint at most, in a class of any size: it bounds the work.
const MOST: usize = 200;
/// Pairs of one lab that are reported at most.
pub const PAIRS: usize = 200;

/// A text to be compared, with whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'t> {
    /// Whose: texts of one learner are never compared.
    pub learner: usize,
    /// The text.
    pub text: &'t str,
}

/// Two texts that are too alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The first one's number among the texts, and the second one's.
    pub texts: (usize, usize),
    /// From [`THRESHOLD`] to 1.
    pub alike: f64,
    /// Fingerprints in common.
    pub shared: usize,
}

/// What was found in the texts of one lab.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    /// The most alike first.
    pub pairs: Vec<Pair>,
    /// Texts that were long enough to be compared.
    pub compared: usize,
    /// Pairs beyond [`PAIRS`].
    pub more: usize,
}

/// A text that is long enough, for all that say the same.
struct Printed {
    /// The numbers of the texts that have just these fingerprints, in order.
    texts: Vec<usize>,
    /// Whose they are.
    learners: BTreeSet<usize>,
    /// Sorted, each once.
    hashes: Vec<u64>,
}

/// Compares the texts of one lab, each with each, apart from its starter.
pub fn compare(texts: &[Compared<'_>], starter: &str) -> Alike {
    let starter = starter_runs(starter);
    let mut same: BTreeMap<Vec<u64>, Printed> = BTreeMap::new();
    for (text, compared) in texts.iter().enumerate() {
        let (_, kept) = printed(compared.text, &starter);
        let mut hashes: Vec<u64> = kept.iter().map(|kept| kept.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        if hashes.len() >= LEAST {
            let printed = same.entry(hashes.clone()).or_insert_with(|| Printed {
                texts: Vec::new(),
                learners: BTreeSet::new(),
                hashes,
            });
            printed.texts.push(text);
            printed.learners.insert(compared.learner);
        }
    }
    let mut printed: Vec<Printed> = same.into_values().collect();
    printed.sort_by(|a, b| a.texts.cmp(&b.texts));
    let all = printed.iter().flat_map(|printed| &printed.learners);
    let class = all.collect::<BTreeSet<_>>().len();
    let mut pairs = copies(&printed, texts, class);
    let index = index(&mut printed, class);
    pairs.extend(shared(&printed, &index));
    pairs.sort_by(|a, b| (b.alike.total_cmp(&a.alike)).then(a.texts.cmp(&b.texts)));
    let more = pairs.len().saturating_sub(PAIRS);
    pairs.truncate(PAIRS);
    Alike {
        pairs,
        compared: printed.iter().map(|printed| printed.texts.len()).sum(),
        more,
    }
}

/// The runs that a starter has.
fn starter_runs(starter: &str) -> HashSet<u64> {
    winnow::runs(&words::words(starter)).into_iter().collect()
}

/// The words of a text and what is kept of them.
fn printed(text: &str, starter: &HashSet<u64>) -> (Vec<Word>, Vec<Fingerprint>) {
    let words = words::words(text);
    let kept = winnow(&winnow::runs(&words), starter);
    (words, kept)
}

/// Texts that say the same, each with the first; unless half of the class wrote it, and it is how the lab is solved.
fn copies(printed: &[Printed], texts: &[Compared<'_>], class: usize) -> Vec<Pair> {
    let mut found = Vec::new();
    for printed in printed {
        let usual = printed.learners.len() > FEW.max(class / 2);
        let first = printed.texts[0];
        let mut seen = BTreeSet::from([texts[first].learner]);
        let others = printed.texts.iter().copied();
        for other in others.filter(|other| !usual && seen.insert(texts[*other].learner)) {
            found.push(Pair {
                texts: (first, other),
                alike: 1.0,
                shared: printed.hashes.len(),
            });
        }
    }
    found
}

/// Who has each fingerprint, idioms left out, here and in the texts' own lists.
fn index(printed: &mut [Printed], class: usize) -> HashMap<u64, Vec<u32>> {
    let mut index: HashMap<u64, Vec<u32>> = HashMap::new();
    for (at, printed) in printed.iter().enumerate() {
        for hash in &printed.hashes {
            index.entry(*hash).or_default().push(at as u32);
        }
    }
    let most = ((class as f64 * IDIOM) as usize).clamp(FEW, MOST);
    index.retain(|_, who| {
        let learners = who.iter().flat_map(|at| &printed[*at as usize].learners);
        who.len() <= most && learners.collect::<BTreeSet<_>>().len() <= most
    });
    for printed in printed {
        printed.hashes.retain(|hash| index.contains_key(hash));
    }
    index
}

/// Pairs of texts that differ, by what they have in common.
fn shared(printed: &[Printed], index: &HashMap<u64, Vec<u32>>) -> Vec<Pair> {
    let mut found = Vec::new();
    // How much each later text shares with this one; what was touched is put back to zero.
    let mut shared = vec![0usize; printed.len()];
    for (one, this) in printed.iter().enumerate() {
        let mut touched = Vec::new();
        for hash in &this.hashes {
            for &other in index.get(hash).into_iter().flatten() {
                let other = other as usize;
                if other > one {
                    if shared[other] == 0 {
                        touched.push(other);
                    }
                    shared[other] += 1;
                }
            }
        }
        for other in touched {
            let shared = std::mem::take(&mut shared[other]);
            let that = &printed[other];
            let shorter = this.hashes.len().min(that.hashes.len());
            let alike = shared as f64 / shorter as f64;
            let same = this.learners.iter().any(|who| that.learners.contains(who));
            if shorter >= LEAST && alike >= THRESHOLD && !same {
                found.push(Pair {
                    texts: (this.texts[0], that.texts[0]),
                    alike,
                    shared,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
