//! The rows behind builtin.rs: each name, its types in shorthand, and what it is.
//! Shorthand `result:parameters`, one letter a type: `v` void, `b` bool, `i` int, `u` unsigned, `l` long, `L` unsigned
//! long, `j` long long, `J` unsigned long long, `f` float, `d`
//! double; `*` before a letter makes a pointer; `?` after one makes it optional. `F` stands for
//! `float` and `double` (chosen as C++'s <cmath> does), `T` for each type of the third column.
//! Next: builtin.rs, which reads it.

use super::AtomicOp as A;
use super::Builtin::{self as B, *};
use super::Math1::{self, *};
use super::Math2::{self, *};
use super::Rounding as R;
use cuda_ir::op::Scope;

/// One row: names that mean the same, types, the types that `T` stands for, meaning.
pub(super) type Row = (&'static str, &'static str, &'static str, B);

const fn m1(names: &'static str, sig: &'static str, what: Math1) -> Row {
    (names, sig, "", B::Math1(what))
}

const fn m2(names: &'static str, sig: &'static str, what: Math2) -> Row {
    (names, sig, "", B::Math2(what))
}

const fn row(names: &'static str, sig: &'static str, what: B) -> Row {
    (names, sig, "", what)
}

const fn rows(names: &'static str, sig: &'static str, over: &'static str, what: B) -> Row {
    (names, sig, over, what)
}

/// Names that also exist as `std::name`.
pub(super) const STD: &str = "abs sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh \
    tanh asinh acosh atanh erf erfc tgamma lgamma floor ceil trunc round rint nearbyint fabs pow fmod remainder hypot \
    atan2 copysign fdim fmin fmax fma ldexp isnan isinf isfinite signbit min max sqrtf expf fabsf logb ilogb nextafter \
    frexp modf remquo lround llround lrint llrint scalbn scalbln sinf cosf tanf logf log2f log10f powf floorf ceilf \
    roundf truncf fmaf fmodf fminf fmaxf tanhf rsqrt rsqrtf exp10 atan2f hypotf \
    asinf acosf atanf sinhf coshf asinhf acoshf atanhf exp2f expm1f log1pf cbrtf rintf nearbyintf erff erfcf tgammaf lgammaf \
    fdimf copysignf remainderf remquof nextafterf lrintf llrintf lroundf llroundf logbf ilogbf scalbnf ldexpf";

#[rustfmt::skip]
pub(super) const TABLE: &[Row] = &[
    m1("sqrt", "F:F", Sqrt), m1("sqrtf __fsqrt_rn", "f:f", Sqrt), m1("__dsqrt_rn", "d:d", Sqrt),
    m1("rsqrt", "F:F", Rsqrt), m1("rsqrtf __frsqrt_rn", "f:f", Rsqrt),
    m1("cbrt", "F:F", Cbrt), m1("cbrtf", "f:f", Cbrt),
    m1("exp", "F:F", Exp), m1("expf", "f:f", Exp),
    m1("exp2", "F:F", Exp2), m1("exp2f", "f:f", Exp2),
    m1("exp10", "F:F", Exp10), m1("exp10f", "f:f", Exp10),
    m1("expm1", "F:F", Expm1), m1("expm1f", "f:f", Expm1),
    m1("log", "F:F", Log), m1("logf", "f:f", Log),
    m1("log2", "F:F", Log2), m1("log2f", "f:f", Log2),
    m1("log10", "F:F", Log10), m1("log10f", "f:f", Log10),
    m1("log1p", "F:F", Log1p), m1("log1pf", "f:f", Log1p),
    m1("sin", "F:F", Sin), m1("sinf", "f:f", Sin),
    m1("cos", "F:F", Cos), m1("cosf", "f:f", Cos),
    m1("tan", "F:F", Tan), m1("tanf", "f:f", Tan),
    m1("sinpi", "F:F", Sinpi), m1("sinpif", "f:f", Sinpi),
    m1("cospi", "F:F", Cospi), m1("cospif", "f:f", Cospi),
    m1("asin", "F:F", Asin), m1("asinf", "f:f", Asin),
    m1("acos", "F:F", Acos), m1("acosf", "f:f", Acos),
    m1("atan", "F:F", Atan), m1("atanf", "f:f", Atan),
    m1("sinh", "F:F", Sinh), m1("sinhf", "f:f", Sinh),
    m1("cosh", "F:F", Cosh), m1("coshf", "f:f", Cosh),
    m1("tanh", "F:F", Tanh), m1("tanhf", "f:f", Tanh),
    m1("asinh", "F:F", Asinh), m1("asinhf", "f:f", Asinh),
    m1("acosh", "F:F", Acosh), m1("acoshf", "f:f", Acosh),
    m1("atanh", "F:F", Atanh), m1("atanhf", "f:f", Atanh),
    m1("erf", "F:F", Erf), m1("erff", "f:f", Erf),
    m1("erfc", "F:F", Erfc), m1("erfcf", "f:f", Erfc),
    m1("tgamma", "F:F", Tgamma), m1("tgammaf", "f:f", Tgamma),
    m1("lgamma", "F:F", Lgamma), m1("lgammaf", "f:f", Lgamma),
    m1("floor", "F:F", Floor), m1("floorf", "f:f", Floor),
    m1("ceil", "F:F", Ceil), m1("ceilf", "f:f", Ceil),
    m1("trunc", "F:F", Trunc), m1("truncf", "f:f", Trunc),
    m1("round", "F:F", Round), m1("roundf", "f:f", Round),
    m1("rint nearbyint", "F:F", Rint), m1("rintf nearbyintf", "f:f", Rint),
    m1("fabs", "F:F", Fabs), m1("fabsf", "f:f", Fabs),
    m1("__frcp_rn", "f:f", Rcp), m1("__drcp_rn", "d:d", Rcp),
    m1("__saturatef", "f:f", Saturate),
    m1("__expf", "f:f", FastExp), m1("__exp10f", "f:f", FastExp10),
    m1("__logf", "f:f", FastLog), m1("__log2f", "f:f", FastLog2), m1("__log10f", "f:f", FastLog10),
    m1("__sinf", "f:f", FastSin), m1("__cosf", "f:f", FastCos), m1("__tanf", "f:f", FastTan),

    m2("fmin", "F:FF", Fmin), m2("fminf", "f:ff", Fmin), m2("fmax", "F:FF", Fmax), m2("fmaxf", "f:ff", Fmax),
    m2("pow", "F:FF", Pow), m2("powf", "f:ff", Pow), m2("__powf", "f:ff", FastPow),
    m2("fmod", "F:FF", Fmod), m2("fmodf", "f:ff", Fmod),
    m2("remainder", "F:FF", Remainder), m2("remainderf", "f:ff", Remainder),
    m2("hypot", "F:FF", Hypot), m2("hypotf", "f:ff", Hypot),
    m2("atan2", "F:FF", Atan2), m2("atan2f", "f:ff", Atan2),
    m2("copysign", "F:FF", Copysign), m2("copysignf", "f:ff", Copysign),
    m2("fdim", "F:FF", Fdim), m2("fdimf", "f:ff", Fdim),
    m2("__fdividef", "f:ff", FastDivide),
    m2("__fadd_rn", "f:ff", AddRn), m2("__fsub_rn", "f:ff", SubRn), m2("__fmul_rn", "f:ff", MulRn), m2("__fdiv_rn", "f:ff", DivRn),
    m2("__dadd_rn", "d:dd", AddRn), m2("__dsub_rn", "d:dd", SubRn), m2("__dmul_rn", "d:dd", MulRn), m2("__ddiv_rn", "d:dd", DivRn),

    row("fma", "F:FFF", Fma), row("fmaf __fmaf_rn", "f:fff", Fma), row("__fma_rn", "d:ddd", Fma),
    row("ldexp scalbn", "F:Fi", Ldexp), row("ldexpf scalbnf", "f:fi", Ldexp),
    row("sincos", "v:d*d*d", Sincos), row("sincosf", "v:f*f*f", Sincos), row("__sincosf", "v:f*f*f", FastSincos),
    row("sincospi", "v:d*d*d", Sincospi), row("sincospif", "v:f*f*f", Sincospi),
    row("isnan", "b:F", IsNan), row("isinf", "b:F", IsInf), row("isfinite", "b:F", IsFinite), row("signbit", "b:F", Signbit),

    rows("min", "T:TT", "iulLjJ", Min), rows("max", "T:TT", "iulLjJ", Max),
    row("min", "u:iu", Min), row("min", "u:ui", Min), row("max", "u:iu", Max), row("max", "u:ui", Max),
    row("min", "L:lL", Min), row("min", "L:Ll", Min), row("max", "L:lL", Max), row("max", "L:Ll", Max),
    row("min", "J:jJ", Min), row("min", "J:Jj", Min), row("max", "J:jJ", Max), row("max", "J:Jj", Max),
    m2("min", "f:ff", Fmin), m2("min", "d:dd", Fmin), m2("min", "d:fd", Fmin), m2("min", "d:df", Fmin),
    m2("max", "f:ff", Fmax), m2("max", "d:dd", Fmax), m2("max", "d:fd", Fmax), m2("max", "d:df", Fmax),
    row("umin", "u:uu", Min), row("umax", "u:uu", Max), row("llmin", "j:jj", Min), row("llmax", "j:jj", Max),
    row("ullmin", "J:JJ", Min), row("ullmax", "J:JJ", Max),
    rows("abs", "T:T", "ilj", Abs), m1("abs", "f:f", Fabs), m1("abs", "d:d", Fabs), row("labs", "l:l", Abs), row("llabs", "j:j", Abs),

    row("__float2int_rn", "i:f", FloatToInt(R::Nearest)), row("__float2int_rz", "i:f", FloatToInt(R::Zero)),
    row("__float2int_ru", "i:f", FloatToInt(R::Up)), row("__float2int_rd", "i:f", FloatToInt(R::Down)),
    row("__float2uint_rn", "u:f", FloatToInt(R::Nearest)), row("__float2uint_rz", "u:f", FloatToInt(R::Zero)),
    row("__float2uint_ru", "u:f", FloatToInt(R::Up)), row("__float2uint_rd", "u:f", FloatToInt(R::Down)),
    row("__float2ll_rn", "j:f", FloatToInt(R::Nearest)), row("__float2ll_rz", "j:f", FloatToInt(R::Zero)),
    row("__float2ll_ru", "j:f", FloatToInt(R::Up)), row("__float2ll_rd", "j:f", FloatToInt(R::Down)),
    row("__float2ull_rn", "J:f", FloatToInt(R::Nearest)), row("__float2ull_rz", "J:f", FloatToInt(R::Zero)),
    row("__float2ull_ru", "J:f", FloatToInt(R::Up)), row("__float2ull_rd", "J:f", FloatToInt(R::Down)),
    row("__double2int_rn", "i:d", FloatToInt(R::Nearest)), row("__double2int_rz", "i:d", FloatToInt(R::Zero)),
    row("__double2int_ru", "i:d", FloatToInt(R::Up)), row("__double2int_rd", "i:d", FloatToInt(R::Down)),
    row("__double2uint_rn", "u:d", FloatToInt(R::Nearest)), row("__double2uint_rz", "u:d", FloatToInt(R::Zero)),
    row("__double2uint_ru", "u:d", FloatToInt(R::Up)), row("__double2uint_rd", "u:d", FloatToInt(R::Down)),
    row("__double2ll_rn", "j:d", FloatToInt(R::Nearest)), row("__double2ll_rz", "j:d", FloatToInt(R::Zero)),
    row("__double2ll_ru", "j:d", FloatToInt(R::Up)), row("__double2ll_rd", "j:d", FloatToInt(R::Down)),
    row("__double2ull_rn", "J:d", FloatToInt(R::Nearest)), row("__double2ull_rz", "J:d", FloatToInt(R::Zero)),
    row("__double2ull_ru", "J:d", FloatToInt(R::Up)), row("__double2ull_rd", "J:d", FloatToInt(R::Down)),
    row("lrintf", "l:f", FloatToInt(R::Nearest)), row("lrint", "l:d", FloatToInt(R::Nearest)),
    row("llrintf", "j:f", FloatToInt(R::Nearest)), row("llrint", "j:d", FloatToInt(R::Nearest)),
    row("__double2float_rn", "f:d", DoubleToFloat(R::Nearest)), row("__double2float_rz", "f:d", DoubleToFloat(R::Zero)),
    row("__double2float_ru", "f:d", DoubleToFloat(R::Up)), row("__double2float_rd", "f:d", DoubleToFloat(R::Down)),
    row("__int2float_rn", "f:i", IntToFloat(R::Nearest)), row("__int2float_rz", "f:i", IntToFloat(R::Zero)),
    row("__int2float_ru", "f:i", IntToFloat(R::Up)), row("__int2float_rd", "f:i", IntToFloat(R::Down)),
    row("__uint2float_rn", "f:u", IntToFloat(R::Nearest)), row("__uint2float_rz", "f:u", IntToFloat(R::Zero)),
    row("__uint2float_ru", "f:u", IntToFloat(R::Up)), row("__uint2float_rd", "f:u", IntToFloat(R::Down)),
    row("__ll2float_rn", "f:j", IntToFloat(R::Nearest)), row("__ll2float_rz", "f:j", IntToFloat(R::Zero)),
    row("__ll2float_ru", "f:j", IntToFloat(R::Up)), row("__ll2float_rd", "f:j", IntToFloat(R::Down)),
    row("__ull2float_rn", "f:J", IntToFloat(R::Nearest)), row("__ull2float_rz", "f:J", IntToFloat(R::Zero)),
    row("__ull2float_ru", "f:J", IntToFloat(R::Up)), row("__ull2float_rd", "f:J", IntToFloat(R::Down)),
    row("__int2double_rn", "d:i", IntToFloat(R::Nearest)), row("__uint2double_rn", "d:u", IntToFloat(R::Nearest)),
    row("__ll2double_rn", "d:j", IntToFloat(R::Nearest)), row("__ull2double_rn", "d:J", IntToFloat(R::Nearest)),
    row("__float_as_int", "i:f", Bits), row("__float_as_uint", "u:f", Bits),
    row("__int_as_float __simt_bits_float", "f:i", Bits), row("__uint_as_float", "f:u", Bits),
    row("__double_as_longlong", "j:d", Bits), row("__longlong_as_double __simt_bits_double", "d:j", Bits),
    row("__double2hiint", "i:d", HighInt), row("__double2loint", "i:d", LowInt), row("__hiloint2double", "d:ii", HighLow),

    row("__popc", "i:u", Popc), row("__popcll", "i:J", Popc), row("__clz", "i:i", Clz), row("__clzll", "i:j", Clz),
    row("__ffs", "i:i", Ffs), row("__ffsll", "i:j", Ffs), row("__brev", "u:u", Brev), row("__brevll", "J:J", Brev),
    row("__mulhi", "i:ii", MulHigh), row("__umulhi", "u:uu", MulHigh), row("__mul64hi", "j:jj", MulHigh), row("__umul64hi", "J:JJ", MulHigh), row("__simt_xorwow", "J:JJ", XorwowStart),
    row("__mul24", "i:ii", Mul24), row("__umul24", "u:uu", Mul24),
    row("__funnelshift_l", "u:uuu", FunnelLeft), row("__funnelshift_r", "u:uuu", FunnelRight),
    row("__sad", "u:iiu", Sad), row("__usad", "u:uuu", Sad),

    rows("__shfl_sync", "T:uTii?", "iulLjJfd", Shfl), rows("__shfl_up_sync", "T:uTui?", "iulLjJfd", ShflUp),
    rows("__shfl_down_sync", "T:uTui?", "iulLjJfd", ShflDown), rows("__shfl_xor_sync", "T:uTii?", "iulLjJfd", ShflXor),
    row("__any_sync", "i:ui", Any), row("__all_sync", "i:ui", All), row("__ballot_sync", "u:ui", Ballot), row("__activemask", "u:", ActiveMask),
    rows("__reduce_add_sync", "T:uT", "iu", Reduce(A::Add)), rows("__reduce_min_sync", "T:uT", "iu", Reduce(A::Min)),
    rows("__reduce_max_sync", "T:uT", "iu", Reduce(A::Max)), row("__reduce_and_sync", "u:uu", Reduce(A::And)),
    row("__reduce_or_sync", "u:uu", Reduce(A::Or)), row("__reduce_xor_sync", "u:uu", Reduce(A::Xor)),

    row("__syncthreads", "v:", SyncThreads), row("__syncthreads_count", "i:i", SyncThreadsCount),
    row("__syncthreads_and", "i:i", SyncThreadsAnd), row("__syncthreads_or", "i:i", SyncThreadsOr), row("__syncwarp", "v:u?", SyncWarp),
    row("__threadfence __threadfence_system", "v:", Fence),
    row("__threadfence_block", "v:", FenceBlock),

    rows("atomicAdd atomicAdd_system", "T:*TT", "iuJfd", Atomic(A::Add, Scope::Device)), rows("atomicAdd_block", "T:*TT", "iuJfd", Atomic(A::Add, Scope::Block)),
    rows("atomicSub atomicSub_system", "T:*TT", "iu", Atomic(A::Sub, Scope::Device)), rows("atomicSub_block", "T:*TT", "iu", Atomic(A::Sub, Scope::Block)),
    rows("atomicMin atomicMin_system", "T:*TT", "iuJj", Atomic(A::Min, Scope::Device)), rows("atomicMin_block", "T:*TT", "iuJj", Atomic(A::Min, Scope::Block)),
    rows("atomicMax atomicMax_system", "T:*TT", "iuJj", Atomic(A::Max, Scope::Device)), rows("atomicMax_block", "T:*TT", "iuJj", Atomic(A::Max, Scope::Block)),
    rows("atomicAnd atomicAnd_system", "T:*TT", "iuJj", Atomic(A::And, Scope::Device)), rows("atomicAnd_block", "T:*TT", "iuJj", Atomic(A::And, Scope::Block)),
    rows("atomicOr atomicOr_system", "T:*TT", "iuJj", Atomic(A::Or, Scope::Device)), rows("atomicOr_block", "T:*TT", "iuJj", Atomic(A::Or, Scope::Block)),
    rows("atomicXor atomicXor_system", "T:*TT", "iuJj", Atomic(A::Xor, Scope::Device)), rows("atomicXor_block", "T:*TT", "iuJj", Atomic(A::Xor, Scope::Block)),
    rows("atomicExch atomicExch_system", "T:*TT", "iuJf", Atomic(A::Exch, Scope::Device)), rows("atomicExch_block", "T:*TT", "iuJf", Atomic(A::Exch, Scope::Block)),
    rows("atomicCAS atomicCAS_system", "T:*TTT", "iuJ", Atomic(A::Cas, Scope::Device)), rows("atomicCAS_block", "T:*TTT", "iuJ", Atomic(A::Cas, Scope::Block)),
    rows("atomicInc atomicInc_system", "T:*TT", "u", Atomic(A::Inc, Scope::Device)), rows("atomicInc_block", "T:*TT", "u", Atomic(A::Inc, Scope::Block)),
    rows("atomicDec atomicDec_system", "T:*TT", "u", Atomic(A::Dec, Scope::Device)), rows("atomicDec_block", "T:*TT", "u", Atomic(A::Dec, Scope::Block)),

    row("__trap", "v:", Trap), row("__nanosleep", "v:u", Nanosleep),
];
