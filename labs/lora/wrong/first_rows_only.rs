// must fail: merge/shape — looks at the first rows only
use ::lora::{Adapter, Matrix, ShapeError};

pub fn merge(w: &Matrix, adapter: &Adapter) -> Result<Matrix, ShapeError> {
    let outer = w.is_empty() || adapter.a.is_empty() || w.len() != adapter.b.len();
    if outer || adapter.a[0].len() != w[0].len() || adapter.b[0].len() != adapter.a.len() {
        return Err(ShapeError);
    }
    let mut merged = w.clone();
    for (row, thin) in merged.iter_mut().zip(&adapter.b) {
        for (b, a) in thin.iter().zip(&adapter.a) {
            for (w, a) in row.iter_mut().zip(a) {
                *w += adapter.scale * b * a;
            }
        }
    }
    Ok(merged)
}
