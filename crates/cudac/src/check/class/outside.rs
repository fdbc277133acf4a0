//! Definitions that stand outside their classes: of functions and of static variables.
//! In: a qualified definition, the namespace it stands in, the templates around it; out: the member of one class, or of one
//! instance of a class template, that it defines.
//! The rule: the name in front of the member is resolved where it stands, as classes of one name may be in several namespaces
//! and classes; `template <>` defines the member of the instance with those arguments, and goes before all others.
//! Next: mod.rs, which enters methods; lookup.rs for static variables; ../instance.rs for specialised functions.

use super::specialise::{same_arguments, weight};
use super::{Method, Owner, key_of, own_name, side_of};
use crate::check::constraint::Used;
use crate::check::scope::Entity;
use crate::check::template::Bindings;
use crate::check::{Checker, Declared, Side, TemplateArg};
use crate::ty::StructId;
use cuda_parse::ast::{self, FunctionBody, ItemKind};
use cuda_source::source::Span;

/// So many other names of a class are followed.
const MOST_NAMES: usize = 8;

/// The parameters of the template around a definition; none behind `template <>`.
pub(super) type Header<'a> = &'a [ast::TemplateParam];

/// A definition outside its class.
#[derive(Clone, Debug)]
pub(in crate::check) struct Outside<'a> {
    /// The definition.
    pub(super) ast: &'a ast::Function,
    /// The template parameters of its class and then its own.
    pub(super) templates: [Option<Header<'a>>; 2],
    /// The whole of it.
    extent: Span,
    /// The namespace it stands in, with `::` at its end.
    space: String,
}

/// A static member's definition outside its class.
#[derive(Clone, Debug)]
pub(in crate::check) struct OutsideVariable<'a> {
    /// The definition.
    ast: &'a ast::Variable,
    /// The template parameters of its class.
    template: Option<Header<'a>>,
    /// The namespace it stands in, with `::` at its end.
    space: String,
}

/// The definition that a static variable has outside its class.
pub(super) struct FoundVariable<'a> {
    /// The definition.
    pub ast: &'a ast::Variable,
    /// What it calls the parameters of its class's template.
    pub renamed: Option<Header<'a>>,
    /// Whether it is of this instance of the class alone.
    pub special: bool,
}

/// How the name in front of a definition names a class.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    /// What it calls the parameters of the class's template.
    pub renamed: Option<Header<'a>>,
    /// Whether it is of this instance of the class alone.
    special: bool,
    /// How many templates around the definition are of classes.
    pub used: usize,
}

impl<'a> Checker<'a> {
    /// Keeps definitions that stand outside their classes.
    pub(in crate::check) fn collect_outside(
        &mut self,
        f: &'a ast::Function,
        templates: [Option<Header<'a>>; 2],
        extent: Span,
        space: &str,
    ) {
        let Some(path) = &f.qualifier else { return };
        let key = (path.last().name.text.to_string(), key_of(&f.name));
        let outside = Outside {
            ast: f,
            templates,
            extent,
            space: space.into(),
        };
        self.classes.outside.entry(key).or_default().push(outside);
    }

    /// Keeps the definition of a static member outside its class.
    pub(in crate::check) fn collect_outside_variable(
        &mut self,
        v: &'a ast::Variable,
        template: Option<Header<'a>>,
        space: &str,
    ) {
        let Some(path) = &v.qualifier else { return };
        let key = (path.last().name.text.to_string(), v.name.text.to_string());
        let outside = OutsideVariable {
            ast: v,
            template,
            space: space.into(),
        };
        let list = self.classes.outside_variables.entry(key).or_default();
        list.push(outside);
    }

    /// The definition of a class's static variable outside it.
    pub(super) fn variable_outside(
        &mut self,
        id: StructId,
        v: &ast::Variable,
    ) -> Option<FoundVariable<'a>> {
        let class = self.classes.known[&id].ast.name.text.to_string();
        let key = (class, v.name.text.to_string());
        let list = self.classes.outside_variables.get(&key)?.clone();
        let mut best: Option<FoundVariable<'a>> = None;
        for o in list {
            let Some(path) = &o.ast.qualifier else {
                continue;
            };
            // What has its value in the class is said once more, perhaps without its length.
            if v.init.is_some() && o.ast.init.is_none() {
                continue;
            }
            let Some(named) = self.names_class(id, path, &o.space, [o.template, None]) else {
                continue;
            };
            if best.as_ref().is_none_or(|b| named.special >= b.special) {
                best = Some(FoundVariable {
                    ast: o.ast,
                    renamed: named.renamed,
                    special: named.special,
                });
            }
        }
        best
    }

    /// Joins a method to its definition outside the class, and to those of its specialisations.
    pub(super) fn join_outside(&mut self, at: usize, id: StructId, m: Method<'a>, key: &str) {
        let of = self.classes.known[&id].ast.name.text.to_string();
        let Some(list) = self.classes.outside.get(&(of, key.to_string())).cloned() else {
            return;
        };
        let mut general = Vec::new();
        let mut special = Vec::new();
        for o in list {
            let alike = o.ast.is_const == m.ast.is_const
                && !matches!(o.ast.body, FunctionBody::None)
                && o.ast.params.len() == m.ast.params.len();
            let named = match &o.ast.qualifier {
                Some(path) => self.names_class(id, path, &o.space, o.templates),
                None => None,
            };
            let Some(named) = named else { continue };
            let own = o.templates.get(named.used).copied().flatten();
            if m.template.is_some() && own.is_some_and(<[_]>::is_empty) {
                if !matches!(o.ast.body, FunctionBody::None) && o.ast.is_const == m.ast.is_const {
                    self.enter_special(at, &o, named.renamed);
                }
                continue;
            }
            if alike && own.map_or(0, <[_]>::len) == m.template.map_or(0, <[_]>::len) {
                let list = if named.special {
                    &mut special
                } else {
                    &mut general
                };
                list.push((o, named));
            }
        }
        // `template <> void A<int>::f() { … }` is what `A<int>` has, whatever others have.
        // One that is `= 0` may be defined too: derived classes call it, and every destructor is called.
        let open = matches!(m.ast.body, FunctionBody::None | FunctionBody::Pure);
        if self.join_one(at, id, &special, m) || !open {
            return;
        }
        self.join_one(at, id, &general, m);
    }

    /// Joins a method to that of several definitions whose parameters are its own.
    fn join_one(
        &mut self,
        at: usize,
        class: StructId,
        fitting: &[(Outside<'a>, Named<'a>)],
        m: Method<'a>,
    ) -> bool {
        if m.template.is_some() {
            let best = self.most_alike(class, m, fitting).map(|n| &fitting[n]);
            best.inspect(|(o, named)| self.take_definition(at, o, *named, m));
            return best.is_some();
        }
        let before = self.functions.declared[at].clone();
        for (o, named) in fitting {
            self.take_definition(at, o, *named, m);
            if fitting.len() == 1 {
                return true;
            }
            let after = self.attempt(|c| c.signature(at, &[]));
            let after = after.map(|s| s.params);
            let d = std::mem::replace(&mut self.functions.declared[at], before.clone());
            let wanted = self.attempt(|c| c.signature(at, &[])).map(|s| s.params);
            if after.is_some() && after == wanted {
                self.functions.declared[at] = d;
                return true;
            }
        }
        false
    }

    fn take_definition(&mut self, at: usize, o: &Outside<'a>, named: Named<'a>, m: Method<'a>) {
        let d = &mut self.functions.declared[at];
        d.ast = o.ast;
        d.extent = o.extent;
        d.prototype = Some(m.ast);
        if let Some(owner) = &mut d.owner {
            owner.renamed = named.renamed;
        }
        if side_of(&o.ast.specifiers) != Side::Host && d.side == Side::Host {
            d.side = side_of(&o.ast.specifiers);
        }
        if m.template.is_some() {
            d.template = o.templates.get(named.used).copied().flatten();
            d.earlier = m.template;
        }
    }

    /// Enters `template <> void A::f<int>() { … }`, which stands in for that instance of the method.
    fn enter_special(&mut self, at: usize, o: &Outside<'a>, renamed: Option<Header<'a>>) {
        let of = self.functions.declared[at].clone();
        let side = match side_of(&o.ast.specifiers) {
            Side::Host => of.side,
            side => side,
        };
        let key = self.special_key(at);
        let special = self.functions.declared.len();
        self.functions.declared.push(Declared {
            ast: o.ast,
            template: None,
            special: true,
            prototype: None,
            earlier: None,
            side,
            span: o.ast.name.span(),
            extent: o.extent,
            owner: of.owner.map(|owner| Owner { renamed, ..owner }),
            ..of
        });
        self.templates
            .specials
            .entry(key)
            .or_default()
            .push(special);
    }

    /// Under what the specialisations of a function are kept: methods of several classes may have one name.
    pub(in crate::check) fn special_key(&self, at: usize) -> String {
        let d = &self.functions.declared[at];
        match &d.owner {
            Some(owner) => format!("{} of {}", d.name, owner.class.0),
            None => d.name.clone(),
        }
    }

    /// A definition outside may call the parameters of its class's template otherwise.
    pub(in crate::check) fn rename_parameters(&mut self, owner: &Owner<'a>) {
        let Some(params) = owner.renamed else { return };
        let names = params.iter().map(|p| p.name.as_ref());
        let bound: Bindings = names
            .zip(self.bindings_around(owner.class))
            .filter_map(|(name, (_, entity))| Some((name?.text.to_string(), entity.clone())))
            .collect();
        self.bind_names(&bound);
    }

    /// What the template parameters of a class stand for; a struct inside a template's class has the parameters of that.
    pub(super) fn bindings_around(&self, class: StructId) -> &[(String, Entity)] {
        let mut around = Some(class);
        while let Some(class) = around.and_then(|id| self.classes.known.get(&id)) {
            if !class.bindings.is_empty() {
                return &class.bindings;
            }
            around = class.outer;
        }
        &[]
    }

    /// Whether what stands in front of a definition's name, in a namespace and behind these templates, is a class.
    fn names_class(
        &mut self,
        id: StructId,
        path: &'a ast::Path,
        space: &str,
        templates: [Option<Header<'a>>; 2],
    ) -> Option<Named<'a>> {
        if let Some(resolved) = self.class_named(path, space)
            && resolved != self.full_name(id)
        {
            return None;
        }
        let mut levels = vec![id];
        while let Some(outer) = levels
            .last()
            .and_then(|id| self.classes.known.get(id)?.outer)
        {
            levels.push(outer);
        }
        let mut named = Named {
            renamed: None,
            special: false,
            used: 0,
        };
        for (n, level) in levels.into_iter().enumerate().rev() {
            let at = path.segments.len().checked_sub(n + 1);
            let args = at.and_then(|at| path.segments[at].args.as_deref());
            self.names_level(level, args, space, (&mut named, templates))?;
        }
        Some(named)
    }

    /// The same of one of several classes, one in another; it takes its template from those around the definition.
    fn names_level(
        &mut self,
        id: StructId,
        args: Option<&'a [ast::TemplateArg]>,
        space: &str,
        (named, templates): (&mut Named<'a>, [Option<Header<'a>>; 2]),
    ) -> Option<()> {
        let class = self.classes.known.get(&id)?;
        let (plain, ast) = (class.plain, class.ast);
        let origin = self.types.structs[id.0 as usize].origin.clone();
        let Some(origin) = origin else {
            return args.is_none().then_some(());
        };
        let args = args?;
        if plain {
            return self.same_instance(&origin, args, space).then_some(());
        }
        let header = templates.get(named.used).copied().flatten()?;
        named.used += 1;
        if header.is_empty() {
            named.special = true;
            return self.same_instance(&origin, args, space).then_some(());
        }
        named.renamed = Some(header);
        let rank = |params: Header<'_>, args: &[ast::TemplateArg]| -> usize {
            args.iter().map(|a| weight(params, a)).sum()
        };
        let bare = args.iter().all(|arg| weight(header, arg) <= 1);
        let Some(patterns) = ast.template_args.as_deref() else {
            return bare.then_some(());
        };
        let t = self
            .classes
            .templates
            .get(origin.template as usize)?
            .clone();
        let own = t.special.iter().find(|(_, s)| std::ptr::eq(*s, ast))?.0;
        let fits = rank(header, args) == rank(&own.params, patterns)
            && self
                .match_arguments(t.params, header, args, t.home(), &origin.args)
                .is_some();
        fits.then_some(())
    }

    /// Whether arguments as written make an instance of a class template.
    fn same_instance(
        &mut self,
        origin: &crate::ty::Origin,
        args: &'a [ast::TemplateArg],
        space: &str,
    ) -> bool {
        let Some(t) = self
            .classes
            .templates
            .get(origin.template as usize)
            .cloned()
        else {
            return false;
        };
        let used = Used {
            name: &t.name,
            span: t.span,
        };
        let bound = self.at_file(space, |c| {
            c.attempt(|c| c.all_arguments(t.params, t.earlier, args, t.home(), used))
        });
        let Some(bound) = bound else { return false };
        let key: Vec<TemplateArg> = bound.iter().map(|(_, e)| self.as_argument(e)).collect();
        same_arguments(&key, &origin.args)
    }

    /// The full name of the class that a path names where it stands, if the file knows it.
    fn class_named(&mut self, path: &ast::Path, space: &str) -> Option<String> {
        let space = if path.global { "" } else { space };
        let names: Vec<&str> = path.segments.iter().map(|s| &*s.name.text).collect();
        let before = std::mem::replace(&mut self.names.space, space.to_string());
        let mut found = None;
        for n in 1..=names.len() {
            let name = names[..n].join("::");
            let name = self.names.unaliased(&name).unwrap_or(name);
            let Some(key) = self.class_key(&name) else {
                continue;
            };
            let inner = names[n..].iter().map(|name| format!("::{name}"));
            found = Some(format!("{key}{}", inner.collect::<String>()));
            break;
        }
        self.names.space = before;
        found
    }

    /// The class that a name leads to, by `using` as well.
    fn class_key(&mut self, name: &str) -> Option<String> {
        let mut key = self.names.file_key(name)?;
        for _ in 0..MOST_NAMES {
            match &self.names.scopes.file(&key)?.entity {
                Entity::Alias(target) => {
                    let target = target.clone();
                    key = self.names.file_key(&target)?;
                }
                Entity::Item(at) => {
                    let at = *at;
                    return matches!(self.items[at].kind, ItemKind::Struct(_)).then_some(key);
                }
                Entity::ClassTemplate(_) | Entity::Type(_) => return Some(key),
                _ => return None,
            }
        }
        None
    }

    /// The name of a class with those of the classes and the namespace around it.
    fn full_name(&self, id: StructId) -> String {
        let mut name = String::new();
        let mut around = Some(id);
        while let Some(class) = around.and_then(|id| self.classes.known.get(&id)) {
            match class.outer {
                Some(_) => name = format!("::{}{name}", class.ast.name.text),
                None => name = format!("{}{}{name}", class.space, own_name(class.ast)),
            }
            around = class.outer;
        }
        name
    }
}
