//! The rows and logs that each check gives to the learner's functions, and the right answers, worked by hand.

use std::fmt;
use std::ops::Deref;

use lab::{Asking, ask};

use super::Relation::{
    Efficiency, Flops, Intensity, Occupancy, Rate, Ratio, ShareBw, ShareFl, Size, Slots,
};
use super::{Exercise, LogError, Relation, Row, Verdict, logs};

pub(crate) fn half_digit(e: &Exercise, ask: &mut Asking) {
    let right = [
        ("0.234", 0.2335, 0.2345),
        ("12", 11.5, 12.5),
        ("195.34", 195.335, 195.345),
        ("1.50", 1.495, 1.505),
        ("0.000144", 0.0001435, 0.0001445),
        ("2039", 2038.5, 2039.5),
        ("0.0", 0.0, 0.05),
        ("0", 0.0, 0.5),
    ];
    for (text, low, high) in right {
        ask!(ask, e.printed(text).map_or(f64::NAN, |span| span.0)).within(1e-12 * (1.0 + low), low);
        ask!(ask, e.printed(text).map_or(f64::NAN, |span| span.1))
            .within(1e-12 * (1.0 + high), high);
    }
}

pub(crate) fn no_number(e: &Exercise, ask: &mut Asking) {
    for text in [
        "", ".", "-1", "+1", "1e3", "NaN", "inf", "1,142", "1.2.3", "12 ", "0x10", "twelve", "٣",
    ] {
        ask!(ask, e.printed(text)).is(None);
    }
    let huge = &"9".repeat(400);
    ask!(ask, e.printed(huge)).is(None);
}

/// A row, shown as it stands in a log.
struct Line {
    text: String,
    row: Row,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "‹{}›", self.text)
    }
}

impl Deref for Line {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.row
    }
}

fn line(text: &str) -> Line {
    let pairs = text
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    Line {
        text: text.to_owned(),
        row: pairs
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
    }
}

/// Rows, and what is wrong with each; nothing is `Consistent`.
fn rows(e: &Exercise, ask: &mut Asking, rows: &[(&str, &[Relation])]) {
    for (text, wrong) in rows {
        let row = &line(text);
        let right = match wrong {
            [] => Verdict::Consistent,
            wrong => Verdict::Wrong(wrong.to_vec()),
        };
        ask!(ask, e.verdict(row)).is(right);
    }
}

pub(crate) fn two_mnk(e: &Exercise, ask: &mut Asking) {
    // 2 · 2,048³ = 17.18 GFLOP in 3.456 ms are 4,971 GFLOPS; half of them 2,485.
    let given: [(&str, &[Relation]); 6] = [
        ("m=2048 n=2048 k=2048 ms=3.456 gflops=4971", &[]),
        ("m=2048 n=2048 k=2048 ms=3.456 gflops=2485", &[Flops]),
        ("m=2048 n=2048 k=2048 us=3456.0 tflops=4.971", &[]),
        // What is counted comes before what would follow from the shape.
        (
            "flop=1000000 m=2048 n=2048 k=2048 ms=1.000 gflops=1.00",
            &[],
        ),
        ("flop=1000000 bytes=500000 ai=2.0", &[]),
        // 2 · 10²⁷ FLOP: more than 64 bits count.
        (
            "m=1000000000 n=1000000000 k=1000000000 ms=1000000 tflops=2000000000000",
            &[],
        ),
    ];
    rows(e, ask, &given);
}

pub(crate) fn rounding(e: &Exercise, ask: &mut Asking) {
    let given: [(&str, &[Relation]); 7] = [
        // 0.15 to 0.25 ms: 1,611 to 2,684 GB/s.
        ("bytes=402653184 ms=0.2 gbs=1720", &[]),
        ("bytes=402653184 ms=0.2 gbs=1600", &[Rate]),
        // 1,720.7 GB/s, half a per cent more than printed.
        ("bytes=402653184 ms=0.2340 gbs=1712.14", &[Rate]),
        ("bytes=402653184 ms=0.2340 gbs=1720.74", &[]),
        // 244.57 GFLOPS, 0.04 % less than printed.
        ("m=4096 n=256 k=4096 ms=35.123 gflops=244.67", &[Flops]),
        // No time at all was printed: 0 to 0.05 ms.
        ("bytes=1000 ms=0.0 gbs=50", &[]),
        ("bytes=1000000 ms=0.0 gbs=1", &[Rate]),
    ];
    rows(e, ask, &given);
}

pub(crate) fn units(e: &Exercise, ask: &mut Asking) {
    let given: [(&str, &[Relation]); 5] = [
        // 67,108,864 bytes: 67.11 MB, or 64 MiB.
        ("values=16777216 bits=32 mb=67.11", &[]),
        ("values=16777216 bits=32 mb=64.00", &[Size]),
        ("values=1000000 bits=8 mb=1.000", &[]),
        ("values=16777216 to_bits=4.5 to_mb=9.44", &[]),
        ("values=16777216 to_bits=4.5 to_mb=9.00", &[Size]),
    ];
    rows(e, ask, &given);
}

pub(crate) fn ratios(e: &Exercise, ask: &mut Asking) {
    let given: [(&str, &[Relation]); 12] = [
        ("from=120 to=43 x=2.8", &[]),
        ("from=120 to=43 x=3.0", &[Ratio]),
        ("bits=32 to_bits=4.5 x=7.11", &[]),
        // Bits come before times.
        ("bits=32 to_bits=4.5 from=120 to=43 x=2.8", &[Ratio]),
        ("from=50 to=28 x=1.79 ndev=2 pct_eff=90", &[]),
        ("from=50.0 to=28.0 ndev=4 pct_eff=90", &[Efficiency]),
        ("gbs=195.34 peak_gbs=2039 pct_bw=9.58", &[]),
        ("gbs=195.34 peak_gbs=2039 pct_bw=95.8", &[ShareBw]),
        ("tflops=101.5 peak_tflops=112.6 pct_fl=90.2", &[]),
        ("tflops=101.5 peak_tflops=225.1 pct_fl=90.2", &[ShareFl]),
        ("flop=2885681152 bytes=46759936 ai=61.7", &[]),
        ("flop=2885681152 bytes=46759936 ai=64.0", &[Intensity]),
    ];
    rows(e, ask, &given);
}

pub(crate) fn slots(e: &Exercise, ask: &mut Asking) {
    let given: [(&str, &[Relation]); 5] = [
        (
            "unit=warps resident=48 limit=64 pct_occ=75.0 dev_warps=64 dev_blocks=32",
            &[],
        ),
        (
            "unit=blocks resident=48 limit=64 pct_occ=75.0 dev_warps=64 dev_blocks=32",
            &[Slots],
        ),
        (
            "unit=blocks resident=6 limit=32 pct_occ=18.8 dev_warps=64 dev_blocks=32",
            &[],
        ),
        ("resident=48 limit=64 pct_occ=80.0", &[Occupancy]),
        (
            "unit=threads resident=1536 limit=2048 pct_occ=75.0 dev_warps=64",
            &[],
        ),
    ];
    rows(e, ask, &given);
}

pub(crate) fn every_relation(e: &Exercise, ask: &mut Asking) {
    let given: [(&str, &[Relation]); 3] = [
        (
            "ms=1.0 bytes=1000000 gbs=2.0 peak_gbs=4 pct_bw=25",
            &[Rate, ShareBw],
        ),
        (
            "values=16777216 bits=32 mb=64.00 to_bits=4.5 to_mb=9.00 x=6.78",
            &[Size, Ratio],
        ),
        (
            "flop=1000000000 ms=1.00 gflops=10 tflops=9 peak_tflops=100 pct_fl=1 unit=warps limit=9 resident=9 pct_occ=50 dev_warps=64",
            &[Flops, ShareFl, Occupancy, Slots],
        ),
    ];
    rows(e, ask, &given);
}

pub(crate) fn unchecked(e: &Exercise, ask: &mut Asking) {
    for text in [
        "",
        "ms=3.456 gflops=2456.78",
        "gbs=195.34 ms=0.234",
        "unit=blocks limit=64 dev_warps=64",
        "gpu=fast",
    ] {
        let row = &line(text);
        ask!(ask, e.verdict(row)).is(Verdict::Unchecked);
    }
}

pub(crate) fn roof(e: &Exercise, ask: &mut Asking) {
    let above = [
        // 6.9 TFLOP in 11.5 to 12.5 ms: 552 TFLOPS at the least.
        "flop=6901760000000 ms=12 peak_tflops=312",
        "bytes=46759936 us=36.6 gbs=1278 peak_gbs=960",
        "gbs=1276 peak_gbs=960",
        "tflops=400 peak_tflops=312",
    ];
    for text in above {
        let row = &line(text);
        ask!(ask, e.verdict(row)).is(Verdict::AboveRoof);
    }
    // 100 TFLOPS printed may be 99.5; and what is wrong is told before a roof.
    let row = &line("tflops=100 peak_tflops=99.8 pct_fl=100");
    ask!(ask, e.verdict(row)).is(Verdict::Consistent);
    let row = &line("bytes=46759936 us=36.6 gbs=2000 peak_gbs=960");
    ask!(ask, e.verdict(row)).is(Verdict::Wrong(vec![Rate]));
}

/// Ids and verdicts as an answer has them.
fn verdicts(rows: &[(&str, Verdict)]) -> Vec<(String, Verdict)> {
    rows.iter()
        .map(|(id, verdict)| ((*id).to_owned(), verdict.clone()))
        .collect()
}

pub(crate) fn lines(e: &Exercise, ask: &mut Asking) {
    let log =
        "# nothing\n\n a: from=4 to=2 x=2 gpu=A100 # ms=1 ms=2\r\n\t\nb:\nb: x=2\tto=2  from=4\n";
    let right = [
        ("a", Verdict::Consistent),
        ("b", Verdict::Unchecked),
        ("b", Verdict::Consistent),
    ];
    ask!(ask, e.audit(log)).is(Ok(verdicts(&right)));
    ask!(ask, e.audit("")).is(Ok(vec![]));
    // An exact number may have an exponent, and an unknown key may say anything.
    let log = "big: flop=1e12 ms=1000 gflops=1000 note=a=b when=12:30";
    ask!(ask, e.audit(log)).is(Ok(verdicts(&[("big", Verdict::Consistent)])));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    let wrong = [
        ("ms=1", LogError::NoId(3)),
        (": ms=1", LogError::NoId(3)),
        ("a b: ms=1", LogError::NoId(3)),
        ("when=12:30", LogError::NoId(3)),
        ("c: fast", LogError::NotAPair(3)),
        ("c: ms=", LogError::NotAPair(3)),
        ("c: =1", LogError::NotAPair(3)),
        ("c: ms = 1", LogError::NotAPair(3)),
        ("c: ms=1 us=1 ms=1", LogError::TwiceKey(3)),
        ("c: ms=fast", LogError::NotANumber(3)),
        ("c: ms=1e3", LogError::NotANumber(3)),
        ("c: flop=NaN", LogError::NotANumber(3)),
        ("c: bytes=-1", LogError::NotANumber(3)),
        ("c: peak_gbs=1e999", LogError::NotANumber(3)),
        ("c: dev_warps=many", LogError::NotANumber(3)),
    ];
    for (text, why) in wrong {
        let log = format!("a: ms=1\n\n{text}\nd: ms=x\n");
        ask!(ask, e.audit(&log)).is(Err(why));
    }
}

pub(crate) fn seed_log(e: &Exercise, ask: &mut Asking) {
    let wrong = |all: &[Relation]| Verdict::Wrong(all.to_vec());
    let right = [
        ("att", wrong(&[Flops])),
        ("size", wrong(&[Size, Ratio])),
        ("gemm", wrong(&[Flops])),
        ("rate", wrong(&[Rate])),
        ("copy", wrong(&[ShareBw])),
        ("occ", wrong(&[Slots])),
        ("q4k", wrong(&[Size])),
        ("fp8", Verdict::Consistent),
        ("tp", Verdict::Consistent),
    ];
    let log = logs::SEEDS;
    ask!(ask, e.audit(log)).is(Ok(verdicts(&right)));
}

pub(crate) fn sweep(e: &Exercise, ask: &mut Asking) {
    let log = logs::sweep();
    let right: Vec<(String, Verdict)> = (0..12)
        .map(|power| {
            let above = (1..=6).contains(&power);
            let verdict = if above {
                Verdict::AboveRoof
            } else {
                Verdict::Consistent
            };
            ((1u32 << power).to_string(), verdict)
        })
        .collect();
    ask!(ask, e.audit(&log)).is(Ok(right));
}

#[cfg(test)]
mod tests {
    /// The right numbers beside the printed ones, by hand.
    #[test]
    fn the_seed_log_is_wrong_by_as_much_as_the_page_says() {
        let near = |a: f64, b: f64, digit: f64| assert!((a - b).abs() <= digit, "{a} {b}");
        near(536_870_912.0 / 8.234e-3 / 1e9, 65.2, 0.05);
        near(16_777_216.0 * 32.0 / 8e6, 67.11, 0.005);
        near(16_777_216.0 * 4.5 / 8e6, 9.44, 0.005);
        near(32.0 / 4.5, 7.11, 0.005);
        near(2.0 * 4096f64.powi(3) / 35.123e-3 / 1e9, 3913.0, 0.5);
        near(17_825_792.0 / 35.123e-3 / 1e9, 0.51, 0.005);
        near(100.0 * 195.34 / 2039.0, 9.58, 0.005);
        near(256.0 * 4.625 / 8.0, 148.0, 0.0);
        near(
            2.0 * 4096f64 * 4096.0 * 256.0 / 35.123e-3 / 1e9,
            244.57,
            0.005,
        );
        near(402_653_184.0 / 0.234e-3 / 1e9, 1720.7, 0.05);
        near(46_759_936.0 / 36.6e-6 / 1e9, 1278.0, 0.5);
    }
}
