// must fail: roof/intensity — multiplies in 64 bits, and overflows
pub fn gemm_intensity(m: u64, n: u64, k: u64, bytes: u64) -> f64 {
    (2 * m * n * k) as f64 / (bytes * (m * k + k * n + m * n)) as f64
}
