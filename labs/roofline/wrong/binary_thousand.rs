// must fail: roof/ridge — takes a giga for 2^30
pub fn ridge(tflops: f64, gbs: f64) -> f64 {
    tflops * 1e12 / (gbs * 1073741824.0)
}
