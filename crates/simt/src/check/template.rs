//! Functions made concrete: prototypes joined to definitions, template arguments deduced, bodies checked.
//! In: a declaration and its template arguments; out: an instance, whose body is checked in its turn.
//! The rule: one instance for each set of arguments; a template that nobody asks for is never looked into.
//! Next: stmt.rs for bodies, call.rs for who asks.

use super::coerce::Purpose;
use super::scope::Entity;
use super::typex::header_scalar;
use super::{Checker, Side, Typed};
use crate::ast::{self, TemplateParamKind, TypeExpr, TypeKind};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Const, ExprKind, FuncId};
use crate::ty::{Qualified, Scalar, Type};

/// What template parameters stand for, in their order.
pub(super) type Bindings = Vec<(String, Entity)>;

/// What the arguments of a call say about template parameters.
#[derive(Default)]
pub(super) struct Deduced {
    /// For each parameter.
    bound: Vec<Option<Entity>>,
    /// How many were given between `<` and `>`: the arguments do not count against those.
    explicit: usize,
    /// Two arguments say different things.
    torn: bool,
}

impl Deduced {
    /// Nothing known of so many parameters.
    pub(super) fn new(params: usize) -> Deduced {
        Deduced {
            bound: vec![None; params],
            ..Deduced::default()
        }
    }

    /// Whether two arguments say different things.
    pub(super) fn is_torn(&self) -> bool {
        self.torn
    }

    /// What a parameter was found to stand for.
    pub(super) fn take(&mut self, at: usize) -> Option<Entity> {
        self.bound[at].take()
    }

    /// Says what a parameter stands for.
    pub(super) fn bind(&mut self, at: usize, entity: Entity) {
        match &self.bound[at] {
            Some(before) if at >= self.explicit => {
                let same_number = matches!((before, &entity), (Entity::Constant(a, _), Entity::Constant(b, _)) if a == b);
                self.torn |= *before != entity && !same_number;
            }
            Some(_) => {}
            None => self.bound[at] = Some(entity),
        }
    }
}

impl<'a> Checker<'a> {
    /// Explicit arguments bound to the first parameters.
    pub(super) fn explicit(
        &mut self,
        params: &'a [ast::TemplateParam],
        args: &'a [ast::TemplateArg],
    ) -> Option<Bindings> {
        let mut bindings: Bindings = Vec::new();
        for (p, arg) in params.iter().zip(args) {
            let entity = self.template_argument(p, arg, &bindings)?;
            bindings.push((
                p.name
                    .as_ref()
                    .map_or(String::new(), |n| n.text.to_string()),
                entity,
            ));
        }
        if let Some(extra) = args.get(params.len()) {
            let span = match extra {
                ast::TemplateArg::Type(t) => t.span,
                ast::TemplateArg::Expr(e) => e.span,
            };
            let n = params.len();
            self.error(
                Code::BadTemplateArgument,
                span,
                format!("the template has {n} parameters, and more arguments are given"),
            );
            return None;
        }
        Some(bindings)
    }

    fn template_argument(
        &mut self,
        p: &'a ast::TemplateParam,
        arg: &'a ast::TemplateArg,
        bound: &Bindings,
    ) -> Option<Entity> {
        match (&p.kind, arg) {
            _ if p.pack => {
                self.refuse(p.span, "parameter packs are", "write the parameters out");
                None
            }
            (TemplateParamKind::Type(_), ast::TemplateArg::Type(t)) => {
                Some(Entity::Type(self.ty(t)?))
            }
            (TemplateParamKind::Type(_), ast::TemplateArg::Expr(e)) => {
                let ast::ExprKind::Name(path) = &super::expr::bare(e).kind else {
                    self.error(Code::BadTemplateArgument, e.span, "a type is needed here");
                    return None;
                };
                let name = super::typex::spelled(path);
                match self.resolve(path) {
                    Some(Entity::Type(ty)) => Some(Entity::Type(ty)),
                    Some(Entity::Broken) => None,
                    None if self.header_type(&name).is_some() => self
                        .header_type(&name)
                        .map(|t| Entity::Type(Qualified::plain(t))),
                    _ => {
                        self.error(
                            Code::BadTemplateArgument,
                            e.span,
                            format!("`{name}` is not a type, and a type is needed here"),
                        );
                        None
                    }
                }
            }
            (TemplateParamKind::Value(t, _), ast::TemplateArg::Expr(e)) => {
                let value = self.rvalue(e)?;
                self.value_argument(t, value, bound)
            }
            (TemplateParamKind::Value(..), ast::TemplateArg::Type(t)) => {
                self.error(
                    Code::BadTemplateArgument,
                    t.span,
                    "a value is needed here, and this is a type",
                );
                None
            }
            (TemplateParamKind::Template(..), _) => {
                self.refuse(
                    p.span,
                    "template template parameters are",
                    "use a type or an integer parameter",
                );
                None
            }
        }
    }

    pub(super) fn value_argument(
        &mut self,
        t: &'a TypeExpr,
        value: crate::tree::Expr,
        bound: &Bindings,
    ) -> Option<Entity> {
        self.bind_names(bound);
        self.auto = Some(Qualified::plain(value.ty.clone()));
        let q = self.ty(t);
        self.auto = None;
        self.scopes.pop();
        let ty = q?.ty;
        let span = value.span;
        if !self.types.scalar(&ty).is_some_and(Scalar::is_integer) {
            let shown = self.types.show(&ty);
            self.refuse(
                t.span,
                &format!("template parameters of type `{shown}` are"),
                "use an integer, a `bool` or an enumeration",
            );
            return None;
        }
        if self.types.scalar(&value.ty).is_some_and(Scalar::is_float) {
            let found = self.types.show(&value.ty);
            let message = format!("a template argument must be an integer, not `{found}`");
            self.error(Code::BadTemplateArgument, span, message);
            return None;
        }
        let value = self.folded(value);
        let value = self.coerce(value, &ty, &Purpose::Other("this template argument"))?;
        match value.kind {
            ExprKind::Const(c @ Const::Int(_)) => Some(Entity::Constant(c, ty)),
            _ => {
                let diag = Diag::error(
                    Code::NotConstant,
                    span,
                    "a template argument must be known at compile time",
                );
                self.note(diag.help("make it `constexpr`, or pass it as an ordinary argument"));
                None
            }
        }
    }

    /// The instance that a call of a template means, or `None` if its arguments cannot be worked out.
    pub(super) fn deduce_call(
        &mut self,
        at: usize,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Typed],
        span: Span,
    ) -> Option<FuncId> {
        let d = self.declared[at].clone();
        let params = d.template?;
        let mut bindings = match explicit {
            Some(list) => self.attempt(|c| c.explicit(params, list))?,
            None => Vec::new(),
        };
        let mut found = Deduced {
            explicit: bindings.len(),
            ..Deduced::default()
        };
        found.bound = bindings.drain(..).map(|(_, e)| Some(e)).collect();
        found.bound.resize(params.len(), None);
        for (p, arg) in d.ast.params.iter().zip(args) {
            self.unify_parameter(params, &p.ty, arg, &mut found);
        }
        if found.torn {
            return None;
        }
        for (i, p) in params.iter().enumerate() {
            let name = p
                .name
                .as_ref()
                .map_or(String::new(), |n| n.text.to_string());
            let entity = match found.bound[i].take() {
                Some(e) => e,
                None => self.default_argument_of(p, &bindings, at)?,
            };
            bindings.push((name, entity));
        }
        if self.too_many_instances() {
            return None;
        }
        self.attempt(|c| c.instance(at, bindings, Some(span)))
    }

    fn default_argument_of(
        &mut self,
        p: &'a ast::TemplateParam,
        bound: &Bindings,
        at: usize,
    ) -> Option<Entity> {
        self.in_scope_of(at, false, |c| {
            c.bind_names(bound);
            match &p.kind {
                TemplateParamKind::Type(Some(t)) => Some(Entity::Type(c.ty(t)?)),
                TemplateParamKind::Value(t, Some(e)) => {
                    let value = c.rvalue(e)?;
                    c.value_argument(t, value, bound)
                }
                _ => None,
            }
        })
    }

    pub(super) fn unify_parameter(
        &self,
        params: &[ast::TemplateParam],
        t: &TypeExpr,
        arg: &Typed,
        found: &mut Deduced,
    ) {
        if let TypeKind::LRef(inner) = &t.kind {
            let q = match arg {
                Typed::Place(l) => Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: false,
                },
                Typed::Value(v) => Qualified::plain(v.ty.clone()),
            };
            return self.unify(params, inner, &q, found);
        }
        if let TypeKind::RRef(inner) = &t.kind {
            // `T&&` of an lvalue makes `T` a reference, and collapses.
            let (q, lvalue) = match arg {
                Typed::Place(l) => (
                    Qualified {
                        ty: l.place.ty.clone(),
                        constant: l.constant,
                        volatile: false,
                    },
                    !l.expiring,
                ),
                Typed::Value(v) => (Qualified::plain(v.ty.clone()), false),
            };
            let bare = matches!(&inner.kind, TypeKind::Named(path) if path.plain().is_some());
            if lvalue && bare && !inner.cv.is_const {
                let reference = Type::Reference(std::sync::Arc::new(q));
                return self.unify(params, inner, &Qualified::plain(reference), found);
            }
            return self.unify(params, inner, &q, found);
        }
        let q = Qualified::plain(self.as_value(arg).ty);
        if let TypeKind::Array(of, _) = &t.kind
            && let Some(to) = q.ty.pointee()
        {
            return self.unify(params, of, to, found);
        }
        self.unify(params, t, &q, found);
    }

    /// Binds the template parameters that occur in a written type so that it becomes `q`.
    pub(super) fn unify(
        &self,
        params: &[ast::TemplateParam],
        t: &TypeExpr,
        q: &Qualified,
        found: &mut Deduced,
    ) {
        match (&t.kind, &q.ty) {
            (TypeKind::Named(path), ty) => {
                if let Type::Struct(id) = ty
                    && self.unify_class(params, path, *id, found)
                {
                    return;
                }
                let Some(name) = path.plain() else { return };
                let at = params.iter().position(|p| {
                    matches!(p.kind, TemplateParamKind::Type(_))
                        && p.name.as_ref().is_some_and(|n| n.text == name.text)
                });
                if let Some(at) = at {
                    // In `const T&` the `const` is spoken for.
                    let constant = q.constant && !t.cv.is_const;
                    let volatile = q.volatile && !t.cv.is_volatile;
                    let ty = ty.clone();
                    found.bind(
                        at,
                        Entity::Type(Qualified {
                            ty,
                            constant,
                            volatile,
                        }),
                    );
                }
            }
            (TypeKind::LRef(inner), Type::Reference(to))
            | (TypeKind::RRef(inner), Type::Rvalue(to))
            | (TypeKind::Pointer(inner), Type::Pointer(to)) => {
                self.unify(params, inner, to, found);
            }
            (TypeKind::Array(inner, length), Type::Array(of, n)) => {
                self.unify(params, inner, of, found);
                if let Some(length) = length
                    && let ast::ExprKind::Name(path) = &length.kind
                    && let Some(name) = path.plain()
                {
                    let at = params
                        .iter()
                        .position(|p| p.name.as_ref().is_some_and(|p| p.text == name.text));
                    if let Some(at) = at {
                        let n = Const::Int(*n as i64);
                        found.bind(at, Entity::Constant(n, Scalar::Int.into()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Instantiates a kernel template named by the host: `tile<16, float>`.
    pub(super) fn instantiate_by_name(&mut self, text: &str) {
        let Some((name, rest)) = text.split_once('<') else {
            return;
        };
        let (name, list) = (name.trim(), rest.trim().trim_end_matches('>'));
        let Some(Entity::Functions(found)) = self.lookup(name, Span::default()) else {
            return;
        };
        let kernels = found.into_iter().filter(|at| {
            let d = &self.declared[*at];
            d.template.is_some() && d.side == Side::Kernel
        });
        let words: Vec<&str> = list
            .split(',')
            .map(str::trim)
            .filter(|w| !w.is_empty())
            .collect();
        for at in kernels.collect::<Vec<_>>() {
            if let Some(bindings) = self.bindings_by_name(at, &words, text) {
                self.check_placement(at);
                let span = self.declared[at].span;
                self.instance(at, bindings, Some(span));
            }
        }
    }

    fn bindings_by_name(&mut self, at: usize, words: &[&str], text: &str) -> Option<Bindings> {
        let d = self.declared[at].clone();
        let params = d.template?;
        let mut bindings: Bindings = Vec::new();
        for (i, p) in params.iter().enumerate() {
            let name = p
                .name
                .as_ref()
                .map_or(String::new(), |n| n.text.to_string());
            let entity = match (words.get(i), &p.kind) {
                (None, _) => self.default_argument_of(p, &bindings, at),
                (Some(word), TemplateParamKind::Type(_)) => self
                    .type_of_word(word)
                    .map(|t| Entity::Type(Qualified::plain(t))),
                (Some(word), TemplateParamKind::Value(t, _)) => {
                    self.value_of_word(word, d.span).and_then(|value| {
                        self.at_file(&d.space, |c| c.value_argument(t, value, &bindings))
                    })
                }
                _ => None,
            };
            let Some(entity) = entity else {
                let diag = Diag::error(
                    Code::BadTemplateArgument,
                    d.span,
                    format!(
                        "`{text}` is asked for, and its template arguments do not fit `{}`",
                        d.name
                    ),
                );
                self.note(diag);
                return None;
            };
            bindings.push((name, entity));
        }
        Some(bindings)
    }

    fn type_of_word(&mut self, word: &str) -> Option<Type> {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(inner) = word.strip_suffix('*') {
            return Some(Type::pointer_to(Qualified::plain(
                self.type_of_word(inner)?,
            )));
        }
        let scalar = Scalar::ALL.into_iter().find(|s| s.name() == word);
        let scalar = scalar.or(match word.as_str() {
            "unsigned" => Some(Scalar::UInt),
            "unsigned long long" => Some(Scalar::ULongLong),
            other => header_scalar(other),
        });
        if let Some(s) = scalar {
            return Some(s.into());
        }
        match self.lookup(&word, Span::default()) {
            Some(Entity::Type(q)) => Some(q.ty),
            _ => self.types.predefined(&word).map(Type::Struct),
        }
    }

    fn value_of_word(&mut self, word: &str, span: Span) -> Option<crate::tree::Expr> {
        let constant = |v: i64, s: Scalar| Some(super::op::constant(Const::Int(v), s, span));
        match word {
            "true" => constant(1, Scalar::Bool),
            "false" => constant(0, Scalar::Bool),
            _ => match word.trim_end_matches(['u', 'U', 'l', 'L']).parse::<i64>() {
                Ok(v) if i32::try_from(v).is_ok() => constant(v, Scalar::Int),
                Ok(v) => constant(v, Scalar::Long),
                Err(_) => match self.lookup(word, Span::default()) {
                    Some(Entity::Constant(c, ty)) => Some(super::op::constant(c, ty, span)),
                    _ => None,
                },
            },
        }
    }
}
