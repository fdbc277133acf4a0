// must fail: excess/per-gpu — the mean of excess / (N - 1), in which a run on two counts as much as one on eight
use scaling_fit::{Fit, Run, ScaleError};

pub fn per_gpu(fit: &Fit, runs: &[Run]) -> Result<f64, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let several: Vec<&Run> = runs.iter().filter(|run| run.gpus > 1).collect();
    if several.is_empty() {
        return Err(ScaleError::TooFew);
    }
    let cost = |run: &&Run| {
        let gpus = f64::from(run.gpus);
        (run.ms - fit.serial - fit.parallel / gpus) / (gpus - 1.0)
    };
    Ok(several.iter().map(cost).sum::<f64>() / several.len() as f64)
}
