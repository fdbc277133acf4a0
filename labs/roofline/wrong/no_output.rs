// must fail: roof/intensity — moves both matrices, and not the result
pub fn gemm_intensity(m: u64, n: u64, k: u64, bytes: u64) -> f64 {
    // A product of three counts may have more than 64 bits.
    let (m, n, k) = (m as f64, n as f64, k as f64);
    2.0 * m * n * k / (bytes as f64 * (m * k + k * n))
}
