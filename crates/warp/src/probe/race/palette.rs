//! Histories of small locations, each kept once.
//!
//! What a location remembers goes in, without its thread; a number comes out, and the history for the number. The rule: of locations
//! of a byte or two there are many, and most went the way of many others: the same instructions of the same blocks, by threads that
//! are as far from each other. So a location needs the number of its history and one thread, four bytes at most.

use super::clock::NUMBER;
use super::shade::{SETTLED, THREAD, thread_of};

/// How many histories can be told apart.
pub const MOST: usize = 1 << 22;
/// How many there are before it is worth looking for those that no location has any more.
const FIRST_LOOK: usize = 1 << 14;

/// Number and kind of three accesses; how much further the threads of the second and third are than the location's, and [`SETTLED`].
type History = [u32; 4];

/// What a location remembers: number and kind of three accesses, and their threads.
pub type State = ([u32; 3], u32);

/// All histories. The first is that of a location that nobody has touched.
pub struct Palette {
    rows: Vec<History>,
    /// Where a history is, from where its hash says on; 0 is nowhere.
    table: Vec<u32>,
    /// Those that some location has, while unused ones are looked for.
    used: Vec<bool>,
    limit: usize,
}

impl Default for Palette {
    fn default() -> Self {
        Palette {
            rows: vec![[0; 4]],
            table: Vec::new(),
            used: Vec::new(),
            limit: FIRST_LOOK,
        }
    }
}

impl Palette {
    /// A location's thread and the number of its history; `None` if there are too many.
    #[inline]
    pub fn number(&mut self, state: State) -> Option<(u32, u32)> {
        let (history, thread) = split(state);
        if history == [0; 4] {
            return Some((0, 0));
        }
        if 2 * self.rows.len() >= self.table.len() {
            self.place_all(4 * self.rows.len().max(64));
        }
        let mut at = self.home(&history);
        loop {
            let number = self.table[at];
            if number == 0 {
                break;
            }
            if self.rows[number as usize] == history {
                return Some((thread, number));
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        let number = self.rows.len();
        if number >= MOST {
            return None;
        }
        self.table[at] = number as u32;
        self.rows.push(history);
        Some((thread, number as u32))
    }

    /// What a location with this thread and history remembers.
    #[inline]
    pub fn state(&self, thread: u32, number: u32) -> State {
        let [a, b, c, apart] = self.rows.get(number as usize).copied().unwrap_or_default();
        let of = |id: u32, further: u32| match id {
            0 => 0,
            _ => (thread + further) & THREAD,
        };
        let (t0, t1, t2) = (of(a, 0), of(b, apart), of(c, apart >> 10));
        ([a, b, c], t0 | t1 << 10 | t2 << 20 | apart & SETTLED)
    }

    /// Whether there are so many that unused ones should be looked for.
    #[inline(always)]
    pub fn full(&self) -> bool {
        self.rows.len() >= self.limit
    }

    /// Begins to look for unused ones.
    pub fn look(&mut self) {
        self.used = vec![false; self.rows.len()];
    }

    /// Some location has this one: the numbers of its accesses are marked too.
    pub fn mark(&mut self, number: u32, marks: &mut [u32]) {
        let Some(used) = self.used.get_mut(number as usize) else {
            return;
        };
        if !std::mem::replace(used, true) {
            for id in &self.rows[number as usize][..3] {
                if let Some(mark) = marks.get_mut((id & NUMBER) as usize) {
                    *mark = 1;
                }
            }
        }
    }

    /// Forgets those that no location has, and gives the accesses of the others their new numbers. Out come the new numbers of histories.
    pub fn renumber(&mut self, marks: &[u32]) -> Vec<u32> {
        let mut kept = vec![[0; 4]];
        let used = std::mem::take(&mut self.used);
        let moved = used
            .iter()
            .zip(&self.rows)
            .enumerate()
            .map(|(i, (used, row))| {
                if i == 0 || !used {
                    return 0;
                }
                let new = |id: u32| match marks.get((id & NUMBER) as usize) {
                    Some(new) if *new != 0 => id & !NUMBER | new,
                    _ => 0,
                };
                kept.push([new(row[0]), new(row[1]), new(row[2]), row[3]]);
                kept.len() as u32 - 1
            });
        let moved = moved.collect();
        self.rows = kept;
        self.limit = FIRST_LOOK.max(2 * self.rows.len());
        self.place_all(4 * self.rows.len().max(64));
        moved
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<History>() + self.table.len() * 4
    }

    fn home(&self, history: &History) -> usize {
        let mix = |hash: u64, part: &u32| {
            (hash ^ u64::from(*part))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        };
        let hash = history.iter().fold(0, mix);
        (hash ^ hash >> 32) as usize & (self.table.len() - 1)
    }

    #[cold]
    fn place_all(&mut self, room: usize) {
        self.table = vec![0; room.next_power_of_two()];
        for number in 1..self.rows.len() {
            let mut at = self.home(&self.rows[number]);
            while self.table[at] != 0 {
                at = (at + 1) & (self.table.len() - 1);
            }
            self.table[at] = number as u32;
        }
    }
}

/// A history, and the thread of the first access that there is.
#[inline]
fn split((ids, who): State) -> (History, u32) {
    let first = ids.iter().position(|id| *id != 0);
    let thread = first.map_or(0, |slot| thread_of(who, slot));
    let further = |slot: usize| match ids[slot] {
        0 => 0,
        _ => thread_of(who, slot).wrapping_sub(thread) & THREAD,
    };
    let apart = further(1) | further(2) << 10 | who & SETTLED;
    ([ids[0], ids[1], ids[2], apart], thread)
}
