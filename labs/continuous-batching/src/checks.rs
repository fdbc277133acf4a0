//! The requests that each check gives to the learner's schedulers, and what must come of them, worked by hand.

use std::fmt;
use std::ops::Deref;

use lab::{Asking, Seeded, ask};

use super::{Cost, Done, Exercise, Request, Run, SchedError};

/// A step of 1 ms, and 10 µs a token.
const COST: Cost = Cost {
    step: 1000,
    token: 10,
};
/// A step of 1 ms, whatever is in it.
const FLAT: Cost = Cost {
    step: 1000,
    token: 0,
};

/// Requests, shown as (id, arrival, prompt, output).
struct Trace(Vec<Request>);

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.iter().map(|r| (r.id, r.arrival, r.prompt, r.output));
        f.debug_list().entries(rows).finish()
    }
}

impl Deref for Trace {
    type Target = [Request];

    fn deref(&self) -> &[Request] {
        &self.0
    }
}

fn requests(rows: &[(u32, u64, u32, u32)]) -> Trace {
    let request = |&(id, arrival, prompt, output): &(u32, u64, u32, u32)| Request {
        id,
        arrival,
        prompt,
        output,
    };
    Trace(rows.iter().map(request).collect())
}

/// The example of `lab.md`.
fn example() -> Trace {
    requests(&[(1, 0, 4, 2), (2, 0, 2, 5), (3, 0, 3, 1), (4, 2000, 5, 3)])
}

/// What becomes of it in two slots with a budget of 4: id, first and last token.
const SERVED: [(u32, u64, u64); 4] = [
    (1, 1040, 2070),
    (2, 2070, 6200),
    (3, 3110, 3110),
    (4, 5180, 7210),
];
/// And the tokens of each step.
const STEPS: [u32; 7] = [4, 3, 4, 4, 3, 2, 1];

/// Id, first and last token.
fn done(rows: &[(u32, u64, u64)]) -> Vec<Done> {
    let one = |&(id, first, end): &(u32, u64, u64)| Done { id, first, end };
    rows.iter().map(one).collect()
}

fn run(rows: &[(u32, u64, u64)], steps: &[u32], preempted: u32) -> Run {
    let (done, steps) = (done(rows), steps.to_vec());
    Run {
        done,
        steps,
        preempted,
    }
}

pub(crate) fn ends(e: &Exercise, ask: &mut Asking) {
    let r = &example();
    // Five steps for the first two, three for the others.
    let flat = done(&[
        (1, 1000, 5000),
        (2, 1000, 5000),
        (3, 6000, 8000),
        (4, 6000, 8000),
    ]);
    ask!(ask, e.static_batches(r, 2, FLAT).done).is(flat);
    let r = &requests(&[]);
    ask!(ask, e.static_batches(r, 2, COST)).is(Run::default());
    let r = &requests(&[(7, 0, 3, 1)]);
    ask!(ask, e.static_batches(r, 4, FLAT).done).is(done(&[(7, 1000, 1000)]));
}

pub(crate) fn padding(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(1, 0, 1, 1), (2, 0, 1, 3)]);
    ask!(ask, e.static_batches(r, 2, COST).steps).is(vec![2u32, 2, 2]);
    let r = &example();
    ask!(ask, e.static_batches(r, 2, COST).steps).is(vec![6u32, 2, 2, 2, 2, 8, 2, 2]);
}

pub(crate) fn waits(e: &Exercise, ask: &mut Asking) {
    // The second comes too late for the first batch; nobody is there from 1000 to 9000.
    let r = &requests(&[(1, 0, 1, 1), (2, 1, 1, 1), (3, 9000, 1, 1)]);
    let right = done(&[(1, 1000, 1000), (2, 2000, 2000), (3, 10_000, 10_000)]);
    ask!(ask, e.static_batches(r, 2, FLAT).done).is(right);
    // In another order than that of their arrival.
    let r = &requests(&[(5, 10, 1, 1), (9, 0, 1, 1), (4, 10, 1, 1)]);
    let right = done(&[(4, 2000, 2000), (5, 3000, 3000), (9, 1000, 1000)]);
    ask!(ask, e.static_batches(r, 1, FLAT).done).is(right);
}

pub(crate) fn refill(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(1, 0, 1, 3), (2, 0, 1, 1), (3, 0, 1, 1)]);
    let right = run(
        &[(1, 1020, 3050), (2, 1020, 1020), (3, 2040, 2040)],
        &[2, 2, 1],
        0,
    );
    ask!(ask, e.continuous(r, 2, 64, COST)).is(Ok(right));
    // Who comes during a step waits for its end: 2 is there at 500, and joins at 1000.
    let r = &requests(&[(1, 0, 1, 2), (2, 500, 1, 1)]);
    let right = done(&[(1, 1000, 2000), (2, 2000, 2000)]);
    ask!(ask, e.continuous(r, 2, 64, FLAT).map(|run| run.done)).is(Ok(right));
}

pub(crate) fn idle(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(1, 0, 1, 1), (2, 5000, 1, 1)]);
    let right = run(&[(1, 1010, 1010), (2, 6010, 6010)], &[1, 1], 0);
    ask!(ask, e.continuous(r, 2, 64, COST)).is(Ok(right));
    let r = &requests(&[(1, 1 << 50, 1, 1)]);
    let late = (1u64 << 50) + 1010;
    ask!(ask, e.continuous(r, 2, 64, COST)).is(Ok(run(&[(1, late, late)], &[1], 0)));
    let r = &requests(&[]);
    ask!(ask, e.continuous(r, 2, 64, COST)).is(Ok(Run::default()));
}

pub(crate) fn order(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(5, 10, 1, 1), (9, 0, 1, 1), (4, 10, 1, 1)]);
    let right = done(&[(4, 2000, 2000), (5, 3000, 3000), (9, 1000, 1000)]);
    ask!(ask, e.continuous(r, 1, 64, FLAT).map(|run| run.done)).is(Ok(right));
}

pub(crate) fn chunks(e: &Exercise, ask: &mut Asking) {
    let r = &example();
    ask!(ask, e.continuous(r, 2, 4, COST)).is(Ok(run(&SERVED, &STEPS, 0)));
    let r = &requests(&[(1, 0, 1, 5), (2, 0, 8, 1)]);
    ask!(ask, e.continuous(r, 2, 4, COST).map(|run| run.steps)).is(Ok(vec![4, 4, 3, 1, 1]));
    // A prompt of a million, 1,000 tokens a step.
    let r = &requests(&[(1, 0, 1_000_000, 1)]);
    ask!(
        ask,
        e.continuous(r, 1, 1000, COST).map(|run| run.steps.len())
    )
    .is(Ok(1000usize));
}

pub(crate) fn refuses(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(1, 0, 1, 1)]);
    ask!(ask, e.continuous(r, 5, 4, COST)).is(Err(SchedError::Budget));
    ask!(ask, e.continuous(r, 0, 4, COST)).is(Err(SchedError::Budget));
    ask!(ask, e.continuous(r, 0, 0, COST)).is(Err(SchedError::Budget));
    ask!(ask, e.continuous(r, 4, 4, COST).map(|run| run.steps)).is(Ok(vec![1]));
}

pub(crate) fn plenty(e: &Exercise, ask: &mut Asking) {
    let r = &example();
    ask!(ask, e.paged(r, 2, 4, 100, 2, COST)).is(Ok(run(&SERVED, &STEPS, 0)));
    ask!(ask, e.paged(r, 5, 4, 100, 2, COST)).is(Err(SchedError::Budget));
}

pub(crate) fn latest(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(1, 0, 4, 6), (2, 0, 4, 6)]);
    let right = run(
        &[(1, 1080, 6150), (2, 1080, 9240)],
        &[8, 2, 2, 1, 1, 1, 7, 1, 1],
        1,
    );
    ask!(ask, e.paged(r, 2, 8, 6, 2, COST)).is(Ok(right));
    // Eight blocks of one token: at 2000 both need one more, and 2 goes back with two tokens made. It reads 3 + 2.
    let r = &requests(&[(1, 0, 3, 4), (2, 0, 3, 4)]);
    let right = run(&[(1, 1000, 4000), (2, 1000, 6000)], &[6, 2, 1, 1, 5, 1], 1);
    ask!(ask, e.paged(r, 2, 8, 8, 1, FLAT)).is(Ok(right));
    // A third that waits meanwhile: 2 is before it again, though 3 alone would fit at 2000.
    let r = &requests(&[(1, 0, 3, 4), (2, 0, 3, 4), (3, 0, 1, 1)]);
    let rows = [(1, 1000, 4000), (2, 1000, 6000), (3, 5000, 5000)];
    let right = run(&rows, &[6, 2, 1, 1, 6, 1], 1);
    ask!(ask, e.paged(r, 2, 8, 8, 1, FLAT)).is(Ok(right));
}

pub(crate) fn queue(e: &Exercise, ask: &mut Asking) {
    // Beside 1 are three blocks, more than 3 needs; but 2 needs four, and comes first.
    let r = &requests(&[(1, 0, 2, 3), (2, 0, 7, 1), (3, 0, 1, 1)]);
    let rows = [(1, 1000, 3000), (2, 4000, 4000), (3, 5000, 5000)];
    let right = run(&rows, &[2, 1, 1, 7, 1], 0);
    ask!(ask, e.paged(r, 3, 8, 4, 2, FLAT)).is(Ok(right));
}

pub(crate) fn never_fits(e: &Exercise, ask: &mut Asking) {
    let r = &requests(&[(3, 0, 4, 6)]);
    ask!(ask, e.paged(r, 2, 8, 4, 2, COST)).is(Err(SchedError::NeverFits(3)));
    ask!(ask, e.paged(r, 2, 8, 5, 2, COST).map(|run| run.preempted)).is(Ok(0u32));
    ask!(ask, e.paged(r, 2, 8, 9, 1, COST).map(|run| run.preempted)).is(Ok(0u32));
    ask!(ask, e.paged(r, 2, 8, 8, 1, COST)).is(Err(SchedError::NeverFits(3)));
    ask!(ask, e.paged(r, 2, 8, 8, 0, COST)).is(Err(SchedError::NeverFits(3)));
    let r = &requests(&[(1, 0, 1, 1), (8, 0, u32::MAX, u32::MAX)]);
    ask!(ask, e.paged(r, 2, 8, 4, 2, COST)).is(Err(SchedError::NeverFits(8)));
}

pub(crate) fn percentile(e: &Exercise, ask: &mut Asking) {
    let eleven = [7, 3, 11, 1, 9, 5, 2, 10, 4, 8, 6];
    ask!(ask, e.percentile(&eleven, 95)).is(Some(11u64));
    ask!(ask, e.percentile(&eleven, 50)).is(Some(6u64));
    let twenty: Vec<u64> = (1..=20).rev().collect();
    for (p, right) in [(95, 19), (50, 10), (1, 1), (100, 20), (91, 19)] {
        ask!(ask, e.percentile(&twenty, p)).is(Some(right));
    }
    let nothing: [u64; 0] = [];
    ask!(ask, e.percentile(&nothing, 95)).is(None);
    ask!(ask, e.percentile(&eleven, 0)).is(None);
    ask!(ask, e.percentile(&eleven, 101)).is(None);
}

pub(crate) fn step_budget(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.step_budget(3_000_000, 0, 128)).is(Some(23_622u64));
    ask!(ask, e.step_budget(3_000_000, 500_000, 128)).is(Some(19_685u64));
    ask!(ask, e.step_budget(1_000_000, 0, 2)).is(Some(1_000_000u64));
    ask!(ask, e.step_budget(1000, 1000, 2)).is(Some(0u64));
    ask!(ask, e.step_budget(1000, 1001, 2)).is(None);
    ask!(ask, e.step_budget(1000, 0, 1)).is(None);
    ask!(ask, e.step_budget(1000, 0, 0)).is(None);
}

/// 12.1 ms for a step of one token and 19.4 ms for one of 64, as the lesson's sweep has them: 116 µs a token.
const SWEEP: Cost = Cost {
    step: 11_984,
    token: 116,
};

/// Sixty requests, 20 ms apart on average, with prompts of 50 to 249 tokens and answers of 1 to 120.
fn sixty() -> Trace {
    let (mut seeded, mut arrival) = (Seeded::new(3), 0);
    let mut one = |id| {
        arrival += seeded.bits() % 40_000;
        let prompt = 50 + (seeded.bits() % 200) as u32;
        let output = 1 + (seeded.bits() % 120) as u32;
        Request {
            id,
            arrival,
            prompt,
            output,
        }
    };
    Trace((0..60).map(&mut one).collect())
}

/// The wait of which 95 of 100 requests are not longer.
fn p95(e: &Exercise, r: &[Request], run: &Run) -> Option<u64> {
    let mut waits: Vec<u64> = run
        .done
        .iter()
        .zip(r)
        .map(|(d, r)| d.end - r.arrival)
        .collect();
    waits.sort();
    (e.percentile)(&waits, 95)
}

pub(crate) fn versus_static(e: &Exercise, ask: &mut Asking) {
    let trace = sixty();
    let run = (e.static_batches)(&trace, 8, SWEEP);
    ask.holds(
        "p95 of the sixty waits is 11,744,143 µs in static batches of 8",
        p95(e, &trace, &run) == Some(11_744_143),
    );
    for (slots, right) in [(8, 5_405_917), (64, 2_519_929)] {
        let run = (e.continuous)(&trace, slots, 512, SWEEP).unwrap_or_default();
        ask.holds(
            &format!("p95 of the sixty waits is {right} µs with {slots} slots and a budget of 512"),
            p95(e, &trace, &run) == Some(right),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every token is computed once: prompt + output − 1 of each request.
    #[test]
    fn the_traces_have_the_tokens_of_their_requests() {
        let tokens = |r: &Trace| r.iter().map(|r| r.prompt + r.output - 1).sum::<u32>();
        assert_eq!(tokens(&example()), 21);
        assert_eq!(STEPS.iter().sum::<u32>(), 21);
        // Sent back with three tokens made, 2 reads its prompt, and two tokens that it made, again.
        assert_eq!([8, 2, 2, 1, 1, 1, 7, 1, 1].iter().sum::<u32>(), 18 + 6);
    }

    /// The times of the example: 1,000 µs a step and 10 a token.
    #[test]
    fn the_times_follow_from_the_steps() {
        let ends = STEPS.iter().scan(0, |now, tokens| {
            *now += 1000 + 10 * u64::from(*tokens);
            Some(*now)
        });
        assert_eq!(
            ends.collect::<Vec<u64>>(),
            [1040, 2070, 3110, 4150, 5180, 6200, 7210]
        );
    }

    #[test]
    fn the_sweep_is_the_lessons() {
        assert_eq!(SWEEP.step + SWEEP.token, 12_100);
        // 19.4 ms, to a tenth.
        assert_eq!((SWEEP.step + 64 * SWEEP.token + 50) / 100, 194);
        let trace = sixty();
        assert_eq!(trace.len(), 60);
        assert!(
            trace
                .iter()
                .all(|r| (50..250).contains(&r.prompt) && (1..=120).contains(&r.output))
        );
    }
}
