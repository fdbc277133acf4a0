// must fail: share/full-block — copies a full block that nobody will write
use std::collections::BTreeMap;

use paged_alloc::{PageError, Pages};

pub struct Pager {
    block_size: u32,
    owners: Vec<u32>,
    sequences: BTreeMap<u32, Sequence>,
}

#[derive(Clone)]
struct Sequence {
    tokens: u32,
    table: Vec<u32>,
}

impl Pager {
    pub fn new(blocks: u32, block_size: u32) -> Pager {
        Pager {
            block_size,
            owners: vec![0; blocks as usize],
            sequences: BTreeMap::new(),
        }
    }

    fn take(&mut self) -> Result<u32, PageError> {
        let free = self.owners.iter().position(|owners| *owners == 0);
        let block = free.ok_or(PageError::Full)?;
        self.owners[block] = 1;
        Ok(block as u32)
    }
}

impl Pages for Pager {

    fn add(&mut self, seq: u32, tokens: u32) -> Result<(), PageError> {
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
    }

    fn release(&mut self, seq: u32) -> Result<(), PageError> {
        let gone = self.sequences.remove(&seq).ok_or(PageError::Unknown)?;
        for block in gone.table {
            self.owners[block as usize] -= 1;
        }
        Ok(())
    }

    fn table(&self, seq: u32) -> Option<Vec<u32>> {
        self.sequences.get(&seq).map(|sequence| sequence.table.clone())
    }

    fn free_blocks(&self) -> u32 {
        self.owners.iter().filter(|owners| **owners == 0).count() as u32
    }


    fn append(&mut self, seq: u32) -> Result<Option<(u32, u32)>, PageError> {
        let sequence = self.sequences.get(&seq).ok_or(PageError::Unknown)?.clone();
        let is_full = sequence.tokens % self.block_size == 0;
        let last = sequence.table.last().copied();
        let shared = last.filter(|block| self.owners[*block as usize] > 1);
        let (new, copied) = match (is_full, shared) {
            (true, Some(from)) => {
                let to = self.take()?;
                self.owners[from as usize] -= 1;
                (Some(to), Some((from, to)))
            }
            (true, None) => (Some(self.take()?), None),
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
    }


    fn fork(&mut self, parent: u32, child: u32) -> Result<(), PageError> {
        if self.sequences.contains_key(&child) {
            return Err(PageError::Exists);
        }
        let copy = self.sequences.get(&parent).ok_or(PageError::Unknown)?.clone();
        for block in &copy.table {
            self.owners[*block as usize] += 1;
        }
        self.sequences.insert(child, copy);
        Ok(())
    }


    fn waste(&self) -> u32 {
        let mut used: BTreeMap<u32, u32> = BTreeMap::new();
        for sequence in self.sequences.values() {
            for (n, block) in sequence.table.iter().enumerate() {
                let held = (sequence.tokens - n as u32 * self.block_size).min(self.block_size);
                let most = used.entry(*block).or_default();
                *most = held.max(*most);
            }
        }
        used.values().map(|held| self.block_size - held).sum()
    }
}
