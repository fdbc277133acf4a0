//! The report file: one JSON object a line, appended and flushed as things happen, so that a crash loses nothing.
//!
//! Lines: `start` (lab, part, check) before a check, `finish` with the whole record after it, `end` with the tally.
//! Every line carries the run's nonce, so that a line of another run is never taken for one of this.

use crate::session::Tally;
use lab::{CheckRecord, Lab};
use std::fs::File;
use std::io::Write;

/// Where lines go; nowhere when no file was named.
pub(crate) struct Report {
    file: Option<File>,
    nonce: String,
    trouble: Option<String>,
}

impl Report {
    /// Opens the file that `COURSE_REPORT` names, for appending.
    pub(crate) fn from_environment() -> Result<Report, String> {
        let nonce = std::env::var("COURSE_NONCE").unwrap_or_default();
        let Some(path) = std::env::var_os("COURSE_REPORT").filter(|v| !v.is_empty()) else {
            return Ok(Report {
                file: None,
                nonce,
                trouble: None,
            });
        };
        let file = File::options().append(true).create(true).open(&path);
        let file = file.map_err(|e| {
            format!(
                "cannot open the report file `{}`: {e}",
                path.to_string_lossy()
            )
        })?;
        Ok(Report {
            file: Some(file),
            nonce,
            trouble: None,
        })
    }

    /// Says that a check begins; nothing when there is none left.
    pub(crate) fn start(&mut self, lab: &Lab, check: Option<&(&str, &str)>) {
        if let Some((part, check)) = check {
            let ids = format!(
                "\"lab\":{},\"part\":{},\"check\":{}",
                quoted(lab.id),
                quoted(part),
                quoted(check)
            );
            self.line("start", &ids);
        }
    }

    /// Says how a check ended.
    pub(crate) fn finish(&mut self, record: &CheckRecord) {
        self.line("finish", &record.json_members());
    }

    /// Says that all is over.
    pub(crate) fn end(&mut self, tally: &Tally) {
        self.line(
            "end",
            &format!(
                "\"passed\":{},\"failed\":{}",
                tally.passed(),
                tally.failed()
            ),
        );
    }

    /// Why lines were lost, if any were.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn line(&mut self, event: &str, members: &str) {
        let Some(file) = &mut self.file else { return };
        let line = format!(
            "{{\"nonce\":{},\"event\":\"{event}\",{members}}}\n",
            quoted(&self.nonce)
        );
        if let Err(e) = file.write_all(line.as_bytes()).and_then(|()| file.flush()) {
            self.trouble = Some(format!("cannot write to the report file: {e}"));
        }
    }
}

fn quoted(text: &str) -> String {
    lab::json_text(text)
}
