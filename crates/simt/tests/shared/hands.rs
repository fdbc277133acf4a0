//! Blocks on several hands, as a test sees them.

use simt::launch::Crew;

/// So many hands whose jobs know nothing of each other and are done one after another, the last one first.
pub fn crew(hands: usize) -> Crew {
    Crew {
        hands,
        work: in_turn,
        after: 0,
    }
}

fn in_turn(_: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).rev().for_each(job);
}
