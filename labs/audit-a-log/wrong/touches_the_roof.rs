// must fail: verdict/roof — takes a rate for too fast that may be
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

pub fn above_roof(row: &Row) -> bool {
    let get = |key| number(row, key);
    let bytes = scaled(per(get("bytes"), seconds(row)), 1e-9).or(get("gbs"));
    let flops = scaled(flop_rate(row), 1e-12).or(get("tflops"));
    let tops = |rate: Option<Span>, peak: Option<Span>| match (rate, peak) {
        (Some(rate), Some(peak)) => rate.1 > peak.0,
        _ => false,
    };
    tops(bytes, get("peak_gbs")) || tops(flops, get("peak_tflops"))
}
