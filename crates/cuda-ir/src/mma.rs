//! The tensor cores' products: which shapes and types there are, and how many registers each operand takes.
//!
//! The rule: PTX's `mma.sync` with A by rows and B by columns; `vm::mma` says where each element is.

/// What an element is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "PTX's names")]
pub enum MmaType {
    F16,
    Bf16,
    Tf32,
    S8,
    U8,
    E4m3,
    E5m2,
    F32,
    F64,
    S32,
}

impl MmaType {
    /// How many elements share a 32-bit register.
    pub const fn to_a_register(self) -> usize {
        match self {
            MmaType::F16 | MmaType::Bf16 => 2,
            MmaType::S8 | MmaType::U8 | MmaType::E4m3 | MmaType::E5m2 => 4,
            _ => 1,
        }
    }
}

/// A product: `d[m][n] = a[m][k] * b[k][n] + c[m][n]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MmaKind {
    /// Rows.
    pub m: u8,
    /// Columns.
    pub n: u8,
    /// What is summed over.
    pub k: u8,
    /// What A has.
    pub from: MmaType,
    /// What B has: the same, or the other sign of bytes.
    pub other: MmaType,
    /// What C and D have.
    pub to: MmaType,
}

impl MmaKind {
    /// Registers of A.
    pub const fn a(self) -> usize {
        self.m as usize * self.k as usize / 32 / self.from.to_a_register()
    }

    /// Registers of B.
    pub const fn b(self) -> usize {
        self.n as usize * self.k as usize / 32 / self.from.to_a_register()
    }

    /// Registers of C, and of D.
    pub const fn c(self) -> usize {
        self.m as usize * self.n as usize / 32 / self.to.to_a_register()
    }

    /// Whether PTX has it.
    pub fn is_known(self) -> bool {
        use MmaType::*;
        match (self.m, self.n, self.k, self.from) {
            (16, 8, 8 | 16, F16) => matches!(self.to, F16 | F32),
            (16, 8, 8 | 16, Bf16) | (16, 8, 4 | 8, Tf32) => self.to == F32,
            (16, 8, 16 | 32, S8 | U8) | (8, 8, 16, S8 | U8) => self.to == S32,
            (16, 8, 32, E4m3 | E5m2) => self.to == F32,
            (8, 8, 4, F64) => self.to == F64,
            _ => false,
        }
    }
}
