//! The host's memory: blocks of its heap, its variables of the file, string literals.
//!
//! Sizes go in, numbered blocks come out. The rule: a block's number is not given again soon after it was freed, so that a
//! pointer to it is known as stale; a block that kernels may touch says so. The bound on all memory is kept by `host`.

use cuda_ir::Global;
use cuda_ir::parts::Parts;
use std::collections::VecDeque;
use std::sync::Arc;

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HostKind {
    /// From `malloc`, `new` and kin.
    #[default]
    Heap,
    /// A variable of the file, by its number in the module.
    Variable,
    /// The bytes of a string literal, which nobody may change.
    Literal,
    /// Freed: there are no bytes.
    Freed,
}

/// One block.
#[derive(Clone, Debug, Default)]
pub struct HostBlock {
    /// What it is.
    pub kind: HostKind,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// As [`super::Allocation::written`]: what a copy brought from the device that nothing has written there, is not.
    pub written: Vec<u8>,
    /// Whether kernels may touch it too: `cudaHostRegister`.
    pub device: bool,
    /// The line that made it, or that freed it.
    pub line: u32,
    /// The variable's name, or that of the pointer that it was first given to; may be empty.
    pub name: Box<str>,
    /// How a variable is divided, for messages.
    pub parts: Option<Arc<Parts>>,
}

/// How many freed blocks are kept apart from new ones.
const QUARANTINE: usize = 1 << 16;

/// All blocks.
#[derive(Clone, Debug, Default)]
pub struct HostMemory {
    pub blocks: Vec<HostBlock>,
    freed: VecDeque<u32>,
    /// Whether kernels were ever let touch a block that is no literal.
    registered: bool,
}

impl HostMemory {
    /// A new block's number.
    pub fn add(&mut self, block: HostBlock) -> u32 {
        if self.freed.len() > QUARANTINE
            && let Some(id) = self.freed.pop_front()
            && let Some(old) = self.blocks.get_mut(id as usize)
        {
            *old = block;
            return id;
        }
        self.blocks.push(block);
        self.blocks.len() as u32 - 1
    }

    /// The block of a variable of the file or of a literal for a launch without a program around it: one that is there
    /// already, if it can be told.
    pub fn find_global(&mut self, g: &Global) -> u32 {
        let same = |b: &HostBlock| {
            b.bytes.len() as u64 == g.bytes
                && *b.name == *g.name
                && g.init.as_ref().is_none_or(|init| *init == b.bytes)
        };
        match self.blocks.iter().position(same) {
            Some(id) => id as u32,
            None => self.add_global(g),
        }
    }

    /// The block of a variable of the file or of a literal, which is a variable without a name.
    pub fn add_global(&mut self, g: &Global) -> u32 {
        let mut bytes = g.init.clone().unwrap_or_default();
        bytes.resize(
            usize::try_from(g.bytes).unwrap_or(0).min(super::MAX_MEMORY),
            0,
        );
        let kind = if g.name.is_empty() {
            HostKind::Literal
        } else {
            HostKind::Variable
        };
        self.add(HostBlock {
            kind,
            bytes,
            written: Vec::new(),
            device: kind == HostKind::Literal,
            line: 0,
            name: g.name.as_str().into(),
            parts: g.parts.clone(),
        })
    }

    /// Frees a block of the heap; the bytes that it had.
    pub fn release(&mut self, id: u32, line: u32) -> Vec<u8> {
        let Some(block) = self.blocks.get_mut(id as usize) else {
            return Vec::new();
        };
        if block.kind != HostKind::Heap {
            return Vec::new();
        }
        block.kind = HostKind::Freed;
        block.line = line;
        block.written = Vec::new();
        self.freed.push_back(id);
        std::mem::take(&mut block.bytes)
    }

    /// The line that freed a block; 0 if there is no such block.
    pub fn freed_on(&self, id: u32) -> u32 {
        self.blocks.get(id as usize).map_or(0, |b| b.line)
    }

    /// The size of a block that kernels may touch.
    pub fn shared_with_device(&self, id: u32) -> Option<u32> {
        let block = self.blocks.get(id as usize)?;
        block
            .device
            .then(|| u32::try_from(block.bytes.len()).unwrap_or(u32::MAX))
    }

    /// A block's bytes; none if there is no such block.
    pub fn bytes(&self, id: u32) -> &[u8] {
        self.blocks.get(id as usize).map_or(&[], |b| &b.bytes)
    }

    /// The same, to be changed.
    pub fn bytes_mut(&mut self, id: u32) -> &mut [u8] {
        self.blocks
            .get_mut(id as usize)
            .map_or(&mut [], |b| &mut b.bytes)
    }

    /// Whether kernels may touch anything but literals.
    pub fn reached_by_device(&self) -> bool {
        self.registered
    }

    /// Lets kernels touch a block, or no longer.
    pub fn register(&mut self, id: u32, device: bool) {
        self.registered |= device;
        if let Some(block) = self.blocks.get_mut(id as usize) {
            block.device = device;
            // Kernels do not keep these marks.
            block.written = Vec::new();
        }
    }

    /// Whether a block is a literal.
    pub fn is_literal(&self, id: u32) -> bool {
        self.blocks
            .get(id as usize)
            .is_some_and(|b| b.kind == HostKind::Literal)
    }
}
