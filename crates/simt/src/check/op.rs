//! Operators: C++'s arithmetic, comparison, pointer and assignment rules on operands that have types.
//! In: typed operands; out: one typed expression, or a problem noted and `None`.
//! The rule: both operands of an arithmetic node are first converted to the common type, constants fold,
//! and whatever C++ leaves undefined for constants earns a warning here.
//! Next: convert.rs for the conversions, expr.rs for who calls this.

use super::convert::{self, Why};
use super::{Checker, Lvalue, Typed, konst};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{
    BinaryOp, Change, CompareOp, Const, Expr, ExprKind, INDEX, Place, PlaceKind, UnaryOp, VarId,
};
use crate::ty::{Class, Scalar, Type};

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

/// What a value is wanted for; only the wording of a refusal depends on it.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The first value of a variable of this name.
    Init(String),
    /// The right side of `=`.
    Assign,
    /// Argument number (from 1) of a function.
    Argument(usize, String),
    /// What the function returns.
    Return,
    /// An array index, a size, a case label.
    Other(&'static str),
}

impl Purpose {
    fn lead(&self, wanted: &str) -> String {
        match self {
            Purpose::Init(name) if name.is_empty() => format!("expected `{wanted}`"),
            Purpose::Init(name) => format!("`{name}` is `{wanted}`"),
            Purpose::Assign => format!("`{wanted}` is assigned to"),
            Purpose::Argument(n, f) => format!("argument {n} of `{f}` is `{wanted}`"),
            Purpose::Return => format!("the function returns `{wanted}`"),
            Purpose::Other(what) => format!("{what} must be `{wanted}`"),
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
    /// A value converted to the type that `purpose` needs.
    pub(super) fn coerce(&mut self, value: Expr, to: &Type, purpose: &Purpose) -> Option<Expr> {
        if value.ty == Type::Error || *to == Type::Error {
            return None;
        }
        match convert::implicit(&self.types, &value, to) {
            Ok(_) => {
                self.warn_lossy_constant(&value, to);
                Some(convert::force(&self.types, value, to))
            }
            Err(why) => {
                self.explain_mismatch(&value, to, purpose, why);
                None
            }
        }
    }

    fn explain_mismatch(&mut self, value: &Expr, to: &Type, purpose: &Purpose, why: Why) {
        let (found, wanted) = (self.types.show(&value.ty), self.types.show(to));
        let lead = purpose.lead(&wanted);
        let (message, help) = match why {
            Why::LosesConst => (
                format!("{lead}, but the value is `{found}`: that would drop the `const`"),
                Some(format!(
                    "if nothing is written through it, declare it `{found}`"
                )),
            ),
            Why::OtherPointer => (
                format!("{lead}, but the value is `{found}`"),
                Some(format!(
                    "to look at the same bytes as another type, write `reinterpret_cast<{wanted}>(…)`"
                )),
            ),
            Why::IntegerToPointer => (
                format!("{lead}, but the value is `{found}`, not an address"),
                Some("`&x` is the address of `x`, and `p + i` that of `p[i]`".into()),
            ),
            Why::PointerToNumber => (
                format!("{lead}, but the value is `{found}`, an address"),
                Some("`p[i]` or `*p` reads what a pointer points at".into()),
            ),
            Why::ScopedEnum => (
                format!(
                    "{lead}, but the value is `{found}`, and an enumeration takes part only when asked"
                ),
                Some(format!("write `static_cast<{wanted}>(…)`")),
            ),
            Why::Unrelated if value.ty == Type::Void => (
                format!("{lead}, but the call returns nothing"),
                Some("the function is `void`".into()),
            ),
            Why::Unrelated => (
                format!("{lead}, but the value is `{found}`"),
                self.how_to_make(to),
            ),
        };
        let mut diag = Diag::error(Code::TypeMismatch, value.span, message);
        diag.help = help;
        self.note(diag);
    }

    fn how_to_make(&self, to: &Type) -> Option<String> {
        let Type::Struct(id) = to else { return None };
        let s = self.types.get(*id);
        let parts: Vec<&str> = s.fields.iter().map(|f| f.name.as_str()).collect();
        let list = parts.join(", ");
        Some(match s.vector {
            Some(_) => format!("build one with `make_{}({list})`", s.name),
            None => format!("build one with `{}{{{list}}}`", s.name),
        })
    }

    /// A constant that does not survive its conversion deserves a word.
    fn warn_lossy_constant(&mut self, value: &Expr, to: &Type) {
        let ExprKind::Const(c) = value.kind else {
            return;
        };
        let (Some(from), Some(into)) = (self.types.scalar(&value.ty), self.types.scalar(to)) else {
            return;
        };
        if into == Scalar::Bool || into.is_float() {
            return;
        }
        let after = konst::convert(c, from, into);
        if from.is_integer() {
            let (Some(a), Some(b)) = (konst::integer(c, from), konst::integer(after, into)) else {
                return;
            };
            let usual = a == -1 && !into.is_signed();
            let bits_kept = into.is_signed() && a >= 0 && a < (1i128 << into.bits());
            if a != b && !usual && !(bits_kept && into.size() >= 4) {
                self.warn(
                    Code::Narrowing,
                    value.span,
                    format!("{a} does not fit `{}`: it becomes {b}", into.name()),
                );
            }
        } else if konst::real(c, from) != konst::real(after, into) {
            let (a, b) = (
                konst::real(c, from),
                konst::integer(after, into).unwrap_or(0),
            );
            self.warn(
                Code::Narrowing,
                value.span,
                format!("{a} does not fit `{}`: it becomes {b}", into.name()),
            );
        }
    }

    /// A condition.
    pub(super) fn truth(&mut self, value: Expr) -> Option<Expr> {
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

    fn is_scoped(&self, ty: &Type) -> bool {
        matches!(ty, Type::Enum(id) if self.types.enums[id.0 as usize].scoped)
    }

    /// An operand's scalar type, after promotion.
    fn operand(&mut self, e: &Expr, op: &str) -> Option<Scalar> {
        match self.types.class(&e.ty) {
            Class::Scalar(s) if !self.is_scoped(&e.ty) => Some(s),
            _ => {
                self.no_operator(e, op);
                None
            }
        }
    }

    fn no_operator(&mut self, e: &Expr, op: &str) {
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
        let (a, b) = (self.operand(&l, text), self.operand(&r, text));
        let (a, b) = (a?, b?);
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (work, count) = if shift {
            (a.promoted(), b.promoted())
        } else {
            (a.common(b), a.common(b))
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
                    Code::ConstantOverflow,
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

    fn integers_only(&mut self, op: BinaryOp, a: Scalar, b: Scalar, span: Span) {
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

    fn warn_operands(&mut self, op: BinaryOp, r: &Expr, work: Scalar, count: Scalar) {
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
                    Code::ConstantOverflow,
                    r.span,
                    format!("a shift by {v} moves every bit out of `{}`", work.name()),
                );
            }
            _ => {}
        }
    }

    /// `x * 0.5` with a `float` x runs in double: slow on most GPUs and rarely meant.
    fn warn_double(&mut self, l: &Expr, r: &Expr, work: Scalar) {
        if work != Scalar::Double {
            return;
        }
        for (literal, other) in [(l, r), (r, l)] {
            let float = other.ty == Type::FLOAT && !matches!(other.kind, ExprKind::Const(_));
            if float && self.double_literals.contains(&literal.span) {
                let mut diag = Diag::warning(
                    Code::DoubleArithmetic,
                    literal.span,
                    "this literal is a `double`, so the `float` beside it is converted and the operation runs in double precision",
                );
                diag.help = Some("a trailing `f` makes it a `float`".into());
                diag = diag.fix(literal.span.after(), "f");
                self.note(diag);
            }
        }
    }

    fn compare(&mut self, op: CompareOp, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        let pointer = matches!(l.ty, Type::Pointer(_)) || matches!(r.ty, Type::Pointer(_));
        let (l, r) = if pointer {
            self.compare_pointers(op, l, r)?
        } else {
            self.compare_numbers(op, l, r)?
        };
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&l.kind, &r.kind) {
            let ty = self.types.scalar(&l.ty).unwrap_or(Scalar::ULong);
            if let Some(v) = konst::compare(op, *a, *b, ty) {
                return Some(constant(Const::Int(i64::from(v)), Scalar::Bool, span));
            }
        }
        Some(Expr {
            kind: ExprKind::Compare(op, Box::new(l), Box::new(r)),
            ty: Type::BOOL,
            span,
        })
    }

    fn compare_numbers(&mut self, op: CompareOp, l: Expr, r: Expr) -> Option<(Expr, Expr)> {
        if l.ty == r.ty && self.is_scoped(&l.ty) {
            return Some((l, r));
        }
        let text = Op::Compare(op).text();
        let (a, b) = (self.operand(&l, text), self.operand(&r, text));
        let (a, b) = (a?, b?);
        let work = a.common(b);
        self.warn_signs(op, (&l, a), (&r, b), work);
        self.warn_double(&l, &r, work);
        let l = convert::force(&self.types, l, &work.into());
        let r = convert::force(&self.types, r, &work.into());
        Some((l, r))
    }

    /// Comparisons that cannot come out both ways because a negative number became a huge one.
    fn warn_signs(&mut self, op: CompareOp, l: (&Expr, Scalar), r: (&Expr, Scalar), work: Scalar) {
        if work.is_signed() || work.is_float() {
            return;
        }
        let value = |(e, s): (&Expr, Scalar)| match e.kind {
            ExprKind::Const(c) => konst::integer(c, s),
            _ => None,
        };
        let (a, b) = (value(l), value(r));
        if a.is_some() && b.is_some() {
            return;
        }
        if let Some((v, e)) = a.map(|v| (v, l.0)).or(b.map(|v| (v, r.0)))
            && v < 0
        {
            self.warn(
                Code::SignCompare,
                e.span,
                format!(
                    "{v} is compared with an unsigned number and counts as {}",
                    work.wrap(v)
                ),
            );
        }
        let never = matches!((op, b), (CompareOp::Lt, Some(0)))
            || matches!((op, a), (CompareOp::Gt, Some(0)));
        let always = matches!((op, b), (CompareOp::Ge, Some(0)))
            || matches!((op, a), (CompareOp::Le, Some(0)));
        if never || always {
            let (e, zero) = if b == Some(0) { (l.0, r.0) } else { (r.0, l.0) };
            let span = e.span.to(zero.span);
            let outcome = if always { "true" } else { "false" };
            self.warn(
                Code::SignCompare,
                span,
                format!("this is always {outcome}: an unsigned number is never negative"),
            );
        }
    }

    fn compare_pointers(&mut self, op: CompareOp, l: Expr, r: Expr) -> Option<(Expr, Expr)> {
        let ty = if matches!(l.ty, Type::Pointer(_))
            && convert::implicit(&self.types, &r, &l.ty).is_ok()
        {
            Some(l.ty.clone())
        } else if matches!(r.ty, Type::Pointer(_))
            && convert::implicit(&self.types, &l, &r.ty).is_ok()
        {
            Some(r.ty.clone())
        } else {
            None
        };
        let Some(ty) = ty else {
            let (a, b) = (self.types.show(&l.ty), self.types.show(&r.ty));
            let span = l.span.to(r.span);
            let text = Op::Compare(op).text();
            self.error(
                Code::TypeMismatch,
                span,
                format!("`{a}` and `{b}` cannot be compared with `{text}`"),
            );
            return None;
        };
        Some((
            convert::force(&self.types, l, &ty),
            convert::force(&self.types, r, &ty),
        ))
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

    /// Bytes of what a pointer points at; `void` has none.
    fn stride(&mut self, pointer: &Expr) -> Option<u64> {
        let to = pointer.ty.pointee()?;
        if to.ty == Type::Void {
            let mut diag = Diag::error(
                Code::NotAPointer,
                pointer.span,
                "a `void*` has no elements to step over",
            );
            diag.help = Some("cast it first: `static_cast<float*>(p)`".into());
            self.note(diag);
            return None;
        }
        Some(self.types.size(&to.ty))
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
        let size = self.stride(&l)?.max(1);
        let (left, right) = (Box::new(l), Box::new(r));
        Some(Expr {
            kind: ExprKind::PtrDiff { left, right, size },
            ty: INDEX.into(),
            span,
        })
    }

    /// Notes an error and gives false unless the place may be written.
    pub(super) fn writable(&mut self, target: &Lvalue, span: Span, verb: &str) -> bool {
        if !target.constant {
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
        if matches!(root_kind(&target.place), PlaceKind::Global(_)) {
            diag.help = Some("`__constant__` memory is set by the host before the launch".into());
        }
        self.note(diag);
        false
    }

    /// A place in words: its name where it has one.
    pub(super) fn describe(&self, place: &Place) -> String {
        format!("`{}`", self.spell(place))
    }

    fn spell(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Var(id) => self.var(*id).map_or(String::new(), |v| v.name.clone()),
            PlaceKind::Global(id) => self.globals[id.0 as usize].name.clone(),
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
                format!("{}.{}", self.spell(base), name.unwrap_or_default())
            }
            PlaceKind::Then(_, place) => self.spell(place),
            PlaceKind::Deref(e) => match &e.kind {
                ExprKind::PtrAdd { pointer, .. } => format!("{}[…]", self.spell_pointer(pointer)),
                ExprKind::Load(p) if self.is_reference(p) => self.spell(p),
                _ => format!("*{}", self.spell_pointer(e)),
            },
        }
    }

    fn spell_pointer(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Load(p) | ExprKind::Decay(p) => self.spell(p),
            _ => "…".into(),
        }
    }

    fn is_reference(&self, place: &Place) -> bool {
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
        let (a, b) = (self.operand(&shown, &text), self.operand(&value, &text));
        let (a, b) = (a?, b?);
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (work, count) = if shift {
            (a.promoted(), b.promoted())
        } else {
            (a.common(b), a.common(b))
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
        let work_ty = Type::Scalar(work);
        let change = Change::Arithmetic {
            op,
            widen: convert::kind(&self.types, &ty, &work_ty).filter(|_| ty != work_ty),
            narrow: convert::kind(&self.types, &work_ty, &ty).filter(|_| ty != work_ty),
            operand: Box::new(convert::force(&self.types, value, &count.into())),
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

    /// `c ? a : b` on values.
    pub(super) fn select(&mut self, cond: Expr, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let ty = self.common_type(&a, &b, span)?;
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

    fn common_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Option<Type> {
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
            let work = x.common(y);
            self.warn_double(a, b, work);
            return Some(work.into());
        }
        if convert::implicit(&self.types, a, &b.ty).is_ok() && matches!(b.ty, Type::Pointer(_)) {
            return Some(b.ty.clone());
        }
        if convert::implicit(&self.types, b, &a.ty).is_ok() && matches!(a.ty, Type::Pointer(_)) {
            return Some(a.ty.clone());
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
                    ty => {
                        self.warn_unset(&l.place);
                        Some(Expr {
                            kind: ExprKind::Load(l.place),
                            ty,
                            span,
                        })
                    }
                }
            }
        }
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

fn root_kind(place: &Place) -> &PlaceKind {
    match &place.kind {
        PlaceKind::Index(base, _) | PlaceKind::Field(base, _) => root_kind(base),
        PlaceKind::Then(_, place) => root_kind(place),
        kind => kind,
    }
}
