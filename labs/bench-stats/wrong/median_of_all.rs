// must fail: warm-up/reference — a median in which the warm-up has its say
use bench_stats::StatsError;

pub fn warm_up(times: &[f64], slack: f64) -> Result<usize, StatsError> {
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.len() < 5 {
        return Err(StatsError::TooFew);
    }
    let middle = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times[times.len().div_ceil(2) - 1]
    };
    let limit = slack * middle(times);
    Ok(times.iter().take_while(|time| **time > limit).count())
}
