//! What is timed on a GPU, and what its time is held against: a fraction of a ceiling that the same device reached in the same run.
//!
//! In: a case as large as the device asks for, the bytes or operations that it cannot do without. Out: a [`Measurement`],
//! and whether its fraction passes. The rule: seconds differ between devices, fractions of a measured ceiling hardly do,
//! so no seconds are ever asked for. Nobody looks at the results of a timed case: the cases of the part say what is right.

use crate::Case;
use crate::budget::number;

/// What a check on a GPU times.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The launches that are timed, made for about so many bytes of buffers.
    pub case: fn(usize) -> Case,
    /// What they are held against.
    pub against: Against,
    /// The least fraction of the ceiling that passes.
    pub at_least: f64,
}

/// A ceiling, and how much of its work a case has.
#[derive(Clone, Copy, Debug)]
pub enum Against {
    /// A copy of large buffers: the bytes that a case must read and write, each once.
    Copy(fn(&Case) -> u64),
    /// Multiply-adds in single precision and nothing else: the operations of a case, two each.
    MultiplyAdd(fn(&Case) -> u64),
    /// A large product of matrices in single precision, as the device's own library makes it; multiply-adds alone where there is
    /// no such library. The operations of a case.
    Product(fn(&Case) -> u64),
}

impl Against {
    /// The work of a case: bytes or operations.
    pub fn work(self, case: &Case) -> u64 {
        match self {
            Against::Copy(work) | Against::MultiplyAdd(work) | Against::Product(work) => work(case),
        }
    }

    /// The unit of a fraction of this ceiling.
    pub fn unit(self) -> &'static str {
        match self {
            Against::Copy(_) => "% of a copy",
            Against::MultiplyAdd(_) => "% of the multiply-adds",
            Against::Product(_) => "% of a product's ceiling",
        }
    }

    fn rate(self, per_second: f64) -> String {
        match self {
            Against::Copy(_) => format!("{} GB/s", number((per_second / 1e9).round())),
            Against::MultiplyAdd(_) | Against::Product(_) => {
                format!("{} GFLOP/s", number((per_second / 1e9).round()))
            }
        }
    }
}

/// Times of one thing, made again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// The middle one, in seconds.
    pub median: f64,
    /// The shortest.
    pub least: f64,
    /// The longest.
    pub most: f64,
    /// How many.
    pub runs: usize,
}

impl Times {
    /// These seconds in order; none where there are none.
    pub fn of(mut seconds: Vec<f64>) -> Option<Times> {
        seconds.sort_by(f64::total_cmp);
        Some(Times {
            median: *seconds.get(seconds.len() / 2)?,
            least: *seconds.first()?,
            most: *seconds.last()?,
            runs: seconds.len(),
        })
    }

    fn text(&self) -> String {
        format!(
            "{} (the middle of {}; {} to {})",
            span(self.median),
            self.runs,
            span(self.least),
            span(self.most)
        )
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The case, as its launches are written.
    pub case: String,
    /// Its bytes or operations.
    pub work: u64,
    /// How long it took.
    pub times: Times,
    /// What the ceiling reached, in bytes or operations a second.
    pub ceiling: f64,
    /// How the ceiling was reached, in a few words.
    pub reached_by: String,
    /// The device's clocks and temperature when it was timed, or why they are not known; empty where that was said before.
    pub conditions: String,
}

impl Measurement {
    /// The fraction of the ceiling in so many seconds.
    fn fraction_in(&self, seconds: f64) -> f64 {
        self.work as f64 / seconds.max(f64::MIN_POSITIVE) / self.ceiling.max(f64::MIN_POSITIVE)
    }

    /// The fraction of the ceiling that the middle run reached.
    pub fn fraction(&self) -> f64 {
        self.fraction_in(self.times.median)
    }

    /// The fractions of the slowest and the quickest run.
    pub fn spread(&self) -> (f64, f64) {
        (
            self.fraction_in(self.times.most),
            self.fraction_in(self.times.least),
        )
    }

    /// All of it in lines: the fraction, what was timed, what it was held against.
    pub fn told(&self, against: Against) -> String {
        let reached = number(percent(self.fraction()));
        let first = format!("{reached} {} reached", against.unit());
        let lines = [vec![first], self.lines(against)].concat();
        lines.join("\n")
    }

    /// Lines that say what was timed and what it was held against.
    pub(crate) fn lines(&self, against: Against) -> Vec<String> {
        let (slow, quick) = self.spread();
        let rate = self.work as f64 / self.times.median.max(f64::MIN_POSITIVE);
        let mut lines = vec![
            format!("timed: {}", self.case),
            format!("{}: {}", self.times.text(), against.rate(rate)),
            format!(
                "the ceiling here, {}: {}; {} to {} % of it",
                self.reached_by,
                against.rate(self.ceiling),
                number(percent(slow)),
                number(percent(quick))
            ),
        ];
        if !self.conditions.is_empty() {
            lines.push(self.conditions.clone());
        }
        lines
    }
}

/// A fraction in per cent, to a tenth.
pub(crate) fn percent(fraction: f64) -> f64 {
    (fraction * 1000.0).round() / 10.0
}

/// Seconds as a person reads them.
fn span(seconds: f64) -> String {
    let micro = seconds * 1e6;
    match micro {
        m if m < 100.0 => format!("{} µs", (m * 10.0).round() / 10.0),
        m if m < 10_000.0 => format!("{} µs", m.round()),
        m => format!("{} ms", (m / 100.0).round() / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_of_the_middle_run_and_comes_with_its_spread() {
        let times = Times::of(vec![4e-6, 1e-6, 2e-6]).expect("three");
        assert_eq!((times.median, times.least, times.most), (2e-6, 1e-6, 4e-6));
        assert_eq!(Times::of(Vec::new()), None);
        let measured = Measurement {
            case: "k<<<1, 1>>>()".into(),
            work: 1000,
            times,
            ceiling: 1e9,
            reached_by: "by copies".into(),
            conditions: "1000 MHz".into(),
        };
        assert_eq!(measured.fraction(), 0.5);
        assert_eq!(measured.spread(), (0.25, 1.0));
        let lines = measured.lines(Against::Copy(|_| 0));
        assert_eq!(lines[1], "2 µs (the middle of 3; 1 µs to 4 µs): 1 GB/s");
        assert_eq!(
            lines[2],
            "the ceiling here, by copies: 1 GB/s; 25 to 100 % of it"
        );
        assert_eq!(lines[3], "1000 MHz");
    }
}
