//! Threads for the machine, which names none itself: a kernel's blocks run on all cores, or on as many as asked for.
//!
//! A number comes from the command line; a [`Crew`] goes to the machine. Reports do not depend on it.

use simt::launch::Crew;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many threads; as many as the machine has cores where nobody said.
#[must_use]
pub fn crew(threads: Option<usize>) -> Crew {
    Crew {
        hands: threads.unwrap_or_else(count).max(1),
        work,
        after: Crew::AFTER,
    }
}

/// How many threads the machine has cores for, or `RAYON_NUM_THREADS` says. Asked for the first time before a program is confined: its thread may
/// not read what the system says of that.
pub fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let said = std::env::var("RAYON_NUM_THREADS").ok();
        let said = said.and_then(|said| said.parse().ok()).filter(|n| *n > 0);
        said.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
    })
}

/// The threads are made by the first who has work for them, so that a confined program's are confined.
fn begun() {
    static BEGUN: OnceLock<()> = OnceLock::new();
    BEGUN.get_or_init(|| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count())
            .thread_name(|_| "blocks".to_owned());
        // Where a site was built in this process, there are some already.
        let _ = pool.build_global();
    });
}

fn work(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs);
    begun();
    let all = || std::iter::from_fn(take).for_each(job);
    rayon::in_place_scope(|scope| {
        for _ in 1..hands.min(jobs) {
            scope.spawn(|_| all());
        }
        all();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for hands in [1, 2, 3, 64] {
            for jobs in [0, 1, 7, 100] {
                let done: Vec<AtomicUsize> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
                let crew = crew(Some(hands));
                (crew.work)(crew.hands, jobs, &|i| {
                    done[i].fetch_add(1, Ordering::Relaxed);
                });
                assert!(done.iter().all(|n| n.load(Ordering::Relaxed) == 1));
            }
        }
    }
}
