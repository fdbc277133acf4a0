// must fail: line/errors — asks for two runs, and they may be on as many GPUs
use scaling_fit::{Fit, Run, ScaleError};

pub fn least_squares(runs: &[Run]) -> Result<Fit, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    if runs.len() < 2 {
        return Err(ScaleError::TooFew);
    }
    let n = runs.len() as f64;
    let x = |run: &Run| 1.0 / f64::from(run.gpus);
    let mean = runs.iter().map(x).sum::<f64>() / n;
    let ms = runs.iter().map(|run| run.ms).sum::<f64>() / n;
    let both: f64 = runs.iter().map(|run| (x(run) - mean) * (run.ms - ms)).sum();
    let parallel = both / runs.iter().map(|run| (x(run) - mean).powi(2)).sum::<f64>();
    Ok(Fit { serial: ms - parallel * mean, parallel })
}
