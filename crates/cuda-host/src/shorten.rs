//! Shorter code for the same: several operations that are one, and what nobody reads left out.
//!
//! A function's operations go in and come out fewer. The rule: along straight code an operand may be replaced by what
//! computes it, as long as that computes the same there; then what is read by nobody goes. A finding that prints a
//! variable of the source counts as a reader, and an access that fails is told as before.

use super::liveness::{Liveness, SlotSet};
use super::op::{Flat, Op, Slot};
use super::rotate::{close_loops, compact};
use super::slots::Touch;
use cuda_ir::{Code, Function, ParamReg};
use std::ops::Range;

/// No operation.
const NONE: u32 = u32::MAX;

/// Shortens a function.
pub(super) fn shorten(flat: &mut Flat, function: &Function) {
    let code = &function.code;
    let Some(wanted) = Liveness::new(flat, code, &function.results) else {
        return;
    };
    let slots = flat.entry.len();
    let mut pass = Pass {
        constant: constants(flat, code),
        one: None,
        definition: vec![NONE; slots],
        reads: vec![0; flat.ops.len()],
        escapes: vec![false; flat.ops.len()],
        gone: vec![false; flat.ops.len()],
        last_effect: NONE,
        from: 0,
        flat,
    };
    pass.one = (0..slots).find(|k| pass.constant[*k] && pass.flat.entry[*k] == 1);
    for (stretch, after) in wanted.stretches.iter().zip(&wanted.after) {
        pass.count(&wanted, stretch.clone(), after);
        pass.forwards(&wanted, stretch.clone());
        pass.backwards(&wanted, stretch.clone(), after);
    }
    close_loops(pass.flat, &mut pass.gone, &wanted);
    let gone = pass.gone;
    compact(flat, &gone);
}

/// Which slots hold a constant throughout.
fn constants(flat: &mut Flat, code: &Code) -> Vec<bool> {
    let mut constant = vec![false; flat.entry.len()];
    let small = code
        .consts32
        .iter()
        .map(|(r, _)| flat.slot(ParamReg::R(*r)));
    let large = code
        .consts64
        .iter()
        .map(|(d, _)| flat.slot(ParamReg::D(*d)));
    for slot in small.chain(large) {
        if let Some(constant) = constant.get_mut(slot as usize) {
            *constant = true;
        }
    }
    constant
}

struct Pass<'f> {
    flat: &'f mut Flat,
    constant: Vec<bool>,
    /// A slot that holds 1.
    one: Option<usize>,
    /// The operation that wrote each slot last in this stretch.
    definition: Vec<u32>,
    /// How many operands of its stretch read what each operation wrote.
    reads: Vec<u32>,
    /// Whether what an operation wrote is read after its stretch.
    escapes: Vec<bool>,
    gone: Vec<bool>,
    /// The last operation of this stretch that may have changed memory.
    last_effect: u32,
    /// Where the stretch begins.
    from: usize,
}

impl Pass<'_> {
    /// The operation of this stretch that computed what a slot holds now.
    fn definition(&self, slot: Slot) -> Option<usize> {
        let at = *self.definition.get(slot as usize)?;
        (at != NONE && at as usize >= self.from).then_some(at as usize)
    }

    fn define(&mut self, slot: Slot, at: usize) {
        if let Some(known) = self.definition.get_mut(slot as usize) {
            *known = at as u32;
        }
    }

    fn begin(&mut self, from: usize) {
        self.from = from;
        self.definition.fill(NONE);
        self.last_effect = NONE;
    }

    /// Takes note of what an operation writes.
    fn written(&mut self, wanted: &Liveness<'_>, at: usize) {
        let mut slots = Vec::new();
        self.flat.ops[at].slots(&mut |slot, touch| match touch {
            Touch::Write => slots.push(*slot),
            Touch::Writes(n) => slots.extend((0..u16::from(n)).map(|k| *slot + k)),
            _ => {}
        });
        wanted.given(self.flat, at, &mut |slot| slots.push(slot));
        slots.into_iter().for_each(|slot| self.define(slot, at));
        if self.flat.ops[at].has_effects() {
            self.last_effect = at as u32;
        }
    }

    /// Counts who reads what.
    fn count(&mut self, wanted: &Liveness<'_>, stretch: Range<usize>, after: &SlotSet) {
        self.begin(stretch.start);
        for at in stretch {
            let mut read = Vec::new();
            self.flat.ops[at].slots(&mut |slot, touch| match touch {
                Touch::Read => read.push(*slot),
                Touch::Reads(n) => read.extend((0..u16::from(n)).map(|k| *slot + k)),
                _ => {}
            });
            wanted.taken(self.flat, at, &mut |slot| read.push(slot));
            for slot in read {
                if let Some(by) = self.definition(slot) {
                    self.reads[by] += 1;
                }
            }
            self.written(wanted, at);
        }
        for slot in 0..self.definition.len() as Slot {
            if after.has(slot)
                && let Some(by) = self.definition(slot)
            {
                self.escapes[by] = true;
            }
        }
    }

    /// Whether an operation computes now what it computed then.
    fn still(&mut self, by: usize) -> bool {
        let mut op = self.flat.ops[by];
        let mut still = true;
        op.slots(&mut |slot, touch| {
            if touch == Touch::Read {
                let since = self.definition.get(*slot as usize).copied();
                still &= since.is_some_and(|at| at == NONE || (at as usize) < by);
            }
        });
        still
    }

    /// What computes an operand, if it can be computed anew here.
    fn source(&mut self, slot: Slot) -> Option<(usize, Op)> {
        let by = self.definition(slot)?;
        let pure = self.flat.ops[by].is_pure();
        (pure && self.still(by)).then(|| (by, self.flat.ops[by]))
    }

    /// The same if nobody else reads it.
    fn only(&mut self, slot: Slot) -> Option<(usize, Op)> {
        let (by, op) = self.source(slot)?;
        (self.reads[by] == 1 && !self.escapes[by]).then_some((by, op))
    }

    /// Where a base was loaded from, if only for this, and if that holds the same still.
    fn loaded(&mut self, slot: Slot) -> Option<(usize, Slot, i32)> {
        let by = self.definition(slot)?;
        let Op::Ld64 { addr, offset, .. } = self.flat.ops[by] else {
            return None;
        };
        let quiet = self.last_effect == NONE || (self.last_effect as usize) < by;
        let only = self.reads[by] == 1 && !self.escapes[by];
        (quiet && only && self.still(by)).then_some((by, addr, offset))
    }

    /// An operand is now what `by` reads instead of what it writes. If that was its last reader, it goes, and its own
    /// operands have the new reader instead of it.
    fn reads_instead(&mut self, by: usize) {
        self.reads[by] = self.reads[by].saturating_sub(1);
        let mut op = self.flat.ops[by];
        if self.reads[by] == 0 && !self.escapes[by] {
            self.gone[by] = true;
            return;
        }
        let mut read = Vec::new();
        op.slots(&mut |slot, touch| {
            if touch == Touch::Read {
                read.push(*slot);
            }
        });
        for slot in read {
            if let Some(by) = self.definition(slot) {
                self.reads[by] += 1;
            }
        }
    }

    fn forwards(&mut self, wanted: &Liveness<'_>, stretch: Range<usize>) {
        self.begin(stretch.start);
        for at in stretch {
            self.without_copies(at);
            while let Some(op) = self.shorter(at) {
                self.flat.ops[at] = op;
                self.without_copies(at);
            }
            self.written(wanted, at);
        }
    }

    /// Reads what was copied instead of the copy.
    fn without_copies(&mut self, at: usize) {
        if matches!(self.flat.ops[at], Op::Next { .. }) {
            return;
        }
        let mut op = self.flat.ops[at];
        let mut instead = Vec::new();
        op.slots(&mut |slot, touch| {
            if touch == Touch::Read
                && let Some((by, Op::Mov { a, .. })) = self.source(*slot)
            {
                instead.push(by);
                *slot = a;
            }
        });
        self.flat.ops[at] = op;
        instead.into_iter().for_each(|by| self.reads_instead(by));
    }

    /// The operation with one of its operands computed by itself.
    fn shorter(&mut self, at: usize) -> Option<Op> {
        match self.flat.ops[at] {
            Op::FAdd32 { d, a, b } => self.product32(d, a, b).or_else(|| self.product32(d, b, a)),
            Op::FAdd64 { d, a, b } => self.product64(d, a, b).or_else(|| self.product64(d, b, a)),
            Op::Add64 { d, a, b } => self.scaled(d, a, b).or_else(|| self.scaled(d, b, a)),
            Op::IndexL {
                d,
                base,
                index,
                scale,
            } => {
                let (by, Op::Sext { a, .. }) = self.source(index)? else {
                    return None;
                };
                self.reads_instead(by);
                Some(Op::IndexS {
                    d,
                    base,
                    index: a,
                    scale,
                })
            }
            Op::Ld32 { d, addr, offset: 0 } => self.element(d, addr, false, false),
            Op::Ld64 { d, addr, offset: 0 } => self.element(d, addr, true, false),
            Op::St32 { s, addr, offset: 0 } => self.element(s, addr, false, true),
            Op::St64 { s, addr, offset: 0 } => self.element(s, addr, true, true),
            op @ (Op::LdAt { .. } | Op::StAt { .. }) => self.via(op).or_else(|| self.mad(op)),
            _ => None,
        }
    }

    fn product32(&mut self, d: Slot, c: Slot, product: Slot) -> Option<Op> {
        let (by, Op::FMul32 { a, b, .. }) = self.only(product)? else {
            return None;
        };
        self.reads_instead(by);
        Some(Op::MulAdd32 { d, a, b, c })
    }

    fn product64(&mut self, d: Slot, c: Slot, product: Slot) -> Option<Op> {
        let (by, Op::FMul64 { a, b, .. }) = self.only(product)? else {
            return None;
        };
        self.reads_instead(by);
        Some(Op::MulAdd64 { d, a, b, c })
    }

    /// `base + index * scale`.
    fn scaled(&mut self, d: Slot, base: Slot, product: Slot) -> Option<Op> {
        let (by, Op::Mul64 { a, b, .. }) = self.only(product)? else {
            return None;
        };
        let constant = |slot: Slot| {
            let known = self.constant.get(slot as usize) == Some(&true);
            let value = *self.flat.entry.get(slot as usize)?;
            known.then(|| u32::try_from(value).ok()).flatten()
        };
        let (index, scale) = match (constant(a), constant(b)) {
            (_, Some(scale)) => (a, scale),
            (Some(scale), _) => (b, scale),
            _ => return None,
        };
        self.reads_instead(by);
        Some(Op::IndexL {
            d,
            base,
            index,
            scale,
        })
    }

    /// An access to the element at an address that was just computed.
    fn element(&mut self, value: Slot, addr: Slot, double: bool, store: bool) -> Option<Op> {
        let (by, op) = self.source(addr)?;
        let (base, index, scale, long) = match op {
            Op::IndexS {
                base, index, scale, ..
            } => (base, index, scale, false),
            Op::IndexL {
                base, index, scale, ..
            }
            | Op::IndexU {
                base, index, scale, ..
            } => (base, index, scale, true),
            _ => return None,
        };
        self.reads_instead(by);
        Some(if store {
            Op::StAt {
                s: value,
                base,
                index,
                scale,
                long,
                double,
            }
        } else {
            Op::LdAt {
                d: value,
                base,
                index,
                scale,
                long,
                double,
            }
        })
    }

    /// An element behind a pointer that is loaded only for it, such as a vector's.
    fn via(&mut self, op: Op) -> Option<Op> {
        let (base, scale) = match op {
            Op::LdAt { base, scale, .. } | Op::StAt { base, scale, .. } => (base, scale),
            _ => return None,
        };
        let scale = u8::try_from(scale).ok()?;
        let (by, holder, offset) = self.loaded(base)?;
        self.reads_instead(by);
        Some(match op {
            Op::LdAt {
                d,
                index,
                long,
                double,
                ..
            } => Op::LdVia {
                d,
                holder,
                index,
                scale,
                offset,
                long,
                double,
            },
            Op::StAt {
                s,
                index,
                long,
                double,
                ..
            } => Op::StVia {
                s,
                holder,
                index,
                scale,
                offset,
                long,
                double,
            },
            op => op,
        })
    }

    /// A word of an array whose index is `a * b + c`, or a sum.
    fn mad(&mut self, op: Op) -> Option<Op> {
        let (Op::LdAt {
            base,
            index,
            scale: 4,
            long: false,
            double: false,
            ..
        }
        | Op::StAt {
            base,
            index,
            scale: 4,
            long: false,
            double: false,
            ..
        }) = op
        else {
            return None;
        };
        let (by, made) = self.only(index)?;
        let (a, b, c) = match made {
            Op::Mad { a, b, c, .. } => (a, b, c),
            Op::Add32 { a, b, .. } => (a, self.one? as Slot, b),
            _ => return None,
        };
        self.reads_instead(by);
        match op {
            Op::LdAt { d, .. } => Some(Op::LdMad { d, base, a, b, c }),
            Op::StAt { s, .. } => Some(Op::StMad { s, base, a, b, c }),
            _ => None,
        }
    }

    /// Leaves out what nobody reads.
    fn backwards(&mut self, wanted: &Liveness<'_>, stretch: Range<usize>, after: &SlotSet) {
        let mut live = after.clone();
        for at in stretch.rev() {
            let mut op = self.flat.ops[at];
            let mut needed = !op.is_pure();
            op.slots(&mut |slot, touch| {
                needed |= touch == Touch::Write && live.has(*slot);
            });
            let copies_itself = matches!(op, Op::Mov { d, a } if d == a);
            if self.gone[at] || !needed || copies_itself {
                self.gone[at] = true;
                continue;
            }
            wanted.step(self.flat, at, &mut live);
        }
    }
}
