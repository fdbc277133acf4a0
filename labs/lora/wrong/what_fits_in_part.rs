// must fail: base/shape — merges what fits in part
use ::lora::{Adapter, Matrix, ShapeError};

pub fn lost(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError> {
    let mut most: f64 = 0.0;
    for (row, thin) in w.iter().zip(&adapter.b) {
        for (i, w) in row.iter().enumerate() {
            let parts = thin.iter().zip(&adapter.a);
            let change: f64 = parts.map(|(b, a)| b * a.get(i).unwrap_or(&0.0)).sum();
            let merged = w + adapter.scale * change;
            most = most.max(((merged / step).round_ties_even() * step - merged).abs());
        }
    }
    Ok(most)
}
