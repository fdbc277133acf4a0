//! Which requests to memory a device's compiler leaves out: those that its code need not repeat, and those whose value nobody wants.
//!
//! Lanes that come to loops and to accesses go in; whether a request is one that is left out comes out. **Definition.** `ir::kept` says of each
//! instruction what is kept of it. Of one that is kept once per loop, a request is left out if all its lanes have made it since they came to the loop.
//! Requests that are left out are seen by every probe that finds, and by none that counts. **Modelled:** what another compiler, or the same
//! with other options, takes out may differ.

use crate::vm::Env;
use crate::vm::mask::LaneMask;
use cuda_ir::kept::Kept;
use std::collections::HashMap;

/// What an instruction is here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    /// It is kept as it is.
    Kept,
    /// An access that is kept once per loop; its number.
    Once(u16),
    /// A loop that has such accesses; its number.
    Loop(u16),
    /// It is not kept.
    Dead,
}

/// How a request is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// As it is.
    Whole,
    /// It repeats one that was counted.
    Again,
    /// Nobody wants what it does.
    Dead,
}

/// By warp of a block: lanes.
type Lanes = [u32; 32];

/// Requests that were left out, of one access.
#[derive(Clone, Copy, Default)]
struct Left {
    issued: u64,
    lanes: u64,
}

/// The accesses that are kept once per loop.
#[derive(Default)]
pub struct Once {
    /// By instruction; empty where everything is kept.
    seats: Vec<Seat>,
    /// By loop: its accesses.
    loops: Vec<Vec<u16>>,
    /// By access: the lanes that have made it.
    made: Vec<Lanes>,
    left: Vec<Left>,
    /// The running block, and what the blocks that are put aside have made.
    block: u64,
    aside: HashMap<u64, Vec<Lanes>>,
}

impl Once {
    /// Of a kernel's code.
    pub fn new(env: &Env<'_>) -> Self {
        let code = &env.kernel.code;
        let mut once = Once::default();
        let accesses = || code.ins.iter().map(|ins| ins.touches_memory());
        let matters = |(kept, touches): (&Kept, bool)| touches && *kept != Kept::Each;
        if !code.kept.iter().zip(accesses()).any(matters) {
            return once;
        }
        once.seats = vec![Seat::Kept; code.ins.len()];
        for ((pc, kept), touches) in code.kept.iter().enumerate().zip(accesses()) {
            match *kept {
                Kept::Never if touches => once.seats[pc] = Seat::Dead,
                Kept::OncePerLoop(open) if touches && once.made.len() < usize::from(u16::MAX) => {
                    once.add(pc, open as usize);
                }
                _ => {}
            }
        }
        once.left = vec![Left::default(); once.made.len()];
        once
    }

    fn add(&mut self, pc: usize, open: usize) {
        let number = self.made.len() as u16;
        let of = match self.seats.get(open) {
            Some(Seat::Loop(n)) => usize::from(*n),
            Some(_) => {
                self.seats[open] = Seat::Loop(self.loops.len() as u16);
                self.loops.push(Vec::new());
                self.loops.len() - 1
            }
            None => return,
        };
        self.loops[of].push(number);
        self.seats[pc] = Seat::Once(number);
        self.made.push([0; 32]);
    }

    /// Lanes of a warp come to a `Loop`.
    #[inline]
    pub fn enter(&mut self, flat: usize, warp: u32, lanes: u32) {
        let Some(Seat::Loop(number)) = self.seats.get(flat) else {
            return;
        };
        for access in &self.loops[usize::from(*number)] {
            self.made[usize::from(*access)][warp as usize % 32] &= !lanes;
        }
    }

    /// Whether every request of an instruction is counted.
    #[inline(always)]
    pub fn keeps(&self, flat: usize) -> bool {
        matches!(self.seats.get(flat), None | Some(Seat::Kept))
    }

    /// How a request of some lanes is counted; `first` is the first lane of all that the warp makes requests for.
    #[inline]
    pub fn counted(&mut self, flat: usize, warp: u32, (lanes, first): (u32, usize)) -> Counted {
        match self.seats.get(flat) {
            Some(Seat::Dead) => Counted::Dead,
            Some(Seat::Once(number)) => {
                let number = usize::from(*number);
                let made = &mut self.made[number][warp as usize % 32];
                let again = lanes & !*made == 0;
                *made |= lanes;
                if !again {
                    return Counted::Whole;
                }
                let left = &mut self.left[number];
                left.issued += u64::from(lanes >> first & 1);
                left.lanes += u64::from(lanes.count_ones());
                Counted::Again
            }
            _ => Counted::Whole,
        }
    }

    /// Of an access, the requests and lanes that were left out.
    pub fn left_out(&self, flat: usize) -> Option<(u64, u64)> {
        match self.seats.get(flat) {
            Some(Seat::Once(number)) => {
                let left = self.left[usize::from(*number)];
                Some((left.issued, left.lanes))
            }
            _ => None,
        }
    }

    /// A block starts, or goes on after it was put aside.
    #[inline]
    pub fn block(&mut self, number: u64, fresh: bool) {
        self.block = number;
        if !fresh && let Some(made) = self.aside.remove(&number) {
            self.made = made;
        }
    }

    /// The running block is put aside.
    #[inline]
    pub fn put_aside(&mut self) {
        if !self.made.is_empty() {
            self.aside.insert(self.block, self.made.clone());
        }
    }

    /// Adds what another has left out.
    pub fn join(&mut self, other: &Once) {
        for (mine, new) in self.left.iter_mut().zip(&other.left) {
            mine.issued += new.issued;
            mine.lanes += new.lanes;
        }
    }
}

/// The first lane of some.
pub fn first(lanes: LaneMask) -> usize {
    lanes.0.trailing_zeros() as usize % 32
}
