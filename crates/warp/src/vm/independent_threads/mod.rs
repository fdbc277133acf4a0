//! Lanes of a warp that go their own way: independent thread scheduling, where a program needs it.
//!
//! A warp that cannot go on as one goes in; it comes out as *fragments*, each with lanes, a place in the code and open constructs of its own, which take
//! turns ([`turn`]) and become one again where they are at one place. The rule: a warp is apart only while it must be, which is in two
//! cases. Either lanes come to an exchange (`__syncwarp`, a shuffle, a vote) whose mask names lanes that wait elsewhere and may come to one too
//! ([`reach`], [`meet`]); or they go round a loop that waits for memory while other lanes wait for them at its end ([`spin`]). Else lanes wait
//! at the ends of constructs for each other, as always, and nothing here is executed.
//!
//! What holds is what PTX says of devices since compute capability 7.0: every thread makes progress; an exchange lets a thread wait until all threads that its mask names and that
//! have not ended have executed one of the same kind with the same mask, wherever in the code.
//!
//! One fragment at a time is in the warp's own fields, the others are put aside. The registers of the kernel's code are by lane and stay
//! where they are, for all of them: only what open calls hold is each fragment's own.

pub(crate) mod meet;
pub(crate) mod reach;
pub(crate) mod spin;
pub(crate) mod turn;

use super::Env;
use super::lanes::Registers;
use super::local::LocalMemory;
use super::mask::{LANES, LaneMask};
use super::split::Frame;
use super::warp::{State, Warp};
use cuda_ir::op::BarOp;
use cuda_ir::{Pc, R};
pub use meet::{is_to_meet, waits};
use spin::Spin;
use std::cmp::Ordering;

/// The most that a warp's open calls, all fragments' together, may hold in registers and local memory.
pub const STACK_BYTES: usize = 8 << 20;

/// Whether a fragment can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It can.
    Ready,
    /// It waits for other lanes of its warp, at the instruction that it executes.
    Meeting,
    /// It waits for its block.
    AtBarrier,
    /// It has come to a named barrier.
    AtNamed,
    /// It waits for all blocks.
    AtGrid,
}

/// What orders the turns of fragments.
#[derive(Clone, Copy, Default, Debug)]
pub struct Standing {
    /// Its number among all that the warp has had in this block.
    pub id: u32,
    /// The warp's turn in which it last had one.
    last: u64,
    /// Whether it went back in a loop then.
    tired: bool,
}

/// Lanes that go their own way: what the warp's fields of the same names are while it is their turn.
#[derive(Clone)]
pub struct Fragment {
    /// Whether it can go on.
    pub place: Progress,
    /// The lanes that execute.
    pub active: LaneMask,
    /// The next instruction.
    pub pc: Pc,
    /// The instruction that it executed last.
    pub at: Pc,
    /// Its code.
    pub code: u32,
    /// Its constructs. Where calls are open, the registers of the innermost are where the kernel's would be.
    pub frames: Vec<Frame>,
    /// What a barrier is to compute.
    pub reduction: Option<(BarOp, R, u32)>,
    /// Lanes that it waits for from the start, whatever becomes of them.
    pub awaited: LaneMask,
    base: usize,
    depth: u32,
    stack_bytes: usize,
    locals_from: u32,
    spin: Option<Box<Spin>>,
    /// The local memory of its open calls.
    locals: LocalMemory,
    standing: Standing,
}

/// What a warp has while its lanes go different ways.
#[derive(Default)]
pub struct Fragments {
    /// The fragments whose turn it is not, in the order in which they were put aside.
    pub aside: Vec<Fragment>,
    /// The standing of the one in the warp's own fields.
    pub standing: Standing,
    /// How many turns fragments have had, and how many fragments there have been.
    turns: u64,
    ids: u32,
    /// The lanes that had not ended when it was last looked which exchanges are complete.
    live: LaneMask,
    /// Where each lane last went another way than others did.
    parted: [Option<(u32, Pc)>; LANES],
}

impl Fragments {
    /// Where a lane last went another way than others, if that is in this code.
    pub fn parted_at(&self, lane: usize, code: u32) -> Option<Pc> {
        let (at, pc) = (*self.parted.get(lane)?)?;
        (at == code).then_some(pc)
    }

    /// What open calls of those put aside hold.
    pub fn stack_bytes(&self) -> usize {
        self.aside.iter().map(|f| f.stack_bytes).sum()
    }

    fn next_id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    /// Makes those one that are at one place, in the same constructs; of all, only the last so many can be.
    fn unite(&mut self, last: usize) {
        let mut j = self.aside.len();
        let from = j.saturating_sub(last);
        while j > from {
            j -= 1;
            let (before, rest) = self.aside.split_at(j);
            let like = rest.first().and_then(|f| {
                let like = before.iter().position(|other| f.is_like(other));
                like.filter(|i| *i != j)
            });
            if let Some(i) = like {
                let other = self.aside.remove(j);
                self.aside[i].take_in(other);
            }
        }
    }
}

impl Fragment {
    /// All its lanes.
    pub fn lanes(&self) -> LaneMask {
        let held = self.frames.iter().map(Frame::holds);
        held.fold(self.active, LaneMask::or)
    }

    /// The registers of its code; `kernel` are those of the kernel's.
    pub fn registers<'a>(&'a self, kernel: &'a Registers) -> &'a Registers {
        let first = self.frames.iter().find_map(|frame| match frame {
            Frame::Call { saved, .. } => Some(&saved.g),
            _ => None,
        });
        first.unwrap_or(kernel)
    }

    /// The same, to be changed.
    fn registers_mut<'a>(&'a mut self, kernel: &'a mut Registers) -> &'a mut Registers {
        let first = self.frames.iter_mut().find_map(|frame| match frame {
            Frame::Call { saved, .. } => Some(&mut saved.g),
            _ => None,
        });
        first.unwrap_or(kernel)
    }

    fn is_like(&self, other: &Fragment) -> bool {
        (self.code, self.pc, self.place, self.frames.len())
            == (other.code, other.pc, other.place, other.frames.len())
            && self
                .frames
                .iter()
                .zip(&other.frames)
                .all(|(a, b)| a.is_like(b))
    }

    /// Takes the lanes of one like it in.
    fn take_in(&mut self, other: Fragment) {
        let lanes = other.lanes();
        if let (Some((_, _, bits)), Some((_, _, more))) = (&mut self.reduction, other.reduction) {
            *bits = *bits & self.active.0 | more & other.active.0;
        }
        if self.active.is_empty() {
            self.at = other.at;
        }
        self.active = self.active.or(other.active);
        self.awaited = self.awaited.or(other.awaited);
        let frames = self.frames.iter_mut().zip(other.frames);
        frames.for_each(|(to, from)| to.take_in(from, lanes));
        self.locals.take_in(&other.locals, lanes);
        self.spin = None;
        // The one that has waited longer speaks for both.
        self.standing.last = self.standing.last.min(other.standing.last);
        self.standing.tired &= other.standing.tired;
    }

    /// Which of two is further behind in the code: the lower one, call by call.
    fn behind(&self, other: &Fragment) -> Ordering {
        self.way().cmp(other.way())
    }

    fn way(&self) -> impl Iterator<Item = Pc> + '_ {
        let calls = self.frames.iter().filter_map(|frame| match frame {
            Frame::Call { saved, .. } => Some(saved.pc),
            _ => None,
        });
        calls.chain([self.pc])
    }
}

/// Lets the kernel's registers and those of the innermost call change places.
fn exchange_registers(frames: &mut [Frame], g: &mut Registers) {
    let first = frames.iter_mut().find_map(|frame| match frame {
        Frame::Call { saved, .. } => Some(&mut saved.g),
        _ => None,
    });
    if let Some(saved) = first {
        std::mem::swap(saved, g);
    }
}

impl Warp {
    /// The lanes that wait for the active ones in open constructs.
    pub fn waiting(&self) -> LaneMask {
        let held = self.frames.iter().map(Frame::holds);
        held.fold(LaneMask::NONE, LaneMask::or).without(self.active)
    }

    /// Puts the lanes whose turn it is aside, if there are any.
    fn put_aside(&mut self, env: &Env<'_>, place: Progress) {
        let kernels = env.kernel.code.locals.len();
        let mut frames = std::mem::take(&mut self.frames);
        exchange_registers(&mut frames, &mut self.g);
        let locals = match self.depth {
            0 => LocalMemory::default(),
            _ => self.local.cut(kernels),
        };
        let active = std::mem::take(&mut self.active);
        let apart = self.fragments.get_or_insert_default();
        let fragment = Fragment {
            place,
            active,
            pc: self.pc,
            at: self.at,
            code: self.code,
            frames,
            reduction: self.reduction.take(),
            awaited: LaneMask::NONE,
            base: self.base,
            depth: self.depth,
            stack_bytes: self.stack_bytes,
            locals_from: self.locals_from,
            spin: self.spin.take(),
            locals,
            standing: apart.standing,
        };
        if !fragment.lanes().is_empty() {
            apart.aside.push(fragment);
        }
        (self.depth, self.stack_bytes) = (0, 0);
    }

    /// Makes it the turn of one that was put aside.
    fn take_up(&mut self, i: usize) -> Option<Progress> {
        let apart = self.fragments.as_mut().filter(|a| i < a.aside.len())?;
        let mut f = apart.aside.remove(i);
        apart.standing = f.standing;
        exchange_registers(&mut f.frames, &mut self.g);
        if f.depth > 0 {
            self.local.append(f.locals);
        }
        (self.active, self.pc, self.at) = (f.active, f.pc, f.at);
        (self.code, self.base, self.frames) = (f.code, f.base, f.frames);
        (self.depth, self.stack_bytes) = (f.depth, f.stack_bytes);
        (self.locals_from, self.reduction) = (f.locals_from, f.reduction);
        self.spin = f.spin;
        Some(f.place)
    }

    /// How many fragments it has.
    pub fn fragments(&self) -> usize {
        1 + self.fragments.as_ref().map_or(0, |apart| apart.aside.len())
    }

    /// The standing of the lanes whose turn it is.
    pub fn standing(&self) -> Standing {
        let apart = self.fragments.as_ref();
        apart.map_or(Standing::default(), |apart| apart.standing)
    }

    /// The numbers of the fragments that can go on, if the warp can.
    pub fn ready(&self) -> impl Iterator<Item = u32> + '_ {
        let aside = self.fragments.iter().flat_map(|apart| &apart.aside);
        let aside = aside.filter(|f| f.place == Progress::Ready);
        [self.standing().id]
            .into_iter()
            .chain(aside.map(|f| f.standing.id))
    }

    /// Whether the lanes that wait may become a fragment of their own: there are some, and room for what their calls hold.
    fn divides(&self) -> bool {
        let aside = self
            .fragments
            .as_ref()
            .map_or(0, |apart| apart.stack_bytes());
        !self.waiting().is_empty() && 2 * self.stack_bytes + aside <= STACK_BYTES
    }

    /// Puts the active lanes aside, and those that wait for them too, on their way: from where they would have gone on together.
    fn divide(&mut self, env: &Env<'_>, place: Progress) {
        let (here, code) = (self.active, self.code);
        let waiting = self.waiting();
        let awaited = meet::awaited(env, self);
        let split = self.frames.iter().rev().map_while(|frame| frame.waiting());
        let split = split.filter(|(lanes, _)| !lanes.is_empty()).map(|x| x.1);
        let split = split.take(1).last();
        let went: Vec<_> = waiting
            .lanes()
            .map(|lane| (lane, self.waits_since(lane)))
            .collect();
        self.put_aside(env, place);
        let Some(apart) = self.fragments.as_mut() else {
            return;
        };
        for (lane, pc) in went {
            apart.parted[lane] = pc.map(|pc| (code, pc));
        }
        here.lanes()
            .for_each(|lane| apart.parted[lane] = split.map(|pc| (code, pc)));
        let Some(mine) = apart.aside.last_mut() else {
            return;
        };
        let mut others = mine.clone();
        mine.frames.iter_mut().for_each(|f| f.keep_only(here));
        (mine.spin, mine.awaited) = (None, awaited);
        (others.place, others.active) = (Progress::Ready, LaneMask::NONE);
        (others.reduction, others.spin) = (None, None);
        others.standing = Standing {
            id: apart.next_id(),
            tired: false,
            ..others.standing
        };
        apart.aside.push(others);
        let last = apart.aside.len() - 1;
        if self.take_up(last).is_some() && self.settle(env).is_none() {
            self.at = self.pc;
            self.put_aside(env, Progress::Ready);
        }
    }

    /// Of the lanes at a barrier that computes something, how many say yes, and how many there are.
    pub fn says(&self) -> (u32, u32) {
        let aside = self.fragments.iter().flat_map(|apart| &apart.aside);
        let aside = aside.filter(|f| f.place == Progress::AtBarrier);
        let all = aside.map(|f| (f.reduction, f.active));
        let all = all.chain([(self.reduction, self.active)]);
        all.fold((0, 0), |(yes, count), (reduction, active)| {
            let Some((_, _, bits)) = reduction else {
                return (yes, count);
            };
            let more = (bits & active.0).count_ones();
            (yes + more, count + active.count())
        })
    }

    /// Lets all that wait at the barrier go on, with what it computed.
    pub fn leave_barrier(&mut self, value: impl Fn(BarOp) -> u32) {
        (self.state, self.turns) = (State::Ready, 0);
        if let Some((op, dst, _)) = self.reduction.take() {
            super::lanes::blend(
                &mut self.g.r[dst.0 as usize],
                &[value(op); LANES],
                self.active,
            );
        }
        let Some(mut apart) = self.fragments.take() else {
            return;
        };
        self.with_kernels(|g| {
            for f in apart.aside.iter_mut() {
                if f.place == Progress::AtBarrier {
                    f.place = Progress::Ready;
                    if let Some((op, dst, _)) = f.reduction.take() {
                        let active = f.active;
                        let row = &mut f.registers_mut(g).r[dst.0 as usize];
                        super::lanes::blend(row, &[value(op); LANES], active);
                    }
                }
            }
        });
        self.fragments = Some(apart);
    }

    /// Lets all that wait for the grid go on.
    pub fn leave_grid(&mut self) {
        self.state = State::Ready;
        let aside = self.fragments.iter_mut().flat_map(|apart| &mut apart.aside);
        aside
            .filter(|f| f.place == Progress::AtGrid)
            .for_each(|f| f.place = Progress::Ready);
    }

    /// Does something with the registers of the kernel's code, wherever they are.
    fn with_kernels(&mut self, f: impl FnOnce(&mut Registers)) {
        exchange_registers(&mut self.frames, &mut self.g);
        f(&mut self.g);
        exchange_registers(&mut self.frames, &mut self.g);
    }
}
