// must fail: fit/two-runs — takes the first run for one on a single GPU
use scaling_fit::{Fit, Run, ScaleError};

pub fn through(a: Run, b: Run) -> Result<Fit, ScaleError> {
    let means = |run: Run| run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite();
    if !means(a) {
        return Err(ScaleError::Run(0));
    }
    if !means(b) {
        return Err(ScaleError::Run(1));
    }
    if a.gpus == b.gpus {
        return Err(ScaleError::TooFew);
    }
    let parallel = (a.ms - b.ms) / (1.0 - f64::from(a.gpus) / f64::from(b.gpus));
    Ok(Fit { serial: a.ms - parallel, parallel })
}
