// must fail: zero/ranges — the range of numbers above 0 does not reach down to it
pub fn zero_point(low: f64, high: f64) -> i32 {
    let scale = (high - low) / 255.0;
    (-128.0 - low / scale).round_ties_even() as i32
}
