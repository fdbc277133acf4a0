// must fail: verdict/rounding — allows one per cent
use audit_a_log::{Relation, Row, Verdict};

pub fn verdict(row: &Row) -> Verdict {
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.dedup();
    match (wrong.is_empty(), claims.is_empty()) {
        (false, _) => Verdict::Wrong(wrong),
        _ if above_roof(row) => Verdict::AboveRoof,
        (_, true) => Verdict::Unchecked,
        (_, false) => Verdict::Consistent,
    }
}

pub fn meet(a: Span, b: Span) -> bool {
    let slack = 1.01;
    a.0 <= b.1 * slack && b.0 <= a.1 * slack
}
