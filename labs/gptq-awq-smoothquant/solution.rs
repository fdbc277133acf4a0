//! What a layer's inputs say about the rounding of its weights: GPTQ, SmoothQuant and AWQ on small matrices.

use gptq_awq_smoothquant::{FitError, Matrix};

// Part hessian. Each row of `x` is a sample: one number for each input of the layer.

/// Twice XᵀX, and on the diagonal a share of its mean diagonal.
//@anchor hessian
pub fn hessian(x: &Matrix, damping: f64) -> Result<Matrix, FitError> {
    //@solution
    let n = x.first().map_or(0, Vec::len);
    if n == 0 {
        return Err(FitError::Empty);
    }
    if x.iter().any(|sample| sample.len() != n) {
        return Err(FitError::Shape);
    }
    let mut h = vec![vec![0.0; n]; n];
    for sample in x {
        for i in 0..n {
            for j in 0..n {
                h[i][j] += 2.0 * sample[i] * sample[j];
            }
        }
    }
    let more = damping * mean_diagonal(&h);
    for i in 0..n {
        h[i][i] += more;
    }
    Ok(h)
    //@starter
    //| // Entry (i, j) is a sum over all samples. Take the mean of the diagonal before you change it.
    //| todo!()
    //@end
}
//@solution

/// The mean of the numbers on a matrix's diagonal.
pub fn mean_diagonal(h: &Matrix) -> f64 {
    let diagonal = h.iter().enumerate().map(|(i, row)| row[i]);
    diagonal.sum::<f64>() / h.len() as f64
}
//@end
//@endanchor hessian

// Part gptq.

/// What a row of weights loses when it becomes `q`: eᵀHe, with e = w − q.
//@anchor gptq
pub fn error(w: &[f64], q: &[f64], h: &Matrix) -> f64 {
    //@solution
    let e: Vec<f64> = w.iter().zip(q).map(|(w, q)| w - q).collect();
    let mut sum = 0.0;
    for i in 0..e.len() {
        for j in 0..e.len() {
            sum += e[i] * h[i][j] * e[j];
        }
    }
    sum
    //@starter
    //| todo!()
    //@end
}

/// The row on multiples of `step`, −8 to 7 of them, left to right; those behind take over what each rounding lost.
pub fn gptq(w: &[f64], h: &Matrix, step: f64) -> Result<Vec<f64>, FitError> {
    //@solution
    if w.is_empty() {
        return Err(FitError::Empty);
    }
    if h.len() != w.len() || h.iter().any(|row| row.len() != w.len()) {
        return Err(FitError::Shape);
    }
    let mut inverse = inverse(h)?;
    let (mut w, mut q) = (w.to_vec(), Vec::new());
    for i in 0..w.len() {
        let level = (w[i] / step).round_ties_even().clamp(-8.0, 7.0);
        q.push(level * step);
        // The inverse of all has the inverse of the rest in it: inv(H_RR) H_Ri is −(column i) / (diagonal i).
        let lost = w[i] - q[i];
        for j in i + 1..w.len() {
            w[j] -= lost * inverse[j][i] / inverse[i][i];
        }
        take_out(&mut inverse, i);
    }
    Ok(q)
    //@starter
    //| // Shapes first, then Singular. Then, for i from the left: round w[i], and move all behind it.
    //| todo!()
    //@end
}
//@solution

/// From the inverse of a matrix to that of the matrix without row and column `i`.
pub fn take_out(inverse: &mut Matrix, i: usize) {
    let gone = inverse[i].clone();
    for row in inverse.iter_mut() {
        let share = row[i] / gone[i];
        row.iter_mut().zip(&gone).for_each(|(v, gone)| *v -= share * gone);
    }
}

/// Gauss and Jordan. A pivot that is as good as 0 says that some inputs follow from the others.
pub fn inverse(h: &Matrix) -> Result<Matrix, FitError> {
    let n = h.len();
    let least = (1e-12 * mean_diagonal(h)).max(0.0);
    let unit = |i: usize| (0..n).map(move |j| if i == j { 1.0 } else { 0.0 });
    let mut rows: Matrix = (0..n).map(|i| h[i].iter().copied().chain(unit(i)).collect()).collect();
    for p in 0..n {
        let pivot = rows[p][p];
        // A NaN is above nothing.
        if !(pivot > least) {
            return Err(FitError::Singular);
        }
        rows[p].iter_mut().for_each(|v| *v /= pivot);
        let of_pivot = rows[p].clone();
        for row in rows.iter_mut().enumerate().filter(|(r, _)| *r != p).map(|(_, row)| row) {
            let factor = row[p];
            row.iter_mut().zip(&of_pivot).for_each(|(v, of_pivot)| *v -= factor * of_pivot);
        }
    }
    Ok(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}
//@end
//@endanchor gptq

// Part smooth.

/// A scale for each channel, x^α / w^(1 − α) of the largest sizes; 1 if one of them is 0.
//@anchor smooth
pub fn smooth(x_max: &[f64], w_max: &[f64], alpha: f64) -> Result<Vec<f64>, FitError> {
    //@solution
    if x_max.is_empty() {
        return Err(FitError::Empty);
    }
    if x_max.len() != w_max.len() {
        return Err(FitError::Shape);
    }
    if !(0.0..=1.0).contains(&alpha) {
        return Err(FitError::Alpha);
    }
    let scale = |(x, w): (&f64, &f64)| {
        let dead = *x == 0.0 || *w == 0.0;
        if dead { 1.0 } else { x.powf(alpha) / w.powf(1.0 - alpha) }
    };
    Ok(x_max.iter().zip(w_max).map(scale).collect())
    //@starter
    //| todo!()
    //@end
}
//@endanchor smooth

// Part awq.

/// The best `i` below `steps`, and its loss, if each channel is scaled by its mean input size to the power i / steps.
//@anchor awq
pub fn awq(x: &Matrix, w: &[f64], steps: u32) -> Result<(u32, f64), FitError> {
    //@solution
    if x.is_empty() || w.is_empty() || steps == 0 {
        return Err(FitError::Empty);
    }
    if x.iter().any(|sample| sample.len() != w.len()) {
        return Err(FitError::Shape);
    }
    let loud = loudness(x);
    let mut best = (0, f64::INFINITY);
    for i in 0..steps {
        let power = f64::from(i) / f64::from(steps);
        let scales: Vec<f64> = loud.iter().map(|loud| loud.powf(power)).collect();
        let loss = loss(x, w, &scales);
        if loss < best.1 {
            best = (i, loss);
        }
    }
    Ok(best)
    //@starter
    //| // Write a function that gives the loss for one list of scales, and try them all.
    //| todo!()
    //@end
}
//@solution

/// The mean size of each channel's inputs; 1 for a channel of zeros, whatever the power.
pub fn loudness(x: &Matrix) -> Vec<f64> {
    let mean = |c: usize| x.iter().map(|x| x[c].abs()).sum::<f64>() / x.len() as f64;
    let channels = 0..x[0].len();
    channels.map(mean).map(|mean| if mean == 0.0 { 1.0 } else { mean }).collect()
}

/// The squared error of all samples' outputs, with weights that are scaled, rounded to 4 bits and scaled back.
pub fn loss(x: &Matrix, w: &[f64], scales: &[f64]) -> f64 {
    let scaled: Vec<f64> = w.iter().zip(scales).map(|(w, s)| w * s).collect();
    let step = scaled.iter().fold(0.0f64, |most, w| most.max(w.abs())) / 7.0;
    let level = |w: f64| if step == 0.0 { 0.0 } else { (w / step).round_ties_even() };
    let off: Vec<f64> = (0..w.len()).map(|c| level(scaled[c]) * step / scales[c] - w[c]).collect();
    let output = |x: &Vec<f64>| x.iter().zip(&off).map(|(x, off)| x * off).sum::<f64>();
    x.iter().map(|x| output(x).powi(2)).sum()
}
//@end
//@endanchor awq
