//! The standing, told: per part a status word, a bar, done / total; projects; labs; what is next.
//! Bars are filled in whole cells, so a full bar means that everything is done.

use serde_json::{Value, json};

use super::paint::{Paint, Role};
use super::timed;
use super::typed::command;
use crate::standing::timed::Timed;
use crate::standing::{LabRow, Row, Standing, State};

const CELLS: usize = 25;

/// What a GPU measured, by the labs' names.
type Measured<'a> = [(&'a str, Vec<Timed>)];

/// The dashboard for a terminal: how the learner stands, and what a GPU measured.
pub fn human(paint: Paint, title: &str, (standing, on_gpu): (&Standing, &Measured<'_>)) -> String {
    let mut out = format!("{}\n\n", paint.on(Role::Strong, title));
    let modules = standing.parts.iter().flat_map(|part| &part.modules);
    let begun = modules.filter(|row| row.state != State::NotStarted);
    let titles = begun
        .map(|row| format!("   {}", named(row)))
        .chain(standing.parts.iter().map(|part| named(&part.row)))
        .chain(["Projects".to_owned()]);
    let width = titles.map(|title| title.chars().count()).max();
    let width = width.unwrap_or(0).min(52);
    for part in &standing.parts {
        out.push_str(&line(paint, &part.row, &named(&part.row), width, "items"));
        let begun = part
            .modules
            .iter()
            .filter(|row| row.state != State::NotStarted);
        for row in begun {
            let name = format!("   {}", named(row));
            out.push_str(&line(paint, row, &name, width, "items"));
        }
    }
    let gathered = [
        (&standing.projects, "projects"),
        (&standing.papers, "papers"),
    ];
    for (row, what) in gathered.into_iter().filter(|(row, _)| row.total > 0) {
        out.push_str(&line(paint, row, &row.title, width, what));
    }
    if !standing.labs.is_empty() {
        out.push_str(&format!("\n{}\n", paint.on(Role::Strong, "Labs")));
        out.push_str(&labs(paint, &standing.labs));
    }
    if !on_gpu.is_empty() {
        let title = paint.on(Role::Strong, "Measured on a GPU");
        out.push_str(&format!("\n{title}\n{}", measured(paint, on_gpu)));
    }
    if let Some(next) = &standing.next {
        let typed = match next.kind {
            "lab" => command(&format!("check {}", next.id)),
            "lesson" | "page" => command("next --read, once you have read it"),
            _ => command("start"),
        };
        let title = titled(&next.label, &next.title);
        out.push_str(&format!(
            "\nnext: {title} ({})\n",
            paint.on(Role::Note, &typed)
        ));
    } else {
        out.push_str("\neverything is done\n");
    }
    out
}

/// `Lesson 3: Where data lives`.
pub fn titled(label: &str, title: &str) -> String {
    match label {
        "" => title.to_owned(),
        label => format!("{label}: {title}"),
    }
}

fn named(row: &Row) -> String {
    match row.number.as_str() {
        "" => row.title.clone(),
        // A part is `1.`, a module is `1.5`.
        number if number.contains('.') => format!("{number} {}", row.title),
        number => format!("{number}. {}", row.title),
    }
}

fn line(paint: Paint, row: &Row, name: &str, width: usize, what: &str) -> String {
    let name = pad(name, width);
    let state = paint.on(role(row.state), &format!("{:<11}", row.state.words()));
    format!(
        "  {name}  {state}  {}  {}/{} {what}\n",
        bar(paint, row),
        row.done,
        row.total
    )
}

/// The labs, one a line.
pub fn labs(paint: Paint, labs: &[LabRow]) -> String {
    let width = labs
        .iter()
        .map(|lab| lab.row.id.chars().count())
        .max()
        .unwrap_or(0);
    let titles = labs
        .iter()
        .map(|lab| lab.row.title.chars().count())
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for lab in labs {
        let row = &lab.row;
        let state = paint.on(role(row.state), &format!("{:<11}", row.state.words()));
        let tried = match lab.attempts {
            0 => String::new(),
            1 => "  1 attempt".to_owned(),
            many => format!("  {many} attempts"),
        };
        let waits = match lab.waits_for.as_slice() {
            [] => String::new(),
            first => format!("  after {}", first.join(", ")),
        };
        out.push_str(&format!(
            "  {}  {}  {state}  {}  {:>2}/{} checks{}\n",
            pad(&row.id, width),
            pad(&row.title, titles.min(40)),
            bar(paint, row),
            row.done,
            row.total,
            paint.on(Role::Dim, &format!("{tried}{waits}"))
        ));
    }
    out
}

fn measured(paint: Paint, labs: &Measured<'_>) -> String {
    let names = labs.iter().flat_map(|(lab, all)| {
        let name = move |one: &Timed| format!("{lab} {}", one.check);
        all.iter().map(move |one| (name(one), one))
    });
    let names: Vec<(String, &Timed)> = names.collect();
    let width = names.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    let line = |(name, one): &(String, &Timed)| {
        format!("  {}  {}\n", pad(name, width), timed::line(paint, one))
    };
    names.iter().map(line).collect()
}

/// The same as JSON: an object a series, with its lab.
pub fn measured_json(labs: &Measured<'_>) -> Value {
    let of_lab = |(lab, all): &(&str, Vec<Timed>)| {
        let one = |one: &Timed| {
            let mut value = timed::json(one);
            value["lab"] = json!(lab);
            value
        };
        all.iter().map(one).collect::<Vec<_>>()
    };
    labs.iter().flat_map(of_lab).collect()
}

/// Twenty-five cells.
fn bar(paint: Paint, row: &Row) -> String {
    let full = row.cells(CELLS);
    let done = paint.on(Role::Good, &"█".repeat(full));
    let open = paint.on(Role::Dim, &"░".repeat(CELLS - full));
    format!("{}{}", if full > 0 { done } else { String::new() }, open)
}

fn pad(text: &str, width: usize) -> String {
    let len = text.chars().count();
    if len > width {
        let kept: String = text.chars().take(width.saturating_sub(1)).collect();
        return format!("{kept}…");
    }
    format!("{text}{}", " ".repeat(width - len))
}

fn role(state: State) -> Role {
    match state {
        State::Done => Role::Good,
        State::InProgress => Role::Middling,
        State::NotStarted => Role::Dim,
    }
}

/// The dashboard as JSON.
pub fn json(standing: &Standing) -> Value {
    let parts: Vec<Value> = standing
        .parts
        .iter()
        .map(|part| {
            let mut value = row(&part.row);
            value["modules"] = part.modules.iter().map(row).collect();
            value
        })
        .collect();
    json!({
        "format": "course-status",
        "version": 1,
        "parts": parts,
        "projects": row(&standing.projects),
        "papers": row(&standing.papers),
        "labs": labs_json(&standing.labs),
        "next": standing.next.as_ref().map(|next| json!({
            "kind": next.kind, "id": next.id, "title": next.title
        })),
    })
}

/// The labs as JSON.
pub fn labs_json(labs: &[LabRow]) -> Value {
    labs.iter()
        .map(|lab| {
            let mut value = row(&lab.row);
            value["parts"] = lab.parts.iter().map(row).collect();
            value["attempts"] = json!(lab.attempts);
            value["last"] = json!(lab.last);
            value["waits_for"] = json!(lab.waits_for);
            value
        })
        .collect()
}

fn row(row: &Row) -> Value {
    json!({
        "id": row.id,
        "number": row.number,
        "title": row.title,
        "state": row.state.slug(),
        "done": row.done,
        "total": row.total,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_only_when_all_is_done() {
        let row = |done, total| Row {
            id: String::new(),
            number: String::new(),
            title: String::new(),
            state: State::InProgress,
            done,
            total,
        };
        let cells = |done, total| bar(Paint::plain(), &row(done, total)).matches('█').count();
        assert_eq!(
            [
                cells(0, 0),
                cells(0, 3),
                cells(1, 3),
                cells(2999, 3000),
                cells(3, 3)
            ],
            [0, 0, 8, 24, 25]
        );
        assert_eq!(pad("abcdef", 4), "abc…");
    }
}
