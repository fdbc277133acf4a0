//! The proof that a lab's checks teach: the starter compiles and fails every part, the solution passes everything, and
//! each known mistake fails exactly the check that its first line names.
//!
//! In: a lab and something that judges a text. Out: everything that is wrong, each as a sentence. A checker that passes
//! any known mistake is broken, and so is one that fails a mistake for another reason than the named one.

use crate::{CheckRecord, Kind, Lab, Language, Seed, Select, Status};

/// Judges a text of a lab, hidden cases and all: the starter, the solution or a known mistake.
pub type Judge<'a> = &'a mut dyn FnMut(Candidate<'_>, Select<'_>) -> Vec<CheckRecord>;

/// A text that a proof has judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// `starter`, `solution`, or the file name of a known mistake.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Everything that is wrong with the lab, each as a sentence; empty when all is well.
pub fn verify(lab: &Lab, judge: Judge<'_>) -> Vec<String> {
    let mut out: Vec<String> = lab.problems.iter().map(ToString::to_string).collect();
    for part in &lab.parts {
        if lab.language == Language::Cuda && part.cases(Seed::default()).is_empty() {
            out.push(format!("part `{}` has no cases", part.id));
        }
    }
    starter(lab, judge, &mut out);
    solution(lab, judge, &mut out);
    for (name, text) in lab.wrong {
        known_mistake(lab, Candidate { name, text }, judge, &mut out);
    }
    out
}

fn starter(lab: &Lab, judge: Judge<'_>, out: &mut Vec<String>) {
    let text = lab.starter();
    let starter = Candidate {
        name: "starter",
        text: &text,
    };
    let records = judge(starter, Select::All);
    for (part, check) in lab.checks() {
        let record = records
            .iter()
            .find(|r| r.part == part.id && r.check == check.id);
        let Some(record) = record else {
            out.push(format!(
                "the starter has no record of `{}/{}`",
                part.id, check.id
            ));
            continue;
        };
        if matches!(check.kind, Kind::Compiles) && record.status != Status::Pass {
            out.push(format!("the starter does not compile: {}", told(record)));
        }
    }
    for part in &lab.parts {
        if !records
            .iter()
            .any(|r| r.part == part.id && r.status == Status::Fail)
        {
            out.push(format!("the starter passes part `{}`", part.id));
        }
    }
}

fn solution(lab: &Lab, judge: Judge<'_>, out: &mut Vec<String>) {
    let text = lab.solution();
    let solution = Candidate {
        name: "solution",
        text: &text,
    };
    let records = judge(solution, Select::All);
    let hidden = lab.parts.iter().filter(|part| part.has_hidden()).count();
    let of = lab.checks().count() + hidden;
    if records.len() != of {
        let found = records.len();
        out.push(format!("the solution has {found} of {of} records"));
    }
    for record in records {
        if !matches!(record.status, Status::Pass | Status::NotMeasured) {
            out.push(format!("the solution does not pass: {}", told(&record)));
        }
    }
}

/// The check that a known mistake must fail, from its first line.
pub fn named_check(text: &str) -> Option<&str> {
    let rest = text.lines().next()?.strip_prefix("// must fail:")?.trim();
    let id = rest.split_whitespace().next()?;
    id.contains('/').then_some(id)
}

fn known_mistake(lab: &Lab, mistake: Candidate<'_>, judge: Judge<'_>, out: &mut Vec<String>) {
    // One that names no check is among the lab's problems.
    let named = named_check(mistake.text).and_then(|named| {
        let (part, check) = named.split_once('/')?;
        let part = lab.part(part)?;
        let known = part.has_check(check);
        known.then_some((named, part.id))
    });
    let Some((named, part)) = named else {
        return;
    };
    let name = mistake.name;
    // A known mistake is written for one part; the file need not have the kernels of the others.
    let records = judge(mistake, Select::Part(part));
    let failed: Vec<&CheckRecord> = records
        .iter()
        .filter(|r| r.status == Status::Fail)
        .collect();
    if failed.is_empty() {
        out.push(format!("wrong/{name}: passes, and should fail `{named}`"));
    }
    for record in failed.iter().filter(|r| r.full_id() != named) {
        out.push(format!(
            "wrong/{name}: should fail only `{named}`, and fails {}",
            told(record)
        ));
    }
}

fn told(record: &CheckRecord) -> String {
    let detail = if record.detail.is_empty() {
        String::new()
    } else {
        format!("\n{}", record.detail)
    };
    format!(
        "`{}` ({}): {}{detail}",
        record.full_id(),
        record.status.slug(),
        record.message
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_the_check() {
        assert_eq!(
            named_check("// must fail: v0/bounds — one past the end\nint x;"),
            Some("v0/bounds")
        );
        assert_eq!(named_check("// fails v0/bounds"), None);
        assert_eq!(named_check(""), None);
    }
}
