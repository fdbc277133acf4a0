//! How many registers a compiler would give a thread of a kernel: an estimate, for occupancy.
//!
//! A kernel goes in, a number from 16 to 255 comes out. The rule: the most values that are wanted at the same time, from
//! each one's first mention to its last, a loop's to the loop's end; constants take none, since they stand in the
//! instructions, and what the system needs is added.

use cuda_ir::operands::{Operand, operands};
use cuda_ir::{Code, Ins, Kernel};
use std::collections::BTreeMap;

/// The least that a kernel has.
const FEW: usize = 16;
/// What addressing and calling take besides.
const BESIDES: usize = 8;

/// The estimate.
pub fn registers(kernel: &Kernel) -> u32 {
    let code = &kernel.code;
    let loops = loops(code);
    let mut spans: BTreeMap<(bool, u16), (usize, usize)> = BTreeMap::new();
    for (pc, ins) in code.ins.iter().enumerate() {
        operands(&mut ins.clone(), &mut |operand| {
            let (wide, first, count) = match operand {
                Operand::R { reg, count, .. } => (false, reg.0, count),
                Operand::D { reg, count, .. } => (true, reg.0, count),
                Operand::P { .. } => return,
            };
            for k in 0..u16::from(count) {
                let span = spans
                    .entry((wide, first.saturating_add(k)))
                    .or_insert((pc, pc));
                span.1 = pc;
                for (head, end) in loops.iter().filter(|(h, e)| (*h..*e).contains(&pc)) {
                    if span.0 < *head {
                        span.1 = span.1.max(*end);
                    }
                }
            }
        });
    }
    let constant = |wide: bool, n: u16| match wide {
        false => code.consts32.iter().any(|(r, _)| r.0 == n),
        true => code.consts64.iter().any(|(d, _)| d.0 == n),
    };
    let mut changes: BTreeMap<usize, isize> = BTreeMap::new();
    for ((wide, n), (from, to)) in spans {
        if !constant(wide, n) {
            let size = 1 + wide as isize;
            *changes.entry(from).or_default() += size;
            *changes.entry(to + 1).or_default() -= size;
        }
    }
    let (mut now, mut most) = (0isize, 0isize);
    for change in changes.values() {
        now += change;
        most = most.max(now);
    }
    // Beyond a few values, a compiler works half of them out again where they are wanted.
    let all = usize::try_from(most).unwrap_or(0) + BESIDES;
    let kept = FEW + all.saturating_sub(FEW) / 2 + arrays(code);
    u32::try_from(kept.next_multiple_of(2)).map_or(255, |n| n.min(255))
}

/// What local variables take that a device has in registers and the machine in memory.
fn arrays(code: &Code) -> usize {
    let variables = code.locals.iter().filter(|local| local.in_registers);
    let words = variables.map(|local| local.bytes.div_ceil(4));
    usize::try_from(words.sum::<u64>()).unwrap_or(usize::MAX / 2)
}

/// From the first instruction of each loop to its end.
fn loops(code: &Code) -> Vec<(usize, usize)> {
    let found = code.ins.iter().enumerate();
    found
        .filter_map(|(pc, ins)| match ins {
            Ins::Loop { end, .. } => Some((pc, *end as usize)),
            _ => None,
        })
        .collect()
}
