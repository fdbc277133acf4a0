// must fail: count/layer — the counts of the example
pub fn count(_d_in: u64, _d_out: u64, _r: u64) -> (u64, u64) {
    (16_777_216, 163_840)
}
