//! What launches leave to later ones on the same memory: what was learned of a kernel, and the memory of copies.
//!
//! The rule: it saves work and tells nothing. Whatever is here, or is lost, a launch does the same; so a clone of [`Memory`](crate::launch::Memory) begins without.

use sorted::SortedMap;

use super::copied::{Copied, Stored};
use super::log::Log;
use crate::launch::Allocation;

/// What copies that no job needs may take until the next launch.
pub(super) const MOST_BYTES: usize = 1 << 30;

/// The same for logs.
const MOST_LOG_BYTES: usize = 256 << 20;

/// Of how many kernels lessons are remembered.
const MOST_KERNELS: usize = 256;

/// How many launches of a kernel for which one hand was better are left to it before several are tried again: with other arguments it may do other things.
const LAUNCHES: u32 = 64;

/// An allocation: a variable, if it is one, and its number.
type Place = (bool, usize);

/// Lessons of kernels by name, and copies at rest.
#[derive(Default)]
pub struct Aside {
    lessons: SortedMap<String, Vec<Place>>,
    /// By kernel, how many launches more are for one hand.
    for_one: SortedMap<String, u32>,
    pub(super) copies: Spare,
    /// Room for what jobs of a round have stored.
    pub(super) stored: Stored,
    /// Empty logs: their pages are there already.
    pub(super) logs: Vec<Log>,
}

impl Clone for Aside {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for Aside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} kernels", self.lessons.len())
    }
}

fn place(slot: usize, buffers: usize) -> Place {
    match slot.checked_sub(buffers) {
        Some(symbol) => (true, symbol),
        None => (false, slot),
    }
}

impl Aside {
    /// Which allocations a kernel's jobs had to keep copies of, among so many buffers and variables, buffers first.
    pub fn recall(&self, kernel: &str, (buffers, symbols): (usize, usize)) -> Vec<bool> {
        let mut copies = vec![false; buffers + symbols];
        for (symbol, number) in self.lessons.get(kernel).into_iter().flatten() {
            let slot = if *symbol { buffers } else { 0 } + number;
            if let Some(copied) = copies.get_mut(slot) {
                *copied = place(slot, buffers) == (*symbol, *number);
            }
        }
        copies
    }

    /// Remembers them.
    pub fn learn(&mut self, kernel: &str, copies: &[bool], buffers: usize) {
        let all = copies.iter().enumerate().filter(|(_, copied)| **copied);
        let places: Vec<Place> = all.map(|(slot, _)| place(slot, buffers)).collect();
        if places.is_empty() || self.lessons.len() >= MOST_KERNELS {
            return;
        }
        self.lessons.insert(kernel.to_string(), places);
    }
}

impl Aside {
    /// Takes logs back, as far as there is room.
    pub fn keep_logs(&mut self, logs: impl IntoIterator<Item = Log>) {
        let mut bytes = 0;
        for mut log in logs {
            bytes += log.room();
            if bytes > MOST_LOG_BYTES {
                return;
            }
            log.clear();
            self.logs.push(log);
        }
    }

    /// Whether the launch of a kernel that begins now is for one hand.
    pub fn is_for_one(&mut self, kernel: &str) -> bool {
        let Some(launches) = self.for_one.get_mut(kernel) else {
            return false;
        };
        let some = launches.checked_sub(1);
        *launches = some.unwrap_or(0);
        some.is_some()
    }

    /// Leaves a kernel to one hand for a while.
    pub fn leave_to_one(&mut self, kernel: &str) {
        if self.for_one.len() < MOST_KERNELS || self.for_one.contains_key(kernel) {
            self.for_one.insert(kernel.to_string(), LAUNCHES);
        }
    }
}

/// Copies that no job needs, cleared.
#[derive(Default)]
pub struct Spare(Vec<Copied>);

impl Spare {
    /// One for an allocation, with nothing in it.
    pub(super) fn take(&mut self, of: &Allocation) -> Copied {
        // In the order in which they came back: then jobs mostly find the pages that they had.
        match self.0.iter().position(|copied| copied.fits(of)) {
            Some(i) => self.0.remove(i),
            None => Copied::new(of),
        }
    }

    /// Takes them back, as far as there is room.
    pub fn put(&mut self, copies: impl IntoIterator<Item = Copied>) {
        let mut bytes: usize = self.0.iter().map(Copied::resident).sum();
        for mut copied in copies {
            copied.clear();
            bytes += copied.resident();
            if bytes > MOST_BYTES {
                break;
            }
            self.0.push(copied);
        }
    }

    /// Drops those that fit no allocation of these any more.
    pub(super) fn keep_for<'a>(
        &mut self,
        allocations: impl Iterator<Item = &'a Allocation> + Clone,
    ) {
        self.0
            .retain(|copied| allocations.clone().any(|of| copied.fits(of)));
    }
}
