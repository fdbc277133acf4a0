//! Template arguments as written between `<` and `>`.
//! In: parameters and what is written for them; out: what each stands for.
//! The rule: a type parameter takes a type, another a constant of its type, a pack all that are left.
//! Next: deduce.rs for what a call's arguments say, worded.rs for what the host says in words, instance.rs for what is
//! made of them.

use super::coerce::Purpose;
use super::pack::Packs;
use super::scope::{Address, Entity};
use super::{Checker, Side, Typed};
use crate::check::typex::Placeholders;
use crate::tree::{Const, Conversion, Expr, ExprKind, PlaceKind};
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast::{self, TemplateParamKind, TypeExpr, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::rc::Rc;

/// What template parameters stand for, in their order.
pub(super) type Bindings = Vec<(String, Entity)>;

/// A template argument as written, without its dots.
#[derive(Clone, Copy)]
enum Written<'a> {
    Type(&'a TypeExpr),
    Expr(&'a ast::Expr),
}

/// A template argument, for a member of the packs in it.
struct Given<'a> {
    written: Written<'a>,
    member: Option<(Rc<Packs>, usize)>,
}

/// The name of a template parameter; empty if it has none.
pub(super) fn name_of(p: &ast::TemplateParam) -> String {
    p.name
        .as_ref()
        .map_or(String::new(), |n| n.text.to_string())
}

/// Whether a template parameter has a default.
pub(super) fn has_default(p: &ast::TemplateParam) -> bool {
    matches!(
        p.kind,
        TemplateParamKind::Type(Some(_))
            | TemplateParamKind::Value(_, Some(_))
            | TemplateParamKind::Template(_, Some(_))
    )
}

/// Whichever has the default of the parameter after these: the parameter itself, or the one of a declaration before it, which may have other
/// names for those before.
pub(super) fn with_default<'a>(
    p: &'a ast::TemplateParam,
    earlier: Option<&'a [ast::TemplateParam]>,
    bound: &Bindings,
) -> (&'a ast::TemplateParam, Bindings) {
    let before = earlier.filter(|_| !has_default(p)).unwrap_or_default();
    match before.get(bound.len()).filter(|p| has_default(p)) {
        Some(first) => {
            let names = before.iter().map(name_of);
            let entities = bound.iter().map(|(_, entity)| entity.clone());
            (first, names.zip(entities).collect())
        }
        None => (p, bound.clone()),
    }
}

impl<'a> Checker<'a> {
    /// Explicit arguments bound to the first parameters; a pack takes all that are left.
    pub(super) fn explicit(
        &mut self,
        params: &'a [ast::TemplateParam],
        args: &'a [ast::TemplateArg],
        home: &str,
    ) -> Option<Bindings> {
        let mut given: Vec<Given<'a>> = Vec::new();
        for arg in args {
            self.spread_argument(arg, &mut given)?;
        }
        let mut given = given.into_iter().peekable();
        let mut bindings: Bindings = Vec::new();
        for p in params {
            if given.peek().is_none() {
                break;
            }
            let entity = if p.pack {
                let members: Option<Vec<Entity>> = given
                    .by_ref()
                    .map(|arg| self.given_argument(p, &arg, &bindings, home))
                    .collect();
                Entity::Pack(members?)
            } else {
                let arg = given.next()?;
                self.given_argument(p, &arg, &bindings, home)?
            };
            bindings.push((name_of(p), entity));
        }
        if let Some(extra) = given.next() {
            let span = match extra.written {
                Written::Type(t) => t.span,
                Written::Expr(e) => e.span,
            };
            let n = params.len();
            let s = if n == 1 { "" } else { "s" };
            let message =
                format!("the template has {n} parameter{s}, and more arguments are given");
            self.error(Code::BadTemplateArgument, span, message);
            return None;
        }
        Some(bindings)
    }

    /// A written argument, or with `...` those that it makes.
    fn spread_argument(
        &mut self,
        arg: &'a ast::TemplateArg,
        given: &mut Vec<Given<'a>>,
    ) -> Option<()> {
        let (written, packs, span) = match arg {
            ast::TemplateArg::Type(t) => match &t.kind {
                TypeKind::Expand(inner) => (
                    Written::Type(inner),
                    Some(self.packs_of_type(inner)),
                    t.span,
                ),
                _ => (Written::Type(t), None, t.span),
            },
            ast::TemplateArg::Expr(e) => match &e.kind {
                ast::ExprKind::Expand(inner) => (
                    Written::Expr(inner),
                    Some(self.packs_of_expr(inner)),
                    e.span,
                ),
                _ => (Written::Expr(e), None, e.span),
            },
        };
        let Some(packs) = packs else {
            given.push(Given {
                written,
                member: None,
            });
            return Some(());
        };
        let n = self.pack_length(&packs, span)?;
        let packs = Rc::new(packs);
        given.extend((0..n).map(|at| Given {
            written,
            member: Some((Rc::clone(&packs), at)),
        }));
        Some(())
    }

    fn given_argument(
        &mut self,
        p: &'a ast::TemplateParam,
        arg: &Given<'a>,
        bound: &Bindings,
        home: &str,
    ) -> Option<Entity> {
        match &arg.member {
            None => self.template_argument(p, arg.written, bound, home),
            Some((packs, at)) => self.with_member(packs, *at, |c| {
                c.template_argument(p, arg.written, bound, home)
            }),
        }
    }

    /// `numeric_limits<T>::is_signed`, which reads as a type where another namespace has one of that name.
    fn value_named_as_type(&mut self, t: &'a TypeExpr) -> Option<super::Typed> {
        match &t.kind {
            TypeKind::Named(path) if path.segments.len() > 1 => self.attempt(|c| c.name(path)),
            _ => None,
        }
    }

    fn template_argument(
        &mut self,
        p: &'a ast::TemplateParam,
        arg: Written<'a>,
        bound: &Bindings,
        home: &str,
    ) -> Option<Entity> {
        match (&p.kind, arg) {
            (TemplateParamKind::Type(_), Written::Type(t)) => {
                Some(Entity::Type(self.only_named(|c| c.ty(t))?))
            }
            (TemplateParamKind::Type(_), Written::Expr(e)) => {
                let ast::ExprKind::Name(path) = &super::expr::bare(e).kind else {
                    self.error(Code::BadTemplateArgument, e.span, "a type is needed here");
                    return None;
                };
                let name = super::typex::spelled(path);
                match self.only_named(|c| c.resolve(path)) {
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
            (TemplateParamKind::Value(t, _), Written::Expr(e)) => self.on_side_named(e, |c| {
                let value = c.expr(e)?;
                let open = std::mem::replace(&mut c.names.space, home.to_string());
                let entity = c.value_argument(t, value, bound);
                c.names.space = open;
                entity
            }),
            // `decltype(i)::value`: what it is shows only here.
            (
                TemplateParamKind::Value(of, _),
                Written::Type(TypeExpr {
                    kind: TypeKind::Inside(made),
                    span,
                    ..
                }),
            ) => {
                let value = self.value_inside(made, *span)?;
                let open = std::mem::replace(&mut self.names.space, home.to_string());
                let entity = self.value_argument(of, value, bound);
                self.names.space = open;
                entity
            }
            (TemplateParamKind::Value(of, _), Written::Type(t)) => {
                if let Some(value) = self.value_named_as_type(t) {
                    let open = std::mem::replace(&mut self.names.space, home.to_string());
                    let entity = self.value_argument(of, value, bound);
                    self.names.space = open;
                    return entity;
                }
                self.error(
                    Code::BadTemplateArgument,
                    t.span,
                    "a value is needed here, and this is a type",
                );
                None
            }
            (TemplateParamKind::Template(..), arg) => self.template_template(arg),
        }
    }

    /// Runs something on an argument that may name device functions in host code: `k<square><<<…>>>(x)` calls none here.
    fn on_side_named<T>(&mut self, e: &'a ast::Expr, f: impl FnOnce(&mut Self) -> T) -> T {
        let name = match &super::expr::bare(e).kind {
            ast::ExprKind::Unary(ast::UnaryOp::AddressOf, e) => super::expr::bare(e),
            _ => super::expr::bare(e),
        };
        let named = match &name.kind {
            ast::ExprKind::Name(path) if self.on_host() => self.only_named(|c| c.resolve(path)),
            _ => None,
        };
        let device = |at: &usize| self.side_of(*at) == Side::Device;
        if !matches!(&named, Some(Entity::Functions(list)) if list.iter().all(device)) {
            return f(self);
        }
        let side = std::mem::replace(&mut self.body.side, Side::Device);
        let calls = self.body.calls.clone();
        let result = f(self);
        self.body.side = side;
        self.body.calls = calls;
        result
    }

    /// The name of a class template as an argument.
    fn template_template(&mut self, arg: Written<'a>) -> Option<Entity> {
        let (path, span) = match arg {
            Written::Type(TypeExpr {
                kind: TypeKind::Named(path),
                span,
                ..
            }) => (Some(path), *span),
            Written::Type(t) => (None, t.span),
            Written::Expr(e) => match &super::expr::bare(e).kind {
                ast::ExprKind::Name(path) => (Some(path), e.span),
                _ => (None, e.span),
            },
        };
        match path {
            Some(path) => self.template_named(path, span),
            None => self.needs_template(span),
        }
    }

    /// The class template that a name means.
    pub(super) fn template_named(&mut self, path: &'a ast::Path, span: Span) -> Option<Entity> {
        match self.resolve(path) {
            Some(entity @ (Entity::ClassTemplate(_) | Entity::OtherTemplate(_))) => Some(entity),
            // Inside a class template its own name is the template here.
            Some(Entity::Type(q)) => match self.origin_template(&q.ty) {
                Some(at) => Some(Entity::ClassTemplate(at)),
                None => self.needs_template(span),
            },
            Some(Entity::Broken) => None,
            _ => self.needs_template(span),
        }
    }

    fn needs_template(&mut self, span: Span) -> Option<Entity> {
        let message = "the name of a class template is needed here";
        self.error(Code::BadTemplateArgument, span, message);
        None
    }

    fn origin_template(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::Struct(id) => {
                let origin = self.types.get(*id).origin.as_ref()?;
                Some(origin.template as usize)
            }
            _ => None,
        }
    }

    pub(super) fn value_argument(
        &mut self,
        t: &'a TypeExpr,
        value: Typed,
        bound: &Bindings,
    ) -> Option<Entity> {
        self.bind_names(bound);
        let auto = Qualified::plain(self.as_value(&value).ty);
        let q = self.ty_with(t, &Placeholders::auto(auto));
        self.names.scopes.pop();
        let ty = q?.ty;
        if matches!(ty, Type::Pointer(_) | Type::Reference(_)) {
            return self.address_argument(value, ty);
        }
        let given = Self::type_of_typed(&value).clone();
        let value = match self.class_of(&given) {
            // An object that is a number for whoever needs one: `std::integral_constant`. It need not be constant itself.
            Some(_) if self.types.scalar(&ty).is_some_and(Scalar::is_integer) => {
                self.convert_typed(value, &ty, &Purpose::Other("this template argument"))?
            }
            _ => self.value(value)?,
        };
        if self.unclear_value(&value) {
            return None;
        }
        let span = value.span;
        if !self.types.scalar(&ty).is_some_and(Scalar::is_integer) {
            let shown = self.types.show(&ty);
            self.refuse(
                t.span,
                &format!("template parameters of type `{shown}` are"),
                "use an integer, an enumeration, a pointer or a function",
            );
            return None;
        }
        if self.types.scalar(&value.ty).is_some_and(Scalar::is_float) {
            let found = self.types.show(&value.ty);
            let message = format!("a template argument must be an integer, not `{found}`");
            self.error(Code::BadTemplateArgument, span, message);
            return None;
        }
        let purpose = Purpose::Other("this template argument");
        let (value, evaluation) = self.fold(value);
        let value = self.coerce(value, &ty, &purpose)?;
        match value.kind {
            ExprKind::Const(c @ Const::Int(_)) => Some(Entity::Constant(c, ty)),
            _ => {
                let diag = Diag::error(
                    Code::NotConstant,
                    span,
                    "a template argument must be known at compile time",
                );
                let diag = diag.help("make it `constexpr`, or pass it as an ordinary argument");
                self.note(evaluation.explain(diag));
                None
            }
        }
    }

    /// An argument for a parameter of pointer or reference type: a function, a variable of the file, or null.
    fn address_argument(&mut self, typed: Typed, ty: Type) -> Option<Entity> {
        let purpose = Purpose::Other("this template argument");
        let pointer = match ty.referred() {
            Some(_) => self.bind(typed, &ty, &purpose)?,
            None => {
                let value = self.value(typed)?;
                self.coerce(value, &ty, &purpose)?
            }
        };
        let span = pointer.span;
        let address = address_in(pointer);
        if address.is_none() {
            let message = "a template argument of this type must be the name of a function, the address of a variable of the file, or `nullptr`";
            let diag = Diag::error(Code::NotConstant, span, message);
            self.note(diag.help("pass it as an ordinary argument"));
        }
        Some(Entity::Address(address?, ty))
    }
}

/// The function or variable that an address is of.
fn address_in(pointer: Expr) -> Option<Address> {
    match pointer.kind {
        ExprKind::FunctionAddress(id) => Some(Address::Function(id)),
        ExprKind::Const(Const::Null) => Some(Address::Null),
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => match place.kind {
            PlaceKind::Global(id) => Some(Address::Global(id)),
            _ => None,
        },
        ExprKind::Convert(Conversion::Pointer, inner) => address_in(*inner),
        _ => None,
    }
}
