// must fail: prefill/floor — reads the weights again for each token of the prompt
use napkin::{Bound, Device, Step};

pub fn prefill(d: &Device, params: f64, weights: f64, tokens: u64) -> Step {
    let bytes = weights * tokens as f64;
    let flops = 2.0 * params * tokens as f64;
    let (memory, math) = (bytes / d.bandwidth, flops / d.peak);
    Step {
        bytes,
        flops,
        seconds: memory.max(math),
        bound: if math > memory { Bound::Math } else { Bound::Memory },
    }
}
