//! Products, sums, differences and shifts that did not fit 32 bits and became part of an address.
//!
//! **Definition.** A step of [`Indexing`](cuda_ir::Indexing) wraps in a lane where its exact result, the operands read as `int`,
//! lies outside −2³¹ … 2³¹−1; if the index is unsigned, only where besides the exact result of the operands read as
//! `unsigned` lies outside 0 … 2³²−1, so that `i + (-1)` is right either way. It is reported when the lane's access to memory uses the address that was made of it, at
//! both places; a wrap that nothing is accessed by is not. **Cannot see:** a wrap that goes through another variable of
//! several assignments, a remainder, a mask, a shift to the right or memory on its way to the address. **Never wrong:** the element that is
//! reached is not the one that the formula names, in whichever type it is read.

use super::found::{Findings, Words};
use super::scene::Scene;
use crate::report::FindingKind;
use crate::vm::Lanes32;
use crate::vm::mask::{LANES, LaneMask};
use cuda_ir::op::Bin32;
use cuda_ir::{Fits, Ins};

/// How many wraps are kept, of an instruction and a warp each; with more, the oldest is forgotten.
const KEPT: usize = 256;

/// The wraps whose lanes have not computed the same again.
#[derive(Default)]
pub struct Wrap {
    kept: Vec<Wrapped>,
}

/// The lanes of a warp in which an instruction last wrapped.
struct Wrapped {
    flat: usize,
    block: [u32; 3],
    warp: u32,
    ins: Ins,
    lanes: u32,
    read: [Lanes32; 3],
}

impl Wrap {
    /// Whether nothing is kept: then a step that fits changes nothing.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.kept.is_empty()
    }

    /// A step is about to be executed with these operands.
    #[inline]
    pub fn step(&mut self, scene: &Scene<'_>, active: LaneMask, read: [&Lanes32; 3]) {
        let Some(ins) = scene.code().ins.get(scene.pc as usize) else {
            return;
        };
        let either = scene.code().indexing.step(scene.pc) == Some(Fits::Either);
        let mut lanes = 0u32;
        for lane in 0..LANES {
            let read = [read[0][lane], read[1][lane], read[2][lane]];
            lanes |= u32::from(wraps(ins, read, either)) << lane;
        }
        lanes &= active.0;
        if lanes != 0 || !self.kept.is_empty() {
            self.note((scene, *ins), active, lanes, read);
        }
    }

    #[cold]
    fn note(
        &mut self,
        (scene, ins): (&Scene<'_>, Ins),
        active: LaneMask,
        lanes: u32,
        read: [&Lanes32; 3],
    ) {
        let (flat, block, warp) = (scene.flat(), scene.warp.block, scene.warp.index);
        if let Some(known) = self.find(flat, block, warp) {
            known.lanes = known.lanes & !active.0 | lanes;
            for (kept, row) in known.read.iter_mut().zip(read) {
                let new = LaneMask(lanes).lanes();
                new.for_each(|lane| kept[lane] = row[lane]);
            }
            return;
        }
        if lanes != 0 {
            if self.kept.len() >= KEPT {
                self.kept.remove(0);
            }
            self.kept.push(Wrapped {
                flat,
                block,
                warp,
                ins,
                lanes,
                read: read.map(|row| *row),
            });
        }
    }

    fn find(&mut self, flat: usize, block: [u32; 3], warp: u32) -> Option<&mut Wrapped> {
        let here = |w: &&mut Wrapped| (w.flat, w.block, w.warp) == (flat, block, warp);
        self.kept.iter_mut().find(here)
    }

    /// These lanes use the address of an access, soundly or not.
    #[inline]
    pub fn used(&mut self, scene: &Scene<'_>, lanes: LaneMask, found: &mut Findings) {
        if !self.kept.is_empty() {
            self.tell(scene, lanes, found);
        }
    }

    #[cold]
    fn tell(&mut self, scene: &Scene<'_>, lanes: LaneMask, found: &mut Findings) {
        let accesses = &scene.code().indexing.accesses;
        let Ok(at) = accesses.binary_search_by_key(&scene.pc, |(pc, _)| *pc) else {
            return;
        };
        for step in &accesses[at].1 {
            let made = Scene {
                pc: *step,
                ..*scene
            };
            let (block, warp) = (scene.warp.block, scene.warp.index);
            let Some(wrapped) = self.find(made.flat(), block, warp) else {
                continue;
            };
            let lanes = LaneMask(wrapped.lanes & lanes.0);
            if !lanes.is_empty() {
                let spans = (made.at().span, scene.at().span);
                found.note(FindingKind::IndexOverflow, spans, lanes.count(), || {
                    words(wrapped, lanes.lead(), [&made, scene])
                });
            }
        }
    }
}

/// Whether a step certainly fits, if no magnitude of an operand has a bit beyond these: then none is above two to the power of their number.
#[inline]
pub fn fits(ins: &Ins, magnitudes: [u32; 3]) -> bool {
    let [a, b, c] = magnitudes.map(|bits| u32::BITS - bits.leading_zeros());
    match *ins {
        Ins::Bin32 {
            op: Bin32::Add | Bin32::Sub,
            ..
        } => a <= 30 && b <= 30,
        Ins::Bin32 { op: Bin32::Mul, .. } => a + b <= 30,
        Ins::Bin32 { op: Bin32::Shl, .. } => magnitudes[1] <= 31 && a + magnitudes[1] <= 31,
        Ins::Mad { .. } => a + b <= 30 && c <= 30,
        _ => false,
    }
}

/// Whether a step's result fits neither an `int` nor, where that will do, an `unsigned`.
#[inline(always)]
fn wraps(ins: &Ins, read: [u32; 3], either: bool) -> bool {
    let signed = exact(ins, read.map(|bits| i64::from(bits as i32)));
    let fits = signed == i64::from(signed as i32);
    let also = || {
        let whole = exact(ins, read.map(i64::from));
        whole == i64::from(whole as u32)
    };
    !(fits || either && also())
}

/// A step's result, if numbers had no end.
#[inline(always)]
fn exact(ins: &Ins, [a, b, c]: [i64; 3]) -> i64 {
    match *ins {
        Ins::Bin32 { op: Bin32::Add, .. } => a + b,
        Ins::Bin32 { op: Bin32::Sub, .. } => a - b,
        Ins::Bin32 { op: Bin32::Mul, .. } => a.wrapping_mul(b),
        Ins::Bin32 { op: Bin32::Shl, .. } if (0..31).contains(&b) => a << b,
        Ins::Mad { .. } => a.wrapping_mul(b).wrapping_add(c),
        _ => 0,
    }
}

fn formula(ins: &Ins, read: [u32; 3]) -> String {
    let [a, b, c] = read.map(|bits| bits as i32);
    match *ins {
        Ins::Bin32 { op: Bin32::Sub, .. } => format!("{a} - {b}"),
        Ins::Bin32 { op: Bin32::Mul, .. } => format!("{a} * {b}"),
        Ins::Bin32 { op: Bin32::Shl, .. } => format!("{a} << {b}"),
        Ins::Mad { .. } => format!("{a} * {b} + {c}"),
        _ => format!("{a} + {b}"),
    }
}

fn words(wrapped: &Wrapped, lane: usize, [made, used]: [&Scene<'_>; 2]) -> Words {
    let read = [0, 1, 2].map(|k| wrapped.read[k][lane]);
    let exact = exact(&wrapped.ins, read.map(|bits| i64::from(bits as i32)));
    let what = match made.code().indexing.step(made.pc) {
        Some(Fits::Either) => "32 bits",
        _ => "an `int`",
    };
    Words {
        message: format!(
            "an index does not fit {what}: {} is {exact}, and became {}",
            formula(&wrapped.ins, read),
            exact as i32
        ),
        places: vec![
            made.place(lane, "wrapped here"),
            used.place(lane, "index used here"),
        ],
        help: Some(
            "compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`"
                .to_string(),
        ),
    }
}
