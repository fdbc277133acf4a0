//! What the names in scope are, as far as the grammar depends on it: types, templates, values, namespaces.
//!
//! Declarations come in as they are parsed; the kind of a name comes out. Rule: the innermost declaration counts, and a
//! name that a program declares hides a built-in one.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::ast::Text;
use cuda_source::token::is_known_type;

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    /// A type.
    Type,
    /// A template of functions or variables.
    Template,
    /// A template of structs or aliases.
    TypeTemplate,
    /// A variable, function, enumerator or parameter.
    Value,
    /// A namespace.
    Namespace,
}

impl NameKind {
    pub(super) fn takes_args(self) -> bool {
        matches!(self, NameKind::Template | NameKind::TypeTemplate)
    }
}

/// The scopes that are open.
pub(super) struct Scopes {
    open: Vec<HashMap<Text, NameKind>>,
    /// Names declared inside structs and namespaces, for use with a qualifier or after `using namespace`.
    inner: HashMap<Text, NameKind>,
    /// Variables and functions of structs and namespaces that are closed: bases, and `using namespace`, bring them back.
    values: HashSet<Text>,
    /// What structs that are closed declare, with what their bases do: for members that are defined outside, and for further structs.
    members: HashMap<Text, Rc<HashMap<Text, NameKind>>>,
    concepts: HashSet<Text>,
    small_floats: bool,
}

impl Scopes {
    pub(super) fn new(small_floats: bool) -> Scopes {
        Scopes {
            open: vec![HashMap::new()],
            inner: HashMap::new(),
            values: HashSet::new(),
            members: HashMap::new(),
            concepts: HashSet::new(),
            small_floats,
        }
    }

    pub(super) fn push(&mut self) {
        self.open.push(HashMap::new());
    }

    /// Opens the scope of a struct's bases, or that of a struct whose member is defined outside.
    pub(super) fn push_members<'t>(&mut self, of: impl Iterator<Item = &'t Text>) {
        let mut scope = HashMap::new();
        for known in of.filter_map(|name| self.members.get(name)) {
            scope.extend(known.iter().map(|(name, kind)| (name.clone(), *kind)));
        }
        self.open.push(scope);
    }

    /// Closes a struct's scope and that of its bases, and keeps what they declare under the struct's name; one without a name leaves
    /// its variables to the scope around.
    pub(super) fn pop_members(&mut self, of: &Text) {
        let mut all = self.open.last().cloned().unwrap_or_default();
        self.pop(true);
        for (name, kind) in self.open.pop().unwrap_or_default() {
            all.entry(name).or_insert(kind);
        }
        if of.starts_with('<')
            && let Some(around) = self.open.last_mut()
        {
            let values = all.iter().filter(|(_, kind)| **kind == NameKind::Value);
            around.extend(values.map(|(name, kind)| (name.clone(), *kind)));
        }
        self.members.insert(of.clone(), Rc::new(all));
    }

    /// Closes a namespace's scope, and keeps what it declares under its name.
    pub(super) fn pop_namespace(&mut self, name: Option<&Text>) {
        if let (Some(name), Some(scope)) = (name, self.open.last()) {
            let all = scope.iter().map(|(name, kind)| (name.clone(), *kind));
            Rc::make_mut(self.members.entry(name.clone()).or_default()).extend(all);
        }
        self.pop(true);
    }

    /// What a name is behind that of a struct or namespace which is closed and declares it; a variable or function of a namespace only, as
    /// `std::clock` is though a class there has a type of that name.
    pub(super) fn find_member(&self, of: &str, name: &str) -> Option<NameKind> {
        let kind = self.members.get(of)?.get(name)?;
        let sure = *kind != NameKind::Value || self.find(of) == Some(NameKind::Namespace);
        sure.then_some(*kind)
    }

    /// Whether a name is known as a type only because some closed struct or namespace has one.
    pub(super) fn is_type_elsewhere(&self, name: &str) -> bool {
        let is_open = self.open.iter().any(|scope| scope.contains_key(name));
        !is_open && self.inner.get(name) == Some(&NameKind::Type)
    }

    /// Closes a scope; `keep` leaves its types and templates findable from outside. Where the same name is a template
    /// somewhere (`std::reverse_iterator`) and a type elsewhere (`vector::reverse_iterator`), it stays a template, which
    /// may also stand without arguments.
    pub(super) fn pop(&mut self, keep: bool) {
        let closed = self.open.pop().unwrap_or_default();
        if keep {
            for (name, kind) in closed {
                if kind == NameKind::Value {
                    self.values.insert(name);
                    continue;
                }
                let known = self.inner.entry(name).or_insert(kind);
                if kind.takes_args() || !known.takes_args() {
                    *known = kind;
                }
            }
        }
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: &Text, kind: NameKind) {
        if let Some(scope) = self.open.last_mut() {
            // A function may share its name with a template.
            if kind == NameKind::Value && scope.get(name) == Some(&NameKind::Template) {
                return;
            }
            scope.insert(name.clone(), kind);
        }
    }

    /// Declares a name in the scope around the innermost: a template's name, outside of its parameters.
    pub(super) fn declare_around(&mut self, name: &Text, kind: NameKind) {
        let at = self.open.len().saturating_sub(2);
        if let Some(scope) = self.open.get_mut(at) {
            scope.insert(name.clone(), kind);
        }
    }

    /// Notes that a name is a concept's.
    pub(super) fn declare_concept(&mut self, name: &Text) {
        self.concepts.insert(name.clone());
    }

    /// Whether a name is a concept's: of the program or of the standard library.
    pub(super) fn is_concept(&self, name: &str) -> bool {
        const KNOWN: [&str; 8] = [
            "integral",
            "floating_point",
            "signed_integral",
            "unsigned_integral",
            "same_as",
            "convertible_to",
            "invocable",
            "derived_from",
        ];
        self.concepts.contains(name) || KNOWN.contains(&name)
    }

    /// Whether some struct or namespace that is closed has a variable or function of this name.
    pub(super) fn is_value_inside(&self, name: &str) -> bool {
        self.values.contains(name)
    }

    pub(super) fn find(&self, name: &str) -> Option<NameKind> {
        let declared = self
            .open
            .iter()
            .rev()
            .find_map(|scope| scope.get(name))
            .copied();
        declared
            .or_else(|| self.inner.get(name).copied())
            .or_else(|| is_known_type(name, self.small_floats).then_some(NameKind::Type))
    }

    /// As [`Scopes::find`] for a name after a qualifier: what stands inside something, at file scope, or
    /// in a namespace that is still open.
    pub(super) fn find_inner(&self, name: &str) -> Option<NameKind> {
        let outermost = || self.open.first().and_then(|scope| scope.get(name)).copied();
        let around = || self.open.iter().rev().filter_map(|scope| scope.get(name));
        let found = self.inner.get(name).copied();
        if !found.is_some_and(NameKind::takes_args)
            && let Some(template) = around().find(|kind| kind.takes_args())
        {
            return Some(*template);
        }
        let named = || around().find(|kind| **kind != NameKind::Value).copied();
        // `std::uint32_t` comes with no header of ours.
        let counted = || is_known_type(name, false) && name.ends_with("_t");
        let known = || counted().then_some(NameKind::Type);
        found.or_else(outermost).or_else(named).or_else(known)
    }
}
