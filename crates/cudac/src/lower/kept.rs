//! What a device's compiler keeps of a kernel's code: dead code goes (dead.rs), and what is the same in every turn leaves its loop (invariant.rs).
//!
//! In: the flow of finished code and how the kernel's parameters point; out: one [`Kept`] an instruction. The rule: code stays as it is and is
//! executed whole; only counters ask.

use super::alias::{Alias, Given, Pointed};
use super::flow::Flow;
use super::value::{Leaf, flat_leaves};
use super::{array, dead, invariant};
use crate::tree::{Function, Space, Types, Unit};
use cuda_ir::kept::Kept;
use cuda_ir::{D, ParamReg, SharedVar};
use std::collections::HashMap;

/// How the parameters of a kernel that are pointers point.
pub(super) fn pointers(func: &Function, types: &Types, params: &[ParamReg]) -> HashMap<D, Pointed> {
    let vars = func.vars.iter().take(func.params as usize);
    let leaves = vars.flat_map(|var| {
        let how = Pointed {
            alone: var.restrict,
            constant: var.ty.pointee().is_some_and(|q| q.constant),
        };
        let leaves = flat_leaves(types, &var.ty).into_iter();
        leaves.map(move |(_, leaf)| (leaf, how))
    });
    let both = params.iter().zip(leaves);
    both.filter_map(|(reg, (leaf, how))| match reg {
        ParamReg::D(d) if leaf == Leaf::Pointer => Some((*d, how)),
        _ => None,
    })
    .collect()
}

/// What a device's compiler keeps of each instruction, nothing where it keeps all as they are; and which local variables a device has in registers.
pub(super) fn of(
    flow: &Flow<'_>,
    pointers: &HashMap<D, Pointed>,
    (unit, shared): (&Unit, &[SharedVar]),
) -> (Vec<Kept>, Vec<bool>) {
    let globals = unit.globals.iter();
    let constants: Vec<bool> = globals.map(|g| g.space == Space::Constant).collect();
    let dynamic: Vec<bool> = shared.iter().map(|s| s.dynamic).collect();
    let given = Given {
        pointers,
        constants: &constants,
        dynamic: &dynamic,
    };
    let alias = Alias::new(flow, given);
    let mut kept = vec![Kept::Each; flow.code.ins.len()];
    let in_registers = array::in_registers(&alias);
    dead::mark(&alias, &in_registers, &mut kept);
    invariant::mark(&alias, &mut kept);
    if kept.iter().all(|k| *k == Kept::Each) {
        kept.clear();
    }
    (kept, in_registers)
}
