//! The memory that host code reaches, and its stack.
//!
//! Addresses go in, bytes come out. The rule: host memory, the stack, and what managed and pinned memory the device shares
//! can be reached; a range is inside one allocation or it is not there. What else an address may mean is asked only
//! when an access failed.

use super::decode::room;
use super::streams::Streams;
use cuda_ir::LocalVar;
use cuda_ir::pointer::{BIAS, MAX_IDS, OFFSET_BITS, OFFSET_MASK};
use std::collections::BTreeMap;
use warp::launch::{HostKind, Memory, Side, is_written, mark};

/// The variables of open calls.
#[derive(Debug, Default)]
pub(super) struct Stack {
    bytes: Vec<u8>,
    /// First byte and length of each.
    vars: Vec<(u32, u32)>,
    /// As [`warp::launch::Allocation::written`], of those that a copy brought unwritten bytes to.
    marks: BTreeMap<u32, Vec<u8>>,
    /// How many bytes were taken away.
    moved: usize,
}

/// The largest variable that marks are kept of: while host code runs it is in another place.
const MARKED: u32 = 1 << 16;

/// How many bytes are moved for that in all: after it nothing is marked any more, so that no program becomes slow by it.
const MOVED: usize = 1 << 30;

/// How many bytes of variables open calls may have.
pub(super) const STACK_BYTES: usize = 64 << 20;

impl Stack {
    /// Adds a function's variables; the number of the first, or `None` if there is no room.
    pub fn open(&mut self, locals: &[LocalVar], bytes: usize) -> Option<u32> {
        let first = self.vars.len();
        if self.bytes.len() + bytes > STACK_BYTES || first + locals.len() >= 1 << 20 {
            return None;
        }
        let mut base = self.bytes.len();
        for v in locals {
            self.vars.push((base as u32, v.bytes as u32));
            base += room(v.bytes);
        }
        self.bytes.resize(base, 0);
        Some(first as u32)
    }

    /// Drops all variables from this one on.
    pub fn close(&mut self, first: u32) {
        if let Some((base, _)) = self.vars.get(first as usize) {
            self.bytes.truncate(*base as usize);
        }
        self.vars.truncate(first as usize);
        if !self.marks.is_empty() {
            self.marks.split_off(&first);
        }
    }

    /// A variable's bytes.
    pub fn start_of(&self, var: u32) -> Option<&[u8]> {
        let (base, len) = *self.vars.get(var as usize)?;
        self.bytes.get(base as usize..)?.get(..len as usize)
    }

    /// How many bytes a variable has, and which were written; none if that is not kept.
    pub fn marks(&mut self, var: u32) -> Option<(usize, &mut Vec<u8>)> {
        let len = self.size(var).filter(|len| *len <= MARKED)?;
        Some((len as usize, self.marks.entry(var).or_default()))
    }

    /// Whether it is known of a variable that not all of it was written.
    pub fn is_marked(&self, var: u32) -> bool {
        self.marks.get(&var).is_some_and(|marks| !marks.is_empty())
    }

    /// Takes a marked variable's bytes away.
    pub fn take(&mut self, var: u32) -> Option<Vec<u8>> {
        if self.moved > MOVED {
            self.marks.clear();
        }
        let bytes = match self.is_marked(var) {
            true => self.start_of(var)?.to_vec(),
            false => return None,
        };
        self.moved += bytes.len();
        self.vars.get_mut(var as usize)?.1 = 0;
        Some(bytes)
    }

    /// Puts them back.
    pub fn put(&mut self, var: u32, bytes: &[u8]) {
        let Some((base, len)) = self.vars.get_mut(var as usize) else {
            return;
        };
        *len = bytes.len() as u32;
        let place = self.bytes.get_mut(*base as usize..);
        if let Some(place) = place.and_then(|rest| rest.get_mut(..bytes.len())) {
            place.copy_from_slice(bytes);
        }
    }

    /// How many bytes a variable has.
    pub fn size(&self, var: u32) -> Option<u32> {
        self.vars.get(var as usize).map(|v| v.1)
    }
}

/// Memory as host code sees it.
pub(super) struct View<'m> {
    pub memory: &'m mut Memory,
    pub stack: &'m mut Stack,
    /// Who has the bytes that are not in their place, if some are not.
    pub guard: Option<&'m mut Streams>,
}

/// An address's allocation number and its offset; an offset before the start is beyond any size.
#[inline(always)]
fn parts(address: u64) -> (usize, usize) {
    let id = (address >> OFFSET_BITS) as usize & (MAX_IDS - 1);
    (id, (address & OFFSET_MASK).wrapping_sub(BIAS) as usize)
}

impl View<'_> {
    /// All bytes of the allocation that an address names, and the offset of the address.
    #[inline(always)]
    pub fn whole(&self, address: u64) -> Option<(&[u8], usize)> {
        let (id, at) = parts(address);
        match address >> 60 {
            5 => Some((&self.memory.hosted.blocks.get(id)?.bytes, at)),
            7 => {
                let (base, len) = *self.stack.vars.get(id)?;
                let bytes = self.stack.bytes.get(base as usize..)?.get(..len as usize)?;
                Some((bytes, at))
            }
            1 => {
                let b = self.memory.buffers.get(id)?;
                (b.side != Side::Device).then_some((&b.bytes, at))
            }
            2 => {
                let b = self.memory.symbols.get(id)?;
                match b.side {
                    Side::Device => Some((&b.host_copy, at)),
                    _ => Some((&b.bytes, at)),
                }
            }
            _ => None,
        }
    }

    /// The same, to be read, wherever the bytes are.
    #[inline]
    pub fn open(&self, address: u64) -> Option<(&[u8], usize)> {
        let (bytes, at) = self.whole(address)?;
        match (&self.guard, bytes) {
            (Some(guard), []) => Some((guard.open(address)?, at)),
            _ => Some((bytes, at)),
        }
    }

    /// `N` bytes.
    #[inline(always)]
    pub fn load<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let (bytes, at) = self.whole(address)?;
        match bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(found) => Some(*found),
            None => self.kept(address, N as u64)?.first_chunk::<N>().copied(),
        }
    }

    /// Bytes that are not in their place.
    #[cold]
    #[inline(never)]
    fn kept(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let guard = self.guard.as_ref()?;
        match guard.watches_unwritten(address) && self.is_unwritten(address, bytes) {
            true => None,
            false => guard.read(address, bytes),
        }
    }

    /// Whether nothing has written any of these bytes, as far as marks are kept.
    pub fn is_unwritten(&self, address: u64, bytes: u64) -> bool {
        let (id, at) = parts(address);
        let written = match address >> 60 {
            5 => self.memory.hosted.blocks.get(id).map(|b| &b.written),
            1 => self.memory.buffers.get(id).map(|b| &b.written),
            2 => self.memory.symbols.get(id).map(|b| &b.written),
            7 => self.stack.marks.get(&(id as u32)),
            _ => None,
        };
        let Some(end) = at.checked_add(bytes as usize) else {
            return false;
        };
        written.is_some_and(|marks| {
            end.div_ceil(8) <= marks.len() && !(at..end).any(|byte| is_written(marks, byte, 1))
        })
    }

    /// The same, about to be written.
    #[cold]
    #[inline(never)]
    fn kept_mut(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        self.guard.as_ref()?;
        let (_, at) = parts(address);
        if let Some((_, written)) = self.whole_mut(address) {
            mark(written, at, usize::try_from(bytes).ok()?);
        }
        self.guard.as_mut()?.write(address, bytes)
    }

    /// Stores `N` bytes; whether they were stored.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u64, value: [u8; N]) -> bool {
        let place = self.in_place(address, N as u64);
        if let Some(to) = place.and_then(|b| b.first_chunk_mut::<N>()) {
            *to = value;
            return true;
        }
        let place = self.kept_mut(address, N as u64);
        match place.and_then(|b| b.first_chunk_mut::<N>()) {
            Some(to) => {
                *to = value;
                true
            }
            None => false,
        }
    }

    /// So many bytes.
    #[inline(always)]
    pub fn range(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let (all, at) = self.whole(address)?;
        let n = usize::try_from(bytes).ok()?;
        match all.get(at..).and_then(|rest| rest.get(..n)) {
            Some(found) => Some(found),
            None => self.kept(address, bytes),
        }
    }

    /// So many bytes, about to be written.
    #[inline(always)]
    pub fn range_mut(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        if self.guard.is_some() && self.in_place(address, bytes).is_none() {
            return self.kept_mut(address, bytes);
        }
        self.in_place(address, bytes)
    }

    #[inline(always)]
    fn in_place(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        let (_, at) = parts(address);
        let n = usize::try_from(bytes).ok()?;
        let (all, written) = self.whole_mut(address)?;
        let place = all.get_mut(at..)?.get_mut(..n)?;
        mark(written, at, n);
        Some(place)
    }

    /// All bytes of the allocation that an address names, some about to be written, and the marks of those that ever were,
    /// a bit each, where somebody asks.
    #[inline(always)]
    pub fn whole_mut(&mut self, address: u64) -> Option<(&mut [u8], &mut [u8])> {
        let (id, _) = parts(address);
        match address >> 60 {
            5 => {
                let block = self.memory.hosted.blocks.get_mut(id)?;
                let place = (&mut block.bytes[..], &mut block.written[..]);
                (block.kind != HostKind::Literal).then_some(place)
            }
            7 => {
                let (base, len) = *self.stack.vars.get(id)?;
                let all = self.stack.bytes.get_mut(base as usize..)?;
                let marks = match self.stack.marks.is_empty() {
                    true => None,
                    false => self.stack.marks.get_mut(&(id as u32)),
                };
                let marks = marks.map_or(&mut [][..], Vec::as_mut_slice);
                Some((all.get_mut(..len as usize)?, marks))
            }
            tag @ (1 | 2) => {
                let stamp = self.memory.next_stamp();
                let b = match tag {
                    1 => self.memory.buffers.get_mut(id)?,
                    _ => self.memory.symbols.get_mut(id)?,
                };
                match (tag, b.side) {
                    (2, Side::Device) => return Some((&mut b.host_copy, &mut [])),
                    (_, Side::Device) => return None,
                    _ => b.stamp = stamp,
                }
                Some((&mut b.bytes, &mut b.written))
            }
            _ => None,
        }
    }

    /// The bytes from an address to the end of its allocation.
    pub fn rest(&self, address: u64) -> Option<&[u8]> {
        let (all, at) = self.whole(address)?;
        all.get(at..)
    }

    /// The bytes of a text up to its zero; `None` if there is no zero, or no such memory.
    pub fn text(&self, address: u64) -> Option<&[u8]> {
        let rest = self.rest(address)?;
        rest.get(..rest.iter().position(|b| *b == 0)?)
    }
}
