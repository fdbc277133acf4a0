//! When a question comes back: the schedule of reviews, in days.

/// The longest that a question stays away, in days.
const LONGEST: u32 = 365;

/// In how many days a question is due again.
///
/// `last` is how many days the review before this one had given it, 0 where there was none; `grade` is 1 for "again", 2 "hard", 3 "good",
/// 4 "easy". Steps grow with good answers, and start again with a bad one.
pub fn next_due(last: u32, grade: u32) -> u32 {
    let days = match grade {
        0 | 1 => 1,
        2 => last.max(2),
        3 => last.saturating_mul(2).max(3),
        _ => last.saturating_mul(3).max(7),
    };
    days.min(LONGEST)
}
