//! What gives the same in every turn of a loop: loads, arithmetic and stores that a compiler takes out of it.
//!
//! In: the flow of a kernel's code; out: for each instruction the outermost loop that it need not be in. **Definition**, after what NVIDIA's
//! compiler does at -O3. Arithmetic is taken out where what it reads does not change in the loop. A load is, where moreover every lane that
//! enters the loop comes to it, nothing in the loop may write what it reads, and no barrier, shuffle or vote stands in
//! the loop, after which another thread may have written; of what a `const __restrict__` parameter points at, and of `__constant__`
//! memory, the latter does not matter. A store to the same place does not matter either: the value is then at hand, though another in each turn, so that
//! what is computed from it stays in the loop. A store is taken out where
//! nothing else in the loop may touch its place. A call or `printf` keeps every access where it is.

use super::alias::{Alias, Root, Site, is_pure, reads};
use super::flow::Way;
use super::value::Reg;
use cuda_ir::cost::cost;
use cuda_ir::kept::Kept;
use cuda_ir::{Ins, Pc};
use std::ops::Range;

/// Deepest nesting of loops, and most accesses and exits of one, that are looked at: beyond that a loop may do anything.
const LEVELS: usize = 16;
const MOST: usize = 1500;

/// What a loop does besides arithmetic.
#[derive(Default)]
struct Body {
    accesses: Vec<Site>,
    /// Whether other threads may have written between two of its instructions.
    meets_others: bool,
    /// Whether it may do anything.
    calls: bool,
    /// Where lanes may go elsewhere than to the next instruction, constructs aside.
    exits: Vec<Pc>,
}

struct Search<'a, 'f, 'c> {
    alias: &'a Alias<'f, 'c>,
    /// By region; empty for those that are no loops.
    bodies: Vec<Body>,
    /// By instruction: the `Loop` of the outermost loop in which its result does not change.
    outermost: Vec<Option<Pc>>,
}

/// Marks what is taken out of loops; what is never done stays so.
pub(super) fn mark(alias: &Alias<'_, '_>, kept: &mut [Kept]) {
    let flow = alias.flow;
    if flow.regions.iter().all(|r| r.way != Way::Loop) {
        return;
    }
    let mut search = Search {
        alias,
        bodies: bodies(alias, kept),
        outermost: vec![None; flow.code.ins.len()],
    };
    for (pc, ins) in (0..).zip(&flow.code.ins) {
        if kept[pc as usize] == Kept::Never || flow.inside[pc as usize] == 0 {
            continue;
        }
        let out = match ins {
            Ins::Ld { .. } | Ins::Ld64 { .. } => search.load(pc),
            Ins::St { .. } | Ins::St64 { .. } => search.store(pc),
            ins if is_pure(ins) => search.outermost_of(pc, |s, region| s.is_steady(pc, region)),
            _ => None,
        };
        let Some(open) = out else { continue };
        let moves = matches!(ins, Ins::Mov { .. } | Ins::Mov64 { .. } | Ins::MovP { .. });
        search.outermost[pc as usize] = match ins {
            Ins::St { .. } | Ins::St64 { .. } => None,
            Ins::Ld { .. } | Ins::Ld64 { .. } => search.unchanged(pc),
            _ => Some(open),
        };
        if cost(ins).issued && !moves {
            kept[pc as usize] = match search.is_at_hand(pc, open, kept) {
                true => Kept::Never,
                false => Kept::OncePerLoop(open),
            };
        }
    }
}

fn bodies(alias: &Alias<'_, '_>, kept: &[Kept]) -> Vec<Body> {
    let flow = alias.flow;
    let mut bodies: Vec<Body> = flow.regions.iter().map(|_| Body::default()).collect();
    for (pc, ins) in (0..).zip(&flow.code.ins) {
        if kept[pc as usize] == Kept::Never {
            continue;
        }
        let site = alias.site(pc);
        let loops = flow
            .around(pc)
            .filter(|r| flow.regions[*r].way == Way::Loop);
        for (level, region) in loops.enumerate() {
            let body = &mut bodies[region];
            if level >= LEVELS || body.accesses.len() + body.exits.len() >= MOST {
                body.calls = true;
                continue;
            }
            body.accesses.extend(site);
            body.meets_others |= is_meeting(ins);
            body.calls |= is_call(ins);
            if is_exit(ins) {
                body.exits.push(pc);
            }
        }
    }
    bodies
}

/// Whether lanes or threads meet, so that a compiler expects memory to have changed.
fn is_meeting(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Bar
            | Ins::BarRed { .. }
            | Ins::NamedBar { .. }
            | Ins::GridBar
            | Ins::SyncWarp { .. }
            | Ins::Fence { .. }
            | Ins::Copies { .. }
            | Ins::Shfl { .. }
            | Ins::Vote { .. }
            | Ins::Ballot { .. }
            | Ins::MatchAny { .. }
            | Ins::Redux { .. }
            | Ins::Mma { .. }
            | Ins::Mma64 { .. }
    )
}

fn is_call(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Call { .. } | Ins::CallPointer { .. } | Ins::Sys { .. } | Ins::Print { .. }
    )
}

fn is_exit(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::LoopTest { .. }
            | Ins::Leave { .. }
            | Ins::Continue { .. }
            | Ins::Return
            | Ins::Trap { .. }
    )
}

impl Search<'_, '_, '_> {
    /// The `Loop` of the outermost of the loops around an instruction that all are as asked, from the innermost on.
    fn outermost_of(&self, pc: Pc, is: impl Fn(&Self, usize) -> bool) -> Option<Pc> {
        let regions = &self.alias.flow.regions;
        let around = self.alias.flow.around(pc);
        let loops = around.filter(|r| regions[*r].way == Way::Loop);
        let last = loops.take(LEVELS).take_while(|r| is(self, *r)).last()?;
        regions[last].from.checked_sub(1)
    }

    /// Whether what an instruction reads does not change in a loop around it.
    fn is_steady(&self, pc: Pc, region: usize) -> bool {
        let Some(ins) = self.alias.flow.code.ins.get(pc as usize) else {
            return false;
        };
        reads(ins)
            .into_iter()
            .all(|reg| self.is_fixed(reg, pc, region))
    }

    /// Whether what a register holds where it is read does not change in a loop around.
    fn is_fixed(&self, reg: Reg, pc: Pc, region: usize) -> bool {
        use super::flow::Source;
        let flow = self.alias.flow;
        let (from, to) = (flow.regions[region].from, flow.regions[region].to);
        if !flow.is_written(reg, from..to) {
            return true;
        }
        match flow.source(reg, pc) {
            Source::Entry => true,
            Source::From(at, _) => {
                at < from || self.outermost[at as usize].is_some_and(|open| open < from)
            }
            Source::Unsure => false,
        }
    }

    /// Where a load need not be, since nothing but stores of the loop's own, whose values are at hand, write there.
    fn load(&self, pc: Pc) -> Option<Pc> {
        self.loaded_once(pc, |s, load, region| s.is_overwritten(load, region))
    }

    /// Where a load gives the same in every turn, since nothing writes there.
    fn unchanged(&self, pc: Pc) -> Option<Pc> {
        self.loaded_once(pc, |s, load, region| s.is_written_to(load, region))
    }

    fn loaded_once(&self, pc: Pc, written: impl Fn(&Self, &Site, usize) -> bool) -> Option<Pc> {
        let site = self.alias.site(pc).filter(|site| site.plain)?;
        self.outermost_of(pc, |s, region| {
            let body = &s.bodies[region];
            let constant = site.root.is_constant();
            let free = constant || !body.meets_others && !written(s, &site, region);
            free && !body.calls && s.is_steady(pc, region) && s.is_reached(pc, region)
        })
    }

    /// Whether something in the loop may write what the load reads, other than a store to just that place in every turn.
    fn is_overwritten(&self, load: &Site, region: usize) -> bool {
        let mut meeting = self.writes_to(load, region);
        meeting.any(|s| !(self.is_twin(s, load, region) && self.is_reached(s.pc, region)))
    }

    /// Whether anything in the loop may write what the load reads.
    fn is_written_to(&self, load: &Site, region: usize) -> bool {
        self.writes_to(load, region).next().is_some()
    }

    /// The accesses of a loop that may write what a load reads.
    fn writes_to(&self, load: &Site, region: usize) -> impl Iterator<Item = &Site> {
        let accesses = self.bodies[region].accesses.iter();
        let root = load.root;
        accesses.filter(move |s| self.writes(s.pc) && s.root.meets(root))
    }

    /// Whether an access is of the very bytes of another whose place does not change in the loop.
    fn is_twin(&self, site: &Site, of: &Site, region: usize) -> bool {
        site.plain
            && self.alias.is_same(site, of)
            && self.is_fixed(Reg::D(site.addr), site.pc, region)
    }

    fn writes(&self, pc: Pc) -> bool {
        let ins = self.alias.flow.code.ins.get(pc as usize);
        !matches!(ins, Some(Ins::Ld { .. } | Ins::Ld64 { .. }))
    }

    fn store(&self, pc: Pc) -> Option<Pc> {
        let site = self.alias.site(pc).filter(|site| site.plain)?;
        if site.root == Root::Unknown {
            return None;
        }
        self.outermost_of(pc, |s, region| {
            let body = &s.bodies[region];
            let mut others = body.accesses.iter().filter(|other| other.pc != pc);
            let mut alone = || {
                others.all(|other| !other.root.meets(site.root) || s.is_twin(other, &site, region))
            };
            let quiet = !body.meets_others && !body.calls;
            let fixed = || s.is_fixed(Reg::D(site.addr), pc, region);
            quiet && fixed() && alone() && s.is_reached(pc, region)
        })
    }

    /// Whether every lane that enters a loop comes to an instruction in it, if it comes past the loop's first test.
    fn is_reached(&self, pc: Pc, region: usize) -> bool {
        let regions = &self.alias.flow.regions;
        for inner in self.alias.flow.around(pc).take_while(|r| *r != region) {
            let enters = match regions[inner].way {
                Way::Loop => self.is_entered(inner, region),
                Way::Block => true,
                Way::Side | Way::Whole => false,
            };
            if !enters {
                return false;
            }
        }
        let exits = self.bodies[region].exits.iter().take_while(|at| **at < pc);
        exits.copied().all(|at| self.is_harmless(at, pc))
    }

    /// Whether a lane that goes elsewhere at one instruction still comes to a later one, or enters no loop by the way.
    fn is_harmless(&self, at: Pc, pc: Pc) -> bool {
        let flow = self.alias.flow;
        let levels = match flow.code.ins.get(at as usize) {
            Some(Ins::LoopTest { .. }) => 0,
            Some(Ins::Leave { levels } | Ins::Continue { levels }) => usize::from(*levels),
            _ => return false,
        };
        let Some(target) = flow.around(at).nth(levels) else {
            return false;
        };
        let first = || self.first_test(target) == Some(at);
        flow.regions[target].to <= pc || levels == 0 && first()
    }

    fn first_test(&self, region: usize) -> Option<Pc> {
        let flow = self.alias.flow;
        let exits = self.bodies[region].exits.iter().copied();
        let test = |at: &Pc| matches!(flow.code.ins.get(*at as usize), Some(Ins::LoopTest { .. }));
        let own = |at: &Pc| flow.inside.get(*at as usize) == Some(&region);
        exits.filter(own).find(test)
    }

    /// Whether the same lanes enter an inner loop in every turn of an outer one: its first test says the same each time.
    fn is_entered(&self, inner: usize, outer: usize) -> bool {
        let flow = self.alias.flow;
        let from = flow.regions[inner].from;
        let Some(test) = self.first_test(inner) else {
            return true;
        };
        let Some(Ins::LoopTest { cond }) = flow.code.ins.get(test as usize) else {
            return false;
        };
        let Some((at, ins)) = flow.writer(Reg::P(*cond), test).filter(|w| w.0 >= from) else {
            return self.is_fixed(Reg::P(*cond), test, outer);
        };
        let Some(open) = from.checked_sub(1) else {
            return false;
        };
        let first: Range<Pc> = from..at;
        reads(ins).into_iter().all(|reg| {
            let as_entered = !flow.is_written(reg, first.clone());
            as_entered && self.is_fixed(reg, open, outer) || self.is_fixed(reg, at, outer)
        })
    }

    /// Whether the value of a load taken out of a loop was loaded or stored just before the loop.
    fn is_at_hand(&self, pc: Pc, open: Pc, kept: &[Kept]) -> bool {
        let flow = self.alias.flow;
        let Some(load) = self.alias.site(pc).filter(|_| !self.writes(pc)) else {
            return false;
        };
        let from = flow.regions[flow.inside[open as usize]].from;
        for at in (from..open).rev() {
            let Some(ins) = flow.code.ins.get(at as usize) else {
                return false;
            };
            let closes = matches!(ins, Ins::EndIf | Ins::EndBlock | Ins::EndLoop);
            if closes || is_call(ins) || is_meeting(ins) {
                return false;
            }
            let Some(site) = self.alias.site(at) else {
                continue;
            };
            if site.plain && self.alias.is_same(&site, &load) {
                return kept[at as usize] != Kept::Never;
            }
            if self.writes(at) && site.root.meets(load.root) {
                return false;
            }
        }
        false
    }
}
