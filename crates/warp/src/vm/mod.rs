//! The run: a grid of blocks, one after the other, until all threads have returned or the fuel is used up.
//!
//! A module, memory, a launch and options go in; memory changed and a [`Report`] come out. The rule: the same input gives the
//! same output, bit for bit, and nothing that a kernel does can make the machine hang, take memory without bound or panic.
//! [`block`] runs the warps of a block in turn, [`warp`] is the match over instructions, [`mem`] says what a pointer is.

pub(crate) mod access;
pub(crate) mod alu;
mod angle;
pub mod atomic;
pub(crate) mod block;
pub(crate) mod calls;
mod clock;
pub(crate) mod control;
pub(crate) mod convert;
pub(crate) mod directed;
pub mod facts;
pub(crate) mod fork;
pub mod fused;
pub mod gang;
pub mod grid;
pub(crate) mod heap;
pub(crate) mod independent_threads;
pub mod intrinsic;
pub(crate) mod known;
pub mod lanes;
mod local;
pub mod mask;
pub(crate) mod math;
pub(crate) mod mem;
pub(crate) mod mma;
pub(crate) mod named;
pub(crate) mod order;
mod padding;
mod pair;

pub(crate) mod livelock;
pub(crate) mod print;
pub mod scalar;
mod shared;
pub(crate) mod shuffle;
pub(crate) mod simd;
pub(crate) mod small_float;
mod smalls;
pub(crate) mod special_functions;
pub(crate) mod split;
mod straight;
pub(crate) mod transfer;
pub(crate) mod trap;
mod uniform;
pub(crate) mod warp;
pub(crate) mod xorwow;

pub use lanes::{Lanes32, Lanes64};
pub use warp::{State, Warp};

use crate::launch::{
    Allocation, Buffer, Dim3, Elem, Launch, Memory, RunOptions, static_shared_bytes, validate,
};
use crate::probe::footprint::Footprint;
use crate::probe::found::Findings;
use crate::probe::race::MAX_CODE;
use crate::probe::{NoProbe, Probes};
use crate::report::ways::Ways;
use crate::report::{Counters, Outcome, Place, Prints, Report, Touched};
use clock::Clock;
use cuda_ir::parts::{Part, Parts, StructParts};
use cuda_ir::pointer::OFFSET_BITS;
use cuda_ir::verify::Verified;
use cuda_ir::{At, Code, FuncId, Ins, Kernel, Module, ParamKind, Pc};
use facts::{CodeFacts, Facts};
use fork::view::ways;
use grid::Carried;
use known::AllocationFacts;
use livelock::LivelockWatch;
use mem::{Ground, MAX_IDS, Region, SharedMemory, Space, Spaces, Target};
use sorted::SortedMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Runs a kernel of a verified module.
pub fn run(
    module: &Verified,
    memory: &mut Memory,
    launch: &Launch,
    options: &RunOptions,
) -> Report {
    let facts = Arc::default();
    let kernel = match find((module, &facts), launch, memory, options) {
        Ok(kernel) => kernel,
        Err(outcome) => {
            return Report {
                outcome,
                ..Report::default()
            };
        }
    };
    let params = kernel
        .signature
        .params
        .iter()
        .zip(&launch.args)
        .map(|(p, a)| trap::param_bits(p.kind, *a))
        .collect();
    let shape = Shape {
        grid: launch.grid,
        block: launch.block,
        shared_bytes: launch.shared_bytes,
    };
    let loaded = Loaded {
        module,
        kernel,
        facts: &facts,
    };
    run_kernel(loaded, memory, shape, params, options).0
}

/// Grid, block and dynamic shared bytes of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Blocks.
    pub grid: Dim3,
    /// Threads a block.
    pub block: Dim3,
    /// Bytes of `extern __shared__` memory a block.
    pub shared_bytes: u32,
}

/// A kernel to be launched.
#[derive(Clone, Copy)]
pub struct Loaded<'a> {
    /// Its module.
    pub module: &'a Verified,
    /// The kernel.
    pub kernel: &'a Kernel,
    /// Those of earlier launches of the kernel with the same options, or none yet.
    pub facts: &'a Arc<Facts>,
}

/// Runs a kernel whose launch was validated, with its parameters as bits; what it touched comes with the report where the options ask for it.
pub fn run_kernel(
    loaded: Loaded<'_>,
    memory: &mut Memory,
    launch: Shape,
    params: Vec<u64>,
    options: &RunOptions,
) -> (Report, Option<Footprint>) {
    let Loaded { module, kernel, .. } = loaded;
    let options = &RunOptions {
        crew: options.crew.filter(|_| options.trace.is_none()),
        ..*options
    };
    let globals = memory.prepare_globals(&module.globals);
    let mut env = Env::new(loaded, memory, &launch, params);
    env.poison = options.poison;
    env.nonfinite = options.checks && options.nonfinite;
    env.footprint = options.checks && options.footprint;
    let buffers = env.buffers.len();
    let mem = Spaces {
        globals,
        shared: SharedMemory::new(kernel, launch.shared_bytes, options.poison),
        ground: Ground::Whole(memory),
        printed: Vec::new(),
        prints: Prints::default(),
        print_full: false,
        did: [vec![0; buffers], vec![0; env.symbols.len()]],
        window: Vec::new(),
    };
    let found = Findings::new(options.max_findings);
    let machine = Machine {
        env: &env,
        mem,
        probe: NoProbe,
        found,
        fuel: options.fuel,
        livelock: LivelockWatch::default(),
        clock: Clock::default(),
        options,
    };
    #[cfg(feature = "unwatched")]
    if !options.checks {
        let all = (0, Carried::new());
        return (machine.unwatched(launch.grid, all, Report::default()), None);
    }
    let mut probes = Probes::new(&env, options.watch);
    probes.record(&env, options.trace);
    let mut machine = machine.watched_by(probes);
    let ran = machine.grid(launch.grid, (0, Carried::new()));
    let part = !ran.carried.is_empty();
    #[cfg(feature = "unwatched")]
    let all = !part && ran.blocks == launch.grid.count() || ran.outcome != Outcome::Finished;
    let (mut probe, machine) = machine.alone();
    let shadow_bytes = probe.shadow_bytes();
    let footprint = probe.footprint(&env);
    let trace = probe.trace();
    let (counters, last_store) = probe.into_counters(&env);
    let report = Report {
        outcome: ran.outcome,
        counters,
        last_store,
        trace,
        watched: if part { 0 } else { ran.blocks },
        part: part.then_some(options.fuel - machine.fuel),
        shared_out: ran.shared_out,
        shadow_bytes,
        effort: ran.effort,
        ..Report::default()
    };
    #[cfg(feature = "unwatched")]
    if !all {
        let rest = (ran.blocks, ran.carried);
        return (machine.unwatched(launch.grid, rest, report), footprint);
    }
    (machine.reported(report, ran.blocks), footprint)
}

impl<'a> Machine<'a, NoProbe> {
    /// The same with someone who watches.
    fn watched_by<P>(self, probe: P) -> Machine<'a, P> {
        Machine {
            env: self.env,
            mem: self.mem,
            probe,
            found: self.found,
            fuel: self.fuel,
            livelock: self.livelock,
            clock: self.clock,
            options: self.options,
        }
    }

    /// Runs the blocks from a number on that were not watched, and those that were in part, and completes the report of those that were.
    #[cfg(feature = "unwatched")]
    fn unwatched(mut self, grid: Dim3, from: (u64, Carried), so_far: Report) -> Report {
        let ran = self.grid(grid, from);
        let counters = Counters {
            warp_instructions: self.options.fuel - self.fuel,
            ..so_far.counters
        };
        let report = Report {
            outcome: ran.outcome,
            counters,
            shared_out: so_far.shared_out + ran.shared_out,
            ..so_far
        };
        self.reported(report, ran.blocks)
    }

    /// Completes a report; so many blocks were begun.
    fn reported(self, report: Report, blocks: u64) -> Report {
        let (findings, findings_dropped) = self.found.into_parts();
        let [buffers, symbols] = self
            .mem
            .did
            .map(|list| list.into_iter().map(ways).collect());
        Report {
            findings,
            findings_dropped,
            printed: self.mem.printed,
            prints: self.mem.prints,
            touched: Touched { buffers, symbols },
            counters: Counters {
                threads: blocks * self.env.block.count(),
                blocks,
                shared_bytes: self.env.shared_bytes,
                ..report.counters
            },
            ..report
        }
    }
}

impl<'a, P> Machine<'a, P> {
    /// Who watched, and the same without.
    fn alone(self) -> (P, Machine<'a, NoProbe>) {
        let machine = Machine {
            env: self.env,
            mem: self.mem,
            probe: NoProbe,
            found: self.found,
            fuel: self.fuel,
            livelock: self.livelock,
            clock: self.clock,
            options: self.options,
        };
        (self.probe, machine)
    }
}

fn find<'m>(
    (module, facts): (&'m Module, &Facts),
    launch: &Launch,
    memory: &Memory,
    options: &RunOptions,
) -> Result<&'m Kernel, Outcome> {
    let Some(kernel) = module
        .kernels
        .iter()
        .find(|k| k.signature.name == launch.kernel)
    else {
        let names: Vec<String> = module
            .kernels
            .iter()
            .map(|k| format!("`{}`", k.signature.name))
            .collect();
        let help = if names.is_empty() {
            "the file has no `__global__` function".to_string()
        } else {
            format!("the file has {}", names.join(", "))
        };
        return Err(Outcome::BadLaunch {
            message: format!("there is no kernel `{}`", launch.kernel),
            help: Some(help),
        });
    };
    validate(kernel, memory, launch, &options.device)?;
    fits((module, kernel, facts), memory)?;
    Ok(kernel)
}

/// Whether the machine can number the kernel's code and the allocations.
pub fn fits(
    (module, kernel, facts): (&Module, &Kernel, &Facts),
    memory: &Memory,
) -> Result<(), Outcome> {
    let size = facts.bases(module, kernel).last().copied().unwrap_or(0);
    if size >= MAX_CODE
        || memory.buffers.len() + module.globals.len() + memory.symbols.len() >= MAX_IDS
    {
        return Err(Outcome::BadLaunch {
            message: format!("the kernel is too large for this machine: {size} instructions"),
            help: None,
        });
    }
    Ok(())
}

/// What stays the same for the whole launch.
pub struct Env<'a> {
    /// The kernel that runs.
    pub kernel: &'a Kernel,
    /// Its module.
    pub module: &'a Module,
    /// Threads a block.
    pub block: Dim3,
    /// Blocks.
    pub grid: Dim3,
    /// Shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// Whether memory that nobody wrote is made to look it; see [`RunOptions::poison`].
    pub poison: bool,
    /// Whether the first NaN and infinity are looked for; see [`RunOptions::nonfinite`].
    pub nonfinite: bool,
    /// Whether what is touched is gathered; see [`RunOptions::footprint`].
    pub footprint: bool,
    /// The values of the parameters.
    pub params: Vec<u64>,
    /// The first number of each code: the kernel's, then the functions'; and the total.
    bases: Arc<[usize]>,
    /// What launches of the kernel have in common.
    facts: Arc<Facts>,
    buffers: Vec<Arc<AllocationFacts>>,
    symbols: Vec<Arc<AllocationFacts>>,
    /// Buffers that kernels have made or freed since, by number.
    renewed: Mutex<SortedMap<u32, Arc<AllocationFacts>>>,
}

impl<'a> Env<'a> {
    /// What a launch fixes.
    pub fn new(loaded: Loaded<'a>, memory: &Memory, launch: &Shape, params: Vec<u64>) -> Self {
        let Loaded {
            module,
            kernel,
            facts,
        } = loaded;
        let known = |list: &[Allocation]| -> Vec<Arc<AllocationFacts>> {
            list.iter().enumerate().map(|(i, a)| a.known(i)).collect()
        };
        let mut buffers = known(&memory.buffers);
        name_by_params(kernel, &params, memory, &mut buffers);
        let dynamic = kernel.shared.iter().any(|v| v.dynamic);
        let fixed = static_shared_bytes(kernel) as u32;
        Env {
            kernel,
            module,
            block: launch.block,
            grid: launch.grid,
            shared_bytes: if dynamic {
                fixed.next_multiple_of(16)
            } else {
                fixed
            } + launch.shared_bytes,
            poison: true,
            nonfinite: false,
            footprint: false,
            params,
            bases: facts.bases(module, kernel),
            facts: facts.clone(),
            buffers,
            symbols: known(&memory.symbols),
            renewed: Mutex::default(),
        }
    }

    /// The code of the kernel (0) or of a function (its number plus 1).
    pub fn code(&self, code: u32) -> &'a Code {
        match code
            .checked_sub(1)
            .and_then(|f| self.module.functions.get(f as usize))
        {
            Some(function) => &function.code,
            None => &self.kernel.code,
        }
    }

    /// Whether device code may call a function by its address.
    pub fn has_function(&self, id: FuncId) -> bool {
        let function = self.module.functions.get(id.0 as usize);
        function.is_some_and(|f| !f.host)
    }

    /// An instruction's number among all code.
    pub fn flat(&self, code: u32, pc: Pc) -> usize {
        self.base(code) + pc as usize
    }

    /// The first number of a code.
    pub fn base(&self, code: u32) -> usize {
        self.bases.get(code as usize).copied().unwrap_or(0)
    }

    /// How many instructions there are.
    pub fn flat_len(&self) -> usize {
        self.bases.last().copied().unwrap_or(0)
    }

    /// The code that the instruction with this number is in.
    fn code_of(&self, flat: usize) -> Option<u32> {
        let code = self.bases.partition_point(|b| *b <= flat);
        Some(code.checked_sub(1)? as u32)
    }

    /// What a person calls the code.
    pub fn code_name(&self, code: u32) -> &'a str {
        let function = code.checked_sub(1).map(|f| f as usize);
        match function.and_then(|f| self.module.functions.get(f)) {
            Some(function) => &function.name,
            None => &self.kernel.signature.name,
        }
    }

    /// The instruction with this number.
    pub fn instruction(&self, flat: usize) -> Option<(&'a Ins, At)> {
        let code = self.code_of(flat)?;
        let (body, pc) = (self.code(code), flat - self.bases[code as usize]);
        Some((
            body.ins.get(pc)?,
            body.at.get(pc).copied().unwrap_or_default(),
        ))
    }

    /// What the code says.
    pub fn facts(&self) -> CodeFacts {
        self.facts.code(self)
    }

    /// All instructions of the device's.
    pub fn instructions(&self) -> impl Iterator<Item = &'a Ins> {
        let functions = self.module.functions.iter().filter(|f| !f.host);
        self.kernel
            .code
            .ins
            .iter()
            .chain(functions.flat_map(|f| f.code.ins.iter()))
    }

    /// How many buffers and symbols there are.
    pub fn allocations(&self) -> (usize, usize) {
        (self.buffers.len(), self.symbols.len())
    }

    /// A buffer and its name.
    pub fn buffer(&self, i: usize) -> (Buffer, String) {
        (
            Buffer(i as u32),
            self.buffers.get(i).map_or(String::new(), |b| b.name()),
        )
    }

    /// A module-scope variable's name.
    pub fn symbol(&self, i: usize) -> String {
        self.symbols
            .get(i)
            .map_or(String::new(), |b| b.name.clone())
    }

    /// Whether a module-scope variable is `__constant__`.
    pub fn is_constant(&self, i: usize) -> bool {
        self.symbols.get(i).is_some_and(|b| b.constant)
    }

    /// A block's place in the grid in row order; see [`Dim3::place`].
    pub fn block_number(&self, [x, y, z]: [u32; 3]) -> u64 {
        let (wide, high) = (self.grid.x as u64, self.grid.y as u64);
        x as u64 + wide * (y as u64 + high * z as u64)
    }

    /// `threadIdx` of a block's linear thread number.
    pub fn thread(&self, linear: u32) -> [u32; 3] {
        self.block.place(linear as u64)
    }

    /// Takes note of a buffer that a kernel has just made or freed.
    pub fn renew(&self, id: u32, memory: &Memory) {
        if let Some(a) = memory.buffers.get(id as usize) {
            self.renewed().insert(id, a.known(id as usize));
        }
    }

    fn renewed(&self) -> MutexGuard<'_, SortedMap<u32, Arc<AllocationFacts>>> {
        self.renewed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a buffer.
    fn known(&self, id: u32) -> Option<Arc<AllocationFacts>> {
        match self.renewed().get(&id) {
            Some(known) => Some(known.clone()),
            None => self.buffers.get(id as usize).cloned(),
        }
    }

    /// An allocation's name, element and size in bytes.
    pub fn name(&self, space: Space, id: u32, warp: &Warp) -> (String, Elem, u64) {
        let unknown = || ("?".to_string(), Elem::U8, 0);
        match space {
            Space::Global => self.known(id).map_or_else(unknown, |b| b.parts()),
            Space::Symbol => self
                .symbols
                .get(id as usize)
                .map_or_else(unknown, |b| b.parts()),
            Space::Host | Space::Stack => ("host memory".to_string(), Elem::U8, 0),
            Space::Shared => self
                .kernel
                .shared
                .get(id as usize)
                .map_or_else(unknown, |v| {
                    let fixed = static_shared_bytes(self.kernel).next_multiple_of(16);
                    let bytes = if v.dynamic {
                        (self.shared_bytes as u64).saturating_sub(fixed)
                    } else {
                        v.bytes
                    };
                    (v.name.clone(), v.elem, bytes)
                }),
            Space::Local => {
                let var = id
                    .checked_sub(warp.locals_from)
                    .and_then(|i| self.code(warp.code).locals.get(i as usize));
                var.map_or_else(
                    || ("a caller's variable".to_string(), Elem::U8, 0),
                    |v| (v.name.clone(), v.elem, v.bytes),
                )
            }
        }
    }

    /// How an allocation is divided, if it is made of structs or of rows.
    pub fn parts(&self, region: Region, warp: &Warp) -> Option<Arc<Parts>> {
        let id = region.id as usize;
        match region.space {
            Space::Global => self.known(region.id)?.parts.clone(),
            Space::Symbol => self.module.globals.get(id)?.parts.clone(),
            Space::Shared => self.kernel.shared.get(id)?.parts.clone(),
            Space::Local => {
                let own = region.id.checked_sub(warp.locals_from)? as usize;
                self.code(warp.code).locals.get(own)?.parts.clone()
            }
            Space::Host | Space::Stack => None,
        }
    }

    /// The element or field of an allocation that has a byte, counted from the allocation's start.
    pub fn part(&self, region: Region, byte: u32, warp: &Warp) -> Part {
        let (name, elem, all) = self.name(region.space, region.id, warp);
        let mut part = Part {
            name,
            elem: None,
            at: 0,
        };
        match self.parts(region, warp) {
            Some(parts) => parts.part(byte.into(), &mut part),
            // A variable of one number is called as in the source.
            None if space_of_variables(region.space) && all == elem.bytes() as u64 => {
                (part.elem, part.at) = (Some(elem), 0);
            }
            None => Parts::Row(elem.bytes() as u64, Arc::new(Parts::Leaf(Some(elem))))
                .part(byte.into(), &mut part),
        }
        part
    }

    /// What an allocation is made of, as far as that is known.
    pub fn elem(&self, space: Space, id: u32) -> Elem {
        let list = match space {
            Space::Global => &self.buffers,
            Space::Symbol => &self.symbols,
            _ => return Elem::default(),
        };
        list.get(id as usize).map_or(Elem::default(), |b| b.elem)
    }

    /// Whether an allocation was freed.
    pub fn is_freed(&self, space: Space, id: u32) -> bool {
        space == Space::Global && self.known(id).is_some_and(|b| b.freed)
    }

    /// The parameter that points into the same allocation as an address.
    pub fn param_near(&self, address: u64) -> Option<&'a str> {
        let same = |bits: &u64| bits >> OFFSET_BITS == address >> OFFSET_BITS;
        let params = self.kernel.signature.params.iter().zip(&self.params);
        params
            .filter(|(p, _)| matches!(p.kind, ParamKind::Pointer(_)))
            .find(|(_, bits)| same(bits))
            .map(|(p, _)| p.name.as_str())
    }

    /// A place without values.
    pub fn place(&self, flat: usize, thread: [u32; 3], block: [u32; 3], note: &str) -> Place {
        let at = self.instruction(flat).map(|(_, at)| at).unwrap_or_default();
        let mut ways = Ways::default();
        if let Some(code) = self.code_of(flat) {
            ways.inlined((self.code(code), self.code_name(code)), at);
        }
        Place {
            span: at.span,
            line: at.line,
            column: at.column,
            note: note.to_string(),
            thread,
            block,
            host: false,
            values: Vec::new(),
            called: ways.out(),
        }
    }
}

/// Whether what lies there is declared, not allocated.
fn space_of_variables(space: Space) -> bool {
    matches!(space, Space::Local | Space::Shared | Space::Symbol)
}

/// Calls buffers of a program by the parameters that point to them.
fn name_by_params(
    kernel: &Kernel,
    params: &[u64],
    memory: &Memory,
    buffers: &mut [Arc<AllocationFacts>],
) {
    for (param, bits) in kernel.signature.params.iter().zip(params).rev() {
        let (ParamKind::Pointer(elem), Target::In(Space::Global, id, _)) =
            (param.kind, mem::target(*bits))
        else {
            continue;
        };
        let unnamed = memory.buffers.get(id as usize).is_some_and(|b| b.unnamed);
        if let Some(known) = buffers.get_mut(id as usize).filter(|_| unnamed) {
            let known = Arc::make_mut(known);
            known.name.clone_from(&param.name);
            known.made = None;
            // What the kernel does not say (`void*`), the host may have said.
            if elem.is_some() || param.to.is_some() {
                known.elem = elem.unwrap_or_default();
                let row = |to: &StructParts| Arc::new(Parts::Row(to.bytes, to.parts.clone()));
                known.parts = param.to.as_ref().map(row);
            }
        }
    }
}

/// A run in progress.
pub struct Machine<'a, P> {
    /// What stays the same.
    pub env: &'a Env<'a>,
    /// Memory but for the local.
    pub mem: Spaces<'a>,
    /// Who watches.
    pub probe: P,
    /// What was found.
    pub found: Findings,
    /// How many warp instructions may still be executed.
    pub fuel: u64,
    /// What is kept to tell endless loops by.
    pub livelock: LivelockWatch,
    /// What threads see of the time.
    pub clock: Clock,
    /// The caller's wishes.
    pub options: &'a RunOptions,
}
