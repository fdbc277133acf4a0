//! A gang's registers where nothing is known of the processor: the loops of [`At`], each a function of its own.
//!
//! Registers and an expression go in, a register comes out. The rule: the same bits as on any other level. It is what WebAssembly runs, whose
//! engines allocate registers with less care in a function of tens of thousands of values: one function with all operations in it is 780 KB of machine code,
//! runs slower, and takes a second to compile.

use super::file::File;
use super::rows::At;
use crate::vm::alu;
use crate::vm::lanes::{Lanes32, Lanes64, Lanewise, ScaledIndex};
use cuda_ir::{D, Ins, P, R};

/// A gang's registers, each operation out of line.
pub struct Plain<'a>(&'a mut File);

/// Executes an instruction that only computes; `false` if it is another.
#[inline(always)]
pub fn compute(file: &mut File, ins: &Ins) -> bool {
    index(file, ins) || alu::compute::<Plain, false>(&mut Plain(file), ins, ())
}

#[inline(always)]
fn index(file: &mut File, ins: &Ins) -> bool {
    match *ins {
        Ins::Index {
            dst,
            base,
            index,
            scale,
            signed,
        } => {
            let scaled = ScaledIndex {
                base,
                index,
                scale,
                signed,
            };
            index_distances(file, dst, scaled)
        }
        _ => false,
    }
}

#[inline(never)]
fn index_distances(file: &mut File, dst: D, of: ScaledIndex) -> bool {
    file.index_distances(dst, of)
}

/// Passes an operation on to [`At`], as a function of its own.
macro_rules! out_of_line {
    ($($name:ident$([$($of:tt)+])? ($dst:ty, $from:ty $(, $also:ident: $beside:ty)?) $f:ty;)+) => {
        $(#[inline(never)]
        fn $name$(<$($of)+>)?(&mut self, dst: $dst, $($also: $beside,)? from: $from, (): (), f: $f) {
            At::<0>(self.0).$name(dst, $($also,)? from, (), f);
        })+
    };
}

impl Lanewise for Plain<'_> {
    type Mask = ();

    out_of_line! {
        map32(R, R) impl Fn(u32) -> u32;
        map64(D, D) impl Fn(u64) -> u64;
        rows32[const N: usize](R, [R; N]) impl Fn([&Lanes32; N]) -> Lanes32;
        rows64[const N: usize](D, [D; N]) impl Fn([&Lanes64; N]) -> Lanes64;
        rows_up[const N: usize, const M: usize](D, ([R; N], [D; M])) impl Fn([&Lanes32; N], [&Lanes64; M]) -> Lanes64;
        rows_down(R, D) impl Fn(&Lanes64) -> Lanes32;
        bits32(P, [R; 2]) impl Fn(&Lanes32, &Lanes32) -> u32;
        bits64(P, [D; 2]) impl Fn(&Lanes64, &Lanes64) -> u32;
        preds(P, [P; 2]) impl Fn(u32, u32) -> u32;
        by_pred32(R, [R; 2], cond: P) impl Fn(u32, [&Lanes32; 2]) -> Lanes32;
        by_pred64(D, [D; 2], cond: P) impl Fn(u32, [&Lanes64; 2]) -> Lanes64;
        some32(R, [R; 3]) impl Fn(u32, u32, u32) -> u32;
        some64(D, [D; 3]) impl Fn(u64, u64, u64) -> u64;
    }

    #[inline(never)]
    fn zip32(&mut self, dst: R, a: R, b: R, (): (), f: impl Fn(u32, u32) -> u32) {
        At::<0>(self.0).zip32(dst, a, b, (), f);
    }

    #[inline(never)]
    fn zip64(&mut self, dst: D, a: D, b: D, (): (), f: impl Fn(u64, u64) -> u64) {
        At::<0>(self.0).zip64(dst, a, b, (), f);
    }
}
