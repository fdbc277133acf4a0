//! Lambdas: an object of a class that nobody names, with what it captures as fields and the body as `operator()`.
//! In: a lambda as written; out: a value of its class.
//! The rule: a capture is evaluated where the lambda is; what a default (`=`, `&`) captures is what the body names of
//! the variables around it; constants are not captured but for their addresses, and shared variables always by reference.
//! Next: class/mod.rs for what a class is, class/method.rs for calls and `this`.

mod capture;
mod function;

use sorted::SortedSet;

use super::class::{Closure, Member, Method};
use super::scope::Entity;
use super::{Checker, Side, Typed};
use crate::tree::{Const, Expr, ExprKind, VarId};
use crate::ty::{ClassLayout, Qualified, StructId, Type};
use cuda_parse::ast::{self, Capture};
use cuda_source::source::Span;
use std::sync::LazyLock;

/// The declaration that stands in for those of closures' classes.
static CLOSURE: LazyLock<ast::Struct> = LazyLock::new(|| ast::Struct {
    keyword: ast::StructKeyword::Struct,
    name: ast::Ident {
        text: "<lambda>".into(),
        span: Span::default(),
    },
    qualifier: None,
    specifiers: Vec::new(),
    template_args: None,
    bases: Vec::new(),
    members: Some(Vec::new()),
});

/// The fields of a closure being gathered.
#[derive(Default)]
struct Captured {
    fields: Vec<(String, Qualified)>,
    /// For those by reference, the reference's type.
    references: Vec<Option<Type>>,
    values: Vec<Expr>,
    /// Fields that hold an array inside a struct.
    arrays: Vec<u32>,
    /// What each name means in the body: one field, or those of a pack.
    names: Vec<(String, Found)>,
    /// Constants whose addresses the body takes: those are captured as variables are.
    addressed: SortedSet<String>,
}

/// What a captured name means in the body.
enum Found {
    Field(u32),
    Pack(Vec<u32>),
    Known(Const, Type),
}

impl Captured {
    fn push(&mut self, name: &str, q: Qualified, reference: Option<Type>, value: Expr) -> u32 {
        self.fields.push((name.to_string(), q));
        self.references.push(reference);
        self.values.push(value);
        self.fields.len() as u32 - 1
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|(n, _)| n == name)
    }
}

/// The words of a lambda's text that stand behind the `&` that takes an address.
fn words_addressed(text: &str) -> SortedSet<String> {
    let parts = text.split('&').skip(1);
    let word = |part: &str| {
        let rest = part.find(|c: char| !c.is_alphanumeric() && c != '_');
        part[..rest.unwrap_or(part.len())].to_string()
    };
    parts.map(word).filter(|w| !w.is_empty()).collect()
}

impl<'a> Checker<'a> {
    /// A lambda.
    pub(super) fn lambda(
        &mut self,
        e: &ast::Expr,
        l: &'a ast::Lambda,
        span: Span,
    ) -> Option<Typed> {
        let mut captured = Captured::default();
        if !self.body.known.is_empty() && !l.captures.is_empty() {
            captured.addressed = words_addressed(&ast::print::expr(e));
        }
        let mut default = None;
        for capture in &l.captures {
            match capture {
                Capture::AllByValue => default = Some(false),
                Capture::AllByReference => default = Some(true),
                _ => self.capture(capture, span, &mut captured)?,
            }
        }
        match default {
            Some(by_reference) => self.capture_used(e, l, by_reference, span, &mut captured)?,
            None => self.use_constants(e, l, &mut captured),
        }
        let values = std::mem::take(&mut captured.values);
        let said = self.said_of_variables(l);
        let known = self.body.deduced_closures.get(&span).copied();
        let same = known.filter(|id| self.holds_captured(*id, &captured));
        let id = match same {
            Some(id) => id,
            None => self.closure_class(l, captured, span),
        };
        match self.body.deducing {
            0 => drop(self.body.deduced_closures.remove(&span)),
            _ => drop(self.body.deduced_closures.insert(span, id)),
        }
        if let Some(class) = self.classes.known.get_mut(&id) {
            let entities = said.into_iter();
            let members = entities.map(|(name, q)| (name, Member::Entity(Entity::Type(q))));
            class.names.extend(members);
        }
        let ty = Type::Struct(id);
        if values.iter().any(|v| matches!(v.ty, Type::Array(..))) {
            return None;
        }
        Some(Typed::Value(Expr {
            kind: ExprKind::Aggregate(values),
            ty,
            span,
        }))
    }

    /// Whether a lambda's class has the fields that are captured here.
    fn holds_captured(&self, id: StructId, captured: &Captured) -> bool {
        let fields = &self.types.get(id).fields;
        fields.len() == captured.fields.len()
            && fields
                .iter()
                .zip(&captured.fields)
                .all(|(f, (name, q))| f.name == *name && f.ty == *q)
    }

    fn closure_class(&mut self, l: &'a ast::Lambda, captured: Captured, span: Span) -> StructId {
        let space = self.names.space.clone();
        let id = self.new_class(&CLOSURE, "lambda".into(), &space, None);
        let layout = ClassLayout {
            fields: captured.fields,
            ..ClassLayout::default()
        };
        self.types.lay_out_class(id, layout);
        let side = match self.body.side {
            Side::Kernel | Side::Device => Side::Device,
            side => side,
        };
        let within = self.body.name.clone();
        let around = self.names.scopes.inner(|_| None);
        let template = (!l.template.is_empty()).then_some(l.template.as_slice());
        let method = Method {
            ast: &l.function,
            template,
            extent: span,
            access: ast::Access::Public,
        };
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.closure = Some(Closure {
                side,
                captures: !l.captures.is_empty(),
                within,
            });
            class.around = around;
            class.complete = true;
            class.fields = captured
                .references
                .into_iter()
                .map(|reference| super::class::FieldInfo {
                    reference,
                    ..Default::default()
                })
                .collect();
            for (name, found) in captured.names {
                let inside = |at: u32| match captured.arrays.contains(&at) {
                    true => vec![at, 0],
                    false => vec![at],
                };
                let member = match found {
                    Found::Field(at) => Member::Field(inside(at)),
                    Found::Pack(list) => {
                        let list = list.into_iter().map(|at| Entity::Field(id, inside(at)));
                        Member::Entity(Entity::Pack(list.collect()))
                    }
                    Found::Known(c, ty) => Member::Entity(Entity::Constant(c, ty)),
                };
                class.names.insert(name, member);
            }
            let methods = Member::Methods(vec![method], None);
            class.names.insert("operator()".into(), methods);
        }
        id
    }

    /// Whether a class is a lambda's.
    pub(super) fn is_closure(&self, id: StructId) -> bool {
        let class = self.classes.known.get(&id);
        class.is_some_and(|c| c.closure.is_some())
    }

    /// The variable that `this` is, where it is a lambda's own object.
    pub(super) fn closure_here(&self) -> Option<(VarId, StructId)> {
        let this = self.body.this.filter(|_| self.body.lambda)?;
        match &self.var(this)?.ty.pointee()?.ty {
            Type::Struct(id) if self.is_closure(*id) => Some((this, *id)),
            _ => None,
        }
    }
}
