//! `=`, `op=`, `++` and `--` as written: which place, which value, which operator.
//! In: the syntax of a change; out: an assignment or update of the tree.
//! The rule: the right side is visited first, so that `x = x + 1` of an unset `x` is seen as a read.
//! Next: assign.rs for what is built.

use super::assign::UpdateHow;
use super::expr::{bare, operator};
use super::op::{Op, constant};
use super::scope::SPECIALS;
use super::typex::spelled;
use super::{Checker, Lvalue, Typed};
use crate::check::expr::Expect;
use crate::tree::{BinaryOp, Const, Expr, ExprKind};
use crate::ty::{Scalar, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What assignments are called.
const ASSIGNMENT: &str = "operator=";

impl<'a> Checker<'a> {
    /// `++x`, `x--` and their kin, of objects too.
    pub(super) fn step_expr(
        &mut self,
        up: bool,
        inner: &'a ast::Expr,
        how: UpdateHow,
    ) -> Option<Typed> {
        if self.changes_special(inner) {
            return None;
        }
        let typed = self.expected(inner, Expect::Place)?;
        if let Type::Struct(_) | Type::Enum(_) = Self::type_of_typed(&typed) {
            let name = if up { "operator++" } else { "operator--" };
            let mut args = vec![typed.clone()];
            if how.old {
                args.push(Typed::Value(constant(Const::Int(0), Scalar::Int, how.span)));
            }
            if let Some(done) = self.user_operator(name, args, how.span) {
                return done;
            }
        }
        let target = self.left_place(typed, inner, if up { "++" } else { "--" })?;
        self.step(up, target, how).map(Typed::Value)
    }

    fn step(&mut self, up: bool, target: Lvalue, how: UpdateHow) -> Option<Expr> {
        let one = constant(Const::Int(1), Scalar::Int, how.span);
        if target.place.ty == Type::BOOL {
            let message = "a `bool` cannot be counted up or down";
            let help = "assign `true` or `false`, or flip it with `b = !b`";
            // nvcc still takes `++`, which C++17 dropped and which only ever gives `true`.
            if up {
                self.note(Diag::warning(Code::BoolCounted, how.span, message).help(help));
            } else {
                self.note(Diag::error(Code::BadOperand, how.span, message).help(help));
                return None;
            }
        }
        if self.is_untyped(&target.place.ty, how.span) {
            return None;
        }
        self.update(
            if up { BinaryOp::Add } else { BinaryOp::Sub },
            target,
            one,
            how,
        )
    }

    /// The place on the left of an assignment.
    pub(super) fn target(&mut self, e: &'a ast::Expr, op: &str) -> Option<Lvalue> {
        if self.changes_special(e) {
            return None;
        }
        let typed = self.expected(e, Expect::Place)?;
        self.left_place(typed, e, op)
    }

    /// Says so where `threadIdx.x` and its kin are to be changed.
    fn changes_special(&mut self, e: &'a ast::Expr) -> bool {
        if let A::Member(m) = &bare(e).kind
            && let Some(which) = self.special_of(&m.base)
        {
            let name = SPECIALS
                .iter()
                .find(|(_, s)| *s == which)
                .map_or("", |(n, _)| n);
            let message = format!(
                "`{name}.{}` says where the thread is and cannot be changed",
                m.member.name.text
            );
            self.note(
                Diag::error(Code::NotAssignable, e.span, message)
                    .help("copy it to a variable of your own"),
            );
            return true;
        }
        false
    }

    /// What was found on the left of an assignment as a place.
    fn left_place(&mut self, typed: Typed, e: &ast::Expr, op: &str) -> Option<Lvalue> {
        match typed {
            Typed::Place(l) => Some(l),
            Typed::Value(v) => {
                let mut diag = Diag::error(
                    Code::NotAssignable,
                    e.span,
                    format!(
                        "the left of `{op}` must be a variable, an element or a field, and this is a value"
                    ),
                );
                if let ExprKind::Const(_) = v.kind
                    && let A::Name(path) = &bare(e).kind
                {
                    diag = Diag::error(
                        Code::NotAssignable,
                        e.span,
                        format!("`{}` is a constant and cannot be changed", spelled(path)),
                    );
                }
                self.note(diag);
                None
            }
        }
    }

    pub(super) fn assign_expr(
        &mut self,
        op: Option<ast::BinaryOp>,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let text = op.map_or("=".to_string(), |op| format!("{}=", op.as_str()));
        // The right side is visited first, so that `x = x + 1` of an unset `x` is seen as a read.
        if let (None, A::Braces(items)) = (op, &r.kind) {
            let target = self.target(l, &text)?;
            let ty = target.place.ty.clone();
            if self.class_of(&ty).is_some() {
                let value = self.value_from_braces(r, &ty)?;
                return self.assigned(target, Typed::Value(value), span);
            }
            let values = self.values_of(items.iter().map(|i| &i.value));
            let value = self.construct_typed(&ty, values?, r.span)?;
            return self.assign(target, value, span).map(Typed::Value);
        }
        if let (Some(_), A::Braces(_)) = (op, &r.kind) {
            return self.braced_update(l, r, &text, span);
        }
        let value = self.expr(r);
        let value = match value {
            Some(v) if self.class_of(Self::type_of_typed(&v)).is_some() => Some(v),
            Some(v) => self.value(v).map(Typed::Value),
            None => None,
        };
        let target = self.left_side(l, &text);
        let (value, target) = (value?, target?);
        let how = match op.and_then(operator) {
            None => return self.assigned(target, value, span),
            Some(Op::Arithmetic(how)) => how,
            Some(_) => return None,
        };
        let left = Typed::Place(target.clone());
        if self.has_operators(&left) || self.has_operators(&value) {
            let name = format!("operator{text}");
            let args = vec![left, value.clone()];
            if let Some(done) = self.user_operator(&name, args, span) {
                return done;
            }
        }
        let value = self.plain_operand(value, Some(&target.place.ty), false)?;
        self.update(how, target, value, UpdateHow { span, old: false })
            .map(Typed::Value)
    }

    /// `x += {…}`: what the braces are shows what the class's operator takes.
    fn braced_update(
        &mut self,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        text: &str,
        span: Span,
    ) -> Option<Typed> {
        let target = self.left_side(l, text)?;
        let name = format!("operator{text}");
        let class = self.class_of(&target.place.ty);
        let members = class.and_then(|id| self.member_of(id, &name));
        let Some(super::scope::Entity::Functions(list)) = members else {
            let message = "braces are only a value where a type is given";
            self.error(Code::BadInitialiser, r.span, message);
            return None;
        };
        let args = self.arguments_for(std::slice::from_ref(r), &list, None)?;
        let call = super::call::Call {
            name: &name,
            callee: span,
            span,
            ordered: false,
        };
        self.call_with_object(&call, Some(target), &list, None, args)
    }

    /// The left side of an assignment: of an object a value will do.
    fn left_side(&mut self, e: &'a ast::Expr, op: &str) -> Option<Lvalue> {
        if let A::Call(..) | A::Index(..) | A::Unary(..) | A::Construct(..) = bare(e).kind {
            let typed = self.expected(e, Expect::Place)?;
            return match typed {
                Typed::Place(l) => Some(l),
                Typed::Value(v) if self.class_of(&v.ty).is_some() => self.materialise(v),
                value => self.left_place(value, e, op),
            };
        }
        self.target(e, op)
    }

    /// `C::operator=(value)` and `operator=(value)` in a method, where that is the copying that a class has without saying so:
    /// `None` where it is not.
    pub(super) fn assigned_as_base(
        &mut self,
        path: &'a ast::Path,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Option<Typed>> {
        if *path.last().name.text != *ASSIGNMENT {
            return None;
        }
        let class = match path.segments.len() {
            1 => self.this_class()?,
            _ => self.class_before(path)?,
        };
        let value = self.copied_unsaid(class, args)?;
        let object = self.this_object(path.span);
        let target = object.and_then(|o| self.upcast(o, class));
        Some(target.and_then(|target| self.assigned_from(target, value, span)))
    }

    /// `object.operator=(value)`, likewise.
    pub(super) fn assigned_by_name(
        &mut self,
        name: &str,
        object: &Typed,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Option<Typed>> {
        if name != ASSIGNMENT {
            return None;
        }
        let class = self.class_of(Self::type_of_typed(object))?;
        let value = self.copied_unsaid(class, args)?;
        let target = self.object(object.clone());
        Some(target.and_then(|target| self.assigned_from(target, value, span)))
    }

    /// The one argument of a class's assignment, unless the class itself says how it is assigned, or which base's way it takes.
    fn copied_unsaid(&self, class: StructId, args: &'a [ast::Expr]) -> Option<&'a ast::Expr> {
        let known = self.classes.known.get(&class)?;
        let said = self.says_assignment(class) || known.used.contains_key(ASSIGNMENT);
        match args {
            [value] if !said && !matches!(value.kind, A::Expand(_)) => Some(value),
            _ => None,
        }
    }

    /// `target = value` of an object, the value as written.
    fn assigned_from(&mut self, target: Lvalue, value: &'a ast::Expr, span: Span) -> Option<Typed> {
        let value = match value.kind {
            A::Braces(_) => Typed::Value(self.value_from_braces(value, &target.place.ty)?),
            _ => self.expr(value)?,
        };
        self.assigned(target, value, span)
    }

    /// `target = value`, giving the target back.
    fn assigned(&mut self, target: Lvalue, value: Typed, span: Span) -> Option<Typed> {
        let Some(id) = self.class_of(&target.place.ty) else {
            let ty = target.place.ty.clone();
            if let Type::Array(..) = ty {
                let value = self.value(value)?;
                return self.assign(target, value, span).map(Typed::Value);
            }
            let value = self.convert_typed(value, &ty, &super::coerce::Purpose::Assign)?;
            return self.assign(target, value, span).map(Typed::Value);
        };
        let defaulted = self.assigns_by_default(id, &target, &value);
        if !defaulted && self.assigned_by_own(id, &target, &value) {
            let args = vec![Typed::Place(target), value];
            return self.user_operator("operator=", args, span)?;
        }
        let (ty, constant) = (target.place.ty.clone(), target.constant);
        let plain = self.assigns_plain(&ty);
        let e = self.assign_typed(target, value, span)?;
        if plain {
            return Some(Typed::Value(e));
        }
        let to = crate::ty::Qualified::with_const(ty, constant);
        self.pointee_place(e, to, span)
    }
}
