//! How the lanes of a request lie in global memory: sectors.
//!
//! **Definition.** A request is one warp-level instruction with an active lane, counted once for each buffer it touches; a
//! sector is an aligned 32-byte piece of a buffer, and a request's sectors are the distinct ones that its lanes touch. Buffers
//! start on sector boundaries, as `cudaMalloc`'s do. The ideal is ⌈distinct bytes / 32⌉: no layout does better.
//! **Equal to the hardware's** `l1tex__t_sectors` by definition, for the same access; a compiler that merges or splits
//! accesses changes the accesses. **Not counted:** lanes whose access is faulty; local memory; caches.

use super::pieces::Pieces;
use super::scene::Scene;
use super::{Access, Op};
use crate::launch::mark;
use crate::report::{BufferCounters, Counters, SymbolCounters, Traffic};
use crate::vm::Env;
use crate::vm::mem::Space;

/// One allocation's traffic by kind of access, with the bytes ever touched.
#[derive(Clone, Default)]
struct Allocation {
    traffic: [Traffic; 3],
    touched: [Vec<u8>; 3],
}

/// Traffic by allocation and by instruction.
pub struct Coalesce {
    buffers: Vec<Allocation>,
    symbols: Vec<Allocation>,
    by_pc: Vec<Traffic>,
}

impl Coalesce {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        let (buffers, symbols) = env.allocations();
        Coalesce {
            buffers: vec![Allocation::default(); buffers],
            symbols: vec![Allocation::default(); symbols],
            by_pc: vec![Traffic::default(); env.flat_len()],
        }
    }

    /// One request.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, pieces: &Pieces, scene: &Scene<'_>) {
        let region = access.group.region;
        let list = match region.space {
            Space::Global => &mut self.buffers,
            Space::Symbol => &mut self.symbols,
            _ => return,
        };
        let (Some(of), Some(here)) = (
            list.get_mut(region.id as usize),
            self.by_pc.get_mut(scene.flat()),
        ) else {
            return;
        };
        let kind = access.op as usize;
        let (sectors, distinct) = (pieces.sectors(), pieces.bytes());
        let asked = (access.group.mask.count() * access.bytes) as u64;
        for t in [&mut of.traffic[kind], here] {
            t.requests += 1;
            t.sectors += sectors as u64;
            t.ideal_sectors += distinct.div_ceil(32) as u64;
            t.bytes_requested += asked;
        }
        touch(&mut of.touched[kind], pieces, region.len);
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        for (i, a) in self.buffers.iter().enumerate() {
            let [loads, stores, atomics] = a.told();
            if loads.requests + stores.requests + atomics.requests > 0 {
                let (buffer, name) = env.buffer(i);
                out.buffers.push(BufferCounters {
                    buffer,
                    name,
                    loads,
                    stores,
                    atomics,
                });
            }
        }
        for (i, a) in self.symbols.iter().enumerate() {
            let [loads, stores, atomics] = a.told();
            if loads.requests + stores.requests + atomics.requests > 0 {
                out.symbols.push(SymbolCounters {
                    name: env.symbol(i),
                    loads,
                    stores,
                    atomics,
                });
            }
        }
        for (flat, t) in self
            .by_pc
            .iter()
            .enumerate()
            .filter(|(_, t)| t.requests > 0)
        {
            let Some((ins, at)) = env.instruction(flat) else {
                continue;
            };
            let line = out.lines.entry(at.main_line()).or_default();
            match super::count::op_of(ins) {
                Op::Load => line.loads = line.loads.plus(t),
                Op::Store => line.stores = line.stores.plus(t),
                Op::Atomic => line.atomics = line.atomics.plus(t),
            }
        }
    }
}

impl Allocation {
    fn told(&self) -> [Traffic; 3] {
        std::array::from_fn(|k| {
            let unique_bytes = self.touched[k].iter().map(|b| b.count_ones() as u64).sum();
            Traffic {
                unique_bytes,
                ..self.traffic[k]
            }
        })
    }
}

/// Notes the bytes that were ever touched.
#[inline]
fn touch(bits: &mut Vec<u8>, pieces: &Pieces, len: u32) {
    if bits.is_empty() {
        bits.resize((len as usize).div_ceil(8), 0);
    }
    for (start, end) in pieces.iter() {
        mark(bits, start as usize, (end - start) as usize);
    }
}
