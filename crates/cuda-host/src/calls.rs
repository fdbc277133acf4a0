//! Calls of the program's own functions, and their returns.
//!
//! A call's site goes in; a frame comes out, with the callee's constants and the arguments in its slots, or the caller's results do.
//! The rule: what nearly every call needs, and nothing else, is done by [`Frames`]; what it turns down, and every way to
//! fail, is left to [`Machine::enter`].

use super::decode::decode;
use super::exec::{Stop, WINDOW, Window};
use super::machine::{End, Machine};
use super::op::{Flat, Op, Slot};
use super::view::Stack;
use cuda_ir::pointer::code_target;
use cuda_ir::{CodeRef, Function, Pc};
use std::rc::Rc;

/// How deep calls may nest.
const DEPTH: usize = 100_000;
/// How many slots all open calls may have.
const SLOTS: usize = 8 << 20;

/// An open call.
pub(super) struct Open {
    pub func: u32,
    pub flat: Rc<Flat>,
    /// The next operation.
    pub pc: Pc,
    /// Its first slot.
    pub base: usize,
    pub locals_from: u32,
}

impl Machine<'_> {
    /// A function's operations, made when they are first wanted.
    pub(super) fn flat(&mut self, func: u32) -> Option<Rc<Flat>> {
        let known = self.flats.get_mut(func as usize)?;
        if known.is_none() {
            let function = self.module.functions.get(func as usize)?;
            *known = Some(Rc::new(decode(function)));
        }
        known.clone()
    }

    /// Opens a call; arguments are values for the callee's slots.
    pub(super) fn open(&mut self, func: u32, args: &[(Slot, u64)]) -> Result<(), End> {
        let Some(flat) = self.flat(func) else {
            return Err(self.faulted("a call of a function that does not exist"));
        };
        let base = self.top;
        let locals = self.stack.open(&self.code(func).locals, flat.local_bytes);
        let Some(locals_from) =
            locals.filter(|_| self.calls.len() < DEPTH && base + flat.entry.len() <= SLOTS)
        else {
            return Err(self.faulted("the program's stack is used up: calls nest too deep, or local arrays are too large"));
        };
        self.top = base + flat.entry.len();
        if self.top + WINDOW > self.slots.len() {
            self.slots.resize(2 * (self.top + WINDOW), 0);
        }
        if let Some(slots) = self.slots.get_mut(base..self.top) {
            slots.copy_from_slice(&flat.entry);
        }
        for (slot, value) in args {
            if let Some(to) = self.slots.get_mut(base + *slot as usize) {
                *to = *value;
            }
        }
        self.calls.push(Open {
            func,
            flat,
            pc: 0,
            base,
            locals_from,
        });
        Ok(())
    }

    pub(super) fn enter(&mut self, func: u32, args: &[(u8, u16, Slot)]) -> Result<(), End> {
        let Some(callee) = self.flat(func) else {
            return Err(self.faulted("a call of a function that does not exist"));
        };
        if self.steps >= self.options.host_fuel {
            return self.stopped(Stop::Fuel, &callee);
        }
        let from = self.calls.last().map_or(0, |open| open.base);
        let mut values = [(0, 0); 16];
        let mut more = Vec::new();
        let read = |slots: &[u64], (kind, number, slot): &(u8, u16, Slot)| {
            let to = callee.place(*kind, *number);
            (to, slots.get(from + *slot as usize).copied().unwrap_or(0))
        };
        let given = if args.len() <= values.len() {
            for (to, arg) in values.iter_mut().zip(args) {
                *to = read(&self.slots, arg);
            }
            &values[..args.len()]
        } else {
            more.extend(args.iter().map(|arg| read(&self.slots, arg)));
            &more[..]
        };
        self.open(func, given)
    }

    /// Calls beyond so many are over; what is next in the innermost that is left.
    pub fn leave_calls(&mut self, depth: usize, pc: Pc) {
        while self.calls.len() > depth {
            if let Some(done) = self.calls.pop() {
                self.stack.close(done.locals_from);
                self.top = done.base;
            }
        }
        if let Some(open) = self.calls.last_mut() {
            open.pc = pc;
        }
    }

    /// `Return`: the results go to the caller.
    pub(super) fn give_back(&mut self, until: usize) {
        let (mut frames, stack) = self.frames(until);
        if frames.give_back(stack) {
            return;
        }
        // The machine itself made the call.
        let Some(done) = self.calls.pop() else {
            return;
        };
        self.stack.close(done.locals_from);
        self.library.returned.clear();
        self.library
            .returned
            .extend_from_slice(self.slots.get(done.base..self.top).unwrap_or_default());
        self.top = done.base;
    }

    fn frames(&mut self, until: usize) -> (Frames<'_>, &mut Stack) {
        let frames = Frames {
            calls: &mut self.calls,
            slots: &mut self.slots,
            top: &mut self.top,
            flats: &self.flats,
            functions: &self.module.functions,
            until,
        };
        (frames, &mut self.stack)
    }
}

/// The open calls, for calls and returns that need nothing else.
pub(super) struct Frames<'f> {
    pub calls: &'f mut Vec<Open>,
    pub slots: &'f mut [u64],
    pub top: &'f mut usize,
    pub flats: &'f [Option<Rc<Flat>>],
    pub functions: &'f [Function],
    /// How many calls were open when the machine made the one that runs.
    pub until: usize,
}

impl Frames<'_> {
    /// The innermost call, and the slots from its first on.
    #[inline(always)]
    pub fn innermost(&mut self) -> Option<(&Open, &mut Window)> {
        let open = self.calls.last()?;
        let slots = self.slots.get_mut(open.base..)?;
        Some((open, slots.first_chunk_mut()?))
    }

    /// The innermost call is at this operation.
    #[inline(always)]
    pub fn came(&mut self, pc: Pc) {
        if let Some(open) = self.calls.last_mut() {
            open.pc = pc;
        }
    }

    /// The same, of a callee that an address names.
    #[inline(never)]
    pub fn call_pointer(&mut self, stack: &mut Stack, site: u32, target: u64) -> bool {
        match code_target(target) {
            Some(CodeRef::Function(func)) => self.call(stack, site, Some(func.0)),
            _ => false,
        }
    }

    /// Makes a call if that takes no more than a frame and its arguments, as it nearly always does; whether it was made. `target` is
    /// the callee where the call's site does not name it.
    #[inline(never)]
    pub fn call(&mut self, stack: &mut Stack, site: u32, target: Option<u32>) -> bool {
        let Some(open) = self.calls.last() else {
            return false;
        };
        let Some(call) = open.flat.calls.get(site as usize) else {
            return false;
        };
        let Some(func) = target.or(call.func) else {
            return false;
        };
        let Some(Some(callee)) = self.flats.get(func as usize) else {
            return false;
        };
        let base = *self.top;
        let top = base + callee.entry.len();
        if self.calls.len() >= DEPTH || top > SLOTS || top + WINDOW > self.slots.len() {
            return false;
        }
        let Some((below, above)) = self.slots.split_at_mut_checked(base) else {
            return false;
        };
        let (Some(from), Some(to)) = (below.get(open.base..), above.get_mut(..callee.entry.len()))
        else {
            return false;
        };
        let locals = match callee.has_locals {
            true => self
                .functions
                .get(func as usize)
                .map(|f| &f.code.locals[..]),
            false => Some(&[][..]),
        };
        let locals = locals.and_then(|locals| stack.open(locals, callee.local_bytes));
        let Some(locals_from) = locals else {
            return false;
        };
        to.copy_from_slice(&callee.entry);
        for (kind, number, slot) in &call.args {
            if let Some(to) = to.get_mut(callee.place(*kind, *number) as usize) {
                *to = from.get(*slot as usize).copied().unwrap_or(0);
            }
        }
        let flat = Rc::clone(callee);
        *self.top = top;
        self.calls.push(Open {
            func,
            flat,
            pc: 0,
            base,
            locals_from,
        });
        true
    }

    /// Returns to the caller with the results; `false` if it is the machine itself.
    #[inline(never)]
    pub fn give_back(&mut self, stack: &mut Stack) -> bool {
        if self.calls.len() < self.until + 2 {
            return false;
        }
        let [.., open, done] = &self.calls[..] else {
            return false;
        };
        let at = (open.pc as usize).wrapping_sub(1);
        let Some(Op::Call { site } | Op::CallPointer { site, .. }) = open.flat.ops.get(at) else {
            return false;
        };
        let Some(site) = open.flat.calls.get(*site as usize) else {
            return false;
        };
        stack.close(done.locals_from);
        for (kind, number, slot) in &site.results {
            let from = done.base + done.flat.place(*kind, *number) as usize;
            let value = self.slots.get(from).copied().unwrap_or(0);
            if let Some(to) = self.slots.get_mut(open.base + *slot as usize) {
                *to = value;
            }
        }
        *self.top = done.base;
        self.calls.pop();
        true
    }
}
