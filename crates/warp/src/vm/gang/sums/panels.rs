//! Sums of products of two words each, straight from memory: the inner loop of a product of matrices.
//!
//! Lines and a sum go in; the sum comes out changed. The rule: the order of the rounds is kept in every lane; which lanes go side by side is free.
//! What units read is gathered first, some rounds of it and each place once: warps of a block mostly read the same rows, or the same columns.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over lanes is what the compiler vectorises"
)]

use super::what::What;
use super::work::{Half, Line, LoadPattern, MOST, Made, ROUNDS, Side, Sum, Term, UNIT};
use crate::vm::scalar::canon32;

/// Units that are added to side by side, so that one need not wait for the other.
const ABREAST: usize = 4;

/// What the lanes of a unit read in some rounds.
type Panel = [[f32; UNIT]; ROUNDS];

/// Room for what is gathered.
pub struct Panels {
    singles: [[f32; ROUNDS]; MOST],
    panels: [[Panel; MOST]; 2],
}

impl Default for Panels {
    fn default() -> Panels {
        Panels {
            singles: [[0.0; ROUNDS]; MOST],
            panels: [[[[0.0; UNIT]; ROUNDS]; MOST]; 2],
        }
    }
}

/// How all units read a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One word each.
    Same,
    /// Words in a row.
    Run,
    /// Lanes in several ways.
    Any,
}

/// Makes the sums of such products; they have no terms left then.
#[inline(always)]
pub fn products(side: &mut Side<'_, u32>, rounds: usize, room: &mut Panels) {
    let Side {
        lines, made, sums, ..
    } = side;
    for sum in sums {
        let done = match factors(made, sum) {
            Some((of, true)) => add_up::<true>(lines, of, sum, (rounds, room)),
            Some((of, false)) => add_up::<false>(lines, of, sum, (rounds, room)),
            None => false,
        };
        if done {
            sum.terms.clear();
        }
    }
}

/// The factors of which a sum adds the product, and whether product and sum are rounded as one.
#[inline(always)]
fn factors(made: &[Made], sum: &Sum<u32>) -> Option<([usize; 2], bool)> {
    match sum.terms[..] {
        [
            Term {
                what: What::Fma,
                of: [a, b, _],
                own: 2,
            },
        ] => Some(([a, b], true)),
        [
            Term {
                what: What::FAdd,
                of: [x, y, _],
                own: own @ (0 | 1),
            },
        ] => {
            let product = if own == 0 { y } else { x };
            let is_it = |one: &&Made| one.to == product && one.what == What::FMul;
            let [a, b, _] = made.iter().find(is_it)?.of;
            Some(([a, b], false))
        }
        _ => None,
    }
}

#[inline(always)]
fn add_up<const FUSED: bool>(
    lines: &[(usize, Line<'_, u32>)],
    [a, b]: [usize; 2],
    sum: &mut Sum<u32>,
    (rounds, room): (usize, &mut Panels),
) -> bool {
    let line = |value: usize| lines.iter().find(|(v, _)| *v == value).map(|(_, l)| l);
    let (Some(a), Some(b)) = (line(a), line(b)) else {
        return false;
    };
    let units = sum.units.len();
    let (Some(a_way), Some(b_way)) = (way(a, units), way(b, units)) else {
        return false;
    };
    match (a_way, b_way) {
        (Way::Same, Way::Same) => add_products::<FUSED, false>(&mut sum.units, [a, b], rounds),
        (Way::Run, Way::Run) => add_products::<FUSED, true>(&mut sum.units, [a, b], rounds),
        (Way::Same, _) => add_panels::<FUSED>(&mut sum.units, [a, b], (rounds, room)),
        (_, Way::Same) => add_panels::<FUSED>(&mut sum.units, [b, a], (rounds, room)),
        _ => add_pairs::<FUSED>(&mut sum.units, [a, b], (rounds, room)),
    }
    true
}

/// A sum and a product of two factors more.
#[inline(always)]
fn more<const FUSED: bool>(x: f32, y: f32, sum: f32) -> f32 {
    if FUSED {
        x.mul_add(y, sum)
    } else {
        sum + x * y
    }
}

#[inline(always)]
fn way(line: &Line<'_, u32>, units: usize) -> Option<Way> {
    let lies = line.lies.get(..units)?;
    if lies.iter().all(|lie| matches!(lie, LoadPattern::Same(_))) {
        return Some(Way::Same);
    }
    let runs = lies.iter().all(|lie| matches!(lie, LoadPattern::Run(_)));
    Some(if runs { Way::Run } else { Way::Any })
}

#[inline(always)]
fn start(line: &Line<'_, u32>, unit: usize) -> usize {
    match line.lies[unit] {
        LoadPattern::Same(at) | LoadPattern::Run(at) => at,
        LoadPattern::Any(at) => at[0] as usize,
    }
}

/// The factor in product and sum is exchanged without changing a bit, but for a NaN's, which is made the same at the end.
#[inline(always)]
fn add_products<const FUSED: bool, const RUN: bool>(
    sums: &mut [Half<u32>],
    [a, b]: [&Line<'_, u32>; 2],
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
                abreast::<FUSED, RUN, ABREAST>(few, [a, b], starts, n);
                unit += ABREAST;
            } else if let Some(one) = sums[unit..].first_chunk_mut::<1>() {
                let starts = [[place(a, unit, from)], [place(b, unit, from)]];
                abreast::<FUSED, RUN, 1>(one, [a, b], starts, n);
                unit += 1;
            }
        }
        from += n;
    }
    for sum in sums.as_flattened_mut() {
        *sum = canon32(f32::from_bits(*sum));
    }
}

/// Units that read different places, each place once, and for each unit which of them is its.
struct Starts {
    first: [usize; MOST],
    different: usize,
    of: [usize; MOST],
}

impl Starts {
    #[inline(always)]
    fn of(line: &Line<'_, u32>, units: usize) -> Starts {
        let mut out = Starts {
            first: [0; MOST],
            different: 0,
            of: [0; MOST],
        };
        for unit in 0..units {
            let lie = &line.lies[unit];
            let known = out.first[..out.different]
                .iter()
                .position(|first| line.lies[*first] == *lie);
            out.of[unit] = known.unwrap_or(out.different) % MOST;
            if known.is_none() {
                out.first[out.different % MOST] = unit;
                out.different += 1;
            }
        }
        out
    }

    /// Gathers what is read at the places, in `n` rounds.
    #[inline(always)]
    fn gather(&self, line: &Line<'_, u32>, (from, n): (usize, usize), panels: &mut [Panel; MOST]) {
        for (unit, panel) in self.first[..self.different].iter().zip(panels) {
            match &line.lies[*unit] {
                LoadPattern::Any(at) => columns(line, at, from, &mut panel[..n]),
                LoadPattern::Run(_) => {
                    rows::<true>(line, place(line, *unit, from), &mut panel[..n])
                }
                LoadPattern::Same(_) => {
                    rows::<false>(line, place(line, *unit, from), &mut panel[..n])
                }
            }
        }
    }
}

#[inline(always)]
fn rows<const RUN: bool>(line: &Line<'_, u32>, mut at: usize, panel: &mut [[f32; UNIT]]) {
    for row in panel {
        *row = read::<RUN>(line.words, at);
        at = at.wrapping_add_signed(line.step);
    }
}

/// What lanes read that lie anyhow, lane by lane: where each reads on where it was, as in a row of a matrix, that is a run of memory.
#[inline(always)]
fn columns(line: &Line<'_, u32>, at: &Half<u32>, from: usize, panel: &mut [[f32; UNIT]]) {
    let gone = line.step.wrapping_mul(from as isize);
    for (lane, at) in at.iter().enumerate() {
        let mut at = (*at as usize).wrapping_add_signed(gone);
        let run = line
            .words
            .get(at..)
            .and_then(|rest| rest.get(..panel.len()));
        if let (1, Some(run)) = (line.step, run) {
            for (row, word) in panel.iter_mut().zip(run) {
                row[lane] = f32::from_le_bytes(*word);
            }
            continue;
        }
        for row in &mut *panel {
            row[lane] = f32::from_bits(word(line.words, at));
            at = at.wrapping_add_signed(line.step);
        }
    }
}

#[inline(always)]
fn floats(sums: &[Half<u32>]) -> [[f32; UNIT]; MOST] {
    let mut own = [[0f32; UNIT]; MOST];
    for (own, sum) in own.iter_mut().zip(sums) {
        *own = sum.map(f32::from_bits);
    }
    own
}

/// Products of one word for all lanes and words by lane, as the rows and columns of matrices make them. The loads then wait for memory
/// together, and not each before its product.
#[inline(always)]
fn add_panels<const FUSED: bool>(
    sums: &mut [Half<u32>],
    [a, b]: [&Line<'_, u32>; 2],
    (rounds, room): (usize, &mut Panels),
) {
    let (factors, rows) = (Starts::of(a, sums.len()), Starts::of(b, sums.len()));
    let Panels {
        singles,
        panels: [panels, _],
    } = room;
    let mut own = floats(sums);
    let mut from = 0;
    while from < rounds {
        let n = (rounds - from).min(ROUNDS);
        rows.gather(b, (from, n), panels);
        let places = &factors.first[..factors.different];
        for (unit, single) in places.iter().zip(singles.iter_mut()) {
            let mut at = place(a, *unit, from);
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
                        few[u][i] = more::<FUSED>(x[u][t], y[u][t][i], few[u][i]);
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

/// Products of words by lane on both sides.
#[inline(always)]
fn add_pairs<const FUSED: bool>(
    sums: &mut [Half<u32>],
    [a, b]: [&Line<'_, u32>; 2],
    (rounds, room): (usize, &mut Panels),
) {
    let (left, right) = (Starts::of(a, sums.len()), Starts::of(b, sums.len()));
    let [panels, others] = &mut room.panels;
    let mut own = floats(sums);
    let mut from = 0;
    while from < rounds {
        let n = (rounds - from).min(ROUNDS);
        left.gather(a, (from, n), panels);
        right.gather(b, (from, n), others);
        for few in 0..sums.len().div_ceil(ABREAST) {
            let first = few * ABREAST % MOST;
            let x: [_; ABREAST] = std::array::from_fn(|u| &panels[left.of[first + u]]);
            let y: [_; ABREAST] = std::array::from_fn(|u| &others[right.of[first + u]]);
            let mut few: [_; ABREAST] = std::array::from_fn(|u| own[first + u]);
            for t in 0..n {
                for u in 0..ABREAST {
                    for i in 0..UNIT {
                        few[u][i] = more::<FUSED>(x[u][t][i], y[u][t][i], few[u][i]);
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
fn place(line: &Line<'_, u32>, unit: usize, round: usize) -> usize {
    start(line, unit).wrapping_add_signed(line.step.wrapping_mul(round as isize))
}

#[inline(always)]
fn abreast<const FUSED: bool, const RUN: bool, const U: usize>(
    sums: &mut [Half<u32>; U],
    [a, b]: [&Line<'_, u32>; 2],
    [mut at_a, mut at_b]: [[usize; U]; 2],
    rounds: usize,
) {
    let mut own = [[0f32; UNIT]; U];
    for u in 0..U {
        own[u] = sums[u].map(f32::from_bits);
    }
    for _ in 0..rounds {
        for u in 0..U {
            let x = read::<RUN>(a.words, at_a[u]);
            let y = read::<RUN>(b.words, at_b[u]);
            for i in 0..UNIT {
                own[u][i] = more::<FUSED>(x[i], y[i], own[u][i]);
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
