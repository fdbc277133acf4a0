//! Some rounds of a loop that only adds up, value by value: what they load, what is made of it, what is added.
//!
//! A unit's values of some rounds are a tile. The rule: a value is made in all these rounds before the next one is, and a sum gets its terms
//! round by round, so that each operation is a counted loop over lanes.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over lanes is what the compiler vectorises"
)]

use super::word::{Operate, Word};
use super::work::{Half, Line, LoadPattern, Made, ROUNDS, Side, Sum, Term, UNIT};
use crate::vm::scalar;
use cuda_ir::op::Widen;

/// The values of some rounds.
pub type Tile<T> = [Half<T>; ROUNDS];

/// Makes sure that there are so many tiles.
pub fn room_for<T: Word>(tiles: &mut Vec<Tile<T>>, values: usize) {
    if tiles.len() < values {
        tiles.resize(values, [[T::default(); UNIT]; ROUNDS]);
    }
}

/// The values that all rounds have.
#[inline(always)]
pub fn fill_same<T: Word>(side: &Side<'_, T>, unit: usize, tiles: &mut [Tile<T>]) {
    for (value, units) in &side.same {
        if let Some(half) = units.get(unit) {
            tiles[*value] = [*half; ROUNDS];
        }
    }
}

/// What `n` rounds load and make of it.
#[inline(always)]
pub fn make_values<T: Word>(
    side: &Side<'_, T>,
    (unit, from, n): (usize, usize, usize),
    tiles: &mut [Tile<T>],
) {
    for (value, line) in &side.lines {
        load(line, unit, (from, n), &mut tiles[*value]);
    }
    for made in &side.made {
        make(made, tiles, n);
    }
}

/// What `n` rounds add to the sums.
#[inline(always)]
pub fn add_terms<T: Word>(sums: &mut [Sum<T>], (unit, n): (usize, usize), tiles: &[Tile<T>]) {
    for sum in sums {
        if let Some(own) = sum.units.get_mut(unit) {
            add(&sum.terms, tiles, own, n);
        }
    }
}

#[inline(always)]
fn load<T: Word>(line: &Line<'_, T>, unit: usize, (from, n): (usize, usize), tile: &mut Tile<T>) {
    let gone = line.step.wrapping_mul(from as isize);
    match line.lies[unit] {
        LoadPattern::Same(at) => {
            let mut at = at.wrapping_add_signed(gone);
            for t in 0..n {
                tile[t] = [word(line.words, at); UNIT];
                at = at.wrapping_add_signed(line.step);
            }
        }
        LoadPattern::Run(at) => {
            let mut at = at.wrapping_add_signed(gone);
            for t in 0..n {
                if let Some(run) = line.words.get(at..).and_then(|rest| rest.first_chunk()) {
                    let run: &Half<T::Bytes> = run;
                    tile[t] = run.map(T::of);
                }
                at = at.wrapping_add_signed(line.step);
            }
        }
        LoadPattern::Any(at) => {
            let mut gone = gone;
            for t in 0..n {
                for i in 0..UNIT {
                    tile[t][i] = word(line.words, (at[i] as usize).wrapping_add_signed(gone));
                }
                gone = gone.wrapping_add(line.step);
            }
        }
    }
}

#[inline(always)]
fn word<T: Word>(words: &[T::Bytes], at: usize) -> T {
    words.get(at).map_or(T::default(), |bytes| T::of(*bytes))
}

/// Values of 64 bits, made of values of 32.
#[inline(always)]
pub fn widen(how: Widen, (of, to): (&Tile<u32>, &mut Tile<u64>), n: usize) {
    let of = &of.as_flattened()[..n * UNIT];
    for (to, of) in to.as_flattened_mut().iter_mut().zip(of) {
        *to = scalar::widen(how, *of);
    }
}

/// Values that are made of others. All rounds are one loop: of two nested ones the compiler may choose the outer to make
/// vectors of, and then gathers each.
struct Make<'a, T> {
    of: [&'a Tile<T>; 3],
    out: &'a mut Tile<T>,
    n: usize,
}

impl<T: Word> Operate<T> for Make<'_, T> {
    #[inline(always)]
    fn with(&mut self, f: impl Fn(T, T, T) -> T) {
        let all = ..self.n * UNIT;
        let [x, y, z] = self.of.map(|tile| &tile.as_flattened()[all]);
        let out = &mut self.out.as_flattened_mut()[all];
        for i in 0..out.len() {
            out[i] = f(x[i], y[i], z[i]);
        }
    }
}

#[inline(always)]
fn make<T: Word>(made: &Made, tiles: &mut [Tile<T>], n: usize) {
    let mut out = [[T::default(); UNIT]; ROUNDS];
    let of = made.of.map(|of| &tiles[of]);
    T::each(
        made.what,
        &mut Make {
            of,
            out: &mut out,
            n,
        },
    );
    tiles[made.to] = out;
}

/// A sum's term, in some rounds.
struct Add<'a, T> {
    of: [&'a Tile<T>; 3],
    own: usize,
    sum: &'a mut Half<T>,
    rounds: std::ops::Range<usize>,
}

impl<T: Word> Operate<T> for Add<'_, T> {
    #[inline(always)]
    fn with(&mut self, f: impl Fn(T, T, T) -> T) {
        let [x, y, z] = self.of;
        let mut sum = *self.sum;
        for t in self.rounds.clone() {
            for i in 0..UNIT {
                sum[i] = match self.own {
                    0 => f(sum[i], y[t][i], z[t][i]),
                    1 => f(x[t][i], sum[i], z[t][i]),
                    _ => f(x[t][i], y[t][i], sum[i]),
                };
            }
        }
        *self.sum = sum;
    }
}

#[inline(always)]
fn add<T: Word>(terms: &[Term], tiles: &[Tile<T>], sum: &mut Half<T>, n: usize) {
    let mut one = |term: &Term, rounds| {
        let mut add = Add {
            of: term.of.map(|of| &tiles[of]),
            own: term.own,
            sum: &mut *sum,
            rounds,
        };
        T::each(term.what, &mut add);
    };
    if let [term] = terms {
        return one(term, 0..n);
    }
    for t in 0..n {
        for term in terms {
            one(term, t..t + 1);
        }
    }
}
