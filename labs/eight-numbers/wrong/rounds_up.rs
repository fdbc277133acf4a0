// must fail: code/ties — takes a half away from zero
pub fn code(weight: f64, absmax: f64, bits: u32) -> i32 {
    if absmax == 0.0 {
        return 0;
    }
    let largest = f64::from((1 << (bits - 1)) - 1);
    (weight / (absmax / largest)).round() as i32
}
