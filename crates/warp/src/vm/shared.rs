//! Shared memory: a kernel's variables one after the other, as often as blocks run at once.
//!
//! A kernel and how many dynamic bytes the launch asks for go in; bytes and their marks come out. The rule: each block has a share like the
//! first, and an address names a variable of the own share.

use cuda_ir::Kernel;
use cuda_ir::pointer::{Space, Target, pointer, target};

/// The shared memory of the running block, or of several that run at once.
#[derive(Default)]
pub struct SharedMemory {
    /// Static variables in order, then the dynamic ones, which are one.
    pub bytes: Vec<u8>,
    /// One bit a byte.
    pub written: Vec<u8>,
    /// (base, length) of each variable.
    pub vars: Vec<(u32, u32)>,
    /// The variable that all dynamic ones are called by.
    dynamic: u32,
    /// What bytes are that nobody wrote.
    fill: u8,
    /// How many blocks run at once, each with a share like the first.
    blocks: usize,
}

impl SharedMemory {
    /// Lays out a kernel's variables, which the launch's validation has found small enough.
    pub fn new(kernel: &Kernel, dynamic_bytes: u32, poison: bool) -> Self {
        let mut vars = Vec::with_capacity(kernel.shared.len());
        let mut end = 0u32;
        for v in kernel.shared.iter() {
            end = if v.dynamic {
                end
            } else {
                end.next_multiple_of(v.align.max(1))
            };
            vars.push((end, if v.dynamic { 0 } else { v.bytes as u32 }));
            end += if v.dynamic { 0 } else { v.bytes as u32 };
        }
        let start = end.next_multiple_of(16);
        let dynamic = kernel.shared.iter().position(|v| v.dynamic);
        for (v, place) in kernel.shared.iter().zip(&mut vars) {
            if v.dynamic {
                *place = (start, dynamic_bytes);
            }
        }
        let size = if dynamic.is_some() {
            start + dynamic_bytes
        } else {
            end
        } as usize;
        SharedMemory {
            bytes: vec![0; size],
            written: vec![0; size.div_ceil(8)],
            vars,
            dynamic: dynamic.unwrap_or(0) as u32,
            fill: if poison { 0xcd } else { 0 },
            blocks: 1,
        }
    }

    /// The same for blocks that run at once. Shares begin an odd number of cache lines apart, so that they get in each other's way less.
    pub fn for_blocks(mut self, blocks: usize) -> Self {
        if blocks > 1 {
            let size = blocks * self.share();
            self.bytes.resize(size, 0);
            self.written.resize(size.div_ceil(8), 0);
            self.blocks = blocks;
        }
        self
    }

    /// How many bytes from one block's share to the next.
    pub fn share(&self) -> usize {
        match self.blocks {
            0 | 1 => (self.bytes.len().div_ceil(64) | 1) * 64,
            several => self.bytes.len() / several,
        }
    }

    /// Whether several blocks have shares.
    pub fn is_split(&self) -> bool {
        self.blocks > 1
    }

    /// Memory of the same layout for another block.
    pub fn like(&self) -> Self {
        SharedMemory {
            bytes: vec![0; self.bytes.len()],
            written: vec![0; self.written.len()],
            vars: self.vars.clone(),
            dynamic: self.dynamic,
            fill: self.fill,
            blocks: self.blocks,
        }
    }

    /// A new block's memory: no byte written.
    pub fn clear(&mut self) {
        self.bytes.fill(self.fill);
        self.written.fill(0);
    }

    /// A shared address as the offset that PTX knows it by; any other as it is.
    pub fn to_number(&self, address: u64) -> u64 {
        match target(address) {
            Target::In(Space::Shared, id, offset) => {
                let base = self.vars.get(id as usize).map_or(0, |v| v.0);
                (i64::from(base) + offset) as u64
            }
            _ => address,
        }
    }

    /// The address of an offset: in the variable that has it, or past the one before.
    pub fn address_at(&self, number: u64) -> u64 {
        if number >> 60 != 0 {
            return number;
        }
        let at = number as u32;
        let vars = || self.vars.iter().enumerate();
        let inside = vars().find(|(_, (base, len))| *base <= at && at - base < *len);
        let before = || vars().rfind(|(_, (base, _))| *base <= at);
        match inside.or_else(before) {
            Some((id, (base, _))) => pointer(Space::Shared, id as u32, i64::from(at - base)),
            None => number,
        }
    }

    /// The address of a variable.
    pub fn address(&self, kernel: &Kernel, var: u16) -> u64 {
        let dynamic = kernel.shared.get(var as usize).is_some_and(|v| v.dynamic);
        pointer(
            Space::Shared,
            if dynamic { self.dynamic } else { var as u32 },
            0,
        )
    }
}
