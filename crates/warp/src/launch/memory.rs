//! Global memory: named buffers, and the module-scope variables of the modules that ran on it.
//!
//! Bytes go in, bytes come out; between, a run reads and writes them. The rule: every byte knows whether it was ever written,
//! and all buffers together stay under [`MAX_MEMORY`].

use super::Elem;
use super::hosted::HostMemory;
use super::spare::Spare;
use crate::vm::fork::aside::Aside;
use crate::vm::known::AllocationFacts;
use cuda_ir::Global;
use cuda_ir::parts::Parts;
use cuda_ir::pointer::{MAX_IDS, MAX_MEMORY, Space, pointer};
use cuda_source::source::Span;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A buffer of one [`Memory`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Buffer(pub(crate) u32);

impl Buffer {
    /// The number of its allocation in global memory.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// What a new buffer holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// Zeros, as after `cudaMemset`.
    Zeroed,
    /// Nothing, as after `cudaMalloc`: reads before writes are found. The bytes read are `0xcd`, never 0 by luck.
    Uninit,
    /// These bytes, as after `cudaMemcpy`; what they do not cover is uninitialised.
    Bytes(Vec<u8>),
}

/// Global memory: named buffers, and the module-scope variables of the modules that ran on it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The caller's buffers, in the order of their numbers.
    pub buffers: Vec<Allocation>,
    /// The variables at module scope.
    pub symbols: Vec<Allocation>,
    /// What a program's host code has.
    pub hosted: HostMemory,
    /// The address of each global of the program that runs, as long as it does.
    pub prepared: Option<Vec<u64>>,
    /// Buffers that were freed, the oldest first.
    freed: VecDeque<u32>,
    /// The last stamp that was given.
    stamp: u64,
    /// What kernels have allocated themselves.
    heap: Heap,
    /// What launches leave to later ones, to save work.
    pub(crate) aside: Aside,
    /// What was freed, for what is allocated next.
    pub spare: Spare,
}

/// The device's heap, as `malloc` in a kernel has it.
#[derive(Clone, Debug)]
struct Heap {
    /// Bytes in use, each piece rounded up.
    used: u64,
    /// Whether any was ever taken: from then on the limit stays.
    begun: bool,
    /// The most that they may be.
    limit: u64,
    /// Pieces that were freed, the oldest first.
    freed: VecDeque<u32>,
}

impl Default for Heap {
    fn default() -> Self {
        Heap {
            used: 0,
            begun: false,
            limit: HEAP_LIMIT,
            freed: VecDeque::new(),
        }
    }
}

/// What the heap has where nobody asked for another limit, as CUDA says.
const HEAP_LIMIT: u64 = 8 << 20;

/// What a piece of the heap takes at least, and a multiple of which it takes.
const HEAP_PIECE: u64 = 16;

/// Who may touch an allocation of the device's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// Kernels alone.
    #[default]
    Device,
    /// Kernels and the host: `cudaMallocManaged`.
    Managed,
    /// Kernels and the host, which has it: `cudaMallocHost`.
    Pinned,
}

/// One allocation: bytes, and which of them were ever written.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    /// What findings call it.
    pub name: String,
    /// What it is made of.
    pub elem: Elem,
    /// How it is divided, if the program says so where it makes it.
    pub parts: Option<Arc<Parts>>,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// What kernels have stored between the end and the next multiple of 256 bytes; what is not here is 0.
    pub padding: Vec<u8>,
    /// One bit a byte, least significant first; empty when every byte is written.
    pub written: Vec<u8>,
    /// Whether a kernel has stored a value there that nobody had set: then unwritten bytes were stored to all the same.
    pub unset: bool,
    /// Whether a kernel may not write to it.
    pub constant: bool,
    /// Whether the host may touch it.
    pub side: Side,
    /// What host code finds at a variable of the device: its own copy, which nothing keeps the same.
    pub host_copy: Vec<u8>,
    /// Whether a kernel made it.
    pub heap: bool,
    /// Whether its name is ours, so that a kernel's parameter is a better one.
    pub unnamed: bool,
    /// Whether it was freed; then there are no bytes.
    pub freed: bool,
    /// The line of the source that made it, if a program did.
    pub line: u32,
    /// What made it there.
    pub span: Span,
    /// Which change of any allocation was the last of this one.
    pub stamp: u64,
    /// Its stamp when it was made.
    pub made: u64,
    /// What a fill has put where, and the stamp that it left: the same fill changes nothing as long as no other has come.
    pub filled: Option<Filled>,
    /// What findings say of it, once a launch has asked.
    pub told: OnceLock<Arc<AllocationFacts>>,
}

/// A fill.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The allocation's stamp after it.
    pub stamp: u64,
    /// The byte that it repeats.
    pub value: u8,
    /// Which bytes.
    pub place: std::ops::Range<usize>,
}

/// How many freed buffers are kept apart from new ones, so that a stale pointer to them is known.
const QUARANTINE: usize = 256;

impl Allocation {
    /// What findings say of it; it has this number.
    pub(crate) fn known(&self, number: usize) -> Arc<AllocationFacts> {
        let known = self
            .told
            .get_or_init(|| Arc::new(AllocationFacts::new(number, self)));
        known.clone()
    }

    /// Whether it is memory of the device's that nobody has changed since it was made; what was not written is one byte everywhere then.
    pub fn is_as_made(&self) -> bool {
        self.side == Side::Device && !self.written.is_empty() && self.made == self.stamp
    }
}

impl Memory {
    /// No buffers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new buffer of `len` elements. `name` is what findings and counters call it: by custom the kernel's parameter.
    /// A buffer that would take the whole over [`MAX_MEMORY`] gets no elements.
    pub fn alloc(&mut self, name: &str, elem: Elem, len: usize, init: Init) -> Buffer {
        let used: usize = self.buffers.iter().map(|b| b.bytes.len()).sum();
        let size = len
            .checked_mul(elem.bytes())
            .filter(|n| *n <= MAX_MEMORY - used.min(MAX_MEMORY))
            .unwrap_or(0);
        let (bytes, written) = match init {
            Init::Zeroed => (vec![0; size], Vec::new()),
            Init::Uninit => (vec![0xcd; size], vec![0; size.div_ceil(8)]),
            Init::Bytes(mut bytes) => {
                let given = bytes.len().min(size);
                bytes.resize(size, 0xcd);
                let mut written = Vec::new();
                if given < size {
                    written = vec![0; size.div_ceil(8)];
                    mark(&mut written, 0, given);
                }
                (bytes, written)
            }
        };
        self.buffers.push(Allocation {
            name: name.to_string(),
            elem,
            bytes,
            written,
            ..Allocation::default()
        });
        Buffer(self.buffers.len() as u32 - 1)
    }

    /// Lets host code touch a buffer too, as `cudaMallocManaged` memory.
    pub fn share_with_host(&mut self, buffer: Buffer) {
        if let Some(b) = self.buffers.get_mut(buffer.0 as usize) {
            b.side = Side::Managed;
        }
    }

    /// Notes that a buffer has changed.
    pub fn stamp_buffer(&mut self, id: u32) {
        self.stamp += 1;
        if let Some(b) = self.buffers.get_mut(id as usize) {
            b.stamp = self.stamp;
        }
    }

    /// Notes that a variable has changed.
    pub fn stamp_symbol(&mut self, id: usize) {
        self.stamp += 1;
        if let Some(s) = self.symbols.get_mut(id) {
            s.stamp = self.stamp;
        }
    }

    /// A buffer for a program; the bytes are there already.
    pub fn add(&mut self, mut made: Allocation) -> u32 {
        self.stamp += 1;
        (made.stamp, made.made) = (self.stamp, self.stamp);
        if self.freed.len() > QUARANTINE
            && let Some(id) = self.freed.pop_front()
            && let Some(old) = self.buffers.get_mut(id as usize)
        {
            *old = made;
            return id;
        }
        self.buffers.push(made);
        self.buffers.len() as u32 - 1
    }

    /// The number of the next change.
    pub fn next_stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    /// So many zeros.
    pub fn cleared(&mut self, bytes: usize) -> Vec<u8> {
        let kept = self.spare.take(bytes, 0);
        kept.unwrap_or_else(|| vec![0; bytes])
    }

    /// Frees a program's buffer; the bytes that it had.
    pub fn release(&mut self, id: u32) -> usize {
        let Some(b) = self.buffers.get_mut(id as usize).filter(|b| !b.freed) else {
            return 0;
        };
        b.freed = true;
        b.told.take();
        b.padding = Vec::new();
        let (bytes, written) = (std::mem::take(&mut b.bytes), std::mem::take(&mut b.written));
        self.freed.push_back(id);
        let len = bytes.len();
        self.spare.keep(written);
        self.spare.keep(bytes);
        len
    }

    /// The heap as a program finds it.
    pub fn begin_heap(&mut self) {
        self.heap = Heap::default();
    }

    /// Sets the limit of the heap, in bytes; whether it could be, which is until some of the heap is taken.
    pub fn limit_heap(&mut self, bytes: u64) -> bool {
        if !self.heap.begun {
            self.heap.limit = bytes.min(MAX_MEMORY as u64);
        }
        !self.heap.begun
    }

    /// The limit of the heap, in bytes.
    pub fn heap_limit(&self) -> u64 {
        self.heap.limit
    }

    /// New memory for a kernel, asked for on a line: its number. None if the heap has not so much left.
    pub(crate) fn take_from_heap(&mut self, bytes: u64, line: u32, poison: bool) -> Option<u32> {
        let room = bytes.max(1).checked_next_multiple_of(HEAP_PIECE)?;
        let many = self.buffers.len() + self.symbols.len() + 1 >= MAX_IDS / 2;
        self.heap.begun = true;
        let reused = self.heap.freed.len() > QUARANTINE || many;
        if room > self.heap.limit.saturating_sub(self.heap.used)
            || many && self.heap.freed.is_empty()
        {
            return None;
        }
        self.heap.used += room;
        let bytes = usize::try_from(bytes).ok()?;
        let made = Allocation {
            bytes: vec![if poison { 0xcd } else { 0 }; bytes],
            written: vec![0; bytes.div_ceil(8)],
            heap: true,
            unnamed: true,
            line,
            stamp: self.next_stamp(),
            ..Allocation::default()
        };
        if reused
            && let Some(id) = self.heap.freed.pop_front()
            && let Some(old) = self.buffers.get_mut(id as usize)
        {
            *old = made;
            return Some(id);
        }
        self.buffers.push(made);
        Some(self.buffers.len() as u32 - 1)
    }

    /// Takes back what a kernel was given; whether it was, and had not been taken back.
    pub fn give_to_heap(&mut self, id: u32) -> bool {
        let piece = self.buffers.get_mut(id as usize);
        let Some(b) = piece.filter(|b| b.heap && !b.freed) else {
            return false;
        };
        b.freed = true;
        b.told.take();
        b.written = Vec::new();
        let room = std::mem::take(&mut b.bytes).len() as u64;
        let room = room.max(1).next_multiple_of(HEAP_PIECE);
        self.heap.used -= room.min(self.heap.used);
        self.heap.freed.push_back(id);
        true
    }

    /// A buffer's bytes, little-endian elements.
    pub fn bytes(&self, buffer: Buffer) -> &[u8] {
        self.buffers
            .get(buffer.0 as usize)
            .map_or(&[], |b| &b.bytes)
    }

    /// A buffer's name.
    pub fn name(&self, buffer: Buffer) -> &str {
        self.buffers.get(buffer.0 as usize).map_or("", |b| &b.name)
    }

    /// A buffer's elements as floats.
    pub fn f32s(&self, buffer: Buffer) -> Vec<f32> {
        self.bytes(buffer)
            .as_chunks()
            .0
            .iter()
            .map(|b| f32::from_le_bytes(*b))
            .collect()
    }

    /// A buffer's elements as doubles.
    pub fn f64s(&self, buffer: Buffer) -> Vec<f64> {
        self.bytes(buffer)
            .as_chunks()
            .0
            .iter()
            .map(|b| f64::from_le_bytes(*b))
            .collect()
    }

    /// A buffer's elements as ints.
    pub fn i32s(&self, buffer: Buffer) -> Vec<i32> {
        self.bytes(buffer)
            .as_chunks()
            .0
            .iter()
            .map(|b| i32::from_le_bytes(*b))
            .collect()
    }

    /// A buffer's elements as unsigned ints.
    pub fn u32s(&self, buffer: Buffer) -> Vec<u32> {
        self.bytes(buffer)
            .as_chunks()
            .0
            .iter()
            .map(|b| u32::from_le_bytes(*b))
            .collect()
    }

    /// How many of a buffer's bytes were never written.
    pub fn never_written(&self, buffer: Buffer) -> usize {
        let Some(b) = self.buffers.get(buffer.0 as usize) else {
            return 0;
        };
        if b.written.is_empty() {
            return 0;
        }
        b.bytes.len()
            - b.written
                .iter()
                .map(|w| w.count_ones() as usize)
                .sum::<usize>()
    }

    /// Which elements of a buffer have a byte that was never written, in order.
    pub fn never_written_elements(&self, buffer: Buffer) -> Vec<usize> {
        let Some(b) = self.buffers.get(buffer.0 as usize) else {
            return Vec::new();
        };
        let size = b.elem.bytes();
        (0..b.bytes.len() / size)
            .filter(|i| !is_written(&b.written, i * size, size))
            .collect()
    }

    /// Overwrites a buffer from its start, as `cudaMemcpy` does; what goes past its end is dropped.
    pub fn write(&mut self, buffer: Buffer, bytes: &[u8]) {
        self.write_at(buffer, 0, bytes);
    }

    /// Overwrites a buffer from one of its bytes on; what goes past its end is dropped.
    pub fn write_at(&mut self, buffer: Buffer, at: usize, bytes: &[u8]) {
        let Some(b) = self.buffers.get_mut(buffer.0 as usize) else {
            return;
        };
        let at = at.min(b.bytes.len());
        let n = bytes.len().min(b.bytes.len() - at);
        b.bytes[at..at + n].copy_from_slice(&bytes[..n]);
        mark(&mut b.written, at, n);
    }

    /// Sets a `__constant__` or `__device__` variable before a launch, as `cudaMemcpyToSymbol` does. A launch of a
    /// module with no such variable ignores it; a value longer than the variable is cut.
    pub fn set_symbol(&mut self, name: &str, bytes: &[u8]) {
        match self.symbols.iter_mut().find(|s| s.name == name) {
            Some(s) => {
                if s.bytes.len() < bytes.len() {
                    s.bytes.resize(bytes.len(), 0);
                    s.told.take();
                }
                s.bytes[..bytes.len()].copy_from_slice(bytes);
            }
            None => self.symbols.push(Allocation {
                name: name.to_string(),
                elem: Elem::U8,
                bytes: bytes.to_vec(),
                ..Allocation::default()
            }),
        }
    }

    /// Makes sure that every module-scope variable has its memory; returns their addresses.
    pub(crate) fn prepare_globals(&mut self, globals: &[Global]) -> Vec<u64> {
        match &self.prepared {
            Some(known) if known.len() == globals.len() => known.clone(),
            _ => {
                let mut fresh = Vec::new();
                let addresses = globals.iter().map(|g| match g.host {
                    true => pointer(Space::Host, self.hosted.find_global(g), 0),
                    false => pointer(Space::Symbol, self.prepare_symbol(g, &mut fresh), 0),
                });
                let addresses: Vec<u64> = addresses.collect();
                self.fill_in(globals, &addresses, &fresh);
                addresses
            }
        }
    }

    /// The same for a program about to start, until [`Memory::end_program`].
    pub fn begin_program(&mut self, globals: &[Global]) {
        let mut fresh = Vec::new();
        let addresses = globals.iter().map(|g| match g.host {
            true => pointer(Space::Host, self.hosted.add_global(g), 0),
            false => pointer(Space::Symbol, self.prepare_symbol(g, &mut fresh), 0),
        });
        let addresses: Vec<u64> = addresses.collect();
        self.fill_in(globals, &addresses, &fresh);
        self.prepared = Some(addresses);
    }

    /// Writes the addresses of variables into those that have just come to life.
    fn fill_in(&mut self, globals: &[Global], addresses: &[u64], fresh: &[u32]) {
        let symbols = globals.iter().filter(|g| !g.host);
        for g in symbols.filter(|g| !g.addresses.is_empty()) {
            let found = self.symbols.iter().position(|s| s.name == g.name);
            let Some(i) = found.filter(|i| fresh.contains(&(*i as u32))) else {
                continue;
            };
            for (at, to, offset) in &g.addresses {
                let Some(start) = addresses.get(to.0 as usize) else {
                    continue;
                };
                let address = start.wrapping_add(*offset as u64).to_le_bytes();
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                let end = at.saturating_add(address.len());
                let symbol = &mut self.symbols[i];
                if let Some(bytes) = symbol.bytes.get_mut(at..end) {
                    bytes.copy_from_slice(&address);
                }
                if g.unchanging
                    && let Some(bytes) = symbol.host_copy.get_mut(at..end)
                {
                    bytes.copy_from_slice(&address);
                }
            }
        }
    }

    /// Forgets what only the program knew.
    pub fn end_program(&mut self) {
        self.prepared = None;
        self.hosted = HostMemory::default();
        self.spare = Spare::default();
    }

    fn prepare_symbol(&mut self, g: &Global, fresh: &mut Vec<u32>) -> u32 {
        let size = (g.bytes as usize).min(MAX_MEMORY);
        let mut initial = g.init.clone().unwrap_or_default();
        initial.resize(size, 0);
        let i = self
            .symbols
            .iter()
            .position(|s| s.name == g.name)
            .unwrap_or_else(|| {
                self.symbols.push(Allocation {
                    name: g.name.clone(),
                    elem: g.elem,
                    constant: g.constant,
                    ..Allocation::default()
                });
                self.symbols.len() - 1
            });
        let s = &mut self.symbols[i];
        let given = s.bytes.len().min(size);
        if given == 0 {
            fresh.push(i as u32);
        }
        initial[..given].copy_from_slice(&s.bytes[..given]);
        (s.bytes, s.elem, s.constant) = (initial, g.elem, g.constant);
        if g.managed {
            s.side = Side::Managed;
        } else if s.host_copy.len() != size {
            s.host_copy = match g.unchanging {
                true => s.bytes.clone(),
                false => vec![0; size],
            };
        }
        i as u32
    }

    /// The bytes of a module-scope variable, once a module with it has run or it was set.
    pub fn symbol(&self, name: &str) -> Option<&[u8]> {
        self.symbols
            .iter()
            .find(|s| s.name == name)
            .map(|s| &s.bytes[..])
    }
}

/// Sets the bits of `at .. at + n`; nothing to do where all is written.
pub fn mark(written: &mut [u8], at: usize, n: usize) {
    if written.is_empty() {
        return;
    }
    let (mut i, end) = (at, at + n);
    while i < end {
        if i % 8 == 0 && end - i >= 8 {
            let bytes = (end - i) / 8;
            written[i / 8..i / 8 + bytes].fill(0xff);
            i += bytes * 8;
        } else {
            let take = (8 - i % 8).min(end - i);
            written[i / 8] |= (((1u32 << take) - 1) << (i % 8)) as u8;
            i += take;
        }
    }
}

/// A bit for each of so many bytes, all set, and none for another.
pub fn all_written(bytes: usize) -> Vec<u8> {
    let mut written = vec![0xff; bytes.div_ceil(8)];
    if let Some(last) = written.last_mut() {
        *last >>= (8 - bytes % 8) % 8;
    }
    written
}

/// Whether all bits of `at .. at + n` are set; of no marks at all, yes.
pub fn is_written(written: &[u8], at: usize, n: usize) -> bool {
    if written.is_empty() || n == 0 {
        return true;
    }
    let (first, last) = (at / 8, (at + n - 1) / 8);
    let (low, high) = (0xff << (at % 8), 0xff >> (7 - (at + n - 1) % 8));
    match written.get(first..=last) {
        Some([one]) => one & low & high == low & high,
        Some([one, middle @ .., other]) => {
            let (eights, rest) = middle.as_chunks::<8>();
            one & low == low
                && other & high == high
                && eights.iter().all(|eight| *eight == [0xff; 8])
                && rest.iter().all(|byte| *byte == 0xff)
        }
        _ => false,
    }
}

/// Whether all bytes have the value: whole pages at a time, which is as fast as memory gives them; what differs does so in the first ones.
pub fn is_all(bytes: &[u8], value: u8) -> bool {
    let alike = |page: &[u8]| page.iter().fold(0, |all, b| all | (b ^ value)) == 0;
    bytes.chunks(4096).all(alike)
}

/// The first place from `at` on of which the bit is set.
pub fn first_written(written: &[u8], at: usize) -> Option<usize> {
    let begun = written.get(at / 8)? & (0xff << (at % 8));
    if begun != 0 {
        return Some(at / 8 * 8 + begun.trailing_zeros() as usize);
    }
    let rest = &written[at / 8 + 1..];
    let found = rest.iter().position(|byte| *byte != 0)?;
    Some((at / 8 + 1 + found) * 8 + rest[found].trailing_zeros() as usize)
}

/// Which of so many bytes have no mark that they were written, true a byte; empty if all have.
pub fn unwritten(written: &[u8], at: usize, n: usize) -> Vec<bool> {
    match is_written(written, at, n) {
        true => Vec::new(),
        false => (at..at + n)
            .map(|i| {
                written
                    .get(i / 8)
                    .is_some_and(|byte| byte >> (i % 8) & 1 == 0)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{first_written, is_written, unwritten};

    #[test]
    fn marks_are_read_as_bit_by_bit() {
        let marks: Vec<u8> = (0..40u32)
            .map(|i| match i {
                3..=14 | 20..=33 => 0xff,
                17 | 18 => 0,
                _ => (i.wrapping_mul(2654435761) >> 7) as u8,
            })
            .collect();
        let bit = |i: usize| marks[i / 8] >> (i % 8) & 1 != 0;
        for at in 0..320 {
            assert_eq!(
                first_written(&marks, at),
                (at..320).find(|i| bit(*i)),
                "{at}"
            );
            for n in 0..=320 - at {
                let all = (at..at + n).all(bit);
                assert_eq!(is_written(&marks, at, n), all, "{n} from {at}");
                let missing: Vec<bool> = match all {
                    true => Vec::new(),
                    false => (at..at + n).map(|i| !bit(i)).collect(),
                };
                assert_eq!(unwritten(&marks, at, n), missing, "{n} from {at}");
            }
        }
        assert!(is_written(&[], 5, 7), "no marks: all is written");
        assert!(!is_written(&marks, 316, 5), "there are marks for 320 bytes");
    }
}
