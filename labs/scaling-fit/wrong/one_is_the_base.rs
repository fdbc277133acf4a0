// must fail: table/efficiency — divides by the GPUs of the run, as if the baseline had one
use scaling_fit::{Row, Run, ScaleError};

pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let base = runs.iter().min_by_key(|run| run.gpus).ok_or(ScaleError::TooFew)?;
    let row = |run: &Run| {
        let speedup = base.ms / run.ms;
        Row { speedup, percent: 100.0 * speedup / f64::from(run.gpus) }
    };
    Ok(runs.iter().map(row).collect())
}
