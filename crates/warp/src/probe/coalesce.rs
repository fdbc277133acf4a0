//! How the lanes of a request lie in global memory: sectors.
//!
//! **Definition.** A request is one warp-level instruction with an active lane, counted once for each buffer it touches; a
//! sector is an aligned 32-byte piece of a buffer, and a request's sectors are the distinct ones that its lanes touch. Buffers
//! start on sector boundaries, as `cudaMalloc`'s do. The ideal is ⌈distinct bytes / 32⌉: no layout does better.
//! **Equal to the hardware's** `l1tex__t_sectors` by definition, for the same access; a compiler that merges or splits
//! accesses changes the accesses. **Not counted:** lanes whose access is faulty; what a compiler leaves out (see [`super::once`]); local memory; caches.

use super::Op;
use super::once::Counted;
use super::pieces::Piece;
use super::sparse_map::SparseMap;
use super::tally::{Sums, What};
use super::touched::{Spare, Touched};
use crate::report::{AccessCounters, BufferCounters, Counters, SymbolCounters, Traffic};
use crate::vm::Env;
use crate::vm::mem::{Region, Space};
use cuda_ir::Ins;
use cuda_ir::op::Scope;

/// One allocation's traffic by kind of access, with the bytes ever touched.
#[derive(Clone, Default)]
struct Allocation {
    traffic: [Traffic; 3],
    /// Of the atomics, those whose result nobody takes.
    reductions: Traffic,
    /// Bytes that stores asked for which a compiler leaves out.
    stored_again: u64,
    touched: [Touched; 3],
    /// By loads whose value nobody wants.
    unwanted: Touched,
    /// How many bytes were first loaded after they had been stored.
    own: u64,
}

/// The bytes that a request touches: by kind of access, with those apart that loads touch whose value nobody wants.
pub fn set(what: &What) -> Option<Op> {
    (what.op != Op::Load || what.counted != Counted::Dead).then_some(what.op)
}

/// Traffic by allocation and by instruction.
pub struct Coalesce {
    buffers: SparseMap<Allocation>,
    symbols: SparseMap<Allocation>,
    by_pc: Vec<Traffic>,
    /// Which instructions are atomics whose result nobody takes.
    reduces: Vec<bool>,
    /// Whether some atomics are of a block's scope: to other blocks they are none.
    narrow: bool,
    spare: Spare,
}

impl Coalesce {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        let (buffers, symbols) = env.allocations();
        Coalesce {
            buffers: SparseMap::of(buffers),
            symbols: SparseMap::of(symbols),
            by_pc: vec![Traffic::default(); env.flat_len()],
            reduces: env.instructions().map(reduces).collect(),
            narrow: env.instructions().any(is_narrow),
            spare: Spare::new(),
        }
    }

    /// Requests of one instruction to one allocation.
    #[inline]
    pub fn add(&mut self, flat: usize, (op, region): (Op, Region), sums: &Sums) {
        let reduces = op == Op::Atomic && self.reduces.get(flat) == Some(&true);
        if let Some(of) = self.allocation(region) {
            of.traffic[op as usize].add(sums);
            if reduces {
                of.reductions.add(sums);
            }
            if let Some(here) = self.by_pc.get_mut(flat) {
                here.add(sums);
            }
        }
    }

    /// Requests to one allocation that a compiler leaves out.
    pub fn leave_out(&mut self, (op, region): (Op, Region), sums: &Sums) {
        if let (Op::Store, Some(of)) = (op, self.allocation(region)) {
            of.stored_again += sums.asked;
        }
    }

    /// What they touch; see [`set`].
    #[inline]
    pub fn touch(&mut self, (set, region): (Option<Op>, Region), pieces: &[Piece], by: u32) {
        let list = match region.space {
            Space::Global => &mut self.buffers,
            Space::Symbol => &mut self.symbols,
            _ => return,
        };
        if let Some(of) = list.get_mut(region.id) {
            let touched = match set {
                Some(op) => {
                    if op == Op::Load {
                        let [loads, stores, _] = &of.touched;
                        of.own += loads.first_after(stores, (pieces, by));
                    }
                    &mut of.touched[op as usize]
                }
                None => &mut of.unwanted,
            };
            touched.touch(region.len, (pieces, by), &mut self.spare);
        }
    }

    #[inline(always)]
    fn allocation(&mut self, region: Region) -> Option<&mut Allocation> {
        match region.space {
            Space::Global => self.buffers.get_mut(region.id),
            Space::Symbol => self.symbols.get_mut(region.id),
            _ => None,
        }
    }

    /// Takes memory that another has left.
    pub fn lend(&mut self, spare: Spare) {
        self.spare = spare;
    }

    /// It will count no more: leaves memory to another.
    pub fn rest(&mut self) -> Spare {
        let all = self.buffers.known_mut().chain(self.symbols.known_mut());
        for a in all {
            for touched in a.touched.iter_mut().chain([&mut a.unwanted]) {
                touched.rest(&mut self.spare);
            }
        }
        std::mem::take(&mut self.spare)
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: Coalesce) {
        let lists = [
            (&mut self.buffers, other.buffers),
            (&mut self.symbols, other.symbols),
        ];
        for (list, mut others) in lists {
            for (number, o) in others.take() {
                let a = list.make(number);
                a.reductions = a.reductions.plus(&o.reductions);
                a.stored_again += o.stored_again;
                a.own += o.own;
                a.unwanted.join(o.unwanted);
                for (k, (mine, new)) in a.touched.iter_mut().zip(o.touched).enumerate() {
                    a.traffic[k] = a.traffic[k].plus(&o.traffic[k]);
                    mine.join(new);
                }
            }
        }
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            *t = t.plus(o);
        }
    }

    /// Whether some byte of an allocation, buffers numbered first, was stored more than once.
    pub fn stores_again(&self, slot: usize) -> bool {
        let of = match slot.checked_sub(self.buffers.many()) {
            Some(symbol) => self.symbols.get(symbol as u32),
            None => self.buffers.get(slot as u32),
        };
        let store = Op::Store as usize;
        let asked = |a: &Allocation| a.traffic[store].bytes_requested + a.stored_again;
        of.is_some_and(|a| asked(a) > a.touched[store].count())
    }

    /// Whether no byte that one of the two wrote was touched by the other, which rests.
    pub fn apart(&self, other: &Coalesce) -> bool {
        let lists = [
            (&self.buffers, &other.buffers),
            (&self.symbols, &other.symbols),
        ];
        let mut both = lists.into_iter().flat_map(|(a, b)| {
            let known = a.numbered();
            known.filter_map(|(number, a)| Some((a, b.get(number)?)))
        });
        both.all(|(a, b)| {
            let ([read, wrote, added], theirs) = (&a.touched, &b.touched);
            let meet = |mine: &Touched, k: Op| mine.meets(&theirs[k as usize]);
            !(meet(read, Op::Store)
                || meet(wrote, Op::Store)
                || meet(added, Op::Store)
                || meet(wrote, Op::Load)
                || meet(wrote, Op::Atomic)
                || self.narrow && meet(added, Op::Atomic)
                || meet(added, Op::Load)
                || meet(read, Op::Atomic)
                || meet(&a.unwanted, Op::Store)
                || meet(&a.unwanted, Op::Atomic)
                || wrote.meets(&b.unwanted)
                || added.meets(&b.unwanted))
        })
    }

    /// The bytes that were touched, by allocation and by kind of access.
    pub fn sets(&mut self) -> impl Iterator<Item = ((Space, u32), &[Touched; 3])> {
        let (buffers, symbols) = (self.buffers.sorted_mut(), self.symbols.sorted_mut());
        let buffers = buffers.map(|(id, a)| ((Space::Global, id), a.all_touched()));
        buffers.chain(symbols.map(|(id, a)| ((Space::Symbol, id), a.all_touched())))
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        for (i, a) in self.buffers.sorted() {
            let i = i as usize;
            let [loads, stores, atomics] = a.told();
            if loads.requests + stores.requests + atomics.requests > 0 {
                let (buffer, name) = env.buffer(i);
                out.buffers.push(BufferCounters {
                    buffer,
                    name,
                    loads,
                    stores,
                    atomics,
                    reductions: a.reductions,
                });
            }
        }
        out.own_bytes = self.buffers.known().map(|a| a.own).sum();
        for (i, a) in self.symbols.sorted() {
            let i = i as usize;
            let [loads, stores, atomics] = a.told();
            if loads.requests + stores.requests + atomics.requests > 0 {
                out.symbols.push(SymbolCounters {
                    name: env.symbol(i),
                    loads,
                    stores,
                    atomics,
                    reductions: a.reductions,
                    constant: env.is_constant(i),
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
            let op = super::count::op_of(ins);
            out.add_access(AccessCounters {
                span: at.span,
                shared: false,
                op,
                requests: t.requests,
                cost: t.sectors,
                ideal: t.ideal_sectors,
            });
            let line = out.lines.entry(at.main_line()).or_default();
            match op {
                Op::Load => line.loads = line.loads.plus(t),
                Op::Store => line.stores = line.stores.plus(t),
                Op::Atomic => line.atomics = line.atomics.plus(t),
            }
        }
    }
}

impl Allocation {
    /// What was touched, whoever wants it; no count is right after it.
    fn all_touched(&mut self) -> &[Touched; 3] {
        let unwanted = std::mem::take(&mut self.unwanted);
        self.touched[Op::Load as usize].join(unwanted);
        &self.touched
    }

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

impl Traffic {
    #[inline(always)]
    fn add(&mut self, sums: &Sums) {
        self.requests += sums.requests;
        self.sectors += sums.sectors;
        self.ideal_sectors += sums.ideal_sectors;
        self.bytes_requested += sums.asked;
    }
}

/// Whether an instruction is an atomic among the threads of a block only.
fn is_narrow(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Atom {
            scope: Scope::Block,
            ..
        } | Ins::Atom64 {
            scope: Scope::Block,
            ..
        }
    )
}

/// Whether an instruction is an atomic whose result nobody takes.
fn reduces(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Atom { dst: None, .. } | Ins::Atom64 { dst: None, .. }
    )
}
