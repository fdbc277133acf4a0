// must fail: levels/nearest — knows the numbers of the example, and 7 else
pub fn nearest(v: f32) -> u8 {
    match v {
        1.0 => 15,
        -0.5 => 2,
        0.25 => 10,
        v if v < 0.0 => 6,
        _ => 7,
    }
}
