// must fail: compare/sign — counts a gain above 0, so that less time looks like more
use bench_stats::StatsError;

pub fn change(before: f64, after: f64) -> Result<f64, StatsError> {
    for (at, value) in [before, after].into_iter().enumerate() {
        if !(value > 0.0 && value.is_finite()) {
            return Err(StatsError::Time(at));
        }
    }
    Ok(100.0 * (before - after) / before)
}
