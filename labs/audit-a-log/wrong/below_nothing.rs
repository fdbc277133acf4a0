// must fail: printed/half-digit — lets a time begin before 0
pub fn printed(text: &str) -> Option<(f64, f64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + part.len() == 0 || !digits(whole) || !digits(part) {
        return None;
    }
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let half = 0.5 * 10f64.powi(-(part.len() as i32));
    Some((value - half, value + half))
}
