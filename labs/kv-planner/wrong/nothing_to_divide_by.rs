// must fail: cross/zero — divides by what a token leaves, whatever that is
use kv_planner::PlanError;

pub fn crossover(weights: u64, per_token: u64) -> Result<u64, PlanError> {
    Ok(weights.div_ceil(per_token))
}
