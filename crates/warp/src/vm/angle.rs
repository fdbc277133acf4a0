//! Sine and cosine of large angles, such as those of `sin(i)` for the elements of an array.
//!
//! An angle goes in; its sine or cosine comes out, to about a unit in the last place of a `double`. The rule: what is left of an angle after
//! multiples of a quarter turn is exact to 2^-66, and where that is too little, or the angle too fine, the library's slow way is taken, which reckons with
//! as many digits of pi as it needs: ten times as long.

/// Where the library begins to go the slow way; up to where the parts below are exact.
const LARGE: std::ops::Range<f64> = 1e6..1_073_741_824.0;

/// A quarter turn in parts of 22, 23 and 19 bits, and what is left of it: their products with a count below 2^30 are exact.
const PARTS: [f64; 4] = [
    f64::from_bits(0x3ff9_21fb_0000_0000),
    f64::from_bits(0x3e95_110b_4000_0000),
    f64::from_bits(0x3cf8_4698_0000_0000),
    f64::from_bits(0x3ba3_198a_2e03_7073),
];

/// The finest angle that is taken apart, and how near to a multiple of a quarter turn it may be.
const FINEST: f64 = 2_097_152.0;
const NEAR: f64 = 1.0 / 4096.0;

/// The sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    match quarters(x) {
        Some((turns, rest)) => quarter(turns, rest),
        None => libm::sin(x),
    }
}

/// The cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    match quarters(x) {
        Some((turns, rest)) => quarter(turns + 1, rest),
        None => libm::cos(x),
    }
}

/// How many quarter turns, and what is left, in two parts.
fn quarters(x: f64) -> Option<(i64, [f64; 2])> {
    let fine = x * FINEST;
    if !LARGE.contains(&x.abs()) || fine != fine.trunc() {
        return None;
    }
    let count = (x * std::f64::consts::FRAC_2_PI).round();
    let [a, b, c, d] = PARTS;
    let near = x - count * a - count * b;
    let less = count * c + count * d;
    let high = near - less;
    let low = (near - high) - less;
    (high.abs() > NEAR).then_some((count as i64, [high, low]))
}

/// The sine of an angle that far beyond so many quarter turns.
fn quarter(turns: i64, [high, low]: [f64; 2]) -> f64 {
    let (sin, cos) = (libm::sin(high), libm::cos(high));
    match turns.rem_euclid(4) {
        0 => sin + low * cos,
        1 => cos - low * sin,
        2 => -(sin + low * cos),
        _ => -(cos - low * sin),
    }
}

#[cfg(test)]
mod tests {
    use super::{cos, sin};

    #[test]
    fn large_angles_are_those_of_the_library() {
        let mut x = 1_000_003.0f64;
        while x < 1.2e9 {
            for angle in [x, -x, x.floor(), x + 0.125, f64::from(x as f32)] {
                for (got, want) in [
                    (sin(angle), libm::sin(angle)),
                    (cos(angle), libm::cos(angle)),
                ] {
                    let gap = (got.to_bits() as i64 - want.to_bits() as i64).abs();
                    assert!(gap <= 1, "{angle}: {got} and not {want}");
                }
            }
            x *= 1.000_37;
        }
    }
}
