//! Variables and their first values: braces flattened, `auto` deduced, references bound.
//! In: a declaration; out: a variable of the function and statements that set it up.
//! The rule: braces follow C++'s aggregate rules, elision included; what is not mentioned is zero.
//! Next: stmt.rs, which calls this; decl.rs for variables of the file.

use super::op::Purpose;
use super::scope::Entity;
use super::{Checker, Lvalue, Typed};
use crate::ast::{self, BraceItem, SpecifierKind, TypeExpr, TypeKind, specifier};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{
    Const, Expr, ExprKind, INDEX, Init, Place, PlaceKind, Space, Stmt, StmtKind, Var, VarId,
};
use crate::ty::{Qualified, Type, Types, UNSIZED};

/// Braces being consumed; with elision one list feeds nested aggregates.
struct Cursor<'a> {
    items: &'a [BraceItem],
    at: usize,
    /// A value that was looked at and not used yet.
    held: Option<Expr>,
}

impl Cursor<'_> {
    fn is_empty(&self) -> bool {
        self.held.is_none() && self.at >= self.items.len()
    }
}

/// A constant index into a place.
fn element(base: &Place, i: u64) -> Option<Place> {
    let of = base.ty.element()?;
    let index = Expr {
        kind: ExprKind::Const(Const::Int(i as i64)),
        ty: INDEX.into(),
        span: base.span,
    };
    let volatile = base.volatile || of.volatile;
    let kind = PlaceKind::Index(Box::new(base.clone()), Box::new(index));
    Some(Place {
        kind,
        ty: of.ty.clone(),
        volatile,
        span: base.span,
    })
}

/// A field of a place.
pub(super) fn field(types: &Types, base: Place, at: u32, span: Span) -> Option<Place> {
    let Type::Struct(id) = &base.ty else {
        return None;
    };
    let f = types.get(*id).fields.get(at as usize)?;
    let (ty, volatile) = (f.ty.ty.clone(), base.volatile || f.ty.volatile);
    Some(Place {
        kind: PlaceKind::Field(Box::new(base), at),
        ty,
        volatile,
        span,
    })
}

/// Whether `auto` is part of a written type.
fn has_auto(t: &TypeExpr) -> bool {
    match &t.kind {
        TypeKind::Auto => true,
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) | TypeKind::Array(t, _) => {
            has_auto(t)
        }
        _ => false,
    }
}

/// A zero of a type, if it is a scalar, a pointer or made of such.
pub(super) fn zero(types: &Types, ty: &Type, span: Span) -> Option<Expr> {
    let kind = match ty {
        Type::Scalar(s) if s.is_float() => match s.size() {
            4 => ExprKind::Const(Const::F32(0.0)),
            _ => ExprKind::Const(Const::F64(0.0)),
        },
        Type::Scalar(_) | Type::Enum(_) => ExprKind::Const(Const::Int(0)),
        Type::Pointer(_) => ExprKind::Const(Const::Null),
        Type::Struct(id) => {
            let fields = types
                .get(*id)
                .fields
                .iter()
                .map(|f| zero(types, &f.ty.ty, span));
            ExprKind::Aggregate(fields.collect::<Option<Vec<Expr>>>()?)
        }
        _ => return None,
    };
    Some(Expr {
        kind,
        ty: ty.clone(),
        span,
    })
}

impl<'a> Checker<'a> {
    /// A declaration in a function.
    pub(super) fn local(&mut self, v: &'a ast::Variable, out: &mut Vec<Stmt>) {
        let name = v.name.text.to_string();
        if self.local_or_none(v, out).is_none() {
            self.scopes.declare(&name, Entity::Broken, v.name.span);
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
        let constexpr = has(SpecifierKind::Constexpr).is_some();
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
        let given = self.given(v)?;
        let q = self.variable_type(v);
        self.auto = None;
        let q = q?;
        if let Type::Reference(to) = &q.ty {
            let to = to.clone();
            return self.reference(v, &to, given, out);
        }
        self.check_object(v, &q)?;
        let place_of = |id| Place {
            kind: PlaceKind::Var(id),
            ty: q.ty.clone(),
            volatile: q.volatile,
            span: v.name.span,
        };
        // The name is in scope in its own initialiser, as in C++, but nothing good comes of using it.
        let init = match (given, &v.init) {
            (Some(typed), _) => Init::Value(self.initial_value(typed, &q.ty, v)?),
            (None, None) => Init::None,
            (None, Some(written)) => {
                let id = VarId(self.body.vars.len() as u32);
                self.body.vars.push(self.blank(v, &q));
                let init = self.local_init(written, &q, place_of(id), v);
                self.body.vars.pop();
                init?
            }
        };
        if matches!(init, Init::None) && q.constant {
            let diag = Diag::error(
                Code::BadInitialiser,
                v.name.span,
                format!("`{}` is `const` and has no value", v.name.text),
            );
            self.note(diag.help("it can never get one later: write `= …`"));
            return None;
        }
        let known = match &init {
            Init::Value(Expr {
                kind: ExprKind::Const(c),
                ..
            }) if q.constant => Some(*c),
            _ => None,
        };
        if constexpr && known.is_none() && self.types.scalar(&q.ty).is_some() {
            self.not_constant(&init, v);
            return None;
        }
        let unset =
            matches!(init, Init::None) && !matches!(q.ty, Type::Array(..) | Type::Struct(_));
        let var = self.blank(v, &q);
        let id = self.declare_var(var, v.name.span)?;
        if let Some(c) = known {
            self.body.known.insert(id, c);
        }
        if unset {
            self.body.unset.insert(id, self.body.loops);
        }
        if let Some(align) = self.written_alignment(&v.specifiers)
            && let Some(var) = self.var_mut(id)
        {
            var.align = var.align.max(align);
        }
        out.push(Stmt {
            kind: StmtKind::Declare { var: id, init },
            span: v.span,
        });
        Some(())
    }

    fn not_constant(&mut self, init: &Init, v: &ast::Variable) {
        let span = match init {
            Init::Value(e) => e.span,
            _ => v.name.span,
        };
        let message = format!(
            "`{}` is `constexpr`, and this is not known at compile time",
            v.name.text
        );
        self.note(
            Diag::error(Code::NotConstant, span, message)
                .help("write `const` instead of `constexpr`"),
        );
    }

    /// For `auto` and references: the initialiser, typed once, with `auto` set from it.
    fn given(&mut self, v: &'a ast::Variable) -> Option<Option<Typed>> {
        let reference = matches!(v.ty.kind, TypeKind::LRef(_));
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
        if matches!(written.kind, ast::ExprKind::Lambda(_)) {
            self.refuse(
                written.span,
                "lambdas are",
                "make it a `__device__` function",
            );
            return None;
        }
        let typed = self.expr_or_place(written, reference)?;
        if !has_auto(&v.ty) {
            return Some(Some(typed));
        }
        let auto = match (&v.ty.kind, &typed) {
            (TypeKind::LRef(_), Typed::Place(l)) => Qualified {
                ty: l.place.ty.clone(),
                constant: l.constant,
                volatile: l.place.volatile,
            },
            _ => {
                let value = self.value(typed.clone())?;
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
                    (_, ty) => Qualified::plain(ty.clone()),
                }
            }
        };
        self.auto = Some(auto);
        Some(Some(typed))
    }

    fn initial_value(&mut self, typed: Typed, ty: &Type, v: &ast::Variable) -> Option<Expr> {
        let value = self.value(typed)?;
        self.coerce(value, ty, &Purpose::Init(v.name.text.to_string()))
    }

    /// `T& r = place;`
    fn reference(
        &mut self,
        v: &ast::Variable,
        to: &Qualified,
        given: Option<Typed>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let pointer = self.bind(given?, to, &Purpose::Init(v.name.text.to_string()))?;
        let q = Qualified::plain(Type::pointer_to(to.clone()));
        let mut var = self.blank(v, &q);
        var.reference = true;
        let id = self.declare_var(var, v.name.span)?;
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::Value(pointer),
            },
            span: v.span,
        });
        Some(())
    }

    /// The pointer that a reference to `to` is when bound to this; a value that a `const` reference is bound to gets
    /// a variable of its own.
    pub(super) fn bind(&mut self, typed: Typed, to: &Qualified, purpose: &Purpose) -> Option<Expr> {
        let ty = Type::pointer_to(to.clone());
        if let Typed::Place(l) = &typed
            && l.place.ty == to.ty
        {
            if l.constant && !to.constant {
                let what = self.describe(&l.place);
                let shown = self.types.show(&to.ty);
                let diag = Diag::error(
                    Code::DiscardsConst,
                    l.place.span,
                    format!("{what} is `const`, and `{shown}&` could write to it"),
                );
                self.note(diag.help(format!("take a `const {shown}&`")));
                return None;
            }
            self.refer_to(&l.place);
            let span = l.place.span;
            // A reference to what a pointer points at is that pointer.
            if let PlaceKind::Deref(pointer) = &l.place.kind {
                return Some(Expr {
                    kind: pointer.kind.clone(),
                    ty,
                    span,
                });
            }
            return Some(Expr {
                kind: ExprKind::AddressOf(l.place.clone()),
                ty,
                span,
            });
        }
        if !to.constant {
            let shown = self.types.show(&to.ty);
            let (span, found) = match &typed {
                Typed::Place(l) => (l.place.span, self.types.show(&l.place.ty)),
                Typed::Value(e) => (e.span, self.types.show(&e.ty)),
            };
            let message = if found == shown {
                format!("`{shown}&` needs a variable, and this is only a value")
            } else {
                format!("`{shown}&` needs a variable of type `{shown}`, and this is `{found}`")
            };
            self.note(
                Diag::error(Code::TypeMismatch, span, message)
                    .help(format!("a `const {shown}&` takes any value")),
            );
            return None;
        }
        let value = self.value(typed)?;
        let value = self.coerce(value, &to.ty, purpose)?;
        let span = value.span;
        let id = self.temporary(to.ty.clone(), span);
        if let Some(var) = self.var_mut(id) {
            var.referenced = true;
        }
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: to.ty.clone(),
            volatile: false,
            span,
        };
        let store = ExprKind::Assign {
            place: place.clone(),
            value: Box::new(value),
        };
        let store = Expr {
            kind: store,
            ty: to.ty.clone(),
            span,
        };
        let address = Expr {
            kind: ExprKind::AddressOf(place),
            ty: ty.clone(),
            span,
        };
        Some(Expr {
            kind: ExprKind::Comma(Box::new(store), Box::new(address)),
            ty,
            span,
        })
    }

    /// A variable that the program does not name.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        let id = VarId(self.body.vars.len() as u32);
        let align = self.types.align(&ty);
        let scope = Span {
            start: span.start,
            end: self.body.ends.last().copied().unwrap_or(span.end),
        };
        self.body.vars.push(Var {
            name: String::new(),
            ty,
            space: Space::Local,
            reference: false,
            address_taken: false,
            referenced: false,
            constant: false,
            volatile: false,
            align,
            span,
            scope,
        });
        id
    }

    /// A variable as declared, in local space.
    pub(super) fn blank(&self, v: &ast::Variable, q: &Qualified) -> Var {
        self.blank_var(&v.name, q, Space::Local)
    }

    pub(super) fn blank_var(&self, name: &ast::Ident, q: &Qualified, space: Space) -> Var {
        let end = self
            .body
            .ends
            .last()
            .copied()
            .unwrap_or(self.body.extent.end);
        Var {
            name: name.text.to_string(),
            ty: q.ty.clone(),
            space,
            reference: false,
            address_taken: false,
            referenced: false,
            constant: q.constant,
            volatile: q.volatile,
            align: self.types.align(&q.ty),
            span: name.span,
            scope: Span::new(name.span.start, end),
        }
    }

    /// Enters a variable in the innermost scope.
    pub(super) fn declare_var(&mut self, var: Var, span: Span) -> Option<VarId> {
        let id = VarId(self.body.vars.len() as u32);
        let name = var.name.clone();
        if let Some(earlier) = self.scopes.find_here(&name)
            && !name.is_empty()
        {
            let (broken, at) = (earlier.entity == Entity::Broken, earlier.span);
            if !broken {
                let diag = Diag::error(
                    Code::Redefinition,
                    span,
                    format!("`{name}` is declared twice in one scope"),
                );
                self.note(diag.label(at, "first here"));
            }
            return None;
        }
        self.body.vars.push(var);
        self.scopes.declare(&name, Entity::Local(id), span);
        Some(id)
    }

    fn check_object(&mut self, v: &ast::Variable, q: &Qualified) -> Option<()> {
        const MOST: u64 = 512 * 1024;
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
            _ if size > MOST => (
                format!(
                    "`{}` (`{shown}`) needs {size} bytes for each thread, and a thread has at most {MOST}",
                    v.name.text
                ),
                "use a buffer from the host".into(),
            ),
            _ => return Some(()),
        };
        self.note(Diag::error(Code::BadShape, v.name.span, message).help(help));
        None
    }

    fn shared(&mut self, v: &'a ast::Variable, word: Span, out: &mut Vec<Stmt>) -> Option<()> {
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
        let q = self.variable_type(v)?;
        let dynamic = specifier(&v.specifiers, &SpecifierKind::Extern).is_some();
        let unsized_array = matches!(q.ty, Type::Array(_, UNSIZED));
        if let Type::Reference(_) | Type::Void = q.ty {
            self.error(
                Code::BadShared,
                word,
                "a shared variable needs a type with a size",
            );
            return None;
        }
        if dynamic != unsized_array {
            let diag = Diag::error(
                Code::BadShared,
                v.name.span,
                if dynamic {
                    format!("`{}` is `extern __shared__` and has a size", v.name.text)
                } else {
                    format!("`{}` needs a length", v.name.text)
                },
            );
            self.note(diag.help(if dynamic {
                "leave the brackets empty: the launch gives the size; or drop `extern`"
            } else {
                "write it between the brackets, or write `extern` and give the size at the launch"
            }));
            return None;
        }
        let space = if dynamic {
            Space::SharedDynamic
        } else {
            Space::Shared
        };
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

    /// The variable of this function for an `extern __shared__` array of the file.
    pub(super) fn file_shared(&mut self, at: usize) -> Option<VarId> {
        let ast::ItemKind::Variable(v) = self.items[at].kind else {
            return None;
        };
        let space = self.items[at].space.clone();
        let q = self.at_file(&space, |c| c.variable_type(v))?;
        let same = |var: &Var| var.space == Space::SharedDynamic && var.span == v.name.span;
        if let Some(at) = self.body.vars.iter().position(same) {
            return Some(VarId(at as u32));
        }
        let mut var = self.blank_var(&v.name, &q, Space::SharedDynamic);
        var.scope = self.body.extent;
        self.body.vars.push(var);
        Some(VarId(self.body.vars.len() as u32 - 1))
    }

    fn local_init(
        &mut self,
        written: &'a ast::Init,
        q: &Qualified,
        place: Place,
        v: &ast::Variable,
    ) -> Option<Init> {
        let purpose = Purpose::Init(v.name.text.to_string());
        match (written, &q.ty) {
            (ast::Init::Parens(args, span), Type::Struct(_)) => {
                let items: Option<Vec<Expr>> = args.iter().map(|a| self.rvalue(a)).collect();
                Some(Init::Value(self.construct(&q.ty, items?, *span)?))
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
            (ast::Init::Equals(e) | ast::Init::Braces(e), ty) => match (&e.kind, ty) {
                (ast::ExprKind::Braces(_), Type::Array(..) | Type::Struct(_)) => {
                    let mut parts = Vec::new();
                    let whole = self.braces(e, place, &q.ty, &mut parts)?;
                    Some(Init::Parts {
                        zero: !whole,
                        parts,
                    })
                }
                (ast::ExprKind::Braces(_), _) => {
                    let value = self.braced_scalar(e, &q.ty, &purpose)?;
                    Some(Init::Value(value))
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
                    let value = self.rvalue(e)?;
                    let value = self.widen_dim3(value, &q.ty);
                    Some(Init::Value(self.coerce(value, &q.ty, &purpose)?))
                }
            },
        }
    }

    /// `dim3 d = 4;` means (4, 1, 1).
    fn widen_dim3(&mut self, value: Expr, ty: &Type) -> Expr {
        let integer = self.types.scalar(&value.ty).is_some_and(|s| s.is_integer());
        if *ty == Type::Struct(Types::DIM3) && integer {
            let span = value.span;
            let spare = value.clone();
            return self.construct(ty, vec![value], span).unwrap_or(spare);
        }
        value
    }

    fn braced_scalar(&mut self, e: &'a ast::Expr, ty: &Type, purpose: &Purpose) -> Option<Expr> {
        let ast::ExprKind::Braces(items) = &e.kind else {
            let value = self.rvalue(e)?;
            return self.coerce(value, ty, purpose);
        };
        match items.as_slice() {
            [] => zero(&self.types, ty, e.span),
            [one] => self.braced_scalar(&one.value, ty, purpose),
            [_, second, ..] => {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    second.value.span,
                    format!("`{shown}` takes one value"),
                );
                None
            }
        }
    }

    /// All parts of a variable of the file.
    pub(super) fn initial_parts(
        &mut self,
        init: &'a ast::Init,
        q: &Qualified,
        place: Place,
    ) -> Option<Vec<(Place, Expr)>> {
        let mut parts = Vec::new();
        match init {
            ast::Init::Equals(e) | ast::Init::Braces(e) => match (&e.kind, &q.ty) {
                (ast::ExprKind::Braces(_), Type::Array(..) | Type::Struct(_)) => {
                    self.braces(e, place, &q.ty, &mut parts)?;
                }
                _ => {
                    let value = self.braced_scalar(e, &q.ty, &Purpose::Init(String::new()))?;
                    self.spread(place, value, &mut parts);
                }
            },
            ast::Init::Parens(list, span) => match list.as_slice() {
                [one] => {
                    let value = self.braced_scalar(one, &q.ty, &Purpose::Init(String::new()))?;
                    self.spread(place, value, &mut parts);
                }
                _ => {
                    self.error(Code::BadInitialiser, *span, "one value is expected here");
                    return None;
                }
            },
        }
        Some(parts)
    }

    /// A struct built from parts, given to its parts.
    fn spread(&mut self, place: Place, value: Expr, parts: &mut Vec<(Place, Expr)>) {
        match value.kind {
            ExprKind::Aggregate(fields) => {
                for (at, e) in fields.into_iter().enumerate() {
                    if let Some(part) = field(&self.types, place.clone(), at as u32, place.span) {
                        self.spread(part, e, parts);
                    }
                }
            }
            _ => parts.push((place, value)),
        }
    }

    /// Flattens braces onto a place; true if every part got a value.
    fn braces(
        &mut self,
        e: &'a ast::Expr,
        place: Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let ast::ExprKind::Braces(items) = &e.kind else {
            return None;
        };
        let mut cursor = Cursor {
            items,
            at: 0,
            held: None,
        };
        let whole = self.fill(&mut cursor, place, ty, parts)?;
        if let Some(extra) = items.get(cursor.at) {
            let (shown, n) = (self.types.show(ty), cursor.at);
            let diag = Diag::error(
                Code::BadInitialiser,
                extra.value.span,
                format!("too many values: `{shown}` has room for {n}"),
            );
            self.note(diag);
            return None;
        }
        Some(whole)
    }

    fn fill(
        &mut self,
        cursor: &mut Cursor<'a>,
        place: Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let count = match ty {
            Type::Array(_, n) => *n,
            Type::Struct(id) => self.types.get(*id).fields.len() as u64,
            _ => return None,
        };
        let (mut whole, mut i) = (true, 0);
        while i < count {
            if cursor.is_empty() {
                whole = false;
                break;
            }
            if let (Some(item), Type::Struct(id)) = (cursor.items.get(cursor.at), ty)
                && let Some(name) = &item.designator
            {
                let at = self
                    .types
                    .get(*id)
                    .fields
                    .iter()
                    .position(|f| *f.name == *name.text);
                match at {
                    Some(at) if at as u64 >= i => {
                        whole &= at as u64 == i;
                        i = at as u64;
                    }
                    _ => {
                        let shown = self.types.show(ty);
                        self.error(
                            Code::BadInitialiser,
                            name.span,
                            format!("`.{}` is no field of `{shown}` that comes next", name.text),
                        );
                        return None;
                    }
                }
            }
            let part = match ty {
                Type::Array(..) => element(&place, i)?,
                _ => field(&self.types, place.clone(), i as u32, place.span)?,
            };
            whole &= self.fill_part(cursor, part, parts)?;
            i += 1;
        }
        Some(whole)
    }

    fn fill_part(
        &mut self,
        cursor: &mut Cursor<'a>,
        part: Place,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let ty = part.ty.clone();
        let aggregate = matches!(ty, Type::Array(..) | Type::Struct(_));
        let purpose = Purpose::Init(String::new());
        if cursor.held.is_none()
            && let Some(item) = cursor.items.get(cursor.at)
            && let ast::ExprKind::Braces(_) = &item.value.kind
        {
            cursor.at += 1;
            if aggregate {
                return self.braces(&item.value, part, &ty, parts);
            }
            let value = self.braced_scalar(&item.value, &ty, &purpose)?;
            parts.push((part, value));
            return Some(true);
        }
        let value = match cursor.held.take() {
            Some(value) => value,
            None => {
                let item = cursor.items.get(cursor.at)?;
                cursor.at += 1;
                self.rvalue(&item.value)?
            }
        };
        if aggregate && value.ty != ty {
            cursor.held = Some(value);
            return self.fill(cursor, part, &ty, parts);
        }
        let value = self.coerce(value, &ty, &purpose)?;
        parts.push((part, value));
        Some(true)
    }

    /// `T(a, b)` and `T{a, b}` of a struct, the arguments being values.
    pub(super) fn construct(
        &mut self,
        ty: &Type,
        mut given: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let Type::Struct(id) = ty else { return None };
        if given.len() == 1 && given[0].ty == *ty {
            return given.pop();
        }
        if self.has_constructor(*id) {
            self.refuse(
                span,
                "constructors are",
                "make it plain data and set the fields",
            );
            return None;
        }
        let fields: Vec<Type> = self
            .types
            .get(*id)
            .fields
            .iter()
            .map(|f| f.ty.ty.clone())
            .collect();
        if given.len() > fields.len() {
            let (shown, n) = (self.types.show(ty), fields.len());
            self.error(
                Code::BadInitialiser,
                given[n].span,
                format!("too many values: `{shown}` has room for {n}"),
            );
            return None;
        }
        let mut values = Vec::with_capacity(fields.len());
        let mut given = given.into_iter();
        for (i, field) in fields.iter().enumerate() {
            let value = match given.next() {
                Some(value) => self.coerce(value, field, &Purpose::Other("this part"))?,
                None if *id == Types::DIM3 => {
                    super::op::constant(Const::Int(1), field.clone(), span)
                }
                None => match zero(&self.types, field, span) {
                    Some(zero) => zero,
                    None => {
                        let _ = i;
                        self.refuse(
                            span,
                            "structs with arrays made in the middle of an expression are",
                            "declare a variable with these values first",
                        );
                        return None;
                    }
                },
            };
            values.push(value);
        }
        Some(Expr {
            kind: ExprKind::Aggregate(values),
            ty: ty.clone(),
            span,
        })
    }

    /// Notes that a variable's address is needed.
    pub(super) fn take_address(&mut self, place: &Place) {
        if let Some(id) = super::op::root(place) {
            self.body.unset.remove(&id);
            if let Some(var) = self.var_mut(id) {
                var.address_taken = true;
            }
        }
    }

    /// Notes that a reference is bound to a variable.
    fn refer_to(&mut self, place: &Place) {
        if let Some(id) = super::op::root(place) {
            self.body.unset.remove(&id);
            if let Some(var) = self.var_mut(id) {
                var.referenced = true;
            }
        }
    }

    /// Notes that a variable has a value from here on.
    pub(super) fn set(&mut self, place: &Place) {
        if let Some(id) = super::op::root(place) {
            self.body.unset.remove(&id);
        }
    }

    /// Warns of a read of a variable that nothing has set yet.
    pub(super) fn warn_unset(&mut self, place: &Place) {
        let PlaceKind::Var(id) = place.kind else {
            return;
        };
        let Some(depth) = self.body.unset.get(&id).copied() else {
            return;
        };
        self.body.unset.remove(&id);
        if depth != self.body.loops {
            return;
        }
        let Some(var) = self.var(id) else { return };
        let diag = Diag::warning(
            Code::Uninitialised,
            place.span,
            format!("`{}` is read before anything is stored in it", var.name),
        )
        .label(var.span, "declared here without a value");
        self.note(diag);
    }

    /// A place of the variable with this id.
    pub(super) fn var_place(&self, id: VarId, span: Span) -> Option<Lvalue> {
        let var = self.var(id)?;
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: var.ty.clone(),
            volatile: var.volatile,
            span,
        };
        if !var.reference {
            let known = self.body.known.get(&id).copied();
            let constant = var.constant || matches!(&var.ty, Type::Array(of, _) if of.constant);
            return Some(Lvalue {
                place,
                constant,
                known,
            });
        }
        let to = var.ty.pointee()?.clone();
        let pointer = Expr {
            kind: ExprKind::Load(place),
            ty: var.ty.clone(),
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: to.ty,
            volatile: to.volatile,
            span,
        };
        Some(Lvalue {
            place,
            constant: to.constant,
            known: None,
        })
    }
}
