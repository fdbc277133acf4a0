// must fail: preempt/latest — takes the first token after the way back for the first
use std::collections::VecDeque;

use continuous_batching::{Cost, Done, Request, Run, SchedError};

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

pub fn admit(running: &mut Vec<Sequence>, waiting: &mut VecDeque<Sequence>, slots: usize, cache: Cache, now: u64) {
    while running.len() < slots {
        let Some(mut s) = waiting.front().copied() else { return };
        let read = s.request.prompt + s.made;
        if s.request.arrival > now || !cache.has(cache.take(read), running) {
            return;
        }
        (s.left, s.held, s.first) = (read, read, 0);
        waiting.pop_front();
        running.push(s);
    }
}

pub fn end_step(running: &mut Vec<Sequence>, run: &mut Run, now: u64) {
    for s in running.iter_mut().filter(|s| s.left == 0) {
        s.made += 1;
        if s.first == 0 {
            s.first = now;
        }
    }
    running.retain(|s| {
        let ends = s.left == 0 && s.made == s.request.output;
        if ends {
            run.done.push(Done { id: s.request.id, first: s.first, end: now });
        }
        !ends
    });
}
