// must fail: awq/flat — keeps the last of equal ones
use gptq_awq_smoothquant::{FitError, Matrix};

pub fn awq(x: &Matrix, w: &[f64], steps: u32) -> Result<(u32, f64), FitError> {
    if x.is_empty() || w.is_empty() || steps == 0 {
        return Err(FitError::Empty);
    }
    if x.iter().any(|sample| sample.len() != w.len()) {
        return Err(FitError::Shape);
    }
    let loud = loudness(x);
    let mut best = (0, f64::INFINITY);
    for i in 0..steps {
        let power = f64::from(i) / f64::from(steps);
        let scales: Vec<f64> = loud.iter().map(|loud| loud.powf(power)).collect();
        let loss = loss(x, w, &scales);
        if loss <= best.1 {
            best = (i, loss);
        }
    }
    Ok(best)
}
