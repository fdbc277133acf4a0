// must fail: roof/ridge — the ridge of the example
pub fn ridge(tflops: f64, gbs: f64) -> f64 {
    112.6e12 / 960e9
}
