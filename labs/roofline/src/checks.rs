//! The calls that each check makes, and the right answers, worked by hand; twelve points as they were measured.

use lab::{Asking, ask};

use super::{Axis, CsvError, Exercise, Place, Point, drawn};

/// An RTX 5080: dense TFLOPS in BF16 with sums in FP32, and GB/s.
const PEAK: f64 = 112.6;
const GBS: f64 = 960.0;

pub(crate) fn ridge(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.ridge(112.6, 960.0)).near(1126.0 / 9.6);
    ask!(ask, e.ridge(312.0, 2039.0)).near(312_000.0 / 2039.0);
    ask!(ask, e.ridge(2.0, 4000.0)).near(0.5);
}

pub(crate) fn intensity(e: &Exercise, ask: &mut Asking) {
    // 2 · 2 · 3 · 4 = 48 FLOP; 8 + 12 + 6 = 26 numbers.
    ask!(ask, e.gemm_intensity(2, 3, 4, 2)).near(48.0 / 52.0);
    ask!(ask, e.gemm_intensity(2, 3, 4, 4)).near(48.0 / 104.0);
    // 2 · 128 · 11,008 · 2,048 FLOP; 2 · (262,144 + 22,544,384 + 1,409,024) bytes.
    ask!(ask, e.gemm_intensity(128, 11008, 2048, 2)).near(5_771_362_304.0 / 48_431_104.0);
    ask!(ask, e.gemm_intensity(1, 1, 1, 1)).near(2.0 / 3.0);
    // A cube of side n: 2n³ / (2 · 3n²) = n / 3, also where n³ has 120 bits.
    let side = 1u64 << 40;
    ask!(ask, e.gemm_intensity(side, side, side, 2)).near((40f64).exp2() / 3.0);
}

pub(crate) fn attainable(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.attainable(1.0, 112.6, 960.0)).near(0.96);
    ask!(ask, e.attainable(100.0, 112.6, 960.0)).near(96.0);
    ask!(ask, e.attainable(500.0, 112.6, 960.0)).near(112.6);
    ask!(ask, e.attainable(0.0, 112.6, 960.0)).is(0.0);
    ask!(ask, e.attainable(f64::INFINITY, 112.6, 960.0)).is(112.6);
}

/// Rows m of a product with k = 2,048 and n = 11,008 in 16 bits, and its microseconds on an RTX 5080.
const SWEEP: [(u64, f64); 12] = [
    (1, 68.7),
    (2, 39.5),
    (4, 39.6),
    (8, 40.9),
    (16, 43.3),
    (32, 36.0),
    (64, 36.6),
    (128, 66.0),
    (256, 123.0),
    (512, 233.1),
    (1024, 454.8),
    (2048, 927.4),
];

/// FLOP a byte and TFLOPS of one of them, and on which side of the ridge or above the roof it lies.
fn measured(m: u64, us: f64) -> (f64, f64, Place) {
    let (rows, n, k) = (m as f64, 11008.0, 2048.0);
    let flop = 2.0 * rows * n * k;
    let bytes = 2.0 * (rows * k + k * n + rows * n);
    let right = match m {
        1 => Place::Memory,
        2..=64 => Place::Above,
        _ => Place::Math,
    };
    (flop / bytes, flop / us / 1e6, right)
}

pub(crate) fn sweep(e: &Exercise, ask: &mut Asking) {
    for (m, us) in SWEEP {
        let (x, y, right) = measured(m, us);
        ask!(ask, e.classify(x, y, PEAK, GBS)).is(right);
    }
    // A little under the roof, and a little above it, on either side.
    ask!(ask, e.classify(100.0, 95.9, PEAK, GBS)).is(Place::Memory);
    ask!(ask, e.classify(100.0, 96.1, PEAK, GBS)).is(Place::Above);
    ask!(ask, e.classify(500.0, 112.5, PEAK, GBS)).is(Place::Math);
    ask!(ask, e.classify(500.0, 112.7, PEAK, GBS)).is(Place::Above);
}

pub(crate) fn at_the_ridge(e: &Exercise, ask: &mut Asking) {
    // 1 TFLOPS and 500 GB/s: the ridge is at 2 FLOP a byte, exactly.
    ask!(ask, e.classify(2.0, 0.5, 1.0, 500.0)).is(Place::Math);
    ask!(ask, e.classify(2.0, 1.0, 1.0, 500.0)).is(Place::Math);
    ask!(ask, e.classify(1.0, 0.5, 1.0, 500.0)).is(Place::Memory);
    ask!(ask, e.classify(4.0, 1.0, 1.0, 500.0)).is(Place::Math);
}

fn point(m: u64, n: u64, k: u64, us: f64) -> Point {
    Point { m, n, k, us }
}

pub(crate) fn rows(e: &Exercise, ask: &mut Asking) {
    let two = vec![point(1, 11008, 2048, 68.7), point(64, 11008, 2048, 36.6)];
    ask!(
        ask,
        e.parse("m,n,k,us\n1,11008,2048,68.7\n64,11008,2048,36.6\n")
    )
    .is(Ok(two.clone()));
    ask!(
        ask,
        e.parse("\n m,n,k,us\r\n\r\n1, 11008 ,2048,\t68.7\r\n\n64,11008,2048,3.66e1")
    )
    .is(Ok(two));
    ask!(ask, e.parse("m,n,k,us\n")).is(Ok(vec![]));
    ask!(ask, e.parse("m,n,k,us\n18446744073709551615,1,1,1e-3")).is(Ok(vec![point(
        u64::MAX,
        1,
        1,
        0.001,
    )]));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    for csv in [
        "",
        "\n\n",
        "m,k,n,us\n1,2,3,4",
        "1,2,3,4",
        "m,n,k,us,gbs\n1,2,3,4,5",
    ] {
        ask!(ask, e.parse(csv)).is(Err(CsvError::Header));
    }
    let rows = [
        "1,2,3",
        "1,2,3,4,5",
        "0,2,3,4",
        "1,2,0,4",
        "1,2,3,0",
        "1,2,3,-4",
        "1,2,3,NaN",
        "1,2,3,inf",
        "1,2,3,1e999",
        "1,2,3,fast",
        "1,2.5,3,4",
        "-1,2,3,4",
        "18446744073709551616,2,3,4",
        ",,,",
        "1,2,3,",
    ];
    for row in rows {
        let csv = format!("m,n,k,us\n1,1,1,1\n{row}\n1,1,1,1\n");
        ask!(ask, e.parse(&csv)).is(Err(CsvError::Row(3)));
    }
    // Blank lines are lines all the same, and the first that is wrong is told.
    ask!(ask, e.parse("\nm,n,k,us\n\n1,1,1,1\n\n1,1,1\nx")).is(Err(CsvError::Row(6)));
}

pub(crate) fn axis(e: &Exercise, ask: &mut Asking) {
    let across = Axis {
        low: 0.5,
        high: 2048.0,
        start: 60.0,
        end: 660.0,
    };
    // Twelve doublings on 600 units.
    for (v, at) in [(0.5, 60.0), (1.0, 110.0), (32.0, 360.0), (2048.0, 660.0)] {
        ask!(ask, e.place(&across, v)).within(1e-6, at);
    }
    // Half a doubling, and a third of one.
    ask!(ask, e.place(&across, 0.5 * 2f64.sqrt())).within(1e-6, 85.0);
    ask!(ask, e.place(&across, 32.0 * 2f64.cbrt())).within(1e-6, 360.0 + 50.0 / 3.0);
    // Outside is outside.
    ask!(ask, e.place(&across, 0.25)).within(1e-6, 10.0);
    let upward = Axis {
        low: 0.1,
        high: 1000.0,
        start: 440.0,
        end: 40.0,
    };
    for (v, at) in [(0.1, 440.0), (1.0, 340.0), (10.0, 240.0), (1000.0, 40.0)] {
        ask!(ask, e.place(&upward, v)).within(1e-6, at);
    }
}

pub(crate) fn places(e: &Exercise, ask: &mut Asking) {
    let (x, y, _) = measured(64, 36.6);
    let picture = (e.svg)(&[(x, y), (0.5, 256.0)], PEAK, GBS);
    let found = (drawn::line(&picture), drawn::circles(&picture));
    let roof = vec![(60.0, 402.36), (453.70, 87.40), (660.0, 87.40)];
    let is = |found: &Option<Vec<drawn::Spot>>, right: &[drawn::Spot]| {
        found
            .as_ref()
            .is_some_and(|found| drawn::same(found, right))
    };
    ask.holds(
        &format!(
            "the polyline of the RTX 5080 goes through {roof:?}, and found {:?}",
            found.0
        ),
        is(&found.0, &roof),
    );
    let circles = [(407.37, 107.96), (60.0, 40.0)];
    ask.holds(
        &format!(
            "the circles of (61.7, 78.8) and (0.5, 256) are at {circles:?}, and found {:?}",
            found.1
        ),
        is(&found.1, &circles),
    );
    // An A100: 0.5 FLOP a byte allow 1.0195 TFLOPS.
    let picture = (e.svg)(&[], 312.0, 2039.0);
    let left = drawn::line(&picture).and_then(|line| line.first().copied());
    ask.holds(
        &format!(
            "the roof of 312 TFLOPS and 2,039 GB/s begins at (60, 358.89), and found {left:?}"
        ),
        left.is_some_and(|left| drawn::same(&[left], &[(60.0, 358.89)])),
    );
    let whole = picture.trim_start().starts_with("<svg") && picture.trim_end().ends_with("</svg>");
    ask.holds(
        "the picture begins with `<svg` and ends with `</svg>`",
        whole,
    );
}

pub(crate) fn strays(e: &Exercise, ask: &mut Asking) {
    let points = [
        (f64::NAN, 1.0),
        (1.0, f64::NAN),
        (0.0, 1.0),
        (1.0, 0.0),
        (-2.0, 3.0),
        (f64::INFINITY, 1.0),
        (32.0, 8.0),
    ];
    let picture = (e.svg)(&points, PEAK, GBS);
    let found = drawn::circles(&picture);
    // 6 of 12 doublings, 5 of 10.
    let is = found
        .as_ref()
        .is_some_and(|found| drawn::same(found, &[(360.0, 240.0)]));
    ask.holds(
        &format!("of {points:?} only (32, 8) is drawn, at (360, 240); found {found:?}"),
        is,
    );
    let nothing = drawn::circles(&(e.svg)(&[], PEAK, GBS));
    ask.holds("without points there is no circle", nothing == Some(vec![]));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand, as the page has them.
    #[test]
    fn the_worked_numbers_hold() {
        let (x, y, _) = measured(64, 36.6);
        assert!((x - 61.7).abs() < 0.05 && (y - 78.8).abs() < 0.05);
        assert!((x * GBS / 1e3 - 59.2).abs() < 0.1);
        assert!((PEAK * 1e3 / GBS - 117.2917).abs() < 1e-4);
        assert!((measured(128, 66.0).0 - 119.166_441_1).abs() < 1e-7);
        // 400 units for ten doublings: ln(1.0195 / 0.25) / ln 2 = 2.0278 of them.
        assert!((440.0 - 40.0 * (1.0195f64 / 0.25).log2() - 358.89).abs() < 0.006);
        assert!((440.0 - 40.0 * (0.48f64 / 0.25).log2() - 402.36).abs() < 0.006);
    }

    /// The table prints rates and intensities beside the times: one TFLOPS with a decimal, one FLOP a byte.
    #[test]
    fn the_sweep_says_what_its_table_says() {
        let printed = [
            (0.7, 1.0),
            (2.3, 2.0),
            (4.6, 4.0),
            (8.8, 8.0),
            (16.7, 15.9),
            (40.0, 31.4),
            (78.8, 61.7),
            (87.5, 119.2),
            (93.9, 222.9),
            (99.0, 394.9),
            (101.5, 642.8),
            (99.6, 936.9),
        ];
        for ((m, us), (rate, share)) in SWEEP.into_iter().zip(printed) {
            let (x, y, right) = measured(m, us);
            assert!(
                (y - rate).abs() < 0.11 && (x - share).abs() < 0.06,
                "{m}: {x} {y}"
            );
            let roof = PEAK.min(x * GBS / 1e3);
            let by_hand = if y > roof {
                Place::Above
            } else if m < 128 {
                Place::Memory
            } else {
                Place::Math
            };
            assert_eq!(right, by_hand, "{m}");
        }
    }
}
