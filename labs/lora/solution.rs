//! A small change beside a large matrix: counted, run, merged, and lost on a grid.

use ::lora::{Adapter, Matrix, ShapeError};

// Part count. A matrix has `d_in` columns and `d_out` rows.

/// The weights of a matrix, and those of an adapter of rank `r` beside it.
//@anchor count
pub fn count(d_in: u64, d_out: u64, r: u64) -> (u64, u64) {
    //@solution
    (d_in * d_out, r * (d_in + d_out))
    //@starter
    //| todo!()
    //@end
}

/// The largest rank whose adapter, taken `times` times, has no more weights than the matrix.
pub fn max_rank(d_in: u64, d_out: u64, times: u64) -> u64 {
    //@solution
    let [d_in, d_out, times] = [d_in, d_out, times].map(u128::from);
    // Dividing twice is dividing by the product, which may have more than 128 bits.
    (d_in * d_out / (d_in + d_out) / times) as u64
    //@starter
    //| // All three may be large: think of the product's bits.
    //| todo!()
    //@end
}
//@endanchor count

// Part side. `adapter.a` is r × d_in, `adapter.b` is d_out × r.

/// W x + scale · B (A x).
//@anchor side
pub fn side(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Result<Vec<f64>, ShapeError> {
    //@solution
    fits(w, adapter)?;
    if x.len() != w[0].len() {
        return Err(ShapeError);
    }
    let few = times(&adapter.a, x);
    let change = times(&adapter.b, &few);
    let plain = times(w, x);
    Ok(plain.iter().zip(change).map(|(y, change)| y + adapter.scale * change).collect())
    //@starter
    //| // First the shapes: of every row, not only of the first. Then A x, which has r numbers.
    //| todo!()
    //@end
}
//@solution

/// A matrix times a vector of the right length.
pub fn times(m: &Matrix, x: &[f64]) -> Vec<f64> {
    m.iter().map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum()).collect()
}

/// All three matrices have rows, the rows of each are equally long and not empty, and they go together.
pub fn fits(w: &Matrix, adapter: &Adapter) -> Result<(), ShapeError> {
    let shape = |m: &Matrix| {
        let columns = m.first()?.len();
        let regular = columns > 0 && m.iter().all(|row| row.len() == columns);
        regular.then_some((m.len(), columns))
    };
    let shapes = [w, &adapter.a, &adapter.b].map(shape);
    let [Some((outputs, inputs)), Some((rank, of_a)), Some((of_b, columns_of_b))] = shapes else {
        return Err(ShapeError);
    };
    let together = of_a == inputs && of_b == outputs && columns_of_b == rank;
    together.then_some(()).ok_or(ShapeError)
}
//@end
//@endanchor side

// Part merge.

/// W + scale · B A.
//@anchor merge
pub fn merge(w: &Matrix, adapter: &Adapter) -> Result<Matrix, ShapeError> {
    //@solution
    fits(w, adapter)?;
    let mut merged = w.clone();
    for (row, thin) in merged.iter_mut().zip(&adapter.b) {
        for (b, a) in thin.iter().zip(&adapter.a) {
            for (w, a) in row.iter_mut().zip(a) {
                *w += adapter.scale * b * a;
            }
        }
    }
    Ok(merged)
    //@starter
    //| todo!()
    //@end
}
//@endanchor merge

// Part cost.

/// FLOP a token: of the matrix, and of the adapter unless it is merged. A multiplication and an addition are two.
//@anchor cost
pub fn flops(d_in: u64, d_out: u64, r: u64, merged: bool) -> u64 {
    //@solution
    let (matrix, adapter) = count(d_in, d_out, r);
    2 * (matrix + if merged { 0 } else { adapter })
    //@starter
    //| todo!()
    //@end
}
//@endanchor cost

// Part base.

/// The most that any merged weight moves when it goes to the nearest multiple of `step`.
//@anchor base
pub fn lost(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError> {
    //@solution
    let merged = merge(w, adapter)?;
    let loss = |w: &f64| ((w / step).round_ties_even() * step - w).abs();
    Ok(merged.iter().flatten().map(loss).fold(0.0, f64::max))
    //@starter
    //| todo!()
    //@end
}
//@endanchor base
