// must fail: outliers/below — looks above only: a time that is too good to be true is one as well
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
    let fence = at(75) + 1.5 * (at(75) - at(25));
    Ok((0..times.len()).filter(|i| times[*i] > fence).collect())
}
