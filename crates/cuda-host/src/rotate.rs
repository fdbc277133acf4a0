//! The last of shortening: loops whose condition is tested where they go back, and nothing left of what is gone.
//!
//! A function's operations go in; where one goes back to a test, it now tests by itself and goes to what follows; then
//! they move together. The rule: the test at the head stays for those who come from before; a counter's step and its
//! test are one operation.

use super::liveness::Liveness;
use super::op::{Flat, Op};
use cuda_ir::Pc;
use cuda_ir::op::Cmp32;

/// Tests a loop's condition where it goes back, not once more at its head.
pub(super) fn close_loops(flat: &mut Flat, gone: &mut [bool], wanted: &Liveness<'_>) {
    let begins: sorted::SortedSet<usize> = wanted.stretches.iter().map(|s| s.start).collect();
    for at in 0..flat.ops.len() {
        let Op::Back { to } = flat.ops[at] else {
            continue;
        };
        let Some(head) = (to as usize..at).find(|head| !gone[*head]) else {
            continue;
        };
        let test = flat.ops[head];
        let (op, to) = match test {
            Op::JumpUnlessLtS { d, a, b, to } => {
                let op = Cmp32::LtS;
                (Op::Again32 { op, d, a, b, to: 0 }, to)
            }
            Op::JumpUnless32 { op, d, a, b, to } => (Op::Again32 { op, d, a, b, to: 0 }, to),
            Op::JumpUnless64 { op, d, a, b, to } => (Op::Again64 { op, d, a, b, to: 0 }, to),
            _ => continue,
        };
        if to as usize != at + 1 {
            continue;
        }
        let mut op = op;
        op.target().into_iter().for_each(|t| *t = head as Pc + 1);
        let step = at.checked_sub(1).filter(|_| !begins.contains(&at));
        if let (
            Some(before),
            Op::JumpUnlessLtS {
                d, a: i, b: bound, ..
            },
        ) = (step, test)
            && let Op::Add32 { d: to, a, b: step } = flat.ops[before]
            && to == i
            && a == i
            && step != i
            && !gone[before]
        {
            gone[before] = true;
            op = Op::Next {
                i,
                step,
                bound,
                d,
                to: head as Pc + 1,
            };
        }
        flat.ops[at] = op;
    }
}

/// Takes out what is gone, and mends the jumps.
pub(super) fn compact(flat: &mut Flat, gone: &[bool]) {
    let mut places = Vec::with_capacity(gone.len() + 1);
    let mut left = 0;
    for gone in gone {
        places.push(left);
        left += Pc::from(!gone);
    }
    places.push(left);
    for op in &mut flat.ops {
        if let Some(to) = op.target() {
            *to = places.get(*to as usize).copied().unwrap_or(left);
        }
    }
    let mut keep = gone.iter().map(|gone| !gone);
    flat.ops.retain(|_| keep.next().unwrap_or(true));
    let mut keep = gone.iter().map(|gone| !gone);
    flat.from.retain(|_| keep.next().unwrap_or(true));
}
