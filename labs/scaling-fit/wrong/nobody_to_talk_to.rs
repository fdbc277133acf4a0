// must fail: excess/errors — 0 / 0 where all runs are on one GPU
use scaling_fit::{Fit, Run, ScaleError};

pub fn per_gpu(fit: &Fit, runs: &[Run]) -> Result<f64, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let further = |run: &Run| f64::from(run.gpus) - 1.0;
    let left = |run: &Run| run.ms - fit.serial - fit.parallel / f64::from(run.gpus);
    let both: f64 = runs.iter().map(|run| further(run) * left(run)).sum();
    Ok(both / runs.iter().map(|run| further(run).powi(2)).sum::<f64>())
}
