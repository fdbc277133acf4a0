//! A gang: up to eight warps that are at the same instruction, executed together.
//!
//! Warps that begin a block together go in; they come out at a barrier, at their end, or apart. The rule: a gang is its warps,
//! executed in lockstep with one another, lowest first where order can be seen; what comes out is what the warps alone
//! would have made with turns of one instruction, and what the probes are told is the same, event by event. Where warps part
//! for good (one waits at a barrier that another does not reach, or spins until another has stored), the gang comes apart
//! ([`Gang::part`]) and its warps run alone until all wait at one barrier ([`Gang::unite`]).
//!
//! Where no probe watches, small blocks go together too, as many as fill a gang ([`blocks_together`]): each with its own shared memory and
//! its own barriers. A kernel whose blocks race with one another may then leave other values than one block after the other would.
//!
//! It is faster for three reasons: an instruction is looked at once for 256 lanes; what is the same in all warps is computed once
//! ([`file`]); and the loops over lanes are built for the vector instructions of the processor at hand ([`level`]).

pub(crate) mod exchange;
pub mod file;
pub(crate) mod flow;
pub(crate) mod follow;
pub mod level;
pub(crate) mod liveness;
pub(crate) mod memory;
pub(crate) mod place;
pub(crate) mod plain;
pub(crate) mod rows;
pub mod sums;
pub(crate) mod words;

use crate::probe::Probe;
use crate::probe::scene::Scene;
use crate::probe::wrap;
use crate::vm::independent_threads::reach::Open;
use crate::vm::independent_threads::{self, spin};
use crate::vm::lanes::{Lanewise, bits2};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::Space;
use crate::vm::scalar::{divides32, divides64};
use crate::vm::split::Frame;
use crate::vm::trap::{self, Stop};
use crate::vm::warp::{self, State, Turn, Warp};
use crate::vm::{Env, Machine};
use cuda_ir::op::{CopyStep, Special};
use cuda_ir::pointer::{code_pointer, pointer};
use cuda_ir::register::step_reads;
use cuda_ir::{Code, Ins, Pc, R};
use file::{Active, File, Hand, Masks, WARPS};
use flow::Fork;
use level::Level;
use place::Reach;
use rows::At;

/// After how many rounds of a loop that some warp waited through a gang comes apart, in case they wait for that warp.
const PATIENCE: u64 = 1 << 12;

/// How far the turn of a block's only gang goes at accesses to memory: there is no other whose turn it could be.
pub const ALONE: u64 = u64::MAX;

/// Warps of a block that are executed together.
pub struct Gang {
    /// The number of its first warp in the block.
    pub first: usize,
    /// Whether its warps are together now.
    pub together: bool,
    /// Whether it can go on.
    pub state: State,
    /// How many turns it has had since the last barrier.
    pub turns: u32,
    /// The registers.
    pub file: File,
    live: Masks,
    pc: Pc,
    at: Pc,
    forks: Vec<Fork>,
    reach: Box<Reach>,
    level: Level,
    waited: u64,
    /// Where loops go back in which lanes may wait for others of their warp.
    spins: Vec<Pc>,
    /// Whether some warp has read what nobody wrote: registers are followed warp by warp.
    undefined: bool,
    /// For each instruction.
    kinds: Vec<Kind>,
    /// Its loops that only add up, once one is met.
    plans: Option<sums::Plans>,
    /// What was seen of them.
    seen: Vec<sums::recall::LoopMemory>,
    room: Box<sums::work::Room>,
    /// Whether the loop that it is in may be looked at again for that.
    looks: bool,
    /// For each axis whether `threadIdx` is the same in all warps.
    same_tid: [bool; 3],
}

/// What there is to do for an instruction, looked at once a launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Kind {
    Compute,
    /// It computes a step of an index.
    Step,
    Memory,
    Control,
    /// It computes, unless it divides by zero.
    Divide,
    Barrier,
    Other,
}

fn kind(code: &Code, ins: &Ins) -> Kind {
    let nonzero = |r: &R| code.consts32.iter().any(|(c, value)| c == r && *value != 0);
    match ins {
        Ins::Bin32 { op, b, .. } if divides32(*op) && !nonzero(b) => Kind::Divide,
        Ins::Bin64 { op, .. } if divides64(*op) => Kind::Divide,
        Ins::Bar | Ins::BarRed { .. } | Ins::GridBar => Kind::Barrier,
        ins if ins.steers() => Kind::Control,
        ins if ins.touches_memory() => Kind::Memory,
        ins if ins.computes() => Kind::Compute,
        _ => Kind::Other,
    }
}

fn kinds(code: &Code) -> Vec<Kind> {
    let kinds = code.ins.iter().map(|ins| kind(code, ins)).enumerate();
    let step = |pc: usize| code.indexing.step(pc as Pc).is_some();
    kinds
        .map(|(pc, kind)| if step(pc) { Kind::Step } else { kind })
        .collect()
}

/// How a gang's turn ended.
pub enum End {
    /// As a warp's can.
    Stop(Stop),
    /// The warps must go on alone.
    Parted,
}

/// Whether a launch's warps can be executed together.
pub fn suits(env: &Env<'_>) -> bool {
    let alone = |ins: &Ins| {
        matches!(
            ins,
            Ins::Call { .. } | Ins::CallPointer { .. } | Ins::NamedBar { .. }
        )
    };
    !env.nonfinite && !env.kernel.code.ins.iter().any(alone)
}

/// How many blocks of a kernel may be executed together, beside what [`suits`] asks: as many as fill a gang, where nothing tells in
/// which order blocks go but the kernel's own races. Shared memory of all of them is to stay near.
pub fn blocks_together(env: &Env<'_>) -> usize {
    const NEAR: usize = 1 << 18;
    if !env.facts().together {
        return 1;
    }
    let warps = (env.block.count() as usize).div_ceil(32).max(1);
    let near = NEAR / (env.shared_bytes as usize).max(1);
    (WARPS / warps).min(near).max(1)
}

/// Whether a kernel's code lets its blocks be executed together.
pub fn may_go_together(env: &Env<'_>) -> bool {
    let tells = |ins: &Ins| {
        let clock = |what| matches!(what, Special::Clock | Special::ClockHigh);
        match *ins {
            Ins::Print { .. } | Ins::Atom { .. } | Ins::Atom64 { .. } | Ins::Fence { .. } => true,
            Ins::Ld { volatile, .. } | Ins::St { volatile, .. } => volatile,
            Ins::Ld64 { volatile, .. } | Ins::St64 { volatile, .. } => volatile,
            Ins::Special { what, .. } => clock(what),
            _ => false,
        }
    };
    suits(env) && !env.kernel.code.ins.iter().any(tells)
}

/// The gangs of a block of so many warps, or the one of several blocks.
pub fn gangs(env: &Env<'_>, warps: &[Warp]) -> Vec<Gang> {
    let (level, code) = (Level::here(), &env.kernel.code);
    let firsts = warps.chunks(WARPS).enumerate();
    let spins = spin::loops(env, code);
    firsts
        .map(|(i, warps)| Gang {
            first: i * WARPS,
            together: false,
            state: State::Done,
            turns: 0,
            file: File::new(code, warps.len()),
            live: [0; WARPS],
            pc: 0,
            at: 0,
            forks: Vec::with_capacity(16),
            reach: Box::default(),
            level,
            waited: 0,
            spins: spins.clone(),
            undefined: false,
            kinds: kinds(code),
            plans: None,
            seen: Vec::new(),
            room: Box::default(),
            looks: false,
            same_tid: [0, 1, 2].map(|axis| warps.iter().all(|w| w.tid[axis] == warps[0].tid[axis])),
        })
        .collect()
}

impl Gang {
    /// How many warps it has.
    pub fn width(&self) -> usize {
        self.file.width
    }

    /// Its warps among those of the block.
    pub fn among<'w>(&self, warps: &'w mut [Warp]) -> &'w mut [Warp] {
        &mut warps[self.first..self.first + self.file.width]
    }

    /// Forgets what it has seen of memory: the next launch's holds something else.
    pub fn forget_launch(&mut self) {
        self.seen.clear();
    }

    /// Forgets that some warp has read what nobody wrote.
    pub fn forget_undefined(&mut self) {
        self.undefined = false;
    }

    /// To the kernel's first instruction; its warps have entered the block.
    pub fn start(&mut self, env: &Env<'_>, warps: &[Warp]) {
        self.live = std::array::from_fn(|w| warps.get(w).map_or(0, |warp| warp.live.0));
        self.file.active = Active::new(self.live, &self.live);
        self.file.start(env);
        self.forks.clear();
        (self.pc, self.at, self.turns, self.waited) = (0, 0, 0, 0);
        (self.together, self.state, self.undefined) = (true, State::Ready, false);
    }

    /// Executes until the gang stops; also returns how many instructions of warps that took.
    #[inline(never)]
    pub fn advance<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        turn: Turn,
    ) -> (End, u64) {
        let code = &cx.env.kernel.code;
        let (mut used, mut steps) = (0u64, 0u64);
        let mut lanes = if P::ON { self.file.active.lanes() } else { 0 };
        self.looks = true;
        self.file.watch(P::ON);
        loop {
            let Some(ins) = code.ins.get(self.pc as usize) else {
                return (End::Stop(Stop::Done), used);
            };
            if steps >= turn.access && ins.touches_memory() {
                return (End::Stop(Stop::Yield), used);
            }
            let kind = self.kinds[self.pc as usize];
            if self.undefined || kind > Kind::Memory && self.must_part(ins) {
                return (End::Parted, used);
            }
            if kind == Kind::Other && !self.file.active.all && self.must_meet(cx, ins) {
                return (End::Parted, used);
            }
            self.at = self.pc;
            self.pc += 1;
            steps += 1;
            used += self.file.active.warps as u64;
            if P::ON {
                let warps = self.file.active.warps;
                cx.probe.issue_together(self.at as usize, warps, lanes);
            }
            if P::ON
                && let Some(warp) = cx.probe.follows()
            {
                self.follow(cx, warps, warp);
            }
            let done = match kind {
                Kind::Compute => self.level.compute(&mut self.file, ins),
                Kind::Step => {
                    self.show_step(cx, warps, ins);
                    self.level.compute(&mut self.file, ins)
                }
                Kind::Memory => self.move_memory(cx, warps, ins),
                Kind::Control => {
                    let over = used >= turn.whole;
                    if let Some(stop) = self.control(cx, warps, ins, over) {
                        return (End::Stop(stop), used);
                    }
                    if P::ON {
                        lanes = self.file.active.lanes();
                    } else if self.may_sum_up(ins) {
                        used += self.sum_up(cx, warps, (turn, steps));
                    }
                    true
                }
                Kind::Divide => {
                    !self.divides_by_zero(ins) && self.level.compute(&mut self.file, ins)
                }
                Kind::Barrier if matches!(ins, Ins::GridBar) => {
                    self.arrive_at_grid(warps);
                    return (End::Stop(Stop::GridBarrier), used);
                }
                // Nobody else is in these blocks, so nobody is waited for.
                Kind::Barrier if !P::ON && turn.access == ALONE && matches!(ins, Ins::Bar) => {
                    self.looks = true;
                    true
                }
                Kind::Barrier => {
                    self.arrive(cx, warps);
                    return (End::Stop(Stop::Barrier), used);
                }
                Kind::Other => self.exchange(ins, P::ON) || self.fixed(cx, warps, ins),
            };
            if !done {
                self.one_by_one(cx, warps, ins, used);
            }
        }
    }

    /// Shows the probes what the warp that they follow is about to do, if it is in the gang.
    #[cold]
    fn follow<P: Probe>(&self, cx: &mut Machine<'_, P>, warps: &[Warp], index: u32) {
        let Some(w) = warps.iter().position(|warp| warp.index == index) else {
            return;
        };
        let active = LaneMask(self.file.active.masks[w]);
        if active.is_empty() {
            return;
        }
        let hand = Hand {
            file: &self.file,
            warp: w,
        };
        let scene = Scene {
            env: cx.env,
            warp: &warps[w],
            pc: self.at,
            held: Some(&hand),
        };
        cx.probe.follow(&scene, active, &cx.found);
    }

    /// Shows the probes a step of an index, warp by warp.
    #[inline]
    fn show_step<P: Probe>(&self, cx: &mut Machine<'_, P>, warps: &[Warp], ins: &Ins) {
        if !P::ON {
            return;
        }
        let Some(read) = step_reads(ins) else { return };
        if cx.probe.steps_may_fit()
            && wrap::fits(ins, read.map(|r| self.level.greatest(self.file.rows32(r))))
        {
            return;
        }
        let active = &self.file.active;
        for w in (active.from..active.to).filter(|w| active.masks[*w] != 0) {
            let scene = Scene {
                env: cx.env,
                warp: &warps[w],
                pc: self.at,
                held: None,
            };
            let read = read.map(|r| self.file.row32(r, w));
            cx.probe.step(&scene, LaneMask(active.masks[w]), read);
        }
    }

    /// Whether the warps must execute the instruction each on its own way.
    #[inline(always)]
    fn must_part(&self, ins: &Ins) -> bool {
        match ins {
            Ins::Bar | Ins::GridBar => !self.file.active.all,
            Ins::BarRed { .. } => true,
            Ins::Trap { .. } => self.file.active.warps > 0,
            Ins::EndLoop => self.waited > PATIENCE,
            _ => false,
        }
    }

    /// Whether lanes may wait at the end of the loop that goes back for those that go round.
    #[inline(always)]
    pub fn spins(&self) -> bool {
        !self.spins.is_empty() && !self.file.active.all && self.spins.contains(&self.at)
    }

    /// Whether lanes of some warp are to wait at an exchange for others, which go on meanwhile.
    #[cold]
    fn must_meet<P>(&self, cx: &mut Machine<'_, P>, ins: &Ins) -> bool {
        let Some(member) = independent_threads::meet::member(ins) else {
            return false;
        };
        let active = &self.file.active;
        (active.from..active.to).any(|w| {
            let (here, row) = (active.masks[w], self.file.row32(member, w));
            let named = LaneMask(here).lanes().fold(0, |all, lane| all | row[lane]);
            let absent = named & self.live[w] & !here;
            if absent == 0 {
                return false;
            }
            let frames: Vec<Frame> = self.forks.iter().map(|fork| fork.of(w)).collect();
            let open = Open {
                frames: &frames,
                code: 0,
                pc: self.pc + 1,
            };
            independent_threads::meet::may_come(cx, &open, (self.pc, absent))
        })
    }

    fn divides_by_zero(&self, ins: &Ins) -> bool {
        let active = &self.file.active;
        match *ins {
            Ins::Bin32 { b, .. } if self.file.shares32(b) => {
                let row = self.file.row32(b, 0);
                bits2(row, row, |x, _| x == 0) & active.any != 0
            }
            Ins::Bin32 { b, .. } => (active.from..active.to).any(|w| {
                let row = self.file.row32(b, w);
                bits2(row, row, |x, _| x == 0) & active.masks[w] != 0
            }),
            Ins::Bin64 { b, .. } => (active.from..active.to).any(|w| {
                let row = self.file.copy64(b, w);
                bits2(&row, &row, |x, _| x == 0) & active.masks[w] != 0
            }),
            _ => false,
        }
    }

    /// What the launch fixes, addresses of variables, and what does nothing; `false` if it is another.
    #[inline(never)]
    fn fixed<P: Probe>(&mut self, cx: &mut Machine<'_, P>, warps: &[Warp], ins: &Ins) -> bool {
        let env = cx.env;
        match *ins {
            Ins::Special {
                what: Special::Clock | Special::ClockHigh,
                ..
            } => return false,
            Ins::Special { dst, what } => {
                let last = warps.len() - 1;
                let of = |w: usize| &warps[w.min(last)];
                let (file, level) = (&mut self.file, self.level);
                match what {
                    Special::Tid(axis) => {
                        let axis = axis as usize % 3;
                        let rows = std::array::from_fn(|w| &of(w).tid[axis]);
                        level.put_rows(file, dst, self.same_tid[axis], &rows);
                    }
                    Special::LaneId | Special::LaneMask(_) => {
                        let row = warps[0].special(env, what);
                        level.put_rows(file, dst, true, &[&row; WARPS]);
                    }
                    _ => {
                        let values = std::array::from_fn(|w| of(w).uniform(env, what).unwrap_or(0));
                        let alike = values.iter().all(|x| *x == values[0]);
                        level.put_values(file, dst, alike, &values);
                    }
                }
            }
            Ins::FuncAddr { dst, func } => self.file.put_address(dst, code_pointer(func)),
            Ins::SharedAddr { dst, var } => {
                let address = cx.mem.shared.address(env.kernel, var.0);
                self.file.put_address(dst, address);
            }
            // No call is open in a gang, so the code's variables are the first.
            Ins::LocalAddr { dst, var } => {
                self.file
                    .put_address(dst, pointer(Space::Local, var.0 as u32, 0));
            }
            Ins::GlobalAddr { dst, var } => self.file.put_address(dst, cx.mem.global_address(var)),
            Ins::ToShared { dst, addr } => {
                At::<0>(&mut self.file).map64(dst, addr, (), |a| cx.mem.shared.to_number(a));
            }
            Ins::FromShared { dst, addr } => {
                At::<0>(&mut self.file).map64(dst, addr, (), |a| cx.mem.shared.address_at(a));
            }
            Ins::ActiveMask { dst } => {
                let masks = self.file.active.masks;
                self.file.put32(dst, false, |_, w| [masks[w]; LANES]);
            }
            Ins::Fence { .. } | Ins::Copies { .. } if !P::ON => {}
            Ins::Copies { step, left } => self.copies(cx, step, left),
            _ => return false,
        }
        true
    }

    /// A step of asynchronous copies, for the probes.
    fn copies<P: Probe>(&self, cx: &mut Machine<'_, P>, step: CopyStep, left: R) {
        for (w, mask) in self.file.active.masks.iter().enumerate() {
            if *mask != 0 {
                let warp = ((self.first + w) as u32, LaneMask(*mask));
                cx.probe.copies(step, warp, self.file.row32(left, w));
            }
        }
    }

    /// Every warp with active lanes executes the instruction alone, lowest first.
    #[inline(never)]
    fn one_by_one<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        ins: &Ins,
        used: u64,
    ) {
        let masks = self.file.active.masks;
        for (w, warp) in warps.iter_mut().enumerate() {
            if masks[w] != 0 {
                self.hand_over(warp, w);
                warp::single(cx, warp, ins, used);
                self.undefined |= warp.g.undefined.is_some();
                self.file.take(w, &warp.g);
            }
        }
    }

    /// Gives warps that wait together what the gang holds for them, to be looked at.
    pub fn show_registers(&mut self, warps: &mut [Warp]) {
        if self.together && self.state == State::AtBarrier {
            let warps = self.among(warps).iter_mut().enumerate();
            warps.for_each(|(w, warp)| self.file.give(w, &mut warp.g));
        }
    }

    /// Brings a warp to the gang's place, with its share of everything.
    fn hand_over(&mut self, warp: &mut Warp, w: usize) {
        self.file.give(w, &mut warp.g);
        warp.active = LaneMask(self.file.active.masks[w]);
        warp.live = LaneMask(self.live[w]);
        (warp.pc, warp.at, warp.code, warp.base) = (self.pc, self.at, 0, 0);
        warp.frames.clear();
        warp.frames.extend(self.forks.iter().map(|fork| fork.of(w)));
    }

    /// All warps that live come to a barrier.
    fn arrive<P: Probe>(&mut self, cx: &mut Machine<'_, P>, warps: &mut [Warp]) {
        for (w, warp) in warps.iter_mut().enumerate() {
            if self.live[w] != 0 {
                warp.active = LaneMask(self.live[w]);
                (warp.pc, warp.at) = (self.pc, self.at);
                warp.state = State::AtBarrier;
                trap::barrier(cx, warp, None);
            }
        }
        self.state = State::AtBarrier;
    }

    /// Lets each warp wait for the grid.
    fn arrive_at_grid(&mut self, warps: &mut [Warp]) {
        for (w, warp) in warps.iter_mut().enumerate() {
            if self.live[w] != 0 {
                warp.active = LaneMask(self.live[w]);
                (warp.pc, warp.at) = (self.pc, self.at);
                warp.state = State::AtGrid;
            }
        }
        self.state = State::AtGrid;
    }

    /// Lets the warps go on alone.
    pub fn part(&mut self, env: &Env<'_>, warps: &mut [Warp]) {
        self.together = false;
        for (w, warp) in warps.iter_mut().enumerate() {
            self.hand_over(warp, w);
            warp.turns = self.turns;
            warp.state = State::Ready;
            if warp.live.is_empty() {
                warp.state = State::Done;
                warp.frames.clear();
            } else if warp.active.is_empty() && warp.settle(env).is_some() {
                warp.state = State::Done;
            }
        }
    }

    /// Takes warps together that have just met at one barrier, in the same constructs.
    pub fn unite(&mut self, warps: &mut [Warp]) {
        let defined = |w: &mut Warp| {
            w.g.undefined.take_if(|marks| marks.are_none());
            w.g.undefined.is_none()
        };
        if !warps.iter_mut().all(defined) {
            return;
        }
        if warps.iter().any(|w| w.fragments.is_some()) {
            return;
        }
        let Some(first) = warps.iter().find(|w| w.state == State::Ready) else {
            return;
        };
        let waits = |w: &Warp| w.state == State::Ready && w.code == 0 && w.pc == first.pc;
        let forks: Option<Vec<Fork>> = first.frames.iter().map(Fork::like).collect();
        let Some(mut forks) = forks else {
            return;
        };
        if !warps.iter().all(|w| w.state == State::Done || waits(w)) {
            return;
        }
        let (pc, at) = (first.pc, first.at);
        let mut masks = [0; WARPS];
        for (w, warp) in warps.iter().enumerate() {
            self.live[w] = warp.live.0;
            if warp.state == State::Done {
                continue;
            }
            masks[w] = warp.active.0;
            let same = warp.frames.len() == forks.len();
            let joined = same
                && forks
                    .iter_mut()
                    .zip(&warp.frames)
                    .all(|(f, g)| f.join(w, g));
            if !joined {
                return;
            }
        }
        (self.forks, self.pc, self.at) = (forks, pc, at);
        self.file.gather(warps);
        self.file.active = Active::new(masks, &self.live);
        (self.together, self.state, self.waited) = (true, State::Ready, 0);
        self.undefined = false;
    }
}
