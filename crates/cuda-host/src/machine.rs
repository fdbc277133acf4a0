//! The host's one thread: its open calls, its fuel, and what it does when a loop of `exec` stops.
//!
//! A function to call goes in; it runs until it returns or the program ends. The rule: a program ends by an `Err` that
//! carries its [`Ended`], and by nothing else; whatever fails is noted or told, never a panic.

use super::calls::{Frames, Open};
use super::cuda::Cuda;
use super::exec::{Around, Stop, WINDOW, advance};
use super::fault::HostFindings;
use super::library::Library;
use super::loop_vectorizer;
use super::op::{Flat, FlatCall, Op, Slot};
use super::output::Output;
use super::program::{Ended, LaunchRecord, ProgramOptions};
use super::streams::Streams;
use super::throw::Exceptions;
use super::view::{Stack, View};
use super::world::World;
use cuda_ir::pointer::code_target;
use cuda_ir::verify::Verified;
use cuda_ir::{Code, CodeRef, Module, Pc};
use std::rc::Rc;
use warp::launch::{Halt, Memory};
use warp::report::EndingKind;

/// The end of a program, on its way out.
pub(super) type End = Box<Ended>;

/// After how many instructions it is asked whether the caller wants the run to end.
const LOOK: u64 = 1 << 26;

/// A program that runs.
pub(super) struct Machine<'a> {
    pub module: &'a Verified,
    pub memory: &'a mut Memory,
    pub world: &'a mut dyn World,
    pub options: &'a ProgramOptions,
    pub stack: Stack,
    pub calls: Vec<Open>,
    /// All open calls' slots, and room for a window on the innermost's.
    pub slots: Vec<u64>,
    /// How many of them are in use.
    pub top: usize,
    pub flats: Vec<Option<Rc<Flat>>>,
    globals: Rc<[u64]>,
    /// Operations so far.
    pub steps: u64,
    pub found: HostFindings,
    pub output: Output,
    pub cuda: Cuda,
    pub library: Library,
    pub exceptions: Exceptions,
    /// Kernels by shape, in order of their first launch.
    pub launches: Vec<LaunchRecord>,
    /// Bytes of memory in use.
    pub used: u64,
    /// What orders the device's operations.
    pub streams: Streams,
}

impl<'a> Machine<'a> {
    pub fn new(
        module: &'a Verified,
        memory: &'a mut Memory,
        world: &'a mut dyn World,
        options: &'a ProgramOptions,
    ) -> Self {
        memory.begin_program(&module.globals);
        let globals = memory.prepared.as_deref().unwrap_or_default().into();
        let used = memory.buffers.iter().map(|b| b.bytes.len() as u64).sum();
        Machine {
            module,
            memory,
            world,
            options,
            stack: Stack::default(),
            calls: Vec::new(),
            slots: vec![0; 2 * WINDOW],
            top: 0,
            flats: vec![None; module.functions.len()],
            globals,
            steps: 0,
            found: HostFindings::new(options.max_findings),
            output: Output::new(options.output_bytes),
            cuda: Cuda::default(),
            library: Library::default(),
            exceptions: Exceptions::default(),
            launches: Vec::new(),
            used,
            streams: Streams::new(module, options.checks),
        }
    }

    /// Calls a function and runs it to its return; `args` and `results` are slots with values, in and out.
    pub fn call(
        &mut self,
        func: u32,
        args: &[(cuda_ir::ParamReg, u64)],
        result: Option<cuda_ir::ParamReg>,
    ) -> Result<u64, End> {
        let until = self.calls.len();
        // One that asks to be called again, as a function at the end can, is bounded by fuel and by time, too.
        let halts = self.options.halt.is_some_and(Halt::is_set);
        if (halts || self.steps >= self.options.host_fuel)
            && let Some(flat) = self.flat(func)
        {
            self.stopped(Stop::Fuel, &flat)?;
        }
        self.open(func, &[])?;
        if let Some(open) = self.calls.last() {
            for (reg, value) in args {
                let at = open.base + open.flat.slot(*reg) as usize;
                if let Some(slot) = self.slots.get_mut(at) {
                    *slot = *value;
                }
            }
        }
        let floor = self.exceptions.shut();
        self.run(until)?;
        self.exceptions.open(floor);
        let slot = result.and_then(|reg| Some(self.flat(func)?.slot(reg)));
        let value = slot.and_then(|slot| self.library.returned.get(slot as usize));
        Ok(value.copied().unwrap_or(0))
    }

    /// Runs until so many calls are open.
    fn run(&mut self, until: usize) -> Result<(), End> {
        let mut look = self.steps.saturating_add(LOOK);
        while self.calls.len() > until {
            let limit = self.options.host_fuel.min(look);
            let mut stop = self.advance(until, limit);
            if matches!(stop, Stop::Return) {
                self.give_back(until);
                continue;
            }
            if self.steps >= limit {
                look = self.steps.saturating_add(LOOK);
                let halts = self.options.halt.is_some_and(Halt::is_set);
                let calls = matches!(stop, Stop::Call(_) | Stop::CallPointer(..));
                if matches!(stop, Stop::Fuel) && limit < self.options.host_fuel && !halts {
                    continue;
                }
                if calls && halts {
                    stop = Stop::Fuel;
                }
            }
            let Some(flat) = self.calls.last().map(|open| Rc::clone(&open.flat)) else {
                break;
            };
            self.stopped(stop, &flat)?;
        }
        Ok(())
    }

    /// Executes operations of the innermost call until something stops it.
    #[inline]
    fn advance(&mut self, until: usize, limit: u64) -> Stop {
        let depth = self.calls.len();
        let guarded = self.streams.guards();
        if guarded {
            self.streams.raise((self.memory, &mut self.stack), depth);
        }
        let mut around = Around {
            frames: Frames {
                calls: &mut self.calls,
                slots: &mut self.slots,
                top: &mut self.top,
                flats: &self.flats,
                functions: &self.module.functions,
                until,
            },
            rand: &mut self.library.rand,
            globals: &self.globals,
        };
        let mut view = View {
            memory: self.memory,
            stack: &mut self.stack,
            guard: guarded.then_some(&mut self.streams),
        };
        let stop = advance(&mut around, &mut view, &mut self.steps, limit);
        if guarded {
            self.streams.lower(self.memory, &mut self.stack);
        }
        stop
    }

    pub fn stopped(&mut self, stop: Stop, flat: &Rc<Flat>) -> Result<(), End> {
        match stop {
            Stop::Call(site) => match flat.calls.get(site as usize) {
                Some(FlatCall {
                    func: Some(func),
                    args,
                    ..
                }) => self.enter(*func, args),
                _ => Err(self.faulted("a call of no function")),
            },
            Stop::CallPointer(site, address) => {
                let args = flat
                    .calls
                    .get(site as usize)
                    .map_or(&[][..], |site| &site.args);
                match code_target(address) {
                    Some(CodeRef::Function(func)) => self.enter(func.0, args),
                    Some(CodeRef::Kernel(_)) => self.unconfigured(address),
                    None => Err(self.faulted(&format!(
                        "a call through {}",
                        if address == 0 {
                            "a null pointer".to_string()
                        } else {
                            format!("{address:#x}, which is no function")
                        }
                    ))),
                }
            }
            // `run` sees to it.
            Stop::Return => Ok(()),
            Stop::Sys(site) => self.system_call(site),
            Stop::Print(site) => self.print(site),
            Stop::Trap(message) => {
                let text = self
                    .here()
                    .and_then(|code| code.messages.get(message as usize));
                let message = text.cloned().unwrap_or_else(|| "trap".to_string());
                self.abort(&message)
            }
            Stop::Strip(number) => {
                self.strip(flat, number);
                Ok(())
            }
            Stop::Access => self.access_fault(),
            Stop::Division => {
                self.division();
                Ok(())
            }
            Stop::Kernel => {
                Err(self.faulted("this needs a kernel: it has no meaning in host code"))
            }
            Stop::Fuel => Err(self.still_running()),
        }
    }

    /// The end of a program that has taken too long.
    pub fn still_running(&self) -> End {
        let message = format!(
            "still running after {} instructions of the host",
            self.steps
        );
        Box::new(Ended::Limit {
            kind: EndingKind::Limit,
            message,
            place: self.place("still running here"),
            help: Some("does the loop's condition ever become false?".to_string()),
        })
    }

    /// Executes as much of a loop in strips as goes well.
    fn strip(&mut self, flat: &Flat, number: u32) {
        let (Some(strip), Some(open)) = (flat.strips.get(number as usize), self.calls.last())
        else {
            return;
        };
        let Some(slots) = self.slots.get_mut(open.base..) else {
            return;
        };
        // What is not in its place a strip may read, but not write: then the interpreter does the loop.
        let guarded = self.streams.guards();
        if guarded {
            let depth = self.calls.len();
            self.streams.raise((self.memory, &mut self.stack), depth);
        }
        let around = loop_vectorizer::Around {
            slots,
            view: View {
                memory: self.memory,
                stack: &mut self.stack,
                guard: guarded.then_some(&mut self.streams),
            },
            rand: &mut self.library.rand,
            locals_from: open.locals_from,
            globals: &self.globals,
            steps: &mut self.steps,
            limit: self.options.host_fuel,
        };
        loop_vectorizer::run(strip, around);
        if guarded {
            self.streams.lower(self.memory, &mut self.stack);
        }
    }

    /// The operation that is next in the innermost call.
    pub fn next_pc(&self) -> Pc {
        self.calls.last().map_or(0, |open| open.pc)
    }

    /// The code that runs.
    pub fn here(&self) -> Option<&'a Code> {
        self.calls.last().map(|open| self.code(open.func))
    }

    pub fn code(&self, func: u32) -> &'a Code {
        const NONE: &Code = &Code {
            ins: Vec::new(),
            at: Vec::new(),
            registers: [0; 3],
            consts32: Vec::new(),
            consts64: Vec::new(),
            locals: Vec::new(),
            calls: Vec::new(),
            sys: Vec::new(),
            prints: Vec::new(),
            messages: Vec::new(),
            variables: Vec::new(),
            mentions: Vec::new(),
            indexing: cuda_ir::Indexing {
                steps: Vec::new(),
                accesses: Vec::new(),
            },
            callers: Vec::new(),
            kept: Vec::new(),
        };
        let module: &'a Module = self.module;
        module
            .functions
            .get(func as usize)
            .map_or(NONE, |f| &f.code)
    }

    /// The operation that was executed last is to be executed once more, as if it had not been.
    pub fn again(&mut self) {
        if let Some(open) = self.calls.last_mut() {
            open.pc = open.pc.saturating_sub(1);
        }
        self.steps = self.steps.saturating_sub(1);
    }

    /// A slot of the innermost call.
    pub fn slot(&self, reg: cuda_ir::ParamReg) -> u64 {
        let Some(open) = self.calls.last() else {
            return 0;
        };
        let at = open.base + open.flat.slot(reg) as usize;
        self.slots.get(at).copied().unwrap_or(0)
    }

    pub fn set_slot(&mut self, reg: cuda_ir::ParamReg, value: u64) {
        let value = match reg {
            cuda_ir::ParamReg::R(_) => value as u32 as u64,
            _ => value,
        };
        if let Some(open) = self.calls.last() {
            self.set_raw(open.flat.slot(reg), value);
        }
    }

    /// The operation that was executed last, with a way to its slots.
    pub fn last_op(&self) -> Option<Op> {
        let open = self.calls.last()?;
        open.flat.ops.get(open.pc.checked_sub(1)? as usize).copied()
    }

    pub fn raw(&self, slot: Slot) -> u64 {
        let base = self.calls.last().map_or(0, |open| open.base);
        self.slots.get(base + slot as usize).copied().unwrap_or(0)
    }

    pub fn set_raw(&mut self, slot: Slot, value: u64) {
        let base = self.calls.last().map_or(0, |open| open.base);
        if let Some(to) = self.slots.get_mut(base + slot as usize) {
            *to = value;
        }
    }

    /// The number of an open call's first local variable.
    pub fn first_local(&self, open: &Open) -> u32 {
        open.locals_from
    }

    /// The instruction of an open call that is executed.
    pub fn pc(&self, open: &Open) -> Pc {
        let at = open.pc.saturating_sub(1) as usize;
        open.flat.from.get(at).copied().unwrap_or(0)
    }

    /// An end that an operating system makes.
    pub fn faulted(&self, message: &str) -> End {
        Box::new(Ended::Faulted {
            message: message.to_string(),
            place: self.place("here"),
        })
    }

    pub fn view(&mut self) -> View<'_> {
        View {
            memory: self.memory,
            stack: &mut self.stack,
            guard: None,
        }
    }
}
