//! Verifies the teaching: a lab in, what is wrong with it out.
//!
//! The rule: the starter compiles, launches and fails in every part; the solution passes everything; each known
//! mistake fails exactly the check that its first line names (`// must fail: part/check — why`); ids are unique,
//! every part has hints, and the markers of the kernel text fit.

use crate::{CheckRecord, Device, Kind, Lab, Select, Status, judge, markers};

/// Everything that is wrong with the lab, each as a sentence; empty when all is well.
pub fn verify(lab: &Lab, device: &mut dyn Device) -> Vec<String> {
    let mut problems = shape(lab);
    starter(lab, device, &mut problems);
    solution(lab, device, &mut problems);
    for (name, text) in lab.wrong {
        known_mistake(lab, name, text, device, &mut problems);
    }
    problems
}

fn shape(lab: &Lab) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let misplaced = markers::problems(lab.kernel).into_iter();
    out.extend(misplaced.map(|p| format!("kernels/{}:{}: {}", lab.file, p.line, p.message)));
    let mut parts: Vec<&str> = lab.parts.iter().map(|p| p.id).collect();
    repeated(&mut parts, "part", &mut out);
    for part in lab.parts {
        let mut checks: Vec<&str> = part.checks.iter().map(|c| c.id).collect();
        repeated(
            &mut checks,
            &format!("check of part `{}`", part.id),
            &mut out,
        );
        if lab.hints_of(part.id).len() < 2 {
            out.push(format!(
                "hints.md: part `{}` has fewer than two hints",
                part.id
            ));
        }
        if !part
            .checks
            .first()
            .is_some_and(|c| matches!(c.kind, Kind::Compiles))
        {
            out.push(format!(
                "part `{}`: the first check is not the one that compiles",
                part.id
            ));
        }
        if (part.cases)().is_empty() {
            out.push(format!("part `{}` has no cases", part.id));
        }
    }
    let stray = crate::hints::parts(lab.hints)
        .into_iter()
        .filter(|id| lab.part(id).is_none());
    out.extend(stray.map(|id| format!("hints.md: there is no part `{id}`")));
    if lab.wrong.len() < 4 {
        out.push(format!(
            "{} known mistakes, at least 4 are asked for",
            lab.wrong.len()
        ));
    }
    out
}

fn repeated(ids: &mut [&str], what: &str, out: &mut Vec<String>) {
    ids.sort_unstable();
    out.extend(
        ids.windows(2)
            .filter(|w| w[0] == w[1])
            .map(|w| format!("{what} `{}` is there twice", w[0])),
    );
}

fn run(lab: &Lab, text: &str, device: &mut dyn Device) -> Vec<CheckRecord> {
    let mut records = Vec::new();
    judge(lab, Select::All, text, device, &mut |record| {
        records.push(record)
    });
    records
}

fn starter(lab: &Lab, device: &mut dyn Device, out: &mut Vec<String>) {
    let records = run(lab, &lab.starter(), device);
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
    for part in lab.parts {
        if !records
            .iter()
            .any(|r| r.part == part.id && r.status == Status::Fail)
        {
            out.push(format!("the starter passes part `{}`", part.id));
        }
    }
}

fn solution(lab: &Lab, device: &mut dyn Device, out: &mut Vec<String>) {
    for record in run(lab, &lab.solution(), device) {
        if !matches!(record.status, Status::Pass | Status::NotMeasured) {
            out.push(format!("the solution does not pass: {}", told(&record)));
        }
    }
}

/// The check that a known mistake must fail, from its first line.
pub(crate) fn named_check(text: &str) -> Option<&str> {
    let rest = text.lines().next()?.strip_prefix("// must fail:")?.trim();
    let id = rest.split_whitespace().next()?;
    id.contains('/').then_some(id)
}

fn known_mistake(
    lab: &Lab,
    name: &str,
    text: &str,
    device: &mut dyn Device,
    out: &mut Vec<String>,
) {
    let Some(named) = named_check(text) else {
        out.push(format!(
            "wrong/{name}: the first line is not `// must fail: part/check — why`"
        ));
        return;
    };
    let Some((part, _)) = named.split_once('/').filter(|(p, c)| {
        lab.part(p)
            .is_some_and(|part| part.checks.iter().any(|check| check.id == *c))
    }) else {
        out.push(format!("wrong/{name}: there is no check `{named}`"));
        return;
    };
    // A known mistake is written for one part; the file need not have the kernels of the others.
    let mut records = Vec::new();
    judge(lab, Select::Part(part), text, device, &mut |record| {
        records.push(record)
    });
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
