//! Many rounds of a loop that only adds up, made without its counts, addresses and tests.
//!
//! What each round loads and adds, and from where on, goes in; the sums come out changed. The rule: every sum gets its terms in the order of the
//! rounds, each rounded as the instruction does it, so the bits are those of the rounds made one by one. Half a warp is a unit: its lanes
//! mostly read one word, or words in a row.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over lanes is what the compiler vectorises"
)]

use super::what::{What, each_what};
use crate::vm::gang::file::WARPS;
use crate::vm::scalar::canon32;

/// Lanes of a unit.
pub const UNIT: usize = 16;

/// How many rounds are made of a sum before the next unit's, and how many values of a round are kept together.
const ROUNDS: usize = 16;

/// Units that are added to side by side, so that one need not wait for the other.
const ABREAST: usize = 4;

/// How many units there are at most.
const MOST: usize = 2 * WARPS;

/// The words of a unit's lanes.
pub type Half = [u32; UNIT];

/// The values of some rounds.
type Tile = [Half; ROUNDS];

/// Where the lanes of a unit read in the first of the rounds, in words.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Lie {
    /// All there.
    Same(usize),
    /// One after the other from there on.
    Run(usize),
    /// Each at its own.
    Any(Half),
}

/// What is loaded in each round.
pub struct Line<'a> {
    /// The allocation.
    pub words: &'a [[u8; 4]],
    /// How many words further the next round reads.
    pub step: isize,
    /// Unit by unit.
    pub lies: Vec<Lie>,
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
pub struct Sum {
    /// Its terms of one round, in order.
    pub terms: Vec<Term>,
    /// Its values, unit by unit; how many units there are of it.
    pub units: Vec<Half>,
}

/// Room for what is gathered, kept from one loop to the next: to clear it would take as long as a short loop.
pub struct Room {
    singles: [[f32; ROUNDS]; MOST],
    panels: [[[f32; UNIT]; ROUNDS]; MOST],
    tiles: Vec<Tile>,
}

impl Default for Room {
    fn default() -> Room {
        Room {
            singles: [[0.0; ROUNDS]; MOST],
            panels: [[[0.0; UNIT]; ROUNDS]; MOST],
            tiles: Vec::new(),
        }
    }
}

/// What is to be done.
pub struct Work<'a> {
    /// How many rounds.
    pub rounds: usize,
    /// What is loaded; the values of those numbers.
    pub lines: Vec<(usize, Line<'a>)>,
    /// Values that all rounds have: their numbers, and them, unit by unit.
    pub same: Vec<(usize, Vec<Half>)>,
    /// What is made, in order.
    pub made: Vec<Made>,
    /// The sums.
    pub sums: Vec<Sum>,
    /// How many values there are.
    pub values: usize,
}

/// Makes the rounds.
#[inline(always)]
pub fn run(work: &mut Work<'_>, room: &mut Room) {
    let mut sums = std::mem::take(&mut work.sums);
    let mut rest = false;
    for sum in &mut sums {
        let done = products(work, sum, room);
        rest |= !done;
        if done {
            sum.terms.clear();
        }
    }
    if rest {
        let units = sums
            .iter()
            .filter(|s| !s.terms.is_empty())
            .map(|s| s.units.len());
        let tiles = &mut room.tiles;
        if tiles.len() < work.values {
            tiles.resize(work.values, [[0; UNIT]; ROUNDS]);
        }
        for unit in 0..units.max().unwrap_or(0) {
            by_tiles(work, &mut sums, (unit, &mut *tiles));
        }
    }
    work.sums = sums;
}

/// A sum of products of two words each, straight from memory; `false` if it is none.
#[inline(always)]
fn products(work: &Work<'_>, sum: &mut Sum, room: &mut Room) -> bool {
    let [
        Term {
            what: What::Fma,
            of: [a, b, _],
            ..
        },
    ] = sum.terms[..]
    else {
        return false;
    };
    let line = |value: usize| work.lines.iter().find(|(v, _)| *v == value).map(|(_, l)| l);
    let (Some(a), Some(b)) = (line(a), line(b)) else {
        return false;
    };
    let units = sum.units.len();
    let (Some(a_runs), Some(b_runs)) = (runs(a, units), runs(b, units)) else {
        return false;
    };
    let rounds = work.rounds;
    match (a_runs, b_runs) {
        (false, false) => add_products::<false, false>(&mut sum.units, [a, b], rounds),
        (false, true) => add_panels(&mut sum.units, [a, b], (rounds, room)),
        (true, false) => add_panels(&mut sum.units, [b, a], (rounds, room)),
        (true, true) => add_products::<true, true>(&mut sum.units, [a, b], rounds),
    }
    true
}

/// Whether all units read words in a row, or all one word each.
#[inline(always)]
fn runs(line: &Line<'_>, units: usize) -> Option<bool> {
    let lies = line.lies.get(..units)?;
    if lies.iter().all(|lie| matches!(lie, Lie::Same(_))) {
        return Some(false);
    }
    lies.iter()
        .all(|lie| matches!(lie, Lie::Run(_)))
        .then_some(true)
}

#[inline(always)]
fn start(line: &Line<'_>, unit: usize) -> usize {
    match line.lies[unit] {
        Lie::Same(at) | Lie::Run(at) => at,
        Lie::Any(at) => at[0] as usize,
    }
}

/// The factor in product and sum is exchanged without changing a bit, but for a NaN's, which is made the same at the end.
#[inline(always)]
fn add_products<const A: bool, const B: bool>(
    sums: &mut [Half],
    [a, b]: [&Line<'_>; 2],
    rounds: usize,
) {
    let mut from = 0;
    while from < rounds {
        let n = (rounds - from).min(ROUNDS);
        let mut unit = 0;
        while unit < sums.len() {
            if let Some(few) = sums[unit..].first_chunk_mut::<ABREAST>() {
                let at = |line| -> [usize; ABREAST] {
                    std::array::from_fn(|u| place(line, unit + u, from))
                };
                let starts = [at(a), at(b)];
                abreast::<A, B, ABREAST>(few, [a, b], starts, n);
                unit += ABREAST;
            } else if let Some(one) = sums[unit..].first_chunk_mut::<1>() {
                let starts = [[place(a, unit, from)], [place(b, unit, from)]];
                abreast::<A, B, 1>(one, [a, b], starts, n);
                unit += 1;
            }
        }
        from += n;
    }
    for sum in sums.as_flattened_mut() {
        *sum = canon32(f32::from_bits(*sum));
    }
}

/// Where units begin, each place once, and for each unit which of them is its.
struct Starts {
    places: [usize; MOST],
    different: usize,
    of: [usize; MOST],
}

impl Starts {
    #[inline(always)]
    fn of(line: &Line<'_>, units: usize) -> Starts {
        let mut out = Starts {
            places: [0; MOST],
            different: 0,
            of: [0; MOST],
        };
        for unit in 0..units {
            let at = start(line, unit);
            let known = out.places[..out.different]
                .iter()
                .position(|place| *place == at);
            out.of[unit] = known.unwrap_or(out.different) % MOST;
            if known.is_none() {
                out.places[out.different % MOST] = at;
                out.different += 1;
            }
        }
        out
    }
}

/// Products of one word for all lanes and words in a row, as the rows and columns of matrices make them. What units read is gathered first, some rounds
/// of it and each place once: the loads then wait for memory together, and not each before its product.
#[inline(always)]
fn add_panels(sums: &mut [Half], [a, b]: [&Line<'_>; 2], (rounds, room): (usize, &mut Room)) {
    let (factors, rows) = (Starts::of(a, sums.len()), Starts::of(b, sums.len()));
    let Room {
        singles, panels, ..
    } = room;
    let mut own = [[0f32; UNIT]; MOST];
    for (own, sum) in own.iter_mut().zip(&*sums) {
        *own = sum.map(f32::from_bits);
    }
    let mut from = 0;
    while from < rounds {
        let n = (rounds - from).min(ROUNDS);
        for (at, panel) in rows
            .places
            .iter()
            .zip(panels.iter_mut())
            .take(rows.different)
        {
            let mut at = at.wrapping_add_signed(b.step.wrapping_mul(from as isize));
            for row in &mut panel[..n] {
                *row = read::<true>(b.words, at);
                at = at.wrapping_add_signed(b.step);
            }
        }
        for (at, single) in factors
            .places
            .iter()
            .zip(singles.iter_mut())
            .take(factors.different)
        {
            let mut at = at.wrapping_add_signed(a.step.wrapping_mul(from as isize));
            for one in &mut single[..n] {
                *one = f32::from_bits(word(a.words, at));
                at = at.wrapping_add_signed(a.step);
            }
        }
        for few in 0..sums.len().div_ceil(ABREAST) {
            let first = few * ABREAST % MOST;
            let x: [_; ABREAST] = std::array::from_fn(|u| &singles[factors.of[first + u]]);
            let y: [_; ABREAST] = std::array::from_fn(|u| &panels[rows.of[first + u]]);
            let mut few: [_; ABREAST] = std::array::from_fn(|u| own[first + u]);
            for t in 0..n {
                for u in 0..ABREAST {
                    for i in 0..UNIT {
                        few[u][i] = x[u][t].mul_add(y[u][t][i], few[u][i]);
                    }
                }
            }
            own[first..first + ABREAST].copy_from_slice(&few);
        }
        from += n;
    }
    for (own, sum) in own.iter().zip(sums) {
        *sum = own.map(canon32);
    }
}

#[inline(always)]
fn place(line: &Line<'_>, unit: usize, round: usize) -> usize {
    start(line, unit).wrapping_add_signed(line.step.wrapping_mul(round as isize))
}

#[inline(always)]
fn abreast<const A: bool, const B: bool, const U: usize>(
    sums: &mut [Half; U],
    [a, b]: [&Line<'_>; 2],
    [mut at_a, mut at_b]: [[usize; U]; 2],
    rounds: usize,
) {
    let mut own = [[0f32; UNIT]; U];
    for u in 0..U {
        own[u] = sums[u].map(f32::from_bits);
    }
    for _ in 0..rounds {
        for u in 0..U {
            let x = read::<A>(a.words, at_a[u]);
            let y = read::<B>(b.words, at_b[u]);
            for i in 0..UNIT {
                own[u][i] = x[i].mul_add(y[i], own[u][i]);
            }
            at_a[u] = at_a[u].wrapping_add_signed(a.step);
            at_b[u] = at_b[u].wrapping_add_signed(b.step);
        }
    }
    for u in 0..U {
        sums[u] = own[u].map(f32::to_bits);
    }
}

#[inline(always)]
fn read<const RUN: bool>(words: &[[u8; 4]], at: usize) -> [f32; UNIT] {
    if !RUN {
        return [f32::from_bits(word(words, at)); UNIT];
    }
    match words.get(at..).and_then(|rest| rest.first_chunk::<UNIT>()) {
        Some(run) => run.map(f32::from_le_bytes),
        None => [0.0; UNIT],
    }
}

#[inline(always)]
fn word(words: &[[u8; 4]], at: usize) -> u32 {
    words.get(at).map_or(0, |b| u32::from_le_bytes(*b))
}

/// All that is left of a unit, some rounds at a time: what they load, what they make of it, and then the sums.
#[inline(always)]
fn by_tiles(work: &Work<'_>, sums: &mut [Sum], (unit, tiles): (usize, &mut [Tile])) {
    for (value, units) in &work.same {
        if let Some(half) = units.get(unit) {
            tiles[*value] = [*half; ROUNDS];
        }
    }
    let mut from = 0;
    while from < work.rounds {
        let n = (work.rounds - from).min(ROUNDS);
        for (value, line) in &work.lines {
            load(line, unit, (from, n), &mut tiles[*value]);
        }
        for made in &work.made {
            make(made, tiles, n);
        }
        for sum in sums.iter_mut() {
            if let Some(own) = sum.units.get_mut(unit) {
                add(&sum.terms, tiles, own, n);
            }
        }
        from += n;
    }
}

#[inline(always)]
fn load(line: &Line<'_>, unit: usize, (from, n): (usize, usize), tile: &mut Tile) {
    let gone = line.step.wrapping_mul(from as isize);
    match line.lies[unit] {
        Lie::Same(at) => {
            let mut at = at.wrapping_add_signed(gone);
            for t in 0..n {
                tile[t] = [word(line.words, at); UNIT];
                at = at.wrapping_add_signed(line.step);
            }
        }
        Lie::Run(at) => {
            let mut at = at.wrapping_add_signed(gone);
            for t in 0..n {
                tile[t] = read::<true>(line.words, at).map(f32::to_bits);
                at = at.wrapping_add_signed(line.step);
            }
        }
        Lie::Any(at) => {
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
fn make(made: &Made, tiles: &mut [Tile], n: usize) {
    let mut out = [[0; UNIT]; ROUNDS];
    let [x, y, z] = made.of.map(|of| &tiles[of]);
    each_what!(made.what, f => for t in 0..n {
        for i in 0..UNIT {
            out[t][i] = f(x[t][i], y[t][i], z[t][i]);
        }
    });
    tiles[made.to] = out;
}

#[inline(always)]
fn add(terms: &[Term], tiles: &[Tile], own: &mut Half, n: usize) {
    if let [term] = terms {
        let [x, y, z] = term.of.map(|of| &tiles[of]);
        let mut sum = *own;
        each_what!(term.what, f => for t in 0..n {
            for i in 0..UNIT {
                sum[i] = match term.own {
                    0 => f(sum[i], y[t][i], z[t][i]),
                    1 => f(x[t][i], sum[i], z[t][i]),
                    _ => f(x[t][i], y[t][i], sum[i]),
                };
            }
        });
        *own = sum;
        return;
    }
    for t in 0..n {
        for term in terms {
            let [x, y, z] = term.of.map(|of| &tiles[of]);
            let sum = *own;
            each_what!(term.what, f => for i in 0..UNIT {
                own[i] = match term.own {
                    0 => f(sum[i], y[t][i], z[t][i]),
                    1 => f(x[t][i], sum[i], z[t][i]),
                    _ => f(x[t][i], y[t][i], sum[i]),
                };
            });
        }
    }
}
