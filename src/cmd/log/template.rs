//! A log entry as text: for an editor and back, and as Markdown for export.
//! Unknown headings are kept where they stand, inside the field above them: nothing written is dropped.

use crate::exit::Failure;
use crate::store::LogRow;

const FIELDS: [(&str, &str); 4] = [
    ("Progress", "what got done"),
    ("Key insight", "what you understood"),
    ("Challenge", "what was hard"),
    ("Next steps", "what comes next"),
];

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

/// What the editor shows.
pub fn to_edit(row: &LogRow) -> String {
    let mut text = format!("date: {}\nmodule: {}\n", row.date, row.module);
    for ((name, prompt), field) in FIELDS.iter().zip(texts(row)) {
        text.push_str(&format!("\n## {name}\n<!-- {prompt} -->\n{field}\n"));
    }
    text
}

/// What the editor left.
///
/// # Errors
/// When the date is none.
pub fn from_edit(text: &str) -> Result<LogRow, Failure> {
    let mut row = LogRow::default();
    let mut fields: [String; 4] = Default::default();
    let mut current = None;
    for line in text.lines() {
        let heading = line.strip_prefix("## ").map(str::trim);
        if let Some(at) = heading.and_then(|h| FIELDS.iter().position(|(name, _)| *name == h)) {
            current = Some(at);
        } else if let Some(at) = current {
            if !FIELDS
                .iter()
                .any(|(_, prompt)| line.trim() == format!("<!-- {prompt} -->"))
            {
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
    for ((name, _), field) in FIELDS.iter().zip(texts(row)) {
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
        assert_eq!(from_edit(&to_edit(&row)).unwrap(), row);
        assert!(from_edit("date: yesterday\n").is_err());
        assert!(is_blank(
            &from_edit(&to_edit(&LogRow {
                date: "2026-05-31".into(),
                ..LogRow::default()
            }))
            .unwrap()
        ));
        assert_eq!(
            markdown(&LogRow {
                progress: String::new(),
                ..row
            }),
            "## 2026-05-31: 1.5\n\n**Next steps:** rope\n"
        );
    }
}
