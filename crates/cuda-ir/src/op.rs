//! The operations that instructions name: one enum a family, in the order of their documentation in CUDA.
//!
//! Integers wrap. Shifts by the width or more give what PTX says: 0, or the sign. Floats are IEEE 754, rounded to
//! nearest even, with NaN results made canonical (`0x7fffffff`, `0xfff8000000000000`) as the device does.
//! `vm::alu`, `vm::convert` and `vm::math` hold the code.

/// What `Special` reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// `threadIdx.x`, `.y`, `.z` by 0, 1, 2.
    Tid(u8),
    /// `blockIdx`.
    Ctaid(u8),
    /// `blockDim`.
    Ntid(u8),
    /// `gridDim`.
    Nctaid(u8),
    /// The lane's number in its warp.
    LaneId,
    /// The warp's number in its block.
    WarpId,
    /// Lanes as a mask, by how their numbers compare with this lane's.
    LaneMask(LaneSet),
    /// The low word of a clock that counts warp instructions, all warps together.
    Clock,
    /// Its high word.
    ClockHigh,
}

/// Which lanes [`Special::LaneMask`] has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "PTX's %lanemask_eq and kin")]
pub enum LaneSet {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Operations on two 32-bit values; a name with `F` first is on floats, `S` last signed, `U` last unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin32 {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// The low 32 bits of `a * b`.
    Mul,
    /// The high 32 bits of the signed product (`__mulhi`).
    MulHiS,
    /// The high 32 bits of the unsigned product (`__umulhi`).
    MulHiU,
    /// `a / b` towards zero. By zero: all ones, and a finding. `INT_MIN / -1` is `INT_MIN`.
    DivS,
    /// `a / b`. By zero: all ones, and a finding.
    DivU,
    /// `a % b` with the sign of `a`. By zero: `a`, and a finding. `INT_MIN % -1` is 0.
    RemS,
    /// `a % b`. By zero: `a`, and a finding.
    RemU,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a << b`; 0 for `b` ≥ 32 (unsigned).
    Shl,
    /// `a >> b` with the sign moved in; for `b` ≥ 32 all sign.
    ShrS,
    /// `a >> b`; 0 for `b` ≥ 32.
    ShrU,
    /// The lesser.
    MinS,
    /// The lesser.
    MinU,
    /// The greater.
    MaxS,
    /// The greater.
    MaxU,
    /// `a + b`.
    FAdd,
    /// `a - b`.
    FSub,
    /// `a * b`.
    FMul,
    /// `a / b`, correctly rounded.
    FDiv,
    /// `fminf`: the number, if one is a NaN; -0 is less than +0.
    FMin,
    /// `fmaxf`.
    FMax,
    /// `fmodf`, exact.
    FRem,
    /// `powf`.
    FPow,
    /// `atan2f(a, b)`.
    FAtan2,
    /// `hypotf`.
    FHypot,
    /// `copysignf`: the size of `a`, the sign of `b`.
    FCopySign,
    /// `fdimf`: `a - b` where positive, else 0.
    FDim,
    /// `__fdividef`: within 2 ulp for ordinary `b`; 0 for 2^126 < |b| < 2^128.
    FastDiv,
    /// `__powf`: `ex2(b * lg2(a))` with the unit's approximations.
    FastPow,
}

/// Operations on two 64-bit values; a name with `F` first is on doubles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin64 {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// The low 64 bits of `a * b`.
    Mul,
    /// The high 64 bits of the signed product.
    MulHiS,
    /// The high 64 bits of the unsigned product.
    MulHiU,
    /// Two words of a generator's state at a sequence's start: `vm::xorwow` of the machine says which.
    Xorwow,
    /// As in 32 bits.
    DivS,
    /// As in 32 bits.
    DivU,
    /// As in 32 bits.
    RemS,
    /// As in 32 bits.
    RemU,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a << b`; 0 for `b` ≥ 64. `b` is a 64-bit register.
    Shl,
    /// `a >> b`, signed.
    ShrS,
    /// `a >> b`, unsigned.
    ShrU,
    /// The lesser.
    MinS,
    /// The lesser.
    MinU,
    /// The greater.
    MaxS,
    /// The greater.
    MaxU,
    /// `a + b`.
    FAdd,
    /// `a - b`.
    FSub,
    /// `a * b`.
    FMul,
    /// `a / b`.
    FDiv,
    /// `fmin`.
    FMin,
    /// `fmax`.
    FMax,
    /// `fmod`.
    FRem,
    /// `pow`.
    FPow,
    /// `atan2(a, b)`.
    FAtan2,
    /// `hypot`.
    FHypot,
    /// `copysign`.
    FCopySign,
    /// `fdim`.
    FDim,
}

/// Operations on one 32-bit value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Un32 {
    /// `-a`, wrapping.
    Neg,
    /// `~a`.
    Not,
    /// `|a|`, wrapping.
    Abs,
    /// Leading zeros; 32 for 0 (`__clz`).
    Clz,
    /// 1-based place of the lowest set bit; 0 for 0 (`__ffs`).
    Ffs,
    /// Set bits (`__popc`).
    Popc,
    /// Bits reversed (`__brev`).
    Brev,
    /// `-a` in float: the sign bit flipped, also of a NaN.
    FNeg,
    /// `fabsf`.
    FAbs,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
    /// Towards zero.
    Trunc,
    /// `roundf`: halves away from zero.
    Round,
    /// `rintf`, `nearbyintf`: halves to even.
    Rint,
    /// `__saturatef`: into [0, 1], a NaN to 0.
    Saturate,
}

/// Operations on one 64-bit value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Un64 {
    /// `-a`, wrapping.
    Neg,
    /// `~a`.
    Not,
    /// `|a|`, wrapping.
    Abs,
    /// Bits reversed (`__brevll`).
    Brev,
    /// `-a` in double.
    FNeg,
    /// `fabs`.
    FAbs,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
    /// Towards zero.
    Trunc,
    /// Halves away from zero.
    Round,
    /// Halves to even.
    Rint,
}

/// Counts of a 64-bit value's bits; the result is 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count64 {
    /// Leading zeros; 64 for 0.
    Clz,
    /// 1-based place of the lowest set bit; 0 for 0.
    Ffs,
    /// Set bits.
    Popc,
}

/// Functions of one float. Those named `Fast…` exist in `float` only and have the intrinsics' documented error; the
/// others are within an ulp of the true value, better than the device's bounds, and the same on every platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathFn {
    /// Correctly rounded.
    Sqrt,
    /// `1 / sqrt(a)`.
    Rsqrt,
    /// `1 / a`, correctly rounded (`__frcp_rn`).
    Rcp,
    /// Cube root.
    Cbrt,
    /// e^a.
    Exp,
    /// 2^a.
    Exp2,
    /// 10^a.
    Exp10,
    /// e^a - 1.
    Expm1,
    /// Natural logarithm.
    Log,
    /// To base 2.
    Log2,
    /// To base 10.
    Log10,
    /// log(1 + a).
    Log1p,
    /// Sine, argument in radians of any size.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// sin(πa).
    SinPi,
    /// cos(πa).
    CosPi,
    /// Arc sine.
    Asin,
    /// Arc cosine.
    Acos,
    /// Arc tangent.
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Inverse hyperbolic sine.
    Asinh,
    /// Inverse hyperbolic cosine.
    Acosh,
    /// Inverse hyperbolic tangent.
    Atanh,
    /// Error function.
    Erf,
    /// 1 - erf(a), without the loss of digits.
    Erfc,
    /// Γ(a).
    Tgamma,
    /// ln |Γ(a)|.
    Lgamma,
    /// `__expf`: `ex2.approx(a * log2(e))`, the product rounded to float.
    FastExp,
    /// `__exp10f`: `ex2.approx(a * log2(10))`.
    FastExp10,
    /// `__logf`: `lg2.approx(a) * ln(2)`.
    FastLog,
    /// `__log2f`: `lg2.approx(a)`.
    FastLog2,
    /// `__log10f`: `lg2.approx(a) * log10(2)`.
    FastLog10,
    /// `__sinf`: `sin.approx`, whose error grows with |a|.
    FastSin,
    /// `__cosf`: `cos.approx`, whose error grows with |a|.
    FastCos,
    /// `__tanf`: `__sinf(a) / __cosf(a)`.
    FastTan,
}

/// 32 bits to 32 bits. From a float to an integer: a NaN gives 0, what is out of range the nearest end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cvt32 {
    /// The low 8 bits, sign-extended (`(signed char)a`).
    S8,
    /// The low 8 bits, zero-extended.
    U8,
    /// The low 16 bits, sign-extended.
    S16,
    /// The low 16 bits, zero-extended.
    U16,
    /// `int` to `float`, to nearest even.
    S32ToF32,
    /// `unsigned` to `float`, to nearest even.
    U32ToF32,
    /// `float` to `int`, rounded as said.
    F32ToS32(Rounding),
    /// `float` to `unsigned`, rounded as said.
    F32ToU32(Rounding),
}

/// How a float becomes an integer, or a result is brought to its format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// Towards zero: what a C cast does (`_rz`).
    Zero,
    /// To nearest even (`_rn`).
    Near,
    /// Towards minus infinity (`_rd`).
    Down,
    /// Towards plus infinity (`_ru`).
    Up,
}

/// 32 bits to 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widen {
    /// `int` to `long long`.
    S32,
    /// `unsigned` to `unsigned long long`.
    U32,
    /// `int` to `double`, exact.
    S32ToF64,
    /// `unsigned` to `double`, exact.
    U32ToF64,
    /// `float` to `double`, exact.
    F32ToF64,
    /// `float` to `long long`, saturating; a NaN gives `0x8000000000000000`.
    F32ToS64(Rounding),
    /// `float` to `unsigned long long`, saturating; a NaN gives `0x8000000000000000`.
    F32ToU64(Rounding),
}

/// 64 bits to 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrow {
    /// The low 32 bits.
    Lo,
    /// The high 32 bits.
    Hi,
    /// `double` to `float`, to nearest even.
    F64ToF32,
    /// `double` to `int`, saturating; a NaN gives `0x80000000`.
    F64ToS32(Rounding),
    /// `double` to `unsigned`, saturating; a NaN gives `0x80000000`.
    F64ToU32(Rounding),
    /// `long long` to `float`.
    S64ToF32,
    /// `unsigned long long` to `float`.
    U64ToF32,
}

/// 64 bits to 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cvt64 {
    /// `long long` to `double`.
    S64ToF64,
    /// `unsigned long long` to `double`.
    U64ToF64,
    /// `double` to `long long`, saturating; a NaN gives `0x8000000000000000`.
    F64ToS64(Rounding),
    /// `double` to `unsigned long long`, saturating; a NaN gives `0x8000000000000000`.
    F64ToU64(Rounding),
}

/// Comparisons of 32-bit values. `>` and `>=` are these with the sides swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp32 {
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b`, signed.
    LtS,
    /// `a <= b`, signed.
    LeS,
    /// `a < b`, unsigned.
    LtU,
    /// `a <= b`, unsigned.
    LeU,
    /// Floats; false with a NaN.
    FEq,
    /// Floats; true with a NaN.
    FNe,
    /// Floats; false with a NaN.
    FLt,
    /// Floats; false with a NaN.
    FLe,
}

/// Comparisons of 64-bit values; pointers compare as unsigned.
pub type Cmp64 = Cmp32;

/// What a float can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatClass {
    /// `isnan`.
    Nan,
    /// `isinf`.
    Inf,
    /// `isfinite`.
    Finite,
    /// `signbit`.
    Sign,
}

/// Operations on two predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// Exactly one.
    Xor,
    /// `a` and not `b`.
    AndNot,
}

/// An element in memory of up to 32 bits, and how it fills a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemTy {
    /// 8 bits, sign-extended on load.
    S8,
    /// 8 bits, zero-extended on load; `bool` too.
    U8,
    /// 16 bits, sign-extended on load.
    S16,
    /// 16 bits, zero-extended on load.
    U16,
    /// 32 bits.
    B32,
}

impl MemTy {
    /// Its size in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            MemTy::S8 | MemTy::U8 => 1,
            MemTy::S16 | MemTy::U16 => 2,
            MemTy::B32 => 4,
        }
    }
}

/// Among which threads an atomic is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Those of its block.
    Block,
    /// All.
    Device,
}

/// What an atomic does to memory, with `a` the operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomOp {
    /// Integer addition; `atomicSub` adds the negative.
    Add,
    /// Float addition (`float` in `Atom`, `double` in `Atom64`), one rounding each.
    FAdd,
    /// Signed minimum.
    MinS,
    /// Unsigned minimum.
    MinU,
    /// Signed maximum.
    MaxS,
    /// Unsigned maximum.
    MaxU,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// Replaces.
    Exch,
    /// Replaces with `b` if equal to `a`.
    Cas,
    /// `old >= a ? 0 : old + 1`.
    Inc,
    /// `old == 0 || old > a ? a : old - 1`.
    Dec,
    /// `__half` addition, on 16 bits of memory.
    HalfAdd,
    /// `__nv_bfloat16` addition, on 16 bits of memory.
    BfloatAdd,
    /// `Cas` on 16 bits of memory.
    Cas16,
}

impl AtomOp {
    /// How many bytes of memory it changes where the registers have 32 bits.
    pub const fn bytes(self) -> u32 {
        match self {
            AtomOp::HalfAdd | AtomOp::BfloatAdd | AtomOp::Cas16 => 2,
            _ => 4,
        }
    }
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShflOp {
    /// The lane named, modulo the width, in this lane's segment.
    Idx,
    /// This lane minus the distance; this lane's own value where that leaves the segment.
    Up,
    /// This lane plus the distance; likewise.
    Down,
    /// This lane xor the number; likewise.
    Xor,
}

/// What a vote asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VoteOp {
    /// Any lane.
    Any,
    /// All lanes.
    All,
    /// All lanes alike.
    Uni,
}

/// What a warp-wide reduction computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReduxOp {
    /// Wrapping sum.
    Add,
    /// Signed minimum.
    MinS,
    /// Unsigned minimum.
    MinU,
    /// Signed maximum.
    MaxS,
    /// Unsigned maximum.
    MaxU,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
}

/// A step of asynchronous copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CopyStep {
    /// A copy begins: the stores from here to `End` are its.
    Begin,
    /// The same, to be waited for at a `cuda::barrier`.
    BeginAtBarrier,
    /// The copy is described.
    End,
    /// What was begun since the last time is a group now.
    Commit,
    /// Waits for all groups but the newest so many.
    Wait,
    /// Waits for all copies.
    WaitAll,
    /// Arrives at the barrier that copies were given.
    Arrive,
}

/// What a barrier computes over the block's threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarOp {
    /// How many have the predicate.
    Count,
    /// 1 if all have it, else 0.
    And,
    /// 1 if any has it, else 0.
    Or,
}
