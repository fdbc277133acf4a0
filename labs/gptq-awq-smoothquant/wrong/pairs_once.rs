// must fail: gptq/error — counts each pair once
use gptq_awq_smoothquant::Matrix;

pub fn error(w: &[f64], q: &[f64], h: &Matrix) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        for j in i..w.len() {
            sum += (w[i] - q[i]) * h[i][j] * (w[j] - q[j]);
        }
    }
    sum
}
