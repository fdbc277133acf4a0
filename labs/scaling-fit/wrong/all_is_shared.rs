// must fail: fit/predict — the GPUs share what stays, too
use scaling_fit::Fit;

pub fn predict(fit: &Fit, gpus: u32) -> f64 {
    (fit.serial + fit.parallel) / f64::from(gpus)
}
