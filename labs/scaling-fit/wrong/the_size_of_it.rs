// must fail: excess/excess — drops the sign, and with it what was faster than the line
use scaling_fit::{Fit, Run};

pub fn excess(fit: &Fit, runs: &[Run]) -> Vec<f64> {
    let on_line = |run: &Run| fit.serial + fit.parallel / f64::from(run.gpus);
    runs.iter().map(|run| (run.ms - on_line(run)).abs()).collect()
}
