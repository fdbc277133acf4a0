//! Products that have a name and are only added: `float p = a * b; s = p + c;` is one instruction, as with nvcc.
//!
//! In: a function's statements; out: for each variable whether it is such a product. The rule, read from what nvcc makes
//! of it: a product is fused into sums if every use of it is a sum; where one use is anything else it stays a product,
//! and every sum is a sum. Of a sum of two products the left one is fused, so the right one is needed as a value too.
//! `p += c` of a product that nothing has used yet is fused as well, and ends it.
//! Next: fuse.rs, which makes the instructions.

use super::Lowering;
use super::effects::{Node, each, expressions};
use super::facts::Facts;
use super::fuse::product;
use super::value::Reg;
use crate::tree::{
    BinaryOp, Change, Expr, ExprKind, FuncId, Function, Init, Place, PlaceKind, Scalar, Space,
    Stmt, StmtKind, Type, UnaryOp, Unit, VarId,
};

/// What a variable that is a product is kept as.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Kept {
    /// As any variable.
    #[default]
    Value,
    /// As its factors.
    Factors,
    /// As both.
    Both,
}

/// The factors of a product, and whether its sign is turned.
#[derive(Clone, Copy)]
pub(super) struct Factors {
    pub x: Reg,
    pub y: Reg,
    pub negative: bool,
}

/// A sum or difference of floats.
fn is_sum(op: BinaryOp, ty: &Type) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub) && is_float(ty)
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(s) if s.is_float())
}

/// The variable whose value an expression is, sign aside.
fn named(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Load(Place {
            kind: PlaceKind::Var(v),
            volatile: false,
            ..
        }) => Some(*v),
        ExprKind::Unary(UnaryOp::Neg, inner) => named(inner),
        _ => None,
    }
}

/// How each variable of a function is kept.
pub(super) fn kept(unit: &Unit, func: &Function, facts: &Facts) -> Vec<Kept> {
    let n = func.vars.len();
    let mut kept = vec![Kept::Value; n];
    let mut may = vec![false; n];
    products(unit, &func.body, &mut |v| may[v.0 as usize] = true);
    outside_loops(unit, &func.body, &mut may);
    let plain = |k: usize| {
        let var = &func.vars[k];
        let taken = var.reference || var.volatile || var.address_taken || var.referenced;
        var.space == Space::Local && !taken && !facts.in_memory[k] && !facts.changed[k]
    };
    may.iter_mut()
        .enumerate()
        .for_each(|(k, may)| *may &= plain(k));
    if !may.contains(&true) {
        return kept;
    }
    let (mut uses, mut added) = (vec![0u32; n], vec![0u32; n]);
    let mut sums = Vec::new();
    expressions(&func.body, &mut |e| {
        each(Node::Expr(e), &mut |node| match node {
            Node::Place(Place {
                kind: PlaceKind::Var(v),
                ..
            }) => uses[v.0 as usize] += 1,
            Node::Expr(e) => match &e.kind {
                ExprKind::Binary(op, a, b) if is_sum(*op, &e.ty) => sums.push((Some(&**a), &**b)),
                ExprKind::Update { change, .. } => {
                    if let Change::Arithmetic {
                        op,
                        work,
                        widen: None,
                        operand,
                        ..
                    } = change
                        && is_sum(*op, work)
                    {
                        sums.push((None, &**operand));
                    }
                }
                _ => {}
            },
            Node::Place(_) => {}
        });
    });
    for (a, b) in &sums {
        for v in a.and_then(named).into_iter().chain(named(b)) {
            added[v.0 as usize] += 1;
        }
    }
    for k in 0..n {
        if may[k] && uses[k] > 0 && uses[k] == added[k] {
            kept[k] = Kept::Factors;
        }
    }
    for (a, b) in sums {
        let fused = |e: &Expr| {
            gives_product(unit, e) || named(e).is_some_and(|v| kept[v.0 as usize] != Kept::Value)
        };
        if a.is_some_and(fused)
            && let Some(v) = named(b)
            && kept[v.0 as usize] == Kept::Factors
        {
            kept[v.0 as usize] = Kept::Both;
        }
    }
    kept
}

/// The variables that begin as a product.
fn products(unit: &Unit, stmts: &[Stmt], found: &mut dyn FnMut(VarId)) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Declare {
                var,
                init: Init::Value(e),
            } if is_float(&e.ty) && gives_product(unit, e) => found(*var),
            _ => inner(stmt, &mut |list| products(unit, list, found)),
        }
    }
}

/// The lists of statements in a statement.
fn inner<'t>(stmt: &'t Stmt, see: &mut dyn FnMut(&'t [Stmt])) {
    match &stmt.kind {
        StmtKind::Block(body) | StmtKind::DoWhile { body, .. } => see(body),
        StmtKind::If { then, other, .. } => {
            see(then);
            see(other);
        }
        StmtKind::Loop { init, body, .. } => {
            see(init);
            see(body);
        }
        StmtKind::Switch { arms, .. } => arms.iter().for_each(|arm| see(&arm.body)),
        _ => {}
    }
}

fn gives_product(unit: &Unit, e: &Expr) -> bool {
    product(e).is_some() || product_call(unit, e).is_some()
}

/// A product that a loop uses and does not make stays a product: nvcc works it out once, before the loop.
fn outside_loops(unit: &Unit, stmts: &[Stmt], may: &mut [bool]) {
    for stmt in stmts {
        if matches!(stmt.kind, StmtKind::Loop { .. } | StmtKind::DoWhile { .. }) {
            let mut own = vec![false; may.len()];
            let whole = std::slice::from_ref(stmt);
            products(unit, whole, &mut |v| own[v.0 as usize] = true);
            expressions(whole, &mut |e| {
                each(Node::Expr(e), &mut |node| {
                    if let Node::Place(Place {
                        kind: PlaceKind::Var(v),
                        ..
                    }) = node
                    {
                        may[v.0 as usize] &= own[v.0 as usize];
                    }
                });
            });
        }
        inner(stmt, &mut |list| outside_loops(unit, list, may));
    }
}

/// Whether a variable begins as a product and the next that is done with it is `p += …` or `p = p + …`.
fn ends_in_sum(var: VarId, e: &Expr, rest: &[Stmt], kept: &[Kept]) -> bool {
    if !is_float(&e.ty) || product(e).is_none() {
        return false;
    }
    let mentions = |e: &Expr| {
        let mut found = 0;
        each(Node::Expr(e), &mut |node| {
            found += u32::from(
                matches!(node, Node::Place(Place { kind: PlaceKind::Var(v), .. }) if *v == var),
            );
        });
        found
    };
    for stmt in rest {
        let mut all = 0;
        expressions(std::slice::from_ref(stmt), &mut |e| all += mentions(e));
        if all == 0 {
            match stmt.kind {
                StmtKind::Declare { .. } | StmtKind::Expr(_) => continue,
                // Where control may leave, what comes after may never be.
                _ => return false,
            }
        }
        let StmtKind::Expr(sum) = &stmt.kind else {
            return false;
        };
        let own = |place: &Place| matches!(place.kind, PlaceKind::Var(v) if v == var);
        return match &sum.kind {
            ExprKind::Update {
                place,
                change:
                    Change::Arithmetic {
                        op,
                        work,
                        widen: None,
                        ..
                    },
                ..
            } => own(place) && is_sum(*op, work) && all == 1,
            ExprKind::Assign { place, value } => match &value.kind {
                ExprKind::Binary(op, a, b) => {
                    let left = named(a) == Some(var);
                    let plain = match named(a) {
                        Some(v) => kept.get(v.0 as usize) == Some(&Kept::Value),
                        None => product(a).is_none() && !matches!(a.kind, ExprKind::Call(..)),
                    };
                    let right = named(b) == Some(var) && plain;
                    own(place) && is_sum(*op, &value.ty) && (left || right) && all == 2
                }
                _ => false,
            },
            _ => false,
        };
    }
    false
}

impl Lowering<'_> {
    /// A declaration of a product that is kept as its factors; whether that is all there is to it.
    pub(super) fn declare_product(&mut self, var: VarId, init: &Init, rest: &[Stmt]) -> bool {
        let Init::Value(e) = init else {
            return false;
        };
        if self.host {
            return false;
        }
        let facts = &self.facts[self.body().id.0 as usize];
        let k = var.0 as usize;
        let kept = facts.kept.get(k).copied().unwrap_or_default();
        let declared = self.body().func.var(var);
        let plain = !declared.volatile && !facts.in_memory[k] && declared.space == Space::Local;
        let ends = kept == Kept::Value && plain && ends_in_sum(var, e, rest, &facts.kept);
        if kept == Kept::Value && !ends {
            return false;
        }
        if ends {
            self.declare(var, &Init::None);
        }
        let factors = match product(e) {
            Some((x, y, negative)) => {
                let (x, y) = (self.own_factor(x), self.own_factor(y));
                Some(Factors { x, y, negative })
            }
            None => self.factors_of(e, false),
        };
        let Some(factors) = factors else {
            return false;
        };
        if kept == Kept::Both {
            let spot = self.new_spot(var, &Init::None);
            let s = self.types.stored(&e.ty).unwrap_or(Scalar::Float);
            let mark = self.out.mark();
            let value = self.multiplied(s, factors);
            if let super::place::Spot::Registers(regs) = &spot {
                self.out.place_result(regs[0], value, mark);
            }
            self.out.release(mark);
            self.body_mut().spots[k] = Some(spot.clone());
            self.announce(var, &spot);
        }
        self.body_mut().products.insert(var, factors);
        true
    }

    fn multiplied(&mut self, s: Scalar, Factors { x, y, negative }: Factors) -> Reg {
        let value = self.arithmetic(BinaryOp::Mul, s, (x, y), s);
        match negative {
            true => self.unary(UnaryOp::Neg, s, value),
            false => value,
        }
    }

    /// A factor in a register that stays as it is.
    fn own_factor(&mut self, e: &Expr) -> Reg {
        let facts = &self.facts[self.body().id.0 as usize];
        if let Some(v) = named(e)
            && matches!(e.kind, ExprKind::Load(_))
            && !facts.changed[v.0 as usize]
            && !facts.in_memory[v.0 as usize]
            && !self.body().func.var(v).reference
        {
            return self.one(e);
        }
        let kind = match self.types.stored(&e.ty) {
            Some(Scalar::Double) => super::value::RegisterKind::D,
            _ => super::value::RegisterKind::R,
        };
        let own = self.out.fresh(kind);
        let mark = self.out.mark();
        let value = self.one(e);
        if value.number() >= super::emit::FIXED {
            self.out.release(mark);
            return value;
        }
        self.out.place_result(own, value, mark);
        self.out.release(mark);
        own
    }

    /// `p += c` of a product that nothing has used yet.
    pub(super) fn ended_product(&mut self, place: &Place, change: &Change) -> Option<Reg> {
        let PlaceKind::Var(v) = place.kind else {
            return None;
        };
        let Change::Arithmetic { op, operand, .. } = change else {
            return None;
        };
        let Factors { x, y, negative } = self.body_mut().products.remove(&v)?;
        let regs = self.register_place(place)?;
        let s = self.types.stored(&place.ty).unwrap_or(Scalar::Float);
        let since = self.out.mark();
        let c = self.one(operand);
        let x = self.turned_if(negative, s, x);
        let c = self.turned_if(*op == BinaryOp::Sub, s, c);
        let value = self.fma(s, x, y, c);
        self.out.place_result(regs[0], value, since);
        Some(regs[0])
    }

    /// Whether [`Lowering::factors_of`] has an answer.
    pub(super) fn is_product(&self, e: &Expr) -> bool {
        product(e).is_some()
            || named(e).is_some_and(|v| self.body().products.contains_key(&v))
            || product_call(self.unit, e).is_some()
    }

    /// The factors of a product: one that is written here, a variable that is one, a call of a function that gives one.
    pub(super) fn factors_of(&mut self, e: &Expr, later: bool) -> Option<Factors> {
        if let Some((x, y, negative)) = product(e) {
            let (x, y) = self.both(x, y);
            let (x, y) = (self.steady(x, later), self.steady(y, later));
            return Some(Factors { x, y, negative });
        }
        if let Some(v) = named(e) {
            let mut factors = *self.body().products.get(&v)?;
            factors.negative ^= turned(e);
            return Some(factors);
        }
        let (callee, args) = product_call(self.unit, e)?;
        let outer = std::mem::replace(&mut self.out.span, e.span);
        let factors = self.call_for_factors(callee, args);
        self.out.span = outer;
        factors
    }
}

/// Whether the sign of a variable is turned.
fn turned(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Neg, inner) => !turned(inner),
        _ => false,
    }
}

/// A call of a function that does nothing but return a product of floats.
pub(super) fn product_call<'t>(
    unit: &'t Unit,
    e: &'t Expr,
) -> Option<(FuncId, &'t crate::tree::Args)> {
    let ExprKind::Call(callee, args) = &e.kind else {
        return None;
    };
    let func = unit.functions.get(callee.0 as usize)?;
    match func.body.as_slice() {
        [
            Stmt {
                kind: StmtKind::Return(Some(value)),
                ..
            },
        ] if !func.recursive && is_float(&func.result) && product(value).is_some() => {
            Some((*callee, args))
        }
        _ => None,
    }
}
