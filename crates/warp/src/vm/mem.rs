//! Memory as lanes see it: what a pointer names, whether an access is sound, and the bytes moved.
//!
//! Thirty-two addresses go in (what an address is: [`pointer`](cuda_ir::pointer)); groups of lanes that touch one allocation
//! soundly come out, and groups that do not.
//!
//! The rule: inactive lanes are given the address of the first active one ("levelled"), so that every check and every read can
//! be done for all 32 lanes at once. Local memory is interleaved: word `w` of all lanes is one row.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::fork::log::Log;
use super::fork::view::{Touch, View, is_outer};
use super::gang::level::Level;
use super::lanes::{Lanes32, Lanes64};
pub use super::local::LocalMemory;
use super::mask::{LANES, LaneMask};
pub use super::shared::SharedMemory;
use super::warp::Warp;
use crate::launch::{Allocation, Memory, all_written, is_written, mark};
use crate::probe::pieces;
use crate::report::Prints;
use cuda_ir::GlobalId;
use cuda_ir::pointer::{BIAS, OFFSET_BITS, OFFSET_MASK};
pub use cuda_ir::pointer::{MAX_IDS, Space, Target, pointer, target};

/// An allocation as the checks see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// Where it lives.
    pub space: Space,
    /// Its number there.
    pub id: u32,
    /// Its first byte, from the start of a buffer (0), of the block's shared or of the thread's local memory.
    pub base: u32,
    /// Its size in bytes.
    pub len: u32,
}

/// How 32 offsets lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// All lanes active, each right after the one before.
    Run,
    /// All the same.
    Same,
    /// Any other way.
    Any,
}

/// How each half of 32 offsets lies by itself, where the whole lies in any way: blocks of 16 columns are common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halves {
    /// Each lane right after the one before.
    Runs,
    /// All the same.
    Same,
    /// Any other way.
    Any,
}

/// Lanes that touch one allocation, soundly.
#[derive(Clone, Copy)]
pub struct Group {
    /// The allocation.
    pub region: Region,
    /// The lanes.
    pub mask: LaneMask,
    /// For each lane the first byte, counted like `Region::base`; lanes outside the mask have that of the first in it.
    pub at: Lanes32,
    /// How they lie.
    pub shape: Shape,
    /// The same of halves.
    pub halves: Halves,
}

impl Group {
    /// Whether all lanes are in it, and each half of them has elements of so many bytes one after the other.
    #[inline(always)]
    pub fn runs_of(&self, bytes: u32) -> bool {
        (self.shape == Shape::Run || self.mask.is_full() && self.halves == Halves::Runs)
            && self.at[1].wrapping_sub(self.at[0]) == bytes
    }

    /// Whether every lane's place is beyond those of the lanes before it.
    #[inline]
    pub fn rises(&self) -> bool {
        if self.mask.is_full() {
            let mut falls = false;
            for i in 1..LANES {
                falls |= self.at[i - 1] >= self.at[i];
            }
            return !falls;
        }
        let mut last = None;
        self.mask.lanes().all(|lane| {
            let here = Some(self.at[lane]);
            std::mem::replace(&mut last, here) < here
        })
    }

    /// How many lanes there are, if they are the warp's first and each goes on where the one before ends.
    #[inline]
    pub fn first_run(&self, bytes: u32) -> Option<u32> {
        let n = self.mask.0.trailing_ones();
        let at = |lane: u32| self.at[(lane & 31) as usize];
        let runs = || (1..n).all(|lane| at(lane) == at(0).wrapping_add(lane * bytes));
        (n > 0 && self.mask == LaneMask::first_n(n) && runs()).then_some(n)
    }
}

/// Lanes that an access fails for, all in the same way.
pub struct Fault {
    /// What is wrong.
    pub why: Why,
    /// The lanes.
    pub mask: LaneMask,
    /// The address of the first of them.
    pub address: u64,
}

/// What can be wrong with an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Outside its allocation.
    Outside(Region),
    /// Not a multiple of its size.
    Misaligned(Region),
    /// Null, or near it.
    Null,
    /// No such allocation.
    Wild,
    /// A store to constant memory.
    Constant(Region),
}

/// The caller's memory, as those have it who run.
pub enum Ground<'m> {
    /// All of it, to be changed: blocks run one after the other.
    Whole(&'m mut Memory),
    /// A view of it, with what the blocks of one job change: see [`fork`](super::fork).
    Part(View<'m>),
}

/// All memory but the local, for the length of a run.
pub struct Spaces<'m> {
    /// The caller's.
    pub ground: Ground<'m>,
    /// The address of each global of the module.
    pub globals: Vec<u64>,
    /// The running block's.
    pub shared: SharedMemory,
    /// What `printf` wrote.
    pub printed: Vec<u8>,
    /// Who wrote it.
    pub prints: Prints,
    /// A text had no room: those after it are counted and not made.
    pub print_full: bool,
    /// What was done to buffers, and to variables, where the ground is whole: [`READ`], [`WROTE`] and [`ADDED`] by number.
    pub did: [Vec<u8>; 2],
    /// The end of a buffer and what comes after it, while lanes are there that left the buffer.
    pub window: Vec<u8>,
}

impl Spaces<'_> {
    fn memory(&self) -> &Memory {
        match &self.ground {
            Ground::Whole(memory) => memory,
            Ground::Part(view) => view.base,
        }
    }

    /// Bytes of buffers and variables.
    pub fn size(&self) -> usize {
        let memory = self.memory();
        let all = memory.buffers.iter().chain(&memory.symbols);
        all.map(|a| a.bytes.len()).sum()
    }

    /// Whether it is a view of memory that blocks of other jobs run on too.
    #[inline(always)]
    pub fn is_part(&self) -> bool {
        matches!(self.ground, Ground::Part(_))
    }

    /// Notes what several warps are about to read or write in one allocation, and tells the view, if it is one.
    #[inline(always)]
    pub fn touch_all<'g>(
        &mut self,
        groups: impl Iterator<Item = &'g Group> + Clone,
        touch: &Touch,
    ) {
        match &mut self.ground {
            Ground::Part(view) => view.touch(groups, touch),
            Ground::Whole(_) => {
                if let Some(group) = groups.clone().next() {
                    self.touch(group, touch);
                }
            }
        }
    }

    /// Notes what is about to be read or written, and tells the view, if it is one.
    #[inline(always)]
    pub fn touch(&mut self, group: &Group, touch: &Touch) {
        if let Ground::Part(view) = &mut self.ground {
            return view.touch(std::iter::once(group), touch);
        }
        let Region { space, id, .. } = group.region;
        let list = match space {
            Space::Global => &mut self.did[0],
            Space::Symbol => &mut self.did[1],
            _ => return,
        };
        if let Some(did) = list.get_mut(id as usize) {
            *did |= touch.way();
        }
    }

    /// Gives a job up that reads what nobody wrote in memory that others write to: from where such values come is remembered launch-wide.
    #[inline(always)]
    pub fn unknown(&mut self, group: &Group, unwritten: LaneMask) {
        if !unwritten.is_empty()
            && is_outer(group.region.space)
            && let Ground::Part(view) = &mut self.ground
        {
            view.spoil();
        }
    }

    /// Whether a view of memory wants to know of every byte that is touched there.
    #[inline(always)]
    pub fn keeps_copy(&self, region: Region) -> bool {
        match &self.ground {
            Ground::Part(view) => is_outer(region.space) && !view.logs(region),
            Ground::Whole(_) => false,
        }
    }

    /// Whether stores there are logged, to be made when the job's turn has come.
    #[inline(always)]
    pub fn logs(&self, region: Region) -> bool {
        match &self.ground {
            Ground::Whole(_) => false,
            Ground::Part(view) => view.logs(region),
        }
    }

    /// The log, if atomics there are logged in it.
    #[inline(always)]
    pub fn log(&mut self, region: Region) -> Option<(u32, &mut Log)> {
        match &mut self.ground {
            Ground::Part(view) if is_outer(region.space) => view.log(region),
            _ => None,
        }
    }

    /// The address of a module-scope variable.
    pub fn global_address(&self, var: GlobalId) -> u64 {
        self.globals.get(var.0 as usize).copied().unwrap_or(0)
    }

    /// The allocation that an address names for a warp, if it exists. In line, so that what it finds stays in registers: read back from
    /// memory in other pieces than it was written in, it waits until all stores before have been made.
    #[inline(always)]
    pub fn region(&self, address: u64, warp: &Warp) -> Option<Region> {
        let Target::In(space, id, _) = target(address) else {
            return None;
        };
        let i = id as usize;
        let (base, len) = match space {
            Space::Global => (0, self.memory().buffers.get(i)?.bytes.len() as u32),
            Space::Symbol => (0, self.memory().symbols.get(i)?.bytes.len() as u32),
            Space::Shared => {
                let (base, len) = *self.shared.vars.get(i)?;
                (base + warp.shared_from, len)
            }
            Space::Local => *warp.local.vars.get(i)?,
            Space::Host => (0, self.memory().hosted.shared_with_device(id)?),
            Space::Stack => return None,
        };
        Some(Region {
            space,
            id,
            base,
            len,
        })
    }

    /// An address in shared memory that only 64 bits keep out of its variable: hardware has 32 there, so `s[threadIdx.x - 1u]` of a pointer
    /// into the middle is the element before. Any other as it is.
    pub fn shared_around(&self, address: u64) -> u64 {
        let Target::In(Space::Shared, id, offset) = target(address) else {
            return address;
        };
        let around = i64::from(offset as u32);
        let len = self.shared.vars.get(id as usize).map_or(0, |var| var.1);
        match around != offset && around < i64::from(len) {
            true => pointer(Space::Shared, id, around),
            false => address,
        }
    }

    #[inline(always)]
    fn allocation(&self, region: Region) -> Option<&Allocation> {
        match region.space {
            Space::Global => self.memory().buffers.get(region.id as usize),
            Space::Symbol => self.memory().symbols.get(region.id as usize),
            _ => None,
        }
    }

    /// The bytes of a space other than local, and which of them are written.
    #[inline(always)]
    pub fn bytes(&self, region: Region) -> (&[u8], &[u8]) {
        if let Ground::Part(view) = &self.ground
            && let Some(copied) = view.copied(region)
        {
            return copied;
        }
        match self.allocation(region) {
            Some(a) => (&a.bytes, &a.written),
            None if region.space == Space::Host => (self.memory().hosted.bytes(region.id), &[]),
            None if region.space == Space::Global => (&self.window, &[]),
            None => (&self.shared.bytes, &self.shared.written),
        }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn bytes_mut(&mut self, region: Region) -> (&mut [u8], &mut [u8]) {
        if region.space == Space::Shared {
            return (&mut self.shared.bytes, &mut self.shared.written);
        }
        let memory = match &mut self.ground {
            Ground::Whole(memory) => memory,
            Ground::Part(view) => return view.copied_mut(region),
        };
        let a = match region.space {
            Space::Global => memory.buffers.get_mut(region.id as usize),
            Space::Symbol => memory.symbols.get_mut(region.id as usize),
            Space::Host => return (memory.hosted.bytes_mut(region.id), &mut []),
            _ => None,
        };
        match a {
            Some(a) => (&mut a.bytes, &mut a.written),
            None if region.space == Space::Global => (&mut self.window, &mut []),
            None => (&mut self.shared.bytes, &mut self.shared.written),
        }
    }

    /// Whether a kernel may not store there.
    pub fn is_constant(&self, region: Region) -> bool {
        match region.space {
            Space::Host => self.memory().hosted.is_literal(region.id),
            _ => self.allocation(region).is_some_and(|a| a.constant),
        }
    }

    /// Whether nothing is unwritten there, as far as that is known without looking at each byte.
    #[inline(always)]
    pub fn is_all_written(&self, region: Region) -> bool {
        region.space != Space::Local && self.bytes(region).1.is_empty()
    }

    /// Whether a kernel stored a value there that nobody had set.
    pub fn is_unset(&self, region: Region) -> bool {
        self.allocation(region).is_some_and(|a| a.unset)
    }

    /// The active lanes of a group that would read a byte nobody wrote.
    pub fn unwritten(&self, group: &Group, bytes: u32, local: &LocalMemory) -> LaneMask {
        if group.region.space == Space::Local {
            return local.unwritten(group, bytes);
        }
        let mut out = LaneMask::NONE;
        let (_, written) = self.bytes(group.region);
        if written.is_empty() {
            return out;
        }
        match group.shape {
            Shape::Run if is_written(written, group.at[0] as usize, 32 * bytes as usize) => {}
            Shape::Same if is_written(written, group.at[0] as usize, bytes as usize) => {}
            Shape::Any
                if group.halves != Halves::Any
                    && [0, 16].iter().all(|&i| {
                        let many = if group.halves == Halves::Runs { 16 } else { 1 };
                        is_written(written, group.at[i] as usize, many * bytes as usize)
                    }) => {}
            Shape::Any if bytes <= 8 && Level::here().words_written(written, &group.at, bytes) => {}
            _ => {
                for lane in group.mask.lanes() {
                    if !is_written(written, group.at[lane] as usize, bytes as usize) {
                        out = out.or(LaneMask::only(lane));
                    }
                }
            }
        }
        out
    }

    /// For some lanes of a group, which of their bytes nobody wrote: a bit a byte, of the first eight.
    #[cold]
    pub fn unwritten_bytes(
        &self,
        group: &Group,
        lanes: LaneMask,
        bytes: u32,
        local: &LocalMemory,
    ) -> [u8; LANES] {
        let mut out = [0; LANES];
        let written = match group.region.space {
            Space::Local => &[][..],
            _ => self.bytes(group.region).1,
        };
        for lane in lanes.lanes() {
            let at = group.at[lane];
            for b in 0..bytes.min(8) {
                let place = (at + b) as usize;
                let is = match group.region.space {
                    Space::Local => local.written[place / 4][lane] >> (place % 4) & 1 != 0,
                    _ => is_written(written, place, 1),
                };
                out[lane] |= u8::from(!is) << b;
            }
        }
        out
    }

    /// Notes that bytes of some lanes of a group hold what nobody wrote.
    #[cold]
    pub fn forget_written(
        &mut self,
        group: &Group,
        (lanes, which): (LaneMask, &[u8; LANES]),
        bytes: u32,
        local: &mut LocalMemory,
    ) {
        match (&mut self.ground, group.region.space) {
            (Ground::Part(view), Space::Global | Space::Symbol) => return view.spoil(),
            (Ground::Whole(memory), Space::Global) => {
                if let Some(a) = memory.buffers.get_mut(group.region.id as usize) {
                    a.unset = true;
                    if a.written.is_empty() {
                        a.written = all_written(a.bytes.len());
                    }
                }
            }
            _ => {}
        }
        for lane in lanes.lanes() {
            let at = group.at[lane];
            let missing = (at..at + bytes).filter(|b| which[lane] >> (b - at) & 1 != 0);
            for b in missing {
                if group.region.space == Space::Local {
                    local.written[b as usize / 4][lane] &= !(1 << (b % 4));
                } else if let Some(bits) = self.bytes_mut(group.region).1.get_mut(b as usize / 8) {
                    *bits &= !(1 << (b % 8));
                }
            }
        }
    }

    /// Notes that a group's bytes are written now.
    pub fn note_written(&mut self, group: &Group, bytes: u32, local: &mut LocalMemory) {
        if group.region.space == Space::Local {
            return local.note_written(group, bytes);
        }
        if self.logs(group.region) {
            return;
        }
        let (_, written) = self.bytes_mut(group.region);
        if written.is_empty() {
            return;
        }
        if let Some((pieces, n)) = pieces::tidy(group, bytes) {
            for (start, end) in &pieces[..n] {
                mark(written, *start as usize, (end - start) as usize);
            }
        } else if bytes <= 8 {
            let ones = ones(bytes);
            // Lanes that do not store have the place of one that does.
            for at in group.at {
                if let Some(eight) = written.get_mut(at as usize >> 3) {
                    *eight |= ones << (at & 7);
                }
            }
        } else {
            let lanes = group.mask.lanes();
            lanes.for_each(|lane| mark(written, group.at[lane] as usize, bytes as usize));
        }
    }
}

/// A bit for each of so many bytes, 8 at most.
#[inline(always)]
pub fn ones(bytes: u32) -> u8 {
    (u16::MAX >> (16 - bytes.min(8))) as u8
}

/// Whether aligned words of so many bytes, 8 at most, at all these places are written.
#[inline(always)]
pub fn words_written(written: &[u8], at: &Lanes32, bytes: u32) -> bool {
    let word = |at: u32| written.get(at as usize >> 3).map_or(0, |b| b >> (at & 7));
    let ones = ones(bytes);
    at.iter().fold(ones, |all, at| all & word(*at)) == ones
}

/// The lanes' addresses with a constant added, inactive lanes levelled.
#[inline(always)]
pub fn level(addresses: &Lanes64, offset: i32, mask: LaneMask) -> Lanes64 {
    let plus = offset as i64 as u64;
    let mut out = [0; LANES];
    if mask.is_full() {
        for i in 0..LANES {
            out[i] = addresses[i].wrapping_add(plus);
        }
    } else {
        let lead = addresses[mask.lead()];
        for i in 0..LANES {
            let a = if mask.0 & (1 << i) != 0 {
                addresses[i]
            } else {
                lead
            };
            out[i] = a.wrapping_add(plus);
        }
    }
    out
}

/// The usual case: all active lanes in one existing allocation, in bounds and aligned. `None` says to look closer.
#[inline(always)]
pub fn locate(
    region: Option<Region>,
    addresses: &Lanes64,
    mask: LaneMask,
    bytes: u32,
) -> Option<Group> {
    let region = region?;
    let start = (addresses[mask.lead()] & !OFFSET_MASK) | BIAS;
    let mut at = [0u32; LANES];
    let mut high = 0;
    for i in 0..LANES {
        let from = addresses[i].wrapping_sub(start);
        high |= from >> 32;
        at[i] = from as u32;
    }
    let (mut most, mut low) = (0, 0);
    for i in 0..LANES {
        most = at[i].max(most);
        at[i] = at[i].wrapping_add(region.base);
        low |= at[i];
    }
    let sound =
        high == 0 && most as u64 + bytes as u64 <= region.len as u64 && low & (bytes - 1) == 0;
    let (shape, halves) = lying(&at, mask, bytes);
    sound.then_some(Group {
        region,
        mask,
        shape,
        halves,
        at,
    })
}

/// How 32 offsets lie, those of inactive lanes levelled.
#[inline(always)]
pub fn lying(at: &Lanes32, mask: LaneMask, bytes: u32) -> (Shape, Halves) {
    let mut firsts = [0; LANES];
    for i in 0..LANES {
        firsts[i] = at[i & 16];
    }
    let (mut gap, mut differ) = (false, false);
    for i in 0..LANES {
        gap |= at[i] != firsts[i].wrapping_add((i as u32 & 15) * bytes);
        differ |= at[i] != firsts[i];
    }
    shape([at[0], at[16]], (gap, differ), mask, bytes)
}

/// How lanes lie of whose halves the first places are known, and whether others leave a gap, or differ.
#[inline(always)]
pub fn shape(
    [first, second]: [u32; 2],
    (gap, differ): (bool, bool),
    mask: LaneMask,
    bytes: u32,
) -> (Shape, Halves) {
    match (gap, differ) {
        (false, _) if mask.is_full() && second == first.wrapping_add(16 * bytes) => {
            (Shape::Run, Halves::Runs)
        }
        (_, false) if second == first => (Shape::Same, Halves::Same),
        (false, _) => (Shape::Any, Halves::Runs),
        (_, false) => (Shape::Any, Halves::Same),
        _ => (Shape::Any, Halves::Any),
    }
}

/// One allocation's share of an access that is not the usual case.
pub enum Share {
    /// These lanes are fine.
    Sound(Group),
    /// These are not.
    Faulty(Fault),
}

/// Takes from `left` the lanes that name the same allocation as its first lane does, and says what they are: first the
/// faulty ones among them, on a later call the sound ones.
pub fn closer(
    region: Option<Region>,
    addresses: &Lanes64,
    left: &mut LaneMask,
    bytes: u32,
) -> Share {
    let lead = addresses[left.lead()];
    let same = |a: u64| a >> OFFSET_BITS == lead >> OFFSET_BITS;
    let Some(region) = region else {
        let null = matches!(target(lead), Target::Null(_));
        let alike = |a: u64| {
            if null {
                matches!(target(a), Target::Null(_))
            } else {
                same(a)
            }
        };
        let mask = pick(*left, |lane| alike(addresses[lane]));
        *left = left.without(mask);
        let why = if null { Why::Null } else { Why::Wild };
        return Share::Faulty(Fault {
            why,
            mask,
            address: lead,
        });
    };
    let here = pick(*left, |lane| same(addresses[lane]));
    let offset = |lane: usize| (addresses[lane] & OFFSET_MASK) as i64 - BIAS as i64;
    let outside = pick(here, |lane| {
        offset(lane) < 0 || offset(lane) + bytes as i64 > region.len as i64
    });
    let skewed = pick(here.without(outside), |lane| {
        (offset(lane) + region.base as i64) % bytes as i64 != 0
    });
    for (mask, why) in [
        (outside, Why::Outside(region)),
        (skewed, Why::Misaligned(region)),
    ] {
        if !mask.is_empty() {
            *left = left.without(mask);
            return Share::Faulty(Fault {
                why,
                mask,
                address: addresses[mask.lead()],
            });
        }
    }
    *left = left.without(here);
    let at = std::array::from_fn(|i| {
        let lane = if here.has(i) { i } else { here.lead() };
        (offset(lane) + region.base as i64) as u32
    });
    Share::Sound(Group {
        region,
        mask: here,
        shape: Shape::Any,
        halves: Halves::Any,
        at,
    })
}

fn pick(from: LaneMask, f: impl Fn(usize) -> bool) -> LaneMask {
    from.lanes()
        .filter(|lane| f(*lane))
        .fold(LaneMask::NONE, |set, lane| set.or(LaneMask::only(lane)))
}
