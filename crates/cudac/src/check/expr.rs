//! Expressions: from syntax to places and values.
//! In: an `ast::Expr` and the names in scope; out: a [`Typed`], every conversion explicit.
//! The rule: an expression is visited once, and `None` means that what is wrong with it has been said.
//! Next: op.rs for the operators, call.rs for calls, typex.rs for types in casts.

use super::assign::UpdateHow;
use super::op::{Op, constant};
use super::{Checker, Lvalue, Typed};
use crate::tree::{BinaryOp, CompareOp, Const, Expr, ExprKind, Place, PlaceKind, UnaryOp};
use crate::ty::{Qualified, SIZE_T, Scalar, Type, Types, UNSIZED};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::Code;
use cuda_source::source::Span;

/// Nested expressions deeper than this are refused rather than risk the stack.
const MOST_NESTED: u32 = 400;

/// Most expressions looked at on trial for one program. Where the meaning of an inner one decides what an outer one is,
/// it is looked at twice; nested deeply enough, that would take longer than anybody waits.
const MOST_TRIED: u32 = 1 << 16;

/// An expression without the parentheses around it.
pub(super) fn bare(mut e: &ast::Expr) -> &ast::Expr {
    while let A::Paren(inner) = &e.kind {
        e = inner;
    }
    e
}

/// `nullptr`, or `NULL`, which is known by the `const`.
fn null_pointer(number: bool, span: Span) -> Expr {
    let to = Qualified::with_const(Type::Struct(Types::NULLPTR), number);
    constant(Const::Null, Type::pointer_to(to), span)
}

/// The operator of the tree for one of the syntax; comma is not one.
pub(super) fn operator(op: ast::BinaryOp) -> Option<Op> {
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

/// What an expression is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// A place or a value, whichever it is.
    Anything,
    /// The place that an assignment leaves rather than its value.
    Place,
    /// The same for `&`: an element may be the one past the end.
    Address,
}

impl<'a> Checker<'a> {
    /// An expression as a value.
    pub(super) fn rvalue(&mut self, e: &'a ast::Expr) -> Option<Expr> {
        let typed = self.expr(e)?;
        self.value(typed)
    }

    /// An expression of which a place may be asked.
    pub(super) fn expected(&mut self, e: &'a ast::Expr, expect: Expect) -> Option<Typed> {
        match self.expr_as(e, expect)? {
            Typed::Value(v) if expect != Expect::Anything => Some(self.place_again(v)),
            typed => Some(typed),
        }
    }

    /// `x = y` and `++x` are places in C++: the effect first, then the place.
    pub(super) fn place_again(&mut self, mut v: Expr) -> Typed {
        let target = match &mut v.kind {
            ExprKind::Assign { place, .. } => Some(self.named_twice(place)),
            ExprKind::Update {
                place, old: false, ..
            } => Some(self.named_twice(place)),
            _ => None,
        };
        if let ExprKind::Select(_, a, b) = &v.kind
            && let (ExprKind::Load(x), ExprKind::Load(y)) = (&a.kind, &b.kind)
            && let ExprKind::Select(cond, ..) = &v.kind
        {
            let (x, y) = (Lvalue::new(x.clone(), false), Lvalue::new(y.clone(), false));
            let cond = (**cond).clone();
            return match self.select_place(cond, x, y, v.span) {
                Some(typed) => typed,
                None => Typed::Value(v),
            };
        }
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
                Typed::Place(Lvalue::new(place, false))
            }
            None => Typed::Value(v),
        }
    }

    /// The same place once more. What finds a place may have effects or depend on what is changed, so that only a
    /// variable is named again; for any other its address is kept.
    fn named_twice(&mut self, place: &mut Place) -> Place {
        fn fixed(place: &Place) -> bool {
            match &place.kind {
                PlaceKind::Var(_) | PlaceKind::Global(_) => true,
                PlaceKind::Field(of, _) => fixed(of),
                PlaceKind::Index(of, at) => fixed(of) && matches!(at.kind, ExprKind::Const(_)),
                PlaceKind::Deref(_) | PlaceKind::Then(..) => false,
            }
        }
        if fixed(place) {
            return place.clone();
        }
        let (ty, volatile, span) = (place.ty.clone(), place.volatile, place.span);
        let kept = self.temporary_place(Type::pointer_to(Qualified::plain(ty.clone())), span);
        let address = self.reference_to(place.clone(), Qualified::plain(ty.clone()));
        let again = Place {
            kind: PlaceKind::Deref(Box::new(Expr {
                ty: kept.ty.clone(),
                kind: ExprKind::Load(kept.clone()),
                span,
            })),
            ty: ty.clone(),
            volatile,
            span,
        };
        let keep = self.store(kept, address);
        *place = Place {
            kind: PlaceKind::Then(Box::new(keep), Box::new(again.clone())),
            ty,
            volatile,
            span,
        };
        again
    }

    /// An expression.
    pub(super) fn expr(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        self.expr_as(e, Expect::Anything)
    }

    fn expr_as(&mut self, e: &'a ast::Expr, expect: Expect) -> Option<Typed> {
        if self.budget.tried == MOST_TRIED {
            self.too_many_steps(u64::from(MOST_TRIED), e.span);
        }
        self.budget.tried += u32::from(self.said.trials > 0);
        if !self.spend(1, e.span) {
            return None;
        }
        self.budget.depth += 1;
        let result = if self.budget.depth > MOST_NESTED {
            let message = format!("this is nested too deeply: {MOST_NESTED} levels are the most");
            self.error(Code::TooDeep, e.span, message);
            None
        } else {
            self.deeper(2, e.span, |c| c.in_use(|c| c.expr_inner(e, expect)))
        };
        if let Some(typed) = &result {
            let ty = Self::type_of_typed(typed).clone();
            self.whole(&ty);
        }
        self.budget.depth -= 1;
        if result.is_none() {
            self.came_to_nothing(e.span);
        }
        result
    }

    fn expr_inner(&mut self, e: &'a ast::Expr, expect: Expect) -> Option<Typed> {
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
            A::Nullptr => Some(null_pointer(false, span)),
            A::Null => Some(null_pointer(true, span)),
            A::Str(text) => return self.string_literal(text, span),
            A::This => {
                self.body.this_kept = true;
                match self.this_pointer(span) {
                    Some(this) => Some(this),
                    None => self.this_object(span).and(None),
                }
            }
            A::Name(path) => return self.name(path),
            A::Inside(made) => return self.value_inside(made, span),
            A::Paren(inner) => return self.expr_as(inner, expect),
            A::Unary(op, inner) => return self.unary(*op, inner, span),
            A::PostStep(up, inner) => {
                return self.step_expr(*up, inner, UpdateHow { span, old: true });
            }
            A::Binary(op, l, r, _) => return self.binary_expr(*op, l, r, span),
            A::Assign(op, l, r, _) => return self.assign_expr(*op, l, r, span),
            A::Conditional(parts) => return self.conditional(parts, span),
            A::Call(f, args) => return self.call(f, args, span),
            A::Launch(launch) => self.launch(launch, span),
            A::Index(base, index) => return self.index_expr(e, (base, index), expect),
            A::Member(m) => return self.member(m, span),
            A::TypeidType(t) => return self.typeid_of_type(t, span),
            A::TypeidExpr(e) => return self.typeid_of(e, span),
            A::PointedMember(m) => return self.pointed_member(m, span),
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
                if let Some(bytes) = self.open_size(inner, span) {
                    return Some(Typed::Value(bytes));
                }
                let ty = self.type_of(inner)?;
                self.size_of(&ty, span)
            }
            A::Alignof(t) => {
                let q = self.ty(t)?;
                let n = self.types.align(&q.ty);
                Some(constant(Const::Int(n as i64), SIZE_T, span))
            }
            A::Lambda(l) => return self.lambda(e, l, span),
            A::New(new) => self.new_expr(new, span),
            A::Delete(array, pointer) => self.delete_expr(*array, pointer, span),
            A::Throw(e) => self.throw(e.as_deref(), span),
            A::SizeofPack(name) => self.size_of_pack(name, span),
            A::Requires(made) => Some(self.requires(made, span)),
            A::Fold(fold) => return self.fold_expr(fold, span),
            A::Expand(_) => {
                // Where one value stands, a pack of one does: `T(args...)` of a number.
                let mut values = Vec::new();
                self.each_expanded(e, &mut values, Self::expr)?;
                if values.len() == 1 {
                    return values.pop();
                }
                self.refuse(span, "packs here are", "write the values out");
                None
            }
            A::Suffixed(literal, suffix) => return self.suffixed(literal, suffix, span),
            A::Unmodelled(what) => {
                let help = match *what {
                    "`typeid`" => "give the classes a virtual function that says what they are",
                    "coroutines" => "write a loop, or a class that keeps where it is",
                    _ => "pass a lambda that takes the object",
                };
                let verb = if what.ends_with('s') { "are" } else { "is" };
                self.refuse(span, &format!("{what} in device code {verb}"), help);
                None
            }
            A::Error => {
                self.body.torn = true;
                None
            }
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
        if f.long {
            return Some(constant(Const::F64(f.value), Scalar::LongDouble, span));
        }
        self.texts.double_literals.insert(span, f.written);
        Some(constant(Const::F64(f.value), Scalar::Double, span))
    }

    fn size_of(&mut self, ty: &Type, span: Span) -> Option<Expr> {
        let ty = match ty {
            Type::Reference(to) | Type::Rvalue(to) => &to.ty,
            ty => ty,
        };
        self.defined(ty, span)?;
        let n = self.types.size(ty);
        if n == 0 {
            let shown = self.types.show(ty);
            self.error(Code::IncompleteType, span, format!("`{shown}` has no size"));
            return None;
        }
        Some(constant(Const::Int(n as i64), SIZE_T, span))
    }

    /// `decltype(e)::name`
    pub(super) fn value_inside(
        &mut self,
        made: &'a (ast::TypeExpr, ast::Path),
        span: Span,
    ) -> Option<Typed> {
        use super::scope::Entity;
        match self.inside(made, span)? {
            Entity::Constant(c, ty) => Some(Typed::Value(constant(c, ty, span))),
            Entity::Global(id) => self.global_place(id, span).map(Typed::Place),
            _ => {
                self.error(Code::NotAValue, span, "this is not a value");
                None
            }
        }
    }

    /// The type of an expression that is not evaluated: nothing it does to variables counts.
    pub(super) fn type_of(&mut self, e: &'a ast::Expr) -> Option<Type> {
        Some(match self.unevaluated_expr(e)? {
            Typed::Place(l) => l.place.ty,
            Typed::Value(v) => v.ty,
        })
    }

    /// An expression that is not evaluated.
    pub(super) fn unevaluated_expr(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        let unset = self.body.unset.clone();
        let temporaries = self.body.temporaries.len();
        self.body.unevaluated += 1;
        let before: Vec<bool> = self.body.vars.iter().map(|v| v.address_taken).collect();
        let typed = self.expr(e);
        for (var, taken) in self.body.vars.iter_mut().zip(before) {
            var.address_taken = taken;
        }
        self.body.unset = unset;
        self.body.unevaluated -= 1;
        self.body.temporaries.truncate(temporaries);
        typed
    }

    fn unary(&mut self, op: ast::UnaryOp, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        use ast::UnaryOp as U;
        let value = match op {
            U::Plus | U::Neg | U::BitNot => {
                let typed = self.expr(inner)?;
                if self.has_operators(&typed) {
                    let text = format!("operator{}", op.as_str());
                    if let Some(done) = self.user_operator(&text, vec![typed.clone()], span) {
                        return done;
                    }
                }
                let v = self.plain_operand(typed, None, false)?;
                let op = match op {
                    U::Neg => Some(UnaryOp::Neg),
                    U::BitNot => Some(UnaryOp::BitNot),
                    _ => None,
                };
                self.sign(op, v, span)
            }
            U::Not => {
                let typed = self.expr(inner)?;
                if self.has_operators(&typed)
                    && let Some(done) = self.user_operator("operator!", vec![typed.clone()], span)
                {
                    return done;
                }
                let v = self.truth_of(typed)?;
                self.not(v, span)
            }
            U::Deref => return self.deref(inner, span),
            U::AddressOf => return self.address_of(inner, span),
            U::PreInc => return self.step_expr(true, inner, UpdateHow { span, old: false }),
            U::PreDec => return self.step_expr(false, inner, UpdateHow { span, old: false }),
        };
        value.map(Typed::Value)
    }

    fn binary_expr(
        &mut self,
        op: ast::BinaryOp,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let Some(how) = operator(op) else {
            return self.comma(l, r, span);
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
        let mut value = self.expr(leftmost);
        for (op, how, r, span) in links.into_iter().rev() {
            let left = match value {
                Some(v) if self.has_operators(&v) => Some(v),
                Some(v) => self.value(v).map(Typed::Value),
                None => None,
            };
            // `assert(x && "what it means")`: the text counts as true.
            let text = matches!(how, Op::And) && matches!(bare(r).kind, A::Str(_));
            let right = if text {
                Some(Typed::Value(constant(Const::Int(1), Scalar::Bool, r.span)))
            } else if matches!(how, Op::And | Op::Or) {
                self.maybe(|c| c.expr(r))
            } else {
                self.expr(r)
            };
            let object = left.as_ref().is_some_and(|l| self.has_operators(l));
            let right = match right {
                Some(v) if object || self.has_operators(&v) => Some(v),
                Some(v) => self.value(v).map(Typed::Value),
                None => None,
            };
            value = match (left, right) {
                (Some(l), Some(r)) => self.binary_link((op, how), l, r, span),
                _ => None,
            };
        }
        value
    }

    pub(super) fn binary_link(
        &mut self,
        (op, how): (ast::BinaryOp, Op),
        l: Typed,
        r: Typed,
        span: Span,
    ) -> Option<Typed> {
        if self.has_operators(&l) || self.has_operators(&r) {
            let name = format!("operator{}", op.as_str());
            if let Some(done) = self.turned(op, &l, &r, span) {
                return done;
            }
            let args = vec![l.clone(), r.clone()];
            if let Some(done) = self.user_operator(&name, args, span) {
                return done;
            }
            if let Some(done) = self.rewritten(op, &l, &r, span) {
                return done;
            }
        }
        let logic = matches!(how, Op::And | Op::Or);
        let (a, b) = (
            Self::type_of_typed(&l).clone(),
            Self::type_of_typed(&r).clone(),
        );
        let (l, r) = if logic {
            (self.truth_of(l)?, self.truth_of(r)?)
        } else {
            (
                self.plain_operand(l, Some(&b), false)?,
                self.plain_operand(r, Some(&a), false)?,
            )
        };
        self.binary(how, l, r, span).map(Typed::Value)
    }

    /// `a, b`: the second, once the first is done; or the program's own `operator,`.
    fn comma(&mut self, l: &'a ast::Expr, r: &'a ast::Expr, span: Span) -> Option<Typed> {
        let first = match self.expr(l)? {
            object if self.has_operators(&object) => object,
            plain => Typed::Value(self.value(plain)?),
        };
        let second = self.expr(r)?;
        if self.has_operators(&first) || self.has_operators(&second) {
            let args = vec![first.clone(), second.clone()];
            if self.finds_operator("operator,", &args, span)
                && let Some(done) = self.user_operator("operator,", args, span)
            {
                return done;
            }
        }
        let first = self.value(first)?;
        self.followed(first, second, span)
    }

    /// What is second, once a value was worked out.
    fn followed(&mut self, first: Expr, second: Typed, span: Span) -> Option<Typed> {
        Some(match second {
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
                    expiring: l.expiring,
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
        })
    }

    fn conditional(&mut self, parts: &'a [ast::Expr; 3], span: Span) -> Option<Typed> {
        let [c, a, b] = parts;
        let texts = [a, b].map(|e| matches!(bare(e).kind, A::Str(_)));
        let cond = self.expr(c).and_then(|c| self.truth_of(c));
        let a = self.maybe(|c| c.expr(a));
        let b = self.maybe(|c| c.expr(b));
        let (cond, a, b) = (cond?, a?, b?);
        let (a, b) = self.of_one_class(a, b);
        if let (Typed::Place(x), Typed::Place(y)) = (&a, &b)
            && x.place.ty == y.place.ty
            && match x.place.ty {
                Type::Array(_, n) => n != UNSIZED && texts == [false; 2],
                _ => self.class_of(&x.place.ty).is_some(),
            }
        {
            return self.select_place(cond, x.clone(), y.clone(), span);
        }
        let (x, y) = (
            Self::type_of_typed(&a).clone(),
            Self::type_of_typed(&b).clone(),
        );
        let (a, b) = if x != y && (self.class_of(&x).is_some() || self.class_of(&y).is_some()) {
            match self.convert_class(b.clone(), &x, super::class::Given::Copy) {
                Some(b) => (self.value(a), b),
                None => match self.convert_class(a.clone(), &y, super::class::Given::Copy) {
                    Some(a) => (a, self.value(b)),
                    None => (self.value(a), self.value(b)),
                },
            }
        } else {
            (self.value(a), self.value(b))
        };
        self.select(cond, a?, b?, span).map(Typed::Value)
    }

    /// Two objects, one of which has the other's class as a base, as objects of that; anything else as it is.
    fn of_one_class(&mut self, a: Typed, b: Typed) -> (Typed, Typed) {
        let (Typed::Place(x), Typed::Place(y)) = (&a, &b) else {
            return (a, b);
        };
        let (Type::Struct(of_a), Type::Struct(of_b)) = (&x.place.ty, &y.place.ty) else {
            return (a, b);
        };
        let (of_a, of_b) = (*of_a, *of_b);
        if of_a != of_b && self.base_path(of_a, of_b).is_some() {
            let base = self.upcast(x.clone(), of_b).map(Typed::Place);
            return (base.unwrap_or(a), b);
        }
        if of_a != of_b && self.base_path(of_b, of_a).is_some() {
            let base = self.upcast(y.clone(), of_a).map(Typed::Place);
            return (a, base.unwrap_or(b));
        }
        (a, b)
    }

    /// `c ? a : b` of two objects or arrays is one of them.
    fn select_place(&mut self, cond: Expr, a: Lvalue, b: Lvalue, span: Span) -> Option<Typed> {
        self.has_address(&a.place, span)?;
        self.has_address(&b.place, span)?;
        let constant = a.constant || b.constant;
        let expiring = a.expiring && b.expiring;
        let to = Qualified::with_const(a.place.ty.clone(), constant);
        self.take_address(&a.place);
        self.take_address(&b.place);
        let ty = Type::pointer_to(to.clone());
        let (a, b) = (
            self.reference_to(a.place, to.clone()),
            self.reference_to(b.place, to.clone()),
        );
        let pointer = Expr {
            kind: ExprKind::Select(Box::new(cond), Box::new(a), Box::new(b)),
            ty,
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: to.ty,
            volatile: false,
            span,
        };
        let mut l = Lvalue::new(place, constant);
        l.expiring = expiring;
        Some(Typed::Place(l))
    }
}
