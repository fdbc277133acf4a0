//! Times as people write them: `~60–90 min`, `2-4 hours total (multi-day)`, `1.5 h`.
//!
//! A range in minutes comes out, with whatever stood after it; text that starts with no number and unit is none.

use std::fmt;

use super::model::Minutes;

/// Reads a time at the start of `text`. The note is what follows, without its brackets.
pub(crate) fn parse(text: &str) -> Option<(Minutes, String)> {
    let rest = text
        .trim_start()
        .trim_start_matches(['~', '≈'])
        .trim_start();
    let (low, rest) = number(rest)?;
    let after = rest.trim_start();
    let dash = after
        .strip_prefix(['–', '—', '-'])
        .or_else(|| after.strip_prefix("to "));
    let (high, rest) = match dash.map(str::trim_start).and_then(number) {
        Some((high, rest)) => (high, rest),
        None => (low, rest),
    };
    let rest = rest.trim_start();
    let unit_len = rest
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(rest.len());
    let (unit, note) = rest.split_at(unit_len);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "min" | "mins" | "minute" | "minutes" | "m" => 1.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 60.0,
        _ => return None,
    };
    // A year of minutes is more than any course; beyond it the sum could overflow.
    let minutes = |n: f64| (n * factor).round().clamp(0.0, 525_600.0) as u32;
    let (low, high) = (minutes(low), minutes(high));
    let note = note
        .trim()
        .trim_start_matches("total")
        .trim()
        .trim_start_matches('(')
        .trim_end_matches(')')
        .trim();
    Some((
        Minutes {
            min: low.min(high),
            max: high.max(low),
        },
        note.to_owned(),
    ))
}

/// A decimal number at the start, and what follows it.
fn number(text: &str) -> Option<(f64, &str)> {
    let len = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(len);
    digits.parse().ok().map(|n| (n, rest))
}

/// `45 min`, `60–90 min`, `2–4 h`, `1 h 30 min–2 h`: hours once both ends are past an hour and a half.
impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max {
            return write!(f, "{}", words(self.max));
        }
        match (self.min % 60, self.max % 60, self.max > 90) {
            (0, 0, true) if self.min > 0 => write!(f, "{}–{} h", self.min / 60, self.max / 60),
            (_, _, false) => write!(f, "{}–{} min", self.min, self.max),
            _ => write!(f, "{}–{}", words(self.min), words(self.max)),
        }
    }
}

fn words(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, m) => format!("{m} min"),
        (h, 0) => format!("{h} h"),
        (1, m) if m <= 30 => format!("{} min", 60 + m),
        (h, m) => format!("{h} h {m} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Option<(u32, u32, String)> {
        parse(text).map(|(m, note)| (m.min, m.max, note))
    }

    #[test]
    fn times_as_people_write_them() {
        assert_eq!(range("~60–90 min"), Some((60, 90, String::new())));
        assert_eq!(
            range("~45–60 min (intro pass)"),
            Some((45, 60, "intro pass".into()))
        );
        assert_eq!(
            range("~2–4 hours total (multi-day)"),
            Some((120, 240, "multi-day".into()))
        );
        assert_eq!(range("8-10 hours"), Some((480, 600, String::new())));
        assert_eq!(range("1.5 h"), Some((90, 90, String::new())));
        assert_eq!(range("30 to 45 minutes"), Some((30, 45, String::new())));
        assert_eq!(range("90–60 min"), Some((60, 90, String::new())));
        assert_eq!(range("~1–3 evenings"), None);
        assert_eq!(range("the sum of the tasks"), None);
        assert_eq!(range(""), None);
        assert_eq!(
            range("99999999999999999999 hours").map(|r| r.1),
            Some(525_600)
        );
    }

    #[test]
    fn a_range_is_shown_in_its_natural_unit() {
        let shown = |min, max| Minutes { min, max }.to_string();
        assert_eq!(shown(60, 90), "60–90 min");
        assert_eq!(shown(45, 45), "45 min");
        assert_eq!(shown(120, 240), "2–4 h");
        assert_eq!(shown(475, 770), "7 h 55 min–12 h 50 min");
        assert_eq!(shown(60, 60), "1 h");
    }
}
