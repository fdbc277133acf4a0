//! The host machine: runs a program's host code on one thread, and its launches on the machine of warps.
//!
//! A module, memory, a world and options go in; the memory changed and a [`ProgramReport`] come out. The rule: everything
//! outside is asked of the [`World`], and fuel, memory, stack and output are bounded, so that a stranger's program can
//! neither hang nor exhaust nor escape. [`world`] is what it may ask for; [`program`] what is said before and after.

// Nothing that a source says may end the process: what cannot be is a value.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

mod access;
mod around;
mod calls;
mod cuda;
mod decode;
mod device;
mod directions;
mod exec;
mod fault;
mod kernels;
mod launch;
mod launch_memo;
mod library;
mod liveness;
mod loop_vectorizer;
mod machine;
mod names;
mod occupancy;
mod op;
mod output;
mod pace;
mod program;
mod rand;
mod record;
mod refusal;
mod registers;
mod rotate;
mod scan;
mod scene;
mod shorten;
mod slots;
mod sort;
mod straight;
mod streams;
mod sys;
#[cfg(test)]
mod tests;
mod throw;
mod twister;
mod view;
mod watching;
mod world;

pub use device::Device;
pub use occupancy::{Footprint, Limiter, Occupancy};
pub use program::{
    Command, Denied, Ended, EntryArg, EntryCall, LaunchFailure, LaunchRecord, Leak, ProgramFinding,
    ProgramOptions, ProgramReport, Undestroyed, Unseen, Untimed,
};
pub use registers::registers;
pub use world::{Entry, FileMode, Quiet, Stream, Whence, World};

use cuda_ir::compiled::Compiled;
use cuda_ir::pointer::{Space, code_pointer, pointer};
use cuda_ir::{CodeRef, HostEntry, ParamKind, ParamReg, Signature};
use machine::{End, Machine};
use warp::launch::{Elem, HostBlock, HostKind, Memory};

/// Runs a program from `main` to its end.
pub fn run_main(
    module: &Compiled,
    memory: &mut Memory,
    world: &mut dyn World,
    options: &ProgramOptions,
) -> ProgramReport {
    let mut machine = Machine::new(module.code(), memory, world, options);
    machine.streams.heed(module.code(), module.source());
    let ended = machine.main();
    machine.report(ended)
}

/// Calls one host function, or launches one kernel.
pub fn call_entry(
    module: &Compiled,
    call: &EntryCall,
    memory: &mut Memory,
    world: &mut dyn World,
    options: &ProgramOptions,
) -> ProgramReport {
    let mut machine = Machine::new(module.code(), memory, world, options);
    machine.streams.heed(module.code(), module.source());
    let ended = machine.entry(call);
    machine.report(ended)
}

/// How it ended, and what an entry function returned.
type Done = (Ended, Option<u64>);

fn refused(message: String, help: &str) -> End {
    Box::new(Ended::NotStarted {
        message,
        help: (!help.is_empty()).then(|| help.to_string()),
    })
}

impl Machine<'_> {
    fn main(&mut self) -> Done {
        let ended = self.run_program().unwrap_or_else(|end| *end);
        (ended, None)
    }

    fn run_program(&mut self) -> Result<Ended, End> {
        let module = self.module;
        let Some(entry) = module.entries.iter().find(|e| e.signature.name == "main") else {
            return Err(refused(
                "the file has no `main`".to_string(),
                "name a function to call, with its arguments",
            ));
        };
        self.start_up()?;
        let values = self.main_arguments(entry);
        let args: Vec<(ParamReg, u64)> = entry.params.iter().copied().zip(values).collect();
        let code = self.call(entry.func.0, &args, entry.result.map(|r| r.0))?;
        let code = if entry.result.is_some() {
            code as i32
        } else {
            0
        };
        self.run_at_exit()?;
        Ok(Ended::Exit(code))
    }

    /// Gives the file's variables their first values.
    fn start_up(&mut self) -> Result<(), End> {
        match self.module.startup {
            Some(func) => self.call(func.0, &[], None).map(|_| ()),
            None => Ok(()),
        }
    }

    /// `argc`, `argv` and `envp`.
    fn main_arguments(&mut self, entry: &HostEntry) -> Vec<u64> {
        if entry.params.is_empty() {
            return Vec::new();
        }
        let args = &self.options.args;
        let mut list: Vec<u64> = args
            .iter()
            .map(|arg| self.keep_text(arg.as_bytes()))
            .collect();
        let count = list.len() as u64;
        list.push(0);
        let argv = self.keep_words(&list);
        let envp = self.keep_words(&[0]);
        vec![count, argv, envp]
    }

    fn keep_words(&mut self, words: &[u64]) -> u64 {
        let bytes = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let id = self.memory.hosted.add(HostBlock {
            kind: HostKind::Variable,
            bytes,
            name: "argv".into(),
            ..HostBlock::default()
        });
        pointer(Space::Host, id, 0)
    }

    fn entry(&mut self, call: &EntryCall) -> Done {
        let ended = self.run_entry(call).unwrap_or_else(|end| (*end, None));
        // Whoever calls it waits before the buffers are read.
        match self.fetch() {
            Err(end) if matches!(ended.0, Ended::Returned) => (*end, None),
            _ => ended,
        }
    }

    fn run_entry(&mut self, call: &EntryCall) -> Result<Done, End> {
        let module = self.module;
        let same = |signature: &Signature| {
            let plain = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
            plain(&signature.name) == plain(&call.name)
        };
        if let Some(entry) = module.entries.iter().find(|e| same(&e.signature)) {
            let values = arguments(&entry.signature, &call.args)?;
            self.start_up()?;
            let args: Vec<(ParamReg, u64)> = entry.params.iter().copied().zip(values).collect();
            let value = self.call(entry.func.0, &args, entry.result.map(|r| r.0))?;
            return Ok((Ended::Returned, entry.result.map(|_| value)));
        }
        let kernel = module.kernels.iter().position(|k| same(&k.signature));
        let Some((number, kernel)) = kernel.and_then(|i| Some((i, module.kernels.get(i)?))) else {
            let names = module.entries.iter().map(|e| &e.signature);
            let names = names.chain(module.kernels.iter().map(|k| &k.signature));
            let names: Vec<String> = names.map(|s| format!("`{}`", s.name)).collect();
            return Err(refused(
                format!("there is no function `{}` to call", call.name),
                &format!("the file has {}", names.join(", ")),
            ));
        };
        let Some((grid, block, shared)) = call.shape else {
            return Err(refused(
                format!("`{}` is a kernel: it needs a grid and a block", call.name),
                "",
            ));
        };
        let values = arguments(&kernel.signature, &call.args)?;
        self.start_up()?;
        let address = code_pointer(CodeRef::Kernel(number as u32));
        let mut args: Vec<(u64, Elem)> = vec![(address, Elem::U64)];
        let extents = [grid.x, grid.y, grid.z, block.x, block.y, block.z];
        args.extend(extents.map(|n| (n as u64, Elem::U32)));
        args.extend([(shared as u64, Elem::U64), (0, Elem::U64)]);
        args.extend(values.into_iter().map(|bits| (bits, Elem::U64)));
        self.launch(&args)?;
        if self.cuda.last != 0 {
            let why = self.launches.last().and_then(|l| l.failure.clone());
            let message = why.map_or_else(|| "the launch failed".to_string(), |why| why.message);
            let place = self.place("launched here");
            return Err(Box::new(Ended::Faulted { message, place }));
        }
        Ok((Ended::Returned, None))
    }

    fn report(mut self, (ended, result): Done) -> ProgramReport {
        // Of a program that was stopped, all is shown that there is.
        if !matches!(ended, Ended::Returned | Ended::Exit(_)) {
            let _ = self.fetch();
        }
        self.close_all();
        let leaks = self.memory.buffers.iter().filter(|b| b.unnamed && !b.freed);
        let leaks = leaks.map(|b| Leak {
            name: b.name.clone(),
            bytes: b.bytes.len() as u64,
            line: b.line,
            span: b.span,
            side: b.side,
        });
        let leaks = leaks.collect();
        let handles = std::mem::take(&mut self.cuda.handles).into_values();
        let mut handles: Vec<Undestroyed> = handles.collect();
        handles.sort_by_key(|handle| handle.line);
        self.memory.end_program();
        ProgramReport {
            ended,
            result,
            findings: self.found.list,
            findings_dropped: self.found.dropped,
            launches: self.launches,
            host_instructions: self.steps,
            warp_instructions: self.cuda.warp_instructions,
            leaks,
            handles,
            commands: self.library.commands,
            denied: self.cuda.denied,
            unseen: self.cuda.unseen,
            untimed: self.cuda.untimed,
            pending_error: (self.cuda.last != 0).then_some(self.cuda.last),
        }
    }
}

/// The bits of an entry's arguments.
fn arguments(signature: &Signature, args: &[EntryArg]) -> Result<Vec<u64>, End> {
    let (want, have) = (signature.params.len(), args.len());
    let name = &signature.name;
    if want != have {
        let s = if want == 1 { "" } else { "s" };
        return Err(refused(
            format!("`{name}` takes {want} argument{s}, but the call gives {have}"),
            "",
        ));
    }
    let mut out = Vec::new();
    for (i, (param, arg)) in signature.params.iter().zip(args).enumerate() {
        let bits = match (param.kind, *arg) {
            (ParamKind::Pointer(_), EntryArg::Buffer(b)) => {
                Some(pointer(Space::Global, b.number(), 0))
            }
            (ParamKind::Pointer(_), EntryArg::BufferAt(b, at)) => {
                Some(pointer(Space::Global, b.number(), at))
            }
            (ParamKind::Pointer(_), EntryArg::Null) => Some(0),
            (ParamKind::Scalar(elem), EntryArg::Bool(v)) => {
                Some(cast(elem, v as i128, v as u8 as f64))
            }
            (ParamKind::Scalar(elem), EntryArg::Int(v)) => Some(cast(elem, v, v as f64)),
            (ParamKind::Scalar(elem), EntryArg::Float(v)) => Some(cast(elem, v as i128, v)),
            _ => None,
        };
        match bits {
            Some(bits) => out.push(bits),
            None => {
                let given = match arg {
                    EntryArg::Buffer(_) | EntryArg::BufferAt(..) => "a buffer",
                    EntryArg::Null => "a null pointer",
                    _ => "a number",
                };
                let (n, pname, ty) = (i + 1, &param.name, &param.ty);
                return Err(refused(
                    format!(
                        "argument {n} of `{name}`, `{pname}`, is `{ty}`, but the call gives {given}"
                    ),
                    "",
                ));
            }
        }
    }
    Ok(out)
}

/// A number as a C cast makes it, in a register's bits.
fn cast(elem: Elem, int: i128, float: f64) -> u64 {
    match elem {
        Elem::Bool => (int != 0 || float != 0.0) as u64,
        Elem::I8 => int as i8 as i32 as u32 as u64,
        Elem::U8 => int as u8 as u64,
        Elem::I16 => int as i16 as i32 as u32 as u64,
        Elem::U16 => int as u16 as u64,
        Elem::I32 | Elem::U32 => int as u32 as u64,
        Elem::I64 | Elem::U64 => int as u64,
        Elem::F32 => (float as f32).to_bits() as u64,
        Elem::F64 => float.to_bits(),
    }
}
