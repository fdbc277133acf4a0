//! Comma-separated values as spreadsheets write them (RFC 4180): a text in, rows of fields with their lines out.
//!
//! A field in quotes may hold commas, line ends and quotes that stand twice. A byte order mark and empty lines are no rows.

/// One row: the line it begins on, counted from 1, and its fields.
pub type Row = (usize, Vec<String>);

/// The rows of a text.
///
/// # Errors
/// A sentence with the line, where a quote is never closed or stands in the middle of a field.
pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut line = 1;
    while chars.peek().is_some() {
        let begins = line;
        let mut fields = Vec::new();
        loop {
            let (field, over) = field(&mut chars, &mut line)?;
            fields.push(field);
            if over {
                break;
            }
        }
        if fields.len() > 1 || !fields[0].trim().is_empty() {
            rows.push((begins, fields));
        }
    }
    Ok(rows)
}

/// One field, and whether its row is over.
fn field(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    line: &mut usize,
) -> Result<(String, bool), String> {
    let mut field = String::new();
    if chars.next_if_eq(&'"').is_some() {
        let begins = *line;
        loop {
            match chars.next() {
                Some('"') if chars.next_if_eq(&'"').is_some() => field.push('"'),
                Some('"') => break,
                Some(c) => {
                    *line += usize::from(c == '\n');
                    field.push(c);
                }
                None => return Err(format!("line {begins}: a quote is never closed")),
            }
        }
    }
    let quoted = !field.is_empty();
    loop {
        match chars.next() {
            None => return Ok((field, true)),
            Some(',') => return Ok((field, false)),
            Some('\n') => {
                *line += 1;
                return Ok((field, true));
            }
            Some('\r') if chars.peek().is_none_or(|c| *c == '\n') => {}
            Some(_) if quoted => {
                return Err(format!("line {line}: something follows a closing quote"));
            }
            Some(c) => field.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_what_would_end_a_field() {
        let text = "\u{feff}id,name\r\nada,\"Lovelace, \"\"Ada\"\"\"\r\n\n\"b\nob\",\nc,\"\"";
        let found = rows(text).unwrap();
        let row = |line, fields: &[&str]| (line, fields.iter().map(|f| (*f).to_owned()).collect());
        assert_eq!(
            found,
            [
                row(1, &["id", "name"]),
                row(2, &["ada", "Lovelace, \"Ada\""]),
                row(4, &["b\nob", ""]),
                row(6, &["c", ""]),
            ]
        );
        assert!(rows("a,\"b").unwrap_err().contains("line 1"));
        assert!(rows("a\n\"b\"c").unwrap_err().contains("line 2"));
    }
}
