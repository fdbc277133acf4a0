//! Questions about expressions: may it change something, may it be computed where it is not needed, which variables
//! need memory.
//!
//! In: the tree; out: answers that are safe when unsure. The rule: one walk over the tree, [`each`], knows its shape.

use crate::check::side::needs_device;
use crate::tree::{
    Builtin, Change, Conversion, Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind, VarId,
};

/// What a walk meets.
pub(crate) enum Node<'t> {
    Expr(&'t Expr),
    Place(&'t Place),
}

/// Calls `see` with the direct parts of an expression.
pub(super) fn direct<'t>(expr: &'t Expr, see: &mut dyn FnMut(Node<'t>)) {
    parts(expr, see);
}

fn parts<'t>(expr: &'t Expr, see: &mut dyn FnMut(Node<'t>)) {
    use ExprKind::*;
    match &expr.kind {
        Const(_) | Special(..) => {}
        Load(p) | AddressOf(p) | Decay(p) => see(Node::Place(p)),
        Convert(_, e) | Unary(_, e) | Not(e) | Field(e, _) | Assert(e) => see(Node::Expr(e)),
        Binary(_, a, b) | Compare(_, a, b) | And(a, b) | Or(a, b) | Comma(a, b) => {
            see(Node::Expr(a));
            see(Node::Expr(b));
        }
        PtrAdd {
            pointer: a,
            index: b,
            ..
        }
        | PtrDiff {
            left: a, right: b, ..
        } => {
            see(Node::Expr(a));
            see(Node::Expr(b));
        }
        Select(c, a, b) => [c, a, b].into_iter().for_each(|e| see(Node::Expr(e))),
        Assign { place, value } => {
            see(Node::Expr(value));
            see(Node::Place(place));
        }
        Update { place, change, .. } => {
            see(Node::Expr(match change {
                Change::Arithmetic { operand, .. } => operand,
                Change::Pointer { index, .. } => index,
            }));
            see(Node::Place(place));
        }
        Call(_, args) => args.iter().for_each(|e| see(Node::Expr(e))),
        Builtin(_, args) | Aggregate(args) | Sys(_, args) => {
            args.iter().for_each(|e| see(Node::Expr(e)))
        }
        FunctionAddress(_) | SideAddress { .. } => {}
        Print(first, args) | CallPointer(first, args) => {
            see(Node::Expr(first));
            args.iter().for_each(|e| see(Node::Expr(e)));
        }
        Launch(launch) => launch.parts().for_each(|e| see(Node::Expr(e))),
    }
}

fn place_parts<'t>(place: &'t Place, see: &mut dyn FnMut(Node<'t>)) {
    match &place.kind {
        PlaceKind::Var(_) | PlaceKind::Global(_) => {}
        PlaceKind::Deref(e) => see(Node::Expr(e)),
        PlaceKind::Index(p, e) => {
            see(Node::Place(p));
            see(Node::Expr(e));
        }
        PlaceKind::Field(p, _) => see(Node::Place(p)),
        PlaceKind::Then(e, p) => {
            see(Node::Expr(e));
            see(Node::Place(p));
        }
    }
}

/// Calls `see` with everything inside, the node itself first. Keeps its own stack: trees can be deep.
pub(crate) fn each<'t>(start: Node<'t>, see: &mut dyn FnMut(&Node<'t>)) {
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        see(&node);
        match node {
            Node::Expr(e) => parts(e, &mut |n| open.push(n)),
            Node::Place(p) => place_parts(p, &mut |n| open.push(n)),
        }
    }
}

/// Whether evaluating may change a variable or memory.
pub(super) fn changes(start: Node<'_>) -> bool {
    let mut found = false;
    each(start, &mut |node| {
        if let Node::Expr(e) = node {
            found |= match &e.kind {
                ExprKind::Assign { .. }
                | ExprKind::Update { .. }
                | ExprKind::Call(..)
                | ExprKind::CallPointer(..)
                | ExprKind::Sys(..)
                | ExprKind::Print(..)
                | ExprKind::Launch(_) => true,
                ExprKind::Builtin(b, _) => !arithmetic(*b),
                _ => false,
            };
        }
    });
    found
}

/// Whether a built-in only computes: it has no second result, and neither asks other lanes nor touches memory. What needs a device
/// and yet only computes are the lane's number and the two names of a shared address.
fn arithmetic(builtin: Builtin) -> bool {
    use Builtin::*;
    match builtin {
        Lane(_) | ToShared | FromShared => true,
        Sincos | Sincospi | FastSincos | Trap | Nothing | Both(..) | Modf | Clock => false,
        other => !needs_device(other),
    }
}

/// Whether a built-in takes about one instruction.
fn light(builtin: Builtin) -> bool {
    use crate::builtin::{Math1, Math2};
    use Builtin::*;
    match builtin {
        Min | Max | Abs | Fma | Bits | IsNan | IsInf | IsFinite | Signbit | Popc | Clz | Ffs
        | Brev | MulHigh => true,
        Math1(f) => matches!(
            f,
            Math1::Fabs | Math1::Floor | Math1::Ceil | Math1::Trunc | Math1::Rint | Math1::Saturate
        ),
        Math2(f) => matches!(
            f,
            Math2::Fmin
                | Math2::Fmax
                | Math2::AddRn
                | Math2::SubRn
                | Math2::MulRn
                | Math2::Copysign
        ),
        _ => false,
    }
}

/// Whether the expression can be computed where its value is not asked for: no change, no access to memory, no
/// division, few instructions. `in_register` says which variables live in registers.
pub(super) fn free(expr: &Expr, in_register: &dyn Fn(VarId) -> bool) -> bool {
    use crate::tree::BinaryOp::{Div, Rem};
    let (mut ok, mut size) = (true, 0);
    each(Node::Expr(expr), &mut |node| {
        size += 1;
        ok &= match node {
            Node::Place(p) => match &p.kind {
                PlaceKind::Var(v) => in_register(*v),
                PlaceKind::Field(..) => true,
                _ => false,
            },
            Node::Expr(e) => match &e.kind {
                ExprKind::Builtin(b, _) => light(*b),
                ExprKind::Binary(Div | Rem, ..) => false,
                ExprKind::Assign { .. }
                | ExprKind::Update { .. }
                | ExprKind::Call(..)
                | ExprKind::CallPointer(..)
                | ExprKind::Sys(..)
                | ExprKind::Print(..)
                | ExprKind::Launch(_)
                | ExprKind::Assert(..) => false,
                ExprKind::AddressOf(_) | ExprKind::Decay(_) => false,
                ExprKind::Convert(Conversion::Void, _) => false,
                _ => true,
            },
        };
    });
    ok && size <= 24
}

/// Calls `see` with every expression of the statements, those inside nested statements included.
pub(crate) fn expressions<'t>(stmts: &'t [Stmt], see: &mut dyn FnMut(&'t Expr)) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Declare {
                init: Init::Value(e),
                ..
            }
            | StmtKind::Expr(e)
            | StmtKind::Return(Some(e)) => see(e),
            StmtKind::Declare {
                init: Init::Parts { parts, .. },
                ..
            } => parts.iter().for_each(|(_, e)| see(e)),
            StmtKind::Declare {
                init: Init::None, ..
            }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Return(None) => {}
            StmtKind::Block(body) => expressions(body, see),
            StmtKind::If { cond, then, other } => {
                see(cond);
                expressions(then, see);
                expressions(other, see);
            }
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => {
                expressions(init, see);
                cond.iter().chain(step).for_each(&mut *see);
                expressions(body, see);
            }
            StmtKind::DoWhile { body, cond } => {
                expressions(body, see);
                see(cond);
            }
            StmtKind::Switch { value, arms } => {
                see(value);
                arms.iter().for_each(|arm| expressions(&arm.body, see));
            }
        }
    }
}

/// The variable whose storage a place is part of, if it is one of this function's.
pub(super) fn root(mut place: &Place) -> Option<VarId> {
    loop {
        match &place.kind {
            PlaceKind::Var(v) => return Some(*v),
            PlaceKind::Index(p, _) | PlaceKind::Field(p, _) | PlaceKind::Then(_, p) => place = p,
            PlaceKind::Global(_) | PlaceKind::Deref(_) => return None,
        }
    }
}

/// `&place`, perhaps under a change of pointer type: what a reference is bound to.
pub(super) fn bound_place(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::AddressOf(place) => Some(place),
        ExprKind::Convert(Conversion::Pointer, e) => bound_place(e),
        _ => None,
    }
}
