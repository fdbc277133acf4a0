// must fail: line/runs — a line through the first and the last run; those in between say nothing
use scaling_fit::{Fit, Run, ScaleError};

pub fn least_squares(runs: &[Run]) -> Result<Fit, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let [a, .., b] = runs else {
        return Err(ScaleError::TooFew);
    };
    if runs.iter().all(|run| run.gpus == a.gpus) {
        return Err(ScaleError::TooFew);
    }
    let (x, y) = (1.0 / f64::from(a.gpus), 1.0 / f64::from(b.gpus));
    let parallel = (a.ms - b.ms) / (x - y);
    Ok(Fit { serial: a.ms - parallel * x, parallel })
}
