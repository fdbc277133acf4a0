// must fail: roof/intensity — two bytes a number, whatever it has
pub fn gemm_intensity(m: u64, n: u64, k: u64, _bytes: u64) -> f64 {
    // A product of three counts may have more than 64 bits.
    let (m, n, k) = (m as f64, n as f64, k as f64);
    2.0 * m * n * k / (2.0 * (m * k + k * n + m * n))
}
