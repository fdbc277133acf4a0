// must fail: percentile/errors — sorts what is no time to an end of the list
use bench_stats::StatsError;

pub fn percentile(times: &[f64], p: u32) -> Result<f64, StatsError> {
    if !(1..=100).contains(&p) {
        return Err(StatsError::Percent);
    }
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (p as usize * sorted.len()).div_ceil(100);
    sorted.get(place.saturating_sub(1)).copied().ok_or(StatsError::TooFew)
}
