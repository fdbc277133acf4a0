// must fail: cross/point — the last token before the point
use kv_planner::PlanError;

pub fn crossover(weights: u64, per_token: u64) -> Result<u64, PlanError> {
    if per_token == 0 {
        return Err(PlanError::Zero);
    }
    Ok(weights / per_token)
}
