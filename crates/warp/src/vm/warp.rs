//! One warp, and the match: every instruction one line.
//!
//! A warp with a program counter goes in; it comes out at a barrier, at its end, at the end of its turn, or where it must wait for lanes
//! that are elsewhere ([`apart`]). The rule: `pc` is the next instruction, `at` the one being executed; an instruction acts on the lanes in `active`. Arithmetic is in
//! [`alu`], [`convert`] and `math`, control in `control`, memory in `access`.

use super::access::{self, Elements, MemoryOperand};
use super::alu;
use super::atomic::{self, Atom};
use super::independent_threads::spin::Spin;
use super::independent_threads::{self, Fragments};
use super::lanes::{Lanes32, Lanewise, Registers};
use super::mask::{LANES, LaneMask};
use super::mem::LocalMemory;
use super::named::Arrival;
use super::split::Frame;
use super::trap::{self, Stop};
use super::{Env, Machine, control, heap, mma, named, print, shuffle};
use crate::probe::scene::Scene;
use crate::probe::{Probe, nonfinite};
use cuda_ir::op::{BarOp, LaneSet, MemTy, Special};
use cuda_ir::pointer::code_pointer;
use cuda_ir::{D, Ins, ParamReg, Pc, R};

/// Whether a warp can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It can.
    Ready,
    /// It waits for its block.
    AtBarrier,
    /// It has come to a named barrier, and waits or is yet to be counted.
    AtNamed,
    /// It waits for all blocks.
    AtGrid,
    /// All its threads have returned.
    Done,
}

/// What a call saves of the caller.
#[derive(Clone)]
pub struct Saved {
    /// Its registers.
    pub g: Registers,
    /// Its code.
    pub code: u32,
    /// The call instruction.
    pub pc: Pc,
    /// Its first local variable.
    pub locals_from: u32,
    /// The lanes that made the call.
    pub callers: LaneMask,
    /// What the call holds of the warp's stack.
    pub bytes: usize,
}

/// 32 threads in lockstep, until some of them must wait for others.
pub struct Warp {
    /// Its number in the block.
    pub index: u32,
    /// `blockIdx`.
    pub block: [u32; 3],
    /// The lanes that are threads at all.
    pub exists: LaneMask,
    /// The lanes that have not returned from the kernel.
    pub live: LaneMask,
    /// The lanes that execute.
    pub active: LaneMask,
    /// The next instruction.
    pub pc: Pc,
    /// The instruction being executed.
    pub at: Pc,
    /// 0 for the kernel, a function's number plus 1.
    pub code: u32,
    /// The number of the code's first instruction among all.
    pub base: usize,
    /// Whether it can go on.
    pub state: State,
    /// How many turns it has had since the last barrier.
    pub turns: u32,
    /// The registers of the code.
    pub g: Registers,
    /// Room for the registers of the next calls.
    pub spare: Vec<Registers>,
    /// Open constructs and calls.
    pub frames: Vec<Frame>,
    /// Open calls.
    pub depth: u32,
    /// Bytes that open calls hold.
    pub stack_bytes: usize,
    /// Local memory.
    pub local: LocalMemory,
    /// The number of the code's first local variable.
    pub locals_from: u32,
    /// Where each lane returned from the kernel.
    pub exits: Lanes32,
    /// What a barrier is to compute for this warp.
    pub reduction: Option<(BarOp, R, u32)>,
    /// What it has come to a named barrier with.
    pub named: Option<Arrival>,
    /// Where its block's share of shared memory begins.
    pub shared_from: u32,
    /// `threadIdx` of each lane, by axis.
    pub tid: [Lanes32; 3],
    /// Lanes that go their own way, while there are any.
    pub fragments: Option<Box<Fragments>>,
    /// What is known of the loop that it goes round while lanes wait.
    pub spin: Option<Box<Spin>>,
    /// Loops in which lanes have waited for others of the warp, by code and head.
    pub spins: Vec<(u32, Pc)>,
}

impl Warp {
    /// The warp with this number, not yet in a block.
    pub fn new(env: &Env<'_>, index: u32, threads: u32) -> Self {
        let first = index * 32;
        let mut tid = [[0; LANES]; 3];
        for (lane, linear) in (first..first + 32).enumerate() {
            let at = env.thread(linear);
            (0..3).for_each(|axis| tid[axis][lane] = at[axis]);
        }
        let mut local = LocalMemory {
            fill: if env.poison { 0xcdcd_cdcd } else { 0 },
            ..LocalMemory::default()
        };
        local.open(&env.kernel.code.locals);
        Warp {
            index,
            block: [0; 3],
            exists: LaneMask::first_n(threads - first),
            live: LaneMask::NONE,
            active: LaneMask::NONE,
            pc: 0,
            at: 0,
            code: 0,
            base: 0,
            state: State::Done,
            turns: 0,
            g: Registers::for_code(&env.kernel.code),
            spare: Vec::new(),
            frames: Vec::with_capacity(16),
            depth: 0,
            stack_bytes: 0,
            local,
            locals_from: 0,
            exits: [0; LANES],
            reduction: None,
            named: None,
            shared_from: 0,
            tid,
            fragments: None,
            spin: None,
            spins: Vec::new(),
        }
    }

    /// To the kernel's first instruction, for a new block.
    pub fn start(&mut self, env: &Env<'_>, block: [u32; 3]) {
        self.enter(env, block);
        self.g.load(&env.kernel.code);
        for (place, bits) in env.kernel.params.iter().zip(&env.params) {
            match place {
                ParamReg::R(r) => self.g.r[r.0 as usize] = [*bits as u32; LANES],
                ParamReg::D(d) => self.g.d[d.0 as usize] = [*bits; LANES],
                ParamReg::P(p) => self.g.p[p.0 as usize] = if *bits != 0 { u32::MAX } else { 0 },
            }
        }
    }

    /// The same for a warp whose registers are its gang's.
    #[inline(always)]
    pub fn enter(&mut self, env: &Env<'_>, block: [u32; 3]) {
        self.block = block;
        (self.live, self.active) = (self.exists, self.exists);
        (self.pc, self.at, self.code, self.base) = (0, 0, 0, 0);
        (self.state, self.turns) = (State::Ready, 0);
        self.frames.clear();
        (self.depth, self.stack_bytes, self.locals_from) = (0, 0, 0);
        self.reduction = None;
        self.g.undefined = None;
        (self.fragments, self.spin) = (None, None);
        self.spins.clear();
        if !env.kernel.code.locals.is_empty() {
            self.local.close(0);
            self.local.open(&env.kernel.code.locals);
        }
    }

    /// `threadIdx` of a lane.
    pub fn thread(&self, lane: usize) -> [u32; 3] {
        [self.tid[0][lane], self.tid[1][lane], self.tid[2][lane]]
    }

    /// The lanes that have returned from the kernel.
    pub fn ended(&self) -> LaneMask {
        self.exists.without(self.live)
    }

    /// The construct in which a lane waits, by the instruction that opened it.
    pub fn waits_since(&self, lane: usize) -> Option<Pc> {
        let since_call = self
            .frames
            .iter()
            .rev()
            .take_while(|f| !matches!(f, Frame::Call { .. }));
        since_call
            .filter_map(Frame::waiting)
            .find(|(lanes, _)| lanes.has(lane))
            .map(|(_, pc)| pc)
            .or_else(|| self.fragments.as_ref()?.parted_at(lane, self.code))
    }

    fn set_special(&mut self, env: &Env<'_>, dst: R, what: Special) {
        let value = self.special(env, what);
        super::lanes::blend(&mut self.g.r[dst.0 as usize], &value, self.active);
    }

    /// The value that all lanes have of what the launch fixes, if it is one.
    #[inline]
    pub fn uniform(&self, env: &Env<'_>, what: Special) -> Option<u32> {
        let axis = |d: crate::launch::Dim3, i: u8| [d.x, d.y, d.z][i as usize % 3];
        match what {
            Special::Ctaid(i) => Some(self.block[i as usize % 3]),
            Special::Ntid(i) => Some(axis(env.block, i)),
            Special::Nctaid(i) => Some(axis(env.grid, i)),
            Special::WarpId => Some(self.index),
            Special::Clock | Special::ClockHigh => Some(0),
            Special::Tid(_) | Special::LaneId | Special::LaneMask(_) => None,
        }
    }

    /// The lanes' values of what the launch fixes.
    pub fn special(&self, env: &Env<'_>, what: Special) -> Lanes32 {
        match what {
            Special::Tid(i) => self.tid[i as usize % 3],
            Special::LaneId => std::array::from_fn(|i| i as u32),
            Special::LaneMask(set) => std::array::from_fn(|i| {
                let one = 1u32 << i;
                match set {
                    LaneSet::Equal => one,
                    LaneSet::Less => one - 1,
                    LaneSet::LessOrEqual => one | (one - 1),
                    LaneSet::Greater => !(one | (one - 1)),
                    LaneSet::GreaterOrEqual => !(one - 1),
                }
            }),
            _ => [self.uniform(env, what).unwrap_or(0); LANES],
        }
    }
}

/// How long a turn is, in instructions.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// It ends where a loop goes back or a call is made after so many: longer by at most the code's length.
    pub whole: u64,
    /// It ends before an access to memory after so many.
    pub access: u64,
}

impl Turn {
    /// The same within so many instructions.
    pub fn least(self, most: u64) -> Turn {
        Turn {
            whole: self.whole.min(most),
            ..self
        }
    }
}

/// Executes until the warp stops; also returns how many instructions that took.
#[inline(never)]
pub fn advance<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, turn: Turn) -> (Stop, u64) {
    let mut code = cx.env.code(w.code);
    let mut used = 0;
    loop {
        let Some(ins) = code.ins.get(w.pc as usize) else {
            return (Stop::Done, used);
        };
        if used >= turn.access && ins.touches_memory() {
            return (Stop::Yield, used);
        }
        w.at = w.pc;
        w.pc += 1;
        used += 1;
        let m = w.active;
        if P::ON {
            cx.probe.issue(w.base + w.at as usize, m);
            if cx.probe.follows() == Some(w.index) {
                let scene = Scene::of(cx.env, w);
                cx.probe.follow(&scene, m, &cx.found);
            }
            if w.g.undefined.is_some() && !independent_threads::is_to_meet(cx, w, ins) {
                access::follow(cx, w);
            }
            if code.indexing.step(w.at).is_some() {
                access::show_step(cx, w, ins);
            }
        }
        match *ins {
            Ins::Bar => return (trap::barrier(cx, w, None), used),
            Ins::BarRed { op, dst, src } => {
                return (
                    trap::barrier(cx, w, Some((op, dst, w.g.p[src.0 as usize]))),
                    used,
                );
            }
            Ins::NamedBar { id, threads, waits } => {
                return (named::come(cx, w, (id, threads, waits)), used);
            }
            Ins::GridBar => return (Stop::GridBarrier, used),
            Ins::Shfl { member, .. }
            | Ins::Vote { member, .. }
            | Ins::Ballot { member, .. }
            | Ins::MatchAny { member, .. }
            | Ins::Redux { member, .. }
            | Ins::SyncWarp { member }
                if independent_threads::waits(cx, w, member) =>
            {
                return (Stop::Meeting, used);
            }
            Ins::Mma { .. } | Ins::Mma64 { .. } if independent_threads::meet::waits_for_all(w) => {
                return (Stop::Meeting, used);
            }
            _ if ins.steers() => {
                if let Some(stop) = control::control(cx, w, ins, used >= turn.whole) {
                    return (stop, used);
                }
                code = cx.env.code(w.code);
            }
            _ if P::ON && cx.env.nonfinite => nonfinite::watched(cx, w, ins, used),
            _ => single(cx, w, ins, used),
        }
    }
}

const fn operand(addr: D, offset: i32, volatile: bool) -> MemoryOperand {
    MemoryOperand {
        addr,
        offset,
        volatile,
    }
}

/// Executes one instruction that goes on to the next: anything but control and barriers. `used` is what the turn took.
#[inline]
pub fn single<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, ins: &Ins, used: u64) {
    let m = w.active;
    let g = &mut w.g;
    match *ins {
        Ins::Special {
            dst,
            what: what @ (Special::Clock | Special::ClockHigh),
        } => {
            let instructions = cx.options.fuel - cx.fuel + used;
            let clock = match what {
                Special::Clock => cx.clock.read(cx.env, w, instructions) as u32,
                _ => (cx.clock.time(instructions) >> 32) as u32,
            };
            w.g.map32(dst, dst, m, |_| clock)
        }
        Ins::Special { dst, what } => w.set_special(cx.env, dst, what),
        Ins::FuncAddr { dst, func } => access::address(w, dst, code_pointer(func)),
        Ins::Print { site } => print::print(cx, w, site),
        Ins::Sys { site } => {
            cx.livelock.stirred += 1;
            heap::call(cx, w, site);
        }
        Ins::SharedAddr { dst, var } => {
            access::address(w, dst, cx.mem.shared.address(cx.env.kernel, var.0))
        }
        Ins::ToShared { dst, addr } => g.map64(dst, addr, m, |a| cx.mem.shared.to_number(a)),
        Ins::FromShared { dst, addr } => g.map64(dst, addr, m, |a| cx.mem.shared.address_at(a)),
        Ins::LocalAddr { dst, var } => access::local_address(w, dst, var.0),
        Ins::GlobalAddr { dst, var } => access::address(w, dst, cx.mem.global_address(var)),
        Ins::Ld {
            ty: MemTy::B32,
            n: 1,
            volatile,
            dst,
            addr,
            offset,
        } => access::load_word(cx, w, dst, operand(addr, offset, volatile)),
        Ins::Ld {
            ty,
            n,
            volatile,
            dst,
            addr,
            offset,
        } => access::load(
            cx,
            w,
            Elements { ty, n },
            dst,
            operand(addr, offset, volatile),
        ),
        Ins::St {
            ty,
            n,
            volatile,
            src,
            addr,
            offset,
        } => {
            cx.livelock.stirred += 1;
            let at = operand(addr, offset, volatile);
            access::store(cx, w, Elements { ty, n }, src, at);
        }
        Ins::Ld64 {
            n,
            volatile,
            dst,
            addr,
            offset,
        } => access::load64(cx, w, n, dst, operand(addr, offset, volatile)),
        Ins::St64 {
            n,
            volatile,
            src,
            addr,
            offset,
        } => {
            cx.livelock.stirred += 1;
            access::store64(cx, w, n, src, operand(addr, offset, volatile));
        }
        Ins::Atom {
            op,
            dst,
            addr,
            a,
            b,
            ..
        } => atomic::atom32(
            cx,
            w,
            Atom {
                op,
                dst,
                addr,
                a,
                b,
            },
        ),
        Ins::Atom64 {
            op,
            dst,
            addr,
            a,
            b,
            ..
        } => atomic::atom64(
            cx,
            w,
            Atom {
                op,
                dst,
                addr,
                a,
                b,
            },
        ),
        Ins::Shfl { member, .. }
        | Ins::Vote { member, .. }
        | Ins::Ballot { member, .. }
        | Ins::MatchAny { member, .. }
        | Ins::Redux { member, .. }
        | Ins::SyncWarp { member } => shuffle::exchange(cx, w, ins, member),
        Ins::ActiveMask { dst } => g.map32(dst, dst, m, |_| m.0),
        Ins::Mma { kind, dst, a, b, c } => mma::mma(g, kind, [dst, a, b, c], m),
        Ins::Mma64 { dst, a, b, c } => mma::mma64(g, [dst, a, b, c], m),
        Ins::Fence { .. } | Ins::Copies { .. } if !P::ON => {}
        Ins::Fence { block_only } => cx.probe.fence(w, block_only),
        Ins::Copies { step, left } => {
            let left = &w.g.r[left.0 as usize];
            cx.probe.copies(step, (w.index, w.active), left);
        }
        _ => {
            let zeros = alu::divided_by_zero(g, ins, m);
            alu::compute::<Registers, false>(g, ins, m);
            if !zeros.is_empty() {
                trap::division_by_zero(zeros, cx, w);
            }
        }
    }
}
