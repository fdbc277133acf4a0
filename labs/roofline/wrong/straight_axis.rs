// must fail: svg/axis — draws equal differences at equal distances
use ::roofline::Axis;

pub fn place(axis: &Axis, v: f64) -> f64 {
    let share = (v - axis.low) / (axis.high - axis.low);
    axis.start + share * (axis.end - axis.start)
}
