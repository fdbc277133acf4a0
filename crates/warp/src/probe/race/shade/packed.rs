//! Locations of a byte or two that remember apart: each its thread and the number of its history.
//!
//! A row of locations goes in as [`Shade`] has them and comes out again. The rule: two bytes a location as long as a piece has few
//! histories, three as long as the launch has, then four.

use super::super::palette::Palette;
use super::Shade;

/// How many histories locations of two bytes can tell apart.
const FEW: usize = 64;
/// The bits of a thread.
const BITS: u32 = 10;
/// Histories whose number fits beside a thread in three bytes.
const LOW: u32 = 1 << (24 - BITS);
const THREADS: u32 = (1 << BITS) - 1;

/// A piece's locations.
pub struct Packed {
    /// Thread, and which of `local`; empty if there are too many.
    narrow: Vec<u16>,
    /// Histories of the piece; the first is nobody's.
    local: Vec<u32>,
    /// Thread and history, in `step` bytes each.
    wide: Vec<u8>,
    step: usize,
}

impl Packed {
    /// So many that nobody has touched.
    fn new(locations: usize) -> Packed {
        Packed {
            narrow: vec![0; locations],
            local: vec![0],
            wide: Vec::new(),
            step: 2,
        }
    }

    fn get(&self, at: usize) -> (u32, u32) {
        let word = match self.narrow.get(at) {
            Some(word) => {
                let local = self.local.get(usize::from(*word >> BITS));
                u32::from(*word) & THREADS | local.copied().unwrap_or(0) << BITS
            }
            None => {
                let bytes = self.wide.iter().skip(at * self.step).take(self.step);
                bytes
                    .rev()
                    .fold(0, |word, byte| word << 8 | u32::from(*byte))
            }
        };
        (word & THREADS, word >> BITS)
    }

    fn put(&mut self, at: usize, (thread, history): (u32, u32)) {
        if !self.narrow.is_empty() {
            let known = self.local.iter().position(|of| *of == history);
            if let Some(local) = known.or_else(|| self.add(history)) {
                if let Some(word) = self.narrow.get_mut(at) {
                    *word = (local as u16) << BITS | thread as u16;
                }
                return;
            }
        }
        let need = if history < LOW { 3 } else { 4 };
        if self.step < need {
            self.widen(need);
        }
        self.write(at, history << BITS | thread);
    }

    fn write(&mut self, at: usize, word: u32) {
        let (to, bytes) = (at * self.step, word.to_le_bytes());
        if let Some(place) = self.wide.get_mut(to..to + self.step) {
            place.copy_from_slice(&bytes[..self.step]);
        }
    }

    /// One more history's place; `None` if all are some location's.
    fn add(&mut self, history: u32) -> Option<usize> {
        if self.local.len() == FEW {
            self.drop_unused();
        }
        if self.local.len() == FEW {
            return None;
        }
        self.local.push(history);
        Some(self.local.len() - 1)
    }

    /// Forgets histories that no location has. Half of them must go for it to be worth the trouble.
    fn drop_unused(&mut self) {
        let mut to = [0u16; FEW];
        for word in &self.narrow {
            to[usize::from(*word >> BITS)] = 1;
        }
        to[0] = 1;
        if to.iter().sum::<u16>() > FEW as u16 / 2 {
            return;
        }
        let mut kept = Vec::new();
        for (to, history) in to.iter_mut().zip(&self.local) {
            if *to == 1 {
                *to = kept.len() as u16;
                kept.push(*history);
            }
        }
        self.local = kept;
        for word in &mut self.narrow {
            *word = to[usize::from(*word >> BITS)] << BITS | *word & THREADS as u16;
        }
    }

    fn widen(&mut self, step: usize) {
        let words: Vec<_> = (0..self.locations()).map(|at| self.get(at)).collect();
        (self.narrow, self.local) = (Vec::new(), Vec::new());
        (self.wide, self.step) = (vec![0; words.len() * step], step);
        for (at, (thread, history)) in words.into_iter().enumerate() {
            self.write(at, history << BITS | thread);
        }
    }

    fn locations(&self) -> usize {
        self.narrow.len().max(self.wide.len() / self.step)
    }

    /// The histories that some location has.
    pub fn histories(&self) -> impl Iterator<Item = u32> {
        (0..self.locations()).map(|at| self.get(at).1)
    }

    /// Takes the new numbers of histories.
    pub fn renumber(&mut self, moved: &[u32]) {
        let new = |old: u32| moved.get(old as usize).copied().unwrap_or(0);
        self.local.iter_mut().for_each(|of| *of = new(*of));
        // Numbers become smaller, so there is room.
        for at in 0..self.wide.len() / self.step {
            let (thread, history) = self.get(at);
            self.write(at, new(history) << BITS | thread);
        }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        2 * self.narrow.len() + 4 * self.local.len() + self.wide.len()
    }
}

impl Shade {
    /// Lets each location remember for itself, packed; `false` if they remember in rows, since there are too many histories.
    pub fn pack(&mut self, palette: &mut Palette) -> bool {
        if !self.singly {
            self.part();
            self.pack_rows(palette);
        }
        self.packed.is_some()
    }

    /// Packs locations that remember in rows, unless there are too many histories.
    pub fn pack_rows(&mut self, palette: &mut Palette) {
        let mut packed = Box::new(Packed::new(self.len));
        let all = (0..self.len).all(|at| {
            let number = palette.number(self.state(at));
            number.inspect(|number| packed.put(at, *number)).is_some()
        });
        if all {
            (self.ids, self.who) = Default::default();
            self.packed = Some(packed);
        }
    }

    /// Whether locations are packed.
    #[inline(always)]
    pub fn is_packed(&self) -> bool {
        self.packed.is_some()
    }

    /// What so many packed locations from one on remember, as the first of other rows.
    pub fn lend(&self, (from, n): (usize, usize), palette: &Palette, rows: &mut Shade) {
        let Some(packed) = &self.packed else {
            return;
        };
        for at in 0..n {
            let (thread, history) = packed.get(from + at);
            rows.set(at, palette.state(thread, history));
        }
    }

    /// Takes over what the first of other rows remember now. If there are too many histories, all locations are rows from here on.
    pub fn take_back(&mut self, (from, n): (usize, usize), palette: &mut Palette, rows: &Shade) {
        for at in 0..n {
            let Some(packed) = &mut self.packed else {
                self.set(from + at, rows.state(at));
                continue;
            };
            let (thread, history) = packed.get(from + at);
            if palette.state(thread, history) == rows.state(at) {
                continue;
            }
            match palette.number(rows.state(at)) {
                Some(number) => packed.put(from + at, number),
                None => {
                    self.unpack(palette);
                    self.set(from + at, rows.state(at));
                }
            }
        }
    }

    /// Lets packed locations remember in rows.
    #[cold]
    pub fn unpack(&mut self, palette: &Palette) {
        let Some(packed) = self.packed.take() else {
            return;
        };
        self.who = vec![0; self.len];
        for at in 0..self.len {
            let (thread, history) = packed.get(at);
            self.set(at, palette.state(thread, history));
        }
    }
}
