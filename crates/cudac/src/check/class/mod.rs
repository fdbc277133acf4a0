//! Classes: what a struct declares besides its bytes, and the functions that make, copy and end its objects.
//! In: structs and class templates; out: entities of their members, calls of their functions.
//! The rule: a class is one instance of a declaration (a template's once for each set of arguments); its members are
//! entered when they are first named, so that what nobody uses costs nothing. A method is a function whose first
//! parameter is `this`; a value of class type is its bytes, and whoever drops it calls its destructor.
//! Next: layout.rs for bytes, lookup.rs for names, construct.rs for objects, method.rs for calls.

mod aggregates;
pub(super) mod alike;
mod allocation;
mod allowed;
mod arguments;
mod bodies;
mod construct;
mod deduce;
mod dispatch;
mod drop;
mod guard;
mod implicit;
mod layout;
mod lists;
mod lookup;
mod method;
mod named;
mod new;
mod objects;
mod operator;
mod outside;
mod part;
mod specialise;
mod template;
mod traits;
mod values;
mod virtuals;

use sorted::{SortedMap, SortedSet};

use super::scope::{Entity, Level, Named};
use super::template::Bindings;
use super::{Checker, Declared, Side, TemplateArg};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, FunctionBody, FunctionName, ItemKind, SpecifierKind, specifier};
use cuda_source::source::Span;
use std::rc::Rc;
use std::sync::LazyLock;

pub(super) use construct::{Given, comma};
pub(super) use drop::{Living, Temporary};
pub(super) use implicit::Implicit;
pub(super) use method::after;
use outside::{Outside, OutsideVariable};
pub(super) use template::{ClassTemplate, OtherTemplate, parts_of};
pub(super) use virtuals::{Slot, Table};

/// The constructors of a class, among its names.
pub(in crate::check) const NEW: &str = "<new>";
/// Its destructor.
pub(super) const DELETE: &str = "<delete>";
/// Its conversion operators.
pub(super) const CONVERT: &str = "<convert>";
/// In a scope's level, the class whose members are seen there.
pub(super) const MARK: &str = "<class>";
/// Among the fields of a lambda, the object whose method it is in.
pub(super) const THIS: &str = "<this>";

/// A function of a class as declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method<'a> {
    /// The declaration.
    pub ast: &'a ast::Function,
    /// Its own template parameters.
    pub template: Option<&'a [ast::TemplateParam]>,
    /// The whole of it.
    pub extent: Span,
    /// Who may use it.
    pub access: ast::Access,
}

/// What a name of a class leads to.
#[derive(Clone, Debug)]
pub(super) enum Member<'a> {
    /// A field, through unnamed structs perhaps.
    Field(Vec<u32>),
    /// Functions, entered or not.
    Methods(Vec<Method<'a>>, Option<Vec<usize>>),
    /// A type, a static variable, an enumeration or a template that has not been looked at.
    Item(&'a ast::Item),
    /// The same, being looked at.
    Busy,
    /// Something looked at.
    Entity(Entity),
    /// `using Base::f;`, perhaps of several bases.
    Using,
}

/// What is known of a field beyond its bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldInfo<'a> {
    /// The declaration; none for a base or an unnamed struct.
    pub ast: Option<&'a ast::Variable>,
    /// For a reference, its type.
    pub reference: Option<Type>,
    /// Whether a `const` object's may be written.
    pub mutable: bool,
}

/// One class.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    /// The definition.
    pub ast: &'a ast::Struct,
    /// The namespace it is in, with `::` at its end.
    pub space: String,
    /// The class around it.
    pub outer: Option<StructId>,
    /// What its template parameters stand for.
    pub bindings: Bindings,
    /// For a class of a function, the scopes around it.
    pub around: Vec<Level>,
    /// Its own names.
    pub names: SortedMap<String, Member<'a>>,
    /// Who may use what is no function; what is not here, everybody may.
    pub access: SortedMap<String, ast::Access>,
    /// Functions and classes that are declared friends, by their names.
    pub befriended: Vec<String>,
    /// What `using Base::f;` brings, by name; with `true` it is of each member of a pack.
    pub used: SortedMap<String, Vec<(&'a ast::Path, bool)>>,
    /// Functions declared `friend` with a body.
    pub friends: SortedMap<String, (Vec<Method<'a>>, Option<Vec<usize>>)>,
    /// As many as its type has fields.
    pub fields: Vec<FieldInfo<'a>>,
    /// Implicit functions made so far.
    pub made: SortedMap<Implicit, usize>,
    /// Whether its bytes are known.
    pub complete: bool,
    /// The field that points to the table of its virtual functions, unless a base has it.
    pub table: Option<u32>,
    /// Its virtual functions in the order of that table, once somebody asked.
    pub slots: Option<Rc<Vec<Slot>>>,
    /// What makes it a lambda's class.
    pub closure: Option<Closure>,
    /// Whether it is a full specialisation or no template at all: definitions outside have no parameters for it.
    pub plain: bool,
}

/// What is known of a lambda's class.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// The side that it is on where nothing is written.
    pub side: Side,
    /// Whether anything is between its brackets: with nothing there it is as good as a function.
    pub captures: bool,
    /// The function that it stands in.
    pub within: String,
}

/// What makes a function a class's.
#[derive(Clone, Debug)]
pub(super) struct Owner<'a> {
    /// The class.
    pub class: StructId,
    /// Whether it has `this`.
    pub this: bool,
    /// Whether `*this` is `const` in it.
    pub constant: bool,
    /// The names that a definition outside gives the class's template parameters.
    pub renamed: Option<&'a [ast::TemplateParam]>,
    /// A function that no program writes.
    pub implicit: Option<Implicit>,
    /// Who may use it.
    pub access: ast::Access,
}

/// All classes and what belongs to them.
#[derive(Default)]
pub(super) struct Classes<'a> {
    /// By their types.
    pub known: SortedMap<StructId, Class<'a>>,
    /// Class templates, by number.
    pub templates: Vec<ClassTemplate<'a>>,
    /// Instances, by the number of their template and their arguments. Not in the template, which is copied for each of them.
    pub instances: SortedMap<(usize, Vec<TemplateArg>), StructId>,
    /// Templates of aliases and variables.
    pub others: Vec<OtherTemplate<'a>>,
    /// What they are with their arguments.
    pub other_instances: SortedMap<(usize, Vec<TemplateArg>), Entity>,
    /// Definitions outside, by the class's own name and the function's.
    pub outside: SortedMap<(String, String), Vec<Outside<'a>>>,
    /// Static variables defined outside.
    pub outside_variables: SortedMap<(String, String), Vec<OutsideVariable<'a>>>,
    /// What is in the tables for pure virtual functions.
    pub pure: Option<crate::tree::FuncId>,
    /// Inside an implicit conversion: no second one follows.
    pub converting: bool,
    /// Instances that are only named so far: their members have not been looked at.
    pub named: SortedSet<StructId>,
    /// How many classes' tables are being made: what a virtual function takes is not asked for its own table then.
    pub tabling: usize,
    /// Whether a class that is written is only named: as an argument of a template, or behind a pointer.
    pub naming: bool,
    /// Tables of virtual functions: of which class, and of which of the pointers in its objects.
    pub tables: SortedMap<(StructId, usize), Table>,
    /// How deep classes are in each other: those whose members are being looked at.
    pub completing: usize,
}

/// The declaration that stands in for those of implicit functions.
static NOBODY: LazyLock<ast::Function> = LazyLock::new(|| {
    let span = Span::default();
    ast::Function {
        specifiers: Vec::new(),
        result: ast::TypeExpr {
            kind: ast::TypeKind::Builtin(ast::Builtin::Void),
            cv: ast::Cv::default(),
            span,
        },
        name: FunctionName::Plain(ast::Ident {
            text: "".into(),
            span,
        }),
        qualifier: None,
        template_args: None,
        params: Vec::new(),
        variadic: None,
        is_const: false,
        is_noexcept: false,
        requires: None,
        result_asks: None,
        initialisers: Vec::new(),
        body: FunctionBody::Default,
        signature: span,
    }
});

/// The declaration of a function that no program declares.
pub(super) fn nobody() -> &'static ast::Function {
    &NOBODY
}

/// The name under which a class knows a function.
pub(super) fn key_of(name: &FunctionName) -> String {
    match name {
        FunctionName::Plain(name) => name.text.to_string(),
        FunctionName::Constructor(_) => NEW.into(),
        FunctionName::Destructor(_) => DELETE.into(),
        FunctionName::Operator(text, _) => format!("operator{text}"),
        FunctionName::Conversion(..) => CONVERT.into(),
    }
}

/// Which side a list of specifiers puts a function on.
pub(super) fn side_of(specifiers: &[ast::Specifier]) -> Side {
    let has = |kind| specifier(specifiers, &kind).is_some();
    match (
        has(SpecifierKind::Global),
        has(SpecifierKind::Device),
        has(SpecifierKind::Host),
    ) {
        (true, ..) => Side::Kernel,
        (_, true, false) => Side::Device,
        (_, true, true) => Side::Both,
        (_, false, _) if has(SpecifierKind::Constexpr) => Side::Both,
        _ => Side::Host,
    }
}

impl<'a> Checker<'a> {
    /// The class of a type, if it is one.
    pub(super) fn class_of(&self, ty: &Type) -> Option<StructId> {
        match ty {
            Type::Struct(id) if self.classes.known.contains_key(id) => Some(*id),
            _ => None,
        }
    }

    /// Declares a struct in the innermost scope; `space` is the namespace with `::` at its end.
    pub(super) fn declare_struct(&mut self, s: &'a ast::Struct, space: &str) -> Option<StructId> {
        let key = self.struct_key(s, space);
        if s.members.is_none() {
            let id = self.types.reserve(s.name.text.to_string());
            let entity = Entity::Type(Qualified::plain(Type::Struct(id)));
            self.names.scopes.declare(&key, entity, s.name.span);
            return None;
        }
        let around = self.names.scopes.inner(|id| self.constant_of(id));
        let id = self.new_class(s, s.name.text.to_string(), space, None);
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.around = around;
        }
        let entity = Entity::Type(Qualified::plain(Type::Struct(id)));
        self.names.scopes.declare(&key, entity.clone(), s.name.span);
        // A class of a function sees itself.
        if let Some(class) = self.classes.known.get_mut(&id)
            && let Some(level) = class.around.last_mut()
        {
            let span = s.name.span;
            level.insert(s.name.text.to_string(), Named { entity, span });
        }
        if !self.complete_class(id) {
            self.names.scopes.declare(&key, Entity::Broken, s.name.span);
            return None;
        }
        Some(id)
    }

    /// What a constant of the function being checked is for a class declared in it: its value, as no variable of the
    /// function can be reached from there.
    fn constant_of(&self, id: crate::tree::VarId) -> Option<Entity> {
        let value = *self.body.known.get(&id)?;
        Some(Entity::Constant(value, self.var(id)?.ty.clone()))
    }

    /// Enters a class without looking at its members.
    pub(super) fn new_class(
        &mut self,
        s: &'a ast::Struct,
        name: String,
        space: &str,
        outer: Option<StructId>,
    ) -> StructId {
        let id = self.types.reserve(name);
        let class = Class {
            ast: s,
            space: space.into(),
            outer,
            bindings: Vec::new(),
            around: Vec::new(),
            names: SortedMap::new(),
            access: SortedMap::new(),
            befriended: Vec::new(),
            used: SortedMap::new(),
            friends: SortedMap::new(),
            fields: Vec::new(),
            made: SortedMap::new(),
            complete: false,
            table: None,
            slots: None,
            closure: None,
            plain: true,
        };
        self.classes.known.insert(id, class);
        id
    }

    /// Runs something in the scope of a class, whatever is being checked.
    pub(super) fn in_class<T>(&mut self, id: StructId, f: impl FnOnce(&mut Self) -> T) -> T {
        let space = self.classes.known.get(&id).map(|c| c.space.clone());
        self.at_file(&space.unwrap_or_default(), |c| {
            c.enter_class(id);
            f(c)
        })
    }

    /// Opens the scopes of a class and of the classes around it.
    pub(super) fn enter_class(&mut self, id: StructId) {
        let Some(class) = self.classes.known.get(&id) else {
            return;
        };
        let (outer, around) = (class.outer, class.around.clone());
        let bindings = class.bindings.clone();
        match outer {
            Some(outer) => self.enter_class(outer),
            None => self.names.scopes.open_again(around),
        }
        self.bind_names(&bindings);
        let mark = Entity::Type(Qualified::plain(Type::Struct(id)));
        self.names.scopes.declare(MARK, mark, Span::default());
    }

    /// Runs something in the scope in which a function is declared; `body` says whether it may make variables of the
    /// function being checked.
    pub(super) fn in_scope_of<T>(
        &mut self,
        at: usize,
        body: bool,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let d = &self.functions.declared[at];
        let (space, owner) = (d.space.clone(), d.owner.clone());
        let inside = |c: &mut Self| {
            if let Some(owner) = &owner {
                c.enter_class(owner.class);
                c.rename_parameters(owner);
            }
            f(c)
        };
        if !body {
            return self.at_file(&space, inside);
        }
        let inner = self.names.scopes.enter_function();
        let before = std::mem::replace(&mut self.names.space, space);
        let result = inside(self);
        self.names.space = before;
        self.names.scopes.leave_function(inner);
        result
    }

    /// The functions of a class under one name, entered.
    pub(super) fn methods(&mut self, id: StructId, key: &str) -> Vec<usize> {
        let Some(class) = self.classes.known.get(&id) else {
            return Vec::new();
        };
        let items = match class.names.get(key) {
            Some(Member::Methods(_, Some(list))) => return list.clone(),
            Some(Member::Methods(items, None)) => items.clone(),
            _ => return Vec::new(),
        };
        let list: Vec<usize> = items
            .iter()
            .map(|m| self.enter_method(id, *m, key, false))
            .collect();
        if let Some(class) = self.classes.known.get_mut(&id) {
            let member = Member::Methods(items, Some(list.clone()));
            class.names.insert(key.into(), member);
        }
        list
    }

    fn enter_method(&mut self, id: StructId, m: Method<'a>, key: &str, friend: bool) -> usize {
        let has = |kind| specifier(&m.ast.specifiers, &kind).is_some();
        let closure = self.classes.known[&id].closure.clone();
        let bare = closure.as_ref().is_some_and(|c| !c.captures);
        let shared = has(SpecifierKind::Static) || allocation::is_allocation(key);
        let this = !friend && !bare && !shared;
        let (space, constant) = (self.classes.known[&id].space.clone(), m.ast.is_const);
        let shown = self.types.get(id).name.clone();
        let short = match &m.ast.name {
            FunctionName::Constructor(name) => name.text.to_string(),
            FunctionName::Destructor(name) => format!("~{}", name.text),
            FunctionName::Conversion(..) => "operator".into(),
            _ => key.to_string(),
        };
        let mut side = side_of(&m.ast.specifiers);
        if matches!(m.ast.body, FunctionBody::Default | FunctionBody::Delete) {
            side = Side::Both;
        }
        if let Some(closure) = closure
            && side == Side::Host
        {
            side = closure.side;
        }
        let name = match friend {
            true => format!("{space}{short}"),
            false => format!("{shown}::{short}"),
        };
        let at = self.functions.declared.len();
        self.functions.declared.push(Declared {
            ast: m.ast,
            name,
            space,
            template: m.template,
            special: false,
            prototype: None,
            earlier: None,
            side,
            span: m.ast.name.span(),
            extent: m.extent,
            owner: Some(Owner {
                class: id,
                this,
                constant,
                renamed: None,
                implicit: None,
                access: match friend {
                    true => ast::Access::Public,
                    false => m.access,
                },
            }),
        });
        if !friend {
            self.join_outside(at, id, m, key);
        }
        at
    }

    /// A friend that a class defines, by name.
    pub(super) fn friends(&mut self, id: StructId, name: &str) -> Vec<usize> {
        let class = self.classes.known.get(&id);
        let Some((items, entered)) = class.and_then(|c| c.friends.get(name)).cloned() else {
            return Vec::new();
        };
        if let Some(list) = entered {
            return list;
        }
        let list: Vec<usize> = items
            .iter()
            .map(|m| self.enter_method(id, *m, name, true))
            .collect();
        if let Some(class) = self.classes.known.get_mut(&id) {
            class
                .friends
                .insert(name.into(), (items, Some(list.clone())));
        }
        list
    }
}

/// The name of a struct with what qualifies it.
pub(super) fn own_name(s: &ast::Struct) -> String {
    match &s.qualifier {
        Some(outer) => format!("{outer}::{}", s.name.text),
        None => s.name.text.to_string(),
    }
}

/// The names that an item of a class declares.
pub(super) fn declares(item: &ast::Item) -> Vec<String> {
    match &item.kind {
        ItemKind::Variable(v) => vec![v.name.text.to_string()],
        ItemKind::Struct(s) => vec![s.name.text.to_string()],
        ItemKind::Alias(a) => vec![a.name.text.to_string()],
        ItemKind::Enum(e) => {
            let mut names = vec![e.name.text.to_string()];
            if !e.scoped {
                let values = e.values.iter().flatten();
                names.extend(values.map(|v| v.name.text.to_string()));
            }
            names
        }
        ItemKind::Template(t) => declares(&t.item),
        _ => Vec::new(),
    }
}
