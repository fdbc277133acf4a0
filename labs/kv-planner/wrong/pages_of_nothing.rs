// must fail: device/zero — takes pages of no tokens for no room
use kv_planner::PlanError;

pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError> {
    let left = device.saturating_sub(weights).saturating_sub(reserve);
    let tokens = left.checked_div(per_token).unwrap_or(0);
    match tokens.checked_div(page).unwrap_or(0) * page {
        0 => Err(PlanError::NoRoom),
        tokens => Ok(tokens),
    }
}
