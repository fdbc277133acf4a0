// must fail: verdict/two-mnk — counts a multiplication and an addition as one
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

pub fn claims(row: &Row) -> Vec<(Relation, Span, Span)> {
    use Relation::*;
    let get = |key| number(row, key);
    let ratio = per(get("from"), get("to"));
    let unit = row.get("unit").map(|unit| format!("dev_{unit}"));
    let device = unit.and_then(|key| number(row, &key));
    let sides = [
        (Flops, scaled(flop_rate(row), 1e-9), get("gflops")),
        (Flops, scaled(flop_rate(row), 1e-12), get("tflops")),
        (Rate, scaled(per(get("bytes"), seconds(row)), 1e-9), get("gbs")),
        (ShareBw, scaled(per(get("gbs"), get("peak_gbs")), 100.0), get("pct_bw")),
        (ShareFl, scaled(per(get("tflops"), get("peak_tflops")), 100.0), get("pct_fl")),
        (Intensity, per(flop(row), get("bytes")), get("ai")),
        (Size, scaled(times(get("values"), get("bits")), 1.0 / 8e6), get("mb")),
        (Size, scaled(times(get("values"), get("to_bits")), 1.0 / 8e6), get("to_mb")),
        (Ratio, per(get("bits"), get("to_bits")).or(ratio), get("x")),
        (Efficiency, scaled(per(ratio, get("ndev")), 100.0), get("pct_eff")),
        (Occupancy, scaled(per(get("resident"), get("limit")), 100.0), get("pct_occ")),
        (Slots, get("limit"), device),
    ];
    sides.into_iter().filter_map(|(relation, a, b)| Some((relation, a?, b?))).collect()
}

pub fn flop(row: &Row) -> Option<Span> {
    let get = |key| number(row, key);
    let product = || scaled(times(times(get("m"), get("n")), get("k")), 1.0);
    get("flop").or_else(product)
}

pub fn flop_rate(row: &Row) -> Option<Span> {
    per(flop(row), seconds(row))
}
