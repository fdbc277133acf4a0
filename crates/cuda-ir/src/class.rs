//! What an instruction is for: the classes by which a profile counts instructions.
//!
//! An instruction goes in, its class comes out; what is not issued has none. The rule: by what the device does with it, so that
//! a multiply-add of integers is integer work and a step of an address is, too.

use super::Ins;
use super::cost::{Unit, cost};
use super::op::{Cvt32, Narrow, Widen};

/// A class of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "a variant's words name it")]
pub enum InsClass {
    Load,
    Store,
    Atomic,
    Float,
    Double,
    Half,
    Tensor,
    Special,
    Integer,
    Conversion,
    Comparison,
    Branch,
    Exchange,
    Barrier,
    Move,
    Other,
}

impl InsClass {
    /// All of them, in the order in which they are told.
    pub const ALL: [InsClass; 16] = [
        InsClass::Load,
        InsClass::Store,
        InsClass::Atomic,
        InsClass::Float,
        InsClass::Double,
        InsClass::Half,
        InsClass::Tensor,
        InsClass::Special,
        InsClass::Integer,
        InsClass::Conversion,
        InsClass::Comparison,
        InsClass::Branch,
        InsClass::Exchange,
        InsClass::Barrier,
        InsClass::Move,
        InsClass::Other,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            InsClass::Load => "loads",
            InsClass::Store => "stores",
            InsClass::Atomic => "atomics",
            InsClass::Float => "float arithmetic",
            InsClass::Double => "double arithmetic",
            InsClass::Half => "half arithmetic",
            InsClass::Tensor => "matrix products",
            InsClass::Special => "special functions",
            InsClass::Integer => "integer arithmetic",
            InsClass::Conversion => "conversions",
            InsClass::Comparison => "comparisons and predicates",
            InsClass::Branch => "branches and jumps",
            InsClass::Exchange => "shuffles and votes",
            InsClass::Barrier => "barriers and fences",
            InsClass::Move => "moves and addresses",
            InsClass::Other => "other",
        }
    }
}

/// The class of an instruction that is issued.
pub fn class(ins: &Ins) -> Option<InsClass> {
    let price = cost(ins);
    let arithmetic = |unit| match unit {
        Unit::Half => InsClass::Half,
        Unit::Single => InsClass::Float,
        Unit::Double => InsClass::Double,
        _ => InsClass::Tensor,
    };
    price.issued.then(|| match ins {
        Ins::Ld { .. } | Ins::Ld64 { .. } => InsClass::Load,
        Ins::St { .. } | Ins::St64 { .. } => InsClass::Store,
        Ins::Atom { .. } | Ins::Atom64 { .. } => InsClass::Atomic,
        Ins::Mma { .. } | Ins::Mma64 { .. } => InsClass::Tensor,
        _ if price.shuffle || price.vote => InsClass::Exchange,
        Ins::Bar
        | Ins::BarRed { .. }
        | Ins::NamedBar { .. }
        | Ins::GridBar
        | Ins::SyncWarp { .. }
        | Ins::Fence { .. } => InsClass::Barrier,
        Ins::If { .. }
        | Ins::LoopTest { .. }
        | Ins::Leave { .. }
        | Ins::Continue { .. }
        | Ins::Return
        | Ins::Call { .. }
        | Ins::CallPointer { .. } => InsClass::Branch,
        _ if ins.compares() => InsClass::Comparison,
        Ins::Mov { .. }
        | Ins::Mov64 { .. }
        | Ins::MovP { .. }
        | Ins::Special { .. }
        | Ins::Pack { .. }
        | Ins::Widen {
            op: Widen::S32 | Widen::U32,
            ..
        }
        | Ins::Narrow {
            op: Narrow::Lo | Narrow::Hi,
            ..
        }
        | Ins::SharedAddr { .. }
        | Ins::LocalAddr { .. }
        | Ins::GlobalAddr { .. }
        | Ins::ToShared { .. }
        | Ins::FromShared { .. }
        | Ins::FuncAddr { .. } => InsClass::Move,
        Ins::Cvt32 {
            op: Cvt32::S8 | Cvt32::U8 | Cvt32::S16 | Cvt32::U16,
            ..
        } => InsClass::Integer,
        Ins::Cvt32 { .. } | Ins::Cvt64 { .. } | Ins::Widen { .. } | Ins::Narrow { .. } => {
            InsClass::Conversion
        }
        _ if price.flops > 0 => arithmetic(price.unit),
        _ if price.special > 0 => InsClass::Special,
        _ if price.int_ops > 0 => InsClass::Integer,
        Ins::Intrinsic { .. } | Ins::Intrinsic64 { .. } => InsClass::Conversion,
        Ins::Un32 { .. } | Ins::Bin32 { .. } => arithmetic(Unit::Single),
        Ins::Un64 { .. } | Ins::Bin64 { .. } => arithmetic(Unit::Double),
        _ => InsClass::Other,
    })
}
