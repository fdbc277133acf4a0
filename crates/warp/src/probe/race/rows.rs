//! A request's locations: which lie side by side, and may be looked at as a row.
//!
//! A request goes in; each of its locations has taken the access, at the latest after a closer look. The rule: what lanes do
//! to neighbouring locations is noted in one loop where their [`Shade`] can, and lane by lane where it cannot.

use super::shade::{PIECE, STRONG, Shade};
use super::{Race, Request};
use crate::probe::Op;
use crate::vm::mem::{Halves, Region, Shape, Space};

/// How many watched warp instructions take as long as a look at one location by itself. In shared memory, which stays in the
/// processor's cache, many such looks are one instruction.
const EFFORT: u64 = 1;

impl Race {
    /// All locations of a request, row by row.
    #[inline]
    pub(super) fn locations(&mut self, q: &mut Request<'_, '_>) {
        let (group, shift) = (q.access.group, q.shift);
        let at = |lane: usize| (group.at[lane] >> shift) as usize;
        match group.shape {
            Shape::Run if q.per == 1 => self.neighbours::<32>(at(0), q.first, q),
            Shape::Run if self.together(at(0), (32, q.first), q) => {}
            Shape::Run => {
                let threads: Vec<u32> = (0..32 * q.per)
                    .map(|j| q.first + (j / q.per) as u32)
                    .collect();
                self.row(at(0), &threads, q);
            }
            // Two of the lanes stand for all.
            Shape::Same => {
                let (lead, last) = (group.mask.lead(), group.mask.0.ilog2() as usize);
                let two = if lead == last || q.access.op == Op::Store {
                    &[lead][..]
                } else {
                    &[lead, last][..]
                };
                for lane in two {
                    self.lane(*lane, at(*lane), q);
                }
            }
            Shape::Any if group.mask.is_full() && q.per == 1 && self.halves(q) => {}
            Shape::Any if q.per == 1 && group.first_run(1 << shift).is_some_and(|n| n > 1) => {
                let threads: [u32; 32] = std::array::from_fn(|j| q.first + j as u32);
                self.row(at(0), &threads[..group.mask.count() as usize], q);
            }
            Shape::Any => self.pieces(q),
        }
    }

    /// Halves of a warp that lie tidily each, as those of blocks of 16 columns; `false` if they do not.
    #[inline]
    fn halves(&mut self, q: &mut Request<'_, '_>) -> bool {
        let (group, first) = (q.access.group, q.first);
        let at = |lane: usize| (group.at[lane] >> q.shift) as usize;
        let places = [at(0), at(16)];
        match group.halves {
            Halves::Runs if q.access.op == Op::Load || places[0].abs_diff(places[1]) >= 16 => {
                for (half, place) in (0..).zip(places) {
                    self.neighbours::<16>(place, first + 16 * half, q);
                }
            }
            // Two of the lanes stand for all.
            Halves::Same if q.access.op == Op::Load => {
                for (half, place) in (0..).zip(places) {
                    self.lane(16 * half, place, q);
                    self.lane(16 * half + 15, place, q);
                }
            }
            _ => return false,
        }
        true
    }

    /// Lanes that lie in any way: as rows of neighbours, and as lanes that meet on one location.
    #[inline]
    fn pieces(&mut self, q: &mut Request<'_, '_>) {
        let group = q.access.group;
        let store = q.access.op == Op::Store && !group.rises();
        let (mut lanes, mut n) = ([0usize; 32], 0);
        for lane in group.mask.lanes() {
            // Of lanes that store to one place the last stays; that they do is told elsewhere.
            let later = |&i: &usize| i > lane && group.at[i] == group.at[lane];
            if !(store && group.mask.lanes().any(|i| later(&i))) {
                lanes[n] = lane;
                n += 1;
            }
        }
        let size = 1u32 << q.shift;
        let mut rest = &lanes[..n];
        while let Some((&lane, more)) = rest.split_first() {
            let at = group.at[lane];
            let location = (at >> q.shift) as usize;
            let side = |(k, l): (usize, &usize)| group.at[*l] == at + size * (k as u32 + 1);
            let row = 1 + more.iter().enumerate().take_while(|x| side(*x)).count();
            let same = 1 + more.iter().take_while(|l| group.at[**l] == at).count();
            if q.per == 1 && row > 1 {
                let mut threads = [0; 32];
                for (thread, lane) in threads.iter_mut().zip(&rest[..row]) {
                    *thread = q.first + *lane as u32;
                }
                self.row(location, &threads[..row], q);
                rest = &rest[row..];
            } else {
                self.lane(lane, location, q);
                // Two of the lanes stand for all.
                if same > 1 {
                    self.lane(rest[same - 1], location, q);
                }
                rest = &rest[same..];
            }
        }
    }

    #[inline]
    fn lane(&mut self, lane: usize, at: usize, q: &mut Request<'_, '_>) {
        let thread = q.first + lane as u32;
        if q.per == 1 {
            if !self.one(at, thread, q) {
                self.closer(at, thread, q);
            }
            return;
        }
        if q.access.group.region.space != Space::Shared {
            self.effort += 2 * EFFORT;
        }
        self.row(at, &[thread; 16][..q.per.min(16)], q);
    }

    /// Neighbouring locations, each with the next thread.
    #[inline(always)]
    fn neighbours<const N: usize>(&mut self, at: usize, thread: u32, q: &mut Request<'_, '_>) {
        if !self.together(at, (N, thread), q) {
            let threads: [u32; N] = std::array::from_fn(|j| thread + j as u32);
            self.row(at, &threads, q);
        }
    }

    /// Neighbouring locations, so many lanes, each thread with as many as its access has; `false` if they cannot be remembered together.
    #[inline(always)]
    fn together(&mut self, at: usize, (lanes, thread): (usize, u32), q: &Request<'_, '_>) -> bool {
        let (n, region) = (lanes * q.per, q.access.group.region);
        if q.me.id & STRONG != 0 || region.space == Space::Shared || PIECE - at % PIECE < n {
            return false;
        }
        let grain = q.per.trailing_zeros();
        let (shade, within) = self.shadow.piece(at, (region, q.shift));
        shade.together(within, (n, thread), (grain, &q.me))
    }

    /// Neighbouring locations, each with its thread.
    #[inline]
    fn row(&mut self, mut at: usize, mut threads: &[u32], q: &mut Request<'_, '_>) {
        let (shared, level) = (q.access.group.region.space == Space::Shared, self.level);
        while !threads.is_empty() {
            let room = if shared {
                threads.len()
            } else {
                PIECE - at % PIECE
            };
            let (now, rest) = threads.split_at(room.min(threads.len()));
            let (op, me) = (q.access.op, q.me);
            let done = self.on((at, now.len()), q, |shade, within| match op {
                Op::Store if me.id & STRONG == 0 => level.write_row(shade, within, now, &me),
                Op::Load => level.read_row(shade, within, now, &me),
                _ => false,
            });
            if !done {
                for (k, thread) in now.iter().enumerate() {
                    if !self.one(at + k, *thread, q) {
                        self.closer(at + k, *thread, q);
                    }
                }
            }
            at += now.len();
            threads = rest;
        }
    }

    /// One location's access, if it needs no closer look.
    #[inline(always)]
    fn one(&mut self, at: usize, thread: u32, q: &Request<'_, '_>) -> bool {
        if q.access.group.region.space != Space::Shared {
            self.effort += EFFORT;
        }
        self.on((at, 1), q, |shade, within| shade.one(within, thread, &q.me))
    }

    /// So many neighbouring locations of one piece, each of which remembers for itself, as rows.
    #[inline(always)]
    pub(super) fn on<R>(
        &mut self,
        (at, n): (usize, usize),
        q: &Request<'_, '_>,
        act: impl FnOnce(&mut Shade, usize) -> R,
    ) -> R {
        match q.access.group.region {
            Region {
                space: Space::Shared,
                ..
            } => {
                self.shared.part();
                act(&mut self.shared, at)
            }
            region => self.shadow.on((at, n), (region, q.shift), act),
        }
    }
}
