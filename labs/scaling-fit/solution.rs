//! What a table of runs on several GPUs says: what shrinks with their number, what stays, and what grows.

use scaling_fit::{Fit, Row, Run, ScaleError};

// Part table.

/// Speed-up and efficiency of each run, beside the run with the fewest GPUs.
//@anchor table
pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError> {
    //@solution
    meaningful(runs)?;
    let base = runs.iter().min_by_key(|run| run.gpus).ok_or(ScaleError::TooFew)?;
    let row = |run: &Run| {
        let speedup = base.ms / run.ms;
        let ideal = f64::from(run.gpus) / f64::from(base.gpus);
        Row { speedup, percent: 100.0 * speedup / ideal }
    };
    Ok(runs.iter().map(row).collect())
    //@starter
    //| todo!()
    //@end
}
//@solution

/// Tells the first run that means nothing.
fn meaningful(runs: &[Run]) -> Result<(), ScaleError> {
    let means = |run: &Run| run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite();
    match runs.iter().position(|run| !means(run)) {
        Some(at) => Err(ScaleError::Run(at)),
        None => Ok(()),
    }
}
//@end
//@endanchor table

// Part fit.

/// The model `serial + parallel / N` on which both runs lie.
//@anchor fit
pub fn through(a: Run, b: Run) -> Result<Fit, ScaleError> {
    //@solution
    meaningful(&[a, b])?;
    if a.gpus == b.gpus {
        return Err(ScaleError::TooFew);
    }
    let (x_a, x_b) = (1.0 / f64::from(a.gpus), 1.0 / f64::from(b.gpus));
    let parallel = (a.ms - b.ms) / (x_a - x_b);
    Ok(Fit { serial: a.ms - parallel * x_a, parallel })
    //@starter
    //| todo!()
    //@end
}

/// The model's milliseconds on `gpus` GPUs, at least one.
pub fn predict(fit: &Fit, gpus: u32) -> f64 {
    //@solution
    fit.serial + fit.parallel / f64::from(gpus)
    //@starter
    //| todo!()
    //@end
}

/// The speed-up over one GPU that the model nears with ever more of them; none if nothing stays.
pub fn limit(fit: &Fit) -> Option<f64> {
    //@solution
    (fit.serial > 0.0).then(|| (fit.serial + fit.parallel) / fit.serial)
    //@starter
    //| todo!()
    //@end
}
//@endanchor fit

// Part line.

/// The model for which the squares of what is left of each run have the least sum.
//@anchor line
pub fn least_squares(runs: &[Run]) -> Result<Fit, ScaleError> {
    //@solution
    meaningful(runs)?;
    if runs.iter().all(|run| run.gpus == runs[0].gpus) {
        return Err(ScaleError::TooFew);
    }
    let n = runs.len() as f64;
    let x = |run: &Run| 1.0 / f64::from(run.gpus);
    let mean_x = runs.iter().map(x).sum::<f64>() / n;
    let mean_ms = runs.iter().map(|run| run.ms).sum::<f64>() / n;
    let both: f64 = runs.iter().map(|run| (x(run) - mean_x) * (run.ms - mean_ms)).sum();
    let spread: f64 = runs.iter().map(|run| (x(run) - mean_x).powi(2)).sum();
    let parallel = both / spread;
    Ok(Fit { serial: mean_ms - parallel * mean_x, parallel })
    //@starter
    //| todo!()
    //@end
}
//@endanchor line

// Part excess.

/// What was measured, less what the model says; in milliseconds, below 0 where a run was faster.
//@anchor excess
pub fn excess(fit: &Fit, runs: &[Run]) -> Vec<f64> {
    //@solution
    runs.iter().map(|run| run.ms - predict(fit, run.gpus)).collect()
    //@starter
    //| todo!()
    //@end
}

/// The milliseconds that each GPU after the first adds: the c for which c · (N - 1) is nearest to the excess of all runs.
pub fn per_gpu(fit: &Fit, runs: &[Run]) -> Result<f64, ScaleError> {
    //@solution
    meaningful(runs)?;
    let further = |run: &Run| f64::from(run.gpus) - 1.0;
    let squares: f64 = runs.iter().map(|run| further(run).powi(2)).sum();
    if squares == 0.0 {
        return Err(ScaleError::TooFew);
    }
    let left = excess(fit, runs);
    let both: f64 = runs.iter().zip(left).map(|(run, left)| further(run) * left).sum();
    Ok(both / squares)
    //@starter
    //| todo!()
    //@end
}
//@endanchor excess

// Part fastest.

/// The number of GPUs, of 1 to `most`, with the least `serial + parallel / N + per_gpu * (N - 1)`.
//@anchor fastest
pub fn fastest(fit: &Fit, per_gpu: f64, most: u32) -> u32 {
    //@solution
    let ms = |gpus: u32| predict(fit, gpus) + per_gpu * (f64::from(gpus) - 1.0);
    // The first of equal ones.
    (1..=most).min_by(|a, b| ms(*a).total_cmp(&ms(*b))).unwrap_or(1)
    //@starter
    //| todo!()
    //@end
}
//@endanchor fastest
