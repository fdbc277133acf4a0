//! Namespaces: those in use, inline ones, and the full name that a name here has.
//! In: a name as written; out: the key under which the file knows it.
//! The rule: first the namespaces around, then those in use, each with the inline namespaces and uses inside it.
//! Next: decl.rs for what has such a name.

use super::names::Names;
use super::scope::Entity;
use super::typex::spelled;
use cuda_parse::ast::{self, Item, ItemKind};

/// So many namespaces are looked through for a name, one in use by another.
const MOST_SPACES: usize = 64;

impl Names<'_> {
    /// `using namespace name;` in the namespace `space`: the name may be one of a namespace around or in use.
    pub(super) fn use_namespace(&mut self, name: &str, space: &str) {
        let ends = space.match_indices("::").map(|(at, mark)| at + mark.len());
        let around: Vec<&str> = ends.map(|end| &space[..end]).collect();
        let inward_first = around.into_iter().rev();
        let mut all: Vec<String> = inward_first
            .chain(self.usings.iter().map(String::as_str))
            .map(|outer| format!("{outer}{name}::"))
            .filter(|inner| self.scopes.holds_space(inner))
            .collect();
        all.push(format!("{name}::"));
        self.spaces_inside(&mut all);
        if !space.is_empty() {
            for target in all.into_iter().filter(|one| self.scopes.holds_space(one)) {
                let stands = (space.to_string(), target);
                // One that is said again, as headers do, would be gone through once more for every name.
                if !self.nested_usings.contains(&stands) {
                    self.nested_usings.push(stands);
                }
            }
            return;
        }
        all.retain(|one| !self.usings.contains(one));
        self.usings.append(&mut all);
    }

    /// Whether a name is, by way of `using`, the very one that has this key: after `namespace std { using ::FILE; }`
    /// there is nothing that `using std::FILE;` could add to the file.
    pub(super) fn leads_back(&mut self, name: &str, key: &str) -> bool {
        let mut name = name.to_string();
        for _ in 0..MOST_SPACES {
            match self.scopes.file(&name).map(|n| &n.entity) {
                Some(Entity::Alias(target)) => name = target.clone(),
                _ => return false,
            }
            if name == key {
                return self.scopes.file(key).is_some();
            }
        }
        false
    }

    /// Adds the namespaces that names lead to through inline ones: `std::chrono_literals` is one of `std::literals`.
    fn spaces_inside(&self, all: &mut Vec<String>) {
        let mut at = 0;
        while let Some(name) = all.get(at).cloned() {
            let inner = self.nested_usings.iter().filter_map(|(outer, target)| {
                let rest = name.strip_prefix(outer.as_str())?;
                (!outer.is_empty() && !name.starts_with(target)).then(|| format!("{target}{rest}"))
            });
            let found: Vec<String> = inner
                .filter(|one| self.scopes.holds_space(one) && !all.contains(one))
                .collect();
            all.extend(found);
            at += 1;
        }
    }

    /// The full name under which the file knows a name that is used here.
    pub(super) fn file_key(&mut self, name: &str) -> Option<String> {
        let mut space = self.space.clone();
        loop {
            let key = format!("{space}{name}");
            if self.scopes.file(&key).is_some() {
                return Some(key);
            }
            if !space.is_empty()
                && let Some(inner) = self.key_through_namespace(&key)
            {
                return Some(inner);
            }
            if space.is_empty() {
                break;
            }
            let outer = space
                .trim_end_matches(':')
                .rfind("::")
                .map_or(0, |at| at + 2);
            space.truncate(outer);
        }
        let usings = self.usings.clone();
        usings
            .iter()
            .map(|u| format!("{u}{name}"))
            .find(|key| self.scopes.file(key).is_some())
            .or_else(|| self.key_through_namespace(name))
    }

    /// The namespace, with `::` at its end, that a file's definition belongs to: the one around it, or the one that is written in
    /// front of its name. `None` if that is a class.
    pub(super) fn home_of_definition(
        &mut self,
        qualifier: Option<&ast::Path>,
        space: &str,
        short: &str,
    ) -> Option<String> {
        let Some(path) = qualifier else {
            return Some(space.into());
        };
        if path.segments.iter().any(|s| s.args.is_some()) {
            return None;
        }
        let written = spelled(path);
        let name = self
            .unaliased(&format!("{written}::"))
            .map_or(written, |name| name.trim_end_matches("::").to_string());
        let mut outer = if path.global { "" } else { space };
        loop {
            let key = format!("{outer}{name}");
            let home = format!("{key}::");
            if self.open_spaces.contains(&home) {
                let inner = match self.scopes.file(&format!("{home}{short}")) {
                    Some(_) => None,
                    None => self.key_through_namespace(&format!("{home}{short}")),
                };
                return inner
                    .and_then(|key| Some(key.strip_suffix(short)?.to_string()))
                    .or(Some(home));
            }
            if outer.is_empty() || self.scopes.file(&key).is_some() {
                return None;
            }
            outer = around(outer);
        }
    }

    /// As [`Checker::home_of_definition`], of a variable whose name is qualified.
    pub(super) fn home_of_item(&mut self, item: &Item, space: &str) -> Option<String> {
        match &item.kind {
            ItemKind::Variable(v) if v.qualifier.is_some() => {
                self.home_of_definition(v.qualifier.as_ref(), space, &v.name.text)
            }
            _ => None,
        }
    }

    /// Whether a variable is a namespace's, not a class's.
    pub(super) fn is_of_space(&mut self, v: &ast::Variable, space: &str) -> bool {
        let home = self.home_of_definition(v.qualifier.as_ref(), space, &v.name.text);
        home.is_some()
    }

    /// The full name of `space::x` where that namespace has no `x` but is `using` one that has.
    fn key_through_namespace(&mut self, name: &str) -> Option<String> {
        let mut keys = vec![name.to_string()];
        let mut at = 0;
        while let Some(name) = keys.get(at).cloned() {
            for (space, target) in &self.nested_usings {
                if let Some(rest) = name.strip_prefix(space.as_str())
                    && !name.starts_with(target)
                {
                    keys.push(format!("{target}{rest}"));
                }
            }
            at += 1;
            let key = keys.get(at)?;
            if self.scopes.file(key).is_some() {
                return Some(key.clone());
            }
            if at > MOST_SPACES {
                return None;
            }
        }
        None
    }
}

/// The namespace around a namespace, both with `::` at the end.
fn around(space: &str) -> &str {
    let inner = space.trim_end_matches("::");
    inner.rfind("::").map_or("", |at| &inner[..at + 2])
}
