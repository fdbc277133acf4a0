//! Whether lanes that wait elsewhere may come to an exchange: by the code alone.
//!
//! Where lanes would go on goes in; which kinds of exchange they may come to out of the way of those that wait for them comes out. The rule: who is at
//! an exchange in one side of a branch will, after the branch, come by all that every lane comes by; so exchanges there are no answer
//! to it, and a program that has no others has forgotten lanes, which is a finding. What counts is the other side of the branch, what is conditional after it, and
//! everything after it if those that wait jump past it.
//!
//! **Cannot see** conditions: a way counts though it may never be taken. Then the lanes go ahead, and when they can go no further without those
//! that wait, the finding is made after all.

use crate::vm::Env;
use crate::vm::split::Frame;
use cuda_ir::{Code, FuncId, Ins, Pc};
use std::collections::HashMap;

/// A set of kinds of exchange.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Kinds(u8);

impl Kinds {
    const ALL: Kinds = Kinds(0x3f);

    /// The kind of an instruction, if it is an exchange.
    pub fn of(ins: &Ins) -> Kinds {
        Kinds(match ins {
            Ins::SyncWarp { .. } => 1,
            Ins::Shfl { .. } => 2,
            Ins::Vote { .. } => 4,
            Ins::Ballot { .. } => 8,
            Ins::MatchAny { .. } => 16,
            Ins::Redux { .. } => 32,
            _ => 0,
        })
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn has(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Kinds) {
        self.0 |= other.0;
    }
}

/// What lanes may come to from some place on.
#[derive(Clone, Copy, Default, Debug)]
struct Ahead {
    kinds: Kinds,
    /// Whether they come to something that all come by before the code ends.
    stops: bool,
    /// How many constructs that are now open they leave before that, or before the code ends.
    closed: usize,
}

/// What is known of a launch's code.
#[derive(Default)]
pub struct Reach {
    functions: HashMap<u32, Kinds>,
    ahead: HashMap<(u32, Pc, usize), Ahead>,
}

/// Where lanes wait: open constructs, innermost last, in a code.
pub struct Open<'a> {
    /// The constructs.
    pub frames: &'a [Frame],
    /// The code.
    pub code: u32,
    /// Where the active lanes are.
    pub pc: Pc,
}

impl Open<'_> {
    /// The same in the function in which one of the constructs is open, where the active lanes will be back from the call that it made.
    fn around(&self, frame: usize) -> Open<'_> {
        let inner = self.frames.iter().enumerate().skip(frame + 1);
        let call = inner.filter_map(|(i, f)| match f {
            Frame::Call { saved, .. } => Some((i, saved)),
            _ => None,
        });
        match call.take(1).last() {
            Some((i, saved)) => Open {
                frames: &self.frames[..i],
                code: saved.code,
                pc: saved.pc + 1,
            },
            None => Open { ..*self },
        }
    }
}

impl Reach {
    /// Whether some of the lanes that wait in these constructs may come to an exchange of this kind.
    pub fn may_come(
        &mut self,
        env: &Env<'_>,
        open: &Open<'_>,
        (lanes, kind): (u32, Kinds),
    ) -> bool {
        let mut code = open.code;
        for (i, frame) in open.frames.iter().enumerate().rev() {
            let waits = frame.holds().0 & lanes != 0;
            if let Some(pc) = frame.rejoin().filter(|_| waits) {
                let free = free(env, open, i);
                let open = Open {
                    frames: &open.frames[..=i],
                    code,
                    pc,
                };
                if self.from(env, open, free, kind) {
                    return true;
                }
            }
            if let Frame::Call { saved, .. } = frame {
                code = saved.code;
                let back = Open {
                    frames: &open.frames[..i],
                    code,
                    pc: saved.pc + 1,
                };
                if waits && self.from(env, back, 0, kind) {
                    return true;
                }
            }
        }
        false
    }

    /// The same of lanes that go on somewhere, and that are on a way of their own until they have left so many constructs.
    fn from(&mut self, env: &Env<'_>, at: Open<'_>, mut free: usize, kind: Kinds) -> bool {
        let Open {
            mut frames,
            mut code,
            mut pc,
        } = at;
        loop {
            let key = (code, pc, free);
            let ahead = match self.ahead.get(&key) {
                Some(ahead) => *ahead,
                None => {
                    let ahead = self.scan(env, key);
                    self.ahead.insert(key, ahead);
                    ahead
                }
            };
            if ahead.kinds.has(kind) {
                return true;
            }
            let call = frames.iter().rposition(|f| matches!(f, Frame::Call { .. }));
            let Some(Frame::Call { saved, .. }) = call.and_then(|at| frames.get(at)) else {
                return false;
            };
            if ahead.stops {
                return false;
            }
            let at = call.unwrap_or(0);
            free = free.saturating_sub(frames.len() - at);
            (frames, code, pc) = (&frames[..at], saved.code, saved.pc + 1);
        }
    }

    /// What there is ahead of a place, for lanes on a way of their own until they have left so many constructs.
    fn scan(&mut self, env: &Env<'_>, (code, from, free): (u32, Pc, usize)) -> Ahead {
        let body: &Code = env.code(code);
        let (mut ahead, mut level, mut pc) = (Ahead::default(), 0usize, from);
        while let Some(ins) = body.ins.get(pc as usize) {
            pc += 1;
            let own = level > 0 || ahead.closed < free;
            let found = match ins {
                Ins::If { .. } | Ins::Block { .. } | Ins::Loop { .. } => {
                    level += 1;
                    continue;
                }
                Ins::Else { end } if level == 0 && pc - 1 != from => {
                    pc = *end;
                    continue;
                }
                Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                    match level {
                        0 => ahead.closed += 1,
                        _ => level -= 1,
                    }
                    continue;
                }
                Ins::Return if level == 0 => return ahead,
                Ins::Bar | Ins::BarRed { .. } | Ins::NamedBar { .. } | Ins::GridBar if !own => {
                    return Ahead {
                        stops: true,
                        ..ahead
                    };
                }
                Ins::Call { site } => match body.calls.get(*site as usize).map(|s| s.func) {
                    Some(Some(func)) => self.called(env, func),
                    _ => Kinds::default(),
                },
                Ins::CallPointer { .. } if pc - 1 == from => {
                    ahead.kinds = Kinds::ALL;
                    continue;
                }
                Ins::CallPointer { .. } => Kinds::ALL,
                ins => Kinds::of(ins),
            };
            if own {
                ahead.kinds.add(found);
            } else if !found.is_empty() {
                ahead.stops = true;
                return ahead;
            }
        }
        ahead
    }

    /// The exchanges that a function, or one that it calls, has.
    fn called(&mut self, env: &Env<'_>, func: FuncId) -> Kinds {
        if let Some(kinds) = self.functions.get(&func.0) {
            return *kinds;
        }
        let (mut all, mut seen, mut next) = (Kinds::default(), vec![func], 0);
        while let Some(func) = seen.get(next) {
            let code = env.code(func.0 + 1);
            next += 1;
            for ins in &code.ins {
                all.add(Kinds::of(ins));
                match ins {
                    Ins::CallPointer { .. } => all = Kinds::ALL,
                    Ins::Call { site } => {
                        let callee = code.calls.get(*site as usize).and_then(|s| s.func);
                        seen.extend(callee.filter(|f| !seen.contains(f)));
                    }
                    _ => {}
                }
            }
        }
        self.functions.insert(func.0, all);
        all
    }
}

/// How many constructs, from this one outward, lanes that wait in it leave before they are on the way of the active ones; more than there are if those
/// end.
fn free(env: &Env<'_>, open: &Open<'_>, waits: usize) -> usize {
    let open = &open.around(waits);
    let side = matches!(open.frames.get(waits), Some(Frame::If { next, .. })
        if matches!(env.code(open.code).ins.get(*next as usize), Some(Ins::Else { .. })));
    match jumps_past(env, open, waits) {
        Some(to) => waits - to + 1,
        None if returns_past(env, open, waits) => match first_of_call(open) {
            0 => usize::MAX,
            first => waits + 1 - first,
        },
        None => usize::from(side),
    }
}

/// The first construct of the function that is being executed.
fn first_of_call(open: &Open<'_>) -> usize {
    let calls = |f: &Frame| matches!(f, Frame::Call { .. });
    open.frames.iter().rposition(calls).map_or(0, |at| at + 1)
}

/// Where the active lanes certainly go.
enum Goes {
    /// To the end of the construct of this number.
    To(usize),
    /// Out of the code.
    Out,
}

/// The construct, farther out than this one, at whose end the active lanes certainly go on.
fn jumps_past(env: &Env<'_>, open: &Open<'_>, frame: usize) -> Option<usize> {
    match goes(env, open, frame) {
        Some(Goes::To(to)) if to < frame => Some(to),
        _ => None,
    }
}

fn returns_past(env: &Env<'_>, open: &Open<'_>, frame: usize) -> bool {
    matches!(goes(env, open, frame), Some(Goes::Out))
}

/// Whether the active lanes certainly go past the end of a construct, by a jump.
pub fn goes_past(env: &Env<'_>, open: &Open<'_>, frame: usize) -> bool {
    let open = &open.around(frame);
    jumps_past(env, open, frame).is_some() || returns_past(env, open, frame)
}

/// Follows the active lanes, as far as every one of them goes, to where they leave the construct of this number.
fn goes(env: &Env<'_>, open: &Open<'_>, frame: usize) -> Option<Goes> {
    let body = env.code(open.code);
    if frame < first_of_call(open) {
        return None;
    }
    let (mut at, mut level, mut pc) = (open.frames.len(), 0usize, open.pc);
    while let Some(ins) = body.ins.get(pc as usize) {
        pc += 1;
        match ins {
            Ins::If { .. } | Ins::Block { .. } | Ins::Loop { .. } => level += 1,
            Ins::Else { end } if level == 0 => pc = *end,
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop if level > 0 => level -= 1,
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                at = at.checked_sub(1)?;
                if at <= frame {
                    return None;
                }
            }
            Ins::Return if level == 0 => return Some(Goes::Out),
            Ins::Leave { levels } | Ins::Continue { levels } if level == 0 => {
                let to = at.checked_sub(1 + usize::from(*levels))?;
                if to <= frame {
                    return Some(Goes::To(to));
                }
                let end = match open.frames.get(to) {
                    Some(Frame::Block { end, .. } | Frame::Loop { end, .. }) => *end,
                    _ => return None,
                };
                (at, pc) = (to + 1, end);
            }
            _ => {}
        }
    }
    None
}
