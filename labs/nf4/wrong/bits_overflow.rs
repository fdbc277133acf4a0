// must fail: scales/bits — multiplies in 32 bits, and overflows
pub fn bits(block: u32, group: Option<u32>) -> f64 {
    match group {
        None => 4.0 + 32.0 / f64::from(block),
        Some(group) => 4.0 + 8.0 / f64::from(block) + 32.0 / f64::from(block * group),
    }
}
