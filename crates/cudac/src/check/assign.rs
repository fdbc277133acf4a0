//! Assignments: `=`, `op=`, `++`, `--`, and what may not be assigned to.
//! In: a place and a value; out: an effect whose value is what was stored.
//! The rule: the place is evaluated once; an update is done in the promoted type and converted back.
//! Next: op.rs for the operators themselves.

use super::coerce::Purpose;
use super::op::Op;
use super::{Checker, Lvalue, convert, single};
use crate::tree::{BinaryOp, Change, Expr, ExprKind, Place, PlaceKind, VarId};
use crate::ty::{Scalar, Type};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// Notes an error and gives false unless the place may be written.
    pub(super) fn writable(&mut self, target: &Lvalue, span: Span, verb: &str) -> bool {
        if !target.constant {
            self.warn_constant_memory(&target.place, span);
            return true;
        }
        let what = self.describe(&target.place);
        let mut diag = Diag::error(
            Code::NotAssignable,
            span,
            format!("cannot {verb} {what}: it is `const`"),
        );
        if let Some(var) = root(&target.place)
            && let Some(v) = self.var(var)
        {
            let place = if v.name.is_empty() {
                None
            } else {
                Some(v.span)
            };
            diag.labels
                .extend(place.map(|span| (span, "declared here".to_string())));
        }
        self.note(diag);
        false
    }

    /// `__constant__` memory is not `const` to the language, and yet no kernel can change it.
    fn warn_constant_memory(&mut self, place: &Place, span: Span) {
        let PlaceKind::Global(id) = root_kind(place) else {
            return;
        };
        let Some(g) = self.globals.all.get(id.0 as usize) else {
            return;
        };
        if g.space == crate::tree::Space::Constant {
            let message = format!(
                "`{}` is constant memory, which a kernel cannot change",
                g.name
            );
            let diag =
                Diag::warning(Code::ConstantWrite, span, message).label(g.span, "declared here");
            self.note(diag.help("the host sets it before the launch; for memory that kernels write use `__device__`"));
        }
    }

    /// A place in words: its name where it has one.
    pub(super) fn describe(&self, place: &Place) -> String {
        format!("`{}`", self.spell(place))
    }

    pub(super) fn spell(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Var(id) => self.var(*id).map_or(String::new(), |v| v.name.clone()),
            PlaceKind::Global(id) => self.globals.all[id.0 as usize].name.clone(),
            PlaceKind::Index(base, _) => format!("{}[…]", self.spell(base)),
            PlaceKind::Field(base, at) => {
                let name = match &base.ty {
                    Type::Struct(id) => self
                        .types
                        .get(*id)
                        .fields
                        .get(*at as usize)
                        .map(|f| f.name.clone()),
                    _ => None,
                };
                let (of, name) = (self.spell(base), name.unwrap_or_default());
                match of.strip_prefix('*') {
                    Some(pointer) => format!("{pointer}->{name}"),
                    None => format!("{of}.{name}"),
                }
            }
            PlaceKind::Then(_, place) => self.spell(place),
            PlaceKind::Deref(e) => match &e.kind {
                ExprKind::PtrAdd { pointer, .. } => format!("{}[…]", self.spell_pointer(pointer)),
                ExprKind::Load(p) if self.is_reference(p) => self.spell(p),
                _ => format!("*{}", self.spell_pointer(e)),
            },
        }
    }

    pub(super) fn spell_pointer(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Load(p) | ExprKind::Decay(p) => self.spell(p),
            _ => "…".into(),
        }
    }

    pub(super) fn is_reference(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Var(id) if self.var(id).is_some_and(|v| v.reference))
    }

    /// `place = value`, giving the place back as C++ does.
    pub(super) fn assign(&mut self, target: Lvalue, value: Expr, span: Span) -> Option<Expr> {
        if !self.writable(&target, span, "assign to") {
            return None;
        }
        if let Type::Array(..) = target.place.ty {
            let what = self.describe(&target.place);
            let mut diag = Diag::error(
                Code::NotAssignable,
                span,
                format!("{what} is an array: it cannot be assigned as a whole"),
            );
            diag.help = Some("copy it element by element in a loop".into());
            self.note(diag);
            return None;
        }
        let ty = target.place.ty.clone();
        let value = Box::new(self.coerce(value, &ty, &Purpose::Assign)?);
        self.set(&target.place);
        self.warn_of_copy(&target.place);
        Some(Expr {
            kind: ExprKind::Assign {
                place: target.place,
                value,
            },
            ty,
            span,
        })
    }

    /// `place op= value`, `++` and `--` (with `value` 1 and `old` for the postfix forms).
    pub(super) fn update(
        &mut self,
        op: BinaryOp,
        target: Lvalue,
        value: Expr,
        how: UpdateHow,
    ) -> Option<Expr> {
        let span = how.span;
        if !self.writable(&target, span, "change") {
            return None;
        }
        let text = format!("{}=", Op::Arithmetic(op).text());
        let ty = target.place.ty.clone();
        self.warn_unset(&target.place);
        self.warn_of_copy(&target.place);
        if matches!(ty, Type::Pointer(_)) && matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let as_value = Expr {
                kind: ExprKind::Load(target.place.clone()),
                ty: ty.clone(),
                span: target.place.span,
            };
            let size = self.stride(&as_value)?;
            let index = Box::new(self.index(value, "what is added to a pointer")?);
            let change = Change::Pointer {
                index,
                size,
                minus: op == BinaryOp::Sub,
            };
            return Some(Expr {
                kind: ExprKind::Update {
                    place: target.place,
                    change,
                    old: how.old,
                },
                ty,
                span,
            });
        }
        let shown = Expr {
            kind: ExprKind::Load(target.place.clone()),
            ty: ty.clone(),
            span: target.place.span,
        };
        let a = self.operand(&shown, &text)?;
        let b = self.operand(&value, &text)?;
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (work, count) = if shift {
            (a.promoted(), b.promoted())
        } else {
            (a.usual(b), a.usual(b))
        };
        if !matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
        ) && (a.is_float() || b.is_float())
        {
            self.integers_only(op, a, b, span);
            return None;
        }
        if matches!(ty, Type::Enum(_)) {
            self.no_operator(&shown, &text);
            return None;
        }
        self.warn_double(&shown, &value, work);
        self.warn_operands(op, &value, work, b);
        let mut work_ty = Type::Scalar(work);
        let mut operand = convert::force(&self.types, value, &count.into());
        if ty == Type::FLOAT
            && work == Scalar::Double
            && let Some(single) = single::as_float(&operand)
        {
            (work_ty, operand) = (ty.clone(), single);
        }
        let change = Change::Arithmetic {
            op,
            widen: convert::kind(&self.types, &ty, &work_ty).filter(|_| ty != work_ty),
            narrow: convert::kind(&self.types, &work_ty, &ty).filter(|_| ty != work_ty),
            operand: Box::new(operand),
            work: work_ty,
        };
        Some(Expr {
            kind: ExprKind::Update {
                place: target.place,
                change,
                old: how.old,
            },
            ty,
            span,
        })
    }
}

/// Where an update stands and which value it gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpdateHow {
    /// The whole expression.
    pub span: Span,
    /// The value from before, as `x++` gives.
    pub old: bool,
}

/// The variable that a place is part of.
pub(super) fn root(place: &Place) -> Option<VarId> {
    match root_kind(place) {
        PlaceKind::Var(id) => Some(*id),
        _ => None,
    }
}

pub(super) fn root_kind(place: &Place) -> &PlaceKind {
    match &place.kind {
        PlaceKind::Index(base, _) | PlaceKind::Field(base, _) => root_kind(base),
        PlaceKind::Then(_, place) => root_kind(place),
        kind => kind,
    }
}
