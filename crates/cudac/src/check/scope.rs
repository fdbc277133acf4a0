//! Scopes: which name means what, where it was declared, and what a misspelt one may have meant.
//! The rule: the innermost declaration wins; the names of the language (`threadIdx`, `min`) are outermost, so that
//! a program may use them for its own.
//! Next: expr.rs, which looks names up.

use crate::builtin;
use crate::tree::{Const, FuncId, GlobalId, Special, VarId};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::TAG;
use cuda_source::source::Span;
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entity {
    /// A variable of the function being checked.
    Local(VarId),
    /// A `__constant__` or `__device__` variable.
    Global(GlobalId),
    /// A value known now: an enumerator, a constant, a template parameter.
    Constant(Const, Type),
    /// What a template parameter of pointer or reference type stands for.
    Address(Address, Type),
    /// A variable that lives in the host's memory, by number in the list of those.
    Host(usize),
    /// A constant of the file that host code may take the address of: as such a variable, its value.
    Known(usize, Const, Type),
    /// Something of the file that has not been looked at yet, by number.
    Item(usize),
    /// A file-scope `extern __shared__` array, by number of its item: a variable of each function that uses it.
    FileShared(usize),
    /// `using a::b;`: another name.
    Alias(String),
    /// A type, perhaps `const`.
    Type(Qualified),
    /// A field of the class, by its path inside.
    Field(StructId, Vec<u32>),
    /// A class template, by number.
    ClassTemplate(usize),
    /// A template of an alias or a variable, by number.
    OtherTemplate(usize),
    /// Functions of this name, by number in the checker's list.
    Functions(Vec<usize>),
    /// What a pack stands for: types, constants, or the variables of a parameter.
    Pack(Vec<Entity>),
    /// A variable that cannot be named before its first value is known: a reference, or declared with `auto`.
    Unbegun(bool),
    /// A declaration that was refused; using it says nothing more.
    Broken,
}

/// An address that is known when a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A function's.
    Function(FuncId),
    /// A variable's of the file.
    Global(GlobalId),
    /// The null pointer.
    Null,
}

impl Address {
    /// A number for it, as template arguments have: addresses of one type differ if their numbers do.
    pub(super) fn number(self) -> i64 {
        match self {
            Address::Function(id) => i64::from(id.0),
            Address::Global(id) => i64::from(id.0),
            Address::Null => -1,
        }
    }

    /// The address of a type that has a number.
    pub(super) fn of_number(n: i64, ty: &Type) -> Address {
        let to = ty.pointee().or(ty.referred().map(|to| &**to));
        match (u32::try_from(n), to.map(|to| &to.ty)) {
            (Err(_), _) => Address::Null,
            (Ok(n), Some(Type::Function(_))) => Address::Function(FuncId(n)),
            (Ok(n), _) => Address::Global(GlobalId(n)),
        }
    }
}

impl Entity {
    /// Whether it belongs to the function being checked.
    fn is_local(&self) -> bool {
        match self {
            Entity::Local(_) => true,
            Entity::Pack(list) => list.iter().any(Entity::is_local),
            _ => false,
        }
    }
}

/// A declared name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// What it stands for.
    pub entity: Entity,
    /// Where it is declared.
    pub span: Span,
}

/// The names of one scope; a file has thousands, and they are looked for by their beginning, too.
pub(super) type Level = BTreeMap<String, Named>;

/// Nested scopes, innermost last. The first is the file's.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes {
    levels: Vec<Level>,
}

impl Scopes {
    /// The file's scope alone.
    pub(super) fn new() -> Scopes {
        Scopes {
            levels: vec![Level::new()],
        }
    }

    /// Opens a scope.
    pub(super) fn push(&mut self) {
        self.levels.push(Level::new());
    }

    /// Closes the innermost scope.
    pub(super) fn pop(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
        }
    }

    /// Sets the inner scopes aside, so that only the file's names are seen.
    pub(super) fn enter_function(&mut self) -> Vec<Level> {
        self.levels.split_off(1)
    }

    /// Brings back what `enter_function` set aside.
    pub(super) fn leave_function(&mut self, inner: Vec<Level>) {
        self.levels.truncate(1);
        self.levels.extend(inner);
    }

    /// Sets aside the levels from one on.
    pub(super) fn close_from(&mut self, level: usize) -> Vec<Level> {
        self.levels.split_off(level.min(self.levels.len()))
    }

    /// How many levels there are, the file's included.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// What a name means in one level alone.
    pub(super) fn at(&self, level: usize, name: &str) -> Option<&Named> {
        self.levels.get(level)?.get(name)
    }

    /// The levels inside the file's, for a class declared here: its functions see no variables of this one, but what
    /// `constant` says of those that are constants.
    pub(super) fn inner(&self, constant: impl Fn(VarId) -> Option<Entity>) -> Vec<Level> {
        let mut inner = self.levels[1..].to_vec();
        let seen = |named: &mut Named| {
            if let Entity::Local(id) = named.entity
                && let Some(value) = constant(id)
            {
                named.entity = value;
            }
            !named.entity.is_local()
        };
        for level in &mut inner {
            level.retain(|_, named| seen(named));
        }
        inner
    }

    /// Opens levels that were set aside.
    pub(super) fn open_again(&mut self, levels: Vec<Level>) {
        self.levels.extend(levels);
    }

    /// Declares a name in the innermost scope; gives the earlier declaration in the same scope back, if any.
    pub(super) fn declare(&mut self, name: &str, entity: Entity, span: Span) -> Option<Named> {
        let level = self.levels.last_mut()?;
        if name.is_empty() {
            return None;
        }
        let names_type = matches!(entity, Entity::Type(_) | Entity::Broken);
        let earlier = level.insert(name.to_string(), Named { entity, span });
        // A variable may have the name of a struct, which only `struct name` means then.
        if let (Some(named), false) = (&earlier, names_type)
            && let Entity::Type(_) = named.entity
        {
            level.insert(tag(name), named.clone());
        }
        earlier
    }

    /// Takes a name out of the innermost scope.
    pub(super) fn forget_here(&mut self, name: &str) {
        if let Some(level) = self.levels.last_mut() {
            level.remove(name);
        }
    }

    /// Takes a name out of the file's scope.
    pub(super) fn forget_file(&mut self, name: &str) {
        if let Some(level) = self.levels.first_mut() {
            level.remove(name);
        }
    }

    /// Whether the file has names in a namespace, written with `::` at its end.
    pub(super) fn holds_space(&self, space: &str) -> bool {
        let mut from = self.levels.iter().take(1).flat_map(|level| {
            level.range::<str, _>((std::ops::Bound::Included(space), std::ops::Bound::Unbounded))
        });
        from.next().is_some_and(|(name, _)| name.starts_with(space))
    }

    /// The file's own entry of a name.
    pub(super) fn file(&mut self, name: &str) -> Option<&mut Named> {
        self.levels.first_mut()?.get_mut(name)
    }

    /// The file's own entry of a name, to look at.
    pub(super) fn file_entry(&self, name: &str) -> Option<&Named> {
        self.levels.first()?.get(name)
    }

    /// What a name of a function or block means here.
    pub(super) fn find_inner(&self, name: &str) -> Option<&Named> {
        self.levels
            .iter()
            .skip(1)
            .rev()
            .find_map(|level| level.get(name))
    }

    /// What a name means in the innermost scope alone.
    pub(super) fn find_here(&self, name: &str) -> Option<&Named> {
        self.levels.last()?.get(name)
    }

    /// What a name means here.
    #[cfg(test)]
    pub(super) fn find(&self, name: &str) -> Option<&Named> {
        self.levels.iter().rev().find_map(|level| level.get(name))
    }

    /// The name in scope that was probably meant, if one is near enough.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for level in self.levels.iter().rev() {
            let usable = level.iter().filter(|(_, n)| n.entity != Entity::Broken);
            names.extend(usable.map(|(name, _)| name.as_str()));
        }
        for (name, _) in SPECIALS {
            names.push(name);
        }
        for name in builtin::names() {
            names.push(name);
        }
        nearest(name, names.into_iter())
    }
}

/// What a struct is called in a scope in which something else has its name.
pub(super) fn tag(name: &str) -> String {
    match name.rsplit_once("::") {
        Some((space, name)) => format!("{space}::{TAG}{name}"),
        None => format!("{TAG}{name}"),
    }
}

/// The built-in variables.
pub(super) const SPECIALS: [(&str, Special); 4] = [
    ("threadIdx", Special::ThreadIdx),
    ("blockIdx", Special::BlockIdx),
    ("blockDim", Special::BlockDim),
    ("gridDim", Special::GridDim),
];

/// The candidate nearest to a misspelt name: at most a third of its letters wrong, the first of equals.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let most = (name.chars().count() / 3).clamp(1, 3);
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates {
        let same_letters = candidate.eq_ignore_ascii_case(name);
        let both_short = name.len() == 1 && candidate.len() == 1 && !same_letters;
        if candidate == name || candidate.is_empty() || candidate.starts_with('<') || both_short {
            continue;
        }
        let d = if same_letters {
            0
        } else {
            distance(name, candidate)
        };
        // Of equally near names one of the same length is the likelier slip.
        let rank = (d, candidate.len().abs_diff(name.len()));
        if d <= most && best.is_none_or(|(b, _)| rank < b) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, name)| name.to_string())
}

/// Edits (insert, delete, replace, swap neighbours) between two names.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swap {
                    rows[i - 2][j - 2] + 1
                } else {
                    usize::MAX
                };
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                replaced
                    .min(rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1)
                    .min(swapped)
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_does_not() {
        let names = ["threadIdx", "blockIdx", "output", "n"];
        let near = |n| nearest(n, names.into_iter());
        assert_eq!(near("threadidx").as_deref(), Some("threadIdx"));
        assert_eq!(near("theradIdx").as_deref(), Some("threadIdx"));
        assert_eq!(near("ouput").as_deref(), Some("output"));
        assert_eq!(near("m"), None);
        assert_eq!(near("velocity"), None);
    }

    #[test]
    fn inner_names_hide_outer_ones() {
        let mut s = Scopes::new();
        s.declare("x", Entity::Host(0), Span::default());
        s.push();
        s.declare("x", Entity::Local(VarId(3)), Span::default());
        assert_eq!(
            s.find("x").map(|n| &n.entity),
            Some(&Entity::Local(VarId(3)))
        );
        s.pop();
        assert_eq!(s.find("x").map(|n| &n.entity), Some(&Entity::Host(0)));
    }
}
