//! Progress taken along: one JSON file out, the same file merged in.
//! Rows are told apart by their content ids, so importing twice is importing once; a page's browser progress has this form too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rows::{Attempt, Event, LogRow, Mark, Review, Row, now, timestamp};
use super::{Kernel, Store, StoreError, absorb, limits};

const FORMAT: &str = "course-progress";
const VERSION: u32 = 1;

/// Everything the store keeps, as one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Export {
    /// Always `course-progress`.
    pub format: String,
    /// The version of this schema.
    pub version: u32,
    /// When it was written.
    #[serde(default)]
    pub exported: String,
    /// Kernel texts by hash.
    #[serde(default)]
    pub kernels: BTreeMap<String, String>,
    /// Judged kernels.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
    /// Ticks.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// Log revisions.
    #[serde(default)]
    pub log: Vec<LogRow>,
    /// Hints, solutions, resets.
    #[serde(default)]
    pub events: Vec<Event>,
    /// Reviews of questions.
    #[serde(default)]
    pub reviews: Vec<Review>,
}

impl Export {
    /// An exported text, as an import would take it: every row within its limits, with its id, its times as rows keep them.
    ///
    /// # Errors
    /// When the text is no export or a row of it breaks a limit.
    pub fn read(text: &str) -> Result<Export, StoreError> {
        let parsed = parse(text)?;
        let mut export = Export {
            format: parsed.format.clone(),
            version: parsed.version,
            exported: timestamp(&parsed.exported).unwrap_or_default(),
            kernels: BTreeMap::new(),
            attempts: Vec::new(),
            marks: Vec::new(),
            log: Vec::new(),
            events: Vec::new(),
            reviews: Vec::new(),
        };
        for row in rows(parsed)?.into_iter().map(Row::identified) {
            limits::hold(&row).map_err(StoreError::not_a_row)?;
            match row {
                Row::Kernel(row) => {
                    export.kernels.insert(row.hash, row.text);
                }
                Row::Attempt(row) => export.attempts.push(row),
                Row::Mark(row) => export.marks.push(row),
                Row::Log(row) => export.log.push(row),
                Row::Event(row) => export.events.push(row),
                Row::Review(row) => export.reviews.push(row),
            }
        }
        Ok(export)
    }
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Rows in the file.
    pub rows: usize,
    /// Rows that were not there yet.
    pub added: usize,
}

impl Store {
    /// Everything recorded.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn export(&self) -> Result<Export, StoreError> {
        Ok(Export {
            format: FORMAT.to_owned(),
            version: VERSION,
            exported: now(),
            kernels: self
                .kernels()?
                .into_iter()
                .map(|kernel| (kernel.hash, kernel.text))
                .collect(),
            attempts: self.all_attempts()?,
            marks: self.every_mark()?,
            log: self.all_log()?,
            events: self.all_events()?,
            reviews: self.reviews()?,
        })
    }

    /// Merges an exported text; all of it or, when anything is wrong with it, nothing. A process that is killed meanwhile has
    /// merged nothing, or leaves a file beside from which the next one goes on.
    ///
    /// # Errors
    /// When the text is no export, a row of it breaks a limit, or nothing can be written.
    pub fn import(&self, text: &str) -> Result<Imported, StoreError> {
        let rows: Vec<Row> = rows(parse(text)?)?
            .into_iter()
            .map(Row::identified)
            .collect();
        for row in &rows {
            limits::hold(row).map_err(StoreError::not_a_row)?;
        }
        // What waits from before is none of this import's.
        let ready = self.try_append(&[]);
        let file = absorb::keep(&self.path, &rows.iter().collect::<Vec<_>>())
            .map_err(|error| StoreError::from_io(&self.path, &error))?;
        let absorbed = ready.and_then(|_| absorb::all(&self.db.borrow(), &self.path));
        let added = absorbed.map_err(|cause| StoreError::Kept {
            cause: Box::new(cause),
            file,
        })?;
        Ok(Imported {
            rows: rows.len(),
            added: added.rows,
        })
    }
}

/// What says that a file is an export, read before the rest is.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

fn parse(text: &str) -> Result<Export, StoreError> {
    let not = |why: String| StoreError::NotAnExport { why };
    let head: Head = serde_json::from_str(text).map_err(|error| not(error.to_string()))?;
    if head.format != FORMAT {
        return Err(not(format!("it does not say `\"format\": \"{FORMAT}\"`")));
    }
    if head.version != VERSION {
        return Err(not(format!(
            "its version is {}, this course reads version {VERSION}",
            head.version
        )));
    }
    serde_json::from_str(text).map_err(|error| not(error.to_string()))
}

fn rows(export: Export) -> Result<Vec<Row>, StoreError> {
    let mut rows = Vec::new();
    for (hash, text) in export.kernels {
        rows.push(Row::Kernel(Kernel { hash, text }));
    }
    for mut row in export.attempts {
        row.started = time(&row.started)?;
        rows.push(Row::Attempt(row));
    }
    for mut row in export.marks {
        row.at = time(&row.at)?;
        rows.push(Row::Mark(row));
    }
    for mut row in export.log {
        row.at = time(&row.at)?;
        rows.push(Row::Log(row));
    }
    for mut row in export.events {
        row.at = time(&row.at)?;
        rows.push(Row::Event(row));
    }
    for mut row in export.reviews {
        row.at = time(&row.at)?;
        rows.push(Row::Review(row));
    }
    Ok(rows)
}

fn time(text: &str) -> Result<String, StoreError> {
    timestamp(text).ok_or_else(|| StoreError::NotAnExport {
        why: format!("`{text}` is not a time"),
    })
}
