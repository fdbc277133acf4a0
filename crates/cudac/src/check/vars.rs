//! Variables of a function: entered, bound, read, set, their addresses taken.
//! In: what a declaration or an access says of a variable; out: its entry in the function and what is known of it.
//! The rule: a reference is a pointer variable that is only ever dereferenced.
//! Next: init.rs for declarations, access.rs for accesses.

use super::coerce::Purpose;
use super::overload::{reads_only, same_object};
use super::scope::Entity;
use super::{Checker, Lvalue, Typed};
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Space, Stmt, StmtKind, Var, VarId};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// `T& r = place;`
    pub(super) fn reference(
        &mut self,
        v: &ast::Variable,
        ty: &Type,
        given: Option<Typed>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let before = self.body.temporaries.len();
        let pointer = self.bind(given?, ty, &Purpose::Init(v.name.text.to_string()))?;
        // What the reference is bound to lives as long as the reference; the rest ends here.
        let kept = self.bound_temporary(&pointer, before);
        let pointer = self.full(pointer);
        kept.into_iter().for_each(|place| self.lives_on(place));
        let q = Qualified::plain(Type::Pointer(ty.referred()?.clone()));
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
    pub(super) fn bind(
        &mut self,
        typed: Typed,
        reference: &Type,
        purpose: &Purpose,
    ) -> Option<Expr> {
        let to = &reference.referred()?.clone();
        let ty = Type::pointer_to((**to).clone());
        if let Type::Function(_) = to.ty {
            return self.convert_typed(typed, &ty, purpose);
        }
        let rvalue = matches!(reference, Type::Rvalue(_));
        let typed = self.bound_bits(typed, to.constant || rvalue)?;
        let typed = match typed {
            Typed::Value(v) if !to.constant && !rvalue => self.place_again(v),
            typed => typed,
        };
        if let Typed::Place(l) = &typed
            && same_object(&l.place.ty, to)
            && (!rvalue || l.expiring)
        {
            if l.constant && !reads_only(to) {
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
        // An object of a class derived from the one that is referred to.
        if let Typed::Place(l) = &typed
            && let (Some(from), Some(base)) = (self.class_of(&l.place.ty), self.class_of(&to.ty))
            && from != base
            && self.base_path(from, base).is_some()
            && (!rvalue || l.expiring)
        {
            let l = self.upcast(l.clone(), base)?;
            return self.bind(Typed::Place(l), reference, purpose);
        }
        if let Typed::Value(v) = &typed
            && let (Some(from), Some(base)) = (self.class_of(&v.ty), self.class_of(&to.ty))
            && (to.constant || rvalue)
            && self.base_path(from, base).is_some()
        {
            let l = self.materialise(v.clone())?;
            let l = self.upcast(l, base)?;
            return self.bind(Typed::Place(l), reference, purpose);
        }
        if !to.constant
            && !rvalue
            && let Some(at) = self.reference_conversion(Self::type_of_typed(&typed).clone(), to)
        {
            let shown = self.call_conversion(typed, at, &to.ty)?;
            return self.bind(shown, reference, purpose);
        }
        if !to.constant && !rvalue {
            self.only_a_value(&typed, &to.ty);
            return None;
        }
        let value = self.convert_typed(typed, &to.ty, purpose)?;
        if self.class_of(&to.ty).is_some() {
            let l = self.materialise(value)?;
            return Some(self.reference_to(l.place, (**to).clone()));
        }
        Some(self.lent(value, &to.ty, ty))
    }

    /// The address, of this type, of a temporary that holds a value for a reference.
    fn lent(&mut self, value: Expr, to: &Type, ty: Type) -> Expr {
        let span = value.span;
        let id = self.temporary(to.clone(), span);
        if let Some(var) = self.var_mut(id) {
            var.referenced = true;
        }
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: to.clone(),
            volatile: false,
            span,
        };
        let store = self.store(place.clone(), value);
        let place = Place {
            kind: PlaceKind::Then(Box::new(store), Box::new(place)),
            ty: to.clone(),
            volatile: false,
            span,
        };
        Expr {
            kind: ExprKind::AddressOf(place),
            ty,
            span,
        }
    }

    /// Says that a reference which could write needs a variable.
    fn only_a_value(&mut self, typed: &Typed, to: &Type) {
        let shown = self.types.show(to);
        let (span, found) = match typed {
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
    }

    /// The temporary that a reference is bound to, which is not to end with the expression.
    fn bound_temporary(&mut self, pointer: &Expr, before: usize) -> Option<Place> {
        let ExprKind::AddressOf(place) = &pointer.kind else {
            return None;
        };
        let id = super::assign::root(place)?;
        let at = self.body.temporaries[before..].iter().position(|t| {
            matches!(t.place.kind, PlaceKind::Var(v) if v == id) && t.made.is_none()
        })?;
        Some(self.body.temporaries.remove(before + at).place)
    }

    /// A variable that the program does not name.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        let id = VarId(self.body.vars.len() as u32);
        self.body.undeclared.push(id);
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
            restrict: false,
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
            restrict: false,
            align: self.types.align(&q.ty),
            span: name.span,
            scope: Span::new(name.span.start, end),
        }
    }

    /// Enters a variable in the innermost scope.
    pub(super) fn declare_var(&mut self, var: Var, span: Span) -> Option<VarId> {
        let id = self.add_var(var);
        self.name_var(id, span)
    }

    /// Adds a variable without entering its name yet, so that its first value is worked out in the scope around.
    pub(super) fn add_var(&mut self, var: Var) -> VarId {
        self.body.vars.push(var);
        VarId(self.body.vars.len() as u32 - 1)
    }

    /// Enters the name of an added variable in the innermost scope.
    pub(super) fn name_var(&mut self, id: VarId, span: Span) -> Option<VarId> {
        let name = self.var(id)?.name.clone();
        if let Some(earlier) = self.names.scopes.find_here(&name) {
            let (entity, at) = (earlier.entity.clone(), earlier.span);
            if !self.is_struct_called(&entity, &name) {
                if entity != Entity::Broken {
                    let message = format!("`{name}` is declared twice in one scope");
                    let diag = Diag::error(Code::Redefinition, span, message);
                    self.note(diag.label(at, "first here"));
                }
                return None;
            }
        }
        self.names.scopes.declare(&name, Entity::Local(id), span);
        Some(id)
    }

    /// Whether a name is the one that a struct or enumeration was declared with, which a variable may hide.
    fn is_struct_called(&self, entity: &Entity, name: &str) -> bool {
        let own = match entity {
            Entity::Type(q) if matches!(q.ty, Type::Struct(_) | Type::Enum(_)) => &q.ty,
            _ => return false,
        };
        self.types.show(own).rsplit("::").next() == Some(name)
    }

    /// The variable of this function for an `extern __shared__` array of the file.
    pub(super) fn file_shared(&mut self, at: usize) -> Option<VarId> {
        let ast::ItemKind::Variable(v) = self.items[at].kind else {
            return None;
        };
        let space = self.items[at].space.clone();
        let q = self.at_file(&space, |c| c.variable_type(v))?;
        let dynamic = ast::specifier(&v.specifiers, &ast::SpecifierKind::Extern).is_some();
        let own = match dynamic {
            true => Space::SharedDynamic,
            false => Space::Shared,
        };
        let same = |var: &Var| var.space == own && var.span == v.name.span;
        if let Some(at) = self.body.vars.iter().position(same) {
            return Some(VarId(at as u32));
        }
        let mut var = self.blank_var(&v.name, &q, own);
        let align = self.written_alignment(&v.specifiers);
        var.align = var.align.max(align.unwrap_or(1));
        var.scope = self.body.extent;
        self.body.vars.push(var);
        Some(VarId(self.body.vars.len() as u32 - 1))
    }

    /// Notes that a variable's address is needed.
    pub(super) fn take_address(&mut self, place: &Place) {
        if let Some(id) = super::assign::root(place) {
            self.body.unset.remove(&id);
            if let Some(var) = self.var_mut(id) {
                var.address_taken = true;
            }
        }
    }

    /// Notes that a reference is bound to a variable.
    pub(super) fn refer_to(&mut self, place: &Place) {
        if let Some(id) = super::assign::root(place) {
            self.body.unset.remove(&id);
            if let Some(var) = self.var_mut(id) {
                var.referenced = true;
            }
        }
    }

    /// Notes that a variable has a value from here on.
    pub(super) fn set(&mut self, place: &Place) {
        if let Some(id) = super::assign::root(place) {
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
        let beginning = self.is_beginning(id);
        let Some(var) = self.var(id) else { return };
        let message = format!("`{}` is read before anything is stored in it", var.name);
        let diag = Diag::warning(Code::Uninitialised, place.span, message);
        let diag = match beginning {
            true => diag.label(
                var.span,
                "from here on the name means the new variable, its own initialiser included",
            ),
            false => diag.label(var.span, "declared here without a value"),
        };
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
                expiring: false,
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
        Some(Lvalue::new(place, to.constant))
    }
}
