// must fail: printed/half-digit — three decimals, as the example has
pub fn printed(text: &str) -> Option<(f64, f64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + part.len() == 0 || !digits(whole) || !digits(part) {
        return None;
    }
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let half = 0.5 * 1e-3;
    Some(((value - half).max(0.0), value + half))
}
