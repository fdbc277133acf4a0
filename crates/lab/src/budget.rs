//! Counted budgets: what is counted, on which cases, the ideal, and what is allowed; the message shows both.
//!
//! In: runs and their cases. Out: the count that leaves the least room. The rule: a budget is read on the cases that
//! carry its tag, and the case with the least room decides.
//! Read next: `metric.rs` for what can be counted.

use std::sync::Arc;

use crate::Case;
use crate::device::Ran;
use crate::metric::Metric;

/// What is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// What the best code needs.
    pub ideal: f64,
    /// What passes.
    pub limit: Limit,
}

/// The side on which the limit lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
    /// This and nothing else.
    Exactly(f64),
}

impl Bound {
    /// At most `limit` where `ideal` is possible.
    pub const fn at_most(ideal: f64, limit: f64) -> Bound {
        Bound {
            ideal,
            limit: Limit::AtMost(limit),
        }
    }

    /// At least `limit` where `ideal` is possible.
    pub const fn at_least(ideal: f64, limit: f64) -> Bound {
        Bound {
            ideal,
            limit: Limit::AtLeast(limit),
        }
    }

    /// Exactly this.
    pub const fn exactly(value: f64) -> Bound {
        Bound {
            ideal: value,
            limit: Limit::Exactly(value),
        }
    }

    /// Whether a value passes.
    pub fn holds(&self, value: f64) -> bool {
        match self.limit {
            Limit::AtMost(limit) => value <= limit + 1e-9,
            Limit::AtLeast(limit) => value >= limit - 1e-9,
            Limit::Exactly(limit) => (value - limit).abs() <= 1e-9,
        }
    }

    /// How far the value is past the limit, in units of the limit; larger is worse.
    fn excess(&self, value: f64) -> f64 {
        let (over, limit) = match self.limit {
            Limit::AtMost(limit) => (value - limit, limit),
            Limit::AtLeast(limit) => (limit - value, limit),
            Limit::Exactly(limit) => ((value - limit).abs(), limit),
        };
        over / limit.abs().max(1.0)
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ideal = number(self.ideal);
        match self.limit {
            // An ideal of nothing at all is not worth telling.
            Limit::AtMost(limit) if limit == self.ideal || self.ideal == 0.0 => {
                write!(f, "at most {}", number(limit))
            }
            Limit::AtMost(limit) => write!(f, "at most {} (ideal {ideal})", number(limit)),
            Limit::AtLeast(limit) if limit == self.ideal => write!(f, "at least {ideal}"),
            Limit::AtLeast(limit) => write!(f, "at least {} (ideal {ideal})", number(limit)),
            Limit::Exactly(_) => write!(f, "exactly {ideal}"),
        }
    }
}

/// A number that a case decides, or the same for all.
pub trait Amount: Send + Sync + 'static {
    /// The number for a case.
    fn of(&self, case: &Case) -> f64;
}

impl Amount for f64 {
    fn of(&self, _case: &Case) -> f64 {
        *self
    }
}

impl<F: Fn(&Case) -> u64 + Send + Sync + 'static> Amount for F {
    fn of(&self, case: &Case) -> f64 {
        self(case) as f64
    }
}

/// A counted bound.
#[derive(Clone)]
pub struct Budget {
    /// What is counted.
    pub metric: Metric,
    /// The tag of the cases it is counted on.
    pub tag: &'static str,
    bound: Arc<dyn Fn(&Case) -> Bound + Send + Sync>,
}

/// A count on the cases of a tag, before it is said what is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    metric: Metric,
    tag: &'static str,
}

impl Metric {
    /// Counted on the cases with this tag.
    pub fn on(self, tag: &'static str) -> Counted {
        Counted { metric: self, tag }
    }
}

impl Counted {
    /// At most `limit`, where `ideal` is possible.
    pub fn at_most(self, ideal: impl Amount, limit: impl Amount) -> Budget {
        self.bounded(move |case| Bound::at_most(ideal.of(case), limit.of(case)))
    }

    /// At least `limit`, where `ideal` is possible.
    pub fn at_least(self, ideal: impl Amount, limit: impl Amount) -> Budget {
        self.bounded(move |case| Bound::at_least(ideal.of(case), limit.of(case)))
    }

    /// This and nothing else.
    pub fn exactly(self, value: impl Amount) -> Budget {
        self.bounded(move |case| Bound::exactly(value.of(case)))
    }

    /// No more than what the best code needs.
    pub fn no_more_than(self, ideal: impl Amount) -> Budget {
        self.bounded(move |case| Bound::at_most(ideal.of(case), ideal.of(case)))
    }

    fn bounded(self, bound: impl Fn(&Case) -> Bound + Send + Sync + 'static) -> Budget {
        Budget {
            metric: self.metric,
            tag: self.tag,
            bound: Arc::new(bound),
        }
    }
}

/// A budget held against a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The count.
    pub value: f64,
    /// What was allowed.
    pub bound: Bound,
    /// Whether it passes.
    pub holds: bool,
    /// The case's position in the part's list.
    pub case: usize,
}

impl Held {
    /// Whether this one leaves less room than another.
    fn is_tighter(&self, than: &Held) -> bool {
        self.bound.excess(self.value) >= than.bound.excess(than.value)
    }
}

impl Budget {
    /// What is allowed on a case.
    pub fn bound(&self, case: &Case) -> Bound {
        (self.bound)(case)
    }

    /// Counts the budget on each of its cases and gives the one that leaves the least room; `None` without any count.
    pub fn decide<'a>(
        &self,
        runs: impl Iterator<Item = (usize, &'a Case, &'a Ran)>,
    ) -> Option<Held> {
        let counted = runs.filter(|(_, case, _)| case.tags.contains(&self.tag));
        counted
            .filter_map(|(at, case, ran)| {
                let (value, bound) = (self.metric.value(case, ran)?, self.bound(case));
                Some(Held {
                    value,
                    bound,
                    holds: bound.holds(value),
                    case: at,
                })
            })
            .reduce(|worst, held| match held.is_tighter(&worst) {
                true => held,
                false => worst,
            })
    }
}

/// A number as a person reads it: whole numbers in groups of three, others to three decimals or three digits.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return format!("{value}");
    }
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return grouped(value);
    }
    let trimmed = |text: String| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    match value.abs() {
        size if size < 1e-3 => format!("{value:.2e}"),
        size if size < 1.0 => trimmed(format!("{value:.*}", (2.0 - size.log10().floor()) as usize)),
        _ => trimmed(format!("{value:.3}")),
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut out = String::from(if value < 0.0 { "−" } else { "" });
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{BufferCounts, Counts, Traffic};
    use crate::metric::loads;

    #[test]
    fn the_message_shows_the_limit_and_the_ideal() {
        assert_eq!(
            Bound::at_most(4.0, 4.5).to_string(),
            "at most 4.5 (ideal 4)"
        );
        assert_eq!(Bound::exactly(1.0).to_string(), "exactly 1");
        assert_eq!(
            Bound::at_least(1.0, 0.95).to_string(),
            "at least 0.95 (ideal 1)"
        );
    }

    fn ran(sectors: u64) -> Ran {
        let loads = Traffic {
            requests: 1,
            sectors,
            bytes: 128,
            unique_bytes: 128,
        };
        let a = BufferCounts {
            name: "a".into(),
            loads,
            stores: Traffic::default(),
        };
        let counts = Counts {
            buffers: vec![a],
            ..Counts::default()
        };
        Ran {
            counts: vec![counts],
            ..Ran::stopped("", "")
        }
    }

    #[test]
    fn the_case_with_the_least_room_decides() {
        let budget = loads().sectors().on("big").at_most(4.0, 4.5);
        let cases = [
            Case::new("x", "k").tag("big"),
            Case::new("y", "k").tag("big"),
            Case::new("z", "k"),
        ];
        let rans = [ran(4), ran(8), ran(32)];
        let runs = cases.iter().zip(&rans).enumerate();
        let held = budget.decide(runs.map(|(i, (case, ran))| (i, case, ran)));
        assert_eq!(
            held.map(|h| (h.value, h.holds, h.case)),
            Some((8.0, false, 1))
        );
    }

    #[test]
    fn a_bound_may_follow_the_case() {
        let budget = loads().bytes().on("big").exactly(|c: &Case| 12 * c["n"]);
        assert_eq!(
            budget.bound(&Case::new("x", "k").int("n", 7)),
            Bound::exactly(84.0)
        );
    }

    #[test]
    fn numbers_read_well() {
        let told: Vec<String> = [
            31.0,
            4.5,
            4356.0,
            0.1 + 0.2,
            0.0625,
            0.007_123,
            2.5e-7,
            -1e6,
        ]
        .iter()
        .map(|v| number(*v))
        .collect();
        assert_eq!(
            told,
            [
                "31",
                "4.5",
                "4,356",
                "0.3",
                "0.0625",
                "0.00712",
                "2.50e-7",
                "−1,000,000"
            ]
        );
    }
}
