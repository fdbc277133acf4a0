//! Loops in strips: up to 256 iterations of a counted loop executed together, as the lanes of a gang are.
//!
//! A loop that [`plan`] has found fit, and a frame's slots, go in; iterations are done, or nothing has changed. The rule: it is
//! an attempt. Whatever an iteration does that another could tell, or that needs a word to the learner (an access that fails, a
//! division by zero, output, a way out of the loop), undoes the strip, and the interpreter goes on from its first iteration, one
//! operation at a time, as it always did. So a strip changes the time that a loop takes and nothing else.

mod address_pattern;
mod control;
mod memory;
mod plan;
mod records;
mod registers;
mod run;
mod sums;
mod tallies;
mod touched;

pub(super) use plan::plan;
pub(super) use run::{Around, run};

use self::records::Best;
use self::tallies::Tally;
use super::op::Slot;
use cuda_ir::op::{Bin32, Bin64};
use cuda_ir::register::Reg;
use cuda_ir::{Code, D, Pc, R};
use std::cell::{Cell, OnceCell, RefCell};
use warp::vm::gang::file::File;
use warp::vm::gang::sums::Plans;
use warp::vm::gang::sums::work::Room;

/// What there is to do for an instruction of a strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Nothing,
    Compute,
    /// It computes, unless it divides by zero.
    Divide,
    Control,
    Memory,
    /// The address of a variable.
    Address,
    /// The next number of `rand`.
    Draw,
    /// One of [`Strip::sums`].
    Sum(u8),
    /// The branch of one of [`Strip::bests`].
    Best(u8),
    /// Where that writes it.
    Better(u8),
    /// The store of one of [`Strip::tallies`].
    Tally(u8),
    /// What only the interpreter may do.
    Alone,
}

/// A register that each iteration changes by the same.
#[derive(Debug)]
struct Counter {
    reg: Reg,
    slot: Slot,
    by: Slot,
    down: bool,
}

/// How a running value takes in an iteration's.
#[derive(Clone, Copy, Debug)]
enum Take {
    Narrow(Bin32, R),
    Wide(Bin64, D),
}

/// A register in which iterations gather something, one after the other.
#[derive(Debug)]
struct Sum {
    slot: Slot,
    take: Take,
    /// Whether what it has so far is the second operand.
    second: bool,
    /// The register, if an iteration also reads what it has so far.
    read: Option<Reg>,
}

/// A loop that can be executed in strips.
pub(super) struct Strip {
    /// From its `Loop` to its `EndLoop`, and after that what keeps alive the registers that are read when it is over.
    code: Code,
    kinds: Vec<Kind>,
    test: Pc,
    step: Pc,
    end: Pc,
    /// The registers that it reads or writes.
    enters: Vec<(Reg, Slot)>,
    counters: Vec<Counter>,
    sums: Vec<Sum>,
    bests: Vec<Best>,
    tallies: Vec<Tally>,
    /// The registers whose last value is wanted.
    leaves: Vec<(Reg, Slot)>,
    /// Those that an iteration need not write: the last that was written.
    late: Vec<(Reg, Slot)>,
    /// Which of them each instruction writes; empty if there are none.
    writers: Vec<Option<u8>>,
    /// Where an iteration's numbers of `rand` go, in order.
    draws: Vec<R>,
    /// How often it is not tried from here on.
    wait: Cell<u32>,
    /// How long it was not tried the last time.
    waited: Cell<u32>,
    file: RefCell<Option<Box<File>>>,
    /// Its inner loops that only add up, found when it is first tried.
    adds_up: OnceCell<Plans>,
    room: RefCell<Option<Box<Room>>>,
}

/// The longest that a loop is not tried after it went wrong, in times that it was entered.
const LONGEST: u32 = 1 << 10;

impl Strip {
    /// Whether it is to be tried now.
    #[inline]
    pub fn due(&self) -> bool {
        match self.wait.get() {
            0 => true,
            n => {
                self.wait.set(n - 1);
                false
            }
        }
    }

    /// Takes note of how an attempt went.
    fn went(&self, well: bool) {
        let wait = if well {
            0
        } else {
            (2 * self.waited.get() + 1).min(LONGEST)
        };
        self.waited.set(wait);
        self.wait.set(wait);
    }
}
