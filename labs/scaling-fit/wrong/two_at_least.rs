// must fail: fastest/edges — looks for the best from two GPUs on
use scaling_fit::Fit;

pub fn fastest(fit: &Fit, per_gpu: f64, most: u32) -> u32 {
    let ms = |n: u32| fit.serial + fit.parallel / f64::from(n) + per_gpu * f64::from(n - 1);
    (2..=most).min_by(|a, b| ms(*a).total_cmp(&ms(*b))).unwrap_or(2)
}
