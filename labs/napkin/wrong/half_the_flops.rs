// must fail: decode/bound — one operation for each parameter, not a multiplication and an addition
use napkin::{Bound, Device, Step};

pub fn decode(d: &Device, params: f64, weights: f64, cache: u64, batch: u64, context: u64) -> Step {
    let bytes = weights + (batch * context * cache) as f64;
    let flops = params * batch as f64;
    let (memory, math) = (bytes / d.bandwidth, flops / d.peak);
    Step {
        bytes,
        flops,
        seconds: memory.max(math),
        bound: if math > memory { Bound::Math } else { Bound::Memory },
    }
}
