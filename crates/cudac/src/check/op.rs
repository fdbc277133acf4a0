//! Operators: C++'s arithmetic, comparison, pointer and assignment rules on operands that have types.
//! In: typed operands; out: one typed expression, or a problem noted and `None`.
//! The rule: both operands of an arithmetic node are first converted to the common type, constants fold,
//! and whatever C++ leaves undefined for constants earns a warning here.
//! Next: convert.rs for the conversions, expr.rs for who calls this.

use super::assign::root_kind;
use super::{Checker, Side, Typed, convert, konst};
use crate::tree::{
    BinaryOp, CompareOp, Const, Expr, ExprKind, INDEX, Place, PlaceKind, Space, UnaryOp,
};
use crate::ty::{Class, Qualified, Scalar, Type};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// A binary operator that is neither assignment nor comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// `+ - * / % & | ^ << >>`
    Arithmetic(BinaryOp),
    /// `== != < <= > >=`
    Compare(CompareOp),
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Op {
    /// As written.
    pub(super) fn text(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Op::And => "&&",
            Op::Or => "||",
            Op::Arithmetic(op) => match op {
                Add => "+",
                Sub => "-",
                Mul => "*",
                Div => "/",
                Rem => "%",
                And => "&",
                Or => "|",
                Xor => "^",
                Shl => "<<",
                Shr => ">>",
            },
            Op::Compare(op) => match op {
                CompareOp::Eq => "==",
                CompareOp::Ne => "!=",
                CompareOp::Lt => "<",
                CompareOp::Le => "<=",
                CompareOp::Gt => ">",
                CompareOp::Ge => ">=",
            },
        }
    }
}

pub(super) fn constant(c: Const, ty: impl Into<Type>, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Const(c),
        ty: ty.into(),
        span,
    }
}

impl Checker<'_> {
    /// A condition.
    pub(super) fn truth(&mut self, value: Expr) -> Option<Expr> {
        if self.class_of(&value.ty).is_some() {
            return self.truth_of(Typed::Value(value));
        }
        self.plain_truth(value)
    }

    /// A number or a pointer as a condition.
    fn plain_truth(&mut self, value: Expr) -> Option<Expr> {
        if self.member_behind(&value.ty).is_some() {
            return self.member_pointer_truth(value);
        }
        match self.types.class(&value.ty) {
            Class::Scalar(_) | Class::Pointer if !self.is_scoped(&value.ty) => {
                Some(convert::force(&self.types, value, &Type::BOOL))
            }
            _ => {
                let found = self.types.show(&value.ty);
                self.error(
                    Code::TypeMismatch,
                    value.span,
                    format!("a condition must be a number or a pointer, not `{found}`"),
                );
                None
            }
        }
    }

    /// What an expression turned out to be, as a condition: an object is asked with `operator bool`.
    pub(super) fn truth_of(&mut self, typed: Typed) -> Option<Expr> {
        let value = match self.class_of(Self::type_of_typed(&typed)) {
            Some(_) => self.plain_operand(typed, Some(&Type::BOOL), true)?,
            None => self.value(typed)?,
        };
        self.plain_truth(value)
    }

    pub(super) fn is_scoped(&self, ty: &Type) -> bool {
        matches!(ty, Type::Enum(id) if self.types.enums[id.0 as usize].scoped)
    }

    /// An operand's scalar type, after promotion.
    pub(super) fn operand(&mut self, e: &Expr, op: &str) -> Option<Scalar> {
        match self.types.class(&e.ty) {
            Class::Scalar(s) if !self.is_scoped(&e.ty) => Some(self.bits_promoted(e, s)),
            _ => {
                self.no_operator(e, op);
                None
            }
        }
    }

    pub(super) fn no_operator(&mut self, e: &Expr, op: &str) {
        if self.unclear_value(e) {
            return;
        }
        let found = self.types.show(&e.ty);
        let mut diag = Diag::error(
            Code::BadOperand,
            e.span,
            format!("`{op}` does not work on `{found}`"),
        );
        diag.help = match &e.ty {
            Type::Struct(id) if self.types.get(*id).vector.is_some() => {
                Some(format!("vector types have no operators: write it for each component, `a.x {op} b.x`"))
            }
            Type::Struct(_) => Some("apply it to the fields".into()),
            Type::Enum(_) => Some("convert it first: `static_cast<int>(…)`".into()),
            Type::Pointer(_) => Some("only adding and subtracting integers, comparing, and pointer minus pointer work on addresses".into()),
            Type::Void => Some("the call returns nothing".into()),
            _ => None,
        };
        self.note(diag);
    }

    /// `+x -x ~x`.
    pub(super) fn sign(&mut self, op: Option<UnaryOp>, e: Expr, span: Span) -> Option<Expr> {
        let text = match op {
            None => "+",
            Some(UnaryOp::Neg) => "-",
            Some(UnaryOp::BitNot) => "~",
        };
        if op.is_none() && matches!(e.ty, Type::Pointer(_)) {
            return Some(e);
        }
        let s = self.operand(&e, text)?.promoted();
        if op == Some(UnaryOp::BitNot) && s.is_float() {
            self.no_operator(&e, text);
            return None;
        }
        let e = convert::force(&self.types, e, &s.into());
        let Some(op) = op else {
            return Some(Expr { span, ..e });
        };
        if let ExprKind::Const(c) = e.kind
            && let Some(v) = konst::unary(op, c, s)
        {
            return Some(constant(v, s, span));
        }
        Some(Expr {
            kind: ExprKind::Unary(op, Box::new(e)),
            ty: s.into(),
            span,
        })
    }

    /// `!x`.
    pub(super) fn not(&mut self, e: Expr, span: Span) -> Option<Expr> {
        let e = self.truth(e)?;
        Some(match e.kind {
            ExprKind::Const(c) => {
                constant(Const::Int(i64::from(!konst::truth(c))), Scalar::Bool, span)
            }
            _ => Expr {
                kind: ExprKind::Not(Box::new(e)),
                ty: Type::BOOL,
                span,
            },
        })
    }

    /// Any binary operator on two values.
    pub(super) fn binary(&mut self, op: Op, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        match op {
            Op::And | Op::Or => self.logical(op, l, r, span),
            Op::Compare(how) => self.compare(how, l, r, span),
            Op::Arithmetic(how) => match (how, &l.ty, &r.ty) {
                (BinaryOp::Add, Type::Pointer(_), _) => self.advance(l, r, false, span),
                (BinaryOp::Add, _, Type::Pointer(_)) => self.advance(r, l, false, span),
                (BinaryOp::Sub, Type::Pointer(_), Type::Pointer(_)) => self.distance(l, r, span),
                (BinaryOp::Sub, Type::Pointer(_), _) => self.advance(l, r, true, span),
                _ => self.arithmetic(how, l, r, span),
            },
        }
    }

    fn logical(&mut self, op: Op, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        let (l, r) = (self.truth(l), self.truth(r));
        let (l, r) = (l?, r?);
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&l.kind, &r.kind) {
            let (a, b) = (konst::truth(*a), konst::truth(*b));
            let v = if op == Op::And { a && b } else { a || b };
            return Some(constant(Const::Int(i64::from(v)), Scalar::Bool, span));
        }
        let (l, r) = (Box::new(l), Box::new(r));
        let kind = if op == Op::And {
            ExprKind::And(l, r)
        } else {
            ExprKind::Or(l, r)
        };
        Some(Expr {
            kind,
            ty: Type::BOOL,
            span,
        })
    }

    fn arithmetic(&mut self, op: BinaryOp, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        let text = Op::Arithmetic(op).text();
        let a = self.operand(&l, text)?;
        let b = self.operand(&r, text)?;
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (work, count) = if shift {
            (a.promoted(), b.promoted())
        } else {
            (a.usual(b), a.usual(b))
        };
        let integers_only = !matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
        );
        if integers_only && (a.is_float() || b.is_float()) {
            self.integers_only(op, a, b, span);
            return None;
        }
        self.warn_double(&l, &r, work);
        self.warn_operands(op, &r, work, b);
        let l = convert::force(&self.types, l, &work.into());
        let r = convert::force(&self.types, r, &count.into());
        if let (ExprKind::Const(x), ExprKind::Const(y)) = (&l.kind, &r.kind)
            && let Some(folded) = konst::binary(op, *x, *y, work, count)
        {
            if folded.overflow {
                self.warn(
                    Code::ConstantWraps,
                    span,
                    format!("this does not fit `{}` and wraps around", work.name()),
                );
            }
            return Some(constant(folded.value, work, span));
        }
        Some(Expr {
            kind: ExprKind::Binary(op, Box::new(l), Box::new(r)),
            ty: work.into(),
            span,
        })
    }

    pub(super) fn integers_only(&mut self, op: BinaryOp, a: Scalar, b: Scalar, span: Span) {
        let text = Op::Arithmetic(op).text();
        let found = if a.is_float() { a } else { b };
        let mut diag = Diag::error(
            Code::BadOperand,
            span,
            format!(
                "`{text}` needs integers, and one side is `{}`",
                found.name()
            ),
        );
        diag.help =
            (op == BinaryOp::Rem).then(|| "`fmodf(a, b)` is the remainder of floats".into());
        self.note(diag);
    }

    pub(super) fn warn_operands(&mut self, op: BinaryOp, r: &Expr, work: Scalar, count: Scalar) {
        let ExprKind::Const(c) = r.kind else { return };
        let Some(v) = konst::integer(c, count) else {
            return;
        };
        match op {
            BinaryOp::Div | BinaryOp::Rem if v == 0 && work.is_integer() => {
                self.warn(Code::ConstantDivision, r.span, "division by zero");
            }
            BinaryOp::Shl | BinaryOp::Shr if v < 0 || v >= i128::from(work.bits()) => {
                self.warn(
                    Code::ConstantWraps,
                    r.span,
                    format!("a shift by {v} moves every bit out of `{}`", work.name()),
                );
            }
            _ => {}
        }
    }

    /// `x * 0.1` with a `float` x runs in double, which is slow on most GPUs and rarely meant; whether it does, the whole function tells.
    pub(super) fn warn_double(&mut self, l: &Expr, r: &Expr, work: Scalar) {
        if work != Scalar::Double {
            return;
        }
        for (literal, other) in [(l, r), (r, l)] {
            let float = other.ty == Type::FLOAT && !matches!(other.kind, ExprKind::Const(_));
            if float && let Some(&written) = self.texts.double_literals.get(&literal.span) {
                let mut diag = Diag::warning(
                    Code::DoubleArithmetic,
                    literal.span,
                    "this literal is a `double`, so the `float` beside it is converted and the operation runs in double precision",
                );
                if written {
                    diag.help = Some("a trailing `f` makes it a `float`".into());
                    diag = diag.fix(literal.span.after(), "f");
                } else {
                    diag.help =
                        Some("a cast to `float` before it keeps the operation single".into());
                }
                self.body.doubles.push((literal.span, diag));
            }
        }
    }

    /// The index of an array or a step of a pointer.
    pub(super) fn index(&mut self, e: Expr, what: &'static str) -> Option<Expr> {
        match self.types.scalar(&e.ty) {
            Some(s) if s.is_integer() && !self.is_scoped(&e.ty) => {
                Some(convert::force(&self.types, e, &INDEX.into()))
            }
            _ => {
                let found = self.types.show(&e.ty);
                let mut diag = Diag::error(
                    Code::TypeMismatch,
                    e.span,
                    format!("{what} must be an integer, not `{found}`"),
                );
                if self.types.scalar(&e.ty).is_some_and(Scalar::is_float) {
                    diag.help = Some("`static_cast<int>(…)` drops the fraction".into());
                }
                self.note(diag);
                None
            }
        }
    }

    /// Says so if a pointer is a `void*`: NVIDIA's compiler adds integers to one, but neither counts it up nor subtracts it.
    pub(super) fn is_untyped(&mut self, pointer: &Type, span: Span) -> bool {
        let untyped = pointer.pointee().is_some_and(|to| to.ty == Type::Void);
        if untyped {
            let message = "a `void*` has no elements to step over";
            let help = "cast it first: `static_cast<float*>(p)`";
            self.note(Diag::error(Code::NotAPointer, span, message).help(help));
        }
        untyped
    }

    /// Bytes of what a pointer points at; a `void*` steps over bytes, as GCC has it.
    pub(super) fn stride(&mut self, pointer: &Expr) -> Option<u64> {
        let to = pointer.ty.pointee()?;
        if to.ty == Type::Void {
            return Some(1);
        }
        let to = to.ty.clone();
        self.defined(&to, pointer.span)?;
        Some(self.types.size(&to))
    }

    /// Pointer plus or minus integer.
    pub(super) fn advance(
        &mut self,
        pointer: Expr,
        by: Expr,
        minus: bool,
        span: Span,
    ) -> Option<Expr> {
        let size = self.stride(&pointer)?;
        if matches!(by.ty, Type::Pointer(_)) {
            let mut diag = Diag::error(Code::BadOperand, span, "two pointers cannot be added");
            diag.help = Some("`p + i` with an integer `i` is the address of `p[i]`".into());
            self.note(diag);
            return None;
        }
        let index = Box::new(self.index(by, "what is added to a pointer")?);
        let ty = pointer.ty.clone();
        Some(Expr {
            kind: ExprKind::PtrAdd {
                pointer: Box::new(pointer),
                index,
                size,
                minus,
            },
            ty,
            span,
        })
    }

    fn distance(&mut self, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        let same = matches!((l.ty.pointee(), r.ty.pointee()), (Some(a), Some(b)) if a.ty == b.ty);
        if !same {
            let (a, b) = (self.types.show(&l.ty), self.types.show(&r.ty));
            self.error(
                Code::TypeMismatch,
                span,
                format!("`{a}` minus `{b}`: the pointers have different types"),
            );
            return None;
        }
        if self.is_untyped(&l.ty, l.span) {
            return None;
        }
        let size = self.stride(&l)?.max(1);
        let (left, right) = (Box::new(l), Box::new(r));
        Some(Expr {
            kind: ExprKind::PtrDiff { left, right, size },
            ty: INDEX.into(),
            span,
        })
    }

    /// `c ? a : b` on values.
    pub(super) fn select(&mut self, cond: Expr, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        self.whole_behind(&a.ty, &b.ty);
        let beside = a.ty.clone();
        let a = convert::null_as_number(a, &b.ty);
        let b = convert::null_as_number(b, &beside);
        let ty = self.type_of_arms(&a, &b, span)?;
        let (a, b) = (
            convert::force(&self.types, a, &ty),
            convert::force(&self.types, b, &ty),
        );
        if let ExprKind::Const(c) = cond.kind
            && matches!((&a.kind, &b.kind), (ExprKind::Const(_), ExprKind::Const(_)))
        {
            let chosen = if konst::truth(c) { a } else { b };
            return Some(Expr { span, ..chosen });
        }
        Some(Expr {
            kind: ExprKind::Select(Box::new(cond), Box::new(a), Box::new(b)),
            ty,
            span,
        })
    }

    fn type_of_arms(&mut self, a: &Expr, b: &Expr, span: Span) -> Option<Type> {
        if a.ty == b.ty {
            return Some(a.ty.clone());
        }
        if a.ty == Type::Void || b.ty == Type::Void {
            self.error(
                Code::TypeMismatch,
                span,
                "one arm of `? :` has a value and the other has none",
            );
            return None;
        }
        if let (Some(x), Some(y)) = (self.types.scalar(&a.ty), self.types.scalar(&b.ty))
            && !self.is_scoped(&a.ty)
            && !self.is_scoped(&b.ty)
        {
            let work = x.usual(y);
            self.warn_double(a, b, work);
            return Some(work.into());
        }
        let null = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Null));
        if null(b) && matches!(a.ty, Type::Pointer(_)) {
            return Some(a.ty.clone());
        }
        if convert::implicit(&self.types, a, &b.ty).is_ok() && matches!(b.ty, Type::Pointer(_)) {
            return Some(b.ty.clone());
        }
        if convert::implicit(&self.types, b, &a.ty).is_ok() && matches!(a.ty, Type::Pointer(_)) {
            return Some(a.ty.clone());
        }
        if let Some(ty) = pointer_of_both(&a.ty, &b.ty) {
            return Some(ty);
        }
        let (x, y) = (self.types.show(&a.ty), self.types.show(&b.ty));
        self.error(
            Code::TypeMismatch,
            span,
            format!("the arms of `? :` have types `{x}` and `{y}`, which have no common type"),
        );
        None
    }

    /// A value out of whatever an expression was: places are read, arrays become pointers.
    pub(super) fn value(&mut self, typed: Typed) -> Option<Expr> {
        match typed {
            Typed::Value(e) => (e.ty != Type::Error).then_some(e),
            Typed::Place(l) => {
                let span = l.place.span;
                if let Some(c) = l.known {
                    return Some(constant(c, l.place.ty, span));
                }
                match l.place.ty.clone() {
                    Type::Error => None,
                    Type::Array(of, _) => {
                        self.take_address(&l.place);
                        self.warn_of_copys_address(&l.place);
                        let of = crate::ty::Qualified {
                            constant: of.constant || l.constant,
                            ..(*of).clone()
                        };
                        Some(Expr {
                            kind: ExprKind::Decay(l.place),
                            ty: Type::pointer_to(of),
                            span,
                        })
                    }
                    Type::Function(_) => match l.place.kind {
                        PlaceKind::Deref(pointer) => Some(*pointer),
                        _ => None,
                    },
                    ty if self.copy_calls(&ty) => self.copy_value(l),
                    ty => {
                        self.defined(&ty, span)?;
                        self.warn_unset(&l.place);
                        self.warn_of_copy(&l.place);
                        let constant =
                            self.body.side != Side::Host && self.is_hosts_constant(&l.place);
                        let load = Expr {
                            kind: ExprKind::Load(l.place),
                            ty,
                            span,
                        };
                        // What is known of it while compiling, device code may use.
                        Some(if constant { self.folded(load) } else { load })
                    }
                }
            }
        }
    }

    /// Whether a place is in a `constexpr` variable of the host.
    fn is_hosts_constant(&self, place: &Place) -> bool {
        let PlaceKind::Global(id) = root_kind(place) else {
            return false;
        };
        let global = self.globals.all.get(id.0 as usize);
        self.globals.constexpr.contains(id) && global.is_some_and(|g| g.space == Space::Host)
    }
}

/// What two pointers both become that differ only in what is `const` behind them: `char**` and `const char**` are
/// `const char* const*`.
fn pointer_of_both(a: &Type, b: &Type) -> Option<Type> {
    let (a, b) = (a.pointee()?, b.pointee()?);
    let constant = a.constant || b.constant;
    if a.ty == b.ty {
        return Some(Type::pointer_to(Qualified::with_const(
            a.ty.clone(),
            constant,
        )));
    }
    let inner = pointer_of_both(&a.ty, &b.ty)?;
    Some(Type::pointer_to(Qualified::with_const(inner, true)))
}
