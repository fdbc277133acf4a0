// must fail: gptq/error — adds the squares, and forgets what goes together
use gptq_awq_smoothquant::Matrix;

pub fn error(w: &[f64], q: &[f64], h: &Matrix) -> f64 {
    (0..w.len()).map(|i| h[i][i] * (w[i] - q[i]).powi(2)).sum()
}
