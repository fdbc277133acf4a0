// must fail: hessian/errors — lets longer samples pass
use gptq_awq_smoothquant::{FitError, Matrix};

pub fn hessian(x: &Matrix, damping: f64) -> Result<Matrix, FitError> {
    let n = x.first().map_or(0, Vec::len);
    if n == 0 {
        return Err(FitError::Empty);
    }
    if x.iter().any(|sample| sample.len() < n) {
        return Err(FitError::Shape);
    }
    let mut h = vec![vec![0.0; n]; n];
    for sample in x {
        for i in 0..n {
            for j in 0..n {
                h[i][j] += 2.0 * sample[i] * sample[j];
            }
        }
    }
    let more = damping * mean_diagonal(&h);
    for i in 0..n {
        h[i][i] += more;
    }
    Ok(h)
}
