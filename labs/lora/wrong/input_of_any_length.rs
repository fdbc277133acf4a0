// must fail: side/shape — lets zip end with the shorter one
use ::lora::{Adapter, Matrix, ShapeError};

pub fn side(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Result<Vec<f64>, ShapeError> {
    fits(w, adapter)?;
    let few = times(&adapter.a, x);
    let change = times(&adapter.b, &few);
    let plain = times(w, x);
    Ok(plain.iter().zip(change).map(|(y, change)| y + adapter.scale * change).collect())
}
