// must fail: base/by-hand — takes a loss upward for none
use ::lora::{Adapter, Matrix, ShapeError};

pub fn lost(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError> {
    let merged = merge(w, adapter)?;
    let loss = |w: &f64| w - (w / step).round_ties_even() * step;
    Ok(merged.iter().flatten().map(loss).fold(0.0, f64::max))
}
