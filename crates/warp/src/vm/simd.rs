//! Integers by parts: bytes and half-words of a word, bit fields, tables of three bits.
//!
//! Words go in, a word comes out. The rule: what the CUDA and PTX books say of each name, for every value.

use cuda_ir::intrinsic::{Order, Simd};

/// `__byte_perm`: nibble `k` of the selector says which of eight bytes; its top bit spreads that byte's sign.
pub fn byte_perm(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = (b as u64) << 32 | a as u64;
    let mut out = 0;
    for k in 0..4 {
        let pick = selector >> (4 * k);
        let byte = (bytes >> (8 * (pick & 7))) as u8;
        let byte = if pick & 8 == 0 {
            byte
        } else {
            (byte as i8 >> 7) as u8
        };
        out |= (byte as u32) << (8 * k);
    }
    out
}

fn byte(word: u32, k: u32, signed: bool) -> i32 {
    let byte = (word >> (8 * k)) as u8;
    if signed {
        byte as i8 as i32
    } else {
        byte as i32
    }
}

fn half(word: u32, k: u32, signed: bool) -> i32 {
    let half = (word >> (16 * k)) as u16;
    if signed {
        half as i16 as i32
    } else {
        half as i32
    }
}

/// `__dp4a`.
pub fn dp4a(a: u32, b: u32, c: u32, [sa, sb]: [bool; 2]) -> u32 {
    (0..4).fold(c, |sum, k| {
        sum.wrapping_add((byte(a, k, sa) * byte(b, k, sb)) as u32)
    })
}

/// `__dp2a_lo`, `__dp2a_hi`.
pub fn dp2a(a: u32, b: u32, c: u32, [sa, sb]: [bool; 2], high: bool) -> u32 {
    let from = if high { 2 } else { 0 };
    (0..2).fold(c, |sum, k| {
        sum.wrapping_add(half(a, k, sa).wrapping_mul(byte(b, from + k, sb)) as u32)
    })
}

/// PTX's `lop3`: bit by bit the entry `4a + 2b + c` of the table.
pub fn lop3(table: u8, a: u32, b: u32, c: u32) -> u32 {
    let mut out = 0;
    for row in 0..8u32 {
        if table >> row & 1 == 1 {
            let one = |bit: u32, word: u32| if row & bit != 0 { word } else { !word };
            out |= one(4, a) & one(2, b) & one(1, c);
        }
    }
    out
}

/// `word` with `long` bits from bit `from` on set to the low bits of `field`.
pub fn bit_insert(field: u32, word: u32, (from, long): (u32, u32)) -> u32 {
    let ones = (1u64 << long.min(32)).wrapping_sub(1) as u32;
    let mask = ones.checked_shl(from).unwrap_or(0);
    word & !mask | field.checked_shl(from).unwrap_or(0) & mask
}

/// PTX's `bfe`: `long` bits of `a` from bit `from` on; what lies beyond the top is 0, or the sign.
pub fn bfe(signed: bool, a: i64, width: u32, from: u32, long: u32) -> u64 {
    let (from, long) = (from & 0xff, long & 0xff);
    let bits = if width == 32 {
        a as u32 as u64
    } else {
        a as u64
    };
    if long == 0 {
        return 0;
    }
    let top = (from + long - 1).min(width - 1);
    let sign = signed && bits >> top & 1 == 1;
    let fill = if sign { u64::MAX } else { 0 };
    let wide = if from >= width { fill } else { bits >> from };
    let have = width.saturating_sub(from).min(long);
    if have >= 64 {
        return wide;
    }
    wide & ((1 << have) - 1) | fill << have
}

/// A word's parts, each with its like.
pub fn parts(bytes: bool, op: Simd, a: u32, b: u32) -> u32 {
    let (count, width) = if bytes { (4, 8) } else { (2, 16) };
    let ones = (1i64 << width) - 1;
    let mut out = 0u32;
    let mut sum = 0u32;
    for k in 0..count {
        let (ua, ub) = (
            (a >> (width * k)) as i64 & ones,
            (b >> (width * k)) as i64 & ones,
        );
        let extend = |v: i64| v << (64 - width) >> (64 - width);
        let (sa, sb) = (extend(ua), extend(ub));
        let part = one(op, [ua, ub], [sa, sb], width);
        sum = sum.wrapping_add(part as u32);
        out |= ((part & ones) as u32) << (width * k);
    }
    match op {
        Simd::SadS | Simd::SadU => sum,
        _ => out,
    }
}

fn one(op: Simd, [ua, ub]: [i64; 2], [sa, sb]: [i64; 2], width: u32) -> i64 {
    let (least, most) = (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1);
    let all = (1i64 << width) - 1;
    match op {
        Simd::Add => ua + ub,
        Simd::AddSs => (sa + sb).clamp(least, most),
        Simd::AddUs => (ua + ub).min(all),
        Simd::Sub => ua - ub,
        Simd::SubSs => (sa - sb).clamp(least, most),
        Simd::SubUs => (ua - ub).max(0),
        Simd::Abs => sa.abs(),
        Simd::AbsSs => sa.abs().min(most),
        Simd::Neg => -sa,
        Simd::NegSs => (-sa).min(most),
        Simd::AbsDiffS | Simd::SadS => (sa - sb).abs(),
        Simd::AbsDiffU | Simd::SadU => (ua - ub).abs(),
        Simd::AvgS => {
            // Halves away from zero.
            let sum = sa + sb;
            (sum + (sum >= 0) as i64) >> 1
        }
        Simd::AvgU => (ua + ub + 1) >> 1,
        Simd::HaddU => (ua + ub) >> 1,
        Simd::MaxS => sa.max(sb),
        Simd::MaxU => ua.max(ub),
        Simd::MinS => sa.min(sb),
        Simd::MinU => ua.min(ub),
        Simd::Cmp(order, signed) => -(holds(order, signed, [ua, ub], [sa, sb]) as i64),
        Simd::Set(order, signed) => holds(order, signed, [ua, ub], [sa, sb]) as i64,
    }
}

fn holds(order: Order, signed: bool, unsigned: [i64; 2], with_sign: [i64; 2]) -> bool {
    let [a, b] = if signed { with_sign } else { unsigned };
    match order {
        Order::Eq => a == b,
        Order::Ne => a != b,
        Order::Lt => a < b,
        Order::Le => a <= b,
        Order::Gt => a > b,
        Order::Ge => a >= b,
    }
}
