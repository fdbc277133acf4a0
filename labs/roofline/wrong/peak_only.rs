// must fail: points/sweep — holds a point against the peak, not against the roof
use ::roofline::Place;

pub fn classify(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place {
    if achieved > tflops {
        Place::Above
    } else if intensity < ridge(tflops, gbs) {
        Place::Memory
    } else {
        Place::Math
    }
}
