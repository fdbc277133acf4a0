//! The findings of a run, each distinct one once.
//!
//! A kind, the spans of its places and a way to word it go in; a list in order of discovery comes out. The rule: what is
//! already known only counts up, and words are made for the first occurrence alone, so a fault in a hot loop is cheap.

use crate::report::{Finding, FindingKind, Place};
use cuda_source::source::Span;

/// What a finding says besides its kind.
pub struct Words {
    /// What happened.
    pub message: String,
    /// Where.
    pub places: Vec<Place>,
    /// What to do about it.
    pub help: Option<String>,
}

/// How many distinct findings are told apart at most; the rest is dropped with the count of the dropped.
const TOLD_APART: usize = 256;

/// So many illegal accesses of lanes are counted in a launch, so that the count says how many threads are concerned.
const ILLEGAL: u64 = 1 << 20;

/// The findings so far.
pub struct Findings {
    keep: usize,
    keys: Vec<(FindingKind, Span, Span)>,
    list: Vec<Finding>,
    dropped: u64,
    /// How many accesses there were for which a device stops a kernel.
    illegal: u64,
}

impl Findings {
    /// None yet; at most `keep` are to be kept.
    pub fn new(keep: usize) -> Self {
        Findings {
            keep,
            keys: Vec::new(),
            list: Vec::new(),
            dropped: 0,
            illegal: 0,
        }
    }

    /// Whether a device would have stopped the kernel long ago, and enough was seen of what it goes on doing.
    pub fn are_enough(&self) -> bool {
        self.illegal > ILLEGAL
    }

    /// Notes `count` occurrences at one place, or at two.
    pub fn note(
        &mut self,
        kind: FindingKind,
        spans: (Span, Span),
        count: u32,
        words: impl FnOnce() -> Words,
    ) {
        if kind.stops_a_device() {
            self.illegal += u64::from(count);
        }
        let key = (kind, spans.0, spans.1);
        if let Some(i) = self.keys.iter().position(|k| *k == key) {
            if let Some(known) = self.list.get_mut(i) {
                known.count += count as u64;
            }
            return;
        }
        if self.keys.len() >= TOLD_APART.max(self.keep) {
            return;
        }
        self.keys.push(key);
        if self.list.len() < self.keep {
            let Words {
                message,
                places,
                help,
            } = words();
            self.list.push(Finding {
                kind,
                message,
                places,
                count: count as u64,
                help,
            });
        } else {
            self.dropped += 1;
        }
    }

    /// Those that are kept, in order of discovery.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether there is one of this kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.keys.iter().any(|k| k.0 == kind)
    }

    /// The findings, and how many more distinct ones there were. A read of unwritten memory is left out where a race names
    /// the same read: the value was to come from the other thread, and one cause makes one finding. So is reliance on
    /// lockstep where both places race without it; and an access that is outside for no other reason than an index that wrapped.
    pub fn into_parts(self) -> (Vec<Finding>, u64) {
        let Findings {
            keys,
            mut list,
            dropped,
            ..
        } = self;
        let race = |kind| matches!(kind, FindingKind::SharedRace | FindingKind::GlobalRace);
        let raced = |span: Span| {
            let races = keys.iter().filter(|k| race(k.0));
            races.into_iter().any(|k| k.1 == span || k.2 == span)
        };
        let overflows: Vec<(Span, u64)> = list
            .iter()
            .filter(|f| f.kind == FindingKind::IndexOverflow)
            .filter_map(|f| Some((f.places.get(1)?.span, f.count)))
            .collect();
        let wrapped = |f: &Finding| {
            let span = f.places.first().map(|p| p.span);
            let mut same = overflows.iter().filter(|(at, _)| Some(*at) == span);
            same.any(|(_, count)| *count >= f.count)
        };
        list.retain(|f| match f.kind {
            FindingKind::Uninitialised => !f.places.iter().any(|p| raced(p.span)),
            FindingKind::OutOfBounds | FindingKind::WildPointer => !wrapped(f),
            FindingKind::LockstepRace => !f.places.iter().all(|p| raced(p.span)),
            _ => true,
        });
        (list, dropped)
    }
}
