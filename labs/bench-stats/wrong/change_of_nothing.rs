// must fail: compare/errors — divides by 0
use bench_stats::StatsError;

pub fn change(before: f64, after: f64) -> Result<f64, StatsError> {
    Ok(100.0 * (after - before) / before)
}
