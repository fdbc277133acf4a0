//! Asynchronous copies to shared memory that are used before anybody waited for them.
//!
//! **Definition.** A copy is under way from where it starts to where its thread waits for it: for its group (committed
//! groups are waited for from the oldest on, but for the newest so many), for all, or, if a `cuda::barrier` was given, until
//! its thread arrives there. An access of any thread to what a copy under way writes races with it. When the wait is over the
//! copy is a plain write of its thread at that moment, which [`race`](super::race) holds to order with the others.
//! **Cannot see:** the source changed while the copy reads it; copies to other memory than shared, which a device makes at
//! once too; between threads of a pipeline with roles a copy counts as there when it is committed. **Never wrong.**

use super::found::{Findings, Words};
use super::race::Race;
use super::scene::{Scene, triple};
use super::{Access, Op};
use crate::report::FindingKind;
use crate::vm::Lanes32;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Halves, Shape};
use cuda_ir::op::CopyStep;
use std::collections::HashMap;

/// One instruction's copies.
struct Copy {
    /// The instruction.
    flat: usize,
    warp: u32,
    /// Where they go; its lanes are those whose copies are under way.
    group: Group,
    /// Bytes a lane.
    bytes: u32,
    /// From the first byte to behind the last.
    span: (u32, u32),
    /// How many groups each lane had committed when it started.
    turn: Lanes32,
    /// Whether it is waited for at a `cuda::barrier`.
    at_barrier: bool,
}

/// What a warp's lanes have committed, and which copy they are in the middle of.
#[derive(Clone, Default)]
struct Lane {
    committed: Lanes32,
    /// The step that began it.
    within: Option<CopyStep>,
}

/// A block's copies.
#[derive(Default)]
struct UnderWay {
    copies: Vec<Copy>,
    warps: Vec<Lane>,
    /// Where they all lie, and perhaps more.
    span: (u32, u32),
}

impl UnderWay {
    /// Takes note of where the copies lie that are left.
    fn settle(&mut self) {
        let spans = || self.copies.iter().map(|copy| copy.span);
        let low = spans().map(|span| span.0).min().unwrap_or(0);
        self.span = (low, spans().map(|span| span.1).max().unwrap_or(0));
    }
}

/// The copies under way of all blocks that have begun and not ended.
#[derive(Default)]
pub struct Copies {
    number: u64,
    now: UnderWay,
    aside: HashMap<u64, UnderWay>,
}

impl Copies {
    /// A block begins, or goes on.
    pub fn block(&mut self, number: u64) {
        self.number = number;
        let before = (!self.aside.is_empty()).then(|| self.aside.remove(&number));
        self.now = before.flatten().unwrap_or_default();
    }

    /// The running block is put aside.
    pub fn aside(&mut self) {
        self.aside
            .insert(self.number, std::mem::take(&mut self.now));
    }

    /// Whether any is under way in the running block.
    #[inline(always)]
    pub fn any(&self) -> bool {
        !self.now.copies.is_empty()
    }

    /// Some lanes of a warp come to a step; `left` is how many groups may stay under way.
    pub fn step(
        &mut self,
        step: CopyStep,
        (warp, lanes): (u32, LaneMask),
        left: &Lanes32,
        race: &mut Race,
    ) {
        let at = warp as usize;
        if self.now.warps.len() <= at {
            self.now.warps.resize(at + 1, Lane::default());
        }
        let own = &mut self.now.warps[at];
        match step {
            CopyStep::Begin | CopyStep::BeginAtBarrier => own.within = Some(step),
            CopyStep::End => own.within = None,
            CopyStep::Commit => lanes.lanes().for_each(|lane| own.committed[lane] += 1),
            CopyStep::Wait => {
                let committed = own.committed;
                let over = |lane: usize, turn: u32| {
                    u64::from(turn) + u64::from(left[lane]) < u64::from(committed[lane])
                };
                self.land(
                    (warp, lanes),
                    &|c, lane| !c.at_barrier && over(lane, c.turn[lane]),
                    race,
                );
            }
            CopyStep::WaitAll => self.land((warp, lanes), &|c, _| !c.at_barrier, race),
            CopyStep::Arrive => self.land((warp, lanes), &|c, _| c.at_barrier, race),
        }
    }

    /// Some copies of a warp's lanes are there.
    fn land(
        &mut self,
        (warp, lanes): (u32, LaneMask),
        over: &dyn Fn(&Copy, usize) -> bool,
        race: &mut Race,
    ) {
        for copy in self.now.copies.iter_mut().filter(|c| c.warp == warp) {
            let done = lanes.and(copy.group.mask).lanes();
            let done = LaneMask(
                done.filter(|lane| over(copy, *lane))
                    .fold(0, |m, lane| m | 1 << lane),
            );
            if done.is_empty() {
                continue;
            }
            race.landed(copy.flat, warp, &part(&copy.group, done), copy.bytes);
            copy.group = part(&copy.group, LaneMask(copy.group.mask.0 & !done.0));
        }
        self.now.copies.retain(|c| !c.group.mask.is_empty());
        self.now.settle();
    }

    /// A request to shared memory; `true` if it touches what a copy under way writes.
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) -> bool {
        let touched = self.any() && self.touched(access, scene, found);
        let warp = scene.warp.index;
        let own = self.now.warps.get(warp as usize);
        if let Some(own) = own.filter(|own| own.within.is_some() && access.op == Op::Store) {
            let here = span(access.group, access.bytes);
            let all = self.now.span;
            self.now.span = match self.now.copies.is_empty() {
                true => here,
                false => (all.0.min(here.0), all.1.max(here.1)),
            };
            self.now.copies.push(Copy {
                flat: scene.flat(),
                span: here,
                warp,
                group: *access.group,
                bytes: access.bytes,
                turn: own.committed,
                at_barrier: own.within == Some(CopyStep::BeginAtBarrier),
            });
        }
        touched
    }

    /// What is told is forgotten: one cause makes one finding.
    fn touched(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) -> bool {
        let (low, high) = span(access.group, access.bytes);
        let apart = |(from, to): (u32, u32)| high <= from || to <= low;
        if apart(self.now.span) {
            return false;
        }
        let mut copies = std::mem::take(&mut self.now.copies);
        let before = copies.len();
        copies.retain(|copy| {
            if apart(copy.span) {
                return true;
            }
            let met = meeting(access, copy);
            if let Some((lane, by)) = met {
                let overlap = Overlap {
                    access,
                    lane,
                    copy,
                    by,
                };
                self.tell(&overlap, scene, found);
            }
            met.is_none()
        });
        self.now.copies = copies;
        let told = self.now.copies.len() < before;
        if told {
            self.now.settle();
        }
        told
    }

    fn tell(&self, overlap: &Overlap<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let Overlap {
            access,
            lane,
            copy,
            by,
        } = *overlap;
        let env = scene.env;
        let committed = self.now.warps.get(copy.warp as usize);
        let since = committed.map_or(0, |own| own.committed[by] - copy.turn[by]);
        // A place that comes too soon comes too soon for all copies.
        let spans = (scene.at().span, scene.at().span);
        found.note(FindingKind::SharedRace, spans, 1, || {
            let region = access.group.region;
            let place = access.group.at[lane].max(copy.group.at[by]) - region.base;
            let what = env.part(region, place, scene.warp).name;
            let (own, other) = (
                scene.warp.thread(lane),
                env.thread(copy.warp * 32 + by as u32),
            );
            let does = match access.op {
                Op::Load => "reads",
                Op::Store => "writes",
                Op::Atomic => "changes",
            };
            let whose = match own == other {
                true => "its own asynchronous copy".to_string(),
                false => format!("an asynchronous copy of thread {}", triple(other)),
            };
            Words {
                message: format!(
                    "thread {} {does} `{what}` while {whose} is under way there: nobody has waited for it",
                    triple(own)
                ),
                places: vec![
                    env.place(copy.flat, other, scene.warp.block, "the copy starts here"),
                    scene.place(lane, &format!("{} before it is there", access.op.word())),
                ],
                help: Some(help(copy, since)),
            }
        });
    }
}

/// An access to what a copy under way brings or takes.
struct Overlap<'a> {
    access: &'a Access<'a>,
    /// Who makes it.
    lane: usize,
    copy: &'a Copy,
    /// Whose copy it is, of the lanes of its warp.
    by: usize,
}

/// What to wait for.
fn help(copy: &Copy, since: u32) -> String {
    let then = "then `__syncthreads()` before another thread uses what it brought";
    match since.checked_sub(1) {
        _ if copy.at_barrier => {
            "wait at the barrier that the copy was given: `arrive_and_wait()`".to_string()
        }
        None => format!(
            "commit it and wait: `__pipeline_commit(); __pipeline_wait_prior(0);` (`cp.async.commit_group`, `cp.async.wait_group 0`), {then}"
        ),
        Some(0) => format!(
            "wait for its group, the newest: `__pipeline_wait_prior(0)` (`cp.async.wait_group 0`, `cg::wait`), {then}"
        ),
        Some(newer) => format!(
            "wait for its group, after which {newer} came: `__pipeline_wait_prior({newer})` (`cp.async.wait_group {newer}`), {then}"
        ),
    }
}

/// A lane of an access and one of a copy that meet.
fn meeting(access: &Access<'_>, copy: &Copy) -> Option<(usize, usize)> {
    let (a, b) = (access.group, &copy.group);
    for lane in a.mask.lanes() {
        let at = a.at[lane];
        let meets = |by: &usize| at < b.at[*by] + copy.bytes && b.at[*by] < at + access.bytes;
        if let Some(by) = b.mask.lanes().find(meets) {
            return Some((lane, by));
        }
    }
    None
}

/// The bytes from the first that a group touches to behind the last.
fn span(group: &Group, bytes: u32) -> (u32, u32) {
    let places = || group.mask.lanes().map(|lane| group.at[lane]);
    let low = places().min().unwrap_or(0);
    (low, places().max().unwrap_or(0) + bytes)
}

/// Some lanes of a group; how they lie is not known then.
fn part(group: &Group, mask: LaneMask) -> Group {
    match mask == group.mask {
        true => *group,
        false => Group {
            mask,
            shape: Shape::Any,
            halves: Halves::Any,
            ..*group
        },
    }
}
