//! What is kept of a program's launches: one record for those of a kernel and shape that counted the same.
//!
//! A launch's report, or why it did not begin, goes in; its findings join the program's, and its counters make a record or are
//! known already. The rule: what is kept is bounded, however many launches there are.

use super::machine::Machine;
use super::program::{LaunchFailure, LaunchRecord};
use warp::report::Report;
use warp::vm::Shape;

/// How many launches of one shape that count differently are told apart.
const VARIANTS: usize = 8;

/// How many shapes of launches are told apart.
const SHAPES: usize = 256;

impl Machine<'_> {
    /// Counts a launch in the report; the index of its shape.
    pub fn record(
        &mut self,
        number: u32,
        name: &str,
        shape: Shape,
        outcome: Result<Report, LaunchFailure>,
    ) -> Option<usize> {
        let (g, b) = (shape.grid, shape.block);
        let key = (number, [g.x, g.y, g.z, b.x, b.y, b.z, shape.shared_bytes]);
        let alike = self.alike(&key, &outcome);
        let known = alike.map(|(index, _)| index);
        let index = known.or_else(|| (self.launches.len() < SHAPES).then_some(self.launches.len()));
        let (report, failure) = match outcome {
            Ok(report) => (report, None),
            Err(failure) => (Report::default(), Some(failure)),
        };
        let ran = report.counters.blocks;
        let left_out = match self.options.checks {
            true => ran - report.watched.min(ran),
            false => 0,
        };
        let line = self.line();
        for finding in report.findings {
            self.found.add(finding, index.map(|at| (at, line)));
        }
        self.found.dropped += report.findings_dropped;
        let index = index?;
        if known.is_none() {
            self.cuda.shapes.entry(key).or_default().push(index);
            let record = LaunchRecord {
                kernel: name.to_string(),
                grid: g,
                block: b,
                shared_bytes: shape.shared_bytes,
                line,
                times: 0,
                unlike: 0,
                ran: 0,
                left_out: 0,
                counters: report.counters,
                failure: None,
            };
            self.launches.push(record);
        }
        let record = self.launches.get_mut(index)?;
        record.times += 1;
        record.unlike += u64::from(alike.is_some_and(|(_, same)| !same));
        record.ran += ran;
        record.left_out += left_out;
        if record.failure.is_none() {
            record.failure = failure;
        }
        Some(index)
    }

    /// The record of launches that a launch belongs to, if there is one, and whether it certainly counted the same.
    fn alike(
        &self,
        key: &(u32, [u32; 7]),
        outcome: &Result<Report, LaunchFailure>,
    ) -> Option<(usize, bool)> {
        let known = self.cuda.shapes.get(key)?;
        let first = *known.first()?;
        let Ok(report) = outcome else {
            return Some((first, true));
        };
        let c = &report.counters;
        // One that would have done what it did before is not run again, and one without probes counts nothing.
        if c.blocks == 0 {
            return Some((first, true));
        }
        if report.watched < c.blocks || !self.options.checks {
            return Some((first, false));
        }
        let whole = |r: &LaunchRecord| r.failure.is_none() && r.counters.counts_as(c);
        let same = |index: &&usize| self.launches.get(**index).is_some_and(whole);
        match known.iter().find(same) {
            Some(index) => Some((*index, true)),
            None if known.len() < VARIANTS => None,
            None => Some((first, false)),
        }
    }
}
