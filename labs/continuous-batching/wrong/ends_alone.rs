// must fail: static/ends — sends an answer when it is complete, which this server cannot
use continuous_batching::{Cost, Done, Request, Run};

pub fn static_batches(r: &[Request], size: usize, c: Cost) -> Run {
    let mut queue = in_order(r);
    let (mut run, mut now) = (Run::default(), 0);
    while let Some(next) = queue.front() {
        now = now.max(next.arrival);
        let here = queue.iter().take(size).take_while(|q| q.arrival <= now).count();
        let batch: Vec<Request> = queue.drain(..here).collect();
        step(&mut run, &mut now, batch.iter().map(|q| q.prompt).sum(), c);
        let first = now;
        let longest = batch.iter().map(|q| q.output).max().unwrap_or(1);
        for _ in 1..longest {
            step(&mut run, &mut now, here as u32, c);
        }
        run.done.extend(batch.iter().map(|q| Done { id: q.id, first, end: now - u64::from(longest - q.output) * (c.step + c.token * here as u64) }));
    }
    run.done.sort_by_key(|done| done.id);
    run
}
