//! Which variables may be read before they are written.
//!
//! In: a function; out: its local variables without an initialiser for which some path may reach a read first. They
//! live in memory, whose bytes know whether they were written, so that a run finds exactly the lanes that read too
//! early. The rule: unsure means "may"; that costs a variable its register and never a wrong finding. Each field of a
//! struct is followed on its own, one level deep.

use sorted::SortedSet;

use super::effects::bound_place;
use crate::tree::{
    Builtin, Change, Expr, ExprKind, FuncId, Function, Init, Place, PlaceKind, Space, Stmt,
    StmtKind, Type, Types, Unit, VarId,
};
use std::collections::HashMap;

/// A variable's field; 0 for a scalar.
type Part = (u32, u32);

/// Parts that are certainly written; `None` where control does not come.
type State = Option<SortedSet<Part>>;

/// What is known of functions already looked at.
pub(super) type Known = HashMap<u32, Vec<bool>>;

/// Deepest chain of calls that is followed.
const DEPTH: u32 = 40;

/// For each variable of the function, whether a read may come first; for a reference parameter, whether what it is
/// bound to may be read before the function writes it.
pub(super) fn read_too_early(unit: &Unit, id: FuncId, known: &mut Known, depth: u32) -> Vec<bool> {
    if let Some(early) = known.get(&id.0) {
        return early.clone();
    }
    let func = &unit.functions[id.0 as usize];
    if depth > DEPTH || (func.recursive && depth > 0) {
        return vec![true; func.vars.len()];
    }
    let params = func.params as usize;
    let followed = func
        .vars
        .iter()
        .enumerate()
        .map(|(k, v)| k < params && v.reference)
        .collect();
    let early = vec![false; func.vars.len()];
    let mut walk = Walk {
        unit,
        func,
        followed,
        early,
        known,
        depth,
    };
    walk.list(&func.body, &mut Some(SortedSet::new()));
    let early = walk.early;
    known.insert(id.0, early.clone());
    early
}

struct Walk<'a> {
    unit: &'a Unit,
    func: &'a Function,
    followed: Vec<bool>,
    early: Vec<bool>,
    known: &'a mut Known,
    depth: u32,
}

fn fields(types: &Types, ty: &Type) -> u32 {
    match ty {
        Type::Struct(id) => types.get(*id).fields.len() as u32,
        _ => 1,
    }
}

/// The variable and its field that a place is in; no field for the whole variable.
fn part(place: &Place) -> Option<(VarId, Option<u32>)> {
    match &place.kind {
        PlaceKind::Var(v) => Some((*v, None)),
        PlaceKind::Field(of, n) => part(of).map(|(v, outer)| (v, outer.or(Some(*n)))),
        PlaceKind::Deref(e) => match &e.kind {
            ExprKind::Load(Place {
                kind: PlaceKind::Var(v),
                ..
            }) => Some((*v, None)),
            _ => None,
        },
        _ => None,
    }
}

impl Walk<'_> {
    fn list(&mut self, stmts: &[Stmt], state: &mut State) {
        for stmt in stmts {
            self.statement(stmt, state);
        }
    }

    fn statement(&mut self, stmt: &Stmt, state: &mut State) {
        match &stmt.kind {
            StmtKind::Declare { var, init } => self.declare(*var, init, state),
            StmtKind::Expr(e) => self.expr(e, state),
            StmtKind::Block(body) => self.list(body, state),
            StmtKind::If { cond, then, other } => {
                self.expr(cond, state);
                let mut second = state.clone();
                self.list(then, state);
                self.list(other, &mut second);
                *state = meet(state.take(), second);
            }
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => {
                self.list(init, state);
                cond.iter().for_each(|c| self.expr(c, state));
                let mut turn = state.clone();
                self.list(body, &mut turn);
                let mut after = if jumps(body) { state.clone() } else { turn };
                step.iter().for_each(|s| self.expr(s, &mut after));
            }
            StmtKind::DoWhile { body, cond } => {
                let before = state.clone();
                self.list(body, state);
                if jumps(body) {
                    *state = before;
                }
                self.expr(cond, state);
            }
            StmtKind::Switch { value, arms } => {
                self.expr(value, state);
                for arm in arms {
                    self.list(&arm.body, &mut state.clone());
                }
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|v| self.expr(v, state));
                *state = None;
            }
            StmtKind::Break | StmtKind::Continue => *state = None,
            StmtKind::Label(_) | StmtKind::Goto(_) => {}
        }
    }

    fn declare(&mut self, var: VarId, init: &Init, state: &mut State) {
        let declared = self.func.var(var);
        match init {
            Init::Value(e) => match bound_place(e).filter(|_| declared.reference) {
                Some(place) => self.handed_out(place, state),
                None => self.expr(e, state),
            },
            Init::Parts { parts, .. } => parts.iter().for_each(|(_, e)| self.expr(e, state)),
            Init::None => {
                let plain =
                    !matches!(declared.ty, Type::Array(..)) && declared.space == Space::Local;
                self.followed[var.0 as usize] = plain;
                let n = fields(&self.unit.types, &declared.ty);
                if let Some(written) = state {
                    for field in 0..n {
                        written.remove(&(var.0, field));
                    }
                }
            }
        }
    }

    fn parts_of(&self, place: &Place) -> Vec<Part> {
        let Some((var, field)) = part(place) else {
            return Vec::new();
        };
        let declared = self.func.var(var);
        let through = matches!(place.kind, PlaceKind::Deref(_))
            || !matches!(place.kind, PlaceKind::Var(_)) && declared.reference;
        if !self.followed[var.0 as usize] || through != declared.reference {
            return Vec::new();
        }
        match field {
            Some(f) => vec![(var.0, f)],
            None => {
                let pointee = declared
                    .ty
                    .pointee()
                    .filter(|_| declared.reference)
                    .map(|q| &q.ty);
                let n = fields(&self.unit.types, pointee.unwrap_or(&declared.ty));
                (0..n).map(|f| (var.0, f)).collect()
            }
        }
    }

    fn read(&mut self, place: &Place, state: &mut State) {
        self.inside(place, state);
        for at in self.parts_of(place) {
            if state.as_ref().is_some_and(|written| !written.contains(&at)) {
                self.early[at.0 as usize] = true;
            }
        }
    }

    fn write(&mut self, place: &Place, state: &mut State) {
        self.inside(place, state);
        self.written(place, state);
    }

    fn written(&mut self, place: &Place, state: &mut State) {
        let parts = self.parts_of(place);
        if let Some(written) = state {
            written.extend(parts);
        }
    }

    /// Whoever is given the place may read or write it: memory will tell, unless it is certain already.
    fn handed_out(&mut self, place: &Place, state: &mut State) {
        self.read(place, state);
        self.written(place, state);
    }

    /// The expressions inside a place.
    fn inside(&mut self, place: &Place, state: &mut State) {
        match &place.kind {
            PlaceKind::Var(_) | PlaceKind::Global(_) => {}
            PlaceKind::Deref(e) => self.expr(e, state),
            PlaceKind::Index(of, e) => {
                self.inside(of, state);
                self.expr(e, state);
            }
            PlaceKind::Field(of, _) => self.inside(of, state),
            PlaceKind::Then(e, of) => {
                self.expr(e, state);
                self.inside(of, state);
            }
        }
    }

    fn expr(&mut self, expr: &Expr, state: &mut State) {
        use ExprKind::*;
        match &expr.kind {
            Const(_) | Special(..) => {}
            Load(place) => self.read(place, state),
            AddressOf(place) | Decay(place) => self.write(place, state),
            Convert(_, e) | Unary(_, e) | Not(e) | Field(e, _) | Assert(e) => self.expr(e, state),
            Binary(_, a, b) | Compare(_, a, b) | Comma(a, b) => {
                self.expr(a, state);
                self.expr(b, state);
            }
            PtrAdd {
                pointer: a,
                index: b,
                ..
            }
            | PtrDiff {
                left: a, right: b, ..
            } => {
                self.expr(a, state);
                self.expr(b, state);
            }
            And(a, b) | Or(a, b) => {
                self.expr(a, state);
                self.expr(b, &mut state.clone());
            }
            Select(c, a, b) => {
                self.expr(c, state);
                let mut second = state.clone();
                self.expr(a, state);
                self.expr(b, &mut second);
                *state = meet(state.take(), second);
            }
            Assign { place, value } => {
                self.expr(value, state);
                self.write(place, state);
            }
            Update { place, change, .. } => {
                self.expr(
                    match change {
                        Change::Arithmetic { operand, .. } => operand,
                        Change::Pointer { index, .. } => index,
                    },
                    state,
                );
                self.handed_out(place, state);
            }
            Call(callee, args) => {
                let early = read_too_early(self.unit, *callee, self.known, self.depth + 1);
                let callee = &self.unit.functions[callee.0 as usize];
                for ((param, arg), early) in callee.vars.iter().zip(args.iter()).zip(early) {
                    match bound_place(arg).filter(|_| param.reference) {
                        Some(place) if early => self.handed_out(place, state),
                        Some(place) => self.write(place, state),
                        None => self.expr(arg, state),
                    }
                }
            }
            Builtin(which, args) => {
                args.iter().for_each(|a| self.expr(a, state));
                if stores_through(*which) {
                    args.iter()
                        .filter_map(bound_place)
                        .for_each(|p| self.written(p, state));
                }
            }
            Aggregate(args) | Sys(_, args) => args.iter().for_each(|a| self.expr(a, state)),
            FunctionAddress(_) | SideAddress { .. } => {}
            Print(first, args) | CallPointer(first, args) => {
                self.expr(first, state);
                args.iter().for_each(|a| self.expr(a, state));
            }
            Launch(launch) => launch.parts().for_each(|e| self.expr(e, state)),
        }
    }
}

/// Whether a built-in writes what its later arguments point at and does nothing else with them.
pub(super) fn stores_through(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Sincos | Builtin::Sincospi | Builtin::FastSincos
    )
}

fn meet(a: State, b: State) -> State {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (one, other) => one.or(other),
    }
}

/// Whether a list has a jump anywhere inside.
pub(super) fn jumps(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Block(body) => jumps(body),
        StmtKind::If { then, other, .. } => jumps(then) || jumps(other),
        StmtKind::Switch { arms, .. } => arms.iter().any(|arm| jumps(&arm.body)),
        _ => false,
    })
}
