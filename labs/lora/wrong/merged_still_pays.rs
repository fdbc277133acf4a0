// must fail: cost/flops — pays for the adapter after it is merged, too
pub fn flops(d_in: u64, d_out: u64, r: u64, _merged: bool) -> u64 {
    let (matrix, adapter) = count(d_in, d_out, r);
    2 * (matrix + adapter)
}
