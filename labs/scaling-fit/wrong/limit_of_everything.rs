// must fail: fit/limit — infinity, and a negative speed-up, where there is no limit
use scaling_fit::Fit;

pub fn limit(fit: &Fit) -> Option<f64> {
    Some((fit.serial + fit.parallel) / fit.serial)
}
