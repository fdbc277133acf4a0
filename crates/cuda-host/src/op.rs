//! The operations of the host's interpreter, and a function made of them.
//!
//! Plain data: [`decode`](super::decode) makes it, [`exec`](super::exec) runs it. The rule: sixteen bytes an operation, the
//! commonest ones by themselves so that one jump reaches them, the rest by family.

use super::loop_vectorizer::Strip;
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{
    AtomOp, Bin32, Bin64, Cmp32, Count64, Cvt32, Cvt64, FloatClass, MathFn, MemTy, Narrow, PredOp,
    Un32, Un64, Widen,
};
use cuda_ir::{ParamReg, Pc};

/// A register's place in a frame.
pub(super) type Slot = u16;

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Mov {
        d: Slot,
        a: Slot,
    },
    Const {
        d: Slot,
        value: u32,
    },
    // ---- the commonest operations, each by itself ----
    Add32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Sub32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mad {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    FAdd32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Fma32 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Add64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FAdd64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Fma64 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    IndexS {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    IndexU {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    Sext {
        d: Slot,
        a: Slot,
    },
    JumpUnlessLtS {
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    JumpUnless32 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    JumpUnless64 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    Ld32 {
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    St32 {
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Ld64 {
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    St64 {
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Sub64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mul64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FSub32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FSub64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// The next number of `rand`.
    Rand {
        d: Slot,
    },
    // ---- several in one, which `shorten` makes ----
    /// `a * b + c`, rounded after each.
    MulAdd32 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    MulAdd64 {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// `base + index * scale` with an index of 64 bits.
    IndexL {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
    },
    /// A load from `base + index * scale`; the index has 64 bits, or 32 and a sign.
    LdAt {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        long: bool,
        double: bool,
    },
    /// The same with a store.
    StAt {
        s: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        long: bool,
        double: bool,
    },
    /// The same where the base is itself loaded, from `holder + offset`.
    LdVia {
        d: Slot,
        holder: Slot,
        index: Slot,
        scale: u8,
        offset: i32,
        long: bool,
        double: bool,
    },
    StVia {
        s: Slot,
        holder: Slot,
        index: Slot,
        scale: u8,
        offset: i32,
        long: bool,
        double: bool,
    },
    /// A load of a word from `base + (a * b + c) * 4`.
    LdMad {
        d: Slot,
        base: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    StMad {
        s: Slot,
        base: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    // ---- the rest by family ----
    Bin32 {
        op: Bin32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Bin64 {
        op: Bin64,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Un32 {
        op: Un32,
        d: Slot,
        a: Slot,
    },
    Un64 {
        op: Un64,
        d: Slot,
        a: Slot,
    },
    Math32 {
        f: MathFn,
        d: Slot,
        a: Slot,
    },
    Math64 {
        f: MathFn,
        d: Slot,
        a: Slot,
    },
    Count64 {
        op: Count64,
        d: Slot,
        a: Slot,
    },
    Cvt32 {
        op: Cvt32,
        d: Slot,
        a: Slot,
    },
    Widen {
        op: Widen,
        d: Slot,
        a: Slot,
    },
    Narrow {
        op: Narrow,
        d: Slot,
        a: Slot,
    },
    Cvt64 {
        op: Cvt64,
        d: Slot,
        a: Slot,
    },
    Intrinsic32 {
        op: Intrinsic,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Intrinsic64 {
        op: Intrinsic,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Pack {
        d: Slot,
        lo: Slot,
        hi: Slot,
    },
    Cmp32 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Cmp64 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Class32 {
        class: FloatClass,
        d: Slot,
        a: Slot,
    },
    Class64 {
        class: FloatClass,
        d: Slot,
        a: Slot,
    },
    Pred {
        op: PredOp,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Not {
        d: Slot,
        a: Slot,
    },
    Truth {
        d: Slot,
        a: Slot,
    },
    Select {
        d: Slot,
        cond: Slot,
        a: Slot,
        b: Slot,
    },
    Load {
        ty: MemTy,
        n: u8,
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    Store {
        ty: MemTy,
        n: u8,
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    Load64 {
        n: u8,
        d: Slot,
        addr: Slot,
        offset: i32,
    },
    Store64 {
        n: u8,
        s: Slot,
        addr: Slot,
        offset: i32,
    },
    /// An atomic, on 64 bits or on 32: where its result goes, if anywhere.
    Atom {
        op: AtomOp,
        double: bool,
        d: Option<Slot>,
        addr: Slot,
        a: Slot,
        b: Slot,
    },
    Local {
        d: Slot,
        var: u16,
    },
    /// The address in [`Flat::wide`].
    Wide {
        d: Slot,
        index: u32,
    },
    Global {
        d: Slot,
        var: u32,
    },
    // ---- control ----
    Jump {
        to: Pc,
    },
    /// A loop goes back: looks at the fuel.
    Back {
        to: Pc,
    },
    /// A loop's step and its test: `i += step`, and back if it is below `bound`.
    Next {
        i: Slot,
        step: Slot,
        bound: Slot,
        d: Slot,
        to: Pc,
    },
    /// The test at a loop's end: back if it holds.
    Again32 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    Again64 {
        op: Cmp32,
        d: Slot,
        a: Slot,
        b: Slot,
        to: Pc,
    },
    JumpUnless {
        cond: Slot,
        to: Pc,
    },
    Call {
        site: u32,
    },
    CallPointer {
        site: u32,
        target: Slot,
    },
    Return,
    Sys {
        site: u32,
    },
    Print {
        site: u32,
    },
    Trap {
        message: u32,
    },
    /// A loop begins that can be executed in strips; see [`Flat::strips`].
    Strip {
        strip: u32,
    },
    /// What only a kernel can do.
    Kernel,
}

/// A function for one lane.
#[derive(Default)]
pub(super) struct Flat {
    pub ops: Vec<Op>,
    /// The instruction that each operation comes from.
    pub from: Vec<Pc>,
    /// What a frame's slots hold on entry.
    pub entry: Vec<u64>,
    /// Where `d` and `p` begin among the slots.
    pub base: [Slot; 3],
    /// 64-bit constants that operations name.
    pub wide: Vec<u64>,
    /// Calls, in order of [`Code::calls`].
    pub calls: Vec<FlatCall>,
    /// Loops that can be executed in strips.
    pub strips: Vec<Strip>,
    /// Bytes of local variables, each rounded up.
    pub local_bytes: usize,
    /// Whether there are any.
    pub has_locals: bool,
}

/// A call: the callee's register by kind and number, and the caller's slot.
#[derive(Debug, Default)]
pub(super) struct FlatCall {
    pub func: Option<u32>,
    pub args: Vec<(u8, u16, Slot)>,
    pub results: Vec<(u8, u16, Slot)>,
}

impl Flat {
    /// The slot of a register that a call's site names by kind and number.
    pub fn place(&self, kind: u8, number: u16) -> Slot {
        let first = match kind {
            0 => self.base[0],
            1 => self.base[1],
            _ => self.base[2],
        };
        first.saturating_add(number)
    }

    /// The slot of a parameter, result or argument.
    pub fn slot(&self, reg: ParamReg) -> Slot {
        match reg {
            ParamReg::R(r) => r.0,
            ParamReg::D(d) => self.base[1] + d.0,
            ParamReg::P(p) => self.base[2] + p.0,
        }
    }
}
