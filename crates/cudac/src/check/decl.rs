//! The file: what is declared, in which namespace, on which side; constants and device variables.
//! In: items; out: names in the file's scope. Structs, enumerations, aliases and constants are looked at when they are
//! first used, so that host code that we do not model is never touched.
//! Next: template.rs for the functions, structs.rs for types, init.rs for initial values.

use super::claims::Claim;
use super::global::{on_device, only_declares};
use super::scope::{Entity, tag};
use super::typex::spelled;
use super::{Checker, Declared, Side};
use cuda_parse::ast::{self, Item, ItemKind, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// The most other names that `using` may lead through to what is meant.
const MOST_NAMES: u32 = 32;

/// Something of the file that is looked at when it is first used.
#[derive(Clone, Debug)]
pub(super) struct FileItem<'a> {
    /// What.
    pub kind: &'a ItemKind,
    /// The namespace, with `::` at its end.
    pub space: String,
    /// Looked at, or being looked at.
    pub begun: bool,
}

impl<'a> Checker<'a> {
    /// Enters everything the items declare; `space` is the namespace with `::` at its end.
    pub(super) fn collect(&mut self, items: &'a [Item], space: &str) {
        for item in items {
            match &item.kind {
                ItemKind::Function(f) => self.declare_function(f, None, item.span, space),
                ItemKind::Template(t) => self.collect_template(t, item.span, space),
                ItemKind::Namespace { name, items } => match name {
                    Some(name) => {
                        let inner = format!("{space}{}::", name.text);
                        self.names.open_spaces.insert(inner.clone());
                        self.collect(items, &inner);
                    }
                    None => self.collect(items, space),
                },
                ItemKind::Linkage(items) => self.collect(items, space),
                ItemKind::UsingNamespace(path) => {
                    self.names.claims.push((Claim::Space(path), space.into()));
                    self.names.use_namespace(&spelled(path), space);
                }
                ItemKind::UsingName(path) => {
                    self.names.claims.push((Claim::Name(path), space.into()));
                    let key = format!("{space}{}", path.last().name.text);
                    let target = spelled(path);
                    if !self.names.leads_back(&target, &key) {
                        self.names
                            .scopes
                            .declare(&key, Entity::Alias(target), item.span);
                    }
                }
                ItemKind::InlineNamespace(name) => {
                    let inner = format!("{space}{}::", name.text);
                    self.names.nested_usings.push((space.to_string(), inner));
                }
                ItemKind::NamespaceAlias { name, target } => {
                    self.names.claims.push((Claim::Space(target), space.into()));
                    self.alias_namespace(name, target);
                }
                ItemKind::UsingEnum(path) => self.use_enum(path, space),
                ItemKind::UsingPack(_)
                | ItemKind::Binding(_)
                | ItemKind::Concept { .. }
                | ItemKind::Unmodelled(_) => {}
                ItemKind::StaticAssert { .. } => {
                    self.items.push(FileItem {
                        kind: &item.kind,
                        space: space.into(),
                        begun: false,
                    });
                }
                ItemKind::Variable(_)
                | ItemKind::Struct(_)
                | ItemKind::Enum(_)
                | ItemKind::Alias(_) => {
                    let home = self.names.home_of_item(item, space);
                    self.collect_item(item, home.as_deref().unwrap_or(space));
                }
            }
        }
    }

    /// `using enum E;` in a file: other names for its values.
    fn use_enum(&mut self, path: &'a ast::Path, space: &str) {
        let name = spelled(path);
        let is_it = |item: &&FileItem<'a>| {
            matches!(item.kind, ItemKind::Enum(e)
                if [format!("{space}{name}"), name.clone()].contains(&format!("{}{}", item.space, e.name.text)))
        };
        let found = self.items.iter().find(is_it);
        let found = found.map(|item| (item.kind, item.space.clone()));
        let Some((ItemKind::Enum(e), around)) = found else {
            return;
        };
        for value in e.values.iter().flatten() {
            let key = format!("{space}{}", value.name.text);
            let target = format!("{around}{}::{}", e.name.text, value.name.text);
            self.names
                .scopes
                .declare(&key, Entity::Alias(target), path.span);
        }
    }

    fn collect_template(&mut self, t: &'a ast::Template, span: Span, space: &str) {
        match &t.item.kind {
            ItemKind::Function(f) => self.declare_function(f, Some(&t.params), span, space),
            _ => self.collect_other_template(t, space),
        }
    }

    fn collect_item(&mut self, item: &'a Item, space: &str) {
        let at = self.items.len();
        self.items.push(FileItem {
            kind: &item.kind,
            space: space.into(),
            begun: false,
        });
        let (name, defines) = match &item.kind {
            ItemKind::Variable(v) if self.names.is_of_space(v, space) => {
                (&v.name, !only_declares(v))
            }
            ItemKind::Struct(s) if s.template_args.is_none() => (&s.name, s.members.is_some()),
            ItemKind::Enum(e) => (&e.name, true),
            ItemKind::Alias(a) => (&a.name, true),
            ItemKind::Variable(v) => return self.collect_outside_variable(v, None, space),
            _ => return,
        };
        let key = match &item.kind {
            ItemKind::Struct(s) => self.struct_key(s, space),
            _ => format!("{space}{}", name.text),
        };
        if let ItemKind::Variable(_) = &item.kind {
            self.hide_struct(&key);
        }
        // `typedef struct T { … } T;` gives the struct the name that it has.
        if let ItemKind::Alias(alias) = &item.kind
            && let TypeKind::Named(path) = &alias.ty.kind
            && path.plain_name() == Some(&*name.text)
            && self.names.scopes.file(&key).is_some()
        {
            return;
        }
        if let Some(earlier) = self.names.scopes.file(&key) {
            let (entity, span) = (earlier.entity.clone(), earlier.span);
            if !defines {
                return;
            }
            if let ItemKind::Struct(_) | ItemKind::Variable(_) = &item.kind {
                self.first_heard(key.clone(), span);
            }
            self.complain_twice(&entity, (name, span), item);
        }
        self.names.scopes.declare(&key, Entity::Item(at), name.span);
        if let ItemKind::Enum(e) = &item.kind {
            for value in e.values.iter().flatten() {
                let (name, span) = (&value.name.text, value.name.span);
                let qualified = format!("{key}::{name}");
                self.names
                    .scopes
                    .declare(&qualified, Entity::Item(at), span);
                if !e.scoped {
                    let plain = format!("{space}{name}");
                    self.names.scopes.declare(&plain, Entity::Item(at), span);
                }
            }
        }
    }

    /// The name of a struct among those of the file.
    pub(super) fn struct_key(&self, s: &ast::Struct, space: &str) -> String {
        let key = format!("{space}{}", super::class::own_name(s));
        let tagged = tag(&key);
        match self.names.scopes.file_entry(&tagged) {
            Some(_) => tagged,
            None => key,
        }
    }

    /// A variable or function is declared that may have the name of a struct, which only `struct name` means then.
    fn hide_struct(&mut self, key: &str) {
        let is_struct = |at: usize| matches!(self.items[at].kind, ItemKind::Struct(_));
        let known = self.names.scopes.file_entry(key);
        let hidden = known.filter(|n| matches!(n.entity, Entity::Item(at) if is_struct(at)));
        if let Some(named) = hidden.cloned() {
            self.names.scopes.forget_file(key);
            self.names
                .scopes
                .declare(&tag(key), named.entity, named.span);
        }
    }

    /// Two definitions of one name, unless one is a mere declaration or both are aliases.
    fn complain_twice(&mut self, earlier: &Entity, (name, span): (&ast::Ident, Span), item: &Item) {
        let Entity::Item(before) = earlier else {
            return;
        };
        let defined = match (self.items[*before].kind, &item.kind) {
            (ItemKind::Struct(a), ItemKind::Struct(_)) => a.members.is_some(),
            (ItemKind::Variable(a), ItemKind::Variable(_)) => !only_declares(a),
            (ItemKind::Alias(_), ItemKind::Alias(_))
            | (ItemKind::Alias(_), ItemKind::Struct(_)) => false,
            (ItemKind::Struct(_), ItemKind::Alias(_)) | (ItemKind::Enum(_), ItemKind::Alias(_)) => {
                false
            }
            _ => true,
        };
        if defined {
            let diag = Diag::error(
                Code::Redefinition,
                name.span,
                format!("`{}` is defined twice", name.text),
            );
            self.note(diag.label(span, "first here"));
        }
    }

    fn declare_function(
        &mut self,
        f: &'a ast::Function,
        template: Option<&'a [ast::TemplateParam]>,
        extent: Span,
        space: &str,
    ) {
        let short = match &f.name {
            ast::FunctionName::Plain(name) => name.text.to_string(),
            ast::FunctionName::Operator(text, _) => format!("operator{text}"),
            _ => String::new(),
        };
        let home = self
            .names
            .home_of_definition(f.qualifier.as_ref(), space, &short);
        let Some(space) = home.filter(|_| !short.is_empty()) else {
            return self.collect_outside(f, [template, None], extent, space);
        };
        let side = super::class::side_of(&f.specifiers);
        let key = format!("{space}{short}");
        let special = template.is_some_and(|t| t.is_empty());
        let span = f.name.span();
        let at = self.functions.declared.len();
        let (template, name) = (if special { None } else { template }, key.clone());
        if special {
            self.templates
                .specials
                .entry(key.clone())
                .or_default()
                .push(at);
        }
        self.functions.declared.push(Declared {
            ast: f,
            name,
            space,
            template,
            special,
            prototype: None,
            earlier: None,
            side,
            span,
            extent,
            owner: None,
        });
        self.hide_struct(&key);
        match self.names.scopes.file(&key).map(|n| &mut n.entity) {
            // A specialisation is no overload: it stands in for its template's instance, once that is chosen.
            Some(Entity::Functions(_)) if special => {}
            Some(Entity::Functions(list)) => list.push(at),
            _ => drop(
                self.names
                    .scopes
                    .declare(&key, Entity::Functions(vec![at]), span),
            ),
        }
    }

    /// Every kernel, device function and device variable of the file, and its static assertions.
    pub(super) fn declare_device_code(&mut self) {
        self.merge_prototypes();
        self.check_claims();
        for at in 0..self.items.len() {
            match self.items[at].kind {
                // What is only declared is looked at where it is used; it may be defined further down, or nowhere.
                ItemKind::Variable(v) if on_device(&v.specifiers) && !only_declares(v) => {
                    self.look_at(at);
                }
                ItemKind::StaticAssert { condition, message } => {
                    let space = self.items[at].space.clone();
                    let failed = self.at_file(&space, |c| {
                        c.attempt(|c| c.static_assertion(condition, message.as_deref()))
                    });
                    if let Some(diag) = failed.flatten() {
                        self.note(diag);
                    }
                }
                _ => {}
            }
        }
        for at in 0..self.functions.declared.len() {
            let d = &self.functions.declared[at];
            let concrete = d.template.is_none()
                && !d.special
                && matches!(d.side, Side::Kernel | Side::Device)
                && matches!(d.ast.body, ast::FunctionBody::Block(_))
                && !d.span.is_system();
            if concrete {
                self.check_placement(at);
                self.instance(at, Vec::new(), None);
            }
        }
    }

    /// A static assertion: `None` if it cannot be evaluated, else the diagnostic of its failure.
    pub(super) fn static_assertion(
        &mut self,
        condition: &'a ast::Expr,
        message: Option<&str>,
    ) -> Option<Option<Diag>> {
        let value = self.rvalue(condition)?;
        let value = self.truth(value)?;
        let (value, evaluation) = self.fold(value);
        let crate::tree::ExprKind::Const(c) = value.kind else {
            let message = "a static assertion must be known at compile time";
            let diag = Diag::error(Code::NotConstant, condition.span, message);
            self.note(evaluation.explain(diag));
            return None;
        };
        if super::konst::truth(c) {
            return Some(None);
        }
        let text = message.map_or("static assertion failed".into(), |m| {
            format!("static assertion failed: {m}")
        });
        Some(Some(Diag::error(
            Code::StaticAssertion,
            condition.span,
            text,
        )))
    }

    /// Runs something in the file's scope, whatever is being checked.
    pub(super) fn at_file<T>(&mut self, space: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        let side = self.body.side;
        let body = std::mem::take(&mut self.body);
        self.body.side = side;
        self.body.unevaluated = body.unevaluated;
        let result = self.at_file_scope(space, f);
        self.body = body;
        result
    }

    /// Runs something in the file's scope that may make variables of the function being checked.
    pub(super) fn at_file_scope<T>(&mut self, space: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.names.scopes.enter_function();
        let before = std::mem::replace(&mut self.names.space, space.to_string());
        let depth = std::mem::take(&mut self.budget.depth);
        let result = self.in_use(f);
        self.budget.depth = depth;
        self.names.space = before;
        self.names.scopes.leave_function(inner);
        result
    }

    /// Resolves an item that was only entered so far.
    pub(super) fn look_at(&mut self, at: usize) {
        if std::mem::replace(&mut self.items[at].begun, true) {
            return;
        }
        let FileItem { kind, space, .. } = self.items[at].clone();
        let span = match kind {
            ItemKind::Variable(v) => v.name.span,
            ItemKind::Struct(s) => s.name.span,
            ItemKind::Enum(e) => e.name.span,
            ItemKind::Alias(a) => a.name.span,
            _ => Span::default(),
        };
        self.deeper(4, span, |c| {
            c.settle(|c| {
                c.at_file(&space.clone(), |c| match kind {
                    ItemKind::Variable(v) => c.declare_global(v, &space, at),
                    ItemKind::Struct(s) => drop(c.declare_struct(s, &space)),
                    ItemKind::Enum(e) => drop(c.declare_enum(e, &space)),
                    ItemKind::Alias(a) => drop(c.declare_alias(a, &space)),
                    _ => {}
                });
            });
            Some(())
        });
    }

    /// What a name (perhaps qualified) means here; says so if it is declared only further down.
    pub(super) fn lookup(&mut self, name: &str, span: Span) -> Option<Entity> {
        self.lookup_target(name, span, 0)
    }

    /// The same of what another name stands for, `through` so many names.
    fn lookup_target(&mut self, name: &str, span: Span, through: u32) -> Option<Entity> {
        let unaliased = self.names.unaliased(name);
        let name = unaliased.as_deref().unwrap_or(name);
        match self.lookup_inner(name) {
            Some(found) => Some(found),
            None => self.lookup_file_through(name, span, through),
        }
    }

    /// What a name means in the file and its namespaces.
    pub(super) fn lookup_file(&mut self, name: &str, span: Span) -> Option<Entity> {
        self.lookup_file_through(name, span, 0)
    }

    fn lookup_file_through(&mut self, name: &str, span: Span, through: u32) -> Option<Entity> {
        if let Some((owner, _)) = name.rsplit_once("::") {
            // The names inside an enumeration or struct are known once it has been looked at.
            self.lookup_owner(owner);
        }
        let key = self.names.file_key(name)?;
        if let Some(Entity::Item(at)) = self.names.scopes.file(&key).map(|n| n.entity.clone()) {
            if self.items[at].begun {
                // It is being looked at right now: it needs itself.
                let diag = Diag::error(
                    Code::UnknownName,
                    span,
                    format!("`{name}` is used in its own definition"),
                );
                self.note(diag);
                return Some(Entity::Broken);
            }
            self.look_at(at);
            if let Some(named) = self.names.scopes.file(&key)
                && matches!(named.entity, Entity::Item(_))
            {
                named.entity = Entity::Broken;
            }
        }
        let named = self.names.scopes.file(&key)?.clone();
        if let Entity::Alias(target) = &named.entity {
            let target = target.clone();
            // `using ::f` inside a namespace means the file's, not itself.
            let itself = target == name || key.ends_with(&format!("::{target}"));
            // Any other name is meant as it is where it stands, in the namespace that has the `using`.
            let inside = match key.rfind("::") {
                Some(at) if !itself => key[..at + 2].to_string(),
                _ => String::new(),
            };
            let space = std::mem::replace(&mut self.names.space, inside);
            let found = match self.names.file_key(&target) {
                Some(found) if found == key => None,
                // Names that stand for each other stand for nothing.
                _ if through >= MOST_NAMES => None,
                _ => self.lookup_target(&target, span, through + 1),
            };
            self.names.space = space;
            return found;
        }
        let later = named.span.is_behind(span) && span != Span::default();
        let short = key.rsplit("::").next().unwrap_or(&key);
        let later = later
            && [&*key, short].iter().all(|name| {
                self.names
                    .forward
                    .get(*name)
                    .is_none_or(|first| first.is_behind(span))
            });
        if later && self.names.scopes.file_entry(&tag(&key)).is_some() {
            return self.lookup_file_through(&tag(name), span, through);
        }
        if later && !matches!(named.entity, Entity::Functions(_) | Entity::Broken) {
            let diag = Diag::error(
                Code::UnknownName,
                span,
                format!("`{name}` is declared only further down"),
            );
            self.note(
                diag.label(named.span, "here")
                    .help("move the declaration above its first use"),
            );
            return Some(Entity::Broken);
        }
        Some(match named.entity {
            Entity::Known(_, c, ty) if !self.on_host() => Entity::Constant(c, ty),
            entity => entity,
        })
    }

    /// Notes where a struct is declared that is defined further down.
    pub(super) fn first_heard(&mut self, key: String, span: Span) {
        self.names.forward.entry(key).or_insert(span);
    }

    /// `namespace a = b;`
    pub(super) fn alias_namespace(&mut self, name: &ast::Ident, target: &ast::Path) {
        let target = spelled(target);
        let target = self.names.unaliased(&target).unwrap_or(target);
        self.names.namespaces.insert(name.text.to_string(), target);
    }

    fn lookup_owner(&mut self, owner: &str) {
        if let Some(key) = self.names.file_key(owner)
            && let Some(Entity::Item(at)) = self.names.scopes.file(&key).map(|n| n.entity.clone())
        {
            self.look_at(at);
        }
    }
}
