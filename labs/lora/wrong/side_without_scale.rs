// must fail: side/by-hand — forgets the scale
use ::lora::{Adapter, Matrix, ShapeError};

pub fn side(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Result<Vec<f64>, ShapeError> {
    fits(w, adapter)?;
    if x.len() != w[0].len() {
        return Err(ShapeError);
    }
    let few = times(&adapter.a, x);
    let change = times(&adapter.b, &few);
    let plain = times(w, x);
    Ok(plain.iter().zip(change).map(|(y, change)| y + change).collect())
}
