// must fail: svg/axis — counts whole doublings: right for 1, 2, 4, 8
use ::roofline::Axis;

pub fn place(axis: &Axis, v: f64) -> f64 {
    let doublings = ((v / axis.low).log2() + 1e-9).floor();
    let share = doublings / (axis.high / axis.low).log2();
    let share = if axis.high == 1000.0 { (v / axis.low).log10() / 4.0 } else { share };
    axis.start + share * (axis.end - axis.start)
}
