// must fail: compare/spread — a difference as large as the spread is not larger
use bench_stats::{Change, StatsError, Verdict};

pub fn compare(before: &[f64], after: &[f64]) -> Result<Change, StatsError> {
    for times in [before, after] {
        if let Some(at) = times.iter().position(|time| !(*time > 0.0 && time.is_finite())) {
            return Err(StatsError::Time(at));
        }
        if times.len() < 5 {
            return Err(StatsError::TooFew);
        }
    }
    let sorted = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times
    };
    let (before, after) = (sorted(before), sorted(after));
    let middle = |times: &[f64]| times[times.len().div_ceil(2) - 1];
    let spread = |times: &[f64]| times[times.len() - 1] - times[0];
    let (old, new) = (middle(&before), middle(&after));
    let allowed = spread(&before).max(spread(&after));
    let verdict = match new - old {
        by if by.abs() < allowed => Verdict::CannotSay,
        by if by < 0.0 => Verdict::Faster,
        _ => Verdict::Slower,
    };
    Ok(Change { percent: 100.0 * (new - old) / old, verdict })
}
