// must fail: gptq/errors — refuses pivots of 0 only
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
        let level = (w[i] / step).round_ties_even().clamp(-8.0, 7.0);
        q.push(level * step);
        // The inverse of all has the inverse of the rest in it: inv(H_RR) H_Ri is −(column i) / (diagonal i).
        let lost = w[i] - q[i];
        for j in i + 1..w.len() {
            w[j] -= lost * inverse[j][i] / inverse[i][i];
        }
        take_out(&mut inverse, i);
    }
    Ok(q)
}

pub fn inverse(h: &Matrix) -> Result<Matrix, FitError> {
    let n = h.len();
    let unit = |i: usize| (0..n).map(move |j| if i == j { 1.0 } else { 0.0 });
    let mut rows: Matrix = (0..n).map(|i| h[i].iter().copied().chain(unit(i)).collect()).collect();
    for p in 0..n {
        let pivot = rows[p][p];
        if pivot == 0.0 {
            return Err(FitError::Singular);
        }
        rows[p].iter_mut().for_each(|v| *v /= pivot);
        let of_pivot = rows[p].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != p) {
            let factor = row[p];
            row.iter_mut().zip(&of_pivot).for_each(|(v, of_pivot)| *v -= factor * of_pivot);
        }
    }
    Ok(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}
