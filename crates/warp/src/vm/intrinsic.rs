//! What each [`Intrinsic`] does to one lane's values.
//!
//! Bits go in, bits come out. The rule: total functions; arithmetic with a direction of rounding is exact, by the error of
//! the result to nearest; functions of the maths library are computed in `double`.

use super::scalar::{canon32, canon64};
use super::small_float as small;
use super::{directed, simd, special_functions as special};
use cuda_ir::intrinsic::Intrinsic::{self, *};

/// On 32 bits.
pub fn intrinsic32(op: Intrinsic, a: u32, b: u32, c: u32) -> u32 {
    let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
    let real = |v: f64| canon32(v as f32);
    match op {
        ToHalf(how) => small::half_of(x as f64, how),
        FromHalf => small::half_to_float(a),
        Half(op) => small::half_arith(op, a, b),
        HalfFma => small::half_fma(a, b, c),
        ToBfloat(how) => small::bfloat_of(x as f64, how),
        FromBfloat => small::bfloat_to_float(a),
        Bfloat(op) => small::bfloat_arith(op, a, b),
        BfloatFma => small::bfloat_fma(a, b, c),
        ToFp8 => small::fp8_of(x as f64, b == 1, c != 0),
        FromFp8 => small::fp8_to_float(a, b == 1),
        Tf32 => small::tf32(a),
        AddTo(how) => directed::add32(x, y, how),
        SubTo(how) => directed::add32(x, -y, how),
        MulTo(how) => small::float_of(x as f64 * y as f64, how),
        DivTo(how) => directed::div32(x, y, how),
        FmaTo(how) => directed::fma32(x, y, z, how),
        SqrtTo(how) => directed::sqrt32(x, how),
        RcpTo(how) => directed::div32(1.0, x, how),
        NextAfter => canon32(special::next_after32(x, y)),
        Logb => real(special::logb(x as f64)),
        Ilogb => special::ilogb(x as f64) as u32,
        Fraction => canon32(special::fraction(x as f64).0 as f32),
        Exponent => special::fraction(x as f64).1 as u32,
        Remainder => real(libm::remquo(x as f64, y as f64).0),
        Quotient => libm::remquo(x as f64, y as f64).1 as u32,
        Jn => real(libm::jn(a as i32, y as f64)),
        Yn => real(libm::yn(a as i32, y as f64)),
        BytePerm => simd::byte_perm(a, b, c),
        Dp4a(sa, sb) => simd::dp4a(a, b, c, [sa, sb]),
        Dp2a(sa, sb, high) => simd::dp2a(a, b, c, [sa, sb], high),
        FunnelLeftClamp => ((((b as u64) << 32 | a as u64) << c.min(32)) >> 32) as u32,
        FunnelRightClamp => (((b as u64) << 32 | a as u64) >> c.min(32)) as u32,
        Average(true, up) => ((a as i32 as i64 + b as i32 as i64 + up as i64) >> 1) as u32,
        Average(false, up) => ((a as u64 + b as u64 + up as u64) >> 1) as u32,
        TrailingZeros => a.trailing_zeros(),
        Lop3(table) => simd::lop3(table, a, b, c),
        Bfe(signed) => simd::bfe(signed, a as i32 as i64, 32, b, c) as u32,
        BitInsert => simd::bit_insert(a, b, (c & 0xff, c >> 8 & 0xff)),
        Simd(bytes, op) => simd::parts(bytes, op, a, b),
        _ => real(special::function(op, x as f64, y as f64, z as f64)),
    }
}

/// On 64 bits.
pub fn intrinsic64(op: Intrinsic, a: u64, b: u64, c: u64) -> u64 {
    let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
    match op {
        DoubleToHalf(how) => small::half_of(x, how) as u64,
        DoubleToBfloat(how) => small::bfloat_of(x, how) as u64,
        DoubleToFloat(how) => small::float_of(x, how) as u64,
        AddTo(how) => directed::add64(x, y, how),
        SubTo(how) => directed::add64(x, -y, how),
        MulTo(how) => directed::mul64(x, y, how),
        DivTo(how) => directed::div64(x, y, how),
        FmaTo(how) => directed::fma64(x, y, z, how),
        SqrtTo(how) => directed::sqrt64(x, how),
        RcpTo(how) => directed::div64(1.0, x, how),
        S64ToFloat(how) => directed::integer_to_float(a as i64 as i128, how) as u64,
        U64ToFloat(how) => directed::integer_to_float(a as i128, how) as u64,
        S64ToDouble(how) => directed::integer_to_double(a as i64 as i128, how),
        U64ToDouble(how) => directed::integer_to_double(a as i128, how),
        NextAfter => canon64(libm::nextafter(x, y)),
        Logb => canon64(special::logb(x)),
        Ilogb => special::ilogb(x) as u32 as u64,
        Fraction => canon64(special::fraction(x).0),
        Exponent => special::fraction(x).1 as u32 as u64,
        Remainder => canon64(libm::remquo(x, y).0),
        Quotient => libm::remquo(x, y).1 as u32 as u64,
        Jn => canon64(libm::jn(a as i32, y)),
        Yn => canon64(libm::yn(a as i32, y)),
        Bfe(signed) => simd::bfe(signed, a as i64, 64, b as u32, c as u32),
        TrailingZeros => a.trailing_zeros() as u64,
        IsSpace(tag) => match tag {
            1 => matches!(a >> 60, 1 | 2 | 5) as u64,
            tag => (a >> 60 == tag as u64) as u64,
        },
        _ => canon64(special::function(op, x, y, z)),
    }
}
