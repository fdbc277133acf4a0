//! How the lanes of a request lie in global memory: sectors.
//!
//! **Definition.** A request is one warp-level instruction with an active lane, counted once for each buffer it touches; a
//! sector is an aligned 32-byte piece of a buffer, and a request's sectors are the distinct ones that its lanes touch. Buffers
//! start on sector boundaries, as `cudaMalloc`'s do. The ideal is ⌈distinct bytes / 32⌉: no layout does better.
//! **Equal to the hardware's** `l1tex__t_sectors` by definition, for the same access; a compiler that merges or splits
//! accesses changes the accesses. **Not counted:** lanes whose access is faulty; local memory; caches.

use super::scene::Scene;
use super::{Access, Op};
use crate::launch::mark;
use crate::report::{BufferCounters, Counters, SymbolCounters, Traffic};
use crate::vm::Env;
use crate::vm::mask::LANES;
use crate::vm::mem::{Group, Shape, Space};

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
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>) {
        let region = access.group.region;
        let list = match region.space {
            Space::Global => &mut self.buffers,
            Space::Symbol => &mut self.symbols,
            Space::Shared | Space::Local => return,
        };
        let (Some(of), Some(here)) = (
            list.get_mut(region.id as usize),
            self.by_pc.get_mut(scene.flat()),
        ) else {
            return;
        };
        let kind = access.op as usize;
        let (sectors, distinct) = spread(access.group, access.bytes);
        let asked = (access.group.mask.count() * access.bytes) as u64;
        for t in [&mut of.traffic[kind], here] {
            t.requests += 1;
            t.sectors += sectors as u64;
            t.ideal_sectors += (distinct * access.bytes).div_ceil(32) as u64;
            t.bytes_requested += asked;
        }
        touch(&mut of.touched[kind], access, region.len);
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
            let line = out.lines.entry(at.line).or_default();
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

/// How many sectors a group touches, and how many distinct elements of `bytes` bytes.
#[inline]
pub fn spread(group: &Group, bytes: u32) -> (u32, u32) {
    match group.shape {
        Shape::Run => (
            ((group.at[0] + 32 * bytes - 1) >> 5) - (group.at[0] >> 5) + 1,
            32,
        ),
        Shape::Same => (1, 1),
        Shape::Any => spread_any(group, bytes),
    }
}

/// An aligned element of at most 32 bytes lies in one sector, so a lane touches one.
fn spread_any(group: &Group, bytes: u32) -> (u32, u32) {
    let (mut least, mut most) = (u32::MAX, 0);
    for at in group.at {
        least = least.min(at);
        most = most.max(at);
    }
    let size = bytes.trailing_zeros();
    // Close together, a bit each; otherwise sorted.
    if (most >> size) - (least >> size) < 512 {
        let (mut elements, mut sectors) = ([0u64; 8], [0u64; 8]);
        for at in group.at {
            let element = (at >> size) - (least >> size);
            let sector = (at >> 5) - (least >> 5);
            elements[element as usize >> 6 & 7] |= 1 << (element & 63);
            sectors[sector as usize >> 6 & 7] |= 1 << (sector & 63);
        }
        let ones = |bits: [u64; 8]| bits.iter().map(|b| b.count_ones()).sum();
        return (ones(sectors), ones(elements));
    }
    let mut at = group.at;
    if !at.is_sorted() {
        at.sort_unstable();
    }
    let (mut sectors, mut distinct) = (1, 1);
    for i in 1..LANES {
        distinct += (at[i] != at[i - 1]) as u32;
        sectors += (at[i] >> 5 != at[i - 1] >> 5) as u32;
    }
    (sectors, distinct)
}

#[inline]
fn touch(bits: &mut Vec<u8>, access: &Access<'_>, len: u32) {
    if bits.is_empty() {
        bits.resize((len as usize).div_ceil(8), 0);
    }
    let (group, n) = (access.group, access.bytes as usize);
    match group.shape {
        Shape::Run => mark(bits, group.at[0] as usize, LANES * n),
        Shape::Same => mark(bits, group.at[0] as usize, n),
        Shape::Any if n == 4 => {
            for at in group.at {
                if let Some(b) = bits.get_mut(at as usize >> 3) {
                    *b |= 0xf << (at & 4);
                }
            }
        }
        Shape::Any => group
            .mask
            .lanes()
            .for_each(|lane| mark(bits, group.at[lane] as usize, n)),
    }
}
