//! Counted budgets: what is counted, the ideal, and what is allowed; the message shows both.
//!
//! The rule: a budget is a property of the code, not of a chip, so its count is exact and repeatable. It is read on
//! the cases that carry its tag; the case that leaves the least room decides.
//! Sectors are told per full request: 32 lanes of 4 bytes touch at best 4 sectors, and wider or partly active
//! requests are scaled to those 128 bytes, so that one number compares `float` and `float4` code.

use crate::Case;
use crate::device::{Counts, LineCounts, Traffic};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Sectors per full request, loads and stores of all buffers together.
    Sectors,
    /// Sectors per full load request of one buffer, or of all (`""`).
    LoadSectors(&'static str),
    /// Sectors per full store request of one buffer, or of all (`""`).
    StoreSectors(&'static str),
    /// Elements of 4 bytes loaded from one buffer, or from all (`""`), repeated loads counted again.
    LoadedElements(&'static str),
    /// Elements of 4 bytes stored to one buffer, or to all (`""`), repeated stores counted again.
    StoredElements(&'static str),
    /// Bytes requested of global memory, loads and stores.
    GlobalBytes,
    /// Passes over the shared-memory banks where one suffices; of loads and stores the worse.
    BankPasses,
    /// Active lanes over 32 × issued instructions, in per cent.
    LaneEfficiency,
    /// Block-wide barriers each block meets.
    BarriersPerBlock,
    /// Shared memory a block, in bytes.
    SharedBytes,
    /// Special functions, all lanes.
    SpecialFunctions,
}

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

/// A counted bound.
#[derive(Clone, Copy)]
pub struct Budget {
    /// What is counted.
    pub metric: Metric,
    /// The tag of the cases it is counted on.
    pub counted_on: &'static str,
    /// The bound for a case.
    pub bound: fn(&Case) -> Bound,
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

impl Budget {
    /// Counts the budget on each of its cases and gives the one that leaves the least room; `None` without any count.
    pub fn decide<'a>(
        &self,
        runs: impl Iterator<Item = (usize, &'a Case, &'a Counts)>,
    ) -> Option<Held> {
        runs.filter(|(_, case, _)| case.tags.contains(&self.counted_on))
            .filter_map(|(at, case, counts)| {
                let (value, bound) = (self.metric.value(counts)?, (self.bound)(case));
                Some(Held {
                    value,
                    bound,
                    holds: bound.holds(value),
                    case: at,
                })
            })
            .max_by(|a, b| a.bound.excess(a.value).total_cmp(&b.bound.excess(b.value)))
    }
}

impl Metric {
    /// The count; `None` when the kernel made no such request at all.
    pub fn value(self, counts: &Counts) -> Option<f64> {
        match self {
            Metric::Sectors => sectors(total(counts, "", |b| b.loads.plus(b.stores))),
            Metric::LoadSectors(buffer) => sectors(total(counts, buffer, |b| b.loads)),
            Metric::StoreSectors(buffer) => sectors(total(counts, buffer, |b| b.stores)),
            Metric::LoadedElements(buffer) => {
                Some(total(counts, buffer, |b| b.loads).bytes as f64 / 4.0)
            }
            Metric::StoredElements(buffer) => {
                Some(total(counts, buffer, |b| b.stores).bytes as f64 / 4.0)
            }
            Metric::GlobalBytes => Some(total(counts, "", |b| b.loads.plus(b.stores)).bytes as f64),
            Metric::BankPasses => Some(
                counts
                    .shared_loads
                    .passes()
                    .max(counts.shared_stores.passes()),
            ),
            Metric::LaneEfficiency => (counts.warp_instructions > 0).then(|| {
                100.0 * counts.lane_instructions as f64 / (32 * counts.warp_instructions) as f64
            }),
            Metric::BarriersPerBlock => {
                (counts.blocks > 0).then(|| counts.barriers as f64 / counts.blocks as f64)
            }
            Metric::SharedBytes => Some(counts.shared_bytes as f64),
            Metric::SpecialFunctions => Some(counts.special as f64),
        }
    }

    /// Whether it is a rate, which a single line has as well as the whole.
    pub fn is_rate(self) -> bool {
        matches!(
            self,
            Metric::Sectors | Metric::LoadSectors(_) | Metric::StoreSectors(_) | Metric::BankPasses
        )
    }

    /// The unit of the count.
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Sectors | Metric::LoadSectors(_) | Metric::StoreSectors(_) => {
                "sectors per request"
            }
            Metric::LoadedElements(_) | Metric::StoredElements(_) => "elements",
            Metric::GlobalBytes => "bytes",
            Metric::BankPasses => "bank passes per request",
            Metric::LaneEfficiency => "% active",
            Metric::BarriersPerBlock => "per block",
            Metric::SharedBytes => "bytes per block",
            Metric::SpecialFunctions => "evaluations",
        }
    }

    /// What it is called at the front of a message: `loads`, `stores of c`.
    pub fn subject(self) -> String {
        let of = |what: &str, buffer: &str| match buffer {
            "" => what.to_owned(),
            buffer => format!("{what} of `{buffer}`"),
        };
        match self {
            Metric::LoadSectors(b) | Metric::LoadedElements(b) => of("loads", b),
            Metric::StoreSectors(b) | Metric::StoredElements(b) => of("stores", b),
            Metric::Sectors => "loads and stores".into(),
            Metric::GlobalBytes => "traffic".into(),
            Metric::BankPasses => "shared memory".into(),
            Metric::LaneEfficiency => "lanes".into(),
            Metric::BarriersPerBlock => "barriers".into(),
            Metric::SharedBytes => "shared memory".into(),
            Metric::SpecialFunctions => "special functions".into(),
        }
    }

    /// What a line adds to the count, so that a message can name the lines that cost most.
    pub fn at_line(self, line: &LineCounts) -> f64 {
        match self {
            Metric::Sectors => sectors(line.loads.plus(line.stores)).unwrap_or(0.0),
            Metric::LoadSectors(_) => sectors(line.loads).unwrap_or(0.0),
            Metric::StoreSectors(_) => sectors(line.stores).unwrap_or(0.0),
            Metric::LoadedElements(_) => line.loads.bytes as f64 / 4.0,
            Metric::StoredElements(_) => line.stores.bytes as f64 / 4.0,
            Metric::GlobalBytes => line.loads.plus(line.stores).bytes as f64,
            Metric::BankPasses => line.shared_loads.passes().max(line.shared_stores.passes()),
            Metric::SpecialFunctions => line.special as f64,
            Metric::LaneEfficiency | Metric::BarriersPerBlock | Metric::SharedBytes => 0.0,
        }
    }
}

/// Sectors per 128 requested bytes.
fn sectors(traffic: Traffic) -> Option<f64> {
    (traffic.bytes > 0).then(|| traffic.sectors as f64 * 128.0 / traffic.bytes as f64)
}

fn total(
    counts: &Counts,
    buffer: &str,
    side: fn(&crate::device::BufferCounts) -> Traffic,
) -> Traffic {
    let wanted = counts
        .buffers
        .iter()
        .filter(|b| buffer.is_empty() || b.name == buffer);
    wanted.map(side).fold(Traffic::default(), Traffic::plus)
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
    use crate::device::BufferCounts;

    fn counts(sectors: u64, bytes: u64) -> Counts {
        let loads = Traffic {
            requests: bytes / 128,
            sectors,
            bytes,
            unique_bytes: bytes,
        };
        Counts {
            buffers: vec![BufferCounts {
                name: "a".into(),
                loads,
                stores: Traffic::default(),
            }],
            ..Counts::default()
        }
    }

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

    #[test]
    fn sectors_are_told_per_full_request() {
        assert_eq!(Metric::LoadSectors("").value(&counts(32, 128)), Some(32.0));
        assert_eq!(Metric::LoadSectors("a").value(&counts(16, 512)), Some(4.0));
        assert_eq!(Metric::LoadSectors("b").value(&counts(16, 512)), None);
    }

    #[test]
    fn the_case_with_the_least_room_decides() {
        let budget = Budget {
            metric: Metric::LoadSectors(""),
            counted_on: "big",
            bound: |_| Bound::at_most(4.0, 4.5),
        };
        let cases = [
            Case::new("x", "k").tag("big"),
            Case::new("y", "k").tag("big"),
            Case::new("z", "k"),
        ];
        let counted = [counts(4, 128), counts(8, 128), counts(32, 128)];
        let runs = cases
            .iter()
            .zip(&counted)
            .enumerate()
            .map(|(i, (case, counts))| (i, case, counts));
        let held = budget.decide(runs);
        assert_eq!(
            held.map(|h| (h.value, h.holds, h.case)),
            Some((8.0, false, 1))
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
