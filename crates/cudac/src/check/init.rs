//! Variables and their first values: braces flattened, `auto` deduced, references bound.
//! In: a declaration; out: a variable of the function and statements that set it up.
//! The rule: braces follow C++'s aggregate rules, elision included; what is not mentioned is zero.
//! Next: stmt.rs, which calls this; decl.rs for variables of the file.

use super::coerce::Purpose;
use super::interp::Evaluation;
use super::scope::Entity;
use super::{Checker, Typed};
use crate::check::typex::Placeholders;
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Space, Stmt, StmtKind};
use crate::ty::{Qualified, Scalar, Type, Types, UNSIZED};
use cuda_parse::ast::{self, SpecifierKind, TypeExpr, TypeKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

fn name_of(v: &ast::Variable) -> String {
    v.name.text.to_string()
}

/// Whether `auto` is part of a written type.
pub(super) fn has_auto(t: &TypeExpr) -> bool {
    match &t.kind {
        TypeKind::Auto => true,
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) | TypeKind::Array(t, _) => {
            has_auto(t)
        }
        _ => false,
    }
}

/// A variable of a function that gets its first value.
struct NewLocal<'q> {
    /// Its type.
    q: &'q Qualified,
    /// Whether it is made as an object, and not as plain data.
    object: bool,
    /// Where it is.
    place: Place,
}

impl<'a> Checker<'a> {
    /// A declaration in a function.
    pub(super) fn local(&mut self, v: &'a ast::Variable, out: &mut Vec<Stmt>) {
        let name = v.name.text.to_string();
        if self.local_or_none(v, out).is_none() {
            self.names
                .scopes
                .declare(&name, Entity::Broken, v.name.span);
        }
    }

    fn local_or_none(&mut self, v: &'a ast::Variable, out: &mut Vec<Stmt>) -> Option<()> {
        let has = |kind| specifier(&v.specifiers, &kind);
        if let Some(s) = has(SpecifierKind::Shared) {
            return self.shared(v, s.span, out);
        }
        for (kind, word) in [
            (SpecifierKind::Constant, "__constant__"),
            (SpecifierKind::Device, "__device__"),
            (SpecifierKind::Managed, "__managed__"),
        ] {
            if let Some(s) = has(kind) {
                let diag = Diag::error(
                    Code::BadMemorySpace,
                    s.span,
                    format!("`{word}` inside a function"),
                );
                self.note(diag.help("declare it at file scope; inside a function variables are a thread's own, or `__shared__`"));
                return None;
            }
        }
        if has(SpecifierKind::Extern).is_some() {
            return self.local_extern(v);
        }
        let constexpr = has(SpecifierKind::Constexpr).is_some();
        let fixed = constexpr || v.ty.cv.is_const;
        let scalar = matches!(v.ty.kind, TypeKind::Builtin(_) | TypeKind::Auto);
        if has(SpecifierKind::Static).is_some() && !(fixed && (scalar || !self.on_host())) {
            return self.static_local(v, out);
        }
        if let Some(s) = has(SpecifierKind::Static)
            && !constexpr
            && !v.ty.cv.is_const
        {
            self.refuse(
                s.span,
                "`static` variables in device functions are",
                "use `__shared__`, a `__device__` variable, or a plain local one",
            );
            return None;
        }
        if let Some(open) = self.open_length(v) {
            return self.open_array(v, open, out);
        }
        let given = self.given(v)?;
        self.local_rest(v, given, out)
    }

    /// A variable from a value that is typed already.
    pub(super) fn local_from(
        &mut self,
        v: &'a ast::Variable,
        typed: Typed,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        self.local_rest(v, Some(typed), out)
    }

    fn local_rest(
        &mut self,
        v: &'a ast::Variable,
        given: Option<Typed>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        let auto = match &given {
            Some(typed) if has_auto(&v.ty) => Some(self.auto_from(v, typed)?),
            _ => None,
        };
        let class = self.deduced_type(v);
        let q = self.variable_type_with(v, &Placeholders { auto, class })?;
        if q.ty.referred().is_some() {
            return self.reference(v, &q.ty.clone(), given, out);
        }
        self.check_object(v, &q)?;
        let id = self.declare_var(self.blank(v, &q), v.name.span)?;
        let object = self.is_object(&q.ty);
        let whole = matches!(q.ty, Type::Array(..) | Type::Struct(_));
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: q.ty.clone(),
            volatile: q.volatile,
            span: v.name.span,
        };
        let mut later = Vec::new();
        self.begin_itself(id, !whole);
        let new = NewLocal {
            q: &q,
            object,
            place: place.clone(),
        };
        let init = self.begin_local(v, new, given, &mut later);
        let named = self.end_itself();
        let init = init?;
        let empty = matches!(q.ty, Type::Struct(id) if self.types.get(id).fields.is_empty());
        let given = !matches!(init, Init::None) || !later.is_empty() || object || empty;
        if q.constant && !given {
            let diag = Diag::error(
                Code::BadInitialiser,
                v.name.span,
                format!("`{}` is `const` and has no value", v.name.text),
            );
            self.note(diag.help("it can never get one later: write `= …`"));
            return None;
        }
        let (init, evaluation) = match init {
            Init::Value(e) if constexpr => {
                let (e, evaluation) = self.fold(e);
                (Init::Value(e), evaluation)
            }
            init => (init, Evaluation::default()),
        };
        if constexpr
            && self.types.scalar(&q.ty).is_none()
            && let Some(value) = self.folded_init(&q.ty, &init)
        {
            self.body.known_values.insert(id, value);
        }
        let known = match &init {
            Init::Value(Expr {
                kind: ExprKind::Const(c),
                ..
            }) if q.constant => Some(*c),
            _ => None,
        };
        if constexpr && known.is_none() && self.types.scalar(&q.ty).is_some() {
            self.not_constant(&init, v, evaluation);
            return None;
        }
        if let Some(c) = known {
            self.body.known.insert(id, c);
        }
        if matches!(init, Init::None) && !whole {
            self.body.unset.insert(id, self.body.loops);
        }
        if let Some(align) = self.written_alignment(&v.specifiers)
            && let Some(var) = self.var_mut(id)
        {
            var.align = var.align.max(align);
        }
        let init = match init {
            init if named => self.stored_after(init, &place, v, &mut later),
            Init::Value(e) => Init::Value(self.full(e)),
            init => init,
        };
        out.push(Stmt {
            kind: StmtKind::Declare { var: id, init },
            span: v.span,
        });
        out.append(&mut later);
        if object {
            let volatile = false;
            self.lives(Place { volatile, ..place }, out);
        }
        Some(())
    }

    /// What a variable begins as; what comes after its declaration goes to `later`.
    fn begin_local(
        &mut self,
        v: &'a ast::Variable,
        NewLocal { q, object, place }: NewLocal<'_>,
        given: Option<Typed>,
        later: &mut Vec<Stmt>,
    ) -> Option<Init> {
        Some(match (given, &v.init) {
            (Some(typed), _) if object => {
                let value = self.convert_typed(typed, &q.ty, &Purpose::Init(name_of(v)))?;
                Init::Value(self.full(value))
            }
            (None, written) if object => self.init_object(place, written.as_ref(), later)?,
            (Some(typed), _) => Init::Value(self.initial_value(typed, &q.ty, v)?),
            (None, None) => {
                if let Type::Struct(id) = q.ty
                    && self.unbound_in(id, v.name.span)
                {
                    return None;
                }
                let mut parts = Vec::new();
                self.ones(place, &mut parts);
                match parts.is_empty() {
                    true => Init::None,
                    false => Init::Parts { zero: false, parts },
                }
            }
            (None, Some(written)) => self.local_init(written, q, place, v)?,
        })
    }

    /// Whether a variable of this type is made and ended as an object, and not as plain data.
    pub(super) fn is_object(&self, ty: &Type) -> bool {
        let mut inner = ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        match self.class_of(inner) {
            Some(id) => {
                self.has_constructor(id)
                    || !self.begins_plain(inner)
                    || !self.copies_plain(inner)
                    || self.drops(inner)
                    || !self.types.get(id).bases.is_empty()
                    || !self.conversions_of(id)
            }
            None => false,
        }
    }

    /// Whether nothing but its own kind becomes this class.
    fn conversions_of(&self, _id: crate::ty::StructId) -> bool {
        true
    }

    fn not_constant(&mut self, init: &Init, v: &ast::Variable, evaluation: Evaluation) {
        let span = match init {
            Init::Value(e) => e.span,
            _ => v.name.span,
        };
        let message = format!(
            "`{}` is `constexpr`, and this is not known at compile time",
            v.name.text
        );
        let diag = Diag::error(Code::NotConstant, span, message);
        self.note(evaluation.explain(diag.help("write `const` instead of `constexpr`")));
    }

    /// For `auto` and references: the initialiser, typed once, with `auto` set from it.
    fn given(&mut self, v: &'a ast::Variable) -> Option<Option<Typed>> {
        let reference = matches!(v.ty.kind, TypeKind::LRef(_) | TypeKind::RRef(_));
        if !has_auto(&v.ty) && !reference {
            return Some(None);
        }
        let written = match &v.init {
            Some(ast::Init::Equals(e)) => Some(e),
            Some(ast::Init::Parens(list, _)) => list.first(),
            Some(ast::Init::Braces(e)) => match &e.kind {
                ast::ExprKind::Braces(items) if items.len() == 1 => Some(&items[0].value),
                _ => None,
            },
            None => None,
        };
        let Some(written) = written else {
            let what = if reference { "a reference" } else { "`auto`" };
            let diag = Diag::error(
                Code::BadInitialiser,
                v.name.span,
                format!("{what} needs a value to begin with"),
            );
            self.note(diag.help(format!("write `{} = …`", v.name.text)));
            return None;
        };
        let listed = match (&v.init, &written.kind) {
            (Some(ast::Init::Equals(_)), ast::ExprKind::Braces(_)) if !reference => {
                self.lasting_list(written)
            }
            _ => None,
        };
        let typed = match listed {
            Some(list) => list,
            None => self.before_its_name(v, written, reference)?,
        };
        Some(Some(typed))
    }

    /// What `auto` stands for, so that a variable's type is that of its first value.
    fn auto_from(&mut self, v: &ast::Variable, typed: &Typed) -> Option<Qualified> {
        Some(match (&v.ty.kind, typed) {
            (TypeKind::RRef(_), Typed::Place(l)) if !l.expiring => {
                // `auto&&` of an lvalue is `T&`.
                let q = Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: l.place.volatile,
                };
                Qualified::plain(Type::Reference(std::sync::Arc::new(q)))
            }
            (TypeKind::LRef(_) | TypeKind::RRef(_), Typed::Place(l)) => Qualified {
                ty: l.place.ty.clone(),
                constant: l.constant,
                volatile: l.place.volatile,
            },
            _ => {
                let value = self.as_value(typed);
                if value.ty == Type::Error || self.unclear_value(&value) {
                    return None;
                }
                match (&v.ty.kind, &value.ty) {
                    (TypeKind::Pointer(_), Type::Pointer(to)) => (**to).clone(),
                    (TypeKind::Pointer(_), other) => {
                        let found = self.types.show(other);
                        self.error(
                            Code::TypeMismatch,
                            value.span,
                            format!("`auto*` needs a pointer, and this is `{found}`"),
                        );
                        return None;
                    }
                    (_, Type::Void) => {
                        self.error(
                            Code::TypeMismatch,
                            value.span,
                            "`auto` of a call that returns nothing",
                        );
                        return None;
                    }
                    (_, ty) if super::convert::is_null_number(ty) => {
                        Qualified::plain(crate::ty::Scalar::Long.into())
                    }
                    (_, ty) => Qualified::plain(ty.clone()),
                }
            }
        })
    }

    fn initial_value(&mut self, typed: Typed, ty: &Type, v: &ast::Variable) -> Option<Expr> {
        let value = self.value(typed)?;
        self.coerce(value, ty, &Purpose::Init(v.name.text.to_string()))
    }

    fn check_object(&mut self, v: &ast::Variable, q: &Qualified) -> Option<()> {
        self.concrete(&q.ty, v.name.span)?;
        let host = self.body.side == super::Side::Host;
        if !host {
            self.some_length(&q.ty, v)?;
        }
        let most: u64 = if host { 8 << 20 } else { 512 * 1024 };
        let whose = if host { "the stack" } else { "a thread" };
        let shown = self.types.show(&q.ty);
        let size = self.types.size(&q.ty);
        let (message, help) = match &q.ty {
            Type::Void => (
                format!("`{}` cannot be `void`", v.name.text),
                "`void` has no values".to_string(),
            ),
            Type::Array(_, UNSIZED) => (
                format!("`{}` needs a length", v.name.text),
                "write it between the brackets".into(),
            ),
            _ if size > most => (
                format!(
                    "`{}` (`{shown}`) needs {size} bytes for each thread, and {whose} has at most {most}",
                    v.name.text
                ),
                if host {
                    "make it `static`, or allocate it".into()
                } else {
                    "use a buffer from the host".into()
                },
            ),
            _ => return Some(()),
        };
        self.note(Diag::error(Code::BadShape, v.name.span, message).help(help));
        None
    }

    /// Shared memory begins with no value; says if one is written.
    pub(super) fn shared_bare(&mut self, v: &'a ast::Variable) -> Option<()> {
        if let Some(init) = &v.init {
            let span = match init {
                ast::Init::Equals(e) | ast::Init::Braces(e) => e.span,
                ast::Init::Parens(_, span) => *span,
            };
            let diag = Diag::error(
                Code::BadShared,
                span,
                format!(
                    "`{}` is `__shared__` and cannot have an initialiser",
                    v.name.text
                ),
            );
            self.note(
                diag.help(
                    "the threads of the block set it together: assign, then `__syncthreads()`",
                ),
            );
            return None;
        }
        Some(())
    }

    /// Says so where a variable of device code is an array without elements: only fields may be.
    pub(super) fn some_length(&mut self, ty: &Type, v: &ast::Variable) -> Option<()> {
        if !matches!(ty, Type::Array(_, 0)) {
            return Some(());
        }
        let message = "an array needs a positive length, and this is 0";
        self.error(Code::BadShape, v.name.span, message);
        None
    }

    fn shared(&mut self, v: &'a ast::Variable, word: Span, out: &mut Vec<Stmt>) -> Option<()> {
        self.shared_bare(v)?;
        let mut q = self.variable_type(v)?;
        let dynamic = specifier(&v.specifiers, &SpecifierKind::Extern).is_some();
        if let Type::Reference(_) | Type::Rvalue(_) | Type::Void = q.ty {
            self.error(
                Code::BadShared,
                word,
                "a shared variable needs a type with a size",
            );
            return None;
        }
        self.some_length(&q.ty, v)?;
        if let (true, Type::Array(of, n)) = (dynamic, &q.ty)
            && *n != UNSIZED
        {
            let message = format!(
                "the length of `{}` says nothing: the launch gives the size",
                v.name.text
            );
            let diag = Diag::warning(Code::SharedLength, v.name.span, message);
            q.ty = Type::Array(of.clone(), UNSIZED);
            self.note(diag.help("leave the brackets empty, or drop `extern`"));
        }
        if !dynamic && matches!(q.ty, Type::Array(_, UNSIZED)) {
            let message = format!("`{}` needs a length", v.name.text);
            let diag = Diag::error(Code::BadShared, v.name.span, message);
            self.note(diag.help(
                "write it between the brackets, or write `extern` and give the size at the launch",
            ));
            return None;
        }
        let space = if dynamic {
            Space::SharedDynamic
        } else {
            Space::Shared
        };
        if dynamic {
            self.one_type_for_all(&v.name, &q)?;
        }
        let mut var = self.blank_var(&v.name, &q, space);
        let align = self.written_alignment(&v.specifiers);
        var.align = var.align.max(align.unwrap_or(1));
        let id = self.declare_var(var, v.name.span)?;
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::None,
            },
            span: v.span,
        });
        Some(())
    }

    pub(super) fn local_init(
        &mut self,
        written: &'a ast::Init,
        q: &Qualified,
        place: Place,
        v: &ast::Variable,
    ) -> Option<Init> {
        let purpose = Purpose::Init(v.name.text.to_string());
        match (written, &q.ty) {
            (ast::Init::Parens(args, span), Type::Struct(id)) if self.class_of(&q.ty).is_some() => {
                let typed = self.constructor_arguments(args, *id)?;
                let made = match typed.as_slice() {
                    [one] if *Self::type_of_typed(one) != q.ty => {
                        self.aggregate_value(*id, typed, *span)
                    }
                    [_, _, ..] => self.aggregate_value(*id, typed, *span),
                    _ => self.construct_class(*id, typed, super::class::Given::Direct, *span),
                };
                Some(Init::Value(made?))
            }
            (ast::Init::Parens(args, span), Type::Struct(_)) => {
                let items = self.values_of(args.iter());
                Some(Init::Value(self.construct_called(&q.ty, items?, *span)?))
            }
            (ast::Init::Parens(args, span), _) => match args.as_slice() {
                [one] => {
                    let value = self.rvalue(one)?;
                    Some(Init::Value(self.coerce(value, &q.ty, &purpose)?))
                }
                _ => {
                    self.error(
                        Code::BadInitialiser,
                        *span,
                        format!("`{}` takes one value", v.name.text),
                    );
                    None
                }
            },
            (ast::Init::Equals(e) | ast::Init::Braces(e), ty) => {
                match (&super::text::unbraced(e, ty).kind, ty) {
                    (ast::ExprKind::Braces(_), Type::Array(..) | Type::Struct(_)) => {
                        let mut parts = Vec::new();
                        let whole = self.braces(e, place, &q.ty, &mut parts)?;
                        Some(Init::Parts {
                            zero: !whole,
                            parts,
                        })
                    }
                    (ast::ExprKind::Braces(_), _) => {
                        let direct = matches!(written, ast::Init::Braces(_));
                        let value = match self.braced_enum(e, &q.ty, direct)? {
                            Some(value) => value,
                            None => self.braced_scalar(e, &q.ty, &purpose)?,
                        };
                        Some(Init::Value(value))
                    }
                    (ast::ExprKind::Str(_), Type::Array(..)) => {
                        let mut parts = Vec::new();
                        let whole = self.text_parts(e, &place, &mut parts)??;
                        let zero = !whole;
                        Some(Init::Parts { zero, parts })
                    }
                    (_, Type::Array(..)) => {
                        let diag = Diag::error(
                            Code::BadInitialiser,
                            e.span,
                            format!("`{}` is an array and needs braces", v.name.text),
                        );
                        self.note(diag.help("`= {0}` sets every element to zero"));
                        None
                    }
                    _ => {
                        let typed = self.expr(e)?;
                        if self.class_of(Self::type_of_typed(&typed)).is_some() {
                            let value = self.convert_typed(typed, &q.ty, &purpose)?;
                            return Some(Init::Value(value));
                        }
                        let value = self.value(typed)?;
                        Some(Init::Value(self.coerce(value, &q.ty, &purpose)?))
                    }
                }
            }
        }
    }

    /// Where a `dim3` is wanted, 4 means (4, 1, 1), and a `uint3` its three numbers.
    pub(super) fn widen_dim3(&mut self, value: Expr, ty: &Type) -> Expr {
        if *ty != Type::Struct(Types::DIM3) || !self.widens_to_dim3(&value.ty) {
            return value;
        }
        let (span, spare) = (value.span, value.clone());
        let parts = match self.types.scalar(&value.ty) {
            Some(_) => vec![value],
            None => (0..3)
                .map(|at| Expr {
                    kind: ExprKind::Field(Box::new(value.clone()), at),
                    ty: Scalar::UInt.into(),
                    span,
                })
                .collect(),
        };
        self.construct(ty, parts, span).unwrap_or(spare)
    }

    /// Whether a value of a type becomes a `dim3` where one is wanted.
    pub(super) fn widens_to_dim3(&self, from: &Type) -> bool {
        let uint3 = Types::vector(Scalar::UInt, 3).map(Type::Struct);
        self.types.scalar(from).is_some() || Some(from) == uint3.as_ref()
    }
}
