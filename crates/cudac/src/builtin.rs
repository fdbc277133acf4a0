//! The functions of the language that device code can call, one row each.
//! In: a name; out: its overloads with parameter and result types, and what it means to `lower`.
//! The rule: a row is the whole truth about a name. What is not in the table and not in `refuse.rs` is unknown.
//! Next: signature.rs for how a row is read, call.rs, which chooses among the rows.

use crate::tree::Const;
use crate::ty::Type;
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::mma::MmaKind;
use cuda_ir::op::{CopyStep, Scope, Special};
use intrinsics::rows;
use signature::expand;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use table::{STD, TABLE};

mod intrinsics;
mod signature;
mod table;

/// A direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Toward zero.
    Zero,
    /// Toward plus infinity.
    Up,
    /// Toward minus infinity.
    Down,
}

/// What an atomic does to memory. The result is the value from before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AtomicOp {
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exch,
    /// Arguments: pointer, compared, new.
    Cas,
    /// `old >= v ? 0 : old + 1`, `unsigned int`.
    Inc,
    /// `old == 0 || old > v ? v : old - 1`, `unsigned int`.
    Dec,
}

/// A one-argument function of `float` or `double`; argument and result have the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Math1 {
    Sqrt,
    Rsqrt,
    Cbrt,
    Exp,
    Exp2,
    Exp10,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Sinpi,
    Cospi,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    Erfc,
    Tgamma,
    Lgamma,
    Floor,
    Ceil,
    Trunc,
    /// Half away from zero.
    Round,
    /// Half to even (`rint`, `nearbyint`).
    Rint,
    Fabs,
    /// `1 / x`, correctly rounded.
    Rcp,
    /// `__saturatef`: into [0, 1], NaN to 0.
    Saturate,
    /// `__expf`: two instructions, less accurate.
    FastExp,
    FastExp10,
    FastLog,
    FastLog2,
    FastLog10,
    FastSin,
    FastCos,
    FastTan,
}

/// A two-argument function of `float` or `double`; arguments and result have the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Math2 {
    /// The number where the other is NaN.
    Fmin,
    /// The number where the other is NaN.
    Fmax,
    Pow,
    Fmod,
    Remainder,
    Hypot,
    Atan2,
    Copysign,
    Fdim,
    /// `x + y`, never fused with a product.
    AddRn,
    /// `x - y`, never fused.
    SubRn,
    /// `x * y`, never fused with a sum.
    MulRn,
    /// `x / y`, correctly rounded.
    DivRn,
    /// `__powf`.
    FastPow,
    /// `__fdividef`.
    FastDivide,
}

/// A conversion whose last argument is its rounding: 0 to nearest, 1 toward zero, 2 up, 3 down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Moded {
    FloatToHalf,
    DoubleToHalf,
    FloatToBfloat,
    DoubleToBfloat,
}

/// What a built-in does. "T" is the type of the first value argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `(x)`, T is `float` or `double`.
    Math1(Math1),
    /// `(x, y)`, T is `float` or `double`.
    Math2(Math2),
    /// `(x, y, z)`: `x * y + z` rounded once.
    Fma,
    /// `(x, n)`: x times 2 to the `int` n.
    Ldexp,
    /// `(x, T* sine, T* cosine)`, result `void`.
    Sincos,
    /// The same of x times pi.
    Sincospi,
    /// `__sincosf`.
    FastSincos,
    /// `(x)`, result `bool`.
    IsNan,
    /// `(x)`, result `bool`.
    IsInf,
    /// `(x)`, result `bool`.
    IsFinite,
    /// `(x)`: the sign bit, result `bool`.
    Signbit,
    /// `(x, y)` on integers of one type.
    Min,
    /// `(x, y)` on integers of one type.
    Max,
    /// `(x)` on a signed integer.
    Abs,
    /// `(x)`: `float` or `double` to the integer result type, saturating; NaN gives 0.
    FloatToInt(Rounding),
    /// `(x)`: integer to the `float` or `double` result type.
    IntToFloat(Rounding),
    /// `(x)`: `double` to `float`.
    DoubleToFloat(Rounding),
    /// `(x)`: the same bits as another type of the same size.
    Bits,
    /// `(double)`: the upper 32 bits as `int`.
    HighInt,
    /// `(double)`: the lower 32 bits as `int`.
    LowInt,
    /// `(int high, int low)`: the `double` of these bits.
    HighLow,
    /// Number of set bits of a 32- or 64-bit T, result `int`.
    Popc,
    /// Number of leading zeros (32 or 64 for 0), result `int`.
    Clz,
    /// Position of the least set bit counted from 1, 0 if none, result `int`.
    Ffs,
    /// Bits in reverse order.
    Brev,
    /// Upper half of the product, T is a signed or unsigned 32- or 64-bit integer.
    MulHigh,
    /// `(seed, which)`: two words of cuRAND's XORWOW generator at a sequence's start, all 64 bits.
    XorwowStart,
    /// Product of the lower 24 bits (sign-extended if T is signed), lower 32 bits of it.
    Mul24,
    /// `(lo, hi, shift)`: upper word of `hi:lo << (shift & 31)`.
    FunnelLeft,
    /// `(lo, hi, shift)`: lower word of `hi:lo >> (shift & 31)`.
    FunnelRight,
    /// `(x, y, z)`: |x - y| + z.
    Sad,
    /// `(unsigned mask, T value, int lane, int width)`.
    Shfl,
    /// `(unsigned mask, T value, unsigned delta, int width)`.
    ShflUp,
    /// `(unsigned mask, T value, unsigned delta, int width)`.
    ShflDown,
    /// `(unsigned mask, T value, int lanes, int width)`.
    ShflXor,
    /// `(unsigned mask, int predicate)`, result `int`.
    Any,
    /// `(unsigned mask, int predicate)`, result `int`.
    All,
    /// `(unsigned mask, int predicate)`, result `unsigned`.
    Ballot,
    /// `()`, result `unsigned`.
    ActiveMask,
    /// `(unsigned mask, T value)` with T `int` or `unsigned`: over the lanes of the mask. Add, Min, Max, And, Or, Xor.
    Reduce(AtomicOp),
    /// `()`
    SyncThreads,
    /// `(int predicate)`: how many threads of the block have it, `int`.
    SyncThreadsCount,
    /// `(int predicate)`: whether all have it, `int`.
    SyncThreadsAnd,
    /// `(int predicate)`: whether one has it, `int`.
    SyncThreadsOr,
    /// `(unsigned id, unsigned threads)`: the warp comes to a named barrier.
    NamedBarrier {
        /// Whether it waits until as many threads have come.
        waits: bool,
    },
    /// `(unsigned mask)`
    SyncWarp,
    /// `()`: `__threadfence`, `__threadfence_system`.
    Fence,
    /// `()`: `__threadfence_block`.
    FenceBlock,
    /// `(T* address, T value)`, for CAS `(T* address, T compared, T value)`; result T. The scope as the name ends.
    Atomic(AtomicOp, Scope),
    /// `()`: ends the kernel with an error.
    Trap,
    /// `(unsigned nanoseconds)`: nothing happens.
    Nanosleep,
    /// Its arguments are evaluated, and nothing else happens.
    Nothing,
    /// A function of up to three values: on 32 bits, or on 64 if an argument or the result has so many.
    Intrinsic(Intrinsic),
    /// `(x, T* out)`: the first function of x is the result, the second goes to where `out` points. `remquo` has a `y`.
    Both(Intrinsic, Intrinsic),
    /// `(x, T* whole)`: `modf`.
    Modf,
    /// `(x, int rounding)`.
    Moded(Moded),
    /// `(x)`: half away from zero, to the integer result type.
    RoundToInt,
    /// `(unsigned mask, T value)`: the lanes of the mask with an equal value.
    MatchAny,
    /// `(unsigned mask, T value, int* all)`: the mask if all its lanes have equal values, else 0.
    MatchAll,
    /// An atomic addition to 16 bits: of `__nv_bfloat16` if true, else of `__half`.
    AtomicSmall(bool),
    /// `()`: instructions executed so far.
    Clock,
    /// `()`, `unsigned`: a value that the machine has for each lane.
    Lane(Special),
    /// `(unsigned long)`: a shared address as an offset, and an offset as an address.
    ToShared,
    /// See [`Builtin::ToShared`].
    FromShared,
    /// The registers of A, B and C; the result is a vector.
    Mma(MmaKind),
    /// `(address)`: `ldmatrix` of 1, 2 or 4 matrices.
    LdMatrix {
        /// How many.
        count: u8,
        /// Whether each is transposed.
        trans: bool,
    },
    /// `(address, words…)`: `stmatrix`.
    StMatrix {
        /// Whether each is transposed.
        trans: bool,
    },
    /// `(to, from, int bytes)`: an asynchronous copy, made at once.
    CopyAsync,
    /// `()`, or `(int left)`: a step of asynchronous copies.
    Copies(CopyStep),
    /// `()`: all blocks of a cooperative launch.
    GridSync,
}

/// One way to call a name.
#[derive(Clone, Debug)]
pub struct Overload {
    /// In order.
    pub params: Vec<Type>,
    /// How many of them must be given; the rest have [`Overload::default`].
    pub required: usize,
    /// What the call gives.
    pub result: Type,
    /// Whether `float` or `double` is chosen as C++'s <cmath> does: `float` only if every argument is one.
    pub real: bool,
    /// What it means.
    pub what: Builtin,
}

impl Overload {
    /// The value of an argument that was left out: the full mask, or the width of a warp.
    pub fn default(&self, at: usize) -> Const {
        match self.what {
            Builtin::SyncWarp => Const::Int(i64::from(u32::MAX)),
            _ => Const::Int(if at == 3 { 32 } else { 0 }),
        }
    }
}

/// The overloads of a name, none if it is not a built-in. `std::` and `cuda::std::` are accepted where the standard has the name.
pub fn lookup(name: &str) -> Vec<Overload> {
    let standard = name.strip_prefix("cuda::std::");
    let plain = match standard.or_else(|| name.strip_prefix("std::")) {
        Some(rest) if STD.split_whitespace().any(|s| s == rest) => rest,
        Some(_) => return Vec::new(),
        None => name,
    };
    let Some(rows) = table().get(plain) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (signature, over, what) in rows {
        let real = signature.contains('F');
        let letters = match over {
            _ if real => "fd",
            &"" => "v",
            over => over,
        };
        found.extend(letters.chars().map(|t| expand(signature, t, real, *what)));
    }
    found
}

/// What a name has: types, what `T` stands for, meaning.
type Meaning = (&'static str, &'static str, Builtin);

/// Every row by name; made at the first question.
fn table() -> &'static BTreeMap<String, Vec<Meaning>> {
    static MADE: OnceLock<BTreeMap<String, Vec<Meaning>>> = OnceLock::new();
    MADE.get_or_init(|| {
        let mut made: BTreeMap<String, Vec<Meaning>> = BTreeMap::new();
        let mut add = |names: &str, meaning: Meaning| {
            for name in names.split(' ') {
                made.entry(name.to_string()).or_default().push(meaning);
            }
        };
        for (names, signature, over, what) in TABLE {
            add(names, (signature, over, *what));
        }
        rows(&mut add);
        made
    })
}

/// Every name in the table, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    table().keys().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_take_an_optional_width_on_every_type() {
        let all = lookup("__shfl_down_sync");
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|o| o.params.len() == 4 && o.required == 3));
    }

    #[test]
    fn the_standard_library_has_some_names_and_not_others() {
        assert_eq!(lookup("std::sqrt").len(), 2);
        assert!(lookup("std::__expf").is_empty());
        assert!(lookup("no_such_name").is_empty());
    }

    #[test]
    fn every_name_of_the_standard_list_is_in_the_table() {
        for name in STD.split_whitespace() {
            assert!(!lookup(name).is_empty(), "{name}");
        }
    }
}
