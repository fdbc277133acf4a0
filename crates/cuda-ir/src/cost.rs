//! What one instruction costs: whether it is issued, and the operations a lane does in it.
//!
//! An instruction goes in, its [`Cost`] comes out. The rule: floating-point operations are what Nsight Compute counts as such,
//! additions, products and fused multiply-adds; a maximum or a rounding is none. Markers that only say where lanes meet are not issued and
//! not counted; everything else is one instruction. `probe::count` multiplies by lanes.

use super::Ins;
use super::intrinsic::Intrinsic;
use super::mma::{MmaKind, MmaType};
use super::op::{Bin32, Bin64, CopyStep, Cvt32, Cvt64, MathFn, Narrow, Un32, Un64, Widen};

/// What does floating-point operations: a device has a peak for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// `__half` and `__nv_bfloat16`.
    Half,
    /// `float`.
    #[default]
    Single,
    /// `double`.
    Double,
    /// Matrix units, on `__half` with sums in `float`, and on `__nv_bfloat16`.
    Tensor,
    /// The same with sums in `__half`.
    TensorHalf,
    /// On `float` cut to 19 bits.
    TensorTf32,
    /// On 8-bit floats.
    TensorFp8,
    /// On 8-bit integers: no floating-point operations.
    TensorInt8,
    /// On `double`.
    TensorDouble,
}

impl Unit {
    /// What multiplies matrices of a kind.
    fn of(kind: MmaKind) -> Unit {
        match (kind.from, kind.to) {
            (MmaType::F16, MmaType::F16) => Unit::TensorHalf,
            (MmaType::Tf32 | MmaType::F32, _) => Unit::TensorTf32,
            (MmaType::S8 | MmaType::U8 | MmaType::S32, _) => Unit::TensorInt8,
            (MmaType::E4m3 | MmaType::E5m2, _) => Unit::TensorFp8,
            (MmaType::F64, _) => Unit::TensorDouble,
            (MmaType::F16 | MmaType::Bf16, _) => Unit::Tensor,
        }
    }
}

/// The price of an instruction for one lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Whether it counts as an instruction at all.
    pub issued: bool,
    /// Floating-point operations: 1, or 2 for a fused multiply-add.
    pub flops: u16,
    /// What they are done on.
    pub unit: Unit,
    /// Divisions, roots, transcendental functions; `unit` says on what.
    pub special: u8,
    /// Whether it is one of the approximations that CUDA names `__sinf`, `__expf`, `__fdividef` and so on.
    pub fast: bool,
    /// Integer operations.
    pub int_ops: u8,
    /// Whether it is an integer dot product.
    pub dot: bool,
    /// Whether it is a shuffle.
    pub shuffle: bool,
    /// Whether it is a vote, match or warp reduction.
    pub vote: bool,
}

const FREE: Cost = Cost {
    issued: false,
    flops: 0,
    unit: Unit::Single,
    special: 0,
    fast: false,
    int_ops: 0,
    dot: false,
    shuffle: false,
    vote: false,
};
const PLAIN: Cost = Cost {
    issued: true,
    ..FREE
};
const FLOP: Cost = Cost { flops: 1, ..PLAIN };
const DOUBLE: Cost = Cost {
    unit: Unit::Double,
    ..FLOP
};
const HALF: Cost = Cost {
    unit: Unit::Half,
    ..FLOP
};
const SPECIAL: Cost = Cost {
    special: 1,
    ..PLAIN
};
const SPECIAL_DOUBLE: Cost = Cost {
    unit: Unit::Double,
    ..SPECIAL
};
const FAST: Cost = Cost {
    fast: true,
    ..SPECIAL
};
const INT: Cost = Cost {
    int_ops: 1,
    ..PLAIN
};

/// The price of `ins`.
pub fn cost(ins: &Ins) -> Cost {
    match ins {
        Ins::Mov { .. } | Ins::Mov64 { .. } | Ins::MovP { .. } | Ins::Special { .. } => PLAIN,
        Ins::Bin32 { op, .. } => bin32(*op),
        Ins::Bin64 { op, .. } => bin64(*op),
        Ins::Un32 { op, .. } => un32(*op),
        Ins::Un64 { op, .. } => un64(*op),
        Ins::Fma { .. } => Cost { flops: 2, ..FLOP },
        Ins::Fma64 { .. } => Cost { flops: 2, ..DOUBLE },
        Ins::Mad { .. } | Ins::Index { .. } => Cost {
            int_ops: 2,
            ..PLAIN
        },
        Ins::Math { f, .. } => math(*f),
        Ins::Math64 { .. } => SPECIAL_DOUBLE,
        Ins::Intrinsic { op, .. } => intrinsic(*op, FLOP),
        Ins::Intrinsic64 { op, .. } => intrinsic(*op, DOUBLE),
        Ins::Count64 { .. } | Ins::Pack { .. } => INT,
        Ins::Cvt32 { op, .. } => {
            if matches!(op, Cvt32::S8 | Cvt32::U8 | Cvt32::S16 | Cvt32::U16) {
                INT
            } else {
                PLAIN
            }
        }
        Ins::Widen { op, .. } => widen(*op),
        Ins::Narrow { op, .. } => {
            if matches!(op, Narrow::Lo | Narrow::Hi) {
                INT
            } else {
                PLAIN
            }
        }
        Ins::Cvt64 {
            op: Cvt64::S64ToF64 | Cvt64::U64ToF64 | Cvt64::F64ToS64(_) | Cvt64::F64ToU64(_),
            ..
        } => PLAIN,
        Ins::Cmp32 { .. } | Ins::Cmp64 { .. } | Ins::Class { .. } | Ins::Class64 { .. } => PLAIN,
        Ins::Pred { .. }
        | Ins::PredNot { .. }
        | Ins::PredConst { .. }
        | Ins::FromPred { .. }
        | Ins::ToPred { .. } => PLAIN,
        Ins::Select { .. } | Ins::Select64 { .. } | Ins::If { .. } | Ins::LoopTest { .. } => PLAIN,
        Ins::Else { .. }
        | Ins::EndIf
        | Ins::Block { .. }
        | Ins::EndBlock
        | Ins::Loop { .. }
        | Ins::LoopStep
        | Ins::EndLoop => FREE,
        Ins::Leave { .. }
        | Ins::Continue { .. }
        | Ins::Return
        | Ins::Call { .. }
        | Ins::CallPointer { .. }
        | Ins::FuncAddr { .. }
        | Ins::Sys { .. }
        | Ins::Print { .. }
        | Ins::Trap { .. } => PLAIN,
        Ins::SharedAddr { .. } | Ins::LocalAddr { .. } | Ins::GlobalAddr { .. } => PLAIN,
        Ins::Ld { .. }
        | Ins::St { .. }
        | Ins::Ld64 { .. }
        | Ins::St64 { .. }
        | Ins::Atom { .. }
        | Ins::Atom64 { .. } => PLAIN,
        Ins::Shfl { .. } => Cost {
            shuffle: true,
            ..PLAIN
        },
        Ins::Vote { .. }
        | Ins::Ballot { .. }
        | Ins::ActiveMask { .. }
        | Ins::MatchAny { .. }
        | Ins::Redux { .. } => Cost {
            vote: true,
            ..PLAIN
        },
        Ins::Mma { kind, .. } => Cost {
            flops: u16::from(kind.m) * u16::from(kind.n) * u16::from(kind.k) / 16,
            unit: Unit::of(*kind),
            ..PLAIN
        },
        Ins::Mma64 { .. } => Cost {
            flops: 16,
            unit: Unit::TensorDouble,
            ..PLAIN
        },
        Ins::ToShared { .. } | Ins::FromShared { .. } | Ins::GridBar => PLAIN,
        Ins::Copies { step, .. } => copies(*step),
        Ins::SyncWarp { .. } | Ins::Bar | Ins::BarRed { .. } => PLAIN,
        Ins::NamedBar { .. } | Ins::Fence { .. } => PLAIN,
    }
}

/// To twice the bits: a sign or zeros is integer work.
fn widen(op: Widen) -> Cost {
    match op {
        Widen::S32 | Widen::U32 => INT,
        _ => PLAIN,
    }
}

/// What describes a copy is none; to commit and to wait are instructions of their own.
fn copies(step: CopyStep) -> Cost {
    match step {
        CopyStep::Commit | CopyStep::Wait | CopyStep::WaitAll => PLAIN,
        _ => FREE,
    }
}

fn bin32(op: Bin32) -> Cost {
    match op {
        Bin32::FAdd | Bin32::FSub | Bin32::FMul | Bin32::FDim => FLOP,
        Bin32::FDiv | Bin32::FRem | Bin32::FPow | Bin32::FAtan2 | Bin32::FHypot => SPECIAL,
        Bin32::FastDiv | Bin32::FastPow => FAST,
        Bin32::FMin | Bin32::FMax | Bin32::FCopySign => PLAIN,
        _ => INT,
    }
}

fn bin64(op: Bin64) -> Cost {
    match op {
        Bin64::FAdd | Bin64::FSub | Bin64::FMul | Bin64::FDim => DOUBLE,
        Bin64::FDiv | Bin64::FRem | Bin64::FPow | Bin64::FAtan2 | Bin64::FHypot => SPECIAL_DOUBLE,
        Bin64::FMin | Bin64::FMax | Bin64::FCopySign => PLAIN,
        _ => INT,
    }
}

fn un32(op: Un32) -> Cost {
    match op {
        Un32::Neg | Un32::Not | Un32::Abs | Un32::Clz | Un32::Ffs | Un32::Popc | Un32::Brev => INT,
        Un32::Saturate => FLOP,
        Un32::Floor | Un32::Ceil | Un32::Trunc | Un32::Round | Un32::Rint => PLAIN,
        Un32::FNeg | Un32::FAbs => PLAIN,
    }
}

fn un64(op: Un64) -> Cost {
    match op {
        Un64::Neg | Un64::Not | Un64::Abs | Un64::Brev => INT,
        Un64::Floor | Un64::Ceil | Un64::Trunc | Un64::Round | Un64::Rint => PLAIN,
        Un64::FNeg | Un64::FAbs => PLAIN,
    }
}

/// Every function is one special operation; what the device spends on it besides is not counted.
fn math(f: MathFn) -> Cost {
    use MathFn::{FastCos, FastExp, FastExp10, FastLog, FastLog2, FastLog10, FastSin, FastTan};
    match f {
        FastExp | FastExp10 | FastLog | FastLog2 | FastLog10 | FastSin | FastCos | FastTan => FAST,
        _ => SPECIAL,
    }
}

/// The price, where one operation rounded as asked costs `flop`.
fn intrinsic(op: Intrinsic, flop: Cost) -> Cost {
    use Intrinsic::*;
    match op {
        ToHalf(_) | DoubleToHalf(_) | FromHalf | ToBfloat(_) | DoubleToBfloat(_) | FromBfloat => {
            PLAIN
        }
        ToFp8 | FromFp8 | Tf32 | IsSpace(_) | S64ToFloat(_) | U64ToFloat(_) | S64ToDouble(_) => {
            PLAIN
        }
        U64ToDouble(_) | DoubleToFloat(_) => PLAIN,
        Half(_) | Bfloat(_) => HALF,
        HalfFma | BfloatFma => Cost { flops: 2, ..HALF },
        FmaTo(_) => Cost { flops: 2, ..flop },
        AddTo(_) | SubTo(_) | MulTo(_) => flop,
        BytePerm | FunnelLeftClamp | FunnelRightClamp | Average(..) | Lop3(_) | Bfe(_)
        | BitInsert | Simd(..) => INT,
        Dp4a(..) | Dp2a(..) => Cost {
            int_ops: 2,
            dot: true,
            ..PLAIN
        },
        _ => Cost {
            unit: flop.unit,
            ..SPECIAL
        },
    }
}
