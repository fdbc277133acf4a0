// must fail: verdict/unchecked — calls a row consistent of which nothing was compared
use audit_a_log::{Relation, Row, Verdict};

pub fn verdict(row: &Row) -> Verdict {
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.dedup();
    match (wrong.is_empty(), claims.is_empty()) {
        (false, _) => Verdict::Wrong(wrong),
        _ if above_roof(row) => Verdict::AboveRoof,
        (_, true) => Verdict::Consistent,
        (_, false) => Verdict::Consistent,
    }
}
