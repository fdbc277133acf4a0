// must fail: code/codes — takes 127 for the largest code whatever the bits
pub fn code(weight: f64, absmax: f64, _bits: u32) -> i32 {
    if absmax == 0.0 {
        return 0;
    }
    (weight / (absmax / 127.0)).round_ties_even() as i32
}
