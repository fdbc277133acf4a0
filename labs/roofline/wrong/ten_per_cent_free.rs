// must fail: points/sweep — calls a point above only when it is 10 % above
use ::roofline::Place;

pub fn classify(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place {
    if achieved > 1.1 * attainable(intensity, tflops, gbs) {
        Place::Above
    } else if intensity < ridge(tflops, gbs) {
        Place::Memory
    } else {
        Place::Math
    }
}
