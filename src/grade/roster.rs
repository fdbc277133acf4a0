//! The roster of a class: a CSV file in, learners with their names out.
//!
//! The rule: the first line names the columns, in any order. `id` is what a learner's folder or archive is called; `name`, `submitted`,
//! `extension` and `extension:LAB` may be there, and whatever else is kept as it is. Each id stands once.

use std::path::Path;

use jiff::SignedDuration;
use sorted::SortedMap;

use super::csv;
use crate::course::grading;
use crate::exit::Failure;
use crate::regular;

/// The column by which deadlines are later; with `:` and the name of a lab behind it, that lab's.
const EXTENSION: &str = "extension";

/// No roster is longer, in bytes.
const LONGEST: u64 = 16 << 20;

/// The learners of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// By id.
    pub learners: SortedMap<String, Enrolled>,
    /// The labs that a column of extensions names.
    pub extended: Vec<String>,
}

/// What the roster says of a learner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enrolled {
    /// The `name`; none without that column, or where it is empty.
    pub name: Option<String>,
    /// The `submitted`, RFC 3339 in UTC.
    pub submitted: Option<String>,
    /// By how much the learner's deadline of a lab is later; of every other lab, below the empty name.
    pub extensions: SortedMap<String, SignedDuration>,
    /// The other columns with what they hold, in order.
    pub more: Vec<(String, String)>,
}

impl Enrolled {
    /// By how much this learner's deadline of a lab is later.
    pub fn extension(&self, lab: &str) -> Option<SignedDuration> {
        let own = self.extensions.get(lab).or(self.extensions.get(""));
        own.copied().filter(|length| !length.is_zero())
    }
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
                "its first line is `id,name`, with `submitted` and `extension` if you like, and a line a learner follows",
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
        // `extension` is of the lab without a name.
        let of_lab = |column: &str| {
            let lab = column.strip_prefix(EXTENSION)?;
            let lab = lab.strip_prefix(':').or(lab.is_empty().then_some(""));
            lab.map(|lab| lab.trim().to_owned())
        };
        let extended: Vec<Option<String>> = columns.iter().map(|c| of_lab(c)).collect();
        let named = extended.iter().flatten().filter(|lab| !lab.is_empty());
        let mut roster = Roster {
            extended: named.cloned().collect(),
            ..Roster::default()
        };
        let mut lines: SortedMap<String, usize> = SortedMap::new();
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
            let mut extensions = SortedMap::new();
            for (at, lab) in extended.iter().enumerate() {
                if let (Some(lab), Some(text)) = (lab, of(Some(at))) {
                    extensions.insert(lab.clone(), extension(&columns[at], &text, line)?);
                }
            }
            let is_known =
                |at: usize| at == id || Some(at) == name || place("submitted") == Some(at);
            let others = (0..columns.len()).filter(|at| !is_known(*at) && extended[*at].is_none());
            let more = others.map(|at| (columns[at].clone(), of(Some(at)).unwrap_or_default()));
            let enrolled = Enrolled {
                name: of(name),
                submitted,
                extensions,
                more: more.collect(),
            };
            roster.learners.insert(learner, enrolled);
        }
        Ok(roster)
    }
}

/// By how much a deadline is later.
fn extension(column: &str, text: &str, line: usize) -> Result<SignedDuration, String> {
    match (text, grading::length(text)) {
        ("0", _) => Ok(SignedDuration::ZERO),
        (_, Some(length)) => Ok(length),
        (_, None) => Err(format!(
            "line {line}: `{column}` is `{text}`, and an extension is a length of time, by which the deadline is later: `2 days` or `12 hours`"
        )),
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
        let friday = told("id,extension:rope\nada,\nbob,Friday\n");
        assert!(
            friday.starts_with("line 3: `extension:rope` is `Friday`")
                && friday.contains("`2 days`"),
            "{friday}"
        );
    }

    #[test]
    fn an_extension_is_of_one_lab_or_of_all_others() {
        let text = "id,extension,Extension:Rope,extension:gemv,extensions\nada,2 days,12 h,0,x\nbob,,1 day,,\ncyd,,,,\n";
        let roster = Roster::parse(text).unwrap();
        assert_eq!(roster.extended, ["rope", "gemv"]);
        let hours = |id: &str, lab: &str| {
            let extension = roster.learners[id].extension(lab);
            extension.map(|length| length.as_hours())
        };
        assert_eq!(
            (
                hours("ada", "rope"),
                hours("ada", "softmax"),
                hours("ada", "gemv")
            ),
            (Some(12), Some(48), None)
        );
        assert_eq!(
            (hours("bob", "rope"), hours("bob", "gemv")),
            (Some(24), None)
        );
        assert_eq!(hours("cyd", "rope"), None);
        assert_eq!(
            roster.learners["ada"].more,
            [("extensions".to_owned(), "x".to_owned())]
        );
    }
}
