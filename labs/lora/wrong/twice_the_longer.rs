// must fail: count/layer — takes both sides for the longer one
pub fn count(d_in: u64, d_out: u64, r: u64) -> (u64, u64) {
    (d_in * d_out, 2 * r * d_in.max(d_out))
}
