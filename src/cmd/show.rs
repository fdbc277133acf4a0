//! `course show`: what a lab asks, part by part: statement, example, launch, the sizes that come, and each budget's numbers.
//! The same words stand on the lab's page. The store adds what a GPU measured, where there is one with some of it.

use lab::{Case, Lab, Part};
use serde_json::{Value, json};

use crate::cli::{Format, ShowArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::labs::part_named;
use crate::standing::timed::{Timed, timed};
use crate::tell::paint::{Paint, Role};
use crate::tell::{self, timed as told_timed, wrap};

/// Runs `course show`.
///
/// # Errors
/// When the lab or the part is unknown.
pub fn run(config: &Config, args: ShowArgs) -> Result<Exit, Failure> {
    let lab = config.labs.find(&args.lab)?;
    let parts: Vec<&Part> = match &args.part {
        None => lab.parts.iter().collect(),
        Some(id) => vec![part_named(lab, id)?],
    };
    let measured = measured(config, lab);
    match args.report.format {
        Format::Json => tell::json(&json!({
            "format": "course-show", "version": 1, "lab": lab.id, "title": lab.title,
            "goal": lab.goal, "minutes": lab.minutes, "requires": lab.requires, "file": lab.file,
            "parts": parts.iter().map(|part| part_json(part)).collect::<Vec<_>>(),
            "measured": measured.iter().map(told_timed::json).collect::<Vec<_>>(),
        })),
        Format::Human => {
            let paint = Paint::stdout(config.colour);
            let file = config.shown(&config.kernel(lab.id, &lab.file));
            let head = paint.on(Role::Strong, &format!("{}: {}", lab.id, lab.title));
            let goal = wrap(&format!("You can {} afterwards.", lab.goal), 2);
            let text: String = parts
                .iter()
                .map(|part| told(paint, part) + &on_gpu(paint, part, &measured))
                .collect();
            tell::out(&format!("{head}\n  {goal}\n  you write {file}\n{text}"));
        }
    }
    Ok(Exit::Pass)
}

/// What a GPU measured of the lab so far; nothing where no attempt is kept, or the store cannot be read.
fn measured(config: &Config, lab: &Lab) -> Vec<Timed> {
    if !config.progress_db().exists() {
        return Vec::new();
    }
    let attempts = super::store(config).and_then(|store| store.all_attempts());
    attempts.map_or_else(|_| Vec::new(), |attempts| timed(lab, &attempts))
}

/// The same of one part, a line each.
fn on_gpu(paint: Paint, part: &Part, measured: &[Timed]) -> String {
    let check = |one: &Timed| {
        let (of, check) = one.check.split_once('/')?;
        (of == part.id).then(|| format!("  {check}  {}\n", told_timed::line(paint, one)))
    };
    let lines: String = measured.iter().filter_map(check).collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n  {}\n{lines}", paint.on(Role::Dim, "measured on a GPU")),
    }
}

fn part_json(part: &Part) -> Value {
    let cases = part.cases(lab::Seed::default());
    json!({
        "id": part.id, "title": part.title, "statement": part.statement.text,
        "example": part.example.text, "launch": part.launch.text,
        "accesses": accesses(&part.accesses.text),
        "declarations": part.declarations(),
        "cases": cases.iter().map(|case| &case.name).collect::<Vec<_>>(),
        "hidden_cases": part.has_hidden(),
        "checks": part.checks.iter().map(|check| json!({
            "id": check.id, "title": check.title, "allowed": check.allowances(&cases),
        })).collect::<Vec<_>>(),
    })
}

fn told(paint: Paint, part: &Part) -> String {
    let cases = part.cases(lab::Seed::default());
    let head = format!("part {}: {}", part.id, part.title);
    let mut out = format!("\n{}\n", paint.on(Role::Strong, &head));
    for declaration in part.declarations() {
        out.push_str(&format!("  {}\n", paint.on(Role::Note, &declaration)));
    }
    // Functions are called, not launched.
    let tried = match part.functions.is_empty() {
        true => "launch",
        false => "what is tried",
    };
    let passages = [
        ("", &part.statement),
        ("example", &part.example),
        (tried, &part.launch),
    ];
    for (name, passage) in passages.iter().filter(|(_, p)| !p.text.is_empty()) {
        if !name.is_empty() {
            out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, name)));
        }
        out.push_str(&indented(&tell::unlinked(&passage.text)));
    }
    if !part.accesses.text.is_empty() {
        out.push_str(&format!(
            "\n  {}\n",
            paint.on(Role::Dim, "accesses, before and after")
        ));
        out.push_str(&indented(&tell::unlinked(&accesses(&part.accesses.text))));
    }
    if !cases.is_empty() {
        out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, "cases")));
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        out.push_str(&format!("  {}\n", wrap(&names.join("; "), 2)));
        if part.has_hidden() {
            out.push_str("  and hidden ones: where a class is graded, this part runs at sizes that are not told\n");
        }
    }
    out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, "checks")));
    out.push_str(&checks(part, &cases));
    out
}

/// A passage about accesses in words: the page draws its maps, and here each is its title and what it counts, never its code.
fn accesses(text: &str) -> String {
    let mut out = String::new();
    let mut map: Option<(&str, String)> = None;
    for line in text.lines() {
        map = match (line.trim(), map) {
            ("```map", None) => Some(("", String::new())),
            ("```", Some((title, count))) => {
                out.push_str(&format!("- {title}: {count} for a request\n"));
                None
            }
            (line, Some((title, count))) => Some(match line.split_once(": ") {
                Some(("title", title)) => (title, count),
                Some(("sectors", "1")) => (title, "1 sector".to_owned()),
                Some(("passes", "1")) => (title, "1 pass".to_owned()),
                Some((what @ ("sectors" | "passes"), number)) => {
                    (title, format!("{number} {what}"))
                }
                _ => (title, count),
            }),
            (_, None) => {
                out.push_str(line);
                out.push('\n');
                None
            }
        };
    }
    out
}

fn checks(part: &Part, cases: &[Case]) -> String {
    let wide = part.checks.iter().map(|check| check.id.len()).max();
    let wide = wide.unwrap_or(0);
    let mut out = String::new();
    for check in &part.checks {
        out.push_str(&format!("  {:wide$}  {}\n", check.id, check.title));
        for allowed in check.allowances(cases) {
            out.push_str(&format!("  {:wide$}    {allowed}\n", ""));
        }
    }
    out
}

/// A passage two columns in; its prose wrapped, its fences and tables left as they are.
fn indented(text: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        let kept = fenced || fence || line.starts_with('|');
        let line = if kept { line.to_owned() } else { wrap(line, 2) };
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_in_words_has_its_title_and_its_count_and_no_code() {
        let map = |title: &str, count: &str| {
            format!(
                "```map\nsolution#x\nlaunch: k<<<1, 32>>>(x[8])\naccess: x[i]\n{count}\ntitle: {title}\n```\n"
            )
        };
        let text = format!(
            "A warp's read.\n\n{}\n{}",
            map("Before: far apart", "sectors: 32"),
            map("After: one bank each", "passes: 1")
        );
        let told = accesses(&text);
        assert_eq!(
            told.lines()
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>(),
            [
                "A warp's read.",
                "- Before: far apart: 32 sectors for a request",
                "- After: one bank each: 1 pass for a request"
            ]
        );
    }
}
