// must fail: decode/batch — every sequence of the batch reads the weights for itself
use napkin::{Bound, Device, Step};

pub fn decode(d: &Device, params: f64, weights: f64, cache: u64, batch: u64, context: u64) -> Step {
    let bytes = batch as f64 * (weights + (context * cache) as f64);
    let flops = 2.0 * params * batch as f64;
    let intensity = flops / weights;
    Step {
        bytes,
        flops,
        seconds: (bytes / d.bandwidth).max(flops / d.peak),
        bound: if intensity > d.peak / d.bandwidth { Bound::Math } else { Bound::Memory },
    }
}
