//! Instructions, lanes, operations.
//!
//! **Definition.** One instruction a warp issue that `ir::cost` calls issued; lanes are those active at it; operations
//! are the instruction's price times lanes. What a device's compiler leaves out of the code is not counted (`ir::kept`): dead code never, and what is
//! the same in every turn of a loop once each time that a warp comes to the loop. **Modelled:** the instructions are ours, not the device's, so compare one
//! version of a kernel with another, not with Nsight Compute's absolute number.

use super::once::Once;
use super::{Access, Op};
use crate::report::{Counters, Flops, Local};
use crate::vm::Env;
use crate::vm::mask::LaneMask;
use crate::vm::mem::Space;
use cuda_ir::Ins;
use cuda_ir::class::class;
use cuda_ir::cost::{Unit, cost};
use cuda_ir::kept::Kept;

#[derive(Clone, Copy, Default)]
struct Tally {
    issued: u64,
    lanes: u64,
}

/// Counts by instruction; everything else is worked out at the end.
pub struct Count {
    by_pc: Vec<Tally>,
    local: Local,
}

impl Count {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        Count {
            by_pc: vec![Tally::default(); env.flat_len()],
            local: Local::default(),
        }
    }

    /// One instruction of one warp.
    #[inline(always)]
    pub fn issue(&mut self, flat: usize, active: LaneMask) {
        if let Some(t) = self.by_pc.get_mut(flat) {
            t.issued += 1;
            t.lanes += active.count() as u64;
        }
    }

    /// One instruction of several warps at once.
    #[inline(always)]
    pub fn issue_together(&mut self, flat: usize, warps: u32, lanes: u32) {
        if let Some(t) = self.by_pc.get_mut(flat) {
            t.issued += warps as u64;
            t.lanes += lanes as u64;
        }
    }

    /// Local memory.
    #[inline(always)]
    pub fn access(&mut self, access: &Access<'_>) {
        if access.group.region.space == Space::Local {
            match access.op {
                Op::Load => self.local.loads += 1,
                Op::Store | Op::Atomic => self.local.stores += 1,
            }
            self.local.bytes_requested += (access.group.mask.count() * access.bytes) as u64;
        }
    }

    /// Loads from local memory, of so many bytes in all.
    #[inline(always)]
    pub fn local_loads(&mut self, requests: u64, bytes: u64) {
        self.local.loads += requests;
        self.local.bytes_requested += bytes;
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Count) {
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            t.issued += o.issued;
            t.lanes += o.lanes;
        }
        self.local.loads += other.local.loads;
        self.local.stores += other.local.stores;
        self.local.bytes_requested += other.local.bytes_requested;
    }

    /// What a device's compiler keeps of an instruction.
    fn kept(&self, flat: usize, env: &Env<'_>, once: &Once) -> Tally {
        let all = self.by_pc.get(flat).copied().unwrap_or_default();
        let less = |issued, lanes| Tally {
            issued: all.issued.saturating_sub(issued),
            lanes: all.lanes.saturating_sub(lanes),
        };
        match env.kernel.code.kept.get(flat) {
            None | Some(Kept::Each) => all,
            Some(Kept::Never) => Tally::default(),
            Some(Kept::OncePerLoop(open)) => match once.left_out(flat) {
                Some((issued, lanes)) => less(issued, lanes),
                None => {
                    let entered = self.by_pc.get(*open as usize).copied().unwrap_or_default();
                    Tally {
                        issued: all.issued.min(entered.issued),
                        lanes: all.lanes.min(entered.lanes),
                    }
                }
            },
        }
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, once: &Once, out: &mut Counters) {
        out.local = self.local;
        let issued = |flat: &usize| self.by_pc[*flat].issued > 0;
        for flat in (0..self.by_pc.len()).filter(issued) {
            let Some((ins, at)) = env.instruction(flat) else {
                continue;
            };
            let price = cost(ins);
            let t = &self.kept(flat, env, once);
            if !price.issued || at.part || t.issued == 0 {
                continue;
            }
            let flops = t.lanes * u64::from(price.flops);
            let floats = if price.unit == Unit::TensorInt8 {
                0
            } else {
                flops
            };
            add(&mut out.flops_by, price.unit, flops);
            out.flops += floats;
            out.lines.entry(at.main_line()).or_default().flops += floats;
            if at.upper {
                continue;
            }
            let line = out.lines.entry(at.main_line()).or_default();
            line.warp_instructions += t.issued;
            line.lane_instructions += t.lanes;
            let special = t.lanes * price.special as u64;
            let doubles = match price.unit {
                Unit::Double => flops + special,
                _ => 0,
            };
            line.special += special;
            line.doubles += doubles;
            out.warp_instructions += t.issued;
            out.lane_instructions += t.lanes;
            out.special += special;
            out.special_fast += if price.fast { special } else { 0 };
            out.doubles += doubles;
            out.special_issued += t.issued * price.special as u64;
            if let Some(class) = class(ins) {
                out.classes[class as usize] += t.issued;
            }
            out.int_ops += t.lanes * price.int_ops as u64;
            out.dot_products += if price.dot { t.lanes } else { 0 };
            out.shuffles += if price.shuffle { t.issued } else { 0 };
            out.votes += if price.vote { t.issued } else { 0 };
            out.atomics += if matches!(ins, Ins::Atom { .. } | Ins::Atom64 { .. }) {
                t.lanes
            } else {
                0
            };
        }
    }
}

/// Counts operations for what does them.
fn add(to: &mut Flops, unit: Unit, flops: u64) {
    let kind = match unit {
        Unit::Half => &mut to.half,
        Unit::Single => &mut to.single,
        Unit::Double => &mut to.double,
        Unit::TensorInt8 => &mut to.tensor_int8,
        Unit::Tensor => &mut to.tensor,
        Unit::TensorHalf => &mut to.tensor_half,
        Unit::TensorTf32 => &mut to.tensor_tf32,
        Unit::TensorFp8 => &mut to.tensor_fp8,
        Unit::TensorDouble => &mut to.tensor_double,
    };
    *kind += flops;
    use Unit::{TensorDouble, TensorFp8, TensorHalf, TensorTf32};
    if matches!(unit, TensorHalf | TensorTf32 | TensorFp8 | TensorDouble) {
        to.tensor += flops;
    }
}

/// What a memory instruction does.
pub fn op_of(ins: &Ins) -> Op {
    match ins {
        Ins::St { .. } | Ins::St64 { .. } => Op::Store,
        Ins::Atom { .. } | Ins::Atom64 { .. } => Op::Atomic,
        _ => Op::Load,
    }
}
