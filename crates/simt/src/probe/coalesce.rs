//! How the lanes of a request lie in global memory: sectors.
//!
//! **Definition.** A request is one warp-level instruction with an active lane, counted once for each buffer it touches; a
//! sector is an aligned 32-byte piece of a buffer, and a request's sectors are the distinct ones that its lanes touch. Buffers
//! start on sector boundaries, as `cudaMalloc`'s do. The ideal is ⌈distinct bytes / 32⌉: no layout does better.
//! **Equal to the hardware's** `l1tex__t_sectors` by definition, for the same access; a compiler that merges or splits
//! accesses changes the accesses. **Not counted:** lanes whose access is faulty; local memory; caches.

use super::Op;
use super::pieces::Piece;
use super::tally::Sums;
use crate::launch::mark;
use crate::report::{BufferCounters, Counters, SymbolCounters, Traffic};
use crate::vm::Env;
use crate::vm::mem::{Region, Space};
use std::borrow::Cow;
use std::ops::Range;

/// One allocation's traffic by kind of access, with the bytes ever touched.
#[derive(Clone, Default)]
struct Allocation {
    traffic: [Traffic; 3],
    touched: [Bytes; 3],
}

/// Bytes of an allocation, a bit each.
#[derive(Clone, Default)]
struct Bytes {
    /// None where there is none.
    bits: Vec<u8>,
    /// Those that are there are among these, counted in eights.
    among: Range<usize>,
}

impl Bytes {
    /// Marks pieces whose places are moved by so many bytes.
    #[inline]
    fn touch(&mut self, pieces: &[Piece], by: u32) {
        for (start, end) in pieces {
            let start = start.wrapping_add(by) as usize;
            let end = end.wrapping_add(by) as usize;
            self.among.start = self.among.start.min(start / 8);
            self.among.end = self.among.end.max(end.div_ceil(8));
            mark(&mut self.bits, start, end - start);
        }
    }

    #[cold]
    fn make(&mut self, len: u32, first: u32) {
        self.bits.resize((len as usize).div_ceil(8), 0);
        self.among = first as usize / 8..first as usize / 8;
    }

    fn join(&mut self, other: &Bytes) {
        if self.bits.is_empty() {
            self.clone_from(other);
            return;
        }
        let among = other.among.clone();
        if let (Some(to), Some(from)) = (
            self.bits.get_mut(among.clone()),
            other.bits.get(among.clone()),
        ) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
            self.among.start = self.among.start.min(among.start);
            self.among.end = self.among.end.max(among.end);
        }
    }

    fn meets(&self, other: &Bytes) -> bool {
        let from = self.among.start.max(other.among.start);
        let to = self.among.end.min(other.among.end);
        match (self.bits.get(from..to), other.bits.get(from..to)) {
            (Some(a), Some(b)) => a.iter().zip(b).fold(0, |any, (a, b)| any | a & b) != 0,
            _ => false,
        }
    }

    fn count(&self) -> u64 {
        let some = self.bits.get(self.among.clone()).unwrap_or(&[]);
        let (words, rest) = some.as_chunks::<8>();
        let words = words.iter().map(|b| u64::from_ne_bytes(*b).count_ones());
        words
            .chain(rest.iter().map(|b| b.count_ones()))
            .fold(0, |sum, n| sum + u64::from(n))
    }
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

    /// Requests of one instruction to one allocation.
    #[inline]
    pub fn add(&mut self, flat: usize, (op, region): (Op, Region), sums: &Sums) {
        if let Some(of) = self.allocation(region) {
            of.traffic[op as usize].add(sums);
            if let Some(here) = self.by_pc.get_mut(flat) {
                here.add(sums);
            }
        }
    }

    /// What they touch.
    #[inline]
    pub fn touch(&mut self, (op, region): (Op, Region), pieces: &[Piece], by: u32) {
        let Some(of) = self.allocation(region) else {
            return;
        };
        let touched = &mut of.touched[op as usize];
        if touched.bits.is_empty() {
            touched.make(
                region.len,
                pieces.first().map_or(0, |p| p.0.wrapping_add(by)),
            );
        }
        touched.touch(pieces, by);
    }

    #[inline(always)]
    fn allocation(&mut self, region: Region) -> Option<&mut Allocation> {
        match region.space {
            Space::Global => self.buffers.get_mut(region.id as usize),
            Space::Symbol => self.symbols.get_mut(region.id as usize),
            _ => None,
        }
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Coalesce) {
        let lists = [
            (&mut self.buffers, &other.buffers),
            (&mut self.symbols, &other.symbols),
        ];
        for (list, others) in lists {
            for (a, o) in list.iter_mut().zip(others) {
                for (k, touched) in a.touched.iter_mut().enumerate() {
                    a.traffic[k] = a.traffic[k].plus(&o.traffic[k]);
                    touched.join(&o.touched[k]);
                }
            }
        }
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            *t = t.plus(o);
        }
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
            let unique_bytes = self.touched[k].count();
            Traffic {
                unique_bytes,
                ..self.traffic[k]
            }
        })
    }
}

/// Whether no byte that one of them wrote was touched by another.
pub fn apart<'a>(first: &'a Coalesce, others: impl Iterator<Item = &'a Coalesce>) -> bool {
    let lists = |of: &'a Coalesce| [&of.buffers, &of.symbols];
    let mut seen = lists(first).map(|list| list.iter().map(Seen::of).collect::<Vec<_>>());
    for other in others {
        for (seen, list) in seen.iter_mut().zip(lists(other)) {
            for (seen, a) in seen.iter_mut().zip(list) {
                if seen.meets(a) {
                    return false;
                }
                seen.add(a);
            }
        }
    }
    true
}

/// Bytes that some have read and that some have written; atomics are both.
struct Seen<'a> {
    read: Cow<'a, Bytes>,
    wrote: Cow<'a, Bytes>,
    added: Cow<'a, Bytes>,
}

impl<'a> Seen<'a> {
    fn of(a: &'a Allocation) -> Self {
        let [read, wrote, added] = a.touched.each_ref().map(Cow::Borrowed);
        Seen { read, wrote, added }
    }

    fn meets(&self, a: &Allocation) -> bool {
        let [read, wrote, added] = &a.touched;
        let mine = [&self.read, &self.wrote, &self.added];
        let writes = wrote.among.end > 0;
        writes && mine.iter().any(|mine| mine.meets(wrote))
            || self.wrote.meets(read)
            || self.wrote.meets(added)
            || self.added.meets(read)
            || self.read.meets(added)
    }

    fn add(&mut self, a: &'a Allocation) {
        let mine = [&mut self.read, &mut self.wrote, &mut self.added];
        for (mine, new) in mine.into_iter().zip(&a.touched) {
            if new.bits.is_empty() {
                continue;
            }
            if mine.bits.is_empty() {
                *mine = Cow::Borrowed(new);
            } else {
                mine.to_mut().join(new);
            }
        }
    }
}

impl Traffic {
    #[inline(always)]
    fn add(&mut self, sums: &Sums) {
        self.requests += sums.requests;
        self.sectors += sums.sectors;
        self.ideal_sectors += sums.ideal_sectors;
        self.bytes_requested += sums.asked;
    }
}
