// must fail: printed/half-digit — a whole last digit on either side
pub fn printed(text: &str) -> Option<(f64, f64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + part.len() == 0 || !digits(whole) || !digits(part) {
        return None;
    }
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let half = 1.0 * 10f64.powi(-(part.len() as i32));
    Some(((value - half).max(0.0), value + half))
}
