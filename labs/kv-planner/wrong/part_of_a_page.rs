// must fail: device/tokens — counts the tokens of a page that does not fit
use kv_planner::PlanError;

pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError> {
    if per_token == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    let left = device.saturating_sub(weights).saturating_sub(reserve);
    match left / per_token {
        tokens if tokens < page => Err(PlanError::NoRoom),
        tokens => Ok(tokens),
    }
}
