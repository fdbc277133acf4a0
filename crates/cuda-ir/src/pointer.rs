//! What a pointer is: 64 bits that know their space, their allocation and an offset into it.
//!
//! Four bits of space, 22 of allocation, 38 of offset, biased by 2^37, so that arithmetic of up to 128 GiB either way
//! stays with its allocation and never reaches another. A null pointer is all zeros, which is no space.

use crate::{CodeRef, FuncId};

/// Where an allocation lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// A buffer of the caller.
    Global,
    /// A variable at module scope.
    Symbol,
    /// The block's shared memory.
    Shared,
    /// The thread's own memory.
    Local,
    /// The host's memory: its heap, its variables of the file, string literals.
    Host,
    /// The variables of the host's open calls.
    Stack,
}

/// How many bits of an address are its offset.
pub const OFFSET_BITS: u32 = 38;
/// The bits of the offset.
pub const OFFSET_MASK: u64 = (1 << OFFSET_BITS) - 1;
/// What an offset of 0 is written as.
pub const BIAS: u64 = 1 << (OFFSET_BITS - 1);

/// The most bytes that all of a run's memory may take, and so the most that a variable can.
pub const MAX_MEMORY: usize = 1 << 30;

/// The most allocations that a space can name.
pub const MAX_IDS: usize = 1 << (60 - OFFSET_BITS);

/// The address of an allocation's byte.
#[inline]
pub fn pointer(space: Space, id: u32, offset: i64) -> u64 {
    let tag = match space {
        Space::Global => 1u64,
        Space::Symbol => 2,
        Space::Shared => 3,
        Space::Local => 4,
        Space::Host => 5,
        Space::Stack => 7,
    };
    (tag << 60 | (id as u64 & (MAX_IDS as u64 - 1)) << OFFSET_BITS | BIAS)
        .wrapping_add(offset as u64)
}

/// The address of a function or kernel.
pub fn code_pointer(code: CodeRef) -> u64 {
    let (kind, id) = match code {
        CodeRef::Function(f) => (0u64, f.0),
        CodeRef::Kernel(k) => (1, k),
    };
    CODE_TAG << 60 | kind << 40 | id as u64
}

/// The function or kernel that an address names, if it has the form of one.
pub fn code_target(address: u64) -> Option<CodeRef> {
    let id = address as u32;
    match (address >> 60, address >> 32 & 0x0fff_ffff) {
        (CODE_TAG, 0) => Some(CodeRef::Function(FuncId(id))),
        (CODE_TAG, 0x100) => Some(CodeRef::Kernel(id)),
        _ => None,
    }
}

/// The tag of addresses of code.
const CODE_TAG: u64 = 6;

/// What an address names, valid or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// So many bytes from the start of an allocation, which may not exist.
    In(Space, u32, i64),
    /// So many bytes from null.
    Null(i64),
    /// No pointer that was ever given out.
    Wild,
}

/// Reads an address.
#[inline(always)]
pub fn target(address: u64) -> Target {
    let id = (address >> OFFSET_BITS) as u32 & (MAX_IDS as u32 - 1);
    let offset = (address & OFFSET_MASK) as i64 - BIAS as i64;
    match address >> 60 {
        1 => Target::In(Space::Global, id, offset),
        2 => Target::In(Space::Symbol, id, offset),
        3 => Target::In(Space::Shared, id, offset),
        4 => Target::In(Space::Local, id, offset),
        5 => Target::In(Space::Host, id, offset),
        7 => Target::In(Space::Stack, id, offset),
        _ if (address as i64).unsigned_abs() < BIAS => Target::Null(address as i64),
        _ => Target::Wild,
    }
}
