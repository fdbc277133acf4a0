//! `course explain`: what a code means, with a program that shows it and the same program repaired; what a word of the field means
//! and which page teaches it; what a lab is about. Without a name, all codes by group, and the words. It needs no course.
//!
//! The rule: a code or its name first, then a word of the glossary, however it is spelt (`sectors`, `Bank-Conflict`), then a lab.

use std::path::{Path, PathBuf};

use lab::Folder;
use simt::diag::nearest;
use simt::explain;

use crate::cli::{ColourWhen, ExplainArgs, Format};
use crate::config::Config;
use crate::course::catalog::Term;
use crate::course::{self, catalog};
use crate::exit::{Exit, Failure};
use crate::labs::Labs;
use crate::tell::{self, explain as told, paint::Paint};

/// Runs `course explain`.
///
/// # Errors
/// When nothing has that code or name.
pub fn run(args: ExplainArgs, colour: ColourWhen, folders: &[Folder]) -> Result<Exit, Failure> {
    let paint = Paint::stdout(colour);
    let root = std::env::current_dir()
        .ok()
        .and_then(|here| Config::root_above(&here).ok());
    let human = args.report.format == Format::Human;
    let Some(name) = &args.name else {
        let terms = terms(root.as_deref());
        match human {
            true => tell::out(&told::all(paint, &terms)),
            false => tell::json(&told::all_json(&terms)),
        }
        return Ok(Exit::Pass);
    };
    if let Some(entry) = explain::find(name) {
        match human {
            true => tell::out(&told::entry(paint, &entry)),
            false => tell::json(&told::entry_json(&entry)),
        }
        return Ok(Exit::Pass);
    }
    let terms = terms(root.as_deref());
    if let Some(term) = terms.iter().find(|term| is_called(term, name)) {
        let page = root.as_deref().and_then(|root| taught(root, term));
        match human {
            true => tell::out(&told::term(paint, term, page.as_ref())),
            false => tell::json(&told::term_json(term, page.as_ref())),
        }
        return Ok(Exit::Pass);
    }
    let labs = Labs::of(folders, root.as_deref().unwrap_or(Path::new("")));
    let lab = labs.all().iter().find(|lab| same(lab.id, name));
    let lab = lab.ok_or_else(|| unknown(name, &terms, labs))?;
    match human {
        true => tell::out(&told::lab(paint, lab)),
        false => tell::json(&told::lab_json(lab)),
    }
    Ok(Exit::Pass)
}

/// The words of the course around the current folder; else of the course that came with this program.
fn terms(root: Option<&Path>) -> Vec<Term> {
    let own = root.map(catalog::terms).unwrap_or_default();
    match own.is_empty() {
        true => catalog::shipped_terms(),
        false => own,
    }
}

/// The title and the file of the page that teaches a word.
fn taught(root: &Path, term: &Term) -> Option<(String, PathBuf)> {
    let course = course::load(root).course;
    let page = course.pages.into_iter().find(|page| page.id == term.see)?;
    Some((page.title, page.path))
}

fn is_called(term: &Term, name: &str) -> bool {
    // `grouped-query attention (GQA)` is called by either.
    let both = term
        .name
        .strip_suffix(')')
        .and_then(|both| both.split_once(" ("));
    let either = both.is_some_and(|(long, short)| same(long, name) || same(short, name));
    either || same(&term.name, name) || same(slug(term), name)
}

/// What a word is called in its id: `bank-conflict`.
fn slug(term: &Term) -> &str {
    term.id.strip_prefix("term.").unwrap_or(&term.id)
}

/// Whether two names differ only in case, hyphens and a plural.
fn same(a: &str, b: &str) -> bool {
    let plain = |name: &str| {
        let name = name.trim().to_lowercase().replace(['-', '_'], " ");
        match name.strip_suffix('s') {
            Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
            _ => name,
        }
    };
    plain(a) == plain(b)
}

fn unknown(name: &str, terms: &[Term], labs: Labs) -> Failure {
    let failure = Failure::wrong_use(format!("nothing is called `{name}`"));
    let written = name.trim().to_lowercase().replace([' ', '_'], "-");
    let words = terms.iter().map(slug);
    let near = explain::near(name).or_else(|| {
        let labs = labs.all().iter().map(|lab| lab.id);
        nearest(&written, words.chain(labs))
    });
    failure.help(match near {
        Some(near) => format!(
            "did you mean `course explain {near}`? `course explain` lists every code and word"
        ),
        None => "`course explain` lists every code and word".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_however_they_are_spelt() {
        assert!(same("bank conflict", "Bank-Conflicts"));
        assert!(same("sector", "sectors") && same("bias", "bias"));
        assert!(!same("bank", "bank conflict") && !same("class", "clas"));
    }

    #[test]
    fn every_word_of_the_course_is_found_by_its_name_and_its_id() {
        let terms = catalog::shipped_terms();
        assert!(terms.len() > 100, "{}", terms.len());
        let gqa = terms.iter().find(|term| is_called(term, "gqa"));
        assert!(gqa.is_some_and(|term| is_called(term, "Grouped-query attention")));
        for term in &terms {
            for name in [term.name.as_str(), slug(term)] {
                let found = terms.iter().find(|other| is_called(other, name));
                assert_eq!(found.map(|found| &found.id), Some(&term.id), "{name}");
            }
        }
    }
}
