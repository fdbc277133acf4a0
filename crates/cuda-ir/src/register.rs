//! Registers of any kind, sets of them, and which of them the steps of an address read.

use crate::op::Bin32;
use crate::{D, Ins, P, R};

/// A register of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reg {
    /// 32 bits.
    R(R),
    /// 64 bits.
    D(D),
    /// A predicate.
    P(P),
}

/// The kinds of registers, as indices into arrays of three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterKind {
    /// 32 bits.
    R = 0,
    /// 64 bits.
    D = 1,
    /// A predicate.
    P = 2,
}

impl Reg {
    /// The register of a kind and a number.
    #[inline]
    pub fn new(kind: RegisterKind, number: u16) -> Reg {
        match kind {
            RegisterKind::R => Reg::R(R(number)),
            RegisterKind::D => Reg::D(D(number)),
            RegisterKind::P => Reg::P(P(number)),
        }
    }

    /// The register so many after this one, which a load of several words writes too.
    pub fn after(self, k: u16) -> Reg {
        match self {
            Reg::R(r) => Reg::R(R(r.0 + k)),
            Reg::D(d) => Reg::D(D(d.0 + k)),
            other => other,
        }
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> RegisterKind {
        match self {
            Reg::R(_) => RegisterKind::R,
            Reg::D(_) => RegisterKind::D,
            Reg::P(_) => RegisterKind::P,
        }
    }

    /// Its number among those of its kind.
    #[inline]
    pub fn number(self) -> u16 {
        match self {
            Reg::R(r) => r.0,
            Reg::D(d) => d.0,
            Reg::P(p) => p.0,
        }
    }

    /// The register, if it is a 64-bit one.
    pub fn wide(self) -> Option<D> {
        match self {
            Reg::D(d) => Some(d),
            _ => None,
        }
    }

    /// The register as 32-bit; register 0 where the tree broke its promise (the verifier then says so).
    pub fn r(self) -> R {
        match self {
            Reg::R(r) => r,
            _ => R(u16::MAX),
        }
    }

    /// As 64-bit.
    pub fn d(self) -> D {
        match self {
            Reg::D(d) => d,
            _ => D(u16::MAX),
        }
    }

    /// As predicate.
    pub fn p(self) -> P {
        match self {
            Reg::P(p) => p,
            _ => P(u16::MAX),
        }
    }
}

/// A set of registers.
#[derive(Clone, PartialEq)]
pub struct RegisterSet(Vec<u64>);

impl RegisterSet {
    /// An empty set of so many registers, of all kinds together.
    pub fn new(registers: usize) -> RegisterSet {
        RegisterSet(vec![0; registers.div_ceil(64)])
    }

    /// In how many words it is kept.
    pub fn words(&self) -> usize {
        self.0.len()
    }

    /// Takes all out.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Puts one in.
    #[inline]
    pub fn add(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    /// Whether it is in.
    #[inline]
    pub fn has(&self, at: usize) -> bool {
        let word = self.0.get(at / 64);
        word.is_some_and(|word| word >> (at % 64) & 1 != 0)
    }

    /// Puts those of another in.
    #[inline]
    pub fn join(&mut self, other: &RegisterSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// What a step reads, if the instruction is one; where there are two sources, the second twice.
#[inline]
pub fn step_reads(ins: &Ins) -> Option<[R; 3]> {
    match *ins {
        Ins::Bin32 {
            op: Bin32::Add | Bin32::Sub | Bin32::Mul | Bin32::Shl,
            a,
            b,
            ..
        } => Some([a, b, b]),
        Ins::Mad { a, b, c, .. } => Some([a, b, c]),
        _ => None,
    }
}
