// must fail: continuous/order — serves in the order of the list, whoever came first
use std::collections::VecDeque;

use continuous_batching::{Cost, Request, Run, SchedError};

pub fn continuous(r: &[Request], slots: usize, budget: u32, c: Cost) -> Result<Run, SchedError> {
    let endless = Cache { blocks: u64::MAX, size: 1 };
    serve(r, slots, budget, endless, c)
}

pub fn serve(r: &[Request], slots: usize, budget: u32, cache: Cache, c: Cost) -> Result<Run, SchedError> {
    if slots == 0 || (budget as usize) < slots {
        return Err(SchedError::Budget);
    }
    let fresh = |request| Sequence { request, left: 0, held: 0, made: 0, first: 0 };
    let mut waiting: VecDeque<Sequence> = r.iter().copied().map(fresh).collect();
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
