// must fail: adapter/counts — counts A and forgets B
pub fn adapter(d_in: u64, _d_out: u64, rank: u64) -> u64 {
    rank * d_in
}
