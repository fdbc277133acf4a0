//! Deduction: what the arguments of a call say about the parameters of a function template, and which of two
//! templates says more.
//! In: a template, explicit arguments and those of the call; out: a candidate, or why there is none.
//! The rule: every argument that mentions a parameter must say the same; what cannot be formed is no candidate.
//! Next: template.rs for explicit arguments, overload.rs for the choice, instance.rs for what is made.

use super::scope::{Address, Entity};
use super::template::{Bindings, name_of, with_default};
use super::{Checker, TemplateArg, Typed};
use crate::tree::{Const, FuncId};
use crate::ty::{Qualified, Scalar, StructId, Type};
use cuda_parse::ast::{self, TemplateParam, TemplateParamKind, TypeExpr, TypeKind};
use cuda_source::diag::Diag;
use cuda_source::source::Span;
use std::sync::Arc;

/// Why a template is not what a call means.
#[derive(Clone, Debug)]
pub(super) enum Undeduced {
    /// Two arguments say different things of a parameter.
    Torn(Torn),
    /// What it, or a function that it is made with, asks of its arguments does not hold.
    Unmet(Box<Diag>),
    /// Its arguments cannot be worked out.
    Unknown,
}

/// A parameter of which two arguments say different things.
#[derive(Clone, Debug)]
pub(super) struct Torn {
    /// Which of the template's parameters.
    pub param: usize,
    /// What one argument says.
    pub one: Entity,
    /// What another says.
    pub other: Entity,
}

/// What the arguments of a call say about template parameters.
#[derive(Clone, Default)]
pub(super) struct Deduced {
    /// For each parameter.
    bound: Vec<Option<Entity>>,
    /// How many were given between `<` and `>`: the arguments do not count against those.
    explicit: usize,
    /// The parameter of which two arguments say different things, and what they say.
    torn: Option<Torn>,
    /// An argument is no instance of the class template that its parameter asks for, so that it says nothing.
    strange: bool,
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
        self.torn.is_some()
    }

    /// Says what the first parameters stand for, as written between `<` and `>`.
    pub(super) fn give(&mut self, entities: impl Iterator<Item = Entity>) {
        for (slot, entity) in self.bound.iter_mut().zip(entities) {
            *slot = Some(entity);
            self.explicit += 1;
        }
    }

    /// How many parameters are known.
    pub(super) fn known(&self) -> usize {
        self.bound.iter().flatten().count()
    }

    /// What a parameter was found to stand for.
    pub(super) fn take(&mut self, at: usize) -> Option<Entity> {
        self.bound[at].take()
    }

    /// Says what a parameter stands for.
    pub(super) fn bind(&mut self, at: usize, entity: Entity) {
        match &self.bound[at] {
            Some(before) if at >= self.explicit => {
                if !same(before, &entity) && self.torn.is_none() {
                    self.torn = Some(Torn {
                        param: at,
                        one: before.clone(),
                        other: entity,
                    });
                }
            }
            Some(_) => {}
            None => self.bound[at] = Some(entity),
        }
    }
}

/// Whether two arguments are the same; a number's type does not matter.
fn same(a: &Entity, b: &Entity) -> bool {
    match (a, b) {
        (Entity::Constant(a, _), Entity::Constant(b, _)) => a == b,
        (Entity::Pack(a), Entity::Pack(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (a, b) => a == b,
    }
}

/// Which template parameter a plain name is.
fn parameter_named(params: &[TemplateParam], path: &ast::Path) -> Option<usize> {
    let name = path.plain()?;
    params
        .iter()
        .position(|p| p.name.as_ref().is_some_and(|n| n.text == name.text))
}

impl<'a> Checker<'a> {
    /// The candidate that a call of a template means, or why there is none.
    pub(super) fn deduce_call(
        &mut self,
        at: usize,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Typed],
        span: Span,
    ) -> Result<FuncId, Undeduced> {
        let d = self.functions.declared[at].clone();
        let params = d.template.ok_or(Undeduced::Unknown)?;
        let given = match explicit {
            Some(list) => {
                let given = self.attempt(|c| c.explicit(params, list, &d.space));
                given.ok_or(Undeduced::Unknown)?
            }
            None => Vec::new(),
        };
        let mut found = Deduced::new(params.len());
        found.give(given.into_iter().map(|(_, e)| e));
        // What its parameters name is looked up where it stands.
        let space = std::mem::replace(&mut self.names.space, d.space.clone());
        self.unify_parameters(params, &d.ast.params, args, &mut found);
        self.names.space = space;
        if let Some(torn) = found.torn {
            return Err(Undeduced::Torn(torn));
        }
        if found.strange || self.too_many_instances() {
            return Err(Undeduced::Unknown);
        }
        let mut unmet = None;
        let made = self.attempt(|c| {
            let mut bindings = Bindings::new();
            for (i, p) in params.iter().enumerate() {
                let entity = match found.bound[i].take() {
                    Some(e) => e,
                    None if p.pack => Entity::Pack(Vec::new()),
                    None => c.default_argument_of(p, &bindings, at)?,
                };
                bindings.push((name_of(p), entity));
            }
            c.instance_or_unmet(at, bindings, Some(span))
                .map_err(|why| unmet = why)
                .ok()
        });
        made.ok_or(unmet.map_or(Undeduced::Unknown, Undeduced::Unmet))
    }

    /// What is known of a template's parameters where some arguments are not: what is given between `<` and `>`, and what
    /// the other arguments say, each with its place.
    pub(super) fn bound_beside(
        &mut self,
        at: usize,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[(usize, Typed)],
    ) -> Option<Bindings> {
        let d = self.functions.declared[at].clone();
        let params = d.template?;
        let given = match explicit {
            Some(list) => self.attempt(|c| c.explicit(params, list, &d.space))?,
            None => Vec::new(),
        };
        let mut found = Deduced::new(params.len());
        found.give(given.into_iter().map(|(_, e)| e));
        for (n, arg) in args {
            match d.ast.params.get(*n) {
                Some(p) if !p.pack => self.unify_parameter(params, &p.ty, arg, &mut found),
                _ => break,
            }
        }
        let bound = params.iter().zip(found.bound);
        let known = bound.filter_map(|(p, entity)| Some((name_of(p), entity?)));
        Some(known.collect())
    }

    /// The default of the template parameter after these, from the declaration or a prototype before it.
    pub(super) fn default_argument_of(
        &mut self,
        p: &'a TemplateParam,
        bound: &Bindings,
        at: usize,
    ) -> Option<Entity> {
        if p.pack {
            return Some(Entity::Pack(Vec::new()));
        }
        let (p, bound) = with_default(p, self.functions.declared[at].earlier, bound);
        self.in_scope_of(at, false, |c| c.default_named(p, &bound))
    }

    /// All parameters of a function against the arguments; a pack takes those that are left.
    fn unify_parameters(
        &mut self,
        params: &[TemplateParam],
        list: &[ast::Param],
        args: &[Typed],
        found: &mut Deduced,
    ) {
        let mut rest = args.iter();
        for p in list {
            if !p.pack {
                if let Some(arg) = rest.next() {
                    self.unify_parameter(params, &p.ty, arg, found);
                }
                continue;
            }
            let given: Vec<Option<usize>> = (0..params.len())
                .map(|k| match &found.bound[k] {
                    Some(Entity::Pack(list)) if params[k].pack => Some(list.len()),
                    _ => None,
                })
                .collect();
            let mut packs: Vec<Vec<Entity>> = vec![Vec::new(); params.len()];
            for (n, arg) in rest.by_ref().enumerate() {
                let mut one = found.clone();
                for (k, p) in params.iter().enumerate() {
                    if p.pack {
                        one.bound[k] = None;
                    }
                }
                one.explicit = 0;
                self.unify_parameter(params, &p.ty, arg, &mut one);
                for (k, p) in params.iter().enumerate() {
                    match one.bound[k].take() {
                        Some(entity) if p.pack && given[k].is_none_or(|most| n >= most) => {
                            packs[k].push(entity);
                        }
                        Some(entity) if !p.pack => found.bind(k, entity),
                        _ => {}
                    }
                }
            }
            for (k, more) in packs.into_iter().enumerate() {
                match &mut found.bound[k] {
                    Some(Entity::Pack(list)) if params[k].pack => list.extend(more),
                    empty @ None if params[k].pack && !more.is_empty() => {
                        *empty = Some(Entity::Pack(more));
                    }
                    _ => {}
                }
            }
        }
    }

    pub(super) fn unify_parameter(
        &mut self,
        params: &[TemplateParam],
        t: &TypeExpr,
        arg: &Typed,
        found: &mut Deduced,
    ) {
        let object = || match arg {
            Typed::Place(l) => Qualified {
                ty: l.place.ty.clone(),
                constant: l.constant,
                volatile: l.place.volatile,
            },
            Typed::Value(v) if super::convert::is_null_number(&v.ty) => {
                Qualified::plain(Scalar::Long.into())
            }
            Typed::Value(v) => Qualified::plain(v.ty.clone()),
        };
        if let Type::Overloads(set) = Self::type_of_typed(arg) {
            return self.unify_overloads(params, outer(t), *set, found);
        }
        match &t.kind {
            // A reference to a function: of its name the type is no pointer's.
            TypeKind::LRef(inner) if names_function(arg) => {
                let object = object();
                let function = object.ty.pointee().unwrap_or(&object);
                self.unify(params, inner, function, found);
            }
            TypeKind::LRef(inner) => self.unify(params, inner, &object(), found),
            TypeKind::RRef(inner) => {
                // `T&&` of an lvalue makes `T` a reference, and collapses.
                let lvalue = matches!(arg, Typed::Place(l) if !l.expiring);
                let bare = matches!(
                    &inner.kind,
                    TypeKind::Named(path) if parameter_named(params, path).is_some()
                );
                if lvalue && bare && !inner.cv.is_const {
                    let reference = Type::Reference(Arc::new(object()));
                    return self.unify(params, inner, &Qualified::plain(reference), found);
                }
                self.unify(params, inner, &object(), found);
            }
            _ => {
                let q = Qualified::plain(self.as_value(arg).ty);
                if let TypeKind::Array(of, _) = &t.kind
                    && let Some(to) = q.ty.pointee()
                {
                    return self.unify(params, of, to, found);
                }
                self.unify(params, t, &q, found);
            }
        }
    }

    /// Binds the template parameters that occur in a written type so that it becomes `q`.
    pub(super) fn unify(
        &mut self,
        params: &[TemplateParam],
        t: &TypeExpr,
        q: &Qualified,
        found: &mut Deduced,
    ) {
        match (&t.kind, &q.ty) {
            (TypeKind::Named(path), ty) => {
                if path.last().args.is_some() {
                    return self.unify_instance(params, path, q, found);
                }
                let Some(at) = parameter_named(params, path) else {
                    return;
                };
                if matches!(params[at].kind, TemplateParamKind::Type(_)) {
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
                    && let Some(at) = parameter_named(params, path)
                {
                    let n = Const::Int(*n as i64);
                    found.bind(at, Entity::Constant(n, Scalar::Int.into()));
                }
            }
            (TypeKind::MemberPointer(made), Type::Struct(_)) => {
                let Some(member) = self.member_behind(&q.ty).cloned() else {
                    return;
                };
                let (class, to) = (&made.0, &made.1);
                if let Some(at) = parameter_named(params, class) {
                    let class = Type::Struct(member.class);
                    found.bind(at, Entity::Type(Qualified::plain(class)));
                }
                self.unify(params, to, &member.to, found);
            }
            (TypeKind::Function(written), Type::Function(f)) if written.is_const == f.constant => {
                let result = Qualified::plain(f.result.clone());
                self.unify(params, &written.result, &result, found);
                self.unify_types(params, &written.params, &f.params, found);
            }
            _ => {}
        }
    }

    /// The parameters of a function as written against those of a function type.
    pub(super) fn unify_types(
        &mut self,
        params: &[TemplateParam],
        written: &[ast::Param],
        types: &[Type],
        found: &mut Deduced,
    ) {
        let plain = |ty: &Type| Qualified::plain(ty.clone());
        let mut rest = types.iter();
        for p in written {
            if !p.pack {
                match (rest.next(), &p.ty.kind) {
                    (Some(Type::Pointer(to)), TypeKind::Array(of, _)) => {
                        self.unify(params, of, to, found);
                    }
                    (Some(ty), _) => self.unify(params, &p.ty, &plain(ty), found),
                    (None, _) => {}
                }
                continue;
            }
            let TypeKind::Named(path) = &p.ty.kind else {
                continue;
            };
            if let Some(at) = parameter_named(params, path) {
                let members = rest.by_ref().map(|ty| Entity::Type(plain(ty))).collect();
                found.bind(at, Entity::Pack(members));
            }
        }
    }

    /// `Vec<T>` against `Vec<float>`, and an alias with arguments against what it stands for.
    fn unify_instance(
        &mut self,
        params: &[TemplateParam],
        path: &ast::Path,
        q: &Qualified,
        found: &mut Deduced,
    ) {
        if let Type::Struct(id) = &q.ty
            && self.unify_class(params, path, *id, found)
        {
            return;
        }
        let name = super::typex::spelled(path);
        if let Some(Entity::OtherTemplate(at)) = self.lookup(&name, path.span) {
            return self.unify_alias(params, at, path.last().args.as_deref(), q, found);
        }
        let asks = path.last().args.iter().flatten();
        let mut asks = asks.filter_map(|pattern| plain_parameter(params, pattern));
        let outright = path.segments.iter().rev().skip(1).all(|s| s.args.is_none());
        if outright
            && asks.any(|k| k >= found.explicit)
            && matches!(
                q.ty,
                Type::Scalar(_) | Type::Enum(_) | Type::Pointer(_) | Type::Struct(_)
            )
            && matches!(
                self.lookup(&name, path.span),
                Some(Entity::ClassTemplate(_))
            )
        {
            found.strange = true;
        }
    }

    fn unify_alias(
        &mut self,
        params: &[TemplateParam],
        at: usize,
        patterns: Option<&[ast::TemplateArg]>,
        q: &Qualified,
        found: &mut Deduced,
    ) {
        let t = self.classes.others[at].clone();
        let ast::ItemKind::Alias(alias) = t.item else {
            return;
        };
        let mut inner = Deduced::new(t.params.len());
        self.unify(t.params, &alias.ty, q, &mut inner);
        if inner.is_torn() {
            return;
        }
        // A class of our headers that stands for all of the standard's kind, `basic_ostream<C, T>`, is the usual one.
        let usual = alias.name.span.is_system();
        for (k, pattern) in patterns.unwrap_or_default().iter().enumerate() {
            let mut entity = inner.bound.get(k).cloned().flatten();
            if let (None, true, Some(param)) = (&entity, usual, t.params.get(k))
                && !param.pack
            {
                let default = self.default_in(param, &Vec::new(), t.home());
                entity = default.flatten();
            }
            if let Some(entity) = entity {
                let arg = self.as_argument(&entity);
                self.unify_argument(params, pattern, &arg, found);
            }
        }
    }

    /// Deduces from an instance of a class template or from one of its bases.
    fn unify_class(
        &mut self,
        params: &[TemplateParam],
        path: &ast::Path,
        id: StructId,
        found: &mut Deduced,
    ) -> bool {
        let Some(patterns) = &path.last().args else {
            return false;
        };
        let name = &path.last().name.text;
        let any = parameter_named_template(params, path);
        let mut candidates = vec![id];
        while let Some(id) = candidates.pop() {
            let s = self.types.get(id);
            if let Some(origin) = s.origin.clone() {
                let at = origin.template as usize;
                if any.is_some() || *self.classes.templates[at].name == **name {
                    if let Some(k) = any {
                        found.bind(k, Entity::ClassTemplate(at));
                    }
                    self.unify_arguments(params, patterns, &origin.args, found);
                    return true;
                }
            }
            candidates.extend(self.types.get(id).bases.iter().map(|(b, _)| *b));
        }
        false
    }

    /// Patterns against the arguments of an instance, packs among both written out.
    pub(super) fn unify_arguments(
        &mut self,
        params: &[TemplateParam],
        patterns: &[ast::TemplateArg],
        args: &[TemplateArg],
        found: &mut Deduced,
    ) {
        let mut flat = Vec::new();
        for arg in args {
            match arg {
                TemplateArg::Pack(list) => flat.extend(list),
                one => flat.push(one),
            }
        }
        let mut rest = flat.into_iter();
        for pattern in patterns {
            let expanded = match pattern {
                ast::TemplateArg::Type(TypeExpr {
                    kind: TypeKind::Expand(inner),
                    ..
                }) => match &inner.kind {
                    TypeKind::Named(path) => Some(parameter_named(params, path)),
                    _ => Some(None),
                },
                ast::TemplateArg::Expr(ast::Expr {
                    kind: ast::ExprKind::Expand(inner),
                    ..
                }) => match &inner.kind {
                    ast::ExprKind::Name(path) => Some(parameter_named(params, path)),
                    _ => Some(None),
                },
                _ => None,
            };
            match expanded {
                None => {
                    if let Some(arg) = rest.next() {
                        self.unify_argument(params, pattern, arg, found);
                    }
                }
                Some(None) => return,
                Some(Some(at)) => {
                    let members = rest.by_ref().map(as_entity).collect();
                    found.bind(at, Entity::Pack(members));
                }
            }
        }
    }

    fn unify_argument(
        &mut self,
        params: &[TemplateParam],
        pattern: &ast::TemplateArg,
        arg: &TemplateArg,
        found: &mut Deduced,
    ) {
        match (pattern, arg) {
            (ast::TemplateArg::Expr(e), _) => {
                let ast::ExprKind::Name(path) = &super::expr::bare(e).kind else {
                    return;
                };
                if let Some(at) = parameter_named(params, path) {
                    found.bind(at, as_entity(arg));
                } else if let (TemplateArg::Type(q), Some(_)) = (arg, &path.last().args) {
                    // A type that its place did not show to be one.
                    let t = TypeExpr {
                        kind: TypeKind::Named(path.clone()),
                        cv: ast::Cv::default(),
                        span: e.span,
                    };
                    self.unify(params, &t, q, found);
                }
            }
            (ast::TemplateArg::Type(t), TemplateArg::Type(q)) => {
                self.unify(params, t, q, found);
            }
            (ast::TemplateArg::Type(t), TemplateArg::Value(..)) => {
                if let TypeKind::Named(path) = &t.kind
                    && let Some(at) = parameter_named(params, path)
                {
                    found.bind(at, as_entity(arg));
                }
            }
            _ => {}
        }
    }

    /// How much each parameter of a template says, as far as there are arguments for them: the more, the more
    /// specialised. One more number says that nothing is a pack.
    pub(super) fn weights(&self, at: usize, args: usize) -> Vec<Weight> {
        let d = &self.functions.declared[at];
        let Some(params) = d.template else {
            return Vec::new();
        };
        let last = d.ast.params.last().filter(|p| p.pack);
        // `T` once more says that two types are the same.
        let again = |n: usize, p: &ast::Param| {
            let named = |p: &ast::Param| {
                let mut all = Vec::new();
                mentioned(params, outer(&p.ty), &mut all);
                all
            };
            let before: Vec<usize> = d.ast.params.iter().take(n).flat_map(named).collect();
            named(p).iter().filter(|p| before.contains(p)).count() as u32
        };
        let mut out: Vec<Weight> = (0..args)
            .map(|n| match d.ast.params.get(n).or(last) {
                Some(p) if p.pack => Weight::default(),
                Some(p) => Weight {
                    says: 1 + weight(params, outer(&p.ty)) + again(n, p),
                    refers: reference(&p.ty),
                },
                None => Weight::default(),
            })
            .collect();
        out.push(Weight {
            says: u32::from(last.is_none()),
            refers: None,
        });
        out
    }
}

/// The parameter that a pattern is, with nothing but `...` around it.
fn plain_parameter(params: &[TemplateParam], pattern: &ast::TemplateArg) -> Option<usize> {
    match pattern {
        ast::TemplateArg::Type(t) => plain_type(params, t),
        ast::TemplateArg::Expr(e) => match &super::expr::bare(e).kind {
            ast::ExprKind::Name(path) => parameter_named(params, path),
            _ => None,
        },
    }
}

fn plain_type(params: &[TemplateParam], t: &TypeExpr) -> Option<usize> {
    match &t.kind {
        TypeKind::Named(path) => parameter_named(params, path),
        TypeKind::Expand(inner) => plain_type(params, inner),
        _ => None,
    }
}

/// Whether an argument is the name of a function.
fn names_function(arg: &Typed) -> bool {
    matches!(arg, Typed::Value(v) if matches!(v.kind, crate::tree::ExprKind::FunctionAddress(_)))
}

/// An argument of an instance as what a parameter stands for.
pub(super) fn as_entity(arg: &TemplateArg) -> Entity {
    match arg {
        TemplateArg::Value(v, ty @ (Type::Pointer(_) | Type::Reference(_))) => {
            Entity::Address(Address::of_number(*v, ty), ty.clone())
        }
        TemplateArg::Type(q) => Entity::Type(q.clone()),
        TemplateArg::Value(v, Type::Error) => Entity::ClassTemplate(*v as usize),
        TemplateArg::Value(v, Type::Void) => Entity::OtherTemplate(*v as usize),
        TemplateArg::Value(v, ty) => Entity::Constant(Const::Int(*v), ty.clone()),
        TemplateArg::Pack(list) => Entity::Pack(list.iter().map(as_entity).collect()),
    }
}

/// The template template parameter that a path with arguments begins with.
fn parameter_named_template(params: &[TemplateParam], path: &ast::Path) -> Option<usize> {
    let [only] = path.segments.as_slice() else {
        return None;
    };
    params.iter().position(|p| {
        matches!(p.kind, TemplateParamKind::Template(..))
            && p.name.as_ref().is_some_and(|n| n.text == only.name.text)
    })
}

/// A parameter's type without the reference around it.
fn outer(t: &TypeExpr) -> &TypeExpr {
    match &t.kind {
        TypeKind::LRef(t) | TypeKind::RRef(t) => t,
        _ => t,
    }
}

/// How much a parameter of a template says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// Its type, without what makes it a reference.
    pub says: u32,
    /// Of a reference, whether it is `T&` and whether it is `const`.
    pub refers: Option<(bool, bool)>,
}

impl Weight {
    /// Which says more: of two references to the same, `T&` says more than `T&&`, and then `const T&` more than `T&`.
    pub(super) fn compare(&self, other: &Weight) -> std::cmp::Ordering {
        let own = self.says.cmp(&other.says);
        match (self.refers, other.refers) {
            (Some(a), Some(b)) => own.then(a.cmp(&b)),
            _ => own,
        }
    }
}

/// What kind of reference a written type is.
fn reference(t: &TypeExpr) -> Option<(bool, bool)> {
    match &t.kind {
        TypeKind::LRef(to) => Some((true, to.cv.is_const)),
        TypeKind::RRef(to) => Some((false, to.cv.is_const)),
        _ => None,
    }
}

/// The parameters that stand in a written type.
fn mentioned(params: &[TemplateParam], t: &TypeExpr, all: &mut Vec<usize>) {
    match &t.kind {
        TypeKind::Named(path) => {
            all.extend(parameter_named(params, path));
            for arg in path.last().args.iter().flatten() {
                match arg {
                    ast::TemplateArg::Type(t) => mentioned(params, t, all),
                    ast::TemplateArg::Expr(e) => {
                        if let ast::ExprKind::Name(path) = &super::expr::bare(e).kind {
                            all.extend(parameter_named(params, path));
                        }
                    }
                }
            }
        }
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) | TypeKind::Array(t, _) => {
            mentioned(params, t, all);
        }
        _ => {}
    }
}

/// How much a written type says: a bare parameter nothing, anything around or instead of it something.
fn weight(params: &[TemplateParam], t: &TypeExpr) -> u32 {
    let cv = u32::from(t.cv.is_const) + u32::from(t.cv.is_volatile);
    match &t.kind {
        TypeKind::Named(path) => match (parameter_named(params, path), &path.last().args) {
            (Some(_), _) => 0,
            (None, None) => 100,
            (None, Some(args)) => {
                let inside = args.iter().map(|arg| match arg {
                    ast::TemplateArg::Type(t) if matches!(t.kind, TypeKind::Expand(_)) => 0,
                    ast::TemplateArg::Type(t) => 1 + weight(params, t),
                    ast::TemplateArg::Expr(e) => match &super::expr::bare(e).kind {
                        ast::ExprKind::Name(path) if parameter_named(params, path).is_some() => 1,
                        ast::ExprKind::Expand(_) => 0,
                        _ => 100,
                    },
                });
                2 + inside.sum::<u32>()
            }
        },
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) => {
            let inner = u32::from(t.cv.is_const) + u32::from(t.cv.is_volatile);
            2 + inner + weight(params, t)
        }
        TypeKind::Array(t, n) => 3 + u32::from(n.is_some()) + weight(params, t),
        TypeKind::Function(_) => 3,
        _ => 100 + cv,
    }
}
