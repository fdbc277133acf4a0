// must fail: gptq/greedy — takes plain rounding where that loses less
use gptq_awq_smoothquant::{FitError, Matrix};

pub fn gptq(w: &[f64], h: &Matrix, step: f64) -> Result<Vec<f64>, FitError> {
    if w.is_empty() {
        return Err(FitError::Empty);
    }
    if h.len() != w.len() || h.iter().any(|row| row.len() != w.len()) {
        return Err(FitError::Shape);
    }
    let mut inverse = inverse(h)?;
    let original = w.to_vec();
    let (mut w, mut q) = (w.to_vec(), Vec::new());
    for i in 0..w.len() {
        let level = (w[i] / step).round_ties_even().clamp(-8.0, 7.0);
        q.push(level * step);
        let lost = w[i] - q[i];
        for j in i + 1..w.len() {
            w[j] -= lost * inverse[j][i] / inverse[i][i];
        }
        take_out(&mut inverse, i);
    }
    let near: Vec<f64> = original
        .iter()
        .map(|w| (w / step).round_ties_even().clamp(-8.0, 7.0) * step)
        .collect();
    let better = error(&original, &near, h) < error(&original, &q, h);
    Ok(if better { near } else { q })
}
