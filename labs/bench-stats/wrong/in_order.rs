// must fail: percentile/unsorted — the place in the list as it was measured
use bench_stats::StatsError;

pub fn percentile(times: &[f64], p: u32) -> Result<f64, StatsError> {
    if !(1..=100).contains(&p) {
        return Err(StatsError::Percent);
    }
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.is_empty() {
        return Err(StatsError::TooFew);
    }
    Ok(times[(p as usize * times.len()).div_ceil(100) - 1])
}
