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
pub enum Class {
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

impl Class {
    /// All of them, in the order in which they are told.
    pub const ALL: [Class; 16] = [
        Class::Load,
        Class::Store,
        Class::Atomic,
        Class::Float,
        Class::Double,
        Class::Half,
        Class::Tensor,
        Class::Special,
        Class::Integer,
        Class::Conversion,
        Class::Comparison,
        Class::Branch,
        Class::Exchange,
        Class::Barrier,
        Class::Move,
        Class::Other,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Class::Load => "loads",
            Class::Store => "stores",
            Class::Atomic => "atomics",
            Class::Float => "float arithmetic",
            Class::Double => "double arithmetic",
            Class::Half => "half arithmetic",
            Class::Tensor => "matrix products",
            Class::Special => "special functions",
            Class::Integer => "integer arithmetic",
            Class::Conversion => "conversions",
            Class::Comparison => "comparisons and predicates",
            Class::Branch => "branches and jumps",
            Class::Exchange => "shuffles and votes",
            Class::Barrier => "barriers and fences",
            Class::Move => "moves and addresses",
            Class::Other => "other",
        }
    }
}

/// The class of an instruction that is issued.
pub fn class(ins: &Ins) -> Option<Class> {
    let price = cost(ins);
    let arithmetic = |unit| match unit {
        Unit::Half => Class::Half,
        Unit::Single => Class::Float,
        Unit::Double => Class::Double,
        _ => Class::Tensor,
    };
    price.issued.then(|| match ins {
        Ins::Ld { .. } | Ins::Ld64 { .. } => Class::Load,
        Ins::St { .. } | Ins::St64 { .. } => Class::Store,
        Ins::Atom { .. } | Ins::Atom64 { .. } => Class::Atomic,
        Ins::Mma { .. } | Ins::Mma64 { .. } => Class::Tensor,
        _ if price.shuffle || price.vote => Class::Exchange,
        Ins::Bar
        | Ins::BarRed { .. }
        | Ins::NamedBar { .. }
        | Ins::GridBar
        | Ins::SyncWarp { .. }
        | Ins::Fence { .. } => Class::Barrier,
        Ins::If { .. }
        | Ins::LoopTest { .. }
        | Ins::Leave { .. }
        | Ins::Continue { .. }
        | Ins::Return
        | Ins::Call { .. }
        | Ins::CallPointer { .. } => Class::Branch,
        _ if ins.compares() => Class::Comparison,
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
        | Ins::FuncAddr { .. } => Class::Move,
        Ins::Cvt32 {
            op: Cvt32::S8 | Cvt32::U8 | Cvt32::S16 | Cvt32::U16,
            ..
        } => Class::Integer,
        Ins::Cvt32 { .. } | Ins::Cvt64 { .. } | Ins::Widen { .. } | Ins::Narrow { .. } => {
            Class::Conversion
        }
        _ if price.flops > 0 => arithmetic(price.unit),
        _ if price.special > 0 => Class::Special,
        _ if price.int_ops > 0 => Class::Integer,
        Ins::Intrinsic { .. } | Ins::Intrinsic64 { .. } => Class::Conversion,
        Ins::Un32 { .. } | Ins::Bin32 { .. } => arithmetic(Unit::Single),
        Ins::Un64 { .. } | Ins::Bin64 { .. } => arithmetic(Unit::Double),
        _ => Class::Other,
    })
}
