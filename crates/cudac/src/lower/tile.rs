//! Local arrays in registers, and the loops that are unrolled for their sake.
//!
//! In: small local arrays, and loops that count from one constant to another; out: one register an element where every
//! index turns out to be a constant, as nvcc at -O3 has it. The rule: this is tried first; an array that is indexed by
//! something unknown, or read where an element may not have been written, is given up ([`Tiles::lost`]) and the whole
//! code is made again with that array in memory, where a run finds what it must.

use super::Lowering;
use super::assigned::jumps;
use super::effects::{Node, each, expressions, root};
use super::emit::Mark;
use super::place::Spot;
use super::value::{Reg, RegisterKind, flat_leaves};
use crate::tree::{
    BinaryOp, Change, CompareOp, Expr, ExprKind, FuncId, Init, Place, PlaceKind, Stmt, StmtKind,
    Type, VarId,
};
use std::collections::{HashMap, HashSet};

/// Most elements of an array in registers.
const MAX_ELEMENTS: usize = 64;

/// Most turns of a loop that is unrolled, and most copies of a statement in nested ones.
const MAX_TURNS: usize = 32;
const MAX_COPIES: u64 = 512;

/// A variable of one function.
type Owner = (FuncId, VarId);

/// Which arrays are in registers.
#[derive(Default)]
pub(super) struct Tiles {
    /// Arrays that must be in memory.
    pub lost: HashSet<Owner>,
    /// Whether an array was given up since the code was begun.
    pub again: bool,
    /// Whose element a register is.
    owners: HashMap<Reg, Owner>,
    /// Elements that may not have been written yet.
    unwritten: HashMap<Reg, Owner>,
    /// Elements written inside frames that are still open: how many were open, which, whose.
    written: Vec<(usize, Reg, Owner)>,
}

impl Tiles {
    /// Gives an array up.
    fn lose(&mut self, owner: Owner) {
        self.again |= self.lost.insert(owner);
    }

    /// A register was written with `depth` frames open.
    pub(super) fn write(&mut self, reg: Reg, depth: usize) {
        if let Some(owner) = self.unwritten.remove(&reg) {
            self.written.push((depth, reg, owner));
        }
    }

    /// A register is read.
    pub(super) fn read(&mut self, reg: Reg) {
        if let Some(owner) = self.unwritten.get(&reg).copied() {
            self.lose(owner);
        }
    }

    /// The registers given out since `mark` are free again.
    pub(super) fn release(&mut self, mark: Mark) {
        if !self.owners.is_empty() {
            self.owners.retain(|reg, _| !mark.before(*reg));
            self.unwritten.retain(|reg, _| !mark.before(*reg));
            self.written.retain(|(_, reg, _)| !mark.before(*reg));
        }
    }

    /// Frames beyond `depth` are closed, or the other side of a branch begins: what was written there is unsure again.
    pub(super) fn close(&mut self, depth: usize) {
        while let Some((_, reg, owner)) = self.written.pop_if(|(at, ..)| *at > depth) {
            self.unwritten.insert(reg, owner);
        }
    }
}

/// A loop that counts.
struct Count {
    var: VarId,
    values: Vec<i64>,
}

impl Lowering<'_> {
    /// Registers for a local array, if it is small and was not given up.
    pub(super) fn array_spot(&mut self, var: VarId, init: &Init) -> Option<Spot> {
        let owner = (self.body().id, var);
        let ty = &self.body().func.var(var).ty;
        if !matches!(ty, Type::Array(..)) || self.called || self.out.tiles.lost.contains(&owner) {
            return None;
        }
        let small = self.types.size(ty) <= 16 * MAX_ELEMENTS as u64;
        let parts = if small {
            flat_leaves(self.types, ty)
        } else {
            Vec::new()
        };
        let plain = parts.iter().all(|(_, leaf)| leaf.kind() != RegisterKind::P);
        if parts.is_empty() || parts.len() > MAX_ELEMENTS || !plain {
            return None;
        }
        let regs = self.out.fresh_leaves(&parts);
        let tiles = &mut self.out.tiles;
        tiles.owners.extend(regs.iter().map(|reg| (*reg, owner)));
        if !matches!(init, Init::Parts { zero: true, .. }) {
            tiles.unwritten.extend(regs.iter().map(|reg| (*reg, owner)));
        }
        Some(Spot::Registers(regs))
    }

    /// The registers of an element of an array in registers; an unknown index gives the array up.
    pub(super) fn element_of(&mut self, of: &Place, regs: Vec<Reg>, index: &Expr) -> Vec<Reg> {
        if let Some(part) = self.known_element(of, &regs, index) {
            return part;
        }
        if let Some(owner) = regs
            .first()
            .and_then(|reg| self.out.tiles.owners.get(reg))
            .copied()
        {
            self.out.tiles.lose(owner);
        }
        let Type::Array(item, _) = &of.ty else {
            return regs;
        };
        let n = flat_leaves(self.types, &item.ty).len();
        regs.into_iter().take(n).collect()
    }

    /// The same, where the index is known and inside the array.
    pub(super) fn known_element(&self, of: &Place, regs: &[Reg], index: &Expr) -> Option<Vec<Reg>> {
        let Type::Array(item, n) = &of.ty else {
            return None;
        };
        let k = u64::try_from(self.known_integer(index)?)
            .ok()
            .filter(|k| k < n)?;
        let step = flat_leaves(self.types, &item.ty).len();
        let at = k as usize * step;
        regs.get(at..at + step).map(<[Reg]>::to_vec)
    }

    /// Makes a counting loop's body once a turn, if that lets an array stay in registers. False if it did nothing.
    pub(super) fn unrolled(
        &mut self,
        parts: (&[Stmt], Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
    ) -> bool {
        let Some(count) = self.counts(parts, body) else {
            return false;
        };
        let copies = self.copies * count.values.len().max(1) as u64;
        if copies > MAX_COPIES || !self.indexes_array(body, count.var) {
            return false;
        }
        let outer = std::mem::replace(&mut self.copies, copies);
        for value in count.values {
            self.body_mut().counters.insert(count.var, value);
            if !self.scope(body) {
                break;
            }
        }
        self.body_mut().counters.remove(&count.var);
        self.copies = outer;
        true
    }

    /// `for (int i = 0; i < 8; ++i)` and its kin, where nothing else touches `i` and nothing leaves early.
    fn counts(
        &self,
        (init, cond, step): (&[Stmt], Option<&Expr>, Option<&Expr>),
        body: &[Stmt],
    ) -> Option<Count> {
        let [
            Stmt {
                kind:
                    StmtKind::Declare {
                        var,
                        init: Init::Value(first),
                    },
                ..
            },
        ] = init
        else {
            return None;
        };
        let declared = self.body().func.var(*var);
        let integer = self
            .types
            .stored(&declared.ty)
            .is_some_and(|s| s.is_integer() && s.size() >= 4);
        let mut value = self.known_integer(first)?;
        let ExprKind::Compare(op, left, right) = &cond?.kind else {
            return None;
        };
        if !integer || !reads(left, *var) || jumps(body) || touches(body, *var) {
            return None;
        }
        let end = self.known_integer(right)?;
        let by = self.step_of(step?, *var)?;
        let mut values = Vec::new();
        while holds(*op, value, end) {
            if values.len() == MAX_TURNS {
                return None;
            }
            values.push(value);
            value = value.checked_add(by)?;
        }
        Some(Count { var: *var, values })
    }

    fn step_of(&self, step: &Expr, var: VarId) -> Option<i64> {
        let step = match &step.kind {
            ExprKind::Convert(_, inner) => inner,
            _ => step,
        };
        let ExprKind::Update {
            place,
            change: Change::Arithmetic { op, operand, .. },
            ..
        } = &step.kind
        else {
            return None;
        };
        let PlaceKind::Var(v) = place.kind else {
            return None;
        };
        let by = self.known_integer(operand)?;
        match op {
            BinaryOp::Add if v == var => Some(by),
            BinaryOp::Sub if v == var => by.checked_neg(),
            _ => None,
        }
    }

    /// Whether `var` takes part in an index into an array that is in registers.
    fn indexes_array(&self, body: &[Stmt], var: VarId) -> bool {
        let mut found = false;
        let in_registers = |place: &Place| {
            let spot = root(place).and_then(|v| self.body().spots.get(v.0 as usize)?.as_ref());
            matches!(spot, Some(Spot::Registers(_)))
        };
        expressions(body, &mut |e| {
            each(Node::Expr(e), &mut |node| {
                if let Node::Place(Place {
                    kind: PlaceKind::Index(of, index),
                    ..
                }) = node
                {
                    found |= in_registers(of) && mentions(index, var);
                }
            });
        });
        found
    }
}

fn holds(op: CompareOp, a: i64, b: i64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}

fn reads(e: &Expr, var: VarId) -> bool {
    match &e.kind {
        ExprKind::Load(Place {
            kind: PlaceKind::Var(v),
            ..
        }) => *v == var,
        ExprKind::Convert(_, inner) => reads(inner, var),
        _ => false,
    }
}

fn mentions(e: &Expr, var: VarId) -> bool {
    let mut found = false;
    each(Node::Expr(e), &mut |node| {
        found |= matches!(node, Node::Place(Place { kind: PlaceKind::Var(v), .. }) if *v == var);
    });
    found
}

/// Whether the statements may change a variable, or hand it to someone who may.
fn touches(body: &[Stmt], var: VarId) -> bool {
    let mut found = false;
    expressions(body, &mut |e| {
        each(Node::Expr(e), &mut |node| {
            if let Node::Expr(e) = node {
                found |= match &e.kind {
                    ExprKind::Assign { place, .. } | ExprKind::Update { place, .. } => {
                        root(place) == Some(var)
                    }
                    ExprKind::AddressOf(place) | ExprKind::Decay(place) => root(place) == Some(var),
                    _ => false,
                };
            }
        });
    });
    found
}
