//! A log entry as text: for an editor and back, and as Markdown for export.
//! Unknown headings are kept where they stand, inside the field above them: nothing written is dropped.

use crate::course::template::{LOG_FIELDS, LogPrompts};
use crate::exit::Failure;
use crate::store::LogRow;

fn texts(row: &LogRow) -> [&String; 4] {
    [&row.progress, &row.insight, &row.challenge, &row.next]
}

/// Whether nothing of the template was filled in.
pub fn is_blank(row: &LogRow) -> bool {
    texts(row).iter().all(|text| text.trim().is_empty())
}

/// Whether two entries say the same.
pub fn same(a: &LogRow, b: &LogRow) -> bool {
    a.date == b.date && a.module == b.module && texts(a) == texts(b)
}

/// A date as `2026-05-31`.
///
/// # Errors
/// When it is none.
pub fn check_date(date: &str) -> Result<(), Failure> {
    match date.parse::<jiff::civil::Date>() {
        Ok(_) => Ok(()),
        Err(_) => {
            Err(Failure::wrong_use(format!("`{date}` is no date")).help("write it as 2026-05-31"))
        }
    }
}

/// What the editor shows; `prompts` say what belongs into each field.
pub fn to_edit(row: &LogRow, prompts: &LogPrompts) -> String {
    let mut text = format!("date: {}\nmodule: {}\n", row.date, row.module);
    for ((name, prompt), field) in LOG_FIELDS.iter().zip(&prompts.0).zip(texts(row)) {
        text.push_str(&format!("\n## {name}\n<!-- {prompt} -->\n{field}\n"));
    }
    text
}

/// What the editor left.
///
/// # Errors
/// When the date is none.
pub fn from_edit(text: &str, prompts: &LogPrompts) -> Result<LogRow, Failure> {
    let mut row = LogRow::default();
    let mut fields: [String; 4] = Default::default();
    let mut current = None;
    for line in text.lines() {
        let heading = line.strip_prefix("## ").map(str::trim);
        if let Some(at) = heading.and_then(|h| LOG_FIELDS.iter().position(|name| *name == h)) {
            current = Some(at);
        } else if let Some(at) = current {
            let asked = |prompt: &String| line.trim() == format!("<!-- {prompt} -->");
            if !prompts.0.iter().any(asked) {
                fields[at].push_str(line);
                fields[at].push('\n');
            }
        } else if let Some(date) = line.strip_prefix("date:") {
            date.trim().clone_into(&mut row.date);
        } else if let Some(module) = line.strip_prefix("module:") {
            module.trim().clone_into(&mut row.module);
        }
    }
    let [progress, insight, challenge, next] = fields.map(|field| field.trim().to_owned());
    check_date(&row.date)?;
    Ok(LogRow {
        progress,
        insight,
        challenge,
        next,
        ..row
    })
}

/// An entry as Markdown.
pub fn markdown(row: &LogRow) -> String {
    let module = if row.module.is_empty() {
        String::new()
    } else {
        format!(": {}", row.module)
    };
    let mut text = format!("## {}{module}\n", row.date);
    for (name, field) in LOG_FIELDS.iter().zip(texts(row)) {
        if !field.is_empty() {
            text.push_str(&format!("\n**{name}:** {field}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_the_editor() {
        let row = LogRow {
            date: "2026-05-31".into(),
            module: "1.5".into(),
            progress: "two lines\n\n## of my own\nhere".into(),
            next: "rope".into(),
            ..LogRow::default()
        };
        let prompts = LogPrompts(["a", "what, and why", "c", "d"].map(str::to_owned));
        let through = |row: &LogRow| from_edit(&to_edit(row, &prompts), &prompts).unwrap();
        assert_eq!(through(&row), row);
        assert!(to_edit(&row, &prompts).contains("<!-- what, and why -->"));
        assert!(from_edit("date: yesterday\n", &prompts).is_err());
        assert!(is_blank(&through(&LogRow {
            date: "2026-05-31".into(),
            ..LogRow::default()
        })));
        assert_eq!(
            markdown(&LogRow {
                progress: String::new(),
                ..row
            }),
            "## 2026-05-31: 1.5\n\n**Next steps:** rope\n"
        );
    }
}
