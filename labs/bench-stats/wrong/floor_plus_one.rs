// must fail: percentile/place — one too far wherever p · n / 100 is whole: p95 of 20 is not the largest
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
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let below = p as usize * sorted.len() / 100;
    Ok(sorted[below.min(sorted.len() - 1)])
}
