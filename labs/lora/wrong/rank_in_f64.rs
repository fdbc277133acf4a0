// must fail: count/large — divides in f64, which has 53 bits
pub fn max_rank(d_in: u64, d_out: u64, times: u64) -> u64 {
    let [d_in, d_out, times] = [d_in, d_out, times].map(|n| n as f64);
    (d_in * d_out / (d_in + d_out) / times) as u64
}
