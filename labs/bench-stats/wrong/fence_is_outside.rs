// must fail: outliers/on-the-fence — counts what stands on the fence
use bench_stats::StatsError;

pub fn outliers(times: &[f64]) -> Result<Vec<usize>, StatsError> {
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.len() < 5 {
        return Err(StatsError::TooFew);
    }
    let at = |p: usize| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times[(p * times.len()).div_ceil(100) - 1]
    };
    let (low, high) = (at(25), at(75));
    let reach = 1.5 * (high - low);
    let beyond = |time: f64| time <= low - reach || time >= high + reach;
    Ok((0..times.len()).filter(|i| beyond(times[*i])).collect())
}
