// must fail: cost/flops — counts a multiplication and an addition as one
pub fn flops(d_in: u64, d_out: u64, r: u64, merged: bool) -> u64 {
    let (matrix, adapter) = count(d_in, d_out, r);
    matrix + if merged { 0 } else { adapter }
}
