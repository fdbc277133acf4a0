//! What a GPU measured, over time: a lab's attempts come in, a series for each measured check and device comes out.
//!
//! Pages make the same series of the rows that they show (`static/standing.js`, held to `tests/standing/cases.json` as this is). None of it
//! counts as done or open, so it is no part of the rule. Nothing is kept but the attempts themselves, which are never changed: a best is never
//! lost and never wrong.

use lab::{Kind, Lab};

use crate::store::Attempt;

/// A measured check on one device.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// `part/check`.
    pub check: String,
    /// The device's name.
    pub device: String,
    /// What the values are in: `% of a copy`.
    pub unit: &'static str,
    /// One an attempt that was measured there, oldest first; never empty.
    pub values: Vec<f64>,
}

impl Timed {
    /// The best that was reached.
    pub fn best(&self) -> f64 {
        self.values.iter().copied().fold(f64::MIN, f64::max)
    }

    /// The newest.
    pub fn last(&self) -> f64 {
        self.values.last().copied().unwrap_or_default()
    }
}

/// The measured checks of a lab, as `part/check`, with the unit of each.
pub fn measured(lab: &Lab) -> impl Iterator<Item = (String, &'static str)> + '_ {
    lab.checks().filter_map(|(part, check)| match &check.kind {
        Kind::Measured(of) => Some((format!("{}/{}", part.id, check.id), of.against.unit())),
        _ => None,
    })
}

/// What was measured of a lab, check by check and device by device; attempts at other labs are passed over.
pub fn timed(lab: &Lab, attempts: &[Attempt]) -> Vec<Timed> {
    let mut all: Vec<Timed> = Vec::new();
    let own: Vec<&Attempt> = attempts.iter().filter(|one| one.lab == lab.id).collect();
    for (check, unit) in measured(lab) {
        let first = all.len();
        for attempt in &own {
            let mut checks = attempt.checks.iter();
            let found = checks.find(|row| format!("{}/{}", row.part, row.check) == check);
            let Some(value) = found.and_then(|row| row.value) else {
                continue;
            };
            let device = gpu_of(&attempt.device);
            match all[first..].iter_mut().find(|one| one.device == device) {
                Some(one) => one.values.push(value),
                None => all.push(Timed {
                    check: check.clone(),
                    device: device.to_owned(),
                    unit,
                    values: vec![value],
                }),
            }
        }
    }
    all
}

/// The GPU among what an attempt ran on: the machine is named before it, where both judged.
fn gpu_of(devices: &str) -> &str {
    devices.strip_prefix("simulated, ").unwrap_or(devices)
}
