//! Control: how the active set changes and where the warp goes on.
//!
//! A control instruction goes in; the warp's `active`, `pc` and frames come out changed. The rule: after it either some lane
//! is active, or the warp has gone on to the end of the innermost construct where lanes wait, or it is done.

use super::independent_threads::STACK_BYTES;
use super::lanes::Registers;
use super::mask::LaneMask;
use super::split::{Frame, outward};
use super::trap::Stop;
use super::warp::{Saved, Warp};
use super::{Env, Machine};
use crate::probe::Probe;
use crate::probe::uninit::follow;
use cuda_ir::pointer::code_target;
use cuda_ir::{CallSite, Code, CodeRef, D, Ins, P, Pc};

/// Executes one control instruction. `over` says that the warp's turn is over, if a loop goes back or a call is made.
#[inline]
pub fn control<Q: Probe>(
    cx: &mut Machine<'_, Q>,
    w: &mut Warp,
    ins: &Ins,
    over: bool,
) -> Option<Stop> {
    match *ins {
        Ins::If { cond, other } => open_if(cx, w, cond, other),
        Ins::Else { end } => w.other_side(end),
        Ins::EndIf | Ins::EndBlock => w.close(),
        Ins::Block { end } => w.frames.push(Frame::Block {
            left: LaneMask::NONE,
            end,
            from: w.at,
        }),
        Ins::Loop { step, end } => {
            if Q::ON {
                let flat = w.base + w.at as usize;
                cx.probe.enter(flat, w.index, w.active.0);
            }
            w.frames.push(Frame::Loop {
                left: LaneMask::NONE,
                continued: LaneMask::NONE,
                head: w.pc,
                step,
                end,
            });
        }
        Ins::LoopTest { cond } => loop_test(cx, w, cond),
        Ins::LoopStep => w.loop_step(),
        Ins::EndLoop => {
            w.end_loop();
            if over && !w.active.is_empty() {
                return Some(Stop::Yield);
            }
        }
        Ins::Leave { levels } => w.go_out(levels, Frame::leave),
        Ins::Continue { levels } => w.go_out(levels, Frame::go_on),
        Ins::Return => w.give_back(cx.env),
        Ins::Call { site } => {
            let site = cx.env.code(w.code).calls.get(site as usize)?;
            if let Some(stop) = call(cx, w, site) {
                return Some(stop);
            }
            if over {
                return Some(Stop::Yield);
            }
        }
        Ins::CallPointer { site, target } => {
            let site = cx.env.code(w.code).calls.get(site as usize)?;
            let address = w.one_target(target);
            let Some(CodeRef::Function(func)) = code_target(address) else {
                return Some(Stop::NoFunction);
            };
            let site = CallSite {
                func: Some(func),
                ..site.clone()
            };
            if !cx.env.has_function(func) || !takes(cx.env.code(func.0 + 1), &site) {
                return Some(Stop::NoFunction);
            }
            if let Some(stop) = call(cx, w, &site) {
                return Some(stop);
            }
        }
        Ins::Trap { message } if !w.active.is_empty() => return Some(Stop::Trap(message)),
        _ => {}
    }
    if w.active.is_empty() {
        w.settle(cx.env)
    } else {
        None
    }
}

fn open_if<Q: Probe>(cx: &mut Machine<'_, Q>, w: &mut Warp, cond: P, other: Pc) {
    let taken = w.active.and(LaneMask(w.g.p[cond.0 as usize]));
    if Q::ON {
        cx.probe.branch(w.base + w.at as usize, taken, w.active);
    }
    w.frames.push(Frame::If {
        waiting: w.active.without(taken),
        next: other,
        from: w.at,
    });
    w.active = taken;
}

fn loop_test<Q: Probe>(cx: &mut Machine<'_, Q>, w: &mut Warp, cond: P) {
    let stay = w.active.and(LaneMask(w.g.p[cond.0 as usize]));
    if Q::ON {
        cx.probe.branch(w.base + w.at as usize, stay, w.active);
    }
    let out = w.active.without(stay);
    if let Some(frame) = w.frames.last_mut() {
        frame.leave(out);
    }
    w.active = stay;
}

impl Warp {
    fn other_side(&mut self, end: Pc) {
        if let Some(Frame::If { waiting, next, .. }) = self.frames.last_mut() {
            std::mem::swap(waiting, &mut self.active);
            *next = end;
        }
    }

    fn close(&mut self) {
        if let Some(Frame::If { waiting: lanes, .. } | Frame::Block { left: lanes, .. }) =
            self.frames.pop()
        {
            self.active = self.active.or(lanes);
        }
    }

    fn loop_step(&mut self) {
        if let Some(Frame::Loop { continued, .. }) = self.frames.last_mut() {
            self.active = self.active.or(std::mem::take(continued));
        }
    }

    fn end_loop(&mut self) {
        let Some(Frame::Loop { left, head, .. }) = self.frames.last() else {
            return;
        };
        if self.active.is_empty() {
            self.active = *left;
            self.frames.pop();
        } else {
            self.pc = *head;
        }
    }

    fn go_out(&mut self, levels: u16, f: impl FnOnce(&mut Frame, LaneMask)) {
        let lanes = std::mem::take(&mut self.active);
        if let Some(frame) = outward(&mut self.frames, levels) {
            f(frame, lanes);
        }
    }

    /// `Return`: lanes wait at the innermost call, or end.
    fn give_back(&mut self, env: &Env<'_>) {
        let lanes = std::mem::take(&mut self.active);
        match self
            .frames
            .iter_mut()
            .rev()
            .find(|f| matches!(f, Frame::Call { .. }))
        {
            Some(frame) => frame.leave(lanes),
            None => {
                self.live = self.live.without(lanes);
                let flat = env.flat(self.code, self.at) as u32;
                lanes.lanes().for_each(|lane| self.exits[lane] = flat);
            }
        }
    }

    /// Where the first lanes of a `CallPointer` lead; those that lead elsewhere wait until these are back.
    fn one_target(&mut self, target: D) -> u64 {
        let targets = &self.g.d[target.0 as usize];
        if let Some(Frame::Calls { waiting, .. }) = self.frames.last_mut() {
            self.active = std::mem::take(waiting);
        }
        let address = targets[self.active.lead()];
        let same = self.active.lanes().filter(|lane| targets[*lane] == address);
        let same = same.fold(LaneMask::NONE, |all, lane| all.or(LaneMask::only(lane)));
        let rest = self.active.without(same);
        match self.frames.last_mut() {
            Some(Frame::Calls { waiting, .. }) => *waiting = rest,
            _ if !rest.is_empty() => self.frames.push(Frame::Calls {
                waiting: rest,
                done: LaneMask::NONE,
                from: self.at,
            }),
            _ => {}
        }
        self.active = same;
        address
    }

    /// After one of several calls: the lanes that wait make theirs, or all go on.
    fn next_of_calls(&mut self, from: Pc) {
        let Some(Frame::Calls { waiting, done, .. }) = self.frames.last_mut() else {
            return;
        };
        *done = done.or(std::mem::take(&mut self.active));
        if waiting.is_empty() {
            self.active = *done;
            self.frames.pop();
        } else {
            self.active = *waiting;
            self.pc = from;
        }
    }

    /// Finds the next place where a lane may become active: the innermost construct's end, or the caller.
    pub fn settle(&mut self, env: &Env<'_>) -> Option<Stop> {
        loop {
            match self.frames.last().map(Frame::rejoin) {
                None => return Some(Stop::Done),
                Some(Some(pc)) => {
                    self.pc = pc;
                    return None;
                }
                Some(None) => {
                    self.back_to_caller(env);
                    if !self.active.is_empty() {
                        return None;
                    }
                }
            }
        }
    }

    fn back_to_caller(&mut self, env: &Env<'_>) {
        let Some(Frame::Call { returned, saved }) = self.frames.pop() else {
            return;
        };
        let callee = std::mem::replace(&mut self.g, saved.g);
        self.local.close(self.locals_from);
        (self.code, self.base, self.at, self.locals_from) = (
            saved.code,
            env.base(saved.code),
            saved.pc,
            saved.locals_from,
        );
        self.pc = saved.pc + 1;
        self.depth -= 1;
        self.stack_bytes -= saved.bytes;
        self.active = returned.and(saved.callers);
        let code = env.code(self.code);
        let Some(Ins::Call { site } | Ins::CallPointer { site, .. }) =
            code.ins.get(saved.pc as usize)
        else {
            return;
        };
        let Some(site) = code.calls.get(*site as usize) else {
            return;
        };
        take_results(site, &mut self.g, &callee, self.active);
        self.spare.push(callee);
        self.next_of_calls(saved.pc);
    }
}

fn take_results(site: &CallSite, to: &mut Registers, from: &Registers, lanes: LaneMask) {
    follow::returned(site, to, from, lanes);
    site.results32.iter().for_each(|(a, b)| {
        super::lanes::blend(&mut to.r[a.0 as usize], &from.r[b.0 as usize], lanes)
    });
    site.results64.iter().for_each(|(a, b)| {
        super::lanes::blend(&mut to.d[a.0 as usize], &from.d[b.0 as usize], lanes)
    });
    site.results_p.iter().for_each(|(a, b)| {
        super::lanes::blend_bits(&mut to.p[a.0 as usize], from.p[b.0 as usize], lanes)
    });
}

/// Whether a function has the registers that a call gives it and takes from it.
fn takes(code: &Code, site: &CallSite) -> bool {
    let [r, d, p] = code.registers;
    site.args32.iter().all(|(to, _)| to.0 < r)
        && site.args64.iter().all(|(to, _)| to.0 < d)
        && site.args_p.iter().all(|(to, _)| to.0 < p)
        && site.results32.iter().all(|(_, from)| from.0 < r)
        && site.results64.iter().all(|(_, from)| from.0 < d)
        && site.results_p.iter().all(|(_, from)| from.0 < p)
}

fn call<Q: Probe>(cx: &mut Machine<'_, Q>, w: &mut Warp, site: &CallSite) -> Option<Stop> {
    let func = site.func?.0 + 1;
    let code = cx.env.code(func);
    let local: usize = code
        .locals
        .iter()
        .map(|v| (v.bytes as usize).div_ceil(16) * 16 * 33)
        .sum();
    let need = code.registers[0] as usize * 128 + code.registers[1] as usize * 256 + local;
    let aside = w.fragments.as_ref().map_or(0, |apart| apart.stack_bytes());
    if w.depth >= cx.options.device.call_depth || w.stack_bytes + aside + need > STACK_BYTES {
        return Some(Stop::Overflow);
    }
    let mut own = w.spare.pop().unwrap_or_default();
    own.load(code);
    let g = std::mem::replace(&mut w.g, own);
    w.g.undefined = follow::called(site, &g);
    site.args32
        .iter()
        .for_each(|(a, b)| w.g.r[a.0 as usize] = g.r[b.0 as usize]);
    site.args64
        .iter()
        .for_each(|(a, b)| w.g.d[a.0 as usize] = g.d[b.0 as usize]);
    site.args_p
        .iter()
        .for_each(|(a, b)| w.g.p[a.0 as usize] = g.p[b.0 as usize]);
    w.stack_bytes += need;
    let saved = Saved {
        g,
        code: w.code,
        pc: w.at,
        locals_from: w.locals_from,
        callers: w.active,
        bytes: need,
    };
    w.frames.push(Frame::Call {
        returned: LaneMask::NONE,
        saved: Box::new(saved),
    });
    w.locals_from = w.local.open(&code.locals);
    w.depth += 1;
    (w.code, w.base, w.pc) = (func, cx.env.base(func), 0);
    None
}
