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

/// What a number stands for.
#[derive(Clone, Copy)]
struct Row {
    moment: u32,
    /// The instruction.
    flat: u32,
    /// The run in which it was made, among those that are known.
    run: u32,
}

/// Number 0.
const NOBODY: Row = Row {
    moment: 0,
    flat: 0,
    run: u32::MAX,
};

/// Gives numbers, and knows what they stand for.
pub struct Clock {
    /// Of each number.
    rows: Vec<Row>,
    /// The last number of each instruction, with its moment.
    last: Vec<(u32, u32)>,
    /// The block of each time that a block executes, if it makes an access.
    runs: Vec<u64>,
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
            rows: vec![NOBODY],
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
            self.runs.push(self.block);
        }
        let number = self.next().min(NUMBER);
        self.rows.push(Row {
            moment: self.now,
            flat: flat as u32,
            run: self.runs.len() as u32 - 1,
        });
        if let Some(last) = self.last.get_mut(flat) {
            *last = (self.now, number);
        }
        number
    }

    /// The moment of a number.
    pub fn moment(&self, number: u32) -> u32 {
        self.rows.get(number as usize).map_or(0, |row| row.moment)
    }

    /// The instruction of a number.
    pub fn flat(&self, number: u32) -> usize {
        self.rows.get(number as usize).map_or(0, |row| row.flat) as usize
    }

    /// The block of a number.
    #[inline(always)]
    pub fn block_of(&self, number: u32) -> u64 {
        let run = self.rows.get(number as usize).map(|row| row.run);
        let block = run.and_then(|run| self.runs.get(run as usize));
        block.copied().unwrap_or(u64::MAX)
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
        let mut kept = vec![NOBODY];
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

    /// Keeps the runs in which a number was given that is still known; the block that executes begins another.
    fn forget_runs(&mut self) {
        let (mut kept, mut last) = (Vec::new(), None);
        for row in self.rows.iter_mut().skip(1) {
            if last != Some(row.run) {
                last = Some(row.run);
                kept.extend(self.runs.get(row.run as usize));
            }
            row.run = (kept.len() as u32).saturating_sub(1);
        }
        (self.runs, self.noted) = (kept, false);
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<Row>() + (self.runs.len() + self.last.len()) * 8
    }
}
