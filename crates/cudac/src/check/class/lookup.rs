//! Names of classes, and paths through namespaces, classes and templates.
//! In: a path; out: what it stands for. The rule: a class's own name wins over its bases'; a template with arguments
//! is the instance; what is unknown is `None`, what is broken has been said.
//! Next: template.rs for instances.

use super::{MARK, Member};
use crate::check::Checker;
use crate::check::global::on_device;
use crate::check::scope::{Entity, tag};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, ItemKind, SpecifierKind, specifier};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// What a path stands for; `None` if nothing is called so.
    pub(in crate::check) fn resolve(&mut self, path: &'a ast::Path) -> Option<Entity> {
        self.resolve_first(path, path.segments.len())
    }

    /// The class that the last name of a path is said to be a member of: `A::B` of `A::B::f`.
    pub(in crate::check) fn class_before(&mut self, path: &'a ast::Path) -> Option<StructId> {
        match self.resolve_first(path, path.segments.len().checked_sub(1)?)? {
            Entity::Type(q) => self.class_of(&q.ty),
            _ => None,
        }
    }

    /// What the first names of a path stand for.
    fn resolve_first(&mut self, path: &'a ast::Path, count: usize) -> Option<Entity> {
        let mut prefix = String::new();
        let mut current: Option<Entity> = None;
        for (n, segment) in path.segments.iter().take(count).enumerate() {
            let last = n + 1 == count;
            let name = &segment.name.text;
            let found = match &current {
                Some(Entity::Type(q)) => {
                    let ty = q.ty.clone();
                    let found = self.member_of_type(&ty, name);
                    if let (Type::Struct(id), Some(_)) = (&ty, &found)
                        && !matches!(found, Some(Entity::Functions(_)))
                        && !self.may_use(*id, name, segment.name.span)
                    {
                        return Some(Entity::Broken);
                    }
                    found
                }
                _ if path.global && n == 0 => self.at_file("", |c| c.lookup(name, path.span)),
                _ => self.lookup(&format!("{prefix}{name}"), path.span),
            };
            prefix = format!("{prefix}{name}::");
            current = match found {
                Some(Entity::Broken) => return Some(Entity::Broken),
                Some(Entity::Item(_)) | None if last => return None,
                Some(found) => {
                    let args = segment.args.as_deref();
                    let known = self.with_arguments(found, args, path.span)?;
                    if !last && !matches!(known, Entity::Type(_)) {
                        None
                    } else {
                        Some(known)
                    }
                }
                None if matches!(current, Some(Entity::Type(_))) => return None,
                None => None,
            };
        }
        if let (Some(Entity::Type(q)), false) = (&current, self.classes.naming) {
            let ty = q.ty.clone();
            self.whole(&ty);
        }
        current
    }

    /// A template with its arguments; anything else stays what it is.
    fn with_arguments(
        &mut self,
        found: Entity,
        args: Option<&'a [ast::TemplateArg]>,
        span: Span,
    ) -> Option<Entity> {
        let Some(args) = args else { return Some(found) };
        Some(match found {
            Entity::ClassTemplate(at) => match self.class_instance(at, args, span) {
                Some(id) => Entity::Type(Qualified::plain(Type::Struct(id))),
                None => Entity::Broken,
            },
            Entity::OtherTemplate(at) => self
                .other_instance(at, args, span)
                .unwrap_or(Entity::Broken),
            // Inside a class template its own name is the instance, and with arguments another one.
            Entity::Type(Qualified {
                ty: Type::Struct(id),
                ..
            }) if self.types.get(id).origin.is_some() => {
                let at = self.types.get(id).origin.as_ref()?.template as usize;
                match self.class_instance(at, args, span) {
                    Some(id) => Entity::Type(Qualified::plain(Type::Struct(id))),
                    None => Entity::Broken,
                }
            }
            found => found,
        })
    }

    /// A name after `T::`.
    pub(in crate::check) fn member_of_type(&mut self, ty: &Type, name: &str) -> Option<Entity> {
        match ty {
            Type::Struct(id) => self.member_of(*id, name),
            Type::Enum(id) => self.names.enum_values.get(id)?.get(name).cloned(),
            _ => None,
        }
    }

    /// What a class and its bases call so.
    pub(in crate::check) fn member_of(&mut self, id: StructId, name: &str) -> Option<Entity> {
        self.instantiated(id);
        let class = self.classes.known.get(&id)?;
        if let Some(member) = class.names.get(name).cloned() {
            return self.member_entity(id, name, member);
        }
        if *class.ast.name.text == *name {
            return Some(Entity::Type(Qualified::plain(Type::Struct(id))));
        }
        if name.starts_with('<') {
            return None;
        }
        for (base, field) in self.types.get(id).bases.clone() {
            match self.member_of(base, name) {
                Some(Entity::Field(_, path)) => {
                    let mut whole = vec![field];
                    whole.extend(path);
                    return Some(Entity::Field(id, whole));
                }
                Some(found) => return Some(found),
                None => {}
            }
        }
        None
    }

    fn member_entity(&mut self, id: StructId, name: &str, member: Member<'a>) -> Option<Entity> {
        match member {
            Member::Field(path) => Some(Entity::Field(id, path)),
            Member::Methods(..) => {
                let own = self.methods(id, name);
                Some(Entity::Functions(self.with_used(id, name, own)))
            }
            Member::Entity(entity) => Some(entity),
            Member::Busy => None,
            Member::Using => {
                // What qualifies the name may be the name itself, as in `using Base::Base;`.
                self.set_member(id, name, Member::Busy);
                let found = self.used_names(id, name);
                self.set_member(id, name, Member::Using);
                found
            }
            Member::Item(item) => {
                self.set_member(id, name, Member::Busy);
                let entity = self.item_of_class(id, name, item);
                // What is broken is said once: not by a trial, whose words are thrown away.
                if entity.is_none() && self.said.trials > 0 {
                    self.set_member(id, name, Member::Item(item));
                    return Some(Entity::Broken);
                }
                let entity = entity.unwrap_or(Entity::Broken);
                self.set_member(id, name, Member::Entity(entity.clone()));
                Some(entity)
            }
        }
    }

    /// The functions of a class with those that `using Base::f;` adds: not the ones that it overrides or hides.
    fn with_used(&mut self, id: StructId, name: &str, own: Vec<usize>) -> Vec<usize> {
        let class = self.classes.known.get(&id);
        if !class.is_some_and(|c| c.used.contains_key(name)) {
            return own;
        }
        let Some(Entity::Functions(more)) = self.used_names(id, name) else {
            return own;
        };
        let alike = |c: &mut Self, at: usize| {
            let constant = c.functions.declared[at]
                .owner
                .as_ref()
                .is_some_and(|o| o.constant);
            let template = c.functions.declared[at].template.map(<[_]>::len);
            let signature = c.attempt(|c| c.signature(at, &[]));
            (template, constant, signature.map(|s| s.params))
        };
        let known: Vec<_> = own.iter().map(|at| alike(self, *at)).collect();
        let mut all = own;
        for at in more {
            let one = alike(self, at);
            if one.2.is_none() || !known.contains(&one) {
                all.push(at);
            }
        }
        all
    }

    /// What `using Base::f;` names, the functions of several bases together.
    fn used_names(&mut self, id: StructId, name: &str) -> Option<Entity> {
        let used = self.classes.known.get(&id)?.used.get(name)?.clone();
        let mut all = Vec::new();
        for (path, pack) in used {
            for (base, field) in self.bases_named(id, path, pack) {
                match self.member_of(base, name) {
                    Some(Entity::Field(_, path)) => {
                        let mut whole = vec![field];
                        whole.extend(path);
                        return Some(Entity::Field(id, whole));
                    }
                    Some(Entity::Functions(list)) => {
                        let new = list.into_iter().filter(|at| !all.contains(at));
                        let new: Vec<usize> = new.collect();
                        all.extend(new);
                    }
                    Some(found) => return Some(found),
                    None => {}
                }
            }
        }
        (!all.is_empty()).then_some(Entity::Functions(all))
    }

    /// The bases that `using Base::f;` means: those that are that class or derive from it.
    fn bases_named(
        &mut self,
        id: StructId,
        path: &'a ast::Path,
        pack: bool,
    ) -> Vec<(StructId, u32)> {
        let bases = self.types.get(id).bases.clone();
        let Some((_, owner)) = path.segments.split_last() else {
            return bases;
        };
        let (Some(last), plain) = (owner.last(), owner.iter().all(|s| s.args.is_none())) else {
            return bases;
        };
        let spelled: Vec<&str> = owner.iter().map(|s| &*s.name.text).collect();
        let own = last.name.text == path.last().name.text;
        let found = match plain && !own {
            true => self.in_class(id, |c| c.lookup(&spelled.join("::"), path.span)),
            false => None,
        };
        let class = |entity: &Entity| match entity {
            Entity::Type(q) => self.class_of(&q.ty),
            _ => None,
        };
        let owners: Vec<StructId> = match &found {
            Some(Entity::Pack(list)) if pack => list.iter().filter_map(class).collect(),
            Some(entity) => class(entity).into_iter().collect(),
            None => Vec::new(),
        };
        let fits = |base: StructId| match owners.is_empty() {
            false => owners
                .iter()
                .any(|o| self.types.base_path(base, *o).is_some()),
            true => {
                let known = self.classes.known.get(&base);
                known.is_some_and(|c| c.ast.name.text == last.name.text)
            }
        };
        let named: Vec<_> = bases.iter().copied().filter(|(b, _)| fits(*b)).collect();
        if named.is_empty() { bases } else { named }
    }

    fn set_member(&mut self, id: StructId, name: &str, member: Member<'a>) {
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.names.insert(name.into(), member);
        }
    }

    /// The type that a class names, which may be one that an instance of the class's own template names.
    fn alias_of_class(&mut self, id: StructId, alias: &'a ast::Alias) -> Option<Entity> {
        let span = alias.name.span;
        let found = self.in_instance(4, span, |c| c.in_class(id, |c| c.ty(&alias.ty)));
        found.map(Entity::Type)
    }

    /// Looks at a type, a static variable or a template of a class.
    fn item_of_class(&mut self, id: StructId, name: &str, item: &'a ast::Item) -> Option<Entity> {
        match &item.kind {
            ItemKind::Alias(a) => self.alias_of_class(id, a),
            ItemKind::Struct(s) => {
                let space = self.classes.known[&id].space.clone();
                let s = match s.members {
                    Some(_) => s,
                    None => match self.defined_outside(id, s) {
                        Some(defined) => defined,
                        None => {
                            let inner = self.types.reserve(s.name.text.to_string());
                            return Some(Entity::Type(Qualified::plain(Type::Struct(inner))));
                        }
                    },
                };
                let inner = self.new_class(s, s.name.text.to_string(), &space, Some(id));
                let entity = Entity::Type(Qualified::plain(Type::Struct(inner)));
                self.set_member(id, name, Member::Entity(entity.clone()));
                self.complete_class(inner).then_some(entity)
            }
            ItemKind::Enum(e) => {
                let declare = |c: &mut Self| c.in_class(id, |c| c.declare_enum(e, ""));
                let made = self.in_instance(4, e.name.span, declare)?;
                let values = self
                    .names
                    .enum_values
                    .get(&made)
                    .cloned()
                    .unwrap_or_default();
                if !e.scoped {
                    for (value, entity) in &values {
                        self.set_member(id, value, Member::Entity(entity.clone()));
                    }
                }
                let entity = Entity::Type(Qualified::plain(Type::Enum(made)));
                self.set_member(id, &e.name.text, Member::Entity(entity.clone()));
                values.get(name).cloned().or(Some(entity))
            }
            ItemKind::Variable(v) => self.in_instance(4, v.name.span, |c| c.static_variable(id, v)),
            ItemKind::Template(t) => self.template_of_class(id, t, item.span),
            _ => None,
        }
    }

    /// The definition of a class that another only declares: `struct Outer::Inner { … };`
    fn defined_outside(&mut self, id: StructId, s: &ast::Struct) -> Option<&'a ast::Struct> {
        let mut name = s.name.text.to_string();
        let mut around = Some(id);
        let mut space = String::new();
        while let Some(class) = around.and_then(|id| self.classes.known.get(&id)) {
            name = format!("{}::{name}", class.ast.name.text);
            (around, space) = (class.outer, class.space.clone());
        }
        let named = self.names.scopes.file(&format!("{space}{name}"))?;
        let Entity::Item(at) = named.entity else {
            return None;
        };
        self.items[at].begun = true;
        match self.items[at].kind {
            ItemKind::Struct(s) => Some(s),
            _ => None,
        }
    }

    /// A static variable of a class: a constant where its value is known, else one of the file.
    fn static_variable(&mut self, id: StructId, v: &'a ast::Variable) -> Option<Entity> {
        let outside = self.variable_outside(id, v);
        let special = outside.as_ref().is_some_and(|o| o.special);
        let first = outside.as_ref().filter(|_| special).map_or(v, |o| o.ast);
        let constant = self.in_class(id, |c| c.attempt(|c| c.host_constant(first)));
        if let Some(constant) = constant {
            return Some(constant);
        }
        let defined = match &outside {
            Some(outside) if v.init.is_none() || special => outside.ast,
            _ => v,
        };
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        let device = on_device(&v.specifiers) || on_device(&defined.specifiers);
        let (space, renamed) = (
            self.classes.known[&id].space.clone(),
            outside.and_then(|o| o.renamed),
        );
        self.in_class(id, |c| {
            let owner = super::Owner {
                class: id,
                this: false,
                constant: false,
                renamed,
                implicit: None,
                access: ast::Access::Public,
            };
            c.rename_parameters(&owner);
            c.static_storage(defined, &space, (device || constexpr, owner))
        })
    }

    /// The constant that a class's static constant is initialised with, or its variable.
    fn static_storage(
        &mut self,
        v: &'a ast::Variable,
        space: &str,
        (device, owner): (bool, super::Owner<'a>),
    ) -> Option<Entity> {
        if let Some(constant) = self.attempt(|c| c.host_constant(v)) {
            return Some(constant);
        }
        if device {
            return self.device_variable(v);
        }
        Some(Entity::Host(self.host.enter(v, space, Some(owner))))
    }

    /// The class that a scope's level shows, by its mark.
    pub(in crate::check) fn marked(entity: &Entity) -> Option<StructId> {
        match entity {
            Entity::Type(Qualified {
                ty: Type::Struct(id),
                ..
            }) => Some(*id),
            _ => None,
        }
    }

    /// What a name means in the scopes of the function or class being checked.
    pub(in crate::check) fn lookup_inner(&mut self, name: &str) -> Option<Entity> {
        for at in (1..self.names.scopes.depth()).rev() {
            if let Some(named) = self.names.scopes.at(at, name) {
                return Some(named.entity.clone());
            }
            let class = self
                .names
                .scopes
                .at(at, MARK)
                .and_then(|n| Self::marked(&n.entity));
            if let Some(found) = class.and_then(|id| self.member_of(id, name)) {
                return Some(found);
            }
        }
        None
    }
    /// The struct that `struct name` means where something else that is called so hides it.
    pub(in crate::check) fn hidden_type(&mut self, path: &ast::Path) -> Option<Qualified> {
        let name = path.plain_name()?;
        let name = name.strip_prefix(ast::TAG).unwrap_or(name);
        let tagged = tag(name);
        let found = (1..self.names.scopes.depth()).rev().find_map(|at| {
            let mut known = [&tagged, name]
                .into_iter()
                .filter_map(|n| self.names.scopes.at(at, n));
            known.find_map(|named| match &named.entity {
                Entity::Type(q) => Some(q.clone()),
                _ => None,
            })
        });
        let mut further = [&tagged, name].into_iter();
        let q = found.or_else(|| {
            further.find_map(|name| match self.lookup_file(name, path.span) {
                Some(Entity::Type(q)) => Some(q),
                _ => None,
            })
        })?;
        self.whole(&q.ty);
        Some(q)
    }
}
