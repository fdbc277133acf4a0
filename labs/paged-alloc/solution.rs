//! A cache in blocks: each sequence has a table of them, and shares them until it writes.

use std::collections::BTreeMap;

use paged_alloc::{PageError, Pages};

/// Blocks and the sequences that have them.
pub struct Pager {
    block_size: u32,
    /// How many sequences have each block; 0 is free.
    owners: Vec<u32>,
    sequences: BTreeMap<u32, Sequence>,
}

/// A sequence: its length and its blocks.
#[derive(Clone)]
struct Sequence {
    tokens: u32,
    table: Vec<u32>,
}

impl Pager {
    /// So many blocks of so many tokens each, all free.
    pub fn new(blocks: u32, block_size: u32) -> Pager {
        Pager {
            block_size,
            owners: vec![0; blocks as usize],
            sequences: BTreeMap::new(),
        }
    }
    //@solution

    /// The lowest free block, taken.
    fn take(&mut self) -> Result<u32, PageError> {
        let free = self.owners.iter().position(|owners| *owners == 0);
        let block = free.ok_or(PageError::Full)?;
        self.owners[block] = 1;
        Ok(block as u32)
    }
    //@end
}

impl Pages for Pager {
    // Part blocks.

    /// A new sequence of `tokens` tokens, in the lowest free blocks; all of them, or an error and nothing has changed.
    //@anchor blocks
    fn add(&mut self, seq: u32, tokens: u32) -> Result<(), PageError> {
        //@solution
        if self.sequences.contains_key(&seq) {
            return Err(PageError::Exists);
        }
        let blocks = tokens.div_ceil(self.block_size);
        if blocks > self.free_blocks() {
            return Err(PageError::Full);
        }
        let table = (0..blocks).map(|_| self.take()).collect::<Result<_, _>>()?;
        self.sequences.insert(seq, Sequence { tokens, table });
        Ok(())
        //@starter
        //| todo!()
        //@end
    }

    /// Ends a sequence; a block becomes free when nobody has it any more.
    fn release(&mut self, seq: u32) -> Result<(), PageError> {
        //@solution
        let gone = self.sequences.remove(&seq).ok_or(PageError::Unknown)?;
        for block in gone.table {
            self.owners[block as usize] -= 1;
        }
        Ok(())
        //@starter
        //| todo!()
        //@end
    }

    /// The blocks of a sequence, in the order of its tokens.
    fn table(&self, seq: u32) -> Option<Vec<u32>> {
        //@solution
        self.sequences.get(&seq).map(|sequence| sequence.table.clone())
        //@starter
        //| todo!()
        //@end
    }

    /// Blocks that nobody has.
    fn free_blocks(&self) -> u32 {
        //@solution
        self.owners.iter().filter(|owners| **owners == 0).count() as u32
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor blocks

    // Part grow.

    /// One more token. Into the last block where it has room, else into a new one. A shared block is copied first: the
    /// answer says from which block to which.
    //@anchor grow
    fn append(&mut self, seq: u32) -> Result<Option<(u32, u32)>, PageError> {
        //@solution
        let sequence = self.sequences.get(&seq).ok_or(PageError::Unknown)?.clone();
        let is_full = sequence.tokens % self.block_size == 0;
        let last = sequence.table.last().copied();
        let shared = last.filter(|block| self.owners[*block as usize] > 1);
        let (new, copied) = match (is_full, shared) {
            (true, _) => (Some(self.take()?), None),
            (false, Some(from)) => {
                let to = self.take()?;
                self.owners[from as usize] -= 1;
                (Some(to), Some((from, to)))
            }
            (false, None) => (None, None),
        };
        let sequence = self.sequences.get_mut(&seq).ok_or(PageError::Unknown)?;
        if copied.is_some() {
            sequence.table.pop();
        }
        sequence.table.extend(new);
        sequence.tokens += 1;
        Ok(copied)
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor grow

    // Part share.

    /// A second sequence with the tokens of the first: it shares all blocks, and copies none.
    //@anchor share
    fn fork(&mut self, parent: u32, child: u32) -> Result<(), PageError> {
        //@solution
        if self.sequences.contains_key(&child) {
            return Err(PageError::Exists);
        }
        let copy = self.sequences.get(&parent).ok_or(PageError::Unknown)?.clone();
        for block in &copy.table {
            self.owners[*block as usize] += 1;
        }
        self.sequences.insert(child, copy);
        Ok(())
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor share

    // Part waste.

    /// Slots of blocks in use that hold no token, each block once, however many share it.
    //@anchor waste
    fn waste(&self) -> u32 {
        //@solution
        let mut used: BTreeMap<u32, u32> = BTreeMap::new();
        for sequence in self.sequences.values() {
            for (n, block) in sequence.table.iter().enumerate() {
                let held = (sequence.tokens - n as u32 * self.block_size).min(self.block_size);
                let most = used.entry(*block).or_default();
                *most = held.max(*most);
            }
        }
        used.values().map(|held| self.block_size - held).sum()
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor waste
}
