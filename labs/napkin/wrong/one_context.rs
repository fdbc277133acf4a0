// must fail: decode/cache — reads the cache of one token, not of the whole context
use napkin::{Bound, Device, Step};

pub fn decode(d: &Device, params: f64, weights: f64, cache: u64, batch: u64, _context: u64) -> Step {
    let bytes = weights + (batch * cache) as f64;
    let flops = 2.0 * params * batch as f64;
    let (memory, math) = (bytes / d.bandwidth, flops / d.peak);
    Step {
        bytes,
        flops,
        seconds: memory.max(math),
        bound: if math > memory { Bound::Math } else { Bound::Memory },
    }
}
