// must fail: audit/lines — cuts a comment off only where it begins a line
use audit_a_log::{LogError, Verdict};

pub fn audit(log: &str) -> Result<Vec<(String, Verdict)>, LogError> {
    let mut verdicts = Vec::new();
    for (text, line) in log.lines().zip(1..) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
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
