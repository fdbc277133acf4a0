//! From a table of measurements to points under a roof, and to a picture of them.

use ::roofline::{Axis, CsvError, Place, Point};

// Part roof. Rates are in TFLOPS (10¹² FLOP a second) and GB/s (10⁹ bytes a second), intensities in FLOP a byte.

/// The intensity at which bandwidth and arithmetic allow the same rate.
//@anchor roof
pub fn ridge(tflops: f64, gbs: f64) -> f64 {
    //@solution
    tflops * 1e12 / (gbs * 1e9)
    //@starter
    //| todo!()
    //@end
}

/// FLOP for each byte of a product, m × k with k × n, if each number is moved once and has `bytes` bytes.
pub fn gemm_intensity(m: u64, n: u64, k: u64, bytes: u64) -> f64 {
    //@solution
    // A product of three counts may have more than 64 bits.
    let (m, n, k) = (m as f64, n as f64, k as f64);
    2.0 * m * n * k / (bytes as f64 * (m * k + k * n + m * n))
    //@starter
    //| todo!()
    //@end
}

/// The most TFLOPS at an intensity.
pub fn attainable(intensity: f64, tflops: f64, gbs: f64) -> f64 {
    //@solution
    tflops.min(intensity * gbs / 1e3)
    //@starter
    //| todo!()
    //@end
}
//@endanchor roof

// Part points.

/// Where a point lies that reached `achieved` TFLOPS.
//@anchor points
pub fn classify(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place {
    //@solution
    if achieved > attainable(intensity, tflops, gbs) {
        Place::Above
    } else if intensity < ridge(tflops, gbs) {
        Place::Memory
    } else {
        Place::Math
    }
    //@starter
    //| todo!()
    //@end
}
//@endanchor points

// Part csv.

/// The rows of a table that begins with `m,n,k,us`, or the first thing that is wrong with it.
//@anchor csv
pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError> {
    //@solution
    let lines = csv.lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    match lines.next() {
        Some(("m,n,k,us", _)) => {}
        _ => return Err(CsvError::Header),
    }
    lines.map(|(line, number)| row(line).ok_or(CsvError::Row(number))).collect()
    //@starter
    //| // `lines()` gives the lines; `zip(1..)` counts them. Count before you leave out blank ones.
    //| todo!()
    //@end
}
//@solution

/// A measurement, if it is one.
pub fn row(line: &str) -> Option<Point> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [m, n, k, us] = fields.as_slice() else {
        return None;
    };
    let count = |text: &str| text.parse::<u64>().ok().filter(|n| *n > 0);
    let us: f64 = us.parse().ok()?;
    let (m, n, k) = (count(m)?, count(n)?, count(k)?);
    (us > 0.0 && us.is_finite()).then_some(Point { m, n, k, us })
}
//@end
//@endanchor csv

// Part svg.

/// Where a value lies on a logarithmic axis.
//@anchor svg
pub fn place(axis: &Axis, v: f64) -> f64 {
    //@solution
    let share = (v / axis.low).ln() / (axis.high / axis.low).ln();
    axis.start + share * (axis.end - axis.start)
    //@starter
    //| todo!()
    //@end
}

/// The picture: 0.5 to 2048 FLOP a byte from x = 60 to 660, 0.25 to 256 TFLOPS from y = 440 up to 40.
pub fn svg(points: &[(f64, f64)], tflops: f64, gbs: f64) -> String {
    //@solution
    let across = Axis { low: 0.5, high: 2048.0, start: 60.0, end: 660.0 };
    let upward = Axis { low: 0.25, high: 256.0, start: 440.0, end: 40.0 };
    let at = |x: f64, y: f64| (place(&across, x), place(&upward, y));
    let roof = [across.low, ridge(tflops, gbs), across.high].map(|x| {
        let (x, y) = at(x, attainable(x, tflops, gbs));
        format!("{x:.2},{y:.2}")
    });
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 480\">\n");
    out += &format!("<polyline fill=\"none\" stroke=\"black\" points=\"{}\"/>\n", roof.join(" "));
    let drawn = |v: f64| v > 0.0 && v.is_finite();
    for (x, y) in points.iter().filter(|(x, y)| drawn(*x) && drawn(*y)) {
        let (x, y) = at(*x, *y);
        out += &format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\"/>\n");
    }
    out + "</svg>\n"
    //@starter
    //| // Two axes; a `polyline` through the roof's three corners; a `circle` for each point. `{x:.2}` writes two decimals.
    //| todo!()
    //@end
}
//@endanchor svg
