//! What the processor at hand can do, found at run time, and the loops built for each.
//!
//! A level and a gang's registers, or what a probe remembers, go in; they come out changed, with the same bits on every level. The rule: this is the one
//! place with `unsafe` code. A function that is built for instructions which not every processor has is called only
//! with the level that [`Level::here`] gave after it had asked the processor; beyond that such a call needs nothing. In WebAssembly it is an index
//! of the table that is called a function (`fuse`).
#![allow(
    unsafe_code,
    reason = "a call of a function built for more instructions than the rest of the program, or made while it runs"
)]

use super::file::{Active, File, WARPS};
use super::follow;
use super::place::{self, AddressPattern, Reach};
use super::plain;
#[cfg(target_arch = "x86_64")]
use super::rows::At;
#[cfg(target_arch = "x86_64")]
use super::sums::work;
use super::sums::work::{Room, Work};
use super::words::{self, Words};
use crate::probe::race::shade::{Me, Shade};
#[cfg(target_arch = "x86_64")]
use crate::vm::alu;
#[cfg(target_arch = "wasm32")]
use crate::vm::fused::{self, Fma};
#[cfg(target_arch = "x86_64")]
use crate::vm::lanes::ScaledIndex;
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::LaneMask;
use crate::vm::mem::{self, Group, Region};
use crate::vm::warp::Warp;
use cuda_ir::{D, Ins, R};
use std::sync::OnceLock;

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
    ($name:ident, $how:meta, $compute:path $(, $sums:ident)?) => {
        mod $name {
            use super::*;

            #[$how]
            pub fn compute(file: &mut File, ins: &Ins) -> bool {
                $compute(file, ins)
            }

            $(
                #[$how]
                pub fn $sums(work: &mut Work<'_>, room: &mut Room) {
                    work::run(work, room)
                }
            )?

            #[$how]
            pub fn lie_all(
                rows: &[Lanes32],
                lie: &AddressPattern,
                active: &Active,
                groups: &mut [Group; WARPS],
            ) -> bool {
                place::lie_all(rows, lie, active, groups)
            }

            #[$how]
            pub fn locate(
                region: Option<Region>,
                addresses: &Lanes64,
                mask: LaneMask,
                bytes: u32,
            ) -> Option<Group> {
                mem::locate(region, addresses, mask, bytes)
            }

            #[$how]
            pub fn load_words(file: &mut File, reach: &Reach, dst: R, words: Words<'_>) {
                words::load_rows(file, reach, dst, words)
            }

            #[$how]
            pub fn load_doubles(file: &mut File, reach: &Reach, to: (D, u32), bytes: &[u8]) {
                words::load_doubles(file, reach, to, bytes)
            }

            #[$how]
            pub fn load_local(file: &mut File, reach: &Reach, dst: R, warps: &[Warp]) {
                words::load_own(file, reach, dst, warps)
            }

            #[$how]
            pub fn read_row(shade: &mut Shade, from: usize, threads: &[u32], me: &Me) -> bool {
                shade.read_row(from, threads, me)
            }

            #[$how]
            pub fn write_row(shade: &mut Shade, from: usize, threads: &[u32], me: &Me) -> bool {
                shade.write_row(from, threads, me)
            }

            #[$how]
            pub fn is_moved(from: &Lanes32, to: &Lanes32, by: u32) -> bool {
                super::is_moved(from, to, by)
            }

            #[$how]
            pub fn distances_follow(rows: &[Lanes32], masks: &[u32], rule: (u32, u32)) -> bool {
                follow::distances(rows, masks, rule)
            }

            #[$how]
            pub fn addresses_follow(rows: &[Lanes64], masks: &[u32], rule: (u64, u64)) -> bool {
                follow::addresses(rows, masks, rule)
            }

            #[$how]
            pub fn greatest(rows: &[Lanes32]) -> u32 {
                super::greatest(rows)
            }

            #[$how]
            pub fn words_written(written: &[u8], at: &Lanes32, bytes: u32) -> bool {
                mem::words_written(written, at, bytes)
            }

            #[$how]
            pub fn put_values(file: &mut File, dst: R, alike: bool, values: &[u32; WARPS]) {
                words::put_values(file, dst, alike, values)
            }

            #[$how]
            pub fn put_rows(file: &mut File, dst: R, alike: bool, rows: &[&Lanes32; WARPS]) {
                words::put_rows(file, dst, alike, rows)
            }

            #[$how]
            pub fn store_rows(file: &File, reach: &Reach, src: R, words: &mut [[u8; 4]]) {
                words::store_rows(file, reach, src, words)
            }

            #[$how]
            pub fn store_doubles(file: &File, reach: &Reach, src: D, bytes: &mut [u8]) {
                words::store_doubles(file, reach, src, bytes)
            }

            #[$how]
            pub fn store_local(file: &File, word: usize, src: R, warps: &mut [Warp]) {
                words::store_own(file, word, src, warps)
            }

            #[$how]
            pub fn store_words(group: &Group, values: &Lanes32, words: &mut [[u8; 4]]) {
                words::scatter(group, values, words)
            }
        }
    };
}

built_for!(base, inline(never), plain::compute);
#[cfg(target_arch = "x86_64")]
built_for!(
    avx2,
    target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,popcnt"),
    super::compute::<1>,
    sum_up
);
// A development build is made in minutes, and leaves out the widest: its processor takes the ones of 256 bits, with the same bits.
#[cfg(all(target_arch = "x86_64", debug_assertions))]
use avx2 as avx512;
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
built_for!(
    avx512,
    target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512cd,avx2,fma,bmi1,bmi2,f16c,lzcnt,popcnt"
    ),
    super::compute::<2>,
    sum_up
);

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn compute<const LEVEL: u8>(file: &mut File, ins: &Ins) -> bool {
    if let Ins::Index {
        dst,
        base,
        index,
        scale,
        signed,
    } = *ins
    {
        let scaled = ScaledIndex {
            base,
            index,
            scale,
            signed,
        };
        if file.index_distances(dst, scaled) {
            return true;
        }
    }
    alu::compute::<At<LEVEL>, true>(&mut At(file), ins, ())
}

#[inline(always)]
fn is_moved(from: &Lanes32, to: &Lanes32, by: u32) -> bool {
    let mut differ = 0;
    for i in 0..from.len() {
        differ |= from[i].wrapping_add(by) ^ to[i];
    }
    differ == 0
}

#[inline(always)]
fn greatest(rows: &[Lanes32]) -> u32 {
    let (mut least, mut most) = (0, 0);
    for x in rows.as_flattened() {
        least = least.min(*x as i32);
        most = most.max(*x as i32);
    }
    most.max(!least) as u32
}

/// Takes the function at an index of the module's table as the fused multiply-add, if it gives the bits that it should; see [`fused::offer`].
#[cfg(target_arch = "wasm32")]
pub fn fuse(index: usize) -> bool {
    if index == 0 {
        return false;
    }
    // SAFETY: in WebAssembly a function is an index of the table, 0 is none, and a call of one with another signature ends the program as a trap.
    // What the host put there is made of the bytes of `fused::module`, which touch what the parameters say and no more.
    fused::offer(unsafe { std::mem::transmute::<usize, Fma>(index) })
}

impl Level {
    /// Whether this processor may have more than every one of its target. Where none has, what only these do is not built.
    pub const MAY_BE_BETTER: bool = cfg!(target_arch = "x86_64");

    /// The best that this processor has.
    pub fn here() -> Level {
        static HERE: OnceLock<Level> = OnceLock::new();
        *HERE.get_or_init(Level::find)
    }

    fn find() -> Level {
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
            Level::Base => base::compute(file, ins),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::compute(file, ins) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::compute(file, ins) },
        }
    }

    /// What makes rounds of a loop that only adds up; see [`work::run`]. The plainest level has none: where multiply and add are not one
    /// instruction little is gained, and the loops are long to build.
    #[inline]
    pub fn sums(self) -> Option<fn(&mut Work<'_>, &mut Room)> {
        match self {
            Level::Base => None,
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Some(|work, room| unsafe { avx2::sum_up(work, room) }),
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Some(|work, room| unsafe { avx512::sum_up(work, room) }),
        }
    }

    /// Where the lanes of an access lie; see [`place::lie_all`].
    #[inline]
    pub fn lie_all(
        self,
        rows: &[Lanes32],
        lie: &AddressPattern,
        active: &Active,
        groups: &mut [Group; WARPS],
    ) -> bool {
        match self {
            Level::Base => base::lie_all(rows, lie, active, groups),
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
            Level::Base => base::locate(region, addresses, mask, bytes),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::locate(region, addresses, mask, bytes) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::locate(region, addresses, mask, bytes) },
        }
    }

    /// Whether active lanes' distances follow a rule; see [`follow::distances`].
    #[inline]
    pub fn distances_follow(self, rows: &[Lanes32], masks: &[u32], rule: (u32, u32)) -> bool {
        match self {
            Level::Base => base::distances_follow(rows, masks, rule),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::distances_follow(rows, masks, rule) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::distances_follow(rows, masks, rule) },
        }
    }

    /// Whether active lanes' addresses follow a rule; see [`follow::addresses`].
    #[inline]
    pub fn addresses_follow(self, rows: &[Lanes64], masks: &[u32], rule: (u64, u64)) -> bool {
        match self {
            Level::Base => base::addresses_follow(rows, masks, rule),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::addresses_follow(rows, masks, rule) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::addresses_follow(rows, masks, rule) },
        }
    }

    /// Loads a word a lane; see [`words::load_rows`].
    #[inline]
    pub fn load_words(self, file: &mut File, reach: &Reach, dst: R, words: Words<'_>) {
        match self {
            Level::Base => base::load_words(file, reach, dst, words),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::load_words(file, reach, dst, words) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::load_words(file, reach, dst, words) },
        }
    }

    /// Loads 64 bits a lane; see [`words::load_doubles`].
    #[inline]
    pub fn load_doubles(self, file: &mut File, reach: &Reach, to: (D, u32), bytes: &[u8]) {
        match self {
            Level::Base => base::load_doubles(file, reach, to, bytes),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::load_doubles(file, reach, to, bytes) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::load_doubles(file, reach, to, bytes) },
        }
    }

    /// Loads a word a lane from local memory; see [`words::load_own`].
    #[inline]
    pub fn load_local(self, file: &mut File, reach: &Reach, dst: R, warps: &[Warp]) {
        match self {
            Level::Base => base::load_local(file, reach, dst, warps),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::load_local(file, reach, dst, warps) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::load_local(file, reach, dst, warps) },
        }
    }

    /// Writes a register that has a value a warp; see [`words::put_values`].
    #[inline]
    pub fn put_values(self, file: &mut File, dst: R, alike: bool, values: &[u32; WARPS]) {
        match self {
            Level::Base => base::put_values(file, dst, alike, values),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::put_values(file, dst, alike, values) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::put_values(file, dst, alike, values) },
        }
    }

    /// Writes a register from a row of each warp; see [`words::put_rows`].
    #[inline]
    pub fn put_rows(self, file: &mut File, dst: R, alike: bool, rows: &[&Lanes32; WARPS]) {
        match self {
            Level::Base => base::put_rows(file, dst, alike, rows),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::put_rows(file, dst, alike, rows) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::put_rows(file, dst, alike, rows) },
        }
    }

    /// Stores a word a lane of all warps; see [`words::store_rows`].
    #[inline]
    pub fn store_rows(self, file: &File, reach: &Reach, src: R, words: &mut [[u8; 4]]) {
        match self {
            Level::Base => base::store_rows(file, reach, src, words),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::store_rows(file, reach, src, words) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::store_rows(file, reach, src, words) },
        }
    }

    /// Stores 64 bits a lane of all warps; see [`words::store_doubles`].
    #[inline]
    pub fn store_doubles(self, file: &File, reach: &Reach, src: D, bytes: &mut [u8]) {
        match self {
            Level::Base => base::store_doubles(file, reach, src, bytes),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::store_doubles(file, reach, src, bytes) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::store_doubles(file, reach, src, bytes) },
        }
    }

    /// Stores a word a lane to local memory; see [`words::store_own`].
    #[inline]
    pub fn store_local(self, file: &File, word: usize, src: R, warps: &mut [Warp]) {
        match self {
            Level::Base => base::store_local(file, word, src, warps),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::store_local(file, word, src, warps) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::store_local(file, word, src, warps) },
        }
    }

    /// Stores a word a lane; see [`words::scatter`].
    #[inline]
    pub fn store_words(self, group: &Group, values: &Lanes32, words: &mut [[u8; 4]]) {
        match self {
            Level::Base => base::store_words(group, values, words),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::store_words(group, values, words) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::store_words(group, values, words) },
        }
    }

    /// Shows a row of reads to what locations remember; see [`Shade::read_row`].
    #[inline]
    pub fn read_row(self, shade: &mut Shade, from: usize, threads: &[u32], me: &Me) -> bool {
        match self {
            Level::Base => base::read_row(shade, from, threads, me),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::read_row(shade, from, threads, me) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::read_row(shade, from, threads, me) },
        }
    }

    /// Shows a row of writes to what locations remember; see [`Shade::write_row`].
    #[inline]
    pub fn write_row(self, shade: &mut Shade, from: usize, threads: &[u32], me: &Me) -> bool {
        match self {
            Level::Base => base::write_row(shade, from, threads, me),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::write_row(shade, from, threads, me) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::write_row(shade, from, threads, me) },
        }
    }

    /// Whether 32 places are those from before, all moved by so much.
    #[inline]
    pub fn is_moved(self, from: &Lanes32, to: &Lanes32, by: u32) -> bool {
        match self {
            Level::Base => base::is_moved(from, to, by),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::is_moved(from, to, by) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::is_moved(from, to, by) },
        }
    }

    /// The greatest magnitude of these rows, read as `int`; that of a negative number `x` is `!x`.
    #[inline]
    pub fn greatest(self, rows: &[Lanes32]) -> u32 {
        match self {
            Level::Base => base::greatest(rows),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::greatest(rows) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::greatest(rows) },
        }
    }

    /// Whether aligned words of so many bytes at these places are written; see [`mem::words_written`].
    #[inline]
    pub fn words_written(self, written: &[u8], at: &Lanes32, bytes: u32) -> bool {
        match self {
            Level::Base => base::words_written(written, at, bytes),
            // SAFETY: `here` gave this level, so the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::words_written(written, at, bytes) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::words_written(written, at, bytes) },
        }
    }
}
