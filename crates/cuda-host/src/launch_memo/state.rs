//! States of memory: what a launch found in all that it touched, and what it left there.
//!
//! Allocations go in; whether they hold what they held then comes out, and they are given what they held after. The rule: bytes
//! are compared themselves, with the marks of which were ever written; a stamp stands for them where an allocation was
//! not changed at all. A launch on other buffers with the same bytes leaves the same there, as long as no address of
//! them is among what it left.

use super::Done;
use cuda_ir::pointer::{Space, Target, target};
use std::rc::Rc;
use warp::launch::{Allocation, Memory, is_all};
use warp::report::Ways;

/// An allocation as a launch knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The buffer that comes so many before it in the parameters.
    Param(usize),
    /// A buffer that no parameter names.
    Buffer(u32),
    /// A variable of the module.
    Symbol(u32),
}

impl Place {
    /// The place of a buffer in a launch whose parameters name these.
    pub fn buffer(id: u32, params: &[u32]) -> Place {
        let at = params.iter().position(|p| *p == id);
        at.map_or(Place::Buffer(id), Place::Param)
    }

    /// Its number now, and what is there.
    pub fn find<'m>(self, params: &[u32], memory: &'m Memory) -> Option<(u32, &'m Allocation)> {
        let (id, list) = self.number(params, memory)?;
        Some((id, list.get(id as usize)?))
    }

    fn number<'m>(self, params: &[u32], memory: &'m Memory) -> Option<(u32, &'m [Allocation])> {
        match self {
            Place::Param(at) => Some((*params.get(at)?, &memory.buffers)),
            Place::Buffer(id) => Some((id, &memory.buffers)),
            Place::Symbol(id) => Some((id, &memory.symbols)),
        }
    }
}

/// What an allocation holds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Contents {
    bytes: Vec<u8>,
    padding: Vec<u8>,
    written: Vec<u8>,
}

impl Contents {
    fn of(a: &Allocation) -> Contents {
        Contents {
            bytes: a.bytes.clone(),
            padding: a.padding.clone(),
            written: a.written.clone(),
        }
    }

    fn are_in(&self, a: &Allocation) -> bool {
        !a.freed && self.bytes == a.bytes && self.padding == a.padding && self.written == a.written
    }

    fn len(&self) -> usize {
        self.bytes.len() + self.padding.len() + self.written.len()
    }

    /// Whether an aligned word is an address in one of these buffers.
    fn point_to(&self, buffers: &[u32]) -> bool {
        let words = self.bytes.as_chunks::<8>().0;
        words
            .iter()
            .any(|word| match target(u64::from_le_bytes(*word)) {
                Target::In(Space::Global, id, _) => buffers.contains(&id),
                _ => false,
            })
    }
}

/// Bytes that are all the same, and all written or none: what a fill or nothing at all leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Even {
    value: u8,
    written: bool,
    len: usize,
}

impl Even {
    fn of(a: &Allocation) -> Option<Even> {
        let value = *a.bytes.first()?;
        let none = is_all(&a.written, 0);
        let even = none && a.padding.is_empty() && (a.is_as_made() || is_all(&a.bytes, value));
        even.then_some(Even {
            value,
            written: a.written.is_empty(),
            len: a.bytes.len(),
        })
    }
}

/// How an allocation is recognised.
#[derive(Debug)]
enum Seen {
    /// By its number and the stamp of its last change, or else by what it held, where that was kept.
    Unchanged((u32, u64), Option<Contents>),
    /// By what it holds.
    Held(Contents),
    /// By one byte.
    Even(Even),
}

impl Seen {
    fn is_in(&self, (id, a): (u32, &Allocation)) -> bool {
        match self {
            Seen::Unchanged(known, _) if *known == (id, a.stamp) => !a.freed,
            Seen::Unchanged(_, contents) => contents.as_ref().is_some_and(|c| c.are_in(a)),
            Seen::Held(contents) => contents.are_in(a),
            Seen::Even(even) => !a.freed && Even::of(a) == Some(*even),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Seen::Unchanged(_, Some(contents)) | Seen::Held(contents) => contents.len(),
            Seen::Unchanged(_, None) | Seen::Even(_) => 0,
        }
    }
}

/// The buffers of a launch's parameters, and the memory that they are in.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub params: &'a [u32],
    pub memory: &'a Memory,
}

/// What a launch is about to find.
#[derive(Debug)]
pub struct Before(Vec<(Place, Seen)>);

impl Before {
    /// What can be said of its parameters' buffers at little cost before a launch that was never run: which of them are even.
    pub(super) fn guessed(Here { params, memory }: Here<'_>) -> Before {
        let places = (0..params.len()).map(Place::Param);
        let even = places.filter_map(|place| {
            let (_, a) = place.find(params, memory)?;
            Some((place, Seen::Even(Even::of(a)?)))
        });
        Before(even.collect())
    }

    /// The same with what such a launch left as it was, in as many bytes at most.
    fn completed(
        mut self,
        touched: &[(Place, Ways, (u32, u64))],
        Here { params, memory }: Here<'_>,
        most: usize,
    ) -> Option<Before> {
        let mut bytes = 0;
        let mut out = Vec::new();
        for (place, ways, known) in touched {
            let (_, a) = place.find(params, memory)?;
            if ways.changed() {
                let at = self.0.iter().position(|(p, _)| p == place)?;
                out.push(self.0.swap_remove(at));
                bytes += a.bytes.len();
                if bytes > most {
                    return None;
                }
                continue;
            }
            let fits = bytes + a.bytes.len() <= most;
            bytes += if fits { a.bytes.len() } else { 0 };
            let contents = fits.then(|| Contents::of(a));
            out.push((*place, Seen::Unchanged(*known, contents)));
        }
        Some(Before(out))
    }

    /// Of what a run before touched, in as many bytes at most; of what was not changed since, the stamp.
    pub(super) fn of(
        touched: &[(Place, Ways, (u32, u64))],
        Here { params, memory }: Here<'_>,
        most: usize,
    ) -> Option<Before> {
        let mut bytes = 0;
        let (mut out, mut held) = (Vec::new(), Vec::new());
        for (place, ways, (id, stamp)) in touched {
            let (now, a) = place.find(params, memory)?;
            if !ways.changed() && now == *id && a.stamp == *stamp {
                out.push((*place, Seen::Unchanged((now, a.stamp), None)));
                continue;
            }
            let even = Even::of(a);
            // What it leaves is kept as well.
            let kept = usize::from(even.is_none()) + usize::from(ways.changed());
            bytes += a.bytes.len() * kept;
            if bytes > most {
                return None;
            }
            match even {
                Some(even) => out.push((*place, Seen::Even(even))),
                None => held.push((*place, a)),
            }
        }
        // Nothing is copied before it is known that all of it may be kept.
        let held = held.into_iter();
        out.extend(held.map(|(place, a)| (place, Seen::Held(Contents::of(a)))));
        Some(Before(out))
    }
}

/// What a launch found and left.
#[derive(Debug)]
pub(super) struct State {
    before: Vec<(Place, Seen)>,
    after: Vec<(Place, Contents)>,
    /// The buffers of its parameters.
    params: Vec<u32>,
    /// Whether it leaves the same in other buffers.
    anywhere: bool,
    pub done: Done,
}

impl State {
    /// A launch that found this has touched that; nothing if it touched more than was looked at. What was guessed at
    /// is completed first, in as many bytes at most.
    pub fn after(
        before: Before,
        guessed: Option<usize>,
        touched: &[(Place, Ways, (u32, u64))],
        Here { params, memory }: Here<'_>,
        done: &Done,
    ) -> Option<State> {
        let Before(before) = match guessed {
            Some(most) => before.completed(touched, Here { params, memory }, most)?,
            None => before,
        };
        let foreseen = |place: &Place| before.iter().any(|(b, _)| b == place);
        if !touched.iter().all(|(place, ..)| foreseen(place)) {
            return None;
        }
        let changed = touched.iter().filter(|(_, ways, _)| ways.changed());
        let after: Option<Vec<_>> = changed
            .map(|(place, ..)| Some((*place, Contents::of(place.find(params, memory)?.1))))
            .collect();
        let after = after?;
        Some(State {
            anywhere: !after.iter().any(|(_, c)| c.point_to(params)),
            before,
            after,
            params: params.to_vec(),
            done: done.clone(),
        })
    }

    /// Whether memory holds what the launch found.
    pub fn holds(&self, params: &[u32], memory: &Memory) -> bool {
        let buffers = self.params == params || self.anywhere;
        let as_seen = |(place, seen): &(Place, Seen)| {
            place.find(params, memory).is_some_and(|at| seen.is_in(at))
        };
        buffers && self.before.iter().all(as_seen)
    }

    /// What the launch did, as it would with these buffers.
    pub fn done_with(&self, params: &[u32]) -> Done {
        let mut done = self.done.clone();
        if self.params != params {
            let now = |id: u32| {
                let at = self.params.iter().position(|p| *p == id);
                at.and_then(|at| params.get(at).copied()).unwrap_or(id)
            };
            let moved = done.footprint.map(|print| Rc::new(print.moved(now)));
            done.footprint = moved;
        }
        done
    }

    /// Leaves what the launch left.
    pub fn restore(&self, params: &[u32], memory: &mut Memory) {
        for (place, contents) in &self.after {
            let Some((id, _)) = place.find(params, memory) else {
                continue;
            };
            let list = match place {
                Place::Symbol(_) => {
                    memory.stamp_symbol(id as usize);
                    &mut memory.symbols
                }
                _ => {
                    memory.stamp_buffer(id);
                    &mut memory.buffers
                }
            };
            let Some(a) = list.get_mut(id as usize) else {
                continue;
            };
            a.bytes.clone_from(&contents.bytes);
            a.padding.clone_from(&contents.padding);
            a.written.clone_from(&contents.written);
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let held = self.before.iter().map(|(_, seen)| seen.bytes());
        held.sum::<usize>() + self.after.iter().map(|(_, c)| c.len()).sum::<usize>()
    }
}
