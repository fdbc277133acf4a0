// must fail: fit/two-runs — cuts a negative share off, and then neither run lies on the line
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
    let (x, y) = (1.0 / f64::from(a.gpus), 1.0 / f64::from(b.gpus));
    let parallel = (a.ms - b.ms) / (x - y);
    Ok(Fit { serial: (a.ms - parallel * x).max(0.0), parallel })
}
