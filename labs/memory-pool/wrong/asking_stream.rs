// must fail: streams/own — takes memory to be visible to the stream that asked for it, not the one that freed it
use std::cell::RefCell;
use std::collections::BTreeMap;

use memory_pool::{PoolError, Report, StreamOrdered};

pub struct Pool {
    bytes: u64,
    live: BTreeMap<u64, u64>,
    asked: BTreeMap<u64, u32>,
    freed: Vec<Freed>,
    seen: BTreeMap<(u32, u32), u64>,
    peak: u64,
}

#[derive(Clone, Copy)]
struct Freed {
    start: u64,
    end: u64,
    stream: u32,
    nth: u64,
}

fn gaps(mut taken: Vec<(u64, u64)>, bytes: u64) -> Vec<(u64, u64)> {
    taken.sort();
    taken.push((bytes, bytes));
    let (mut at, mut out) = (0, Vec::new());
    for (start, end) in taken {
        if start > at {
            out.push((at, start - at));
        }
        at = end;
    }
    out
}

impl Pool {
    pub fn new(bytes: u64) -> Pool {
        Pool {
            bytes: bytes / 256 * 256,
            live: BTreeMap::new(),
            asked: BTreeMap::new(),
            freed: Vec::new(),
            seen: BTreeMap::new(),
            peak: 0,
        }
    }

    fn in_use(&self) -> Vec<(u64, u64)> {
        self.live.iter().map(|(start, bytes)| (*start, start + bytes)).collect()
    }

    fn visible(&self, freed: &Freed, stream: u32) -> bool {
        let seen = self.seen.get(&(stream, freed.stream)).copied();
        seen.unwrap_or(0) >= freed.nth
    }

    fn reuse(&mut self, start: u64, end: u64) {
        let mut left = Vec::new();
        for piece in &self.freed {
            let before = Freed { end: piece.end.min(start), ..*piece };
            let behind = Freed { start: piece.start.max(end), ..*piece };
            left.extend([before, behind].into_iter().filter(|p| p.start < p.end));
        }
        self.freed = left;
    }
}

impl StreamOrdered for Pool {
    // Part place.

    fn alloc(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError> {
        if bytes == 0 {
            return Err(PoolError::Zero);
        }
        let hidden = self.freed.iter().filter(|piece| !self.visible(piece, stream));
        let mut taken = self.in_use();
        taken.extend(hidden.map(|piece| (piece.start, piece.end)));
        let gaps = gaps(taken, self.bytes);
        let largest = gaps.iter().map(|gap| gap.1).max().unwrap_or(0);
        let full = PoolError::Full(largest);
        let bytes = bytes.checked_next_multiple_of(256).ok_or(full)?;
        let (start, _) = *gaps.iter().find(|gap| gap.1 >= bytes).ok_or(full)?;
        self.reuse(start, start + bytes);
        self.live.insert(start, bytes);
        self.asked.insert(start, stream);
        self.peak = self.peak.max(self.live.values().sum());
        Ok(start)
    }

    // Part free.

    fn free(&mut self, offset: u64, stream: u32) -> Result<(), PoolError> {
        let bytes = self.live.remove(&offset).ok_or(PoolError::NotLive)?;
        let stream = self.asked.get(&offset).copied().unwrap_or(stream);
        let nth = self.seen.entry((stream, stream)).or_default();
        *nth += 1;
        self.freed.push(Freed { start: offset, end: offset + bytes, stream, nth: *nth });
        Ok(())
    }

    // Part streams.

    fn wait(&mut self, waiter: u32, on: u32) {
        let known: Vec<(u32, u64)> = self.seen.range((on, 0)..=(on, u32::MAX))
            .map(|((_, stream), frees)| (*stream, *frees))
            .collect();
        for (stream, frees) in known {
            let seen = self.seen.entry((waiter, stream)).or_default();
            *seen = frees.max(*seen);
        }
    }

    // Part report.

    fn report(&self) -> Report {
        let live = self.live.values().sum();
        let free = self.bytes - live;
        let gaps = gaps(self.in_use(), self.bytes);
        let largest = gaps.iter().map(|gap| gap.1).max().unwrap_or(0);
        let fragmentation = match free {
            0 => 0.0,
            free => 1.0 - largest as f64 / free as f64,
        };
        Report { live, peak: self.peak, free, largest, fragmentation }
    }
}

// Part handle.

pub struct Held<'p> {
    pool: &'p RefCell<Pool>,
    offset: u64,
    stream: u32,
}

impl<'p> Held<'p> {
    pub fn new(pool: &'p RefCell<Pool>, bytes: u64, stream: u32) -> Result<Held<'p>, PoolError> {
        let offset = pool.borrow_mut().alloc(bytes, stream)?;
        Ok(Held { pool, offset, stream })
    }

    pub fn offset(&self) -> u64 {
        self.offset
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // It was live until now: nobody else has this handle.
        let _ = self.pool.borrow_mut().free(self.offset, self.stream);
    }
}
