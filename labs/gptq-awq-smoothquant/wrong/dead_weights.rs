// must fail: smooth/dead-channel — looks for zeros among the inputs only
use gptq_awq_smoothquant::FitError;

pub fn smooth(x_max: &[f64], w_max: &[f64], alpha: f64) -> Result<Vec<f64>, FitError> {
    if x_max.is_empty() {
        return Err(FitError::Empty);
    }
    if x_max.len() != w_max.len() {
        return Err(FitError::Shape);
    }
    if !(0.0..=1.0).contains(&alpha) {
        return Err(FitError::Alpha);
    }
    let scale = |(x, w): (&f64, &f64)| {
        let dead = *x == 0.0;
        if dead { 1.0 } else { x.powf(alpha) / w.powf(1.0 - alpha) }
    };
    Ok(x_max.iter().zip(w_max).map(scale).collect())
}
