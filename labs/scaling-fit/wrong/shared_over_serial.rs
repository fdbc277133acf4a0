// must fail: fit/limit — the quotient of both shares; one GPU has to do both
use scaling_fit::Fit;

pub fn limit(fit: &Fit) -> Option<f64> {
    (fit.serial > 0.0).then(|| fit.parallel / fit.serial)
}
