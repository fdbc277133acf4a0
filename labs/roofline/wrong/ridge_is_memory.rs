// must fail: points/at-the-ridge — calls a point at the ridge memory's
use ::roofline::Place;

pub fn classify(intensity: f64, achieved: f64, tflops: f64, gbs: f64) -> Place {
    if achieved > attainable(intensity, tflops, gbs) {
        Place::Above
    } else if intensity <= ridge(tflops, gbs) {
        Place::Memory
    } else {
        Place::Math
    }
}
