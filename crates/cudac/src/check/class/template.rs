//! Templates of classes, aliases and variables: arguments bound, one instance for each.
//! In: a template and arguments; out: a class, a type or a constant.
//! The rule: the same arguments mean the same instance, wherever they are written and however.
//! Next: specialise.rs for the specialisation that is meant, mod.rs for what a class is, ../template.rs for functions.

use super::specialise::weight;
use crate::check::constraint::{self, Home, Used};
use crate::check::scope::Entity;
use crate::check::template::{Bindings, has_default, name_of, with_default};
use crate::check::{Checker, TemplateArg};
use crate::tree::Const;
use crate::ty::{Origin, StructId, Type};
use cuda_parse::ast::{self, ItemKind, TemplateParamKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Instances inside instances beyond this are a template that never stops. NVIDIA's compiler takes 900.
const MOST_NESTED: usize = 1000;

/// What an instance takes beside its arguments, and what each of those does, in bytes: it is kept in several places.
const INSTANCE: u64 = 2000;
const ARGUMENT: u64 = 400;

/// Bytes of a class's name beyond which its arguments are left out: they may double with each instance inside an instance.
const LONGEST_NAME: usize = 4096;

/// A class template.
#[derive(Clone, Debug)]
pub(in crate::check) struct ClassTemplate<'a> {
    /// As written.
    pub name: String,
    /// The namespace, with `::` at its end.
    pub space: String,
    /// The class it is in.
    pub outer: Option<StructId>,
    /// Its parameters, of the definition once there is one.
    pub params: &'a [ast::TemplateParam],
    /// Those of a declaration before it, which may have the defaults.
    pub earlier: Option<&'a [ast::TemplateParam]>,
    /// The definition.
    pub primary: Option<&'a ast::Struct>,
    /// What stands after `requires`, of the definition once there is one.
    pub requires: Option<&'a ast::Expr>,
    /// Specialisations: their own templates and the struct.
    pub special: Vec<(&'a ast::Template, &'a ast::Struct)>,
    /// Where it is declared.
    pub span: Span,
}

/// A template of an alias or a variable.
#[derive(Clone, Debug)]
pub(in crate::check) struct OtherTemplate<'a> {
    /// The namespace.
    pub space: String,
    /// The class it is in.
    pub outer: Option<StructId>,
    /// Its parameters.
    pub params: &'a [ast::TemplateParam],
    /// What stands after `requires`.
    pub requires: Option<&'a ast::Expr>,
    /// What it is of.
    pub item: &'a ItemKind,
    /// Specialisations of a variable.
    pub special: Vec<(&'a [ast::TemplateParam], &'a ast::Variable)>,
}

impl ClassTemplate<'_> {
    /// Where it stands.
    pub fn home(&self) -> Home<'_> {
        Home {
            space: &self.space,
            outer: self.outer,
        }
    }
}

impl OtherTemplate<'_> {
    /// Where it stands.
    pub fn home(&self) -> Home<'_> {
        Home {
            space: &self.space,
            outer: self.outer,
        }
    }
}

impl<'a> Checker<'a> {
    /// A template of the file that is no function.
    pub(in crate::check) fn collect_other_template(&mut self, t: &'a ast::Template, space: &str) {
        match &t.item.kind {
            ItemKind::Struct(s) => {
                let key = format!("{space}{}", s.name.text);
                let found = match &s.qualifier {
                    Some(outer) => {
                        self.template_elsewhere(&format!("{outer}::{}", s.name.text), space)
                    }
                    None => self.class_template_at(&key),
                };
                let home = Home { space, outer: None };
                let at = self.add_class_template(t, s, home, found);
                if found.is_none() && s.qualifier.is_none() {
                    let entity = Entity::ClassTemplate(at);
                    self.names.scopes.declare(&key, entity, s.name.span);
                }
            }
            ItemKind::Alias(a) => {
                let at = self.add_other(t, space, None);
                let key = format!("{space}{}", a.name.text);
                let entity = Entity::OtherTemplate(at);
                self.names.scopes.declare(&key, entity, a.name.span);
            }
            ItemKind::Concept { name, .. } => {
                let at = self.add_other(t, space, None);
                let key = format!("{space}{}", name.text);
                self.names
                    .scopes
                    .declare(&key, Entity::OtherTemplate(at), name.span);
            }
            ItemKind::Variable(v) if v.qualifier.is_some() => {
                self.collect_outside_variable(v, Some(&t.params), space);
            }
            ItemKind::Variable(v) => {
                let key = format!("{space}{}", v.name.text);
                if v.template_args.is_some() {
                    if let Some(Entity::OtherTemplate(at)) =
                        self.names.scopes.file(&key).map(|n| n.entity.clone())
                    {
                        self.classes.others[at].special.push((&t.params, v));
                    }
                    return;
                }
                let at = self.add_other(t, space, None);
                let entity = Entity::OtherTemplate(at);
                self.names.scopes.declare(&key, entity, v.name.span);
            }
            ItemKind::Template(inner) => {
                if let ItemKind::Function(f) = &inner.item.kind {
                    let templates = [Some(&*t.params), Some(&*inner.params)];
                    self.collect_outside(f, templates, inner.item.span, space);
                }
            }
            _ => {}
        }
    }

    fn class_template_at(&mut self, key: &str) -> Option<usize> {
        match self.names.scopes.file(key).map(|n| &n.entity) {
            Some(Entity::ClassTemplate(at)) => Some(*at),
            _ => None,
        }
    }

    /// The template that `template <> struct std::hash<T>` specialises, from the namespace where that stands outwards.
    fn template_elsewhere(&mut self, name: &str, space: &str) -> Option<usize> {
        let mut outer = space;
        loop {
            if let Some(at) = self.class_template_at(&format!("{outer}{name}")) {
                return Some(at);
            }
            if outer.is_empty() {
                return None;
            }
            let inner = outer.trim_end_matches("::");
            outer = inner.rfind("::").map_or("", |at| &inner[..at + 2]);
        }
    }

    /// A template inside a class.
    pub(super) fn template_of_class(
        &mut self,
        id: StructId,
        t: &'a ast::Template,
        _span: Span,
    ) -> Option<Entity> {
        let space = self.classes.known[&id].space.clone();
        let ItemKind::Struct(s) = &t.item.kind else {
            let at = self.add_other(t, &space, Some(id));
            return Some(Entity::OtherTemplate(at));
        };
        // All declarations and specialisations of the name at once.
        let mut at = None;
        let home = Home {
            space: &space,
            outer: Some(id),
        };
        let members = self.classes.known[&id].ast.members.as_deref();
        for member in members.unwrap_or_default() {
            if let ItemKind::Template(other) = &member.item.kind
                && let ItemKind::Struct(o) = &other.item.kind
                && o.name.text == s.name.text
            {
                at = Some(self.add_class_template(other, o, home, at));
            }
        }
        Some(Entity::ClassTemplate(at?))
    }

    fn add_class_template(
        &mut self,
        t: &'a ast::Template,
        s: &'a ast::Struct,
        home: Home<'_>,
        found: Option<usize>,
    ) -> usize {
        let at = found.unwrap_or_else(|| {
            self.classes.templates.push(ClassTemplate {
                name: s.name.text.to_string(),
                space: home.space.into(),
                outer: home.outer,
                params: &t.params,
                earlier: None,
                primary: None,
                requires: None,
                special: Vec::new(),
                span: s.name.span,
            });
            self.classes.templates.len() - 1
        });
        let known = &mut self.classes.templates[at];
        match (&s.template_args, &s.members) {
            (Some(_), Some(_)) => known.special.push((t, s)),
            (None, Some(_)) => {
                if found.is_some() {
                    known.earlier = Some(known.params);
                }
                known.params = &t.params;
                known.primary = Some(s);
                known.requires = t.requires.as_deref();
            }
            _ => {}
        }
        at
    }

    fn add_other(&mut self, t: &'a ast::Template, space: &str, outer: Option<StructId>) -> usize {
        self.classes.others.push(OtherTemplate {
            space: space.into(),
            outer,
            params: &t.params,
            requires: t.requires.as_deref(),
            item: &t.item.kind,
            special: Vec::new(),
        });
        self.classes.others.len() - 1
    }

    /// Explicit arguments and the defaults of the rest.
    pub(in crate::check) fn all_arguments(
        &mut self,
        params: &'a [ast::TemplateParam],
        earlier: Option<&'a [ast::TemplateParam]>,
        args: &'a [ast::TemplateArg],
        home: Home<'_>,
        used: Used<'_>,
    ) -> Option<Bindings> {
        let mut bindings = self.explicit(params, args, home.space)?;
        for n in bindings.len()..params.len() {
            let p = &params[n];
            let (from, bound) = with_default(p, earlier, &bindings);
            let Some(entity) = self.default_in(from, &bound, home) else {
                let message = format!(
                    "`{}` takes {} template arguments, and {} given",
                    used.name,
                    params.len(),
                    match args.len() {
                        1 => "1 is".to_string(),
                        n => format!("{n} are"),
                    }
                );
                self.error(Code::BadTemplateArgument, used.span, message);
                return None;
            };
            bindings.push((name_of(p), entity?));
        }
        Some(bindings)
    }

    /// The default of a parameter, if it has one; the inner `None` says that it is broken.
    pub(in crate::check) fn default_in(
        &mut self,
        p: &'a ast::TemplateParam,
        bound: &Bindings,
        home: Home<'_>,
    ) -> Option<Option<Entity>> {
        if p.pack {
            return Some(Some(Entity::Pack(Vec::new())));
        }
        if !has_default(p) {
            return None;
        }
        let evaluate = |c: &mut Self| c.default_named(p, bound);
        Some(match home.outer {
            Some(outer) => self.in_class(outer, evaluate),
            None => self.at_file(home.space, evaluate),
        })
    }

    /// The default of a parameter that has one, where the names of those before it stand for this.
    pub(in crate::check) fn default_named(
        &mut self,
        p: &'a ast::TemplateParam,
        bound: &Bindings,
    ) -> Option<Entity> {
        self.bind_names(bound);
        match &p.kind {
            TemplateParamKind::Type(Some(t)) => Some(Entity::Type(self.ty(t)?)),
            TemplateParamKind::Value(t, Some(e)) => {
                let value = self.expr(e)?;
                self.value_argument(t, value, bound)
            }
            TemplateParamKind::Template(_, Some(path)) => self.template_named(path, p.span),
            _ => None,
        }
    }

    /// The class that a template with arguments is.
    pub(super) fn class_instance(
        &mut self,
        at: usize,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Option<StructId> {
        let t = self.classes.templates[at].clone();
        let used = Used {
            name: &t.name,
            span,
        };
        let bindings = self.all_arguments(t.params, t.earlier, args, t.home(), used)?;
        self.class_of_bindings(at, bindings, span)
    }

    /// The instance for arguments that are bound.
    pub(in crate::check) fn class_of_bindings(
        &mut self,
        at: usize,
        bindings: Bindings,
        span: Span,
    ) -> Option<StructId> {
        let args: Vec<TemplateArg> = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        let key = (at, args);
        if let Some(id) = self.classes.instances.get(&key).copied() {
            return self.unless_named(id);
        }
        let (_, args) = &key;
        let parts = args.iter().map(parts_of).sum::<usize>();
        let bytes = INSTANCE + ARGUMENT * parts as u64;
        if !self.spend(1 + parts, span) || !self.hold(bytes, span) {
            return None;
        }
        let t = self.classes.templates[at].clone();
        if self.classes.completing > MOST_NESTED {
            self.endless_template(&t.name, t.span);
            return None;
        }
        let shown: Vec<String> = args.iter().map(|a| self.show_argument(a)).collect();
        let name = shortened(format!("{}<{}>", t.name, shown.join(", ")));
        let asked = constraint::asked(t.params, t.requires);
        let used = Used { name: &name, span };
        if !self.met(&asked, t.home(), &bindings, used) {
            return None;
        }
        let special = self.specialisation(&t, args);
        let (ast, bindings, plain) = match special {
            Some((ast, bound)) => {
                let plain = bound.is_empty();
                (ast, bound, plain)
            }
            None => (
                match t.primary {
                    Some(primary) => primary,
                    None => {
                        let message = format!("`{name}` is declared but never defined");
                        self.error(Code::IncompleteType, span, message);
                        return None;
                    }
                },
                bindings,
                false,
            ),
        };
        let id = self.new_class(ast, name, &t.space, t.outer);
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.bindings = bindings;
            class.plain = plain;
        }
        self.types.structs[id.0 as usize].origin = Some(Origin {
            template: at as u32,
            args: args.clone(),
        });
        self.classes.instances.insert(key, id);
        self.classes.named.insert(id);
        self.unless_named(id)
    }

    /// Instances inside instances never end: with this, the check does.
    fn endless_template(&mut self, name: &str, span: Span) {
        let message = format!(
            "`{name}` asks for another instance of itself again and again, more than {MOST_NESTED} deep"
        );
        let diag = Diag::error(Code::TemplateDepth, span, message);
        self.give_up(diag.help("end it with a specialisation"));
    }

    /// An alias or a variable template with arguments: made once for the same ones.
    pub(super) fn other_instance(
        &mut self,
        at: usize,
        args: &'a [ast::TemplateArg],
        span: Span,
    ) -> Option<Entity> {
        let t = self.classes.others[at].clone();
        let used = Used {
            name: "this template",
            span,
        };
        let bindings = self.all_arguments(t.params, None, args, t.home(), used)?;
        let key: Vec<TemplateArg> = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        let parts = key.iter().map(parts_of).sum::<usize>();
        if !self.spend(1 + parts, span) {
            return None;
        }
        let key = (at, key);
        if let Some(known) = self.classes.other_instances.get(&key) {
            return Some(known.clone());
        }
        if self.classes.completing > MOST_NESTED {
            let message =
                format!("templates lead to one another here more than {MOST_NESTED} deep");
            let diag = Diag::error(Code::TemplateDepth, span, message);
            self.give_up(diag.help("end it with a specialisation, or name fewer in a row"));
            return None;
        }
        let made = self.in_instance(6, span, |c| c.make_other(at, &t, bindings, span))?;
        let fleeting = matches!(made, Entity::Broken) || self.budget.exhausted.is_some();
        if !fleeting && self.hold(ARGUMENT * (1 + parts as u64), span) {
            self.classes.other_instances.insert(key, made.clone());
        }
        Some(made)
    }

    fn make_other(
        &mut self,
        at: usize,
        t: &OtherTemplate<'a>,
        mut bindings: Bindings,
        span: Span,
    ) -> Option<Entity> {
        if let ItemKind::Concept { value, .. } = t.item {
            let holds = self.concept_holds(at, value, &bindings);
            let c = Const::Int(i64::from(holds));
            return Some(Entity::Constant(c, Type::BOOL));
        }
        let asked = constraint::asked(t.params, t.requires);
        let used = Used {
            name: "this template",
            span,
        };
        if !self.met(&asked, t.home(), &bindings, used) {
            return None;
        }
        let mut variable = match t.item {
            ItemKind::Variable(v) => Some(&**v),
            _ => None,
        };
        if !t.special.is_empty() {
            let key: Vec<TemplateArg> = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
            let mut best: Option<(usize, &'a ast::Variable, Bindings)> = None;
            for (params, v) in &t.special {
                let patterns = v.template_args.as_deref().unwrap_or_default();
                let bound = self.match_arguments(t.params, params, patterns, t.home(), &key);
                let rank: usize = patterns.iter().map(|p| weight(params, p)).sum();
                if let Some(bound) = bound
                    && best.as_ref().is_none_or(|(r, ..)| rank > *r)
                {
                    best = Some((rank, *v, bound));
                }
            }
            if let Some((_, v, bound)) = best {
                variable = Some(v);
                bindings = bound;
            }
        }
        let evaluate = |c: &mut Self| {
            c.bind_names(&bindings);
            match t.item {
                ItemKind::Alias(a) => c.ty(&a.ty).map(Entity::Type),
                ItemKind::Variable(first) => {
                    let v = variable.unwrap_or(first);
                    match c.attempt(|c| c.host_constant(v)) {
                        Some(known) => Some(known),
                        None => c.device_variable(v),
                    }
                }
                _ => None,
            }
        };
        match t.outer {
            Some(outer) => self.in_class(outer, evaluate),
            None => self.at_file(&t.space, evaluate),
        }
    }
}

/// How many arguments one is, the members of packs each counted.
pub(in crate::check) fn parts_of(arg: &TemplateArg) -> usize {
    match arg {
        TemplateArg::Pack(list) => 1 + list.iter().map(parts_of).sum::<usize>(),
        _ => 1,
    }
}

/// A name of bearable length.
fn shortened(name: String) -> String {
    match name.split_once('<') {
        Some((template, _)) if name.len() > LONGEST_NAME => format!("{template}<…>"),
        _ => name,
    }
}
