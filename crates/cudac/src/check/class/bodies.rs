//! What a constructor does before its body: bases and fields in the order of the class.
//! In: the list after the `:` and the first values in the class; out: statements before the body.
//! The rule: the order is the class's, not the list's; a part that nobody mentions begins as its class says.
//! Next: part.rs for one of them, ../instance.rs, which asks for this.

use super::Implicit;
use super::construct::Given;
use crate::check::{Checker, Declared, Instance, Side};
use crate::tree::{Place, PlaceKind, Space, Stmt, VarId};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// What a constructor does before its body.
    pub(in crate::check) fn before_constructor(
        &mut self,
        id: StructId,
        f: &'a ast::Function,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let [only] = f.initialisers.as_slice()
            && self.delegates(id, only)
        {
            let args = self.arguments(&only.args);
            let this = self.this_object(span);
            if let (Some(args), Some(this)) = (args, this) {
                let whole = this.place.clone();
                let made = self.construct_at(this.place, id, args, Given::Direct, span);
                self.then(made, span, out);
                self.part_made(whole, span, out);
            }
            return;
        }
        self.make_parts(id, &f.initialisers, span, out);
    }

    /// The parameters that no program writes: `this`, and those of implicit functions. Gives what kind it is.
    pub(in crate::check) fn own_parameters(
        &mut self,
        d: &Declared<'a>,
        instance: &Instance,
    ) -> Option<Implicit> {
        let owner = d.owner.as_ref()?;
        if owner.this {
            let to = Qualified::with_const(Type::Struct(owner.class), owner.constant);
            let name = ast::Ident {
                text: "this".into(),
                span: d.span,
            };
            let q = Qualified::plain(Type::pointer_to(to));
            let mut var = self.blank_var(&name, &q, Space::Local);
            var.reference = true;
            self.body.this = Some(self.add_var(var));
            self.body.lambda = owner.implicit.is_none() && self.is_closure(owner.class);
        }
        let mut implicit = owner.implicit;
        if implicit.is_none() && matches!(d.ast.body, ast::FunctionBody::Default) {
            implicit = self.defaulted(owner.class, d.ast);
        }
        if owner.implicit.is_none() {
            return implicit;
        }
        for ty in &instance.signature.params {
            let name = ast::Ident {
                text: "".into(),
                span: d.span,
            };
            let q = match ty {
                Type::Reference(to) | Type::Rvalue(to) => {
                    Qualified::plain(Type::Pointer(to.clone()))
                }
                ty => Qualified::plain(ty.clone()),
            };
            let mut var = self.blank_var(&name, &q, Space::Local);
            var.reference = ty.referred().is_some();
            self.add_var(var);
        }
        implicit
    }

    /// Which implicit function `= default` stands for.
    fn defaulted(&self, id: StructId, f: &ast::Function) -> Option<Implicit> {
        let class = &self.classes.known.get(&id)?.ast.name.text;
        let moves = f
            .params
            .first()
            .is_some_and(|p| matches!(p.ty.kind, ast::TypeKind::RRef(_)));
        Some(match &f.name {
            ast::FunctionName::Destructor(_) => Implicit::Drop,
            ast::FunctionName::Constructor(_) => match super::construct::copy_kind(f, class) {
                None => Implicit::New,
                Some(true) => Implicit::Copy,
                Some(false) => Implicit::Move,
            },
            _ if moves => Implicit::MoveAssign,
            _ => Implicit::Assign,
        })
    }

    /// What a function does: its statements with what a class's function does before and after them.
    pub(in crate::check) fn whole_body(
        &mut self,
        d: &Declared<'a>,
        block: Option<&'a ast::Block>,
        implicit: Option<Implicit>,
        out: &mut Vec<Stmt>,
    ) {
        let owner = d.owner.as_ref();
        let Some(block) = block else {
            if let (Some(kind), Some(owner)) = (implicit, owner) {
                let made = self.implicit_body(owner.class, kind, d.span);
                out.extend(made);
                self.declare_temporaries(0, 0, out);
            }
            return self.settle_this();
        };
        match (&d.ast.name, owner) {
            (ast::FunctionName::Constructor(_), Some(owner)) => {
                self.before_constructor(owner.class, d.ast, d.span, out);
                self.declare_temporaries(0, 0, out);
            }
            (ast::FunctionName::Destructor(_), Some(owner)) => {
                self.set_tables(owner.class, block.span, out);
                self.parts_live(owner.class, block.span);
            }
            _ => {}
        }
        // A kernel's arguments are copies that the launch has made: it ends them too.
        let params = match d.side {
            Side::Kernel => 0,
            _ => self.body.vars.len(),
        };
        for at in 0..params {
            let var = &self.body.vars[at];
            let named = self.body.this != Some(VarId(at as u32)) && !var.reference;
            if named && !var.name.is_empty() && self.drops(&var.ty.clone()) {
                let place = Place {
                    kind: PlaceKind::Var(VarId(at as u32)),
                    ty: self.body.vars[at].ty.clone(),
                    volatile: false,
                    span: self.body.vars[at].span,
                };
                self.lives(place, out);
            }
        }
        self.keep_in(d.ast, block.span, out);
        self.body_statements(&block.stmts, out);
        self.end_scope(0, block.span, out);
        self.settle_this();
    }

    /// `this` is a reference unless its value is wanted somewhere.
    fn settle_this(&mut self) {
        if self.body.this_kept
            && let Some(id) = self.body.this
            && let Some(var) = self.var_mut(id)
        {
            var.reference = false;
        }
    }

    /// Whether an entry names the class itself.
    fn delegates(&mut self, id: StructId, entry: &'a ast::MemberInit) -> bool {
        *entry.name.last().name.text == *self.classes.known[&id].ast.name.text
    }

    /// Makes the parts of `*this`.
    pub(super) fn make_parts(
        &mut self,
        id: StructId,
        list: &'a [ast::MemberInit],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let class = self.classes.known[&id].clone();
        let union = self.types.get(id).union;
        let mut used = vec![false; list.len()];
        let names: Vec<Option<(StructId, u32)>> = list
            .iter()
            .map(|entry| self.base_named(id, &entry.name))
            .collect();
        let parts = self.parts(id, span);
        let bases = self.types.get(id).bases.len();
        for (at, part) in parts.into_iter().enumerate() {
            if at == bases {
                self.set_tables(id, span, out);
            }
            let field = &class.fields[at];
            let name = field.ast.map_or("", |v| &*v.name.text);
            let entry = list.iter().position(|entry| {
                entry.name.plain().is_some_and(|n| *n.text == *name) && !name.is_empty()
            });
            let entry = entry.or_else(|| {
                names
                    .iter()
                    .position(|n| n.is_some_and(|(_, field)| field == at as u32))
            });
            let from = self.body.undeclared.len();
            let begin = out.len();
            let whole = part.clone();
            match entry {
                Some(n) => {
                    used[n] = true;
                    let entry = &list[n];
                    let span = entry.name.span;
                    let reference = field.reference.clone();
                    self.make_part(part, reference, entry, span, out);
                }
                None if union => {}
                None => match field.ast.and_then(|v| v.init.as_ref()) {
                    Some(init) => {
                        let reference = field.reference.clone();
                        self.part_from_init(part, reference, init, out);
                    }
                    None => {
                        let made = self.begin_at(part, span);
                        self.then(made, span, out);
                    }
                },
            }
            self.declare_temporaries(from, begin, out);
            self.part_made(whole, span, out);
        }
        if self.types.get(id).fields.len() == bases {
            self.set_tables(id, span, out);
        }
        for (n, entry) in list.iter().enumerate() {
            if !used[n] {
                self.other_entry(id, entry, out);
            }
        }
    }

    /// An entry for a field of an unnamed struct, or for what is no part at all.
    fn other_entry(&mut self, id: StructId, entry: &'a ast::MemberInit, out: &mut Vec<Stmt>) {
        let name = &entry.name.last().name;
        let span = entry.name.span;
        let found = self.member_of(id, &name.text);
        if let Some(crate::check::scope::Entity::Field(_, path)) = found
            && let Some(this) = self.this_object(span)
            && path.len() > 1
            && let Some(crate::check::Typed::Place(l)) = self.field_of(this, &path, span)
        {
            return self.make_part(l.place, None, entry, span, out);
        }
        let owner = self.types.get(id).name.clone();
        let diag = Diag::error(
            Code::NoSuchMember,
            span,
            format!("`{}` is no field and no base of `{owner}`", name.text),
        );
        self.note(diag);
    }

    /// The base that a name of a list means.
    fn base_named(&mut self, id: StructId, path: &'a ast::Path) -> Option<(StructId, u32)> {
        let bases = self.types.get(id).bases.clone();
        if bases.is_empty() {
            return None;
        }
        match self.resolve(path) {
            Some(crate::check::scope::Entity::Type(q)) => {
                let Type::Struct(base) = q.ty else {
                    return None;
                };
                bases.into_iter().find(|(b, _)| *b == base)
            }
            _ => None,
        }
    }
}
