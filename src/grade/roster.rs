//! The roster of a class: a CSV file in, learners with their names out.
//!
//! The rule: the first line names the columns, in any order. `id` is what a learner's folder or archive is called; `name` and
//! `submitted` may be there, and whatever else is kept as it is. Each id stands once.

use std::collections::BTreeMap;
use std::path::Path;

use super::csv;
use crate::exit::Failure;
use crate::regular;

/// No roster is longer, in bytes.
const LONGEST: u64 = 16 << 20;

/// The learners of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// By id.
    pub learners: BTreeMap<String, Enrolled>,
}

/// What the roster says of a learner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enrolled {
    /// The `name`; none without that column, or where it is empty.
    pub name: Option<String>,
    /// The `submitted`, RFC 3339 in UTC.
    pub submitted: Option<String>,
    /// The other columns with what they hold, in order.
    pub more: Vec<(String, String)>,
}

impl Roster {
    /// Reads one.
    ///
    /// # Errors
    /// When it cannot be read, has no column `id`, or names a learner twice; with the line.
    pub fn read(path: &Path) -> Result<Roster, Failure> {
        let shown = path.display();
        let bytes = regular::read(path, LONGEST)
            .map_err(|why| Failure::wrong_use(format!("the roster `{shown}` {why}")))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::wrong_use(format!("the roster `{shown}` is not UTF-8 text")))?;
        Roster::parse(&text).map_err(|why| {
            Failure::wrong_use(format!("the roster `{shown}`, {why}")).help(
                "its first line is `id,name` or `id,name,submitted`, and a line a learner follows",
            )
        })
    }

    fn parse(text: &str) -> Result<Roster, String> {
        let mut rows = csv::rows(text)?.into_iter();
        let (_, columns) = rows.next().ok_or("line 1: it is empty")?;
        let columns: Vec<String> = columns.iter().map(|c| c.trim().to_lowercase()).collect();
        let place = |name: &str| columns.iter().position(|column| column == name);
        let id = place("id").ok_or("line 1: it has no column `id`")?;
        let (name, submitted) = (place("name"), place("submitted"));
        let mut roster = Roster::default();
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        for (line, fields) in rows {
            let of = |at: Option<usize>| {
                let field = at.and_then(|at| fields.get(at)).map(|f| f.trim());
                field.filter(|f| !f.is_empty()).map(str::to_owned)
            };
            let learner = of(Some(id)).ok_or(format!("line {line}: it has no id"))?;
            if let Some(first) = lines.insert(learner.clone(), line) {
                return Err(format!(
                    "line {line}: `{learner}` is in line {first} already"
                ));
            }
            let submitted = match of(submitted) {
                None => None,
                Some(text) => Some(time(&text).ok_or(format!(
                    "line {line}: `submitted` is `{text}`, and a time is written 2026-11-27T18:00:00Z or 2026-11-27"
                ))?),
            };
            let others = (0..columns.len())
                .filter(|at| *at != id && Some(*at) != name && place("submitted") != Some(*at));
            let more = others.map(|at| (columns[at].clone(), of(Some(at)).unwrap_or_default()));
            let enrolled = Enrolled {
                name: of(name),
                submitted,
                more: more.collect(),
            };
            roster.learners.insert(learner, enrolled);
        }
        Ok(roster)
    }
}

/// A time in UTC; a date stands for its first moment, in UTC, too.
fn time(text: &str) -> Option<String> {
    let whole = match text.len() {
        10 => format!("{text}T00:00:00Z"),
        _ => text.replacen(' ', "T", 1),
    };
    let time: jiff::Timestamp = whole.parse().ok()?;
    Some(time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_in_any_order_and_others_are_kept() {
        let text = "Section,ID,Name,submitted\nA,ada,Ada Lovelace,2026-11-27\nB,bob,,2026-11-27 10:00:00+02:00\n";
        let roster = Roster::parse(text).unwrap();
        let ada = &roster.learners["ada"];
        assert_eq!(ada.name.as_deref(), Some("Ada Lovelace"));
        assert_eq!(ada.submitted.as_deref(), Some("2026-11-27T00:00:00Z"));
        assert_eq!(ada.more, [("section".to_owned(), "A".to_owned())]);
        let bob = &roster.learners["bob"];
        assert_eq!(
            (bob.name.as_deref(), bob.submitted.as_deref()),
            (None, Some("2026-11-27T08:00:00Z"))
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let told = |text: &str| Roster::parse(text).unwrap_err();
        assert!(told("").starts_with("line 1"));
        assert!(told("name\nAda\n").contains("no column `id`"));
        assert_eq!(
            told("id\nada\nbob\nada\n"),
            "line 4: `ada` is in line 2 already"
        );
        assert!(told("id,submitted\nada,yesterday\n").starts_with("line 2: `submitted`"));
        assert!(told("id,name\n,x\n").contains("line 2: it has no id"));
    }
}
