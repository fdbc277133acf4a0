// must fail: percentile/place — a value between two neighbours, which nobody measured
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
    let at = f64::from(p) / 100.0 * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    Ok(low + (high - low) * at.fract())
}
