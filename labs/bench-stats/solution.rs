//! What a list of measured times says, what it does not, and whether two of them differ.

use bench_stats::{Band, Change, StatsError, Verdict};

// Part percentile.

/// The time at place ⌈p · n / 100⌉ of the sorted list, counted from 1.
//@anchor percentile
pub fn percentile(times: &[f64], p: u32) -> Result<f64, StatsError> {
    //@solution
    if !(1..=100).contains(&p) {
        return Err(StatsError::Percent);
    }
    meaningful(times, 1)?;
    let place = (p as usize * times.len()).div_ceil(100);
    Ok(sorted(times)[place - 1])
    //@starter
    //| todo!()
    //@end
}
//@solution

/// All times are above 0 and finite, and there are at least so many.
fn meaningful(times: &[f64], least: usize) -> Result<(), StatsError> {
    let means = |time: &f64| *time > 0.0 && time.is_finite();
    if let Some(at) = times.iter().position(|time| !means(time)) {
        return Err(StatsError::Time(at));
    }
    if times.len() < least { Err(StatsError::TooFew) } else { Ok(()) }
}

fn sorted(times: &[f64]) -> Vec<f64> {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times
}

/// The fewest times of which more than a percentile is said.
const LEAST: usize = 5;
//@end
//@endanchor percentile

// Part warm-up.

/// How many times at the beginning are above `slack` times the median of the list's second half.
//@anchor warm-up
pub fn warm_up(times: &[f64], slack: f64) -> Result<usize, StatsError> {
    //@solution
    meaningful(times, LEAST)?;
    let limit = slack * percentile(&times[times.len() / 2..], 50)?;
    Ok(times.iter().take_while(|time| **time > limit).count())
    //@starter
    //| todo!()
    //@end
}
//@endanchor warm-up

// Part outliers.

/// The indices of the times that lie beyond p25 and p75 by more than 1.5 times their distance.
//@anchor outliers
pub fn outliers(times: &[f64]) -> Result<Vec<usize>, StatsError> {
    //@solution
    meaningful(times, LEAST)?;
    let (low, high) = (percentile(times, 25)?, percentile(times, 75)?);
    let reach = 1.5 * (high - low);
    let beyond = |time: f64| time < low - reach || time > high + reach;
    Ok((0..times.len()).filter(|at| beyond(times[*at])).collect())
    //@starter
    //| todo!()
    //@end
}
//@endanchor outliers

// Part band.

/// The times between which the true percentile lies, nineteen times of twenty.
//@anchor band
pub fn band(times: &[f64], p: u32) -> Result<Band, StatsError> {
    //@solution
    if !(1..=99).contains(&p) {
        return Err(StatsError::Percent);
    }
    meaningful(times, LEAST)?;
    let (n, share) = (times.len() as f64, f64::from(p) / 100.0);
    let deviation = (n * share * (1.0 - share)).sqrt();
    let (low, high) = (n * share - 2.0 * deviation, n * share + 2.0 * deviation);
    if low < 1.0 || high > n {
        return Err(StatsError::TooFew);
    }
    let times = sorted(times);
    let at = |place: f64| times[place.round() as usize - 1];
    Ok(Band { low: at(low), high: at(high) })
    //@starter
    //| todo!()
    //@end
}
//@endanchor band

// Part compare.

/// From `before` to `after`, in per cent of `before`.
//@anchor compare
pub fn change(before: f64, after: f64) -> Result<f64, StatsError> {
    //@solution
    meaningful(&[before, after], 2)?;
    Ok(100.0 * (after - before) / before)
    //@starter
    //| todo!()
    //@end
}

/// The change of the median, and whether it is larger than what each version varies from round to round.
pub fn compare(before: &[f64], after: &[f64]) -> Result<Change, StatsError> {
    //@solution
    meaningful(before, LEAST)?;
    meaningful(after, LEAST)?;
    let (old, new) = (percentile(before, 50)?, percentile(after, 50)?);
    let verdict = if (new - old).abs() <= spread(before).max(spread(after)) {
        Verdict::CannotSay
    } else if new < old {
        Verdict::Faster
    } else {
        Verdict::Slower
    };
    Ok(Change { percent: change(old, new)?, verdict })
    //@starter
    //| todo!()
    //@end
}
//@solution

/// From the smallest to the largest.
fn spread(times: &[f64]) -> f64 {
    let times = sorted(times);
    times[times.len() - 1] - times[0]
}
//@end
//@endanchor compare
