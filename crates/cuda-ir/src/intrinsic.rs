//! The device's lesser functions: those that have a name in CUDA and no instruction of their own here.
//!
//! An [`Intrinsic`] names a function of up to three values of one width; `Ins::Intrinsic` is on 32 bits and
//! `Ins::Intrinsic64` on 64. The rule: a function that takes fewer repeats its last operand. `vm::intrinsic` computes them.

pub use super::op::Rounding;

/// Arithmetic that small floats have of their own, rounded to nearest once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arith {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
}

/// A function of `(a, b, c)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    // ---- small floats, in the low bits of a 32-bit register ----
    /// `float` to `__half`.
    ToHalf(Rounding),
    /// `double`'s bits in `a` (64 bits) to `__half`.
    DoubleToHalf(Rounding),
    /// `__half` to `float`.
    FromHalf,
    /// `a` and `b` of `__half`, joined.
    Half(Arith),
    /// `a * b + c` of `__half`.
    HalfFma,
    /// `float` to `__nv_bfloat16`.
    ToBfloat(Rounding),
    /// `double`'s bits in `a` (64 bits) to `__nv_bfloat16`.
    DoubleToBfloat(Rounding),
    /// `__nv_bfloat16` to `float`.
    FromBfloat,
    /// `a` and `b` of `__nv_bfloat16`, joined.
    Bfloat(Arith),
    /// `a * b + c` of `__nv_bfloat16`.
    BfloatFma,
    /// `float` to fp8: kind `b` (0 e4m3, 1 e5m2), saturating if `c`.
    ToFp8,
    /// fp8 of kind `b` to `float`.
    FromFp8,
    /// `float` to tf32: to nearest, ties away.
    Tf32,

    // ---- arithmetic rounded as asked, exactly ----
    /// `a + b`.
    AddTo(Rounding),
    /// `a - b`.
    SubTo(Rounding),
    /// `a * b`.
    MulTo(Rounding),
    /// `a / b`.
    DivTo(Rounding),
    /// `a * b + c`.
    FmaTo(Rounding),
    /// The root of `a`.
    SqrtTo(Rounding),
    /// `1 / a`.
    RcpTo(Rounding),
    /// A 64-bit signed integer to `float` (its bits are the low half).
    S64ToFloat(Rounding),
    /// A 64-bit unsigned integer to `float`.
    U64ToFloat(Rounding),
    /// A 64-bit signed integer to `double`.
    S64ToDouble(Rounding),
    /// A 64-bit unsigned integer to `double`.
    U64ToDouble(Rounding),
    /// A `double` to `float` (its bits are the low half).
    DoubleToFloat(Rounding),

    // ---- more of the maths library ----
    /// The neighbour of `a` towards `b`.
    NextAfter,
    /// The exponent of `a` as a float.
    Logb,
    /// The exponent of `a` as an integer.
    Ilogb,
    /// `frexp`: the fraction.
    Fraction,
    /// `frexp`: the exponent.
    Exponent,
    /// `remquo`: the remainder.
    Remainder,
    /// `remquo`: the quotient's low bits with its sign.
    Quotient,
    /// Inverse error function.
    Erfinv,
    /// Inverse complementary error function.
    Erfcinv,
    /// exp(a²)·erfc(a).
    Erfcx,
    /// Normal distribution.
    Normcdf,
    /// Its inverse.
    Normcdfinv,
    /// Bessel functions.
    J0,
    /// Of the first kind, order 1.
    J1,
    /// Of order `a` (an integer) at `b`.
    Jn,
    /// Of the second kind.
    Y0,
    /// Order 1.
    Y1,
    /// Of order `a` (an integer) at `b`.
    Yn,
    /// Modified, order 0.
    CylI0,
    /// Modified, order 1.
    CylI1,
    /// `1 / hypot(a, b)`.
    Rhypot,
    /// The length of `(a, b, c)`.
    Norm3,
    /// One over it.
    Rnorm3,
    /// `1 / cbrt(a)`.
    Rcbrt,
    /// tan(πa).
    TanPi,

    // ---- integers and bits ----
    /// Four of the eight bytes of `b:a`, by the nibbles of `c`.
    BytePerm,
    /// `c` plus four products of bytes: signed or not of `a`, of `b`.
    Dp4a(bool, bool),
    /// `c` plus two products of a half-word of `a` and a byte of `b`: signed or not of each; the upper two bytes.
    Dp2a(bool, bool, bool),
    /// The upper word of `b:a` shifted left by `min(c, 32)`.
    FunnelLeftClamp,
    /// The lower word of `b:a` shifted right by `min(c, 32)`.
    FunnelRightClamp,
    /// How many bits below the lowest set one; the width for 0.
    TrailingZeros,
    /// `(a + b) / 2`: signed, rounded up.
    Average(bool, bool),
    /// Any function of three bits, by its table.
    Lop3(u8),
    /// The field of `a` from bit `b` on, `c` bits long, extended by sign if signed.
    Bfe(bool),
    /// `b` with a field of it set to the low bits of `a`: the low byte of `c` says from which bit on, the next how many.
    BitInsert,
    /// Parts of a word at a time: four bytes if `true`, else two half-words.
    Simd(bool, Simd),
    /// Whether the address `a` is in a space, by its tag: 3 shared, 4 local, 1 global.
    IsSpace(u8),
}

/// What is done to each byte or half-word of `a` and `b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "CUDA's names: __vadd4 and kin")]
pub enum Simd {
    Add,
    AddSs,
    AddUs,
    Sub,
    SubSs,
    SubUs,
    Abs,
    AbsSs,
    Neg,
    NegSs,
    AbsDiffS,
    AbsDiffU,
    AvgS,
    AvgU,
    HaddU,
    MaxS,
    MaxU,
    MinS,
    MinU,
    /// All ones where it holds.
    Cmp(Order, bool),
    /// 1 where it holds.
    Set(Order, bool),
    /// The sum of the absolute differences.
    SadS,
    SadU,
}

/// How two parts compare; the flag beside it says signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the usual six")]
pub enum Order {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
