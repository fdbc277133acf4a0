//! The set of lanes that an instruction is executed for.
//!
//! Bit `i` is lane `i`. A set is a plain number in a newtype, so that it is never mistaken for a register's value.

use std::fmt;

/// How many lanes a warp has.
pub const LANES: usize = 32;

/// A set of a warp's lanes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct LaneMask(pub u32);

impl LaneMask {
    /// No lane.
    pub const NONE: LaneMask = LaneMask(0);
    /// All 32 lanes.
    pub const FULL: LaneMask = LaneMask(u32::MAX);

    /// The first `n` lanes.
    pub fn first_n(n: u32) -> LaneMask {
        LaneMask(if n >= 32 { u32::MAX } else { (1 << n) - 1 })
    }

    /// The set with only this lane.
    pub fn only(lane: usize) -> LaneMask {
        LaneMask(1 << (lane & 31))
    }

    /// Whether no lane is in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all 32 lanes are in it.
    #[inline(always)]
    pub fn is_full(self) -> bool {
        self.0 == u32::MAX
    }

    /// Whether this lane is in it.
    #[inline(always)]
    pub fn has(self, lane: usize) -> bool {
        self.0 >> (lane & 31) & 1 != 0
    }

    /// How many lanes are in it.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest lane; 0 for the empty set.
    #[inline(always)]
    pub fn lead(self) -> usize {
        (self.0.trailing_zeros() & 31) as usize
    }

    /// In both.
    #[inline(always)]
    pub fn and(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & other.0)
    }

    /// In either.
    #[inline(always)]
    pub fn or(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 | other.0)
    }

    /// In this one, not in the other.
    #[inline(always)]
    pub fn without(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & !other.0)
    }

    /// Its lanes, lowest first.
    #[inline(always)]
    pub fn lanes(self) -> Lanes {
        Lanes(self.0)
    }
}

impl fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

/// The lanes of a set, lowest first.
pub struct Lanes(u32);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}
