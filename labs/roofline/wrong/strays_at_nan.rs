// must fail: svg/strays — leaves out 0 and less, and draws NaN
use ::roofline::Axis;

pub fn svg(points: &[(f64, f64)], tflops: f64, gbs: f64) -> String {
    let across = Axis { low: 0.5, high: 2048.0, start: 60.0, end: 660.0 };
    let upward = Axis { low: 0.25, high: 256.0, start: 440.0, end: 40.0 };
    let at = |x: f64, y: f64| (place(&across, x), place(&upward, y));
    let roof = [across.low, ridge(tflops, gbs), across.high].map(|x| {
        let (x, y) = at(x, attainable(x, tflops, gbs));
        format!("{x:.2},{y:.2}")
    });
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 480\">\n");
    out += &format!("<polyline fill=\"none\" stroke=\"black\" points=\"{}\"/>\n", roof.join(" "));
    let drawn = |v: f64| !(v <= 0.0);
    for (x, y) in points.iter().filter(|(x, y)| drawn(*x) && drawn(*y)) {
        let (x, y) = at(*x, *y);
        out += &format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\"/>\n");
    }
    out + "</svg>\n"
}
