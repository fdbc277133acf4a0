// must fail: gptq/levels — takes halves away from 0
use gptq_awq_smoothquant::{FitError, Matrix};

pub fn gptq(w: &[f64], h: &Matrix, step: f64) -> Result<Vec<f64>, FitError> {
    if w.is_empty() {
        return Err(FitError::Empty);
    }
    if h.len() != w.len() || h.iter().any(|row| row.len() != w.len()) {
        return Err(FitError::Shape);
    }
    let mut inverse = inverse(h)?;
    let (mut w, mut q) = (w.to_vec(), Vec::new());
    for i in 0..w.len() {
        let level = (w[i] / step).round().clamp(-8.0, 7.0);
        q.push(level * step);
        let lost = w[i] - q[i];
        for j in i + 1..w.len() {
            w[j] -= lost * inverse[j][i] / inverse[i][i];
        }
        take_out(&mut inverse, i);
    }
    Ok(q)
}
