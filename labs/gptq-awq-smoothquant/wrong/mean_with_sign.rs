// must fail: awq/dead-channel — takes the mean, where 2 and −2 are nothing
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
        if loss < best.1 {
            best = (i, loss);
        }
    }
    Ok(best)
}

pub fn loudness(x: &Matrix) -> Vec<f64> {
    let mean = |c: usize| x.iter().map(|x| x[c]).sum::<f64>() / x.len() as f64;
    let channels = 0..x[0].len();
    channels.map(mean).map(|mean| if mean == 0.0 { 1.0 } else { mean }).collect()
}
