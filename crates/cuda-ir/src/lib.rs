//! The machine's instructions, in teaching order, each with its meaning, and the programs made of them.
//!
//! Lowering makes an [`Module`]; the verifier checks it; the machine runs it. The rule: code is a flat list, the active lanes of a warp have
//! one program counter, and lanes part and meet only at structured instructions (`If` … `EndIf`, `Loop` … `EndLoop`,
//! `Block` … `EndBlock`), so every mask can be read off the text. Operations are listed in [`op`], their price in
//! [`cost`], their text form in [`print`]. Read `vm::warp` next: it has one line for each instruction here.

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

pub mod caller;
pub mod class;
pub mod compiled;
pub mod cost;
pub mod cuda_error;
mod elem;
pub mod format;
pub mod intrinsic;
pub mod kept;
pub mod mma;
pub mod op;
pub mod operands;
pub mod parts;
pub mod pointer;
pub mod print;
pub mod register;
pub mod sys;
pub mod verify;

use caller::Caller;
use cuda_source::source::{Source, Span};
pub use elem::Elem;
use intrinsic::Intrinsic;
use kept::Kept;
use mma::MmaKind;
use op::{
    AtomOp, BarOp, Bin32, Bin64, Cmp32, Cmp64, CopyStep, Count64, Cvt32, Cvt64, FloatClass, MathFn,
    MemTy, Narrow, PredOp, ReduxOp, Scope, ShflOp, Special, Un32, Un64, VoteOp, Widen,
};
use std::sync::Arc;
use sys::SysSite;

/// A 32-bit register: one `u32` a lane. Holds `int`, `unsigned`, `float` (by bits) and the small integers, which are
/// kept sign- or zero-extended to 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct R(pub u16);

/// A 64-bit register: one `u64` a lane. Holds `long long`, `size_t`, `double` (by bits) and pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct D(pub u16);

/// A predicate: one bit a lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct P(pub u16);

/// An instruction's index in its [`Code`].
pub type Pc = u32;

/// An index into [`Module::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FuncId(pub u32);

/// An index into [`Module::globals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// An index into [`Kernel::shared`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SharedId(pub u16);

/// An index into [`Code::locals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u16);

/// One instruction, executed for all active lanes of a warp at once.
///
/// Unless said otherwise an instruction writes its destination in the active lanes only; the other lanes keep what
/// they had. `a`, `b`, `c` are sources. A destination may also be a source. "Frames" are the open constructs of the
/// warp, innermost last; `levels` counts frames outwards from the innermost, which is 0, and counts `If` frames too.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "a variant's text names its fields")]
pub enum Ins {
    // ---- moves and values that the launch fixes ----
    /// `dst = a`.
    Mov { dst: R, a: R },
    /// `dst = a`.
    Mov64 { dst: D, a: D },
    /// `dst = a`.
    MovP { dst: P, a: P },
    /// `dst` = the lane's value of `threadIdx.x` and the like.
    Special { dst: R, what: Special },

    // ---- arithmetic ----
    /// `dst = a op b`, 32 bits.
    Bin32 { op: Bin32, dst: R, a: R, b: R },
    /// `dst = a op b`, 64 bits.
    Bin64 { op: Bin64, dst: D, a: D, b: D },
    /// `dst = op a`, 32 bits.
    Un32 { op: Un32, dst: R, a: R },
    /// `dst = op a`, 64 bits.
    Un64 { op: Un64, dst: D, a: D },
    /// `dst = a * b + c` in `float`, rounded once.
    Fma { dst: R, a: R, b: R, c: R },
    /// `dst = a * b + c` in `double`, rounded once.
    Fma64 { dst: D, a: D, b: D, c: D },
    /// `dst = a * b + c` in 32-bit integers, wrapping.
    Mad { dst: R, a: R, b: R, c: R },
    /// `dst = f(a)` in `float`: a function of the maths library or a fast-math intrinsic.
    Math { f: MathFn, dst: R, a: R },
    /// `dst = f(a)` in `double`.
    Math64 { f: MathFn, dst: D, a: D },
    /// `dst = op(a, b, c)`: one of the device's lesser functions, on 32 bits.
    Intrinsic {
        op: Intrinsic,
        dst: R,
        a: R,
        b: R,
        c: R,
    },
    /// The same on 64 bits.
    Intrinsic64 {
        op: Intrinsic,
        dst: D,
        a: D,
        b: D,
        c: D,
    },
    /// `dst` = how many bits (leading zeros, ones, first set) `a` has.
    Count64 { op: Count64, dst: R, a: D },
    /// `dst = base + sext_or_zext(index) * scale`: the address of an element. Wraps.
    Index {
        dst: D,
        base: D,
        index: R,
        scale: u32,
        signed: bool,
    },

    // ---- conversions ----
    /// 32 bits to 32 bits: narrowing integers, `int` and `float`.
    Cvt32 { op: Cvt32, dst: R, a: R },
    /// 32 bits to 64.
    Widen { op: Widen, dst: D, a: R },
    /// 64 bits to 32.
    Narrow { op: Narrow, dst: R, a: D },
    /// 64 bits to 64.
    Cvt64 { op: Cvt64, dst: D, a: D },
    /// `dst = hi << 32 | lo`.
    Pack { dst: D, lo: R, hi: R },

    // ---- predicates ----
    /// `dst = a op b`.
    Cmp32 { op: Cmp32, dst: P, a: R, b: R },
    /// `dst = a op b`.
    Cmp64 { op: Cmp64, dst: P, a: D, b: D },
    /// `dst` = whether the `float` in `a` is of the class.
    Class { class: FloatClass, dst: P, a: R },
    /// `dst` = whether the `double` in `a` is of the class.
    Class64 { class: FloatClass, dst: P, a: D },
    /// `dst = a op b`.
    Pred { op: PredOp, dst: P, a: P, b: P },
    /// `dst = !a`.
    PredNot { dst: P, a: P },
    /// `dst = value` in the active lanes.
    PredConst { dst: P, value: bool },
    /// `dst = a ? 1 : 0`.
    FromPred { dst: R, a: P },
    /// `dst = a != 0`.
    ToPred { dst: P, a: R },
    /// `dst = cond ? a : b`, both already computed.
    Select { dst: R, cond: P, a: R, b: R },
    /// `dst = cond ? a : b`, both already computed.
    Select64 { dst: D, cond: P, a: D, b: D },

    // ---- control: where lanes part and meet ----
    /// Opens an If frame. Lanes with `cond` go on; the others wait for `Else` (or `EndIf` where there is no `Else`) at
    /// `other`. If no lane has `cond`, goes to `other` at once.
    If { cond: P, other: Pc },
    /// Lanes that come here wait for `EndIf` at `end`; the lanes that wait for `Else` go on. If there are none, goes to
    /// `end` at once. At most one to an If frame.
    Else { end: Pc },
    /// Closes the If frame: its waiting lanes and the lanes that come here go on together.
    EndIf,
    /// Opens a Block frame. Lanes that `Leave` it wait at its `EndBlock`, at `end`. For `switch` and for `return` out of
    /// an inlined function.
    Block { end: Pc },
    /// Closes the Block frame: lanes that left and lanes that come here go on together.
    EndBlock,
    /// Opens a Loop frame; the loop's first instruction is the next one. `step` is the pc of its `LoopStep` and `end`
    /// of its `EndLoop`. The shape is `Loop … LoopStep … EndLoop`, with `LoopTest` wherever a condition is tested.
    Loop { step: Pc, end: Pc },
    /// Lanes without `cond` leave the innermost frame, which must be a Loop frame: they wait for its `EndLoop`.
    LoopTest { cond: P },
    /// Lanes that continued meet the lanes that come here; what follows up to `EndLoop` is the step expression (or, in
    /// `do … while`, the test). Exactly one to a Loop frame, directly inside it.
    LoopStep,
    /// If any lane is left in the loop, goes back to the loop's first instruction with those lanes (one unit of fuel);
    /// otherwise closes the frame and goes on with all lanes that left.
    EndLoop,
    /// All active lanes leave the Loop or Block frame `levels` out: `break`, or `return` from an inlined function.
    Leave { levels: u16 },
    /// All active lanes go to the `LoopStep` of the Loop frame `levels` out.
    Continue { levels: u16 },
    /// All active lanes return from the function: in a kernel they exit; in a function that was called they wait for
    /// the others at the call. Every `Code` ends with one.
    Return,
    /// Calls a function (only recursive ones are left by lowering); see [`CallSite`], at this index of
    /// [`Code::calls`]. The callee starts with the active lanes and no frames of its own.
    Call { site: u32 },
    /// The same, of the function that the pointer in `target` names (a uniform one: the first active lane's); the
    /// site's `func` is `None`. A pointer that names no function with such registers is a fault.
    CallPointer { site: u32, target: D },
    /// `dst` = the address of a function or kernel, to call or launch by.
    FuncAddr { dst: D, func: CodeRef },
    /// Asks something of what is around the machine: memory, a launch, a file. Host code only; see [`SysSite`], at
    /// this index of [`Code::sys`].
    Sys { site: u32 },
    /// `printf`: for each active lane in order, the text of the site's format and arguments; see [`PrintSite`], at
    /// this index of [`Code::prints`].
    Print { site: u32 },
    /// Ends the whole run as a trap, if any lane is active: `__trap()`, a failed `assert`. The text is at this index
    /// of [`Code::messages`].
    Trap { message: u32 },

    // ---- memory: addresses are 64-bit generic pointers, see `vm::mem` ----
    /// `dst` = the address of a shared variable's first byte.
    SharedAddr { dst: D, var: SharedId },
    /// `dst` = the address of a local variable's first byte (the lane's own, of this call's frame).
    LocalAddr { dst: D, var: LocalId },
    /// `dst` = the address of a module-scope variable.
    GlobalAddr { dst: D, var: GlobalId },
    /// `dst` = a shared address as its offset in the block's shared memory.
    ToShared { dst: D, addr: D },
    /// `dst` = the address of an offset in the block's shared memory; an address stays as it is.
    FromShared { dst: D, addr: D },
    /// Loads `n` consecutive elements of up to 32 bits at `addr + offset` into `dst`, `dst+1`, …: a power of two, of 16 bytes in
    /// all at most. The address must be aligned to `n` × the element's size; small elements are extended as [`MemTy`] says. One request.
    Ld {
        ty: MemTy,
        n: u8,
        volatile: bool,
        dst: R,
        addr: D,
        offset: i32,
    },
    /// Stores the low bits of `src`, `src+1`, ….
    St {
        ty: MemTy,
        n: u8,
        volatile: bool,
        src: R,
        addr: D,
        offset: i32,
    },
    /// Loads `n` ∈ {1, 2} 64-bit elements. (`double4` is two instructions, as on the device.)
    Ld64 {
        n: u8,
        volatile: bool,
        dst: D,
        addr: D,
        offset: i32,
    },
    /// Stores `n` ∈ {1, 2} 64-bit elements.
    St64 {
        n: u8,
        volatile: bool,
        src: D,
        addr: D,
        offset: i32,
    },
    /// `dst = *addr; *addr = op(*addr, a)`, lane after lane. For `Cas`: `a` is the value compared with, `b` the new
    /// one; otherwise `b` is not read (repeat `a`). The scope is for the probes.
    Atom {
        op: AtomOp,
        dst: Option<R>,
        addr: D,
        a: R,
        b: R,
        scope: Scope,
    },
    /// The same on 64 bits.
    Atom64 {
        op: AtomOp,
        dst: Option<D>,
        addr: D,
        a: D,
        b: D,
        scope: Scope,
    },

    // ---- a warp's lanes among themselves ----
    /// `dst` = `src` of the lane that `op`, `lane` and `width` name, as PTX's `shfl.sync`. `member` is the mask argument.
    Shfl {
        op: ShflOp,
        dst: R,
        src: R,
        lane: R,
        width: R,
        member: R,
    },
    /// `dst` = whether any, all, or equally many of the lanes in `member` have `src`.
    Vote {
        op: VoteOp,
        dst: P,
        src: P,
        member: R,
    },
    /// `dst` = the set of lanes in `member` that have `src`.
    Ballot { dst: R, src: P, member: R },
    /// `dst` = the set of active lanes (`__activemask()`).
    ActiveMask { dst: R },
    /// `dst` = the set of lanes in `member` whose `src` equals this lane's (`__match_any_sync`).
    MatchAny { dst: R, src: R, member: R },
    /// `dst` = `op` over `src` of the lanes in `member` (`__reduce_add_sync` and kin).
    Redux {
        op: ReduxOp,
        dst: R,
        src: R,
        member: R,
    },
    /// `__syncwarp(member)`: orders the lanes' memory accesses.
    SyncWarp { member: R },

    /// `d = a * b + c` of fragments, each a row of registers: the tensor cores' `mma.sync`.
    Mma {
        kind: MmaKind,
        dst: R,
        a: R,
        b: R,
        c: R,
    },
    /// The same in `double`: `m8n8k4`, with one register for A and B and two for C and the result.
    Mma64 { dst: D, a: D, b: D, c: D },

    // ---- a block's warps among themselves ----
    /// `__syncthreads()`: the warp waits until every warp of the block that has not ended is at a barrier.
    Bar,
    /// `__syncthreads_count`, `_and`, `_or`: a barrier; then `dst` = the result over `src` of all threads.
    BarRed { op: BarOp, dst: R, src: P },
    /// PTX's `bar.sync id, threads`: the warp counts as 32 threads that have come to that barrier of the block, and `waits` until
    /// there are `threads` of them (0: all of the block), or, for `bar.arrive`, goes on.
    NamedBar { id: R, threads: R, waits: bool },
    /// `this_grid().sync()`: the warp waits until every warp of the launch that has not ended is here.
    GridBar,
    /// `__threadfence()`, or `__threadfence_block()`: stores are seen in order anyway; for the probes.
    Fence { block_only: bool },
    /// A step of asynchronous copies, which are made at once: for the probes. `left` groups may stay under way.
    Copies { step: CopyStep, left: R },
}

impl Ins {
    /// Whether it only computes registers from registers.
    pub const fn computes(&self) -> bool {
        self.compares()
            || matches!(
                self,
                Ins::Mov { .. }
                    | Ins::Mov64 { .. }
                    | Ins::MovP { .. }
                    | Ins::Bin32 { .. }
                    | Ins::Bin64 { .. }
                    | Ins::Un32 { .. }
                    | Ins::Un64 { .. }
                    | Ins::Fma { .. }
                    | Ins::Fma64 { .. }
                    | Ins::Mad { .. }
                    | Ins::Math { .. }
                    | Ins::Math64 { .. }
                    | Ins::Intrinsic { .. }
                    | Ins::Intrinsic64 { .. }
                    | Ins::Count64 { .. }
                    | Ins::Index { .. }
                    | Ins::Cvt32 { .. }
                    | Ins::Widen { .. }
                    | Ins::Narrow { .. }
                    | Ins::Cvt64 { .. }
                    | Ins::Pack { .. }
            )
    }

    /// Whether it makes a predicate, or makes a value of one.
    pub const fn compares(&self) -> bool {
        matches!(
            self,
            Ins::Cmp32 { .. }
                | Ins::Cmp64 { .. }
                | Ins::Class { .. }
                | Ins::Class64 { .. }
                | Ins::Pred { .. }
                | Ins::PredNot { .. }
                | Ins::PredConst { .. }
                | Ins::FromPred { .. }
                | Ins::ToPred { .. }
                | Ins::Select { .. }
                | Ins::Select64 { .. }
        )
    }

    /// Whether it may change which lanes are active, or where the warp goes on.
    pub const fn steers(&self) -> bool {
        matches!(
            self,
            Ins::If { .. }
                | Ins::Else { .. }
                | Ins::EndIf
                | Ins::Block { .. }
                | Ins::EndBlock
                | Ins::Loop { .. }
                | Ins::LoopTest { .. }
                | Ins::LoopStep
                | Ins::EndLoop
                | Ins::Leave { .. }
                | Ins::Continue { .. }
                | Ins::Return
                | Ins::Call { .. }
                | Ins::CallPointer { .. }
                | Ins::Trap { .. }
        )
    }

    /// Whether it reads or writes memory.
    pub const fn touches_memory(&self) -> bool {
        matches!(
            self,
            Ins::Ld { .. }
                | Ins::St { .. }
                | Ins::Ld64 { .. }
                | Ins::St64 { .. }
                | Ins::Atom { .. }
                | Ins::Atom64 { .. }
        )
    }
}

/// Where an instruction comes from in the one source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct At {
    /// Byte range in the source.
    pub span: Span,
    /// 1-based line of the range's start.
    pub line: u32,
    /// 1-based column, counted in characters.
    pub column: u32,
    /// Whether it is inside a function of a header of ours, called there.
    pub library: bool,
    /// Of the bytes that the instruction moves, those that are only between or behind the fields of a struct: a bit a byte.
    pub padding: u16,
    /// Whether it is a part of another instruction, the one that a device has for them all: it is not counted as one.
    pub part: bool,
    /// Whether it is the upper half of an instruction on a pair (`__half2`): it is not counted as one, but its operations are.
    pub upper: bool,
    /// The inlined call that led to it: its number in [`Code::callers`] plus 1, or 0.
    pub caller: u32,
}

impl At {
    /// The line that it counts for in the main text; 0 if it stands in another file.
    pub fn main_line(&self) -> u32 {
        if self.span.is_main() { self.line } else { 0 }
    }
}

/// The body of a kernel or of a called function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// The instructions; the last one is `Return`.
    pub ins: Vec<Ins>,
    /// One for each instruction.
    pub at: Vec<At>,
    /// How many `R`, `D` and `P` registers the code uses. Each at most [`MAX_REGISTERS`].
    pub registers: [u16; 3],
    /// Registers that hold a constant from entry on; no instruction writes them.
    pub consts32: Vec<(R, u32)>,
    /// The same for 64-bit registers.
    pub consts64: Vec<(D, u64)>,
    /// Arrays and variables whose address is taken; each thread has its own.
    pub locals: Vec<LocalVar>,
    /// What `Call` refers to.
    pub calls: Vec<CallSite>,
    /// What `Sys` refers to.
    pub sys: Vec<SysSite>,
    /// What `Print` refers to.
    pub prints: Vec<PrintSite>,
    /// What `Trap` refers to.
    pub messages: Vec<String>,
    /// The source's variables, for findings that print values.
    pub variables: Vec<Variable>,
    /// Which variables each source line mentions: (1-based line, index into `variables`), sorted, each once.
    pub mentions: Vec<(u32, u32)>,
    /// Which arithmetic makes addresses; of code that only the host runs, nothing.
    pub indexing: Indexing,
    /// The calls whose callees are in the code.
    pub callers: Vec<Caller>,
    /// One for each instruction of a kernel: what a device's compiler leaves of it. Empty where everything is kept.
    pub kept: Vec<Kept>,
}

/// The 32-bit arithmetic that makes addresses.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Indexing {
    /// One for each instruction: if its result becomes part of an address, what that must fit. Empty where none does.
    pub steps: Vec<Option<Fits>>,
    /// The accesses to memory whose addresses are made so, in order, each with those instructions.
    pub accesses: Vec<(Pc, Vec<Pc>)>,
}

impl Indexing {
    /// What the instruction's result must fit, if it is such a step.
    #[inline]
    pub fn step(&self, pc: Pc) -> Option<Fits> {
        self.steps.get(pc as usize).copied().flatten()
    }
}

/// What a step's result must fit for the address to be the one that the source names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fits {
    /// An `int`: the index is one.
    Int,
    /// An `int` or, all operands read as such, an `unsigned`: the index is unsigned, and what it is made of may be either.
    Either,
}

/// The most registers of a kind that a [`Code`] may use.
pub const MAX_REGISTERS: u16 = 8192;

/// A call of a function that is not inlined. The callee has its own registers, which start as 0; after the call the
/// caller's registers are as before but for the results, written in the lanes that made the call.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallSite {
    /// The function.
    pub func: Option<FuncId>,
    /// (callee's register, caller's register), copied on entry.
    pub args32: Vec<(R, R)>,
    /// The same for 64-bit values.
    pub args64: Vec<(D, D)>,
    /// The same for predicates.
    pub args_p: Vec<(P, P)>,
    /// (caller's register, callee's register), copied on return.
    pub results32: Vec<(R, R)>,
    /// The same for 64-bit values.
    pub results64: Vec<(D, D)>,
    /// The same for predicates.
    pub results_p: Vec<(P, P)>,
}

/// Code that a pointer can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CodeRef {
    /// A function that is called.
    Function(FuncId),
    /// A kernel, by its index in [`Module::kernels`].
    Kernel(u32),
}

/// A call of `printf`.
#[derive(Clone, PartialEq, Debug)]
pub struct PrintSite {
    /// The address of the format, which ends in a zero byte.
    pub format: D,
    /// The other arguments after C's default promotions, with what they are; a pointer is [`Elem::U64`].
    pub args: Vec<(ParamReg, Elem)>,
    /// What `printf` returns: on the host the bytes written, on the device the number of arguments.
    pub dst: R,
}

/// A `__shared__` variable of a kernel (and of what is inlined into it).
#[derive(Clone, PartialEq, Debug)]
pub struct SharedVar {
    /// Its name in the source.
    pub name: String,
    /// Its size; of an `extern __shared__` array the launch decides, and this is 0.
    pub bytes: u64,
    /// Its alignment in bytes, a power of two.
    pub align: u32,
    /// Its innermost element, for messages.
    pub elem: Elem,
    /// Its parts, if it is made of structs, for messages.
    pub parts: Option<Arc<parts::Parts>>,
    /// Whether it is `extern __shared__`: all of these name the same memory, after the static variables.
    pub dynamic: bool,
    /// The declaration.
    pub span: Span,
}

/// A variable in a thread's local memory.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalVar {
    /// Its name in the source.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its alignment in bytes, a power of two, at most 16.
    pub align: u32,
    /// Its innermost element, for messages.
    pub elem: Elem,
    /// Its parts, if it is made of structs, for messages.
    pub parts: Option<Arc<parts::Parts>>,
    /// The declaration.
    pub span: Span,
    /// Whether a device has it in registers: no index into it is unknown once loops are unrolled.
    pub in_registers: bool,
    /// The first pc at which its block or function is over; the last of all where that is not told.
    pub until: Pc,
}

/// A `__constant__` or `__device__` variable at module scope.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name in the source; `Memory::set_symbol` finds it by this.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its innermost element, for messages.
    pub elem: Elem,
    /// Its parts, if it is made of structs, for messages.
    pub parts: Option<Arc<parts::Parts>>,
    /// Whether it is `__constant__`, so that a store to it is a finding.
    pub constant: bool,
    /// Whether it lives in the host's memory: a variable of the host, or the bytes of a string literal.
    pub host: bool,
    /// Whether it is `__managed__`: the device's, and host code reaches it too.
    pub managed: bool,
    /// Whether it is `const`, so that the copy which the host has of a device's variable holds its initial bytes; else that is zeros.
    pub unchanging: bool,
    /// Its initial bytes, `bytes` long; without an initialiser they are zero, as the language says.
    pub init: Option<Vec<u8>>,
    /// Addresses of variables among its bytes: where, of which, and how many bytes from its start.
    pub addresses: Vec<(u64, GlobalId, i64)>,
    /// The declaration.
    pub span: Span,
}

/// A variable of the source, so that a finding can print its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name in the source.
    pub name: String,
    /// How to print it.
    pub elem: VarType,
    /// Where its value is.
    pub place: VarPlace,
    /// The first pc at which the place holds this variable.
    pub from: Pc,
    /// The first pc after which it no longer does.
    pub to: Pc,
}

impl Variable {
    /// Its name as the learner can know it: a part of a library's object that is the library's own is called by the object.
    pub fn spelt(&self) -> &str {
        self.name.split(".__").next().unwrap_or(&self.name)
    }

    /// Whether the learner knows it: not the library's own part of an object, nor a variable inside the library.
    pub fn is_known(&self) -> bool {
        self.spelt().len() == self.name.len() && !self.name.starts_with("__")
    }
}

/// How a variable's bits are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarType {
    /// A scalar.
    Scalar(Elem),
    /// A pointer, printed as `name + offset`.
    Pointer,
}

/// Where a variable's value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarPlace {
    /// In a 32-bit register.
    R(R),
    /// In a 64-bit register.
    D(D),
    /// In a predicate.
    P(P),
    /// In local memory, at the start of the variable.
    Local(LocalId),
}

/// A kernel's or parameter list's promise to the launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// The name to launch by; an instance of a template has its arguments in it: `k<256>`.
    pub name: String,
    /// In order.
    pub params: Vec<Param>,
    /// The kernel's name in the source.
    pub span: Span,
}

/// One parameter of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name in the source.
    pub name: String,
    /// Its type as a person would write it.
    pub ty: String,
    /// What an argument must be.
    pub kind: ParamKind,
    /// Of a pointer, the struct that it points to, for messages.
    pub to: Option<parts::StructParts>,
}

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// A scalar. Small integers are passed extended to 32 bits.
    Scalar(Elem),
    /// A pointer to elements of this kind, if they are scalars (or vectors of such).
    Pointer(Option<Elem>),
}

/// Which register a parameter arrives in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamReg {
    /// Scalars up to 32 bits.
    R(R),
    /// 64-bit scalars and pointers.
    D(D),
    /// `bool` may arrive as a predicate.
    P(P),
}

/// A `__global__` function ready to run.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// What a launch must give.
    pub signature: Signature,
    /// Where each parameter arrives; as many as `signature.params`.
    pub params: Vec<ParamReg>,
    /// Its body, with everything but recursive functions inlined.
    pub code: Code,
    /// Its shared variables.
    pub shared: Vec<SharedVar>,
    /// From `__launch_bounds__`: the most threads a block may have.
    pub max_threads: Option<u32>,
}

/// A function that is called, not inlined.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name in the source.
    pub name: String,
    /// Its body.
    pub code: Code,
    /// Whether it may hold what only the host can do (`Sys`). Kernels call no such function.
    pub host: bool,
    /// The registers that hold what it returns.
    pub results: Vec<ParamReg>,
}

/// A function that a caller may begin with: `main`, `solve`.
#[derive(Clone, PartialEq, Debug)]
pub struct HostEntry {
    /// Its name and what it must be given.
    pub signature: Signature,
    /// Where each parameter arrives; as many as `signature.params`.
    pub params: Vec<ParamReg>,
    /// Where its result is after the call, with what it is, if it is a scalar.
    pub result: Option<(ParamReg, Elem)>,
    /// Its code.
    pub func: FuncId,
}

/// All kernels of a source text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// In source order.
    pub kernels: Vec<Kernel>,
    /// What `Call` reaches. They use the module's globals but no shared variables by name.
    pub functions: Vec<Function>,
    /// Module-scope variables.
    pub globals: Vec<Global>,
    /// Host functions that can be begun with, by name.
    pub entries: Vec<HostEntry>,
    /// The host function that initialises the file's variables where a constant does not: it runs first.
    pub startup: Option<FuncId>,
    /// The text that it was made from, for findings that quote it; none of code that no text says.
    pub source: Option<Source>,
}
