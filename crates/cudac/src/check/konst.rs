//! Arithmetic on folded values: what the compiler computes so that the machine need not.
//! In: constants with their scalar types; out: constants, exactly as a run would give them.
//! The rule: integers wrap, floats are IEEE, and what a run would fault on (division by zero) is not folded.
//! Next: convert.rs and op.rs, which fold as they build; interp.rs for `constexpr` functions.

use crate::tree::{BinaryOp, CompareOp, Const, UnaryOp};
use crate::ty::Scalar;

/// The mathematical value of an integer constant of this type.
pub(super) fn integer(c: Const, ty: Scalar) -> Option<i128> {
    match c {
        Const::Int(v) if ty.is_signed() || ty == Scalar::Bool => Some(i128::from(v)),
        Const::Int(v) => Some(ty.wrap(i128::from(v as u64))),
        _ => None,
    }
}

/// The constant of this integer type with this value, wrapped.
pub(super) fn of_integer(v: i128, ty: Scalar) -> Const {
    Const::Int(ty.wrap(v) as i64)
}

/// The value as a double, whatever it is.
pub(super) fn real(c: Const, ty: Scalar) -> f64 {
    match c {
        Const::Int(_) => integer(c, ty).unwrap_or(0) as f64,
        Const::F32(v) => f64::from(v),
        Const::F64(v) => v,
        Const::Null => 0.0,
    }
}

/// Whether a constant counts as true.
pub(super) fn truth(c: Const) -> bool {
    match c {
        Const::Int(v) => v != 0,
        Const::F32(v) => v != 0.0,
        Const::F64(v) => v != 0.0,
        Const::Null => false,
    }
}

/// A scalar constant in another scalar type.
pub(super) fn convert(c: Const, from: Scalar, to: Scalar) -> Const {
    match (to, c) {
        (Scalar::Bool, c) => Const::Int(i64::from(truth(c))),
        (Scalar::Float, Const::Int(_)) => Const::F32(integer(c, from).unwrap_or(0) as f32),
        (Scalar::Float, Const::F64(v)) => Const::F32(v as f32),
        (Scalar::Float, c) => c,
        (Scalar::Double | Scalar::LongDouble, c) => Const::F64(real(c, from)),
        (to, Const::Int(_)) => of_integer(integer(c, from).unwrap_or(0), to),
        (to, c) => Const::Int(saturate(real(c, from), to)),
    }
}

fn saturate(v: f64, to: Scalar) -> i64 {
    use Scalar::*;
    match to {
        Char | SChar => i64::from(v as i8),
        UChar => i64::from(v as u8),
        Short => i64::from(v as i16),
        UShort => i64::from(v as u16),
        Int => i64::from(v as i32),
        UInt => i64::from(v as u32),
        ULong | ULongLong => v as u64 as i64,
        _ => v as i64,
    }
}

/// `op c`.
pub(super) fn unary(op: UnaryOp, c: Const, ty: Scalar) -> Option<Const> {
    Some(match (op, c) {
        (UnaryOp::Neg, Const::F32(v)) => Const::F32(-v),
        (UnaryOp::Neg, Const::F64(v)) => Const::F64(-v),
        (UnaryOp::Neg, c) => of_integer(-integer(c, ty)?, ty),
        (UnaryOp::BitNot, c) => of_integer(!integer(c, ty)?, ty),
    })
}

/// A folded operation and whether a signed result did not fit its type.
pub(super) struct Folded {
    /// The wrapped value.
    pub value: Const,
    /// Signed overflow: undefined in C++, wraps here.
    pub overflow: bool,
}

/// `a op b` in type `ty`; `count` is the type of a shift's right side.
pub(super) fn binary(
    op: BinaryOp,
    a: Const,
    b: Const,
    ty: Scalar,
    count: Scalar,
) -> Option<Folded> {
    let exact = |value| {
        Some(Folded {
            value,
            overflow: false,
        })
    };
    match (a, b) {
        (Const::F32(x), Const::F32(y)) => exact(Const::F32(float(op, x, y)?)),
        (Const::F64(x), Const::F64(y)) => exact(Const::F64(float(op, x, y)?)),
        _ => {
            let (x, y) = (integer(a, ty)?, integer(b, count)?);
            let width = i128::from(ty.bits());
            let v = match op {
                BinaryOp::Add => x + y,
                BinaryOp::Sub => x - y,
                BinaryOp::Mul => x.checked_mul(y)?,
                BinaryOp::Div => x.checked_div(y)?,
                BinaryOp::Rem => x.checked_rem(y)?,
                BinaryOp::And => x & y,
                BinaryOp::Or => x | y,
                BinaryOp::Xor => x ^ y,
                BinaryOp::Shl | BinaryOp::Shr if !(0..width).contains(&y) => return None,
                BinaryOp::Shl => x << y,
                BinaryOp::Shr => x >> y,
            };
            let value = of_integer(v, ty);
            let overflow = ty.is_signed() && op != BinaryOp::Shl && ty.wrap(v) != v;
            Some(Folded { value, overflow })
        }
    }
}

fn float<T>(op: BinaryOp, x: T, y: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>,
{
    Some(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        _ => return None,
    })
}

/// `a op b` on two constants of one type.
pub(super) fn compare(op: CompareOp, a: Const, b: Const, ty: Scalar) -> Option<bool> {
    let order = match (a, b) {
        (Const::Null, Const::Null) => Some(std::cmp::Ordering::Equal),
        (Const::Int(_), Const::Int(_)) => Some(integer(a, ty)?.cmp(&integer(b, ty)?)),
        (Const::F32(_) | Const::F64(_), Const::F32(_) | Const::F64(_)) => {
            real(a, ty).partial_cmp(&real(b, ty))
        }
        _ => return None,
    };
    Some(match op {
        CompareOp::Eq => order.is_some_and(|o| o.is_eq()),
        CompareOp::Ne => order.is_none_or(|o| o.is_ne()),
        CompareOp::Lt => order.is_some_and(|o| o.is_lt()),
        CompareOp::Le => order.is_some_and(|o| o.is_le()),
        CompareOp::Gt => order.is_some_and(|o| o.is_gt()),
        CompareOp::Ge => order.is_some_and(|o| o.is_ge()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_in_their_type() {
        let int = |v| Const::Int(v);
        let add = binary(
            BinaryOp::Add,
            int(i64::from(i32::MAX)),
            int(1),
            Scalar::Int,
            Scalar::Int,
        )
        .unwrap();
        assert_eq!(add.value, int(i64::from(i32::MIN)));
        assert!(add.overflow);
        let add = binary(
            BinaryOp::Add,
            int(0xffff_ffff),
            int(1),
            Scalar::UInt,
            Scalar::UInt,
        )
        .unwrap();
        assert_eq!(add.value, int(0));
        assert!(!add.overflow);
        assert!(binary(BinaryOp::Div, int(1), int(0), Scalar::Int, Scalar::Int).is_none());
        assert!(binary(BinaryOp::Shl, int(1), int(32), Scalar::Int, Scalar::Int).is_none());
    }

    #[test]
    fn conversions_saturate_from_floats_and_wrap_from_integers() {
        assert_eq!(
            convert(Const::F32(3e9), Scalar::Float, Scalar::Int),
            Const::Int(i64::from(i32::MAX))
        );
        assert_eq!(
            convert(Const::F32(f32::NAN), Scalar::Float, Scalar::Int),
            Const::Int(0)
        );
        assert_eq!(
            convert(Const::Int(300), Scalar::Int, Scalar::UChar),
            Const::Int(44)
        );
        assert_eq!(
            convert(Const::Int(-1), Scalar::Int, Scalar::ULongLong),
            Const::Int(-1)
        );
        assert_eq!(
            convert(Const::Int(-1), Scalar::ULongLong, Scalar::Float),
            Const::F32(1.8446744e19)
        );
        assert_eq!(
            convert(Const::F64(0.1), Scalar::Double, Scalar::Float),
            Const::F32(0.1)
        );
    }

    #[test]
    fn unsigned_comparison_looks_at_the_value() {
        assert_eq!(
            compare(CompareOp::Gt, Const::Int(-1), Const::Int(1), Scalar::ULong),
            Some(true)
        );
        assert_eq!(
            compare(
                CompareOp::Ne,
                Const::F32(f32::NAN),
                Const::F32(f32::NAN),
                Scalar::Float
            ),
            Some(true)
        );
    }
}
