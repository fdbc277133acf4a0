//! Expressions: from syntax to places and values.
//! In: an `ast::Expr` and the names in scope; out: a [`Typed`], every conversion explicit.
//! The rule: an expression is visited once, and `None` means that what is wrong with it has been said.
//! Next: op.rs for the operators, call.rs for calls, typex.rs for types in casts.

use super::convert::{self, Cast, Refused};
use super::op::{Op, UpdateHow, constant};
use super::scope::{Entity, SPECIALS, nearest};
use super::typex::spelled;
use super::{Checker, Lvalue, Typed, refuse};
use crate::ast::{self, CastStyle, ExprKind as A};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{
    self, Axis, BinaryOp, CompareOp, Const, Expr, ExprKind, Place, PlaceKind, Special, UnaryOp,
};
use crate::ty::{Qualified, SIZE_T, Scalar, Type, Types};

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
        self.double_literals.insert(span);
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
                let constant = g.space == tree::Space::Constant
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
        let near = self
            .scopes
            .nearest(name)
            .or_else(|| nearest(name, super::call::EXTRA.iter().copied()));
        if let Some(near) = near {
            diag = diag.help(format!("did you mean `{near}`?")).fix(span, near);
        }
        self.note(diag);
        // The second use of the same slip adds nothing.
        self.scopes.declare(name, Entity::Broken, span);
    }

    fn special_of(&mut self, e: &ast::Expr) -> Option<Special> {
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let name = &path.plain()?.text;
        if self.scopes.find_inner(name).is_some() || self.scopes.file(name).is_some() {
            return None;
        }
        SPECIALS
            .iter()
            .find(|(n, _)| *n == &**name)
            .map(|(_, which)| *which)
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

    fn deref(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        let pointer = self.rvalue(inner)?;
        let Some(to) = pointer.ty.pointee().cloned() else {
            let found = self.types.show(&pointer.ty);
            let diag = Diag::error(
                Code::NotAPointer,
                span,
                format!("`*` needs a pointer, and this is `{found}`"),
            );
            self.note(diag);
            return None;
        };
        self.pointee_place(pointer, to, span)
    }

    /// What a pointer points at.
    pub(super) fn pointee_place(
        &mut self,
        pointer: Expr,
        to: Qualified,
        span: Span,
    ) -> Option<Typed> {
        if to.ty == Type::Void {
            let diag = Diag::error(
                Code::NotAPointer,
                span,
                "a `void*` points at nothing that has a type",
            );
            self.note(diag.help("cast it first: `static_cast<float*>(p)`"));
            return None;
        }
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: to.ty,
            volatile: to.volatile,
            span,
        };
        Some(Typed::Place(Lvalue {
            place,
            constant: to.constant,
            known: None,
        }))
    }

    fn address_of(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Expr> {
        match self.expr_or_place(inner, true)? {
            Typed::Place(l) => {
                self.take_address(&l.place);
                let to = Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: l.place.volatile,
                };
                let ty = Type::pointer_to(to);
                // `&*p` and `&p[i]` are the pointer itself.
                if let PlaceKind::Deref(pointer) = l.place.kind {
                    return Some(Expr {
                        kind: pointer.kind,
                        ty,
                        span,
                    });
                }
                Some(Expr {
                    kind: ExprKind::AddressOf(l.place),
                    ty,
                    span,
                })
            }
            Typed::Value(_) => {
                let diag = Diag::error(
                    Code::NotAssignable,
                    span,
                    "only a variable, an element or a field has an address, and this is a value",
                );
                self.note(diag.help("store it in a variable first"));
                None
            }
        }
    }

    fn step(&mut self, up: bool, inner: &'a ast::Expr, how: UpdateHow) -> Option<Expr> {
        let target = self.target(inner, if up { "++" } else { "--" })?;
        let one = constant(Const::Int(1), Scalar::Int, how.span);
        if target.place.ty == Type::BOOL {
            let diag = Diag::error(
                Code::BadOperand,
                how.span,
                "a `bool` cannot be counted up or down",
            );
            self.note(diag.help("assign `true` or `false`, or flip it with `b = !b`"));
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
        let (l, r) = (self.rvalue(l), self.rvalue(r));
        let (l, r) = (l?, r?);
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

    fn index_expr(
        &mut self,
        base: &'a ast::Expr,
        index: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let (base, at) = (self.expr(base), self.rvalue(index));
        let (base, at) = (base?, at?);
        if let Typed::Place(l) = &base
            && let Type::Array(of, n) = &l.place.ty
        {
            let (of, n, l) = (of.clone(), *n, l.clone());
            let at = self.index(at, "an index")?;
            self.warn_past_end(&l, &at, n);
            let volatile = l.place.volatile || of.volatile;
            let constant = l.constant || of.constant;
            let kind = PlaceKind::Index(Box::new(l.place), Box::new(at));
            let place = Place {
                kind,
                ty: of.ty.clone(),
                volatile,
                span,
            };
            return Some(Typed::Place(Lvalue {
                place,
                constant,
                known: None,
            }));
        }
        let base = self.value(base)?;
        let (pointer, at) = match (&base.ty, &at.ty) {
            (Type::Pointer(_), _) => (base, at),
            (_, Type::Pointer(_)) => (at, base),
            _ => {
                let found = self.types.show(&base.ty);
                let mut diag = Diag::error(
                    Code::NotIndexable,
                    base.span,
                    format!("`{found}` has no elements to index"),
                );
                if matches!(&base.ty, Type::Struct(id) if self.types.get(*id).vector.is_some()) {
                    diag = diag.help("its components are `.x`, `.y`, `.z`, `.w`");
                }
                self.note(diag);
                return None;
            }
        };
        let to = pointer.ty.pointee()?.clone();
        let at = self.index(at, "an index")?;
        let sum = self.advance(pointer, at, false, span)?;
        self.pointee_place(sum, to, span)
    }

    fn warn_past_end(&mut self, l: &Lvalue, at: &Expr, n: u64) {
        let ExprKind::Const(Const::Int(i)) = at.kind else {
            return;
        };
        if n != crate::ty::UNSIZED && (i < 0 || i as u64 >= n) {
            let shown = self.types.show(&l.place.ty);
            let what = self.describe(&l.place);
            let diag = Diag::warning(
                Code::NotIndexable,
                at.span,
                format!("index {i} is outside {what}, which is `{shown}`"),
            );
            self.note(diag.help(format!("its elements are 0 to {}", n - 1)));
        }
    }

    fn member(&mut self, m: &'a ast::MemberExpr, span: Span) -> Option<Typed> {
        let name = &m.member.name;
        if !m.arrow
            && let Some(which) = self.special_of(&m.base)
        {
            return self.special_member(which, name, span);
        }
        let base = if m.arrow {
            self.deref(&m.base, m.base.span)?
        } else {
            self.expr(&m.base)?
        };
        let ty = match &base {
            Typed::Place(l) => l.place.ty.clone(),
            Typed::Value(v) => v.ty.clone(),
        };
        let Type::Struct(id) = ty else {
            let shown = self.types.show(&ty);
            let mut diag = Diag::error(
                Code::NoSuchMember,
                name.span,
                format!("`{shown}` has no members"),
            );
            if matches!(&ty, Type::Pointer(to) if matches!(to.ty, Type::Struct(_))) {
                diag = diag.help(format!("it is a pointer: write `->{}`", name.text));
            }
            self.note(diag);
            return None;
        };
        let Some(at) = self
            .types
            .get(id)
            .fields
            .iter()
            .position(|f| *f.name == *name.text)
        else {
            self.no_member(id, name);
            return None;
        };
        match base {
            Typed::Place(l) => {
                let field_const = self
                    .types
                    .get(id)
                    .fields
                    .get(at)
                    .is_some_and(|f| f.ty.constant);
                let place = super::init::field(&self.types, l.place, at as u32, span)?;
                Some(Typed::Place(Lvalue {
                    place,
                    constant: l.constant || field_const,
                    known: None,
                }))
            }
            Typed::Value(v) => {
                let ty = self.types.get(id).fields.get(at)?.ty.ty.clone();
                if let Type::Array(..) = ty {
                    self.refuse(
                        span,
                        "arrays inside a struct that is only a value are",
                        "store the struct in a variable first",
                    );
                    return None;
                }
                Some(Typed::Value(Expr {
                    kind: ExprKind::Field(Box::new(v), at as u32),
                    ty,
                    span,
                }))
            }
        }
    }

    fn no_member(&mut self, id: crate::ty::StructId, name: &ast::Ident) {
        if self.has_method(id, &name.text) {
            self.refuse(
                name.span,
                &format!("`{}`: methods of structs are", name.text),
                "make it a `__device__` function that takes the struct",
            );
            return;
        }
        let s = self.types.get(id);
        let near = nearest(&name.text, s.fields.iter().map(|f| f.name.as_str()));
        let list: Vec<String> = s.fields.iter().map(|f| format!("`{}`", f.name)).collect();
        let diag = Diag::error(
            Code::NoSuchMember,
            name.span,
            format!("`{}` has no member `{}`", s.name, name.text),
        );
        let diag = match near {
            Some(near) => diag
                .help(format!("did you mean `{near}`?"))
                .fix(name.span, near),
            None if list.is_empty() => diag,
            None => diag.help(format!("it has {}", list.join(", "))),
        };
        self.note(diag);
    }

    fn special_member(&mut self, which: Special, name: &ast::Ident, span: Span) -> Option<Typed> {
        let axis = match &*name.text {
            "x" => Axis::X,
            "y" => Axis::Y,
            "z" => Axis::Z,
            _ => {
                let owner = SPECIALS
                    .iter()
                    .find(|(_, s)| *s == which)
                    .map_or("", |(n, _)| n);
                let diag = Diag::error(
                    Code::NoSuchMember,
                    name.span,
                    format!("`{owner}` has no member `{}`", name.text),
                );
                self.note(diag.help("it has `x`, `y` and `z`"));
                return None;
            }
        };
        Some(Typed::Value(special(which, axis, span)))
    }

    fn cast_expr(
        &mut self,
        style: CastStyle,
        t: &'a ast::TypeExpr,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let q = self.ty(t)?;
        if let Type::Reference(to) = &q.ty {
            let to = (**to).clone();
            return self.cast_to_reference(style, to, inner, span);
        }
        let value = self.rvalue(inner)?;
        let how = match style {
            CastStyle::C => Cast::C,
            CastStyle::Static => Cast::Static,
            CastStyle::Reinterpret => Cast::Reinterpret,
            CastStyle::Const => Cast::Const,
            CastStyle::Dynamic => {
                self.refuse(
                    span,
                    "`dynamic_cast` is",
                    "there are no classes with virtual functions here",
                );
                return None;
            }
        };
        self.cast(how, value, &q.ty, span).map(Typed::Value)
    }

    /// `reinterpret_cast<float4&>(x)`: the same place as another type.
    fn cast_to_reference(
        &mut self,
        style: CastStyle,
        to: Qualified,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let Typed::Place(l) = self.expr_or_place(inner, true)? else {
            self.error(
                Code::BadCast,
                span,
                "only something with an address can be seen as a reference",
            );
            return None;
        };
        let same = l.place.ty == to.ty;
        if !same && matches!(style, CastStyle::Static | CastStyle::Const) {
            let (a, b) = (self.types.show(&l.place.ty), self.types.show(&to.ty));
            let diag = Diag::error(Code::BadCast, span, format!("a `{a}` is not a `{b}`"));
            self.note(diag.help("`reinterpret_cast` looks at the same bytes as another type"));
            return None;
        }
        self.take_address(&l.place);
        let from = Qualified {
            ty: l.place.ty.clone(),
            constant: l.constant,
            volatile: l.place.volatile,
        };
        let pointer = match l.place.kind {
            PlaceKind::Deref(pointer) => *pointer,
            _ => Expr {
                ty: Type::pointer_to(from),
                span: l.place.span,
                kind: ExprKind::AddressOf(l.place),
            },
        };
        let pointer = convert::force(&self.types, pointer, &Type::pointer_to(to.clone()));
        self.pointee_place(pointer, to, span)
    }

    /// A cast of a value.
    pub(super) fn cast(&mut self, how: Cast, value: Expr, to: &Type, span: Span) -> Option<Expr> {
        let found = self.types.show(&value.ty);
        let wanted = self.types.show(to);
        if *to == Type::Struct(Types::DIM3) && self.types.scalar(&value.ty).is_some() {
            return self.construct(to, vec![value], span);
        }
        match convert::cast(&self.types, how, value, to) {
            Ok(e) => Some(Expr { span, ..e }),
            Err(why) => {
                let diag = Diag::error(
                    Code::BadCast,
                    span,
                    format!("a `{found}` cannot be cast to `{wanted}` this way"),
                );
                self.note(match why {
                    Refused::LosesConst => diag.help("this cast keeps `const`: cast to a pointer to `const`"),
                    Refused::NeedsReinterpret => diag.help(format!("`reinterpret_cast<{wanted}>(…)` looks at the same bytes as another type")),
                    Refused::NeedsStatic => diag.help(format!("`static_cast<{wanted}>(…)` converts the number; `__float_as_int` and its kin keep the bits")),
                    Refused::Narrow => diag.help("an address has 64 bits: use `size_t` or `unsigned long long`"),
                    Refused::No => diag,
                });
                None
            }
        }
    }

    fn construct_expr(&mut self, c: &'a ast::Construct, span: Span) -> Option<Expr> {
        let q = self.ty(&c.ty)?;
        let args: Option<Vec<Expr>> = c.args.iter().map(|item| self.rvalue(&item.value)).collect();
        self.construct_typed(&q.ty, args?, span)
    }

    /// `T(…)` for any type.
    pub(super) fn construct_typed(
        &mut self,
        ty: &Type,
        mut args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        if let Type::Struct(_) = ty {
            return self.construct(ty, args, span);
        }
        match args.len() {
            0 => super::init::zero(&self.types, ty, span).or_else(|| {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    span,
                    format!("there is no value `{shown}()`"),
                );
                None
            }),
            1 => {
                let value = args.pop()?;
                self.cast(Cast::C, value, ty, span)
            }
            _ => {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    args[1].span,
                    format!("`{shown}` takes one value"),
                );
                None
            }
        }
    }
}

fn special(which: Special, axis: Axis, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Special(which, axis),
        ty: Scalar::UInt.into(),
        span,
    }
}

/// `blockDim` as a whole: a `dim3`, or a `uint3` for an index.
fn whole_special(which: Special, span: Span) -> Expr {
    let parts = [Axis::X, Axis::Y, Axis::Z]
        .map(|axis| special(which, axis, span))
        .to_vec();
    let ty = match which {
        Special::BlockDim | Special::GridDim => Type::Struct(Types::DIM3),
        _ => Types::vector(Scalar::UInt, 3).map_or(Type::Error, Type::Struct),
    };
    Expr {
        kind: ExprKind::Aggregate(parts),
        ty,
        span,
    }
}
