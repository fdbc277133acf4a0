//! What a caller brings to a run: memory with named buffers, a launch with its arguments, options with their limits.
//!
//! Goes in: bytes and numbers; comes out: a run's view of them, or a refusal in words. The rule: everything that a
//! launch can get wrong is found here, before the first instruction. `vm::run` is what uses it.

use crate::ir::Global;
use std::fmt;

mod validate;

pub(crate) use validate::{scalar_bits, static_shared_bytes, validate};

/// The kind of an element in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elem {
    /// `bool`, one byte.
    Bool,
    /// `signed char` (and plain `char`).
    I8,
    /// `unsigned char`.
    U8,
    /// `short`.
    I16,
    /// `unsigned short`.
    U16,
    /// `int`.
    I32,
    /// `unsigned int`.
    U32,
    /// `long long`.
    I64,
    /// `unsigned long long`, `size_t`.
    U64,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

impl Elem {
    /// Its size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Elem::Bool | Elem::I8 | Elem::U8 => 1,
            Elem::I16 | Elem::U16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 => 4,
            Elem::I64 | Elem::U64 | Elem::F64 => 8,
        }
    }

    /// Its name in CUDA C++.
    pub const fn name(self) -> &'static str {
        match self {
            Elem::Bool => "bool",
            Elem::I8 => "signed char",
            Elem::U8 => "unsigned char",
            Elem::I16 => "short",
            Elem::U16 => "unsigned short",
            Elem::I32 => "int",
            Elem::U32 => "unsigned int",
            Elem::I64 => "long long",
            Elem::U64 => "unsigned long long",
            Elem::F32 => "float",
            Elem::F64 => "double",
        }
    }
}

/// A buffer of one [`Memory`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Buffer(pub(crate) u32);

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
    pub(crate) buffers: Vec<Allocation>,
    pub(crate) symbols: Vec<Allocation>,
}

/// One allocation: bytes, and which of them were ever written.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    pub name: String,
    pub elem: Elem,
    pub bytes: Vec<u8>,
    /// One bit a byte, least significant first; empty when every byte is written.
    pub written: Vec<u8>,
    /// Whether a kernel may not write to it.
    pub constant: bool,
}

/// How much a [`Memory`] may hold in all.
pub const MAX_MEMORY: usize = 1 << 30;

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
            constant: false,
        });
        Buffer(self.buffers.len() as u32 - 1)
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
        let Some(b) = self.buffers.get_mut(buffer.0 as usize) else {
            return;
        };
        let n = bytes.len().min(b.bytes.len());
        b.bytes[..n].copy_from_slice(&bytes[..n]);
        mark(&mut b.written, 0, n);
    }

    /// Sets a `__constant__` or `__device__` variable before a launch, as `cudaMemcpyToSymbol` does. A launch of a
    /// module with no such variable ignores it; a value longer than the variable is cut.
    pub fn set_symbol(&mut self, name: &str, bytes: &[u8]) {
        match self.symbols.iter_mut().find(|s| s.name == name) {
            Some(s) => {
                if s.bytes.len() < bytes.len() {
                    s.bytes.resize(bytes.len(), 0);
                }
                s.bytes[..bytes.len()].copy_from_slice(bytes);
            }
            None => self.symbols.push(Allocation {
                name: name.to_string(),
                elem: Elem::U8,
                bytes: bytes.to_vec(),
                written: Vec::new(),
                constant: false,
            }),
        }
    }

    /// Makes sure that every module-scope variable has its symbol; returns which.
    pub(crate) fn prepare_symbols(&mut self, globals: &[Global]) -> Vec<u32> {
        globals.iter().map(|g| self.prepare_symbol(g)).collect()
    }

    fn prepare_symbol(&mut self, g: &Global) -> u32 {
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
                    bytes: Vec::new(),
                    written: Vec::new(),
                    constant: g.constant,
                });
                self.symbols.len() - 1
            });
        let s = &mut self.symbols[i];
        let given = s.bytes.len().min(size);
        initial[..given].copy_from_slice(&s.bytes[..given]);
        (s.bytes, s.elem, s.constant) = (initial, g.elem, g.constant);
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
pub(crate) fn mark(written: &mut [u8], at: usize, n: usize) {
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

/// Whether all bits of `at .. at + n` are set.
pub(crate) fn is_written(written: &[u8], at: usize, n: usize) -> bool {
    if written.is_empty() {
        return true;
    }
    let (mut i, end) = (at, at + n);
    while i < end {
        let take = (8 - i % 8).min(end - i);
        let mask = (((1u32 << take) - 1) << (i % 8)) as u8;
        if written[i / 8] & mask != mask {
            return false;
        }
        i += take;
    }
    true
}

/// Sizes of a grid or a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dim3 {
    /// Fastest.
    pub x: u32,
    /// Middle.
    pub y: u32,
    /// Slowest.
    pub z: u32,
}

impl Dim3 {
    /// `x * y * z`.
    pub fn count(self) -> u64 {
        (self.x as u64)
            .saturating_mul(self.y as u64)
            .saturating_mul(self.z as u64)
    }

    /// The place of a linear index, `x` fastest.
    pub fn place(self, linear: u64) -> [u32; 3] {
        let (x, y) = (self.x.max(1) as u64, self.y.max(1) as u64);
        [
            (linear % x) as u32,
            (linear / x % y) as u32,
            (linear / (x * y)) as u32,
        ]
    }
}

impl From<u32> for Dim3 {
    fn from(x: u32) -> Self {
        Dim3 { x, y: 1, z: 1 }
    }
}

impl From<(u32, u32)> for Dim3 {
    fn from((x, y): (u32, u32)) -> Self {
        Dim3 { x, y, z: 1 }
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Dim3 { x, y, z }
    }
}

impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.y, self.z) {
            (1, 1) => write!(f, "{}", self.x),
            (_, 1) => write!(f, "({}, {})", self.x, self.y),
            _ => write!(f, "({}, {}, {})", self.x, self.y, self.z),
        }
    }
}

/// `kernel<<<grid, block, shared_bytes>>>(args…)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Launch {
    /// The kernel's name; of a template with its arguments: `k<256>`.
    pub kernel: String,
    /// Blocks.
    pub grid: Dim3,
    /// Threads a block.
    pub block: Dim3,
    /// Bytes of `extern __shared__` memory a block.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub args: Vec<Arg>,
}

/// An argument of a launch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg {
    /// For `bool`.
    Bool(bool),
    /// For any integer type that holds the value.
    I32(i32),
    /// For any integer type that holds the value.
    U32(u32),
    /// For any integer type that holds the value.
    I64(i64),
    /// For any integer type that holds the value.
    U64(u64),
    /// For `float` and `double`.
    F32(f32),
    /// For `double` (and for `float` where it is exact).
    F64(f64),
    /// For a pointer: the buffer's start.
    Buffer(Buffer),
    /// For a pointer: so many bytes from the buffer's start.
    BufferAt(Buffer, i64),
    /// For a pointer: null.
    Null,
}

/// What a device accepts; the defaults are those that every device since compute capability 7.0 has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceLimits {
    /// Threads a block.
    pub block_threads: u32,
    /// A block's extents.
    pub block: Dim3,
    /// A grid's extents.
    pub grid: Dim3,
    /// Shared bytes a block, static and dynamic; more needs an opt-in, which is a larger number here.
    pub shared_bytes: u32,
    /// Bytes of local memory a thread.
    pub local_bytes: u32,
    /// Depth of calls.
    pub call_depth: u32,
}

impl Default for DeviceLimits {
    fn default() -> Self {
        DeviceLimits {
            block_threads: 1024,
            block: Dim3 {
                x: 1024,
                y: 1024,
                z: 64,
            },
            grid: Dim3 {
                x: 0x7fff_ffff,
                y: 65535,
                z: 65535,
            },
            shared_bytes: 48 * 1024,
            local_bytes: 512 * 1024,
            call_depth: 256,
        }
    }
}

/// How a run is to go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunOptions {
    /// How many warp instructions the run may take.
    pub fuel: u64,
    /// The order of blocks, and of warps in a block: 0 as numbered, 1 reversed, any other shuffled by it.
    pub seed: u64,
    /// Whether the probes watch. Without them a run is faster, an out-of-bounds access is still found, and of the
    /// counters only `warp_instructions`, `threads`, `blocks` and `shared_bytes` are counted.
    pub checks: bool,
    /// What the device accepts.
    pub device: DeviceLimits,
    /// How many distinct findings are kept.
    pub max_findings: usize,
    /// A byte of a buffer whose last store the report is to name; needs `checks`.
    pub watch: Option<(Buffer, u64)>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            fuel: 1 << 28,
            seed: 0,
            checks: true,
            device: DeviceLimits::default(),
            max_findings: 20,
            watch: None,
        }
    }
}
