//! What a run has to say: how it ended, what it found, what it counted. Plain data; telling it is the caller's.
//!
//! The program's fault is a [`Finding`], a limit of ours or of the device is an [`Outcome`]; a run with findings may well
//! be `Finished`. All counts are exact; the definitions are on the fields. The probes that fill this in are in [`probe`](crate::probe).

mod kind;
pub mod trace;
pub mod ways;

pub use kind::{EndingKind, FindingKind};

use crate::launch::Buffer;
pub use crate::probe::Op;
use cuda_ir::class::InsClass;
use cuda_source::source::Span;
use sorted::SortedMap;

/// All that is known after a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What the program did wrong, in order of discovery; each distinct (kind, place) once.
    pub findings: Vec<Finding>,
    /// How many more distinct findings there were than the options allowed to keep.
    pub findings_dropped: u64,
    /// What was counted.
    pub counters: Counters,
    /// What `printf` wrote, in order.
    pub printed: Vec<u8>,
    /// Who wrote it.
    pub prints: Prints,
    /// What the warp did that the options name.
    pub trace: Option<Box<trace::WarpTrace>>,
    /// The last store to the byte that the options watch.
    pub last_store: Option<Place>,
    /// How many blocks the probes watched: all that ran, but for a limit of [`RunOptions::watched`].
    ///
    /// [`RunOptions::watched`]: crate::launch::RunOptions::watched
    pub watched: u64,
    /// How many warp instructions they watched if they left off in the midst of blocks; then none was watched to its end.
    pub part: Option<u64>,
    /// What was done to the caller's memory.
    pub touched: Touched,
    /// How many blocks a crew ran at once with others. This and what follows say how the run was made, not what it did.
    pub shared_out: u64,
    /// Bytes in which accesses were remembered at the end, to tell races by.
    pub shadow_bytes: u64,
    /// What watching took beyond what instructions mostly take, as so many more of them.
    pub effort: u64,
}

/// Who wrote the texts of a launch, of which there is one for each `printf` of each thread.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prints {
    /// Of the first ones, in order: at most [`Prints::MOST`].
    pub first: Vec<Print>,
    /// How many there were.
    pub texts: u64,
}

impl Prints {
    /// Of how many texts the writers are kept.
    pub const MOST: usize = 64;
}

/// One thread's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Print {
    /// `blockIdx` of the thread.
    pub block: [u32; 3],
    /// Its `threadIdx`.
    pub thread: [u32; 3],
    /// Where in the launch's output its text ends; it begins where the one before ends.
    pub end: usize,
}

/// What a launch did to each allocation that there was before it, watched or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// To buffers, by number.
    pub buffers: Vec<Ways>,
    /// To variables of the module, by number.
    pub symbols: Vec<Ways>,
}

/// In which ways an allocation was touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// By loads.
    pub read: bool,
    /// By stores.
    pub wrote: bool,
    /// By atomics.
    pub atomics: bool,
}

impl Ways {
    /// Whether at all.
    pub fn any(self) -> bool {
        self.read || self.wrote || self.atomics
    }

    /// Whether in one that changes it.
    pub fn changed(self) -> bool {
        self.wrote || self.atomics
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Outcome {
    /// Every thread returned.
    #[default]
    Finished,
    /// The fuel ran out: an endless loop, or too much work for the limit.
    OutOfFuel {
        /// How many warp instructions it had taken: the limit, unless the caller ended the run.
        fuel: u64,
        /// Where one warp was: the innermost loop that it was going round, with the values its line mentions; without a
        /// loop, the instruction.
        place: Box<Place>,
    },
    /// A loop was found that certainly never ends.
    Endless {
        /// How many warp instructions it took to find it.
        spent: u64,
        /// Whether it would end if memory changed, which nobody is left to change.
        waits: bool,
        /// The loop, with the values of one thread that its line mentions.
        place: Box<Place>,
    },
    /// Nothing ran.
    BadLaunch {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// `__trap()` or a failed `assert` stopped the run.
    Trapped {
        /// What it said.
        message: String,
        /// Where.
        place: Box<Place>,
    },
    /// Calls nested deeper than the limit.
    StackOverflow {
        /// How many calls were open.
        depth: u32,
        /// The innermost call.
        place: Box<Place>,
    },
}

impl Outcome {
    /// A line for people.
    pub fn message(&self) -> String {
        match self {
            Outcome::Finished => "finished".to_string(),
            Outcome::OutOfFuel { fuel, .. } => {
                format!("still running after {fuel} warp instructions")
            }
            Outcome::Endless { waits: false, .. } => {
                "this loop never ends: nothing that its condition depends on changes any more".to_string()
            }
            Outcome::Endless { .. } => {
                "this loop never ends: it waits for memory to change, and every other thread has ended or waits too".to_string()
            }
            Outcome::BadLaunch { message, .. } => format!("invalid launch: {message}"),
            Outcome::Trapped { message, .. } => format!("the kernel stopped itself: {message}"),
            Outcome::StackOverflow { depth, .. } => {
                format!("stack overflow: {depth} calls are open")
            }
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&str> {
        match self {
            Outcome::Finished | Outcome::Trapped { .. } => None,
            Outcome::OutOfFuel { .. } => Some(
                "does the loop's condition ever become false? the values are one thread's; if the work is meant to be this much, raise the limit",
            ),
            Outcome::Endless { waits: false, .. } => Some(
                "does each round take a step, in every thread that goes round? the values are one thread's",
            ),
            Outcome::Endless { .. } => Some(
                "who is to write what it reads? not a thread that has ended or waits too, nor a block that has no place while these blocks hold theirs",
            ),
            Outcome::BadLaunch { help, .. } => help.as_deref(),
            Outcome::StackOverflow { .. } => {
                Some("give the recursion a case that ends it, or turn it into a loop")
            }
        }
    }

    /// Its sort, if it is not in order.
    pub fn kind(&self) -> Option<EndingKind> {
        match self {
            Outcome::Finished => None,
            Outcome::OutOfFuel { .. } => Some(EndingKind::OutOfFuel),
            Outcome::Endless { .. } => Some(EndingKind::Endless),
            Outcome::BadLaunch { .. } => Some(EndingKind::BadLaunch),
            Outcome::Trapped { .. } => Some(EndingKind::Trapped),
            Outcome::StackOverflow { .. } => Some(EndingKind::StackOverflow),
        }
    }

    /// The place it names, if any.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Outcome::OutOfFuel { place, .. }
            | Outcome::Endless { place, .. }
            | Outcome::Trapped { place, .. }
            | Outcome::StackOverflow { place, .. } => Some(place),
            Outcome::Finished | Outcome::BadLaunch { .. } => None,
        }
    }
}

/// One thing that the program did wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// What sort of thing.
    pub kind: FindingKind,
    /// What happened, first occurrence, in words.
    pub message: String,
    /// Where: one place, or two for a conflict of two threads.
    pub places: Vec<Place>,
    /// How often it happened, counted in lanes.
    pub count: u64,
    /// What to do about it.
    pub help: Option<String>,
}

/// A line of the source, a thread there, and what it had in hand.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Place {
    /// Byte range in the source.
    pub span: Span,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// What happened here, a few words.
    pub note: String,
    /// `threadIdx`.
    pub thread: [u32; 3],
    /// `blockIdx`.
    pub block: [u32; 3],
    /// Host code: of no kernel's thread, whatever `thread` and `block` say.
    pub host: bool,
    /// Variables that the line mentions, with their values in this thread.
    pub values: Vec<(String, String)>,
    /// The calls that led here, from the innermost outwards, as far as they are known.
    pub called: Vec<Call>,
}

/// A call that led to a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Call {
    /// Byte range in the source.
    pub span: Span,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// The function that it stands in.
    pub by: String,
}

/// What was counted, over the whole launch.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counters {
    /// Instructions issued, one for a warp (`smsp__inst_executed.sum`; modelled: our instructions, not SASS).
    pub warp_instructions: u64,
    /// Instructions summed over active lanes (`smsp__thread_inst_executed.sum`; modelled).
    pub lane_instructions: u64,
    /// Floating-point operations: 1 for an addition or a product, 2 for a fused multiply-add, per lane; of every type.
    pub flops: u64,
    /// The same by what they are done on.
    pub flops_by: Flops,
    /// Bytes of buffers that were first loaded after the launch had stored them itself: they need not come from memory.
    pub own_bytes: u64,
    /// Divisions, square roots and transcendental functions, per lane.
    pub special: u64,
    /// The same, one for a warp.
    pub special_issued: u64,
    /// Of the special functions, the approximations that CUDA names `__sinf`, `__expf` and so on, per lane.
    pub special_fast: u64,
    /// Operations on `double`, per lane: the floating-point operations and the special functions; no matrices, comparisons, conversions.
    pub doubles: u64,
    /// Instructions issued by class, in the order of [`InsClass::ALL`].
    pub classes: [u64; InsClass::ALL.len()],
    /// Integer operations, address arithmetic included, per lane.
    pub int_ops: u64,
    /// Integer dot products (`__dp4a`, `__dp2a`), per lane; each is two of the integer operations.
    pub dot_products: u64,
    /// Block barriers completed: once for a block that all passed.
    pub barriers: u64,
    /// Shuffles, one for a warp.
    pub shuffles: u64,
    /// Votes, matches and warp reductions, one for a warp.
    pub votes: u64,
    /// Atomic operations, per lane, on any space.
    pub atomics: u64,
    /// How often they meet at one address.
    pub contention: Contention,
    /// Two-way branches, one for a warp.
    pub branches: u64,
    /// Of these, those that some lanes took and some did not.
    pub divergent_branches: u64,
    /// Threads that ran.
    pub threads: u64,
    /// Blocks that ran.
    pub blocks: u64,
    /// Shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// Global memory by buffer, in order of the memory's buffers; those untouched are left out.
    pub buffers: Vec<BufferCounters>,
    /// Module-scope variables, by name; those untouched are left out.
    pub symbols: Vec<SymbolCounters>,
    /// Shared memory.
    pub shared: Shared,
    /// Local memory, counted as requests and bytes.
    pub local: Local,
    /// By line of the main text, 1-based; under 0 what other files count for.
    pub lines: SortedMap<u32, LineCounters>,
    /// By access to global or shared memory of the main text, in its order; those that never asked are left out.
    pub accesses: Vec<AccessCounters>,
    /// One request of each instruction that touches global or shared memory, in order of the code.
    pub maps: Vec<AccessMap>,
}

impl Counters {
    /// Active lanes over 32 × issued instructions, 0 to 1 (`smsp__thread_inst_executed_per_inst_executed.ratio` / 32).
    pub fn lane_efficiency(&self) -> f64 {
        ratio(self.lane_instructions, 32 * self.warp_instructions)
    }

    /// The counters of the buffer with this name.
    pub fn buffer(&self, name: &str) -> Option<&BufferCounters> {
        self.buffers.iter().find(|b| b.name == name)
    }

    /// Loads from all buffers together.
    pub fn loads(&self) -> Traffic {
        self.buffers
            .iter()
            .fold(Traffic::default(), |sum, b| sum.plus(&b.loads))
    }

    /// Stores to all buffers together.
    pub fn stores(&self) -> Traffic {
        self.buffers
            .iter()
            .fold(Traffic::default(), |sum, b| sum.plus(&b.stores))
    }

    /// Whether another launch did as much as this one, whichever buffers it was given.
    pub fn counts_as(&self, other: &Counters) -> bool {
        let work = |c: &Counters| {
            let sums = [c.warp_instructions, c.lane_instructions, c.flops, c.special];
            let more = [c.int_ops, c.barriers, c.shuffles, c.votes, c.atomics];
            (
                sums,
                more,
                [c.branches, c.divergent_branches, c.threads],
                [c.special_fast, c.doubles],
                c.flops_by,
            )
        };
        let memory = |c: &Counters| {
            let all = |of: fn(&BufferCounters) -> &Traffic| {
                let each = c.buffers.iter().map(of);
                each.fold(Traffic::default(), |sum, t| sum.plus(t))
            };
            let traffic = [all(|b| &b.loads), all(|b| &b.stores), all(|b| &b.atomics)];
            (traffic, c.shared, c.local, c.contention)
        };
        work(self) == work(other) && memory(self) == memory(other) && self.classes == other.classes
    }

    /// Counts for an access; one that does not stand in the main text is no reader's.
    pub(crate) fn add_access(&mut self, new: AccessCounters) {
        if !new.span.is_main() {
            return;
        }
        let key = |a: &AccessCounters| (a.span.start, a.span.end, a.shared, a.op as u8);
        match self.accesses.binary_search_by_key(&key(&new), key) {
            Ok(at) => {
                let sum = &mut self.accesses[at];
                sum.requests += new.requests;
                sum.cost += new.cost;
                sum.ideal += new.ideal;
            }
            Err(at) => self.accesses.insert(at, new),
        }
    }

    /// Bytes that must move between the device's memory and its chip at least: each byte loaded once that the launch did
    /// not store itself before, each stored once.
    pub fn compulsory_bytes(&self) -> u64 {
        let all = self.loads().unique_bytes + self.stores().unique_bytes;
        all.saturating_sub(self.own_bytes)
    }
}

/// `a / b`, or 0 without `b`.
fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// Floating-point operations, per lane, by what does them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flops {
    /// On `__half` and `__nv_bfloat16` (`smsp__sass_thread_inst_executed_op_hadd_pred_on.sum`, `hmul`, and twice `hfma`).
    pub half: u64,
    /// On `float` (`smsp__sass_thread_inst_executed_op_fadd_pred_on.sum`, `fmul`, and twice `ffma`).
    pub single: u64,
    /// On `double` (`smsp__sass_thread_inst_executed_op_dadd_pred_on.sum`, `dmul`, and twice `dfma`).
    pub double: u64,
    /// By matrix instructions.
    pub tensor: u64,
    /// Of these, on `__half` with sums in `__half`.
    pub tensor_half: u64,
    /// Of these, on `float` cut to 19 bits.
    pub tensor_tf32: u64,
    /// Of these, on 8-bit floats.
    pub tensor_fp8: u64,
    /// Of these, on `double`.
    pub tensor_double: u64,
    /// Integer operations by matrix instructions, on 8-bit integers; in no other sum.
    pub tensor_int8: u64,
}

/// Atomic instructions whose lanes meet at one address, where the device does them one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contention {
    /// Warp-level atomic instructions with at least one active lane.
    pub requests: u64,
    /// Turns: for each request the lanes at its busiest address; as many as requests if no two lanes meet.
    pub turns: u64,
}

impl Contention {
    /// Turns a request (0 without requests), 1 to 32.
    pub fn per_request(&self) -> f64 {
        ratio(self.turns, self.requests)
    }
}

/// Traffic between warps and one buffer.
#[derive(Clone, PartialEq, Debug)]
pub struct BufferCounters {
    /// Which.
    pub buffer: Buffer,
    /// Its name.
    pub name: String,
    /// By load instructions.
    pub loads: Traffic,
    /// By store instructions.
    pub stores: Traffic,
    /// By atomic instructions.
    pub atomics: Traffic,
    /// Of these, those whose result nobody takes: the device has an instruction of its own for them.
    pub reductions: Traffic,
}

/// Traffic between warps and one `__device__` or `__constant__` variable.
#[derive(Clone, PartialEq, Debug)]
pub struct SymbolCounters {
    /// Its name.
    pub name: String,
    /// By load instructions.
    pub loads: Traffic,
    /// By store instructions.
    pub stores: Traffic,
    /// By atomic instructions.
    pub atomics: Traffic,
    /// Of these, those whose result nobody takes.
    pub reductions: Traffic,
    /// Whether it is a `__constant__` variable, which is read through a cache of its own.
    pub constant: bool,
}

/// Requests to global memory and what they touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Warp-level instructions with at least one active lane (`l1tex__t_requests_pipe_lsu_mem_global_op_*.sum`).
    pub requests: u64,
    /// Distinct aligned 32-byte pieces each request touches, summed (`l1tex__t_sectors_pipe_lsu_mem_global_op_*.sum`).
    pub sectors: u64,
    /// Sectors if each request's distinct bytes lay side by side from a sector's start: per request ⌈distinct bytes / 32⌉.
    pub ideal_sectors: u64,
    /// Bytes asked for, lane by lane.
    pub bytes_requested: u64,
    /// Distinct bytes touched in the whole launch: what must move at least once.
    pub unique_bytes: u64,
}

impl Traffic {
    /// Sectors a request (0 without requests); 4 is full use of 4-byte elements by 32 lanes.
    pub fn sectors_per_request(&self) -> f64 {
        ratio(self.sectors, self.requests)
    }

    /// Bytes moved: 32 a sector.
    pub fn bytes_moved(&self) -> u64 {
        self.sectors * 32
    }

    /// Ideal over actual sectors, 0 to 1.
    pub fn efficiency(&self) -> f64 {
        ratio(self.ideal_sectors, self.sectors)
    }

    /// The sum of both.
    pub fn plus(&self, other: &Traffic) -> Traffic {
        Traffic {
            requests: self.requests + other.requests,
            sectors: self.sectors + other.sectors,
            ideal_sectors: self.ideal_sectors + other.ideal_sectors,
            bytes_requested: self.bytes_requested + other.bytes_requested,
            unique_bytes: self.unique_bytes + other.unique_bytes,
        }
    }
}

/// Requests to shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shared {
    /// By load instructions.
    pub loads: Banked,
    /// By store instructions.
    pub stores: Banked,
    /// By atomic instructions; modelled as one access each, without retries.
    pub atomics: Banked,
}

/// Requests to shared memory and the passes they take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Banked {
    /// Warp-level instructions with at least one active lane.
    pub requests: u64,
    /// Passes over the 32 four-byte banks (`l1tex__data_pipe_lsu_wavefronts_mem_shared_op_*.sum`; modelled, see `probe::bank`).
    pub wavefronts: u64,
    /// Passes if no two words of a request shared a bank: ⌈distinct words / 32⌉ a request.
    pub ideal_wavefronts: u64,
    /// Bytes asked for, lane by lane.
    pub bytes_requested: u64,
}

impl Banked {
    /// Passes that bank conflicts cost.
    pub fn conflicts(&self) -> u64 {
        self.wavefronts - self.ideal_wavefronts
    }

    /// Passes a request (0 without requests).
    pub fn wavefronts_per_request(&self) -> f64 {
        ratio(self.wavefronts, self.requests)
    }
}

/// Requests to local memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Local {
    /// Load instructions, one for a warp.
    pub loads: u64,
    /// Store instructions, one for a warp.
    pub stores: u64,
    /// Bytes asked for, lane by lane.
    pub bytes_requested: u64,
}

/// What one source line did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineCounters {
    /// Instructions issued for the line, one for a warp.
    pub warp_instructions: u64,
    /// The same summed over active lanes.
    pub lane_instructions: u64,
    /// Floating-point operations, per lane.
    pub flops: u64,
    /// Special functions, per lane.
    pub special: u64,
    /// Operations on `double`, per lane, special functions among them.
    pub doubles: u64,
    /// Two-way branches.
    pub branches: u64,
    /// Of these, those that split a warp.
    pub divergent_branches: u64,
    /// Global loads (unique bytes are not counted by line).
    pub loads: Traffic,
    /// Global stores.
    pub stores: Traffic,
    /// Global atomics.
    pub atomics: Traffic,
    /// Shared memory.
    pub shared: Shared,
    /// Atomics on any space that met at one address.
    pub contention: Contention,
}

/// What one access of the source did, such as `x[2 * i]`, wherever its code came to stand: loops are unrolled, functions inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessCounters {
    /// Byte range of the access in the source.
    pub span: Span,
    /// Shared memory, not global.
    pub shared: bool,
    /// What it does.
    pub op: Op,
    /// Warp-level instructions with at least one active lane.
    pub requests: u64,
    /// Of all of them: sectors of global memory, passes over the banks of shared memory.
    pub cost: u64,
    /// Of all of them, as few as they can be.
    pub ideal: u64,
}

/// One request of a memory instruction: which lane goes where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessMap {
    /// Byte range of the access in the source.
    pub span: Span,
    /// Its line, 1-based; 0 for one in another file.
    pub line: u32,
    /// Shared memory, not global.
    pub shared: bool,
    /// What it does.
    pub op: Op,
    /// The allocation.
    pub name: String,
    /// Bytes a lane.
    pub bytes: u32,
    /// The lanes that take part, a bit each.
    pub lanes: u32,
    /// For each of them the first byte, from the start of a buffer or of the block's shared memory.
    pub at: [u32; 32],
    /// `blockIdx` of the warp.
    pub block: [u32; 3],
    /// The warp's number in its block.
    pub warp: u32,
}
