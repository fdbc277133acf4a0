// must fail: budget/chunks — gives the budget to prompts first, and what is left to those that decode
use std::collections::VecDeque;

use continuous_batching::{Cost, Done, Request, Run, SchedError};

pub fn continuous(r: &[Request], slots: usize, budget: u32, c: Cost) -> Result<Run, SchedError> {
    let endless = Cache { blocks: u64::MAX, size: 1 };
    serve(r, slots, budget, endless, c)
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

pub fn compute(running: &mut [Sequence], budget: u32) -> u32 {
    let mut room = budget;
    let decodes: Vec<bool> = running.iter().map(|s| s.left == 0).collect();
    for s in running.iter_mut() {
        let part = s.left.min(room);
        s.left -= part;
        room -= part;
    }
    for (s, decodes) in running.iter_mut().zip(decodes) {
        // `held` says who had no room.
        s.held = u32::from(decodes && room == 0);
        room -= u32::from(decodes && room > 0);
    }
    budget - room
}

pub fn end_step(running: &mut Vec<Sequence>, run: &mut Run, now: u64) {
    for s in running.iter_mut().filter(|s| s.left == 0 && s.held == 0) {
        s.made += 1;
        if s.made == 1 {
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
