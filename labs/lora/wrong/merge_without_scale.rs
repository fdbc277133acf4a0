// must fail: merge/by-hand — forgets the scale
use ::lora::{Adapter, Matrix, ShapeError};

pub fn merge(w: &Matrix, adapter: &Adapter) -> Result<Matrix, ShapeError> {
    fits(w, adapter)?;
    let mut merged = w.clone();
    for (row, thin) in merged.iter_mut().zip(&adapter.b) {
        for (b, a) in thin.iter().zip(&adapter.a) {
            for (w, a) in row.iter_mut().zip(a) {
                *w += b * a;
            }
        }
    }
    Ok(merged)
}
