// must fail: table/speed-up — the share of the time that is left, not how many times faster
use scaling_fit::{Row, Run, ScaleError};

pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let base = runs.iter().min_by_key(|run| run.gpus).ok_or(ScaleError::TooFew)?;
    let row = |run: &Run| Row {
        speedup: run.ms / base.ms,
        percent: 100.0 * base.ms * f64::from(base.gpus) / (run.ms * f64::from(run.gpus)),
    };
    Ok(runs.iter().map(row).collect())
}
