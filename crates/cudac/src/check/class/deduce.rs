//! Class template arguments from a constructor's: `std::pair p(a, b);`, `lock_guard l(m);`.
//! In: a class template and the arguments of a constructor; out: the instance.
//! The rule: a list in braces for a constructor that takes one; then what a guide says; then the first constructor whose parameters say what every template parameter is; without constructors the
//! fields in order; one argument of the template's own kind is that kind.
//! Next: template.rs for the instance.

use crate::check::call::Call;
use crate::check::deduce::Deduced;
use crate::check::scope::Entity;
use crate::check::template::{Bindings, name_of};
use crate::check::{Checker, Typed};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A, FunctionName, ItemKind, TypeKind};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// What an expression would be, saying nothing and doing nothing.
    pub(in crate::check) fn typed_quietly(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        if let A::Braces(_) = e.kind {
            return None;
        }
        let diags = self.said.diags.len();
        let temporaries = self.body.temporaries.len();
        self.body.unevaluated += 1;
        self.body.deducing += 1;
        let typed = self.attempt(|c| c.expr(e));
        self.body.deducing -= 1;
        self.body.unevaluated -= 1;
        self.body.temporaries.truncate(temporaries);
        self.said.forget_since(diags);
        typed
    }

    /// The class that a variable declared with a bare class template is of.
    pub(in crate::check) fn deduced_type(&mut self, v: &'a ast::Variable) -> Option<Type> {
        let TypeKind::Named(path) = &v.ty.kind else {
            return None;
        };
        if path.last().args.is_some() {
            return None;
        }
        let Some(Entity::ClassTemplate(at)) = self.resolve(path) else {
            return None;
        };
        let (args, braced): (Vec<&'a ast::Expr>, bool) = match v.init.as_ref() {
            Some(ast::Init::Parens(list, _)) => (list.iter().collect(), false),
            Some(ast::Init::Equals(e) | ast::Init::Braces(e)) => match &e.kind {
                A::Braces(items) => (items.iter().map(|i| &i.value).collect(), true),
                _ => (vec![e], false),
            },
            None => (Vec::new(), false),
        };
        self.deduce_written(at, (&args, braced), v.name.span)
    }

    /// The class that `new T(args)` with a bare class template makes.
    pub(in crate::check) fn deduced_new(&mut self, new: &'a ast::New) -> Option<Type> {
        let TypeKind::Named(path) = &new.ty.kind else {
            return None;
        };
        let (None, Some(Entity::ClassTemplate(at))) = (&path.last().args, self.resolve(path))
        else {
            return None;
        };
        let (args, braced) = new.init.as_ref()?;
        let args: Vec<&'a ast::Expr> = args.iter().collect();
        self.deduce_written(at, (&args, *braced), new.ty.span)
    }

    /// The class that `T(args)` with a bare class template makes.
    pub(in crate::check) fn deduce_written(
        &mut self,
        at: usize,
        (args, braced): (&[&'a ast::Expr], bool),
        span: Span,
    ) -> Option<Type> {
        let typed: Option<Vec<Typed>> = args.iter().map(|e| self.typed_quietly(e)).collect();
        let id = self.deduce_class(at, (&typed?, braced), span)?;
        Some(Type::Struct(id))
    }

    /// What a guide says: the functions that stand for guides, called.
    fn guided(&mut self, at: usize, args: &[Typed], span: Span) -> Option<StructId> {
        let t = &self.classes.templates[at];
        let short = t.name.rsplit("::").next().unwrap_or(&t.name);
        let name = format!("{}{}", t.space, ast::guide_name(short));
        let Entity::Functions(list) = self.lookup(&name, span)? else {
            return None;
        };
        let call = Call {
            name: &name,
            callee: span,
            span,
            ordered: false,
        };
        self.body.unevaluated += 1;
        let made = self.attempt(|c| c.call_overloads(&call, &list, None, args.to_vec()));
        self.body.unevaluated -= 1;
        match Self::type_of_typed(&made?) {
            Type::Struct(id) => Some(*id),
            _ => None,
        }
    }

    /// `std::vector{1, 2}`: a constructor that takes a list of such values.
    fn deduce_listed(
        &mut self,
        at: usize,
        members: &'a [ast::Member],
        args: &[Typed],
        span: Span,
    ) -> Option<StructId> {
        let t = self.classes.templates[at].clone();
        let of = members.iter().find_map(|member| {
            let ItemKind::Function(f) = &member.item.kind else {
                return None;
            };
            let first = f.params.first()?;
            match (&f.name, &first.ty.kind) {
                (FunctionName::Constructor(_), TypeKind::Named(path)) => {
                    let last = path.last();
                    let listed = &*last.name.text == "initializer_list";
                    match last.args.as_deref().filter(|_| listed)? {
                        [ast::TemplateArg::Expr(e)] => match &e.kind {
                            A::Name(path) => path.plain().map(|name| name.text.clone()),
                            _ => None,
                        },
                        [ast::TemplateArg::Type(ty)] => match &ty.kind {
                            TypeKind::Named(path) => path.plain().map(|name| name.text.clone()),
                            _ => None,
                        },
                        _ => None,
                    }
                }
                _ => None,
            }
        })?;
        let named = |p: &ast::TemplateParam| p.name.as_ref().is_some_and(|n| n.text == of);
        let k = t.params.iter().position(named)?;
        let mut found = Deduced::new(t.params.len());
        for arg in args {
            let ty = self.as_value(arg).ty;
            found.bind(k, Entity::Type(Qualified::plain(ty)));
        }
        self.class_of_deduced(at, found, span)
    }

    fn deduce_class(
        &mut self,
        at: usize,
        (args, braced): (&[Typed], bool),
        span: Span,
    ) -> Option<StructId> {
        if let [one] = args
            && let Type::Struct(id) = Self::type_of_typed(one)
            && let Some(origin) = &self.types.get(*id).origin
            && origin.template as usize == at
        {
            return Some(*id);
        }
        let t = self.classes.templates[at].clone();
        let members = t.primary.and_then(|primary| primary.members.as_deref());
        let members = members.unwrap_or_default();
        if braced
            && !args.is_empty()
            && let Some(id) = self.deduce_listed(at, members, args, span)
        {
            return Some(id);
        }
        if let Some(id) = self.guided(at, args, span) {
            return Some(id);
        }
        let mut made = false;
        for member in members {
            let f = match &member.item.kind {
                ItemKind::Function(f) => f,
                ItemKind::Template(t) => match &t.item.kind {
                    ItemKind::Function(f) => f,
                    _ => continue,
                },
                _ => continue,
            };
            if !matches!(f.name, FunctionName::Constructor(_)) {
                continue;
            }
            made = true;
            let enough = args.len() <= f.params.len()
                && f.params[args.len()..].iter().all(|p| p.default.is_some());
            if !enough {
                continue;
            }
            let types: Vec<&'a ast::TypeExpr> = f.params.iter().map(|p| &p.ty).collect();
            if let Some(id) = self.deduce_from(at, &types, args, span) {
                return Some(id);
            }
        }
        if made || members.is_empty() {
            return None;
        }
        let fields: Vec<&'a ast::TypeExpr> = members
            .iter()
            .filter_map(|m| match &m.item.kind {
                ItemKind::Variable(v) => Some(&v.ty),
                _ => None,
            })
            .collect();
        self.deduce_from(at, &fields, args, span)
    }

    fn deduce_from(
        &mut self,
        at: usize,
        types: &[&'a ast::TypeExpr],
        args: &[Typed],
        span: Span,
    ) -> Option<StructId> {
        let t = self.classes.templates[at].clone();
        let mut found = Deduced::new(t.params.len());
        for (ty, arg) in types.iter().zip(args) {
            self.unify_parameter(t.params, ty, arg, &mut found);
        }
        self.class_of_deduced(at, found, span)
    }

    fn class_of_deduced(&mut self, at: usize, mut found: Deduced, span: Span) -> Option<StructId> {
        let t = self.classes.templates[at].clone();
        if found.is_torn() {
            return None;
        }
        let mut bindings = Bindings::new();
        for (n, p) in t.params.iter().enumerate() {
            let name = name_of(p);
            let entity = match found.take(n) {
                Some(found) => found,
                None => self.default_in(p, &bindings, t.home())??,
            };
            bindings.push((name, entity));
        }
        self.class_of_bindings(at, bindings, span)
    }
}
