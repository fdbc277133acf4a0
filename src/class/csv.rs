//! Comma-separated values (RFC 4180), both ways: rows of cells come in or out.
//!
//! What is written is opened in spreadsheets, and a cell that begins like a formula would be one: a text that does gets an apostrophe in
//! front, which a spreadsheet takes as "this is text". Numbers that we computed are written as they are. What is read may come from
//! any of them: a byte order mark, `;` or a tab between cells, either line end.

use std::fmt::Write;

/// Characters that make a spreadsheet compute, the wide forms of some keyboards among them.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Somebody's words.
    Text(String),
    /// A number of ours, as it is to stand there.
    Number(String),
    /// Nothing.
    Empty,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A whole number.
    pub fn count(number: usize) -> Cell {
        Cell::Number(number.to_string())
    }
}

/// Rows as a file, each ending in a line feed alone: what reads RFC 4180 reads it, and so do line tools.
pub fn write(rows: &[Vec<Cell>]) -> String {
    let mut out = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            match cell {
                Cell::Text(text) => push_text(&mut out, text),
                Cell::Number(number) => out.push_str(number),
                Cell::Empty => {}
            }
        }
        out.push('\n');
    }
    out
}

fn push_text(out: &mut String, text: &str) {
    // Blanks do not keep a spreadsheet from computing, and other controls have no place in a cell.
    let tame: String = text
        .chars()
        .map(|c| match c {
            '\n' | '\t' | '\r' => c,
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect();
    let first = tame
        .trim_start_matches([' ', '\n', '\u{a0}'])
        .chars()
        .next();
    let formula = first.is_some_and(|c| FORMULA.contains(&c)) || tame.starts_with(FORMULA);
    let mark = if formula { "'" } else { "" };
    let quote = tame.contains([',', '"', '\n', '\r', ';', '\t']) || tame.trim() != tame;
    match quote {
        true => {
            let _ = write!(out, "\"{mark}{}\"", tame.replace('"', "\"\""));
        }
        false => {
            let _ = write!(out, "{mark}{tame}");
        }
    }
}

/// The rows of a file, empty lines left out; every text is CSV, so nothing fails here.
pub fn read(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let head = text.lines().next().unwrap_or_default();
    let count = |c: char| head.matches(c).count();
    let between = [',', ';', '\t']
        .into_iter()
        .max_by_key(|c| (count(*c), *c == ','));
    let between = between.unwrap_or(',');
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            '\r' if !quoted && chars.peek() == Some(&'\n') => {}
            '\n' | '\r' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c if c == between && !quoted => row.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row: &Vec<String>| row.iter().any(|cell| !cell.trim().is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn one(text: &str) -> String {
        write(&[vec![Cell::text(text)]])
    }

    #[test]
    fn what_begins_like_a_formula_is_text() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"] {
            let written = one(text);
            assert!(
                written.trim_start_matches('"').starts_with('\''),
                "{written:?}"
            );
        }
        assert_eq!(one("a=1"), "a=1\n");
        assert_eq!(one("O'Neill, \"Pat\""), "\"O'Neill, \"\"Pat\"\"\"\n");
        assert_eq!(one("a\0b\u{1b}[31m"), "a\u{fffd}b\u{fffd}[31m\n");
        let number = Cell::Number("-1.5".into());
        assert_eq!(write(&[vec![number, Cell::Empty]]), "-1.5,\n");
    }

    #[test]
    fn what_others_write_is_read() {
        let rows = read("\u{feff}id;name\r\nada;\"Lovelace; Ada\"\r\n\r\nbob;\"a\nb\"\"c\"");
        assert_eq!(
            rows,
            [
                vec!["id", "name"],
                vec!["ada", "Lovelace; Ada"],
                vec!["bob", "a\nb\"c"]
            ]
        );
        assert_eq!(read("a\tb\n1\t2\n"), [["a", "b"], ["1", "2"]]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(cells in prop::collection::vec("[a-zé,;\"\n x]{1,9}", 2..6)) {
            prop_assume!(cells.iter().any(|cell| !cell.trim().is_empty()));
            let row = cells.iter().map(|cell| Cell::text(format!("x{cell}"))).collect();
            let back = read(&write(&[vec![Cell::text("a"), Cell::text("b"), Cell::text("c"), Cell::text("d"), Cell::text("e"), Cell::text("f")], row]));
            let want: Vec<String> = cells.iter().map(|cell| format!("x{cell}")).collect();
            prop_assert_eq!(&back[1], &want);
        }
    }
}
