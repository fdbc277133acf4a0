//! A strip, executed: what its iterations do is done, or nothing is.
//!
//! A strip and the frame that it is in go in; slots and memory come out as after so many iterations. The rule: lanes are
//! iterations, in order; each is at any time where the interpreter would have been with it; what iterations gather is
//! gathered in their order.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over warps is what the compiler vectorises"
)]

use super::control::{Fork, NONE, Round};
use super::memory::Touches;
use super::{Kind, Strip, Sum, Take};
use crate::op::Slot;
use crate::rand::Rand;
use crate::view::View;
use cuda_ir::op::{Bin32, Bin64};
use cuda_ir::pointer::{Space, pointer};
use cuda_ir::register::Reg;
use cuda_ir::{Ins, Pc};
use warp::vm::gang::file::{Active, File, Masks, WARPS};
use warp::vm::gang::level::Level;
use warp::vm::lanes::{Lanes32, each};
use warp::vm::mask::LANES;
use warp::vm::scalar::{bin32, bin64, canon32, canon64};

/// Iterations in a strip.
const MOST: usize = WARPS * LANES;
/// With fewer it is not worth it.
const FEW: usize = 12;
/// The same where the interpreter was needed before the loop's end: then it will be again.
const ENOUGH: usize = 128;
/// How often iterations may meet others before strips stay as short as that asks for.
const MANY: u32 = 3;
const ALL: Masks = [u32::MAX; WARPS];

/// What is around a loop.
pub struct Around<'a> {
    /// The frame's slots.
    pub slots: &'a mut [u64],
    pub view: View<'a>,
    pub rand: &'a mut Rand,
    /// The number of the frame's first local variable.
    pub locals_from: u32,
    /// The addresses of the module's variables.
    pub globals: &'a [u64],
    /// Operations so far, and how many there may be.
    pub steps: &'a mut u64,
    pub limit: u64,
}

/// The first so many lanes.
fn first(count: usize) -> Masks {
    std::array::from_fn(|w| match count.saturating_sub(w * LANES) {
        n if n >= LANES => u32::MAX,
        n => (1 << n) - 1,
    })
}

/// Executes as much of a loop in strips as goes well.
pub fn run(strip: &Strip, mut around: Around<'_>) {
    let mut kept = strip.file.borrow_mut();
    let file =
        kept.get_or_insert_with(|| Box::new(File::new(&strip.code, WARPS).read_afterwards()));
    let mut run = Run {
        strip,
        file,
        level: Level::here(),
        touches: Touches::default(),
        adds_up: false,
        drawn: Vec::new(),
        draws: 0,
        forks: Vec::new(),
        live: NONE,
        pc: 0,
        most: MOST,
        count: 0,
        lanes: 0,
        steps: *around.steps,
        sums: Vec::new(),
        bests: Vec::new(),
        last: Vec::new(),
    };
    run.enter(&around);
    let (mut done, mut most, mut ended) = (0, MOST, false);
    let (mut clashes, mut shortened) = (0, false);
    while run.steps < around.limit {
        let before = (around.rand.clone(), run.steps);
        run.sums.clear();
        run.sums
            .extend(strip.sums.iter().map(|sum| around.slot(sum.slot)));
        run.bests.clear();
        run.bests
            .extend(strip.bests.iter().map(|best| around.slot(best.slot)));
        if let Err((fit, alone)) = run.iterations(&mut around, most) {
            run.touches.undo(&mut around.view);
            *around.rand = before.0;
            run.steps = before.1;
            clashes += u32::from(!alone);
            if fit < FEW || fit >= most {
                break;
            }
            (most, shortened) = (fit, alone);
            continue;
        }
        run.touches.keep();
        run.leave(&mut around);
        done += run.count;
        ended = run.count < most;
        if ended || shortened {
            break;
        }
        // Where iterations meet again and again, they always do.
        if clashes < MANY {
            most = MOST;
        }
    }
    *around.steps = run.steps;
    strip.went(done >= ENOUGH || ended && done >= FEW);
}

impl Around<'_> {
    fn slot(&self, slot: Slot) -> u64 {
        self.slots.get(slot as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, slot: Slot, value: u64) {
        if let Some(to) = self.slots.get_mut(slot as usize) {
            *to = value;
        }
    }
}

pub(super) struct Run<'r> {
    pub strip: &'r Strip,
    pub file: &'r mut File,
    pub level: Level,
    pub touches: Touches,
    /// Whether the innermost loop only added up in its last turn, and goes on.
    pub adds_up: bool,
    /// Numbers of `rand`, an iteration's next to each other, and how many places have drawn theirs.
    drawn: Vec<u32>,
    draws: usize,
    pub forks: Vec<Fork>,
    live: Masks,
    pub pc: Pc,
    /// How many iterations there may be in this strip, and how many there are.
    most: usize,
    count: usize,
    /// How many lanes execute.
    pub lanes: u64,
    pub steps: u64,
    sums: Vec<u64>,
    /// What each of [`Strip::bests`] is so far.
    pub bests: Vec<u64>,
    /// The last lane that wrote each of [`Strip::late`].
    last: Vec<Option<usize>>,
}

impl Run<'_> {
    /// Takes the frame's registers.
    fn enter(&mut self, around: &Around<'_>) {
        self.file.width = WARPS;
        self.live = ALL;
        self.set(ALL);
        for (reg, slot) in &self.strip.enters {
            let value = around.slot(*slot);
            match *reg {
                Reg::R(r) => self.file.put32(r, true, |_, _| [value as u32; LANES]),
                Reg::D(d) => self.file.put_address(d, value),
                Reg::P(p) => {
                    let bits = if value != 0 { u32::MAX } else { 0 };
                    self.file.put_bits(p, true, |_, _| bits);
                }
            }
        }
    }

    pub fn set(&mut self, masks: Masks) {
        self.file.active = Active::new(masks, &self.live);
        self.lanes = u64::from(self.file.active.lanes());
    }

    pub fn masks(&self) -> Masks {
        self.file.active.masks
    }

    /// Executes the iterations of one strip, at most so many; otherwise how many could be, and whether the next is for the interpreter.
    fn iterations(&mut self, around: &mut Around<'_>, most: usize) -> Result<(), (usize, bool)> {
        self.begin_counters(around);
        (self.pc, self.count, self.draws) = (1, 0, 0);
        self.most = most;
        self.last.clear();
        self.last.resize(self.strip.late.len(), None);
        self.advance(around).ok_or_else(|| {
            let alone =
                self.strip.kinds.get((self.pc as usize).wrapping_sub(1)) == Some(&Kind::Alone);
            let from = self.file.active.from;
            let lane = || from * LANES + self.masks()[from].trailing_zeros() as usize;
            match alone {
                true if from < WARPS => (lane(), true),
                true => (0, true),
                false => (self.touches.touched.fit, false),
            }
        })
    }

    /// Gives each lane its number.
    fn begin_counters(&mut self, around: &Around<'_>) {
        self.file.width = WARPS;
        self.live = ALL;
        self.set(ALL);
        for sum in &self.strip.sums {
            let value = around.slot(sum.slot);
            match sum.read {
                Some(Reg::R(r)) => self.file.put32(r, true, |_, _| [value as u32; LANES]),
                Some(Reg::D(d)) => self.file.put_address(d, value),
                _ => {}
            }
        }
        for counter in &self.strip.counters {
            let (from, by) = (around.slot(counter.slot), around.slot(counter.by));
            let by = if counter.down { by.wrapping_neg() } else { by };
            let start = |w: usize| from.wrapping_add(by.wrapping_mul((w * LANES) as u64));
            match counter.reg {
                Reg::R(r) => self.file.put32(r, false, |_, w| {
                    let (start, by) = (start(w) as u32, by as u32);
                    each(|i| start.wrapping_add(by.wrapping_mul(i as u32)))
                }),
                Reg::D(d) => self.file.put64(d, false, |_, w| {
                    let start = start(w);
                    each(|i| start.wrapping_add(by.wrapping_mul(i as u64)))
                }),
                Reg::P(_) => {}
            }
        }
    }

    fn advance(&mut self, around: &mut Around<'_>) -> Option<()> {
        self.forks.clear();
        self.forks.push(Fork::Loop(Round {
            left: NONE,
            continued: NONE,
            head: 1,
            step: self.strip.step,
            end: self.strip.end,
        }));
        while self.pc != self.strip.end {
            let at = self.pc as usize;
            let (ins, kind) = (self.strip.code.ins.get(at)?, *self.strip.kinds.get(at)?);
            self.pc += 1;
            self.steps += self.lanes;
            self.note_writer(at);
            match kind {
                Kind::Compute => _ = self.level.compute(self.file, ins),
                Kind::Memory => {
                    self.touches.access(self.file, &mut around.view, ins)?;
                }
                Kind::Control if at == self.strip.test as usize => {
                    if !self.begin(ins, around)? {
                        return Some(());
                    }
                }
                Kind::Control => {
                    self.control(ins, around.limit)?;
                    if self.may_add_up(ins) {
                        self.add_up(around)?;
                    }
                }
                Kind::Divide if self.divides_by_zero(ins) => return None,
                Kind::Divide => _ = self.level.compute(self.file, ins),
                Kind::Sum(number) => self.gather(number)?,
                Kind::Best(number) => self.take_record(number, ins, around.limit)?,
                Kind::Better(number) => self.write_record(number, ins, &mut around.view)?,
                Kind::Tally(number) => self.tally(number, ins, &mut around.view)?,
                Kind::Address => self.address(ins, around),
                Kind::Draw => self.draw()?,
                Kind::Nothing => {}
                Kind::Alone => return None,
            }
        }
        Some(())
    }

    /// The loop's test: how many iterations there are. `false` if too few.
    fn begin(&mut self, ins: &Ins, around: &mut Around<'_>) -> Option<bool> {
        let Ins::LoopTest { cond } = *ins else {
            return None;
        };
        let bits = self.file.pred(cond);
        let mut held = bits.iter().map(|bits| bits.trailing_ones() as usize);
        let whole = held.clone().take_while(|n| *n == LANES).count();
        self.count = whole * LANES + held.nth(whole).unwrap_or(0);
        self.count = self.count.min(self.most);
        if self.count < FEW {
            self.count = 0;
            return Some(false);
        }
        self.file.width = self.count.div_ceil(LANES);
        self.live = first(self.count);
        self.set(self.live);
        self.drawn.clear();
        let numbers = self.count * self.strip.draws.len();
        self.drawn.extend((0..numbers).map(|_| around.rand.draw()));
        Some(true)
    }

    /// Gives the frame its registers as they are after the strip.
    fn leave(&mut self, around: &mut Around<'_>) {
        let Some(last) = self.count.checked_sub(1) else {
            return;
        };
        for (reg, slot) in &self.strip.leaves {
            around.set(*slot, self.value(*reg, last));
        }
        for ((reg, slot), lane) in self.strip.late.iter().zip(&self.last) {
            if let Some(lane) = lane {
                around.set(*slot, self.value(*reg, *lane));
            }
        }
        for (sum, value) in self.strip.sums.iter().zip(&self.sums) {
            around.set(sum.slot, *value);
        }
        for (best, value) in self.strip.bests.iter().zip(&self.bests) {
            around.set(best.slot, *value);
        }
        for counter in &self.strip.counters {
            let by = around.slot(counter.by).wrapping_mul(self.count as u64);
            let from = around.slot(counter.slot);
            let value = match counter.down {
                false => from.wrapping_add(by),
                true => from.wrapping_sub(by),
            };
            let value = match counter.reg {
                Reg::R(_) => u64::from(value as u32),
                _ => value,
            };
            around.set(counter.slot, value);
        }
    }

    /// What a lane has in a register.
    pub(super) fn value(&self, reg: Reg, lane: usize) -> u64 {
        let (warp, lane) = (lane / LANES, lane % LANES);
        match reg {
            Reg::R(r) => u64::from(self.file.row32(r, warp)[lane]),
            Reg::D(d) => self.file.copy64(d, warp)[lane],
            Reg::P(p) => u64::from(self.file.pred(p)[warp] >> lane & 1),
        }
    }

    /// Takes note of who writes what only some iterations do.
    #[inline]
    pub(super) fn note_writer(&mut self, at: usize) {
        let Some(number) = self.strip.writers.get(at).and_then(|n| *n) else {
            return;
        };
        let masks = self.masks();
        let lane = (0..WARPS)
            .rfind(|w| masks[*w] != 0)
            .map(|w| w * LANES + masks[w].ilog2() as usize);
        if let Some(known) = self.last.get_mut(number as usize) {
            *known = lane.max(*known);
        }
    }

    fn divides_by_zero(&self, ins: &Ins) -> bool {
        let masks = self.masks();
        let zero = |w: usize| {
            let zeros: u32 = match *ins {
                Ins::Bin32 { b, .. } => bits(&self.file.row32(b, w).map(|x| u64::from(x == 0))),
                Ins::Bin64 { b, .. } => bits(&self.file.copy64(b, w).map(|x| u64::from(x == 0))),
                _ => 0,
            };
            zeros & masks[w] != 0
        };
        (0..self.file.width).any(zero)
    }

    fn address(&mut self, ins: &Ins, around: &Around<'_>) {
        match *ins {
            Ins::LocalAddr { dst, var } => {
                let number = around.locals_from + u32::from(var.0);
                self.file.put_address(dst, pointer(Space::Stack, number, 0));
            }
            Ins::GlobalAddr { dst, var } => {
                let address = around.globals.get(var.0 as usize);
                self.file.put_address(dst, address.copied().unwrap_or(0));
            }
            _ => {}
        }
    }

    /// The same where each iteration goes on with what it then has, also one that adds nothing.
    fn gather_for(&mut self, sum: &Sum, reg: Reg, mut value: u64) -> u64 {
        let here = self.masks();
        let mut rows = [[0u64; LANES]; WARPS];
        for w in 0..self.file.width {
            for i in 0..LANES {
                if here[w] >> i & 1 != 0 {
                    value = match sum.take {
                        Take::Narrow(op, x) => {
                            let (value, x) = (value as u32, self.file.row32(x, w)[i]);
                            u64::from(match sum.second {
                                false => bin32(op, value, x),
                                true => bin32(op, x, value),
                            })
                        }
                        Take::Wide(op, x) => {
                            let x = self.file.copy64(x, w)[i];
                            match sum.second {
                                false => bin64(op, value, x),
                                true => bin64(op, x, value),
                            }
                        }
                    };
                }
                rows[w][i] = value;
            }
        }
        self.set(self.live);
        match reg {
            Reg::R(r) => self.file.put32(r, false, |_, w| rows[w].map(|x| x as u32)),
            Reg::D(d) => self.file.put64(d, false, |_, w| rows[w]),
            Reg::P(_) => {}
        }
        self.set(here);
        value
    }

    /// Every iteration has its number.
    fn draw(&mut self) -> Option<()> {
        let dst = *self.strip.draws.get(self.draws)?;
        let (place, together) = (self.draws, self.strip.draws.len());
        self.draws += 1;
        let drawn = &self.drawn;
        let number = |at: usize| drawn.get(at * together + place).copied().unwrap_or(0);
        self.file
            .put32(dst, false, |_, w| each(|i| number(w * LANES + i)));
        Some(())
    }

    /// Iterations add to what is gathered, one after the other.
    fn gather(&mut self, number: u8) -> Option<()> {
        let sum = self.strip.sums.get(number as usize)?;
        let mut value = *self.sums.get(number as usize)?;
        if let Some(reg) = sum.read {
            value = self.gather_for(sum, reg, value);
            *self.sums.get_mut(number as usize)? = value;
            return Some(());
        }
        let masks = self.masks();
        for w in 0..self.file.width {
            let mask = masks[w];
            value = match sum.take {
                Take::Narrow(op, x) => {
                    let row = self.file.row32(x, w);
                    u64::from(narrow(op, value as u32, row, mask, sum.second))
                }
                Take::Wide(op, x) => {
                    let row = self.file.copy64(x, w);
                    wide(op, value, &row, mask, sum.second)
                }
            };
        }
        *self.sums.get_mut(number as usize)? = value;
        Some(())
    }
}

/// Which of 32 are not 0.
fn bits(row: &[u64; LANES]) -> u32 {
    row.iter()
        .enumerate()
        .fold(0, |all, (i, x)| all | ((*x & 1) as u32) << i)
}

/// Takes the values of active lanes in, the lowest first.
#[inline]
fn narrow(op: Bin32, value: u32, row: &Lanes32, mask: u32, second: bool) -> u32 {
    let all = mask == u32::MAX;
    match op {
        Bin32::FAdd if all => {
            let f = f32::from_bits;
            canon32(row.iter().fold(f(value), |sum, x| sum + f(*x)))
        }
        Bin32::Add if all => row.iter().fold(value, |sum, x| sum.wrapping_add(*x)),
        _ => fold(mask, value, |value, i| match second {
            false => bin32(op, value, row[i]),
            true => bin32(op, row[i], value),
        }),
    }
}

#[inline]
fn wide(op: Bin64, value: u64, row: &[u64; LANES], mask: u32, second: bool) -> u64 {
    let all = mask == u32::MAX;
    match op {
        Bin64::FAdd if all => {
            let f = f64::from_bits;
            canon64(row.iter().fold(f(value), |sum, x| sum + f(*x)))
        }
        Bin64::Add if all => row.iter().fold(value, |sum, x| sum.wrapping_add(*x)),
        _ => fold(mask, value, |value, i| match second {
            false => bin64(op, value, row[i]),
            true => bin64(op, row[i], value),
        }),
    }
}

#[inline]
fn fold<T>(mask: u32, value: T, f: impl Fn(T, usize) -> T) -> T {
    (0..LANES).filter(|i| mask >> i & 1 != 0).fold(value, f)
}
