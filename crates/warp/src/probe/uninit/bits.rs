//! Which bits of a result nobody set, by the bits of the operands.
//!
//! One lane's operands go in, each with the bits of it that nobody set; the bits of the result that depend on those come out. The rule:
//! a bit is named only if some value of the unset bits would change it, or if it is too dear to know. The ways of
//! counting are Memcheck's (J. Seward, N. Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005).

use cuda_ir::Ins;
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{Bin32, Bin64, Cmp32, Cvt32, Narrow, PredOp, Un32, Un64, Widen};
use cuda_ir::register::Reg;

/// A value of which some bits are unset.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PartlySet {
    /// The bits as they are.
    pub value: u64,
    /// Those that nobody set.
    pub unset: u64,
}

/// Operations on integers of any width.
#[derive(Clone, Copy)]
enum Int {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
}

/// The bits of what an instruction writes that nobody set; none where its result is as a whole what an operand is.
pub(crate) fn unset(ins: &Ins, read: &dyn Fn(Reg) -> PartlySet) -> Option<u64> {
    let r = |r| read(Reg::R(r));
    let d = |d| read(Reg::D(d));
    let p = |p| read(Reg::P(p));
    let bits = match *ins {
        Ins::Mov { a, .. } => r(a).unset,
        Ins::Mov64 { a, .. } => d(a).unset,
        Ins::MovP { a, .. } | Ins::PredNot { a, .. } | Ins::FromPred { a, .. } => p(a).unset,
        Ins::Bin32 { op, a, b, .. } => r(a).by(narrow(op)?, r(b), 32).unset,
        Ins::Bin64 { op, a, b, .. } => d(a).by(wide(op)?, d(b), 64).unset,
        Ins::Un32 { op, a, .. } => match op {
            Un32::Not => r(a).unset,
            Un32::Neg => PartlySet::default().by(Int::Sub, r(a), 32).unset,
            Un32::Brev => u64::from((r(a).unset as u32).reverse_bits()),
            Un32::FNeg => r(a).unset,
            Un32::FAbs => r(a).unset & 0x7fff_ffff,
            _ => return None,
        },
        Ins::Un64 { op, a, .. } => match op {
            Un64::Not | Un64::FNeg => d(a).unset,
            Un64::Neg => PartlySet::default().by(Int::Sub, d(a), 64).unset,
            Un64::Brev => d(a).unset.reverse_bits(),
            Un64::FAbs => d(a).unset & !(1 << 63),
            _ => return None,
        },
        Ins::Mad { a, b, c, .. } => r(a).by(Int::Mul, r(b), 32).by(Int::Add, r(c), 32).unset,
        Ins::Index {
            base,
            index,
            scale,
            signed,
            ..
        } => {
            let index = match signed {
                true => r(index).signed(32, 64),
                false => r(index),
            };
            let scale = PartlySet::of(u64::from(scale));
            d(base)
                .by(Int::Add, index.by(Int::Mul, scale, 64), 64)
                .unset
        }
        Ins::Cvt32 { op, a, .. } => match op {
            Cvt32::S8 => r(a).signed(8, 32).unset,
            Cvt32::U8 => r(a).unset & 0xff,
            Cvt32::S16 => r(a).signed(16, 32).unset,
            Cvt32::U16 => r(a).unset & 0xffff,
            _ => return None,
        },
        Ins::Widen { op, a, .. } => match op {
            Widen::S32 => r(a).signed(32, 64).unset,
            Widen::U32 => r(a).unset,
            _ => return None,
        },
        Ins::Narrow { op, a, .. } => match op {
            Narrow::Lo => d(a).unset & 0xffff_ffff,
            Narrow::Hi => d(a).unset >> 32,
            _ => return None,
        },
        Ins::Pack { lo, hi, .. } => r(lo).unset | r(hi).unset << 32,
        Ins::Cmp32 { op, a, b, .. } => u64::from(r(a).is_open(op, r(b), 32)?),
        Ins::Cmp64 { op, a, b, .. } => u64::from(d(a).is_open(op, d(b), 64)?),
        Ins::ToPred { a, .. } => u64::from(r(a).unset != 0 && r(a).least() == 0),
        Ins::Pred { op, a, b, .. } => {
            let (a, b) = (p(a), p(b));
            match op {
                PredOp::And => a.by(Int::And, b, 1),
                PredOp::Or => a.by(Int::Or, b, 1),
                PredOp::Xor => a.by(Int::Xor, b, 1),
                PredOp::AndNot => a.by(Int::And, b.not(), 1),
            }
            .unset
        }
        Ins::Intrinsic { op, a, b, c, .. } => intrinsic(op, [r(a), r(b), r(c)])?,
        _ => return None,
    };
    Some(bits)
}

/// The bits of an intrinsic's 32-bit result.
fn intrinsic(op: Intrinsic, [a, b, c]: [PartlySet; 3]) -> Option<u64> {
    match op {
        Intrinsic::BytePerm if c.unset == 0 => {
            let pool = a.unset & 0xffff_ffff | b.unset << 32;
            let byte = |k: u64| {
                let which = c.value >> (4 * k) & 0xf;
                let byte = pool >> (8 * (which & 7)) & 0xff;
                match which & 8 {
                    0 => byte,
                    _ => (byte >> 7) * 0xff, // the sign, eight times
                }
            };
            Some((0..4).fold(0, |all, k| all | byte(k) << (8 * k)))
        }
        // A bit field that is set makes its unit set: its neighbours may be bits that no field has.
        Intrinsic::BitInsert => {
            let (from, width) = (c.value & 0xff, c.value >> 8 & 0xff);
            let field = u64::MAX.checked_shr(64 - width as u32).unwrap_or(0);
            Some((a.unset & field) << from & 0xffff_ffff)
        }
        Intrinsic::Bfe(signed) if b.unset | c.unset == 0 => {
            let (from, long) = (b.value & 0xff, c.value & 0xff);
            let field = a.by(Int::ShrU, PartlySet::of(from), 32);
            match (long, signed) {
                (0, _) => Some(0),
                _ if from + long > 32 => None,
                (_, true) => Some(field.signed(long as u32, 32).unset),
                (_, false) => Some(field.unset & mask(long as u32)),
            }
        }
        Intrinsic::ToHalf(_) | Intrinsic::ToBfloat(_) => Some(half(a.unset)),
        Intrinsic::Half(_) | Intrinsic::Bfloat(_) => Some(half((a.unset | b.unset) & 0xffff)),
        Intrinsic::HalfFma | Intrinsic::BfloatFma => {
            Some(half((a.unset | b.unset | c.unset) & 0xffff))
        }
        Intrinsic::FromHalf | Intrinsic::FromBfloat if a.unset & 0xffff == 0 => Some(0),
        _ => None,
    }
}

/// A small float made of values with these bits unset.
const fn half(unset: u64) -> u64 {
    match unset {
        0 => 0,
        _ => 0xffff,
    }
}

fn narrow(op: Bin32) -> Option<Int> {
    Some(match op {
        Bin32::Add => Int::Add,
        Bin32::Sub => Int::Sub,
        Bin32::Mul => Int::Mul,
        Bin32::And => Int::And,
        Bin32::Or => Int::Or,
        Bin32::Xor => Int::Xor,
        Bin32::Shl => Int::Shl,
        Bin32::ShrS => Int::ShrS,
        Bin32::ShrU => Int::ShrU,
        _ => return None,
    })
}

fn wide(op: Bin64) -> Option<Int> {
    Some(match op {
        Bin64::Add => Int::Add,
        Bin64::Sub => Int::Sub,
        Bin64::Mul => Int::Mul,
        Bin64::And => Int::And,
        Bin64::Or => Int::Or,
        Bin64::Xor => Int::Xor,
        Bin64::Shl => Int::Shl,
        Bin64::ShrS => Int::ShrS,
        Bin64::ShrU => Int::ShrU,
        _ => return None,
    })
}

impl PartlySet {
    /// A value of which every bit is set.
    const fn of(value: u64) -> PartlySet {
        PartlySet { value, unset: 0 }
    }

    /// The value with every unset bit 0.
    const fn least(self) -> u64 {
        self.value & !self.unset
    }

    /// The value with every unset bit 1.
    const fn most(self) -> u64 {
        self.value | self.unset
    }

    const fn not(self) -> PartlySet {
        PartlySet {
            value: !self.value,
            ..self
        }
    }

    /// The low `from` bits, with the sign moved into the bits up to `to`.
    fn signed(self, from: u32, to: u32) -> PartlySet {
        let extend = |bits: u64| ((bits << (64 - from)) as i64 >> (64 - from)) as u64;
        PartlySet {
            value: extend(self.value) & mask(to),
            unset: extend(self.unset) & mask(to),
        }
    }

    /// `self op other` in so many bits.
    fn by(self, op: Int, other: PartlySet, width: u32) -> PartlySet {
        let (a, b, either) = (self, other, self.unset | other.unset);
        let (value, unset) = match op {
            Int::Add => (
                a.value.wrapping_add(b.value),
                either | a.least().wrapping_add(b.least()) ^ a.most().wrapping_add(b.most()),
            ),
            Int::Sub => (
                a.value.wrapping_sub(b.value),
                either | a.least().wrapping_sub(b.most()) ^ a.most().wrapping_sub(b.least()),
            ),
            Int::Mul => {
                // No bit below the first unset one of either times the first set one of the other.
                let first = |unset: u64, by: u64| match unset {
                    0 => 64,
                    _ => unset.trailing_zeros() + by.trailing_zeros(),
                };
                let first = first(a.unset, b.most()).min(first(b.unset, a.most()));
                (
                    a.value.wrapping_mul(b.value),
                    u64::MAX.checked_shl(first).unwrap_or(0),
                )
            }
            Int::And => (a.value & b.value, either & a.most() & b.most()),
            Int::Or => (a.value | b.value, either & !a.least() & !b.least()),
            Int::Xor => (a.value ^ b.value, either),
            Int::Shl | Int::ShrS | Int::ShrU => return self.shifted(op, other, width),
        };
        PartlySet {
            value: value & mask(width),
            unset: unset & mask(width),
        }
    }

    fn shifted(self, op: Int, by: PartlySet, width: u32) -> PartlySet {
        if by.unset & mask(width) != 0 && self.most() & mask(width) != 0 {
            return PartlySet {
                value: 0,
                unset: mask(width),
            };
        }
        let by = (by.value & mask(width)).min(64) as u32;
        let shift = |bits: u64| match op {
            Int::Shl => bits.checked_shl(by).unwrap_or(0),
            Int::ShrU => (bits & mask(width)).checked_shr(by).unwrap_or(0),
            _ => {
                let bits = (bits << (64 - width)) as i64 >> (64 - width);
                (bits >> by.min(63)) as u64
            }
        };
        PartlySet {
            value: shift(self.value) & mask(width),
            unset: shift(self.unset) & mask(width),
        }
    }

    /// Whether a comparison could go either way; none for floats.
    fn is_open(self, op: Cmp32, other: PartlySet, width: u32) -> Option<bool> {
        let (a, b) = (self, other);
        if matches!(op, Cmp32::FEq | Cmp32::FNe | Cmp32::FLt | Cmp32::FLe) {
            return None;
        }
        let known = !(a.unset | b.unset) & mask(width);
        if known == mask(width) {
            return Some(false);
        }
        // Signed numbers are in order as unsigned ones are with the sign turned over.
        let turned = match op {
            Cmp32::LtS | Cmp32::LeS => 1 << (width - 1),
            _ => 0,
        };
        let ends = |x: PartlySet| {
            let x = PartlySet {
                value: (x.value ^ turned) & mask(width),
                unset: x.unset & mask(width),
            };
            (x.least(), x.most())
        };
        let ((a_least, a_most), (b_least, b_most)) = (ends(a), ends(b));
        Some(match op {
            Cmp32::LtS | Cmp32::LtU => a_most >= b_least && a_least < b_most,
            Cmp32::LeS | Cmp32::LeU => a_most > b_least && a_least <= b_most,
            _ => (a.value ^ b.value) & known == 0,
        })
    }
}

/// So many low bits.
const fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All values that a number of six bits can have.
    fn all(bits: PartlySet) -> impl Iterator<Item = u64> {
        let unset = bits.unset;
        (0..64u64)
            .filter(move |x| x & !unset == 0)
            .map(move |x| bits.least() | x)
    }

    fn drawn() -> impl Strategy<Value = PartlySet> {
        (0..64u64, 0..64u64).prop_map(|(value, unset)| PartlySet { value, unset })
    }

    fn done(op: Int, a: u64, b: u64) -> u64 {
        let signed = ((a << 58) as i64) >> 58;
        let by = b.min(63) as u32;
        let result = match op {
            Int::Add => a.wrapping_add(b),
            Int::Sub => a.wrapping_sub(b),
            Int::Mul => a.wrapping_mul(b),
            Int::And => a & b,
            Int::Or => a | b,
            Int::Xor => a ^ b,
            Int::Shl => a << by,
            Int::ShrU => a >> by,
            Int::ShrS => (signed >> by) as u64,
        };
        result & 63
    }

    const OPS: [Int; 9] = [
        Int::Add,
        Int::Sub,
        Int::Mul,
        Int::And,
        Int::Or,
        Int::Xor,
        Int::Shl,
        Int::ShrU,
        Int::ShrS,
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Every bit that can differ is named, and of those that need no product or unknown shift, no other.
        #[test]
        fn a_bit_is_unset_if_it_can_differ((a, b) in (drawn(), drawn()), op in 0..OPS.len()) {
            let op = OPS[op];
            let first = done(op, a.least(), b.least());
            let differ = all(a)
                .flat_map(|x| all(b).map(move |y| done(op, x, y) ^ first))
                .fold(0, |set, bits| set | bits);
            let told = a.by(op, b, 6).unset;
            prop_assert_eq!(differ & !told, 0);
            let exact = match op {
                Int::Mul => false,
                Int::Shl | Int::ShrU | Int::ShrS => b.unset == 0,
                _ => true,
            };
            prop_assert!(!exact || told == differ, "{:b} of {:b}", told, differ);
        }

        /// A comparison is open if and only if it can go either way.
        #[test]
        fn a_comparison_is_open_if_it_can_go_either_way((a, b) in (drawn(), drawn()), op in 0..6usize) {
            let op = [Cmp32::Eq, Cmp32::Ne, Cmp32::LtS, Cmp32::LeS, Cmp32::LtU, Cmp32::LeU][op];
            let signed = |x: u64| ((x << 58) as i64) >> 58;
            let holds = |x: u64, y: u64| match op {
                Cmp32::Eq => x == y,
                Cmp32::Ne => x != y,
                Cmp32::LtS => signed(x) < signed(y),
                Cmp32::LeS => signed(x) <= signed(y),
                Cmp32::LtU => x < y,
                _ => x <= y,
            };
            let ways: Vec<bool> = all(a).flat_map(|x| all(b).map(move |y| (x, y))).map(|(x, y)| holds(x, y)).collect();
            let open = ways.iter().any(|w| *w) && ways.iter().any(|w| !*w);
            prop_assert_eq!(a.is_open(op, b, 6), Some(open));
        }
    }
}
