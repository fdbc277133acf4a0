//! Where the lanes of a band's access go.
//!
//! An address's register goes in; how the lanes lie in their allocation comes out. The rule: all that execute are inside, in one
//! allocation; mostly they follow one rule, which is looked for first.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::memory::Touches;
use super::touched::Touch;
use crate::host::view::View;
use crate::ir::D;
use crate::vm::gang::file::{Active, File, Pointer, WARPS};
use crate::vm::mask::LANES;
use crate::vm::pointer::{BIAS, OFFSET_BITS, OFFSET_MASK};

/// The longest allocation whose places are found in 32 bits.
const LONGEST: usize = 1 << 31;
/// How far a base may be from its allocation's start.
const FAR: i64 = 1 << 30;

/// How the lanes of an access lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Lie {
    /// All at one place.
    One(i64),
    /// Lane 0 there, and each so much further.
    Steps(i64, i64),
    #[default]
    Any,
}

/// An access: its address's register, what is added, the bytes of a lane, whether it stores.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub addr: D,
    pub offset: i32,
    pub bytes: u32,
    pub store: bool,
}

impl Touches {
    /// Finds the lanes' places in their allocation; those of lanes that do not execute are a place of one that does.
    pub(super) fn place(
        &mut self,
        file: &File,
        view: &View<'_>,
        access: Access,
    ) -> Option<(u64, Lie)> {
        let active = &file.active;
        let (from, to) = (active.from, active.to);
        let lead = (active.masks[from].trailing_zeros() & 31) as usize;
        let plus = i64::from(access.offset) as u64;
        if active.all
            && let Some((address, lie)) = at_once(file.pointer(access.addr), plus, file.width)
        {
            let len = view.whole(address)?.0.len() as i64;
            let last = match lie {
                Lie::Steps(first, step) => first + step * (i64::from(active.lanes()) - 1),
                Lie::One(at) => at,
                Lie::Any => return None,
            };
            let first = offset(address);
            if first.min(last) < 0 || first.max(last) + i64::from(access.bytes) > len {
                return None;
            }
            self.note(active, (address, lie), &access)?;
            return Some((address, lie));
        }
        let (address, rows) = match file.pointer(access.addr) {
            Pointer::Apart(base, rows) => {
                let base = base.wrapping_add(plus);
                let away = rows[if rows.len() == 1 { 0 } else { from }][lead] as i32;
                let address = base.wrapping_add(i64::from(away) as u64);
                let start = offset(base);
                if (base ^ address) >> OFFSET_BITS != 0 || !(-FAR..2 * FAR).contains(&start) {
                    return None;
                }
                for (w, row) in rows.iter().enumerate() {
                    for i in 0..LANES {
                        self.at[w][i] = row[i].wrapping_add(start as u32);
                    }
                }
                (address, rows.len())
            }
            Pointer::Rows(rows) => {
                let address = rows[from][lead].wrapping_add(plus);
                for w in from..to {
                    let strange = self.spread(w, &rows[w], (plus, address), active.masks[w]);
                    if strange {
                        return None;
                    }
                }
                (address, rows.len())
            }
            Pointer::Shared(row) => {
                let address = row[lead].wrapping_add(plus);
                if self.spread(0, row, (plus, address), active.any) {
                    return None;
                }
                (address, 1)
            }
        };
        let len = view.whole(address)?.0.len();
        let most = len
            .checked_sub(access.bytes as usize)
            .filter(|_| len <= LONGEST)?;
        let lie = match self.lie(file, rows == 1, (most as u32, access.bytes))? {
            Lie::One(at) if active.lanes() == 1 => {
                let each = i64::from(access.bytes);
                Lie::Steps(at - each * (from * LANES + lead) as i64, each)
            }
            lie => lie,
        };
        self.note(active, (address, lie), &access)?;
        Some((address, lie))
    }

    /// Takes note of where an access goes; `None` if one iteration would meet another there.
    fn note(&mut self, active: &Active, (address, lie): (u64, Lie), access: &Access) -> Option<()> {
        let what = (access.bytes, access.store);
        let lie = (lie, &*self.at);
        let touch = Touch::new(address >> OFFSET_BITS, lie, active, what);
        self.touched.note(&touch)
    }

    /// Takes whole addresses apart; whether a lane goes to another allocation.
    fn spread(
        &mut self,
        w: usize,
        row: &[u64; LANES],
        (plus, lead): (u64, u64),
        mask: u32,
    ) -> bool {
        let mut strange = false;
        for i in 0..LANES {
            let address = row[i].wrapping_add(plus);
            let away = offset(address);
            let inside = mask >> i & 1 == 0
                || (address ^ lead) >> OFFSET_BITS == 0 && (0..LONGEST as i64).contains(&away);
            strange |= !inside;
            self.at[w][i] = away as u32;
        }
        strange
    }

    /// How the active lanes lie; `None` if one is outside.
    fn lie(&mut self, file: &File, shared: bool, (most, bytes): (u32, u32)) -> Option<Lie> {
        let active = &file.active;
        let lead = (active.masks[active.from].trailing_zeros() & 31) as usize;
        if shared {
            let row = self.at[0];
            let place = row[lead];
            let same = (0..LANES).all(|i| active.any >> i & 1 == 0 || row[i] == place);
            if same {
                return (place <= most).then_some(Lie::One(i64::from(place)));
            }
            for w in 1..WARPS {
                self.at[w] = row;
            }
        }
        let first = self.at[active.from][lead];
        let mut outside = false;
        for w in active.from..active.to {
            let mask = active.masks[w];
            let row = &mut self.at[w];
            for i in 0..LANES {
                row[i] = if mask >> i & 1 != 0 { row[i] } else { first };
                outside |= row[i] > most;
            }
        }
        if outside {
            return None;
        }
        Some(self.steps(file, (lead, bytes)).unwrap_or(Lie::Any))
    }

    /// Whether each lane is as far from the one before; one by itself is taken for one of neighbours.
    fn steps(&self, file: &File, (lead, bytes): (usize, u32)) -> Option<Lie> {
        let active = &file.active;
        let from = active.from;
        let others = active.masks[from] & !(1 << lead);
        let (w, next) = match others {
            0 => (from + 1..active.to)
                .find(|w| active.masks[*w] != 0)
                .map_or((from, lead), |w| {
                    (w, (active.masks[w].trailing_zeros() & 31) as usize)
                }),
            others => (from, (others.trailing_zeros() & 31) as usize),
        };
        let lanes = ((w - from) * LANES + next) as i64 - lead as i64;
        let first = i64::from(self.at[from][lead]);
        let away = i64::from(self.at[w][next]) - first;
        let step = match lanes {
            0 => i64::from(bytes),
            _ if away % lanes != 0 => return None,
            _ => away / lanes,
        };
        let origin = first - step * (from * LANES + lead) as i64;
        let mut differ = 0;
        for w in active.from..active.to {
            let (mask, row) = (active.masks[w], &self.at[w]);
            let start = (origin + step * (w * LANES) as i64) as u32;
            for i in 0..LANES {
                let expected = start.wrapping_add((i as u32).wrapping_mul(step as u32));
                let here = 0u32.wrapping_sub(mask >> i & 1);
                differ |= (row[i] ^ expected) & here;
            }
        }
        (differ == 0).then_some(Lie::Steps(origin, step))
    }
}

/// An access of which all lanes follow one rule: the first lane's address, and how the others lie.
#[inline]
fn at_once(pointer: Pointer<'_>, plus: u64, width: usize) -> Option<(u64, Lie)> {
    let (address, step) = match pointer {
        Pointer::Shared(row) => {
            let address = row[0].wrapping_add(plus);
            (row.iter().all(|x| *x == row[0])).then_some((address, 0))?
        }
        Pointer::Apart(base, [row]) => {
            let address = base
                .wrapping_add(plus)
                .wrapping_add(i64::from(row[0] as i32) as u64);
            (row.iter().all(|x| *x == row[0])).then_some((address, 0))?
        }
        Pointer::Apart(base, rows) => {
            let (first, step) = (rows[0][0], rows[0][1].wrapping_sub(rows[0][0]));
            let mut differ = 0;
            for (w, row) in rows.iter().enumerate().take(width) {
                let start = first.wrapping_add(step.wrapping_mul((w * LANES) as u32));
                for i in 0..LANES {
                    differ |= row[i] ^ start.wrapping_add(step.wrapping_mul(i as u32));
                }
            }
            let address = base
                .wrapping_add(plus)
                .wrapping_add(i64::from(first as i32) as u64);
            (differ == 0).then_some((address, i64::from(step as i32)))?
        }
        Pointer::Rows(rows) => {
            let (first, step) = (rows[0][0], rows[0][1].wrapping_sub(rows[0][0]));
            let mut differ = 0;
            for (w, row) in rows.iter().enumerate().take(width) {
                let mut expected = first.wrapping_add(step.wrapping_mul((w * LANES) as u64));
                for x in row {
                    differ |= x ^ expected;
                    expected = expected.wrapping_add(step);
                }
            }
            (differ == 0).then_some((first.wrapping_add(plus), step as i64))?
        }
    };
    match step {
        0 => Some((address, Lie::One(offset(address)))),
        step if step.abs() <= FAR => Some((address, Lie::Steps(offset(address), step))),
        _ => None,
    }
}

/// How far an address is from its allocation's start.
fn offset(address: u64) -> i64 {
    (address & OFFSET_MASK) as i64 - BIAS as i64
}
