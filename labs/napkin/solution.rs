//! What a step of a language model moves and computes, and the least time that takes.

use napkin::{Bound, Device, Slip, Step};

// Part bytes.

/// Bytes of all weights: `kept16` of the parameters take 16 bits each, the others `bits`.
//@anchor bytes
pub fn weight_bytes(params: f64, kept16: f64, bits: f64) -> f64 {
    //@solution
    (params - kept16) * bits / 8.0 + kept16 * 2.0
    //@starter
    //| todo!()
    //@end
}

/// Bytes that one token adds to the cache, in FP16.
pub fn cache_per_token(layers: u64, kv_heads: u64, head_dim: u64) -> u64 {
    //@solution
    let vectors = 2 * layers * kv_heads; // a key and a value
    vectors * head_dim * 2
    //@starter
    //| todo!()
    //@end
}
//@endanchor bytes

// Part decode.

/// One token for each of `batch` sequences, all of which have `context` tokens behind them.
//@anchor decode
pub fn decode(d: &Device, params: f64, weights: f64, cache: u64, batch: u64, context: u64) -> Step {
    //@solution
    let bytes = weights + (batch * context * cache) as f64;
    let flops = 2.0 * params * batch as f64;
    step(d, bytes, flops)
    //@starter
    //| todo!()
    //@end
}
//@endanchor decode

// Part prefill.

/// A prompt of `tokens` tokens at once.
//@anchor prefill
pub fn prefill(d: &Device, params: f64, weights: f64, tokens: u64) -> Step {
    //@solution
    step(d, weights, 2.0 * params * tokens as f64)
    //@starter
    //| todo!()
    //@end
}
//@solution

/// Bytes and operations overlap: the slower of the two is the time.
fn step(d: &Device, bytes: f64, flops: f64) -> Step {
    let (memory, math) = (bytes / d.bandwidth, flops / d.peak);
    Step {
        bytes,
        flops,
        seconds: memory.max(math),
        bound: if math > memory { Bound::Math } else { Bound::Memory },
    }
}
//@end
//@endanchor prefill

// Part slip.

/// What turned the right number into the printed one.
//@anchor slip
pub fn slip(printed: f64, right: f64) -> Slip {
    //@solution
    let known = [
        (Slip::Right, 1.0),
        (Slip::Gibi, 1.0 / 1.073741824),
        (Slip::Mebi, 1.0 / 1.048576),
        (Slip::Doubled, 2.0),
    ];
    let ratio = printed / right;
    let away = |factor: f64| (ratio / factor).ln().abs();
    let (slip, nearest) = known.map(|(slip, factor)| (slip, away(factor))).into_iter()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((Slip::Unknown, f64::INFINITY));
    if nearest <= 0.015 { slip } else { Slip::Unknown }
    //@starter
    //| todo!()
    //@end
}
//@endanchor slip
