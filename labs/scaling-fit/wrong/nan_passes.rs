// must fail: table/errors — refuses what is at most 0, and a NaN is not
use scaling_fit::{Row, Run, ScaleError};

pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError> {
    if let Some(at) = runs.iter().position(|run| run.gpus == 0 || run.ms <= 0.0) {
        return Err(ScaleError::Run(at));
    }
    let base = runs.iter().min_by_key(|run| run.gpus).ok_or(ScaleError::TooFew)?;
    let row = |run: &Run| {
        let speedup = base.ms / run.ms;
        Row { speedup, percent: 100.0 * speedup * f64::from(base.gpus) / f64::from(run.gpus) }
    };
    Ok(runs.iter().map(row).collect())
}
