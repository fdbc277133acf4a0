//! Inner loops of a strip that only add up, many rounds at once: a product of matrices that checks a kernel's is mostly such a loop.
//!
//! A strip at the head of an inner loop for which there is a plan goes in; it comes out at that head again, some rounds later. The rule: as
//! [`sums`](warp::vm::gang::sums) has it for a gang. The first round is made as any other and tells where the next ones load; what these read is
//! noted as if each were made, so that an iteration that stores there is found out.

use super::Kind;
use super::address_pattern::{Access, AddressPattern, LanePlaces};
use super::memory::{Touches, asked};
use super::run::{Around, Run};
use super::touched::{Deed, Touch};
use crate::view::View;
use cuda_ir::pointer::OFFSET_BITS;
use cuda_ir::register::Reg;
use cuda_ir::{Ins, Pc};
use warp::vm::gang::file::{Active, WARPS};
use warp::vm::gang::sums::learn::Learnt;
use warp::vm::gang::sums::plan::{Plan, Step};
use warp::vm::gang::sums::registers::{HalfWarp, keep_same};
use warp::vm::gang::sums::word::Word;
use warp::vm::gang::sums::work::{Line, LoadPattern, UNIT, Work};
use warp::vm::gang::sums::{FEW, MANY, plans};
use warp::vm::lanes::Lanes32;
use warp::vm::mask::LANES;

/// A load of the first round.
struct Load {
    /// The number of its first value.
    first: usize,
    elements: usize,
    wide: bool,
    address: u64,
    pattern: AddressPattern,
    /// Where lanes go that follow no rule.
    at: Option<Box<[Lanes32; WARPS]>>,
    /// How many bytes further the next round reads.
    up: i64,
    access: Access,
}

/// What the first round tells.
#[derive(Default)]
struct Told {
    learnt: Learnt,
    loads: Vec<Load>,
    /// The allocation of a sum that is kept in memory.
    cell: Option<u64>,
    /// Those of what all rounds read.
    kept: Vec<u64>,
}

impl Run<'_> {
    /// Whether to look if the inner loop that goes on here only adds up: where it begins, and again where it did.
    #[inline]
    pub(super) fn may_add_up(&mut self, ins: &Ins) -> bool {
        match ins {
            Ins::Loop { .. } => true,
            Ins::EndLoop => std::mem::take(&mut self.adds_up),
            _ => false,
        }
    }

    /// Makes rounds of the inner loop that begins here, if it is planned; `None` if the strip must be undone.
    pub(super) fn add_up(&mut self, around: &mut Around<'_>) -> Option<()> {
        let strip = self.strip;
        let all = strip.adds_up.get_or_init(|| plans(&strip.code, self.level));
        let Some(plan) = all.iter().find(|plan| plan.head == self.pc) else {
            return Some(());
        };
        let kinds = strip.kinds.get(plan.head as usize..plan.end as usize)?;
        let usual = |kind: &Kind| {
            matches!(
                kind,
                Kind::Nothing | Kind::Compute | Kind::Control | Kind::Memory | Kind::Address
            )
        };
        let left = match self.lanes > 0 && kinds.iter().all(usual) {
            true => self.file.rounds_left(plan),
            false => 0,
        };
        if left < FEW {
            return Some(());
        }
        let Some(told) = self.first_round(around, (plan, left))? else {
            return Some(());
        };
        let each = self.lanes * u64::from(plan.end - plan.head + 1);
        let last = u64::from(!self.file.leaves_nothing(plan));
        let room = around.limit.saturating_sub(self.steps) / each;
        let rounds = (left - 1 - last).min(MANY).min(room);
        if rounds == 0 || !self.stays(around, &told, rounds) {
            return Some(());
        }
        for load in &told.loads {
            load.note(&mut self.touches, &self.file.active, rounds)?;
        }
        if !self.many_rounds(around, (plan, &told), rounds)? {
            return Some(());
        }
        self.steps += each * rounds;
        self.adds_up = true;
        Some(())
    }

    /// Makes a round as any other; the inner nothing if the next ones cannot be told from it.
    fn first_round(
        &mut self,
        around: &mut Around<'_>,
        (plan, left): (&Plan, u64),
    ) -> Option<Option<Told>> {
        let (mut told, mut sound) = (Told::default(), true);
        for (count, by) in &plan.counts {
            let by = self.file.step_of(*by);
            sound &= by.is_some();
            told.learnt.goes_up(*count, by.unwrap_or(0));
        }
        let mut steps = plan.steps.iter().peekable();
        for pc in plan.head..plan.end {
            let ins = self.strip.code.ins.get(pc as usize)?;
            let step = steps.next_if(|(at, _)| *at == pc).map(|(_, step)| step);
            if let Some(step) = step {
                sound = sound
                    && self
                        .file
                        .learn(step, (ins, left), &mut told.learnt)
                        .is_some();
            }
            self.make(around, pc)?;
            if let (true, Some(step)) = (sound, step) {
                sound = self.see(&mut told, (step, ins));
            }
        }
        self.pc = plan.head;
        Some(sound.then_some(told))
    }

    /// Makes one instruction of a round that all lanes are known to make.
    fn make(&mut self, around: &mut Around<'_>, pc: Pc) -> Option<()> {
        let (ins, kind) = (
            self.strip.code.ins.get(pc as usize)?,
            *self.strip.kinds.get(pc as usize)?,
        );
        self.pc = pc + 1;
        self.steps += self.lanes;
        self.note_writer(pc as usize);
        match kind {
            Kind::Compute => _ = self.level.compute(self.file, ins),
            Kind::Memory => {
                self.touches.access(self.file, &mut around.view, ins)?;
            }
            Kind::Nothing => {}
            Kind::Control if matches!(ins, Ins::LoopStep | Ins::LoopTest { .. }) => {}
            _ => return None,
        }
        Some(())
    }

    /// Notes where an access went that was just made; `false` if the next rounds cannot be told from it.
    fn see(&self, told: &mut Told, (step, ins): (&Step, &Ins)) -> bool {
        let Some(access) = asked(ins) else {
            return true;
        };
        let up = told.learnt.up(Reg::D(access.addr));
        let (address, pattern) = self.touches.last;
        match *step {
            Step::Load { first, n, wide } => {
                let at = (pattern == AddressPattern::Any).then(|| self.touches.at.clone());
                told.loads.push(Load {
                    first,
                    elements: usize::from(n),
                    wide,
                    address,
                    pattern,
                    at,
                    up,
                    access,
                });
                true
            }
            Step::Cell => match pattern {
                AddressPattern::Steps(_, apart) if up == 0 => {
                    told.cell = Some(address >> OFFSET_BITS);
                    apart.unsigned_abs() >= u64::from(access.bytes)
                }
                _ => false,
            },
            Step::Keep => {
                told.kept.push(address >> OFFSET_BITS);
                up == 0
            }
            _ => true,
        }
    }

    /// Whether so many rounds more read within their allocations, and nothing from that of a sum kept in memory.
    fn stays(&self, around: &Around<'_>, told: &Told, rounds: u64) -> bool {
        let active = &self.file.active;
        let apart = |place: u64| told.cell != Some(place);
        told.kept.iter().all(|place| apart(*place))
            && told.loads.iter().all(|load| {
                apart(load.address >> OFFSET_BITS) && load.stays(&around.view, active, rounds)
            })
    }

    /// Makes so many rounds of the sums, and counts them; the inner `false` if only some lanes of a row are to be changed that all warps share.
    fn many_rounds(
        &mut self,
        around: &mut Around<'_>,
        (plan, told): (&Plan, &Told),
        rounds: u64,
    ) -> Option<bool> {
        let Some(sum_up) = self.level.sums() else {
            return Some(false);
        };
        let active = self.file.active;
        let shared = plan.sums.iter().any(|reg| self.file.shares(*reg));
        if shared && active.masks[active.from] != active.any {
            return Some(false);
        }
        let units = self.file.units();
        let narrow = lies::<u32>(&around.view, told, (&units, rounds))?;
        let wide = lies::<u64>(&around.view, told, (&units, rounds))?;
        let mut work = Work {
            rounds: rounds as usize,
            values: plan.values.max(1),
            ..Work::default()
        };
        work.narrow.lines = lines(&around.view, &narrow)?;
        work.wide.lines = lines(&around.view, &wide)?;
        keep_same(&told.learnt, &units, &mut work);
        self.file.begin_sums(plan, &units, &mut work);
        plan.arrange(&mut work);
        let mut room = self.strip.room.borrow_mut();
        sum_up(&mut work, room.get_or_insert_with(Box::default));
        self.file.put_sums(plan, &units, &work);
        if let Some(pc) = plan.cell {
            let ins = self.strip.code.ins.get(pc as usize)?;
            self.touches.access(self.file, &mut around.view, ins)?;
        }
        for (reg, _) in &plan.counts {
            let by = told.learnt.up(*reg).wrapping_mul(rounds as i64);
            self.file.count_up(*reg, by as u64);
        }
        Some(true)
    }
}

impl Load {
    fn each(&self) -> i64 {
        if self.wide { 8 } else { 4 }
    }

    /// Where a lane reads in the first round, in bytes from the start of its allocation.
    fn place(&self, warp: usize, lane: usize) -> i64 {
        match (self.pattern, &self.at) {
            (AddressPattern::One(at), _) => at,
            (AddressPattern::Steps(first, step), _) => first + step * (warp * LANES + lane) as i64,
            (AddressPattern::Any, Some(at)) => i64::from(at[warp % WARPS][lane % LANES]),
            (AddressPattern::Any, None) => -1,
        }
    }

    /// Whether all lanes read whole elements within the allocation, so many rounds after the first.
    fn stays(&self, view: &View<'_>, active: &Active, rounds: u64) -> bool {
        let each = self.each();
        let whole = match (view.open(self.address), self.up.checked_mul(rounds as i64)) {
            (Some((bytes, _)), Some(whole)) => (bytes.len() as i64, whole),
            _ => return false,
        };
        let (len, whole) = whole;
        let (mut low, mut high, mut odd) = (i64::MAX, 0, 0);
        for w in active.from..active.to {
            let mask = active.masks[w];
            for lane in (0..LANES).filter(|lane| mask >> lane & 1 != 0) {
                let at = self.place(w, lane);
                (low, high) = (low.min(at), high.max(at));
                odd |= at;
            }
        }
        let least = low.saturating_add(whole.min(0));
        let most = high.saturating_add(whole.max(0));
        (odd | self.up) & (each - 1) == 0
            && least >= 0
            && most.saturating_add(each * self.elements as i64) <= len
    }

    /// Notes what is read in so many rounds after the first.
    fn note(&self, touches: &mut Touches, active: &Active, rounds: u64) -> Option<()> {
        let gone = self.up * rounds as i64;
        let lanes = LanePlaces {
            address: self.address,
            pattern: self.pattern,
        };
        let at = self.at.as_deref().unwrap_or(&touches.at);
        let touch = Touch::new(lanes, at, active, self.access.bytes, Deed::Load);
        touches.touched.note(&touch.further(gone))
    }

    /// Where a unit reads element `k` in the second round; `words` are all that can be read, and the next round reads `step` words further.
    fn pattern<T: Word>(
        &self,
        unit: &HalfWarp,
        k: usize,
        (words, rounds): (usize, u64),
    ) -> LoadPattern {
        let size = i64::from(T::BYTES);
        let lead = unit.mask.trailing_zeros() as usize % UNIT;
        let lane = |i: usize| match unit.mask >> i & 1 {
            0 => lead,
            _ => i,
        };
        let place = |i: usize| {
            let at = self.place(unit.warp, unit.half * UNIT + lane(i)) + self.up;
            (at / size) as usize + k
        };
        let first = place(lead);
        match self.pattern {
            AddressPattern::One(_) => return LoadPattern::Same(first),
            AddressPattern::Steps(_, step) if step == size && self.elements == 1 => {
                let whole = self.up / size * (rounds as i64 - 1);
                let inside = 0..=words as i64 - UNIT as i64;
                let begin = first as i64 - lead as i64;
                if inside.contains(&begin) && inside.contains(&(begin + whole)) {
                    return LoadPattern::Run(begin as usize);
                }
            }
            _ => {}
        }
        LoadPattern::Any(std::array::from_fn(|i| place(i) as u32))
    }
}

/// Where values of a width are loaded: each value's number, its load, and unit by unit where.
type Lying<'l> = Vec<(usize, &'l Load, Vec<LoadPattern>)>;

fn lies<'l, T: Word>(
    view: &View<'_>,
    told: &'l Told,
    (units, rounds): (&[HalfWarp], u64),
) -> Option<Lying<'l>> {
    let mut out = Vec::new();
    for load in told.loads.iter().filter(|l| l.wide == (T::BYTES == 8)) {
        let words = T::words(view.open(load.address)?.0).len();
        for k in 0..load.elements {
            let of = |unit: &HalfWarp| load.pattern::<T>(unit, k, (words, rounds));
            out.push((load.first + k, load, units.iter().map(of).collect()));
        }
    }
    Some(out)
}

/// The same with the memory that they read.
fn lines<'a, T: Word>(
    view: &'a View<'_>,
    lies: &'a Lying<'_>,
) -> Option<Vec<(usize, Line<'a, T>)>> {
    let line = |(value, load, lies): &'a (usize, &Load, Vec<LoadPattern>)| {
        let line = Line {
            words: T::words(view.open(load.address)?.0),
            step: (load.up / i64::from(T::BYTES)) as isize,
            lies,
        };
        Some((*value, line))
    };
    lies.iter().map(line).collect()
}
