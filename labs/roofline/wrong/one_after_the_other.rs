// must fail: roof/attainable — reads, then computes: a smooth curve under the roof
pub fn attainable(intensity: f64, tflops: f64, gbs: f64) -> f64 {
    1.0 / (1.0 / tflops + 1.0 / (intensity * gbs / 1e3))
}
