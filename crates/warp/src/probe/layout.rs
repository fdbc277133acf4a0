//! How requests lie, worked out once where they lie alike.
//!
//! A request goes in; its sectors, distinct bytes, passes and pieces come out. The rule: halves of a warp that lie tidily are counted from
//! their two places. For any other way the last request of each instruction is remembered: where the lanes lie as far from each other as they
//! did then, and all are moved by words, its pieces, bytes and passes are the same, and sectors are counted from the pieces.

use super::bank;
use super::pieces::{self, Piece, Pieces};
use crate::vm::gang::level::Level;
use crate::vm::lanes::Lanes32;
use crate::vm::mem::{Group, Space};

/// What counters ask of a request.
#[derive(Clone, Copy, Default)]
pub struct Lay {
    /// Distinct sectors.
    pub sectors: u32,
    /// Distinct bytes.
    pub bytes: u32,
    /// Passes over the banks of shared memory, and the ideal; 0 for other memory.
    pub passes: (u32, u32),
}

/// A request that was worked out.
struct Known {
    at: Lanes32,
    mask: u32,
    bytes: u32,
    space: Space,
    lay: Lay,
    pieces: Pieces,
}

/// The last requests of all instructions.
pub struct Layouts {
    by_pc: Vec<Option<Box<Known>>>,
    tidy: [Piece; 2],
    level: Level,
}

impl Layouts {
    /// Of so many instructions.
    pub fn new(instructions: usize) -> Layouts {
        Layouts {
            by_pc: (0..instructions).map(|_| None).collect(),
            tidy: [(0, 0); 2],
            level: Level::here(),
        }
    }

    /// How a request of this instruction lies: what is counted, its pieces, and what is to be added to their places.
    #[inline(always)]
    pub fn of(&mut self, flat: usize, group: &Group, bytes: u32) -> (Lay, &[Piece], u32) {
        if let Some((list, n)) = pieces::tidy(group, bytes)
            && (group.region.space != Space::Shared || pieces::one_pass(&list[..n]))
        {
            self.tidy = list;
            let list = &self.tidy[..n];
            let lay = Lay {
                sectors: pieces::sectors(list, 0),
                bytes: pieces::bytes(list),
                passes: (1, 1),
            };
            return (lay, list, 0);
        }
        let Some(place) = self.by_pc.get_mut(flat) else {
            return (Lay::default(), &[], 0);
        };
        let (at, mask) = (&group.at, group.mask.0);
        let alike = |known: &Known| {
            let by = at[0].wrapping_sub(known.at[0]);
            let same = (known.mask, known.bytes, known.space) == (mask, bytes, group.region.space);
            same && by % 4 == 0 && self.level.is_moved(&known.at, at, by)
        };
        if !place.as_ref().is_some_and(|known| alike(known)) {
            *place = Some(Box::new(Known::new(group, bytes)));
        }
        let Some(known) = place else {
            return (Lay::default(), &[], 0);
        };
        let (by, mut lay) = (at[0].wrapping_sub(known.at[0]), known.lay);
        if by % 32 != 0 && known.space != Space::Shared {
            lay.sectors = pieces::sectors(known.pieces.list(), by);
        }
        (lay, known.pieces.list(), by)
    }
}

impl Known {
    #[inline(never)]
    fn new(group: &Group, bytes: u32) -> Known {
        let pieces = Pieces::new(&group.at, bytes);
        let list = pieces.list();
        let passes = match group.region.space {
            Space::Shared if pieces::one_pass(list) => (1, 1),
            Space::Shared => bank::passes(group, bytes),
            _ => (0, 0),
        };
        Known {
            at: group.at,
            mask: group.mask.0,
            bytes,
            space: group.region.space,
            lay: Lay {
                sectors: pieces::sectors(list, 0),
                bytes: pieces::bytes(list),
                passes,
            },
            pieces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::mask::LaneMask;
    use crate::vm::mem::{Region, lying};

    /// Lanes in some way, from a place on.
    fn group(way: u32, from: u32, (space, bytes): (Space, u32)) -> Group {
        let at = std::array::from_fn(|i| {
            let i = i as u32;
            let place = match way % 6 {
                0 => i * 33,
                1 => i * 5 % 32,
                2 => i / 3 * 2,
                3 => 31 - i,
                4 => i / 16 * 40 + i % 16,
                _ => i * i % 61,
            };
            from + place * bytes
        });
        let mask = LaneMask::FULL;
        let (shape, halves) = lying(&at, mask, bytes);
        let region = Region {
            space,
            id: 0,
            base: 0,
            len: 1 << 16,
        };
        Group {
            region,
            mask,
            at,
            shape,
            halves,
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_worked_out() {
        for space in [Space::Global, Space::Shared] {
            for bytes in [4, 8, 16] {
                let mut layouts = Layouts::new(1);
                for step in 0..600u32 {
                    let way = step / 50;
                    let group = group(way, step * step % 97 * bytes, (space, bytes));
                    let (lay, pieces, by) = layouts.of(0, &group, bytes);
                    let fresh = Known::new(&group, bytes);
                    let moved: Vec<Piece> = pieces
                        .iter()
                        .map(|p| (p.0.wrapping_add(by), p.1.wrapping_add(by)))
                        .collect();
                    assert_eq!(moved, fresh.pieces.list());
                    assert_eq!(lay.bytes, fresh.lay.bytes);
                    match space {
                        Space::Shared => assert_eq!(lay.passes, fresh.lay.passes),
                        _ => assert_eq!(lay.sectors, fresh.lay.sectors),
                    }
                }
            }
        }
    }
}
