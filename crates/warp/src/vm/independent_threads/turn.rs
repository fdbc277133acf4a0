//! Turns of a warp's fragments.
//!
//! A warp that is apart, or has just come to where it must be, goes in; it has had a turn when it comes out, and is whole again if it can be. The rule: of the fragments
//! that can go on the one furthest behind in the code does, for one access to memory, so that the others wait for it where it comes by, and are
//! one with it then. Who goes back in a loop is passed over until another has had a turn, and nobody is passed over for ever. A seed draws who is next.
//!
//! When none can go on, those whose exchange is complete make it; if none is, one is let go without those that do not come ([`meet`]); else
//! the warp waits for its block once all its lanes do.

use super::{Fragment, Progress, meet, spin};
use crate::probe::Probe;
use crate::probe::scene::Scene;
use crate::report::Outcome;
use crate::vm::Machine;
use crate::vm::mask::LaneMask;
use crate::vm::order::mix;
use crate::vm::warp::{self, State, Turn, Warp};
use std::cmp::Ordering;

/// A fragment's turn ends before its second access to memory, or where it goes back in a loop.
const ONE: Turn = Turn {
    whole: 1,
    access: 1,
};
/// So many turns of others none waits.
const FAIR: u64 = 1 << 12;

impl<P: Probe> Machine<'_, P> {
    /// A turn of a warp that is apart.
    pub fn turn_apart(&mut self, w: &mut Warp, turn: Turn) -> Result<(), Outcome> {
        let mut used = 0;
        loop {
            used += self.turn_of_one(w, ONE, |_, _| {})?;
            let over = used >= turn.whole || used >= turn.access;
            if over || w.state != State::Ready || w.fragments.is_none() {
                return Ok(());
            }
        }
    }

    /// A turn of the fragment whose turn it is; how many instructions it took. Who is to see it where its turn ended does so before another is next.
    pub fn turn_of_one(
        &mut self,
        w: &mut Warp,
        turn: Turn,
        see: impl FnOnce(&mut Self, &mut Warp),
    ) -> Result<u64, Outcome> {
        let (stop, used) = warp::advance(self, w, turn);
        let place = self.ended(w, stop, used)?;
        if place == Some(Progress::Ready) {
            see(self, w);
        }
        self.part(w, place, used);
        Ok(used)
    }

    /// The active lanes of a warp have stopped so, after so many instructions; those that waited for them go on where they must, and another may be next.
    pub fn part(&mut self, w: &mut Warp, place: Option<Progress>, used: u64) {
        let env = self.env;
        let back = place == Some(Progress::Ready) && spin::went_back(env, w);
        if let Some(apart) = &mut w.fragments {
            apart.turns += 1;
            apart.standing.last = apart.turns;
            apart.standing.tired = back;
            if !back {
                apart
                    .aside
                    .iter_mut()
                    .for_each(|f| f.standing.tired = false);
            }
        }
        let mut comes = place == Some(Progress::Meeting);
        if let Some(apart) = &mut w.fragments {
            comes |= apart.live != w.live;
            apart.live = w.live;
        }
        match place {
            Some(Progress::Meeting) if !meet::awaited(env, w).is_empty() => {
                w.divide(env, Progress::Meeting)
            }
            Some(Progress::Ready) if back && spin::is_over(self, w, used) => {
                w.divide(env, Progress::Ready);
            }
            Some(place) => w.put_aside(env, place),
            None => {
                w.active = LaneMask::NONE;
                w.frames.clear();
                w.put_aside(env, Progress::Ready);
            }
        }
        self.next(w, comes);
    }

    /// Lets the waiting lanes of a warp, which goes round a loop, go on too.
    pub fn split(&mut self, w: &mut Warp) -> bool {
        if !w.divides() {
            return false;
        }
        spin::learn(self.env, w);
        w.divide(self.env, Progress::Ready);
        self.next(w, false);
        true
    }

    /// Makes it the turn of one that can go on. `comes` says that exchanges may be complete which were not.
    fn next(&mut self, w: &mut Warp, comes: bool) {
        let (mut fresh, mut comes) = (2, comes);
        loop {
            if let Some(apart) = &mut w.fragments {
                apart.unite(fresh);
            }
            while comes && meet::exchange(self, w) {
                if let Some(apart) = &mut w.fragments {
                    apart.unite(usize::MAX);
                }
            }
            let aside = w.fragments.as_ref().map_or(&[][..], |apart| &apart.aside);
            let at = |place: Progress| aside.iter().position(|f| f.place == place);
            if let Some(i) = self.chosen(w, aside) {
                w.state = State::Ready;
                w.take_up(i);
            } else if at(Progress::Meeting).is_some() {
                meet::release(self, w);
                (fresh, comes) = (1, true);
                continue;
            } else if let Some(i) = at(Progress::AtBarrier) {
                self.arrive(w);
                w.state = State::AtBarrier;
                w.take_up(i);
            } else if let Some(i) = at(Progress::AtNamed) {
                w.state = State::AtNamed;
                w.take_up(i);
            } else if let Some(i) = at(Progress::AtGrid) {
                w.state = State::AtGrid;
                w.take_up(i);
            } else {
                w.state = State::Done;
            }
            if w.fragments
                .as_ref()
                .is_none_or(|apart| apart.aside.is_empty())
            {
                w.fragments = None;
            }
            return;
        }
    }

    /// The one whose turn is next, of those put aside.
    fn chosen(&self, w: &Warp, aside: &[Fragment]) -> Option<usize> {
        let turns = w.fragments.as_ref().map_or(0, |apart| apart.turns);
        let ready = aside.iter().enumerate();
        let ready = ready.filter(|(_, f)| f.place == Progress::Ready);
        let seed = self.options.seed;
        let first = |a: &Fragment, b: &Fragment| match seed {
            0 => a.behind(b),
            _ => b.behind(a),
        };
        let by_rule = |a: &(usize, &Fragment), b: &(usize, &Fragment)| {
            let (a, b) = (a.1, b.1);
            let late = |f: &Fragment| (f.standing.last + FAIR <= turns).then_some(f.standing.last);
            match (late(a), late(b)) {
                (Some(a), Some(b)) => a.cmp(&b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) if a.standing.tired && b.standing.tired => {
                    a.standing.last.cmp(&b.standing.last)
                }
                (None, None) => (a.standing.tired.cmp(&b.standing.tired))
                    .then_with(|| first(a, b))
                    .then(a.standing.id.cmp(&b.standing.id)),
            }
        };
        if seed < 2 {
            return ready.min_by(by_rule).map(|(i, _)| i);
        }
        let ready: Vec<usize> = ready.map(|(i, _)| i).collect();
        let drawn = mix(seed ^ mix(turns ^ u64::from(w.index) << 48));
        let at = drawn.checked_rem(ready.len() as u64)?;
        ready.get(at as usize).copied()
    }

    /// All lanes of a warp that have not ended are at a barrier, though maybe not at the same.
    fn arrive(&mut self, w: &mut Warp) {
        let count = w.fragments.as_ref().map_or(0, |apart| apart.aside.len());
        for _ in 0..count {
            let place = w.take_up(0);
            if P::ON && place == Some(Progress::AtBarrier) {
                let scene = Scene::of(self.env, w);
                self.probe.arrive(&scene, &mut self.found);
            }
            w.put_aside(self.env, place.unwrap_or(Progress::Ready));
        }
    }
}
