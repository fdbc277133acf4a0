// must fail: line/repeats — keeps one run of each number of GPUs
use std::collections::BTreeMap;

use scaling_fit::{Fit, Run, ScaleError};

pub fn least_squares(runs: &[Run]) -> Result<Fit, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let of_each: BTreeMap<u32, f64> = runs.iter().map(|run| (run.gpus, run.ms)).collect();
    if of_each.len() < 2 {
        return Err(ScaleError::TooFew);
    }
    let n = of_each.len() as f64;
    let points = || of_each.iter().map(|(gpus, ms)| (1.0 / f64::from(*gpus), *ms));
    let (x, y) = (points().map(|p| p.0).sum::<f64>() / n, points().map(|p| p.1).sum::<f64>() / n);
    let both: f64 = points().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let parallel = both / points().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    Ok(Fit { serial: y - parallel * x, parallel })
}
