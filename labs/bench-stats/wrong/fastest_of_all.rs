// must fail: warm-up/reference — a single time that is strangely fast makes all the others warm-up
use bench_stats::StatsError;

pub fn warm_up(times: &[f64], slack: f64) -> Result<usize, StatsError> {
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.len() < 5 {
        return Err(StatsError::TooFew);
    }
    let limit = slack * times.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(times.iter().take_while(|time| **time > limit).count())
}
