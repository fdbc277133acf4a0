//! Lambdas: an object of a class that nobody names, with what it captures as fields and the body as `operator()`.
//! In: a lambda as written; out: a value of its class.
//! The rule: a capture is evaluated where the lambda is; what a default (`=`, `&`) captures is what the body names of
//! the variables around it; constants are not captured but for their addresses, and shared variables always by reference.
//! Next: class/mod.rs for what a class is, class/method.rs for calls and `this`.

mod function;

use super::class::{Closure, Member, Method, THIS};
use super::scope::Entity;
use super::{Checker, Lvalue, Side, Typed};
use crate::ast::{self, Capture};
use crate::diag::Code;
use crate::source::Span;
use crate::tree::{Const, Conversion, Expr, ExprKind, Place, PlaceKind, Space, VarId};
use crate::ty::{ClassLayout, Qualified, StructId, Type};
use std::collections::BTreeSet;
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
    addressed: BTreeSet<String>,
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

/// The words of a lambda's text that are not its parameters.
fn words_from_outside<'t>(text: &'t str, l: &ast::Lambda) -> BTreeSet<&'t str> {
    let own = |word: &str| {
        let mut params = l.function.params.iter();
        params.any(|p| p.name.as_ref().is_some_and(|n| *n.text == *word))
    };
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|w| !w.is_empty() && !own(w)).collect()
}

/// The words of a lambda's text that stand behind the `&` that takes an address.
fn words_addressed(text: &str) -> BTreeSet<String> {
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
        let space = self.space.clone();
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
        let around = self.scopes.inner();
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

    /// One capture that is written.
    fn capture(&mut self, capture: &'a Capture, span: Span, captured: &mut Captured) -> Option<()> {
        match capture {
            Capture::Value(name) => self.capture_name(&name.text, false, name.span, captured),
            Capture::Reference(name) => self.capture_name(&name.text, true, name.span, captured),
            Capture::Pack(name, by_reference) => {
                self.capture_name(&name.text, *by_reference, name.span, captured)
            }
            Capture::Init(name, e) => {
                let typed = self.expr(e)?;
                let value = self.value(typed)?;
                let q = Qualified::plain(value.ty.clone());
                let at = captured.push(&name.text, q, None, value);
                captured
                    .names
                    .push((name.text.to_string(), Found::Field(at)));
                Some(())
            }
            Capture::RefInit(name, e) => {
                let Typed::Place(l) = self.expr_or_place(e, true)? else {
                    let message = "a capture by reference needs a variable to refer to";
                    self.error(Code::TypeMismatch, e.span, message);
                    return None;
                };
                let at = self.capture_place(&name.text, l, true, captured)?;
                captured
                    .names
                    .push((name.text.to_string(), Found::Field(at)));
                Some(())
            }
            Capture::This => self.capture_this(span, captured),
            Capture::ThisCopy => {
                let object = self.this_object(span)?;
                let value = self.value(Typed::Place(object))?;
                let q = Qualified::plain(value.ty.clone());
                let at = captured.push(THIS, q, None, value);
                captured.names.push((THIS.into(), Found::Field(at)));
                Some(())
            }
            Capture::AllByValue | Capture::AllByReference => Some(()),
        }
    }

    fn capture_this(&mut self, span: Span, captured: &mut Captured) -> Option<()> {
        if captured.has(THIS) {
            return Some(());
        }
        let Some(this) = self.this_pointer(span) else {
            let message = "`this` is only there in a method, which has an object";
            self.error(Code::UnknownName, span, message);
            return None;
        };
        self.body.this_kept = true;
        let q = Qualified::plain(this.ty.clone());
        let at = captured.push(THIS, q, None, this);
        captured.names.push((THIS.into(), Found::Field(at)));
        Some(())
    }

    /// What a default captures: the variables around that the body names.
    fn capture_used(
        &mut self,
        e: &ast::Expr,
        l: &'a ast::Lambda,
        by_reference: bool,
        span: Span,
        captured: &mut Captured,
    ) -> Option<()> {
        let text = ast::print::expr(e);
        for word in words_from_outside(&text, l) {
            if captured.has(word) {
                continue;
            }
            let variable = match self.lookup_inner(word) {
                // A copy of it would be of nothing: where its name is met, it is one of the lambda's own.
                Some(Entity::Local(id)) => by_reference || !self.is_beginning(id),
                Some(Entity::Pack(members)) => members
                    .iter()
                    .any(|m| matches!(m, Entity::Local(_) | Entity::Field(..))),
                Some(Entity::Field(id, _)) => self.is_closure(id),
                _ => false,
            };
            if variable {
                self.capture_name(word, by_reference, span, captured)?;
            }
        }
        if self.body.this.is_some() && self.this_pointer(span).is_some() {
            self.capture_this(span, captured)?;
        }
        Some(())
    }

    /// What a lambda without a default may name of the variables around: constants, which need no capture.
    fn use_constants(&mut self, e: &ast::Expr, l: &'a ast::Lambda, captured: &mut Captured) {
        if self.body.known.is_empty() {
            return;
        }
        let text = ast::print::expr(e);
        for word in words_from_outside(&text, l) {
            if captured.has(word) {
                continue;
            }
            if let Some(Entity::Local(id)) = self.lookup_inner(word)
                && let Some(value) = self.body.known.get(&id).copied()
                && let Some(ty) = self.var(id).map(|v| v.ty.clone())
            {
                let found = Found::Known(value, ty);
                captured.names.push((word.to_string(), found));
            }
        }
    }

    fn capture_name(
        &mut self,
        name: &str,
        by_reference: bool,
        span: Span,
        captured: &mut Captured,
    ) -> Option<()> {
        let found = match self.lookup_inner(name) {
            Some(Entity::Pack(members)) => {
                let mut list = Vec::new();
                for member in members {
                    let place = self.captured_place(&member, name, span)?;
                    list.push(self.capture_place(name, place, by_reference, captured)?);
                }
                Found::Pack(list)
            }
            Some(Entity::Constant(c, ty)) => Found::Known(c, ty),
            Some(Entity::Local(id))
                if self.body.known.contains_key(&id) && !captured.addressed.contains(name) =>
            {
                let ty = self.var(id)?.ty.clone();
                Found::Known(self.body.known[&id], ty)
            }
            Some(entity @ (Entity::Local(_) | Entity::Field(..))) => {
                let place = self.captured_place(&entity, name, span)?;
                let shared = self.is_shared(&entity);
                Found::Field(self.capture_place(name, place, by_reference || shared, captured)?)
            }
            Some(Entity::Broken) => return None,
            // A variable of the file needs no capture.
            _ if self.lookup(name, span).is_some() => return Some(()),
            _ => {
                self.unknown(name, span);
                return None;
            }
        };
        captured.names.push((name.to_string(), found));
        Some(())
    }

    fn is_shared(&self, entity: &Entity) -> bool {
        let Entity::Local(id) = entity else {
            return false;
        };
        self.var(*id).is_some_and(|v| v.space != Space::Local)
    }

    fn captured_place(&mut self, entity: &Entity, name: &str, span: Span) -> Option<Lvalue> {
        match entity {
            Entity::Local(id) => {
                self.named_itself(*id);
                self.var_place(*id, span)
            }
            Entity::Field(id, path) => match self.own_field(*id, path, name, span)? {
                Typed::Place(l) => Some(l),
                Typed::Value(_) => None,
            },
            _ => None,
        }
    }

    fn capture_place(
        &mut self,
        name: &str,
        l: Lvalue,
        by_reference: bool,
        captured: &mut Captured,
    ) -> Option<u32> {
        let to = Qualified {
            ty: l.place.ty.clone(),
            constant: l.constant,
            volatile: l.place.volatile,
        };
        if by_reference {
            // The reference is kept in an object: what it refers to is in memory.
            self.take_address(&l.place);
            let pointer = self.reference_to(l.place, to.clone());
            let reference = Type::Reference(std::sync::Arc::new(to));
            let q = Qualified::plain(pointer.ty.clone());
            return Some(captured.push(name, q, Some(reference), pointer));
        }
        if let Type::Array(..) = to.ty {
            return self.capture_array(name, l, to, captured);
        }
        let value = self.value(Typed::Place(l))?;
        Some(captured.push(name, to, None, value))
    }

    /// An array by value: its bytes, as those of a struct that holds nothing else.
    fn capture_array(
        &mut self,
        name: &str,
        l: Lvalue,
        to: Qualified,
        captured: &mut Captured,
    ) -> Option<u32> {
        let span = l.place.span;
        if !self.copies_plain(&to.ty) {
            let help = format!("capture it by reference: `&{name}`");
            let what = format!("capturing the array `{name}` of objects by value is");
            self.refuse(span, &what, &help);
            return None;
        }
        let align = self.types.align(&to.ty);
        let fields = vec![("elements".to_string(), to.clone())];
        let holder = self
            .types
            .add_struct("captured array".into(), fields, align);
        self.take_address(&l.place);
        let from = self.reference_to(l.place, to);
        let ty = Type::Struct(holder);
        let pointer = Expr {
            ty: Type::pointer_to(Qualified::plain(ty.clone())),
            kind: ExprKind::Convert(Conversion::Pointer, Box::new(from)),
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: ty.clone(),
            volatile: false,
            span,
        };
        let value = Expr {
            kind: ExprKind::Load(place),
            ty: ty.clone(),
            span,
        };
        let at = captured.push(name, Qualified::plain(ty), None, value);
        captured.arrays.push(at);
        Some(at)
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
