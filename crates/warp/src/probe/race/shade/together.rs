//! Locations in a row that neighbouring threads access: remembered as one.
//!
//! An access by the threads from one on goes in; whether each location would take it without a closer look comes out. The rule: what is said of the
//! first location and thread holds for all of them, since a comparison of threads comes out alike.

use super::super::clock::NUMBER;
use super::{Me, PIECE, Shade, WRITE};

/// How many locations in a row are remembered together while neighbours access neighbours.
pub const SPAN: usize = 16;

/// What [`SPAN`] locations remember, each of the thread that many further (divided by those of one thread): the last write with its first thread, and a read likewise.
#[derive(Clone, Copy, Default)]
pub struct Together {
    /// Number and kind, and the first thread.
    pub wrote: (u32, u32),
    /// Likewise.
    pub read: (u32, u32),
}

impl Together {
    /// Whether an access by threads from this one on needs no closer look: each location would say so.
    #[inline(always)]
    pub fn takes(&self, first: u32, me: &Me) -> bool {
        let (wrote, read) = (self.wrote, self.read);
        let clear = me.clear(wrote.0, wrote.1, first) & me.clear(read.0, read.1, first);
        clear & ((me.id & WRITE != 0) | self.knows(first, me) | me.free(read.0, read.1, first))
    }

    /// Whether a read by threads from this one on is no news.
    #[inline(always)]
    pub fn knows(&self, first: u32, me: &Me) -> bool {
        (self.read.1 == first) & (self.read.0 & NUMBER >= me.since.moment)
    }

    /// The numbers.
    pub fn ids(&mut self) -> [&mut u32; 2] {
        [&mut self.wrote.0, &mut self.read.0]
    }
}

impl Shade {
    /// A plain access of whole spans from a location on, each run of 2<sup>`grain`</sup> by the next thread, from this one on: `false`,
    /// and nothing is noted, if the locations must be looked at each for itself.
    #[inline]
    pub fn together(
        &mut self,
        from: usize,
        (n, thread): (usize, u32),
        (grain, me): (u32, &Me),
    ) -> bool {
        let whole = from.is_multiple_of(SPAN) && n.is_multiple_of(SPAN);
        if self.singly || !whole || from + n > self.len || SPAN >> grain == 0 {
            return false;
        }
        if self.spans.is_empty() {
            self.spans
                .resize(self.len.div_ceil(SPAN), Together::default());
            self.grain = grain;
        }
        if self.grain != grain {
            return false;
        }
        let spans = &mut self.spans[from / SPAN..(from + n) / SPAN];
        let each = SPAN as u32 >> grain;
        let firsts = (0..).map(|k| thread + each * k);
        if !spans
            .iter()
            .zip(firsts.clone())
            .all(|(of, first)| of.takes(first, me))
        {
            return false;
        }
        // As a row of locations has it: what is news to one of them is noted in all.
        let mut each = spans.iter().zip(firsts.clone());
        let write = me.id & WRITE != 0;
        if write || !each.all(|(of, first)| of.knows(first, me)) {
            for (of, first) in spans.iter_mut().zip(firsts) {
                of.read = if write { (0, 0) } else { (me.id, first) };
                of.wrote = if write { (me.id, first) } else { of.wrote };
            }
        }
        true
    }
}

impl Shade {
    /// Its `k`th part of so many locations, which are `times` (a power of two) smaller than its own, as far as they remember together or in rows.
    pub fn finer(&mut self, (k, locations): (usize, usize), times: usize) -> Shade {
        let (mut new, more) = (Shade::new(locations), times.trailing_zeros());
        let old = |at: usize| (k * PIECE + at) / times;
        if SPAN >> (self.grain + more) == 0 {
            self.part();
        }
        if self.singly {
            new.part();
            (0..locations).for_each(|at| new.set(at, self.state(old(at))));
            return new;
        }
        new.grain = self.grain + more;
        let spans = (0..locations).step_by(SPAN).map(|at| {
            let of = self.spans.get(old(at) / SPAN).copied().unwrap_or_default();
            let further = (old(at) % SPAN) as u32 >> self.grain;
            let moved = |(id, thread)| (id, thread + further);
            Together {
                wrote: moved(of.wrote),
                read: moved(of.read),
            }
        });
        new.spans = spans.collect();
        new
    }
}
