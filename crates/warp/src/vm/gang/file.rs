//! The registers of a gang: for each register a row of 32 lanes a warp, or one row that all warps share.
//!
//! Registers and a closure go in, a register comes out, for all warps of the gang at once. The rule: a register whose row is shared has
//! the same 32 values in every warp; what is computed from shared rows alone, for all lanes that live, is computed once and shared again,
//! so a loop counter costs one row and not eight. A pointer made of one base and 32-bit distances is kept as these
//! until something needs it whole.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::liveness;
use super::rows::{each_row, fill_rows, fill32, fill64, put_bits, put_part, put32, put64};
use crate::probe::scene::Held;
use crate::vm::Env;
use crate::vm::lanes::{Lanes32, Lanes64, Registers, ScaledIndex, blend_bits};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::warp::Warp;
use cuda_ir::{Code, D, P, ParamReg, R, VarPlace};

/// How many warps a gang has at most.
pub const WARPS: usize = 8;

/// A set of lanes for each warp.
pub type Masks = [u32; WARPS];

/// How far from its base a pointer that is kept in two parts may be.
const FAR: i32 = 1 << 30;

/// Which lanes of a gang execute.
#[derive(Clone, Copy, Default)]
pub struct Active {
    /// By warp.
    pub masks: Masks,
    /// Whether these are all that have not ended.
    pub all: bool,
    /// The warps from the first to the last that has a lane here.
    pub from: usize,
    /// One past the last of them.
    pub to: usize,
    /// How many warps have a lane here.
    pub warps: u32,
    /// The lanes that any warp has here.
    pub any: u32,
}

impl Active {
    /// What follows from the lanes that execute and those that live.
    #[inline(always)]
    pub fn new(masks: Masks, live: &Masks) -> Active {
        let mut some = 0u32;
        let mut any = 0;
        for (w, mask) in masks.iter().enumerate() {
            some |= ((*mask != 0) as u32) << w;
            any |= mask;
        }
        Active {
            masks,
            all: masks == *live,
            from: (some.trailing_zeros() as usize).min(WARPS),
            to: (u32::BITS - some.leading_zeros()) as usize,
            warps: some.count_ones(),
            any,
        }
    }

    /// How many lanes execute.
    pub fn lanes(&self) -> u32 {
        self.masks.iter().map(|mask| mask.count_ones()).sum()
    }
}

/// How a 64-bit register is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wide {
    /// One row for all warps.
    Shared,
    /// A row a warp.
    Rows,
    /// A base and rows of distances, with the step from a warp's to the next: 0 if it is one row.
    Distances(u64, u8),
}

/// A gang's registers.
pub struct File {
    /// How many warps it has.
    pub width: usize,
    /// Which lanes execute.
    pub active: Active,
    pub(super) r: Box<[Lanes32]>,
    pub(super) d: Box<[Lanes64]>,
    distances: Box<[Lanes32]>,
    pub(super) p: Box<[Masks]>,
    /// For each register 0 if its row is shared, else 1: the step from a warp's row to the next.
    pub(super) r_step: Box<[u8]>,
    pub(super) d_kind: Box<[Wide]>,
    /// Whether a register is read only where it was written just before, under the same masks: then what inactive lanes hold does not
    /// matter.
    brief: [Vec<bool>; 2],
    /// Whether what lanes hold that do not execute when it is written does not matter: those above, and more.
    pub(super) loose: [Box<[bool]>; 2],
    /// The same, but for registers that hold variables of the source; or the other way round, while somebody watches.
    other: [Box<[bool]>; 2],
    /// Whether somebody watches, who may print what a variable of a waiting lane holds.
    watched: bool,
    /// What is to be put into some lanes of a row.
    pub(super) part32: Box<Lanes32>,
    pub(super) part64: Box<Lanes64>,
}

impl File {
    /// As many registers as the code says.
    pub fn new(code: &Code, width: usize) -> File {
        let [r, d, p] = code.registers.map(usize::from);
        let brief = liveness::brief(code);
        let loose = liveness::loose(code, &brief);
        let other = liveness::unnamed(code, loose.clone());
        File {
            width,
            active: Active::default(),
            r: vec![[0; LANES]; r * WARPS].into(),
            d: vec![[0; LANES]; d * WARPS].into(),
            distances: vec![[0; LANES]; d * WARPS].into(),
            p: vec![[0; WARPS]; p].into(),
            r_step: vec![0; r].into(),
            d_kind: vec![Wide::Shared; d].into(),
            loose: loose.map(Vec::into),
            other: other.map(Vec::into),
            watched: false,
            brief,
            part32: Box::new([0; LANES]),
            part64: Box::new([0; LANES]),
        }
    }

    /// The same for code whose registers are read by others when it has ended, as the host's loops in bands are: what a lane holds
    /// that does not execute is kept, but in registers that are read only where they were written just before.
    pub fn read_afterwards(mut self) -> File {
        self.loose = self.brief.clone().map(Vec::into);
        self.other = self.loose.clone();
        self
    }

    /// Says whether somebody watches from now on.
    pub fn watch(&mut self, watched: bool) {
        if std::mem::replace(&mut self.watched, watched) != watched {
            std::mem::swap(&mut self.loose, &mut self.other);
        }
    }

    /// Whether a register of 32 bits (0) or 64 (1) is read only where it was written just before.
    pub fn is_brief(&self, kind: usize, reg: u16) -> bool {
        let kind = self.brief.get(kind);
        kind.and_then(|brief| brief.get(reg as usize))
            .is_some_and(|brief| *brief)
    }

    /// The rows that a write changes, if it may change them in all lanes.
    #[inline(always)]
    pub(super) fn rows(&self, loose: bool) -> Option<(usize, usize)> {
        match (self.active.all, loose) {
            (true, _) => Some((0, self.width)),
            (false, true) => Some((self.active.from, self.active.to)),
            (false, false) => None,
        }
    }

    /// The values on entry to the kernel: constants, parameters, and 0.
    pub fn start(&mut self, env: &Env<'_>) {
        let code = &env.kernel.code;
        self.r_step.fill(0);
        self.d_kind.fill(Wide::Shared);
        self.p.fill([0; WARPS]);
        self.r
            .iter_mut()
            .step_by(WARPS)
            .for_each(|row| *row = [0; LANES]);
        self.d
            .iter_mut()
            .step_by(WARPS)
            .for_each(|row| *row = [0; LANES]);
        for (reg, value) in &code.consts32 {
            self.r[reg.0 as usize * WARPS] = [*value; LANES];
        }
        for (reg, value) in &code.consts64 {
            self.d[reg.0 as usize * WARPS] = [*value; LANES];
        }
        for (place, bits) in env.kernel.params.iter().zip(&env.params) {
            match place {
                ParamReg::R(r) => self.r[r.0 as usize * WARPS] = [*bits as u32; LANES],
                ParamReg::D(d) => {
                    self.d_kind[d.0 as usize] = Wide::Distances(*bits, 0);
                    self.distances[d.0 as usize * WARPS] = [0; LANES];
                }
                ParamReg::P(p) => {
                    self.p[p.0 as usize] = [if *bits != 0 { u32::MAX } else { 0 }; WARPS]
                }
            }
        }
    }

    /// A warp's row of a register.
    #[inline(always)]
    pub fn row32(&self, reg: R, warp: usize) -> &Lanes32 {
        let reg = reg.0 as usize;
        &self.r[reg * WARPS + warp * self.r_step[reg] as usize]
    }

    /// Where a register's first row is, and the step to the next warp's: looked up once for all warps. That still leads to the same values when the
    /// register is given rows of its own later, until its first row is written.
    #[inline(always)]
    pub(super) fn place32(&self, reg: R) -> (usize, usize) {
        let reg = reg.0 as usize;
        (reg * WARPS, self.r_step[reg] as usize)
    }

    /// The same of several registers. A loop, for `map` of an array would be built anew for every operation.
    #[inline(always)]
    pub(super) fn places32<const N: usize>(&self, from: [R; N]) -> [(usize, usize); N] {
        let mut places = [(0, 0); N];
        for k in 0..N {
            places[k] = self.place32(from[k]);
        }
        places
    }

    /// A warp's row from there.
    #[inline(always)]
    pub(super) fn at32(&self, (first, step): (usize, usize), warp: usize) -> &Lanes32 {
        &self.r[first + warp * step]
    }

    /// The rows of a register of the warps that execute, or the one of all.
    #[inline(always)]
    pub fn rows32(&self, reg: R) -> &[Lanes32] {
        let from = reg.0 as usize * WARPS;
        match self.shares32(reg) {
            true => &self.r[from..from + 1],
            false => &self.r[from + self.active.from..from + self.active.to],
        }
    }

    /// Whether all warps have the same row.
    #[inline(always)]
    pub fn shares32(&self, reg: R) -> bool {
        self.r_step[reg.0 as usize] == 0
    }

    /// A warp's row of a register that is whole.
    #[inline(always)]
    pub(super) fn row64(&self, reg: D, warp: usize) -> &Lanes64 {
        &self.d[reg.0 as usize * WARPS + warp * self.step64(reg)]
    }

    /// A warp's row of a register, as it would be if it were whole.
    pub fn row64_of(&self, reg: D, warp: usize) -> Lanes64 {
        match self.d_kind[reg.0 as usize] {
            Wide::Distances(base, step) => {
                let row = &self.distances[reg.0 as usize * WARPS + warp * step as usize];
                row.map(|x| base.wrapping_add(x as i32 as i64 as u64))
            }
            _ => *self.row64(reg, warp),
        }
    }

    /// Whether all warps have the same row.
    pub fn shares64(&self, reg: D) -> bool {
        matches!(
            self.d_kind[reg.0 as usize],
            Wide::Shared | Wide::Distances(_, 0)
        )
    }

    /// Moves a pointer that is kept in two parts, in all lanes; `false` if it is not, or only some lanes execute.
    pub fn move_distances(&mut self, reg: D, by: u64) -> bool {
        match &mut self.d_kind[reg.0 as usize] {
            Wide::Distances(base, _) if self.active.all => {
                *base = base.wrapping_add(by);
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn step64(&self, reg: D) -> usize {
        (self.d_kind[reg.0 as usize] != Wide::Shared) as usize
    }

    /// The lanes that have a predicate, by warp.
    #[inline(always)]
    pub fn pred(&self, reg: P) -> &Masks {
        &self.p[reg.0 as usize]
    }

    /// Makes a pointer in two parts whole.
    #[inline(always)]
    pub(super) fn whole(&mut self, reg: D) {
        if let Wide::Distances(base, step) = self.d_kind[reg.0 as usize] {
            self.join(reg, (base, step));
        }
    }

    #[inline(never)]
    fn join(&mut self, reg: D, (base, step): (u64, u8)) {
        let from = reg.0 as usize * WARPS;
        let rows = if step == 0 { 1 } else { self.width };
        for w in 0..rows {
            let x = &self.distances[from + w];
            let row = &mut self.d[from + w];
            for i in 0..LANES {
                row[i] = base.wrapping_add(x[i] as i32 as i64 as u64);
            }
        }
        self.d_kind[reg.0 as usize] = if step == 0 { Wide::Shared } else { Wide::Rows };
    }

    /// Gives each warp its own row, to be changed in part.
    #[inline(always)]
    pub(super) fn own32(&mut self, reg: R) {
        if self.shares32(reg) {
            self.spread32(reg);
        }
    }

    #[inline(never)]
    fn spread32(&mut self, reg: R) {
        let reg = reg.0 as usize;
        let row = self.r[reg * WARPS];
        self.r[reg * WARPS..][..self.width].fill(row);
        self.r_step[reg] = 1;
    }

    #[inline(always)]
    pub(super) fn own64(&mut self, reg: D) {
        self.whole(reg);
        if self.d_kind[reg.0 as usize] == Wide::Shared {
            self.spread64(reg);
        }
    }

    #[inline(never)]
    fn spread64(&mut self, reg: D) {
        let reg = reg.0 as usize;
        let row = self.d[reg * WARPS];
        self.d[reg * WARPS..][..self.width].fill(row);
        self.d_kind[reg] = Wide::Rows;
    }

    /// Writes lanes of half a warp's row, or of the row that all warps share.
    pub fn put_half(
        &mut self,
        dst: R,
        (warp, half): (usize, usize),
        (mask, from): (u16, &[u32; LANES / 2]),
    ) {
        let reg = dst.0 as usize;
        let row = &mut self.r[reg * WARPS + warp * self.r_step[reg] as usize];
        put_some(&mut row[half % 2 * (LANES / 2)..], mask, from);
    }

    /// The same of a register of 64 bits that is whole.
    pub fn put_half64(
        &mut self,
        dst: D,
        (warp, half): (usize, usize),
        (mask, from): (u16, &[u64; LANES / 2]),
    ) {
        let row = &mut self.d[dst.0 as usize * WARPS + warp * self.step64(dst)];
        put_some(&mut row[half % 2 * (LANES / 2)..], mask, from);
    }

    /// Writes a 32-bit register, by rows; `shared` says that all rows are alike.
    #[inline(always)]
    pub fn put32(&mut self, dst: R, shared: bool, f: impl Fn(&File, usize) -> Lanes32) {
        put32!(self, dst, shared, w => f(self, w));
    }

    /// Writes a 64-bit register, by rows.
    #[inline(always)]
    pub fn put64(&mut self, dst: D, shared: bool, f: impl Fn(&File, usize) -> Lanes64) {
        put64!(self, dst, shared, w => f(self, w));
    }

    /// Fills a 32-bit register from elsewhere, by rows: each is written where it belongs, and not copied there.
    #[inline(always)]
    pub fn fill32(&mut self, dst: R, shared: bool, f: impl Fn(usize, &mut Lanes32)) {
        fill32!(self, dst, shared, w, row => f(w, row));
    }

    /// Fills a 64-bit register from elsewhere likewise.
    #[inline(always)]
    pub fn fill64(&mut self, dst: D, shared: bool, f: impl Fn(usize, &mut Lanes64)) {
        fill64!(self, dst, shared, w, row => f(w, row));
    }

    /// Writes one address for all warps.
    pub fn put_address(&mut self, dst: D, address: u64) {
        if self.active.all {
            self.d_kind[dst.0 as usize] = Wide::Distances(address, 0);
            self.distances[dst.0 as usize * WARPS] = [0; LANES];
        } else {
            self.put64(dst, true, |_, _| [address; LANES]);
        }
    }

    /// Writes a predicate, by warps.
    #[inline(always)]
    pub fn put_bits(&mut self, dst: P, shared: bool, f: impl Fn(&File, usize) -> u32) {
        put_bits!(self, dst, shared, w => f(self, w));
    }

    /// The bits of a predicate that all active lanes have, or none has.
    #[inline(always)]
    pub(super) fn alike(&self, cond: P) -> Option<u32> {
        let (mut every, mut none) = (0, 0);
        let (bits, masks) = (self.pred(cond), &self.active.masks);
        for w in 0..WARPS {
            every |= !bits[w] & masks[w];
            none |= bits[w] & masks[w];
        }
        match (every, none) {
            (0, _) => Some(u32::MAX),
            (_, 0) => Some(0),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn shared32<const N: usize>(&self, from: [R; N]) -> bool {
        let mut steps = 0;
        for k in 0..N {
            steps |= self.r_step[from[k].0 as usize];
        }
        steps == 0
    }

    #[inline(always)]
    pub(super) fn shared64<const N: usize>(&mut self, from: [D; N]) -> bool {
        let mut steps = 0;
        for k in 0..N {
            self.whole(from[k]);
            steps |= self.step64(from[k]);
        }
        steps == 0
    }

    /// `dst = base + extended(index) * scale`, kept in two parts where base and distances allow it; `false` if not.
    #[inline(always)]
    pub fn index_distances(&mut self, dst: D, of: ScaledIndex) -> bool {
        let ScaledIndex {
            base,
            index,
            scale,
            signed,
        } = of;
        let (to, from) = (dst.0 as usize, base.0 as usize);
        let Some(rows) = self.rows(self.loose[1][to]) else {
            return false;
        };
        if scale == 0 || scale > 1 << 16 {
            return false;
        }
        let (first, step) = match self.d_kind[from] {
            Wide::Rows => return false,
            Wide::Distances(first, step) => (first, Some(step)),
            Wide::Shared => {
                let row = &self.d[from * WARPS];
                let first = row[0];
                let mut differ = 0;
                for i in 0..LANES {
                    differ |= row[i] ^ first;
                }
                if differ != 0 {
                    return false;
                }
                (first, None)
            }
        };
        let shared = self.shares32(index) && step.is_none_or(|step| step == 0);
        let rows = if shared { (0, 1) } else { rows };
        let most = FAR / scale as i32;
        let least = if signed { most } else { 0 };
        let before = (to == from).then(|| {
            let mut rows = [[0; LANES]; WARPS];
            rows.copy_from_slice(&self.distances[from * WARPS..][..WARPS]);
            rows
        });
        let none = [0; LANES];
        for w in (rows.0..rows.1).rev() {
            let y = match (step, &before) {
                (None, _) => &none,
                (Some(step), Some(rows)) => &rows[w * step as usize],
                (Some(step), None) => &self.distances[from * WARPS + w * step as usize],
            };
            let x = self.row32(index, w);
            let mut out = [0; LANES];
            for i in 0..LANES {
                out[i] = x[i].wrapping_mul(scale).wrapping_add(y[i]);
            }
            self.distances[to * WARPS + w] = out;
        }
        let out_ends = ends(&self.distances[to * WARPS + rows.0..to * WARPS + rows.1]);
        let at = index.0 as usize * WARPS;
        let index_ends = ends(match self.shares32(index) {
            true => &self.r[at..at + 1],
            false => &self.r[at + rows.0..at + rows.1],
        });
        let far =
            index_ends.0 < -least || index_ends.1 > most || out_ends.0 < -FAR || out_ends.1 > FAR;
        match (far, before) {
            (false, _) => self.d_kind[to] = Wide::Distances(first, !shared as u8),
            (true, Some(rows)) => self.distances[to * WARPS..][..WARPS].copy_from_slice(&rows),
            (true, None) => {}
        }
        !far
    }

    /// An address register as it is kept: a base with distances, or whole rows of which all may be one.
    #[inline(always)]
    pub fn pointer(&self, reg: D) -> Pointer<'_> {
        let from = reg.0 as usize * WARPS;
        match self.d_kind[reg.0 as usize] {
            Wide::Distances(base, 0) => Pointer::Distances(base, &self.distances[from..][..1]),
            Wide::Distances(base, _) => {
                Pointer::Distances(base, &self.distances[from..][..self.width])
            }
            Wide::Rows => Pointer::Rows(&self.d[from..][..self.width]),
            Wide::Shared => Pointer::Shared(&self.d[from]),
        }
    }
}

fn put_some<T: Copy>(row: &mut [T], mask: u16, from: &[T; LANES / 2]) {
    if mask == u16::MAX
        && let Some(row) = row.first_chunk_mut()
    {
        *row = *from;
        return;
    }
    for (i, (to, from)) in row.iter_mut().zip(from).enumerate() {
        if mask >> i & 1 != 0 {
            *to = *from;
        }
    }
}

/// The least and the greatest of 0 and some rows, in a pass of its own: with each row they would be reduced to one number once a row.
#[inline(always)]
fn ends(rows: &[Lanes32]) -> (i32, i32) {
    let (mut low, mut high) = (0, 0);
    for x in rows.as_flattened() {
        low = low.min(*x as i32);
        high = high.max(*x as i32);
    }
    (low, high)
}

/// An address register as it is kept.
pub enum Pointer<'a> {
    /// One base, distances by warp, or one row for all.
    Distances(u64, &'a [Lanes32]),
    /// Addresses by warp.
    Rows(&'a [Lanes64]),
    /// The same addresses in all warps.
    Shared(&'a Lanes64),
}

/// What one warp of a gang has in hand.
pub struct Hand<'a> {
    /// The gang's registers.
    pub file: &'a File,
    /// The warp's number in the gang.
    pub warp: usize,
}

impl Held for Hand<'_> {
    fn bits(&self, place: VarPlace, lane: usize) -> Option<u64> {
        let File {
            r_step, d_kind, p, ..
        } = self.file;
        match place {
            VarPlace::R(r) if (r.0 as usize) < r_step.len() => {
                Some(self.file.row32(r, self.warp)[lane] as u64)
            }
            VarPlace::D(d) => match *d_kind.get(d.0 as usize)? {
                Wide::Distances(base, step) => {
                    let row = d.0 as usize * WARPS + self.warp * step as usize;
                    let away = self.file.distances[row][lane];
                    Some(base.wrapping_add(away as i32 as i64 as u64))
                }
                _ => Some(self.file.row64(d, self.warp)[lane]),
            },
            VarPlace::P(reg) => Some((p.get(reg.0 as usize)?[self.warp] >> lane & 1) as u64),
            _ => None,
        }
    }
}

impl File {
    /// Copies a warp's rows of all registers to registers of its own.
    pub fn give(&mut self, warp: usize, to: &mut Registers) {
        (0..self.d_kind.len()).for_each(|d| self.whole(D(d as u16)));
        for (reg, row) in to.r.iter_mut().enumerate() {
            *row = *self.row32(R(reg as u16), warp);
        }
        for (reg, row) in to.d.iter_mut().enumerate() {
            *row = *self.row64(D(reg as u16), warp);
        }
        for (bits, of) in to.p.iter_mut().zip(&self.p) {
            *bits = of[warp];
        }
    }

    /// A warp's row of a 64-bit register.
    pub fn copy64(&self, reg: D, warp: usize) -> Lanes64 {
        match self.d_kind[reg.0 as usize] {
            Wide::Distances(base, step) => {
                let away = &self.distances[reg.0 as usize * WARPS + warp * step as usize];
                away.map(|x| base.wrapping_add(x as i32 as i64 as u64))
            }
            _ => *self.row64(reg, warp),
        }
    }

    /// Takes all warps' registers; a row that is the same in all is shared.
    pub fn gather(&mut self, warps: &[Warp]) {
        let live = || warps.iter().filter(|w| !w.live.is_empty());
        let Some(first) = live().next() else {
            return;
        };
        for reg in 0..self.r_step.len() {
            let alike = live().all(|w| w.g.r[reg] == first.g.r[reg]);
            self.r_step[reg] = !alike as u8;
            self.r[reg * WARPS] = first.g.r[reg];
            if !alike {
                let rows = self.r[reg * WARPS..].iter_mut().zip(warps);
                rows.for_each(|(row, w)| *row = w.g.r[reg]);
            }
        }
        for reg in 0..self.d_kind.len() {
            let alike = live().all(|w| w.g.d[reg] == first.g.d[reg]);
            self.d_kind[reg] = if alike { Wide::Shared } else { Wide::Rows };
            self.d[reg * WARPS] = first.g.d[reg];
            if !alike {
                let rows = self.d[reg * WARPS..].iter_mut().zip(warps);
                rows.for_each(|(row, w)| *row = w.g.d[reg]);
            }
        }
        for (reg, bits) in self.p.iter_mut().enumerate() {
            bits.iter_mut()
                .zip(warps)
                .for_each(|(b, w)| *b = w.g.p[reg]);
        }
    }

    /// Takes a warp's registers back where they have changed.
    pub fn take(&mut self, warp: usize, from: &Registers) {
        for (reg, row) in from.r.iter().enumerate() {
            if row != self.row32(R(reg as u16), warp) {
                self.own32(R(reg as u16));
                self.r[reg * WARPS + warp] = *row;
            }
        }
        for (reg, row) in from.d.iter().enumerate() {
            if row != self.row64(D(reg as u16), warp) {
                self.own64(D(reg as u16));
                self.d[reg * WARPS + warp] = *row;
            }
        }
        for (bits, of) in from.p.iter().zip(&mut self.p) {
            of[warp] = *bits;
        }
    }
}
