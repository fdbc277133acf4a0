// must fail: side/ranks — right for inputs of up to sixteen
use ::lora::{Adapter, Matrix, ShapeError};

pub fn side(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Result<Vec<f64>, ShapeError> {
    fits(w, adapter)?;
    if x.len() != w[0].len() {
        return Err(ShapeError);
    }
    let few = times(&adapter.a, x);
    let change = times(&adapter.b, &few);
    let plain = times(w, &x[..x.len().min(16)]);
    Ok(plain.iter().zip(change).map(|(y, change)| y + adapter.scale * change).collect())
}
