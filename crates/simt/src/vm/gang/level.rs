//! What the processor at hand can do, found at run time, and the loops built for each.
//!
//! A level and a gang's registers go in; the registers come out changed, with the same bits on every level. The rule: this is the one
//! place with `unsafe` code. A function that is built for instructions which not every processor has is called only
//! with the level that [`Level::here`] gave after it had asked the processor; beyond that such a call needs nothing.
#![allow(
    unsafe_code,
    reason = "a call of a function built for more instructions than the rest of the program"
)]

use super::file::{Active, File, WARPS};
use super::memory;
use super::place::{self, Lie, Reach};
use crate::ir::{Ins, R};
use crate::vm::alu;
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::LaneMask;
use crate::vm::mem::{self, Group, Region};

/// A set of vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// What every processor of the target has.
    Base,
    /// 256 bits, with fused multiply-add.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

macro_rules! built_for {
    ($name:ident, $($feature:literal),+) => {
        #[cfg(target_arch = "x86_64")]
        mod $name {
            use super::*;

            $(#[target_feature(enable = $feature)])+
            pub fn compute(file: &mut File, ins: &Ins) -> bool {
                super::compute::<true>(file, ins)
            }

            $(#[target_feature(enable = $feature)])+
            pub fn lie_all(rows: &[Lanes32], lie: &Lie, active: &Active, groups: &mut [Group; WARPS]) -> bool {
                place::lie_all(rows, lie, active, groups)
            }

            $(#[target_feature(enable = $feature)])+
            pub fn locate(region: Option<Region>, addresses: &Lanes64, mask: LaneMask, bytes: u32) -> Option<Group> {
                mem::locate(region, addresses, mask, bytes)
            }

            $(#[target_feature(enable = $feature)])+
            pub fn load_words(file: &mut File, reach: &Reach, dst: R, words: &[[u8; 4]]) {
                memory::load_rows(file, reach, dst, words)
            }

            $(#[target_feature(enable = $feature)])+
            pub fn store_words(group: &Group, values: &Lanes32, words: &mut [[u8; 4]]) {
                memory::scatter(group, values, words)
            }
        }
    };
}

built_for!(
    avx2, "avx2", "fma", "bmi1", "bmi2", "f16c", "lzcnt", "popcnt"
);
built_for!(
    avx512, "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512cd", "avx2", "fma", "bmi1",
    "bmi2", "f16c", "lzcnt", "popcnt"
);

#[inline(always)]
fn compute<const FUSED: bool>(file: &mut File, ins: &Ins) -> bool {
    if let Ins::Index {
        dst,
        base,
        index,
        scale,
        signed,
    } = *ins
        && file.index_apart(dst, base, index, (scale, signed))
    {
        return true;
    }
    alu::compute::<File, FUSED>(file, ins, ())
}

impl Level {
    /// The best that this processor has.
    pub fn here() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let avx2 = has!("avx2")
                && has!("fma")
                && has!("bmi1")
                && has!("bmi2")
                && has!("f16c")
                && has!("lzcnt")
                && has!("popcnt");
            if avx2
                && has!("avx512f")
                && has!("avx512vl")
                && has!("avx512bw")
                && has!("avx512dq")
                && has!("avx512cd")
            {
                return Level::Avx512;
            }
            if avx2 {
                return Level::Avx2;
            }
        }
        Level::Base
    }

    /// Executes an instruction that only computes; `false` if it is another.
    #[inline]
    pub fn compute(self, file: &mut File, ins: &Ins) -> bool {
        match self {
            Level::Base => compute::<false>(file, ins),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::compute(file, ins) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::compute(file, ins) },
        }
    }

    /// Where the lanes of an access lie; see [`place::lie_all`].
    #[inline]
    pub fn lie_all(
        self,
        rows: &[Lanes32],
        lie: &Lie,
        active: &Active,
        groups: &mut [Group; WARPS],
    ) -> bool {
        match self {
            Level::Base => place::lie_all(rows, lie, active, groups),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::lie_all(rows, lie, active, groups) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::lie_all(rows, lie, active, groups) },
        }
    }

    /// Where a warp's addresses lie; see [`mem::locate`].
    #[inline]
    pub fn locate(
        self,
        region: Option<Region>,
        addresses: &Lanes64,
        mask: LaneMask,
        bytes: u32,
    ) -> Option<Group> {
        match self {
            Level::Base => mem::locate(region, addresses, mask, bytes),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::locate(region, addresses, mask, bytes) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::locate(region, addresses, mask, bytes) },
        }
    }

    /// Loads a word a lane; see [`memory::load_rows`].
    #[inline]
    pub fn load_words(self, file: &mut File, reach: &Reach, dst: R, words: &[[u8; 4]]) {
        match self {
            Level::Base => memory::load_rows(file, reach, dst, words),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::load_words(file, reach, dst, words) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::load_words(file, reach, dst, words) },
        }
    }

    /// Stores a word a lane; see [`memory::scatter`].
    #[inline]
    pub fn store_words(self, group: &Group, values: &Lanes32, words: &mut [[u8; 4]]) {
        match self {
            Level::Base => memory::scatter(group, values, words),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::store_words(group, values, words) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::store_words(group, values, words) },
        }
    }
}
