// must fail: count/large — multiplies in 64 bits, and overflows
pub fn max_rank(d_in: u64, d_out: u64, times: u64) -> u64 {
    d_in * d_out / (d_in + d_out) / times
}
