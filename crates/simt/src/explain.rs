//! Everything that has a code, with what a learner should know of it.
//!
//! In: the tables of `diag.rs` and `report/kind.rs`, and a text a code in `codes/`. Out: an [`Entry`] a code, in the order
//! of the codes, found by code or name. A text is Markdown; it holds programs, `cuda fails` and `cuda works`, and
//! [`Example::said`] is what is really said about one, so that no page can promise what does not happen. The rule: a
//! `fails` gives its own code and no other, a `works` gives nothing (`tests/codes.rs`).

use crate::excerpt::{Remark, after, render};
use cuda_host::{ProgramOptions, Quiet, run_main};
use cuda_source::diag::{Code, Severity, nearest};
use cuda_source::source::Source;
use warp::launch::Memory;
use warp::report::{EndingKind, FindingKind};

/// A code and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The stable code: `E0301`.
    pub code: &'static str,
    /// What it is called besides; empty for what the compiler says.
    pub slug: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What it means, in a few words: a lowercase fragment.
    pub summary: &'static str,
    /// What a learner should know: Markdown.
    pub text: &'static str,
}

/// What codes are grouped by: how they begin, and a heading.
pub const GROUPS: &[(&str, &str)] = &[
    ("E00", "The text and its tokens"),
    ("E01", "The preprocessor"),
    ("E02", "The grammar"),
    ("E03", "Names"),
    ("E04", "Types"),
    ("E05", "Calls and templates"),
    ("E06", "Constants"),
    ("E07", "Statements"),
    ("E08", "CUDA’s own rules"),
    ("E09", "Our own faults"),
    ("W09", "Warnings: it compiles, but look"),
    ("F01", "Findings: memory"),
    ("F02", "Findings: races"),
    ("F03", "Findings: barriers"),
    ("F04", "Findings: lanes of a warp"),
    ("F05", "Findings: arithmetic"),
    ("F06", "Findings: the host and the runtime"),
    ("F07", "Findings: loops"),
    ("S01", "How a kernel is stopped"),
    ("S02", "How a program is stopped"),
];

/// Every code, group by group.
pub fn entries() -> Vec<Entry> {
    let said = Code::ALL.iter().map(|code| Entry {
        code: code.as_str(),
        slug: "",
        severity: match code.as_str().starts_with('W') {
            true => Severity::Warning,
            false => Severity::Error,
        },
        summary: code.summary(),
        text: code.text(),
    });
    let found = FindingKind::ALL.iter().map(|kind| Entry {
        code: kind.code(),
        slug: kind.slug(),
        severity: kind.severity(),
        summary: kind.summary(),
        text: kind.text(),
    });
    let ended = EndingKind::ALL.iter().map(|kind| Entry {
        code: kind.code(),
        slug: kind.slug(),
        severity: kind.severity(),
        summary: kind.summary(),
        text: kind.text(),
    });
    said.chain(found).chain(ended).collect()
}

/// The entry of a code or a name, however it is spelt: `E0301`, `e0301`, `out-of-bounds`.
pub fn find(name: &str) -> Option<Entry> {
    let same = |of: &str| !of.is_empty() && of.eq_ignore_ascii_case(name.trim());
    entries()
        .into_iter()
        .find(|entry| same(entry.code) || same(entry.slug))
}

/// The code or name that an unknown one probably means.
pub fn near(name: &str) -> Option<&'static str> {
    let all = entries();
    let name = name.trim();
    let names = all.iter().map(|entry| entry.slug);
    let by_name = nearest(&name.to_lowercase(), names.filter(|slug| !slug.is_empty()));
    let written = name.to_uppercase();
    let codes = all.iter().map(|entry| entry.code);
    let found = by_name.or_else(|| nearest(&written, codes))?;
    let known = all.iter().flat_map(|entry| [entry.code, entry.slug]);
    known.into_iter().find(|one| *one == found)
}

/// A program of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether it shows what is wrong, or how it is right.
    pub fails: bool,
    /// The program.
    pub program: &'static str,
}

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Markdown.
    Prose(&'static str),
    /// A program.
    Example(Example),
}

impl Entry {
    /// Whether it says how something ended, not what it did wrong.
    pub fn is_ending(&self) -> bool {
        self.code.starts_with('S')
    }

    /// The heading of its group.
    pub fn group(&self) -> &'static str {
        let found = GROUPS
            .iter()
            .find(|(prefix, _)| self.code.starts_with(prefix));
        found.map_or("", |(_, title)| title)
    }

    /// The text in its parts, in order.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = self.text;
        let marks = [("```cuda fails\n", true), ("```cuda works\n", false)];
        loop {
            let next = marks
                .iter()
                .filter_map(|(mark, fails)| Some((rest.find(mark)?, mark.len(), *fails)))
                .min();
            let cut = next.and_then(|(at, length, fails)| {
                let body = rest.get(at + length..)?;
                Some((at, fails, body.split_once("```\n")?))
            });
            let Some((at, fails, (program, after))) = cut else {
                break;
            };
            prose(&mut parts, rest.get(..at));
            parts.push(Part::Example(Example { fails, program }));
            rest = after;
        }
        prose(&mut parts, Some(rest));
        parts
    }

    /// Its programs, in order.
    pub fn examples(&self) -> Vec<Example> {
        let parts = self.parts().into_iter();
        parts
            .filter_map(|part| match part {
                Part::Example(example) => Some(example),
                Part::Prose(_) => None,
            })
            .collect()
    }
}

fn prose(parts: &mut Vec<Part>, text: Option<&'static str>) {
    let text = text.unwrap_or_default().trim();
    if !text.is_empty() {
        parts.push(Part::Prose(text));
    }
}

impl Example {
    /// What is said about it: by the compiler and, if it has a `main`, after its run.
    pub fn said(&self) -> Vec<Remark> {
        let source = Source::new("example.cu", self.program);
        let remark = |diag: &cuda_source::diag::Diag| Remark {
            code: Some(diag.code.as_str()),
            pieces: render(&source, diag),
        };
        let module = match cudac::compile(&source) {
            Ok(module) => module,
            Err(diags) => return diags.iter().map(remark).collect(),
        };
        let mut said: Vec<Remark> = module.warnings().iter().map(remark).collect();
        let mut entries = module.code().entries.iter();
        if entries.any(|entry| entry.signature.name == "main") {
            // Small limits: an endless loop is to end soon. What is found only on request is asked for.
            let options = ProgramOptions {
                host_fuel: 100_000,
                kernel_fuel: 1 << 19,
                memory_bytes: 64 << 20,
                nonfinite: true,
                ..ProgramOptions::default()
            };
            let report = run_main(&module, &mut Memory::new(), &mut Quiet::default(), &options);
            said.extend(after(&source, &report));
        }
        said
    }
}
