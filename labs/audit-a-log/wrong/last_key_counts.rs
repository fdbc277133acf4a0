// must fail: audit/errors — takes the last value of a key that is there twice
use audit_a_log::{LogError, Row, Verdict};

pub fn audit(log: &str) -> Result<Vec<(String, Verdict)>, LogError> {
    let mut verdicts = Vec::new();
    for (text, line) in log.lines().zip(1..) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let (id, words) = text.split_once(':').ok_or(LogError::NoId(line))?;
        if id.is_empty() || id.contains(char::is_whitespace) || id.contains('=') {
            return Err(LogError::NoId(line));
        }
        verdicts.push((id.to_owned(), verdict(&row(words, line)?)));
    }
    Ok(verdicts)
}

pub fn row(words: &str, line: usize) -> Result<Row, LogError> {
    let mut row = Row::new();
    for word in words.split_whitespace() {
        let pair = word.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty());
        let (key, value) = pair.ok_or(LogError::NotAPair(line))?;
        row.insert(key.to_owned(), value.to_owned());
        let known = ROUNDED.contains(&key) || EXACT.contains(&key) || key.starts_with("dev_");
        if known && span(key, value).is_none() {
            return Err(LogError::NotANumber(line));
        }
    }
    Ok(row)
}
