//! What a function does with its variables: which need memory, which change, which addresses get away.
//!
//! In: the tree; out: answers that are safe when unsure. The rule: a reference is the place it is bound to for as long
//! as nobody wants its address as a value; where somebody does, what it is bound to lives in memory.
//! Next: `call` and `place`, which bind references.

use super::assigned::{Known, read_too_early, stores_through};
use super::effects::{Node, bound_place, root};
use crate::tree::{
    Class, Conversion, Expr, ExprKind, FuncId, Function, Init, Place, PlaceKind, Stmt, StmtKind,
    Unit, VarId,
};
use std::collections::HashMap;

/// Deepest chain of calls that is followed.
const DEPTH: u32 = 60;

/// Facts about a function's variables.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// Those whose address is a value somewhere: they live in memory.
    pub in_memory: Vec<bool>,
    /// Those that are written after they came to life.
    pub changed: Vec<bool>,
    /// Where the only `return` is the last statement: no frame is needed to leave.
    pub returns_last: bool,
    /// Where that `return` gives a reference to a place: the place can be used without its address.
    pub returns_place: bool,
    /// How variables that are products are kept.
    pub kept: Vec<super::contract::Kept>,
    /// The functions that it calls or takes the address of.
    pub reaches: Vec<FuncId>,
    /// References whose address is a value somewhere.
    escapes: Vec<bool>,
    /// References whose place, or a part of it, is what the function returns.
    returned: Vec<bool>,
}

/// Facts of functions already looked at.
#[derive(Default)]
pub(super) struct Found {
    /// The functions that are called out of line.
    called: Vec<bool>,
    facts: HashMap<u32, Facts>,
    open: Vec<u32>,
}

impl Found {
    /// Nothing yet, but which functions are called out of line.
    pub(super) fn of(called: Vec<bool>) -> Found {
        Found {
            called,
            ..Found::default()
        }
    }
}

/// Finds the facts of a function.
pub(super) fn facts(unit: &Unit, id: FuncId, known: &mut Known, found: &mut Found) -> Facts {
    let mut facts = references(unit, id, found);
    let func = &unit.functions[id.0 as usize];
    let early = read_too_early(unit, id, known, 0);
    for (k, early) in early.into_iter().enumerate() {
        facts.in_memory[k] |= early && !func.vars[k].reference;
    }
    facts.kept = super::contract::kept(unit, func, &facts);
    facts
}

/// The facts but for variables that are read too early.
fn references(unit: &Unit, id: FuncId, found: &mut Found) -> Facts {
    if let Some(facts) = found.facts.get(&id.0) {
        return facts.clone();
    }
    let func = &unit.functions[id.0 as usize];
    let called = found.called[id.0 as usize];
    let n = func.vars.len();
    let mut facts = Facts {
        in_memory: vec![false; n],
        changed: vec![false; n],
        returns_last: true,
        returns_place: false,
        kept: Vec::new(),
        reaches: Vec::new(),
        escapes: vec![false; n],
        returned: vec![false; n],
    };
    if found.open.contains(&id.0)
        || found.open.len() as u32 > DEPTH
        || called && !found.open.is_empty()
    {
        facts.escapes = vec![true; n];
        return facts;
    }
    let mut returns = 0;
    for (k, stmt) in func.body.iter().enumerate() {
        let last = k + 1 == func.body.len();
        count_returns(stmt, &mut returns);
        if returns > 0 && !(last && matches!(stmt.kind, StmtKind::Return(_))) {
            facts.returns_last = false;
        }
    }
    facts.returns_last &= returns <= 1;
    if let (true, Some(StmtKind::Return(Some(e)))) =
        (facts.returns_last, func.body.last().map(|s| &s.kind))
    {
        facts.returns_place = is_place(func, e) && !called;
    }
    found.open.push(id.0);
    // A reference found to get away makes those it is bound to get away: once more until nothing changes.
    loop {
        let before = facts.escapes.clone();
        facts.reaches.clear();
        let mut walk = Walk {
            unit,
            func,
            facts,
            found,
        };
        walk.list(&func.body);
        facts = walk.facts;
        if facts.escapes == before {
            break;
        }
    }
    found.open.pop();
    found.facts.insert(id.0, facts.clone());
    facts
}

fn count_returns(stmt: &Stmt, n: &mut u32) {
    let all = |list: &[Stmt], n: &mut u32| list.iter().for_each(|s| count_returns(s, n));
    match &stmt.kind {
        StmtKind::Return(_) => *n += 1,
        StmtKind::Block(body) | StmtKind::DoWhile { body, .. } => all(body, n),
        StmtKind::If { then, other, .. } => {
            all(then, n);
            all(other, n);
        }
        StmtKind::Loop { init, body, .. } => {
            all(init, n);
            all(body, n);
        }
        StmtKind::Switch { arms, .. } => arms.iter().for_each(|arm| all(&arm.body, n)),
        _ => {}
    }
}

/// Whether a pointer is the address of a place that lowering can name: `&place`, or a reference passed on.
fn is_place(func: &Function, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::AddressOf(_) => true,
        ExprKind::Load(Place {
            kind: PlaceKind::Var(v),
            ..
        }) => func.var(*v).reference,
        ExprKind::Convert(Conversion::Pointer, e) => is_place(func, e),
        _ => false,
    }
}

/// What becomes of an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is a value.
    Value,
    /// It only says which place is meant.
    Place,
    /// It says which place the function returns.
    Returned,
}

struct Walk<'t, 'f> {
    unit: &'t Unit,
    func: &'t Function,
    facts: Facts,
    found: &'f mut Found,
}

impl<'t> Walk<'t, '_> {
    fn list(&mut self, stmts: &'t [Stmt]) {
        stmts.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, stmt: &'t Stmt) {
        match &stmt.kind {
            StmtKind::Declare { var, init } => match init {
                Init::None => {}
                Init::Value(e) => {
                    let k = var.0 as usize;
                    let bound = self.func.vars[k].reference && !self.facts.escapes[k];
                    self.expr(e, if bound { Use::Place } else { Use::Value });
                }
                Init::Parts { parts, .. } => {
                    parts.iter().for_each(|(_, e)| self.expr(e, Use::Value));
                }
            },
            // A call for its effects: what it returns is nobody's.
            StmtKind::Expr(e) => self.expr(e, Use::Place),
            StmtKind::Block(body) => self.list(body),
            StmtKind::If { cond, then, other } => {
                self.expr(cond, Use::Value);
                self.list(then);
                self.list(other);
            }
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => {
                self.list(init);
                cond.iter().for_each(|e| self.expr(e, Use::Value));
                step.iter().for_each(|e| self.expr(e, Use::Place));
                self.list(body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.list(body);
                self.expr(cond, Use::Value);
            }
            StmtKind::Switch { value, arms } => {
                self.expr(value, Use::Value);
                arms.iter().for_each(|arm| self.list(&arm.body));
            }
            StmtKind::Return(value) => {
                let how = if self.facts.returns_place {
                    Use::Returned
                } else {
                    Use::Value
                };
                value.iter().for_each(|e| self.expr(e, how));
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Label(_) | StmtKind::Goto(_) => {}
        }
    }

    /// The variable or reference that a place is part of.
    fn owner(place: &Place) -> Option<VarId> {
        match &place.kind {
            PlaceKind::Var(v) => Some(*v),
            PlaceKind::Index(p, _) | PlaceKind::Field(p, _) | PlaceKind::Then(_, p) => {
                Self::owner(p)
            }
            PlaceKind::Deref(e) => Self::reference_in(e),
            PlaceKind::Global(_) => None,
        }
    }

    /// The reference whose value a pointer is.
    fn reference_in(e: &Expr) -> Option<VarId> {
        match &e.kind {
            ExprKind::Load(Place {
                kind: PlaceKind::Var(v),
                ..
            }) => Some(*v),
            ExprKind::AddressOf(place) => Self::owner(place),
            ExprKind::Convert(Conversion::Pointer, e) => Self::reference_in(e),
            _ => None,
        }
    }

    /// Notes what becomes of the address of a variable, or of what a reference is bound to.
    fn address(&mut self, v: VarId, how: Use) {
        let k = v.0 as usize;
        match (self.func.vars[k].reference, how) {
            // The caller may keep the address, although the variable ends here.
            (false, Use::Value | Use::Returned) => self.facts.in_memory[k] = true,
            (false, Use::Place) => self.facts.changed[k] = true,
            (true, Use::Value) => self.facts.escapes[k] = true,
            (true, Use::Returned) => self.facts.returned[k] = true,
            (true, Use::Place) => {}
        }
    }

    fn expr(&mut self, e: &'t Expr, how: Use) {
        match &e.kind {
            ExprKind::AddressOf(place) => {
                let owned = Self::owner(place);
                let plain = owned.filter(|v| self.is_inside(place, *v));
                plain.into_iter().for_each(|v| self.address(v, how));
                self.place(place);
            }
            ExprKind::Decay(place) => {
                let owned = Self::owner(place);
                let plain = owned.filter(|v| self.is_inside(place, *v));
                plain.into_iter().for_each(|v| self.address(v, Use::Value));
                self.place(place);
            }
            ExprKind::Load(
                place @ Place {
                    kind: PlaceKind::Var(v),
                    ..
                },
            ) if self.func.var(*v).reference => {
                self.address(*v, how);
                self.place(place);
            }
            ExprKind::Load(place) => self.place(place),
            ExprKind::Convert(Conversion::Pointer, inner) => {
                // A reference that shows a variable as another type needs its bytes: `const Pair &p = *(Pair *)&word`.
                let shown = e.ty.pointee();
                let other = shown.is_some_and(|to| self.is_other_bits(e, &to.ty));
                self.expr(inner, if other { Use::Value } else { how });
            }
            ExprKind::Convert(Conversion::Void, inner) => self.expr(inner, Use::Place),
            ExprKind::Comma(a, b) => {
                self.expr(a, Use::Place);
                self.expr(
                    b,
                    if how == Use::Place && b.ty == crate::tree::Type::Void {
                        how
                    } else {
                        Use::Value
                    },
                );
            }
            ExprKind::Call(callee, args) => self.call(*callee, args, how),
            ExprKind::FunctionAddress(callee) => self.facts.reaches.push(*callee),
            ExprKind::Builtin(which, args) => {
                for arg in args {
                    let through = stores_through(*which) && bound_place(arg).is_some();
                    self.expr(arg, if through { Use::Place } else { Use::Value });
                }
            }
            ExprKind::Assign { place, value } => {
                self.expr(value, Use::Value);
                self.written(place);
            }
            ExprKind::Update { place, change, .. } => {
                use crate::tree::Change;
                match change {
                    Change::Arithmetic { operand, .. } => self.expr(operand, Use::Value),
                    Change::Pointer { index, .. } => self.expr(index, Use::Value),
                }
                self.written(place);
            }
            _ => {
                let mut direct: Vec<Node<'t>> = Vec::new();
                super::effects::direct(e, &mut |node| direct.push(node));
                for node in direct {
                    match node {
                        Node::Expr(e) => self.expr(e, Use::Value),
                        Node::Place(p) => self.place(p),
                    }
                }
            }
        }
    }

    /// Whether a place lies in a variable itself (or in what a reference is bound to), not behind a pointer in it.
    fn is_inside(&self, place: &Place, v: VarId) -> bool {
        match &place.kind {
            PlaceKind::Var(_) | PlaceKind::Global(_) => true,
            PlaceKind::Index(p, _) | PlaceKind::Field(p, _) | PlaceKind::Then(_, p) => {
                self.is_inside(p, v)
            }
            PlaceKind::Deref(e) => match &e.kind {
                ExprKind::Load(_) => self.func.var(v).reference,
                ExprKind::AddressOf(p) => self.is_inside(p, v),
                ExprKind::Convert(Conversion::Pointer, inner) => match &inner.kind {
                    ExprKind::Load(_) => self.func.var(v).reference,
                    ExprKind::AddressOf(p) => self.is_inside(p, v),
                    _ => false,
                },
                _ => false,
            },
        }
    }

    /// Whether a pointer shows a variable as a type whose parts are not those of the variable's registers: `*(short *)&i`.
    fn is_other_bits(&self, e: &Expr, ty: &crate::tree::Type) -> bool {
        let ExprKind::Convert(Conversion::Pointer, inner) = &e.kind else {
            return false;
        };
        let mut inner = inner;
        while let ExprKind::Convert(Conversion::Pointer, further) = &inner.kind {
            inner = further;
        }
        let (ExprKind::AddressOf(_) | ExprKind::Load(_)) = &inner.kind else {
            return false;
        };
        let of = inner.ty.pointee().map(|q| &q.ty);
        of.is_some_and(|of| !super::value::begins_as(&self.unit.types, of, ty))
    }

    fn written(&mut self, place: &'t Place) {
        if let Some(v) = root(place) {
            self.facts.changed[v.0 as usize] = true;
        }
        if let Some(v) = Self::owner(place)
            && self.is_inside(place, v)
        {
            self.facts.changed[v.0 as usize] = true;
        }
        self.place(place);
    }

    fn place(&mut self, place: &'t Place) {
        match &place.kind {
            PlaceKind::Var(_) | PlaceKind::Global(_) => {}
            PlaceKind::Deref(e) => {
                let other = self.is_other_bits(e, &place.ty);
                self.expr(e, if other { Use::Value } else { Use::Place });
            }
            PlaceKind::Index(p, e) => {
                self.place(p);
                self.expr(e, Use::Value);
            }
            PlaceKind::Field(p, _) => self.place(p),
            PlaceKind::Then(e, p) => {
                self.expr(e, Use::Place);
                self.place(p);
            }
        }
    }

    fn call(&mut self, callee: FuncId, args: &'t [Expr], how: Use) {
        let func = &self.unit.functions[callee.0 as usize];
        self.facts.reaches.push(callee);
        let called = self.found.called[callee.0 as usize];
        let theirs = references(self.unit, callee, self.found);
        let pointer = self.unit.types.class(&func.result) == Class::Pointer;
        for (k, arg) in args.iter().enumerate() {
            let reference = func.vars.get(k).is_some_and(|v| v.reference);
            let kept = theirs.escapes.get(k).copied().unwrap_or(true);
            let given_back = theirs.returned.get(k).copied().unwrap_or(false);
            let how = if !reference || kept || called {
                Use::Value
            } else if pointer && given_back {
                match theirs.returns_place {
                    true => how,
                    false => Use::Value,
                }
            } else {
                Use::Place
            };
            self.expr(arg, how);
        }
    }
}
