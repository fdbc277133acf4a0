// must fail: fastest/count — rounds the root; the best whole number may be on its other side
use scaling_fit::Fit;

pub fn fastest(fit: &Fit, per_gpu: f64, most: u32) -> u32 {
    ((fit.parallel / per_gpu).sqrt().round() as u32).clamp(1, most)
}
