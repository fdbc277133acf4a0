// must fail: verdict/every-relation — tells the first relation that does not hold
use audit_a_log::{Relation, Row, Verdict};

pub fn verdict(row: &Row) -> Verdict {
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.truncate(1);
    match (wrong.is_empty(), claims.is_empty()) {
        (false, _) => Verdict::Wrong(wrong),
        _ if above_roof(row) => Verdict::AboveRoof,
        (_, true) => Verdict::Unchecked,
        (_, false) => Verdict::Consistent,
    }
}
