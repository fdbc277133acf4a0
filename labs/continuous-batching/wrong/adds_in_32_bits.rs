// must fail: preempt/never-fits — adds prompt and output in 32 bits, and overflows
use continuous_batching::{Cost, Request, Run, SchedError};

pub fn paged(r: &[Request], slots: usize, budget: u32, blocks: u32, block_size: u32, c: Cost) -> Result<Run, SchedError> {
    let all = u64::from(blocks) * u64::from(block_size);
    // The last token is made, and never read.
    let held = |q: &Request| u64::from(q.prompt + q.output - 1);
    if let Some(q) = in_order(r).iter().find(|q| held(q) > all) {
        return Err(SchedError::NeverFits(q.id));
    }
    let cache = Cache { blocks: u64::from(blocks), size: block_size.max(1) };
    serve(r, slots, budget, cache, c)
}
