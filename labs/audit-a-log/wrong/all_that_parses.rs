// must fail: printed/no-number — takes everything for a number that Rust does
pub fn printed(text: &str) -> Option<(f64, f64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() {
        return None;
    }
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let half = 0.5 * 10f64.powi(-(part.len() as i32));
    Some(((value - half).max(0.0), value + half))
}
