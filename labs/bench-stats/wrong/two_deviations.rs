// must fail: outliers/masked — two deviations from the mean, which the outliers themselves have widened
use bench_stats::StatsError;

pub fn outliers(times: &[f64]) -> Result<Vec<usize>, StatsError> {
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.len() < 5 {
        return Err(StatsError::TooFew);
    }
    let n = times.len() as f64;
    let mean = times.iter().sum::<f64>() / n;
    let deviation = (times.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / n).sqrt();
    let beyond = |time: f64| (time - mean).abs() > 2.0 * deviation;
    Ok((0..times.len()).filter(|i| beyond(times[*i])).collect())
}
