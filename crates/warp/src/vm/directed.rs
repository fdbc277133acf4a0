//! Arithmetic that rounds toward zero, up or down, exactly.
//!
//! Floats and a direction go in, the result's bits come out. The rule: the result to nearest and the sign of its error say
//! everything; a `float` result comes from a `double` that is rounded to odd. (Errors below the least `double` are lost.)

use super::scalar::canon64;
use super::small_float::{float_of, odd, odd_sum};
use cuda_ir::op::Rounding;

/// `a + b`.
pub fn add32(a: f32, b: f32, how: Rounding) -> u32 {
    // The sign of an exact zero sum is the direction's.
    if a == -b && a != 0.0 || (a == 0.0 && b == 0.0 && a.is_sign_negative() != b.is_sign_negative())
    {
        return if how == Rounding::Down { 1 << 31 } else { 0 };
    }
    float_of(odd_sum(a as f64, b as f64), how)
}

/// `a / b`.
pub fn div32(a: f32, b: f32, how: Rounding) -> u32 {
    let (a, b) = (a as f64, b as f64);
    let q = a / b;
    if !q.is_finite() || !b.is_finite() || q == 0.0 {
        return float_of(q, how);
    }
    let rest = libm::fma(-q, b, a);
    float_of(odd(q, if b < 0.0 { -rest } else { rest }), how)
}

/// `a * b + c`.
pub fn fma32(a: f32, b: f32, c: f32, how: Rounding) -> u32 {
    let (product, c) = (a as f64 * b as f64, c as f64);
    if product == -c && product != 0.0 && product.is_finite() {
        return if how == Rounding::Down { 1 << 31 } else { 0 };
    }
    float_of(odd_sum(product, c), how)
}

/// The root.
pub fn sqrt32(a: f32, how: Rounding) -> u32 {
    let a = a as f64;
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 {
        return float_of(root, how);
    }
    float_of(odd(root, libm::fma(-root, root, a)), how)
}

/// A number to nearest and the sign of what it lost, rounded as asked.
fn directed(near: f64, lost: f64, how: Rounding) -> u64 {
    let beyond = match how {
        Rounding::Near => false,
        Rounding::Up => lost > 0.0,
        Rounding::Down => lost < 0.0,
        Rounding::Zero => lost != 0.0 && near != 0.0 && (lost > 0.0) != (near > 0.0),
    };
    canon64(match (beyond, how) {
        (false, _) => near,
        (true, Rounding::Up) => near.next_up(),
        (true, Rounding::Down) => near.next_down(),
        (true, _) => f64::from_bits(near.to_bits() - 1),
    })
}

/// Brings numbers so far up that an error of theirs is a number, too; numbers below its reciprocal stay finite.
const UP: f64 = f64::from_bits((1023 + 600) << 52);

/// A result too large: infinite to nearest, though its operands are finite.
fn overflowed(near: f64, how: Rounding) -> u64 {
    let inwards = match how {
        Rounding::Near => false,
        Rounding::Zero => true,
        Rounding::Up => near < 0.0,
        Rounding::Down => near > 0.0,
    };
    if inwards {
        f64::MAX.copysign(near).to_bits()
    } else {
        canon64(near)
    }
}

/// `a + b`.
pub fn add64(a: f64, b: f64, how: Rounding) -> u64 {
    let sum = a + b;
    if !sum.is_finite() {
        let finite = a.is_finite() && b.is_finite();
        return if finite {
            overflowed(sum, how)
        } else {
            canon64(sum)
        };
    }
    if sum == 0.0 && (a != 0.0 || a.is_sign_negative() != b.is_sign_negative()) {
        return if how == Rounding::Down { 1 << 63 } else { 0 };
    }
    let part = sum - a;
    directed(sum, (a - (sum - part)) + (b - part), how)
}

/// `a * b`.
pub fn mul64(a: f64, b: f64, how: Rounding) -> u64 {
    let product = a * b;
    if !product.is_finite() {
        let finite = a.is_finite() && b.is_finite();
        return if finite {
            overflowed(product, how)
        } else {
            canon64(product)
        };
    }
    if product == 0.0 {
        let nothing = a == 0.0 || b == 0.0;
        let lost = if nothing {
            0.0
        } else {
            1.0f64.copysign(product)
        };
        return directed(product, lost, how);
    }
    // What a product near the smallest numbers lost is smaller still: it is looked at a long way up.
    let (a, b) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
    let up = if product.abs() < UP.recip() { UP } else { 1.0 };
    directed(product, libm::fma(a * up, b, -(product * up)), how)
}

/// `a / b`.
pub fn div64(a: f64, b: f64, how: Rounding) -> u64 {
    let q = a / b;
    if !q.is_finite() || !b.is_finite() {
        let finite = a.is_finite() && b.is_finite() && b != 0.0;
        return if finite {
            overflowed(q, how)
        } else {
            canon64(q)
        };
    }
    let up = if a.abs() < UP.recip() { UP } else { 1.0 };
    let rest = libm::fma(-q * up, b, a * up);
    directed(q, if b < 0.0 { -rest } else { rest }, how)
}

/// The root.
pub fn sqrt64(a: f64, how: Rounding) -> u64 {
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 {
        return canon64(root);
    }
    directed(root, libm::fma(-root, root, a), how)
}

/// `a * b + c`: its error is the sum of two numbers (S. Boldo and J.-M. Muller, "Some functions computable with a fused-mac").
pub fn fma64(a: f64, b: f64, c: f64, how: Rounding) -> u64 {
    let near = libm::fma(a, b, c);
    if !near.is_finite() {
        let finite = a.is_finite() && b.is_finite() && c.is_finite();
        return if finite {
            overflowed(near, how)
        } else {
            canon64(near)
        };
    }
    let product = a * b;
    if near == 0.0 && product == -c && product != 0.0 {
        return if how == Rounding::Down { 1 << 63 } else { 0 };
    }
    let low = libm::fma(a, b, -product);
    let (first, first_lost) = two_sum(c, low);
    let (second, second_lost) = two_sum(product, first);
    let rest = (second - near) + second_lost;
    directed(near, rest + first_lost, how)
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// An integer of up to 65 bits as a `float`.
pub fn integer_to_float(i: i128, how: Rounding) -> u32 {
    let near = i as f64;
    let lost = (i - near as i128) as f64;
    float_of(odd(near, lost), how)
}

/// An integer of up to 65 bits as a `double`.
pub fn integer_to_double(i: i128, how: Rounding) -> u64 {
    let near = i as f64;
    directed(near, (i - near as i128) as f64, how)
}
