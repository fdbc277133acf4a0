// must fail: verdict/roof — tells a roof before what is wrong
use audit_a_log::{Relation, Row, Verdict};

pub fn verdict(row: &Row) -> Verdict {
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.dedup();
    match (wrong.is_empty(), claims.is_empty()) {
        _ if above_roof(row) => Verdict::AboveRoof,
        (false, _) => Verdict::Wrong(wrong),
        (_, true) => Verdict::Unchecked,
        (_, false) => Verdict::Consistent,
    }
}
