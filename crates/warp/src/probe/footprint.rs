//! What a launch touched, byte by byte, and which instructions did: for races between launches.
//!
//! **Definition.** For each allocation that was there before the launch the bytes that were read, written and changed by
//! atomics, and of these the ones that a `volatile` access touched. They are exact, and those of the blocks that were watched. What
//! a kernel takes from the device's heap is left out.
//! **Where.** For each instruction and allocation the places are kept in 4,096 parts: enough to name the line of an access
//! in an array of 16 KiB exactly, and in a larger one if no other instruction of the kernel does the same to the same part.
//! Nobody asks for it unless a program's operations may be in each other's way (see `host::streams`); then nothing is kept.

use super::bytes::Bytes;
use super::pieces::{Piece, Pieces, tidy};
use super::touched::{Spare, Touched};
use super::{Access, Loads, Op};
use crate::vm::Env;
use crate::vm::mem::{Group, Region, Space};
use cuda_ir::Elem;
use cuda_ir::{At, Ins};
use std::collections::BTreeMap;

/// What a launch, or another operation of the device, touched.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// By allocation.
    pub parts: Vec<TouchedAllocation>,
    /// Whether it could tell others of what it did while it ran: by a fence and an access that is atomic or volatile.
    pub tells: bool,
}

/// What was done to one allocation.
#[derive(Clone, Debug)]
pub struct TouchedAllocation {
    /// Where the allocation lives, and its number there.
    pub of: (Space, u32),
    /// What it is made of, as far as the kernel's parameters say.
    pub elem: Elem,
    /// The bytes, by [`Op`].
    pub bytes: [Bytes; 3],
    /// Those that a volatile access touched.
    pub volatile: Bytes,
    /// The instructions.
    pub sites: Vec<Site>,
}

/// An instruction that touched an allocation.
#[derive(Clone, Debug)]
pub struct Site {
    /// What it does.
    pub op: Op,
    /// Where it stands.
    pub at: At,
    marks: Coarse,
}

impl Footprint {
    /// How much memory it takes.
    pub fn takes(&self) -> usize {
        let part = |p: &TouchedAllocation| {
            let sets = p.bytes.iter().chain([&p.volatile]);
            sets.map(Bytes::takes).sum::<usize>() + 600 * p.sites.len() + 100
        };
        self.parts.iter().map(part).sum()
    }

    /// Adds bytes that are touched in one way.
    pub fn mark(&mut self, of: (Space, u32), op: Op, run: Piece) {
        let known = self.parts.iter().position(|p| p.of == of);
        let at = known.unwrap_or_else(|| {
            self.parts.push(TouchedAllocation::new(of));
            self.parts.len() - 1
        });
        if let Some(part) = self.parts.get_mut(at) {
            part.bytes[op as usize].add(run);
        }
    }

    /// The same of a launch on other buffers: `now` gives the number of the one that has a buffer's place.
    pub fn moved(&self, now: impl Fn(u32) -> u32) -> Footprint {
        let mut moved = self.clone();
        for part in &mut moved.parts {
            if let (Space::Global, id) = &mut part.of {
                *id = now(*id);
            }
        }
        moved
    }

    /// Adds a part, to what is known of its allocation.
    pub fn add(&mut self, part: TouchedAllocation) {
        match self.parts.iter_mut().find(|p| p.of == part.of) {
            Some(known) => {
                for (mine, new) in known.bytes.iter_mut().zip(&part.bytes) {
                    mine.join(new);
                }
                known.volatile.join(&part.volatile);
                known.sites.extend(part.sites);
            }
            None => self.parts.push(part),
        }
    }
}

impl TouchedAllocation {
    fn new(of: (Space, u32)) -> Self {
        TouchedAllocation {
            of,
            elem: Elem::default(),
            bytes: Default::default(),
            volatile: Bytes::default(),
            sites: Vec::new(),
        }
    }

    /// The instruction that did this to this byte, if there is no doubt which.
    pub fn site(&self, op: Op, byte: u32) -> Option<&Site> {
        let mut sites = self
            .sites
            .iter()
            .filter(|s| s.op == op && s.marks.has(byte));
        let first = sites.next()?;
        sites.all(|s| s.at.span == first.at.span).then_some(first)
    }
}

/// How many parts an allocation has.
const PARTS: u32 = 4096;

/// Which parts of an allocation were touched.
#[derive(Clone, Debug)]
struct Coarse {
    shift: u32,
    bits: Box<[u64; PARTS as usize / 64]>,
}

impl Coarse {
    fn new(len: u32) -> Self {
        let shift = len.div_ceil(PARTS).next_power_of_two().trailing_zeros();
        Coarse {
            shift,
            bits: Box::new([0; PARTS as usize / 64]),
        }
    }

    fn touch(&mut self, (start, end): Piece) {
        for part in start >> self.shift..=end.saturating_sub(1) >> self.shift {
            if let Some(word) = self.bits.get_mut(part as usize / 64) {
                *word |= 1 << (part % 64);
            }
        }
    }

    fn has(&self, byte: u32) -> bool {
        let part = byte >> self.shift;
        let word = self.bits.get(part as usize / 64);
        word.is_some_and(|word| word >> (part % 64) & 1 != 0)
    }

    fn join(&mut self, other: &Coarse) {
        let both = self.bits.iter_mut().zip(other.bits.iter());
        both.for_each(|(mine, new)| *mine |= new);
    }
}

/// An allocation.
type Of = (Space, u32);

/// What is gathered while a launch runs, besides what [`super::coalesce`] counts anyway.
#[derive(Default)]
pub struct Gathered {
    /// By instruction: the allocations that it touched.
    sites: Vec<Vec<(Of, Coarse)>>,
    volatile: BTreeMap<Of, Touched>,
    /// Host memory that kernels may touch, which the counters leave out.
    hosted: BTreeMap<u32, [Touched; 3]>,
    spare: Spare,
}

impl Gathered {
    /// Nothing yet.
    pub fn new(env: &Env<'_>) -> Self {
        Gathered {
            sites: vec![Vec::new(); env.flat_len()],
            ..Gathered::default()
        }
    }

    /// One warp's access.
    pub fn access(&mut self, access: &Access<'_>, flat: usize) {
        let what = (flat, access.op, access.volatile);
        self.group(what, access.group, access.bytes);
    }

    /// Loads of several warps.
    pub fn loads(&mut self, loads: &Loads<'_>) {
        let what = (loads.flat, Op::Load, false);
        if loads.shared {
            self.group(what, &loads.groups[loads.active.from], loads.bytes);
            return;
        }
        for w in loads.warps() {
            self.group(what, &loads.groups[w], loads.bytes);
        }
    }

    fn group(&mut self, what: (usize, Op, bool), group: &Group, bytes: u32) {
        if !matches!(
            group.region.space,
            Space::Global | Space::Symbol | Space::Host
        ) {
            return;
        }
        match tidy(group, bytes) {
            Some((pieces, n)) => self.touch(what, group.region, &pieces[..n]),
            None => self.touch(what, group.region, Pieces::new(&group.at, bytes).list()),
        }
    }

    fn touch(&mut self, (flat, op, volatile): (usize, Op, bool), region: Region, pieces: &[Piece]) {
        let of = (region.space, region.id);
        let Some(sites) = self.sites.get_mut(flat) else {
            return;
        };
        let known = sites.iter().position(|site| site.0 == of);
        let at = known.unwrap_or_else(|| {
            sites.push((of, Coarse::new(region.len)));
            sites.len() - 1
        });
        if let Some((_, marks)) = sites.get_mut(at) {
            pieces.iter().for_each(|piece| marks.touch(*piece));
        }
        if volatile {
            let touched = self.volatile.entry(of).or_default();
            touched.touch(region.len, (pieces, 0), &mut self.spare);
        }
        if region.space == Space::Host {
            let touched = &mut self.hosted.entry(region.id).or_default()[op as usize];
            touched.touch(region.len, (pieces, 0), &mut self.spare);
        }
    }

    /// Adds what another has gathered.
    pub fn join(&mut self, other: Gathered) {
        for (mine, new) in self.sites.iter_mut().zip(other.sites) {
            for (of, marks) in new {
                match mine.iter_mut().find(|site| site.0 == of) {
                    Some((_, known)) => known.join(&marks),
                    None => mine.push((of, marks)),
                }
            }
        }
        for (of, touched) in other.volatile {
            self.volatile.entry(of).or_default().join(touched);
        }
        for (id, touched) in other.hosted {
            let mine = self.hosted.entry(id).or_default();
            mine.iter_mut()
                .zip(touched)
                .for_each(|(mine, new)| mine.join(new));
        }
    }

    /// All of it, with what the counters know.
    pub fn into_footprint<'t>(
        mut self,
        env: &Env<'_>,
        counted: impl Iterator<Item = (Of, &'t [Touched; 3])>,
    ) -> Footprint {
        let hosted = std::mem::take(&mut self.hosted);
        let hosted = hosted.iter().map(|(id, sets)| ((Space::Host, *id), sets));
        let mut parts: Vec<TouchedAllocation> = Vec::new();
        parts.extend(counted.filter_map(|(of, sets)| self.part(env, of, sets)));
        parts.extend(hosted.filter_map(|(of, sets)| self.part(env, of, sets)));
        let strong = |p: &TouchedAllocation| {
            !p.volatile.is_empty() || !p.bytes[Op::Atomic as usize].is_empty()
        };
        let fences = || {
            let mut all = crate::vm::calls::reached(env).into_iter();
            all.any(|ins| matches!(ins, Ins::Fence { .. }))
        };
        let tells = parts.iter().any(strong) && fences();
        Footprint { parts, tells }
    }

    /// What was done to an allocation, if anything.
    fn part(&mut self, env: &Env<'_>, of: Of, sets: &[Touched; 3]) -> Option<TouchedAllocation> {
        if sets.iter().all(Touched::is_empty) {
            return None;
        }
        let volatile = self.volatile.get(&of);
        Some(TouchedAllocation {
            of,
            elem: env.elem(of.0, of.1),
            bytes: std::array::from_fn(|k| sets[k].bytes()),
            volatile: volatile.map_or(Bytes::default(), Touched::bytes),
            sites: self.sites_of(env, of),
        })
    }

    fn sites_of(&mut self, env: &Env<'_>, of: Of) -> Vec<Site> {
        let mut out = Vec::new();
        for (flat, sites) in self.sites.iter_mut().enumerate() {
            let Some(i) = sites.iter().position(|site| site.0 == of) else {
                continue;
            };
            let (_, marks) = sites.swap_remove(i);
            if let Some((ins, at)) = env.instruction(flat) {
                let op = super::count::op_of(ins);
                out.push(Site { op, at, marks });
            }
        }
        out
    }
}
