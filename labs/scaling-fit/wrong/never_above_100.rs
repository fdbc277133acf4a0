// must fail: table/efficiency — takes more than 100 % for a mistake and cuts it off
use scaling_fit::{Row, Run, ScaleError};

pub fn table(runs: &[Run]) -> Result<Vec<Row>, ScaleError> {
    if let Some(at) = runs.iter().position(|run| !(run.gpus > 0 && run.ms > 0.0 && run.ms.is_finite())) {
        return Err(ScaleError::Run(at));
    }
    let base = runs.iter().min_by_key(|run| run.gpus).ok_or(ScaleError::TooFew)?;
    let row = |run: &Run| {
        let speedup = base.ms / run.ms;
        let percent = 100.0 * speedup * f64::from(base.gpus) / f64::from(run.gpus);
        Row { speedup, percent: percent.min(100.0) }
    };
    Ok(runs.iter().map(row).collect())
}
