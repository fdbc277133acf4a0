//! The runs of a part: each of its cases once, what came out compared, and the few that run again in other orders.
//!
//! The rule: a case's contents are looked at as soon as it has run and then dropped, but for what another order is to be
//! compared with, so that a lab may have many megabytes of cases.
//! Read next: `decide.rs` for what is made of them.

use crate::compare::{Compared, compare};
use crate::device::{Complaint, Ending, Stored};
use crate::program::Amiss;
use crate::{Case, Check, Device, Kind, Measurement, Output, Part, Prints, Property, Ran};

/// All runs of a part.
#[derive(Default)]
pub(crate) struct Runs {
    /// What the compiler remarked.
    pub remarks: Vec<Complaint>,
    /// Why nothing could run.
    pub amiss: Option<Amiss>,
    /// Cases, their runs, and their outputs compared; up to the first run that did not finish.
    pub done: Vec<Done>,
    /// Cases in all.
    pub of: usize,
    /// The first case whose outputs changed with the order, if the orders were run.
    pub reordered: Option<Reordered>,
    /// Why finding nothing proves nothing on this device; see [`Device::unwatched`].
    pub unwatched: Option<String>,
    /// What each measured check of the part came to, by the check's id, on a device that has time.
    pub measured: Vec<(&'static str, Result<Measurement, String>)>,
}

/// One case and its run.
pub(crate) struct Done {
    pub case: Case,
    pub ran: Ran,
    /// One for each output of the case.
    pub compared: Vec<Compared>,
    /// Who stored the first wrong element last, of the first case that has one.
    pub stored: Stored,
    /// The first input that the run changed, and its first changed element.
    pub changed: Option<(&'static str, usize)>,
    /// What each property check of the part says, by the check's id.
    pub properties: Vec<(&'static str, Option<Property>)>,
}

/// What running in other orders showed.
pub(crate) struct Reordered {
    /// How many runs were compared.
    pub runs: usize,
    /// The first that differed.
    pub differs: Option<Differing>,
}

/// A run whose outputs another order changed.
pub(crate) struct Differing {
    /// The case's number.
    pub case: usize,
    /// What draws the order.
    pub seed: u64,
    /// The output's place among the case's outputs.
    pub output: usize,
    /// Its first element that differs.
    pub element: usize,
}

impl Runs {
    pub(crate) fn impossible(amiss: Amiss) -> Runs {
        Runs {
            amiss: Some(amiss),
            ..Runs::default()
        }
    }

    /// These cases of a part, each run once, and again in other orders where they say so.
    pub(crate) fn of(part: &Part, cases: Vec<Case>, device: &mut dyn Device) -> Runs {
        let mut runs = Runs {
            of: cases.len(),
            unwatched: device.unwatched().map(str::to_owned),
            ..Runs::default()
        };
        for case in cases {
            let first_wrong = runs.done.iter().all(|d| d.wrong_output().is_none());
            let done = Done::of(case, &part.checks, first_wrong, device);
            let finished = done.ran.ending == Ending::Finished;
            runs.done.push(done);
            if !finished {
                break;
            }
        }
        if runs.all_well() {
            runs.reordered = Some(reorder(&runs.done, device));
            runs.measured = measure(&part.checks, device);
        }
        runs
    }

    /// What the threads of a case printed: of the first with something wrong that printed, else of the first that did.
    pub(crate) fn prints(&self) -> Option<Prints> {
        let printed = || self.done.iter().filter(|d| !d.ran.printed.first.is_empty());
        let told = printed()
            .find(|d| !d.is_well())
            .or_else(|| printed().next())?;
        Some(Prints {
            case: format!("{}, {}", told.case.name, told.case.launch_text()),
            printed: told.ran.printed.clone(),
        })
    }

    /// Whether every case finished, without faults, with the right results.
    pub(crate) fn all_well(&self) -> bool {
        self.done.len() == self.of && self.done.iter().all(Done::is_well)
    }
}

impl Done {
    fn of(case: Case, checks: &[Check], name_stores: bool, device: &mut dyn Device) -> Done {
        let ran = device.run(&case, 0);
        let outputs = case.outputs.iter();
        let compared = outputs.map(|o| compare(&o.expected, ran.bytes(o.buffer)));
        let mut done = Done {
            compared: compared.collect(),
            stored: Stored::Unknown,
            changed: changed_input(&case, &ran),
            properties: Vec::new(),
            case,
            ran,
        };
        // Of a run that did not finish, its ending is told and no element.
        let names_stores = name_stores && done.ran.ending == Ending::Finished;
        if names_stores && let Some((output, compared)) = done.wrong_output() {
            let index = compared.first.first().map_or(0, |wrong| wrong.index);
            let byte = index * output.expected.element_bytes();
            done.stored = device.last_store(&done.case, output.buffer, byte);
        }
        if done.ran.ending == Ending::Finished && done.wrong_output().is_none() {
            done.properties = properties(checks, &done.case, &done.ran);
        }
        if !done.case.reordered {
            done.ran.buffers = Vec::new();
            done.case.forget_contents();
        }
        done
    }

    /// Whether it finished, without faults, with the right results.
    fn is_well(&self) -> bool {
        let right = self.compared.iter().all(|c| c.wrong == 0);
        self.ran.ending == Ending::Finished && self.ran.faults.is_empty() && right
    }

    /// The first output that is not right.
    pub(crate) fn wrong_output(&self) -> Option<(&Output, &Compared)> {
        let pairs = self.case.outputs.iter().zip(&self.compared);
        pairs.into_iter().find(|(_, compared)| compared.wrong > 0)
    }
}

fn measure(
    checks: &[Check],
    device: &mut dyn Device,
) -> Vec<(&'static str, Result<Measurement, String>)> {
    let timed = checks.iter().filter_map(|check| match &check.kind {
        Kind::Measured(measured) => Some((check.id, device.measure(measured)?)),
        _ => None,
    });
    timed.collect()
}

fn properties(checks: &[Check], case: &Case, ran: &Ran) -> Vec<(&'static str, Option<Property>)> {
    let said = checks.iter().filter_map(|check| match check.kind {
        Kind::Property(property) => Some((check.id, property(case, ran))),
        _ => None,
    });
    said.collect()
}

/// The first input that is not what it was, and its first changed element.
fn changed_input(case: &Case, ran: &Ran) -> Option<(&'static str, usize)> {
    ran.buffers.iter().find_map(|(name, after)| {
        let buffer = case.buffer_of(name).filter(|b| !b.scratch)?;
        let output = case.outputs.iter().any(|o| o.buffer == *name);
        let before = buffer.data.bytes().filter(|_| !output)?;
        let byte = before.iter().zip(after).position(|(a, b)| a != b)?;
        Some((*name, byte / buffer.data.layout().bytes().max(1)))
    })
}

fn reorder(done: &[Done], device: &mut dyn Device) -> Reordered {
    let mut out = Reordered {
        runs: 0,
        differs: None,
    };
    let orders = u64::from(device.orders());
    for (case, d) in done.iter().enumerate().filter(|(_, d)| d.case.reordered) {
        for seed in 1..=orders {
            let again = device.run(&d.case, seed);
            out.runs += 1;
            let differing = d.case.outputs.iter().enumerate().find_map(|(output, o)| {
                let byte = first_difference(d.ran.bytes(o.buffer), again.bytes(o.buffer))?;
                Some((output, byte / o.expected.element_bytes().max(1)))
            });
            if let Some((output, element)) = differing {
                out.differs = Some(Differing {
                    case,
                    seed,
                    output,
                    element,
                });
                return out;
            }
        }
    }
    out
}

fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    let differing = a.iter().zip(b).position(|(x, y)| x != y);
    differing.or_else(|| (a.len() != b.len()).then(|| a.len().min(b.len())))
}
