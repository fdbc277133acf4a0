//! Races on shared memory.
//!
//! **Definition.** Two accesses to one location of shared memory race if they are made by different warps of a block, with no
//! block barrier between them, and at least one writes; two atomics never race, nor do two volatile accesses or one of
//! each. Lanes of one warp are ordered by lockstep, as the machine runs them, so their accesses race only if one store
//! writes different values to one location. A location is as large as the smallest element that the kernel's code accesses.
//!
//! **Method.** Each location keeps, for the interval since the last barrier: its last writer, two readers of different
//! warps, two atomic accessors of different warps; each with thread and instruction. A new access is compared with these.
//! For any warp, if some other warp has read, then one of the two kept readers is another warp's; so a race that exists
//! is seen, whatever order the warps ran in. Which of several racing pairs is named does depend on the order.
//!
//! **Cannot see:** races between lanes of one warp that only `__syncwarp` orders on devices since compute capability
//! 7.0; races on global memory. **Can be wrong:** where a program orders warps by flags in memory instead of barriers,
//! which works only with fences and volatile or atomic accesses; those are exempt, what they protect is not.

use super::found::{Findings, Words};
use super::scene::{Scene, triple};
use super::{Access, Op, Values};
use crate::ir::Ins;
use crate::report::FindingKind;
use crate::vm::Env;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Shape, Space};

/// A thread at an instruction in 32 bits: `flat << 10 | thread`, plus 1; 0 is nobody.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Who(u32);

/// How many instructions a [`Who`] can tell apart.
pub const MAX_CODE: usize = 1 << 21;

impl Who {
    fn new(flat: usize, thread: u32) -> Self {
        Who(((flat as u32) << 10 | thread) + 1)
    }

    fn nobody(self) -> bool {
        self.0 == 0
    }

    fn thread(self) -> u32 {
        (self.0 - 1) & 1023
    }

    fn flat(self) -> usize {
        ((self.0 - 1) >> 10) as usize
    }

    /// Whether it is somebody of this warp.
    fn kin(self, warp: u32) -> bool {
        self.0 != 0 && self.thread() / 32 == warp
    }

    /// Whether it is somebody of another warp.
    fn stranger(self, warp: u32) -> bool {
        self.0 != 0 && self.thread() / 32 != warp
    }
}

/// What a location remembers of an interval.
#[derive(Clone, Copy, Default)]
struct Cell {
    interval: u32,
    writer: Who,
    readers: [Who; 2],
    atomics: [Who; 2],
}

/// The shadow of a block's shared memory.
pub struct Race {
    cells: Vec<Cell>,
    interval: u32,
    /// log2 of a location's size.
    shift: u32,
}

impl Race {
    /// Ready for a launch.
    pub fn new(env: &Env<'_>) -> Self {
        let sizes = env.instructions().filter_map(|ins| match ins {
            Ins::Ld { ty, .. } | Ins::St { ty, .. } => Some(ty.bytes()),
            _ => None,
        });
        let shift = sizes.min().unwrap_or(4).trailing_zeros();
        let cells = (env.shared_bytes as usize).div_ceil(1 << shift);
        Race {
            cells: vec![Cell::default(); cells],
            interval: 1,
            shift,
        }
    }

    /// A new block: nothing is remembered.
    pub fn block(&mut self) {
        self.interval = self.interval.wrapping_add(1);
        if self.interval == 0 {
            self.cells.fill(Cell::default());
            self.interval = 1;
        }
    }

    /// A barrier: what was before it is ordered before what comes.
    pub fn meet(&mut self) {
        self.block();
    }

    /// One request.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let one_for_all = access.group.region.space != Space::Local;
        if access.op == Op::Store && access.group.shape != Shape::Run && one_for_all {
            self.conflict(access, scene, found);
        }
        if access.group.region.space == Space::Shared {
            self.shared(access, scene, found);
        }
    }

    fn shared(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let op = if access.volatile {
            Op::Atomic
        } else {
            access.op
        };
        let (flat, warp) = (scene.flat(), scene.warp.index);
        let count = (access.bytes >> self.shift).max(1) as usize;
        let lanes = if op == Op::Load && access.group.shape == Shape::Same {
            LaneMask::only(access.group.mask.lead())
        } else {
            access.group.mask
        };
        let mut before = usize::MAX;
        for lane in lanes.lanes() {
            let from = (access.group.at[lane] >> self.shift) as usize;
            // Neighbours that read one location, as in a broadcast, need not be told apart.
            if op == Op::Load && from == before {
                continue;
            }
            before = from;
            let me = Who::new(flat, warp * 32 + lane as u32);
            for cell in self.cells.get_mut(from..from + count).unwrap_or(&mut []) {
                if cell.interval != self.interval {
                    *cell = Cell {
                        interval: self.interval,
                        ..Cell::default()
                    };
                }
                if op == Op::Load && cell.knows_reader(warp) {
                    continue;
                }
                let other = cell.meet(op, me, warp);
                if !other.nobody() {
                    report(other, me, lane, access, scene, found);
                }
            }
        }
    }

    fn conflict(&self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let Some((a, b)) = differing(access) else {
            return;
        };
        let shared = access.group.region.space == Space::Shared;
        let kind = if shared {
            FindingKind::SharedRace
        } else {
            FindingKind::WriteConflict
        };
        let span = scene.at().span;
        found.note(kind, (span, span), 1, || {
            let (ta, tb) = (scene.warp.thread(a), scene.warp.thread(b));
            let what = location(access, a, scene);
            let message = format!("threads {} and {} write different values to `{what}` in one instruction", triple(ta), triple(tb));
            let places = vec![scene.place(a, "one write"), scene.place(b, "the other write")];
            Words { message, places, help: Some("which value stays is not defined: give each thread its own element, or use an atomic".to_string()) }
        });
    }
}

impl Cell {
    /// Whether one more read by this warp can neither race nor be news: nobody wrote, and two readers of different
    /// warps are known, or this warp is.
    #[inline(always)]
    fn knows_reader(&self, warp: u32) -> bool {
        let unwritten = self.writer.0 | self.atomics[0].0 == 0;
        unwritten && (self.readers[1].0 != 0 || self.readers[0].kin(warp))
    }

    /// Notes the access; returns a racing earlier one, or nobody.
    #[inline(always)]
    fn meet(&mut self, op: Op, me: Who, warp: u32) -> Who {
        match op {
            Op::Load => {
                remember(&mut self.readers, me, warp);
                first(warp, [self.writer, self.atomics[0], self.atomics[1]])
            }
            Op::Store => {
                let other = first(warp, [self.writer, self.readers[0], self.readers[1]]);
                let other = if other.nobody() {
                    first(warp, [self.atomics[0], self.atomics[1], other])
                } else {
                    other
                };
                self.writer = me;
                other
            }
            Op::Atomic => {
                remember(&mut self.atomics, me, warp);
                first(warp, [self.writer, self.readers[0], self.readers[1]])
            }
        }
    }
}

/// The first of these that is of another warp, or nobody.
#[inline(always)]
fn first(warp: u32, list: [Who; 3]) -> Who {
    list.into_iter()
        .find(|w| w.stranger(warp))
        .unwrap_or_default()
}

/// Keeps two of different warps.
#[inline(always)]
fn remember(list: &mut [Who; 2], me: Who, warp: u32) {
    if list[0].nobody() {
        list[0] = me;
    } else if list[1].nobody() && list[0].stranger(warp) {
        list[1] = me;
    }
}

#[cold]
fn report(
    other: Who,
    me: Who,
    lane: usize,
    access: &Access<'_>,
    scene: &Scene<'_>,
    found: &mut Findings,
) {
    let env = scene.env;
    let (first, second) = (env.instruction(other.flat()), env.instruction(me.flat()));
    let (Some((before, at_before)), Some((_, at_now))) = (first, second) else {
        return;
    };
    let spans = if at_before.span <= at_now.span {
        (at_before.span, at_now.span)
    } else {
        (at_now.span, at_before.span)
    };
    found.note(FindingKind::SharedRace, spans, 1, || {
        let was = super::count::op_of(before);
        let then = env.thread(other.thread());
        let now = scene.warp.thread(lane);
        let what = location(access, lane, scene);
        let message = format!(
            "`{what}` is touched by two threads with no barrier between: {} by {}, then {} by {}",
            was.word(),
            triple(then),
            access.op.word(),
            triple(now)
        );
        let one = env.place(
            other.flat(),
            then,
            scene.warp.block,
            &format!("{} by thread {}", was.word(), triple(then)),
        );
        let two = scene.place(
            lane,
            &format!("{} by thread {}", access.op.word(), triple(now)),
        );
        let help =
            "put `__syncthreads()` between the two, where every thread of the block reaches it";
        Words {
            message,
            places: vec![one, two],
            help: Some(help.to_string()),
        }
    });
}

fn location(access: &Access<'_>, lane: usize, scene: &Scene<'_>) -> String {
    let region = access.group.region;
    let (name, elem, _) = scene.env.name(region.space, region.id, scene.warp);
    format!(
        "{name}{}",
        super::bounds::index_text(elem, access.group.at[lane] - region.base)
    )
}

/// Two lanes of a store that write different values to one place.
fn differing(access: &Access<'_>) -> Option<(usize, usize)> {
    let (at, mask) = (&access.group.at, access.group.mask);
    if mask.is_full() && at.is_sorted_by(|a, b| a < b) {
        return None;
    }
    if access.group.shape == Shape::Same {
        let lead = mask.lead();
        return mask
            .lanes()
            .find(|lane| !alike(access.values, lead, *lane))
            .map(|lane| (lead, lane));
    }
    let mut order: [usize; 32] = std::array::from_fn(|i| i);
    order.sort_unstable_by_key(|i| (at[*i], *i));
    let mut last: Option<usize> = None;
    for lane in order.into_iter().filter(|lane| mask.has(*lane)) {
        if let Some(before) = last.filter(|b| at[*b] == at[lane])
            && !alike(access.values, before, lane)
        {
            return Some((before, lane));
        }
        last = Some(lane);
    }
    None
}

fn alike(values: Values<'_>, a: usize, b: usize) -> bool {
    match values {
        Values::None => true,
        Values::Words(list) => list.iter().all(|v| v[a] == v[b]),
        Values::Doubles(list) => list.iter().all(|v| v[a] == v[b]),
    }
}
