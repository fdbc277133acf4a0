//! A warp's lanes among themselves, for all warps of a gang at once, where nothing can be wrong with it.
//!
//! A shuffle, vote or reduction goes in; a register comes out. The rule: only whole warps whose mask names all lanes are looked at here;
//! every other case is [`shuffle`](crate::vm::shuffle)'s, warp by warp, which finds what is wrong.

use super::Gang;
use super::file::File;
use crate::vm::lanes::each;
use crate::vm::mask::LANES;
use crate::vm::shuffle::{reduce, source};
use cuda_ir::op::VoteOp;
use cuda_ir::{Ins, R};

impl Gang {
    /// Executes an exchange between lanes; `false` if it must be looked at warp by warp.
    #[inline(never)]
    pub fn exchange(&mut self, ins: &Ins, watched: bool) -> bool {
        let file = &mut self.file;
        match *ins {
            Ins::Shfl {
                op,
                dst,
                src,
                lane,
                width,
                member,
            } if whole(file, member) => {
                let shared = [src, lane, width].iter().all(|r| file.shares32(*r));
                file.put32(dst, shared, |g, w| {
                    let (value, arg, width) =
                        (g.row32(src, w), g.row32(lane, w), g.row32(width, w));
                    each(|i| value[source(op, i, arg[i], width[i]) & (LANES - 1)])
                });
            }
            Ins::Vote {
                op,
                dst,
                src,
                member,
            } if whole(file, member) => file.put_bits(dst, false, |g, w| {
                let bits = g.pred(src)[w];
                let yes = match op {
                    VoteOp::Any => bits != 0,
                    VoteOp::All => bits == u32::MAX,
                    VoteOp::Uni => bits == 0 || bits == u32::MAX,
                };
                if yes { u32::MAX } else { 0 }
            }),
            Ins::Ballot { dst, src, member } if whole(file, member) => {
                file.put32(dst, false, |g, w| [g.pred(src)[w]; LANES]);
            }
            Ins::Redux {
                op,
                dst,
                src,
                member,
            } if whole(file, member) => {
                let shared = file.shares32(src);
                file.put32(dst, shared, |g, w| {
                    let row = g.row32(src, w);
                    let sum = row[1..].iter().fold(row[0], |a, b| reduce(op, a, *b));
                    [sum; LANES]
                });
            }
            Ins::SyncWarp { member } => return !watched && whole(file, member),
            _ => return false,
        }
        true
    }
}

/// Whether every warp here is whole, and all its lanes name all.
fn whole(file: &File, member: R) -> bool {
    let active = &file.active;
    (active.from..active.to).all(|w| match active.masks[w] {
        0 => true,
        u32::MAX => *file.row32(member, w) == [u32::MAX; LANES],
        _ => false,
    })
}
