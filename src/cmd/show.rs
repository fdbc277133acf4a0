//! `course show`: what a lab asks, part by part: statement, example, launch, the sizes that come, and each budget's numbers.
//! The same words stand on the lab's page; nothing here needs the store.

use lab::{Case, Part};
use serde_json::{Value, json};

use crate::cli::{Format, ShowArgs};
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::labs::part_named;
use crate::tell::paint::{Paint, Role};
use crate::tell::{self, wrap};

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
    match args.report.format {
        Format::Json => tell::json(&json!({
            "format": "course-show", "version": 1, "lab": lab.id, "title": lab.title,
            "goal": lab.goal, "minutes": lab.minutes, "requires": lab.requires, "file": lab.file,
            "parts": parts.iter().map(|part| part_json(part)).collect::<Vec<_>>(),
        })),
        Format::Human => {
            let paint = Paint::stdout(config.colour);
            let file = config.shown(&config.kernel(lab.id, &lab.file));
            let head = paint.on(Role::Strong, &format!("{}: {}", lab.id, lab.title));
            let goal = wrap(&format!("You can {} afterwards.", lab.goal), 2);
            let text: String = parts.iter().map(|part| told(paint, part)).collect();
            tell::out(&format!("{head}\n  {goal}\n  you write {file}\n{text}"));
        }
    }
    Ok(Exit::Pass)
}

fn part_json(part: &Part) -> Value {
    let cases = part.cases(lab::Seed::default());
    json!({
        "id": part.id, "title": part.title, "statement": part.statement.text,
        "example": part.example.text, "launch": part.launch.text,
        "declarations": part.declarations(),
        "cases": cases.iter().map(|case| &case.name).collect::<Vec<_>>(),
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
    if !cases.is_empty() {
        out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, "cases")));
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        out.push_str(&format!("  {}\n", wrap(&names.join("; "), 2)));
    }
    out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, "checks")));
    out.push_str(&checks(part, &cases));
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
