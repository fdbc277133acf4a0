//! Lab paged-alloc: a table of blocks for each sequence, shared until somebody writes.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// Why a request was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageError {
    /// There are not enough free blocks.
    Full,
    /// A sequence of this name is there already.
    Exists,
    /// There is no sequence of this name.
    Unknown,
}

/// What the learner's `Pager` can do.
pub trait Pages {
    /// A new sequence of so many tokens.
    fn add(&mut self, seq: u32, tokens: u32) -> Result<(), PageError>;
    /// One more token; where a shared block had to be copied, from which to which.
    fn append(&mut self, seq: u32) -> Result<Option<(u32, u32)>, PageError>;
    /// A second sequence that shares all blocks of the first.
    fn fork(&mut self, parent: u32, child: u32) -> Result<(), PageError>;
    /// Ends a sequence.
    fn release(&mut self, seq: u32) -> Result<(), PageError>;
    /// A sequence's blocks, in the order of its tokens.
    fn table(&self, seq: u32) -> Option<Vec<u32>>;
    /// Blocks that nobody has.
    fn free_blocks(&self) -> u32;
    /// Slots of blocks in use that hold no token, each block once.
    fn waste(&self) -> u32;
}

/// What the learner writes.
pub struct Exercise {
    /// A pager of so many blocks, of so many tokens each.
    pub new: fn(blocks: u32, block_size: u32) -> Box<dyn Pages>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("blocks", &[NEW, ADD, RELEASE, TABLE, FREE])
            .asks("ceil", "whole blocks, and none of no tokens", checks::ceil)
            .asks("lowest", "the lowest free block is next", checks::lowest)
            .asks(
                "all-or-nothing",
                "what does not fit changes nothing",
                checks::all_or_nothing,
            )
            .asks("errors", "names that are there, or not", checks::errors),
        functions("grow", &[APPEND]).asks(
            "boundary",
            "a new block when the last one is full",
            checks::boundary,
        ),
        functions("share", &[FORK])
            .asks(
                "copy-on-write",
                "who writes into a shared block gets a copy",
                checks::copy_on_write,
            )
            .asks(
                "full-block",
                "a full block is never written again",
                checks::full_block,
            )
            .asks(
                "release",
                "a shared block goes when its last owner goes",
                checks::release,
            ),
        functions("waste", &[WASTE])
            .asks("count", "slots without a token", checks::count)
            .asks("trace", "a whole life of four sequences", checks::trace),
    ]
}

const NEW: &str = "impl Pager { pub fn new(blocks: u32, block_size: u32) -> Pager }";
const ADD: &str = "fn add(&mut self, seq: u32, tokens: u32) -> Result<(), PageError>";
const RELEASE: &str = "fn release(&mut self, seq: u32) -> Result<(), PageError>";
const TABLE: &str = "fn table(&self, seq: u32) -> Option<Vec<u32>>";
const FREE: &str = "fn free_blocks(&self) -> u32";
const APPEND: &str = "fn append(&mut self, seq: u32) -> Result<Option<(u32, u32)>, PageError>";
const FORK: &str = "fn fork(&mut self, parent: u32, child: u32) -> Result<(), PageError>";
const WASTE: &str = "fn waste(&self) -> u32";
