//! `progress.db.jsonl`: every row as a line of JSON, so that the database can be rebuilt from plain text.
//!
//! A line is appended inside the transaction that inserts its row, before the commit; `meta.journal_bytes` says how
//! far the database has followed. A process killed between the two leaves a tail that the next opening absorbs; a
//! database thrown away starts at 0 and absorbs everything. Rows are idempotent, so absorbing twice does no harm.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::rows::Row;

/// Where the journal of a database lies.
pub(crate) fn path_of(db: &Path) -> PathBuf {
    beside(db, ".jsonl")
}

/// A file beside the database: its name with something after it.
pub(crate) fn beside(db: &Path, suffix: &str) -> PathBuf {
    let mut name = db.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    db.with_file_name(name)
}

/// How long the journal is; 0 when there is none.
pub(crate) fn len(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |meta| meta.len())
}

/// Appends rows and gives the new length. On failure the journal is as long as before.
pub(crate) fn append(path: &Path, rows: &[&Row]) -> io::Result<u64> {
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .read(true)
        .open(path)?;
    let before = file.metadata()?.len();
    let mut text = Vec::new();
    if before > 0 && !ends_a_line(&mut file, before)? {
        text.push(b'\n');
    }
    for row in rows {
        serde_json::to_writer(&mut text, row)?;
        text.push(b'\n');
    }
    if let Err(error) = file.write_all(&text) {
        // A half line would be skipped by readers; taking it back is only tidier.
        let _ = file.set_len(before);
        return Err(error);
    }
    Ok(before + text.len() as u64)
}

/// Takes back what was appended after byte `len`; failing to is harmless, for rows are idempotent.
pub(crate) fn cut(path: &Path, len: u64) {
    if let Ok(file) = OpenOptions::new().write(true).open(path) {
        let _ = file.set_len(len);
    }
}

fn ends_a_line(file: &mut File, len: u64) -> io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::Start(len - 1))?;
    file.read_exact(&mut last)?;
    Ok(last[0] == b'\n')
}

/// What a journal says from some byte on.
pub(crate) struct Tail {
    /// The rows, in order.
    pub rows: Vec<Row>,
    /// Lines that are no rows: cut short by a crash, or damaged.
    pub damaged: usize,
    /// Where the tail ends.
    pub end: u64,
}

/// Reads the rows from byte `from` on.
pub(crate) fn read(path: &Path, from: u64) -> io::Result<Tail> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    file.read_to_end(&mut bytes)?;
    let mut tail = Tail {
        rows: Vec::new(),
        damaged: 0,
        end: from + bytes.len() as u64,
    };
    for line in bytes
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        match serde_json::from_slice::<Row>(line) {
            Ok(row) => tail.rows.push(row.identified()),
            Err(_) => tail.damaged += 1,
        }
    }
    Ok(tail)
}

/// Replaces the journal by exactly these rows; gives its length.
pub(crate) fn rewrite(path: &Path, rows: &[Row]) -> io::Result<u64> {
    let fresh = beside(path, ".new");
    let _ = std::fs::remove_file(&fresh);
    let end = append(&fresh, &rows.iter().collect::<Vec<_>>())?;
    std::fs::rename(&fresh, path)?;
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::rows::Kernel;

    fn row(text: &str) -> Row {
        Row::Kernel(Kernel {
            hash: String::new(),
            text: text.into(),
        })
        .identified()
    }

    #[test]
    fn a_half_line_costs_only_itself() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("j");
        append(&path, &[&row("a")]).unwrap();
        OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(b"{\"kernel\":{\"ha")
            .unwrap();
        let end = append(&path, &[&row("b")]).unwrap();
        let tail = read(&path, 0).unwrap();
        assert_eq!(tail.rows, vec![row("a"), row("b")]);
        assert_eq!((tail.damaged, tail.end), (1, end));
    }
}
