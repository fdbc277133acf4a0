//! A kernel's text with its counts beside the lines.
//!
//! A kernel and its source go in; one [`Line`] for each line of the text from the first that counts to the last comes out. The rule: a line
//! that costs most is marked, a number that is worse than it could be is marked, and a line that counts nothing is shown bare.

use lab::budget::number;
use simt::report::LineCounters;
use simt::source::Source;

use super::Kernel;

/// Lines of which the kernel's instructions are this share or more are marked.
const COSTLY: f64 = 0.15;
/// Bare lines in a row that are shown; of more, the first ones only.
const BARE: usize = 4;

/// A line of the text.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// 1-based; 0 stands for lines that are left out.
    pub number: u32,
    /// The text.
    pub text: String,
    /// Warp instructions.
    pub instructions: String,
    /// Whether they are a large share of the kernel's.
    pub costly: bool,
    /// Active lanes in per cent, with whether few are.
    pub lanes: (String, bool),
    /// Sectors a request of global memory, with whether they are more than they need be.
    pub sectors: (String, bool),
    /// Passes a request of shared memory, with whether they are more than they need be.
    pub passes: (String, bool),
}

/// The lines of the kernel's code.
pub fn lines(kernel: &Kernel, source: &Source) -> Vec<Line> {
    let counted = &kernel.launch.counters.lines;
    let mut own = counted.keys().filter(|line| **line > 0);
    let (Some(first), Some(last)) = (own.next(), counted.keys().next_back()) else {
        return Vec::new();
    };
    let all = kernel.launch.counters.warp_instructions.max(1) as f64;
    let mut out = Vec::new();
    let mut bare = 0;
    for number in *first..=*last {
        let text = source.line_text(number).to_owned();
        match counted.get(&number) {
            Some(counts) => {
                bare = 0;
                out.push(Line {
                    number,
                    text,
                    costly: counts.warp_instructions as f64 / all >= COSTLY,
                    ..line(counts)
                });
            }
            None => {
                bare += 1;
                match bare {
                    n if n <= BARE => out.push(Line {
                        number,
                        text,
                        ..Line::default()
                    }),
                    n if n == BARE + 1 => out.push(Line {
                        text: "…".into(),
                        ..Line::default()
                    }),
                    _ => {}
                }
            }
        }
    }
    out
}

fn line(counts: &LineCounters) -> Line {
    let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
    let ratio = |value: f64| format!("{value:.1}");
    let active = share(counts.lane_instructions, 32 * counts.warp_instructions);
    let global = counts.loads.plus(&counts.stores).plus(&counts.atomics);
    let shared = &counts.shared;
    let kinds = [&shared.loads, &shared.stores, &shared.atomics];
    let requests: u64 = kinds.iter().map(|kind| kind.requests).sum();
    let passes: u64 = kinds.iter().map(|kind| kind.wavefronts).sum();
    let ideal: u64 = kinds.iter().map(|kind| kind.ideal_wavefronts).sum();
    let mut out = Line {
        instructions: number(counts.warp_instructions as f64),
        ..Line::default()
    };
    if counts.warp_instructions > 0 {
        out.lanes = (format!("{:.0} %", active * 100.0), active < 0.75);
    }
    if global.requests > 0 {
        out.sectors = (
            ratio(global.sectors_per_request()),
            global.sectors > global.ideal_sectors,
        );
    }
    if requests > 0 {
        out.passes = (ratio(share(passes, requests)), passes > ideal);
    }
    out
}
