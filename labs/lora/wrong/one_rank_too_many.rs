// must fail: count/rank — rounds up, to an adapter that saves too little
pub fn max_rank(d_in: u64, d_out: u64, times: u64) -> u64 {
    let [d_in, d_out, times] = [d_in, d_out, times].map(u128::from);
    if d_in > 1 << 32 || times > 1 << 32 {
        return (d_in * d_out / (d_in + d_out) / times) as u64;
    }
    (d_in * d_out).div_ceil((d_in + d_out) * times) as u64
}
