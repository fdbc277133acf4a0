//! What a learner did by day, and which questions are due: computed from the rows, never stored.
//!
//! Days are those of the given time zone. The schedule of reviews is `crates/standing`'s; here it has dates.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::store::{Review, Store, StoreError};

/// The day on which a question is due again.
///
/// In go the review before this one (its day and the day it named), the grade, and today.
pub fn next_due(before: Option<(Date, Date)>, grade: i64, today: Date) -> Date {
    let last = before.map_or(0, |(at, due)| (due - at).get_days());
    let number = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    let days = ::standing::next_due(number(last.into()), number(grade));
    today.checked_add(i64::from(days).days()).unwrap_or(today)
}

/// The day of a timestamp.
pub fn day(at: &str, zone: &TimeZone) -> Option<Date> {
    let time: Timestamp = at.parse().ok()?;
    Some(time.to_zoned(zone.clone()).date())
}

/// The newest review of each question.
pub fn latest(reviews: &[Review]) -> BTreeMap<&str, &Review> {
    let mut latest: BTreeMap<&str, &Review> = BTreeMap::new();
    for review in reviews {
        let newest = latest.entry(&review.item).or_insert(review);
        if newest.at <= review.at {
            *newest = review;
        }
    }
    latest
}

/// How many things were done on each day: attempts, ticks, entries of the log, reviews.
///
/// # Errors
/// When the store cannot be read.
pub fn by_day(store: &Store, zone: &TimeZone) -> Result<BTreeMap<String, usize>, StoreError> {
    let mut days: BTreeMap<String, usize> = BTreeMap::new();
    let mut add = |at: &str| {
        if let Some(day) = day(at, zone) {
            *days.entry(day.to_string()).or_default() += 1;
        }
    };
    for attempt in store.all_attempts()? {
        add(&attempt.started);
    }
    for mark in store.every_mark()? {
        add(&mark.at);
    }
    for entry in store.log_entries()? {
        add(&entry.row.at);
    }
    for review in store.reviews()? {
        add(&review.at);
    }
    Ok(days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn steps_grow_with_good_answers_and_start_again_with_a_bad_one() {
        let today = date(2026, 5, 31);
        assert_eq!(next_due(None, 3, today), date(2026, 6, 3));
        let before = Some((date(2026, 5, 25), date(2026, 5, 31)));
        assert_eq!(next_due(before, 3, today), date(2026, 6, 12));
        assert_eq!(next_due(before, 4, today), date(2026, 6, 18));
        assert_eq!(next_due(before, 2, today), date(2026, 6, 6));
        assert_eq!(next_due(before, 1, today), date(2026, 6, 1));
        let long = Some((date(2025, 1, 1), date(2026, 1, 1)));
        assert_eq!(next_due(long, 4, today), date(2027, 5, 31));
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        assert_eq!(day("2026-05-31T23:30:00Z", &zone), Some(date(2026, 6, 1)));
        assert_eq!(day("not a time", &zone), None);
    }
}
