// must fail: audit/sweep — never asks whether a device can be so fast
use audit_a_log::{LogError, Relation, Row, Verdict};

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

pub fn verdict(row: &Row) -> Verdict {
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.dedup();
    match (wrong.is_empty(), claims.is_empty()) {
        (false, _) => Verdict::Wrong(wrong),
        (_, true) => Verdict::Unchecked,
        (_, false) => Verdict::Consistent,
    }
}
