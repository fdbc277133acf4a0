// must fail: band/too-few — rounds, and asks only then whether the band has left the list
use bench_stats::{Band, StatsError};

pub fn band(times: &[f64], p: u32) -> Result<Band, StatsError> {
    if !(1..=99).contains(&p) {
        return Err(StatsError::Percent);
    }
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    let (n, share) = (times.len() as f64, f64::from(p) / 100.0);
    let reach = 2.0 * (n * share * (1.0 - share)).sqrt();
    let (low, high) = (n * share - reach, n * share + reach);
    let (low, high) = (low.round(), high.round());
    if low < 1.0 || high > n {
        return Err(StatsError::TooFew);
    }
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(Band { low: sorted[low as usize - 1], high: sorted[high as usize - 1] })
}
