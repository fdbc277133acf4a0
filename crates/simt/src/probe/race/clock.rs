//! When accesses were made: moments, numbers of accesses, and whose they were.
//!
//! A *moment* is the time between two events that can order threads: a block's start or resumption, a barrier, a fence,
//! a `__syncwarp`. Moments are numbered through the whole launch. A *number* stands for one instruction in one moment,
//! whichever warp executes it; with the thread beside it, it says all about an access: instruction, moment, block. The
//! rule: numbers grow with time, so most questions about order are one comparison; numbers that no location remembers
//! are given anew by [`Clock::renumber`].

/// How many numbers are given before it is worth looking for unused ones.
const FIRST_LOOK: usize = 1 << 16;

/// The bits of a number; the two above say what the access does.
pub const NUMBER: u32 = (1 << 30) - 1;

/// A run of moments in which one block executes.
#[derive(Clone, Copy)]
struct Run {
    from: u32,
    block: u64,
}

/// Gives numbers, and knows what they stand for.
pub struct Clock {
    /// (moment, instruction) of each number; number 0 is nobody.
    rows: Vec<(u32, u32)>,
    /// The last number of each instruction, with its moment.
    last: Vec<(u32, u32)>,
    runs: Vec<Run>,
    /// The moment that is now.
    pub now: u32,
    /// The block that executes, as its place in the grid in row order.
    block: u64,
    noted: bool,
    limit: usize,
    /// The first number of this slice of the block, since its last barrier, and of this moment.
    pub since: Since,
}

/// Where numbers of the running block begin.
#[derive(Clone, Copy, Default)]
pub struct Since {
    /// The slice of the block that runs.
    pub slice: u32,
    /// The last barrier in it.
    pub barrier: u32,
    /// The moment.
    pub moment: u32,
}

impl Clock {
    /// At the start of a launch of so many instructions.
    pub fn new(instructions: usize) -> Self {
        Clock {
            rows: vec![(0, 0)],
            last: vec![(0, 0); instructions],
            runs: Vec::new(),
            now: 0,
            block: 0,
            noted: false,
            limit: FIRST_LOOK,
            since: Since::default(),
        }
    }

    fn next(&self) -> u32 {
        self.rows.len() as u32
    }

    /// A new moment.
    pub fn tick(&mut self) {
        self.now = self.now.saturating_add(1);
        self.since.moment = self.next();
    }

    /// A block starts or goes on.
    pub fn slice(&mut self, block: u64) {
        self.tick();
        (self.block, self.noted) = (block, false);
        let next = self.next();
        (self.since.slice, self.since.barrier) = (next, next);
    }

    /// The running block's threads have met.
    pub fn barrier(&mut self) {
        self.tick();
        self.since.barrier = self.next();
    }

    /// The number of an instruction now.
    #[inline(always)]
    pub fn number(&mut self, flat: usize) -> u32 {
        match self.last.get(flat) {
            Some((moment, number)) if *moment == self.now => *number,
            _ => self.add(flat),
        }
    }

    #[inline(never)]
    fn add(&mut self, flat: usize) -> u32 {
        if !self.noted {
            self.noted = true;
            self.runs.push(Run {
                from: self.now,
                block: self.block,
            });
        }
        let number = self.next().min(NUMBER);
        self.rows.push((self.now, flat as u32));
        if let Some(last) = self.last.get_mut(flat) {
            *last = (self.now, number);
        }
        number
    }

    /// The moment of a number.
    pub fn moment(&self, number: u32) -> u32 {
        self.rows.get(number as usize).map_or(0, |row| row.0)
    }

    /// The instruction of a number.
    pub fn flat(&self, number: u32) -> usize {
        self.rows.get(number as usize).map_or(0, |row| row.1) as usize
    }

    /// The block of a moment in which somebody made an access.
    pub fn block_of(&self, moment: u32) -> u64 {
        let after = self.runs.partition_point(|run| run.from <= moment);
        let run = after.checked_sub(1).and_then(|i| self.runs.get(i));
        run.map_or(u64::MAX, |run| run.block)
    }

    /// Whether so many numbers are given that unused ones should be looked for.
    #[inline(always)]
    pub fn full(&self) -> bool {
        self.rows.len() >= self.limit
    }

    /// A mark for each number.
    pub fn marks(&self) -> Vec<u32> {
        vec![0; self.rows.len()]
    }

    /// Forgets the numbers whose mark is 0; the marks become the new numbers. The next look comes after so many numbers that what it
    /// costs to go through `locations` is little for each of them.
    pub fn renumber(&mut self, marks: &mut [u32], locations: usize) {
        let mut kept = vec![(0, 0)];
        let mut moved = Since::default();
        if let Some(nobody) = marks.first_mut() {
            *nobody = 0;
        }
        for (old, mark) in marks.iter_mut().enumerate() {
            let new = kept.len() as u32;
            for (at, to) in [
                (self.since.slice, &mut moved.slice),
                (self.since.barrier, &mut moved.barrier),
                (self.since.moment, &mut moved.moment),
            ] {
                if at as usize == old {
                    *to = new;
                }
            }
            if old > 0 && *mark != 0 {
                *mark = new;
                kept.push(self.rows[old]);
            }
        }
        let (end, new) = (self.next(), kept.len() as u32);
        for (at, to) in [
            (self.since.slice, &mut moved.slice),
            (self.since.barrier, &mut moved.barrier),
            (self.since.moment, &mut moved.moment),
        ] {
            if at >= end {
                *to = new;
            }
        }
        self.rows = kept;
        self.since = moved;
        self.last.fill((0, 0));
        let enough = locations / 4 + self.rows.len();
        self.limit = FIRST_LOOK.max(self.rows.len() * 2).max(enough);
        self.forget_runs();
    }

    /// Keeps the runs in which a number was given that is still known, and the last.
    fn forget_runs(&mut self) {
        let rows = &self.rows;
        let ends = self.runs.iter().skip(1).map(|run| run.from);
        let ends: Vec<u32> = ends.chain([u32::MAX]).collect();
        let mut ends = ends.into_iter();
        self.runs.retain(|run| {
            let end = ends.next().unwrap_or(u32::MAX);
            let first = rows.partition_point(|row| row.0 < run.from);
            end == u32::MAX || rows.get(first).is_some_and(|row| row.0 < end)
        });
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.rows.len() * 8 + self.runs.len() * 16 + self.last.len() * 8
    }
}
