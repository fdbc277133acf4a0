//! Several texts in one program: the lexemes of all in; the same out, with what only one text means kept apart.
//!
//! Texts that a compiler would take one by one are parsed as one here. So names that C++ has in one text alone (`static`,
//! constants, namespaces without a name, a device's variables) may be there twice, and what it wants alike in each text that uses it
//! (inline functions, templates, types) is.
//!
//! Rules: what a text says again in the same words is left out, if one copy does for both. What it says otherwise, and
//! means for itself, is given a name of its own in all of this text, `name·2`: a mark that no program's name can have.
//! A name that may mean something else besides is left alone (a header's, a member's, a builtin's), so that in doubt the
//! program is refused for a name that is there twice; one name is never taken for another. A program of one text does not come here.
//! Next: `scan.rs` reads the declarations.

mod members;
mod scan;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::inclusions::Inclusions;
use crate::IsBuiltin;
use crate::ast::Text;
use cuda_source::source::{Source, Span};
use cuda_source::token::{LexKind, Lexeme, Punct};
use scan::{Declaration, Declared, Linkage};

/// Between a name and the number of its text.
const MARK: char = '·';

/// A name as the program has it.
pub fn written(name: &str) -> String {
    let mut parts = name.split(MARK);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |all, part| {
        all + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// Keeps apart what the texts of a program have for themselves. `starts` are the places of their first lexemes.
pub(super) fn apart(
    source: &Source,
    lexemes: Vec<Lexeme>,
    (starts, inclusions): (&[usize], &Inclusions),
    is_builtin: IsBuiltin,
) -> Vec<Lexeme> {
    let mut units = Units::new(source, &lexemes, (starts, inclusions), is_builtin);
    units.settle();
    let left_out = units.left_out();
    let renamed = units.renamed();
    let mut out = Vec::with_capacity(lexemes.len());
    for (at, lexeme) in lexemes.into_iter().enumerate() {
        let text = renamed.get(&at).cloned();
        if !left_out.contains(&at) {
            out.push(match text {
                Some(text) => Lexeme { text, ..lexeme },
                None => lexeme,
            });
        }
    }
    out
}

/// A name at namespace level: the namespaces and the name.
type Place = (String, Text);

/// What the texts declare under one name: of which text, and which of its declarations.
type Group = Vec<(usize, usize)>;

struct Units<'t> {
    is_builtin: IsBuiltin,
    lexemes: &'t [Lexeme],
    ranges: Vec<Range<usize>>,
    declared: Vec<Declared>,
    /// Whether each lexeme is a text's own, not a header's that several texts share.
    own: Vec<bool>,
    groups: BTreeMap<Place, Group>,
    /// Names that are left alone.
    left: HashSet<Text>,
    /// Names of each text's own.
    named: Vec<HashSet<Text>>,
    /// Declarations that say again what an earlier text says: of which text, which, and the earlier text.
    again: BTreeMap<(usize, usize), usize>,
}

impl<'t> Units<'t> {
    fn new(
        source: &Source,
        lexemes: &'t [Lexeme],
        (starts, inclusions): (&[usize], &Inclusions),
        is_builtin: IsBuiltin,
    ) -> Units<'t> {
        let ends = starts.iter().skip(1).copied().chain([lexemes.len()]);
        let ranges: Vec<Range<usize>> = starts
            .iter()
            .zip(ends)
            .map(|(start, end)| *start..end)
            .collect();
        let own = own(source, lexemes, &ranges, inclusions);
        let partners = scan::partners(lexemes);
        let mut variables = HashSet::new();
        let declared: Vec<Declared> = ranges
            .iter()
            .map(|range| scan::declared(lexemes, &partners, range.clone(), &mut variables))
            .collect();
        let mut units = Units {
            is_builtin,
            named: vec![HashSet::new(); ranges.len()],
            lexemes,
            ranges,
            declared,
            own,
            groups: BTreeMap::new(),
            left: HashSet::new(),
            again: BTreeMap::new(),
        };
        units.group();
        units
    }

    /// Puts the declarations of one name together, and finds the names that are left alone.
    fn group(&mut self) {
        let is_open = |unit: &Declared| {
            unit.directives
                .iter()
                .any(|at| !self.lexemes[*at].span.is_system())
        };
        let open = self.declared.iter().any(is_open);
        let members = members::members(self.lexemes, |at| !self.lexemes[at].span.is_system());
        self.left.extend(members.into_iter().cloned());
        for (unit, declared) in self.declared.iter().enumerate() {
            for (which, one) in declared.all.iter().enumerate() {
                let first = one.range.start;
                let system = self.lexemes[first].span.is_system();
                if one.linkage == Linkage::Borrowed
                    || !self.own[first] && (!system || open || one.scope.is_empty())
                {
                    self.left.extend(one.names.iter().cloned());
                }
                if system || one.linkage == Linkage::Borrowed {
                    continue;
                }
                let nameless = one.names.is_empty().then(|| Text::from(""));
                for name in one.names.iter().cloned().chain(nameless) {
                    let place = (one.scope.clone(), name);
                    self.groups.entry(place).or_default().push((unit, which));
                }
            }
        }
        self.groups
            .retain(|_, group| group.iter().any(|(unit, _)| *unit != group[0].0));
    }

    fn one(&self, (unit, which): (usize, usize)) -> &Declaration {
        &self.declared[unit].all[which]
    }

    /// The words of a declaration.
    fn words(&self, at: (usize, usize)) -> impl Iterator<Item = &'t str> + use<'t> {
        let lexemes = self.lexemes;
        self.one(at).range.clone().map(move |at| &*lexemes[at].text)
    }

    /// Finds what is left out and what gets a name of its own.
    fn settle(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        for ((_, name), group) in &groups {
            self.find_repeated(group);
            if !name.is_empty() {
                self.name_apart(name, group);
            }
        }
        // What says the same of names that are not the same is not the same.
        loop {
            let differs = |(at, earlier): (&(usize, usize), &usize)| {
                let names = [&self.named[at.0], &self.named[*earlier]];
                let parted = |name: &Text| {
                    groups
                        .get(&(self.one(*at).scope.clone(), name.clone()))
                        .is_some_and(|group| !self.repeats(at.0, group))
                };
                let one = self.one(*at);
                self.words(*at)
                    .any(|word| names.iter().any(|named| named.contains(word)))
                    || (one.has_body || one.is_prototype) && one.names.iter().any(parted)
            };
            let Some(at) = self
                .again
                .iter()
                .find(|one| differs(*one))
                .map(|(at, _)| *at)
            else {
                return;
            };
            self.again.remove(&at);
            let place = |name: &Text| (self.one(at).scope.clone(), name.clone());
            let places: Vec<Place> = self.one(at).names.iter().map(place).collect();
            for place in places {
                if let Some(group) = groups.get(&place) {
                    self.name_apart(&place.1, group);
                }
            }
        }
    }

    /// Notes which declarations of a name say again what an earlier text says.
    fn find_repeated(&mut self, group: &Group) {
        let mut said: HashMap<Vec<&str>, usize> = HashMap::new();
        let mut unit_before = group[0].0;
        let mut new = Vec::new();
        for &at in group {
            if at.0 != unit_before {
                said.extend(std::mem::take(&mut new));
                unit_before = at.0;
            }
            let words: Vec<&str> = self.words(at).collect();
            if !self.is_one_for_all(at, group) {
                continue;
            }
            match said.get(&words) {
                Some(earlier) => {
                    self.again.insert(at, *earlier);
                }
                None => new.push((words, at.0)),
            }
        }
    }

    /// Whether one copy of a declaration does for several texts.
    fn is_one_for_all(&self, at: (usize, usize), group: &Group) -> bool {
        let one = self.one(at);
        let defined = || {
            group
                .iter()
                .any(|other| other.0 == at.0 && self.one(*other).has_body)
        };
        match one.linkage {
            Linkage::Shared => true,
            Linkage::Internal => one.constant || one.is_prototype && defined(),
            _ => false,
        }
    }

    /// Whether all that a text declares under a name was said by an earlier one.
    fn repeats(&self, unit: usize, group: &Group) -> bool {
        group
            .iter()
            .filter(|at| at.0 == unit)
            .all(|at| self.again.contains_key(at))
    }

    /// Gives the texts that have a name for themselves a name of their own, but for the first if all have.
    fn name_apart(&mut self, name: &Text, group: &Group) {
        if self.left.contains(name) || (self.is_builtin)(name) {
            return;
        }
        let units: Vec<usize> = (0..self.ranges.len())
            .filter(|unit| group.iter().any(|at| at.0 == *unit))
            .collect();
        let private = |unit: &usize| self.is_private(*unit, name, group);
        let keeps = units
            .iter()
            .find(|unit| !private(unit))
            .or(units.first())
            .copied();
        for unit in units {
            if Some(unit) != keeps
                && !self.repeats(unit, group)
                && self.is_private(unit, name, group)
            {
                self.named[unit].insert(name.clone());
            }
        }
    }

    /// Whether a text has a name for itself, wherever it declares it.
    fn is_private(&self, unit: usize, name: &Text, group: &Group) -> bool {
        let everywhere =
            |test: &dyn Fn(Linkage) -> bool| group.iter().any(|at| test(self.one(*at).linkage));
        let extern_somewhere = everywhere(&|linkage| linkage == Linkage::External);
        let bodies = group
            .iter()
            .filter(|at| self.one(**at).linkage == Linkage::Shared);
        let all_defined = bodies.clone().all(|at| self.one(*at).has_body);
        let mut scopes: HashSet<&str> = HashSet::new();
        let declared = self.declared[unit]
            .all
            .iter()
            .filter(|one| one.names.contains(name));
        // The first of each scope decides.
        declared
            .filter(|one| scopes.insert(&one.scope))
            .all(|one| match one.linkage {
                Linkage::Internal => true,
                Linkage::Device => !extern_somewhere,
                Linkage::Shared => one.has_body && all_defined && !extern_somewhere,
                _ => false,
            })
    }

    /// The lexemes that are left out.
    fn left_out(&self) -> HashSet<usize> {
        self.again
            .keys()
            .flat_map(|at| self.one(*at).range.clone())
            .collect()
    }

    /// The lexemes with a new name.
    fn renamed(&self) -> HashMap<usize, Text> {
        let mut renamed = HashMap::new();
        for (unit, range) in self
            .ranges
            .iter()
            .enumerate()
            .filter(|(unit, _)| !self.named[*unit].is_empty())
        {
            for at in range.clone() {
                let name = &self.lexemes[at].text;
                if self.own[at]
                    && self.lexemes[at].kind == LexKind::Ident
                    && self.named[unit].contains(name)
                    && self.stands_alone(unit, at)
                {
                    renamed.insert(at, Text::from(format!("{name}{MARK}{}", unit + 1)));
                }
            }
        }
        renamed
    }

    /// Whether a name is looked up where it stands, not among a class's members or in a namespace of others.
    fn stands_alone(&self, unit: usize, at: usize) -> bool {
        let kind = |back: usize| at.checked_sub(back).map(|at| self.lexemes[at].kind);
        match kind(1) {
            Some(LexKind::Punct(Punct::Dot | Punct::Arrow)) => false,
            Some(LexKind::Punct(Punct::ColonColon)) => match kind(2) {
                Some(LexKind::Ident) => self.declared[unit]
                    .namespaces
                    .iter()
                    .any(|name| *name == self.lexemes[at - 2].text),
                Some(LexKind::Punct(Punct::Gt | Punct::GtGt)) => false,
                _ => true,
            },
            _ => true,
        }
    }
}

/// Whether each lexeme is a text's own: of its file, of a header that no other text includes, or of one that several include each for itself.
fn own(
    source: &Source,
    lexemes: &[Lexeme],
    ranges: &[Range<usize>],
    inclusions: &Inclusions,
) -> Vec<bool> {
    let mut homes: HashMap<u32, HashSet<usize>> = HashMap::new();
    let texts = std::iter::once(source.main()).chain(source.units());
    for (unit, file) in texts.enumerate() {
        homes
            .entry(file.base())
            .or_default()
            .extend([unit, usize::MAX]);
    }
    let mut bases = Vec::with_capacity(lexemes.len());
    for (unit, range) in ranges.iter().enumerate() {
        let mut file = source.main();
        for lexeme in &lexemes[range.clone()] {
            let Span { start, .. } = lexeme.span;
            if start < file.base() || start > file.end() {
                file = source.file(start);
            }
            if !file.is_system() {
                homes.entry(file.base()).or_default().insert(unit);
            }
            bases.push(file.base());
        }
    }
    let of_one = |base: &u32| {
        homes.get(base).is_some_and(|units| units.len() > 1) || inclusions.by_one(*base)
    };
    bases.iter().map(of_one).collect()
}
