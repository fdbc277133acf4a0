// must fail: excess/per-gpu — spreads the excess over all GPUs, the first one among them
use scaling_fit::{Fit, Run, ScaleError};

pub fn per_gpu(fit: &Fit, runs: &[Run]) -> Result<f64, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    if runs.iter().all(|run| run.gpus == 1) {
        return Err(ScaleError::TooFew);
    }
    let n = |run: &Run| f64::from(run.gpus);
    let both: f64 = runs.iter().map(|run| n(run) * (run.ms - fit.serial - fit.parallel / n(run))).sum();
    Ok(both / runs.iter().map(|run| n(run) * n(run)).sum::<f64>())
}
