//! Many rounds of a loop that only adds up, made without its counts, addresses and tests.
//!
//! What each round loads and adds, and from where on, goes in; the sums come out changed. The rule: every sum gets its terms in the order of the
//! rounds, each rounded as the instruction does it, so the bits are those of the rounds made one by one. Half a warp is a unit: its lanes
//! mostly read one word, or words in a row.

use super::panels::{self, Panels};
use super::tiles::{self, Tile};
use super::what::What;
use super::word::Word;
use crate::vm::gang::file::{Masks, WARPS};
use cuda_ir::Pc;
use cuda_ir::op::Widen;

/// Lanes of a unit.
pub const UNIT: usize = 16;

/// How many rounds are made of a sum before the next unit's, and how many values of a round are kept together.
pub const ROUNDS: usize = 16;

/// How many units there are at most.
pub const MOST: usize = 2 * WARPS;

/// The words of a unit's lanes.
pub type Half<T> = [T; UNIT];

/// Where the lanes of a unit read in the first of the rounds, in words.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LoadPattern {
    /// All there.
    Same(usize),
    /// One after the other from there on.
    Run(usize),
    /// Each at its own.
    Any(Half<u32>),
}

/// What is loaded in each round.
pub struct Line<'a, T: Word> {
    /// The allocation.
    pub words: &'a [T::Bytes],
    /// How many words further the next round reads.
    pub step: isize,
    /// Unit by unit.
    pub lies: &'a [LoadPattern],
}

/// A value that is made of others, by their numbers.
pub struct Made {
    /// How.
    pub what: What,
    /// Of which.
    pub of: [usize; 3],
    /// Which it is.
    pub to: usize,
}

/// What is added to a sum, by numbers of values.
pub struct Term {
    /// How.
    pub what: What,
    /// The operands.
    pub of: [usize; 3],
    /// Which operand the sum is.
    pub own: usize,
}

/// A sum.
pub struct Sum<T> {
    /// Its terms of one round, in order.
    pub terms: Vec<Term>,
    /// Its values, unit by unit; how many units there are of it.
    pub units: Vec<Half<T>>,
}

impl<T> Sum<T> {
    /// A sum that has these values now.
    pub fn of(units: impl Iterator<Item = Half<T>>) -> Self {
        // As long as it may get: it is made anew for every tile of a product.
        let mut all = Vec::with_capacity(MOST);
        all.extend(units);
        Sum {
            terms: Vec::new(),
            units: all,
        }
    }
}

/// What is done with words of one width.
pub struct Side<'a, T: Word> {
    /// What is loaded; the values of those numbers.
    pub lines: Vec<(usize, Line<'a, T>)>,
    /// Values that all rounds have: their numbers, and them, unit by unit.
    pub same: Vec<(usize, Vec<Half<T>>)>,
    /// What is made, in order.
    pub made: Vec<Made>,
    /// The sums.
    pub sums: Vec<Sum<T>>,
}

impl<T: Word> Default for Side<'_, T> {
    fn default() -> Self {
        Side {
            lines: Vec::new(),
            same: Vec::new(),
            made: Vec::new(),
            sums: Vec::new(),
        }
    }
}

/// What is to be done.
#[derive(Default)]
pub struct Work<'a> {
    /// How many rounds.
    pub rounds: usize,
    /// With words of 32 bits.
    pub narrow: Side<'a, u32>,
    /// Which of their values become values of 64 bits, and how.
    pub widened: Vec<(Widen, usize, usize)>,
    /// With words of 64 bits.
    pub wide: Side<'a, u64>,
    /// How many values there are.
    pub values: usize,
    /// Branches that no lane takes.
    pub left_out: Vec<(Pc, Pc)>,
    /// Which lanes add to a sum, by its number; all if it is not here.
    pub only: Vec<Option<Masks>>,
}

/// Room for what is gathered, kept from one loop to the next: to clear it would take as long as a short loop.
#[derive(Default)]
pub struct Room {
    panels: Panels,
    narrow: Vec<Tile<u32>>,
    wide: Vec<Tile<u64>>,
}

/// Makes the rounds.
#[inline(always)]
pub fn run(work: &mut Work<'_>, room: &mut Room) {
    panels::products(&mut work.narrow, work.rounds, &mut room.panels);
    let narrow = units_left(&work.narrow.sums);
    let wide = units_left(&work.wide.sums);
    tiles::room_for(&mut room.narrow, work.values);
    if wide > 0 {
        tiles::room_for(&mut room.wide, work.values);
    }
    for unit in 0..narrow.max(wide) {
        by_tiles(work, unit, (&mut room.narrow, &mut room.wide));
    }
}

/// How many units have a sum that is still to be made.
fn units_left<T>(sums: &[Sum<T>]) -> usize {
    let left = sums.iter().filter(|sum| !sum.terms.is_empty());
    left.map(|sum| sum.units.len()).max().unwrap_or(0)
}

/// All that is left of a unit, some rounds at a time: what they load, what they make of it, and then the sums.
#[inline(always)]
fn by_tiles(
    work: &mut Work<'_>,
    unit: usize,
    (narrow, wide): (&mut [Tile<u32>], &mut [Tile<u64>]),
) {
    let has_wide = !work.wide.sums.is_empty();
    tiles::fill_same(&work.narrow, unit, narrow);
    if has_wide {
        tiles::fill_same(&work.wide, unit, wide);
    }
    let mut from = 0;
    while from < work.rounds {
        let n = (work.rounds - from).min(ROUNDS);
        tiles::make_values(&work.narrow, (unit, from, n), narrow);
        if has_wide {
            for (how, of, to) in &work.widened {
                tiles::widen(*how, (&narrow[*of], &mut wide[*to]), n);
            }
            tiles::make_values(&work.wide, (unit, from, n), wide);
            tiles::add_terms(&mut work.wide.sums, (unit, n), wide);
        }
        tiles::add_terms(&mut work.narrow.sums, (unit, n), narrow);
        from += n;
    }
}
