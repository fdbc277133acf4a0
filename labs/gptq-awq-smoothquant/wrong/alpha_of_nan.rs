// must fail: smooth/errors — lets NaN pass
use gptq_awq_smoothquant::FitError;

pub fn smooth(x_max: &[f64], w_max: &[f64], alpha: f64) -> Result<Vec<f64>, FitError> {
    if x_max.is_empty() {
        return Err(FitError::Empty);
    }
    if x_max.len() != w_max.len() {
        return Err(FitError::Shape);
    }
    if alpha < 0.0 || alpha > 1.0 {
        return Err(FitError::Alpha);
    }
    let scale = |(x, w): (&f64, &f64)| {
        let dead = *x == 0.0 || *w == 0.0;
        if dead { 1.0 } else { x.powf(alpha) / w.powf(1.0 - alpha) }
    };
    Ok(x_max.iter().zip(w_max).map(scale).collect())
}
