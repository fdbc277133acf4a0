//! Memory that is given out in the order of streams.

use std::cell::RefCell;
use std::collections::BTreeMap;

use memory_pool::{PoolError, Report, StreamOrdered};

/// Memory from 0 to `bytes`, and what is known of it.
pub struct Pool {
    //@solution
    bytes: u64,
    /// Pieces in use: where each begins, and its bytes.
    live: BTreeMap<u64, u64>,
    /// Pieces that were in use, and by whom they were freed.
    freed: Vec<Freed>,
    /// `seen[(a, b)]`: so many frees of stream b come before what stream a does next.
    seen: BTreeMap<(u32, u32), u64>,
    peak: u64,
    //@starter
    //| // How it keeps its books is up to you; the hints know one way.
    //@end
}
//@solution

/// Bytes from `start` to `end`, freed as the nth free of a stream.
#[derive(Clone, Copy)]
struct Freed {
    start: u64,
    end: u64,
    stream: u32,
    nth: u64,
}

/// What lies between pieces that are sorted and apart: where each gap begins, and its bytes.
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
//@end

impl Pool {
    /// A pool of so many bytes, all unused; what is no whole 256 at its end is never given out.
    pub fn new(bytes: u64) -> Pool {
        //@solution
        Pool {
            bytes: bytes / 256 * 256,
            live: BTreeMap::new(),
            freed: Vec::new(),
            seen: BTreeMap::new(),
            peak: 0,
        }
        //@starter
        //| todo!()
        //@end
    }
    //@solution

    fn in_use(&self) -> Vec<(u64, u64)> {
        self.live.iter().map(|(start, bytes)| (*start, start + bytes)).collect()
    }

    /// Whether what was freed so comes before what a stream does next.
    fn visible(&self, freed: &Freed, stream: u32) -> bool {
        let seen = self.seen.get(&(stream, freed.stream)).copied();
        seen.unwrap_or(0) >= freed.nth
    }

    /// Cuts the bytes from `start` to `end` out of what was freed: they are in use again.
    fn reuse(&mut self, start: u64, end: u64) {
        let mut left = Vec::new();
        for piece in &self.freed {
            let before = Freed { end: piece.end.min(start), ..*piece };
            let behind = Freed { start: piece.start.max(end), ..*piece };
            left.extend([before, behind].into_iter().filter(|p| p.start < p.end));
        }
        self.freed = left;
    }
    //@end
}

impl StreamOrdered for Pool {
    // Part place.

    /// The lowest place where so many bytes are unused, or freed and visible to the stream.
    //@anchor place
    fn alloc(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError> {
        //@solution
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
        self.peak = self.peak.max(self.live.values().sum());
        Ok(start)
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor place

    // Part free.

    /// Gives a piece back, in the order of a stream.
    //@anchor free
    fn free(&mut self, offset: u64, stream: u32) -> Result<(), PoolError> {
        //@solution
        let bytes = self.live.remove(&offset).ok_or(PoolError::NotLive)?;
        let nth = self.seen.entry((stream, stream)).or_default();
        *nth += 1;
        self.freed.push(Freed { start: offset, end: offset + bytes, stream, nth: *nth });
        Ok(())
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor free

    // Part streams.

    /// What `waiter` does from now on comes after what is in `on` now, and after all that this comes after.
    //@anchor streams
    fn wait(&mut self, waiter: u32, on: u32) {
        //@solution
        let known: Vec<(u32, u64)> = self.seen.range((on, 0)..=(on, u32::MAX))
            .map(|((_, stream), frees)| (*stream, *frees))
            .collect();
        for (stream, frees) in known {
            let seen = self.seen.entry((waiter, stream)).or_default();
            *seen = frees.max(*seen);
        }
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor streams

    // Part report.

    /// How full it is, whoever could see what is free.
    //@anchor report
    fn report(&self) -> Report {
        //@solution
        let live = self.live.values().sum();
        let free = self.bytes - live;
        let gaps = gaps(self.in_use(), self.bytes);
        let largest = gaps.iter().map(|gap| gap.1).max().unwrap_or(0);
        let fragmentation = match free {
            0 => 0.0,
            free => 1.0 - largest as f64 / free as f64,
        };
        Report { live, peak: self.peak, free, largest, fragmentation }
        //@starter
        //| todo!()
        //@end
    }
    //@endanchor report
}

// Part handle.

/// Memory that is freed when this goes, in the stream for which it was taken.
//@anchor handle
pub struct Held<'p> {
    pool: &'p RefCell<Pool>,
    offset: u64,
    stream: u32,
}

impl<'p> Held<'p> {
    /// Takes memory from a pool.
    pub fn new(pool: &'p RefCell<Pool>, bytes: u64, stream: u32) -> Result<Held<'p>, PoolError> {
        //@solution
        let offset = pool.borrow_mut().alloc(bytes, stream)?;
        Ok(Held { pool, offset, stream })
        //@starter
        //| todo!()
        //@end
    }

    /// Where it begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }
}
//@solution

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // It was live until now: nobody else has this handle.
        let _ = self.pool.borrow_mut().free(self.offset, self.stream);
    }
}
//@starter
//|
//| // Something of it must run when a handle goes.
//@end
//@endanchor handle
