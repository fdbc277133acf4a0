// must fail: base/grid — right on a grid of step 1
use ::lora::{Adapter, Matrix, ShapeError};

pub fn lost(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError> {
    let merged = merge(w, adapter)?;
    let loss = |w: &f64| (w.round_ties_even() - w).abs();
    Ok(merged.iter().flatten().map(loss).fold(0.0, f64::max))
}
