//! Which of several definitions outside a class is that of a function template of it.
//! In: the declaration, and definitions with as many parameters of both kinds; out: the one that is written most like it.
//! The rule: no arguments of the template are known yet, so that there are no types to compare, only words; the names of template
//! parameters do not count, as a definition may have its own.
//! Next: outside.rs, which gathers the definitions.

use sorted::SortedMap;

use super::Method;
use super::outside::{Header, Named, Outside};
use crate::check::{Checker, constraint};
use crate::ty::StructId;
use cuda_parse::ast::{self, TemplateParamKind, print};

/// Names of template parameters, each with what stands for it where two declarations are compared.
type Places = SortedMap<String, String>;

/// A function template as it is written, but for the names of template parameters.
struct Wording {
    params: Vec<String>,
    template: Vec<String>,
    result: String,
}

impl Wording {
    fn of(f: &ast::Function, template: Header<'_>, class: &[Option<&str>]) -> Wording {
        let mut places = Places::new();
        for (n, name) in class.iter().enumerate() {
            places.extend(name.map(|name| (name.to_string(), format!("class·{n}"))));
        }
        places.extend(own(template));
        let ty = |ty: &ast::TypeExpr| placed(&print::type_name(ty), &places);
        Wording {
            params: f.params.iter().map(|p| ty(&p.ty)).collect(),
            template: heads(f, template, &places),
            result: ty(&f.result),
        }
    }

    /// How much two have in common: parameters say most, and results least, as those are often written otherwise outside.
    fn likeness(&self, other: &Wording) -> u32 {
        4 * u32::from(self.params == other.params)
            + 2 * u32::from(self.template == other.template)
            + u32::from(self.result == other.result)
    }
}

/// What stands for the names of a template's own parameters.
fn own(template: Header<'_>) -> impl Iterator<Item = (String, String)> {
    let named = template.iter().enumerate();
    named.filter_map(|(n, p)| Some((p.name.as_ref()?.text.to_string(), format!("own·{n}"))))
}

/// The kinds of a template's parameters, and what is asked of them.
fn heads(f: &ast::Function, template: Header<'_>, places: &Places) -> Vec<String> {
    let kind = |p: &ast::TemplateParam| match &p.kind {
        TemplateParamKind::Type(_) => "typename".to_string(),
        TemplateParamKind::Value(of, _) => placed(&print::type_name(of), places),
        TemplateParamKind::Template(..) => "template".to_string(),
    };
    let asked = constraint::asked(template, f.requires.as_deref());
    let asked = asked.into_iter().map(|e| placed(&print::expr(e), places));
    template.iter().map(kind).chain(asked).collect()
}

/// How the parameters of a function template of the file are written, but for their names.
pub(in crate::check) fn template_heads(f: &ast::Function, template: Header<'_>) -> Vec<String> {
    heads(f, template, &own(template).collect())
}

/// A text in which what stands for them is put for names.
fn placed(text: &str, places: &Places) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word);
        out.push_str(places.get(word).map_or(word, String::as_str));
        let between = after.find(is_part).unwrap_or(after.len());
        out.push_str(&after[..between]);
        rest = &after[between..];
    }
    out
}

impl<'a> Checker<'a> {
    /// The definition that is written most like a function template of a class; the first of equals.
    pub(super) fn most_alike(
        &self,
        class: StructId,
        m: Method<'a>,
        fitting: &[(Outside<'a>, Named<'a>)],
    ) -> Option<usize> {
        if fitting.len() < 2 {
            return fitting.len().checked_sub(1);
        }
        let bound = self.bindings_around(class);
        let names: Vec<Option<&str>> = bound.iter().map(|(name, _)| Some(&**name)).collect();
        let declared = Wording::of(m.ast, m.template.unwrap_or_default(), &names);
        let likeness = |(o, named): &(Outside<'a>, Named<'a>)| {
            let renamed = named.renamed.unwrap_or_default().iter();
            let names: Vec<Option<&str>> = renamed
                .map(|p| p.name.as_ref().map(|name| &*name.text))
                .collect();
            let own = o.templates.get(named.used).copied().flatten();
            Wording::of(o.ast, own.unwrap_or_default(), &names).likeness(&declared)
        };
        let ranks = fitting.iter().map(likeness).enumerate();
        ranks
            .max_by_key(|(n, rank)| (*rank, std::cmp::Reverse(*n)))
            .map(|(n, _)| n)
    }
}
