// must fail: batch/pages — divides tokens, as if requests could share a page
use kv_planner::PlanError;

pub fn max_batch(capacity: u64, context: u64, page: u64) -> Result<u64, PlanError> {
    if context == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    Ok(capacity / context)
}
