//! What the calls of the runtime mean for the order of things: streams, events, waiting, operations.
//!
//! A call's arguments go in; clocks and the list of pending operations change, and findings come out where an operation, or an
//! access of the host's, races with an earlier one. The rule: nothing here changes what the program computes.

use super::clock::DEFAULT;
use super::pending::Deed;
use super::{Agent, Raced};
use crate::library::Answer;
use crate::machine::Machine;
use crate::program::{Undestroyed, Untimed};
use cuda_ir::pointer::{Space, Target, target};
use cuda_ir::{Ins, Kernel};
use std::rc::Rc;
use warp::launch::Side;
use warp::probe::Op;
use warp::probe::footprint::Footprint;

/// How a copy or a fill is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// By a library: it waits for everything.
    Alone,
    /// In the default stream, by a call that waits as the rules say.
    Waiting,
    /// In the stream of this handle.
    In(u64),
}

impl How {
    /// From the arguments of a system call.
    pub fn from(asynchronous: i32, stream: u64) -> Self {
        match asynchronous {
            0 => How::Waiting,
            _ => How::In(stream),
        }
    }
}

/// Where memory lies, as the rules for copies tell it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lies {
    Pageable,
    Pinned,
    Managed,
    Device,
}

/// `cudaMemcpyDefault`.
const KIND_DEFAULT: i32 = 4;

impl Machine<'_> {
    fn lies(&self, address: u64) -> Lies {
        let Target::In(space, id, _) = target(address) else {
            return Lies::Pageable;
        };
        let list = match space {
            Space::Global => &self.memory.buffers,
            Space::Symbol => &self.memory.symbols,
            Space::Host => {
                let block = self.memory.hosted.blocks.get(id as usize);
                return match block.is_some_and(|b| b.device) {
                    true => Lies::Pinned,
                    false => Lies::Pageable,
                };
            }
            _ => return Lies::Pageable,
        };
        match list.get(id as usize).map(|b| b.side) {
            Some(Side::Device) => Lies::Device,
            Some(Side::Managed) => Lies::Managed,
            _ => Lies::Pinned,
        }
    }

    // ---- streams and events ----

    pub fn stream_made(&mut self, at: u64, handle: u64, flags: u32) -> Answer {
        if self.streams.keeps_order() {
            let (name, _) = self.pointer_at(at).unwrap_or_default();
            let made = (name, self.line(), flags & 1 != 0);
            self.streams.clocks.made(handle, made);
        }
        Ok(self.handle_made(at, handle, false))
    }

    /// Remembers a stream or an event until it is destroyed.
    pub fn handle_made(&mut self, at: u64, handle: u64, event: bool) -> u64 {
        let (name, _) = self.pointer_at(at).unwrap_or_default();
        let (line, span) = (self.line(), self.span());
        let made = Undestroyed {
            name,
            line,
            span,
            event,
        };
        self.cuda.handles.insert(handle, made);
        0
    }

    /// `cudaStreamDestroy` and `cudaEventDestroy`.
    pub fn handle_gone(&mut self, handle: u64) -> Answer {
        self.cuda.handles.remove(&handle);
        if self.streams.keeps_order() {
            self.streams.clocks.gone(handle);
        }
        Ok(0)
    }

    pub fn event_recorded(&mut self, event: u64, stream: u64) -> Answer {
        if self.streams.keeps_order() {
            let stream = self.streams.clocks.stream(stream);
            self.streams.clocks.record(event, stream);
        }
        Ok(0)
    }

    pub fn stream_waits(&mut self, stream: u64, event: u64) -> Answer {
        if self.streams.keeps_order() {
            let stream = self.streams.clocks.stream(stream);
            self.streams.clocks.wait(stream, event);
        }
        Ok(0)
    }

    pub fn host_waits_for_stream(&mut self, stream: u64) -> Answer {
        self.flush();
        if self.streams.keeps_order() {
            let stream = self.streams.clocks.stream(stream);
            self.drained(stream);
        }
        self.error(0)
    }

    pub fn host_waits_for_event(&mut self, event: u64) -> Answer {
        self.flush();
        if self.streams.keeps_order() {
            self.streams.clocks.met(event);
            self.streams.settle();
        }
        self.error(0)
    }

    /// Whether the host has waited for an event that was recorded. From here on it has: what is asked again and again, until it is so, ends.
    pub fn event_is_over(&mut self, event: u64) -> Answer {
        let over = self.cuda.sticky != 0 || self.streams.clocks.is_met(event);
        if !over {
            let place = self.place("asked for here");
            let name = self
                .cuda
                .handles
                .get(&event)
                .map(|event| event.name.clone());
            self.cuda.untimed.get_or_insert(Untimed {
                event: name.unwrap_or_default(),
                place,
            });
            self.streams.clocks.met(event);
            self.streams.settle();
        }
        Ok(u64::from(over))
    }

    fn drained(&mut self, stream: usize) {
        self.streams.clocks.drained(stream);
        self.streams.settle();
    }

    /// A function of the host that a stream calls begins, or is over.
    pub fn host_function(&mut self, stream: u64, begins: bool) -> Answer {
        if !self.streams.on {
            return Ok(0);
        }
        if begins && self.streams.agent.is_none() {
            let stream = self.streams.clocks.stream(stream);
            let agent = Agent {
                mark: self.streams.clocks.act(stream),
                place: self.place("asked for here"),
                depth: self.calls.len(),
            };
            self.streams.agent = Some(agent);
            self.streams.guard.stale = true;
        } else if !begins && let Some((agent, seen)) = self.streams.leave() {
            let deed = Deed::HostFunction;
            let stream = agent.mark.0;
            self.put((stream, deed), agent.place, Rc::new(seen));
            if self.streams.learns {
                self.drained(stream);
            }
        }
        Ok(0)
    }

    // ---- operations ----

    /// Adds an operation, and tells of what races with it.
    fn put(
        &mut self,
        (stream, deed): (usize, Deed),
        place: warp::report::Place,
        touched: Rc<Footprint>,
    ) {
        let raced = self.streams.put(stream, deed, place, touched);
        self.tell_raced(&raced);
    }

    /// A launch is done; what it touched, if that is known.
    pub fn launched(&mut self, handle: u64, kernel: &Kernel, touched: Option<Rc<Footprint>>) {
        if !self.streams.on {
            return;
        }
        let ours = kernel.code.at.iter().all(|at| at.span.is_system());
        let name = (!ours).then(|| kernel.signature.name.clone());
        let stream = self.streams.clocks.stream(handle);
        let place = self.place("launched here");
        let touched = touched.unwrap_or_default();
        self.put((stream, Deed::Kernel(name)), place, touched);
    }

    /// What a launch touched, without what is not told apart: memory that kernels made themselves.
    pub fn kept(&self, mut touched: Footprint) -> Rc<Footprint> {
        touched.parts.retain(|p| {
            let (space, id) = p.of;
            let buffer = self.memory.buffers.get(id as usize);
            match space {
                Space::Global => buffer.is_some_and(|b| !b.heap && !b.freed),
                Space::Host => !self.memory.hosted.is_literal(id),
                _ => true,
            }
        });
        Rc::new(touched)
    }

    /// A copy is about to be made: this many bytes, to and from. A fill comes from nowhere.
    pub fn copied(&mut self, (to, from): (u64, u64), bytes: u64, (how, kind): (How, i32)) {
        if !self.streams.keeps_order() {
            return;
        }
        let handle = match how {
            How::Alone => return self.streams.idle(),
            How::Waiting => 0,
            How::In(handle) => handle,
        };
        let waits = match from {
            0 => self.fill_waits(to, how),
            _ => self.copy_waits((to, from), (how, kind)),
        };
        let stream = self.streams.clocks.stream(handle);
        if !self.streams.on {
            if waits {
                self.drained(stream);
            }
            return;
        }
        let mut touched = Footprint::default();
        for (address, op) in [(from, Op::Load), (to, Op::Store)] {
            if let Target::In(space, id, at) = target(address)
                && self.lies(address) != Lies::Pageable
                && let (Ok(start), Ok(n)) = (u32::try_from(at), u32::try_from(bytes))
            {
                let run = (start, start.saturating_add(n));
                touched.mark((space, id), op, run);
            }
        }
        let deed = if from == 0 { Deed::Fill } else { Deed::Copy };
        let place = self.place("");
        self.put((stream, deed), place, Rc::new(touched));
        if waits {
            self.drained(stream);
        }
    }

    fn fill_waits(&self, to: u64, how: How) -> bool {
        how == How::Waiting && self.lies(to) != Lies::Device
    }

    /// Whether the host waits for a copy, or may rely on it.
    fn copy_waits(&self, (to, from): (u64, u64), (how, kind): (How, i32)) -> bool {
        use Lies::{Device, Managed, Pageable, Pinned};
        let (t, f) = (self.lies(to), self.lies(from));
        if how == How::Waiting {
            return (t, f) != (Device, Device);
        }
        match (f, t) {
            (_, Pageable) => true,
            (Pageable | Pinned, Pinned) | (Pageable, Managed) => true,
            (Managed, Pinned) | (Pinned, Managed) => kind == KIND_DEFAULT,
            _ => false,
        }
    }

    /// Memory is taken or given back in a stream.
    pub fn pooled(&mut self, handle: u64, address: u64, taken: bool) {
        let Target::In(space, id, 0) = target(address) else {
            return;
        };
        let Some(size) = self.size_of(space, id).filter(|_| self.streams.on) else {
            return;
        };
        let mut touched = Footprint::default();
        let end = u32::try_from(size).unwrap_or(u32::MAX);
        touched.mark((space, id), Op::Store, (0, end));
        let deed = if taken { Deed::Allocation } else { Deed::Free };
        let stream = self.streams.clocks.stream(handle);
        let place = self.place("");
        self.put((stream, deed), place, Rc::new(touched));
        if !taken {
            self.streams.forget((space, id));
        }
    }

    // ---- the host's own accesses ----

    /// An access of the host's, before it is made: whether it raced with something that it is now held to come after.
    pub fn host_touches(&mut self, address: u64, bytes: u64, store: bool) -> bool {
        if !self.streams.on || bytes == 0 {
            return false;
        }
        let Some(touched) = self.streams.accessed(address, bytes, store) else {
            return false;
        };
        let now = self.streams.accessor();
        let here = super::Operation::new(
            (now.unwrap_or(DEFAULT), 0),
            Deed::HostFunction,
            self.place(""),
            Rc::new(touched),
        );
        let pairs = self.streams.settle_with(now, &here);
        let raced = !pairs.is_empty();
        if raced && now.is_none() {
            self.streams.settle();
        }
        if raced && !self.is_volatile() {
            self.tell_raced(&Raced { pairs, stream: now });
        }
        raced
    }

    /// Whether the line that runs reads or writes something `volatile`, or by an atomic: by that the host may wait.
    fn is_volatile(&self) -> bool {
        let Some(open) = self.calls.last() else {
            return false;
        };
        let (code, pc) = (self.code(open.func), self.pc(open));
        let line = code.at.get(pc as usize).map(|at| at.span);
        let mut all = code.ins.iter().zip(&code.at);
        all.any(|(ins, at)| {
            let volatile = match ins {
                Ins::Ld { volatile, .. }
                | Ins::St { volatile, .. }
                | Ins::Ld64 { volatile, .. }
                | Ins::St64 { volatile, .. } => *volatile,
                Ins::Atom { .. } | Ins::Atom64 { .. } => true,
                _ => false,
            };
            volatile && line.is_some_and(|span| span == at.span)
        })
    }
}
