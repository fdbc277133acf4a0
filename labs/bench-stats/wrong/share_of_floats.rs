// must fail: percentile/place — 0.07 · 100 is a little above 7, and ⌈…⌉ makes 8 of it
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
    let place = (f64::from(p) / 100.0 * sorted.len() as f64).ceil() as usize;
    Ok(sorted[place.clamp(1, sorted.len()) - 1])
}
