//! Expressions: from syntax to places and values.
//! In: an `ast::Expr` and the names in scope; out: a [`Typed`], every conversion explicit.
//! The rule: an expression is visited once, and `None` means that what is wrong with it has been said.
//! Next: op.rs for the operators, call.rs for calls, typex.rs for types in casts.

use super::access::whole_special;
use super::assign::UpdateHow;
use super::op::{Op, constant};
use super::scope::{Entity, SPECIALS, nearest};
use super::typex::spelled;
use super::{Checker, Lvalue, Typed, refuse};
use crate::ast::{self, ExprKind as A};
use crate::diag::{Code, Diag};
use crate::pp::headers;
use crate::source::Span;
use crate::tree::{BinaryOp, CompareOp, Const, Expr, ExprKind, Place, PlaceKind, UnaryOp};
use crate::ty::{Qualified, SIZE_T, Scalar, Type};

/// Nested expressions deeper than this are refused rather than risk the stack.
const MOST_NESTED: u32 = 400;

/// An expression without the parentheses around it.
pub(super) fn bare(mut e: &ast::Expr) -> &ast::Expr {
    while let A::Paren(inner) = &e.kind {
        e = inner;
    }
    e
}

/// The operator of the tree for one of the syntax; comma is not one.
fn operator(op: ast::BinaryOp) -> Option<Op> {
    use ast::BinaryOp as B;
    Some(match op {
        B::Mul => Op::Arithmetic(BinaryOp::Mul),
        B::Div => Op::Arithmetic(BinaryOp::Div),
        B::Rem => Op::Arithmetic(BinaryOp::Rem),
        B::Add => Op::Arithmetic(BinaryOp::Add),
        B::Sub => Op::Arithmetic(BinaryOp::Sub),
        B::Shl => Op::Arithmetic(BinaryOp::Shl),
        B::Shr => Op::Arithmetic(BinaryOp::Shr),
        B::BitAnd => Op::Arithmetic(BinaryOp::And),
        B::BitXor => Op::Arithmetic(BinaryOp::Xor),
        B::BitOr => Op::Arithmetic(BinaryOp::Or),
        B::Lt => Op::Compare(CompareOp::Lt),
        B::Gt => Op::Compare(CompareOp::Gt),
        B::Le => Op::Compare(CompareOp::Le),
        B::Ge => Op::Compare(CompareOp::Ge),
        B::Eq => Op::Compare(CompareOp::Eq),
        B::Ne => Op::Compare(CompareOp::Ne),
        B::And => Op::And,
        B::Or => Op::Or,
        B::Comma => return None,
    })
}

impl<'a> Checker<'a> {
    /// An expression as a value.
    pub(super) fn rvalue(&mut self, e: &'a ast::Expr) -> Option<Expr> {
        let typed = self.expr(e)?;
        self.value(typed)
    }

    /// An expression; `place` asks for the place that an assignment leaves rather than the value.
    pub(super) fn expr_or_place(&mut self, e: &'a ast::Expr, place: bool) -> Option<Typed> {
        let typed = self.expr(e)?;
        match typed {
            Typed::Value(v) if place => Some(self.place_again(v)),
            typed => Some(typed),
        }
    }

    /// `x = y` and `++x` are places in C++: the effect first, then the place.
    fn place_again(&mut self, v: Expr) -> Typed {
        let target = match &v.kind {
            ExprKind::Assign { place, .. } => Some(place.clone()),
            ExprKind::Update {
                place, old: false, ..
            } => Some(place.clone()),
            _ => None,
        };
        match target {
            Some(place) => {
                let (ty, volatile, span) = (place.ty.clone(), place.volatile, v.span);
                let kind = PlaceKind::Then(Box::new(v), Box::new(place));
                let place = Place {
                    kind,
                    ty,
                    volatile,
                    span,
                };
                Typed::Place(Lvalue {
                    place,
                    constant: false,
                    known: None,
                })
            }
            None => Typed::Value(v),
        }
    }

    /// An expression.
    pub(super) fn expr(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        self.depth += 1;
        let result = if self.depth > MOST_NESTED {
            self.error(Code::TooDeep, e.span, "this is nested too deeply");
            None
        } else {
            self.expr_inner(e)
        };
        self.depth -= 1;
        result
    }

    fn expr_inner(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        let span = e.span;
        let value = match &e.kind {
            A::Int(i) => self.int_literal(i, span),
            A::Float(f) => self.float_literal(f, span),
            A::Char(c) => Some(constant(
                Const::Int(i64::from(*c as u8 as i8)),
                Scalar::Char,
                span,
            )),
            A::Bool(b) => Some(constant(Const::Int(i64::from(*b)), Scalar::Bool, span)),
            A::Nullptr => Some(constant(
                Const::Null,
                Type::pointer_to(Qualified::plain(Type::Void)),
                span,
            )),
            A::Str(_) => {
                self.refuse(
                    span,
                    "strings in device code are",
                    "use numbers; text belongs on the host",
                );
                None
            }
            A::This => {
                self.refuse(
                    span,
                    "methods are",
                    "make it a function that takes the struct",
                );
                None
            }
            A::Name(path) => return self.name(path),
            A::Paren(inner) => {
                return self.expr(inner).map(|typed| match typed {
                    Typed::Value(v) => Typed::Value(v),
                    place => place,
                });
            }
            A::Unary(op, inner) => return self.unary(*op, inner, span),
            A::PostStep(up, inner) => self.step(*up, inner, UpdateHow { span, old: true }),
            A::Binary(op, l, r, _) => return self.binary_expr(*op, l, r, span),
            A::Assign(op, l, r, _) => self.assign_expr(*op, l, r, span),
            A::Conditional(parts) => return self.conditional(parts, span),
            A::Call(f, args) => return self.call(f, args, span),
            A::Launch(launch) => {
                let diag = Diag::error(
                    Code::NotModelled,
                    span,
                    "launching a kernel from device code (dynamic parallelism) is not modelled",
                );
                let _ = launch;
                self.note(diag.help("launch both kernels from the host, or make the inner one a `__device__` function"));
                None
            }
            A::Index(base, index) => return self.index_expr(base, index, span),
            A::Member(m) => return self.member(m, span),
            A::Cast(style, ty, inner) => return self.cast_expr(*style, ty, inner, span),
            A::Construct(c) => self.construct_expr(c, span),
            A::Braces(_) => {
                self.error(
                    Code::BadInitialiser,
                    span,
                    "braces are only a value where a type is given",
                );
                None
            }
            A::SizeofType(t) => {
                let q = self.ty(t)?;
                self.size_of(&q.ty, span)
            }
            A::SizeofExpr(inner) => {
                let ty = self.type_of(inner)?;
                self.size_of(&ty, span)
            }
            A::Alignof(t) => {
                let q = self.ty(t)?;
                let n = self.types.align(&q.ty);
                Some(constant(Const::Int(n as i64), SIZE_T, span))
            }
            A::Lambda(_) => {
                self.refuse(span, "lambdas are", "make it a `__device__` function");
                None
            }
            A::Unmodelled(what) => {
                self.refuse(
                    span,
                    &format!("{what} in device code is"),
                    "see what the course's CUDA leaves out",
                );
                None
            }
            A::Error => None,
        };
        value.map(Typed::Value)
    }

    fn int_literal(&mut self, i: &ast::IntLiteral, span: Span) -> Option<Expr> {
        use Scalar::*;
        let candidates: &[Scalar] = match (i.longs, i.unsigned, i.decimal) {
            (0, false, true) => &[Int, Long, LongLong],
            (0, false, false) => &[Int, UInt, Long, ULong],
            (0, true, _) => &[UInt, ULong],
            (1, false, true) => &[Long, LongLong],
            (1, false, false) => &[Long, ULong],
            (1, true, _) => &[ULong],
            (_, false, true) => &[LongLong],
            (_, false, false) => &[LongLong, ULongLong],
            (_, true, _) => &[ULongLong],
        };
        let v = i128::from(i.value);
        match candidates.iter().find(|s| s.wrap(v) == v) {
            Some(s) => Some(constant(super::konst::of_integer(v, *s), *s, span)),
            None => {
                self.error(
                    Code::ConstantOverflow,
                    span,
                    format!("{v} is larger than any integer type of the language"),
                );
                None
            }
        }
    }

    fn float_literal(&mut self, f: &ast::FloatLiteral, span: Span) -> Option<Expr> {
        if f.single {
            return Some(constant(Const::F32(f.value as f32), Scalar::Float, span));
        }
        self.double_literals.insert(span, f.written);
        Some(constant(Const::F64(f.value), Scalar::Double, span))
    }

    fn size_of(&mut self, ty: &Type, span: Span) -> Option<Expr> {
        let ty = match ty {
            Type::Reference(to) => &to.ty,
            ty => ty,
        };
        let n = self.types.size(ty);
        if n == 0 {
            let shown = self.types.show(ty);
            self.error(Code::IncompleteType, span, format!("`{shown}` has no size"));
            return None;
        }
        Some(constant(Const::Int(n as i64), SIZE_T, span))
    }

    /// The type of an expression that is not evaluated: nothing it does to variables counts.
    fn type_of(&mut self, e: &'a ast::Expr) -> Option<Type> {
        let unset = self.body.unset.clone();
        let before: Vec<bool> = self.body.vars.iter().map(|v| v.address_taken).collect();
        let typed = self.expr(e);
        for (var, taken) in self.body.vars.iter_mut().zip(before) {
            var.address_taken = taken;
        }
        self.body.unset = unset;
        Some(match typed? {
            Typed::Place(l) => l.place.ty,
            Typed::Value(v) => v.ty,
        })
    }

    /// A name as an expression.
    fn name(&mut self, path: &'a ast::Path) -> Option<Typed> {
        let (name, span) = (spelled(path), path.span);
        let place = match self.lookup(&name, span) {
            Some(Entity::Local(id)) => self.var_place(id, span)?,
            Some(Entity::Global(id)) => {
                let g = self.globals.get(id.0 as usize)?;
                let constant = self.const_globals.contains(&id)
                    || matches!(&g.ty, Type::Array(of, _) if of.constant);
                let place = Place {
                    kind: PlaceKind::Global(id),
                    ty: g.ty.clone(),
                    volatile: false,
                    span,
                };
                Lvalue {
                    place,
                    constant,
                    known: None,
                }
            }
            Some(Entity::Constant(c, ty)) => return Some(Typed::Value(constant(c, ty, span))),
            Some(Entity::FileShared(at)) => {
                let id = self.file_shared(at)?;
                self.var_place(id, span)?
            }
            Some(Entity::Host) => {
                let diag = Diag::error(
                    Code::WrongSide,
                    span,
                    format!("`{name}` is a variable of the host: device code cannot reach it"),
                );
                self.note(diag.help("pass it as an argument, make it `constexpr` if it never changes, or declare it `__constant__` or `__device__`"));
                return None;
            }
            Some(entity) => return self.not_a_value(&name, &entity, path),
            None => return self.predefined(&name, path),
        };
        Some(Typed::Place(place))
    }

    fn not_a_value(&mut self, name: &str, entity: &Entity, path: &ast::Path) -> Option<Typed> {
        let diag = match entity {
            Entity::Type(_) => Diag::error(
                Code::NotAValue,
                path.span,
                format!("`{name}` is a type, and a value is needed here"),
            ),
            Entity::Functions(_) => Diag::error(
                Code::NotAValue,
                path.span,
                format!("`{name}` is a function: call it, `{name}(…)`"),
            )
            .help("pointers to functions are not modelled"),
            Entity::Refused(what) => {
                Diag::error(Code::NotModelled, path.span, format!("{what} not modelled"))
            }
            _ => return None,
        };
        self.note(diag);
        None
    }

    /// The names of the language, which any declaration hides.
    fn predefined(&mut self, name: &str, path: &ast::Path) -> Option<Typed> {
        let span = path.span;
        if let Some((_, which)) = SPECIALS.iter().find(|(n, _)| *n == name) {
            return Some(Typed::Value(whole_special(*which, span)));
        }
        if name == "warpSize" {
            return Some(Typed::Value(constant(Const::Int(32), Scalar::Int, span)));
        }
        if !super::builtin::lookup(name).is_empty() {
            let diag = Diag::error(
                Code::NotAValue,
                span,
                format!("`{name}` is a function: call it, `{name}(…)`"),
            );
            self.note(diag);
            return None;
        }
        self.unknown(name, span);
        None
    }

    fn near_name(&self, name: &str) -> Option<String> {
        let near = self.scopes.nearest(name);
        near.or_else(|| nearest(name, super::call::EXTRA.iter().copied()))
    }

    /// Says that a name is unknown, or known and not modelled.
    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        if let Some(r) = refuse::lookup(name) {
            self.note(Diag::error(Code::NotModelled, span, r.message(name)).help(r.help));
            return;
        }
        let mut diag = Diag::error(
            Code::UnknownName,
            span,
            format!("nothing here is called `{name}`"),
        );
        if let Some(header) = headers::home_of(name) {
            diag = diag.help(format!("it comes with `#include <{header}>`"));
        }
        // Looking for what was meant costs time: not for what will never be shown.
        let near = if self.diags.len() < 50 && diag.help.is_none() {
            self.near_name(name)
        } else {
            None
        };
        if let Some(near) = near {
            diag = diag.help(format!("did you mean `{near}`?")).fix(span, near);
        }
        self.note(diag);
        // The second use of the same slip adds nothing.
        self.scopes.declare(name, Entity::Broken, span);
    }

    fn unary(&mut self, op: ast::UnaryOp, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        use ast::UnaryOp as U;
        let value = match op {
            U::Plus | U::Neg | U::BitNot => {
                let v = self.rvalue(inner)?;
                if matches!(v.ty, Type::Struct(_)) {
                    let text = format!("operator{}", op.as_str());
                    if let Some(done) =
                        self.user_operator(&text, vec![Typed::Value(v.clone())], span)
                    {
                        return done;
                    }
                }
                let op = match op {
                    U::Neg => Some(UnaryOp::Neg),
                    U::BitNot => Some(UnaryOp::BitNot),
                    _ => None,
                };
                self.sign(op, v, span)
            }
            U::Not => {
                let v = self.rvalue(inner)?;
                self.not(v, span)
            }
            U::Deref => return self.deref(inner, span),
            U::AddressOf => self.address_of(inner, span),
            U::PreInc => self.step(true, inner, UpdateHow { span, old: false }),
            U::PreDec => self.step(false, inner, UpdateHow { span, old: false }),
        };
        value.map(Typed::Value)
    }

    fn step(&mut self, up: bool, inner: &'a ast::Expr, how: UpdateHow) -> Option<Expr> {
        let target = self.target(inner, if up { "++" } else { "--" })?;
        let one = constant(Const::Int(1), Scalar::Int, how.span);
        if target.place.ty == Type::BOOL {
            let message = "a `bool` cannot be counted up or down";
            let help = "assign `true` or `false`, or flip it with `b = !b`";
            // nvcc still takes `++`, which C++17 dropped and which only ever gives `true`.
            if up {
                self.note(Diag::warning(Code::BadOperand, how.span, message).help(help));
            } else {
                self.note(Diag::error(Code::BadOperand, how.span, message).help(help));
                return None;
            }
        }
        self.update(
            if up { BinaryOp::Add } else { BinaryOp::Sub },
            target,
            one,
            how,
        )
    }

    /// The place on the left of an assignment.
    fn target(&mut self, e: &'a ast::Expr, op: &str) -> Option<Lvalue> {
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
            return None;
        }
        match self.expr_or_place(e, true)? {
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

    fn assign_expr(
        &mut self,
        op: Option<ast::BinaryOp>,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let text = op.map_or("=".to_string(), |op| format!("{}=", op.as_str()));
        // The right side is visited first, so that `x = x + 1` of an unset `x` is seen as a read.
        if let (None, A::Braces(items)) = (op, &r.kind) {
            let target = self.target(l, &text)?;
            let values: Option<Vec<Expr>> = items.iter().map(|i| self.rvalue(&i.value)).collect();
            let ty = target.place.ty.clone();
            let value = self.construct(&ty, values?, r.span)?;
            return self.assign(target, value, span);
        }
        let value = self.rvalue(r);
        let target = self.target(l, &text);
        let (value, target) = (value?, target?);
        match op.and_then(operator) {
            None => self.assign(target, value, span),
            Some(Op::Arithmetic(how)) => {
                if matches!(target.place.ty, Type::Struct(_)) {
                    let name = format!("operator{text}");
                    let args = vec![Typed::Place(target.clone()), Typed::Value(value.clone())];
                    if let Some(done) = self.user_operator(&name, args, span) {
                        let typed = done?;
                        return self.value(typed);
                    }
                }
                self.update(how, target, value, UpdateHow { span, old: false })
            }
            Some(_) => None,
        }
    }

    fn binary_expr(
        &mut self,
        op: ast::BinaryOp,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let Some(how) = operator(op) else {
            let first = self.rvalue(l)?;
            return Some(match self.expr(r)? {
                Typed::Place(l) if l.known.is_none() => {
                    let (ty, volatile) = (l.place.ty.clone(), l.place.volatile);
                    let kind = PlaceKind::Then(Box::new(first), Box::new(l.place));
                    Typed::Place(Lvalue {
                        place: Place {
                            kind,
                            ty,
                            volatile,
                            span,
                        },
                        constant: l.constant,
                        known: None,
                    })
                }
                typed => {
                    let second = self.value(typed)?;
                    let ty = second.ty.clone();
                    Typed::Value(Expr {
                        kind: ExprKind::Comma(Box::new(first), Box::new(second)),
                        ty,
                        span,
                    })
                }
            });
        };
        // `a + b + c + …` leans to the left: walk down it in a loop, so that a long one needs no deep stack.
        let mut links = vec![(op, how, r, span)];
        let mut leftmost = l;
        while let A::Binary(op, l, r, _) = &leftmost.kind
            && let Some(how) = operator(*op)
        {
            links.push((*op, how, r, leftmost.span));
            leftmost = l;
        }
        let mut value = self.rvalue(leftmost).map(Typed::Value);
        for (op, how, r, span) in links.into_iter().rev() {
            let left = value.and_then(|v| self.value(v));
            let right = self.rvalue(r);
            value = match (left, right) {
                (Some(l), Some(r)) => self.binary_link((op, how), l, r, span),
                _ => None,
            };
        }
        value
    }

    fn binary_link(
        &mut self,
        (op, how): (ast::BinaryOp, Op),
        l: Expr,
        r: Expr,
        span: Span,
    ) -> Option<Typed> {
        if matches!(l.ty, Type::Struct(_)) || matches!(r.ty, Type::Struct(_)) {
            let name = format!("operator{}", op.as_str());
            let args = vec![Typed::Value(l.clone()), Typed::Value(r.clone())];
            if let Some(done) = self.user_operator(&name, args, span) {
                return done;
            }
        }
        self.binary(how, l, r, span).map(Typed::Value)
    }

    fn conditional(&mut self, parts: &'a [ast::Expr; 3], span: Span) -> Option<Typed> {
        let [c, a, b] = parts;
        let cond = self.rvalue(c).and_then(|c| self.truth(c));
        let (a, b) = (self.expr(a), self.expr(b));
        let (cond, a, b) = (cond?, a?, b?);
        let (a, b) = (self.value(a), self.value(b));
        self.select(cond, a?, b?, span).map(Typed::Value)
    }
}
