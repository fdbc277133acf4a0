// must fail: preempt/latest — puts who was sent back behind all others
use std::collections::VecDeque;

use continuous_batching::{Cost, Request, Run, SchedError};

pub fn paged(r: &[Request], slots: usize, budget: u32, blocks: u32, block_size: u32, c: Cost) -> Result<Run, SchedError> {
    let all = u64::from(blocks) * u64::from(block_size);
    // The last token is made, and never read.
    let held = |q: &Request| u64::from(q.prompt) + u64::from(q.output) - 1;
    if let Some(q) = in_order(r).iter().find(|q| held(q) > all) {
        return Err(SchedError::NeverFits(q.id));
    }
    let cache = Cache { blocks: u64::from(blocks), size: block_size.max(1) };
    serve(r, slots, budget, cache, c)
}

pub fn serve(r: &[Request], slots: usize, budget: u32, cache: Cache, c: Cost) -> Result<Run, SchedError> {
    if slots == 0 || (budget as usize) < slots {
        return Err(SchedError::Budget);
    }
    let fresh = |request| Sequence { request, left: 0, held: 0, made: 0, first: 0 };
    let mut waiting: VecDeque<Sequence> = in_order(r).into_iter().map(fresh).collect();
    let mut running: Vec<Sequence> = Vec::new();
    let (mut run, mut now) = (Run::default(), 0);
    loop {
        run.preempted += grow(&mut running, &mut waiting, cache);
        admit(&mut running, &mut waiting, slots, cache, now);
        if running.is_empty() {
            let Some(next) = waiting.front() else { break };
            now = next.request.arrival;
            continue;
        }
        let tokens = compute(&mut running, budget);
        step(&mut run, &mut now, tokens, c);
        end_step(&mut running, &mut run, now);
    }
    run.done.sort_by_key(|done| done.id);
    Ok(run)
}

pub fn grow(running: &mut Vec<Sequence>, waiting: &mut VecDeque<Sequence>, cache: Cache) -> u32 {
    let (mut at, mut back) = (0, 0);
    while at < running.len() {
        let s = running[at];
        let more = cache.take(s.held + 1) - cache.take(s.held);
        if s.left > 0 {
            at += 1;
        } else if cache.has(more, running) {
            running[at].held += 1;
            at += 1;
        } else {
            waiting.extend(running.pop());
            back += 1;
        }
    }
    back
}
