// must fail: audit/errors — counts lines from 0
use audit_a_log::{LogError, Verdict};

pub fn audit(log: &str) -> Result<Vec<(String, Verdict)>, LogError> {
    let mut verdicts = Vec::new();
    for (text, line) in log.lines().zip(0..) {
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
